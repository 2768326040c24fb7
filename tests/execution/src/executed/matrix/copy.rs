//! Copies of accumulation registers.

use isa_mc::exec::{Column, InMemory, LANES, Machine};

use super::part;
use crate::executed::bench::{Bench, Checked};

/// A register of one file becomes that of the other, in active lanes.
pub(super) fn instruction(bench: &Bench<'_>, name: &str) -> Checked {
    let (into, from) = match name {
        "v_accvgpr_mov_b32" => ("a", "a"),
        "v_accvgpr_read_b32" => ("v", "a"),
        _ => ("a", "v"),
    };
    let text = format!("{name} {into}3, {from}5");
    let inst = bench.parse(&text, &["llvm"])?;
    for exec in [u64::MAX, 0xaaaa_5555_0f0f_3333, 0] {
        let mut machine = InMemory::new(&bench.target);
        machine.set_state("EXEC", exec).expect("a state");
        let source: Column =
            std::array::from_fn(|lane| (0x0102_0304 * (lane as u64 + 1)) & 0xffff_ffff);
        machine.write_lanes(part(bench, from, 5), u64::MAX, &source);
        machine.write_lanes(part(bench, into, 3), u64::MAX, &[7; LANES]);
        bench.execute(inst, &text, &mut machine)?;
        let mut found = [0; LANES];
        machine.read_lanes(part(bench, into, 3), &mut found);
        for lane in 0..LANES {
            let wanted = if exec >> lane & 1 == 1 {
                source[lane]
            } else {
                7
            };
            same!(found[lane], wanted, "{text} in lane {lane} of {exec:#x}");
        }
        bench.compared(inst);
    }
    Ok(())
}
