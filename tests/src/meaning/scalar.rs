//! Scalar instructions: what one does to the scalar registers and the states of a
//! wave.

/// What an instruction works on, and what it leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wave {
    /// The first source.
    pub src0: u64,
    /// The second source.
    pub src1: u64,
    /// The destination; of comparisons with a constant the register.
    pub dst: u64,
    /// The constant in the instruction.
    pub constant: u16,
    /// The word behind the instruction.
    pub word: u32,
    /// The scalar condition code.
    pub scc: bool,
    /// The active lanes.
    pub exec: u64,
    /// The vector condition code.
    pub vcc: u64,
    /// M0.
    pub m0: u32,
    /// MODE.
    pub mode: u32,
    /// The address of the next instruction.
    pub pc: u64,
    /// Whether a debugger has set its conditions: that of the system, that of the user.
    pub debug: [bool; 2],
}

/// How an instruction is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operand {
    /// The destination, of so many bits.
    Destination(u32),
    /// The first source, of so many bits.
    First(u32),
    /// The second source, of so many bits.
    Second(u32),
    /// The constant as a signed number.
    Signed,
    /// The constant as an unsigned number.
    Unsigned,
    /// The constant, with so many bits that may be set.
    Bits(u32),
    /// The constant as a part of a hardware register.
    Hardware,
    /// The word behind the instruction.
    Word,
}

/// What an instruction does.
pub struct Meaning {
    /// Its operands as they are written.
    pub operands: Vec<Operand>,
    /// What becomes of the wave; `None` if nobody can say that.
    pub run: Box<dyn Fn(Wave) -> Option<Wave>>,
}

fn says(operands: &[Operand], run: impl Fn(&mut Wave) + 'static) -> Meaning {
    Meaning {
        operands: operands.to_vec(),
        run: Box::new(move |mut wave| {
            run(&mut wave);
            Some(wave)
        }),
    }
}

fn unknown(operands: &[Operand]) -> Meaning {
    Meaning {
        operands: operands.to_vec(),
        run: Box::new(|_| None),
    }
}

use Operand::{Bits, Destination, First, Hardware, Second, Signed, Unsigned, Word};

/// The meaning of a mnemonic; `None` if nobody has said it.
pub fn meaning(mnemonic: &str) -> Option<Meaning> {
    let name = mnemonic.strip_prefix("s_")?;
    one(name)
        .or_else(|| one_with_exec(name))
        .or_else(|| two(name))
        .or_else(|| two_tests(name))
        .or_else(|| compares(name))
        .or_else(|| constant(name))
        .or_else(|| program(name))
        .or_else(|| control(name))
}

