//! The steps of a division, constants in sums of products, and the digits of 2 / pi.
#![allow(
    clippy::float_cmp,
    reason = "scaled by powers of two, they are equal or not"
)]

use rustc_apfloat::ieee::{Double, Quad, Single};
use rustc_apfloat::{Float, FloatConvert};

use super::float::scaled as times;
use super::half_float::rounded_twice;
use super::number::{
    Sum, arithmetic, bits_of, infinity, is_nan, keeps, quiet, result, rounding, sign, source, value,
};

/// The quotient of two numbers as IEEE 754 has it, rounded to nearest even, with
/// subnormal numbers as the mode says. A NaN stays, quiet, the dividend's first; an
/// operation that is not valid gives the one with a sign.
pub fn quotient(width: u32, mode: u32, dividend: u64, divisor: u64) -> u64 {
    if let Some(nan) = [dividend, divisor]
        .into_iter()
        .find(|it| is_nan(*it, width))
    {
        return nan | quiet(width);
    }
    let [a, b] = [dividend, divisor].map(|bits| source(bits, width, mode));
    let bits = match width {
        32 => u64::from((f32::from_bits(a as u32) / f32::from_bits(b as u32)).to_bits()),
        _ => (f64::from_bits(a) / f64::from_bits(b)).to_bits(),
    };
    match is_nan(bits, width) {
        true => quiet(width) | 1 << (width - 1),
        false => result(bits, width, mode),
    }
}

/// The first step: `a` as it is scaled for the quotient of `c` and `b`, and whether the
/// quotient has to be scaled back. Of rounding to nearest even.
pub fn scaling(width: u32, mode: u32, [a, b, c]: [u64; 3]) -> (u64, bool) {
    let (far, step, fraction): (i32, i32, u32) = match width {
        32 => (96, 64, 23),
        _ => (768, 128, 52),
    };
    let seen = [a, b, c].map(|bits| value(source(bits, width, mode), width));
    let [x, below, above] = seen;
    if below == 0.0 || above == 0.0 {
        return (quiet(width), false);
    }
    let exponent = |bits: u64| ((bits & infinity(width)) >> fraction) as i32;
    let far = exponent(c) - exponent(b) >= far;
    let tiny = b & infinity(width) == 0;
    let least = bits_of(1.0, width) - ((exponent(bits_of(1.0, width)) as u64 - 1) << fraction);
    let huge = below.is_finite() && (1.0 / below).abs() < value(least, width);
    let quotient = match width {
        32 => f64::from(above as f32 / below as f32),
        _ => above / below,
    };
    let small = quotient.abs() < value(least, width);
    // Which of the two is scaled, and how.
    let by = if far {
        if x == below { step } else { 0 }
    } else if tiny {
        step
    } else if huge && small {
        if x == below { -step } else { 0 }
    } else if huge {
        -step
    } else if small {
        if x == above { step } else { 0 }
    } else if exponent(c) <= if width == 32 { 23 } else { 53 } {
        step
    } else {
        0
    };
    let bits = match by {
        0 => a,
        by => times(a, width, mode, u64::from(by.cast_unsigned())),
    };
    (bits, far || !tiny && small)
}

/// `a * b + c`, where that is exact in 113 bits, times a power of two, rounded once.
pub fn scaled(width: u32, mode: u32, [a, b, c]: [u64; 3], by: i32) -> u64 {
    fn exact<F: Float + FloatConvert<Quad>>(bits: u64) -> Quad {
        F::from_bits(bits.into()).convert(&mut false).value
    }
    let [a, b, c] = [a, b, c].map(|bits| match width {
        32 => exact::<Single>(bits),
        _ => exact::<Double>(bits),
    });
    let product = a.mul_r(b, rounding(mode, width)).value;
    let sum = product.add_r(c, rounding(mode, width)).value;
    let number = sum.scalbn(by);
    let bits = match width {
        32 => {
            let narrow: Single = number.convert_r(rounding(mode, width), &mut false).value;
            narrow.to_bits() as u64
        }
        _ => {
            let narrow: Double = number.convert_r(rounding(mode, width), &mut false).value;
            narrow.to_bits() as u64
        }
    };
    result(bits, width, mode)
}

