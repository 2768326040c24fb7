//! Modifiers that are known by their words, against the forms.

use super::agrees;
use crate::Target;
use crate::parse::{Mnemonics, Symbols};
use isa_mc::gcn::TABLES;

/// A symbol `x`.
struct X(i64);

impl Symbols for X {
    fn value(&self, name: &str) -> Option<i64> {
        (name == "x").then_some(self.0)
    }
}

/// A modifier is remembered where another one, another order, or another symbol of the same text
/// means something else: each line is read again behind all others, and compared with the forms.
#[test]
fn a_word_means_the_same_again_where_nothing_changed() {
    let lines = [
        (
            "gfx900",
            &[
                "v_add_f32_dpp v1, v2, v3 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf",
                "v_add_f32_dpp v1, v2, v3 quad_perm:[0,1,2,3] row_mask:0xf - 1 bank_mask:0xf -x",
                "ds_swizzle_b32 v60, v207 offset:38881",
                "ds_swizzle_b32 v60, v207 offset:38881 -17",
                "v_add_f32_dpp v1, v2, v3 quad_perm:[0,x,2,3] row_mask:0xf bank_mask:0xf",
                "v_add_f32_dpp v1, v2, v3 quad_perm:[0,1,2,3] row_mask:x bank_mask:0xf",
                "v_add_f32_dpp v1, v2, v3 quad_perm:[0,1,2,3] bank_mask:0xf row_mask:0xf",
                "v_add_f32_dpp v1, v2, v3 quad_perm:[0,1,2,3] row_mask:0xf row_mask:0xf",
                "v_add_f32_dpp v1, v2, v3 row_shl:x row_mask:0xf bank_mask:0xf",
                "v_add_f32_dpp v1, v2, v3 row_shl:1 row_mask:0xf bank_mask:0xf bound_ctrl:0",
                "v_add_f32_dpp v1, v2, v3 row_shl:1 row_mask:16 bank_mask:0xf",
                "v_add_f32 v1, v2, v3 row_shl:1 row_mask:0xf bank_mask:0xf",
                "v_add_f32 v1, v2, v3 quad_perm:[0,1,2,3] row_mask:0xf",
                "v_add_f32_sdwa v1, v2, v3 dst_sel:DWORD src0_sel:BYTE_0 src1_sel:DWORD",
                "v_add_f32_sdwa v1, v2, v3 clamp dst_sel:DWORD dst_unused:UNUSED_PAD \
                 src0_sel:BYTE_0 src1_sel:DWORD",
                "v_add_f32 v1, v2, v3 dst_sel:BYTE_1 src0_sel:BYTE_0",
                "v_mov_b32_dpp v1, v2 row_shl:1 row_mask:0xf bank_mask:0xf",
                "v_mov_b32 v1, v2 row_shl:1 row_mask:0xf bank_mask:0xf",
            ][..],
        ),
        (
            "gfx1200",
            &[
                "v_add_f32_dpp v1, v2, v3 dpp8:[7,6,5,4,3,2,1,0]",
                "v_add_f32_dpp v1, v2, v3 dpp8:[x,6,5,4,3,2,1,0] fi:1",
                "v_add_f32 v1, v2, v3 dpp8:[7,6,5,4,3,2,1,0]",
                "v_add_f32_e64_dpp v1, v2, v3 clamp mul:2 row_share:x row_mask:0xf bank_mask:0xf",
                "v_add_f32_e64_dpp v1, v2, v3 mul:2 row_share:3 row_mask:0xf bank_mask:0xf fi:1",
                "image_load v1, v2, s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_1D",
                "image_load v1, v2, s[0:7] dmask:x dim:1D th:TH_LOAD_NT",
                "image_load v1, v2, s[0:7] dmask:0x1 dim:SQ_RSRC_IMG_1D th:TH_LOAD_NT tfe",
            ][..],
        ),
    ];
    for (cpu, lines) in lines {
        let target = Target::new(&TABLES, cpu).expect("a processor");
        let syntax = target.syntax("llvm").expect("a syntax");
        let mut mnemonics = Mnemonics::default();
        for x in [1, 2, 3, 99] {
            for _ in 0..2 {
                for line in lines {
                    agrees(&target, syntax, line, &X(x), &mut mnemonics);
                }
            }
        }
    }
}