/// 64 bits whose lowest are those of 32, extended by the sign.
fn signed(value: u64) -> i64 {
    i64::from(value as u32 as i32)
}

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
fn one(name: &str) -> Option<Meaning> {
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
            wave.m0 = wave.m0 >> 8 << 8 | wave.src0 as u32 % 256;
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
fn one_with_exec(name: &str) -> Option<Meaning> {
    let keeps = name.ends_with("_saveexec_b64");
    let gate = name
        .strip_suffix("_saveexec_b64")
        .or_else(|| name.strip_suffix("_wrexec_b64"))?;
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
    Some(says(&[Destination(64), First(64)], move |wave| {
        let lanes = gate(wave.src0, wave.exec);
        wave.dst = if keeps { wave.exec } else { lanes };
        wave.exec = lanes;
        wave.scc = lanes != 0;
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
        "max_i32" => dword(|wave| {
            wave.scc = signed(wave.src0) > signed(wave.src1);
            signed(wave.src0).max(signed(wave.src1)) as u64
        }),
        "max_u32" => dword(|wave| {
            wave.scc = wave.src0 > wave.src1;
            wave.src0.max(wave.src1)
        }),
        "cselect_b32" => dword(|wave| if wave.scc { wave.src0 } else { wave.src1 }),
        "cselect_b64" => Some(says(&[Destination(64), First(64), Second(64)], |wave| {
            wave.dst = if wave.scc { wave.src0 } else { wave.src1 };
        })),
        "bfm_b32" => dword(|wave| ((1 << (wave.src0 % 32)) - 1) << (wave.src1 % 32)),
        "bfm_b64" => Some(says(&[Destination(64), First(32), Second(32)], |wave| {
            wave.dst = ((1 << (wave.src0 % 64)) - 1) << (wave.src1 % 64);
        })),
        "mul_i32" => dword(|wave| wave.src0 * wave.src1),
        "mul_hi_u32" => dword(|wave| (wave.src0 * wave.src1) >> 32),
        "mul_hi_i32" => dword(|wave| ((signed(wave.src0) * signed(wave.src1)) >> 32) as u64),
        "pack_ll_b32_b16" => dword(|wave| wave.src0 % 0x1_0000 | wave.src1 % 0x1_0000 * 0x1_0000),
        "pack_lh_b32_b16" => dword(|wave| wave.src0 % 0x1_0000 | wave.src1 / 0x1_0000 * 0x1_0000),
        "pack_hh_b32_b16" => dword(|wave| wave.src0 / 0x1_0000 | wave.src1 / 0x1_0000 * 0x1_0000),
        "lshl1_add_u32" => Some(shifted_sum(1)),
        "lshl2_add_u32" => Some(shifted_sum(2)),
        "lshl3_add_u32" => Some(shifted_sum(3)),
        "lshl4_add_u32" => Some(shifted_sum(4)),
        "cbranch_g_fork" => Some(unknown(&[First(64), Second(64)])),
        "rfe_restore_b64" => Some(unknown(&[First(64), Second(32)])),
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

/// With a constant of 16 bits.
fn constant(name: &str) -> Option<Meaning> {
    let number = |wave: &Wave| i64::from(wave.constant as i16);
    Some(match name {
        "movk_i32" => says(&[Destination(32), Signed], move |wave| {
            wave.dst = u64::from(number(wave) as u32);
        }),
        "cmovk_i32" => says(&[Destination(32), Signed], move |wave| {
            if wave.scc {
                wave.dst = u64::from(number(wave) as u32);
            }
        }),
        "addk_i32" => says(&[Destination(32), Signed], move |wave| {
            let sum = signed(wave.dst) + number(wave);
            wave.scc = i32::try_from(sum).is_err();
            wave.dst = u64::from(sum as u32);
        }),
        "mulk_i32" => says(&[Destination(32), Signed], move |wave| {
            wave.dst = u64::from((signed(wave.dst) * number(wave)) as u32);
        }),
        "getreg_b32" => Meaning {
            operands: vec![Destination(32), Hardware],
            run: Box::new(|wave| {
                let (register, first, count) = hardware(wave.constant);
                let bits = (u64::from(wave.mode) >> first) & ((1 << count) - 1);
                (register == 1).then_some(Wave { dst: bits, ..wave })
            }),
        },
        "setreg_b32" => Meaning {
            operands: vec![Hardware, Destination(32)],
            run: Box::new(|wave| set_hardware(wave, wave.dst as u32)),
        },
        "setreg_imm32_b32" => Meaning {
            operands: vec![Hardware, Word],
            run: Box::new(|wave| set_hardware(wave, wave.word)),
        },
        "getreg_regrd_b32" => unknown(&[Destination(32), Hardware]),
        "cbranch_i_fork" => unknown(&[Destination(64), Signed]),
        _ => return None,
    })
}

/// Which hardware register, from which bit on, and how many bits.
fn hardware(constant: u16) -> (u16, u32, u32) {
    let first = u32::from(constant / 64 % 32);
    let count = u32::from(constant / 2048) + 1;
    (constant % 64, first, count.min(32 - first))
}

fn set_hardware(wave: Wave, value: u32) -> Option<Wave> {
    let (register, first, count) = hardware(wave.constant);
    let mask = ((1_u64 << count) - 1) << first;
    let mode = u64::from(wave.mode) & !mask | u64::from(value) << first & mask;
    let mode = mode as u32;
    (register == 1).then_some(Wave { mode, ..wave })
}

/// What goes on somewhere else.
fn program(name: &str) -> Option<Meaning> {
    fn jump(wave: &mut Wave) {
        let distance = 4 * i64::from(wave.constant as i16);
        wave.pc = wave.pc.wrapping_add_signed(distance);
    }
    let branch = |taken: fn(&Wave) -> bool| {
        says(&[Signed], move |wave| {
            if taken(wave) {
                jump(wave);
            }
        })
    };
    Some(match name {
        "getpc_b64" => says(&[Destination(64)], |wave| wave.dst = wave.pc),
        "setpc_b64" | "rfe_b64" => says(&[First(64)], |wave| wave.pc = wave.src0),
        "swappc_b64" => says(&[Destination(64), First(64)], |wave| {
            (wave.dst, wave.pc) = (wave.pc, wave.src0);
        }),
        "call_b64" => says(&[Destination(64), Signed], |wave| {
            wave.dst = wave.pc;
            jump(wave);
        }),
        "branch" => branch(|_| true),
        "cbranch_scc0" => branch(|wave| !wave.scc),
        "cbranch_scc1" => branch(|wave| wave.scc),
        "cbranch_vccz" => branch(|wave| wave.vcc == 0),
        "cbranch_vccnz" => branch(|wave| wave.vcc != 0),
        "cbranch_execz" => branch(|wave| wave.exec == 0),
        "cbranch_execnz" => branch(|wave| wave.exec != 0),
        "cbranch_cdbgsys" => branch(|wave| wave.debug[0]),
        "cbranch_cdbguser" => branch(|wave| wave.debug[1]),
        "cbranch_cdbgsys_or_user" => branch(|wave| wave.debug[0] || wave.debug[1]),
        "cbranch_cdbgsys_and_user" => branch(|wave| wave.debug[0] && wave.debug[1]),
        _ => return None,
    })
}

/// What controls the wave: the registers stay, or nobody can say what happens.
fn control(name: &str) -> Option<Meaning> {
    Some(match name {
        // They take time, order what is on its way, or count.
        "nop" | "sleep" | "setprio" | "incperflevel" | "decperflevel" => says(&[Bits(4)], |_| {}),
        "waitcnt" => says(&[Bits(7)], |_| {}),
        "barrier" | "wakeup" | "icache_inv" | "ttracedata" => says(&[], |_| {}),
        // What runs the program decides.
        "sethalt" | "trap" | "setkill" => unknown(&[Bits(1)]),
        "sendmsg" | "sendmsghalt" => unknown(&[Unsigned]),
        "endpgm" | "endpgm_saved" | "endpgm_ordered_ps_done" => unknown(&[]),
        "set_gpr_idx_mode" => says(&[Bits(4)], |wave| {
            wave.m0 = wave.m0 & 0xffff_0fff | u32::from(wave.constant % 16) << 12;
        }),
        "set_gpr_idx_off" => says(&[], |wave| wave.mode &= !(1 << 27)),
        _ => return None,
    })
}
