//! A descriptor as LLVM's disassembler lists it: every directive, in an order of its own.
//! Registers that are reserved cannot be told from those that are used, so none are.

use std::fmt::Write as _;
use std::ops::RangeInclusive;

use super::kernel_descriptor::{
    ACCUMULATION_BLOCK, DIRECTIVES, Place, SGPR_BLOCK, SIZE, modes_of, ones, word_of,
};
use super::target_id::TargetId;

/// Directives in the order in which they are listed, without those of registers.
const SEGMENTS: [&str; 3] = [
    "group_segment_fixed_size",
    "private_segment_fixed_size",
    "kernarg_size",
];
const MODES: [&str; 11] = [
    "float_round_mode_32",
    "float_round_mode_16_64",
    "float_denorm_mode_32",
    "float_denorm_mode_16_64",
    "dx10_clamp",
    "ieee_mode",
    "fp16_overflow",
    "workgroup_processor_mode",
    "memory_ordered",
    "forward_progress",
    "round_robin_scheduling",
];
const SYSTEM: [&str; 14] = [
    "enable_private_segment",
    "system_sgpr_private_segment_wavefront_offset",
    "system_sgpr_workgroup_id_x",
    "system_sgpr_workgroup_id_y",
    "system_sgpr_workgroup_id_z",
    "system_sgpr_workgroup_info",
    "system_vgpr_workitem_id",
    "exception_fp_ieee_invalid_op",
    "exception_fp_denorm_src",
    "exception_fp_ieee_div_zero",
    "exception_fp_ieee_overflow",
    "exception_fp_ieee_underflow",
    "exception_fp_ieee_inexact",
    "exception_int_div_zero",
];
const USER: [&str; 7] = [
    "user_sgpr_private_segment_buffer",
    "user_sgpr_dispatch_ptr",
    "user_sgpr_queue_ptr",
    "user_sgpr_kernarg_segment_ptr",
    "user_sgpr_dispatch_id",
    "user_sgpr_flat_scratch_init",
    "user_sgpr_private_segment_size",
];
const STACK: &str = "uses_dynamic_stack";
const SHARED: &str = "shared_vgpr_count";

/// `COMPUTE_PGM_RSRC1` and `COMPUTE_PGM_RSRC2`.
const RSRC1: u8 = 48;
const RSRC2: u8 = 52;

/// Words without a directive: the third one of resources, the properties, what is preloaded.
const RSRC3: u8 = 44;
const PROPERTIES: u8 = 56;
const PRELOAD: usize = 58;

/// Bits of a word that must be zero: its place, the bits, what LLVM calls them, and the
/// generations that it says so of.
type Reserved = (u8, u32, &'static str, &'static str);

/// Bits that must be zero on every processor, in the order in which they are looked at.
const RESERVED: [Reserved; 8] = [
    (RSRC1, 3 << 10, "COMPUTE_PGM_RSRC1_PRIORITY", ""),
    (RSRC1, 1 << 20, "COMPUTE_PGM_RSRC1_PRIV", ""),
    (RSRC1, 1 << 22, "COMPUTE_PGM_RSRC1_DEBUG_MODE", ""),
    (RSRC1, 1 << 24, "COMPUTE_PGM_RSRC1_BULKY", ""),
    (RSRC1, 1 << 25, "COMPUTE_PGM_RSRC1_CDBG_USER", ""),
    (RSRC1, 1 << 27, "COMPUTE_PGM_RSRC1", ""),
    (RSRC1, 1 << 28, "COMPUTE_PGM_RSRC1", ""),
    (RSRC1, 7 << 29, "COMPUTE_PGM_RSRC1", ""),
];
const RESERVED_BEHIND: [Reserved; 4] = [
    (
        RSRC2,
        1 << 13,
        "COMPUTE_PGM_RSRC2_ENABLE_EXCEPTION_ADDRESS_WATCH",
        "",
    ),
    (
        RSRC2,
        1 << 14,
        "COMPUTE_PGM_RSRC2_ENABLE_EXCEPTION_MEMORY",
        "",
    ),
    (
        RSRC2,
        0x1ff << 15,
        "COMPUTE_PGM_RSRC2_GRANULATED_LDS_SIZE",
        "",
    ),
    (RSRC2, 1 << 31, "COMPUTE_PGM_RSRC2", ""),
];

