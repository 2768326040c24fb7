//! A buffer with a position.

use core::fmt;

use super::line::Line;
use super::writer::Writer;

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

    /// Appends a text.
    pub fn push_str(&mut self, text: &str) {
        self.push(text.as_bytes());
    }

    /// Room for a line; `None` if there is less.
    #[inline]
    pub(crate) fn line(&mut self) -> Option<Line<'_>> {
        Line::new(self.tail()?)
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
}

impl Writer for Cursor<'_> {
    #[inline]
    fn push_byte(&mut self, byte: u8) {
        self.push_byte(byte);
    }

    #[inline]
    fn push(&mut self, bytes: &[u8]) {
        match self.buffer.get_mut(self.len..self.len + bytes.len()) {
            Some(slots) => {
                slots.copy_from_slice(bytes);
                self.len += bytes.len();
            }
            None => self.overflowed = true,
        }
    }

    #[inline]
    fn push_front<const N: usize>(&mut self, chunk: &[u8; N], len: usize) {
        match self.tail().and_then(<[u8]>::first_chunk_mut) {
            Some(target) => {
                *target = *chunk;
                self.len += len.min(N);
            }
            None => self.push(chunk.get(..len).unwrap_or(chunk)),
        }
    }
}

impl fmt::Write for Cursor<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push_str(text);
        if self.overflowed {
            Err(fmt::Error)
        } else {
            Ok(())
        }
    }
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

    /// Numbers have all their digits, with the zeros inside, and no others, in either writer.
    #[test]
    fn numbers_have_their_digits() {
        for value in NUMBERS {
            let mut room = [0; 64];
            let mut out = Cursor::new(&mut room);
            out.push_unsigned(value);
            out.push_byte(b' ');
            out.push_hex_unsigned(value);
            out.push_byte(b'.');
            let text = format!("{value} {value:#x}.");
            assert_eq!(out.as_str(), text);
            let mut room = [0; 512];
            let mut line = Line::new(&mut room).expect("as much as a line needs");
            line.push_unsigned(value);
            line.push_byte(b' ');
            line.push_hex_unsigned(value);
            line.push_byte(b'.');
            assert_eq!(line.written(), Some(text.len()));
            assert_eq!(room[..text.len()], *text.as_bytes());
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
