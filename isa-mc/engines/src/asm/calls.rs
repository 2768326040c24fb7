//! Calls of macros that stand in bodies.
//!
//! A call whose arguments are words is cut when the body is that it stands in. Whoever expands
//! the body writes the call, so that errors have their place, and knows what its arguments
//! are: they are parts of what was written, and nobody reads them again.
//!
//! ```text
//! one 0, \left, v\right ──► `one `, [`0`], `, `, [left], `, `, [`v`, right]
//! ```

use std::ops::Range;

use super::bodies::{BEHIND, Numbers, Parameters, Part, Piece, cut, is_in_name, write_parts};
use super::expansions::Expansion;
use super::head::name_end;
use super::macros::{Given, Macro, Macros, Value};
use super::reading::Reading;
use crate::TargetMachine;
use crate::object::Location;

/// A call of a macro, in parts of a piece.
#[derive(Debug)]
pub(super) struct Call {
    /// The macro's name, by its number.
    number: usize,
    /// Where the name stands in the piece.
    name: Range<usize>,
    /// Which parts each argument is.
    arguments: Vec<Range<usize>>,
    /// Line ends of the piece.
    pub(super) lines: usize,
}

impl Call {
    /// The call in a piece of a body, and the piece's parts: its statement stands between two
    /// bytes of the text. `None` if it is none, or if an argument may be something else than
    /// a word.
    pub(super) fn cut(
        text: &str,
        statement: Range<usize>,
        parameters: &Parameters<'_>,
        macros: &Macros,
    ) -> Option<(Call, Vec<Part>)> {
        let bytes = &text.as_bytes()[..statement.end];
        let name = statement.start..statement.start + name_end(&bytes[statement.start..]);
        let number = macros.number(&text[name.clone()])?;
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
        let call = Call {
            number,
            name,
            arguments,
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

/// A call as it was written.
struct Written {
    /// Where it stands.
    statement: Range<usize>,
    /// Its arguments are words.
    has_words: bool,
}

impl Piece {
    /// Appends a call, and says what its arguments are; `None` if it is too long.
    #[inline]
    fn write_call(
        &self,
        call: &Call,
        given: Given<'_>,
        numbers: Numbers,
        out: &mut String,
        arguments: &mut Vec<Value>,
    ) -> Option<Written> {
        arguments.clear();
        let start = out.len();
        let mut written = Written {
            statement: start + call.name.start..start + call.name.end,
            has_words: true,
        };
        let mut done = 0;
        for argument in &call.arguments {
            let parts = self.parts.get(done..argument.start)?;
            write_parts(parts, given, numbers, out);
            let parts = self.parts.get(argument.clone())?;
            done = argument.end;
            let begin = out.len();
            if !write_parts(parts, given, numbers, out) {
                return None;
            }
            written.statement.end = out.len();
            let is_word = parts.iter().all(|part| match part {
                Part::Value(at) => given.is_word(*at as usize),
                _ => true,
            });
            written.has_words &= is_word;
            arguments.push(Value::word(begin..out.len()));
        }
        let parts = self.parts.get(done..)?;
        write_parts(parts, given, numbers, out).then_some(written)
    }
}

impl<'t, T: TargetMachine<'t>> Reading<'_, '_, 't, T> {
    /// Appends a call, and does it if it is one now: what it is not is read as other statements
    /// are. Whether it is not too long.
    pub(super) fn call(
        &mut self,
        expansion: &mut Expansion<'_>,
        piece: &Piece,
        call: &Call,
        given: Given<'_>,
        numbers: Numbers,
    ) -> bool {
        let mut values = self.spare_values.pop().unwrap_or_default();
        let arguments = &mut values.all;
        let from = expansion.text.len();
        let text = expansion.text();
        let written = piece.write_call(call, given, numbers, text, arguments);
        let end = text.len();
        let found = self.macros.called(call.number, arguments.len()).cloned();
        if let Some(written) = &written
            && written.has_words
            && let Some(found) = found
        {
            expansion.read = end;
            if self.expanded(end - from, expansion) {
                self.call_with(expansion, &found, &written.statement, arguments);
            }
        }
        self.spare_values.push(values);
        written.is_some()
    }

    /// Does a call that stands in an expansion.
    fn call_with(
        &mut self,
        expansion: &mut Expansion<'_>,
        found: &Macro,
        statement: &Range<usize>,
        arguments: &[Value],
    ) {
        let number = self.number_of(expansion);
        let location = Location {
            text: number,
            start: statement.start as u32,
            end: statement.end as u32,
        };
        expansion.text().push_str(BEHIND);
        self.texts.set(number, std::rc::Rc::clone(&expansion.text));
        (self.depth, self.open_macros) = (self.depth + 1, self.open_macros + 1);
        if self.may_expand(found, location) && self.round(location) {
            let given = Given {
                text: &expansion.text,
                all: arguments,
            };
            self.expand_with(found, given, false, location);
        }
        (self.depth, self.open_macros) = (self.depth - 1, self.open_macros - 1);
        self.texts.set(number, std::rc::Rc::clone(&self.nothing));
        let read = expansion.read;
        expansion.text().truncate(read);
    }
}
