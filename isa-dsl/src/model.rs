//! The checked model: what a description says once every name is resolved and
//! every row is spelled out for its architectures. Lowering turns it into
//! tables, dumping into text.

use std::collections::BTreeMap;

use crate::ast::{self, Direction};
use crate::bits::BitField;
use crate::expr::Value;
use crate::machine::{ArchSet, Machine};
use crate::operation::Checked;
use crate::operation::types::Scalar;
use crate::source::Span;
use crate::tables::Bits;
use crate::tables::ValueType;

mod stream;
pub use stream::*;

/// A checked description.
#[derive(Debug, Default)]
pub struct Model {
    /// Header.
    pub machine: Machine,
    /// Register files.
    pub files: Vec<RegisterFile>,
    /// States.
    pub states: Vec<State>,
    /// Address spaces.
    pub spaces: Vec<Space>,
    /// Floating-point types whose arithmetic states govern.
    pub floating: Vec<FloatingType>,
    /// Classes.
    pub classes: Vec<Class>,
    /// Structs, in the order of their declarations.
    pub structs: Vec<Struct>,
    /// Formats.
    pub layouts: Vec<Layout>,
    /// Families.
    pub families: Vec<Family>,
    /// Shapes, by family, encoding, architecture, arguments.
    pub shapes: Vec<Shape>,
    /// Instructions, in the order of the text.
    pub instructions: Vec<Instruction>,
    /// Instructions by mnemonic: one per set of architectures.
    pub by_name: BTreeMap<String, Vec<usize>>,
    /// Encodings, by instruction, architecture, encoding.
    pub encodings: Vec<Encoding>,
    /// Other names of instructions.
    pub aliases: Vec<Alias>,
    /// Streams by item, then architecture; those in error are not among them.
    pub streams: Vec<Stream>,
    /// Index into `streams` by item and architecture.
    pub stream_at: BTreeMap<(usize, usize), usize>,
    /// What stream encodings share, by family, encoding, architecture, arguments.
    pub stream_shapes: Vec<StreamShape>,
    /// Encodings that are streams, by instruction, architecture, encoding.
    pub stream_encodings: Vec<StreamEncoding>,
    /// Constructs that are described and checked, but that the tables do not
    /// carry yet: each with a place to point at.
    pub not_lowered: Vec<(Span, String)>,
}

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
    pub groups: Vec<(u32, u32)>,
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
    /// Where it exists.
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
    /// Index into [`Model::states`].
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

/// What a word stands for where an operation reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordValue {
    /// The description does not say: no operation may read it.
    NoValue,
    /// A number.
    Number(u32),
    /// What a state holds, an index into [`Model::states`].
    State(usize),
}

/// Meanings of values.
#[derive(Debug, Clone, PartialEq)]
pub enum Meaning {
    /// Registers of a file; the first value means this number.
    Register(usize, u64),
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

/// A format.
#[derive(Debug, Clone)]
pub struct Layout {
    /// Name.
    pub name: String,
    /// Width in bits.
    pub bits: u32,
    /// Bits of a literal that may follow.
    pub literal: u32,
    /// The format of which it is a special case.
    pub within: Option<usize>,
    /// Where it exists.
    pub archs: ArchSet,
    /// Its parts.
    pub parts: Vec<LayoutPart>,
    /// Names of parts that are in error, and not among them.
    pub broken: Vec<String>,
}

/// A part of a format.
#[derive(Debug, Clone)]
pub struct LayoutPart {
    /// Name; empty for reserved and ignored bits.
    pub name: String,
    /// What it is.
    pub kind: PartKind,
    /// Its bits.
    pub field: BitField,
    /// Where it exists.
    pub archs: ArchSet,
    /// Where it is declared.
    pub span: Span,
}

/// Kinds of parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartKind {
    /// A field with a value of its own.
    Field,
    /// Fixed bits.
    Fixed(u64),
    /// Must be zero.
    Reserved,
    /// Not looked at.
    Ignored,
}

impl Layout {
    /// The parts of one architecture.
    pub fn parts(&self, arch: usize) -> impl Iterator<Item = &LayoutPart> {
        self.parts
            .iter()
            .filter(move |part| part.archs.contains(arch))
    }

    /// A field by name on one architecture.
    pub fn field(&self, name: &str, arch: usize) -> Option<&BitField> {
        self.parts(arch)
            .find(|part| part.kind == PartKind::Field && part.name == name)
            .map(|part| &part.field)
    }

    /// Whether some architecture has the field.
    pub fn has_field(&self, name: &str) -> bool {
        self.parts
            .iter()
            .any(|part| part.kind == PartKind::Field && part.name == name)
    }

    /// The names of its fields.
    pub fn field_names(&self) -> impl Iterator<Item = &str> {
        self.parts
            .iter()
            .filter(|part| part.kind == PartKind::Field)
            .map(|part| part.name.as_str())
    }
}

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
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
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
        let lists = |it: &Effects| {
            let lists = [&it.reads, &it.writes, &it.counts, &it.branches];
            lists.map(Vec::clone)
        };
        lists(self) == lists(other)
    }
}

/// A state in the place of an operand that other encodings have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandIn {
    /// Name of the operand.
    pub name: String,
    /// Index into [`Model::states`].
    pub state: usize,
    /// Direction.
    pub direction: Direction,
}

/// An operand that is the register so many behind the one that its field names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Indexed {
    /// Name of the operand.
    pub operand: String,
    /// Only where it is a register of this file, an index into [`Model::files`].
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
    /// Rules with their messages.
    pub rules: Vec<(Value, String)>,
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
    /// Where it is declared.
    pub span: Span,
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
}

/// Kinds of operands.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    /// A register of a file; the number is the field's value times the scale.
    Register(usize, u32),
    /// A value of a class, with the type of its constants.
    Class(usize, ValueType),
    /// A struct.
    Struct(usize),
    /// An integer.
    Integer(Integer),
    /// One bit.
    Flag,
    /// A list of so many integers, the first in the lowest bits.
    List(u32, Integer),
}

/// An integer kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Integer {
    /// Width in bits.
    pub bits: u32,
    /// Two's complement.
    pub signed: bool,
    /// Printed in hexadecimal from this number on, whatever the sign.
    pub hex: Option<u32>,
    /// Text value = field value * scale + bias.
    pub scale: u32,
    /// See `scale`.
    pub bias: u32,
    /// Negative numbers are read as well.
    pub signless: bool,
    /// It says how far away an address is.
    pub relative: Option<Relative>,
}

/// A distance to an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relative {
    /// Bytes from the start of the instruction to where distances count from;
    /// `None` for its end, until an operand says which instruction.
    pub base: Option<u32>,
    /// Bytes of one step of the number in the text.
    pub unit: u32,
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
    /// Condition.
    pub when: Option<Value>,
    /// Tokens.
    pub tokens: Vec<Token>,
    /// Bits that it says.
    pub spoken: Bits,
    /// Values of the other bits outside the mask.
    pub rest: Bits,
    /// Rules of its syntax alone, with their messages.
    pub rules: Vec<(Value, String)>,
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

/// A spelling of a modifier in a syntax.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spelling {
    /// The text; `{}` stands for the value.
    pub text: String,
    /// A flag spelled by its own name: the syntax's negation applies to it.
    /// One that is spelled out is understood to the letter only.
    pub negatable: bool,
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

/// A name with its place, as errors need it.
pub type Name = ast::Name;
