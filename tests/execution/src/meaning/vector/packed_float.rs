//! Packed halves, and sums of products of halves and singles: VOP3P.

use rustc_apfloat::Round;
use rustc_apfloat::ieee::{Half, Single};

use super::float::{extreme3, regarded};
use super::half_float::{lesser_or_greater, rounded_twice};
use super::number::{
    Sum, add, arithmetic, converted, is_nan, multiply, result, rounding, source, value,
};
use super::overflow::{is_infinite, limited};
use super::packed::Choice;
use crate::meaning::narrow::Format;

/// What a lane works on.
#[derive(Debug, Clone, Copy, Default)]
pub struct Input {
    /// The sources as registers have them.
    pub sources: [u32; 3],
    /// Which halves of them.
    pub choice: Choice,
    /// Signs of the lower halves are changed, a bit for each source.
    pub neg_lo: u32,
    /// Signs of the upper halves are changed; of mixed sums signs are taken away.
    pub neg_hi: u32,
    /// The result is clamped.
    pub clamp: bool,
    /// How floating point behaves.
    pub mode: u32,
    /// The destination before.
    pub before: u32,
    /// Products are added to the last source one after the other, as on RDNA.
    pub in_order: bool,
}

/// What an instruction does.
pub struct Meaning {
    /// How many sources it has.
    pub sources: usize,
    /// Sources are singles unless `op_sel_hi` says otherwise.
    pub mixed: bool,
    /// What it gives.
    pub run: fn(&str, Input) -> u32,
}

fn clamped(bits: u64, width: u32, it: Input) -> u64 {
    let number = value(bits, width);
    match it.clamp {
        true if is_nan(bits, width) && it.mode >> 8 & 1 == 1 => 0,
        true if number < 0.0 => 0,
        true if number > 1.0 => super::number::bits_of(1.0, width),
        _ => bits,
    }
}

/// A half of each source, its sign changed where that is asked for.
fn halves(it: Input, upper: u32, signs: u32) -> [u64; 3] {
    std::array::from_fn(|at| {
        let [low, high] = [it.sources[at] & 0xffff, it.sources[at] >> 16];
        let half = if upper >> at & 1 == 1 { high } else { low };
        u64::from(half ^ (signs >> at & 1) << 15)
    })
}

fn packed(name: &str, it: Input) -> u32 {
    let each = [(it.choice.low, it.neg_lo), (it.choice.high, it.neg_hi)].map(|(upper, signs)| {
        let [a, b, c] = halves(it, upper, signs);
        let bits = match name {
            "v_pk_add_f16" => add(16, it.mode, a, b),
            "v_pk_mul_f16" => multiply(16, it.mode, a, b),
            "v_pk_fma_f16" => arithmetic(Sum::Fused, 16, it.mode, [a, b, c]),
            "v_pk_minimum3_f16" | "v_pk_maximum3_f16" => {
                let greatest = name == "v_pk_maximum3_f16";
                regarded(extreme3(greatest, 16, [a, b, c]), 16, it.mode, true)
            }
            "v_pk_minimum_f16" | "v_pk_maximum_f16" => {
                let greatest = name == "v_pk_maximum_f16";
                regarded(extreme3(greatest, 16, [a, b, b]), 16, it.mode, true)
            }
            _ => {
                let greatest = name.starts_with("v_pk_max");
                regarded(
                    lesser_or_greater(greatest, it.mode, a, b),
                    16,
                    it.mode,
                    true,
                )
            }
        };
        let count = if name == "v_pk_fma_f16" || name.contains("imum3_") {
            3
        } else {
            2
        };
        let infinite = [a, b, c][..count].iter().any(|it| is_infinite(*it, 16));
        let bits = if infinite {
            bits
        } else {
            limited(bits, it.mode)
        };
        clamped(bits, 16, it) as u32
    });
    each[0] | each[1] << 16
}

fn widened(half: u64, mode: u32) -> u64 {
    let bits = converted::<Half, Single>(source(half, 16, mode), Round::TowardZero);
    result(bits, 32, mode)
}

