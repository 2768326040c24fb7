//! Byte streams and their instructions, resolved for one architecture each.

use crate::sorted::SortedMap;

use super::instruction::Effects;
use super::kind::Kind;
use crate::ast::{Direction, Name};
use crate::bits::BitField;
use crate::expr::Value;
use crate::source::Span;

/// Bits of a leaf: of an integer, by its number in the walk over a stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The leaf, counted within the stream that the place is named in.
    pub leaf: u32,
    /// The bits.
    pub field: BitField,
}

impl Place {
    /// The same place, named in a stream whose piece begins at a leaf.
    #[must_use]
    pub fn within(&self, leaf: u32) -> Place {
        Place {
            leaf: self.leaf + leaf,
            field: self.field.clone(),
        }
    }
}

/// A condition or rule over places of a stream.
pub type Condition = Value<Place>;

/// A stream on one architecture.
#[derive(Debug, Clone)]
pub struct Stream {
    /// Name.
    pub name: String,
    /// What a person calls it.
    pub title: String,
    /// The item, counted among the streams of the description.
    pub item: usize,
    /// Architecture.
    pub arch: usize,
    /// What to read, in order.
    pub steps: Vec<StreamStep>,
    /// Integers that it takes, nested streams and all cases included.
    pub leaves: u32,
    /// Bytes that it takes at most.
    pub bytes: u32,
    /// How deep it nests; 1 without nested streams.
    pub depth: u32,
    /// How it is written as an operand, in order.
    pub forms: Vec<StreamForm>,
    /// What an instruction accesses that it has the number of, in order.
    pub accessed: Vec<Accessed>,
    /// What can be named in it, by path: its pieces, their members, and those
    /// of nested streams. `None` where several cases have a piece of the name.
    pub paths: SortedMap<String, Option<Named>>,
    /// It is one integer, or a stream that is: the name of that piece.
    pub single: Option<String>,
}

/// Something that an instruction reads or writes, and of which it has the number.
#[derive(Debug, Clone)]
pub struct Accessed {
    /// The piece of the stream that names it.
    pub piece: String,
    /// What stands before the number where no name is known.
    pub prefix: Name,
    /// The number; `None` if the instruction does not say which one it is.
    pub place: Option<Place>,
    /// When, all of which must hold; empty if always.
    pub when: Vec<Condition>,
    /// Whether it is read or written; `None` if a piece around it says so.
    pub direction: Option<Direction>,
    /// The line, or the piece of the stream.
    pub span: Span,
}

/// What a path of a stream names.
#[derive(Debug, Clone)]
pub struct Named {
    /// What it is.
    pub what: What,
    /// When it is there, all of which must hold; empty if always.
    pub presence: Vec<Condition>,
    /// Where the piece or the member is declared.
    pub span: Span,
}

/// Things that paths name.
#[derive(Debug, Clone)]
pub enum What {
    /// An integer or bits of one.
    Value(StreamPlace),
    /// A nested stream.
    Nested {
        /// Index into [`Model::streams`](super::Model::streams).
        stream: usize,
        /// Its first leaf.
        leaf: u32,
        /// Its integer, if it is one.
        value: Option<StreamPlace>,
    },
    /// A repeated piece. Element n is called as it, with n behind the name.
    Repeated {
        /// The value that says how often.
        count: Place,
        /// How often at most.
        limit: u64,
        /// What stands between two of them in text.
        between: String,
    },
}

impl What {
    /// The value that it is, or that it counts as.
    pub fn value(&self) -> Option<&StreamPlace> {
        match self {
            What::Value(value) => Some(value),
            What::Nested { value, .. } => value.as_ref(),
            What::Repeated { .. } => None,
        }
    }
}

/// A place with what it means.
#[derive(Debug, Clone)]
pub struct StreamPlace {
    /// The place.
    pub place: Place,
    /// How its bits are understood.
    pub kind: Kind,
    /// It has members: they say what it means.
    pub parted: bool,
    /// It has one value only.
    pub fixed: bool,
}

/// A step of a walk over a stream.
#[derive(Debug, Clone)]
pub enum StreamStep {
    /// An integer.
    Integer(StreamInteger),
    /// A nested stream.
    Nested {
        /// Name of the piece.
        name: String,
        /// Index into [`Model::streams`](super::Model::streams).
        stream: usize,
        /// Its first leaf.
        leaf: u32,
    },
    /// Leaves out the next steps if a condition does not hold.
    Unless(Condition, usize),
    /// Leaves out the next steps: the end of a case.
    Skip(usize),
    /// No case for the value of this place.
    NoCase(Place),
}

