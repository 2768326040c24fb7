//! The bits of an instruction.

use core::cmp::Ordering;
use core::fmt::{self, Debug, Formatter, LowerHex};
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use super::bytes::row;

/// Bits of an instruction at most, without a literal.
pub const MAX_BITS: u32 = 160;

/// Bytes of an instruction at most, with a literal.
pub const MAX_BYTES: usize = MAX_BITS as usize / 8;

/// Bits of a layout that a literal may follow, at most: both are no longer than the
/// longest layout.
pub const MAX_BITS_WITH_LITERAL: u32 = MAX_BITS - 32;

/// Bits of an instruction, the first word lowest; those that it does not have are zero.
///
/// Most instructions have 64 or less: for those [`Bits::low`] is all there is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bits {
    low: u64,
    high: HighBits,
}

row! {
    /// What an instruction has beyond its first 64 bits.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    #[repr(align(8))]
    pub struct HighBits {
        /// Bits 64 to 127.
        pub middle: u64,
        /// Bits 128 to 159.
        pub last: u32,
    }
}

/// The lowest `width` bits (0 to 64) set.
#[inline]
pub const fn low_mask(width: u8) -> u64 {
    !u64::MAX.unbounded_shl(width as u32)
}

impl Bits {
    /// No bits.
    pub const ZERO: Bits = Bits::from_low(0);

    /// The first 64 bits, and no others.
    #[inline]
    pub const fn from_low(low: u64) -> Bits {
        Bits::new(low, HighBits { middle: 0, last: 0 })
    }

    /// The first 64 bits, and what is beyond them.
    #[inline]
    pub const fn new(low: u64, high: HighBits) -> Bits {
        Bits { low, high }
    }

    /// The first `width` bits; all there are from [`MAX_BITS`] on.
    #[inline]
    pub const fn ones(width: u32) -> Bits {
        Bits {
            low: !u64::MAX.unbounded_shl(width),
            high: HighBits {
                middle: !u64::MAX.unbounded_shl(width.saturating_sub(64)),
                last: !u32::MAX.unbounded_shl(width.saturating_sub(128)),
            },
        }
    }

    /// The first 64 bits.
    #[inline]
    pub const fn low(self) -> u64 {
        self.low
    }

    /// What is beyond the first 64 bits.
    #[inline]
    pub const fn high(self) -> HighBits {
        self.high
    }

    /// All of them as a number of 64 bits; `None` if one beyond those is set.
    #[inline]
    pub const fn as_low(self) -> Option<u64> {
        match self.high {
            HighBits { middle: 0, last: 0 } => Some(self.low),
            _ => None,
        }
    }

    /// Bytes, the first one lowest.
    #[inline]
    pub const fn from_le_bytes(bytes: [u8; MAX_BYTES]) -> Bits {
        let [b0, b1, b2, b3, b4, b5, b6, b7, rest @ ..] = bytes;
        let [m0, m1, m2, m3, m4, m5, m6, m7, l0, l1, l2, l3] = rest;
        Bits {
            low: u64::from_le_bytes([b0, b1, b2, b3, b4, b5, b6, b7]),
            high: HighBits {
                middle: u64::from_le_bytes([m0, m1, m2, m3, m4, m5, m6, m7]),
                last: u32::from_le_bytes([l0, l1, l2, l3]),
            },
        }
    }

    /// Its bytes, the first one lowest.
    #[inline]
    pub const fn to_le_bytes(self) -> [u8; MAX_BYTES] {
        let [b0, b1, b2, b3, b4, b5, b6, b7] = self.low.to_le_bytes();
        let [m0, m1, m2, m3, m4, m5, m6, m7] = self.high.middle.to_le_bytes();
        let [l0, l1, l2, l3] = self.high.last.to_le_bytes();
        [
            b0, b1, b2, b3, b4, b5, b6, b7, m0, m1, m2, m3, m4, m5, m6, m7, l0, l1, l2, l3,
        ]
    }

    /// Whether some bit is set.
    #[inline]
    pub fn any(self) -> bool {
        self != Bits::ZERO
    }

    /// Whether the bit of this number is set.
    #[inline]
    pub fn is_set(self, bit: u8) -> bool {
        self.window(bit) & 1 != 0
    }

    /// How many bits are set.
    pub const fn count_ones(self) -> u32 {
        self.low.count_ones() + self.high.middle.count_ones() + self.high.last.count_ones()
    }

    /// The number of the lowest bit that is set; [`MAX_BITS`] if none is.
    pub const fn trailing_zeros(self) -> u32 {
        match self {
            Bits { low: 1.., .. } => self.low.trailing_zeros(),
            Bits {
                high: HighBits { middle: 1.., .. },
                ..
            } => 64 + self.high.middle.trailing_zeros(),
            _ => 128 + self.high.last.trailing_zeros(),
        }
    }

