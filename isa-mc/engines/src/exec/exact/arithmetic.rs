//! Arithmetic on the bits of numbers.

use super::functions::{self, Circular};
use super::mode::Mode;
use super::number::Number;
use crate::tables::ActionKind;

/// The result of arithmetic on three values of a type. The caller asks for nothing
/// else.
pub(in crate::exec) fn arithmetic(
    kind: ActionKind,
    width: u16,
    mode: Mode,
    values: [u128; 3],
) -> u128 {
    let [a, b, c] = values.map(|bits| Number::of(mode.source(bits, width), width));
    let result = match kind {
        ActionKind::Add => a.add(b, mode.rounding),
        ActionKind::Subtract => a.add(b.negated(), mode.rounding),
        ActionKind::Multiply => a.multiply(b),
        ActionKind::Divide => a.divide(b),
        ActionKind::FusedMultiplyAdd => a.multiply(b).add(c, mode.rounding),
        ActionKind::Scale => a.scaled((values[1] as u32).cast_signed()),
        ActionKind::ReciprocalRoot => functions::reciprocal_root(a),
        ActionKind::PowerOfTwo => functions::power_of_two(a),
        ActionKind::Logarithm => functions::logarithm(a),
        ActionKind::Sine => functions::circular(Circular::Sine, a),
        ActionKind::Cosine => functions::circular(Circular::Cosine, a),
        // `SquareRoot`.
        _ => a.square_root(),
    };
    result.round(width, mode)
}

/// `a * b + c`, times two to the power of a number. Subnormal sources keep their value.
pub(in crate::exec) fn scaled_multiply_add(
    width: u16,
    mode: Mode,
    values: [u128; 3],
    by: i32,
) -> u128 {
    let [a, b, c] = values.map(|bits| Number::of(bits, width));
    let sum = a.multiply(b).add(c, mode.rounding);
    sum.scaled(by).round(width, mode)
}
