//! Floating point: singles and doubles, in every mode.
#![allow(clippy::float_cmp, reason = "what is compared is comparing")]

use rustc_apfloat::ieee::{Double, Half, Single};
use rustc_apfloat::{Float, Round};

use super::lane::{Done, Meaning, Operands, Sources};
use super::number::{
    Number, Sum, add, arithmetic, bits_of, converted, flush, infinity, is_nan, keeps, multiply,
    negated, quiet, result, rounding, sign, source, value,
};
use super::overflow::{is_infinite, limited};
use crate::meaning::is_newer;

/// A result as it is written: multiplied, and clamped.
pub fn written(bits: u64, width: u32, it: Operands) -> u64 {
    let (_, kept) = keeps(it.mode, width);
    let ieee = it.mode >> 9 & 1 == 1;
    let mut bits = bits;
    if it.omod != 0 && !ieee && !kept {
        let factor = [1.0, 2.0, 4.0, 0.5][it.omod as usize];
        bits = match value(source(bits, width, it.mode), width) {
            0.0 => 0,
            _ => match multiply(width, it.mode, bits, bits_of(factor, width)) {
                product if width == 16 && !is_infinite(bits, 16) => limited(product, it.mode),
                product => product,
            },
        };
    }
    if !it.clamp {
        return bits;
    }
    match value(bits, width) {
        number if number.is_nan() => {
            if it.mode >> 8 & 1 == 1 {
                0
            } else {
                bits
            }
        }
        number if number < 0.0 => 0,
        number if number > 1.0 => bits_of(1.0, width),
        _ => bits,
    }
}

/// The lesser or the greater of two; -0.0 is less than 0.0. A signalling NaN is the
/// result, made quiet, with IEEE; else the other one is.
pub(super) fn extreme(greatest: bool, width: u32, mode: u32, a: u64, b: u64) -> u64 {
    let top = infinity(width) | infinity(width) >> 1 & !infinity(width);
    if mode >> 9 & 1 == 1 {
        let signals = |bits: u64| is_nan(bits, width) && bits - sign(bits, width) < top;
        if let Some(bits) = [a, b].into_iter().find(|bits| signals(*bits)) {
            return bits | top;
        }
    }
    if is_nan(b, width) {
        return a;
    }
    if is_nan(a, width) {
        return b;
    }
    let order = value(a, width).total_cmp(&value(b, width));
    if order.is_gt() == greatest { a } else { b }
}

/// The least or the greatest of three: NaN if one of them is, the first one.
pub(super) fn extreme3(greatest: bool, width: u32, all: [u64; 3]) -> u64 {
    let nan = all.into_iter().find(|bits| is_nan(*bits, width));
    nan.unwrap_or_else(|| {
        let ordered = |a: &u64, b: &u64| value(*a, width).total_cmp(&value(*b, width));
        let chosen = match greatest {
            true => all.into_iter().max_by(ordered),
            false => all.into_iter().min_by(ordered),
        };
        chosen.unwrap_or_default()
    })
}

fn middle(mode: u32, [a, b, c]: [u64; 3]) -> u64 {
    let greater = |a, b| extreme(true, 32, mode, a, b);
    if [a, b, c].into_iter().any(|bits| is_nan(bits, 32)) {
        let least = extreme(false, 32, mode, a, b);
        return extreme(false, 32, mode, least, c);
    }
    let greatest = value(greater(greater(a, b), c), 32);
    if greatest == value(a, 32) {
        greater(b, c)
    } else if greatest == value(b, 32) {
        greater(a, c)
    } else {
        greater(a, b)
    }
}

/// From GCN 1.4 on minimum and maximum regard the mode.
pub(super) fn regarded(bits: u64, width: u32, mode: u32, newer: bool) -> u64 {
    match newer {
        true => multiply(width, mode, bits, bits_of(1.0, width)),
        false => bits,
    }
}

/// A product that flushes, whatever the mode says of subnormal values.
fn product(it: Operands, legacy: bool) -> u64 {
    let (a, b) = (flush(it.a, 32), flush(it.b, 32));
    if legacy && (value(a, 32) == 0.0 || value(b, 32) == 0.0) {
        return 0;
    }
    flush(multiply(32, it.mode, a, b), 32)
}

fn product_and(it: Operands, legacy: bool, c: u64) -> u64 {
    flush(add(32, it.mode, product(it, legacy), flush(c, 32)), 32)
}

