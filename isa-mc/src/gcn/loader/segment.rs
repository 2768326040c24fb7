//! What lies in memory.

use crate::object::flag;

/// What the symbol of a descriptor ends with.
pub(super) const SUFFIX: &str = ".kd";

/// Alignment of a kernel's code in bytes: wavefronts start at an address of which the
/// lowest 8 bits are not said.
pub const ENTRY_ALIGNMENT: u64 = 256;

/// Alignment of the address at which an image is loaded, in bytes.
pub const BASE_ALIGNMENT: u64 = 4096;

/// Bytes of memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// Address of the first byte.
    pub address: u64,
    /// How many bytes it has.
    pub size: u64,
    /// The first of them; those behind are zero.
    pub bytes: Vec<u8>,
    /// Whether a program may store to it.
    pub is_writable: bool,
    /// Whether it is code.
    pub is_executable: bool,
}

/// Bytes of segments at an address.
pub(super) fn bytes(segments: &[Segment], address: u64, size: usize) -> Option<Vec<u8>> {
    let inside = |it: &&Segment| address >= it.address && address - it.address < it.size;
    let segment = segments.iter().find(inside)?;
    let start = address - segment.address;
    if size as u64 > segment.size - start {
        return None;
    }
    let start = usize::try_from(start).ok()?;
    let filled = segment.bytes.get(start..).unwrap_or(&[]);
    let mut bytes = filled[..filled.len().min(size)].to_vec();
    bytes.resize(size, 0);
    Some(bytes)
}

/// How a section may be used.
pub(super) fn is_writable(flags: u64) -> bool {
    flags & flag::WRITE != 0
}
