//! What a dispute with llvm-mc is.

use isa_test_support::compare::forgot;

/// Only what stands in the place of something else is forgotten; not what is
/// written otherwise, or stands elsewhere.
#[test]
fn what_llvm_forgot_is_found() {
    for (line, text) in [
        ("exp null v0, v13, v2, v2", "exp null v0, v0, v2, v2"),
        ("exp null v0, off, v2, v2", "exp null v0, v0, v2, v2"),
        ("s_waitcnt vmcnt(0) vmcnt(1)", "s_waitcnt vmcnt(1)"),
        ("s_nop 1.5", "s_nop 0"),
        ("v_pk_mov v[2:3], 0x3fe0000000000000", "v_pk_mov v[2:3], 0"),
        (
            "v_pk_fmac_f16 v5, sext(v9), v13",
            "v_pk_fmac_f16_e64 v5, v9, v13",
        ),
        (
            "v_pk_fmac_f16 v5, 1.0e-8, v13",
            "v_pk_fmac_f16_e64 v5, 0, v13",
        ),
    ] {
        assert!(forgot(line, text), "{line}");
    }
    for (line, text) in [
        ("s_mov_b32 s1, 1.5", "s_mov_b32 s1, 0x3fc00000"),
        ("s_mov_b32 s1, 0.0", "s_mov_b32 s1, 0"),
        ("s_mov_b32 s1, 0x0", "s_mov_b32 s1, 0"),
        ("exp null v0, v0 vm compr", "exp null v0, v0 compr vm"),
        ("s_mov_b32 s[1], vccz", "s_mov_b32 s1, src_vccz"),
        ("load v1, off, s2", "load v1, s2"),
        (
            "s_waitcnt vmcnt(0) expcnt(1)",
            "s_waitcnt vmcnt(0) expcnt(1)",
        ),
    ] {
        assert!(!forgot(line, text), "{line}");
    }
}