/// A product and a sum, rounded once, where zero times anything is zero.
fn fused_legacy(it: Operands, c: u64) -> u64 {
    let factors = [it.a, it.b].map(|bits| value(source(bits, 32, it.mode), 32));
    match factors.contains(&0.0) {
        true => add(32, it.mode, 0, c),
        false => arithmetic(Sum::Fused, 32, it.mode, [it.a, it.b, c]),
    }
}

/// Mantissa and exponent.
pub(super) fn parts(bits: u64, width: u32, mode: u32) -> (u64, i32) {
    let kept = multiply(width, mode, bits, bits_of(1.0, width));
    let (mut mantissa, mut exponent) = (value(kept, width), 0);
    if mantissa == 0.0 || !mantissa.is_finite() {
        return (kept, 0);
    }
    while mantissa.abs() >= 1.0 {
        mantissa /= 2.0;
        exponent += 1;
    }
    while mantissa.abs() < 0.5 {
        mantissa *= 2.0;
        exponent -= 1;
    }
    (bits_of(mantissa, width), exponent)
}

fn integral(name: &str, bits: u64, width: u32, mode: u32) -> Option<u64> {
    let number = value(source(bits, width, mode), width);
    let number = match name {
        "trunc" => number.trunc(),
        "ceil" => number.ceil(),
        "floor" => number.floor(),
        "rndne" => number.round_ties_even(),
        _ => return None,
    };
    Some(if number.is_nan() {
        quiet(width)
    } else {
        bits_of(number, width)
    })
}

fn above(bits: u64, width: u32, mode: u32) -> u64 {
    let down = integral("floor", bits, width, mode).expect("a name");
    let rest = add(width, mode, bits, negated(down, width));
    let below_one = bits_of(1.0, width) - 1;
    match value(rest, width) {
        number if number >= 1.0 => below_one,
        _ => rest,
    }
}

pub(super) fn scaled(bits: u64, width: u32, mode: u32, by: u64) -> u64 {
    let by = (by as u32).cast_signed().clamp(-5000, 5000);
    let (bits, round) = (source(bits, width, mode), rounding(mode, width));
    let bits = match width {
        16 => Half::from_bits(bits.into()).scalbn_r(by, round).to_bits(),
        32 => Single::from_bits(bits.into()).scalbn_r(by, round).to_bits(),
        _ => Double::from_bits(bits.into()).scalbn_r(by, round).to_bits(),
    };
    result(bits as u64, width, mode)
}

/// A half towards zero.
fn half(bits: u64, mode: u32) -> u32 {
    let bits = converted::<Single, Half>(source(bits, 32, mode), Round::TowardZero);
    result(bits, 16, mode) as u32
}

fn byte(it: Operands, into: u64) -> u32 {
    let number = Single::from_bits(source(it.a, 32, it.mode).into());
    let byte = number.to_u128_r(8, rounding(it.mode, 32), &mut false).value as u8;
    let mut bytes = (into as u32).to_le_bytes();
    bytes[(it.b & 3) as usize] = byte;
    u32::from_le_bytes(bytes)
}

/// A number from -1 to 1, or from 0, as an integer of 16 bits.
fn normalized(signed: bool, bits: u64, mode: u32) -> u32 {
    let scale = if signed { 32767.0 } else { 65535.0 };
    let scaled = multiply(32, mode, bits, bits_of(scale, 32));
    let number = value(scaled, 32).round_ties_even();
    let number = if number.is_nan() { 0.0 } else { number };
    let least = if signed { -scale } else { 0.0 };
    u32::from(number.clamp(least, scale) as i32 as u16)
}

fn cube(name: &str, it: Operands) -> Option<u64> {
    let [x, y, z] = [it.a, it.b, it.c].map(|bits| value(source(bits, 32, it.mode), 32));
    let by_z = z.abs() >= y.abs() && z.abs() >= x.abs();
    let by_y = !by_z && y.abs() >= x.abs();
    let major = if by_z {
        z
    } else if by_y {
        y
    } else {
        x
    };
    let negative = major.is_nan() || major < 0.0;
    let number = match name {
        "cubeid_f32" => {
            let axis = if by_z {
                4.0
            } else if by_y {
                2.0
            } else {
                0.0
            };
            axis + f64::from(u8::from(negative))
        }
        "cubema_f32" => 2.0 * major,
        "cubesc_f32" if by_z => {
            if negative {
                -x
            } else {
                x
            }
        }
        "cubesc_f32" if by_y => x,
        "cubesc_f32" => {
            if negative {
                z
            } else {
                -z
            }
        }
        "cubetc_f32" if by_y => {
            if negative {
                -z
            } else {
                z
            }
        }
        "cubetc_f32" => -y,
        _ => return None,
    };
    // Twice a number may overflow.
    let bits = if name == "cubema_f32" {
        multiply(32, it.mode, bits_of(major, 32), bits_of(2.0, 32))
    } else {
        multiply(32, it.mode, bits_of(number, 32), bits_of(1.0, 32))
    };
    Some(bits)
}

