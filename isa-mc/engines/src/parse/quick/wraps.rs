//! Registers within source modifiers.

use super::bytes::{ends, front_of_word, word};
use super::{Quick, State};
use crate::tables::{
    BitString, Bits, NO_PAGES, NO_VALUE, NONE, Operand, RecipeStep, Spelling, Wrap,
};

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
        let reader = &mut state.reader;
        let mut masks = Bits::ZERO;
        for wrap in wraps {
            let spelling = self.printed(wrap).filter(|_| wrap.file == NONE);
            let before = spelling.map_or(&[][..], |it| tables.bytes(it.before));
            if !before.is_empty() && reader.take(before) {
                masks = masks.insert(wrap.bit, 1, 1);
            }
        }
        // Numbers have signs of their own.
        let is_word = reader.peek().is_ascii_alphabetic();
        if !masks.any() || !is_word || step.pages == NO_PAGES || step.stride != 0 {
            return None;
        }
        let mut said = wraps.iter().filter(|wrap| masks.is_set(wrap.bit));
        let number = match self.indexed(*reader) {
            Some((number, length)) => {
                reader.at += length;
                // The outermost ends last.
                for wrap in said.rev() {
                    let after = tables.bytes(self.printed(wrap)?.after);
                    reader.take(after).then_some(())?;
                }
                number
            }
            None => {
                let chunk = reader.chunk();
                let (.., length) = word(chunk)?;
                let inner = reader.bytes.get(reader.at..reader.at + length)?;
                let inner = said.try_fold(inner, |inner, wrap| {
                    inner.strip_suffix(tables.bytes(self.printed(wrap)?.after))
                })?;
                reader.at += length;
                let (low, high) = front_of_word(chunk, inner.len());
                tables.operand_text(low, high)
            }
        };
        let value = tables.value_of_text(step.pages, number);
        if number == 0 || value == NO_VALUE || !ends(reader.peek()) {
            return None;
        }
        for wrap in wraps.iter().filter(|wrap| masks.is_set(wrap.bit)) {
            state.bits = state.bits.insert(wrap.bit, 1, 1);
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
