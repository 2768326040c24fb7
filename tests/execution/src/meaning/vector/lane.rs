//! What a lane works on, and what it gives.

use std::ops::RangeInclusive;

/// What a lane works on, parts and source modifiers applied. What is narrower than
/// 64 bits has zeros above.
#[derive(Debug, Clone, Copy, Default)]
pub struct Operands {
    /// The first source.
    pub a: u64,
    /// The second source.
    pub b: u64,
    /// The third source.
    pub c: u64,
    /// The number of the lane.
    pub lane: u32,
    /// The lane's bit of a carry, or of what chooses.
    pub carry: bool,
    /// The destination before.
    pub before: u64,
    /// The state that says how floating point behaves.
    pub mode: u32,
    /// What a floating-point result is multiplied by: nothing, 2, 4, a half.
    pub omod: u32,
    /// The result is clamped.
    pub clamp: bool,
}

/// What source modifiers an instruction has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sources {
    /// Integers: parts may be extended by their sign.
    Integer,
    /// Floating point: magnitude and sign may change.
    Floating,
}

/// What a lane gives.
pub enum Done {
    /// A dword.
    Dword(Box<dyn Fn(Operands) -> u32>),
    /// Two dwords.
    Pair(Box<dyn Fn(Operands) -> u64>),
    /// A sum as it is, which may not fit a dword.
    Sum(Box<dyn Fn(Operands) -> i64>),
    /// A sum as it is, and the range in which `clamp` keeps it; without a carry.
    Limited(Box<dyn Fn(Operands) -> i64>, RangeInclusive<i64>),
    /// Two dwords, and above them a bit of a mask of lanes.
    Wide(Box<dyn Fn(Operands) -> i128>),
    /// A bit of a mask of lanes.
    Bit(Box<dyn Fn(Operands) -> bool>),
}

/// What halves of registers an instruction works on, where `op_sel` says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// None.
    No,
    /// Sources are halves, the result is a dword.
    OfSources,
    /// The result is a half, too. The lower one has zeros above.
    Clears,
    /// The result is a half, and the other one stays.
    Keeps,
}

/// What an instruction does.
pub struct Meaning {
    /// Widths of its sources in bits; as many as it has.
    pub sources: Vec<u32>,
    /// Their modifiers.
    pub modifiers: Sources,
    /// A mask of lanes is read.
    pub reads_mask: bool,
    /// A sum leaves its carry in a mask of lanes.
    pub writes_carry: bool,
    /// A comparison writes a mask of lanes.
    pub writes_mask: bool,
    /// A comparison writes EXEC, too.
    pub writes_exec: bool,
    /// A sum can be clamped in VOP3 and SDWA.
    pub clamps: bool,
    /// Halves of registers.
    pub half: Half,
    /// The result can be multiplied, and clamped.
    pub multiplies: bool,
    /// The destination is a source.
    pub accumulates: bool,
    /// Sources before this one have no modifiers.
    pub signed: usize,
    /// Sources from this one on have no modifiers.
    pub plain: usize,
    /// Lanes of which nobody knows what they give: the instruction is refused.
    pub unknown: Option<fn(Operands) -> bool>,
    /// What a lane gives.
    pub done: Done,
}

impl Meaning {
    pub(super) fn new(sources: &[u32], done: Done) -> Meaning {
        Meaning {
            sources: sources.to_vec(),
            modifiers: Sources::Integer,
            reads_mask: false,
            writes_carry: false,
            writes_mask: matches!(done, Done::Bit(_)),
            writes_exec: false,
            clamps: false,
            half: Half::No,
            multiplies: false,
            accumulates: false,
            signed: 0,
            plain: 3,
            unknown: None,
            done,
        }
    }
}