/// A floating-point result of so many bits.
pub(super) fn number(name: &str, width: u32, newer: bool) -> Option<(usize, Number)> {
    let (sources, run): (usize, Number) = match name {
        "add" => (2, Box::new(move |it| add(width, it.mode, it.a, it.b))),
        "sub" => (
            2,
            Box::new(move |it| add(width, it.mode, it.a, negated(it.b, width))),
        ),
        "subrev" => (
            2,
            Box::new(move |it| add(width, it.mode, it.b, negated(it.a, width))),
        ),
        "mul" => (2, Box::new(move |it| multiply(width, it.mode, it.a, it.b))),
        "fma" => {
            let run =
                move |it: Operands| arithmetic(Sum::Fused, width, it.mode, [it.a, it.b, it.c]);
            (3, Box::new(run))
        }
        "fmac" => {
            let run =
                move |it: Operands| arithmetic(Sum::Fused, width, it.mode, [it.a, it.b, it.before]);
            (2, Box::new(run))
        }
        "min" | "max" => {
            let greatest = name == "max";
            let run = move |it: Operands| {
                let bits = extreme(greatest, width, it.mode, it.a, it.b);
                regarded(bits, width, it.mode, newer)
            };
            (2, Box::new(run))
        }
        // NaN where one of them is.
        "minimum" | "maximum" => {
            let greatest = name == "maximum";
            let run = move |it: Operands| {
                let bits = extreme3(greatest, width, [it.a, it.b, it.b]);
                regarded(bits, width, it.mode, true)
            };
            (2, Box::new(run))
        }
        "minimum3" | "maximum3" => {
            let greatest = name == "maximum3";
            let run = move |it: Operands| {
                let bits = extreme3(greatest, width, [it.a, it.b, it.c]);
                regarded(bits, width, it.mode, true)
            };
            (3, Box::new(run))
        }
        "minimummaximum" | "maximumminimum" => {
            let last = name == "minimummaximum";
            let run = move |it: Operands| {
                let first = extreme3(!last, width, [it.a, it.b, it.b]);
                let bits = extreme3(last, width, [first, it.c, it.c]);
                regarded(bits, width, it.mode, true)
            };
            (3, Box::new(run))
        }
        "trunc" | "ceil" | "floor" | "rndne" => {
            let name = name.to_owned();
            let run = move |it: Operands| integral(&name, it.a, width, it.mode).expect("a name");
            (1, Box::new(run))
        }
        "fract" => (1, Box::new(move |it| above(it.a, width, it.mode))),
        "frexp_mant" => (1, Box::new(move |it| parts(it.a, width, it.mode).0)),
        "ldexp" => (2, Box::new(move |it| scaled(it.a, width, it.mode, it.b))),
        _ => return None,
    };
    Some((sources, run))
}

