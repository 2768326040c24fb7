//! The kernel descriptor of AMDHSA: 64 bytes by which the runtime knows how to
//! start a kernel, and the `.amdhsa_` directives that say them.
//!
//! ```
//! use isa_mc::gcn::kernel_descriptor::{KernelDescriptor, directives};
//! use isa_mc::gcn::target_id::TargetId;
//!
//! let target = TargetId::parse("amdgcn-amd-amdhsa--gfx900:xnack-").unwrap();
//! let mut kernel = KernelDescriptor::for_target(target);
//! kernel.set(".amdhsa_next_free_vgpr", 20).unwrap();
//! kernel.set(".amdhsa_next_free_sgpr", 10).unwrap();
//! kernel.set(".amdhsa_user_sgpr_kernarg_segment_ptr", 1).unwrap();
//! let bytes = kernel.finish().unwrap();
//! assert_eq!(bytes[48], 0x44); // 5 blocks of 4 VGPRs, 2 of 8 SGPRs, each less one
//!
//! let said = directives(target, &bytes).unwrap();
//! assert_eq!(said.value("next_free_vgpr"), Some(20));
//! ```
//!
//! Bytes 16 to 23, the distance to the kernel's code, are the assembler's: it puts
//! a relocation there. They are zero here, and are not looked at.
//!
//! Source: LLVM's `AMDGPUUsage`, "Kernel Descriptor" and "`.amdhsa_kernel`", and what
//! llvm-mc 22 does where that is silent.

use core::fmt::{self, Display, Formatter};

use isa_dsl::suggest::nearest;

use super::features::Modes;
use super::processors::Processor;
use super::target_id::TargetId;

mod table;
#[cfg(all(test, feature = "std"))]
mod tests;

use table::{COUNT, RSRC1, RSRC2, RSRC3};
pub use table::{DIRECTIVES, Directive, Mode, Place, Processors};

/// What all directives begin with.
pub const PREFIX: &str = ".amdhsa_";

/// Size of a descriptor in bytes.
pub const SIZE: usize = 64;

/// Its alignment in bytes.
pub const ALIGNMENT: u64 = 64;

/// Where the distance from the descriptor to the kernel's code is, 8 bytes.
pub const ENTRY_OFFSET: usize = 16;

/// SGPRs are counted in blocks of as many.
pub(super) const SGPR_BLOCK: u32 = 8;

/// A descriptor while its directives are read.
#[derive(Debug, Clone)]
pub struct KernelDescriptor {
    target: TargetId,
    modes: Modes,
    values: Values,
}

/// What the directives say of a descriptor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directives {
    values: Values,
}

/// The value of each row of [`DIRECTIVES`] that is said.
type Values = [Option<u32>; COUNT];

/// Why a directive, or all of them, cannot be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DescriptorError {
    /// No such directive.
    Unknown {
        /// One that is near, without `.amdhsa_`.
        suggestion: Option<&'static str>,
    },
    /// The processor is too old.
    Generation {
        /// The directive.
        directive: &'static str,
        /// The first generation that has it.
        first: u8,
    },
    /// It is for other processors, and no older generation's.
    Other {
        /// The directive.
        directive: &'static str,
        /// Who has it, and why no other.
        reason: &'static str,
    },
    /// It stands there already.
    Repeated {
        /// The directive.
        directive: &'static str,
    },
    /// The value is not in the range.
    Range {
        /// The directive.
        directive: &'static str,
        /// Its value.
        value: i64,
        /// The greatest possible.
        max: u32,
    },
    /// `reserve_xnack_mask` contradicts the target id.
    XnackMask {
        /// What the target id says.
        expected: bool,
    },
    /// It must stand there.
    Missing {
        /// The directive.
        directive: &'static str,
    },
    /// More SGPRs than there are.
    Sgprs {
        /// The value of `next_free_sgpr`.
        value: u32,
        /// How many are reserved besides.
        reserved: u32,
        /// The greatest possible value.
        max: u32,
    },
    /// Wavefronts of 32 lanes share no VGPRs.
    SharedVgprs,
    /// VGPRs that are shared, and those of `next_free_vgpr`, are more than there are.
    TooManyShared {
        /// The value of `shared_vgpr_count`.
        count: u32,
        /// The blocks of `next_free_vgpr`, less one.
        blocks: u32,
    },
    /// More user SGPRs are enabled than `user_sgpr_count` says.
    UserSgprs {
        /// The count.
        count: u32,
        /// How many are enabled.
        enabled: u32,
    },
    /// Accumulation registers begin at no multiple of 4, or beyond those that there are.
    AccumulationOffset {
        /// The value of `accum_offset`.
        value: i64,
        /// The greatest possible value.
        max: u32,
    },
}

