//! A text, statement by statement.

use std::borrow::Cow;
use std::rc::Rc;

use super::ahead::Ahead;
use super::arguments::Arguments;
use super::assembly::Item;
use super::directives::Conditions;
use super::error::{Code, Fault};
use super::head::Head;
use super::macros::Block;
use super::names::Names;
use super::reading::{MAX_ERRORS, PROGRESS_BYTES, Reading, Statement};
use super::scan::{Found, Scanner};
use super::text::{Origin, Text};
use crate::TargetMachine;
use crate::object::Location;

/// A byte that is no text.
pub(super) struct Bad {
    at: usize,
    byte: u8,
}

/// The source as text of the same length, and the first byte of every line that is
/// not part of one: of as many lines as there may be errors.
fn as_text(source: Vec<u8>) -> (String, Vec<Bad>) {
    let source = match String::from_utf8(source) {
        Ok(text) => return (text, Vec::new()),
        Err(error) => error.into_bytes(),
    };
    let mut text = String::with_capacity(source.len());
    let mut bad: Vec<Bad> = Vec::new();
    let mut line_has_one = false;
    for chunk in source.utf8_chunks() {
        text.push_str(chunk.valid());
        line_has_one &= !chunk.valid().contains('\n');
        let Some(&byte) = chunk.invalid().first() else {
            continue;
        };
        if !line_has_one && bad.len() < MAX_ERRORS {
            let at = text.len();
            bad.push(Bad { at, byte });
            line_has_one = true;
        }
        for _ in chunk.invalid() {
            text.push('\u{1a}');
        }
    }
    (text, bad)
}

