//! Lines as people write them.

use isa_mc::gcn::TABLES;

use super::{Places, agrees};
use crate::Target;
use crate::parse::{LineContext, Mnemonics, NoSymbols};

/// Lines of sources that people write: mnemonics without suffixes where other encodings than the
/// first are meant, numbers of registers as sums of names, constants in hexadecimal, defaults, and
/// commas where a syntax is loose. One pass makes of them what the forms make.
#[test]
fn lines_of_people_need_one_pass() {
    for (cpu, line) in [
        ("gfx900", "v_cmp_lt_u32 s[0:1], v1, v2"),
        ("gfx900", "exp mrt0 v0, v0, v1, v1 done compr vm"),
        ("gfx1030", "exp param5 off, off, v1, v1 compr"),
        ("gfx900", "s_set_gpr_idx_on s0, gpr_idx(SRC0,SRC1,DST)"),
        ("gfx900", "s_set_gpr_idx_mode gpr_idx(DST)"),
        (
            "gfx900",
            "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 0, 4), 0xff",
        ),
        // Printed with SWAP.
        (
            "gfx900",
            "ds_swizzle_b32 v1, v2 offset:swizzle(BITMASK_PERM,\"ppppi\")",
        ),
        (
            "gfx900",
            "ds_swizzle_b32 v1, v2 offset:swizzle(BITMASK_PERM, \"ppppi\")",
        ),
        ("gfx900", "v_cmp_lt_u32 vcc, v1, v2"),
        ("gfx900", "v_cmp_eq_u32 vcc, s4, v2"),
        ("gfx900", "v_cndmask_b32 v1, v2, v3, s[4:5]"),
        ("gfx900", "v_cndmask_b32 v1, v2, v3 vcc"),
        ("gfx900", "v_add_u32 v1, v2, s3"),
        ("gfx900", "v_add_co_u32 v1, vcc, v2, 2"),
        ("gfx900", "v_add_co_u32 v1, s[2:3], v2, v3"),
        ("gfx900", "v_add_f32 v1, -v2, |v3|"),
        ("gfx900", "v_add_f32 v1, v2, v3 clamp"),
        (
            "gfx900",
            "v_mov_b32 v1, v2 row_shl:1 row_mask:0xf bank_mask:0xf",
        ),
        (
            "gfx900",
            "v_add_f32 v1, v2, v3 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf",
        ),
        ("gfx1030", "v_cmp_lt_u32 s0, v1, v2"),
        ("gfx1030", "v_cndmask_b32 v1, v2, v3, s4"),
        ("gfx1100", "v_add_f32 v1, -v2, |v3|"),
        ("gfx900", "v_mov_b32 v[seven+1], v[2*seven-1]"),
        ("gfx900", "s_mov_b64 s[seven + 1 : (seven + 2)], s[6:7]"),
        ("gfx900", "v_add_f32_e64 v[seven], -v[seven], |v[seven+1]|"),
        (
            "gfx90a",
            "v_mfma_f64_16x16x4f64 v[0:7], v[seven+1:seven+2], v[10:11], v[0:7]",
        ),
        ("gfx900", "v_lshlrev_b32 v1, 0x4, v2"),
        ("gfx900", "s_mov_b32 s5, 0xffffffff"),
        ("gfx900", "s_mov_b32 s5, seven*64"),
        ("gfx900", "s_load_dword s4, s[6:7], 0+seven"),
        ("gfx900", "ds_read_b32 v1, v2, offset:0"),
        ("gfx900", "ds_read_b32 v1, v2 offset:(seven+1)*16"),
        (
            "gfx900",
            "buffer_load_dwordx2 v[1:2], v3, s[4:7], 0, offen offset:0",
        ),
        ("gfx900", "s_lshl_b32 s1 s2, 1"),
        // A mnemonic without its suffix, behind encodings that refuse the text.
        ("gfx900", "v_add_f32 v1, v2, v3 row_shr:1"),
        ("gfx900", "v_mac_f32 v1, v2, v3 row_shr:1 bound_ctrl:0"),
        ("gfx900", "v_cvt_f16_f32 v1, v2 dst_sel:WORD_1"),
        ("gfx900", "v_cmp_lt_u32 vcc, v1, seven"),
        ("gfx1100", "v_cmpx_neq_f32 v1, v2 row_xmask:0"),
        ("gfx1100", "v_floor_f16 v5.h, v199.h"),
        ("gfx1200", "v_add_f32 v1, v2, v3 dpp8:[7,6,5,4,3,2,1,0]"),
        ("gfx1200", "v_mov_b32 v1, v2 dpp8:[7,6,5,4,3,2,1,0] fi:1"),
        // Forms that are only read.
        ("gfx900", "v_cndmask_b32 v1, 0, v2"),
        ("gfx900", "v_cmp_gt_u32 s3, v2"),
        ("gfx900", "v_cmp_eq_i32 1, v3"),
        ("gfx900", "s_load_dwordx2 s[0:1], s[4:5]"),
        ("gfx1200", "s_load_b512 s[20:35], s[4:5], s0"),
        // Forms that would be printed otherwise.
        ("gfx1100", "v_add_nc_i16 v5, v1, v2"),
        ("gfx1100", "v_exp_f16_e32 v6, v6"),
        ("gfx1100", "v_add_f16 v6, v6, s96"),
        ("gfx942", "buffer_wbl2 sc1"),
        // Expressions wherever a number stands.
        ("gfx900", "v_mov_b32_e32 v1, 007"),
        ("gfx900", "s_mov_b32 s0, 1<<16"),
        ("gfx900", "s_mov_b32 m0, 0x20000 + seven + 4 * seven"),
        ("gfx900", "s_add_u32 s0, s0, 0 + seven - 4 * nothing"),
        (
            "gfx900",
            "v_cmpx_ge_i32 vcc, 0 + (seven - 3) - (seven + 1) * 5, v3",
        ),
        ("gfx900", "s_cmpk_ge_i32 s0, 0 + seven - nothing"),
        ("gfx900", "s_waitcnt lgkmcnt(0+seven) & vmcnt(0 + seven)"),
        (
            "gfx900",
            "buffer_load_dword v1, v2, s[4:7], 0 offen offset:1 * seven",
        ),
        ("gfx900", "v_mac_f32 v1, v2, v3 row_ror:8*seven/14"),
        (
            "gfx900",
            "v_mov_b32 v1, v2 quad_perm:[nothing,1,nothing, nothing]",
        ),
        ("gfx900", "ds_swizzle_b32 v1, v2 offset:0x201F"),
        // Shorter lists, other words for signs, numbers within them, a literal twice.
        ("gfx900", "v_pack_b32_f16 v1, v2, v3 op_sel:[1, 1]"),
        ("gfx900", "v_fma_f32 v1, neg(v2), abs(v3), v4"),
        ("gfx1100", "v_add_nc_u16 v1.l, v1.h, v1.l op_sel:[1,0]"),
        ("gfx1200", "v_cubeid_f32 v5, -|src_scc|, v3, -|0xaf123456|"),
        ("gfx1200", "v_div_fmas_f32 v5, v1, 0xaf123456, 0xaf123456"),
        ("gfx1100", "v_cvt_i32_i16_e64 v5, src_scc"),
    ] {
        let target = Target::new(&TABLES, cpu).expect("a processor");
        let syntax = target.syntax("llvm").expect("a syntax");
        let mut mnemonics = Mnemonics::default();
        agrees(&target, syntax, line, &Places, &mut mnemonics);
        let mut context = LineContext {
            syntax,
            symbols: &Places,
            mnemonics: &mut mnemonics,
        };
        let found = target.parse_code(line, 0, &mut context);
        let is_whole = found.is_some_and(|it| it.later.is_none() && it.end == line.len());
        assert!(is_whole, "{cpu} `{line}`");
    }
}