/// An integer of a stream.
#[derive(Debug, Clone)]
pub struct StreamInteger {
    /// Name of the piece.
    pub name: String,
    /// Its leaf.
    pub leaf: u32,
    /// Its size in bytes: 1, 2, 4 or 8.
    pub bytes: u32,
    /// Bits that have one value only.
    pub mask: u64,
    /// Their value.
    pub bits: u64,
    /// The reserved bits among them.
    pub reserved: u64,
    /// Bits whose value need not be said: they have a default, or are ignored.
    pub silent: u64,
    /// Value of all bits that no text says.
    pub default: u64,
    /// Its members, or itself as the only one.
    pub members: Vec<StreamMember>,
}

/// Bits of an integer that mean something by themselves.
#[derive(Debug, Clone)]
pub struct StreamMember {
    /// Name; that of the piece where it is the whole integer.
    pub name: String,
    /// Its bits.
    pub field: BitField,
    /// How they are understood.
    pub kind: Kind,
    /// Where it is declared.
    pub span: Span,
}

/// What a token of a form stands for.
#[derive(Debug, Clone, PartialEq)]
pub enum StreamOperand {
    /// Bits of a leaf.
    Value {
        /// As the template names it.
        name: String,
        /// The bits.
        place: Place,
        /// How they are understood.
        kind: Kind,
        /// What stands before the number of something with a name, where the name is not
        /// known: `V` of `{V id}`. Empty for other values.
        prefix: String,
    },
    /// A nested stream, written in one of its forms.
    Stream {
        /// As the template names it.
        name: String,
        /// Index into [`Model::streams`](super::Model::streams).
        stream: usize,
        /// Its first leaf.
        leaf: u32,
    },
}

/// Tokens of the forms of streams.
#[derive(Debug, Clone, PartialEq)]
pub enum StreamToken {
    /// Text.
    Text(String),
    /// A value or a nested stream.
    Operand(StreamOperand),
    /// The mnemonic.
    Mnemonic,
}

/// A way to write a stream or an instruction.
#[derive(Debug, Clone)]
pub struct StreamForm {
    /// Syntax.
    pub syntax: usize,
    /// Never printed.
    pub read_only: bool,
    /// What must hold: the condition, the cases that the form stands in, and
    /// the presence of what it names. Empty if nothing.
    pub when: Vec<Condition>,
    /// Tokens.
    pub tokens: Vec<StreamToken>,
    /// Values that it says without a token.
    pub implies: Vec<(Place, u64)>,
    /// The template.
    pub span: Span,
}

/// What the rows of a family with the same arguments share on one
/// architecture, in one of its encodings.
#[derive(Debug, Clone)]
pub struct StreamShape {
    /// Family.
    pub family: usize,
    /// Architecture.
    pub arch: usize,
    /// Index into [`Model::streams`](super::Model::streams).
    pub stream: usize,
    /// Name of the encoding; empty for families with one.
    pub encoding: String,
    /// Suffix that forces it.
    pub suffix: String,
    /// The suffix is understood and not printed.
    pub suffix_read: bool,
    /// Arguments for the parameters.
    pub args: Vec<i64>,
    /// Where the rows' opcodes are.
    pub opcode: Place,
    /// Bound places.
    pub bound: Vec<(Place, u64)>,
    /// Forms, in order.
    pub forms: Vec<StreamForm>,
    /// Rules with their messages.
    pub rules: Vec<(Condition, String)>,
    /// What operations may name, in the order of the environment's fields.
    pub fields: Vec<(String, StreamPlace)>,
}

/// An instruction of streams on one architecture in one encoding.
#[derive(Debug, Clone)]
pub struct StreamEncoding {
    /// Instruction.
    pub instruction: usize,
    /// Index into [`Model::stream_shapes`](super::Model::stream_shapes).
    pub shape: usize,
    /// Value of the opcode.
    pub opcode: u64,
    /// Features that a processor must have.
    pub features: u32,
    /// What it does beyond its operands.
    pub effects: Effects,
}

impl StreamEncoding {
    /// The values that make it this instruction.
    pub fn values<'a>(&self, shape: &'a StreamShape) -> impl Iterator<Item = (&'a Place, u64)> {
        let bound = shape.bound.iter().map(|(place, value)| (place, *value));
        std::iter::once((&shape.opcode, self.opcode)).chain(bound)
    }
}
