//! What an instruction does to a lane.

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