/// A single that only singles give.
fn single(name: &str, newer: bool) -> Option<(Vec<u32>, Number)> {
    let three = vec![32; 3];
    let (sources, run): (Vec<u32>, Number) = match name {
        "mul_legacy_f32" => {
            let run = |it: Operands| match flush(it.a, 32) << 33 == 0 || flush(it.b, 32) << 33 == 0
            {
                true => 0,
                false => product(it, true),
            };
            (vec![32; 2], Box::new(run))
        }
        // Rounded once; a product with zero is zero, and is added as any other one.
        "fma_legacy_f32" => (three, Box::new(|it| fused_legacy(it, it.c))),
        "fmac_legacy_f32" => (vec![32; 2], Box::new(|it| fused_legacy(it, it.before))),
        "mad_f32" => (three, Box::new(|it| product_and(it, false, it.c))),
        "mad_legacy_f32" => (three, Box::new(|it| product_and(it, true, it.c))),
        "mac_f32" => (
            vec![32; 2],
            Box::new(|it| product_and(it, false, it.before)),
        ),
        "mac_legacy_f32" => (vec![32; 2], Box::new(|it| product_and(it, true, it.before))),
        "min3_f32" | "max3_f32" => {
            let greatest = name == "max3_f32";
            let run = move |it: Operands| {
                let first = extreme(greatest, 32, it.mode, it.a, it.b);
                let all = extreme(greatest, 32, it.mode, first, it.c);
                regarded(all, 32, it.mode, newer)
            };
            (three, Box::new(run))
        }
        // One way of two, then the other way of that and the third.
        "minmax_f32" | "maxmin_f32" => {
            let last = name == "minmax_f32";
            let run = move |it: Operands| {
                let first = extreme(!last, 32, it.mode, it.a, it.b);
                let bits = extreme(last, 32, it.mode, first, it.c);
                regarded(bits, 32, it.mode, true)
            };
            (three, Box::new(run))
        }
        "med3_f32" => {
            let run = move |it: Operands| {
                regarded(middle(it.mode, [it.a, it.b, it.c]), 32, it.mode, newer)
            };
            (three, Box::new(run))
        }
        _ if name.starts_with("cube") => {
            cube(name, Operands::default())?;
            let name = name.to_owned();
            (three, Box::new(move |it| cube(&name, it).expect("a name")))
        }
        "cvt_f32_i32" => {
            let run = |it: Operands| {
                let number = i128::from((it.a as u32).cast_signed());
                Single::from_i128_r(number, rounding(it.mode, 32))
                    .value
                    .to_bits() as u64
            };
            (vec![32], Box::new(run))
        }
        "cvt_f32_u32" => {
            let run = |it: Operands| {
                let number = Single::from_u128_r(it.a.into(), rounding(it.mode, 32));
                number.value.to_bits() as u64
            };
            (vec![32], Box::new(run))
        }
        "cvt_f32_f64" => {
            let run = |it: Operands| {
                let bits = source(it.a, 64, it.mode);
                result(
                    converted::<Double, Single>(bits, rounding(it.mode, 64)),
                    32,
                    it.mode,
                )
            };
            (vec![64], Box::new(run))
        }
        _ => return None,
    };
    Some((sources, run))
}

/// A single that no mode changes.
fn exact(name: &str) -> Option<fn(u64) -> f32> {
    Some(match name {
        "cvt_off_f32_i4" => |a| f32::from((a & 15) as u8 ^ 8) / 16.0 - 0.5,
        "cvt_f32_ubyte0" => |a| f32::from(a as u8),
        "cvt_f32_ubyte1" => |a| f32::from((a / 256) as u8),
        "cvt_f32_ubyte2" => |a| f32::from((a / 65536) as u8),
        "cvt_f32_ubyte3" => |a| f32::from((a / 0x0100_0000) as u8),
        _ => return None,
    })
}

/// What sources give.
type Dword = fn(Operands) -> u32;

/// Results that are no numbers of floating point, with the widths of their sources.
fn integer(name: &str) -> Option<(Vec<u32>, Dword)> {
    fn number(it: Operands, width: u32) -> f64 {
        value(source(it.a, width, it.mode), width)
    }
    /// NaN is the integer at the end that its sign says.
    fn end(it: Operands, number: f64) -> u32 {
        match number.is_nan() {
            true if it.a >> 31 == 1 => 0x8000_0000,
            true => 0x7fff_ffff,
            false => (number as i32).cast_unsigned(),
        }
    }
    Some(match name {
        "cvt_u32_f32" => (vec![32], |it| number(it, 32) as u32),
        "cvt_i32_f32" => (vec![32], |it| (number(it, 32) as i32).cast_unsigned()),
        "cvt_u32_f64" => (vec![64], |it| number(it, 64) as u32),
        "cvt_i32_f64" => (vec![64], |it| (number(it, 64) as i32).cast_unsigned()),
        "cvt_flr_i32_f32" => (vec![32], |it| end(it, number(it, 32).floor())),
        "cvt_rpi_i32_f32" => (vec![32], |it| {
            let sum = add(32, it.mode, it.a, 0x3f00_0000);
            end(it, value(source(sum, 32, it.mode), 32).floor())
        }),
        "frexp_exp_i32_f32" => (vec![32], |it| parts(it.a, 32, it.mode).1.cast_unsigned()),
        "frexp_exp_i32_f64" => (vec![64], |it| parts(it.a, 64, it.mode).1.cast_unsigned()),
        "cvt_pkrtz_f16_f32" => (vec![32; 2], |it| {
            half(it.a, it.mode) | half(it.b, it.mode) << 16
        }),
        "cvt_pk_u8_f32" => (vec![32; 3], |it| byte(it, it.c)),
        "cvt_pkaccum_u8_f32" => (vec![32; 2], |it| byte(it, it.before)),
        // Without what follows the point, as far as the integers go.
        "cvt_pk_i16_f32" => (vec![32; 2], |it| {
            let word = |bits| value(source(bits, 32, it.mode), 32) as i16;
            u32::from(word(it.a).cast_unsigned()) | u32::from(word(it.b).cast_unsigned()) << 16
        }),
        "cvt_pk_u16_f32" => (vec![32; 2], |it| {
            let word = |bits| value(source(bits, 32, it.mode), 32) as u16;
            u32::from(word(it.a)) | u32::from(word(it.b)) << 16
        }),
        "cvt_pknorm_i16_f32" => (vec![32; 2], |it| {
            normalized(true, it.a, it.mode) | normalized(true, it.b, it.mode) << 16
        }),
        "cvt_pknorm_u16_f32" => (vec![32; 2], |it| {
            normalized(false, it.a, it.mode) | normalized(false, it.b, it.mode) << 16
        }),
        _ => return None,
    })
}

