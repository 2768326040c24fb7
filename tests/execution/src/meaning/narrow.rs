//! Conversions of floating-point numbers of eight, six and four bits: from what a number is
//! worth, in doubles, which hold all of them and their products with scales exactly.

use rustc_apfloat::ieee::{BFloat, Half, Single};
use rustc_apfloat::{Float, FloatConvert};

/// A format of small numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format {
    /// Bits of exponent.
    pub exponent: u32,
    /// Bits of fraction.
    pub fraction: u32,
    /// What is taken from the exponent.
    pub bias: i32,
    /// Whether it is NaN in place of the negative zero, and has no infinities.
    pub one_zero: bool,
}

impl Format {
    /// The format of that name; those of eight bits are the Open Compute Project's, or those
    /// that came before.
    pub fn named(name: &str, open: bool) -> Option<Format> {
        let (exponent, fraction, bias) = match name {
            "fp8" => (4, 3, 7),
            "bf8" => (5, 2, 15),
            "fp6" => (2, 3, 1),
            "bf6" => (3, 2, 3),
            "fp4" => (2, 1, 1),
            _ => return None,
        };
        let one_zero = !open && name.ends_with('8');
        Some(Format {
            exponent,
            fraction,
            bias: bias + i32::from(one_zero),
            one_zero,
        })
    }

    /// Bits of a number.
    pub fn bits(self) -> u32 {
        1 + self.exponent + self.fraction
    }

    fn sign(self) -> u32 {
        1 << (self.exponent + self.fraction)
    }

    /// What a number is worth.
    pub fn of(self, bits: u32) -> f64 {
        let (sign, rest) = (bits & self.sign(), bits & (self.sign() - 1));
        if self.one_zero && sign != 0 && rest == 0 {
            return f64::NAN;
        }
        let fraction = f64::from(rest & ((1 << self.fraction) - 1));
        let exponent = (rest >> self.fraction) as i32;
        let open_eight = self.bits() == 8 && !self.one_zero;
        if open_eight && self.fraction == 3 && rest == self.sign() - 1 {
            return f64::NAN;
        }
        let all_ones = exponent == (1 << self.exponent) - 1;
        let size = if open_eight && self.fraction == 2 && all_ones {
            match fraction {
                0.0 => f64::INFINITY,
                _ => return f64::NAN,
            }
        } else {
            let unit = 2.0_f64.powi(exponent.max(1) - self.bias - self.fraction as i32);
            let hidden = if exponent == 0 {
                0.0
            } else {
                2.0_f64.powi(self.fraction as i32)
            };
            (hidden + fraction) * unit
        };
        if sign == 0 { size } else { -size }
    }

    /// The greatest number that is finite, as bits.
    pub fn greatest(self) -> u32 {
        let finite = |bits: &u32| self.of(*bits).is_finite();
        let all = (0..self.sign()).rev();
        all.into_iter().find(finite).unwrap_or_default()
    }

    /// The nearest number to one that is finite, and whether it would be beyond the greatest.
    fn nearest(self, number: f64) -> (u32, bool) {
        let size = number.abs();
        let greatest = self.greatest();
        let (top, below) = (self.of(greatest), self.of(greatest - 1));
        // The next one there would be, if there were one.
        let middle = top + (top - below) / 2.0;
        let odd = greatest & 1 == 1;
        if size > middle || size.to_bits() == middle.to_bits() && odd {
            return (greatest, true);
        }
        let distance = |bits: &u32| (self.of(*bits) - size).abs();
        let nearer = |a: &u32, b: &u32| {
            let order = distance(a).total_cmp(&distance(b));
            order.then((a & 1).cmp(&(b & 1)))
        };
        ((0..=greatest).min_by(nearer).unwrap_or_default(), false)
    }

    fn signed(self, number: f64, bits: u32) -> u32 {
        match number.is_sign_negative() {
            true if self.one_zero && bits == 0 => 0,
            true => bits | self.sign(),
            false => bits,
        }
    }

    /// What is no number, or is too large for one, becomes.
    fn beyond(self, number: f64) -> u32 {
        if self.one_zero {
            return self.sign();
        }
        let infinite = self.fraction == 2 && !number.is_nan();
        let bits = match infinite {
            true => ((1 << self.exponent) - 1) << self.fraction,
            false => self.sign() - 1,
        };
        self.signed(number, bits)
    }

    /// The number nearest to a single.
    pub fn from_single(self, single: u32) -> u32 {
        let number = f64::from(f32::from_bits(single));
        if !number.is_finite() {
            return self.beyond(number);
        }
        match self.nearest(number) {
            (_, true) => self.beyond(number),
            (bits, false) => self.signed(number, bits),
        }
    }

    /// One of its two neighbours: what is lost, as a part of their distance, and the highest
    /// bits of a random number make one or not. `None` below what is not subnormal, where
    /// nobody says it.
    pub fn from_single_randomly(self, single: u32, random: u32) -> Option<u32> {
        let number = f64::from(f32::from_bits(single));
        if !number.is_finite() {
            return Some(self.beyond(number));
        }
        let least = self.of(1 << self.fraction);
        if number.abs() < least {
            return None;
        }
        let lost = 23 - self.fraction;
        let unit = 2.0_f64.powi(number.abs().log2().floor() as i32 - self.fraction as i32);
        let whole = (number.abs() / unit).floor();
        let rest = number.abs() / unit - whole;
        let chance = f64::from(random >> (32 - lost)) / 2.0_f64.powi(lost as i32);
        let size = (whole + f64::from(u8::from(rest + chance >= 1.0))) * unit;
        let greatest = self.greatest();
        if size > self.of(greatest) {
            return Some(self.beyond(number));
        }
        let same = (0..=greatest).find(|bits| self.of(*bits).to_bits() == size.to_bits())?;
        Some(self.signed(number, same))
    }

    /// The number nearest to a single that is divided by a power of two. `None` where nobody
    /// says it: no numbers, subnormal singles, and of eight bits what is too large. With
    /// `exactly` what is rounded.
    pub fn from_scaled(self, single: u32, exponent: i32, exactly: bool) -> Option<u32> {
        let value = f32::from_bits(single);
        if value.is_nan() || value.is_subnormal() {
            return None;
        }
        let number = f64::from(value) / 2.0_f64.powi(exponent - 127);
        let (bits, beyond) = match number.is_infinite() {
            true => (self.greatest(), true),
            false => self.nearest(number),
        };
        if beyond && self.bits() == 8 {
            return None;
        }
        if exactly && self.loses(number) {
            return None;
        }
        Some(self.signed(number, bits))
    }

    /// Whether a number has bits that the format has none for, however large it is.
    fn loses(self, number: f64) -> bool {
        if number == 0.0 || number.is_infinite() {
            return false;
        }
        let least = 1 - self.bias;
        let exponent = (number.abs().log2().floor() as i32).max(least);
        let units = number / 2.0_f64.powi(exponent - self.fraction as i32);
        units.fract() != 0.0
    }
}

/// The half nearest to a single.
pub fn half(single: u32) -> u32 {
    let half: Half = Single::from_bits(single.into()).convert(&mut false).value;
    half.to_bits() as u32
}

/// The number of bfloat16 nearest to a single.
pub fn bfloat(single: u32) -> u32 {
    let bfloat: BFloat = Single::from_bits(single.into()).convert(&mut false).value;
    bfloat.to_bits() as u32
}

/// A half as a single.
pub fn of_half(half: u32) -> u32 {
    let single: Single = Half::from_bits((half & 0xffff).into())
        .convert(&mut false)
        .value;
    single.to_bits() as u32
}
