//! Registers within source modifiers.

use super::bytes::{front_of_word, word};
use super::{Quick, State, Subject};
use crate::operand;
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
        let (low, high, length) = word(reader.chunk())?;
        let mut inner = reader.bytes.get(reader.at..reader.at + length)?;
        for wrap in wraps.iter().filter(|wrap| masks.is_set(wrap.bit)) {
            let after = tables.bytes(self.printed(wrap)?.after);
            inner = inner.strip_suffix(after)?;
        }
        let (low, high) = front_of_word(low, high, inner.len());
        let number = tables.operand_text(low, high);
        let value = tables.value_of_text(step.pages, number);
        if number == 0 || value == NO_VALUE {
            return None;
        }
        reader.at += length;
        for wrap in wraps.iter().filter(|wrap| masks.is_set(wrap.bit)) {
            state.bits = state.bits.insert(wrap.bit, 1, 1);
        }
        state.bits = row.field.set(state.bits, value.into(), tables.pieces);
        Some(())
    }

    /// A register and which half of it, `v1.h`, or another word.
    pub(super) fn half<B: BitString>(
        &self,
        state: &mut State<'_, B>,
        step: &RecipeStep,
        row: &Operand,
        subject: Subject<'_>,
    ) -> Option<()> {
        let tables = self.target.tables;
        let form = tables.forms.get(subject.recipe.form as usize)?;
        let wrap = tables.half_in(row, form)?;
        let reader = &mut state.reader;
        let (low, high, length) = word(reader.chunk())?;
        let text = reader.bytes.get(reader.at..reader.at + length)?;
        let spellings = tables.spellings_of(wrap, self.syntax.0).iter();
        // The first spelling is that of a bit that is set.
        let said = spellings.zip([1, 0]).find_map(|(spelling, bit)| {
            let after = tables.bytes(spelling.after);
            let register = text.strip_suffix(after).filter(|_| !after.is_empty())?;
            Some((register.len(), bit))
        });
        let (front, bit) = said.unwrap_or((length, 0));
        let (low, high) = match front == length {
            true => (low, high),
            false => front_of_word(low, high, front),
        };
        let number = tables.operand_text(low, high);
        let value = tables.value_of_text(step.pages, number);
        if number == 0 || value == NO_VALUE {
            return None;
        }
        let own = Bits::ZERO.with(step.shift, value.into());
        if operand::has_half(self.target, row, wrap, own) != said.is_some() {
            return None;
        }
        reader.at += length;
        state.bits = state
            .bits
            .with(step.shift, value.into())
            .with(wrap.bit, bit);
        Some(())
    }

    /// How a source modifier of a word is printed.
    fn printed(&self, wrap: &Wrap) -> Option<&Spelling> {
        let spellings = self.target.tables.spellings_of(wrap, self.syntax.0);
        spellings.iter().find(|spelling| spelling.valued.is_set())
    }
}
