//! Scalar instructions with a constant of 16 bits, and what controls the program.

use super::wave::Operand::{
    Bits, Destination, First, Hardware, Null, Signed, Small, Unsigned, Word,
};
use super::wave::{Meaning, Wave, says, signed, unknown};
use crate::meaning::{is_rdna, is_rdna3};

pub(super) fn meaning(name: &str, arch: &str) -> Option<Meaning> {
    constant(name, arch)
        .or_else(|| program(name))
        .or_else(|| halves(name))
        .or_else(|| control(name, arch))
}

/// With a constant of 16 bits.
fn constant(name: &str, arch: &str) -> Option<Meaning> {
    let is_rdna = is_rdna(arch);
    let is_rdna4 = arch == "rdna4";
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
            floating: 0,
            run: Box::new(move |wave| {
                let (register, first, count) = hardware(wave.constant);
                let within = |bit| first <= bit && bit < first + count;
                let single = |bit| first == bit && count == 1;
                let value = match register {
                    // SCC, and whether it is halted; how many lanes there are.
                    4 if is_rdna4 && (single(9) || single(14)) => {
                        u32::from(wave.scc) << 9 | u32::from(wave.goes_on.halted) << 14
                    }
                    2 if is_rdna4 && single(29) => u32::from(!wave.is_wave32) << 29,
                    2 | 4 if is_rdna4 && (within(0) || within(16)) => return Err("alone"),
                    2..=7 if is_rdna4 => return Err(""),
                    1 => wave.mode,
                    2 => status(&wave),
                    // Of traps what is neither an exception of arithmetic nor its time.
                    3 if first >= 9 && first + count <= 15 => wave.trapsts,
                    3 => return Err("exceptions of arithmetic"),
                    // Who the wave is was never said here, and RDNA says it elsewhere.
                    4 if !is_rdna => 0,
                    // Nothing is under way.
                    7 => 0,
                    20 if is_rdna => wave.flat_scratch as u32,
                    21 if is_rdna => (wave.flat_scratch >> 32) as u32,
                    _ => return Err("this hardware register is no state"),
                };
                let bits = (u64::from(value) >> first) & ((1 << count) - 1);
                Ok(Wave { dst: bits, ..wave })
            }),
        },
        "setreg_b32" => Meaning {
            operands: vec![Hardware, Destination(32)],
            floating: 0,
            run: Box::new(move |wave| match is_rdna4 && wave.constant % 64 != 1 {
                true => Err("what writing this hardware register does"),
                false => set_hardware(wave, wave.dst as u32, is_rdna),
            }),
        },
        "setreg_imm32_b32" => Meaning {
            operands: vec![Hardware, Word],
            floating: 0,
            run: Box::new(move |wave| match is_rdna4 && wave.constant % 64 != 1 {
                true => Err("what writing this hardware register does"),
                false => set_hardware(wave, wave.word, is_rdna),
            }),
        },
        "getreg_regrd_b32" => unknown(&[Destination(32), Hardware]),
        "cbranch_i_fork" => unknown(&[Destination(64), Signed]),
        _ => return None,
    })
}

/// STATUS of a wave that runs alone.
fn status(wave: &Wave) -> u32 {
    let [system, user] = wave.debug;
    let bits = [
        (0, wave.scc),
        (9, wave.is_none(wave.exec)),
        (10, wave.is_none(wave.vcc)),
        (12, wave.goes_on.barrier),
        (13, wave.goes_on.halted),
        (14, wave.goes_on.trap.is_some()),
        (16, true),
        (20, user),
        (21, system),
        (23, wave.inst_atc),
    ];
    let set = bits.into_iter().filter(|(_, is_set)| *is_set);
    set.map(|(bit, _)| 1 << bit).sum()
}

/// Which hardware register, from which bit on, and how many bits.
fn hardware(constant: u16) -> (u16, u32, u32) {
    let first = u32::from(constant / 64 % 32);
    let count = u32::from(constant / 2048) + 1;
    (constant % 64, first, count.min(32 - first))
}

fn set_hardware(mut wave: Wave, value: u32, is_rdna: bool) -> Result<Wave, &'static str> {
    let (register, first, count) = hardware(wave.constant);
    let [mut low, mut high] = [wave.flat_scratch as u32, (wave.flat_scratch >> 32) as u32];
    let state = match register {
        1 => &mut wave.mode,
        3 => &mut wave.trapsts,
        20 if is_rdna => &mut low,
        21 if is_rdna => &mut high,
        2 => return Err("STATUS cannot be written"),
        _ => return Err("what writing this hardware register does"),
    };
    for bit in 0..count {
        let moved = (value >> bit & 1) << (first + bit);
        *state = *state & !(1 << (first + bit)) | moved;
    }
    wave.flat_scratch = u64::from(low) | u64::from(high) << 32;
    Ok(wave)
}

fn jump(wave: &mut Wave) {
    let distance = 4 * i64::from(wave.constant as i16);
    wave.pc = wave.pc.wrapping_add_signed(distance);
}

