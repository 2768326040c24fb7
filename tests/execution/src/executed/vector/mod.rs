//! Vector instructions: in every encoding, with every part and every way to move lanes,
//! at the edges of their values.
//!
//! `forms` are the ways to write an instruction that are tried, `text` is one of them written. Here
//! each runs, and all that it leaves is compared.

mod forms;
mod text;

use isa_mc::Inst;
use isa_mc::exec::{Column, ExecErrorKind, InMemory, Machine};

use super::bench::{Bench, Check, Checked};
use super::{added, division, lanes, moved, narrow, tabled};
use crate::meaning::edges;
use crate::meaning::vector::number;
use crate::meaning::vector::overflow::regarded;
use crate::meaning::vector::parts::{EIGHTS, controls, merged, part};
use crate::meaning::vector::{Done, Half, Meaning, Operands, Sources, meaning};
use forms::{Form, Kind, Moved, forms, gives_pair, kinds};
use text::{DST, SRC, parse, text};

/// What computes in lanes.
pub(super) const CHECK: Check = Check {
    name: "vector",
    takes: |name, format, _| {
        let packed = format.starts_with("VOP3P");
        let interpolates = name.starts_with("v_interp_");
        name.starts_with("v_")
            && !name.starts_with("v_dual_")
            && !name.starts_with("v_s_")
            && !packed
            && !interpolates
            && !name.starts_with("v_accvgpr_")
            && !lanes::takes(name)
            && !division::takes(name)
            && !moved::takes(name)
            && !added::takes(name)
            && !narrow::takes(name)
            && !tabled::takes(name)
    },
    run: instruction,
};

const LANES: usize = 64;
const BEFORE: [u64; 3] = [0xdead_beef, 0x1122_b344, 0x0bad_cafe];
/// All lanes, some, and none.
const EXECS: [u64; 4] = [u64::MAX, 0x8000_0000_0000_0001, 0xaaaa_5555_0f0f_3333, 0];
/// Masks of lanes: what comes in, and what a destination holds before.
const MASK: u64 = 0x1234_5678_9abc_def1;
const MASK_BEFORE: u64 = 0xfefe_dcba_7654_3210;

/// The values of a source in a round: over all rounds every edge of one meets
/// every edge of the next.
fn values(meaning: &Meaning, bits: u32, source: usize, round: usize) -> [u64; LANES] {
    let floating = meaning.modifiers == Sources::Floating && source < meaning.plain;
    let list = if floating {
        number::edges(bits)
    } else {
        edges(bits)
    };
    std::array::from_fn(|lane| {
        let pair = round * LANES + lane;
        let index = match source {
            0 => pair / list.len(),
            1 => pair,
            _ => pair / 3 + 5 * lane,
        };
        // The upper half matters to op_sel and SDWA.
        let above = match bits {
            16 => list[(7 * index + lane + source) % list.len()] << 16,
            _ => 0,
        };
        list[index % list.len()] | above
    })
}

fn signed(value: u64, bits: u32, (negated, absolute): (bool, bool)) -> u64 {
    let top = 1_u64 << (bits - 1);
    let value = if absolute { value & !top } else { value };
    if negated { value ^ top } else { value }
}

/// What each lane has for its first source; `None` if it writes nothing.
fn first_source(form: &Form, exec: u64, source: &[u64; LANES]) -> [Option<u64>; LANES] {
    let gives = |lane: &usize| form.fetches || exec >> lane & 1 == 1;
    match form.kind.lanes() {
        Some(Moved::Rows) => {
            let (_, from) = controls().swap_remove(form.control);
            std::array::from_fn(|lane| {
                let from = from(lane).filter(gives);
                let written = form.rows >> (lane / 16) & form.banks >> (lane % 16 / 4) & 1 == 1;
                let written = written && (from.is_some() || form.bound);
                written.then(|| from.map_or(0, |from| source[from]))
            })
        }
        Some(Moved::Eight | Moved::EightFetching) => std::array::from_fn(|lane| {
            let from = lane / 8 * 8 + EIGHTS[form.control][lane % 8];
            Some(if gives(&from) { source[from] } else { 0 })
        }),
        None => source.map(Some),
    }
}

