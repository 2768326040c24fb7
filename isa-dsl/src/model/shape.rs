//! Operands and forms: of structs, and of what the rows of a family share.

use super::kind::Kind;
use super::values::StateBits;
use crate::ast::Direction;
use crate::bits::BitField;
use crate::expr::Value;
use crate::source::Span;
use crate::tables::Bits;

/// An operand or a modifier's value.
#[derive(Debug, Clone)]
pub struct Operand {
    /// Name.
    pub name: String,
    /// Its bits; none where the architecture lacks the field.
    pub field: BitField,
    /// Kind.
    pub kind: Kind,
    /// Direction; `None` for modifiers.
    pub direction: Option<Direction>,
    /// Registers.
    pub width: Width,
    /// Its registers begin at any number, whatever their file says of groups.
    pub unaligned: bool,
    /// Registers that operations see, at most.
    pub value_width: u32,
    /// What stands for a width of zero.
    pub zero: String,
    /// A modifier whose text cannot be left out.
    pub required: bool,
    /// A modifier that is a way to write some bits of another: it is read, and
    /// never printed.
    pub part: bool,
    /// Field value where the text leaves it out.
    pub default: u64,
    /// Source modifiers, the outermost first.
    pub wraps: Vec<Wrap>,
    /// Source modifiers that change a number as it is read, the outermost first.
    pub signs: Vec<SignOf>,
    /// Where it is declared.
    pub span: Span,
}

impl Operand {
    /// Whether it is always the same register, which no bits say.
    pub fn is_at_home(&self) -> bool {
        matches!(self.kind, Kind::Register(..)) && self.field.width() == 0
    }
}

/// A source modifier: text around an operand that sets a bit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wrap {
    /// Name: of its item, or else of the field that holds it.
    pub name: String,
    /// By syntax its spellings, the first is printed; none where a syntax does
    /// not have it.
    pub spellings: Vec<Vec<String>>,
    /// Its bit.
    pub field: BitField,
    /// It says which half of a register: the spellings of each syntax are those of a bit
    /// that is set and of one that is not.
    pub half: Option<HalfOf>,
}

/// Where a source modifier says which half of a register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HalfOf {
    /// The register file; nothing else has halves.
    pub file: usize,
    /// The features of the forms where it stands.
    pub features: u32,
}

/// A source modifier that changes the sign of a number as it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignOf {
    /// As those of [`Wrap`].
    pub spellings: Vec<Vec<String>>,
    /// The sign is taken away, not changed.
    pub clears: bool,
}

/// Width of an operand in registers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Width {
    /// Always the same.
    Fixed(u32),
    /// By the values of fields, the first in the least significant bits.
    Table(Vec<BitField>, Vec<u8>),
    /// Any of these: no bits say which. The first is what bytes are read as.
    Choices(Vec<u8>),
    /// One where the processor has a feature, another where it has not.
    ByFeature {
        /// Index of the feature.
        feature: usize,
        /// With it.
        with: Box<Width>,
        /// Without it.
        without: Box<Width>,
    },
}

/// A form.
#[derive(Debug, Clone)]
pub struct Form {
    /// Syntax.
    pub syntax: usize,
    /// Never printed.
    pub read_only: bool,
    /// Features that a processor must have.
    pub features: u32,
    /// Condition.
    pub when: Option<Value>,
    /// Tokens.
    pub tokens: Vec<Token>,
    /// Bits that it says.
    pub spoken: Bits,
    /// Values of the other bits outside the mask.
    pub rest: Bits,
    /// Rules of its syntax alone.
    pub rules: Vec<Rule>,
    /// The template.
    pub span: Span,
}

/// Tokens of forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// Text.
    Text(String),
    /// An operand of the shape.
    Operand(usize),
    /// Modifiers, in the order of printing.
    Modifiers(Vec<FormModifier>),
    /// The mnemonic.
    Mnemonic,
    /// Members of a struct in any order.
    AnyOrder(AnyOrder),
}

