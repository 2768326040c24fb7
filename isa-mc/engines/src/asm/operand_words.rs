//! Words that operands know, and that no symbol is called.

use std::collections::HashSet;

use crate::tables::{Class, Entry, Meaning};
use crate::{SyntaxId, Target};

/// Words of operands.
pub(super) struct OperandWords<'t> {
    /// For each byte, whether one begins with it.
    begins: [bool; 256],
    /// Those that literals could stand in the place of.
    values: HashSet<&'t str>,
}

impl<'t> OperandWords<'t> {
    pub(super) fn new(target: &Target<'t>, syntax: SyntaxId) -> OperandWords<'t> {
        let tables = target.tables;
        let values = value_words(target, syntax);
        let registers = tables.registers.iter().map(|row| target.text(row.name));
        let mut begins = [false; 256];
        for word in registers.chain(values.iter().copied()) {
            // Some syntaxes read words in any case.
            for first in word.bytes().take(1) {
                begins[usize::from(first.to_ascii_lowercase())] = true;
                begins[usize::from(first.to_ascii_uppercase())] = true;
            }
        }
        OperandWords { begins, values }
    }

    /// Whether a name begins as some word does: nearly none does.
    #[inline]
    pub(super) fn may_be(&self, name: &str) -> bool {
        let first = name.as_bytes().first();
        first.is_some_and(|first| self.begins[usize::from(*first)])
    }

    /// Whether a literal could stand in the place of a name.
    pub(super) fn is_value(&self, name: &str) -> bool {
        self.values.contains(name)
    }
}

/// The words that literals could stand in the place of.
fn value_words<'t>(target: &Target<'t>, syntax: SyntaxId) -> HashSet<&'t str> {
    let tables = target.tables;
    let is_here = |entry: &&Entry| entry.archs >> (target.arch & 31) & 1 != 0;
    let entries = |class: &Class| tables.entries[class.entries.range()].iter().filter(is_here);
    let is_literal = |entry: &Entry| matches!(entry.meaning, Meaning::Literal);
    let classes = tables.classes.iter();
    classes
        .filter(|class| entries(class).any(is_literal))
        .flat_map(entries)
        .flat_map(|entry| tables.words_of_entry(entry, syntax.0))
        .map(|word| target.text(word))
        .collect()
}
