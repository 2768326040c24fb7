//! Scalar instructions with two sources: sums, bits, comparisons.

use super::wave::Operand::{Bits, Destination, First, Second, Signed, Unsigned};
use super::wave::{Meaning, Operand, Wave, says, signed, unknown};
use crate::meaning::is_rdna3;

pub(super) fn meaning(name: &str, arch: &str) -> Option<Meaning> {
    greatest(name, is_rdna3(arch))
        .or_else(|| two(name))
        .or_else(|| two_tests(name))
        .or_else(|| compares(name))
}

/// The greater of two; SCC says that it is the first, from RDNA 3 on of equal ones too.
fn greatest(name: &str, equal: bool) -> Option<Meaning> {
    let number: fn(u64) -> i64 = match name {
        "max_i32" => signed,
        "max_u32" => |value| value as i64,
        _ => return None,
    };
    let operands = [Destination(32), First(32), Second(32)];
    Some(says(&operands, move |wave| {
        let order = number(wave.src0).cmp(&number(wave.src1));
        wave.scc = order.is_gt() || equal && order.is_eq();
        wave.dst = if order.is_gt() { wave.src0 } else { wave.src1 };
    }))
}

/// Two sources: sums, products, and what chooses.
fn two(name: &str) -> Option<Meaning> {
    const THREE: [Operand; 3] = [Destination(32), First(32), Second(32)];
    let dword = |run: fn(&mut Wave) -> u64| {
        Some(says(&THREE, move |wave| {
            wave.dst = run(wave) & 0xffff_ffff;
        }))
    };
    // Of which 64 bits are left.
    let wide = |run: fn(i128, i128) -> i128| {
        Some(says(
            &[Destination(64), First(64), Second(64)],
            move |wave| {
                wave.dst = run(
                    wave.src0.cast_signed().into(),
                    wave.src1.cast_signed().into(),
                ) as u64;
            },
        ))
    };
    match name {
        "add_u32" => dword(|wave| {
            wave.scc = (wave.src0 as u32).checked_add(wave.src1 as u32).is_none();
            wave.src0 + wave.src1
        }),
        "sub_u32" => dword(|wave| {
            wave.scc = wave.src1 > wave.src0;
            wave.src0.wrapping_sub(wave.src1)
        }),
        "add_i32" => dword(|wave| {
            let (sum, over) = (wave.src0 as i32).overflowing_add(wave.src1 as i32);
            wave.scc = over;
            u64::from(sum as u32)
        }),
        "sub_i32" => dword(|wave| {
            let (sum, over) = (wave.src0 as i32).overflowing_sub(wave.src1 as i32);
            wave.scc = over;
            u64::from(sum as u32)
        }),
        "addc_u32" => dword(|wave| {
            let sum = wave.src0 + wave.src1 + u64::from(wave.scc);
            wave.scc = sum > 0xffff_ffff;
            sum
        }),
        "subb_u32" => dword(|wave| {
            let take = wave.src1 + u64::from(wave.scc);
            wave.scc = take > wave.src0;
            wave.src0.wrapping_sub(take)
        }),
        "min_i32" => dword(|wave| {
            wave.scc = signed(wave.src0) < signed(wave.src1);
            signed(wave.src0).min(signed(wave.src1)) as u64
        }),
        "min_u32" => dword(|wave| {
            wave.scc = wave.src0 < wave.src1;
            wave.src0.min(wave.src1)
        }),
        "cselect_b32" => dword(|wave| if wave.scc { wave.src0 } else { wave.src1 }),
        "cselect_b64" => Some(says(&[Destination(64), First(64), Second(64)], |wave| {
            wave.dst = if wave.scc { wave.src0 } else { wave.src1 };
        })),
        "bfm_b32" => dword(|wave| ((1 << (wave.src0 % 32)) - 1) << (wave.src1 % 32)),
        "bfm_b64" => Some(says(&[Destination(64), First(32), Second(32)], |wave| {
            wave.dst = ((1 << (wave.src0 % 64)) - 1) << (wave.src1 % 64);
        })),
        "add_nc_u64" => wide(|a, b| a + b),
        "sub_nc_u64" => wide(|a, b| a - b),
        "mul_u64" => wide(|a, b| a * b),
        "mul_i32" => dword(|wave| wave.src0 * wave.src1),
        "mul_hi_u32" => dword(|wave| (wave.src0 * wave.src1) >> 32),
        "mul_hi_i32" => dword(|wave| ((signed(wave.src0) * signed(wave.src1)) >> 32) as u64),
        "pack_ll_b32_b16" => dword(|wave| wave.src0 % 0x1_0000 + wave.src1 % 0x1_0000 * 0x1_0000),
        "pack_lh_b32_b16" => dword(|wave| wave.src0 % 0x1_0000 + wave.src1 / 0x1_0000 * 0x1_0000),
        "pack_hl_b32_b16" => dword(|wave| wave.src0 / 0x1_0000 + wave.src1 % 0x1_0000 * 0x1_0000),
        "pack_hh_b32_b16" => dword(|wave| wave.src0 / 0x1_0000 + wave.src1 / 0x1_0000 * 0x1_0000),
        "lshl1_add_u32" => Some(shifted_sum(1)),
        "lshl2_add_u32" => Some(shifted_sum(2)),
        "lshl3_add_u32" => Some(shifted_sum(3)),
        "lshl4_add_u32" => Some(shifted_sum(4)),
        "cbranch_g_fork" => Some(unknown(&[First(64), Second(64)])),
        "rfe_restore_b64" => Some(says(&[First(64), Second(32)], |wave| {
            (wave.pc, wave.inst_atc) = (wave.src0, wave.src1 % 2 == 1);
        })),
        _ => None,
    }
}

