//! Halves that are too large where `FP16_OVFL` is set, as `AMDGPUUsage` of LLVM says it of whole
//! instructions: infinite if a source is, or if something was divided by zero; else the
//! greatest number.

use crate::meaning::is_newer;

use super::number::{Number, infinity, multiply, sign, source, value};

/// `FP16_OVFL`, a bit of MODE.
const LIMITS: u32 = 1 << 23;

/// What clamp does to NaN, and whether minimum and maximum look at NaN that signal.
const DX10_CLAMP: u32 = 1 << 8;
const IEEE: u32 = 1 << 9;

/// MODE as an architecture regards it: those before GCN 1.4 have no such bit. RDNA 4 has none
/// for IEEE and for what clamp does to NaN, and does the latter.
pub fn regarded(mode: u32, arch: &str) -> u32 {
    match arch {
        "rdna4" => mode & !IEEE | DX10_CLAMP,
        _ if is_newer(arch) => mode,
        _ => mode & !LIMITS,
    }
}

/// A half that no infinite source and no division by zero made.
pub fn limited(bits: u64, mode: u32) -> u64 {
    match bits - sign(bits, 16) == infinity(16) && mode & LIMITS != 0 {
        true => bits - 1,
        false => bits,
    }
}

pub(super) fn is_infinite(bits: u64, width: u32) -> bool {
    bits - sign(bits, width) == infinity(width)
}

/// What an instruction without `v_` gives, whose first floating-point sources are so wide.
pub(super) fn halves(name: &str, sources: Vec<u32>, run: Number) -> Number {
    let divides_by_first = ["rcp_f16", "rsq_f16", "log_f16"].contains(&name);
    let divides_by_second = name.starts_with("div_fixup_");
    let accumulates = name.ends_with("mac_f16");
    Box::new(move |it| {
        let zero = |bits| value(source(bits, 16, it.mode), 16).abs() <= 0.0;
        let mut sources = sources.iter().zip([it.a, it.b, it.c]);
        let infinite = sources.any(|(&width, bits)| is_infinite(bits, width))
            || accumulates && is_infinite(it.before & 0xffff, 16)
            || divides_by_first && zero(it.a)
            || divides_by_second && zero(it.b);
        match infinite {
            true => run(it),
            false => limited(run(it), it.mode),
        }
    })
}

/// Whether nobody knows what is added: a product that is rounded by itself is too large.
pub fn product_is_unknown(mode: u32, a: u64, b: u64) -> bool {
    let infinite = is_infinite(a, 16) || is_infinite(b, 16);
    mode & LIMITS != 0 && !infinite && is_infinite(multiply(16, mode, a, b), 16)
}
