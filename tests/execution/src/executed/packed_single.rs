//! Packed singles and dwords: every choice of them, with signs, clamped, in every mode.

use std::fmt::Write as _;

use isa_mc::exec::{Column, InMemory, Machine};

use super::bench::{Bench, Check, Checked};
use super::packed::list;
use crate::meaning::vector::number;
use crate::meaning::vector::packed::Choice;
use crate::meaning::vector::packed_single::{self, Input};

/// What works on pairs of singles.
pub(super) const CHECK: Check = Check {
    name: "packed singles",
    takes: |name, _, _| packed_single::sources(name).is_some(),
    run: instruction,
};

const LANES: usize = 64;

/// A dword of a source in a round: over all rounds edges meet.
fn values(source: usize, upper: usize, round: usize) -> Column {
    let edges = number::edges(32);
    std::array::from_fn(|lane| {
        let at = (round * LANES + lane) * (source + 1) / (upper + 1) + 3 * source + upper;
        edges[at % edges.len()]
    })
}

fn run(bench: &Bench<'_>, name: &str, count: usize, input: Input, round: usize) -> Checked {
    let mut text = format!("{name} v[20:21]");
    for source in 0..count {
        let _ = write!(text, ", v[{}:{}]", 2 + 2 * source, 3 + 2 * source);
    }
    for (word, bits) in [
        ("op_sel", input.choice.low),
        ("op_sel_hi", input.choice.high),
        ("neg_lo", input.neg_lo),
        ("neg_hi", input.neg_hi),
    ] {
        let _ = write!(text, " {word}:[{}]", list(count, bits));
    }
    if input.clamp {
        text += " clamp";
    }
    let inst = bench.parse(&text, &["llvm"])?;
    if bench.passes_over(inst.encoding()) {
        return Ok(());
    }
    let mut machine = InMemory::new(&bench.target);
    machine.set_state("EXEC", u64::MAX).expect("a state");
    let mode = machine.set_state("MODE", input.mode.into());
    mode.expect("a state");
    let sources: [[Column; 2]; 3] =
        std::array::from_fn(|source| [0, 1].map(|upper| values(source, upper, round)));
    for (at, column) in sources.iter().flatten().enumerate() {
        machine.write_lanes(bench.vector(2 + at), u64::MAX, column);
    }
    bench.execute(inst, &text, &mut machine)?;
    let mut found = [[0; LANES]; 2];
    for (upper, column) in found.iter_mut().enumerate() {
        machine.read_lanes(bench.vector(20 + upper), column);
    }
    for lane in 0..LANES {
        let inputs = sources.map(|[low, high]| low[lane] | high[lane] << 32);
        let expected = packed_single::run(
            name,
            Input {
                sources: inputs,
                ..input
            },
        );
        let got = found[0][lane] | found[1][lane] << 32;
        holds!(
            got == expected,
            "{text}: MODE {:#x}, lane {lane}: {got:#x} is not {expected:#x}; sources {inputs:x?}",
            input.mode
        );
    }
    bench.compared(inst);
    Ok(())
}

fn instruction(bench: &Bench<'_>, name: &str) -> Checked {
    let count = packed_single::sources(name).unwrap_or(2);
    let moves = name == "v_pk_mov_b32";
    let mut number = 0;
    for low in 0..1 << count {
        for high in 0..1 << count {
            for signs in 0..if moves { 1 } else { 4 } {
                number += 7;
                let input = Input {
                    choice: Choice { low, high },
                    neg_lo: [0, 1, 2, 3][signs],
                    neg_hi: [0, 2, 3, 1][signs],
                    clamp: signs == 2,
                    mode: number::mode(number),
                    ..Input::default()
                };
                run(bench, name, count, input, number as usize % 9)?;
            }
        }
    }
    Ok(())
}
