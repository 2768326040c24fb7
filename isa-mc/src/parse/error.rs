//! Why a statement is no instruction.

use super::Span;

/// Why a statement is no instruction, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseError {
    /// The place in the statement.
    pub span: Span,
    /// What is wrong.
    pub kind: ParseErrorKind,
}

/// What is wrong with a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParseErrorKind {
    /// No instruction has this name.
    UnknownMnemonic,
}
