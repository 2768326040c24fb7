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
use std::rc::{Rc, Weak};

use super::bodies::{BEHIND, Numbers, Parameters, Part, Piece, cut, is_in_name, write_parts};
use super::expansions::Expansion;
use super::head::name_end;
use super::macros::{Given, Macro, Macros, Value};
use super::reading::Reading;
use super::scan::Cuts;
use crate::TargetMachine;
use crate::object::Location;

/// Bytes of bodies at most that are there once for each call in another body.
const MAX_CODE: usize = 1 << 9;

/// A call of a macro, in parts of a piece.
#[derive(Debug)]
pub(super) struct Call {
    /// The macro's name, by its number.
    number: usize,
    /// Where the name stands in the piece.
    name: Range<usize>,
    /// Which parts each argument is.
    arguments: Vec<Range<usize>>,
    /// The values in arguments.
    values: Vec<u32>,
    /// Line ends of the piece.
    pub(super) lines: usize,
    /// Nothing else stands in these lines.
    is_alone: bool,
    /// What the macro was when it was called first.
    code: OnceCell<Code>,
}

/// A macro's body with the arguments of a call in place of its parameters.
#[derive(Debug)]
struct Code {
    of: Weak<Macro>,
    /// None, if it is not one text or too long.
    parts: Vec<Part>,
    /// It is not all code.
    is_no_code: Cell<bool>,
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

    /// The parts of a macro's body with the arguments in place of parameters; none, if that is
    /// not one short text of code at most.
    fn body_of(&self, piece: &Piece, found: &Macro, cuts: &Cuts<'_>, macros: &Macros) -> Vec<Part> {
        let body = found.body();
        let pieces = body.pieces(&found.parameters(false), cuts, macros);
        let [of @ Piece { parts, .. }] = pieces else {
            return Vec::new();
        };
        if !self.is_alone || !of.is_statements() || body.length() > MAX_CODE {
            return Vec::new();
        }
        let mut all: Vec<Part> = Vec::new();
        for part in parts {
            let parts = match part {
                Part::Value(at) => match self.arguments.get(*at as usize) {
                    Some(range) => &piece.parts[range.clone()],
                    None => &[],
                },
                part => std::slice::from_ref(part),
            };
            for part in parts {
                match (all.last_mut(), part) {
                    (_, Part::Expansions | Part::Count) => return Vec::new(),
                    (Some(Part::Text(before, length)), Part::Text(text, more)) => {
                        let joined = [&before[..*length], &text[..*more]].concat();
                        (*before, *length) = Part::padded(&joined);
                    }
                    _ => all.push(part.clone()),
                }
            }
        }
        all
    }
}

/// Whether a part may be in a word.
fn may_be_word(part: &Part) -> bool {
    match part {
        Part::Text(text, length) => text.bytes().take(*length).all(is_in_name),
        Part::Value(_) | Part::Expansions | Part::Count => true,
    }
}

impl Piece {
    /// Appends a call, and says where its statement and its arguments are; `None` if it is too
    /// long.
    #[inline]
    fn write_call(
        &self,
        call: &Call,
        given: Given<'_>,
        numbers: Numbers,
        out: &mut String,
        arguments: &mut Vec<Value>,
    ) -> Option<Range<usize>> {
        arguments.clear();
        let start = out.len();
        let mut statement = start + call.name.start..start + call.name.end;
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
            statement.end = out.len();
            arguments.push(Value::word(begin..out.len()));
        }
        let parts = self.parts.get(done..)?;
        write_parts(parts, given, numbers, out).then_some(statement)
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
        let has_words = call.values.iter().all(|&at| given.is_word(at as usize));
        let found = self.macros.called(call.number, call.arguments.len());
        let Some(found) = found.filter(|_| has_words).cloned() else {
            return piece.write(given, numbers, expansion.text());
        };
        let mut read = 0;
        if let Some(code) = self.code_of(piece, call, &found) {
            let is_all;
            (read, is_all) = self.code_call(&code.parts, given);
            if is_all {
                found.body().next_numbers(self.expansions);
                (self.rounds, self.expansions) = (self.rounds + 1, self.expansions + 1);
                expansion.leave_out(call.lines);
                self.expanded(read + call.lines, expansion);
                return true;
            }
            code.is_no_code.set(true);
        }
        let mut values = self.spare_values.pop().unwrap_or_default();
        let arguments = &mut values.all;
        let from = expansion.text.len();
        let text = expansion.text();
        let written = piece.write_call(call, given, numbers, text, arguments);
        let end = text.len();
        if let Some(statement) = &written {
            expansion.read = end;
            if self.expanded(end - from, expansion) {
                self.call_with(expansion, &found, statement, arguments, read);
            }
        }
        self.spare_values.push(values);
        written.is_some()
    }

    /// The body of a macro with the arguments of a call, if it may be all code and nothing
    /// hinders that it is read at once.
    #[inline]
    fn code_of<'c>(&self, piece: &Piece, call: &'c Call, found: &Rc<Macro>) -> Option<&'c Code> {
        let may = self.may_call();
        let code = call.code.get_or_init(|| Code {
            of: Rc::downgrade(found),
            parts: call.body_of(piece, found, &self.cuts, &self.macros),
            is_no_code: Cell::default(),
        });
        let is_it = std::ptr::eq(code.of.as_ptr(), Rc::as_ptr(found));
        (may && is_it && !code.parts.is_empty() && !code.is_no_code.get()).then_some(code)
    }

    /// Reads a body as far as it is code; gives how far that is, and whether it is all.
    #[inline]
    fn code_call(&mut self, parts: &[Part], given: Given<'_>) -> (usize, bool) {
        let mut text = std::mem::take(&mut self.code_text);
        text.clear();
        write_parts(parts, given, Numbers::default(), &mut text);
        let end = text.len();
        text.push_str(BEHIND);
        let read = self.code(&text, 0, end);
        self.code_text = text;
        (read, read == end)
    }

    /// Does a call that stands in an expansion, of whose body so many bytes were read.
    fn call_with(
        &mut self,
        expansion: &mut Expansion<'_>,
        found: &Macro,
        statement: &Range<usize>,
        arguments: &[Value],
        read: usize,
    ) {
        let number = self.number_of(expansion);
        let location = Location {
            text: number,
            start: statement.start as u32,
            end: statement.end as u32,
        };
        self.texts.set(number, Rc::clone(&expansion.text));
        (self.depth, self.open_macros) = (self.depth + 1, self.open_macros + 1);
        if self.may_expand(found, location) && self.round(location) {
            let given = Given {
                text: &expansion.text,
                all: arguments,
            };
            self.expand_with(found, given, false, location, read);
        }
        (self.depth, self.open_macros) = (self.depth - 1, self.open_macros - 1);
        self.texts.set(number, Rc::clone(&self.nothing));
    }
}