/// Why no directives give a descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsaid {
    /// Bits of which no directive says anything.
    Bits {
        /// Where their word of 32 bits begins, in bytes.
        word: u8,
        /// The bits.
        mask: u32,
    },
    /// No count of SGPRs gives these blocks.
    Sgprs {
        /// The blocks less one, as they stand there.
        blocks: u32,
    },
    /// More user SGPRs are enabled than counted.
    UserSgprs {
        /// The count.
        count: u32,
        /// How many are enabled.
        enabled: u32,
    },
}

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

/// The directive of VGPRs that wavefronts share, its place in `COMPUTE_PGM_RSRC3`.
const SHARED: &str = "shared_vgpr_count";
const SHARED_COUNT: Field = Field { low: 0, width: 4 };

/// The modes that a descriptor for a processor says.
pub(super) fn modes_of(processor: &Processor, bytes: &[u8; SIZE]) -> Modes {
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

/// Bits of a word.
struct Field {
    low: u8,
    width: u8,
}

impl Field {
    fn get(&self, word: u32) -> u32 {
        word >> self.low & ones(self.width)
    }
}

/// `GRANULATED_WORKITEM_VGPR_COUNT` of `COMPUTE_PGM_RSRC1`.
const VGPR_BLOCKS: Field = Field { low: 0, width: 6 };
/// `ACCUM_OFFSET` of `COMPUTE_PGM_RSRC3`, which counts blocks, less one.
const ACCUMULATION: Field = Field { low: 0, width: 6 };
/// Accumulation registers begin at multiples of as many.
pub(super) const ACCUMULATION_BLOCK: u32 = 4;
/// Of which the kernel's arguments can be preloaded into as many SGPRs.
const PRELOADED: u32 = 16;
/// `GRANULATED_WAVEFRONT_SGPR_COUNT` of `COMPUTE_PGM_RSRC1`.
const SGPR_BLOCKS: Field = Field { low: 6, width: 4 };
/// `USER_SGPR_COUNT` of `COMPUTE_PGM_RSRC2`.
const USER_SGPRS: Field = Field { low: 1, width: 5 };

/// Words of a descriptor, and bits in them that no directive says as they are: the byte
/// where the word begins, the lowest bit, and how many there are.
#[cfg(feature = "object")]
pub(super) mod word {
    use super::{RSRC1, RSRC2, RSRC3, SGPR_BLOCKS, SIZE, VGPR_BLOCKS};

    /// Words.
    pub(in super::super) const COUNT: usize = SIZE / 4;
    /// The blocks of VGPRs, less one.
    pub(in super::super) const VGPRS: (u8, u8, u8) = (RSRC1, VGPR_BLOCKS.low, VGPR_BLOCKS.width);
    /// The blocks of SGPRs, less one.
    pub(in super::super) const SGPRS: (u8, u8, u8) = (RSRC1, SGPR_BLOCKS.low, SGPR_BLOCKS.width);
    /// Where accumulation registers begin, in blocks, less one.
    pub(in super::super) const ACCUMULATION: (u8, u8, u8) =
        (RSRC3, super::ACCUMULATION.low, super::ACCUMULATION.width);
    /// The user SGPRs.
    pub(in super::super) const USER_SGPRS: (u8, u8, u8) =
        (RSRC2, super::USER_SGPRS.low, super::USER_SGPRS.width);
}

/// As many ones, 0 to 32.
pub(super) fn ones(width: u8) -> u32 {
    u32::MAX.unbounded_shr(32 - u32::from(width))
}

/// The registers that a kernel takes.
struct Registers {
    vgprs: u32,
    sgprs: u32,
    vcc: bool,
    flat_scratch: bool,
}

impl Registers {
    fn sgpr_blocks(&self, target: TargetId) -> Result<u32, DescriptorError> {
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

    fn reserved(&self, target: TargetId) -> u32 {
        let xnack = target.xnack.on_or_any();
        extra_sgprs(target.processor, self.vcc, self.flat_scratch, xnack)
    }
}

/// The blocks that as many registers take, less one: there is always one block.
fn blocks(registers: u32, block: u32) -> u32 {
    registers.max(1).div_ceil(block) - 1
}

/// The greatest `next_free_sgpr` beside as many reserved ones. From gfx8 on those
/// lie behind the SGPRs that can be named, unless all of them are fixed.
fn greatest(processor: &Processor, reserved: u32) -> u32 {
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

/// The word that begins at a byte, a multiple of 4 below 64.
pub(super) fn word_of(bytes: &[u8; SIZE], at: u8) -> u32 {
    let byte = |index: usize| bytes[usize::from(at) + index];
    u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)])
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

/// What a directive is where it does not stand, which is right for every processor that has it.
#[cfg(feature = "object")]
pub(super) fn default(name: &str) -> i64 {
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
    pub(super) fn is_preload_length(&self) -> bool {
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

impl Display for DescriptorError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            DescriptorError::Unknown { suggestion } => {
                f.write_str("unknown directive of a kernel descriptor")?;
                match suggestion {
                    Some(near) => write!(f, "; did you mean `{PREFIX}{near}`?"),
                    None => Ok(()),
                }
            }
            DescriptorError::Generation { directive, first } => {
                write!(f, "{PREFIX}{directive} is for gfx{first} and later")
            }
            DescriptorError::Other { directive, reason } => {
                write!(f, "{PREFIX}{directive} is for {reason}")
            }
            DescriptorError::Repeated { directive } => {
                write!(f, "{PREFIX}{directive} stands here twice")
            }
            DescriptorError::Range {
                directive,
                value,
                max,
            } => write!(
                f,
                "{PREFIX}{directive} is {value}, and must be from 0 to {max}"
            ),
            DescriptorError::XnackMask { expected } => write!(
                f,
                "{PREFIX}reserve_xnack_mask must be {}, as the target id says",
                u8::from(expected)
            ),
            DescriptorError::Missing { directive } => {
                write!(f, "{PREFIX}{directive} is missing: every kernel needs it")
            }
            DescriptorError::Sgprs {
                value,
                reserved,
                max,
            } => write!(
                f,
                "{PREFIX}next_free_sgpr is {value}, and can be {max} at most on this processor \
                 with {reserved} SGPRs reserved for vcc, flat_scratch and xnack_mask"
            ),
            DescriptorError::AccumulationOffset { value, max } => write!(
                f,
                "{PREFIX}accum_offset is {value}, and must be a multiple of \
                 {ACCUMULATION_BLOCK} from {ACCUMULATION_BLOCK} to {max}"
            ),
            DescriptorError::SharedVgprs => write!(
                f,
                "{PREFIX}{SHARED} is for wavefronts of 64 lanes, and {PREFIX}wavefront_size32 is 1"
            ),
            DescriptorError::TooManyShared { count, blocks } => write!(
                f,
                "{PREFIX}{SHARED} is {count}: these are {} blocks of VGPRs beside the {} of \
                 {PREFIX}next_free_vgpr, and there are 64",
                2 * count,
                blocks + 1
            ),
            DescriptorError::UserSgprs { count, enabled } => write!(
                f,
                "{PREFIX}user_sgpr_count is {count}, but the other directives enable {enabled}"
            ),
        }
    }
}

impl Display for Unsaid {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Unsaid::Bits { word, mask } => write!(
                f,
                "no directive says bits {mask:#x} of the word at byte {word}"
            ),
            Unsaid::Sgprs { blocks } => write!(
                f,
                "no count of SGPRs gives the {} blocks of 8 here",
                blocks + 1
            ),
            Unsaid::UserSgprs { count, enabled } => {
                write!(f, "{count} user SGPRs are counted, but {enabled} enabled")
            }
        }
    }
}

impl core::error::Error for DescriptorError {}
impl core::error::Error for Unsaid {}
