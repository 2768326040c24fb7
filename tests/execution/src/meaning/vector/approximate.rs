//! Roots, reciprocals, powers and logarithms of two, sine and cosine, and what the first
//! architectures have of their own.
//!
//! Roots are found by trying: the greatest number that is not too large. The others are
//! this host's doubles, which are right to all but their last bits; where these bits
//! matter the test fails, so that nobody takes a guess for a proof.
#![allow(clippy::float_cmp, reason = "whole numbers are meant")]

use rustc_apfloat::ieee::{Double, Half as Number16, Quad, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

use super::float::{parts, written};
use super::lane::{Done, Half, Meaning, Operands, Sources};
use super::number::{
    Number, Sum, arithmetic, bits_of, converted, flush, infinity, is_nan, multiply, quiet, result,
    rounding, sign, source, value,
};
use super::overflow;
use crate::meaning::is_rdna3;

/// Functions of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Function {
    Reciprocal,
    Root,
    ReciprocalRoot,
    Power,
    Logarithm,
    Sine,
    Cosine,
}

fn wide(bits: u64, width: u32) -> Quad {
    let double = Double::from_bits(value(bits, width).to_bits().into());
    double.convert(&mut false).value
}

/// The root, or one divided by it, of a positive number: tried with 113 bits.
fn root(reciprocal: bool, bits: u64, width: u32, round: Round) -> u64 {
    let number = wide(bits, width);
    let one = wide(bits_of(1.0, width), width);
    // How the square of a value, times the number, compares.
    let compared = |candidate: Quad| {
        let square = (candidate * candidate).value;
        match reciprocal {
            true => (square * number).value.partial_cmp(&one),
            false => square.partial_cmp(&number),
        }
    };
    let too_large = |candidate: Quad| compared(candidate).is_none_or(std::cmp::Ordering::is_gt);
    let guess = value(bits, width).sqrt();
    let mut found = bits_of(if reciprocal { 1.0 / guess } else { guess }, width);
    while too_large(wide(found, width)) {
        found -= 1;
    }
    while !too_large(wide(found + 1, width)) {
        found += 1;
    }
    if compared(wide(found, width)).is_some_and(std::cmp::Ordering::is_eq) {
        return found;
    }
    let half = Quad::from_bits(0x3ffe << 112);
    let middle = ((wide(found, width) + wide(found + 1, width)).value * half).value;
    match round {
        Round::TowardPositive => found + 1,
        Round::NearestTiesToEven if !too_large(middle) => found + 1,
        _ => found,
    }
}

fn narrowed(number: f64, width: u32, round: Round) -> u64 {
    let bits = number.to_bits();
    match width {
        16 => converted::<Double, Number16>(bits, round),
        32 => converted::<Double, Single>(bits, round),
        _ => bits,
    }
}

/// A value as a double that is exact, or not quite: then it and what is beside it must be
/// rounded alike.
fn rounded(number: f64, exact: bool, width: u32, round: Round) -> u64 {
    let bits = narrowed(number, width, round);
    if !exact && number.is_finite() {
        for beside in [1.0 - f64::powi(2.0, -46), 1.0 + f64::powi(2.0, -46)] {
            let other = narrowed(number * beside, width, round);
            assert_eq!(other, bits, "{number:e} is too near to the middle");
        }
    }
    bits
}

/// Sine and cosine of turns, and whether they are exact.
fn circular(cosine: bool, turns: f64) -> (f64, bool) {
    // Quarters of a turn, exactly.
    let quarters = turns.abs() * 4.0;
    let quarter = quarters.rem_euclid(4.0).floor();
    let rest = (quarters - quarters.floor()) * std::f64::consts::FRAC_PI_2;
    let quarter = quarter as u8 + u8::from(cosine);
    let size = match quarter % 2 {
        0 => rest.sin(),
        _ => rest.cos(),
    };
    let number = if quarter % 4 >= 2 { -size } else { size };
    if rest == 0.0 {
        let number = if size == 0.0 { 0.0 } else { number };
        return (
            if cosine {
                number
            } else {
                number * turns.signum()
            },
            true,
        );
    }
    (
        if cosine {
            number
        } else {
            number * turns.signum()
        },
        false,
    )
}