/// What runs code once for each half of EXEC that has lanes: the register holds the half
/// whose turn it is not, and zero if there is none.
fn halves(name: &str) -> Option<Meaning> {
    let both = |low: u64, high: u64| low | high << 32;
    Some(match name {
        "subvector_loop_begin" => says(&[Destination(32), Signed], move |wave| {
            match (wave.exec as u32, wave.exec >> 32) {
                (0, 0) => jump(wave),
                (0, _) => wave.dst = 0,
                (low, high) => (wave.dst, wave.exec) = (high, both(low.into(), 0)),
            }
        }),
        "subvector_loop_end" => says(&[Destination(32), Signed], move |wave| {
            match (wave.exec % (1 << 32), wave.exec >> 32, wave.dst) {
                // The second half is done: the first one is there again.
                (_, high @ 1.., kept) => wave.exec = both(kept, high),
                (_, 0, 0) => {}
                (low, 0, kept) => {
                    (wave.dst, wave.exec) = (low, both(0, kept));
                    jump(wave);
                }
            }
        }),
        _ => return None,
    })
}

/// What goes on somewhere else.
fn program(name: &str) -> Option<Meaning> {
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
        "cbranch_vccz" => branch(|wave| wave.is_none(wave.vcc)),
        "cbranch_vccnz" => branch(|wave| !wave.is_none(wave.vcc)),
        "cbranch_execz" => branch(|wave| wave.is_none(wave.exec)),
        "cbranch_execnz" => branch(|wave| !wave.is_none(wave.exec)),
        "cbranch_cdbgsys" => branch(|wave| wave.debug[0]),
        "cbranch_cdbguser" => branch(|wave| wave.debug[1]),
        "cbranch_cdbgsys_or_user" => branch(|wave| wave.debug[0] || wave.debug[1]),
        "cbranch_cdbgsys_and_user" => branch(|wave| wave.debug[0] && wave.debug[1]),
        _ => return None,
    })
}

/// What counts those who came to a barrier: nobody else does in a group of one wavefront.
fn barrier(run: fn(&mut Wave)) -> Meaning {
    Meaning {
        operands: vec![Small],
        floating: 0,
        run: Box::new(move |mut wave| {
            run(&mut wave);
            Ok(wave)
        }),
    }
}

/// What controls the wave: the registers stay, or nobody can say what happens.
fn control(name: &str, arch: &str) -> Option<Meaning> {
    Some(match name {
        // They take time, order what is on its way, or count.
        "nop" | "sleep" | "setprio" | "incperflevel" | "decperflevel" => says(&[Bits(4)], |_| {}),
        "waitcnt" => says(&[Bits(7)], |_| {}),
        "wakeup" | "icache_inv" | "ttracedata" | "wait_idle" => says(&[], |_| {}),
        // On RDNA they order what is on its way, are for tools, or are hints.
        "inst_prefetch" | "clause" | "ttracedata_imm" | "version" => says(&[Signed], |_| {}),
        "waitcnt_depctr" => says(&[Unsigned], |_| {}),
        "waitcnt_vscnt" | "waitcnt_vmcnt" | "waitcnt_expcnt" | "waitcnt_lgkmcnt" => {
            let register = if is_rdna3(arch) {
                Null
            } else {
                Destination(32)
            };
            says(&[register, Signed], |_| {})
        }
        // RDNA 3 and 4 say more of what takes time.
        "delay_alu" | "wait_event" => says(&[Bits(4)], |_| {}),
        "sleep_var" => says(&[First(32)], |_| {}),
        _ if name.starts_with("wait_") && name.ends_with("cnt") => says(&[Bits(14)], |_| {}),
        // That of the group is -1, that of trap handlers -2; 0 is none, and others have names.
        "barrier_signal" => barrier(|_| {}),
        "barrier_signal_isfirst" => barrier(|wave| wave.scc = false),
        "barrier_wait" => Meaning {
            operands: vec![Small],
            floating: 0,
            run: Box::new(|wave| match wave.constant {
                0xffff => Ok(wave),
                _ => Err("no barriers with names"),
            }),
        },
        "get_barrier_state" => Meaning {
            operands: vec![Destination(32), Small],
            floating: 0,
            run: Box::new(|_| Err("in a group of one wavefront")),
        },
        // How singles round, and all others; which subnormal values they keep.
        "round_mode" => says(&[Signed], |wave| {
            wave.mode = wave.mode / 16 * 16 + u32::from(wave.constant % 16);
        }),
        "denorm_mode" => says(&[Signed], |wave| {
            let others = wave.mode / 256 * 256 + wave.mode % 16;
            wave.mode = others + 16 * u32::from(wave.constant % 16);
        }),
        "barrier" => says(&[], |wave| wave.goes_on.barrier = true),
        "sethalt" => says(&[Bits(1)], |wave| {
            wave.goes_on.halted = wave.constant % 2 == 1;
        }),
        "trap" => says(&[Bits(8)], |wave| {
            wave.goes_on.trap = Some(wave.constant as u8);
        }),
        "setkill" => says(&[Bits(1)], |wave| {
            wave.goes_on.ended |= wave.constant % 2 == 1;
        }),
        "sendmsg" | "sendmsghalt" => unknown(&[Unsigned]),
        "endpgm" | "endpgm_saved" | "endpgm_ordered_ps_done" => {
            says(&[], |wave| wave.goes_on.ended = true)
        }
        "set_gpr_idx_mode" => says(&[Bits(4)], |wave| {
            wave.m0 = wave.m0 & 0xffff_0fff | u32::from(wave.constant % 16) << 12;
        }),
        "set_gpr_idx_off" => says(&[], |wave| wave.mode &= !(1 << 27)),
        _ => return None,
    })
}
