//! Modifiers that are a word, or a word and a number: `offen offset:16 glc`.

use super::bytes::{Reader, ends, plain_number};
use super::short_text::ShortText;
use crate::tables::BitString;

/// The modifiers of a recipe in their order; none where others than these are what stands there
/// most, or where the recipe says some of their bits otherwise.
#[derive(Debug, Clone, Default)]
pub(super) struct PlainModifiers(pub(super) Vec<PlainModifier>);

/// A modifier whose text is as it is printed.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlainModifier {
    /// Its text before a number; none of a modifier that is not plain.
    pub(super) text: ShortText,
    /// Lowest bit of its field.
    pub(super) shift: u8,
    /// Bits of its number; 0 for a word alone, which is one bit.
    pub(super) number: u8,
    /// The bit of its operand.
    pub(super) seen: u64,
    /// What else may begin, however it is spelled, as
    /// [`beginning`](crate::tables::beginning) has it.
    pub(super) begins: u64,
}

impl PlainModifier {
    /// One that is not plain, with what it may begin with.
    pub(super) fn other(begins: u64) -> PlainModifier {
        PlainModifier {
            text: ShortText::default(),
            shift: 0,
            number: 0,
            seen: 0,
            begins,
        }
    }
}

impl PlainModifiers {
    /// Passes modifiers as long as all are plain and as they are printed, and gives those that there
    /// are as bits of their operands. The first one stands at the reader; whether the line ends
    /// behind the last one is for the caller to ask.
    #[inline]
    pub(super) fn read<B: BitString>(&self, at: &mut Reader<'_>, to: &mut B) -> Option<u64> {
        let (mut reader, mut bits, mut seen) = (*at, *to, 0);
        for it in &self.0 {
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
            if goes_on(&mut reader) {
                continue;
            }
            (*at, *to) = (reader, bits);
            return Some(seen);
        }
        None
    }
}

/// Passes a blank in front of another modifier; whether there is one.
#[inline]
fn goes_on(reader: &mut Reader<'_>) -> bool {
    let mut behind = *reader;
    let goes_on = behind.pass(b' ') && behind.peek().is_ascii_lowercase();
    if goes_on {
        *reader = behind;
    }
    goes_on
}
