//! What macros and repetitions stand for, read as it is written.
//!
//! ```text
//! Piece ──write──► Expansion ──read──► lines of code, statements
//!   └── a condition ──decide──► whether the pieces behind it are written at all
//! ```
//!
//! An expansion is a text like others, to which the pieces of a body are appended. A piece
//! with statements is read when the next condition has to be decided, or at the end: then
//! conditions stand for themselves, and nobody looks for them in the text again. The line ends
//! of what is left out are there, so that lines have their numbers.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use super::bodies::{Body, Piece, PieceKind, is_one_text};
use super::conditions::Directive;
use super::error::{Code, MAX_ERRORS};
use super::expressions::Scope;
use super::macros::Macro;
use super::parts::{BEHIND, MAX_EXPANSION, Numbers, Parameters};
use super::reading::{Reading, Statement};
use super::text::{Content, Origin, OriginKind, Text};
use super::values::{Given, Value};
use crate::object::Location;

/// Files and expansions within one another at most.
pub(super) const MAX_NESTED: u32 = 100;
/// Rounds of all repetitions at most.
const MAX_ROUNDS: u64 = 1 << 24;
/// Bytes of all expansions at most: a source of a line should not be read for hours.
const MAX_EXPANDED: u64 = 1 << 30;
/// Bytes of rounds that are read at once: longer ones are read one by one.
const ROUNDS_AT_ONCE: usize = 1 << 16;
/// Texts that are kept for later expansions at most.
const MAX_SPARE: usize = 32;

/// A text that a statement stands for, while it is written and read.
pub(super) struct Expansion<'n> {
    name: &'n Rc<str>,
    /// The statement.
    location: Location,
    kind: OriginKind,
    /// Nobody else has it while it is written.
    pub(super) text: Content,
    /// Bytes that were read.
    pub(super) read: usize,
    /// Its number, if somebody has to know where a statement of it stands; and how many texts
    /// were kept before it.
    number: Option<(u32, usize)>,
    /// Conditions that were open before it.
    conditions: usize,
}

impl Expansion<'_> {
    /// The text, to append to.
    #[inline]
    pub(super) fn text(&mut self) -> &mut String {
        Rc::make_mut(&mut self.text).to_mut()
    }

    /// Appends the ends of lines that are passed over.
    #[inline]
    pub(super) fn leave_out(&mut self, mut lines: usize) {
        let text = self.text();
        while lines != 0 {
            let now = lines.min(BEHIND.len());
            text.push_str(&BEHIND[..now]);
            lines -= now;
        }
        self.read = self.text.len();
    }

    /// Whether all that was appended was read.
    #[inline]
    fn is_read(&self) -> bool {
        self.read == self.text.len()
    }
}

