//! Packed instructions and dot products: with every choice of halves, with and without
//! `clamp`, in every mode, at the edges of their values.

use std::fmt::Write as _;

use isa_mc::exec::{Column, InMemory, Machine};

use super::bench::{Bench, Check, Checked};
use super::matrix;
use crate::meaning::vector::number;
use crate::meaning::vector::packed::{Choice, Meaning, meaning};
use crate::meaning::vector::packed_float::{self, Input};
use crate::meaning::vector::packed_single;
use crate::meaning::{edges, is_rdna};

/// Packed integers.
pub(super) const CHECK: Check = Check {
    name: "packed integers",
    takes: |name, format, _| packs(name, format) && packed_float::meaning(name).is_none(),
    run: instruction,
};

/// Packed floating point, and what mixes halves with singles.
pub(super) const FLOAT: Check = Check {
    name: "packed floating point",
    takes: |name, format, _| packs(name, format) && packed_float::meaning(name).is_some(),
    run: instruction_float,
};

/// Matrices and their registers are in `matrix`.
fn packs(name: &str, format: &str) -> bool {
    packed_single::sources(name).is_none()
        && format.starts_with("VOP3P")
        && !matrix::multiplies(name)
        && !name.starts_with("v_accvgpr_")
}

const LANES: usize = 64;
const EXECS: [u64; 3] = [u64::MAX, 0xaaaa_5555_0f0f_3333, 0];
const BEFORE: u64 = 0xdead_beef;

/// A source in a round: over all rounds, halves and dwords at their edges meet.
fn values(source: usize, round: usize) -> Column {
    let (halves, dwords) = (edges(16), edges(32));
    std::array::from_fn(|lane| {
        let at = round * LANES + lane;
        if lane % 4 == 3 {
            return dwords[(at / 4 * (source + 1) + source) % dwords.len()];
        }
        let low = match source {
            0 => at / halves.len(),
            1 => at,
            _ => at / 3 + 5 * lane,
        };
        let high = 7 * low + 3 * source + lane;
        halves[low % halves.len()] | halves[high % halves.len()] << 16
    })
}

/// Bits as the elements of a list.
pub(super) fn list(count: usize, bits: u32) -> String {
    let bits = (0..count).map(|bit| (bits >> bit & 1).to_string());
    bits.collect::<Vec<_>>().join(",")
}

/// Whether text says which halves an instruction works on: from CDNA 3 on dot products of two
/// halves have the bits, but no word for them.
fn chooses(bench: &Bench<'_>, name: &str) -> bool {
    let dot = format!("{name} v0, v1, v2, v3 op_sel:[0,1,0]");
    !name.starts_with("v_dot2_") || bench.parse(&dot, &["llvm"]).is_ok()
}

/// The choices of halves that an instruction has, as text says them.
fn choices(meaning: &Meaning, said: bool) -> Vec<(Choice, String)> {
    let plain = Choice { low: 0, high: 7 };
    if meaning.says_signs {
        let signs = |low| {
            (
                Choice { low, high: 0 },
                format!(" neg_lo:[{},0]", list(2, low)),
            )
        };
        return (0..4).map(signs).collect();
    }
    let count = match meaning.chooses {
        _ if !said => return vec![(plain, String::new())],
        [false, _] => return vec![(plain, String::new())],
        [true, false] => 2,
        [true, true] => 3,
    };
    let list = |bits| list(meaning.sources, bits);
    let mut all = Vec::new();
    for low in 0..1 << count {
        for high in 0..1 << count {
            let text = format!(" op_sel:[{}] op_sel_hi:[{}]", list(low), list(high));
            all.push((Choice { low, high }, text));
        }
    }
    all
}

