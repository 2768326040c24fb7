//! Floating-point numbers of each width, in every mode. The arithmetic is LLVM's, as the
//! compiler of Rust has it.

use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

use super::lane::Operands;

/// What a lane gives, before it is multiplied and clamped.
pub(super) type Number = Box<dyn Fn(Operands) -> u64>;

/// Values where types round, overflow, and become subnormal.
pub fn edges(bits: u32) -> Vec<u64> {
    match bits {
        32 => vec![
            0,
            0x8000_0000,
            1,
            0x8000_0001,
            0x0040_0000,
            0x007f_ffff,
            0x0080_0000,
            0x8080_0001,
            0x3380_0001,
            0x3eff_ffff,
            0x3f00_0000,
            0xbf80_0000,
            0x3f80_0001,
            0x3fc0_0000,
            0xc020_0000,
            0x4049_0fdb,
            0x437f_4000,
            0x4b00_0001,
            0x4eff_ffff,
            0xcf00_0000,
            0x7f7f_ffff,
            0x7f80_0000,
            0xff80_0000,
            0x7f80_0001,
            0xffc0_1234,
        ],
        64 => vec![
            0,
            1 << 63,
            1,
            1 << 63 | 1,
            0x0008_0000_0000_0001,
            0x000f_ffff_ffff_ffff,
            0x0010_0000_0000_0000,
            0x8010_0000_0000_0001,
            0x36a0_0000_0000_0001,
            0x3810_0000_0000_0000,
            0x3fdf_ffff_ffff_ffff,
            0x3fe0_0000_0000_0000,
            0xbff0_0000_0000_0000,
            0x3ff0_0000_0000_0001,
            0x3ff8_0000_1000_0000,
            0xc004_0000_0000_0000,
            0x4009_21fb_5444_2d18,
            0x41df_ffff_ffc0_0000,
            0xc1e0_0000_0010_0000,
            0x47ef_ffff_f000_0000,
            0x7fef_ffff_ffff_ffff,
            0x7ff0_0000_0000_0000,
            0xfff0_0000_0000_0000,
            0x7ff0_0000_0000_0001,
            0xfff8_0000_0000_1234,
        ],
        _ => crate::meaning::edges(bits),
    }
}

/// A mode of so many: how singles and doubles round, and which subnormal values they
/// keep, always differently; then what becomes of NaN, and of halves that are too large.
pub fn mode(number: u32) -> u32 {
    let (rounding, kept) = (number & 3, number >> 2 & 3);
    let other = |field: u32| (field + 1) & 3;
    rounding
        | other(rounding) << 2
        | kept << 4
        | other(kept) << 6
        | (number >> 4 & 3) << 8
        | (number >> 6 & 1) << 23
}

pub(super) fn rounding(mode: u32, width: u32) -> Round {
    let field = if width == 32 { mode } else { mode >> 2 };
    match field & 3 {
        0 => Round::NearestTiesToEven,
        1 => Round::TowardPositive,
        2 => Round::TowardNegative,
        _ => Round::TowardZero,
    }
}

/// Whether subnormal sources, and results, keep their value.
pub(super) fn keeps(mode: u32, width: u32) -> (bool, bool) {
    let field = if width == 32 { mode >> 4 } else { mode >> 6 };
    (field & 1 == 1, field & 2 == 2)
}

pub(super) fn quiet(width: u32) -> u64 {
    match width {
        16 => 0x7e00,
        32 => 0x7fc0_0000,
        _ => 0x7ff8_0000_0000_0000,
    }
}

pub(super) fn sign(bits: u64, width: u32) -> u64 {
    bits & 1 << (width - 1)
}

pub(super) fn infinity(width: u32) -> u64 {
    match width {
        16 => 0x7c00,
        32 => 0x7f80_0000,
        _ => 0x7ff0_0000_0000_0000,
    }
}

pub(super) fn is_nan(bits: u64, width: u32) -> bool {
    bits - sign(bits, width) > infinity(width)
}

pub(super) fn flush(bits: u64, width: u32) -> u64 {
    if bits & infinity(width) == 0 {
        sign(bits, width)
    } else {
        bits
    }
}

