//! Modifiers behind the operands.

use super::bytes::{Reader, is_space};
use super::operands::name_length;
use super::{Quick, State, Subject};
use crate::tables::{BitString, Integer, Kind, Meaning, Token};
use crate::{integer, list as elements};

impl<'q> Quick<'q, '_> {
    /// Modifiers up to the end of the line, in the order in which they are printed, none
    /// with its default that is not always printed; gives those that there are, as bits of
    /// their operands.
    pub(super) fn modifiers<B: BitString>(
        &self,
        state: &mut State<'q, B>,
        subject: Subject<'_>,
    ) -> Option<u64> {
        let tables = self.target.tables;
        let mut seen = 0;
        let sets = tables.tokens.get(subject.recipe.modifiers.range())?;
        let mut left = sets.iter().flat_map(|set| match set.get() {
            Token::Modifiers(rows) => tables.modifiers.get(rows.range()).unwrap_or_default(),
            _ => &[],
        });
        loop {
            let start = state.reader.at;
            state.reader.skip_space();
            if state.reader.peek() == b'\n' {
                return Some(seen);
            }
            if state.reader.at == start {
                return self.passes_comment(&mut state.reader).then_some(seen);
            }
            // The next one whose text stands here: behind it come others.
            let before = state.reader;
            loop {
                let Some(modifier) = left.next() else {
                    return self.passes_comment(&mut state.reader).then_some(seen);
                };
                let spelling = tables.spellings.get(modifier.spellings.range())?.first()?;
                if state.reader.take(tables.bytes(spelling.before)) {
                    let row = self.row(subject, modifier.operand)?;
                    let field = match (row.kind.get(), spelling.valued.is_set()) {
                        (Kind::Flag, false) => Some(1),
                        (Kind::Integer { integer }, true) if spelling.before.len != 0 => {
                            let integer = tables.integers.get(integer as usize)?;
                            let number = state.reader.number();
                            let field = |number| integer::field(integer, row.field.total, number);
                            number.and_then(field).filter(|&field| {
                                integer::value(integer, row.field.total, field) == number
                            })
                        }
                        (Kind::Class { class, .. }, true) if spelling.before.len != 0 => {
                            let length = name_length(state.reader.rest());
                            self.keyword_of(&mut state.reader, class, length)
                        }
                        (Kind::List { count, integer }, true) if spelling.before.len != 0 => {
                            let integer = tables.integers.get(integer as usize)?;
                            list(&mut state.reader, integer, count)
                        }
                        _ => None,
                    };
                    let is_whole = state.reader.take(tables.bytes(spelling.after))
                        && (is_space(state.reader.peek()) || state.reader.peek() == b'\n');
                    if let (Some(field), true) = (field, is_whole) {
                        let is_default = field == modifier.default && !modifier.always.is_set();
                        if row.field.total == 0 || is_default {
                            return None;
                        }
                        let before = state.bits;
                        state.bits = row.field.set(before, field, tables.pieces);
                        // What halves have said stays so.
                        if (before.low() ^ state.bits.low()) & subject.recipe.repeated != 0 {
                            return None;
                        }
                        seen |= 1_u64.unbounded_shl(u32::from(modifier.operand));
                        break;
                    }
                    state.reader = before;
                }
            }
        }
    }

    /// Passes the word of a class here that has so many bytes, as it is printed, and gives
    /// its value.
    pub(super) fn keyword_of(
        &self,
        reader: &mut Reader<'_>,
        class: u16,
        length: usize,
    ) -> Option<u64> {
        let tables = self.target.tables;
        let class = tables.classes.get(usize::from(class))?;
        let here = reader.rest().get(..length)?;
        let entries = tables.entries.get(class.entries.range())?;
        let mut entries = entries
            .iter()
            .filter(|entry| entry.archs >> self.target.arch & 1 != 0);
        let found = entries.find(|entry| match entry.meaning {
            Meaning::Keyword { text, .. } => tables.bytes(text) == here,
            Meaning::Spelled { text, words, .. } => {
                tables.bytes(tables.word_of(text, words, self.syntax.0)) == here
            }
            _ => false,
        })?;
        reader.at += length;
        Some(u64::from(found.first))
    }

    /// Passes the rest of the line, if a comment is all of it that is left and lines may
    /// have some.
    #[inline(never)]
    fn passes_comment(&self, reader: &mut Reader<'_>) -> bool {
        let rest = reader.rest();
        let tables = self.target.tables;
        let mut leaders = tables
            .texts
            .get(self.comments.range())
            .unwrap_or_default()
            .iter();
        if !leaders.any(|leader| leader.len != 0 && rest.starts_with(tables.bytes(*leader))) {
            return false;
        }
        let end = rest.iter().position(|&byte| byte == b'\n');
        reader.at += end.unwrap_or(rest.len());
        true
    }
}

/// Passes a list as it is printed, `[0,1]`, with all its numbers, and gives its bits.
fn list(reader: &mut Reader<'_>, integer: &Integer, count: u8) -> Option<u64> {
    let mut bits = 0;
    for index in 0..count {
        if !reader.take(if index == 0 { b"[" } else { b"," }) {
            return None;
        }
        bits = elements::set(integer, bits, index, reader.number()?)?;
    }
    reader.take(b"]").then_some(bits)
}
