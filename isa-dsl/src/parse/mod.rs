//! Text to syntax tree.
//!
//! ```text
//! token         words, strings, brackets
//! peg           how a text is matched by rules
//! grammar       the rules: `grammar.pest` as a table, which a test writes
//! scan          brackets and `;`: cuts the text into items
//! message       what the grammar expected, in words
//! build         the parser's pairs to the tree; expressions, items,
//!               instructions, streams, lints, operations hold the rules
//! recover       parses every item on its own; where one is wrong, its lines
//! ```
//!
//! Nothing here recurses over input deeper than `scan` allows, and the time
//! is linear in the text for every input.

mod build;
mod expressions;
mod grammar;
mod instructions;
mod items;
mod lints;
mod message;
mod operations;
mod peg;
mod recover;
mod scan;
mod streams;
mod token;

#[cfg(test)]
mod tests;

#[cfg(feature = "compiler")]
pub(crate) use build::Node;
pub(crate) use grammar::Rule;
#[cfg(feature = "compiler")]
pub(crate) use token::{Token, TokenKind, Tokens};

use std::sync::Arc;

use crate::ast::{File, OpStmt, OpStmtKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The longest text that is read, in bytes.
pub const MAX_FILE_BYTES: usize = 64 << 20;

/// Parses the text of one file. `file` is its index in
/// [`Sources`](crate::source::Sources), for the spans.
///
/// All errors of the text are reported, and everything that is well formed is
/// in the tree: an item or a line with an error is left out alone.
///
/// ```
/// let (file, errors) = isa_dsl::parse::parse_file(0, "counter vmcnt;\nspace flat\nspace lds;\n");
/// assert_eq!(file.items.len(), 3);
/// assert_eq!(errors.len(), 1);
/// assert_eq!(errors[0].message, "expected `;`, found `space`");
/// ```
pub fn parse_file(file: u32, text: &str) -> (File, Vec<Diagnostic>) {
    let start = Span {
        file,
        start: 0,
        end: 0,
    };
    if text.len() > MAX_FILE_BYTES {
        let message = format!("the file is longer than {} MiB", MAX_FILE_BYTES >> 20);
        return (
            File::default(),
            vec![Diagnostic::new(Code::Unreadable, start, message)],
        );
    }
    if let Some(at) = text.find('\0') {
        let place = Span {
            file,
            start: at as u32,
            end: at as u32 + 1,
        };
        return (File::default(), vec![not_text(place, "is zero")]);
    }
    let mut parser = recover::FileParser::new(file, text);
    parser.run();
    let recover::FileParser {
        items,
        mut diagnostics,
        ..
    } = parser;
    if items.is_empty() && diagnostics.is_empty() {
        diagnostics.push(
            Diagnostic::new(Code::EmptyFile, start, "the file declares nothing")
                .help("a description begins with `isa NAME \"title\" { … }`"),
        );
    }
    let items = items.into_iter().map(Arc::new).collect();
    (File { items }, diagnostics)
}

/// The words that items begin with.
pub fn item_words() -> impl Iterator<Item = &'static str> {
    recover::item_words()
}

/// The keywords that lines in the block of an item may begin with, by the item's own; also of
/// `encoding`. Lines that begin with a name are not among them.
///
/// ```
/// assert!(isa_dsl::parse::block_words("format").contains(&"reserved"));
/// ```
pub fn block_words(item: &str) -> &'static [&'static str] {
    recover::block_words(item)
}

/// Shows every match in the text of a file: of an item, or where something is wrong with one
/// of its head and of each of its lines; with the byte of the text where it begins.
#[cfg(feature = "compiler")]
pub(crate) fn visit(text: &str, see: &mut dyn FnMut(usize, Node<'_>)) {
    let mut see = |base: usize, node: Node<'_>| see(base, node);
    recover::FileParser::new(0, text).visited(&mut see).run();
}

/// The statements of an operation, as its text has them; `None` if they are none.
pub(crate) fn statements(text: &str) -> Option<Vec<OpStmt>> {
    let text = format!("{{{text}}}");
    let node = peg::parse(Rule::one_op_stmt, &text).ok()?.next()?;
    let mut builder = build::Builder {
        file: 0,
        base: 0,
        diagnostics: &mut Vec::new(),
    };
    match builder.op_stmt(node)?.kind {
        OpStmtKind::Block(statements) => Some(statements),
        _ => None,
    }
}

/// The error for a file that is not text, at the byte that shows it.
pub(crate) fn not_text(place: Span, what: &str) -> Diagnostic {
    let message = format!("this is not a text file: byte {} {what}", place.start);
    Diagnostic::new(Code::NotText, place, message)
}
