//! Packed singles and dwords: VOP3P of CDNA 2.

use super::number::{Sum, add, arithmetic, is_nan, multiply, value};
use super::packed::Choice;

/// What a lane works on.
#[derive(Debug, Clone, Copy, Default)]
pub struct Input {
    /// The sources, a pair of dwords each.
    pub sources: [u64; 3],
    /// Which dwords of them.
    pub choice: Choice,
    /// Signs of what the lower result is made of are changed, a bit for each source.
    pub neg_lo: u32,
    /// The same for the upper one.
    pub neg_hi: u32,
    /// The results are kept from 0 to 1.
    pub clamp: bool,
    /// How floating point behaves.
    pub mode: u32,
}

/// How many sources an instruction has.
pub fn sources(name: &str) -> Option<usize> {
    match name {
        "v_pk_fma_f32" => Some(3),
        "v_pk_mul_f32" | "v_pk_add_f32" | "v_pk_mov_b32" => Some(2),
        _ => None,
    }
}

fn clamped(bits: u64, it: Input) -> u64 {
    match value(bits, 32) {
        _ if !it.clamp => bits,
        _ if is_nan(bits, 32) && it.mode >> 8 & 1 == 1 => 0,
        number if number < 0.0 => 0,
        number if number > 1.0 => 1.0_f32.to_bits().into(),
        // -0.0 is not below 0.0, and stays.
        _ => bits,
    }
}

/// The two results.
pub fn run(name: &str, it: Input) -> u64 {
    let dword = |source: usize, upper: u32| it.sources[source] >> (32 * (upper >> source & 1));
    let dword = |source: usize, upper: u32| dword(source, upper) & 0xffff_ffff;
    if name == "v_pk_mov_b32" {
        return dword(0, it.choice.low) | dword(1, it.choice.low) << 32;
    }
    let one = |upper: u32, signs: u32| {
        let [a, b, c] = [0, 1, 2].map(|at| dword(at, upper) ^ u64::from(signs >> at & 1) << 31);
        let result = match name {
            "v_pk_fma_f32" => arithmetic(Sum::Fused, 32, it.mode, [a, b, c]),
            "v_pk_mul_f32" => multiply(32, it.mode, a, b),
            _ => add(32, it.mode, a, b),
        };
        clamped(result, it)
    };
    one(it.choice.low, it.neg_lo) | one(it.choice.high, it.neg_hi) << 32
}
