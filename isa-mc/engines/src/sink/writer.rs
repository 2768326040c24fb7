//! What pieces of text are appended to.

use core::fmt;

use crate::digits::{self, DECIMALS, THOUSAND, TRIPLES};
use crate::tables::{Tables, Text};

/// Bytes that are copied at once of what stands in the string pool.
pub(super) const CHUNK: usize = 32;

/// Something that pieces of text are appended to. That there is no room is no error of a piece:
/// who wrote all of them is told.
pub(crate) trait Writer: fmt::Write {
    /// Appends a byte.
    fn push_byte(&mut self, byte: u8);

    /// Appends bytes.
    fn push(&mut self, bytes: &[u8]);

    /// Appends so many of the first bytes of a chunk. Where there is room all of it is copied,
    /// which is no call and no loop: what is too much is written over by what follows.
    fn push_front<const N: usize>(&mut self, chunk: &[u8; N], len: usize);

    /// Appends a text.
    #[inline]
    fn push_str(&mut self, text: &str) {
        self.push(text.as_bytes());
    }

    /// Appends so many bytes of the string pool.
    #[inline]
    fn push_pool(&mut self, pool: &[u8], start: u32, len: u32) {
        let (from, len) = (start as usize, len as usize);
        let chunk = pool.get(from..from + CHUNK).and_then(<[u8]>::first_chunk);
        match chunk {
            Some(chunk) if len <= CHUNK => self.push_front::<CHUNK>(chunk, len),
            _ => self.push(pool.get(from..from + len).unwrap_or_default()),
        }
    }

    /// Appends a piece of the string pool.
    #[inline]
    fn push_text(&mut self, tables: &Tables, text: Text) {
        self.push_pool(tables.strings.as_bytes(), text.start, text.len.into());
    }

    /// Appends a number in decimal.
    #[inline]
    fn push_unsigned(&mut self, value: u64) {
        let (front, behind) = (value / THOUSAND, value % THOUSAND);
        match DECIMALS.get(front as usize) {
            Some(_) if front == 0 => {
                let decimal = &DECIMALS[behind as usize];
                self.push_front(decimal, decimal[3].into());
            }
            Some(decimal) => {
                self.push_front(decimal, decimal[3].into());
                self.push_front(&TRIPLES[behind as usize], 3);
            }
            None => {
                let (digits, count) = digits::decimal(value);
                self.push_front(&digits, count);
            }
        }
    }

    /// Appends a number in decimal, with a minus sign if it is negative.
    #[inline]
    fn push_signed(&mut self, value: i64) {
        if value < 0 {
            self.push_byte(b'-');
        }
        self.push_unsigned(value.unsigned_abs());
    }

    /// Appends a number as `0x1f`, with a minus sign if it is negative.
    #[inline]
    fn push_hex(&mut self, value: i64) {
        if value < 0 {
            self.push_byte(b'-');
        }
        self.push_hex_unsigned(value.unsigned_abs());
    }

    /// Appends a number as `0x1f`.
    #[inline]
    fn push_hex_unsigned(&mut self, value: u64) {
        self.push_front(b"0x", 2);
        self.push_hex_digits(value);
    }

    /// Appends a number as `1f`.
    #[inline]
    fn push_hex_digits(&mut self, value: u64) {
        let (high, low) = ((value >> 32) as u32, value as u32);
        if high == 0 {
            let (digits, count) = digits::lower_of(low);
            self.push_front(&digits, count);
        } else {
            let (digits, count) = digits::lower_of(high);
            self.push_front(&digits, count);
            self.push_front(&digits::lower(low), 8);
        }
    }

    /// Appends two hexadecimal digits for each byte.
    #[cfg(feature = "object")]
    #[inline]
    fn push_hex_bytes(&mut self, bytes: &[u8]) {
        let (words, odd) = bytes.as_chunks::<4>();
        for word in words {
            self.push_front(&digits::lower(u32::from_be_bytes(*word)), 8);
        }
        for byte in odd {
            let [.., high, low] = digits::lower(u32::from(*byte));
            self.push_front(&[high, low], 2);
        }
    }
}
