//! What CDNA 4 adds to integers: any function of three bits by its table, and shifts whose
//! results become bytes in a half of a register.

use isa_mc::exec::{Column, InMemory, Machine};

use super::bench::{Bench, Check, Checked};
use crate::meaning::edges;

/// What a table or a half of the destination is chosen for.
pub(super) const CHECK: Check = Check {
    name: "tables of bits",
    takes: |name, _, _| takes(name),
    run,
};

/// Whether an instruction is compared here.
pub(super) fn takes(name: &str) -> bool {
    name.starts_with("v_bitop3_") || name.starts_with("v_ashr_pk_")
}

const LANES: usize = 64;
const EXECS: [u64; 3] = [u64::MAX, 0xaaaa_5555_0f0f_3333, 0];
const BEFORE: u32 = 0xdead_beef;

fn run(bench: &Bench<'_>, name: &str) -> Checked {
    match name {
        "v_bitop3_b32" => (0..=255).try_for_each(|table| {
            let modifiers = match table {
                0 => String::new(),
                _ => format!(" bitop3:{table:#x}"),
            };
            instruction(bench, name, &modifiers, table, |sources, _| {
                tabled(table, sources)
            })
        }),
        "v_bitop3_b16" => (0..256_usize).try_for_each(|case| {
            // Every table, and every choice of halves with some of them.
            let (table, chosen) = (case * 37 % 256, case % 16);
            let modifiers = format!(" bitop3:{table:#x}{}", halves(chosen));
            instruction(bench, name, &modifiers, case, |sources, before| {
                let low = [0, 1, 2].map(|at| sources[at] >> (16 * (chosen >> at & 1)) & 0xffff);
                put(before, chosen, tabled(table, low))
            })
        }),
        _ => (0..32_usize).try_for_each(|round| {
            let chosen = 8 * (round % 2);
            instruction(bench, name, &halves(chosen), round, |sources, before| {
                let byte = |value: u32| {
                    let shifted = value.cast_signed() >> (sources[2] % 32);
                    match name {
                        "v_ashr_pk_i8_i32" => shifted.clamp(-128, 127) as u8,
                        _ => shifted.clamp(0, 255) as u8,
                    }
                };
                let both = u16::from_le_bytes([byte(sources[0]), byte(sources[1])]);
                put(before, chosen, both.into())
            })
        }),
    }
}

/// The bits of a choice of halves, as text says them.
fn halves(chosen: usize) -> String {
    let bit = |at: usize| chosen >> at & 1;
    format!(" op_sel:[{},{},{},{}]", bit(0), bit(1), bit(2), bit(3))
}

/// A half of the destination: the upper one if the last bit is chosen.
fn put(before: u32, chosen: usize, half: u32) -> u32 {
    match chosen >> 3 {
        1 => before & 0xffff | half << 16,
        _ => before & 0xffff_0000 | half & 0xffff,
    }
}

/// Every bit is the one of the table whose number the bits of the sources are.
fn tabled(table: usize, sources: [u32; 3]) -> u32 {
    (0..32).fold(0, |all, bit| {
        let [x, y, z] = sources.map(|source| (source >> bit & 1) as usize);
        all | ((table >> (4 * x + 2 * y + z) & 1) as u32) << bit
    })
}

/// A statement with sources at their edges, in lanes that are on and off.
fn instruction(
    bench: &Bench<'_>,
    name: &str,
    modifiers: &str,
    round: usize,
    expected: impl Fn([u32; 3], u32) -> u32,
) -> Checked {
    let text = format!("{name} v20, v2, v3, v4{modifiers}");
    let inst = bench.parse(&text, &["llvm"])?;
    let exec = EXECS[round % 3];
    let mut machine = InMemory::new(&bench.target);
    machine.set_state("EXEC", exec).expect("a state");
    let edges = edges(32);
    let sources: [Column; 3] = std::array::from_fn(|source| {
        std::array::from_fn(|lane| {
            let at = (lane + round) * [1, 7, 11][source] + lane / 8 * source;
            // The amount of a shift is seldom at an edge.
            edges[at % edges.len()] ^ (lane * source * 0x0101) as u64
        })
    });
    for (source, column) in sources.iter().enumerate() {
        machine.write_lanes(bench.vector(2 + source), u64::MAX, column);
    }
    machine.write_lanes(bench.vector(20), u64::MAX, &[BEFORE.into(); LANES]);
    bench.execute(inst, &text, &mut machine)?;
    let mut found = [0; LANES];
    machine.read_lanes(bench.vector(20), &mut found);
    for lane in 0..LANES {
        let inputs = sources.map(|column| column[lane] as u32);
        let expected = match exec >> lane & 1 {
            1 => expected(inputs, BEFORE),
            _ => BEFORE,
        };
        same!(found[lane], u64::from(expected), "{text}: {inputs:x?}");
    }
    bench.compared(inst);
    Ok(())
}
