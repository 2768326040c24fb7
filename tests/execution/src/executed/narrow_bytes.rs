//! Conversions of numbers of eight bits on RDNA 4, where `byte_sel` names the byte: in one word and
//! in two, of the lane itself and of others.

use isa_mc::exec::{Column, InMemory, LANES, Machine};

use super::bench::{Bench, Checked};
use crate::meaning::narrow_lanes::{Lane, said};
use crate::meaning::vector::number;
use isa_test_support::random::Random;

/// How a statement reads the first source: its suffix, what stands behind it, whether it has a part
/// of a register, and whether lanes read their neighbours.
const WAYS: [(&str, &str, bool, bool); 8] = [
    ("_e32", "", false, false),
    ("_e64", "", true, false),
    (
        "_dpp",
        " quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf",
        false,
        true,
    ),
    ("_dpp", " dpp8:[1,0,3,2,5,4,7,6]", false, true),
    ("_dpp", " dpp8:[1,0,3,2,5,4,7,6] fi:1", false, true),
    (
        "_e64_dpp",
        " quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf",
        true,
        true,
    ),
    ("_e64_dpp", " dpp8:[1,0,3,2,5,4,7,6]", true, true),
    ("_e64_dpp", " dpp8:[1,0,3,2,5,4,7,6] fi:1", true, true),
];

/// The destination, and two sources.
const REGISTERS: [usize; 3] = [100, 2, 4];

pub(super) fn instruction(bench: &Bench<'_>, name: &str) -> Checked {
    let pair = name.starts_with("v_cvt_pk_");
    let from_small = name.starts_with("v_cvt_f32_") || name.starts_with("v_cvt_pk_f32_");
    let mut random = Random::new(name.len() as u64);
    for (suffix, more, has_part, turned) in WAYS {
        // Two singles have no lanes, and what has three operands no single word.
        let absent = if from_small {
            pair && turned
        } else {
            !suffix.starts_with("_e64")
        };
        if absent {
            continue;
        }
        let parts = match (has_part, pair) {
            (false, _) => 1,
            (true, true) => 2,
            (true, false) => 4,
        };
        for part in 0..parts {
            for signs in 0..if from_small { 1 } else { 4 } {
                let (negative, absolute) = (signs & 1, signs >> 1);
                let destination = match from_small && pair {
                    true => "v[100:101]",
                    false => "v100",
                };
                let first = if absolute == 1 { "|v2|" } else { "v2" };
                let first = if negative == 1 {
                    format!("-{first}")
                } else {
                    first.to_owned()
                };
                let second = if from_small { "" } else { ", v4" };
                let chosen = match (part, pair, from_small) {
                    (0, ..) => String::new(),
                    (_, true, true) => " op_sel:[1,0]".to_owned(),
                    (_, true, false) => " op_sel:[0,0,1]".to_owned(),
                    _ => format!(" byte_sel:{part}"),
                };
                let text = format!("{name}{suffix} {destination}, {first}{second}{chosen}{more}");
                for _ in 0..4 {
                    run(
                        bench,
                        name,
                        &text,
                        (part, from_small, pair),
                        (negative, absolute),
                        turned,
                        &mut random,
                    )?;
                }
            }
        }
    }
    Ok(())
}

fn run(
    bench: &Bench<'_>,
    name: &str,
    text: &str,
    (part, from_small, pair): (u32, bool, bool),
    (neg, abs): (u32, u32),
    turned: bool,
    random: &mut Random,
) -> Checked {
    let inst = bench.parse(text, &["llvm"])?;
    if bench.passes_over(inst.encoding()) {
        return Ok(());
    }
    // Where it is known what they give: of modes those that keep subnormal values.
    let mode = 0xf0;
    let singles = number::edges(32);
    let mut column = |of_singles: bool| -> Column {
        std::array::from_fn(|_| match of_singles && !turned && random.below(4) == 0 {
            true => singles[random.below(singles.len())],
            // Near one, where stochastic rounding is known.
            false if of_singles => {
                let word = random.word();
                word & 0x807f_ffff | (121 + (word >> 40) % 15) << 23
            }
            false => random.word() & 0xffff_ffff,
        })
    };
    let [before, first, second] = [
        column(false),
        column(!from_small),
        column(!from_small && pair),
    ];
    let mut machine = InMemory::new(&bench.target);
    machine.set_state("MODE", mode).expect("a state");
    let lanes: Vec<(usize, Vec<u32>)> = (0..LANES)
        .filter(|lane| bench.lanes(1 << lane) != 0)
        .filter_map(|lane| {
            let own = first[if turned { lane ^ 1 } else { lane }] as u32;
            let bits = if pair { 16 } else { 8 };
            let (sources, op_sel) = match from_small {
                true => (vec![vec![own >> (bits * part)]], 0),
                false => (vec![vec![own], vec![second[lane] as u32]], part << 2),
            };
            let lane_of = Lane {
                sources,
                before: vec![before[lane] as u32, before[lane] as u32],
                op_sel,
                neg,
                abs,
                mode: mode as u32,
                open: true,
                ..Lane::default()
            };
            Some((lane, said(name, &lane_of)?))
        })
        .collect();
    // All lanes of which it is known take part; those that read a neighbour have all, with
    // `fi` or without it.
    let known = lanes.iter().fold(0, |all, (lane, _)| all | 1_u64 << lane);
    if turned && known != bench.lanes(u64::MAX) {
        return Ok(());
    }
    machine.set_state("EXEC", known).expect("a state");
    for (register, column) in REGISTERS.into_iter().zip([&before, &first, &second]) {
        machine.write_lanes(bench.vector(register), u64::MAX, column);
    }
    machine.write_lanes(bench.vector(REGISTERS[0] + 1), u64::MAX, &before);
    bench.execute(inst, text, &mut machine)?;
    for number in 0..if from_small && pair { 2 } else { 1 } {
        let mut found: Column = [0; LANES];
        machine.read_lanes(bench.vector(REGISTERS[0] + number), &mut found);
        for (lane, wanted) in &lanes {
            same!(found[*lane] as u32, wanted[number], "{text} in lane {lane}");
        }
    }
    bench.compared(inst);
    Ok(())
}
