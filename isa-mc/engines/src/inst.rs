//! An instruction in memory.

use crate::tables::{Bits, HighBits, MAX_BYTES, low_mask};

/// An instruction: its bits, and which encoding of which instruction they are.
///
/// Made by [`Target::decode`], [`Target::parse`], [`Target::inst`] or a typed
/// builder. Two are equal if they are the same bytes of the same encoding, and
/// the same [choice](Inst::choice) of what the bytes leave open.
///
/// [`Target::decode`]: crate::Target::decode
/// [`Target::parse`]: crate::Target::parse
/// [`Target::inst`]: crate::Target::inst
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Inst {
    low: u64,
    middle: u64,
    /// The literal; or bits 128 to 159, where the encoding has those.
    last: u32,
    encoding: u16,
    size: u8,
    /// The choice, and whether `last` are bits.
    choice: u8,
}

/// In [`Inst::choice`]: [`Inst::last`] are bits of the encoding.
const LAST_IS_BITS: u8 = 1 << 7;

impl Inst {
    /// An instruction of at most 64 bits, without a literal.
    ///
    /// `encoding` is an index into [`Tables::encodings`], `bits` all its bits
    /// (first word lowest) and `size` its bytes. Nothing is checked here:
    /// [`Target::inst`] does, and [`Target::encode`] refuses bits that
    /// contradict the encoding.
    ///
    /// [`Tables::encodings`]: crate::tables::Tables::encodings
    /// [`Target::inst`]: crate::Target::inst
    /// [`Target::encode`]: crate::Target::encode
    #[inline]
    pub const fn new(encoding: u16, bits: u64, size: u8) -> Inst {
        Inst {
            low: bits,
            middle: 0,
            last: 0,
            encoding,
            size,
            choice: 0,
        }
    }

    /// As [`Inst::new`], with as many bits as an instruction may have. Those beyond its
    /// size do not count.
    pub const fn of_bits(encoding: u16, bits: Bits, size: u8) -> Inst {
        let high = bits.high();
        let mut inst = Inst::new(encoding, bits.low(), size);
        if size > 8 {
            inst.middle = high.middle & low_mask(size.saturating_sub(8).saturating_mul(8));
        }
        if size as usize == MAX_BYTES {
            (inst.last, inst.choice) = (high.last, LAST_IS_BITS);
        }
        inst
    }

    /// The same instruction with a literal behind it, which adds 4 bytes.
    #[inline]
    #[must_use]
    pub const fn with_literal(self, literal: u32) -> Inst {
        Inst {
            last: literal,
            size: self.size + 4,
            ..self
        }
    }

    /// The same instruction with other bits of its encoding.
    #[inline]
    #[must_use]
    pub(crate) const fn with_bits(self, bits: Bits) -> Inst {
        let HighBits { middle, last } = bits.high();
        Inst {
            low: bits.low(),
            middle,
            last: match self.choice & LAST_IS_BITS {
                0 => self.last,
                _ => last,
            },
            ..self
        }
    }

    /// The same instruction with another choice of a width that its bits leave
    /// open: an index into the widths of [`Width::choices`]. One that is not
    /// there counts as 0.
    ///
    /// [`Width::choices`]: crate::tables::Width::choices
    #[must_use]
    pub const fn with_choice(self, choice: u8) -> Inst {
        Inst {
            choice: self.choice & LAST_IS_BITS | choice & !LAST_IS_BITS,
            ..self
        }
    }

    /// Which of the widths that its bits leave open one operand has. It is 0 for
    /// what [`Target::decode`] gives: bytes do not say more.
    ///
    /// [`Target::decode`]: crate::Target::decode
    #[inline]
    pub const fn choice(self) -> u8 {
        self.choice & !LAST_IS_BITS
    }

    /// Its bits without the literal, first word lowest.
    #[inline]
    pub const fn bits(self) -> Bits {
        let last = match self.choice & LAST_IS_BITS {
            0 => 0,
            _ => self.last,
        };
        let middle = self.middle;
        Bits::new(self.low, HighBits { middle, last })
    }

    /// The first 64 of its bits, which are all that most instructions have.
    #[inline]
    pub const fn low_bits(self) -> u64 {
        self.low
    }

    /// The word behind it; 0 if there is none.
    #[inline]
    pub const fn literal(self) -> u32 {
        match self.choice & LAST_IS_BITS {
            0 => self.last,
            _ => 0,
        }
    }

    /// The word behind its first 128 bits, or the literal; 0 if there is neither.
    #[inline]
    pub(crate) const fn last_word(self) -> u32 {
        self.last
    }

    /// Its encoding: an index into [`Tables::encodings`](crate::tables::Tables::encodings).
    #[inline]
    pub const fn encoding(self) -> u16 {
        self.encoding
    }

    /// Its size in bytes, with the literal.
    #[inline]
    pub const fn size(self) -> usize {
        self.size as usize
    }
}

const _: () = assert!(size_of::<Inst>() == 24);
