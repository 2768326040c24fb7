//! The names that statements may use.

use super::reading::Reading;
use crate::object::Definition;
use crate::{Symbols, TargetMachine, parse};

/// The names that a statement may use.
pub(super) struct Names<'n, 'r, 'a, 't, T: TargetMachine<'t>> {
    pub(super) reading: &'n Reading<'r, 'a, 't, T>,
    /// What nothing has defined yet may be defined later.
    pub(super) may_be_later: bool,
}

impl<'t, T: TargetMachine<'t>> Symbols for Names<'_, '_, '_, 't, T> {
    fn value(&self, name: &str) -> Option<i64> {
        let builder = &self.reading.builder;
        let symbol = builder.symbols.find(name)?;
        match builder.symbols[symbol].definition {
            Definition::Expression(value) => builder.number(value),
            _ => None,
        }
    }

    fn is_later(&self, name: &str) -> bool {
        if name == "." || self.reading.labels.is_known(name) {
            return true;
        }
        let (stem, specifier) = name.split_once('@').unwrap_or((name, ""));
        let symbols = &self.reading.builder.symbols;
        if let Some(symbol) = symbols.find(stem)
            && symbols[symbol].definition != Definition::Undefined
        {
            return true;
        }
        let assembler = self.reading.assembler;
        let may_be_later = self.may_be_later || !specifier.is_empty();
        may_be_later
            && !stem.is_empty()
            && !stem.as_bytes()[0].is_ascii_digit()
            && parse::register(&assembler.target.target(), stem, assembler.syntax).is_none()
    }
}
