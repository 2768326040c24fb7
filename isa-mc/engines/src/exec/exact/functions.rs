//! Functions whose values are hardly ever numbers of a floating-point type: roots,
//! powers and logarithms of two, sine and cosine.
//!
//! They are worked out with integers, 120 bits behind the point, to an error of less than
//! 2^-90 of the value. Where a value is exact it is found as such; of every other one the
//! lowest bit is set, so that it is rounded in the right direction. A value of a half or a
//! single would have to be nearer than 2^-90 to one that is rounded otherwise for the
//! error to matter: of 2^32 arguments the nearest one is expected at about 2^-57.

use super::number::{Finite, Number};
use crate::exec::bits::ones;

/// Bits behind the point.
const POINT: u32 = 120;
const ONE: u128 = 1 << POINT;

/// The natural logarithm of 2, two divided by it, and two times pi.
const LN_2: u128 = 0x00b1_7217_f7d1_cf79_abc9_e3b3_9803_f2f6;
const TWO_BY_LN_2: u128 = 0x02e2_a8ec_a570_5fc2_eefa_1ffb_41a4_74fa;
const TURN: u128 = 0x0648_7ed5_110b_4611_a626_3314_5c06_e0e6;

/// One divided by each number. The first one, of zero, is not used.
const RECIPROCALS: [u128; 58] = {
    let mut all = [ONE; 58];
    let mut index = 1;
    while index < all.len() {
        all[index] = ONE / index as u128;
        index += 1;
    }
    all
};

/// The product of two numbers below 16, cut off.
fn product(a: u128, b: u128) -> u128 {
    let low = |value: u128| value & u128::from(u64::MAX);
    let (a_high, b_high) = (a >> 64, b >> 64);
    let (middle, over) = (a_high * low(b)).overflowing_add(low(a) * b_high);
    let (bottom, carry) = (low(a) * low(b)).overflowing_add(middle << 64);
    let top = a_high * b_high + (middle >> 64) + (u128::from(over) << 64) + u128::from(carry);
    top << (128 - POINT) | bottom >> POINT
}

/// A value that is not exact.
fn inexact(negative: bool, value: u128, exponent: i32) -> Number {
    Number::Finite(Finite {
        negative,
        significand: value | 1,
        exponent,
    })
}

fn zero(negative: bool) -> Number {
    Number::Finite(Finite {
        negative,
        significand: 0,
        exponent: 0,
    })
}

fn one(negative: bool) -> Number {
    Number::Finite(Finite {
        negative,
        significand: 1,
        exponent: 0,
    })
}

/// The place of the highest bit of a number that is not zero.
fn top(value: u128) -> u32 {
    value.ilog2()
}

/// One divided by the square root.
pub(super) fn reciprocal_root(number: Number) -> Number {
    let number = match number {
        Number::Nan | Number::Infinity { negative: true } => return Number::Nan,
        Number::Infinity { negative: false } => return zero(false),
        Number::Finite(number) => number,
    };
    let negative = number.negative;
    if number.significand == 0 {
        return Number::Infinity { negative };
    }
    if negative {
        return Number::Nan;
    }
    // 63 or 64 bits of significand, so that the exponent is even.
    let up = number.significand.leading_zeros().cast_signed() - 64;
    let up = up - (number.exponent - up).rem_euclid(2);
    let significand = number.significand << up;
    // The greatest root of which the square times the significand is at most 2^182.
    let compared = |root: u128| {
        let square = root * root;
        let low = (square & u128::from(u64::MAX)) * significand;
        let high = (square >> 64) * significand + (low >> 64);
        let rest = low & u128::from(u64::MAX);
        (high, rest).cmp(&(1 << (182 - 64), 0))
    };
    let mut root = 0;
    for bit in (0..=60).rev() {
        if compared(root | 1 << bit).is_le() {
            root |= 1 << bit;
        }
    }
    let exact = compared(root).is_eq();
    Number::Finite(Finite {
        negative: false,
        significand: root << 1 | u128::from(!exact),
        exponent: -92 - (number.exponent - up) / 2,
    })
}

/// Two to the power of a number.
pub(super) fn power_of_two(number: Number) -> Number {
    let number = match number {
        Number::Nan => return Number::Nan,
        Number::Infinity { negative: true } => return zero(false),
        Number::Infinity { negative: false } => return number,
        Number::Finite(number) => number,
    };
    let Finite {
        negative,
        significand,
        exponent,
    } = number;
    if significand == 0 {
        return one(false);
    }
    let magnitude = top(significand).cast_signed() + exponent;
    if magnitude >= 14 {
        // Beyond every type.
        return inexact(false, 1, if negative { -0x8000 } else { 0x8000 });
    }
    if magnitude < -100 {
        // Beside one.
        return inexact(
            false,
            if negative { ONE - 1 } else { ONE },
            -POINT.cast_signed(),
        );
    }
    let (whole, fraction) = if exponent >= 0 {
        (significand << exponent, 0)
    } else {
        let down = exponent.unsigned_abs();
        let rest = significand & ones(down.min(128) as u16);
        let fraction = match POINT.checked_sub(down) {
            Some(up) => rest << up,
            None => rest.unbounded_shr(down - POINT),
        };
        (significand.unbounded_shr(down), fraction)
    };
    let whole = i32::try_from(whole).unwrap_or(i32::MAX);
    if fraction == 0 {
        return Number::Finite(Finite {
            negative: false,
            significand: 1,
            exponent: if negative { -whole } else { whole },
        });
    }
    let (whole, fraction) = match negative {
        true => (-whole - 1, ONE - fraction),
        false => (whole, fraction),
    };
    // The series of the exponential function.
    let argument = product(fraction, LN_2);
    let power = (1..36).rev().fold(ONE, |sum, index| {
        ONE + product(product(argument, sum), RECIPROCALS[index])
    });
    inexact(false, power, whole - POINT.cast_signed())
}

