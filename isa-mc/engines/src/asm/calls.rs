//! Calls of macros that stand in bodies.
//!
//! A call whose arguments are words is cut when the body is that it stands in. Whoever expands
//! the body writes the call, so that errors have their place, and knows what its arguments
//! are: they are parts of what was written, and nobody reads them again.
//!
//! ```text
//! one 0, \left, v\right ──► `one `, [`0`], `, `, [left], `, `, [`v`, right]
//! ```

use std::cell::{Cell, OnceCell};
use std::ops::Range;

use super::head::name_end;
use super::macro_names::MacroNames;
use super::parts::{Parameters, Part, cut};
use super::values::is_in_name;

/// A call of a macro, in parts of a piece.
#[derive(Debug)]
pub(super) struct Call {
    /// The macro's name, by its number.
    pub(super) number: usize,
    /// Where the name stands in the piece.
    pub(super) name: Range<usize>,
    /// Which parts each argument is.
    pub(super) arguments: Vec<Range<usize>>,
    /// The values in arguments.
    pub(super) values: Vec<u32>,
    /// Line ends of the piece.
    pub(super) lines: usize,
    /// Nothing else stands in these lines.
    pub(super) is_alone: bool,
    /// What the macro was when it was called first.
    pub(super) code: OnceCell<Code>,
}

/// A macro's body with the arguments of a call in place of its parameters.
#[derive(Debug)]
pub(super) struct Code {
    /// The macro's number.
    pub(super) of: u64,
    /// None, if it is not one text or too long.
    pub(super) parts: Vec<Part>,
    /// Not all of it is code.
    pub(super) has_others: Cell<bool>,
}

impl Call {
    /// The call in a piece of a body, and the piece's parts: its statement stands between two
    /// bytes of the text. `None` if it is none, or if an argument may be something else than
    /// a word.
    pub(super) fn cut(
        text: &str,
        statement: Range<usize>,
        is_alone: bool,
        parameters: &Parameters<'_>,
        names: &MacroNames,
    ) -> Option<(Call, Vec<Part>)> {
        let bytes = &text.as_bytes()[..statement.end];
        let name = statement.start..statement.start + name_end(&bytes[statement.start..]);
        let number = names.number(&text[name.clone()])?;
        let mut parts = Vec::new();
        let mut arguments = Vec::new();
        // What is in parts already.
        let mut done = 0;
        let mut at = name.end;
        while at != statement.end {
            let space = bytes[at..].iter().take_while(|it| it.is_ascii_whitespace());
            let start = at + space.count();
            // A name ends at white space.
            if start == name.end {
                return None;
            }
            let is_inside = |it: &&u8| **it != b',' && !it.is_ascii_whitespace();
            let end = start + bytes[start..].iter().take_while(is_inside).count();
            let argument = cut(&text[start..end], parameters);
            if argument.is_empty() || !argument.iter().all(may_be_word) {
                return None;
            }
            parts.extend(cut(&text[done..start], parameters));
            arguments.push(parts.len()..parts.len() + argument.len());
            parts.extend(argument);
            (done, at) = (end, end);
            if at != statement.end {
                if bytes[at] != b',' || at + 1 == statement.end {
                    return None;
                }
                at += 1;
            }
        }
        parts.extend(cut(&text[done..], parameters));
        let values = arguments
            .iter()
            .flat_map(|it: &Range<usize>| &parts[it.clone()]);
        let values = values.filter_map(|part| match part {
            Part::Value(at) => Some(*at),
            _ => None,
        });
        let call = Call {
            number,
            name,
            values: values.collect(),
            arguments,
            is_alone,
            code: OnceCell::new(),
            lines: memchr::memchr_iter(b'\n', text.as_bytes()).count(),
        };
        Some((call, parts))
    }
}

/// Whether a part may be in a word.
fn may_be_word(part: &Part) -> bool {
    match part {
        Part::Text(text, length) => text.bytes().take(*length).all(is_in_name),
        Part::Value(_) | Part::Expansions | Part::Count => true,
    }
}
