//! Types of operands that may be constants, and what a number is in them.

use super::bytes::numbered;
use super::{Class, Meaning, Text};

numbered! {
    /// What the constants and literals of an operand are.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
    pub enum ValueType {
        /// The description does not say: numbers are taken as they are written,
        /// and floating constants are doubles.
        #[default]
        Untyped,
        /// 16 bits.
        B16,
        /// 16 bits without a sign.
        U16,
        /// 16 bits with a sign.
        I16,
        /// A half.
        F16,
        /// Two times 16 bits.
        B16x2,
        /// Two times 16 bits without a sign.
        U16x2,
        /// Two times 16 bits with a sign.
        I16x2,
        /// Two halves; a constant is the lower one, the upper one is zero.
        F16x2,
        /// A number of bfloat16: the upper half of a single.
        BF16,
        /// Two of them; a constant is the lower one, the upper one is zero.
        BF16x2,
        /// 32 bits.
        B32,
        /// 32 bits without a sign.
        U32,
        /// 32 bits with a sign.
        I32,
        /// A single.
        F32,
        /// 64 bits; a literal is their lower half.
        B64,
        /// 64 bits without a sign; a literal is their lower half.
        U64,
        /// 64 bits with a sign; a literal is their lower half, the sign fills the
        /// upper one.
        I64,
        /// A double; a literal is its upper half.
        F64,
    }
}

impl ValueType {
    /// The types with the names that descriptions have for them.
    pub const NAMES: [(&'static str, ValueType); 18] = [
        ("b16", ValueType::B16),
        ("u16", ValueType::U16),
        ("i16", ValueType::I16),
        ("f16", ValueType::F16),
        ("b16x2", ValueType::B16x2),
        ("u16x2", ValueType::U16x2),
        ("i16x2", ValueType::I16x2),
        ("f16x2", ValueType::F16x2),
        ("bf16", ValueType::BF16),
        ("bf16x2", ValueType::BF16x2),
        ("b32", ValueType::B32),
        ("u32", ValueType::U32),
        ("i32", ValueType::I32),
        ("f32", ValueType::F32),
        ("b64", ValueType::B64),
        ("u64", ValueType::U64),
        ("i64", ValueType::I64),
        ("f64", ValueType::F64),
    ];

    /// Its name; empty for [`ValueType::Untyped`].
    pub fn name(self) -> &'static str {
        let named = Self::NAMES.iter().find(|(_, other)| *other == self);
        named.map_or("", |(name, _)| name)
    }

    /// The type of that name.
    pub fn named(name: &str) -> Option<ValueType> {
        let found = Self::NAMES.iter().find(|(other, _)| *other == name);
        found.map(|(_, value)| *value)
    }

    /// Bits of a value: 16, 32 or 64.
    #[inline]
    pub const fn bits(self) -> u8 {
        use ValueType as T;
        match self {
            T::B16 | T::U16 | T::I16 | T::F16 | T::BF16 => 16,
            T::B64 | T::U64 | T::I64 | T::F64 => 64,
            _ => 32,
        }
    }

    /// Whether floating constants have 16 bits.
    pub const fn has_short_floats(self) -> bool {
        use ValueType as T;
        matches!(self, T::F16 | T::F16x2 | T::BF16 | T::BF16x2)
    }

    /// The text of a floating constant.
    pub fn float_text(self, meaning: &Meaning) -> Option<Text> {
        match *meaning {
            Meaning::Float { text, short, .. } => {
                let long = self.bits() == 64 || self == ValueType::Untyped;
                Some(if long { text } else { short })
            }
            _ => None,
        }
    }

    /// The bits of a literal, as operations see them.
    pub const fn literal_bits(self, word: u32) -> u64 {
        match self {
            ValueType::F64 => (word as u64) << 32,
            ValueType::I64 => word.cast_signed() as i64 as u64,
            _ => word as u64,
        }
    }

    /// What a value of it sees of a floating constant. An integer of 16 bits sees the lower
    /// half of a single, as it sees the lower half of any register.
    #[inline]
    pub const fn float_format(self) -> FloatFormat {
        match self {
            ValueType::Untyped => FloatFormat::Double,
            ValueType::F16 | ValueType::F16x2 => FloatFormat::Half,
            ValueType::BF16 | ValueType::BF16x2 => FloatFormat::Brain,
            _ if self.bits() == 64 => FloatFormat::Double,
            _ => FloatFormat::Single,
        }
    }
}

/// Formats that floating constants have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FloatFormat {
    /// IEEE 754 binary64.
    Double,
    /// IEEE 754 binary32.
    Single,
    /// IEEE 754 binary16.
    Half,
    /// bfloat16: the upper half of a single.
    Brain,
}

impl FloatFormat {
    /// The bits of a constant, which are given in each format.
    #[inline]
    pub const fn bits(self, double: u64, single: u32, half: u16) -> u64 {
        match self {
            FloatFormat::Double => double,
            FloatFormat::Single => single as u64,
            FloatFormat::Half => half as u64,
            FloatFormat::Brain => (single >> 16) as u64,
        }
    }
}

