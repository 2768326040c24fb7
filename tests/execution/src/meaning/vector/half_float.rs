//! Floating point of 16 bits.

use std::cmp::Ordering;

use rustc_apfloat::ieee::{Double, Half as Number16, Single};
use rustc_apfloat::{Float, Round};

use super::float::{extreme, number, parts, regarded, written};
use super::lane::{Done, Half, Meaning, Operands, Sources};
use super::number::{
    Number, Sum, add, arithmetic, converted, flush, infinity, is_nan, multiply, result, rounding,
    sign, source, value,
};
use super::overflow::{self, is_infinite, limited, product_is_unknown};
use crate::meaning::{is_newer, narrow};

/// Minimum and maximum. Where both are NaN the second one is.
pub(super) fn lesser_or_greater(greatest: bool, mode: u32, a: u64, b: u64) -> u64 {
    let quiet = |bits: u64| bits >> 9 & 1 == 1 || mode >> 9 & 1 == 0;
    match is_nan(a, 16) && is_nan(b, 16) && quiet(a) && quiet(b) {
        true => b,
        false => extreme(greatest, 16, mode, a, b),
    }
}

fn of_three(greatest: bool, it: Operands) -> u64 {
    let first = lesser_or_greater(greatest, it.mode, it.a, it.b);
    lesser_or_greater(greatest, it.mode, first, it.c)
}

fn middle(it: Operands) -> u64 {
    let all = [it.a, it.b, it.c];
    if all.into_iter().any(|bits| is_nan(bits, 16)) {
        return of_three(false, it);
    }
    // Zeros are alike, whatever their sign.
    let greatest = value(of_three(true, it), 16);
    let is_greatest = |bits: &u64| value(*bits, 16).partial_cmp(&greatest) == Some(Ordering::Equal);
    let found = all.iter().position(is_greatest);
    let found = found.expect("one is the greatest");
    let rest: Vec<u64> = (0..3).filter(|at| *at != found).map(|at| all[at]).collect();
    lesser_or_greater(true, it.mode, rest[0], rest[1])
}

/// A product and a sum, rounded both times; subnormal values are zero.
pub(super) fn rounded_twice(mode: u32, width: u32, factors: [u64; 2], third: u64) -> u64 {
    let [a, b] = factors.map(|bits| flush(bits, width));
    let product = flush(multiply(width, mode, a, b), width);
    flush(add(width, mode, product, flush(third, width)), width)
}

/// A product and a sum, one of whose numbers is a constant in the instruction: rounded once or
/// twice.
pub fn sum_with_constant(name: &str, a: u64, b: u64, constant: u64, mode: u32) -> u64 {
    let (factors, third) = match name.ends_with("mk_f16") {
        true => ([a, constant], b),
        false => ([a, b], constant),
    };
    let bits = match name.starts_with("v_fma") {
        true => arithmetic(Sum::Fused, 16, mode, [factors[0], factors[1], third]),
        false => rounded_twice(mode, 16, factors, third),
    };
    match [a, b, constant].into_iter().any(|it| is_infinite(it, 16)) {
        true => bits,
        false => limited(bits, mode),
    }
}

/// What a division has of its own.
fn fixed(it: Operands) -> u64 {
    let seen = |bits| value(source(bits, 16, it.mode), 16);
    let (below, above) = (seen(it.b), seen(it.c));
    let negative = sign(it.b, 16) ^ sign(it.c, 16);
    if above.is_nan() {
        it.c | 0x200
    } else if below.is_nan() {
        it.b | 0x200
    } else if below == 0.0 && above == 0.0 || below.is_infinite() && above.is_infinite() {
        0xfe00
    } else if below == 0.0 || above.is_infinite() {
        infinity(16) | negative
    } else if below.is_infinite() || above == 0.0 {
        negative
    } else {
        (it.a - sign(it.a, 16)) | negative
    }
}

/// A number from -1 to 1, or from 0, as an integer of 16 bits.
fn normalized(bits: u64, signed: bool, mode: u32, round: Round) -> u32 {
    // Exactly, as a double has it.
    let scale = if signed { 32767.0 } else { 65535.0 };
    let exact = value(source(bits, 16, mode), 16) * scale;
    if exact.is_nan() {
        return 0;
    }
    let least = if signed { -scale } else { 0.0 };
    let whole = Double::from_bits(exact.clamp(least, scale).to_bits().into());
    let whole = whole.round_to_integral(round).value;
    f64::from_bits(whole.to_bits() as u64) as i32 as u32 & 0xffff
}