fn shifted_sum(by: u32) -> Meaning {
    says(&[Destination(32), First(32), Second(32)], move |wave| {
        let sum = (wave.src0 << by) + wave.src1;
        wave.dst = sum & 0xffff_ffff;
        wave.scc = sum > 0xffff_ffff;
    })
}

/// Two sources; SCC says whether the result is not zero.
fn two_tests(name: &str) -> Option<Meaning> {
    let tests = |bits: u32, second: u32, run: fn(u64, u64) -> u64| {
        let operands = [Destination(bits), First(bits), Second(second)];
        says(&operands, move |wave| {
            wave.dst = run(wave.src0, wave.src1) & u64::MAX >> (64 - bits);
            wave.scc = wave.dst != 0;
        })
    };
    let gate: Option<fn(u64, u64) -> u64> = match name.rsplit_once("_b") {
        Some(("and", _)) => Some(|a, b| a & b),
        Some(("or", _)) => Some(|a, b| a | b),
        Some(("xor", _)) => Some(|a, b| a ^ b),
        Some(("andn2", _)) => Some(|a, b| a & !b),
        Some(("orn2", _)) => Some(|a, b| a | !b),
        Some(("nand", _)) => Some(|a, b| !(a & b)),
        Some(("nor", _)) => Some(|a, b| !(a | b)),
        Some(("xnor", _)) => Some(|a, b| !(a ^ b)),
        _ => None,
    };
    if let Some(gate) = gate {
        let bits = if name.ends_with("64") { 64 } else { 32 };
        return Some(tests(bits, bits, gate));
    }
    // The number of bits is in SRC1 [22:16].
    let length = |b: u64| (b >> 16 & 127) as u32;
    let field = move |bits: u32, is_signed: bool| {
        let operands = [Destination(bits), First(bits), Second(32)];
        says(&operands, move |wave| {
            let (first, count) = (wave.src1 as u32 % bits, length(wave.src1));
            let bit = |at: u32| {
                // Above the source there is its sign, or nothing.
                let at = first + at;
                let top = if is_signed {
                    wave.src0 >> (bits - 1)
                } else {
                    0
                };
                let value = if at < bits { wave.src0 >> at } else { top };
                value & 1
            };
            wave.dst = (0..bits).fold(0, |sum, at| {
                let value = match (at < count, is_signed && count > 0) {
                    (true, _) => bit(at),
                    (false, true) => bit(count - 1),
                    (false, false) => 0,
                };
                sum | value << at
            });
            wave.scc = wave.dst != 0;
        })
    };
    Some(match name {
        "lshl_b32" => tests(32, 32, |a, b| a << (b % 32)),
        "lshl_b64" => tests(64, 32, |a, b| a << (b % 64)),
        "lshr_b32" => tests(32, 32, |a, b| a >> (b % 32)),
        "lshr_b64" => tests(64, 32, |a, b| a >> (b % 64)),
        "ashr_i32" => tests(32, 32, |a, b| (signed(a) >> (b % 32)) as u64),
        "ashr_i64" => tests(64, 32, |a, b| (a as i64 >> (b % 64)) as u64),
        "absdiff_i32" => tests(32, 32, |a, b| {
            u64::from((a as i32).wrapping_sub(b as i32).unsigned_abs())
        }),
        "bfe_u32" => field(32, false),
        "bfe_i32" => field(32, true),
        "bfe_u64" => field(64, false),
        "bfe_i64" => field(64, true),
        _ => return None,
    })
}