fn mixed(name: &str, it: Input) -> u32 {
    let [a, b, c] = std::array::from_fn(|at| {
        let bits = match it.choice.high >> at & 1 {
            1 => widened(halves(it, it.choice.low, 0)[at], it.mode),
            _ => u64::from(it.sources[at]),
        };
        let bits = if it.neg_hi >> at & 1 == 1 {
            bits & 0x7fff_ffff
        } else {
            bits
        };
        bits ^ u64::from(it.neg_lo >> at & 1) << 31
    });
    let single = match name.starts_with("v_mad") {
        true => rounded_twice(it.mode, 32, [a, b], c),
        false => arithmetic(Sum::Fused, 32, it.mode, [a, b, c]),
    };
    if name.ends_with("_f32") {
        return clamped(single, 32, it) as u32;
    }
    let half = converted::<Single, Half>(source(single, 32, it.mode), rounding(it.mode, 16));
    // Sources count as singles: the sum may have been too large for one.
    let half = match [a, b, c].iter().any(|it| is_infinite(*it, 32)) {
        true => half,
        false => limited(half, it.mode),
    };
    let half = clamped(result(half, 16, it.mode), 16, it) as u32;
    match name.contains("mixlo") {
        true => it.before & 0xffff_0000 | half,
        false => it.before & 0xffff | half << 16,
    }
}

fn dot(_: &str, it: Input) -> u32 {
    let low = halves(it, it.choice.low, it.neg_lo).map(|half| widened(half, it.mode));
    let high = halves(it, it.choice.high, it.neg_hi).map(|half| widened(half, it.mode));
    let sum = add(
        32,
        it.mode,
        it.sources[2].into(),
        multiply(32, it.mode, low[0], low[1]),
    );
    let sum = add(32, it.mode, sum, multiply(32, it.mode, high[0], high[1]));
    clamped(sum, 32, it) as u32
}

/// Products are added up, and then the single is.
fn dot_of_bfloats(_: &str, it: Input) -> u32 {
    let upper = |half: u64| half << 16;
    let low = halves(it, it.choice.low, it.neg_lo).map(upper);
    let high = halves(it, it.choice.high, it.neg_hi).map(upper);
    let [low, high] = [low, high].map(|[a, b, _]| multiply(32, it.mode, a, b));
    if it.in_order {
        let sum = add(32, it.mode, it.sources[2].into(), low);
        return clamped(add(32, it.mode, sum, high), 32, it) as u32;
    }
    let sum = add(32, it.mode, low, high);
    clamped(add(32, it.mode, sum, it.sources[2].into()), 32, it) as u32
}

/// Products of numbers of eight bits, which the name says, and a single whose sign may be taken
/// away and changed.
fn dot_of_small(name: &str, it: Input) -> u32 {
    let formats = name.trim_start_matches("v_dot4_f32_").split('_');
    let formats: Vec<_> = formats.filter_map(|it| Format::named(it, true)).collect();
    let third = match it.neg_hi >> 2 & 1 {
        1 => it.sources[2] & 0x7fff_ffff,
        _ => it.sources[2],
    };
    let third = third ^ (it.neg_lo >> 2 & 1) << 31;
    let sum = (0..4).fold(u64::from(third), |sum, at| {
        let of = |source: usize| {
            let number = formats[source].of(it.sources[source] >> (8 * at) & 0xff);
            u64::from((number as f32).to_bits())
        };
        add(32, it.mode, sum, multiply(32, it.mode, of(0), of(1)))
    });
    sum as u32
}

/// The meaning of a mnemonic; `None` if nobody has said it.
pub fn meaning(mnemonic: &str) -> Option<Meaning> {
    let (sources, mixed, run): (usize, bool, fn(&str, Input) -> u32) = match mnemonic {
        "v_pk_add_f16" | "v_pk_mul_f16" | "v_pk_min_f16" | "v_pk_max_f16" => (2, false, packed),
        "v_pk_fma_f16" | "v_pk_minimum3_f16" | "v_pk_maximum3_f16" => (3, false, packed),
        "v_pk_min_num_f16" | "v_pk_max_num_f16" | "v_pk_minimum_f16" | "v_pk_maximum_f16" => {
            (2, false, packed)
        }
        "v_dot2_f32_bf16" => (3, false, dot_of_bfloats),
        "v_dot4_f32_fp8_fp8" | "v_dot4_f32_fp8_bf8" | "v_dot4_f32_bf8_fp8"
        | "v_dot4_f32_bf8_bf8" => (3, false, dot_of_small),
        "v_dot2_f32_f16" => (3, false, dot),
        "v_mad_mix_f32" | "v_mad_mixlo_f16" | "v_mad_mixhi_f16" | "v_fma_mix_f32"
        | "v_fma_mixlo_f16" | "v_fma_mixhi_f16" => (3, true, mixed),
        _ => return None,
    };
    Some(Meaning {
        sources,
        mixed,
        run,
    })
}
