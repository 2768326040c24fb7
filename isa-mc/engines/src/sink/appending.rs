//! What takes whole texts.

use super::cursor::Cursor;
#[cfg(feature = "std")]
use super::line::ROOM;

/// Bytes that a [`Sink`] sets aside for a statement at most.
#[cfg(feature = "std")]
const MOST_ROOM: usize = 1 << 20;

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
        let before = self.len();
        let result = write(self);
        let result = if result.is_ok() && self.overflowed() {
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