fn run(
    bench: &Bench<'_>,
    name: &str,
    meaning: &Meaning,
    choice: &(Choice, String),
    clamp: bool,
    round: usize,
    exec: u64,
) -> Checked {
    let mut text = format!("{name} v20");
    for source in 0..meaning.sources {
        let _ = write!(text, ", v{}", 2 + source);
    }
    text += &choice.1;
    if clamp {
        text += " clamp";
    }
    let inst = bench.parse(&text, &["llvm"])?;
    if bench.passes_over(inst.encoding()) {
        return Ok(());
    }
    let mut machine = InMemory::new(&bench.target);
    let exec = bench.lanes(exec);
    machine.set_state("EXEC", exec).expect("a state");
    let sources: [Column; 3] = std::array::from_fn(|source| values(source, round));
    for (source, column) in sources.iter().enumerate() {
        machine.write_lanes(bench.vector(2 + source), u64::MAX, column);
    }
    machine.write_lanes(bench.vector(20), u64::MAX, &[BEFORE; LANES]);
    bench.execute(inst, &text, &mut machine)?;
    let mut found = [0; LANES];
    machine.read_lanes(bench.vector(20), &mut found);
    for lane in 0..LANES {
        let inputs = sources.map(|column| column[lane] as u32);
        let expected = match exec >> lane & 1 {
            1 => u64::from((meaning.run)(inputs, choice.0, clamp)),
            _ => BEFORE,
        };
        holds!(
            found[lane] == expected,
            "{text}: lane {lane} of {exec:#x}: {:#x} is not {expected:#x}; sources {inputs:x?}",
            found[lane]
        );
    }
    bench.compared(inst);
    Ok(())
}

/// An instruction with every choice of halves.
fn instruction(bench: &Bench<'_>, name: &str) -> Checked {
    let Some(meaning) = meaning(name) else {
        holds!(
            false,
            "say in tests/execution/src/meaning/vector/packed.rs what {name} does"
        );
        return Ok(());
    };
    let choices = choices(&meaning, chooses(bench, name));
    for (index, choice) in choices.iter().enumerate() {
        for clamp in [false, meaning.clamps] {
            let exec = EXECS[index % 3];
            run(bench, name, &meaning, choice, clamp, index, exec)?;
        }
    }
    for round in 0..8 {
        for clamp in [false, meaning.clamps] {
            let choice = &choices[choices.len() / 2];
            run(bench, name, &meaning, choice, clamp, round, u64::MAX)?;
        }
    }
    Ok(())
}

/// Runs a packed instruction of floating point over edges and compares it.
fn run_float(
    bench: &Bench<'_>,
    name: &str,
    mixed: bool,
    count: usize,
    input: Input,
    round: usize,
    lanes: &str,
) -> Checked {
    let list = |bits| list(count, bits);
    let suffix = if lanes.is_empty() { "" } else { "_e64_dpp" };
    let mut text = format!("{name}{suffix} v20");
    for at in 0..count {
        let (negative, absolute) = (input.neg_lo >> at & 1 == 1, input.neg_hi >> at & 1 == 1);
        let register = format!("v{}", 2 + at);
        let inner = if mixed && absolute {
            format!("|{register}|")
        } else {
            register
        };
        let sign = if mixed && negative { "-" } else { "" };
        let _ = write!(text, ", {sign}{inner}");
    }
    let small = name.starts_with("v_dot4_f32_");
    if chooses(bench, name) && !small {
        let (low, high) = (list(input.choice.low), list(input.choice.high));
        let _ = write!(text, " op_sel:[{low}] op_sel_hi:[{high}]");
    }
    if !mixed {
        let _ = write!(
            text,
            " neg_lo:[{}] neg_hi:[{}]",
            list(input.neg_lo),
            list(input.neg_hi)
        );
    }
    if input.clamp {
        text += " clamp";
    }
    text += lanes;
    let inst = bench.parse(&text, &["llvm"])?;
    if bench.passes_over(inst.encoding()) {
        return Ok(());
    }
    let mut machine = InMemory::new(&bench.target);
    let exec = bench.lanes(u64::MAX);
    machine.set_state("EXEC", exec).expect("a state");
    machine
        .set_state("MODE", input.mode.into())
        .expect("a state");
    let singles = number::edges(32);
    let sources: [Column; 3] = std::array::from_fn(|source| {
        let mut column = values(source, round);
        for (lane, value) in column
            .iter_mut()
            .enumerate()
            .filter(|(lane, _)| lane % 4 == 3)
        {
            *value = singles[((round * LANES + lane) / 4 * (source + 1) + source) % singles.len()];
        }
        column
    });
    for (source, column) in sources.iter().enumerate() {
        machine.write_lanes(bench.vector(2 + source), u64::MAX, column);
    }
    machine.write_lanes(bench.vector(20), u64::MAX, &[BEFORE; LANES]);
    bench.execute(inst, &text, &mut machine)?;
    let mut found = [0; LANES];
    machine.read_lanes(bench.vector(20), &mut found);
    let run = packed_float::meaning(name).expect("it is said").run;
    for lane in (0..LANES).filter(|lane| exec >> lane & 1 == 1) {
        let mut inputs = sources.map(|column| column[lane] as u32);
        if !lanes.is_empty() {
            inputs[0] = sources[0][lane ^ 1] as u32;
        }
        let expected = run(
            name,
            Input {
                sources: inputs,
                before: BEFORE as u32,
                in_order: is_rdna(bench.arch),
                mode: mode_of(bench, input.mode),
                ..input
            },
        );
        holds!(
            found[lane] == u64::from(expected),
            "{text}: MODE {:#x}, lane {lane}: {:#x} is not {expected:#x}; sources {inputs:x?}",
            input.mode,
            found[lane]
        );
    }
    bench.compared(inst);
    Ok(())
}

