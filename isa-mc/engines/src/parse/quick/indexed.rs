//! Registers whose numbers are written otherwise than printing would write them,
//! `v[first+1]` and `s[4 : 5]`, as the words that they are printed as.

use super::Quick;
use super::bytes::Reader;
use crate::tables::MAX_OPERAND_TEXT;

/// The greatest number of a register that is looked for.
const MAX_NUMBER: i64 = 9999;

/// Bytes of the name of registers with numbers, at most.
const MAX_NAME: u32 = 6;

/// A word that is put together, the first byte lowest, and how many bytes it has.
#[derive(Default)]
struct Word {
    bytes: u128,
    length: u32,
}

impl Word {
    /// Appends bytes, the first lowest. Where there are too many it is a word of nothing.
    #[inline]
    fn push(&mut self, bytes: u64, length: u32) {
        self.bytes |= u128::from(bytes).unbounded_shl(self.length * 8);
        self.length += length;
    }

    fn push_number(&mut self, number: u16) {
        let (mut digits, mut length, mut rest) = (0, 0, number);
        loop {
            digits = digits << 8 | u64::from(b'0' + (rest % 10) as u8);
            length += 1;
            rest /= 10;
            if rest == 0 {
                return self.push(digits, length);
            }
        }
    }
}

impl Quick<'_, '_> {
    /// The number of the word that printing would write for the registers here, and how many
    /// bytes they have in the text; `None` if they are no word with numbers in brackets, or
    /// nobody knows the numbers.
    #[inline]
    pub(super) fn indexed(&self, reader: Reader<'_>) -> Option<(u16, usize)> {
        // Most of what is asked for is a number.
        let may_be_name = reader.peek().is_ascii_lowercase();
        may_be_name.then(|| self.indexed_name(reader)).flatten()
    }

    /// [`indexed`](Self::indexed) of what begins with a letter.
    #[inline(never)]
    fn indexed_name(&self, mut reader: Reader<'_>) -> Option<(u16, usize)> {
        let start = reader.at;
        let mut word = Word::default();
        while reader.peek().is_ascii_lowercase() && word.length <= MAX_NAME {
            word.push(reader.peek().into(), 1);
            reader.at += 1;
        }
        let is_name = (1..=MAX_NAME).contains(&word.length);
        if !is_name || !reader.pass(b'[') {
            return None;
        }
        let first = self.index(&mut reader)?;
        let last = match reader.pass(b':') {
            true => self.index(&mut reader)?,
            false => first,
        };
        if !reader.pass(b']') || last < first {
            return None;
        }
        if first == last {
            word.push_number(first);
        } else {
            word.push(b'['.into(), 1);
            word.push_number(first);
            word.push(b':'.into(), 1);
            word.push_number(last);
            word.push(b']'.into(), 1);
        }
        let (low, high) = (word.bytes as u64, (word.bytes >> 64) as u64);
        let number = self.target.tables.indexed_text(low, high);
        let is_word = number != 0 && word.length as usize <= MAX_OPERAND_TEXT;
        is_word.then_some((number, reader.at - start))
    }

    /// Passes the number of a register.
    fn index(&self, reader: &mut Reader<'_>) -> Option<u16> {
        let number = self.expression(reader)?;
        reader.skip_space();
        u16::try_from(number).ok().filter(|_| number <= MAX_NUMBER)
    }
}