/// The last step: what a division has of its own, for the quotient `a`.
pub fn fixed(width: u32, mode: u32, [a, b, c]: [u64; 3]) -> u64 {
    let seen = |bits| value(source(bits, width, mode), width);
    let (below, above) = (seen(b), seen(c));
    let negative = sign(b, width) ^ sign(c, width);
    let exponent = |bits: u64| {
        ((bits & infinity(width)) / (infinity(width) & infinity(width).wrapping_neg())) as i64
    };
    // The least number, and where a quotient is surely less.
    let least = if width == 32 { -150 } else { -1075 };
    let (_, kept) = keeps(mode, width);
    let away = |mode: u32| match rounding(mode, width) {
        rustc_apfloat::Round::TowardPositive => negative == 0,
        rustc_apfloat::Round::TowardNegative => negative != 0,
        _ => false,
    };
    let nearest = rounding(mode, width) == rustc_apfloat::Round::NearestTiesToEven;
    if above.is_nan() {
        c | quiet(width)
    } else if below.is_nan() {
        b | quiet(width)
    } else if below == 0.0 && above == 0.0 || below.is_infinite() && above.is_infinite() {
        quiet(width) | 1 << (width - 1)
    } else if below == 0.0 || above.is_infinite() {
        infinity(width) | negative
    } else if below.is_infinite() || above == 0.0 {
        negative
    } else if exponent(c) - exponent(b) < least {
        negative | u64::from(kept && away(mode))
    } else if is_nan(a, width) {
        negative | (infinity(width) - u64::from(!nearest && !away(mode)))
    } else {
        (a - sign(a, width)) | negative
    }
}

/// A product and a sum of singles, both rounded; subnormal values are zero.
pub fn sum(mode: u32, factors: [u64; 2], third: u64) -> u64 {
    rounded_twice(mode, 32, factors, third)
}

/// The same with one rounding.
pub fn fused(mode: u32, [a, b]: [u64; 2], third: u64) -> u64 {
    arithmetic(Sum::Fused, 32, mode, [a, b, third])
}

/// The digits of 2 / pi behind the point, 1201 of them, the highest first.
pub fn two_by_pi() -> Vec<bool> {
    // Dwords, the highest first: one in front of the point.
    const DWORDS: usize = 42;
    type Big = [u32; DWORDS];
    fn divided(number: &Big, by: u32) -> Big {
        let mut rest = 0_u64;
        number.map(|dword| {
            let part = rest << 32 | u64::from(dword);
            rest = part % u64::from(by);
            (part / u64::from(by)) as u32
        })
    }
    fn plus(a: &Big, b: &Big, negated: bool) -> Big {
        let mut carry = u64::from(negated);
        let mut sum = *a;
        for (to, &b) in sum.iter_mut().zip(b).rev() {
            let all = u64::from(*to) + u64::from(if negated { !b } else { b }) + carry;
            *to = all as u32;
            carry = all >> 32;
        }
        sum
    }
    /// A whole number times the angle of which the tangent is one divided by another.
    fn angle(times: u32, of: u32) -> Big {
        let mut power = [0; DWORDS];
        power[0] = times;
        let mut power = divided(&power, of);
        let mut sum = power;
        for index in 1..1000 {
            power = divided(&divided(&power, of), of);
            sum = plus(&sum, &divided(&power, 2 * index + 1), index % 2 == 1);
        }
        sum
    }
    // Machin's formula.
    let pi = plus(&angle(16, 5), &angle(4, 239), true);
    let mut rest = [0; DWORDS];
    rest[0] = 2;
    let digit = |_| {
        rest = plus(&rest, &rest, false);
        let is_one = rest >= pi;
        if is_one {
            rest = plus(&rest, &pi, true);
        }
        is_one
    };
    (0..1201).map(digit).collect()
}