impl Reading<'_, '_, '_> {
    // ---- macros ----------------------------------------------------------------------

    /// Expands a macro whose name ends at a byte of the statement.
    pub(super) fn expand(&mut self, statement: &Statement<'_>, found: &Macro, end: usize) {
        let location = statement.whole();
        if !self.may_expand(found, location) {
            return;
        }
        let is_alternate = self.macros.are_alternate;
        let mut values = self.spare_values.pop().unwrap_or_default();
        let scope = &mut Scope {
            builder: &mut self.builder,
            labels: &mut self.labels,
            writer: self.writer.as_deref_mut(),
            location,
        };
        match found.values(statement.text, end, is_alternate, scope, &mut values) {
            Err(fault) => self.fault(statement, fault),
            Ok(()) if self.round(location) => {
                values.text.push_str(BEHIND);
                self.expand_with(found, values.given(), is_alternate, location, 0);
            }
            Ok(()) => {}
        }
        self.spare_values.push(values);
    }

    /// Whether a macro may be expanded within those that are.
    #[inline]
    pub(super) fn may_expand(&mut self, found: &Macro, location: Location) -> bool {
        let most = self.settings.macro_depth;
        let may = self.open_macros < most;
        if !may {
            let message = format!(
                "macros and repetitions within one another, more than {most}: does `{}` expand \
                 itself without an end?",
                found.name()
            );
            self.error(Code::TooDeep, location, message);
        }
        may
    }

    /// Whether macros may be called within one that is expanded, without a look at limits for
    /// each.
    #[inline]
    pub(super) fn may_call(&self) -> bool {
        self.open_macros + 1 < self.settings.macro_depth
            && self.depth + 1 < MAX_NESTED
            && self.rounds + 1 < MAX_ROUNDS
            && self.errors.len() < MAX_ERRORS
    }

    /// Reads the body of a macro with values. If bytes of it were read already, it is one text.
    pub(super) fn expand_with(
        &mut self,
        found: &Macro,
        given: Given<'_>,
        is_alternate: bool,
        location: Location,
        read: usize,
    ) {
        let cuts = Rc::clone(&self.cuts);
        let body = found.body();
        let pieces = body.pieces(
            &found.parameters(is_alternate),
            &cuts,
            self.macros.called_names(),
        );
        let numbers = body.next_numbers(self.expansions);
        self.expansions += 1;
        if let Some(mut expansion) = self.begin(found.name(), location, OriginKind::Macro) {
            let mut texts = given.iter().map(|(text, _)| text);
            let decides = self.decides(pieces, || texts.all(|it| cuts.keeps_statements(it)));
            self.put(&mut expansion, pieces, decides, given, numbers);
            expansion.read = expansion.read.max(read);
            self.end(expansion);
        }
        self.write_end();
        // `.exitm` ends the macro; `.end` ends everything.
        self.ended = self.all_ended;
    }

    // ---- repetitions -----------------------------------------------------------------

    /// Reads a body again and again, as long as there is a value for the round. Rounds
    /// are one text, as long as that is not too long.
    pub(super) fn rounds_of<'v>(
        &mut self,
        body: &Body,
        parameters: &Parameters<'_>,
        name: &str,
        location: Location,
        value_of: impl Fn(u64) -> Option<&'v str>,
    ) {
        let name: Rc<str> = name.into();
        let cuts = Rc::clone(&self.cuts);
        let pieces = body.pieces(parameters, &cuts, self.macros.called_names());
        let mut round = 0;
        let mut is_done = false;
        while !is_done {
            let Some(mut expansion) = self.begin(&name, location, OriginKind::Repetition) else {
                break;
            };
            while expansion.text.len() < ROUNDS_AT_ONCE && !is_done {
                let Some(value) = value_of(round).filter(|_| self.round(location)) else {
                    is_done = true;
                    break;
                };
                round += 1;
                let numbers = body.next_numbers(self.expansions);
                let decides = self.decides(pieces, || cuts.keeps_statements(value));
                let given = Given {
                    text: value,
                    all: &[Value::whole(value)],
                };
                let fits = self.put(&mut expansion, pieces, decides, given, numbers);
                is_done = !fits || self.ended || self.is_hopeless();
            }
            self.end(expansion);
            self.write_end();
            is_done |= self.ended || self.is_hopeless();
        }
        // `.exitm` ends the repetition; `.end` ends everything.
        self.ended = self.all_ended;
    }

    /// Counts a round; whether there may be one more.
    pub(super) fn round(&mut self, location: Location) -> bool {
        self.rounds += 1;
        let may = self.rounds < MAX_ROUNDS && self.errors.len() < MAX_ERRORS;
        if self.rounds == MAX_ROUNDS {
            let message = format!("more than {MAX_ROUNDS} rounds of repetitions and macros");
            self.error(Code::TooDeep, location, message);
        }
        may
    }

    // ---- expansions ------------------------------------------------------------------

    /// Whether conditions and calls of a body are done where they stand in its pieces: not if they
    /// are written again, nor if values may make other statements of it.
    #[inline]
    fn decides(&self, pieces: &[Piece], values_keep_statements: impl FnOnce() -> bool) -> bool {
        !is_one_text(pieces) && self.writer.is_none() && values_keep_statements()
    }

    /// Begins an expansion, if there may be one more within those that are read.
    fn begin<'n>(
        &mut self,
        name: &'n Rc<str>,
        location: Location,
        kind: OriginKind,
    ) -> Option<Expansion<'n>> {
        if self.depth >= MAX_NESTED {
            let message = format!("more than {MAX_NESTED} files and macros within one another");
            self.error(Code::TooDeep, location, message);
            return None;
        }
        Some(Expansion {
            name,
            location,
            kind,
            text: self.spare.pop().unwrap_or_default(),
            read: 0,
            number: None,
            conditions: self.conditions.count(),
        })
    }

    /// The number of an expansion, which has one from now on.
    #[inline]
    pub(super) fn number_of(&mut self, expansion: &mut Expansion<'_>) -> u32 {
        if let Some((number, _)) = expansion.number {
            return number;
        }
        let &mut Expansion { location, kind, .. } = expansion;
        let kept = self.texts.keeps();
        self.texts.keep(location);
        let origin = Some(Origin { location, kind });
        let (name, text) = (Rc::clone(expansion.name), Rc::clone(&self.nothing));
        let number = self.texts.add(Text::new(name, text, origin));
        expansion.number = Some((number, kept));
        number
    }

    /// Lets `work` be done while the text of an expansion can be looked at by its number.
    #[inline]
    fn with_number(&mut self, expansion: &mut Expansion<'_>, work: impl FnOnce(&mut Self, u32)) {
        let number = self.number_of(expansion);
        self.texts.set(number, Rc::clone(&expansion.text));
        work(self, number);
        self.texts.set(number, Rc::clone(&self.nothing));
    }

    /// Appends pieces with their values. If conditions are decided, everything before one is
    /// read, and what it passes over is left out. Whether the text is not too long.
    fn put(
        &mut self,
        expansion: &mut Expansion<'_>,
        pieces: &[Piece],
        decides: bool,
        given: Given<'_>,
        numbers: Numbers,
    ) -> bool {
        for piece in pieces {
            let is_written = match &piece.kind {
                &PieceKind::Condition(directive, end) if decides => {
                    self.read(expansion);
                    if self.ended || self.is_hopeless() {
                        return true;
                    }
                    let is_written = piece.write(given, numbers, expansion.text());
                    if is_written {
                        self.decide_here(expansion, directive, end);
                    }
                    is_written
                }
                PieceKind::Behind if decides => true,
                PieceKind::Call(call) if decides => {
                    self.read(expansion);
                    if self.ended || self.is_hopeless() {
                        return true;
                    }
                    let is_skipping = self.conditions.is_skipping();
                    if is_skipping {
                        expansion.leave_out(call.lines);
                        self.expanded(call.lines, expansion);
                    }
                    let is_written =
                        is_skipping || self.call(expansion, piece, call, given, numbers);
                    if self.ended || self.is_hopeless() {
                        return true;
                    }
                    is_written
                }
                &PieceKind::Statements {
                    lines,
                    may_hold_conditions: false,
                } if decides && self.conditions.is_skipping() && expansion.is_read() => {
                    expansion.leave_out(lines);
                    self.expanded(lines, expansion);
                    true
                }
                _ => piece.write(given, numbers, expansion.text()),
            };
            if !is_written {
                let message = format!("the expansion has more than {MAX_EXPANSION} bytes");
                self.error(Code::TooDeep, expansion.location, message);
                // Nothing is read of it.
                let read = expansion.read;
                expansion.text().truncate(read);
                return false;
            }
        }
        true
    }

    /// Does what the directive about conditions asks for that is at the end of an expansion.
    fn decide_here(&mut self, expansion: &mut Expansion<'_>, directive: Directive, end: usize) {
        let number = self.number_of(expansion);
        let (start, behind) = (expansion.read, expansion.text.len());
        let statement = expansion.text[start..].trim_ascii_end();
        let at = |span: Range<usize>| Location {
            text: number,
            start: (start + span.start) as u32,
            end: (start + span.end) as u32,
        };
        let whole = at(0..statement.len());
        if let Err(fault) = self.decide(statement, whole, directive, end) {
            let location = at(fault.span);
            self.with_number(expansion, |reading, _| {
                reading.error(fault.code, location, fault.message);
            });
        }
        expansion.read = behind;
        self.expanded(behind - start, expansion);
    }

    /// Counts bytes of an expansion that are read or passed over; whether they are not too
    /// many.
    #[inline]
    pub(super) fn expanded(&mut self, bytes: usize, expansion: &Expansion<'_>) -> bool {
        self.expanded += bytes as u64;
        let fits = self.expanded <= MAX_EXPANDED;
        if !fits {
            let message = format!("all expansions have more than {MAX_EXPANDED} bytes");
            self.error(Code::TooDeep, expansion.location, message);
            // What else there is would be as long. Nobody looks for the ends of conditions.
            (self.ended, self.all_ended) = (true, true);
            self.conditions.end_all_but(expansion.conditions);
        }
        fits
    }

    /// Reads what was appended to an expansion and was not read yet.
    fn read(&mut self, expansion: &mut Expansion<'_>) {
        if expansion.is_read() || self.ended || self.is_hopeless() {
            return;
        }
        let (from, end) = (expansion.read, expansion.text.len());
        expansion.read = end;
        if !self.expanded(end - from, expansion) {
            return;
        }
        // Empty lines are written again.
        if self.writer.is_none() {
            expansion.text().push_str(BEHIND);
        }
        // Mostly it is code, of which nobody has to know where it stands.
        let read = match self.conditions.is_skipping() {
            true => from,
            false => self.code(&expansion.text, from, end),
        };
        if read < end {
            self.depth += 1;
            self.open_macros += 1;
            self.with_number(expansion, |reading, number| {
                reading.text(number, read, Vec::new());
            });
            self.open_macros -= 1;
            self.depth -= 1;
        }
        expansion.text().truncate(end);
    }

    /// Reads what is left of an expansion. Conditions that it begins and does not end stay,
    /// unless nothing would be read any more.
    fn end(&mut self, mut expansion: Expansion<'_>) {
        self.read(&mut expansion);
        let mut text = expansion.text;
        if let Some((number, kept)) = expansion.number {
            self.texts.set(number, text);
            if self.ended && !self.all_ended {
                self.conditions.end_all_but(expansion.conditions);
            } else if self.conditions.count() != 0 {
                self.left_open(number);
            }
            let Some(forgotten) = self.texts.forget(number) else {
                return;
            };
            self.texts.keep_only(kept);
            text = forgotten;
        }
        // It is kept for a later expansion, if nobody else has it and it is not long.
        if let Some(free) = Rc::get_mut(&mut text).map(Cow::to_mut)
            && self.spare.len() < MAX_SPARE
            && free.capacity() <= ROUNDS_AT_ONCE * 2
        {
            free.clear();
            self.spare.push(text);
        }
    }

    /// Conditions that the expansion of that number, or one in it, leaves open: if it ends
    /// where nothing is read, nothing behind it would be.
    fn left_open(&mut self, number: u32) {
        let open = self.conditions.begun_since(number);
        for &location in &open {
            self.texts.keep(location);
        }
        if self.conditions.is_skipping() && !self.all_ended {
            if let Some(location) = self.conditions.last() {
                self.error(Code::Unbalanced, location, "`.if` without its `.endif`");
            }
            self.conditions.end_since(number);
        }
    }
}
