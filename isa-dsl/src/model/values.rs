//! What the numbers of fields mean, and what a machine holds.

use crate::machine::ArchSet;
use crate::operation::Checked;
use crate::operation::types::Scalar;

/// A register file.
#[derive(Debug, Clone)]
pub struct RegisterFile {
    /// Name.
    pub name: String,
    /// What a person calls one.
    pub title: String,
    /// Bits of one register.
    pub bits: u32,
    /// Every lane has its own.
    pub per_lane: bool,
    /// Registers.
    pub registers: Vec<Register>,
    /// Sizes of tuples with their alignment.
    pub groups: Vec<Group>,
}

/// A register, a range, or a name for several.
#[derive(Debug, Clone)]
pub struct Register {
    /// Name or prefix.
    pub name: String,
    /// First number.
    pub number: u32,
    /// Registers in a range; 1 for a name.
    pub count: u32,
    /// First index in the text.
    pub first_index: u32,
    /// Written with an index.
    pub indexed: bool,
    /// Registers that the name covers.
    pub times: u32,
    /// Another name of registers, which is read and never printed. Those lines come last.
    pub read: bool,
    /// Where it exists.
    pub archs: ArchSet,
}

/// A size in which registers are used together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    /// How many registers.
    pub count: u32,
    /// What the number of the first is a multiple of.
    pub align: u32,
    /// Where it is so.
    pub archs: ArchSet,
}

/// State that instructions touch without naming it.
#[derive(Debug, Clone)]
pub struct State {
    /// Name.
    pub name: String,
    /// Width in bits.
    pub bits: u32,
    /// The file and the number of the first register that holds it.
    pub home: Option<(usize, u32)>,
    /// What computes it from other states: a program that writes it.
    pub derived: Option<Checked>,
    /// Where that computes it; it is zero elsewhere.
    pub archs: ArchSet,
}

/// An address space.
#[derive(Debug, Clone)]
pub struct Space {
    /// Name.
    pub name: String,
    /// It is what registers are to other machines, and no memory.
    pub internal: bool,
    /// The bits that say how many bytes it has, and where they do.
    pub limit: Option<(StateBits, ArchSet)>,
    /// The bits that say where its addresses count from.
    pub base: Option<StateBits>,
    /// The space whose bytes it has; usually itself.
    pub memory: usize,
}

/// How the arithmetic of a floating-point type behaves.
#[derive(Debug, Clone)]
pub struct FloatingType {
    /// The type.
    pub ty: Scalar,
    /// The two bits that say how results are rounded.
    pub rounding: Option<StateBits>,
    /// The two bits that say whether subnormal sources and results keep their value.
    pub subnormals: Option<StateBits>,
    /// The bit that says whether numbers that are too large become the greatest one, and
    /// where it says so.
    pub overflow: Option<(StateBits, ArchSet)>,
}

/// Bits of a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateBits {
    /// Index into [`Model::states`](super::Model::states).
    pub state: usize,
    /// The lowest one.
    pub low: u32,
    /// How many, at most 64.
    pub bits: u32,
}

/// A class of values.
#[derive(Debug, Clone)]
pub struct Class {
    /// Name.
    pub name: String,
    /// What a person calls a value.
    pub title: String,
    /// Width in bits.
    pub bits: u32,
    /// Meanings.
    pub entries: Vec<Entry>,
}

/// Values and what they mean.
#[derive(Debug, Clone)]
pub struct Entry {
    /// First value.
    pub first: u64,
    /// Last value.
    pub last: u64,
    /// Meaning.
    pub meaning: Meaning,
    /// What a word stands for where an operation reads it.
    pub value: WordValue,
    /// What syntaxes have in place of the word: the first of a syntax is printed.
    pub words: Vec<(usize, String)>,
    /// Where.
    pub archs: ArchSet,
}

impl Entry {
    /// Whether a word has several values, of which it says the first.
    pub fn is_alike(&self) -> bool {
        matches!(self.meaning, Meaning::Keyword(_)) && self.first != self.last
    }
}

/// What a word stands for where an operation reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordValue {
    /// The description does not say: no operation may read it.
    NoValue,
    /// A number.
    Number(u32),
    /// What a state holds, an index into [`Model::states`](super::Model::states).
    State(usize),
}

/// Meanings of values.
#[derive(Debug, Clone, PartialEq)]
pub enum Meaning {
    /// Registers of a file; the first value means this number, and each other one so much
    /// more than the one before.
    Register(usize, u64, u64),
    /// A struct.
    Struct(usize),
    /// A word.
    Keyword(String),
    /// Text around a number that counts from the first to the last.
    Counted(String, String, i64, i64),
    /// Inline integers from the first to the last.
    Int(i64, i64),
    /// An inline floating constant as written.
    Float(String),
    /// The value follows the instruction.
    Literal,
    /// Selects another encoding.
    Escape,
}
