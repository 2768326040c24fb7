//! Floating-point calculations that round to nearest, for many lanes in one loop.
//!
//! What the host calculates is what the rules say, but for two things: a NaN is the one
//! of `docs/operations.md`, and a machine's state may replace subnormal values.

use super::super::exact::Mode;
use super::super::half;
use crate::tables::{Action, ActionKind, NumberKind, low_mask};

/// A floating-point type, by its bits.
trait Float: Copy + PartialOrd {
    /// The NaN that arithmetic gives.
    const NAN: u64;
    const SIGN: u64;
    /// The bits of the exponent: infinity.
    const EXPONENT: u64;

    fn of(bits: u64) -> Self;
    fn bits(self) -> u64;
    fn from_double(value: f64) -> Self;
    fn from_single(value: f32) -> Self;
    fn to_double(self) -> f64;
    fn add(self, other: Self) -> Self;
    fn subtract(self, other: Self) -> Self;
    fn multiply(self, other: Self) -> Self;
    fn divide(self, other: Self) -> Self;
    fn fused(self, factor: Self, sum: Self) -> Self;
    fn root(self) -> Self;
    fn floor(self) -> Self;
    fn ceiling(self) -> Self;
    fn to_zero(self) -> Self;
    fn even(self) -> Self;
}

macro_rules! float {
    ($float:ident, $bits:ident, $nan:expr, $exponent:expr, $single:expr, $double:expr) => {
        impl Float for $float {
            const NAN: u64 = $nan;
            const SIGN: u64 = 1 << ($bits::BITS - 1);
            const EXPONENT: u64 = $exponent;

            fn of(bits: u64) -> $float {
                $float::from_bits(bits as $bits)
            }
            fn bits(self) -> u64 {
                self.to_bits().into()
            }
            fn from_double(value: f64) -> $float {
                $double(value)
            }
            fn from_single(value: f32) -> $float {
                $single(value)
            }
            fn to_double(self) -> f64 {
                self.into()
            }
            fn add(self, other: $float) -> $float {
                self + other
            }
            fn subtract(self, other: $float) -> $float {
                self - other
            }
            fn multiply(self, other: $float) -> $float {
                self * other
            }
            fn divide(self, other: $float) -> $float {
                self / other
            }
            fn fused(self, factor: $float, sum: $float) -> $float {
                self.mul_add(factor, sum)
            }
            fn root(self) -> $float {
                self.sqrt()
            }
            fn floor(self) -> $float {
                $float::floor(self)
            }
            fn ceiling(self) -> $float {
                self.ceil()
            }
            fn to_zero(self) -> $float {
                self.trunc()
            }
            fn even(self) -> $float {
                self.round_ties_even()
            }
        }
    };
}

float!(
    f32,
    u32,
    0x7fc0_0000,
    0x7f80_0000,
    |value| value,
    |value| value as f32
);
float!(
    f64,
    u64,
    0x7ff8_0000_0000_0000,
    0x7ff0_0000_0000_0000,
    f64::from,
    |value| value
);

/// A half, which is the double of the same value. A double has more than twice its bits
/// and two, so rounding a result again is as rounding once.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Half(f64);

impl Half {
    /// The nearest half.
    fn rounded(value: f64) -> Half {
        Half::of(half::from_double(value).into())
    }
}

impl Float for Half {
    const NAN: u64 = 0x7e00;
    const SIGN: u64 = 0x8000;
    const EXPONENT: u64 = 0x7c00;

    fn of(bits: u64) -> Half {
        Half(half::to_double(bits as u16))
    }
    fn bits(self) -> u64 {
        half::from_double(self.0).into()
    }
    fn from_double(value: f64) -> Half {
        Half::rounded(value)
    }
    fn from_single(value: f32) -> Half {
        Half::rounded(value.into())
    }
    fn to_double(self) -> f64 {
        self.0
    }
    fn add(self, other: Half) -> Half {
        Half(self.0 + other.0)
    }
    fn subtract(self, other: Half) -> Half {
        Half(self.0 - other.0)
    }
    fn multiply(self, other: Half) -> Half {
        Half(self.0 * other.0)
    }
    fn divide(self, other: Half) -> Half {
        Half(self.0 / other.0)
    }
    fn fused(self, factor: Half, sum: Half) -> Half {
        // The product is exact, and the sum is rounded to odd first.
        Half(half::odd_sum(self.0 * factor.0, sum.0))
    }
    fn root(self) -> Half {
        Half(self.0.sqrt())
    }
    fn floor(self) -> Half {
        Half(self.0.floor())
    }
    fn ceiling(self) -> Half {
        Half(self.0.ceil())
    }
    fn to_zero(self) -> Half {
        Half(self.0.trunc())
    }
    fn even(self) -> Half {
        Half(self.0.round_ties_even())
    }
}

