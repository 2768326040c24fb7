//! A line that is too long only at its end.

use core::fmt;

use super::writer::{CHUNK, Writer};

/// Bytes that may be written; a chunk more are there.
const LINE: usize = 256;

/// Bytes that a line needs, and that a statement is begun with.
pub(super) const ROOM: usize = LINE + CHUNK;

/// Room for a line, in which pieces of any place fit without a question: that there were
/// too many is found out at the end.
pub(crate) struct Line<'b> {
    room: &'b mut [u8; ROOM],
    len: usize,
}

impl<'b> Line<'b> {
    /// An empty line at the front of some room; `None` if there is less than one needs.
    #[inline]
    pub(crate) fn new(room: &'b mut [u8]) -> Option<Line<'b>> {
        let room = room.first_chunk_mut()?;
        Some(Line { room, len: 0 })
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

    /// Goes on behind so many bytes: with what was appended to the line
    /// [apart](Self::apart), or without what was appended to this one.
    #[inline]
    pub(crate) fn go_on(&mut self, len: usize) {
        self.len = len;
    }

    /// Bytes written, or more than there is room for.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// How many bytes were written; `None` if they were too many.
    #[inline]
    pub(crate) fn written(&self) -> Option<usize> {
        (self.len < LINE).then_some(self.len)
    }
}

/// Copies what is longer than a chunk, if there is room at a place. It is not given the line
/// itself, whose length stays in a register so.
#[cold]
fn copy(bytes: &[u8], room: &mut [u8], at: usize) {
    if let Some(room) = room.get_mut(at..at + bytes.len()) {
        room.copy_from_slice(bytes);
    }
}

impl Writer for Line<'_> {
    #[inline]
    fn push_byte(&mut self, byte: u8) {
        self.room[self.len % LINE] = byte;
        self.len += 1;
    }

    #[inline]
    fn push(&mut self, bytes: &[u8]) {
        copy(bytes, self.room, self.len);
        self.len += bytes.len();
    }

    #[inline]
    fn push_front<const N: usize>(&mut self, chunk: &[u8; N], len: usize) {
        const { assert!(N <= CHUNK) };
        if let Some(target) = self.room[self.len % LINE..].first_chunk_mut() {
            *target = *chunk;
        }
        self.len += len;
    }
}

impl fmt::Write for Line<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.push_str(text);
        Ok(())
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    /// A text that fits is all there, whatever lengths its pieces have, and one that is too long
    /// is told of, whether it is so by one piece or by many.
    #[test]
    fn lines_that_are_too_long_are_told_of() {
        for piece in [1, 5, CHUNK, CHUNK + 1, 100, LINE - 1, LINE, ROOM, 2 * ROOM] {
            let text = "x".repeat(piece);
            for count in [1, 2, 3, LINE / piece, LINE / piece + 1] {
                let mut room = vec![0; ROOM];
                let mut line = Line::new(&mut room).expect("as much as a line needs");
                for _ in 0..count {
                    line.push_str(&text);
                }
                let len = piece * count;
                assert_eq!(line.written(), Some(len).filter(|len| *len < LINE));
                if len < LINE {
                    assert_eq!(room[..len], *"x".repeat(len).as_bytes());
                }
            }
        }
        assert!(Line::new(&mut [0; ROOM - 1]).is_none());
    }
}
