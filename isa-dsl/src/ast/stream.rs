//! Byte streams.

use super::{At, Direction, Expr, Field, Fixed, Form, Member, Name, Number, Reserved};
use crate::source::Span;

/// A byte-stream layout, or a part of one.
#[derive(Debug, Clone, Hash)]
pub struct Stream {
    /// Name.
    pub name: Name,
    /// Title for people.
    pub title: Option<Name>,
    /// Where it exists.
    pub at: Option<At>,
    /// Its lines in order of the bytes.
    pub lines: Vec<StreamLine>,
}

/// A line of a stream.
#[derive(Debug, Clone, Hash)]
pub enum StreamLine {
    /// One or more pieces of the same type.
    Piece(Box<Piece>),
    /// Alternatives chosen by an earlier value.
    Switch(Switch),
    /// How the pieces so far are written, where that is not one operand each:
    /// `asm "V{id}.{offset}";`
    Form(Form),
    /// What the instruction accesses that a piece has the number of.
    Naming(Naming),
    /// Whether that is read or written, where it depends.
    Directed(Directed),
}

/// `out data when op == 3;`
#[derive(Debug, Clone, Hash)]
pub struct Directed {
    /// Whether what the pieces name is read, written or both.
    pub direction: Direction,
    /// The pieces.
    pub names: Vec<Name>,
    /// Only then.
    pub when: Option<Expr>,
}

/// `names V id when id != 0;`
#[derive(Debug, Clone, Hash)]
pub struct Naming {
    /// The whole line.
    pub span: Span,
    /// What stands before the number where no name is known.
    pub prefix: Name,
    /// The piece with the number; `any` if the instruction does not say which one it is.
    pub value: Option<Name>,
    /// Only then.
    pub when: Option<Expr>,
}

/// `when kind == 5 repeat count u, v : raw_operand;`
#[derive(Debug, Clone, Hash)]
pub struct Piece {
    /// The whole line.
    pub span: Span,
    /// Present only then.
    pub when: Option<Expr>,
    /// How often.
    pub repeat: Option<Repeat>,
    /// Whether what it names is read, written or both.
    pub direction: Option<Direction>,
    /// Names, in order.
    pub names: Vec<Name>,
    /// Type: `u8` … `u64`, or a stream, class or struct.
    pub ty: Name,
    /// Fixed value.
    pub value: Option<Number>,
    /// Where it exists.
    pub at: Option<At>,
    /// Bits of an integer piece.
    pub bits: Option<PieceBits>,
}

/// `repeat count limit 32 with " "`
#[derive(Debug, Clone, Hash)]
pub struct Repeat {
    /// The value that says how often.
    pub count: Name,
    /// How often at most; as often as the value can say if nothing is said.
    pub limit: Option<Number>,
    /// What stands between two of them in text; a comma and a blank if nothing is said.
    pub between: Option<Name>,
}

/// The bits of an integer piece.
#[derive(Debug, Clone, Default, Hash)]
pub struct PieceBits {
    /// Members with a kind.
    pub members: Vec<Member>,
    /// Fields without.
    pub fields: Vec<Field>,
    /// Fixed bits.
    pub fixed: Vec<Fixed>,
    /// Bits that must be zero.
    pub reserved: Vec<Reserved>,
    /// Bits that are not looked at.
    pub ignored: Vec<Reserved>,
}

/// `switch header.kind { case 0 { … } }`
#[derive(Debug, Clone, Hash)]
pub struct Switch {
    /// The whole statement.
    pub span: Span,
    /// The value that chooses.
    pub on: Name,
    /// The alternatives.
    pub cases: Vec<Case>,
}

/// One alternative.
#[derive(Debug, Clone, Hash)]
pub struct Case {
    /// The whole case.
    pub span: Span,
    /// Values, as ranges with both ends included.
    pub values: Vec<(Number, Number)>,
    /// Its lines.
    pub lines: Vec<StreamLine>,
}