fn whole(it: Operands) -> f64 {
    value(source(it.a, 16, it.mode), 16)
}

/// What sources give.
type Dword = fn(Operands) -> u32;

/// Integers: their sources, whether the result is a half, and what they are.
fn integer(name: &str) -> Option<(usize, Half, Dword)> {
    Some(match name {
        "cvt_u16_f16" => (1, Half::Clears, |it| u32::from(whole(it) as u16)),
        "cvt_i16_f16" => (1, Half::Clears, |it| {
            u32::from((whole(it) as i16).cast_unsigned())
        }),
        "frexp_exp_i16_f16" => (1, Half::Clears, |it| {
            parts(it.a, 16, it.mode).1.cast_unsigned() & 0xffff
        }),
        "cvt_norm_i16_f16" => (1, Half::Clears, |it| {
            normalized(it.a, true, it.mode, rounding(it.mode, 16))
        }),
        "cvt_norm_u16_f16" => (1, Half::Clears, |it| {
            normalized(it.a, false, it.mode, rounding(it.mode, 16))
        }),
        "cvt_pknorm_i16_f16" => (2, Half::OfSources, |it| {
            let of = |bits| normalized(bits, true, it.mode, Round::NearestTiesToEven);
            of(it.a) | of(it.b) << 16
        }),
        "cvt_pknorm_u16_f16" => (2, Half::OfSources, |it| {
            let of = |bits| normalized(bits, false, it.mode, Round::NearestTiesToEven);
            of(it.a) | of(it.b) << 16
        }),
        _ => return None,
    })
}

/// Halves: the widths of their sources, how many have signs, and what they are.
fn half(name: &str, newer: bool) -> Option<(Vec<u32>, usize, Number)> {
    let three = vec![16; 3];
    let (sources, plain, run): (Vec<u32>, usize, Number) = match name {
        "min_f16" | "max_f16" => {
            let greatest = name == "max_f16";
            let run = move |it: Operands| {
                let bits = lesser_or_greater(greatest, it.mode, it.a, it.b);
                regarded(bits, 16, it.mode, newer)
            };
            (vec![16; 2], 3, Box::new(run))
        }
        "min3_f16" | "max3_f16" => {
            let greatest = name == "max3_f16";
            let run = move |it: Operands| regarded(of_three(greatest, it), 16, it.mode, newer);
            (three, 3, Box::new(run))
        }
        "minmax_f16" | "maxmin_f16" => {
            let last = name == "minmax_f16";
            let run = move |it: Operands| {
                let first = lesser_or_greater(!last, it.mode, it.a, it.b);
                regarded(
                    lesser_or_greater(last, it.mode, first, it.c),
                    16,
                    it.mode,
                    true,
                )
            };
            (three, 3, Box::new(run))
        }
        "med3_f16" => (
            three,
            3,
            Box::new(move |it| regarded(middle(it), 16, it.mode, newer)),
        ),
        "mad_f16" | "mad_legacy_f16" => (
            three,
            3,
            Box::new(|it| rounded_twice(it.mode, 16, [it.a, it.b], it.c)),
        ),
        "fmac_f16" => (
            vec![16; 2],
            3,
            Box::new(|it| arithmetic(Sum::Fused, 16, it.mode, [it.a, it.b, it.before & 0xffff])),
        ),
        "mac_f16" => (
            vec![16; 2],
            3,
            Box::new(|it| rounded_twice(it.mode, 16, [it.a, it.b], it.before & 0xffff)),
        ),
        "fma_legacy_f16" => (
            three,
            3,
            Box::new(|it| arithmetic(Sum::Fused, 16, it.mode, [it.a, it.b, it.c])),
        ),
        "div_fixup_f16" | "div_fixup_legacy_f16" => (three, 3, Box::new(fixed)),
        "ldexp_f16" => {
            let (_, run) = number("ldexp", 16, newer)?;
            let run = move |it: Operands| {
                let b = u64::from(i32::from((it.b as u16).cast_signed()).cast_unsigned());
                run(Operands { b, ..it })
            };
            (vec![16; 2], 1, Box::new(run))
        }
        "cvt_f16_f32" => {
            let run = |it: Operands| {
                let bits = source(it.a, 32, it.mode);
                let bits = converted::<Single, Number16>(bits, rounding(it.mode, 16));
                result(bits, 16, it.mode)
            };
            (vec![32], 3, Box::new(run))
        }
        "cvt_f16_u16" => {
            let run = |it: Operands| {
                let number = Number16::from_u128_r(it.a.into(), rounding(it.mode, 16));
                number.value.to_bits() as u64
            };
            (vec![16], 0, Box::new(run))
        }
        "cvt_f16_i16" => {
            let run = |it: Operands| {
                let number = (it.a as u16).cast_signed().into();
                let number = Number16::from_i128_r(number, rounding(it.mode, 16));
                number.value.to_bits() as u64
            };
            (vec![16], 0, Box::new(run))
        }
        _ => {
            let (sources, run) = number(name.strip_suffix("_f16")?, 16, newer)?;
            (vec![16; sources], 3, run)
        }
    };
    Some((sources, plain, run))
}