/// The function of a number that is as it should be: subnormal or not.
fn of(function: Function, bits: u64, width: u32, round: Round) -> u64 {
    let number = value(bits, width);
    let wrong = match function {
        Function::Root | Function::ReciprocalRoot | Function::Logarithm => number < 0.0,
        Function::Sine | Function::Cosine => number.is_infinite(),
        _ => false,
    };
    if number.is_nan() || wrong {
        return quiet(width);
    }
    match function {
        Function::Reciprocal => {
            let one = bits_of(1.0, width);
            let bits: u128 = bits.into();
            let quotient = match width {
                16 => Number16::from_bits(one.into())
                    .div_r(Number16::from_bits(bits), round)
                    .map(Float::to_bits),
                32 => Single::from_bits(one.into())
                    .div_r(Single::from_bits(bits), round)
                    .map(Float::to_bits),
                _ => Double::from_bits(one.into())
                    .div_r(Double::from_bits(bits), round)
                    .map(Float::to_bits),
            };
            quotient.value as u64
        }
        Function::Root if number == 0.0 || number.is_infinite() => bits,
        Function::ReciprocalRoot if number == 0.0 => sign(bits, width) | infinity(width),
        Function::ReciprocalRoot if number.is_infinite() => 0,
        Function::Root => root(false, bits, width, round),
        Function::ReciprocalRoot => root(true, bits, width, round),
        Function::Power => {
            let power = number.exp2();
            // Beside one only the side counts.
            if (power - 1.0).abs() < f64::powi(2.0, -40) && number != 0.0 {
                let beside = f64::powi(2.0, -40).copysign(number);
                return narrowed(1.0 + beside, width, round);
            }
            // Beyond every number, but not zero and not infinite.
            let power = match number.is_finite() {
                true => power.clamp(f64::MIN_POSITIVE, f64::MAX / 2.0),
                false => power,
            };
            rounded(power, number.trunc() == number, width, round)
        }
        Function::Logarithm => {
            let logarithm = number.log2();
            let power = number.to_bits() << 12 == 0;
            rounded(logarithm, power || number == 0.0, width, round)
        }
        Function::Sine | Function::Cosine => {
            let (number, exact) = circular(function == Function::Cosine, number);
            if function == Function::Cosine && !exact && number.abs() > 1.0 - f64::powi(2.0, -40) {
                let beside = 1.0 - f64::powi(2.0, -40);
                return narrowed(beside.copysign(number), width, round);
            }
            rounded(number, exact, width, round)
        }
    }
}

/// The function in a mode. Of singles only what `flushes` knows no subnormal values.
fn function(which: Function, width: u32, flushes: bool, it: Operands) -> u64 {
    let seen = source(
        if flushes { flush(it.a, width) } else { it.a },
        width,
        it.mode,
    );
    let bits = of(which, seen, width, rounding(it.mode, width));
    let bits = result(bits, width, it.mode);
    if flushes { flush(bits, width) } else { bits }
}

/// Beyond 256 turns sine is zero and cosine is one.
fn turned(which: Function, width: u32, it: Operands) -> u64 {
    let size = value(it.a, width).abs();
    match which {
        Function::Sine if size.is_finite() && size > 256.0 => 0,
        Function::Cosine if size.is_finite() && size > 256.0 => bits_of(1.0, width),
        _ => function(which, width, false, it),
    }
}

/// What becomes of an infinite result.
#[derive(Debug, Clone, Copy)]
enum Infinite {
    Stays,
    IsGreatest,
    IsZero,
}

fn named(name: &str) -> Option<(Function, Infinite)> {
    let (name, infinite) = if let Some(name) = name.strip_suffix("_clamp") {
        (name, Infinite::IsGreatest)
    } else if let Some(name) = name
        .strip_suffix("_legacy")
        .filter(|it| it.starts_with('r'))
    {
        (name, Infinite::IsZero)
    } else {
        (name.trim_end_matches("_legacy"), Infinite::Stays)
    };
    let function = match name {
        "rcp" | "rcp_iflag" => Function::Reciprocal,
        "rsq" => Function::ReciprocalRoot,
        "sqrt" => Function::Root,
        "exp" => Function::Power,
        "log" => Function::Logarithm,
        "sin" => Function::Sine,
        "cos" => Function::Cosine,
        _ => return None,
    };
    Some((function, infinite))
}

fn approximate(name: &str, width: u32) -> Option<Number> {
    let (which, infinite) = named(name)?;
    if matches!(which, Function::Sine | Function::Cosine) {
        return Some(Box::new(move |it| turned(which, width, it)));
    }
    let run = move |it: Operands| {
        let bits = function(which, width, width == 32, it);
        let negative = sign(bits, width);
        match infinite {
            _ if bits - negative != infinity(width) => bits,
            Infinite::IsGreatest if which == Function::Logarithm && negative == 0 => bits,
            Infinite::IsGreatest => bits - 1,
            Infinite::IsZero if which == Function::Reciprocal => negative,
            Infinite::IsZero => 0,
            Infinite::Stays => bits,
        }
    };
    Some(Box::new(run))
}

