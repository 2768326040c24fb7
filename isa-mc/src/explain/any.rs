//! Explaining what a person writes, for a processor that is known when the program runs.

use std::fmt::{self, Display, Formatter};

use crate::machines::AnyTarget;
use crate::{DecodeError, NoSymbols, ParseError, SyntaxId, Target};

use super::explained::Explained;
use super::explanation::{Explanation, explain};

/// Why there is nothing to explain.
#[derive(Debug, Clone, PartialEq)]
pub enum NotExplained {
    /// The text is no instruction, or means several things; the error says where.
    Statement {
        /// What is wrong, and where in the text.
        error: ParseError,
        /// The same for people.
        message: String,
    },
    /// The bytes are no instruction.
    Bytes {
        /// What is wrong.
        error: DecodeError,
        /// The same for people.
        message: String,
    },
}

impl Display for NotExplained {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            NotExplained::Statement { message, .. } | NotExplained::Bytes { message, .. } => {
                f.write_str(message)
            }
        }
    }
}

impl std::error::Error for NotExplained {}

/// Explains the instruction that a text is, without a label or a comment.
///
/// ```
/// # #[cfg(feature = "gcn")] {
/// use isa_mc::{SyntaxId, explain, machines};
///
/// let target = machines::target("gfx900").unwrap();
/// let explanation = explain::statement(&target, SyntaxId::default(), "s_nop 0").unwrap();
/// assert_eq!(explanation.bytes, [0, 0, 0x80, 0xbf]);
/// let error = explain::statement(&target, SyntaxId::default(), "s_nope 0").unwrap_err();
/// assert_eq!(error.to_string(), "no instruction is called `s_nope`; did you mean `s_nop`?");
/// # }
/// ```
///
/// # Errors
///
/// [`NotExplained::Statement`].
pub fn statement(
    target: &AnyTarget,
    syntax: SyntaxId,
    text: &str,
) -> Result<Explanation, NotExplained> {
    match target {
        AnyTarget::Words(target) => statement_of(target, syntax, text),
        AnyTarget::Streams(target) => statement_of(target, syntax, text),
    }
}

/// Explains the instruction that bytes begin with. How many bytes it has is the length of
/// [`Explanation::bytes`]; others may follow.
///
/// # Errors
///
/// [`NotExplained::Bytes`].
pub fn bytes(
    target: &AnyTarget,
    syntax: SyntaxId,
    bytes: &[u8],
) -> Result<Explanation, NotExplained> {
    match target {
        AnyTarget::Words(target) => bytes_of(target, syntax, bytes),
        AnyTarget::Streams(target) => bytes_of(target, syntax, bytes),
    }
}

fn statement_of<T: Explained>(
    target: &T,
    syntax: SyntaxId,
    text: &str,
) -> Result<Explanation, NotExplained> {
    let wrong = |error: ParseError| NotExplained::Statement {
        message: error.display(target.target(), syntax, text).to_string(),
        error,
    };
    let parsed = target.parse_with(text, syntax, &NoSymbols).map_err(wrong)?;
    bytes_known(target, syntax, parsed.inst)
}

fn bytes_of<T: Explained>(
    target: &T,
    syntax: SyntaxId,
    bytes: &[u8],
) -> Result<Explanation, NotExplained> {
    let inst = target
        .decode(bytes)
        .map_err(|error| wrong(&target.target(), error))?;
    bytes_known(target, syntax, inst)
}

fn bytes_known<T: Explained>(
    target: &T,
    syntax: SyntaxId,
    inst: T::Inst,
) -> Result<Explanation, NotExplained> {
    let found = explain(target, syntax, inst);
    found.ok_or_else(|| wrong(&target.target(), DecodeError::Unknown))
}

fn wrong(target: &Target<'static>, error: DecodeError) -> NotExplained {
    NotExplained::Bytes {
        message: error.display(target.tables()).to_string(),
        error,
    }
}
