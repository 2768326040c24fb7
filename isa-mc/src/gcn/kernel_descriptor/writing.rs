//! Directives become a descriptor.

use isa_dsl::suggest::nearest;

use super::error::DescriptorError;
use super::fields::{
    ACCUMULATION, ACCUMULATION_BLOCK, PREFIX, RSRC1, RSRC2, RSRC3, SGPR_BLOCKS, SHARED, SIZE,
    USER_SGPRS, VGPR_BLOCKS, ones,
};
use super::registers::{Registers, blocks};
use super::table::{COUNT, DIRECTIVES, Mode, Place, Processors};
use crate::gcn::features::Modes;
use crate::gcn::target_id::TargetId;

/// A descriptor while its directives are read.
#[derive(Debug, Clone)]
pub struct KernelDescriptor {
    target: TargetId,
    modes: Modes,
    pub(super) values: Values,
}

/// The value of each row of [`DIRECTIVES`] that is said.
pub(super) type Values = [Option<u32>; COUNT];

impl KernelDescriptor {
    /// A descriptor of which nothing is said yet.
    pub fn for_target(target: TargetId) -> KernelDescriptor {
        KernelDescriptor {
            target,
            modes: Modes::default(),
            values: [None; COUNT],
        }
    }

    /// With the modes that defaults follow: how many lanes wavefronts have, and where
    /// workgroups run.
    #[must_use]
    pub fn with_modes(self, modes: Modes) -> KernelDescriptor {
        KernelDescriptor { modes, ..self }
    }

    /// For whom it is.
    pub fn target(&self) -> TargetId {
        self.target
    }

    /// What a directive says. `name` begins with `.amdhsa_`.
    pub fn set(&mut self, name: &str, value: i64) -> Result<(), DescriptorError> {
        let index = find(name)?;
        let row = &DIRECTIVES[index];
        let directive = row.name;
        if !row.is_on(self.target.processor) {
            return Err(match row.processors {
                Processors::Later(reason)
                | Processors::Wave32(reason)
                | Processors::Unified(reason)
                | Processors::FindsScratch(reason)
                | Processors::Between(_, _, reason) => DescriptorError::Other { directive, reason },
                Processors::SetsUpScratch(_) if self.target.processor.architected_scratch => {
                    let reason = "processors before gfx940: later ones find flat_scratch set up where enable_private_segment says so";
                    DescriptorError::Other { directive, reason }
                }
                Processors::From(first) | Processors::SetsUpScratch(first) => {
                    DescriptorError::Generation { directive, first }
                }
            });
        }
        if self.values[index].is_some() {
            return Err(DescriptorError::Repeated { directive });
        }
        let max = row.max(self.target.processor);
        let small = u32::try_from(value).ok().filter(|&small| small <= max);
        if row.place == Place::AccumulationOffset
            && small.is_none_or(|small| small == 0 || small % ACCUMULATION_BLOCK != 0)
        {
            return Err(DescriptorError::AccumulationOffset { value, max });
        }
        let Some(small) = small else {
            return Err(DescriptorError::Range {
                directive,
                value,
                max,
            });
        };
        let expected = self.target.xnack.on_or_any();
        if row.place == Place::ReserveXnackMask && (small != 0) != expected {
            return Err(DescriptorError::XnackMask { expected });
        }
        self.values[index] = Some(small);
        Ok(())
    }