/// What a lane works on.
fn operands(
    name: &str,
    meaning: &Meaning,
    form: &Form,
    sources: [u64; 3],
    lane: usize,
    (before, mode): (u64, u32),
) -> Operands {
    let mut all = [0; 3];
    for (index, bits) in meaning.sources.iter().enumerate() {
        let mut value = sources[index];
        let sign = form.signs.get(index).copied().unwrap_or_default();
        let mask = index == 1 && name.contains("_class_");
        if form.kind == Kind::Parts {
            let integer = meaning.modifiers == Sources::Integer || index >= meaning.plain;
            let extended = sign.0 && (integer || mask);
            value = part(value as u32, form.parts[index], extended).into();
        }
        // The bit of a whole dword says nothing.
        if *bits == 16 && form.op_sel >> index & 1 == 1 {
            value >>= 16;
        }
        if *bits < 64 {
            value &= u64::MAX >> (64 - bits);
        }
        if meaning.modifiers == Sources::Floating && index < meaning.plain && !mask {
            value = signed(value, *bits, sign);
        }
        all[index] = value;
    }
    let [a, b, c] = all;
    Operands {
        a,
        b,
        c,
        lane: lane as u32,
        carry: meaning.reads_mask && MASK >> lane & 1 == 1,
        before,
        mode,
        omod: form.omod,
        clamp: form.clamp,
    }
}

/// Runs one form over one round of values and compares everything.
fn run(
    bench: &Bench<'_>,
    name: &str,
    meaning: &Meaning,
    form: &Form,
    exec: u64,
    round: usize,
    mode: u32,
) -> Checked {
    if bench.passes_over(form.kind as u16) {
        return Ok(());
    }
    let exec = bench.lanes(exec);
    let text = text(bench, name, meaning, form);
    let inst = match parse(bench, &text) {
        // LLVM has no text for some halves, and for a clamp of this product.
        Err(_) if form.op_sel != 0 && bench.has_one_syntax() => return Ok(()),
        Err(_) if name == "v_mul_lo_u16" && bench.has_one_syntax() => return Ok(()),
        inst => inst?,
    };
    let mut machine = InMemory::new(&bench.target);
    let state = machine.set_state("EXEC", bench.exec(exec));
    state.expect("a state");
    machine.set_state("MODE", mode.into()).expect("a state");
    let carries = form.kind.is_long();
    let (read, written) = if carries {
        ("s[10:11]", "s[8:9]")
    } else {
        ("vcc", "vcc")
    };
    let halves = |mask: u64| [mask & 0xffff_ffff, mask >> 32];
    let before = if meaning.reads_mask && !carries {
        MASK
    } else {
        MASK_BEFORE
    };
    machine
        .set_register(written, &halves(before))
        .expect("registers");
    if meaning.reads_mask {
        machine
            .set_register(read, &halves(MASK))
            .expect("registers");
    }
    let upper = form.op_sel >> meaning.sources.len() & 1 == 1;
    let mut sources = [[0; LANES]; 3];
    for (index, bits) in meaning.sources.iter().enumerate() {
        sources[index] = values(meaning, *bits, index, round);
        for dword in 0..bits.div_ceil(32) as usize {
            let column: Column = sources[index].map(|value| value >> (32 * dword) & 0xffff_ffff);
            machine.write_lanes(bench.vector(SRC[index] + dword), u64::MAX, &column);
        }
    }
    let mut previous = BEFORE.map(|value| [value; LANES]);
    if meaning.accumulates {
        let bits = if gives_pair(meaning) { 64 } else { 32 };
        let sums = values(meaning, bits, 2, round);
        previous[0] = sums.map(|sum| sum & 0xffff_ffff);
        if gives_pair(meaning) {
            previous[1] = sums.map(|sum| sum >> 32);
        }
    }
    for (dword, column) in previous.iter().enumerate() {
        machine.write_lanes(bench.vector(DST + dword), u64::MAX, column);
    }
    let first = first_source(form, exec, &sources[0]);
    let running = (0..LANES).filter(|lane| exec >> lane & 1 == 1);
    let running: Vec<(usize, Operands)> = running
        .filter_map(|lane| {
            let high = if gives_pair(meaning) {
                previous[1][lane]
            } else {
                0
            };
            // What is added to is a half as well.
            let low = match upper && meaning.half != Half::OfSources {
                true => previous[0][lane] >> 16,
                false => previous[0][lane],
            };
            let state = (low | high << 32, regarded(mode, bench.arch));
            let inputs = [first[lane]?, sources[1][lane], sources[2][lane]];
            Some((lane, operands(name, meaning, form, inputs, lane, state)))
        })
        .collect();
    if let Some(unknown) = meaning.unknown
        && running.iter().any(|(_, it)| unknown(*it))
    {
        return refused(bench, inst, &text, &mut machine);
    }
    bench.execute(inst, &text, &mut machine)?;
    let mut expected = previous;
    let mut mask = 0;
    for (lane, it) in running {
        let result: u64 = match &meaning.done {
            Done::Dword(run) => run(it).into(),
            Done::Pair(run) => run(it),
            Done::Wide(run) => {
                let sum = run(it);
                mask |= ((sum >> 64) as u64 & 1) << lane;
                sum as u64
            }
            Done::Limited(run, range) => {
                let sum = run(it);
                let kept = if form.clamp {
                    sum.clamp(*range.start(), *range.end())
                } else {
                    sum
                };
                let bits = if *range.end() > 0xffff { 32 } else { 16 };
                kept as u64 & ((1 << bits) - 1)
            }
            Done::Sum(run) => {
                let sum = run(it);
                let fits = u32::try_from(sum);
                mask |= u64::from(fits.is_err()) << lane;
                match fits {
                    Err(_) if form.clamp => {
                        if sum < 0 {
                            0
                        } else {
                            0xffff_ffff
                        }
                    }
                    _ => sum as u64,
                }
            }
            Done::Bit(run) => {
                mask |= u64::from(run(it)) << lane;
                continue;
            }
        };
        let before = previous[0][lane] as u32;
        let low = match meaning.half {
            Half::Clears | Half::Keeps if upper => before & 0xffff | (result as u32) << 16,
            Half::Keeps if form.kind != Kind::Parts => before & 0xffff_0000 | result as u32,
            _ => merged(before, result as u32, form.parts[2], form.rest),
        };
        expected[0][lane] = low.into();
        if matches!(meaning.done, Done::Pair(_) | Done::Wide(_)) {
            expected[1][lane] = result >> 32;
        }
    }
    for (dword, expected) in expected.iter().enumerate() {
        let mut column = [0; LANES];
        machine.read_lanes(bench.vector(DST + dword), &mut column);
        for lane in 0..LANES {
            let inputs = sources.map(|source| source[lane]);
            holds!(
                column[lane] == expected[lane],
                "{text}: EXEC {exec:#x}, MODE {mode:#x}, lane {lane}, dword {dword}: {:#x} is not {:#x}; sources {inputs:x?}, before {:#x}",
                column[lane],
                expected[lane],
                previous[dword][lane]
            );
        }
    }
    let mask_after = match meaning.writes_mask || meaning.writes_carry {
        true => bench.masked(mask, before),
        false => before,
    };
    let after = machine.register(written).expect("registers");
    same!(
        after,
        halves(mask_after),
        "{text}: EXEC {exec:#x}, mask {mask:#x}"
    );
    let left = if meaning.writes_exec {
        mask
    } else {
        bench.exec(exec)
    };
    same!(
        machine.register("exec").expect("registers"),
        halves(left),
        "{text}"
    );
    bench.compared(inst);
    Ok(())
}

