//! A text, statement by statement.

use std::rc::Rc;

use super::ahead::{self, Ahead};
use super::arguments::Arguments;
use super::assembly::Item;
use super::error::{Code, Fault};
use super::head::{Head, name_end};
use super::instructions::MAX_BYTES;
use super::macros::{Block, Macro};
use super::names::Names;
use super::reading::{PROGRESS_BYTES, Reading, Statement};
use super::scan::{Found, Scanner, is_condition};
use super::source::{Bad, Source};
use super::text::{Origin, Text};
use crate::object::Location;

impl Reading<'_, '_, '_> {
    // ---- texts -------------------------------------------------------------------

    /// Reads a file.
    pub(super) fn file(&mut self, name: &str, source: Source<'_>, origin: Option<Origin>) {
        let counted = self.dialect.as_ref().map_or("", |it| it.counted_symbols());
        let (text, bad, counts) = source.into_text(counted, &self.threads);
        self.counts |= counts;
        let size = text.len();
        let number = self
            .texts
            .add(Text::new(name.into(), Rc::new(text), origin));
        if size > u32::MAX as usize {
            let location = Location::default();
            self.error(Code::TooDeep, location, "a text of more than 4 GiB");
            return;
        }
        self.text(number, 0, bad);
    }

    /// Goes through a text from a byte on, statement by statement.
    pub(super) fn text(&mut self, number: u32, from: usize, bad: Vec<Bad>) {
        let location = Location {
            text: number,
            ..Location::default()
        };
        let Some(source) = self.texts.get(location).map(|text| Rc::clone(&text.text)) else {
            return;
        };
        if !bad.is_empty() || !self.may_read_ahead() {
            return self.statements(number, &source, from, bad, None);
        }
        let (code, syntax) = (self.instructions.code(), self.settings.syntax);
        let threads = Rc::clone(&self.threads);
        ahead::beside(code, syntax, &source, from, &threads, |ahead| {
            self.statements(number, &source, from, bad, ahead);
        });
    }

    /// Goes through the statements of a text from a byte on.
    fn statements(
        &mut self,
        number: u32,
        source: &str,
        from: usize,
        bad: Vec<Bad>,
        mut ahead: Option<&mut Ahead<'_, '_>>,
    ) {
        let cuts = Rc::clone(&self.cuts);
        let mut scanner = Scanner::new(&cuts, source);
        scanner.pass(from);
        let has_bad = !bad.is_empty();
        let mut bad = bad.into_iter().peekable();
        let progress = self.settings.progress.filter(|_| number == 0);
        let mut told = 0;
        let mut is_open = false;
        loop {
            if let Some(progress) = progress
                && scanner.position() - told >= PROGRESS_BYTES
            {
                told = scanner.position();
                progress(told);
            }
            let is_skipping = self.conditions.is_skipping();
            let is_written = self.writer.is_some();
            if is_skipping && !has_bad && !is_written {
                scanner.skip_to_condition();
            }
            // Nearly all lines of code that a compiler wrote.
            let has_code = self.macros.is_empty() || !self.macros.shadow_code;
            let front = scanner.rest().1.as_bytes();
            let may_be_plain = match front {
                [b'.', second, third, ..] => !is_condition(*second, *third),
                _ => true,
            };
            let is_told = self.settings.lists || is_written;
            let plain = may_be_plain && !has_bad && !is_skipping && has_code && !is_told;
            // No instruction begins with a point.
            let may_be_code = plain && front.first() != Some(&b'.');
            let called = match may_be_code {
                true => self.called(&mut scanner),
                false => None,
            };
            if plain && called.is_none() {
                let line = match may_be_code {
                    true => self.lines(&mut scanner, ahead.as_deref_mut()),
                    false => None,
                };
                let is_read = match &line {
                    Some(line) => self.line(number, &mut scanner, line),
                    None => self.data_line(&mut scanner) || self.label_line(number, &mut scanner),
                };
                if is_read {
                    if self.is_hopeless() {
                        break;
                    }
                    continue;
                }
            }
            let before = scanner.last_end();
            let found = scanner.next();
            if let Some(writer) = &mut self.writer {
                let end = found.map_or(source.len(), |found| found.start);
                let counts = writer.take_end();
                let count = scanner.empty_lines(before..end, is_open, counts);
                writer.empty_lines(count);
                is_open = true;
            }
            let Some(found) = found else { break };
            while has_bad && let Some(place) = bad.next_if(|bad| bad.at < found.start) {
                self.not_text(number, &place);
            }
            // Bytes that are no text spoil their line, wherever they stand.
            if has_bad && let Some(place) = bad.next_if(|bad| bad.at < scanner.position()) {
                self.not_text(number, &place);
                while bad.next_if(|bad| bad.at < scanner.position()).is_some() {}
                continue;
            }
            match called {
                Some((called, end)) => {
                    let statement = Statement::new(number, &scanner, found);
                    self.expand(&statement, &called, end);
                }
                None => {
                    if let Some(block) = self.statement(number, &scanner, found) {
                        self.block(number, &mut scanner, block);
                    }
                }
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
        if number == 0 {
            self.unclosed_conditions();
        }
    }

    /// What is wrong at the end of the source: a condition that nothing ends.
    fn unclosed_conditions(&mut self) {
        if let Some(location) = self.conditions.last() {
            self.error(Code::Unbalanced, location, "`.if` without its `.endif`");
        }
    }

    /// The macro that the next statement calls, and where its name ends in it: then it is no
    /// line of code, and need not be read as one. `None` also if it takes a second look
    /// whether it is a call.
    #[inline]
    fn called(&self, scanner: &mut Scanner<'_>) -> Option<(Rc<Macro>, usize)> {
        if self.macros.is_empty() {
            return None;
        }
        let (_, text) = scanner.rest();
        let end = name_end(text.as_bytes());
        let found = self.macros.get(&text[..end])?;
        // A label, an assignment, a comment.
        let is_call = matches!(text.as_bytes().get(end..), Some([] | [b'\n', ..]))
            || matches!(text.as_bytes().get(end..), Some([b' ' | b'\t', behind, ..])
                if !matches!(behind, b':' | b'=' | b' ' | b'\t'));
        is_call.then(|| (Rc::clone(found), end))
    }

    /// Whether nobody counts or lists lines of code: then others may read them.
    fn may_read_ahead(&self) -> bool {
        let each = self.counts || self.writes_own_lines();
        !each && !self.settings.lists && self.writer.is_none() && !self.macros.shadow_code
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
    ) -> Option<Block> {
        let mut statement = Statement::new(number, scanner, found);
        if self.conditions.is_skipping() {
            self.condition(&statement);
            return None;
        }
        if let Some(start) = scanner.long_string() {
            let location = Location {
                text: number,
                start: start as u32,
                end: start as u32 + 1,
            };
            self.warning(location, "the string goes on in the next line");
        }
        let mut head = match found.name {
            Some(end) if end != 0 => Head::behind(statement.text, end),
            _ => Head::new(statement.text),
        };
        // A statement may be all labels, and all of them wrong.
        while head.next == b':' && head.is_label(statement.text) && !self.is_hopeless() {
            self.label(&statement, &head);
            let rest = statement.text[head.next_at + 1..].trim_ascii_start();
            let rest = if rest.starts_with('#') { "" } else { rest };
            statement.skipped += statement.text.len() - rest.len();
            statement.text = rest;
            head = Head::new(rest);
        }
        if statement.text.is_empty() || self.is_hopeless() {
            return None;
        }
        // What a preprocessor leaves of a line that it read; else a comment.
        if statement.text.starts_with('#') {
            #[cfg(feature = "object")]
            self.marker(&statement);
            return None;
        }
        let is_directive = statement.text.as_bytes().first() == Some(&b'.');
        if is_directive && self.condition(&statement) {
            return None;
        }
        if head.is_assignment(statement.text) {
            let arguments = Arguments::new(statement.text, head.next_at + 1);
            let name = head.name(statement.text);
            let result = self.assign(&statement, name, arguments, true);
            self.done(&statement, result);
            return None;
        }
        if !self.macros.is_empty()
            && let Some(found) = self.macros.get(head.name(statement.text))
        {
            let found = Rc::clone(found);
            self.expand(&statement, &found, head.end);
            return None;
        }
        if is_directive {
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
        let name = head.name(statement.text);
        self.define(name, statement.location(0..head.end));
    }

    /// Whether lines of the source itself are written: objects have them.
    #[cfg(not(feature = "object"))]
    pub(super) fn writes_own_lines(&self) -> bool {
        false
    }

    /// Defines a label.
    pub(super) fn define(&mut self, name: &str, location: Location) {
        if !self.discarded.is_empty() && self.discarded.contains(name) {
            return;
        }
        self.texts.keep(location);
        #[cfg(feature = "object")]
        if self.writes_own_lines() && !name.bytes().all(|byte| byte.is_ascii_digit()) {
            self.own_label(name, location);
        }
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
            Ok(()) => {
                self.write_label(symbol);
                self.list(location, Item::Label(symbol));
            }
            Err(kind) => self.object_error(location, &kind),
        }
    }

    pub(super) fn instruction(&mut self, statement: &Statement<'_>) {
        let (target, syntax) = (self.target, self.settings.syntax);
        let names = Names::new(self, true);
        let parsed = match self.instructions.parse(statement.text, syntax, &names) {
            Ok(parsed) => parsed,
            Err(error) => {
                let span = error.span.start as usize..error.span.end as usize;
                let code = Code::of_statement(&error.kind);
                let message = error.display(target, syntax, statement.text).to_string();
                return self.fault(statement, Fault::new(code, span, message));
            }
        };
        let mut buffer = [0; MAX_BYTES];
        let size = match self.instructions.encode(&mut buffer) {
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
        #[cfg(feature = "object")]
        if self.writes_own_lines() {
            self.own_line(statement.whole());
        }
        let place = self.builder.here();
        let bytes = &buffer[..size];
        if self.counts
            && let Some(dialect) = &mut self.dialect
        {
            dialect.instruction(bytes, &mut self.builder);
        }
        let added = self.builder.instruction(bytes, later, location);
        if added.is_ok() && self.writer.is_some() {
            self.write_instruction(bytes, later, statement.text);
        }
        match added {
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
