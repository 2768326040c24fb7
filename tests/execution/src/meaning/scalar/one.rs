//! Scalar instructions with one source.

use super::wave::Operand::{Destination, First};
use super::wave::{Meaning, says, signed, unknown};

/// Where the first of some bits is that `is` holds of, counted from `from`.
fn position(value: u64, bits: u32, from_top: bool, is: u64) -> u64 {
    let mut order: Vec<u32> = (0..bits).collect();
    if from_top {
        order.reverse();
    }
    let found = order.iter().position(|bit| value >> bit & 1 == is);
    found.map_or(0xffff_ffff, |count| count as u64)
}

/// How many bits from the top are as the sign, where there is another.
fn as_sign(value: u64, bits: u32) -> u64 {
    position(value, bits, true, !(value >> (bits - 1)) & 1)
}

/// A result for each group of four bits.
fn quads(value: u64, bits: u32, each: impl Fn(u32, u64) -> u64) -> u64 {
    (0..bits / 4).fold(0, |sum, quad| sum | each(quad, value >> (4 * quad) & 15))
}

fn reversed(value: u64, bits: u32) -> u64 {
    value.reverse_bits() >> (64 - bits)
}

/// One source, SCC stays or says whether the result is not zero.
pub(super) fn one(name: &str) -> Option<Meaning> {
    let plain = |to: u32, from: u32, run: fn(u64) -> u64| {
        Some(says(&[Destination(to), First(from)], move |wave| {
            wave.dst = run(wave.src0);
        }))
    };
    let tests = |to: u32, from: u32, run: fn(u64) -> u64| {
        Some(says(&[Destination(to), First(from)], move |wave| {
            wave.dst = run(wave.src0) & u64::MAX >> (64 - to);
            wave.scc = wave.dst != 0;
        }))
    };
    match name {
        "mov_b32" => plain(32, 32, |a| a),
        "mov_b64" => plain(64, 64, |a| a),
        "brev_b32" => plain(32, 32, |a| reversed(a, 32)),
        "brev_b64" => plain(64, 64, |a| reversed(a, 64)),
        "ff0_i32_b32" => plain(32, 32, |a| position(a, 32, false, 0)),
        "ff0_i32_b64" => plain(32, 64, |a| position(a, 64, false, 0)),
        "ff1_i32_b32" => plain(32, 32, |a| position(a, 32, false, 1)),
        "ff1_i32_b64" => plain(32, 64, |a| position(a, 64, false, 1)),
        "flbit_i32_b32" => plain(32, 32, |a| position(a, 32, true, 1)),
        "flbit_i32_b64" => plain(32, 64, |a| position(a, 64, true, 1)),
        "flbit_i32" => plain(32, 32, |a| as_sign(a, 32)),
        "flbit_i32_i64" => plain(32, 64, |a| as_sign(a, 64)),
        "sext_i32_i8" => plain(32, 32, |a| u64::from(i32::from(a as i8) as u32)),
        "sext_i32_i16" => plain(32, 32, |a| u64::from(i32::from(a as i16) as u32)),
        "bitreplicate_b64_b32" => plain(64, 32, |a| {
            (0..64).fold(0, |sum, bit| sum | (a >> (bit / 2) & 1) << bit)
        }),
        "not_b32" => tests(32, 32, |a| !a),
        "not_b64" => tests(64, 64, |a| !a),
        "wqm_b32" => tests(32, 32, |a| {
            quads(
                a,
                32,
                |quad, bits| {
                    if bits == 0 { 0 } else { 15 << (4 * quad) }
                },
            )
        }),
        "wqm_b64" => tests(64, 64, |a| {
            quads(
                a,
                64,
                |quad, bits| {
                    if bits == 0 { 0 } else { 15 << (4 * quad) }
                },
            )
        }),
        "quadmask_b32" => tests(32, 32, |a| {
            quads(a, 32, |quad, bits| u64::from(bits != 0) << quad)
        }),
        "quadmask_b64" => tests(64, 64, |a| {
            quads(a, 64, |quad, bits| u64::from(bits != 0) << quad)
        }),
        "bcnt0_i32_b32" => tests(32, 32, |a| 32 - u64::from((a as u32).count_ones())),
        "bcnt0_i32_b64" => tests(32, 64, |a| u64::from(a.count_zeros())),
        "bcnt1_i32_b32" => tests(32, 32, |a| u64::from((a as u32).count_ones())),
        "bcnt1_i32_b64" => tests(32, 64, |a| u64::from(a.count_ones())),
        "abs_i32" => tests(32, 32, |a| signed(a).unsigned_abs()),
        "cmov_b32" => Some(says(&[Destination(32), First(32)], |wave| {
            if wave.scc {
                wave.dst = wave.src0;
            }
        })),
        "cmov_b64" => Some(says(&[Destination(64), First(64)], |wave| {
            if wave.scc {
                wave.dst = wave.src0;
            }
        })),
        "bitset0_b32" => Some(says(&[Destination(32), First(32)], |wave| {
            wave.dst &= !(1 << (wave.src0 % 32));
        })),
        "bitset1_b32" => Some(says(&[Destination(32), First(32)], |wave| {
            wave.dst |= 1 << (wave.src0 % 32);
        })),
        "bitset0_b64" => Some(says(&[Destination(64), First(32)], |wave| {
            wave.dst &= !(1 << (wave.src0 % 64));
        })),
        "bitset1_b64" => Some(says(&[Destination(64), First(32)], |wave| {
            wave.dst |= 1 << (wave.src0 % 64);
        })),
        "set_gpr_idx_idx" => Some(says(&[First(32)], |wave| {
            wave.m0 = wave.m0 / 256 * 256 + wave.src0 as u32 % 256;
        })),
        "movrels_b32" | "movreld_b32" | "mov_regrd_b32" | "mov_fed_b32" => {
            Some(unknown(&[Destination(32), First(32)]))
        }
        "movrels_b64" | "movreld_b64" => Some(unknown(&[Destination(64), First(64)])),
        "cbranch_join" => Some(unknown(&[First(32)])),
        _ => None,
    }
}

/// What keeps the active lanes, or writes them, and chooses others.
pub(super) fn one_with_exec(name: &str) -> Option<Meaning> {
    let (name, bits) = match name.strip_suffix("_b32") {
        Some(name) => (name, 32),
        None => (name.strip_suffix("_b64")?, 64),
    };
    let keeps = name.ends_with("_saveexec");
    let gate = name
        .strip_suffix("_saveexec")
        .or_else(|| name.strip_suffix("_wrexec"))?;
    let gate: fn(u64, u64) -> u64 = match gate {
        "and" => |a, exec| a & exec,
        "or" => |a, exec| a | exec,
        "xor" => |a, exec| a ^ exec,
        "andn1" => |a, exec| !a & exec,
        "andn2" => |a, exec| a & !exec,
        "orn1" => |a, exec| !a | exec,
        "orn2" => |a, exec| a | !exec,
        "nand" => |a, exec| !(a & exec),
        "nor" => |a, exec| !(a | exec),
        "xnor" => |a, exec| !(a ^ exec),
        _ => return None,
    };
    // Those of 32 bits are about the lower half of EXEC, and leave the upper one.
    let all = u64::MAX >> (64 - bits);
    Some(says(&[Destination(bits), First(bits)], move |wave| {
        let lanes = gate(wave.src0, wave.exec) & all;
        wave.dst = if keeps { wave.exec & all } else { lanes };
        wave.exec = wave.exec & !all | lanes;
        wave.scc = lanes != 0;
    }))
}
