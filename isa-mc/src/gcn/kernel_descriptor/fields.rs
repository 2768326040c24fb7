//! Where a descriptor's parts are: its bytes, its words, and bits in them.

/// What all directives begin with.
pub const PREFIX: &str = ".amdhsa_";

/// Size of a descriptor in bytes.
pub const SIZE: usize = 64;

/// Its alignment in bytes.
pub const ALIGNMENT: u64 = 64;

/// Where the distance from the descriptor to the kernel's code is, 8 bytes.
pub const ENTRY_OFFSET: usize = 16;

/// SGPRs are counted in blocks of as many.
pub(in crate::gcn) const SGPR_BLOCK: u32 = 8;

/// `COMPUTE_PGM_RSRC3`.
pub(super) const RSRC3: u8 = 44;
/// `COMPUTE_PGM_RSRC1`.
pub(super) const RSRC1: u8 = 48;
/// `COMPUTE_PGM_RSRC2`.
pub(super) const RSRC2: u8 = 52;

/// The directive of VGPRs that wavefronts share, its place in `COMPUTE_PGM_RSRC3`.
pub(super) const SHARED: &str = "shared_vgpr_count";
pub(super) const SHARED_COUNT: Field = Field { low: 0, width: 4 };

/// Bits of a word.
pub(super) struct Field {
    pub(super) low: u8,
    pub(super) width: u8,
}

impl Field {
    pub(super) fn get(&self, word: u32) -> u32 {
        word >> self.low & ones(self.width)
    }
}

/// `GRANULATED_WORKITEM_VGPR_COUNT` of `COMPUTE_PGM_RSRC1`.
pub(super) const VGPR_BLOCKS: Field = Field { low: 0, width: 6 };
/// `ACCUM_OFFSET` of `COMPUTE_PGM_RSRC3`, which counts blocks, less one.
pub(super) const ACCUMULATION: Field = Field { low: 0, width: 6 };
/// Accumulation registers begin at multiples of as many.
pub(in crate::gcn) const ACCUMULATION_BLOCK: u32 = 4;
/// Of which the kernel's arguments can be preloaded into as many SGPRs.
pub(super) const PRELOADED: u32 = 16;
/// `GRANULATED_WAVEFRONT_SGPR_COUNT` of `COMPUTE_PGM_RSRC1`.
pub(super) const SGPR_BLOCKS: Field = Field { low: 6, width: 4 };
/// `USER_SGPR_COUNT` of `COMPUTE_PGM_RSRC2`.
pub(super) const USER_SGPRS: Field = Field { low: 1, width: 5 };

/// Words of a descriptor, and bits in them that no directive says as they are: the byte
/// where the word begins, the lowest bit, and how many there are.
#[cfg(feature = "object")]
pub(in crate::gcn) mod word {
    use super::{RSRC1, RSRC2, RSRC3, SGPR_BLOCKS, SIZE, VGPR_BLOCKS};

    /// Words.
    pub(in crate::gcn) const COUNT: usize = SIZE / 4;
    /// The blocks of VGPRs, less one.
    pub(in crate::gcn) const VGPRS: (u8, u8, u8) = (RSRC1, VGPR_BLOCKS.low, VGPR_BLOCKS.width);
    /// The blocks of SGPRs, less one.
    pub(in crate::gcn) const SGPRS: (u8, u8, u8) = (RSRC1, SGPR_BLOCKS.low, SGPR_BLOCKS.width);
    /// Where accumulation registers begin, in blocks, less one.
    pub(in crate::gcn) const ACCUMULATION: (u8, u8, u8) =
        (RSRC3, super::ACCUMULATION.low, super::ACCUMULATION.width);
    /// The user SGPRs.
    pub(in crate::gcn) const USER_SGPRS: (u8, u8, u8) =
        (RSRC2, super::USER_SGPRS.low, super::USER_SGPRS.width);
}

/// As many ones, 0 to 32.
pub(in crate::gcn) fn ones(width: u8) -> u32 {
    u32::MAX.unbounded_shr(32 - u32::from(width))
}

/// The word that begins at a byte, a multiple of 4 below 64.
pub(in crate::gcn) fn word_of(bytes: &[u8; SIZE], at: u8) -> u32 {
    let byte = |index: usize| bytes[usize::from(at) + index];
    u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)])
}