    /// The bytes, when all is said. `next_free_vgpr` and `next_free_sgpr` must be.
    pub fn finish(&self) -> Result<[u8; SIZE], DescriptorError> {
        let mut words = [0; SIZE / 4];
        let mut put = |word: u8, low: u8, value: u32| words[usize::from(word / 4)] |= value << low;
        let mut registers = Registers {
            vgprs: 0,
            sgprs: 0,
            vcc: true,
            flat_scratch: true,
        };
        let (mut enabled, mut counted) = (0, None);
        let (mut accumulation, mut preloaded) = (None, false);
        let processor = self.target.processor;
        for (row, said) in DIRECTIVES.iter().zip(self.values) {
            let value = said.unwrap_or_else(|| row.default_on(processor, self.modes));
            let needed = || {
                said.ok_or(DescriptorError::Missing {
                    directive: row.name,
                })
            };
            match row.place {
                Place::Bits { word, low, .. } => put(word, low, value),
                Place::NextFreeVgpr => registers.vgprs = needed()?,
                Place::NextFreeSgpr => registers.sgprs = needed()?,
                Place::ReserveVcc => registers.vcc = value != 0,
                Place::ReserveFlatScratch => registers.flat_scratch = value != 0,
                Place::AccumulationOffset if row.is_on(self.target.processor) => {
                    accumulation = Some(needed()?);
                }
                Place::ReserveXnackMask | Place::AccumulationOffset => {}
                Place::UserSgprCount => counted = said,
            }
            preloaded |= row.is_preload_length() && value != 0;
            enabled += u32::from(row.user_sgprs) * value;
        }
        let block = processor.vgpr_block(self.is_wave32());
        let max = (ones(VGPR_BLOCKS.width) + 1) * block;
        if registers.vgprs > max {
            // With wavefronts of the other size there are more.
            return Err(DescriptorError::Range {
                directive: "next_free_vgpr",
                value: registers.vgprs.into(),
                max,
            });
        }
        let vgprs = blocks(registers.vgprs, block);
        put(RSRC1, VGPR_BLOCKS.low, vgprs);
        self.check_shared(vgprs)?;
        if let Some(value) = accumulation {
            let max = registers.vgprs.max(1).next_multiple_of(ACCUMULATION_BLOCK);
            if value > max {
                let value = value.into();
                return Err(DescriptorError::AccumulationOffset { value, max });
            }
            put(RSRC3, ACCUMULATION.low, value / ACCUMULATION_BLOCK - 1);
        }
        let count = counted.unwrap_or(enabled);
        if preloaded {
            registers.sgprs = registers.sgprs.max(count);
        }
        put(RSRC1, SGPR_BLOCKS.low, registers.sgpr_blocks(self.target)?);
        if enabled > count {
            return Err(DescriptorError::UserSgprs { count, enabled });
        }
        put(RSRC2, USER_SGPRS.low, count);
        let mut bytes = [0; SIZE];
        for (four, word) in bytes.chunks_exact_mut(4).zip(words) {
            four.copy_from_slice(&word.to_le_bytes());
        }
        Ok(bytes)
    }
}

impl KernelDescriptor {
    /// What is said for a mode of the target.
    fn said(&self, mode: Mode) -> Option<u32> {
        let at = DIRECTIVES.iter().position(|row| row.follows == Some(mode));
        self.values[at?]
    }

    /// Whether wavefronts have 32 lanes.
    fn is_wave32(&self) -> bool {
        let usual = self.modes.is_wave32(self.target.processor);
        self.said(Mode::Wave32).map_or(usual, |value| value != 0)
    }

    /// Checks the VGPRs that wavefronts share, in twos of blocks. As LLVM does it, who says
    /// nothing of the lanes may count them for wavefronts of 32 lanes too.
    fn check_shared(&self, blocks: u32) -> Result<(), DescriptorError> {
        let at = DIRECTIVES.iter().position(|row| row.name == SHARED);
        let count = at.and_then(|at| self.values[at]).unwrap_or(0);
        if count != 0 && self.said(Mode::Wave32) == Some(1) {
            return Err(DescriptorError::SharedVgprs);
        }
        match 2 * count + blocks > ones(VGPR_BLOCKS.width) {
            true => Err(DescriptorError::TooManyShared { count, blocks }),
            false => Ok(()),
        }
    }
}

/// What a directive is where it does not stand, which is right for every processor that has it.
#[cfg(feature = "object")]
pub(in crate::gcn) fn default(name: &str) -> i64 {
    find(name).map_or(0, |index| DIRECTIVES[index].default.into())
}

/// The row of a directive.
fn find(name: &str) -> Result<usize, DescriptorError> {
    let bare = name.strip_prefix(PREFIX);
    let found = bare.and_then(|bare| DIRECTIVES.iter().position(|row| row.name == bare));
    found.ok_or_else(|| {
        let names = DIRECTIVES.iter().map(|row| row.name);
        let suggestion = nearest(bare.unwrap_or(name), names);
        DescriptorError::Unknown { suggestion }
    })
}