/// A source as arithmetic takes it.
pub fn source(bits: u64, width: u32, mode: u32) -> u64 {
    match keeps(mode, width) {
        (true, _) => bits,
        (false, _) => flush(bits, width),
    }
}

/// A result as arithmetic gives it.
pub fn result(bits: u64, width: u32, mode: u32) -> u64 {
    if is_nan(bits, width) {
        return quiet(width);
    }
    match keeps(mode, width) {
        (_, true) => bits,
        (_, false) => flush(bits, width),
    }
}

/// What is computed of up to three numbers.
#[derive(Debug, Clone, Copy)]
pub(super) enum Sum {
    Add,
    Multiply,
    Fused,
}

fn of_type<F: Float>(sum: Sum, [a, b, c]: [u64; 3], round: Round) -> u64 {
    let [a, b, c] = [a, b, c].map(|bits| F::from_bits(bits.into()));
    let done = match sum {
        Sum::Add => a.add_r(b, round),
        Sum::Multiply => a.mul_r(b, round),
        Sum::Fused => a.mul_add_r(b, c, round),
    };
    done.value.to_bits() as u64
}

pub(super) fn arithmetic(sum: Sum, width: u32, mode: u32, values: [u64; 3]) -> u64 {
    let values = values.map(|bits| source(bits, width, mode));
    let round = rounding(mode, width);
    let bits = match width {
        16 => of_type::<Half>(sum, values, round),
        32 => of_type::<Single>(sum, values, round),
        _ => of_type::<Double>(sum, values, round),
    };
    result(bits, width, mode)
}

pub(super) fn add(width: u32, mode: u32, a: u64, b: u64) -> u64 {
    arithmetic(Sum::Add, width, mode, [a, b, 0])
}

pub(super) fn multiply(width: u32, mode: u32, a: u64, b: u64) -> u64 {
    arithmetic(Sum::Multiply, width, mode, [a, b, 0])
}

pub(super) fn negated(bits: u64, width: u32) -> u64 {
    bits ^ 1 << (width - 1)
}

pub(super) fn value(bits: u64, width: u32) -> f64 {
    match width {
        16 => f64::from_bits(converted::<Half, Double>(bits, Round::TowardZero)),
        32 => f32::from_bits(bits as u32).into(),
        _ => f64::from_bits(bits),
    }
}

pub(super) fn bits_of(value: f64, width: u32) -> u64 {
    match width {
        16 => converted::<Double, Half>(value.to_bits(), Round::NearestTiesToEven),
        32 => (value as f32).to_bits().into(),
        _ => value.to_bits(),
    }
}

pub(super) fn converted<F: FloatConvert<T>, T: Float>(bits: u64, round: Round) -> u64 {
    let number = F::from_bits(bits.into()).convert_r(round, &mut false);
    number.value.to_bits() as u64
}

/// The number that the bits of a half are.
pub fn of_half(bits: u32) -> f32 {
    f32::from_bits(converted::<Half, Single>(bits.into(), Round::TowardZero) as u32)
}

/// The bits of a product of halves and a third one, rounded once to nearest.
pub fn fused_half(values: [u64; 3]) -> u32 {
    let bits = of_type::<Half>(Sum::Fused, values, Round::NearestTiesToEven);
    (if is_nan(bits, 16) { quiet(16) } else { bits }) as u32
}

/// The bits of a sum of numbers of bfloat16, the upper halves of singles, rounded to nearest.
pub fn sum_of_bfloats(a: u32, b: u32) -> u32 {
    let [a, b] = [a, b].map(|it| BFloat::from_bits(u128::from(it >> 16)));
    let sum = (a + b).value;
    match sum.is_nan() {
        true => 0x7fc0,
        false => sum.to_bits() as u32,
    }
}

/// The bits of a sum of halves, rounded to nearest.
pub fn sum_of_halves(a: u32, b: u32) -> u32 {
    let values = [a.into(), b.into(), 0];
    let bits = of_type::<Half>(Sum::Add, values, Round::NearestTiesToEven);
    (if is_nan(bits, 16) { quiet(16) } else { bits }) as u32
}
