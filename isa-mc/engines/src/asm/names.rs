//! The names that statements may use.

use std::cell::Cell;

use super::reading::Reading;
use crate::object::{Definition, SymbolId};
use crate::{Symbols, TargetMachine, parse};

/// The names that a statement may use.
pub(super) struct Names<'n, 'r, 'a, 't, T: TargetMachine<'t>> {
    reading: &'n Reading<'r, 'a, 't, T>,
    /// What nothing has defined yet may be defined later.
    may_be_later: bool,
    /// The name that the statement asked for last: parsing asks for one several times.
    last: Cell<Option<Found>>,
}

/// Where in memory a name stands, which is in the statement, and its symbol.
#[derive(Clone, Copy)]
struct Found {
    start: usize,
    len: usize,
    symbol: Option<SymbolId>,
}

impl<'n, 'r, 'a, 't, T: TargetMachine<'t>> Names<'n, 'r, 'a, 't, T> {
    /// For one statement.
    pub(super) fn new(reading: &'n Reading<'r, 'a, 't, T>, may_be_later: bool) -> Self {
        Names {
            reading,
            may_be_later,
            last: Cell::new(None),
        }
    }

    /// The symbol that the statement asked for last, if that name has one.
    pub(super) fn found(&self) -> Option<SymbolId> {
        self.last.get()?.symbol
    }

    fn symbol(&self, name: &str) -> Option<SymbolId> {
        let (start, len) = (name.as_ptr().addr(), name.len());
        if let Some(last) = self.last.get()
            && (last.start, last.len) == (start, len)
        {
            return last.symbol;
        }
        let symbol = self.reading.builder.symbols.find(name);
        self.last.set(Some(Found { start, len, symbol }));
        symbol
    }
}

impl<'t, T: TargetMachine<'t>> Symbols for Names<'_, '_, '_, 't, T> {
    fn value(&self, name: &str) -> Option<i64> {
        let builder = &self.reading.builder;
        let symbol = self.symbol(name)?;
        match builder.symbols[symbol].definition {
            Definition::Expression(value) => builder.number(value),
            _ => None,
        }
    }

    fn is_later(&self, name: &str) -> bool {
        let inner = name.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
        if let Some(inner) = inner {
            let symbol = self.symbol(inner);
            let symbols = &self.reading.builder.symbols;
            let is_defined =
                symbol.is_some_and(|it| symbols[it].definition != Definition::Undefined);
            return self.may_be_later || is_defined;
        }
        let (stem, specifier) = name.split_once('@').unwrap_or((name, ""));
        let symbol = self.symbol(stem);
        if name == "." || self.reading.labels.is_known(name) {
            return true;
        }
        let symbols = &self.reading.builder.symbols;
        if symbol.is_some_and(|symbol| symbols[symbol].definition != Definition::Undefined) {
            return true;
        }
        let settings = self.reading.settings;
        let may_be_later = self.may_be_later || !specifier.is_empty();
        may_be_later
            && !stem.is_empty()
            && !stem.as_bytes()[0].is_ascii_digit()
            && parse::register(&settings.target.target(), stem, settings.syntax).is_none()
    }
}