/// Zero of its sign in the place of a subnormal value, unless those are kept.
fn flushed<F: Float>(bits: u64, keeps: bool) -> u64 {
    match !keeps && bits & F::EXPONENT == 0 {
        true => bits & F::SIGN,
        false => bits,
    }
}

fn is_nan<F: Float>(bits: u64) -> bool {
    bits & !F::SIGN > F::EXPONENT
}

/// A result, as the state of the machine takes it.
fn result<F: Float>(value: F, mode: Mode) -> u64 {
    let bits = value.bits();
    match is_nan::<F>(bits) {
        true => F::NAN,
        false => flushed::<F>(bits, mode.keeps_results),
    }
}

/// A value as a number that orders as the floating-point values do, with -0.0 below 0.0.
fn order<F: Float>(bits: u64) -> i64 {
    let magnitude = (bits & !F::SIGN).cast_signed();
    match bits & F::SIGN {
        0 => magnitude,
        _ => -magnitude - 1,
    }
}

/// `to = action(a, b, c)`, with what a state of the machine says of sources and results;
/// `false`, and nothing done, if this is not such a calculation, or rounds in another
/// direction, or limits what is too large.
pub(in crate::exec) fn calculate(
    action: &Action,
    modes: [Mode; 2],
    to: &mut [u64],
    [a, b, c]: [&[u64]; 3],
) -> bool {
    if modes[1].rounding != 0 || modes[1].limits {
        return false;
    }
    match (action.kind.get(), action.number.get(), action.bits) {
        (ActionKind::FromUnsigned | ActionKind::FromSigned, NumberKind::Floating, bits) => {
            let top = 64 - u32::from(action.b.clamp(1, 64));
            let is_signed = action.kind == ActionKind::FromSigned.into();
            match bits {
                16 => from_integer::<Half>(to, a, top, is_signed),
                32 => from_integer::<f32>(to, a, top, is_signed),
                64 => from_integer::<f64>(to, a, top, is_signed),
                _ => return false,
            }
            true
        }
        (ActionKind::FromFloating, _, _) => match action.b {
            16 => from_floating::<Half>(action, modes, to, a),
            32 => from_floating::<f32>(action, modes, to, a),
            64 => from_floating::<f64>(action, modes, to, a),
            _ => false,
        },
        (_, NumberKind::Floating, 16) => own::<Half>(action.kind.get(), modes[0], to, [a, b, c]),
        (_, NumberKind::Floating, 32) => own::<f32>(action.kind.get(), modes[0], to, [a, b, c]),
        (_, NumberKind::Floating, 64) => own::<f64>(action.kind.get(), modes[0], to, [a, b, c]),
        _ => false,
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the nearest number is what is asked for"
)]
fn from_integer<F: Float + 'static>(to: &mut [u64], a: &[u64], top: u32, is_signed: bool) {
    let is_single = F::NAN == <f32 as Float>::NAN;
    for (to, &x) in to.iter_mut().zip(a) {
        let signed = (x << top).cast_signed() >> top;
        // Rounded once: to a single directly. A double that is no such integer exactly
        // is beyond every half.
        let value = match (is_single, is_signed) {
            (true, true) => F::from_single(signed as f32),
            (true, false) => F::from_single(x as f32),
            (false, true) => F::from_double(signed as f64),
            (false, false) => F::from_double(x as f64),
        };
        *to = value.bits();
    }
}

