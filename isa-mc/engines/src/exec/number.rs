//! Arithmetic on the bits of one lane, as `docs/operations.md` defines it.
//!
//! Results are the same on every host: integers wrap, and a NaN that
//! arithmetic makes is always the quiet one without a sign and a payload.

use super::bits::{ones, quiet_nan, signed};
use super::exact::{self, Mode};
use super::half;
use crate::tables::{Action, ActionKind, NumberKind};

/// The result of an action that only calculates, not masked: the caller keeps
/// the bits of the result's width. `c` is the third operand.
pub(super) fn evaluate(action: &Action, a: u128, b: u128, c: u128) -> u128 {
    match action.kind.get() {
        ActionKind::FromUnsigned => return convert(action, Number::Unsigned(a & ones(action.b))),
        ActionKind::FromSigned => return convert(action, Number::Signed(signed(a, action.b))),
        ActionKind::FromFloating => return convert(action, Number::Floating(widened(a, action.b))),
        _ => {}
    }
    match action.number.get() {
        NumberKind::Floating => floating(action, a, b, c),
        _ => integer(action, a, b, c) & result_mask(action),
    }
}

/// The same where a state of the machine governs floating-point arithmetic.
///
/// `source` and `result` say how it behaves for the type of the operands and for
/// that of the result, which differ in conversions. A rounding that a conversion
/// gives itself is `given`.
pub(super) fn evaluate_in(
    action: &Action,
    [source, result]: [Mode; 2],
    given: Option<u8>,
    [a, b, c]: [u128; 3],
) -> u128 {
    let rounding = given.unwrap_or(result.rounding);
    let mode = Mode { rounding, ..result };
    let number = match action.kind.get() {
        ActionKind::FromUnsigned => exact::Number::from(false, a & ones(action.b)),
        ActionKind::FromSigned => {
            let value = signed(a, action.b);
            exact::Number::from(value < 0, value.unsigned_abs())
        }
        ActionKind::FromFloating => {
            let bits = source.source(a & ones(action.b), action.b);
            exact::Number::of(bits, action.b)
        }
        ActionKind::Add
        | ActionKind::Subtract
        | ActionKind::Multiply
        | ActionKind::Divide
        | ActionKind::FusedMultiplyAdd
        | ActionKind::Scale
        | ActionKind::SquareRoot
        | ActionKind::ReciprocalRoot
        | ActionKind::PowerOfTwo
        | ActionKind::Logarithm
        | ActionKind::Sine
        | ActionKind::Cosine => {
            return exact::arithmetic(action.kind.get(), action.bits, mode, [a, b, c]);
        }
        _ => {
            let flushed = |bits| source.source(bits, action.bits);
            return evaluate(action, flushed(a), flushed(b), flushed(c));
        }
    };
    match action.number.get() {
        NumberKind::Floating => number.round(action.bits, mode),
        // A conversion to an integer cuts off if nothing is said.
        kind => number.integer(
            action.bits,
            matches!(kind, NumberKind::Signed),
            given.unwrap_or(3),
        ),
    }
}

/// Comparisons give one bit, and counts at most 32.
pub(super) fn result_mask(action: &Action) -> u128 {
    match action.kind.get() {
        ActionKind::Equal
        | ActionKind::NotEqual
        | ActionKind::Less
        | ActionKind::LessEqual
        | ActionKind::Greater
        | ActionKind::GreaterEqual
        | ActionKind::IsNan
        | ActionKind::Not => 1,
        ActionKind::BitCount | ActionKind::LeadingZeros | ActionKind::TrailingZeros => ones(32),
        _ => ones(action.bits),
    }
}

