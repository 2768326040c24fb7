//! Bits within an instruction.

use super::Rows;
use super::bytes::row;

row! {
    /// Bits of a field within an instruction.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
    pub struct Field {
        /// Lowest bit of the least significant piece.
        pub shift: u8,
        /// Width of that piece in bits.
        pub width: u8,
        /// Width of the whole field in bits.
        pub total: u8,
        /// Further pieces in [`Tables::pieces`](super::Tables::pieces), least significant first.
        pub more: Rows,
    }
}

row! {
    /// A further piece of a split field.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Piece {
        /// Lowest bit.
        pub shift: u8,
        /// Width in bits.
        pub width: u8,
    }
}

impl Field {
    /// The field's value within `bits`.
    #[inline]
    pub fn get(self, bits: u64, pieces: &[Piece]) -> u64 {
        let mut value = (bits >> self.shift) & low_mask(self.width);
        if self.more.len != 0 {
            let mut at = self.width;
            for piece in &pieces[self.more.range()] {
                value |= ((bits >> piece.shift) & low_mask(piece.width)) << at;
                at += piece.width;
            }
        }
        value
    }

    /// `bits` with the field set to `value`, of which the field's width is used.
    #[inline]
    pub fn set(self, bits: u64, value: u64, pieces: &[Piece]) -> u64 {
        let mut bits = insert(bits, self.shift, self.width, value);
        if self.more.len != 0 {
            let mut at = self.width;
            for piece in &pieces[self.more.range()] {
                bits = insert(bits, piece.shift, piece.width, value >> at);
                at += piece.width;
            }
        }
        bits
    }

    /// The bits that the field covers.
    pub fn mask(self, pieces: &[Piece]) -> u64 {
        self.set(0, u64::MAX, pieces)
    }
}

#[inline]
fn insert(bits: u64, shift: u8, width: u8, value: u64) -> u64 {
    let mask = low_mask(width);
    bits & !(mask << shift) | (value & mask) << shift
}

/// The lowest `width` bits (0 to 64) set.
#[inline]
pub const fn low_mask(width: u8) -> u64 {
    !u64::MAX.unbounded_shl(width as u32)
}
