//! What is collected before it is written: text in a buffer that stays.

use std::fmt;

use crate::sink::{self, Sink};

/// Bytes that are collected before they are written.
pub(super) const BLOCK: usize = 1 << 16;

/// Room that a statement is begun with; one that needs more gets more.
const STATEMENT: usize = 512;

/// The most room that a statement gets.
const MOST: usize = 1 << 21;

/// A text that grows. What is behind it stays as it was, so that room costs nothing the
/// second time.
#[derive(Default)]
pub(super) struct Block {
    bytes: Vec<u8>,
    len: usize,
}

impl Block {
    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Forgets everything behind the first `len` bytes.
    pub(super) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// All the room behind the text, which is so many bytes at least.
    #[inline]
    pub(super) fn room(&mut self, least: usize) -> sink::Cursor<'_> {
        if self.bytes.len() - self.len < least {
            self.grow(least);
        }
        sink::Cursor::new(&mut self.bytes[self.len..])
    }

    /// Appends what was written to the front of that room.
    pub(super) fn take(&mut self, count: usize) {
        self.len = self.bytes.len().min(self.len + count);
    }

    #[cold]
    fn grow(&mut self, least: usize) {
        let most = (self.bytes.len() * 2).max(BLOCK + (BLOCK >> 2));
        self.bytes.resize(most.max(self.len + least), 0);
    }

    /// Appends a byte.
    #[inline]
    pub(super) fn push(&mut self, byte: u8) {
        self.extend(&[byte]);
    }

    /// Appends bytes.
    #[inline]
    pub(super) fn extend(&mut self, bytes: &[u8]) {
        if self.bytes.len() - self.len < bytes.len() {
            self.grow(bytes.len());
        }
        self.bytes[self.len..][..bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
    }

    /// Appends texts.
    #[inline]
    pub(super) fn texts(&mut self, texts: &[&str]) {
        for text in texts {
            self.extend(text.as_bytes());
        }
    }
}

impl fmt::Write for Block {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.extend(text.as_bytes());
        Ok(())
    }
}

impl Sink for Block {
    fn append<E>(
        &mut self,
        full: E,
        mut write: impl FnMut(&mut sink::Cursor<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut least = STATEMENT;
        while least <= MOST {
            let mut out = self.room(least);
            write(&mut out)?;
            if !out.overflowed() {
                let written = out.len();
                self.take(written);
                return Ok(());
            }
            least *= 8;
        }
        Err(full)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sink::Writer as _;

    /// A statement that is longer than the room it is begun with is not cut, and one that
    /// fails leaves nothing.
    #[test]
    fn statements_get_the_room_they_need() {
        let mut block = Block::default();
        block.texts(&["a", "b"]);
        for size in [1, STATEMENT - 1, STATEMENT, STATEMENT + 1, BLOCK * 3] {
            let long = vec![b'x'; size];
            let before = block.len();
            let result = block.append((), |out| {
                out.push(&long);
                Ok(())
            });
            assert_eq!(result, Ok(()));
            assert_eq!(&block.as_bytes()[before..], long);
        }
        let before = block.len();
        let failed = block.append(1, |out| {
            out.push(b"half a statement");
            Err(2)
        });
        assert_eq!(failed, Err(2));
        assert_eq!(block.len(), before);
        let endless = block.append(1, |out| {
            out.push(&vec![0; MOST * 9]);
            Ok(())
        });
        assert_eq!(endless, Err(1), "more room than any statement gets");
    }
}
