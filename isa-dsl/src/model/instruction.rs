//! Families, instructions and encodings.

use crate::machine::ArchSet;
use crate::operation::Checked;
use crate::source::Span;
use crate::tables::Bits;

/// A family.
#[derive(Debug, Clone)]
pub struct Family {
    /// Name.
    pub name: String,
    /// Documentation.
    pub doc: String,
    /// Names of its parameters.
    pub params: Vec<String>,
    /// Its layout, if it is a format.
    pub layout: Option<usize>,
}

/// What an encoding does beyond its operands: as declared, or as its operation does.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Effects {
    /// States read, and `memory`.
    pub reads: Vec<String>,
    /// States written, and `memory`.
    pub writes: Vec<String>,
    /// Wait counters.
    pub counts: Vec<String>,
    /// Operands that are branch targets.
    pub branches: Vec<String>,
    /// What it reads follows from its operation: the family says nothing of it.
    pub reads_derived: bool,
    /// What it writes follows from its operation.
    pub writes_derived: bool,
}

impl Effects {
    /// Whether others are the same, wherever they come from.
    pub fn is_like(&self, other: &Effects) -> bool {
        (&self.reads, &self.writes) == (&other.reads, &other.writes)
            && (&self.counts, &self.branches) == (&other.counts, &other.branches)
    }
}

/// An instruction.
#[derive(Debug, Clone)]
pub struct Instruction {
    /// Mnemonic.
    pub name: String,
    /// Family.
    pub family: usize,
    /// Documentation.
    pub doc: String,
    /// Arguments of its row.
    pub args: Vec<i64>,
    /// Per architecture, the opcode.
    pub opcodes: Vec<Option<u64>>,
    /// Mnemonic per syntax.
    pub spelled: Vec<String>,
    /// What its row is called on older architectures, oldest first; those are instructions
    /// of their own, right before this one.
    pub earlier: Vec<String>,
    /// The checked operation.
    pub operation: Option<Checked>,
    /// The row.
    pub span: Span,
}

/// An instruction on one architecture in one encoding.
#[derive(Debug, Clone)]
pub struct Encoding {
    /// Instruction.
    pub instruction: usize,
    /// Shape.
    pub shape: usize,
    /// Value of the shape's mask.
    pub bits: Bits,
    /// Features that a processor must have.
    pub features: u32,
    /// What it does beyond its operands.
    pub effects: Effects,
}

/// Another name of instructions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alias {
    /// The name.
    pub name: String,
    /// It is printed in place of the mnemonic.
    pub prefer: bool,
    /// The instructions, one for each architecture at most.
    pub instructions: Vec<usize>,
    /// The suffix of the encoding that it names; `None` if it names all.
    pub suffix: Option<String>,
    /// Where it exists.
    pub archs: ArchSet,
    /// Syntaxes that have it, as a bit set.
    pub syntaxes: u8,
}
