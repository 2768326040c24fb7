//! How many SGPRs a kernel takes, in blocks.

use super::error::DescriptorError;
use super::fields::SGPR_BLOCK;
use crate::gcn::processors::Processor;
use crate::gcn::target_id::TargetId;

/// The registers that a kernel takes.
pub(super) struct Registers {
    pub(super) vgprs: u32,
    pub(super) sgprs: u32,
    pub(super) vcc: bool,
    pub(super) flat_scratch: bool,
}

impl Registers {
    pub(super) fn sgpr_blocks(&self, target: TargetId) -> Result<u32, DescriptorError> {
        if target.processor.has_all_sgprs() {
            return Ok(0);
        }
        let reserved = self.reserved(target);
        let max = greatest(target.processor, reserved);
        if self.sgprs > max {
            return Err(DescriptorError::Sgprs {
                value: self.sgprs,
                reserved,
                max,
            });
        }
        Ok(match target.processor.fixed_sgprs {
            0 => blocks(self.sgprs + reserved, SGPR_BLOCK),
            fixed => blocks(u32::from(fixed), SGPR_BLOCK),
        })
    }

    pub(super) fn reserved(&self, target: TargetId) -> u32 {
        let xnack = target.xnack.on_or_any();
        extra_sgprs(target.processor, self.vcc, self.flat_scratch, xnack)
    }
}

/// The blocks that as many registers take, less one: there is always one block.
pub(super) fn blocks(registers: u32, block: u32) -> u32 {
    registers.max(1).div_ceil(block) - 1
}

/// The greatest `next_free_sgpr` beside as many reserved ones. From gfx8 on those
/// lie behind the SGPRs that can be named, unless all of them are fixed.
pub(super) fn greatest(processor: &Processor, reserved: u32) -> u32 {
    let named = u32::from(processor.sgprs);
    match processor.generation() {
        8.. if processor.fixed_sgprs == 0 => named,
        _ => named - reserved,
    }
}

/// How many SGPRs VCC, `flat_scratch` and `xnack_mask` take together: each lies
/// behind the others, so the last one counts. This is `extrasgprs` in LLVM's
/// expressions.
pub fn extra_sgprs(processor: &Processor, vcc: bool, flat_scratch: bool, xnack: bool) -> u32 {
    let later = processor.generation() >= 8;
    match (flat_scratch || processor.architected_scratch, xnack) {
        _ if processor.has_all_sgprs() => 2 * u32::from(vcc),
        (true, _) if later => 6,
        (true, _) => 4,
        (false, true) if later => 4,
        _ => 2 * u32::from(vcc),
    }
}
