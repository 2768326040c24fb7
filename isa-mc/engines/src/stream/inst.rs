//! An instruction of bytes in memory.

use crate::tables::MAX_STREAM_BYTES;

/// An instruction that is bytes one after the other: those bytes, and which
/// encoding they are.
///
/// Made by [`StreamTarget::decode`], [`StreamTarget::parse`] or
/// [`StreamTarget::create`]. Two are equal if they are the same bytes of the
/// same encoding.
///
/// [`StreamTarget::decode`]: crate::StreamTarget::decode
/// [`StreamTarget::parse`]: crate::StreamTarget::parse
/// [`StreamTarget::create`]: crate::StreamTarget::create
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StreamInst {
    /// Zero behind `size`, so that derived equality is that of instructions.
    bytes: [u8; MAX_STREAM_BYTES],
    size: u8,
    encoding: u16,
}

impl StreamInst {
    /// Of an encoding and its bytes; what does not fit is left out, which the
    /// engines have checked.
    pub(super) fn new(encoding: u16, from: &[u8]) -> StreamInst {
        let size = from.len().min(MAX_STREAM_BYTES);
        let mut bytes = [0; MAX_STREAM_BYTES];
        bytes[..size].copy_from_slice(&from[..size]);
        StreamInst {
            bytes,
            size: size as u8,
            encoding,
        }
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.size as usize]
    }

    /// Its encoding: an index into
    /// [`Tables::stream_encodings`](crate::tables::Tables::stream_encodings).
    pub const fn encoding(&self) -> u16 {
        self.encoding
    }

    /// Its size in bytes.
    pub const fn size(&self) -> usize {
        self.size as usize
    }
}

const _: () = assert!(size_of::<StreamInst>() == 128);
