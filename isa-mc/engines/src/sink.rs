//! Where text goes.
//!
//! The printer writes short pieces, mostly under eight bytes: a copy of fixed
//! length is a load and a store, where a copy of any length is a call.

use crate::digits;
use crate::tables::{SEPARATOR, Tables, Text};

/// Bytes that a [`Sink`] sets aside for a statement at first.
#[cfg(feature = "std")]
const ROOM: usize = LINE + CHUNK;

/// Bytes that it sets aside at most.
#[cfg(feature = "std")]
const MOST_ROOM: usize = 1 << 20;

/// Numbers below it are looked up.
const THOUSAND: u64 = 1000;

/// The digits of numbers of up to three, and how many they are: the printer
/// must not branch on that, for registers have one digit as often as two.
static DECIMALS: [[u8; 4]; THOUSAND as usize] = {
    let mut decimals = [[0; 4]; THOUSAND as usize];
    let mut value = 0;
    while value < decimals.len() {
        let digits = three_digits(value);
        decimals[value] = match value {
            0..10 => [digits[2], 0, 0, 1],
            10..100 => [digits[1], digits[2], 0, 2],
            _ => [digits[0], digits[1], digits[2], 3],
        };
        value += 1;
    }
    decimals
};

/// The digits of numbers below a thousand, with their leading zeros.
static TRIPLES: [[u8; 4]; THOUSAND as usize] = {
    let mut triples = [[0; 4]; THOUSAND as usize];
    let mut value = 0;
    while value < triples.len() {
        let [hundreds, tens, ones] = three_digits(value);
        triples[value] = [hundreds, tens, ones, 0];
        value += 1;
    }
    triples
};

/// The digits of a number below a thousand, with its leading zeros.
const fn three_digits(value: usize) -> [u8; 3] {
    [
        b'0' + (value / 100) as u8,
        b'0' + (value / 10 % 10) as u8,
        b'0' + (value % 10) as u8,
    ]
}

/// Bytes over which [`Cursor::push_text`] copies at once.
const CHUNK: usize = 32;

/// Bytes of a [`Line`] that may be written; a chunk more are there.
const LINE: usize = 256;

/// Room for a line, in which pieces of any place fit without a question: that there were
/// too many is found out at the end.
pub(crate) struct Line<'b> {
    room: &'b mut [u8; LINE + CHUNK],
    len: usize,
}

