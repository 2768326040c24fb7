//! What instructions mean, said a second time in plain Rust.
//!
//! A family's file states, by mnemonic, what an instruction does to the memory
//! at its address and to its registers. It is written from the prose of the
//! vendor's and CLRX's documents, not from the operations in `defs`, so that
//! one finds the mistakes of the other. `executed` runs both, every instruction
//! in every encoding; what it can find no meaning for is an error there.

pub mod buffer;
pub mod flat;
pub mod graphics;
pub mod image;
pub mod scalar;
pub mod share;
pub mod smem;
pub mod typed;
pub mod vector;

/// What one lane starts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lane {
    /// 16 bytes of memory from the address on, the first one lowest.
    pub memory: u128,
    /// Dwords of the data operand.
    pub data: [u32; 4],
    /// Dwords of the destination.
    pub dst: [u32; 4],
}

/// What an instruction does to a lane that is active.
pub struct Meaning {
    /// Dwords of the destination; 0 if there is none.
    pub dst: usize,
    /// Dwords of the data operand; 0 if there is none.
    pub data: usize,
    /// The destination is written only with `glc`.
    pub returns: bool,
    /// Width in bits of the numbers that it works on: which edges matter.
    pub bits: u32,
    /// Memory and destination afterwards, with `glc`.
    pub run: Box<dyn Fn(Lane) -> Lane>,
}

/// Gives the meaning of a mnemonic without its prefix.
type Lookup = fn(&str) -> Option<Meaning>;

/// The meaning of an instruction; `None` if nobody has said it.
pub fn meaning(mnemonic: &str) -> Option<Meaning> {
    let families: [(&str, Lookup); 3] = [
        ("flat_", flat::meaning),
        ("global_", flat::meaning),
        ("scratch_", flat::meaning),
    ];
    families
        .iter()
        .find_map(|(prefix, meaning)| meaning(mnemonic.strip_prefix(prefix)?))
}

/// Values where integers wrap and change sign, and where floating-point values
/// are zero, subnormal, infinite or no number.
pub fn edges(bits: u32) -> Vec<u64> {
    let half = u64::MAX >> (65 - bits);
    let all = u64::MAX >> (64 - bits);
    let mut list = vec![0, 1, 2, half - 1, half, half + 1, half + 2, all - 1, all];
    match bits {
        32 => list.extend([
            0x3f80_0000, // 1.0
            0xbf80_0000, // -1.0
            0x4049_0fdb,
            0x7f80_0000, // infinity
            0xff80_0000,
            0x7f80_0001, // signalling NaN
            0x7fc0_1234,
            0xffc0_0000,
            0x8000_0001, // the least subnormal below zero
        ]),
        64 => list.extend([
            0x3ff0_0000_0000_0000,
            0xbff0_0000_0000_0000,
            0x7ff0_0000_0000_0000,
            0xfff0_0000_0000_0000,
            0x7ff0_0000_0000_0001,
            0x7ff8_0000_0000_1234,
            0xfff8_0000_0000_0000,
            0xffff_ffff,
            0x1_0000_0000,
        ]),
        16 => list.extend([
            0x3c00, // 1.0
            0x3c01, // the next one, which clamp does not keep
            0xbc00, // -1.0
            0x0400, // the least normal number
            0x7bff, // the greatest number
            0x7c00, // infinity
            0xfc00, 0x7d01, // signalling NaN
            0x7e12, 0x55, 0xaa,
        ]),
        _ => list.extend([0x55, 0xaa]),
    }
    list
}
