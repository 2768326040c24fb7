//! Registers within source modifiers.

use super::bytes::{ends, word};
use super::{Quick, State};
use crate::tables::{
    BitString, NO_PAGES, NO_VALUE, NONE, Operand, RecipeStep, Spelling, Text, Wrap,
};

/// Source modifiers of one operand at most.
const MAX_WRAPS: usize = 4;

impl Quick<'_, '_> {
    /// A word that is no number within source modifiers, `-|v1|`, in the order in which
    /// they are printed.
    pub(super) fn wrapped<B: BitString>(
        &self,
        state: &mut State<'_, B>,
        step: &RecipeStep,
        row: &Operand,
    ) -> Option<()> {
        let tables = self.target.tables;
        let wraps = tables.wraps.get(row.wraps.range())?;
        let mut reader = state.reader;
        let mut said = [(0, Text::default()); MAX_WRAPS];
        let mut count = 0;
        for wrap in wraps {
            let Some(spelling) = self.printed(wrap).filter(|_| wrap.file == NONE) else {
                continue;
            };
            if spelling.before.len != 0 && reader.take_text(tables, spelling.before) {
                *said.get_mut(count)? = (wrap.bit, spelling.after);
                count += 1;
            }
        }
        let said = said.get(..count).unwrap_or_default();
        // Numbers have signs of their own.
        let is_word = reader.peek().is_ascii_alphabetic();
        if said.is_empty() || !is_word || step.pages == NO_PAGES || step.stride != 0 {
            return None;
        }
        // The outermost ends last.
        let mut closings = said.iter().rev().map(|(_, after)| *after);
        let found = match closings.clone().find(|after| after.len != 0) {
            Some(after) => reader.word_before(*tables.bytes(after).first()?),
            None => word(reader.chunk()),
        };
        let known = found.map(|(low, high, length)| (tables.operand_text(low, high), length));
        let known = known.filter(|(number, _)| *number != 0);
        let (number, length) = known.or_else(|| self.indexed(reader))?;
        reader.at += length;
        let value = tables.value_of_text(step.pages, number);
        let is_closed = closings.all(|after| reader.take_text(tables, after));
        if value == NO_VALUE || !is_closed || !ends(reader.peek()) {
            return None;
        }
        state.reader = reader;
        for (bit, _) in said {
            state.bits = state.bits.insert(*bit, 1, 1);
        }
        state.bits = row.field.set(state.bits, value.into(), tables.pieces);
        Some(())
    }

    /// How a source modifier of a word is printed.
    fn printed(&self, wrap: &Wrap) -> Option<&Spelling> {
        let spellings = self.target.tables.spellings_of(wrap, self.syntax.0);
        spellings.iter().find(|spelling| spelling.valued.is_set())
    }
}
