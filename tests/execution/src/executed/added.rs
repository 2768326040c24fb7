//! Sums of products that are added to the destination: in every encoding, with lanes
//! exchanged, and at the edges of their values.

use isa_mc::exec::{Column, InMemory, LANES, Machine};

use super::bench::{Bench, Check, Checked};
use crate::meaning::edges;
use crate::meaning::vector::added::meaning;

/// Of VOP2.
pub(super) const CHECK: Check = Check {
    name: "sums of products in VOP2",
    takes: |name, _, _| takes(name),
    run: instruction,
};

/// Whether an instruction is one of these.
pub(super) fn takes(name: &str) -> bool {
    meaning(name).is_some()
}

/// Rounding to nearest, and subnormal values as they are.
const MODE: u64 = 0xf0;

/// Parts of so many bits at their edges, those of each source in another order.
fn values(source: usize, round: usize, bits: u32) -> Column {
    let edges = edges(bits);
    std::array::from_fn(|lane| {
        let at = round * LANES + lane;
        let part = |number: usize| match source {
            0 => edges[(at + number) % edges.len()],
            1 => edges[(at / edges.len() + 3 * number) % edges.len()],
            _ => edges[(7 * at + 5 * number) % edges.len()],
        };
        (0..32 / bits).fold(0, |all, number| {
            all | (part(number as usize) & u64::MAX >> (64 - bits)) << (number * bits)
        })
    })
}

fn instruction(bench: &Bench<'_>, name: &str) -> Checked {
    let Some(meaning) = meaning(name) else {
        return Ok(());
    };
    let formats = bench.formats(name);
    let has = |end: &str| formats.iter().any(|it| it.ends_with(end));
    let neighbours = " quad_perm:[1,0,3,2] row_mask:0xf bank_mask:0xf";
    // RDNA has no more than one word of some, and other lanes of others.
    let mut forms = vec![("_e32", "", false)];
    if formats.iter().any(|it| it.starts_with("VOP3")) {
        forms.push(("_e64", "", false));
        if meaning.clamps {
            forms.push(("_e64", " clamp", true));
        }
    }
    if has("_DPP") {
        forms.push(("_dpp", neighbours, false));
    }
    if has("_DPP8") {
        forms.push(("_dpp", " dpp8:[1,0,3,2,5,4,7,6]", false));
        forms.push(("_dpp", " dpp8:[1,0,3,2,5,4,7,6] fi:1", false));
    }
    if has("_SDWA") {
        forms.push(("_sdwa", "", false));
    }
    for (suffix, more, clamp) in forms {
        let text = format!("{name}{suffix} v20, v2, v4{more}");
        let inst = bench.parse(&text, &["llvm"])?;
        for round in 0..24 {
            if bench.passes_over(inst.encoding()) {
                continue;
            }
            let exec = [u64::MAX, 0xaaaa_5555_0f0f_3333, 0][round % 3];
            let exec = bench.lanes(if suffix == "_dpp" { u64::MAX } else { exec });
            let mut machine = InMemory::new(&bench.target);
            machine.set_state("MODE", MODE).expect("a state");
            machine.set_state("EXEC", exec).expect("a state");
            let sources: [Column; 3] = std::array::from_fn(|source| match source {
                2 => values(2, round, meaning.sum_bits),
                _ => values(source, round, meaning.bits),
            });
            for (number, column) in [2, 4, 20].into_iter().zip(&sources) {
                machine.write_lanes(bench.vector(number), u64::MAX, column);
            }
            bench.execute(inst, &text, &mut machine)?;
            let mut found = [0; LANES];
            machine.read_lanes(bench.vector(20), &mut found);
            for lane in 0..LANES {
                let from = if suffix == "_dpp" { lane ^ 1 } else { lane };
                let inputs = [sources[0][from], sources[1][lane], sources[2][lane]];
                let inputs = inputs.map(|it| it as u32);
                let wanted = match exec >> lane & 1 {
                    1 => (meaning.run)(inputs, clamp),
                    _ => inputs[2],
                };
                same!(
                    found[lane] as u32,
                    wanted,
                    "{text} in lane {lane} of {inputs:x?}"
                );
            }
            bench.compared(inst);
        }
    }
    Ok(())
}
