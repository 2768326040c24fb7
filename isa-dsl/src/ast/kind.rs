//! Bits, and how the numbers in them are read.

use super::name::{Name, Number};
use crate::source::Span;

/// `[15:12]` or `[25]`.
#[derive(Debug, Clone, Copy, Hash)]
pub struct Bits {
    /// Most significant bit.
    pub high: Number,
    /// Least significant bit; equal to `high` for a single bit.
    pub low: Number,
    /// With the brackets.
    pub span: Span,
}

/// How a field's value is read and written.
#[derive(Debug, Clone, Hash)]
pub enum Kind {
    /// One bit, spelled by its name.
    Flag(Span),
    /// `list 3 of u1`
    List(Number, Box<Kind>, Span),
    /// `u12`, `s16 * 4 relative 4`, `u5 + 1`, `u20 hex`
    Integer(Integer),
    /// `literal f32`: the literal behind the instruction, which is always there,
    /// with the type of its values.
    Literal(Option<Name>, Span),
    /// A class, struct or register file, with the type of its values; the
    /// register number is the field's value times the scale (`sgpr * 2`).
    Class(Name, Option<Name>, Option<Number>),
}

/// An integer kind.
#[derive(Debug, Clone, Hash)]
pub struct Integer {
    /// The whole kind.
    pub span: Span,
    /// `true` for `sN`.
    pub signed: bool,
    /// `true` for `iN`.
    pub signless: bool,
    /// Width in bits, of the field's value.
    pub bits: u32,
    /// The text's value is the field's value times this …
    pub scale: Option<Number>,
    /// … plus this.
    pub bias: Option<Number>,
    /// Printed in hexadecimal.
    pub hex: Option<Number>,
    /// What it is relative to, and the bytes of one step (`relative * 4`).
    pub relative: Option<(Relative, Option<Number>)>,
}

/// What a relative value is relative to.
#[derive(Debug, Clone, Hash)]
pub enum Relative {
    /// The end of the instruction.
    End,
    /// The start of the instruction plus a number of bytes.
    Start(Number),
    /// A word that is not known.
    Unknown(Name),
}