/// Members of a struct in any order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnyOrder {
    /// What stands between two of them; the first is printed.
    pub separators: Vec<String>,
    /// Members, with their spellings.
    pub items: Vec<(usize, Vec<Spelling>)>,
}

/// A modifier as a form's syntax has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormModifier {
    /// Operand of the shape.
    pub operand: usize,
    /// Spellings; the first is printed.
    pub spellings: Vec<Spelling>,
    /// Its text cannot be left out.
    pub required: bool,
    /// Printed even where it says the default.
    pub always: bool,
    /// Field value where the text leaves it out.
    pub default: u64,
}

/// A spelling of a modifier in a syntax.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spelling {
    /// The text; `{}` stands for the value.
    pub text: String,
    /// A flag spelled by its own name: the syntax's negation applies to it.
    /// One that is spelled out is understood to the letter only.
    pub negatable: bool,
}

/// A struct: bits with names of their own.
#[derive(Debug, Clone)]
pub struct Struct {
    /// Name.
    pub name: String,
    /// What a person calls a value.
    pub title: String,
    /// Width in bits.
    pub bits: u32,
    /// What it is on each architecture.
    pub archs: Vec<StructShape>,
}

/// A struct on one architecture. Its fields count from bit 0 of its value.
#[derive(Debug, Clone, Default)]
pub struct StructShape {
    /// Bits that are always zero.
    pub reserved: u64,
    /// Members; they may share bits.
    pub members: Vec<Operand>,
    /// Forms, in order; tokens count the members.
    pub forms: Vec<Form>,
}

/// A state in the place of an operand that other encodings have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandIn {
    /// Name of the operand.
    pub name: String,
    /// Index into [`Model::states`](super::Model::states).
    pub state: usize,
    /// Direction.
    pub direction: Direction,
}

/// An operand that is the register so many behind the one that its field names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Indexed {
    /// Name of the operand.
    pub operand: String,
    /// Only where it is a register of this file, an index into [`Model::files`](super::Model::files).
    pub file: Option<usize>,
    /// How many registers.
    pub by: IndexBy,
    /// Only if none of these is zero.
    pub conditions: Vec<StateBits>,
}

/// How far an operand is moved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IndexBy {
    /// So many registers.
    State(StateBits),
    /// Nobody says, for this reason.
    Undefined(String),
}

/// What the rows of a family with the same arguments share on one
/// architecture, in one of its encodings.
#[derive(Debug, Clone)]
pub struct Shape {
    /// Family.
    pub family: usize,
    /// Architecture.
    pub arch: usize,
    /// Layout.
    pub layout: usize,
    /// Name of the encoding; empty for families with one.
    pub encoding: String,
    /// Suffix that forces it.
    pub suffix: String,
    /// The suffix is understood and not printed.
    pub suffix_read: bool,
    /// Arguments for the parameters.
    pub args: Vec<i64>,
    /// Bits that are fixed, with the opcode's.
    pub mask: Bits,
    /// Their values, without the opcode's.
    pub bits: Bits,
    /// The reserved bits among them.
    pub reserved: Bits,
    /// Bits of unused fields.
    pub unused: Bits,
    /// Bits of the opcode.
    pub opcode: BitField,
    /// Operands, then modifier values.
    pub operands: Vec<Operand>,
    /// How many operands are positional.
    pub positional: usize,
    /// Forms, in order.
    pub forms: Vec<Form>,
    /// Rules.
    pub rules: Vec<Rule>,
    /// States in the place of operands.
    pub stand_ins: Vec<StandIn>,
    /// Operands that states move.
    pub indexed: Vec<Indexed>,
}

impl Shape {
    /// What is printed behind the mnemonic.
    pub fn printed_suffix(&self) -> &str {
        if self.suffix_read { "" } else { &self.suffix }
    }
}

/// What must hold for an instruction.
#[derive(Debug, Clone)]
pub struct Rule {
    /// The condition.
    pub condition: Value,
    /// What to say when it does not hold.
    pub message: String,
    /// Features of the processors that it counts for, as a bit set.
    pub features: u32,
}