impl Line<'_> {
    /// Appends so many bytes of the string pool.
    #[inline]
    pub(crate) fn push(&mut self, pool: &[u8], start: u32, len: u32) {
        let source = pool_chunk(pool, start);
        let target = self.room[self.len % LINE..].first_chunk_mut::<CHUNK>();
        match (source, target) {
            (Some(source), Some(target)) if len as usize <= CHUNK => *target = *source,
            _ => copy_long(pool, start, len, self.room, self.len),
        }
        self.len += len as usize;
    }

    /// Appends a byte.
    #[inline]
    pub(crate) fn push_byte(&mut self, byte: u8) {
        self.room[self.len % LINE] = byte;
        self.len += 1;
    }

    /// Appends so many of the last bytes of what separates operands.
    #[inline]
    pub(crate) fn push_separator(&mut self, count: u8) {
        let separator = SEPARATOR.as_bytes();
        let start = separator.len().saturating_sub(count.into());
        for byte in separator.get(start..).unwrap_or_default() {
            self.push_byte(*byte);
        }
    }

    /// Appends so many of the first bytes of a chunk, all of which are copied.
    #[inline]
    pub(crate) fn push_front<const N: usize>(&mut self, chunk: &[u8; N], len: usize) {
        const { assert!(N <= CHUNK) };
        if let Some(target) = self.room[self.len % LINE..].first_chunk_mut() {
            *target = *chunk;
        }
        self.len += len;
    }

    /// Appends a number in decimal.
    #[inline]
    pub(crate) fn push_unsigned(&mut self, value: u64) {
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
            None => self.len = self.end_of(|out| out.push_large(value)),
        }
    }

    /// Appends a number as `0x1f`.
    #[inline]
    pub(crate) fn push_hex_unsigned(&mut self, value: u64) {
        self.push_front(b"0x", 2);
        self.push_hex_digits(value);
    }

    /// Appends a number as `1f`.
    #[inline]
    pub(crate) fn push_hex_digits(&mut self, value: u64) {
        if value >> 32 != 0 {
            self.len = self.end_of(|out| out.push_hex_digits(value));
            return;
        }
        let (digits, count) = digits::lower_of(value as u32);
        self.push_front(&digits, count);
    }

    /// Appends two hexadecimal digits for each byte.
    #[cfg(feature = "object")]
    #[inline]
    pub(crate) fn push_hex_bytes(&mut self, bytes: &[u8]) {
        let (words, odd) = bytes.as_chunks::<4>();
        for word in words {
            self.push_front(&digits::lower(u32::from_be_bytes(*word)), 8);
        }
        for byte in odd {
            let [.., high, low] = digits::lower(u32::from(*byte));
            self.push_front(&[high, low], 2);
        }
    }

    /// Appends a text.
    #[cfg(feature = "object")]
    pub(crate) fn push_text(&mut self, text: &str) {
        self.len = self.end_of(|out| out.push_str(text));
    }

    /// Where the line ends when something was appended to it elsewhere.
    fn end_of(&mut self, write: impl FnOnce(&mut Cursor<'_>)) -> usize {
        let mut cursor = Cursor::new(self.room.get_mut(self.len..).unwrap_or_default());
        write(&mut cursor);
        self.len + if cursor.overflowed { LINE } else { cursor.len }
    }

    /// The same line, for what is not compiled into the one who writes it: so how long it is
    /// stays in a register there.
    #[inline]
    pub(crate) fn apart(&mut self) -> Line<'_> {
        Line {
            room: self.room,
            len: self.len,
        }
    }

    /// Goes on behind what was appended to the line [apart](Self::apart), which was so long
    /// then.
    #[inline]
    pub(crate) fn go_on(&mut self, len: usize) {
        self.len = len;
    }

    /// Bytes written, or more than there is room for.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Appends what `write` writes.
    ///
    /// # Errors
    ///
    /// Its error.
    #[inline]
    pub(crate) fn write<E>(
        &mut self,
        write: impl FnOnce(&mut Cursor<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let room = self.room.get_mut(self.len..).unwrap_or_default();
        let mut cursor = Cursor::new(room);
        write(&mut cursor)?;
        self.len += if cursor.overflowed { LINE } else { cursor.len };
        Ok(())
    }

    /// How many bytes were written; `None` if they were too many.
    #[inline]
    pub(crate) fn written(&self) -> Option<usize> {
        (self.len < LINE).then_some(self.len)
    }
}

/// A chunk of the string pool; `None` at its end.
#[inline]
fn pool_chunk(pool: &[u8], start: u32) -> Option<&[u8; CHUNK]> {
    let from = start as usize;
    pool.get(from..from + CHUNK)?.first_chunk()
}

/// Copies more than a chunk, or what stands at the end of the pool, if there is room at a place.
/// It is not given the line itself, whose length stays in a register so.
#[cold]
fn copy_long(pool: &[u8], start: u32, len: u32, room: &mut [u8], at: usize) {
    let from = start as usize;
    let source = pool.get(from..from + len as usize).unwrap_or_default();
    if let Some(room) = room.get_mut(at..at + source.len()) {
        room.copy_from_slice(source);
    }
}

/// A byte buffer with a position. What does not fit is dropped and remembered
/// as [`Cursor::overflowed`].
#[derive(Debug)]
pub struct Cursor<'b> {
    buffer: &'b mut [u8],
    len: usize,
    overflowed: bool,
}

impl<'b> Cursor<'b> {
    /// Writes to the front of `buffer`.
    pub fn new(buffer: &'b mut [u8]) -> Cursor<'b> {
        Cursor {
            buffer,
            len: 0,
            overflowed: false,
        }
    }

    /// What was written.
    pub fn as_bytes(&self) -> &[u8] {
        &self.buffer[..self.len]
    }

    /// What was written, as text.
    pub fn as_str(&self) -> &str {
        match str::from_utf8(self.as_bytes()) {
            Ok(text) => text,
            // A text that was cut in the middle of a character.
            Err(error) => str::from_utf8(&self.buffer[..error.valid_up_to()]).unwrap_or(""),
        }
    }

    /// Bytes written.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Nothing was written.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes that still fit.
    pub fn room(&self) -> usize {
        self.buffer.len() - self.len
    }

    /// Something did not fit.
    pub fn overflowed(&self) -> bool {
        self.overflowed
    }

    /// Forgets everything behind the first `len` bytes, and any overflow.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
        self.overflowed = false;
    }