    /// One more than the number of the highest bit that is set; 0 if none is.
    pub const fn width(self) -> u32 {
        match self.high {
            HighBits { last: 1.., .. } => 160 - self.high.last.leading_zeros(),
            HighBits { middle: 1.., .. } => 128 - self.high.middle.leading_zeros(),
            _ => 64 - self.low.leading_zeros(),
        }
    }

    /// The runs of bits that are set, lowest first: the lowest bit of each, and how many
    /// there are.
    pub fn runs(self) -> impl Iterator<Item = (u32, u32)> {
        let mut left = self;
        core::iter::from_fn(move || {
            let first = left.trailing_zeros();
            if first == MAX_BITS {
                return None;
            }
            let end = (!(left | Bits::ones(first))).trailing_zeros();
            left &= !Bits::ones(end);
            Some((first, end - first))
        })
    }
}

impl From<u64> for Bits {
    #[inline]
    fn from(low: u64) -> Bits {
        Bits::from_low(low)
    }
}

impl PartialEq<u64> for Bits {
    #[inline]
    fn eq(&self, other: &u64) -> bool {
        *self == Bits::from_low(*other)
    }
}

/// As numbers.
impl Ord for Bits {
    fn cmp(&self, other: &Bits) -> Ordering {
        let key = |bits: &Bits| (bits.high.last, bits.high.middle, bits.low);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Bits {
    fn partial_cmp(&self, other: &Bits) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

macro_rules! operators {
    ($($operator:ident $method:ident)*) => {$(
        impl $operator for HighBits {
            type Output = HighBits;

            #[inline]
            fn $method(self, other: HighBits) -> HighBits {
                HighBits {
                    middle: self.middle.$method(other.middle),
                    last: self.last.$method(other.last),
                }
            }
        }

        impl $operator for Bits {
            type Output = Bits;

            #[inline]
            fn $method(self, other: Bits) -> Bits {
                Bits {
                    low: self.low.$method(other.low),
                    high: self.high.$method(other.high),
                }
            }
        }
    )*};
}

operators!(BitAnd bitand BitOr bitor BitXor bitxor);

impl Not for Bits {
    type Output = Bits;

    #[inline]
    fn not(self) -> Bits {
        Bits {
            low: !self.low,
            high: HighBits {
                middle: !self.high.middle,
                last: !self.high.last,
            },
        }
    }
}

impl BitAndAssign for Bits {
    #[inline]
    fn bitand_assign(&mut self, other: Bits) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bits {
    #[inline]
    fn bitor_assign(&mut self, other: Bits) {
        *self = *self | other;
    }
}

/// As one number.
impl LowerHex for Bits {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut digits = [b'0'; MAX_BITS as usize / 4];
        for (at, digit) in digits.iter_mut().rev().enumerate() {
            let value = self.window(4 * at as u8) & 15;
            *digit = b"0123456789abcdef"[value as usize];
        }
        let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
        let first = zeros.min(digits.len() - 1);
        let text = core::str::from_utf8(&digits[first..]).unwrap_or_default();
        f.pad_integral(true, "0x", text)
    }
}

impl Debug for Bits {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#x}")
    }
}

/// What has fields: all bits of an instruction, or a number of 64 bits, as the bits of an
/// instruction that has no more of them, or the value of a struct.
///
/// Engines are compiled for both. What nearly all instructions are stays in one register,
/// and tables have what lies beyond 64 bits apart.
pub trait BitString: Copy {
    /// The 64 bits from this one on; zeros beyond the last.
    fn window(self, shift: u8) -> u64;

    /// [`window`](BitString::window), of which the lowest 16 bits are asked for.
    fn short_window(self, shift: u8) -> u64;

    /// The `width` bits from `shift` on, of which `mask` are those among the first 64.
    fn masked(self, mask: u64, shift: u8, width: u8) -> u64;

    /// With the `width` bits from `shift` on set to the lowest ones of `value`.
    #[must_use]
    fn insert(self, shift: u8, width: u8, value: u64) -> Self;

    /// With the bits of `value` set, too, from `shift` on.
    #[must_use]
    fn with(self, shift: u8, value: u64) -> Self;

    /// The first 64 bits.
    fn low(self) -> u64;

    /// All bits.
    fn all(self) -> Bits;
}

impl BitString for u64 {
    #[inline]
    fn window(self, shift: u8) -> u64 {
        self >> (shift & 63)
    }

    #[inline]
    fn short_window(self, shift: u8) -> u64 {
        self.window(shift)
    }

    #[inline]
    fn masked(self, mask: u64, shift: u8, _width: u8) -> u64 {
        (self & mask) >> (shift & 63)
    }

    #[inline]
    fn insert(self, shift: u8, width: u8, value: u64) -> u64 {
        let mask = low_mask(width);
        self & !(mask << (shift & 63)) | (value & mask) << (shift & 63)
    }

    #[inline]
    fn with(self, shift: u8, value: u64) -> u64 {
        self | value << (shift & 63)
    }

    #[inline]
    fn low(self) -> u64 {
        self
    }

    #[inline]
    fn all(self) -> Bits {
        Bits::from_low(self)
    }
}

impl BitString for Bits {
    #[inline]
    fn window(self, shift: u8) -> u64 {
        let HighBits { middle, last } = self.high;
        let last = u64::from(last);
        let (word, next) = match shift >> 6 {
            0 => (self.low, middle),
            1 => (middle, last),
            2 => (last, 0),
            _ => (0, 0),
        };
        let shift = shift & 63;
        word >> shift | next << 1 << (63 - shift)
    }

    #[inline]
    fn short_window(self, shift: u8) -> u64 {
        // Most fields end among the first 128 bits.
        if shift > 128 - 16 {
            return self.window(shift);
        }
        let bits = u128::from(self.high.middle) << 64 | u128::from(self.low);
        (bits >> shift) as u64
    }

    #[inline]
    fn masked(self, mask: u64, shift: u8, width: u8) -> u64 {
        if shift + width <= 64 {
            return self.low.masked(mask, shift, width);
        }
        self.window(shift) & low_mask(width)
    }

    #[inline]
    fn insert(self, shift: u8, width: u8, value: u64) -> Bits {
        if shift < 64 && shift + width <= 64 {
            return Bits::new(self.low.insert(shift, width, value), self.high);
        }
        let mask = low_mask(width);
        self & !placed(mask, shift) | placed(value & mask, shift)
    }

    #[inline]
    fn with(self, shift: u8, value: u64) -> Bits {
        self | placed(value, shift)
    }

    #[inline]
    fn low(self) -> u64 {
        self.low
    }

    #[inline]
    fn all(self) -> Bits {
        self
    }
}

/// A number whose lowest bit is the one of this number.
#[inline]
fn placed(value: u64, shift: u8) -> Bits {
    let (word, next) = (value << (shift & 63), value >> 1 >> (63 - (shift & 63)));
    let (low, middle, last) = match shift >> 6 {
        0 => (word, next, 0),
        1 => (0, word, next),
        2 => (0, 0, word),
        _ => (0, 0, 0),
    };
    let last = last as u32;
    Bits::new(low, HighBits { middle, last })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each place of a field and each width: what is inserted is there, and nothing else
    /// is changed, also across the borders of words.
    #[test]
    fn what_is_inserted_is_there_and_nothing_else_changes() {
        let value = 0x9e37_79b9_7f4a_7c15;
        for before in [Bits::ZERO, Bits::ones(MAX_BITS)] {
            for shift in 0..160 {
                for width in 0..=(160 - shift).min(64) {
                    let field = Bits::ones(u32::from(shift + width)) & !Bits::ones(shift.into());
                    let after = before.insert(shift, width, value);
                    assert_eq!(
                        after.window(shift) & low_mask(width),
                        value & low_mask(width)
                    );
                    let short = after.short_window(shift) ^ after.window(shift);
                    assert_eq!(short & 0xffff, 0, "[{shift}; {width}]");
                    assert_eq!(after & !field, before & !field, "[{shift}; {width}]");
                    assert_eq!(field.count_ones(), u32::from(width));
                    if width != 0 {
                        let runs: Vec<(u32, u32)> = field.runs().collect();
                        assert_eq!(runs, [(shift.into(), width.into())]);
                    }
                }
            }
        }
    }

    /// Bytes come back, in the order of memory, and numbers as people write them.
    #[test]
    fn bytes_and_digits_are_those_of_the_number() {
        let bytes: [u8; MAX_BYTES] = std::array::from_fn(|at| at as u8 + 1);
        let bits = Bits::from_le_bytes(bytes);
        assert_eq!(bits.to_le_bytes(), bytes);
        let digits = "1413121110 0f0e0d0c0b0a0908 0706050403020 1";
        assert_eq!(
            format!("{bits:x}"),
            digits.replace(' ', "").trim_start_matches('0')
        );
        assert_eq!(format!("{:010x}", Bits::from_low(0xabc)), "0000000abc");
        assert_eq!(format!("{:?}", Bits::ZERO), "0x0");
        assert!(Bits::from_low(u64::MAX) < Bits::ones(65) & !Bits::ones(64));
        assert_eq!(Bits::ones(65).as_low(), None);
        assert_eq!(Bits::ones(160).width(), 160);
        assert!(!Bits::ones(64).is_set(64) && Bits::ones(65).is_set(64));
    }
}
