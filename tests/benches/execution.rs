//! Instructions that run, in lane-instructions: 64 to each.
//!
//! ```text
//! cargo bench -p isa-tests --bench execution             measures
//! cargo bench -p isa-tests --bench execution -- --test   runs everything once
//! ```

use divan::Bencher;
use divan::counter::ItemsCount;
use isa_mc::exec::dispatch::{Observer, Step};
use isa_mc::exec::{Executor, InMemory, LANES};
use isa_test_support::running::stored;

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
    "v_add_u32_e32 v4, v2, v3",
    "v_mul_lo_u32 v4, v2, v3",
    "v_mad_u64_u32 v[4:5], vcc, v2, v3, v[6:7]",
    "v_lshl_add_u32 v4, v2, 3, v3",
    "v_add_f32_e32 v4, v2, v3",
    "v_mul_f32_e64 v4, -v2, |v3| clamp",
    "v_fma_f32 v4, v2, v3, v5",
    "v_mac_f32_e32 v4, v2, v3",
    "v_add_f64 v[4:5], v[2:3], v[6:7]",
    "v_fma_f64 v[4:5], v[2:3], v[6:7], v[8:9]",
    "v_add_f16_e32 v4, v2, v3",
    "v_pk_fma_f16 v4, v2, v3, v5",
    "v_cvt_f32_u32_e32 v4, v2",
    "v_cmp_lt_f32_e32 vcc, v2, v3",
    "v_cndmask_b32_e32 v4, v2, v3, vcc",
    "v_mov_b32_dpp v4, v2 row_shr:1 row_mask:0xf bank_mask:0xf",
    "ds_read_b32 v4, v10",
    "ds_write_b64 v10, v[2:3]",
    "buffer_load_dword v4, v10, s[8:11], 0 offen",
    "v_and_b32_sdwa v4, v2, v3 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_1 src1_sel:DWORD",
])]
fn lane_instructions(bencher: Bencher, text: &str) {
    // Doubles and halves keep subnormal values, singles do not: how kernels start.
    measure(bencher, text, 0xc0);
}

/// As a state has it that keeps subnormal values everywhere, or rounds down.
#[divan::bench(args = [("v_fma_f32 v4, v2, v3, v5", 0xf0), ("v_fma_f32 v4, v2, v3, v5", 0xfa)])]
fn lane_instructions_in_mode(bencher: Bencher, (text, mode): (&str, u64)) {
    measure(bencher, text, mode);
}

fn measure(bencher: Bencher, text: &str, mode: u64) {
    let target = isa_mc::gcn::target("gfx900").expect("a processor");
    let syntax = target.syntax("llvm").expect("a syntax");
    let inst = target.parse(text, syntax).expect("an instruction");
    let mut machine = InMemory::new(&target);
    for name in ["global", "scratch", "lds"] {
        let space = machine.space(name).expect("a space");
        machine.zeroed(space);
        machine.map(space, 0x1_0000, 0x1_0000);
    }
    machine.set_state("EXEC", u64::MAX).expect("a state");
    machine.set_state("MODE", mode).expect("a state");
    let descriptor = [0x1_0000, 0, 0x1_0000, 0x0002_4fac];
    machine
        .set_register("s[8:11]", &descriptor)
        .expect("registers");
    for lane in 0..LANES {
        let address = [0x1_0000 + lane as u64 * 16, 0];
        machine
            .set_lane("v[2:3]", lane, &address)
            .expect("registers");
        for name in ["v5", "v6", "v7", "v8", "v9"] {
            let value = 0x3f80_0000 + lane as u64 * 0x0102_0304;
            machine.set_lane(name, lane, &[value]).expect("a register");
        }
        let address = 0x1_0000 + lane as u64 * 8;
        machine
            .set_lane("v10", lane, &[address])
            .expect("a register");
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

/// An instruction that was not seen before: its program is prepared first.
#[divan::bench(args = [
    "s_add_u32 s4, s5, s6",
    "v_and_b32_e32 v4, v2, v3",
    "v_fma_f32 v4, v2, v3, v5",
    "global_load_dwordx4 v[4:7], v[2:3], off",
])]
fn first_time(bencher: Bencher, text: &str) {
    let target = isa_mc::gcn::target("gfx900").expect("a processor");
    let syntax = target.syntax("llvm").expect("a syntax");
    let inst = target.parse(text, syntax).expect("an instruction");
    let mut machine = InMemory::new(&target);
    bencher.bench_local(|| Executor::new().execute(&target, inst, &mut machine));
}

/// Kernels of clang from start to end; items are lanes of instructions.
#[divan::bench(args = ["sha256", "matrix_product", "bitonic_sort", "polynomial"])]
fn kernels(bencher: Bencher, name: &str) {
    let (processor, level) = ("gfx906", "O3");
    let case = isa_test_support::running::by_name(name).expect("a case");
    let file = stored::folder().join(stored::name(processor, level));
    let file = std::fs::read(file).expect("a stored code object");
    let mut lanes = Lanes(0);
    case.run(&file, &mut lanes).expect("it runs");
    bencher
        .counter(ItemsCount::new(lanes.0))
        .bench_local(|| case.run(&file, &mut ()));
}

/// Counts lanes.
struct Lanes(u64);

impl Observer for Lanes {
    fn step(&mut self, step: &Step<'_>) {
        self.0 += u64::from(step.lanes.count_ones());
    }
}
