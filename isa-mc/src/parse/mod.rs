//! Text to instruction.

use crate::registers::Register;
use crate::{Inst, SyntaxId, Target};

mod error;

pub use error::{ParseError, ParseErrorKind};

/// Bytes of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// Byte behind the last.
    pub end: u32,
}

/// Names for numbers (`.set`) that expressions may hold.
pub trait Symbols {
    /// The value of a name; `None` if it has none.
    fn value(&self, name: &str) -> Option<i64>;
}

/// No names.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoSymbols;

impl Symbols for NoSymbols {
    fn value(&self, _: &str) -> Option<i64> {
        None
    }
}

pub(crate) fn register(_: &Target<'_>, _: &str, _: SyntaxId) -> Option<Register> {
    None
}

impl Target<'_> {
    /// The instruction that a statement means.
    ///
    /// # Errors
    ///
    /// [`ParseError`]: the nearest miss.
    pub fn parse(&self, text: &str, syntax: SyntaxId) -> Result<Inst, ParseError> {
        self.parse_with(text, syntax, &NoSymbols)
    }

    /// [`Target::parse`] with names for numbers.
    ///
    /// # Errors
    ///
    /// As [`Target::parse`].
    pub fn parse_with(
        &self,
        _text: &str,
        _syntax: SyntaxId,
        _symbols: &dyn Symbols,
    ) -> Result<Inst, ParseError> {
        Err(ParseError { span: Span::default(), kind: ParseErrorKind::UnknownMnemonic })
    }
}