fn integer(action: &Action, a: u128, b: u128, c: u128) -> u128 {
    let bits = action.bits;
    let is_signed = matches!(action.number.get(), NumberKind::Signed);
    let (signed_a, signed_b) = (signed(a, bits), signed(b, bits));
    let order = if is_signed {
        signed_a.cmp(&signed_b)
    } else {
        a.cmp(&b)
    };
    let amount = (b as u32) & (u32::from(bits).max(1) - 1);
    match action.kind.get() {
        ActionKind::SignExtend => signed(a, action.b).cast_unsigned(),
        ActionKind::Truncate => a,
        ActionKind::Negate => a.wrapping_neg(),
        ActionKind::BitNot => !a,
        ActionKind::Not => u128::from(a == 0),
        ActionKind::Add => a.wrapping_add(b),
        ActionKind::Subtract => a.wrapping_sub(b),
        ActionKind::Multiply => a.wrapping_mul(b),
        ActionKind::Divide if b == 0 => u128::MAX,
        ActionKind::Divide if is_signed => signed_a.wrapping_div(signed_b).cast_unsigned(),
        ActionKind::Divide => a / b,
        ActionKind::Remainder if b == 0 => a,
        ActionKind::Remainder if is_signed => signed_a.wrapping_rem(signed_b).cast_unsigned(),
        ActionKind::Remainder => a % b,
        ActionKind::ShiftLeft => a << amount,
        ActionKind::ShiftRight if is_signed => (signed_a >> amount).cast_unsigned(),
        ActionKind::ShiftRight => a >> amount,
        ActionKind::And => a & b,
        ActionKind::Or => a | b,
        ActionKind::Xor => a ^ b,
        ActionKind::Equal => u128::from(a == b),
        ActionKind::NotEqual => u128::from(a != b),
        ActionKind::Less => u128::from(order.is_lt()),
        ActionKind::LessEqual => u128::from(order.is_le()),
        ActionKind::Greater => u128::from(order.is_gt()),
        ActionKind::GreaterEqual => u128::from(order.is_ge()),
        ActionKind::Choose => [c, b][usize::from(a & 1 == 1)],
        ActionKind::Minimum => [b, a][usize::from(order.is_le())],
        ActionKind::Maximum => [b, a][usize::from(order.is_ge())],
        ActionKind::Magnitude => signed_a.wrapping_abs().cast_unsigned(),
        ActionKind::BitCount => u128::from((a & ones(bits)).count_ones()),
        ActionKind::LeadingZeros => {
            u128::from((a & ones(bits)).leading_zeros() + u32::from(bits) - 128)
        }
        ActionKind::TrailingZeros => u128::from(a.trailing_zeros().min(bits.into())),
        ActionKind::BitReverse => a.reverse_bits() >> (128 - u32::from(bits).max(1)),
        // The others do not calculate, or only with floating-point numbers.
        _ => 0,
    }
}

/// A number that is converted.
enum Number {
    Unsigned(u128),
    Signed(i128),
    Floating(f64),
}

/// The bits of a floating-point number as a double, which all of them are.
fn widened(bits: u128, width: u16) -> f64 {
    match width {
        16 => half::to_double(bits as u16),
        32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits as u64),
    }
}

/// `CONVERT`. An integer of so many bits that it is no double exactly is
/// beyond every half.
#[expect(
    clippy::cast_precision_loss,
    reason = "the nearest number is what is asked for"
)]
fn convert(action: &Action, value: Number) -> u128 {
    let bits = action.bits;
    match (action.number.get(), value) {
        (NumberKind::Unsigned, Number::Floating(value)) => (value as u128).min(ones(bits)),
        (NumberKind::Signed, Number::Floating(value)) => {
            let greatest = ones(bits.saturating_sub(1)).cast_signed();
            let clamped = (value as i128).clamp(-greatest - 1, greatest);
            clamped.cast_unsigned() & ones(bits)
        }
        (NumberKind::Floating, Number::Floating(value)) if value.is_nan() => quiet_nan(bits),
        (NumberKind::Floating, value) => {
            let (single, double) = match value {
                Number::Unsigned(value) => (value as f32, value as f64),
                Number::Signed(value) => (value as f32, value as f64),
                Number::Floating(value) => (value as f32, value),
            };
            match bits {
                16 => u128::from(half::from_double(double)),
                32 => u128::from(single.to_bits()),
                _ => u128::from(double.to_bits()),
            }
        }
        (_, Number::Unsigned(value)) => value & ones(bits),
        (_, Number::Signed(value)) => value.cast_unsigned() & ones(bits),
    }
}

/// The bits without the sign.
fn magnitude(value: u128, bits: u16) -> u128 {
    value & ones(bits - 1)
}

fn is_nan(value: u128, bits: u16) -> bool {
    let infinity = match bits {
        16 => 0x7c00,
        32 => 0x7f80_0000,
        _ => 0x7ff0_0000_0000_0000,
    };
    magnitude(value, bits) > infinity
}

