//! Texts that are compared at once.

use super::bytes::{Chunk, Reader};

/// A text of up to sixteen bytes, which is compared at once.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ShortText {
    /// Its bytes, the first lowest.
    text: Chunk,
    /// All bits of those.
    mask: Chunk,
    /// How many there are; 0 for none, which stands nowhere.
    pub(super) length: usize,
}

impl ShortText {
    /// That text; `None` if it is longer, or empty.
    pub(super) fn of(text: &[u8]) -> Option<ShortText> {
        let length = text.len();
        let beyond = (size_of::<Chunk>().checked_sub(length)? * 8) as u32;
        let bytes = text.iter().rev();
        (length != 0).then(|| ShortText {
            text: bytes.fold(0, |all, byte| all << 8 | Chunk::from(*byte)),
            mask: Chunk::MAX >> beyond,
            length,
        })
    }

    #[inline]
    pub(super) fn stands_at(&self, reader: &Reader<'_>) -> bool {
        reader.chunk() & self.mask == self.text && self.length != 0
    }
}
