//! What can be wrong with an object.

use core::fmt::{self, Display, Formatter};

use super::expression::ExpressionError;
use super::place::{Location, SymbolId};

/// Something that cannot be an object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectError {
    /// What is wrong.
    pub kind: ObjectErrorKind,
    /// Where it was written.
    pub location: Location,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ObjectErrorKind {
    /// Bytes that are not zero in a section without bits.
    NoBits,
    /// A section that is larger than [`MAX_SECTION`](super::MAX_SECTION), or without
    /// bits than [`MAX_NO_BITS`](super::MAX_NO_BITS).
    SectionSize,
    /// An offset of a relocation that is neither a number nor a place of this object.
    NotAPlace,
    /// A count below zero.
    Count(i64),
    /// An address that lies behind.
    Backwards,
    /// A symbol that is defined again.
    Redefined(SymbolId),
    /// An expression without a value.
    Expression(ExpressionError),
    /// A value that must be a number, and counts from a symbol.
    NotANumber,
    /// Sizes that depend on one another and never settle.
    Unsettled,
    /// A number that does not fit so many bytes.
    Data {
        /// The number.
        value: i64,
        /// The bytes.
        bytes: u8,
    },
    /// A distance that a branch cannot have, in its steps.
    Distance {
        /// How far it is, in steps.
        steps: i64,
        /// Bytes of a step.
        unit: u32,
        /// The nearest and the farthest that it can be.
        range: (i64, i64),
    },
    /// A distance that is no whole number of steps.
    Unit {
        /// The distance in bytes.
        distance: i64,
        /// Bytes of a step.
        unit: u32,
    },
    /// The difference of places in two sections, or of symbols of other objects.
    Difference,
    /// A symbol that nothing defines, where a linker cannot help.
    Undefined(SymbolId),
    /// A symbol that several versions should be the only name of.
    Versions(SymbolId),
    /// The machine has no relocation for this.
    NoRelocation,
    /// A record that its values do not allow.
    Record(String),
    /// The instruction at the fixup cannot be changed.
    Instruction,
    /// A name of a section or symbol with a zero byte, where names end in files.
    Name(Box<str>),
    /// A description of frames that cannot be so.
    Frame(&'static str),
}

impl Display for ObjectErrorKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ObjectErrorKind::NoBits => {
                f.write_str("this section has a size and no bytes: only zeros can stand here")
            }
            ObjectErrorKind::SectionSize => {
                f.write_str("the section gets larger than 1 GiB, or than 256 TiB if it has no bits")
            }
            ObjectErrorKind::NotAPlace => f.write_str(
                "the offset must be a number of bytes, or a place in a section of this source",
            ),
            ObjectErrorKind::Count(count) => write!(f, "{count} times is less than never"),
            ObjectErrorKind::Backwards => f.write_str("the address lies behind this place"),
            ObjectErrorKind::Redefined(_) => f.write_str("the symbol is defined already"),
            ObjectErrorKind::Expression(error) => write!(f, "{error}"),
            ObjectErrorKind::NotANumber => {
                f.write_str("expected a number, found a value that counts from a symbol")
            }
            ObjectErrorKind::Unsettled => {
                f.write_str("the size depends on itself and does not settle")
            }
            ObjectErrorKind::Data { value, bytes } => {
                let bits = u32::from(*bytes) * 8;
                write!(f, "{value} does not fit {bits} bits")
            }
            ObjectErrorKind::Distance { steps, unit, range } => write!(
                f,
                "too far away: {steps} steps of {unit} bytes, and the operand takes {} to {}",
                range.0, range.1
            ),
            ObjectErrorKind::Unit { distance, unit } => {
                write!(f, "{distance} bytes away, which is no multiple of {unit}")
            }
            ObjectErrorKind::Difference => {
                f.write_str("the difference of these places is not known before linking")
            }
            ObjectErrorKind::Undefined(_) => f.write_str("nothing defines the symbol"),
            ObjectErrorKind::Versions(_) => {
                f.write_str("several versions would take the place of the symbol's own name")
            }
            ObjectErrorKind::NoRelocation => {
                f.write_str("the machine has no relocation for such a value here")
            }
            ObjectErrorKind::Record(message) => f.write_str(message),
            ObjectErrorKind::Instruction => {
                f.write_str("the instruction cannot hold a value that is known later")
            }
            ObjectErrorKind::Frame(message) => f.write_str(message),
            ObjectErrorKind::Name(name) => {
                write!(
                    f,
                    "the name {name:?} has a zero byte, where names end in files"
                )
            }
        }
    }
}

impl Display for ExpressionError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ExpressionError::DivisionByZero => "division by zero",
            ExpressionError::NotANumber => "the operator takes numbers, not places",
            ExpressionError::TooDeep => "the expression is nested too deeply",
            ExpressionError::Call => "the function takes other arguments",
            ExpressionError::TooManySymbols => {
                "the sum of two places, or of what is subtracted, is no place"
            }
            ExpressionError::Cycle(_) => {
                "the symbol is worth itself, or symbols are nested too deeply"
            }
        })
    }
}

impl core::error::Error for ObjectErrorKind {}
impl core::error::Error for ExpressionError {}