    /// Appends a byte.
    #[inline]
    pub fn push_byte(&mut self, byte: u8) {
        match self.buffer.get_mut(self.len) {
            Some(slot) => {
                *slot = byte;
                self.len += 1;
            }
            None => self.overflowed = true,
        }
    }

    /// Appends bytes.
    #[inline]
    pub fn push(&mut self, bytes: &[u8]) {
        match self.buffer.get_mut(self.len..self.len + bytes.len()) {
            Some(slots) => {
                slots.copy_from_slice(bytes);
                self.len += bytes.len();
            }
            None => self.overflowed = true,
        }
    }

    /// Appends a text.
    pub fn push_str(&mut self, text: &str) {
        self.push(text.as_bytes());
    }

    /// Appends a piece of the string pool.
    #[inline]
    pub(crate) fn push_text(&mut self, tables: &Tables, text: Text) {
        let Text { start, len } = text;
        let pool = tables.strings.as_bytes();
        match pool_chunk(pool, start) {
            Some(chunk) if usize::from(len) <= CHUNK => self.push_front(chunk, len.into()),
            _ => {
                let from = start as usize;
                self.push(pool.get(from..from + usize::from(len)).unwrap_or(&[]));
            }
        }
    }

    /// Appends so many of the first bytes of a chunk. Where there is room all of it is copied,
    /// which is no call and no loop: what is too much is written over by what follows.
    #[inline]
    pub(crate) fn push_front<const N: usize>(&mut self, chunk: &[u8; N], len: usize) {
        match self.tail().and_then(<[u8]>::first_chunk_mut) {
            Some(target) => {
                *target = *chunk;
                self.len += len.min(N);
            }
            None => self.push(chunk.get(..len).unwrap_or(chunk)),
        }
    }

    /// Room for a line; `None` if there is less.
    #[inline]
    pub(crate) fn line(&mut self) -> Option<Line<'_>> {
        let room = self.tail()?.first_chunk_mut()?;
        Some(Line { room, len: 0 })
    }

    /// Takes in what was written to the line behind it.
    #[inline]
    pub(crate) fn advance(&mut self, written: usize) {
        self.len += written;
    }

    /// What is left of the buffer.
    #[inline]
    fn tail(&mut self) -> Option<&mut [u8]> {
        self.buffer.get_mut(self.len..)
    }

    /// Appends a number in decimal.
    #[inline]
    pub fn push_unsigned(&mut self, value: u64) {
        match DECIMALS.get(value as usize) {
            Some(decimal) if value < THOUSAND => self.push_front(decimal, decimal[3].into()),
            _ => self.push_large(value),
        }
    }

    /// Appends a number of four digits or more: each three of them at once.
    fn push_large(&mut self, value: u64) {
        self.push_unsigned(value / THOUSAND);
        self.push_front(&TRIPLES[(value % THOUSAND) as usize], 3);
    }

    /// Appends a number in decimal, with a minus sign if it is negative.
    pub fn push_signed(&mut self, value: i64) {
        if value < 0 {
            self.push_byte(b'-');
        }
        self.push_unsigned(value.unsigned_abs());
    }

    /// Appends a number as `0x1f`, with a minus sign if it is negative.
    pub fn push_hex(&mut self, value: i64) {
        if value < 0 {
            self.push_byte(b'-');
        }
        self.push_hex_unsigned(value.unsigned_abs());
    }

    /// Appends a number as `0x1f`.
    pub fn push_hex_unsigned(&mut self, value: u64) {
        self.push_front(b"0x", 2);
        self.push_hex_digits(value);
    }

    /// Appends a number as `1f`.
    #[inline]
    pub(crate) fn push_hex_digits(&mut self, value: u64) {
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
    pub(crate) fn push_hex_bytes(&mut self, bytes: &[u8]) {
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

impl core::fmt::Write for Cursor<'_> {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        self.push_str(text);
        if self.overflowed {
            Err(core::fmt::Error)
        } else {
            Ok(())
        }
    }
}

