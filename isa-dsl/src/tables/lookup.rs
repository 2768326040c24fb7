//! From bits and from mnemonics to encodings.

use super::{Rows, Text};

/// A step of the decode tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Node {
    /// Lowest of the bits it looks at.
    pub shift: u8,
    /// How many bits; 0 for a list of `len` slots that are tried in order.
    pub width: u8,
    /// Slots of a list.
    pub len: u16,
    /// First slot in [`Tables::slots`](super::Tables::slots).
    pub base: u32,
}

/// A slot of the decode tree that holds nothing.
pub const EMPTY_SLOT: u16 = 0;
/// Set in slots that lead to another [`Node`](super::Node); the other slots are 1 plus the
/// index of an [`Encoding`](super::Encoding).
pub const NODE_SLOT: u16 = 0x8000;

/// What decoding looks at to recognise an encoding, on half a cache line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recognition {
    /// Bits with one value: those that the shape fixes, and those that are zero in
    /// numbers that are narrower than their fields.
    pub mask: u64,
    /// The value.
    pub bits: u64,
    /// Features that the processor must have.
    pub features: u32,
    /// The first of its shape's readings in [`Tables::checks`](super::Tables::checks).
    pub checks: u32,
    /// How many groups of them; 1 or more.
    pub groups: u8,
    /// Size in bytes without a literal.
    pub size: u8,
    /// Its shape has rules, or operands without readings that may have no meaning.
    pub more: bool,
}

/// A slot of the mnemonic hash table (open addressing, [`mnemonic_hash`],
/// linear probing, a power of two of slots, never full).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MnemonicSlot {
    /// The mnemonic in lower case; empty for an empty slot.
    pub name: Text,
    /// Its [`Candidate`] rows.
    pub candidates: Rows,
}

/// An encoding that a mnemonic may stand for; in the order to try them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Candidate {
    /// Index into [`Tables::encodings`](super::Tables::encodings).
    pub encoding: u16,
    /// Index into [`Tables::archs`](super::Tables::archs).
    pub arch: u8,
    /// Syntaxes that spell it so, as a bit set.
    pub syntaxes: u8,
}

/// Hash of a mnemonic, without regard to case: eight bytes at a time, because
/// an assembler looks up every statement.
#[inline]
pub const fn mnemonic_hash(name: &[u8]) -> u32 {
    let mut hash = name.len() as u64;
    let mut rest = name;
    while let Some((chunk, behind)) = rest.split_first_chunk::<8>() {
        hash = mix(hash, u64::from_le_bytes(*chunk));
        rest = behind;
    }
    // The last bytes, with some before them where there are any.
    let last = if let Some(chunk) = name.last_chunk::<8>() {
        u64::from_le_bytes(*chunk)
    } else {
        let mut last = 0;
        let mut i = 0;
        while i < name.len() {
            last = last << 8 | name[i] as u64;
            i += 1;
        }
        last
    };
    let hash = mix(hash, last);
    (hash >> 32) as u32
}

/// One step of [`mnemonic_hash`]. Setting bit 5 of every byte makes letters
/// lower case, and what it does to other characters does not matter.
const fn mix(hash: u64, bytes: u64) -> u64 {
    let bytes = bytes | 0x2020_2020_2020_2020;
    let product = (hash ^ bytes).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 32
}