/// A value as a number that orders as the floating-point values do, with -0.0
/// below 0.0.
fn order_key(value: u128, bits: u16) -> i128 {
    let distance = magnitude(value, bits).cast_signed();
    if value >> (bits - 1) & 1 == 1 {
        -distance - 1
    } else {
        distance
    }
}

fn floating(action: &Action, a: u128, b: u128, c: u128) -> u128 {
    let bits = action.bits;
    let (nan_a, nan_b) = (is_nan(a, bits), is_nan(b, bits));
    let unordered = nan_a || nan_b;
    let (key_a, key_b) = (order_key(a, bits), order_key(b, bits));
    let zeros = magnitude(a, bits) | magnitude(b, bits) == 0;
    let equal = !unordered && (a == b || zeros);
    let less = !unordered && !zeros && key_a < key_b;
    let greater = !unordered && !zeros && key_a > key_b;
    match action.kind.get() {
        ActionKind::Negate => a ^ 1 << (bits - 1),
        ActionKind::Magnitude => magnitude(a, bits),
        ActionKind::IsNan => u128::from(nan_a),
        ActionKind::Flush => exact::flushed(a, bits),
        ActionKind::Scale
        | ActionKind::ReciprocalRoot
        | ActionKind::PowerOfTwo
        | ActionKind::Logarithm
        | ActionKind::Sine
        | ActionKind::Cosine => {
            exact::arithmetic(action.kind.get(), bits, Mode::DEFAULT, [a, b, c])
        }
        ActionKind::Equal => u128::from(equal),
        ActionKind::NotEqual => u128::from(!equal),
        ActionKind::Less => u128::from(less),
        ActionKind::LessEqual => u128::from(less || equal),
        ActionKind::Greater => u128::from(greater),
        ActionKind::GreaterEqual => u128::from(greater || equal),
        ActionKind::Choose => integer(action, a, b, c) & ones(bits),
        // If one is NaN the other, if both are the first.
        ActionKind::Minimum | ActionKind::Maximum if nan_b => a,
        ActionKind::Minimum | ActionKind::Maximum if nan_a => b,
        ActionKind::Minimum => [b, a][usize::from(key_a <= key_b)],
        ActionKind::Maximum => [b, a][usize::from(key_a >= key_b)],
        _ => {
            let result = match bits {
                16 => u128::from(half_arithmetic(action.kind.get(), a, b, c)),
                32 => {
                    let value = |bits: u128| f32::from_bits(bits as u32);
                    u128::from(single(action.kind.get(), value(a), value(b), value(c)).to_bits())
                }
                _ => {
                    let value = |bits: u128| f64::from_bits(bits as u64);
                    u128::from(double(action.kind.get(), value(a), value(b), value(c)).to_bits())
                }
            };
            if is_nan(result, bits) {
                quiet_nan(bits)
            } else {
                result
            }
        }
    }
}

macro_rules! arithmetic {
    ($name:ident, $float:ty) => {
        fn $name(kind: ActionKind, a: $float, b: $float, c: $float) -> $float {
            match kind {
                ActionKind::Add => a + b,
                ActionKind::Subtract => a - b,
                ActionKind::Multiply => a * b,
                ActionKind::Divide => a / b,
                ActionKind::FusedMultiplyAdd => a.mul_add(b, c),
                ActionKind::SquareRoot => a.sqrt(),
                ActionKind::Floor => a.floor(),
                ActionKind::Ceiling => a.ceil(),
                ActionKind::RoundToZero => a.trunc(),
                ActionKind::RoundEven => a.round_ties_even(),
                _ => 0.0,
            }
        }
    };
}

arithmetic!(single, f32);
arithmetic!(double, f64);

/// A double has more than twice the bits of a half and two, so rounding its
/// result again is as rounding once (for all but the fused sum, which is
/// rounded to odd first).
fn half_arithmetic(kind: ActionKind, a: u128, b: u128, c: u128) -> u16 {
    let value = |bits: u128| half::to_double(bits as u16);
    let (a, b, c) = (value(a), value(b), value(c));
    half::from_double(match kind {
        ActionKind::FusedMultiplyAdd => half::odd_sum(a * b, c),
        kind => double(kind, a, b, c),
    })
}

#[cfg(test)]
mod tests;
