//! How many registers the instructions of a kernel name. LLVM's assembler keeps that
//! in symbols: `.amdgcn.next_free_vgpr` and `.amdgcn.next_free_sgpr` under HSA, which
//! begin at 0 and which `.set` may change at any place, and otherwise
//! `.kernel.vgpr_count` and `.kernel.sgpr_count`, which each `.amdgpu_hsa_kernel`
//! sets to 0.
//!
//! ```
//! use isa_mc::gcn::register_use::RegisterUse;
//! use isa_mc::gcn::{self, syntax};
//!
//! let target = gcn::target("gfx900").unwrap();
//! let inst = target.parse("v_add_f64 v[2:3], v[4:5], s[6:7]", syntax::LLVM).unwrap();
//! let mut registers = RegisterUse::default();
//! registers.note(&target, inst);
//! assert_eq!((registers.vgprs, registers.sgprs), (6, 8));
//! ```
//!
//! What counts is what the text names: `vcc`, `flat_scratch`, `ttmp0` and the like are
//! no SGPRs with numbers, and what an instruction uses without naming it does not
//! count either.

use crate::registers::row_of;
use crate::{Inst, OperandValue, OperandView, Register, Target};
use isa_mc_gcn::syntax;

/// The highest registers named, each and one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RegisterUse {
    /// Of VGPRs.
    pub vgprs: u16,
    /// Of SGPRs.
    pub sgprs: u16,
}

impl RegisterUse {
    /// Counts the registers of an instruction too.
    pub fn note(&mut self, target: &Target<'_>, inst: Inst) {
        match target.named_operands(inst, syntax::LLVM) {
            Ok(named) => named.for_each(|operand| self.note_operand(target, operand)),
            // Without a text, all that it has.
            Err(_) => {
                let all = target.operands(inst);
                all.for_each(|operand| self.note_operand(target, operand));
            }
        }
    }

    fn note_operand(&mut self, target: &Target<'_>, operand: OperandView<'_>) {
        if let Some(OperandValue::Register(register)) = operand.value {
            self.note_register(target, register);
        }
    }

    /// Counts a register, or a group of them, too.
    pub fn note_register(&mut self, target: &Target<'_>, register: Register) {
        let tables = target.tables();
        let Some(file) = tables.files.get(usize::from(register.file)) else {
            return;
        };
        let count = match tables.text(file.name) {
            "vgpr" => &mut self.vgprs,
            "sgpr" => &mut self.sgprs,
            _ => return,
        };
        // Those with numbers begin at 0; what lies behind them has names.
        let row = row_of(tables, target.arch_index(), file, register.number.into());
        if row.is_some_and(|row| row.indexed.is_set() && row.number == 0) {
            *count = (*count).max(register.number + u16::from(register.count));
        }
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::RegisterUse;
    use crate::gcn::{self, syntax};

    /// Counts that llvm-mc 22 gives. All golden lines are compared with
    /// `--features llvm`.
    #[test]
    fn counts_are_those_of_llvm() {
        let cases = [
            ("gfx900", "s_mov_b32 s5, s7", 0, 8),
            ("gfx900", "s_mov_b64 s[10:11], vcc", 0, 12),
            ("gfx900", "v_mov_b32 v3, v9", 10, 0),
            ("gfx900", "v_mov_b32 v3, vcc_lo", 4, 0),
            ("gfx900", "s_mov_b32 s0, ttmp5", 0, 1),
            ("gfx900", "s_mov_b32 s0, flat_scratch_lo", 0, 1),
            ("gfx900", "s_mov_b32 s0, xnack_mask_lo", 0, 1),
            ("gfx900", "v_cmp_eq_u32 vcc, v1, v2", 3, 0),
            ("gfx900", "s_mov_b32 s101, 0", 0, 102),
            ("gfx900", "global_load_dwordx4 v[10:13], v[0:1], off", 14, 0),
            ("gfx900", "buffer_load_dword v1, off, s[4:7], s40", 2, 41),
            (
                "gfx900",
                "image_sample v[0:3], v[4:5], s[8:15], s[20:23] dmask:0xf",
                6,
                24,
            ),
            ("gfx900", "v_add_f32 v1, |v90|, v2", 91, 0),
            ("gfx900", "s_load_dwordx16 s[32:47], s[0:1], 0", 0, 48),
            ("gfx900", "v_readlane_b32 s30, v200, s31", 201, 32),
            ("gfx900", "s_mov_b32 m0, s1", 0, 2),
            ("gfx900", "s_mov_b32 exec_lo, 1", 0, 0),
            ("gfx900", "v_mov_b32 v255, v0", 256, 0),
            ("gfx700", "s_mov_b32 s103, 0", 0, 104),
            // The destination is not named.
            ("gfx900", "buffer_load_dword off, s[20:23], s9 lds", 0, 24),
            ("gfx900", "ds_nop", 0, 0),
            // Accumulation registers are not counted under HSA.
            ("gfx908", "v_accvgpr_write_b32 a40, v1", 2, 0),
            (
                "gfx908",
                "v_mfma_f32_4x4x1f32 a[0:3], v9, a20, a[0:3]",
                10,
                0,
            ),
        ];
        for (cpu, text, vgprs, sgprs) in cases {
            let target = gcn::target(cpu).expect("a processor");
            let inst = target.parse(text, syntax::LLVM).expect(text);
            let mut found = RegisterUse::default();
            found.note(&target, inst);
            assert_eq!(found, RegisterUse { vgprs, sgprs }, "{text}");
            // Nothing is forgotten by an instruction that names less.
            let end = target.parse("s_nop 0", syntax::LLVM).expect("s_nop");
            found.note(&target, end);
            assert_eq!(found, RegisterUse { vgprs, sgprs });
        }
    }
}
