//! A descriptor becomes directives again.

use core::fmt::{self, Display, Formatter};

use super::error::{DescriptorError, Unsaid};
use super::fields::{
    ACCUMULATION, ACCUMULATION_BLOCK, ENTRY_OFFSET, PREFIX, RSRC1, RSRC2, RSRC3, SGPR_BLOCK,
    SGPR_BLOCKS, SHARED, SHARED_COUNT, SIZE, USER_SGPRS, VGPR_BLOCKS, ones, word_of,
};
use super::registers::{Registers, greatest};
use super::table::{DIRECTIVES, Mode, Place};
use super::writing::{KernelDescriptor, Values};
use crate::gcn::features::Modes;
use crate::gcn::processors::Processor;
use crate::gcn::target_id::TargetId;

/// What the directives say of a descriptor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directives {
    values: Values,
}

/// The modes that a descriptor for a processor says.
pub(in crate::gcn) fn modes_of(processor: &Processor, bytes: &[u8; SIZE]) -> Modes {
    let says = |mode: Mode| {
        let mut rows = DIRECTIVES.iter();
        match rows
            .find(|row| row.follows == Some(mode))
            .map(|row| row.place)
        {
            Some(Place::Bits { word, low, width }) => {
                word_of(bytes, word) >> low & ones(width) != 0
            }
            _ => false,
        }
    };
    let modes = Modes {
        wave64: !says(Mode::Wave32),
        cumode: !says(Mode::WorkgroupProcessor),
        tgsplit: says(Mode::Split),
        ..Modes::default()
    };
    modes.on(processor)
}

/// The directives that give exactly these bytes, but for bytes 16 to 23. All that
/// the processor has are said, also those with their default.
pub fn directives(target: TargetId, bytes: &[u8; SIZE]) -> Result<Directives, Unsaid> {
    let word = |at: u8| word_of(bytes, at);
    let (rsrc1, rsrc2) = (word(RSRC1), word(RSRC2));
    let blocks = SGPR_BLOCKS.get(rsrc1);
    let sgprs = sgprs_of(target, blocks)?;
    let wave32 = modes_of(target.processor, bytes).is_wave32(target.processor);
    let vgprs = (VGPR_BLOCKS.get(rsrc1) + 1) * target.processor.vgpr_block(wave32);
    let mut rows = DIRECTIVES.iter();
    let shares = rows.any(|row| row.name == SHARED && row.is_on(target.processor));
    let shared = shares && SHARED_COUNT.get(word(RSRC3)) != 0;
    let mut kernel = KernelDescriptor::for_target(target);
    for (row, value) in DIRECTIVES.iter().zip(&mut kernel.values) {
        // Beside VGPRs that are shared only the default says 32 lanes.
        let is_default = row.follows == Some(Mode::Wave32) && wave32 && shared;
        if !row.is_on(target.processor) || is_default {
            continue;
        }
        *value = Some(match row.place_on(target.processor) {
            Place::Bits {
                word: at,
                low,
                width,
            } => word(at) >> low & ones(width),
            Place::NextFreeVgpr => vgprs,
            Place::NextFreeSgpr => sgprs.sgprs,
            Place::ReserveVcc => u32::from(sgprs.vcc),
            Place::ReserveFlatScratch => u32::from(sgprs.flat_scratch),
            Place::ReserveXnackMask => u32::from(target.xnack.on_or_any()),
            Place::UserSgprCount => USER_SGPRS.get(rsrc2),
            Place::AccumulationOffset => (ACCUMULATION.get(word(RSRC3)) + 1) * ACCUMULATION_BLOCK,
        });
    }
    let values = kernel.values;
    let again = match kernel.finish() {
        Ok(again) => again,
        Err(DescriptorError::UserSgprs { count, enabled }) => {
            return Err(Unsaid::UserSgprs { count, enabled });
        }
        Err(DescriptorError::AccumulationOffset { .. }) => {
            let (word, mask) = (RSRC3, ones(ACCUMULATION.width));
            return Err(Unsaid::Bits { word, mask });
        }
        Err(DescriptorError::TooManyShared { .. }) => {
            let (word, mask) = (RSRC3, ones(SHARED_COUNT.width));
            return Err(Unsaid::Bits { word, mask });
        }
        // All that is needed is said, so only the counts of registers can be wrong.
        Err(_) => return Err(Unsaid::Sgprs { blocks }),
    };
    for at in (0..SIZE).step_by(4) {
        if (ENTRY_OFFSET..ENTRY_OFFSET + 8).contains(&at) {
            continue;
        }
        let at = at as u8;
        let said = word_of(&again, at);
        if said != word(at) {
            let mask = said ^ word(at);
            return Err(Unsaid::Bits { word: at, mask });
        }
    }
    Ok(Directives { values })
}

/// SGPRs and what is reserved that give these blocks: nothing is, if that is
/// possible, as LLVM's disassembler says it too.
fn sgprs_of(target: TargetId, blocks: u32) -> Result<Registers, Unsaid> {
    let all = (blocks + 1) * SGPR_BLOCK;
    if target.processor.has_all_sgprs() {
        // Whatever is said, there is one block; LLVM's disassembler says it so.
        let mask = blocks << SGPR_BLOCKS.low;
        return match blocks {
            0 => Ok(Registers {
                vgprs: 0,
                sgprs: all,
                vcc: false,
                flat_scratch: false,
            }),
            _ => Err(Unsaid::Bits { word: RSRC1, mask }),
        };
    }
    for reserve in [false, true] {
        let mut registers = Registers {
            vgprs: 0,
            sgprs: 0,
            vcc: reserve,
            // Where there is no directive for it, LLVM counts it.
            flat_scratch: reserve
                || target.processor.generation() < 7
                || target.processor.architected_scratch,
        };
        let reserved = registers.reserved(target);
        registers.sgprs = (all - reserved).min(greatest(target.processor, reserved));
        if registers.sgpr_blocks(target) == Ok(blocks) {
            return Ok(registers);
        }
    }
    Err(Unsaid::Sgprs { blocks })
}

impl Directives {
    /// Names, without `.amdhsa_`, and values, in LLVM's order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u32)> + '_ {
        let rows = DIRECTIVES.iter().zip(&self.values);
        rows.filter_map(|(row, value)| Some((row.name, (*value)?)))
    }

    /// The value of a directive, named without `.amdhsa_`.
    pub fn value(&self, name: &str) -> Option<u32> {
        self.iter().find(|it| it.0 == name).map(|it| it.1)
    }
}

/// The lines between `.amdhsa_kernel` and `.end_amdhsa_kernel`.
impl Display for Directives {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (name, value) in self.iter() {
            writeln!(f, "\t\t{PREFIX}{name} {value}")?;
        }
        Ok(())
    }
}