/// Two products that are added to a third source, one after the other; all are rounded.
fn dot(name: &str) -> Option<Dword> {
    Some(match name {
        "dot2_f16_f16" => |it| {
            let product = |shift: u32| {
                let [a, b] = [it.a, it.b].map(|bits| bits >> shift & 0xffff);
                kept(multiply(16, it.mode, a, b), &[a, b], it.mode)
            };
            let sum =
                |c: u64, product: u64| kept(add(16, it.mode, c, product), &[c, product], it.mode);
            sum(sum(it.c, product(0)), product(16)) as u32
        },
        "dot2_bf16_bf16" => |it| {
            let single = |bits: u64| bits << 16;
            let narrowed = |bits: u64| u64::from(narrow::bfloat(bits as u32));
            let product = |shift: u32| {
                let [a, b] = [it.a, it.b].map(|bits| single(bits >> shift & 0xffff));
                narrowed(multiply(32, it.mode, a, b))
            };
            let sum = |c: u64, product: u64| narrowed(add(32, it.mode, single(c), single(product)));
            sum(sum(it.c, product(0)), product(16)) as u32
        },
        _ => return None,
    })
}

/// A half, too large for which it is only where a source is.
fn kept(bits: u64, sources: &[u64], mode: u32) -> u64 {
    match sources.iter().any(|it| is_infinite(*it, 16)) {
        true => bits,
        false => limited(bits, mode),
    }
}

/// Of a name without `v_`.
pub fn meaning(name: &str, arch: &str) -> Option<Meaning> {
    let newer = is_newer(arch);
    // The upper half of a single; nothing is rounded.
    if name == "cvt_f32_bf16" {
        let run = |it: Operands| {
            let single = source(it.a << 16, 32, it.mode);
            written(result(single, 32, it.mode), 32, it) as u32
        };
        return Some(Meaning {
            modifiers: Sources::Floating,
            multiplies: true,
            half: Half::OfSources,
            ..Meaning::new(&[16], Done::Dword(Box::new(run)))
        });
    }
    if name == "cvt_f32_f16" {
        let run = |it: Operands| {
            let bits = converted::<Number16, Single>(source(it.a, 16, it.mode), Round::TowardZero);
            written(result(bits, 32, it.mode), 32, it) as u32
        };
        return Some(Meaning {
            modifiers: Sources::Floating,
            multiplies: true,
            half: Half::OfSources,
            ..Meaning::new(&[16], Done::Dword(Box::new(run)))
        });
    }
    if let Some(run) = dot(name) {
        return Some(Meaning {
            modifiers: Sources::Floating,
            signed: 2,
            half: Half::Keeps,
            ..Meaning::new(&[32, 32, 16], Done::Dword(Box::new(run)))
        });
    }
    if let Some((sources, half, run)) = integer(name) {
        return Some(Meaning {
            modifiers: Sources::Floating,
            half,
            ..Meaning::new(&vec![16; sources], Done::Dword(Box::new(run)))
        });
    }
    let (sources, plain, run) = half(name, newer)?;
    // What GCN 1.4 has anew keeps the other half, and so does what accumulates.
    let anew = [
        "min3_",
        "max3_",
        "med3_",
        "mad_f16",
        "fma_f16",
        "div_fixup_f16",
        "mac_",
    ];
    let keeps = newer && anew.iter().any(|it| name.starts_with(it));
    let twice = ["mad_f16", "mad_legacy_f16", "mac_f16"].contains(&name);
    let floating = sources[..plain.min(sources.len())].to_vec();
    let run = overflow::halves(name, floating, run);
    Some(Meaning {
        modifiers: Sources::Floating,
        multiplies: true,
        accumulates: name.ends_with("mac_f16"),
        plain,
        unknown: (newer && twice).then_some(|it| product_is_unknown(it.mode, it.a, it.b)),
        half: if keeps { Half::Keeps } else { Half::Clears },
        ..Meaning::new(
            &sources,
            Done::Dword(Box::new(move |it| written(run(it), 16, it) as u32)),
        )
    })
}
