//! Hardware registers, and modes that change what instructions do.

use isa_mc::exec::dispatch::RunErrorKind;
use isa_mc::gcn::dispatch::Launch;

use super::{ADDRESS, KERNARG, PROCESSORS, STORE, WAVE64, processor, run, stops};

/// Hardware registers tell a wavefront who it is.
#[test]
fn hardware_registers_are_set() {
    let read = |cpu: &str, register: &str| {
        let code = format!(
            "{ADDRESS}
  s_mov_b64 vcc, 0
  s_getreg_b32 s20, hwreg({register})
  v_mov_b32 v1, s20
  {STORE}
  s_endpgm"
        );
        let directives = format!("{KERNARG} group_segment_fixed_size 700");
        let launch = Launch::new([320, 1, 1], [320, 1, 1]);
        run(cpu, &directives, &code, launch, 320)
    };
    for cpu in WAVE64 {
        // Valid, and in a group with others; no lane has a condition.
        let status = read(cpu, "HW_REG_STATUS");
        assert_eq!(status, [1 << 16 | 1 << 11 | 1 << 10; 320], "{cpu}");
        let ids = read(cpu, "HW_REG_HW_ID");
        // The fifth wavefront is the second one of the first SIMD.
        assert_eq!(
            [0, 64, 192, 256].map(|at| ids[at]),
            [0, 0x10, 0x30, 1],
            "{cpu}"
        );
        assert_eq!(read(cpu, "HW_REG_IB_STS"), [0; 320], "{cpu}");
    }
    for cpu in ["gfx803", "gfx900", "gfx906"] {
        // 24 vector registers, and scalar ones with those behind them.
        let sizes = read(cpu, "HW_REG_GPR_ALLOC")[0];
        assert_eq!(sizes >> 8 & 63, 24 / 4 - 1, "{cpu}");
        assert_eq!(sizes >> 24 & 15, 64 / 16 - 1, "{cpu}");
        assert_eq!(read(cpu, "HW_REG_LDS_ALLOC"), [3 << 12; 320], "{cpu}");
    }
    for cpu in ["gfx900", "gfx906"] {
        // Where private and local memory begin among all addresses.
        assert_eq!(
            read(cpu, "HW_REG_SH_MEM_BASES"),
            [0x0001_0002; 320],
            "{cpu}"
        );
    }
    // What a program writes to the traps' register it finds there, but for exceptions,
    // which nothing records.
    let has_one = |cpu: &&str| processor(cpu).generation() < 12;
    for cpu in PROCESSORS.into_iter().filter(has_one) {
        let code = format!(
            "{ADDRESS}
  s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 9, 6), 0x2a
  s_setreg_imm32_b32 hwreg(HW_REG_TRAPSTS, 0, 9), 0
  s_getreg_b32 s20, hwreg(HW_REG_TRAPSTS, 10, 5)
  v_mov_b32 v1, s20
  {STORE}
  s_endpgm"
        );
        let launch = Launch::new([64, 1, 1], [64, 1, 1]);
        assert_eq!(run(cpu, KERNARG, &code, launch, 64), [0x15; 64], "{cpu}");
        let (error, _) = stops(cpu, "", "s_getreg_b32 s0, hwreg(HW_REG_TRAPSTS)");
        assert!(
            matches!(error.kind, RunErrorKind::Execution(_)),
            "{error:?}"
        );
    }
    let (error, _) = stops("gfx803", "", "s_getreg_b32 s0, hwreg(15)");
    assert!(
        matches!(error.kind, RunErrorKind::Execution(_)),
        "{error:?}"
    );
}

/// `FP16_OVFL` of the descriptor is there when a kernel begins, and programs may change it.
#[test]
fn a_descriptor_says_what_becomes_of_large_halves() {
    let code = format!(
        "{ADDRESS}
  v_mov_b32 v2, 0x7bff
  v_add_f16 v3, v2, v2
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 23, 1), 0
  v_add_f16 v4, v2, v2
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 23, 1), 1
  v_mul_f16 v5, v2, v2
  v_lshlrev_b32 v4, 16, v4
  v_or_b32 v1, v3, v4
  v_xor_b32 v1, v1, v5
  {STORE}
  s_endpgm"
    );
    for cpu in ["gfx900", "gfx906"] {
        for (bit, first) in [(0, 0x7c00), (1, 0x7bff)] {
            let directives = format!("{KERNARG} fp16_overflow {bit}");
            let launch = Launch::new([64, 1, 1], [64, 1, 1]);
            let found = run(cpu, &directives, &code, launch, 64);
            assert_eq!(found, [0x7c00_0000 | (first ^ 0x7bff); 64], "{cpu}, {bit}");
        }
    }
}

/// While MODE says so vector instructions are passed over: they write nothing, not even
/// the conditions of comparisons, and access no memory. Scalar ones run.
#[test]
fn vector_instructions_are_passed_over() {
    for cpu in WAVE64 {
        let code = format!(
            "{ADDRESS}
  v_mov_b32 v1, 7
  s_mov_b64 vcc, 5
  s_mov_b32 s21, 3
  s_setvskip s21, 1
  v_mov_b32 v1, 8
  v_cmp_eq_u32 vcc, v1, v1
  v_readlane_b32 s21, v1, 0
  ds_write_b32 v1, v1
  s_add_u32 s21, s21, vcc_lo
  s_setreg_imm32_b32 hwreg(HW_REG_MODE, 28, 1), 0
  v_lshlrev_b32 v1, 8, v1
  v_or_b32 v1, s21, v1
  {STORE}
  s_endpgm"
        );
        let launch = Launch::new([64, 1, 1], [64, 1, 1]);
        assert_eq!(run(cpu, KERNARG, &code, launch, 64), [0x708; 64], "{cpu}");
    }
}
