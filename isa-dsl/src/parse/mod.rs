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

use crate::ast::File;
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
    (File { items }, diagnostics)
}

/// The error for a file that is not text, at the byte that shows it.
pub(crate) fn not_text(place: Span, what: &str) -> Diagnostic {
    let message = format!("this is not a text file: byte {} {what}", place.start);
    Diagnostic::new(Code::NotText, place, message)
}
