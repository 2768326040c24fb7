//! Labels of digits: `1:` may occur again and again, `1b` is the last, `1f` the
//! next.

use std::collections::HashMap;

use crate::object::{Location, ObjectBuilder, SymbolId};

/// The last and the next label of each number.
#[derive(Debug, Default)]
pub(crate) struct Labels {
    all: HashMap<u64, Pair>,
}

#[derive(Debug, Default, Clone, Copy)]
struct Pair {
    last: Option<SymbolId>,
    next: Option<SymbolId>,
}

impl Labels {
    /// The symbol that `1f` or `1b` means; `None` if it is no such name, or there was
    /// no such label.
    pub(super) fn directional(
        &mut self,
        name: &str,
        builder: &mut ObjectBuilder<'_>,
        location: Location,
    ) -> Option<SymbolId> {
        let (number, forward) = split(name)?;
        let pair = self.all.entry(number).or_default();
        if !forward {
            return pair.last;
        }
        let next = pair
            .next
            .unwrap_or_else(|| builder.symbols.nameless(location));
        pair.next = Some(next);
        Some(next)
    }

    /// Whether a name means a label of digits that there is, or may be.
    pub(super) fn is_known(&self, name: &str) -> bool {
        match split(name) {
            Some((_, true)) => true,
            Some((number, false)) => self.all.get(&number).is_some_and(|it| it.last.is_some()),
            None => false,
        }
    }

    /// The symbol that a label of digits defines here.
    pub(super) fn define(
        &mut self,
        number: u64,
        builder: &mut ObjectBuilder<'_>,
        location: Location,
    ) -> SymbolId {
        let pair = self.all.entry(number).or_default();
        let symbol = pair
            .next
            .take()
            .unwrap_or_else(|| builder.symbols.nameless(location));
        pair.last = Some(symbol);
        symbol
    }
}

/// The number of a name such as `1f`, and whether it means the next one.
fn split(name: &str) -> Option<(u64, bool)> {
    let (digits, forward) = match name.strip_suffix('f') {
        Some(digits) => (digits, true),
        None => (name.strip_suffix('b')?, false),
    };
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all_digits
        .then(|| digits.parse().ok())
        .flatten()
        .map(|number| (number, forward))
}