impl Class {
    /// Whether one of its floating constants may have this pattern.
    #[inline]
    pub const fn may_have(&self, format: FloatFormat, pattern: u64) -> bool {
        let marks = match format {
            FloatFormat::Double => self.doubles,
            FloatFormat::Single => self.singles,
            FloatFormat::Half => self.halves,
            FloatFormat::Brain => self.brains,
        };
        marks & Class::mark(pattern) != 0
    }
}

/// A double rounded to the nearest half, of two to the even one; and whether
/// nothing was lost.
pub const fn to_half(double: f64) -> (u16, bool) {
    to_short(double, 10, -14)
}

/// The same to bfloat16.
pub const fn to_bfloat(double: f64) -> (u16, bool) {
    to_short(double, 7, -126)
}

/// To a number of 16 bits with so many bits of fraction, of which the least normal one has
/// that exponent.
const fn to_short(double: f64, fraction_bits: u32, least_normal: i32) -> (u16, bool) {
    let bits = double.to_bits();
    let sign = ((bits >> 63) as u16) << 15;
    let fraction = bits & ((1 << 52) - 1);
    let biased = (bits >> 52 & 0x7ff) as i32;
    let infinity = 0x8000 - (1 << fraction_bits);
    if biased == 0x7ff {
        let quiet = if fraction == 0 {
            0
        } else {
            1 << (fraction_bits - 1)
        };
        return (sign | infinity | quiet, true);
    }
    let (exponent, significand) = match biased {
        0 => (-1022, fraction),
        _ => (biased - 1023, fraction | 1 << 52),
    };
    // Below the least normal number there are ever fewer bits.
    let least = if exponent < least_normal {
        least_normal
    } else {
        exponent
    };
    let shift = 52 - fraction_bits as i32 + (least - exponent);
    let shift = if shift > 63 { 63 } else { shift as u32 };
    let kept = significand >> shift;
    let rest = significand & ((1 << shift) - 1);
    let middle = 1 << (shift - 1);
    let up = rest > middle || rest == middle && kept & 1 == 1;
    // The leading bit of a normal number, and a carry, count the exponent up.
    let magnitude = ((least - least_normal) as u64) << fraction_bits;
    let magnitude = magnitude + kept + up as u64;
    if magnitude >= infinity as u64 {
        return (sign | infinity, false);
    }
    (sign | magnitude as u16, rest == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the hardware's inline constants are as halves, and the edges: the
    /// greatest half, what rounds to it, the least ones, ties.
    #[test]
    fn halves() {
        for (double, half) in [
            (0.0, (0, true)),
            (-0.0, (0x8000, true)),
            (0.5, (0x3800, true)),
            (-4.0, (0xc400, true)),
            (0.159_154_943_091_895_32, (0x3118, false)),
            (65504.0, (0x7bff, true)),
            (65519.0, (0x7bff, false)),
            (65520.0, (0x7c00, false)),
            (f64::INFINITY, (0x7c00, true)),
            (5.960_464_477_539_063e-8, (1, true)),
            (2.980_232_238_769_531_3e-8, (0, false)),
            (8.940_696_716_308_594e-8, (2, false)),
            (6.097_555_160_522_461e-5, (0x3ff, true)),
            (6.102_025e-5, (0x400, false)),
            (1e-300, (0, false)),
            (1.000_488_281_25, (0x3c00, false)),
            (1.001_464_843_75, (0x3c02, false)),
        ] {
            assert_eq!(to_half(double), half, "{double}");
        }
        assert_eq!(to_half(f64::NAN).0 & 0x7e00, 0x7e00);
    }

    /// The same as bfloat16: subnormal ones are those of singles.
    #[test]
    fn bfloats() {
        for (double, bfloat) in [
            (-0.0, (0x8000, true)),
            (1.0, (0x3f80, true)),
            (0.159_154_943_091_895_32, (0x3e23, false)),
            (1.003_906_25, (0x3f80, false)),
            (1.011_718_75, (0x3f82, false)),
            (3.389_531_389_251_535_5e38, (0x7f7f, true)),
            (3.4e38, (0x7f80, false)),
            (f64::NEG_INFINITY, (0xff80, true)),
            (9.183_549_615_799_121e-41, (1, true)),
            (4.591_774_807_899_561e-41, (0, false)),
            (1e-300, (0, false)),
        ] {
            assert_eq!(to_bfloat(double), bfloat, "{double}");
        }
        assert_eq!(to_bfloat(f64::NAN).0 & 0x7fc0, 0x7fc0);
    }

    #[test]
    fn types_have_names() {
        for (name, value) in ValueType::NAMES {
            assert_eq!(value.name(), name);
            assert_eq!(ValueType::named(name), Some(value));
            let digits = name.trim_start_matches(|c: char| c.is_alphabetic());
            assert!(digits == value.bits().to_string() || name.ends_with("x2"));
        }
        assert_eq!(ValueType::named("f8"), None);
        assert_eq!(ValueType::Untyped.name(), "");
    }
}
