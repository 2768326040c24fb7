//! Instructions that run, in lane-instructions: 64 to each.
//!
//! ```text
//! cargo bench -p isa-tests --bench execution             measures
//! cargo bench -p isa-tests --bench execution -- --test   runs everything once
//! ```

use divan::Bencher;
use divan::counter::ItemsCount;
use isa_mc::exec::{Executor, InMemory, LANES};

fn main() {
    divan::main();
}

/// Instructions of a pass: so few that a pass ends within a slice of time of a
/// busy machine, or each one would measure other programs too.
const COUNT: usize = 50;

#[divan::bench(args = [
    "global_load_dword v4, v[2:3], off",
    "global_load_dwordx4 v[4:7], v[2:3], off",
    "global_load_short_d16_hi v4, v[2:3], off",
    "global_store_dword v[2:3], v4, off",
    "global_atomic_add v4, v[2:3], v5, off glc",
    "global_atomic_dec_x2 v[4:5], v[2:3], v[6:7], off glc",
    "scratch_load_dword v4, v2, off",
    "s_add_u32 s4, s5, src_vccz",
    "v_and_b32_e32 v4, v2, v3",
    "v_and_b32_sdwa v4, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1 src1_sel:DWORD",
])]
fn lane_instructions(bencher: Bencher, text: &str) {
    let target = isa_mc::gcn::target("gfx900").expect("a processor");
    let syntax = target.syntax("llvm").expect("a syntax");
    let inst = target.parse(text, syntax).expect("an instruction");
    let mut machine = InMemory::new(&target);
    for name in ["global", "scratch"] {
        let space = machine.space(name).expect("a space");
        machine.zeroed(space);
        machine.map(space, 0x1_0000, 0x1_0000);
    }
    machine.set_state("EXEC", u64::MAX).expect("a state");
    for lane in 0..LANES {
        let address = [0x1_0000 + lane as u64 * 16, 0];
        machine
            .set_lane("v[2:3]", lane, &address)
            .expect("registers");
    }
    let mut executor = Executor::new();
    bencher
        .counter(ItemsCount::new(COUNT * LANES))
        .bench_local(|| {
            for _ in 0..COUNT {
                let done = executor.execute(&target, inst, &mut machine);
                assert!(done.is_ok());
            }
        });
}