/// Sources behind the first that are integers.
fn plain(name: &str) -> usize {
    match name {
        "cvt_f32_i32" | "cvt_f32_u32" | "cvt_f64_i32" | "cvt_f64_u32" => 0,
        _ if name.starts_with("ldexp") || name.starts_with("cvt_pk_u8") => 1,
        _ if name.starts_with("cvt_pkaccum") => 1,
        _ => 3,
    }
}

/// Of a name without `v_`.
pub fn meaning(name: &str, arch: &str) -> Option<Meaning> {
    let newer = is_newer(arch);
    let accumulates = name.contains("mac_") || name.contains("pkaccum");
    let of = |sources: &[u32], done: Done, multiplies: bool| Meaning {
        modifiers: Sources::Floating,
        plain: plain(name),
        accumulates,
        multiplies,
        ..Meaning::new(sources, done)
    };
    if let Some(run) = exact(name) {
        let done = move |it: Operands| {
            let number = run(it.a);
            let number = if it.clamp {
                number.clamp(0.0, 1.0)
            } else {
                number
            };
            number.to_bits()
        };
        return Some(Meaning {
            clamps: true,
            ..Meaning::new(&[32], Done::Dword(Box::new(done)))
        });
    }
    if let Some((sources, run)) = integer(name) {
        return Some(of(&sources, Done::Dword(Box::new(run)), false));
    }
    if let Some((sources, run)) = single(name, newer) {
        let done = move |it: Operands| written(run(it), 32, it) as u32;
        return Some(of(&sources, Done::Dword(Box::new(done)), true));
    }
    let double = |run: Number| {
        let done = move |it: Operands| written(run(it), 64, it);
        Done::Pair(Box::new(done))
    };
    match name {
        "cvt_f64_i32" => {
            let run = |it: Operands| f64::from((it.a as u32).cast_signed()).to_bits();
            return Some(of(&[32], double(Box::new(run)), true));
        }
        "cvt_f64_u32" => {
            let run = |it: Operands| f64::from(it.a as u32).to_bits();
            return Some(of(&[32], double(Box::new(run)), true));
        }
        "cvt_f64_f32" => {
            let run = |it: Operands| {
                let bits = source(it.a, 32, it.mode);
                let bits = converted::<Single, Double>(bits, Round::TowardZero);
                result(bits, 64, it.mode)
            };
            return Some(of(&[32], double(Box::new(run)), true));
        }
        _ => {}
    }
    let (of_name, width) = match name.rsplit_once('_')? {
        (name, "f32") => (name, 32),
        (name, "f64") => (name, 64),
        _ => return None,
    };
    let (count, run) = number(of_name, width, newer)?;
    let mut sources = vec![width; count];
    if of_name == "ldexp" {
        sources[1] = 32;
    }
    Some(match width {
        32 => {
            let done = move |it: Operands| written(run(it), 32, it) as u32;
            of(&sources, Done::Dword(Box::new(done)), true)
        }
        _ => of(&sources, double(run), true),
    })
}
