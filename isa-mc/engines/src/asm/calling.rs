//! What calls of macros that stand in bodies do.

use std::cell::Cell;
use std::ops::Range;
use std::rc::Rc;

use super::bodies::Piece;
use super::calls::{Call, Code};
use super::expansions::Expansion;
use super::macros::{Macro, Macros};
use super::parts::{BEHIND, Numbers, Part, write_parts};
use super::reading::Reading;
use super::scan::Cuts;
use super::values::{Given, Value};
use crate::object::Location;

/// Bytes of bodies at most that are there once for each call in another body.
const MAX_CODE: usize = 1 << 9;

/// The parts of a macro's body with the arguments in place of parameters; none, if that is
/// not one short text of code at most.
fn body_of(
    call: &Call,
    piece: &Piece,
    found: &Macro,
    cuts: &Cuts<'_>,
    macros: &Macros,
) -> Vec<Part> {
    let body = found.body();
    let pieces = body.pieces(&found.parameters(false), cuts, macros.called_names());
    let [of @ Piece { parts, .. }] = pieces else {
        return Vec::new();
    };
    if !call.is_alone || !of.is_statements() || body.length() > MAX_CODE {
        return Vec::new();
    }
    let mut all: Vec<Part> = Vec::new();
    for part in parts {
        let parts = match part {
            Part::Value(at) => match call.arguments.get(*at as usize) {
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

impl Reading<'_, '_, '_> {
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
            code.has_others.set(true);
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
            of: found.id(),
            parts: body_of(call, piece, found, &self.cuts, &self.macros),
            has_others: Cell::default(),
        });
        let is_it = code.of == found.id();
        (may && is_it && !code.parts.is_empty() && !code.has_others.get()).then_some(code)
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
