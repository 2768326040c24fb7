//! The directives of `.amdhsa_kernel`, one row each.

/// A directive, `.amdhsa_next_free_vgpr`.
#[derive(Debug, PartialEq, Eq)]
pub struct Directive {
    /// Its name without `.amdhsa_`.
    pub name: &'static str,
    /// What its value becomes: see [`Directive::place_on`].
    pub place: Place,
    /// A generation, and how many bits it has there, fewer than `place` says.
    pub fewer_bits: Option<(u8, u8)>,
    /// Its value where it does not stand. That of [`Place::UserSgprCount`] and
    /// [`Place::ReserveXnackMask`] follows from others.
    pub default: u32,
    /// Which mode of the target its default follows, in place of `default`.
    pub follows: Option<Mode>,
    /// How many user SGPRs a 1 takes.
    pub user_sgprs: u8,
    /// Who has it.
    pub processors: Processors,
}

/// What the value of a directive becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Bits of a word of 32 bits.
    Bits {
        /// Where the word begins, in bytes.
        word: u8,
        /// The lowest bit.
        low: u8,
        /// How many bits, 1 to 32.
        width: u8,
    },
    /// The highest VGPR and one, from which the number of blocks follows.
    NextFreeVgpr,
    /// The same for SGPRs, without those that the next three reserve.
    NextFreeSgpr,
    /// Whether VCC takes SGPRs.
    ReserveVcc,
    /// Whether `flat_scratch` takes SGPRs.
    ReserveFlatScratch,
    /// Whether `xnack_mask` takes SGPRs: as the target id says, and no other way.
    ReserveXnackMask,
    /// How many SGPRs are set before the wavefront starts: at least what the
    /// others ask for.
    UserSgprCount,
    /// Where accumulation registers begin, behind the vector registers.
    AccumulationOffset,
}

/// What defaults follow of a target: see [`Modes`](crate::gcn::features::Modes).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// 1 if wavefronts have 32 lanes.
    Wave32,
    /// 1 unless workgroups run on one compute unit.
    WorkgroupProcessor,
    /// 1 if wavefronts of a workgroup may run on several compute units.
    Split,
}