fn from_floating<F: Float>(
    action: &Action,
    [source, mode]: [Mode; 2],
    to: &mut [u64],
    a: &[u64],
) -> bool {
    let values = a
        .iter()
        .map(|&bits| F::of(flushed::<F>(bits, source.keeps_sources)).to_double());
    let bits = action.bits;
    if bits > 64 {
        return false;
    }
    match (action.number.get(), bits) {
        (NumberKind::Floating, 16) => {
            for (to, value) in to.iter_mut().zip(values) {
                *to = result(Half::from_double(value), mode);
            }
        }
        (NumberKind::Floating, 32) => {
            for (to, value) in to.iter_mut().zip(values) {
                *to = result(<f32 as Float>::from_double(value), mode);
            }
        }
        (NumberKind::Floating, _) => {
            for (to, value) in to.iter_mut().zip(values) {
                *to = result(value, mode);
            }
        }
        // As far as the type goes, and NaN is zero.
        (NumberKind::Unsigned, _) => {
            for (to, value) in to.iter_mut().zip(values) {
                *to = (value as u64).min(low_mask(bits as u8));
            }
        }
        (NumberKind::Signed, _) => {
            let greatest = (low_mask(bits as u8) >> 1).cast_signed();
            for (to, value) in to.iter_mut().zip(values) {
                let value = (value as i64).clamp(-greatest - 1, greatest);
                *to = value.cast_unsigned() & low_mask(bits as u8);
            }
        }
    }
    true
}

/// Calculations of one type.
fn own<F: Float>(kind: ActionKind, mode: Mode, to: &mut [u64], [a, b, c]: [&[u64]; 3]) -> bool {
    let keeps = mode.keeps_sources;
    macro_rules! one {
        (|$x:ident| $result:expr) => {
            for (to, &$x) in to.iter_mut().zip(a) {
                *to = $result;
            }
        };
    }
    macro_rules! two {
        (|$x:ident, $y:ident| $result:expr) => {
            for ((to, &$x), &$y) in to.iter_mut().zip(a).zip(b) {
                *to = $result;
            }
        };
    }
    macro_rules! rounded {
        ($operation:ident) => {
            one!(|x| {
                let bits = F::of(flushed::<F>(x, keeps)).$operation().bits();
                if is_nan::<F>(bits) { F::NAN } else { bits }
            })
        };
    }
    let of = |bits: u64| F::of(flushed::<F>(bits, keeps));
    match kind {
        ActionKind::Add => two!(|x, y| result(of(x).add(of(y)), mode)),
        ActionKind::Subtract => two!(|x, y| result(of(x).subtract(of(y)), mode)),
        ActionKind::Multiply => two!(|x, y| result(of(x).multiply(of(y)), mode)),
        ActionKind::Divide => two!(|x, y| result(of(x).divide(of(y)), mode)),
        ActionKind::FusedMultiplyAdd => {
            for ((to, &x), (&y, &z)) in to.iter_mut().zip(a).zip(b.iter().zip(c)) {
                *to = result(of(x).fused(of(y), of(z)), mode);
            }
        }
        ActionKind::SquareRoot => one!(|x| result(of(x).root(), mode)),
        ActionKind::Floor => rounded!(floor),
        ActionKind::Ceiling => rounded!(ceiling),
        ActionKind::RoundToZero => rounded!(to_zero),
        ActionKind::RoundEven => rounded!(even),
        ActionKind::Equal => two!(|x, y| u64::from(of(x) == of(y))),
        ActionKind::NotEqual => two!(|x, y| u64::from(of(x) != of(y))),
        ActionKind::Less => two!(|x, y| u64::from(of(x) < of(y))),
        ActionKind::LessEqual => two!(|x, y| u64::from(of(x) <= of(y))),
        ActionKind::Greater => two!(|x, y| u64::from(of(x) > of(y))),
        ActionKind::GreaterEqual => two!(|x, y| u64::from(of(x) >= of(y))),
        // These move bits.
        ActionKind::Negate => one!(|x| x ^ F::SIGN),
        ActionKind::Magnitude => one!(|x| x & !F::SIGN),
        ActionKind::IsNan => one!(|x| u64::from(is_nan::<F>(x))),
        ActionKind::Flush => one!(|x| flushed::<F>(x, false)),
        ActionKind::Minimum => two!(|x, y| match () {
            () if is_nan::<F>(y) => x,
            () if is_nan::<F>(x) => y,
            () if order::<F>(x) <= order::<F>(y) => x,
            () => y,
        }),
        ActionKind::Maximum => two!(|x, y| match () {
            () if is_nan::<F>(y) => x,
            () if is_nan::<F>(x) => y,
            () if order::<F>(x) >= order::<F>(y) => x,
            () => y,
        }),
        _ => return false,
    }
    true
}

#[cfg(test)]
mod tests;