/// Something that text is appended to.
pub trait Sink {
    /// Appends what `write` writes, or nothing if it gives an error or there
    /// is no room. `write` may be called again with more room.
    ///
    /// # Errors
    ///
    /// The error of `write`; `full` if the text does not fit.
    fn append<E>(
        &mut self,
        full: E,
        write: impl FnMut(&mut Cursor<'_>) -> Result<(), E>,
    ) -> Result<(), E>;
}

impl Sink for Cursor<'_> {
    #[inline]
    fn append<E>(
        &mut self,
        full: E,
        mut write: impl FnMut(&mut Cursor<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let before = self.len;
        let result = write(self);
        let result = if result.is_ok() && self.overflowed {
            Err(full)
        } else {
            result
        };
        if result.is_err() {
            self.truncate(before);
        }
        result
    }
}

#[cfg(feature = "std")]
impl Sink for Vec<u8> {
    fn append<E>(
        &mut self,
        full: E,
        write: impl FnMut(&mut Cursor<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        through_buffer(full, write, |written| {
            self.extend_from_slice(written.as_bytes());
        })
    }
}

#[cfg(feature = "std")]
impl Sink for String {
    fn append<E>(
        &mut self,
        full: E,
        write: impl FnMut(&mut Cursor<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        // The engines write pieces of texts, so what they write is text.
        through_buffer(full, write, |written| self.push_str(written.as_str()))
    }
}

/// Lets `write` write to a buffer, a larger one if it must be, and hands over
/// what it wrote.
#[cfg(feature = "std")]
fn through_buffer<E>(
    full: E,
    mut write: impl FnMut(&mut Cursor<'_>) -> Result<(), E>,
    take: impl FnOnce(&Cursor<'_>),
) -> Result<(), E> {
    let mut room = [0; ROOM];
    let mut cursor = Cursor::new(&mut room);
    write(&mut cursor)?;
    if !cursor.overflowed() {
        take(&cursor);
        return Ok(());
    }
    let mut room = Vec::new();
    while room.len() < MOST_ROOM {
        room.resize((room.len() * 8).max(ROOM * 8), 0);
        let mut cursor = Cursor::new(&mut room);
        write(&mut cursor)?;
        if !cursor.overflowed() {
            take(&cursor);
            return Ok(());
        }
    }
    Err(full)
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    const NUMBERS: [u64; 14] = [
        0,
        9,
        10,
        999,
        1000,
        1007,
        65_535,
        1_000_000,
        12_003_045,
        0xffff_ffff,
        0x1_0000_0000,
        0x12_0000_0034,
        0x1234_5678_9abc_def0,
        u64::MAX,
    ];

    /// Numbers have all their digits, with the zeros inside, and no others.
    #[test]
    fn numbers_have_their_digits() {
        for value in NUMBERS {
            let mut room = [0; 64];
            let mut out = Cursor::new(&mut room);
            out.push_unsigned(value);
            out.push_byte(b' ');
            out.push_hex_unsigned(value);
            out.push_byte(b'.');
            assert_eq!(out.as_str(), format!("{value} {value:#x}."));
        }
    }

    /// A number is written where it just fits, and where a byte less is there the cursor says
    /// so and writes nothing behind its room.
    #[test]
    fn numbers_need_no_more_room_than_they_have_digits() {
        for value in NUMBERS {
            let texts = [format!("{value}"), format!("{value:#x}")];
            for (at, text) in texts.iter().enumerate() {
                for size in [text.len(), text.len() - 1] {
                    let mut room = vec![b'x'; size];
                    let mut out = Cursor::new(&mut room);
                    match at {
                        0 => out.push_unsigned(value),
                        _ => out.push_hex_unsigned(value),
                    }
                    assert_eq!(out.overflowed(), size < text.len(), "{text}");
                    assert!(out.overflowed() || out.as_str() == text);
                }
            }
        }
    }
}