/// What halves say and the list says otherwise, nobody means.
#[test]
fn what_is_said_twice_is_the_same() {
    let target = Target::new(&TABLES, "gfx1100").expect("a processor");
    let syntax = target.syntax("llvm").expect("a syntax");
    for line in [
        "v_add_nc_u16 v1.l, v1.l, v1.l op_sel:[1,0,0]",
        "v_add_nc_u16 v1.l, v1.l, v1.l op_sel:[1,0]",
        "v_add_nc_u16 v1.l, v1.h, v1.l op_sel:[0,0,0]",
        "v_add_nc_u16 v1.l, v1.h, v1.l op_sel:[1,0,0,0]",
    ] {
        assert!(
            target.parse_line(line, syntax, &NoSymbols).is_none(),
            "{line}"
        );
    }
}

/// What stands twice is one operand: another word the second time is an error, and no line that
/// lists flags in another order than printing has, or one of them twice, is read in one pass.
#[test]
fn what_stands_twice_is_one_operand() {
    let target = Target::new(&TABLES, "gfx900").expect("a processor");
    let syntax = target.syntax("llvm").expect("a syntax");
    for line in [
        "exp mrt0 v0, v0, v1, v2 compr",
        "exp mrt0 v0, v1, v2, v2 compr",
        "exp mrt0 v0, off, v2, v2 compr",
        "s_set_gpr_idx_mode gpr_idx(DST,SRC0)",
        "s_set_gpr_idx_mode gpr_idx(SRC0,SRC0)",
        "s_set_gpr_idx_mode gpr_idx(SRC0,)",
        "s_set_gpr_idx_mode gpr_idx(SRC01)",
    ] {
        assert!(
            target.parse_line(line, syntax, &NoSymbols).is_none(),
            "{line}"
        );
    }
    // What is left to the forms is read, or refused, by them.
    assert!(
        target
            .parse("exp mrt0 v0, v0, v1, v2 compr", syntax)
            .is_err()
    );
    let turned = target.parse("s_set_gpr_idx_mode gpr_idx(DST,SRC0)", syntax);
    let printed = target.parse("s_set_gpr_idx_mode gpr_idx(SRC0,DST)", syntax);
    assert!(turned.is_ok() && turned == printed);
}