/// The logarithm to the base 2.
pub(super) fn logarithm(number: Number) -> Number {
    let number = match number {
        Number::Nan | Number::Infinity { negative: true } => return Number::Nan,
        Number::Infinity { negative: false } => return number,
        Number::Finite(number) => number,
    };
    if number.significand == 0 {
        return Number::Infinity { negative: true };
    }
    if number.negative {
        return Number::Nan;
    }
    let significand = number.significand >> number.significand.trailing_zeros();
    let mut place = top(significand);
    let mut whole = number.exponent + top(number.significand).cast_signed();
    if significand == 1 {
        return Number::from(whole < 0, whole.unsigned_abs().into());
    }
    // From 0.75 to 1.5, times a power of two.
    if significand >> (place - 1) == 3 {
        place += 1;
        whole += 1;
    }
    let (down, distance) = (significand < 1 << place, significand.abs_diff(1 << place));
    // Twice the inverse hyperbolic tangent of (x - 1) / (x + 1).
    let divisor = significand + (1 << place);
    let (high, rest) = ((distance << 64) / divisor, (distance << 64) % divisor);
    let tangent = (high << 56) | ((rest << 56) / divisor);
    let square = product(tangent, tangent);
    let sum = (0..28).rev().fold(0, |sum, index| {
        RECIPROCALS[2 * index + 1] + product(square, sum)
    });
    let fraction = product(product(tangent, sum), TWO_BY_LN_2);
    if whole == 0 {
        return inexact(down, fraction, -POINT.cast_signed());
    }
    // Room in front of the point for every exponent.
    let (whole_bits, fraction) = (u128::from(whole.unsigned_abs()) << 108, fraction >> 12);
    let value = match (whole < 0) == down {
        true => whole_bits + fraction,
        false => whole_bits - fraction,
    };
    inexact(whole < 0, value, -108)
}

/// Which of the two functions of an angle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Circular {
    Sine,
    Cosine,
}

impl Circular {
    fn other(self) -> Circular {
        match self {
            Circular::Sine => Circular::Cosine,
            Circular::Cosine => Circular::Sine,
        }
    }
}

/// The sine or cosine of a number of turns.
pub(super) fn circular(function: Circular, number: Number) -> Number {
    let Number::Finite(Finite {
        negative: below,
        significand,
        exponent,
    }) = number
    else {
        return Number::Nan;
    };
    let is_sine = function == Circular::Sine;
    // The fraction as `part` times two to the power of `-down`.
    let (part, down) = match exponent {
        0.. => (0, 2),
        _ => {
            let down = exponent.unsigned_abs();
            let part = significand & ones(down.min(128) as u16);
            match down {
                1 => (part << 1, 2),
                _ => (part, down),
            }
        }
    };
    let quadrant = part.unbounded_shr(down - 2) as u8;
    let part = part & ones((down - 2).min(128) as u16);
    // Sine is odd, cosine is even.
    let (function, negative) = match (function, quadrant) {
        (Circular::Sine, 0) => (Circular::Sine, below),
        (Circular::Sine, 1) => (Circular::Cosine, below),
        (Circular::Sine, 2) => (Circular::Sine, !below),
        (Circular::Sine, _) => (Circular::Cosine, !below),
        (Circular::Cosine, 0) => (Circular::Cosine, false),
        (Circular::Cosine, 1) => (Circular::Sine, true),
        (Circular::Cosine, 2) => (Circular::Cosine, true),
        (Circular::Cosine, _) => (Circular::Sine, false),
    };
    if part == 0 {
        return match function {
            Circular::Sine => zero(is_sine && below),
            Circular::Cosine => one(negative),
        };
    }
    // An eighth of a turn at most.
    let (function, part) = match down {
        ..128 if part > (1 << (down - 2)) >> 1 => (function.other(), (1 << (down - 2)) - part),
        _ => (function, part),
    };
    let turns = match POINT.checked_sub(down) {
        Some(up) => part << up,
        None => part.unbounded_shr(down - POINT),
    };
    let angle = product(turns, TURN);
    let square = product(angle, angle);
    // The series, without the angle that is a factor of the sine.
    let first = usize::from(function == Circular::Sine);
    let sum = (1..17).rev().fold(ONE, |sum, index| {
        let (a, b) = (2 * index - 1 + first, 2 * index + first);
        ONE - product(
            product(product(square, sum), RECIPROCALS[a]),
            RECIPROCALS[b],
        )
    });
    match function {
        Circular::Cosine => inexact(negative, sum.min(ONE - 1), -POINT.cast_signed()),
        Circular::Sine => {
            // A small angle has as many digits as a large one.
            let up = POINT - top(part);
            let value = product(product(part << up, TURN), sum);
            inexact(negative, value, -(up + down).cast_signed())
        }
    }
}

#[cfg(test)]
mod tests;