/// The comparison in a mnemonic, of numbers that hold both kinds.
fn comparison(name: &str) -> Option<fn(i64, i64) -> bool> {
    Some(match name {
        "eq" => |a, b| a == b,
        "lg" => |a, b| a != b,
        "gt" => |a, b| a > b,
        "ge" => |a, b| a >= b,
        "lt" => |a, b| a < b,
        "le" => |a, b| a <= b,
        _ => return None,
    })
}

/// Comparisons: SCC is the answer.
fn compares(name: &str) -> Option<Meaning> {
    if let Some((how, ty)) = name.strip_prefix("cmp_").and_then(|it| it.split_once('_')) {
        let how = comparison(how)?;
        let bits = if ty == "u64" { 64 } else { 32 };
        let is_signed = ty == "i32";
        return Some(says(&[First(bits), Second(bits)], move |wave| {
            let number = |value: u64| match is_signed {
                true => signed(value),
                false => value as i64,
            };
            wave.scc = how(number(wave.src0), number(wave.src1));
        }));
    }
    if let Some((how, ty)) = name.strip_prefix("cmpk_").and_then(|it| it.split_once('_')) {
        let how = comparison(how)?;
        let is_signed = ty == "i32";
        let kind = if is_signed { Signed } else { Unsigned };
        return Some(says(&[Destination(32), kind], move |wave| {
            wave.scc = match is_signed {
                true => how(signed(wave.dst), i64::from(wave.constant as i16)),
                false => how(wave.dst as i64, i64::from(wave.constant)),
            };
        }));
    }
    let bit = |bits: u32, is: u64| {
        says(&[First(bits), Second(32)], move |wave| {
            wave.scc = wave.src0 >> (wave.src1 % u64::from(bits)) & 1 == is;
        })
    };
    Some(match name {
        "bitcmp0_b32" => bit(32, 0),
        "bitcmp1_b32" => bit(32, 1),
        "bitcmp0_b64" => bit(64, 0),
        "bitcmp1_b64" => bit(64, 1),
        "setvskip" => says(&[First(32), Second(32)], |wave| {
            let skips = (wave.src0 >> (wave.src1 % 32) & 1) as u32;
            wave.mode = wave.mode & !(1 << 28) | skips << 28;
        }),
        "set_gpr_idx_on" => says(&[First(32), Bits(4)], |wave| {
            wave.mode |= 1 << 27;
            wave.m0 = wave.m0 & 0xffff_0f00
                | wave.src0 as u32 & 0xff
                | u32::from(wave.constant % 16) << 12;
        }),
        _ => return None,
    })
}