/// Bits of `COMPUTE_PGM_RSRC3` that must be zero: generations, the bits, and what LLVM calls
/// the generations.
type ReservedThird = (RangeInclusive<u8>, u32, &'static str);

/// Where vector and accumulation registers are of one file.
const RESERVED_UNIFIED: [ReservedThird; 2] = [
    (9..=9, 0x3ff << 6, "gfx90a"),
    (9..=9, 0x7fff << 17, "gfx90a"),
];

/// From gfx10 on.
const RESERVED_THIRD: [ReservedThird; 7] = [
    (12..=u8::MAX, 0xf, "gfx12+"),
    (10..=10, 0xff << 4, "gfx10"),
    (10..=u8::MAX, 1 << 12, "gfx10+"),
    (10..=11, 1 << 13, "gfx10 or gfx11"),
    (10..=u8::MAX, 0xff << 14, "gfx10+"),
    (10..=u8::MAX, 0x1ff << 22, "gfx10+"),
    (10..=10, 1 << 31, "gfx10"),
];

/// Bits of `COMPUTE_PGM_RSRC3` that no directive says, and that are listed as comments:
/// generations, the name, the bit.
const COMMENTS: [(RangeInclusive<u8>, &str, u8); 4] = [
    (11..=11, "; TRAP_ON_START", 10),
    (11..=11, "; TRAP_ON_END", 11),
    (12..=u8::MAX, "; GLG_EN", 13),
    (11..=u8::MAX, "; IMAGE_OP", 31),
];

/// Where wavefronts have all SGPRs, they are not counted.
const NO_SGPRS: [Reserved; 1] = [(
    RSRC1,
    0xf << 6,
    "COMPUTE_PGM_RSRC1_GRANULATED_WAVEFRONT_SGPR_COUNT",
    ", must be zero on gfx10+",
)];

const NO_OVERFLOW: [Reserved; 1] = [(
    RSRC1,
    1 << 26,
    "COMPUTE_PGM_RSRC1",
    ", must be zero pre-gfx9",
)];

/// The directives of a descriptor, a line each; an error says which bits have no meaning.
///
/// `has_stack` is whether the version of the code object knows `uses_dynamic_stack`.
pub(super) fn listing(
    target: TargetId,
    has_stack: bool,
    bytes: &[u8; SIZE],
) -> Result<String, String> {
    let generation = target.processor.generation();
    zero(bytes, 12..16)?;
    zero(bytes, 24..44)?;
    let unified = target.processor.unified_registers;
    let wave32 = modes_of(target.processor, bytes).is_wave32(target.processor);
    let third = word_of(bytes, RSRC3);
    match (unified, generation) {
        (true, _) => check_third(&RESERVED_UNIFIED, generation, third)?,
        (false, 10..) => check_third(&RESERVED_THIRD, generation, third)?,
        (false, _) if third == 0 => {}
        (false, _) => {
            return Err("kernel descriptor COMPUTE_PGM_RSRC3 must be all zero before gfx9".into());
        }
    }
    if generation >= 10 {
        check(bytes, &NO_SGPRS)?;
    }
    check(bytes, &RESERVED[..5])?;
    if generation < 9 {
        check(bytes, &NO_OVERFLOW)?;
    }
    check(bytes, &RESERVED[5..7])?;
    if generation < 10 {
        check(bytes, &RESERVED[7..])?;
    }
    check(bytes, &RESERVED_BEHIND)?;
    let mut text = String::new();
    let mut say = |name: &str, value: u32| {
        // A string takes everything.
        let _ = match name.starts_with(';') {
            true => writeln!(text, "\t{name} {value}"),
            false => writeln!(text, "\t.amdhsa_{name} {value}"),
        };
    };
    let value = |name: &str| {
        let row = DIRECTIVES.iter().find(|row| row.name == name)?;
        match row.place_on(target.processor) {
            Place::Bits { word, low, width } if row.is_on(target.processor) => {
                Some(word_of(bytes, word) >> low & ones(width))
            }
            _ => None,
        }
    };
    let resources = word_of(bytes, RSRC1);
    let all = |names: &[&str], say: &mut dyn FnMut(&str, u32)| {
        for name in names {
            if let Some(value) = value(name) {
                say(name, value);
            }
        }
    };
    all(&SEGMENTS, &mut say);
    if unified {
        say("accum_offset", ((third & 0x3f) + 1) * ACCUMULATION_BLOCK);
        say("tg_split", third >> 16 & 1);
    }
    match (wave32, value(SHARED)) {
        // Of wavefronts that share none no directive says it.
        (true, Some(count)) => say("; SHARED_VGPR_COUNT", count),
        _ => all(&[SHARED], &mut say),
    }
    all(&["inst_pref_size"], &mut say);
    for (_, name, bit) in COMMENTS.iter().filter(|it| it.0.contains(&generation)) {
        say(name, third >> bit & 1);
    }
    say(
        "next_free_vgpr",
        ((resources & 0x3f) + 1) * target.processor.vgpr_block(wave32),
    );
    say("reserve_vcc", 0);
    if !target.processor.architected_scratch {
        say("reserve_flat_scratch", 0);
    }
    say("reserve_xnack_mask", 0);
    say("next_free_sgpr", ((resources >> 6 & 0xf) + 1) * SGPR_BLOCK);
    all(&MODES, &mut say);
    all(&SYSTEM, &mut say);
    all(&USER, &mut say);
    let properties = word_of(bytes, PROPERTIES) & 0xffff;
    let wave32 = match generation {
        9 => Some((1 << 10, ", must be zero on gfx9")),
        _ => None,
    };
    let reserved = [(7 << 7, "")]
        .into_iter()
        .chain(wave32)
        .chain([(0xf << 12, "")]);
    for (mask, note) in reserved {
        if properties & mask != 0 {
            let bits = range_of(mask, PROPERTIES.into());
            return Err(format!("kernel descriptor reserved {bits} set{note}"));
        }
    }
    all(&["wavefront_size32"], &mut say);
    if has_stack {
        all(&[STACK], &mut say);
    }
    let preload = u32::from(bytes[PRELOAD]) | u32::from(bytes[PRELOAD + 1]) << 8;
    for (name, value) in [("length", preload & 0x7f), ("offset", preload >> 7)] {
        if value != 0 {
            say(&format!("user_sgpr_kernarg_preload_{name}"), value);
        }
    }
    zero(bytes, 60..64)?;
    Ok(text)
}

/// Bits that must be zero, in the order in which they are looked at.
fn check(bytes: &[u8; SIZE], rows: &[Reserved]) -> Result<(), String> {
    for (word, mask, name, note) in rows {
        if word_of(bytes, *word) & mask != 0 {
            let bits = range_of(*mask, 0);
            return Err(format!(
                "kernel descriptor {name} reserved {bits} set{note}"
            ));
        }
    }
    Ok(())
}

/// Bits of `COMPUTE_PGM_RSRC3` that must be zero on a generation.
fn check_third(rows: &[ReservedThird], generation: u8, third: u32) -> Result<(), String> {
    let mut rows = rows.iter();
    match rows.find(|(who, mask, _)| who.contains(&generation) && third & mask != 0) {
        None => Ok(()),
        Some((_, mask, who)) => {
            let bits = range_of(*mask, 0);
            Err(format!(
                "kernel descriptor COMPUTE_PGM_RSRC3 reserved {bits} set, must be zero on {who}"
            ))
        }
    }
}

/// Bytes that must be zero.
fn zero(bytes: &[u8; SIZE], range: core::ops::Range<usize>) -> Result<(), String> {
    let (last, first) = (range.end * 8 - 1, range.start * 8);
    match bytes[range].iter().all(|byte| *byte == 0) {
        true => Ok(()),
        false => Err(format!(
            "kernel descriptor reserved bits in range ({last}:{first}) set"
        )),
    }
}

/// The bits of a mask, counted from the start of the descriptor or of a word.
fn range_of(mask: u32, byte: u32) -> String {
    let (first, last) = (mask.trailing_zeros(), mask.ilog2());
    match first == last {
        true => format!("bit ({})", first + byte * 8),
        false => format!("bits in range ({}:{})", last + byte * 8, first + byte * 8),
    }
}
