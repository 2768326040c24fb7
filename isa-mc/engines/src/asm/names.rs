//! The names that statements may use.

use std::cell::Cell;

use super::operand_words::OperandWords;
use super::reading::Reading;
use crate::object::{Definition, ObjectBuilder, SymbolId};
use crate::{Symbols, parse};

/// The names that a statement may use.
pub(super) struct Names<'n, 'r, 'a, 't> {
    reading: &'n Reading<'r, 'a, 't>,
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

impl<'n, 'r, 'a, 't> Names<'n, 'r, 'a, 't> {
    /// For one statement.
    pub(super) fn new(reading: &'n Reading<'r, 'a, 't>, may_be_later: bool) -> Self {
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

/// The values that names have now, for lines that name nothing else.
pub(super) struct Values<'b, 'a>(pub(super) &'b ObjectBuilder<'a>);

impl Symbols for Values<'_, '_> {
    fn value(&self, name: &str) -> Option<i64> {
        value(self.0, self.0.symbols.find(name)?)
    }
}

/// The number that a symbol is, if it is one now.
fn value(builder: &ObjectBuilder<'_>, symbol: SymbolId) -> Option<i64> {
    match builder.symbols[symbol].definition {
        Definition::Expression(value) => builder.number(value),
        _ => None,
    }
}

impl Symbols for Names<'_, '_, '_, '_> {
    fn value(&self, name: &str) -> Option<i64> {
        value(&self.reading.builder, self.symbol(name)?)
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
        let at = memchr::memchr(b'@', name.as_bytes());
        let stem = at.map_or(name, |at| &name[..at]);
        let has_specifier = at.is_some_and(|at| at + 1 < name.len());
        let symbol = self.symbol(stem);
        let symbols = &self.reading.builder.symbols;
        if symbol.is_some_and(|symbol| symbols[symbol].definition != Definition::Undefined) {
            return true;
        }
        if name == "." || self.reading.labels.is_known(name) {
            return true;
        }
        (self.may_be_later || has_specifier)
            && !stem.is_empty()
            && !stem.as_bytes()[0].is_ascii_digit()
            && !self.reading.is_operand_word(stem)
    }
}

impl Reading<'_, '_, '_> {
    /// Whether a name is a register, or a word that a literal could stand in the place of, as
    /// `src_scc`: operands know what it is, and no symbol is called so.
    fn is_operand_word(&self, name: &str) -> bool {
        let (target, syntax) = (self.target, self.settings.syntax);
        let words = self
            .operand_words
            .get_or_init(|| OperandWords::new(&target, syntax));
        words.may_be(name)
            && (words.is_value(name) || parse::register(&target, name, syntax).is_some())
    }
}
