//! Where text goes.
//!
//! The printer writes short pieces, mostly under eight bytes: a copy of fixed
//! length is a load and a store, where a copy of any length is a call.

use crate::digits;
use crate::tables::{Tables, Text};

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
        let digits = [
            b'0' + (value / 100) as u8,
            b'0' + (value / 10 % 10) as u8,
            b'0' + (value % 10) as u8,
        ];
        decimals[value] = match value {
            0..10 => [digits[2], 0, 0, 1],
            10..100 => [digits[1], digits[2], 0, 2],
            _ => [digits[0], digits[1], digits[2], 3],
        };
        value += 1;
    }
    decimals
};

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
        let from = start as usize;
        let source = pool.get(from..).and_then(<[u8]>::first_chunk::<CHUNK>);
        let target = self.room[self.len % LINE..].first_chunk_mut::<CHUNK>();
        match (source, target) {
            (Some(source), Some(target)) if len as usize <= CHUNK => {
                *target = *source;
                self.len += len as usize;
            }
            _ => self.push_long(pool, start, len),
        }
    }

    /// Appends more than a chunk, or what stands at the end of the pool.
    #[cold]
    fn push_long(&mut self, pool: &[u8], start: u32, len: u32) {
        let from = start as usize;
        let source = pool.get(from..from + len as usize).unwrap_or_default();
        let room = self.room.get_mut(self.len..self.len + source.len());
        if let Some(room) = room {
            room.copy_from_slice(source);
        }
        self.len += len as usize;
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
        // A whole chunk, also beyond the end of the text: what is copied too much is
        // written over by the next piece.
        let pool = tables.strings.as_bytes();
        let from = start as usize;
        let source = pool.get(from..).and_then(<[u8]>::first_chunk::<CHUNK>);
        let target = self.tail().and_then(<[u8]>::first_chunk_mut::<CHUNK>);
        match (source, target) {
            (Some(source), Some(target)) if usize::from(len) <= CHUNK => {
                *target = *source;
                self.len += usize::from(len);
            }
            _ => self.push(pool.get(from..from + usize::from(len)).unwrap_or(&[])),
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
            Some(decimal) if value < THOUSAND => self.push_decimal(*decimal),
            _ => self.push_large(value),
        }
    }

    /// Appends an entry of [`DECIMALS`].
    #[inline]
    fn push_decimal(&mut self, decimal: [u8; 4]) {
        let len = decimal[3] as usize;
        match self.tail().and_then(<[u8]>::first_chunk_mut) {
            Some(target) => {
                *target = decimal;
                self.len += len;
            }
            None => self.push(decimal.get(..len).unwrap_or(&[])),
        }
    }

    #[cold]
    fn push_large(&mut self, value: u64) {
        let mut digits = [0; 20];
        let mut at = digits.len();
        let mut value = value;
        while value != 0 {
            at -= 1;
            digits[at] = b'0' + (value % 10) as u8;
            value /= 10;
        }
        self.push(&digits[at..]);
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
        self.push(b"0x");
        let (digits, count) = digits::lower_of(value);
        self.push(&digits[digits.len() - count..]);
    }

    /// Appends two hexadecimal digits for each byte.
    #[cfg(feature = "object")]
    pub(crate) fn push_hex_bytes(&mut self, bytes: &[u8]) {
        let (words, odd) = bytes.as_chunks::<4>();
        for word in words {
            self.push(&digits::lower(u32::from_be_bytes(*word)));
        }
        for byte in odd {
            let [.., high, low] = digits::lower(u32::from(*byte));
            self.push(&[high, low]);
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
