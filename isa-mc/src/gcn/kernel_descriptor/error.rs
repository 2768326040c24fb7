//! Why directives are refused, and why there are none for a descriptor.

use core::fmt::{self, Display, Formatter};

use super::fields::{ACCUMULATION_BLOCK, PREFIX, SHARED};

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