/// Runs what must be refused, and change nothing.
fn refused(bench: &Bench<'_>, inst: Inst, text: &str, machine: &mut InMemory<'_>) -> Checked {
    let before = bench.registers(machine);
    let done = bench.run(inst, machine);
    let undefined = done.is_err_and(|it| matches!(it.kind, ExecErrorKind::Undefined { .. }));
    holds!(undefined, "{text}: it runs, and nobody knows what it gives");
    let unchanged = bench.registers(machine) == before;
    holds!(unchanged, "{text}: it is refused, and changes a register");
    Ok(())
}

/// All of an instruction.
fn instruction(bench: &Bench<'_>, name: &str) -> Checked {
    let Some(meaning) = meaning(name, bench.arch) else {
        holds!(
            false,
            "say in tests/execution/src/meaning/vector what {name} does"
        );
        return Ok(());
    };
    let mut number = 0_u32;
    let kinds = kinds(bench, name);
    // All edges meet in the shortest encoding.
    let has_short = kinds.contains(&Kind::Short);
    for form in forms(&meaning, &kinds, bench) {
        let rounds = match form.kind {
            Kind::Short => 0..6,
            Kind::Long if meaning.sources.len() == 3 || !has_short => 0..6,
            _ => 2..3,
        };
        // Floating point: more edges, and every mode.
        let floating = meaning.modifiers == Sources::Floating;
        let (rounds, modes) = match floating {
            true if rounds.len() > 1 => (0..10, 8),
            true => (rounds, 4),
            false => (rounds, 1),
        };
        for round in rounds {
            for _ in 0..modes {
                number = number.wrapping_add(5);
                let mode = number::mode(number);
                let exec = EXECS[round % 2 * 2];
                run(bench, name, &meaning, &form, exec, round, mode)?;
            }
        }
        for exec in EXECS {
            run(bench, name, &meaning, &form, exec, 1, 0xf0)?;
        }
    }
    Ok(())
}