/// What GCN 1.0 has of its own.
fn first(name: &str) -> Option<(u32, Number)> {
    let (of, width) = match name.rsplit_once('_')? {
        (of, "f32") => (of, 32),
        (of, "f64") => (of, 64),
        _ => return None,
    };
    let run: Number = match of {
        "fract" => Box::new(move |it| {
            let down = {
                let number = value(source(it.a, width, it.mode), width).floor();
                if number.is_nan() {
                    quiet(width)
                } else {
                    bits_of(-number, width)
                }
            };
            arithmetic(Sum::Add, width, it.mode, [it.a, down, 0])
        }),
        "frexp_mant" => Box::new(
            move |it| match it.a - sign(it.a, width) == infinity(width) {
                true => quiet(width) | 1 << (width - 1),
                false => parts(it.a, width, it.mode).0,
            },
        ),
        _ => return None,
    };
    Some((width, run))
}

/// Between halves and singles, where all subnormal halves are kept.
fn early_half(it: Operands) -> u64 {
    let seen = source(it.a, 32, it.mode);
    if is_nan(seen, 32) {
        return quiet(16);
    }
    let number = Single::from_bits(seen.into());
    let number: Number16 = number.convert_r(rounding(it.mode, 32), &mut false).value;
    number.to_bits() as u64
}

/// Of a name without `v_`.
pub(super) fn meaning(name: &str, arch: &str) -> Option<Meaning> {
    let floating = |sources: &[u32], width: u32, run: Number| {
        let done = move |it: Operands| written(run(it), width, it);
        let done = match width {
            64 => Done::Pair(Box::new(done)),
            _ => Done::Dword(Box::new(move |it| done(it) as u32)),
        };
        Meaning {
            modifiers: Sources::Floating,
            multiplies: true,
            half: if width == 16 { Half::Clears } else { Half::No },
            ..Meaning::new(sources, done)
        }
    };
    let early = arch == "gcn1.0" || arch == "gcn1.1";
    if arch == "gcn1.0"
        && let Some((width, run)) = first(name)
    {
        return Some(floating(&[width], width, run));
    }
    match name {
        "frexp_exp_i32_f32" | "frexp_exp_i32_f64" if arch == "gcn1.0" => {
            let width = if name.ends_with("f32") { 32 } else { 64 };
            let run = move |it: Operands| match it.a - sign(it.a, width) >= infinity(width) {
                true => u32::MAX,
                false => parts(it.a, width, it.mode).1.cast_unsigned(),
            };
            return Some(Meaning {
                modifiers: Sources::Floating,
                ..Meaning::new(&[width], Done::Dword(Box::new(run)))
            });
        }
        "cvt_f16_f32" if early => {
            return Some(Meaning {
                modifiers: Sources::Floating,
                ..Meaning::new(&[32], Done::Dword(Box::new(|it| early_half(it) as u32)))
            });
        }
        "cvt_f32_f16" if early => {
            let run = |it: Operands| match is_nan(it.a, 16) {
                true => quiet(32),
                false => bits_of(value(it.a, 16), 32),
            };
            return Some(Meaning {
                half: Half::No,
                ..floating(&[16], 32, Box::new(run))
            });
        }
        "min_legacy_f32" | "max_legacy_f32" => {
            let least = name.starts_with("min");
            let run = move |it: Operands| {
                let [a, b] = [it.a, it.b].map(|bits| value(source(bits, 32, it.mode), 32));
                let first = if least { a < b } else { a >= b };
                if first { it.a } else { it.b }
            };
            return Some(floating(&[32; 2], 32, Box::new(run)));
        }
        // From RDNA 3 on the product is one like others, and there is none of the lowest number,
        // of what is less, or of NaN.
        "mullit_f32" if is_rdna3(arch) => {
            let run = |it: Operands| {
                let seen = |bits| value(source(bits, 32, it.mode), 32);
                match seen(it.c) > 0.0 && seen(it.b) > -f64::from(f32::MAX) {
                    true => multiply(32, it.mode, it.a, it.b),
                    false => 0xff7f_ffff,
                }
            };
            return Some(floating(&[32; 3], 32, Box::new(run)));
        }
        "mullit_f32" => {
            let run = |it: Operands| {
                let [a, b] = [it.a, it.b].map(|bits| flush(bits, 32));
                let above = value(source(it.c, 32, it.mode), 32) > 0.0;
                match () {
                    () if !above => 0xff7f_ffff,
                    () if value(a, 32) == 0.0 || value(b, 32) == 0.0 => 0,
                    () => flush(multiply(32, it.mode, a, b), 32),
                }
            };
            return Some(floating(&[32; 3], 32, Box::new(run)));
        }
        _ => {}
    }
    let (of, width) = match name.rsplit_once('_')? {
        (of, "f16") => (of, 16),
        (of, "f32") => (of, 32),
        (of, "f64") => (of, 64),
        _ => return None,
    };
    let run = approximate(of, width)?;
    let run = match width {
        16 => overflow::halves(name, vec![16], run),
        _ => run,
    };
    Some(floating(&[width], width, run))
}
