//! Bits within an instruction.

use super::bits::{BitString, Bits, low_mask};
use super::bytes::row;
use super::text::Rows;

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
    /// What brings the bits of several fields together, by one product.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct Gather {
        /// The bits, among the first 64.
        pub mask: u64,
        /// What moves each of them to its place among the highest bits.
        pub factor: u64,
        /// How many bits are below those.
        pub shift: u8,
    }
}

impl Gather {
    /// The fields of these first 64 bits as one number.
    ///
    /// ```
    /// use isa_dsl::tables::Gather;
    ///
    /// // Bits 0 and 8, as the highest two.
    /// let gather = Gather { mask: 0x101, factor: 1 << 62 | 1 << 55, shift: 62 };
    /// assert_eq!(gather.of(0x1fe), 2);
    /// ```
    #[inline]
    pub const fn of(&self, bits: u64) -> u64 {
        (bits & self.mask).wrapping_mul(self.factor) >> (self.shift & 63)
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
    pub fn get(self, bits: impl BitString, pieces: &[Piece]) -> u64 {
        let mut value = bits.window(self.shift) & low_mask(self.width);
        if self.more.len != 0 {
            let mut at = self.width;
            for piece in &pieces[self.more.range()] {
                value |= (bits.window(piece.shift) & low_mask(piece.width)) << at;
                at += piece.width;
            }
        }
        value
    }

    /// `bits` with the field set to `value`, of which the field's width is used.
    #[inline]
    pub fn set<B: BitString>(self, bits: B, value: u64, pieces: &[Piece]) -> B {
        let mut bits = bits.insert(self.shift, self.width, value);
        if self.more.len != 0 {
            let mut at = self.width;
            for piece in &pieces[self.more.range()] {
                bits = bits.insert(piece.shift, piece.width, value >> at);
                at += piece.width;
            }
        }
        bits
    }

    /// The bits that the field covers.
    pub fn mask(self, pieces: &[Piece]) -> Bits {
        self.set(Bits::ZERO, u64::MAX, pieces)
    }
}