/// RDNA 4 has no bits for IEEE and for what clamp does to NaN, and does the latter.
fn mode_of(bench: &Bench<'_>, mode: u32) -> u32 {
    match bench.arch {
        "rdna4" => mode & !0x300 | 0x100,
        _ => mode,
    }
}

/// Each lane reads its neighbour.
const NEIGHBOURS: [(&str, &str); 3] = [
    ("_DPP", " quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf"),
    ("_DPP8", " dpp8:[1,0,3,2,5,4,7,6]"),
    ("_DPP8", " dpp8:[1,0,3,2,5,4,7,6] fi:1"),
];

/// Packed halves and mixed sums with every choice of halves, with signs, clamped, in
/// every mode.
fn instruction_float(bench: &Bench<'_>, name: &str) -> Checked {
    let Some(meaning) = packed_float::meaning(name) else {
        holds!(false, "{name} is none of floating point");
        return Ok(());
    };
    let mut number = 0;
    let count = meaning.sources;
    let chooses = chooses(bench, name);
    for low in 0..1 << count {
        for high in 0..1 << count {
            if !chooses && (low, high) != (0, (1 << count) - 1) {
                continue;
            }
            // The third source of a dot product is a single.
            if name.starts_with("v_dot2") && (low > 3 || high > 3) {
                continue;
            }
            for signs in 0..4 {
                number += 7;
                let small = name.starts_with("v_dot4_f32_");
                if small && (low, high) != (0, 7) {
                    continue;
                }
                let input = Input {
                    choice: Choice { low, high },
                    neg_lo: if small { [0, 4, 0, 4] } else { [0, 1, 2, 3] }[signs],
                    neg_hi: if small { [0, 0, 4, 4] } else { [0, 2, 3, 1] }[signs],
                    clamp: signs == 2 && !small,
                    mode: number::mode(number),
                    ..Input::default()
                };
                let round = number as usize % 9;
                run_float(bench, name, meaning.mixed, count, input, round, "")?;
                let formats = bench.formats(name);
                for (end, lanes) in NEIGHBOURS {
                    if formats.iter().any(|it| it.ends_with(end)) {
                        run_float(bench, name, meaning.mixed, count, input, round, lanes)?;
                    }
                }
            }
        }
    }
    for number in 0..128 {
        let high = (1 << count) - 1;
        let input = Input {
            choice: Choice { low: 0, high },
            mode: number::mode(number),
            clamp: number % 3 == 0 && !name.starts_with("v_dot4_f32_"),
            ..Input::default()
        };
        let round = number as usize % 9;
        run_float(bench, name, meaning.mixed, count, input, round, "")?;
    }
    Ok(())
}
