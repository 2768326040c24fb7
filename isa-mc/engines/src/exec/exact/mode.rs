//! How arithmetic behaves.

use crate::exec::bits::ones;

/// How the arithmetic of one floating-point type behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::exec) struct Mode {
    /// 0 to nearest even, 1 up, 2 down, 3 towards zero.
    pub(in crate::exec) rounding: u8,
    /// Subnormal sources keep their value.
    pub(in crate::exec) keeps_sources: bool,
    /// Subnormal results keep their value.
    pub(in crate::exec) keeps_results: bool,
    /// A finite result that is too large is the greatest number of its sign, however
    /// results are rounded. What is infinite by itself stays so.
    pub(in crate::exec) limits: bool,
}

impl Mode {
    /// IEEE 754's default: to nearest even, and subnormal values are values.
    pub(in crate::exec) const DEFAULT: Mode = Mode {
        rounding: 0,
        keeps_sources: true,
        keeps_results: true,
        limits: false,
    };

    /// The mode that the fields of a machine's state say.
    pub(in crate::exec) fn new(rounding: u64, subnormals: u64, overflow: u64) -> Mode {
        Mode {
            rounding: (rounding & 3) as u8,
            keeps_sources: subnormals & 1 == 1,
            keeps_results: subnormals >> 1 & 1 == 1,
            limits: overflow & 1 == 1,
        }
    }

    /// A source as arithmetic takes it.
    pub(in crate::exec) fn source(self, bits: u128, width: u16) -> u128 {
        match self.keeps_sources {
            true => bits,
            false => flushed(bits, width),
        }
    }
}

/// Bits of the fraction of a type with so many bits.
pub(super) const fn fraction(width: u16) -> u16 {
    match width {
        16 => 10,
        32 => 23,
        _ => 52,
    }
}

/// What is added to the exponent of a type.
pub(super) const fn bias(width: u16) -> i32 {
    (1 << (width - fraction(width) - 2)) - 1
}

pub(super) const fn infinity(width: u16) -> u128 {
    ones(width - 1) & !ones(fraction(width))
}

/// Zero of its sign in the place of a subnormal value.
pub(in crate::exec) fn flushed(bits: u128, width: u16) -> u128 {
    match bits & infinity(width) {
        0 => bits & 1 << (width - 1),
        _ => bits,
    }
}