impl<'t, T: TargetMachine<'t>> Reading<'_, '_, 't, T> {
    // ---- texts -------------------------------------------------------------------

    /// Reads a file.
    pub(super) fn file(&mut self, name: &str, source: Cow<'_, [u8]>, origin: Option<Origin>) {
        let size = source.len();
        let (text, bad) = as_text(source.into_owned());
        let counted = self.dialect.as_ref().map_or("", |it| it.counted_symbols());
        self.counts |= !counted.is_empty()
            && memchr::memmem::find(text.as_bytes(), counted.as_bytes()).is_some();
        let number = self.texts.add(Text::new(name, Rc::new(text), origin));
        if size > u32::MAX as usize {
            let location = Location::default();
            self.error(Code::TooDeep, location, "a text of more than 4 GiB");
            return;
        }
        self.text(number, bad);
    }

    /// Goes through a text, statement by statement.
    pub(super) fn text(&mut self, number: u32, bad: Vec<Bad>) {
        let location = Location {
            text: number,
            ..Location::default()
        };
        let Some(source) = self.texts.get(location).map(|text| Rc::clone(&text.text)) else {
            return;
        };
        let cuts = Rc::clone(&self.cuts);
        let mut scanner = Scanner::new(&cuts, &source);
        let has_bad = !bad.is_empty();
        let mut bad = bad.into_iter().peekable();
        let mut conditions = Conditions::default();
        let progress = self.settings.progress.filter(|_| number == 0);
        let mut ahead = match has_bad {
            true => Ahead::default(),
            false => self.read_ahead(&source),
        };
        let mut told = 0;
        loop {
            if let Some(progress) = progress
                && scanner.position() - told >= PROGRESS_BYTES
            {
                told = scanner.position();
                progress(told);
            }
            // Nearly all lines of code that a compiler wrote.
            let plain = !has_bad && !conditions.is_skipping() && self.macros.is_empty();
            if plain && !self.settings.lists {
                let line = self.lines(&mut scanner, &mut ahead);
                let is_read = match &line {
                    Some(line) => self.line(number, &mut scanner, line),
                    None => self.label_line(number, &mut scanner),
                };
                if is_read {
                    if self.is_hopeless() {
                        break;
                    }
                    continue;
                }
            }
            let Some(found) = scanner.next() else { break };
            while has_bad && let Some(place) = bad.next_if(|bad| bad.at < found.start) {
                self.not_text(number, &place);
            }
            // Bytes that are no text spoil their line, wherever they stand.
            if has_bad && let Some(place) = bad.next_if(|bad| bad.at < scanner.position()) {
                self.not_text(number, &place);
                while bad.next_if(|bad| bad.at < scanner.position()).is_some() {}
                continue;
            }
            if let Some(block) = self.statement(number, &scanner, found, &mut conditions) {
                self.block(number, &mut scanner, block);
            }
            if self.ended || self.is_hopeless() {
                break;
            }
        }
        for place in bad {
            self.not_text(number, &place);
        }
        if let Some(start) = scanner.unclosed_comment() {
            let location = Location {
                text: number,
                start: start as u32,
                end: start as u32 + 2,
            };
            let message = "`/*` begins a comment that nothing closes";
            self.error(Code::UnclosedComment, location, message);
        }
        if let Some(location) = conditions.unclosed().filter(|_| !self.ended) {
            self.error(Code::Unbalanced, location, "`.if` without its `.endif`");
        }
    }

    /// What other threads read of a text, if it is for lines of code that nobody counts
    /// or lists.
    fn read_ahead(&self, text: &str) -> Ahead {
        if self.counts || self.settings.lists || !self.macros.is_empty() {
            return Ahead::default();
        }
        let (target, syntax) = (self.settings.target, self.settings.syntax);
        Ahead::read(target, syntax, text, &self.threads)
    }

    pub(super) fn not_text(&mut self, number: u32, bad: &Bad) {
        let location = Location {
            text: number,
            start: bad.at as u32,
            end: bad.at as u32 + 1,
        };
        let message = format!("byte 0x{:02x} is not part of UTF-8 text", bad.byte);
        self.error(Code::NotText, location, message);
    }

    // ---- statements ------------------------------------------------------------------

    /// A statement: labels, then an instruction, a directive or nothing. Gives the
    /// directive that takes statements up to its end.
    pub(super) fn statement(
        &mut self,
        number: u32,
        scanner: &Scanner<'_>,
        found: Found,
        conditions: &mut Conditions,
    ) -> Option<Block> {
        let mut statement = Statement {
            text: scanner.text(&found),
            scanner,
            found,
            skipped: 0,
            number,
        };
        if conditions.is_skipping() {
            self.condition(&statement, conditions);
            return None;
        }
        let mut head = match found.name {
            Some(end) => Head::behind(statement.text, end),
            None => Head::new(statement.text),
        };
        // A statement may be all labels, and all of them wrong.
        while head.next == b':' && head.is_label(statement.text) && !self.is_hopeless() {
            self.label(&statement, &head);
            let rest = statement.text[head.next_at + 1..].trim_ascii_start();
            statement.skipped += statement.text.len() - rest.len();
            statement.text = rest;
            head = Head::new(rest);
        }
        if statement.text.is_empty() || self.is_hopeless() {
            return None;
        }
        if head.is_assignment(statement.text) {
            let arguments = Arguments::new(statement.text, head.next_at + 1);
            let name = &statement.text[..head.end];
            let result = self.assign(&statement, name, arguments, true);
            self.done(&statement, result);
            return None;
        }
        if !self.macros.is_empty()
            && let Some(found) = self.macros.get(&statement.text[..head.end])
        {
            let found = Rc::clone(found);
            self.expand(&statement, &found, head.end);
            return None;
        }
        if statement.text.as_bytes().first() == Some(&b'.') {
            if self.condition(&statement, conditions) {
                return None;
            }
            return match self.directive(&statement, head.end) {
                Ok(block) => block,
                Err(fault) => {
                    self.fault(&statement, fault);
                    None
                }
            };
        }
        self.instruction(&statement);
        None
    }

    /// What is left to do when a directive is done.
    pub(super) fn done(&mut self, statement: &Statement<'_>, result: Result<(), Fault>) {
        match result {
            Ok(()) => self.list(statement.whole(), Item::Directive),
            Err(fault) => self.fault(statement, fault),
        }
    }

    pub(super) fn label(&mut self, statement: &Statement<'_>, head: &Head) {
        let name = &statement.text[..head.end];
        self.define(name, statement.location(0..head.end));
    }

    /// Defines a label.
    pub(super) fn define(&mut self, name: &str, location: Location) {
        self.texts.keep(location);
        let symbol = match name.bytes().all(|byte| byte.is_ascii_digit()) {
            true => match name.parse() {
                Ok(number) => self.labels.define(number, &mut self.builder, location),
                Err(_) => {
                    let message = "the number of the label does not fit 64 bits";
                    return self.error(Code::Redefined, location, message);
                }
            },
            false => self.builder.symbols.intern(name, location),
        };
        match self.builder.define(symbol, location) {
            Ok(()) => self.list(location, Item::Label(symbol)),
            Err(kind) => self.object_error(location, &kind),
        }
    }

    pub(super) fn instruction(&mut self, statement: &Statement<'_>) {
        let target = self.settings.target;
        let syntax = self.settings.syntax;
        let names = Names::new(self, true);
        let parsed = match target.parse_with(statement.text, syntax, &names) {
            Ok(parsed) => parsed,
            Err(error) => {
                let span = error.span.start as usize..error.span.end as usize;
                let code = Code::of_statement(&error.kind);
                let message = error
                    .display(target.target(), syntax, statement.text)
                    .to_string();
                return self.fault(statement, Fault::new(code, span, message));
            }
        };
        let mut buffer = T::buffer();
        let size = match target.encode(parsed.inst, buffer.as_mut()) {
            Ok(size) => size,
            Err(error) => {
                let message = error.display(target.tables()).to_string();
                let fault = Fault::new(Code::NotEncodable, 0..statement.text.len(), message);
                return self.fault(statement, fault);
            }
        };
        let mut location = Location::default();
        let later = match parsed.later {
            None => None,
            Some(later) => {
                let span = later.span.start as usize..later.span.end as usize;
                location = statement.location(span.clone());
                self.texts.keep(location);
                if !self.settings.externals {
                    self.waiting.push(statement.whole());
                }
                let text = &statement.text[..span.end];
                let mut arguments = Arguments::new(text, span.start);
                match arguments.expression(&mut self.scope(location)) {
                    Ok(value) => Some((later, value)),
                    Err(fault) => return self.fault(statement, fault),
                }
            }
        };
        let place = self.builder.here();
        let bytes = &buffer.as_ref()[..size];
        if self.counts
            && let Some(dialect) = &mut self.dialect
        {
            dialect.instruction(bytes, &mut self.builder);
        }
        match self.builder.instruction(bytes, later, location) {
            Ok(()) if self.settings.lists => {
                let item = Item::Instruction {
                    inst: parsed.inst,
                    place,
                    size: size as u8,
                    later: later.is_some(),
                };
                self.list(statement.whole(), item);
            }
            Ok(()) => {}
            Err(kind) => self.object_error(statement.whole(), &kind),
        }
    }
}
