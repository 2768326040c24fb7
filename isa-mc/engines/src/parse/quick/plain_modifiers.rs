//! Modifiers that are a word, or a word and a number: `offen offset:16 glc`. What reads them is
//! found once for each mnemonic.

use super::bytes::{Reader, ShortText, ends, plain_number};
use super::follow::State;
use super::plain_members::plain_bits;
use super::{Quick, Subject};
use crate::tables::{BitString, Kind, Modifier, Operand, Spelling, Token};

/// The modifiers of a recipe in their order; none where others than these are what stands there
/// most, or where the recipe says some of their bits otherwise.
#[derive(Debug, Clone, Default)]
pub(super) struct PlainModifiers(Vec<PlainModifier>);

/// A modifier whose text is as it is printed.
#[derive(Debug, Clone, Copy, Default)]
struct PlainModifier {
    /// Its text before a number; none of a modifier that is not plain.
    text: ShortText,
    /// Lowest bit of its field.
    shift: u8,
    /// Bits of its number; 0 for a word alone, which is one bit.
    number: u8,
    /// The bit of its operand.
    seen: u64,
    /// What else may begin, however it is spelled, as
    /// [`beginning`](crate::tables::beginning) has it.
    begins: u64,
}

impl<'q> Quick<'q, '_> {
    /// The plain modifiers of a recipe.
    pub(super) fn plain_modifiers(&self, subject: &Subject<'_>) -> PlainModifiers {
        let none = PlainModifiers::default();
        if subject.recipe.repeated != 0 || subject.has_words {
            return none;
        }
        let tables = self.target.tables;
        let sets = tables.tokens.get(subject.recipe.modifiers.range());
        let mut all = Vec::new();
        for set in sets.unwrap_or_default() {
            let Token::Modifiers(rows) = set.get() else {
                return none;
            };
            let rows = tables.modifiers.get(rows.range()).unwrap_or_default();
            let found = rows.iter().map(|row| self.plain_modifier(subject, row));
            all.extend(found.map(Option::unwrap_or_default));
        }
        match all.iter().any(|it: &PlainModifier| it.text.length != 0) {
            true => PlainModifiers(all),
            false => none,
        }
    }

    fn plain_modifier(&self, subject: &Subject<'_>, modifier: &Modifier) -> Option<PlainModifier> {
        let tables = self.target.tables;
        let spellings = tables.spellings.get(modifier.spellings.range())?;
        let begins = |all: &[Spelling]| {
            let begins = all.iter().map(|it| self.spelling_begins(it));
            begins.fold(0, |all, it| all | it)
        };
        let other = PlainModifier {
            begins: begins(spellings),
            ..PlainModifier::default()
        };
        let Some((printed, others)) = spellings.split_first() else {
            return Some(other);
        };
        let row = self.row(subject, modifier.operand)?;
        let text = ShortText::of(tables.bytes(printed.before));
        let number = self.number_bits(row, printed);
        let is_one = row.field.more.len == 0 && row.field.total != 0 && printed.after.len == 0;
        let (Some(text), Some(number), true) = (text, number, is_one && modifier.default == 0)
        else {
            return Some(other);
        };
        Some(PlainModifier {
            text,
            shift: row.field.shift,
            number,
            seen: 1_u64.unbounded_shl(modifier.operand.into()),
            begins: match printed.negatable.is_set() {
                true => begins(spellings),
                false => begins(others),
            },
        })
    }

    /// Bits of the number behind a text; 0 for a flag without one, `None` if it is something else.
    fn number_bits(&self, row: &Operand, spelling: &Spelling) -> Option<u8> {
        match (row.kind.get(), spelling.valued.is_set()) {
            (Kind::Flag, false) if row.field.total == 1 => Some(0),
            (Kind::Integer { integer }, true) => {
                let integer = self.target.tables.integers.get(usize::from(integer))?;
                plain_bits(integer, row)
            }
            _ => None,
        }
    }

    /// Passes modifiers up to the end of the line, if all are plain and as they are printed, and
    /// gives those that there are as bits of their operands. The first one stands at the reader.
    pub(super) fn read_plain<B: BitString>(
        &self,
        state: &mut State<'q, B>,
        PlainModifiers(all): &PlainModifiers,
    ) -> Option<u64> {
        let (mut reader, mut bits, mut seen) = (state.reader, state.bits, 0);
        for it in all {
            if !it.text.stands_at(&reader) {
                let begins = reader.begins();
                if it.begins & begins == begins {
                    return None;
                }
                continue;
            }
            reader.at += it.text.length;
            let value = match it.number {
                0 => u64::from(ends(reader.peek())),
                bits => plain_number(&mut reader, bits)?,
            };
            // A default is not printed.
            if value == 0 {
                return None;
            }
            bits = bits.with(it.shift, value);
            seen |= it.seen;
            if goes_on(&mut reader)? {
                continue;
            }
            (state.reader, state.bits) = (reader, bits);
            return Some(seen);
        }
        None
    }
}

/// Passes a blank in front of another modifier; whether there is one. `None` for what is neither
/// that nor the end of the line.
#[inline]
fn goes_on(reader: &mut Reader<'_>) -> Option<bool> {
    match reader.peek() {
        b'\n' => Some(false),
        b' ' => {
            reader.at += 1;
            reader.peek().is_ascii_lowercase().then_some(true)
        }
        _ => None,
    }
}
