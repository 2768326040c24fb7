//! Registers and numbers within source modifiers.

use super::Quick;
use super::bytes::{Reader, ends, word};
use super::follow::{State, with_word};
use super::operands::name_length;
use crate::constant::Number;
use crate::tables::{
    BitString, Kind, NO_PAGES, NO_VALUE, NONE, Operand, RecipeStep, Spelling, Text,
};

/// Source modifiers of one operand at most.
const MAX_WRAPS: usize = 4;

impl<'q> Quick<'q, '_> {
    /// A word within source modifiers, `-|v1|`, in the order in which they are printed, or a number
    /// within some that close, `|0x1234|`.
    pub(super) fn wrapped<B: BitString>(
        &self,
        state: &mut State<'q, B>,
        step: &RecipeStep,
        row: &Operand,
        certain: bool,
    ) -> Option<()> {
        let tables = self.target.tables;
        let wraps = tables.wraps.get(row.wraps.range())?;
        let mut reader = state.reader;
        let mut said = [(0, Text::default()); MAX_WRAPS];
        let mut count = 0;
        for wrap in wraps.iter().filter(|wrap| wrap.file == NONE) {
            let spellings = tables.spellings_of(wrap, self.syntax.0).iter();
            // Printing writes the first.
            let most = if certain { usize::MAX } else { 1 };
            let mut spellings = spellings.filter(|it| it.valued.is_set()).take(most);
            let is_here =
                |it: &&Spelling| it.before.len != 0 && reader.take_text(tables, it.before);
            if let Some(spelling) = spellings.find(is_here) {
                *said.get_mut(count)? = (wrap.bit, spelling.after);
                count += 1;
            }
        }
        let said = said.get(..count).unwrap_or_default();
        let innermost = said.last()?.1;
        let is_closed = innermost.len != 0;
        // Numbers have signs of their own.
        let may_be_word = is_closed || reader.peek().is_ascii_alphabetic();
        if !may_be_word || step.pages == NO_PAGES || step.stride != 0 {
            return None;
        }
        // The outermost ends last.
        let closings = said.iter().rev().map(|(_, after)| *after);
        let ends_here = |reader: &mut Reader<'_>| {
            let mut closings = closings.clone();
            closings.all(|after| reader.take_text(tables, after)) && ends(reader.peek())
        };
        let found = match closings.clone().find(|after| after.len != 0) {
            Some(after) => reader.word_before(*tables.bytes(after).first()?),
            None => word(reader.chunk()),
        };
        let known = found.map(|(low, high, length)| (tables.operand_text(low, high), length));
        let known = known.filter(|(number, _)| *number != 0);
        let known = known.or_else(|| self.indexed(reader));
        let known =
            known.map(|(number, length)| (tables.value_of_text(step.pages, number), length));
        match (known, row.kind.get()) {
            (Some((value, length)), _) if value != NO_VALUE => {
                reader.at += length;
                ends_here(&mut reader).then_some(())?;
                state.bits = match step.apart.is_set() {
                    false => with_word(state.bits, step, value),
                    true => row.field.set(state.bits, value.into(), tables.pieces),
                };
            }
            (_, Kind::Class { class, value }) if is_closed && reader.peek().is_ascii_digit() => {
                let number = Number::Int(reader.number()?);
                ends_here(&mut reader).then_some(())?;
                self.constant(state, row, (class, value), (number, false), certain)?;
            }
            (_, Kind::Class { class, .. }) => {
                let length = name_length(reader.rest());
                let field = self.printed_keyword_of(&mut reader, class, length)?;
                ends_here(&mut reader).then_some(())?;
                state.bits = row.field.set(state.bits, field, tables.pieces);
            }
            _ => return None,
        }
        state.reader = reader;
        for (bit, _) in said {
            state.bits = state.bits.insert(*bit, 1, 1);
        }
        Some(())
    }
}