/// Who has a directive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Processors {
    /// Generations from this one on.
    From(u8),
    /// Those whose vector and accumulation registers are of one file, with the reason why no
    /// others.
    Unified(&'static str),
    /// Those whose wavefronts may have 32 lanes, with the reason why no others.
    Wave32(&'static str),
    /// Generations from this one on, as far as their kernels set up `flat_scratch`.
    SetsUpScratch(u8),
    /// Those that find `flat_scratch` set up, with the reason why no others.
    FindsScratch(&'static str),
    /// Generations from the first to the last of these, with the reason why no others.
    Between(u8, u8, &'static str),
    /// Later ones than are known here, with the reason.
    Later(&'static str),
}

use super::fields::{RSRC1, RSRC2, RSRC3};
use Place::{
    AccumulationOffset, NextFreeSgpr, NextFreeVgpr, ReserveFlatScratch, ReserveVcc,
    ReserveXnackMask, UserSgprCount,
};

/// Words of the descriptor, by their first byte.
const GROUP_SEGMENT: u8 = 0;
const PRIVATE_SEGMENT: u8 = 4;
const KERNARG: u8 = 8;
/// `KERNEL_CODE_PROPERTIES`, the lower half of the word, and what is preloaded.
const PROPERTIES: u8 = 56;

const GFX6: Processors = Processors::From(6);
const GFX8: Processors = Processors::From(8);
const GFX9: Processors = Processors::From(9);
const SCRATCH6: Processors = Processors::SetsUpScratch(6);
const SCRATCH7: Processors = Processors::SetsUpScratch(7);
const SCRATCH: Processors = Processors::FindsScratch(
    "processors that set up flat_scratch themselves, from gfx940 on: here it is system_sgpr_private_segment_wavefront_offset",
);
const PRELOAD: Processors =
    Processors::Unified("gfx90a and later: kernel arguments are not preloaded elsewhere");
const ACCUMULATION: Processors = Processors::Unified(
    "gfx90a and later: accumulation registers are not part of the VGPRs elsewhere",
);
const SPLIT: Processors = Processors::Unified(
    "gfx90a and later: the wavefronts of a workgroup share local memory elsewhere",
);
const WAVE32: Processors =
    Processors::Wave32("gfx10 and later: wavefronts of gfx6 to gfx9 have 64 lanes");
const PAIRED: Processors =
    Processors::Wave32("gfx10 and later: compute units are not paired before");
const ORDERED: Processors = Processors::Wave32("gfx10 and later: loads return in order before");
const PROGRESS: Processors =
    Processors::Wave32("gfx10 and later: wavefronts have no such scheduling before");
const SHARED: Processors = Processors::Between(
    10,
    11,
    "gfx10 and gfx11: only their wavefronts can share VGPRs",
);
const CLAMP: Processors =
    Processors::Between(6, 11, "gfx6 to gfx11: later ones always clamp NaN to zero");
const IEEE: Processors = Processors::Between(6, 11, "gfx6 to gfx11: later ones have no other mode");
const PREFETCH: Processors = Processors::Between(
    11,
    12,
    "gfx11 and later: instructions are not prefetched by the descriptor before",
);
const TURNS: Processors = Processors::Between(
    12,
    12,
    "gfx12 and later: wavefronts have no such scheduling before",
);

/// Every directive, in the order in which LLVM prints them. The names and bits are
/// those of LLVM's `AMDGPUUsage`, "`.amdhsa_kernel`" and "Kernel Descriptor"; what
/// llvm-mc 22 makes of each is in `tests/facts/kernel_descriptors.tsv`.
#[rustfmt::skip]
pub static DIRECTIVES: [Directive; COUNT] = [
    //                                                   place                      default  user SGPRs  processors
    row("group_segment_fixed_size",                      bits(GROUP_SEGMENT, 0, 32),     0,  0, GFX6),
    row("private_segment_fixed_size",                    bits(PRIVATE_SEGMENT, 0, 32),   0,  0, GFX6),
    row("kernarg_size",                                  bits(KERNARG, 0, 32),           0,  0, GFX6),
    row("user_sgpr_count",                               UserSgprCount,                  0,  0, GFX6),
    row("user_sgpr_private_segment_buffer",              bits(PROPERTIES, 0, 1),         0,  4, SCRATCH6),
    row("user_sgpr_dispatch_ptr",                        bits(PROPERTIES, 1, 1),         0,  2, GFX6),
    row("user_sgpr_queue_ptr",                           bits(PROPERTIES, 2, 1),         0,  2, GFX6),
    row("user_sgpr_kernarg_segment_ptr",                 bits(PROPERTIES, 3, 1),         0,  2, GFX6),
    row("user_sgpr_dispatch_id",                         bits(PROPERTIES, 4, 1),         0,  2, GFX6),
    row("user_sgpr_flat_scratch_init",                   bits(PROPERTIES, 5, 1),         0,  2, SCRATCH6),
    row("user_sgpr_kernarg_preload_length",              bits(PROPERTIES, 16, 7),        0,  1, PRELOAD),
    row("user_sgpr_kernarg_preload_offset",              bits(PROPERTIES, 23, 9),        0,  0, PRELOAD),
    row("user_sgpr_private_segment_size",                bits(PROPERTIES, 6, 1),         0,  1, GFX6),
    row("wavefront_size32",                              bits(PROPERTIES, 10, 1),        0,  0, WAVE32).follows(Mode::Wave32),
    row("uses_dynamic_stack",                            bits(PROPERTIES, 11, 1),        0,  0, GFX6),
    row("system_sgpr_private_segment_wavefront_offset",  bits(RSRC2, 0, 1),              0,  0, SCRATCH6),
    row("enable_private_segment",                        bits(RSRC2, 0, 1),              0,  0, SCRATCH),
    row("system_sgpr_workgroup_id_x",                    bits(RSRC2, 7, 1),              1,  0, GFX6),
    row("system_sgpr_workgroup_id_y",                    bits(RSRC2, 8, 1),              0,  0, GFX6),
    row("system_sgpr_workgroup_id_z",                    bits(RSRC2, 9, 1),              0,  0, GFX6),
    row("system_sgpr_workgroup_info",                    bits(RSRC2, 10, 1),             0,  0, GFX6),
    row("system_vgpr_workitem_id",                       bits(RSRC2, 11, 2),             0,  0, GFX6),
    row("next_free_vgpr",                                NextFreeVgpr,                   0,  0, GFX6),
    row("next_free_sgpr",                                NextFreeSgpr,                   0,  0, GFX6),
    row("accum_offset",                                  AccumulationOffset,             4,  0, ACCUMULATION),
    row("reserve_vcc",                                   ReserveVcc,                     1,  0, GFX6),
    row("reserve_flat_scratch",                          ReserveFlatScratch,             1,  0, SCRATCH7),
    row("reserve_xnack_mask",                            ReserveXnackMask,               0,  0, GFX8),
    row("float_round_mode_32",                           bits(RSRC1, 12, 2),             0,  0, GFX6),
    row("float_round_mode_16_64",                        bits(RSRC1, 14, 2),             0,  0, GFX6),
    row("float_denorm_mode_32",                          bits(RSRC1, 16, 2),             0,  0, GFX6),
    row("float_denorm_mode_16_64",                       bits(RSRC1, 18, 2),             3,  0, GFX6),
    row("dx10_clamp",                                    bits(RSRC1, 21, 1),             1,  0, CLAMP),
    row("ieee_mode",                                     bits(RSRC1, 23, 1),             1,  0, IEEE),
    row("fp16_overflow",                                 bits(RSRC1, 26, 1),             0,  0, GFX9),
    row("tg_split",                                      bits(RSRC3, 16, 1),             0,  0, SPLIT).follows(Mode::Split),
    row("workgroup_processor_mode",                      bits(RSRC1, 29, 1),             0,  0, PAIRED).follows(Mode::WorkgroupProcessor),
    row("memory_ordered",                                bits(RSRC1, 30, 1),             1,  0, ORDERED),
    row("forward_progress",                              bits(RSRC1, 31, 1),             1,  0, PROGRESS),
    row("shared_vgpr_count",                             bits(RSRC3, 0, 4),              0,  0, SHARED),
    row("inst_pref_size",                                bits(RSRC3, 4, 8),              0,  0, PREFETCH).fewer_bits(11, 6),
    row("round_robin_scheduling",                        bits(RSRC1, 21, 1),             0,  0, TURNS),
    row("exception_fp_ieee_invalid_op",                  bits(RSRC2, 24, 1),             0,  0, GFX6),
    row("exception_fp_denorm_src",                       bits(RSRC2, 25, 1),             0,  0, GFX6),
    row("exception_fp_ieee_div_zero",                    bits(RSRC2, 26, 1),             0,  0, GFX6),
    row("exception_fp_ieee_overflow",                    bits(RSRC2, 27, 1),             0,  0, GFX6),
    row("exception_fp_ieee_underflow",                   bits(RSRC2, 28, 1),             0,  0, GFX6),
    row("exception_fp_ieee_inexact",                     bits(RSRC2, 29, 1),             0,  0, GFX6),
    row("exception_int_div_zero",                        bits(RSRC2, 30, 1),             0,  0, GFX6),
    later("named_barrier_count", "gfx1250 and later: barriers have no names before"),
];

/// How many there are.
pub(super) const COUNT: usize = 50;

const fn row(
    name: &'static str,
    place: Place,
    default: u32,
    user_sgprs: u8,
    processors: Processors,
) -> Directive {
    Directive {
        name,
        place,
        fewer_bits: None,
        default,
        follows: None,
        user_sgprs,
        processors,
    }
}

impl Directive {
    /// The same with fewer bits on a generation.
    const fn fewer_bits(self, generation: u8, width: u8) -> Directive {
        Directive {
            fewer_bits: Some((generation, width)),
            ..self
        }
    }

    /// The same with a default that a mode of the target says.
    const fn follows(self, mode: Mode) -> Directive {
        Directive {
            follows: Some(mode),
            ..self
        }
    }
}

const fn later(name: &'static str, reason: &'static str) -> Directive {
    row(name, bits(0, 0, 0), 0, 0, Processors::Later(reason))
}

const fn bits(word: u8, low: u8, width: u8) -> Place {
    Place::Bits { word, low, width }
}
