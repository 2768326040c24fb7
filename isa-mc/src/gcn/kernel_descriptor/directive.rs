//! What a directive is on a processor.

use super::fields::{ACCUMULATION, ACCUMULATION_BLOCK, PRELOADED, USER_SGPRS, VGPR_BLOCKS, ones};
use super::table::{Directive, Mode, Place, Processors};
use crate::gcn::features::Modes;
use crate::gcn::processors::Processor;

impl Directive {
    /// The greatest value that can stand behind it; of `next_free_sgpr` with
    /// nothing reserved, and of `next_free_vgpr` with wavefronts of either size.
    pub fn max(&self, processor: &Processor) -> u32 {
        match self.place_on(processor) {
            Place::Bits { width, .. } if self.is_preload_length() => PRELOADED.min(ones(width)),
            Place::Bits { width, .. } => ones(width),
            Place::NextFreeVgpr => {
                let block = processor.vgpr_block(processor.has_wave32());
                (ones(VGPR_BLOCKS.width) + 1) * block
            }
            Place::AccumulationOffset => (ones(ACCUMULATION.width) + 1) * ACCUMULATION_BLOCK,
            Place::NextFreeSgpr if processor.has_all_sgprs() => u32::MAX,
            Place::NextFreeSgpr => u32::from(processor.sgprs),
            Place::ReserveVcc | Place::ReserveFlatScratch | Place::ReserveXnackMask => 1,
            Place::UserSgprCount => ones(USER_SGPRS.width),
        }
    }

    /// What its value becomes on a processor.
    pub fn place_on(&self, processor: &Processor) -> Place {
        match (self.place, self.fewer_bits) {
            (Place::Bits { word, low, .. }, Some((generation, width)))
                if processor.generation() == generation =>
            {
                Place::Bits { word, low, width }
            }
            (place, _) => place,
        }
    }

    /// Whether the bits count user SGPRs: there are not as many as they could say.
    pub(in crate::gcn) fn is_preload_length(&self) -> bool {
        matches!(self.place, Place::Bits { width: 2.., .. }) && self.user_sgprs != 0
    }

    /// Its value where it does not stand, for a processor with these modes.
    pub fn default_on(&self, processor: &Processor, modes: Modes) -> u32 {
        let modes = modes.on(processor);
        match self.follows {
            // Of others than these the bits are no one's, or another directive's.
            None if matches!(self.place, Place::Bits { .. }) && !self.is_on(processor) => 0,
            None => self.default,
            Some(Mode::Wave32) => modes.is_wave32(processor).into(),
            Some(Mode::WorkgroupProcessor) => (processor.has_wave32() && !modes.cumode).into(),
            Some(Mode::Split) => modes.tgsplit.into(),
        }
    }

    /// Whether the processor has it.
    pub fn is_on(&self, processor: &Processor) -> bool {
        match self.processors {
            Processors::From(first) => processor.generation() >= first,
            Processors::SetsUpScratch(first) => {
                processor.generation() >= first && !processor.architected_scratch
            }
            Processors::Unified(_) => processor.unified_registers,
            Processors::FindsScratch(_) => processor.architected_scratch,
            Processors::Wave32(_) => processor.has_wave32(),
            Processors::Between(first, last, _) => (first..=last).contains(&processor.generation()),
            Processors::Later(_) => false,
        }
    }
}
