//! Lines that are what is usual: a label alone, an instruction as it is printed. They
//! become bytes and symbols without a statement between; whatever is not usual is left to
//! `reading`.

use std::ops::Range;

use super::names::Names;
use super::reading::{PROGRESS_BYTES, Reading};
use super::recent::{Key, push};
use super::scan::Scanner;
use crate::object::{Location, Node};
use crate::{ParsedLine, Symbols as _, TargetMachine};

/// How many times as long as its text an instruction is at most.
const MAX_GROWTH: usize = 16;

impl<'t, T: TargetMachine<'t>> Reading<'_, '_, 't, T> {
    /// Reads the line that comes next, if it is a label alone, but no number; whether it
    /// was.
    #[inline]
    pub(super) fn label_line(&mut self, number: u32, scanner: &mut Scanner<'_>) -> bool {
        let (start, text) = scanner.rest();
        let Some(length) = scanner.label() else {
            return false;
        };
        let name = text.get(..length).unwrap_or("");
        if name.as_bytes().first().is_none_or(u8::is_ascii_digit) {
            return false;
        }
        let location = Location {
            text: number,
            start: start as u32,
            end: (start + length) as u32,
        };
        self.define(name, location);
        scanner.pass(length + 1);
        true
    }

    /// Reads lines that are instructions as they are printed, or were read a short while
    /// ago, up to the first that is none or holds a name; gives that one, if it is an
    /// instruction.
    #[inline]
    pub(super) fn lines(&mut self, scanner: &mut Scanner<'_>) -> Option<ParsedLine> {
        let (target, syntax) = (self.assembler.target, self.assembler.syntax);
        let (_, text) = scanner.rest();
        let (recent, mnemonics) = (&mut self.recent, &mut self.mnemonics);
        // Somebody wants to see each of them.
        if self.counts {
            return target.parse_code(text, 0, syntax, mnemonics);
        }
        let mut other = None;
        let most = PROGRESS_BYTES * MAX_GROWTH;
        let read = self.builder.append(most as u64, |code| {
            let bytes = text.as_bytes();
            let mut at = 0;
            loop {
                let key;
                (at, key) = recent.lines(bytes, at, PROGRESS_BYTES, code);
                if at >= PROGRESS_BYTES || is_other(bytes, at, key.as_ref()) {
                    return at;
                }
                let Some(line) = target.parse_code(text, at, syntax, mnemonics) else {
                    return at;
                };
                if line.later.is_some() {
                    other = Some(line);
                    return at;
                }
                push(code, &line.code, line.size);
                if let Some(key) = &key {
                    recent.remember(bytes, at, key, line.code, line.size);
                }
                at = line.end;
            }
        });
        let start = read?;
        scanner.pass(start);
        // What stands before it was cut off.
        other.map(|line| line.from(start))
    }

    /// Reads the line that comes next, which is an instruction, if a name in it may be
    /// one; whether it may. What else the line may mean is for
    /// [`statement`](Self::statement).
    #[inline]
    pub(super) fn line(
        &mut self,
        number: u32,
        scanner: &mut Scanner<'_>,
        line: &ParsedLine,
    ) -> bool {
        let (start, text) = scanner.rest();
        let at = |span: Range<usize>| Location {
            text: number,
            start: (start + span.start) as u32,
            end: (start + span.end) as u32,
        };
        let whole = || at(0..text[..line.end].trim_ascii_end().len());
        let mut location = Location::default();
        let mut value = None;
        if let Some(later) = line.later {
            let span = later.span.start as usize..later.span.end as usize;
            let name = &text[span.clone()];
            let names = Names::new(self, true);
            if names.value(name).is_some() || !names.is_later(name) {
                return false;
            }
            location = at(span);
            // One name, and what it names is no number now.
            let symbol = match names.found() {
                Some(symbol) => symbol,
                None => self.builder.symbols.intern(name, location),
            };
            self.builder.symbols[symbol].is_used = true;
            let node = Node::Symbol(symbol, 0);
            self.texts.keep(location);
            if !self.assembler.externals {
                self.waiting.push(whole());
            }
            value = Some((later, self.builder.expressions.add(node)));
        }
        let bytes = &line.code[..line.size];
        if self.counts
            && let Some(dialect) = &mut self.dialect
        {
            dialect.instruction(bytes, &mut self.builder);
        }
        if let Err(kind) = self.builder.instruction(bytes, value, location) {
            self.object_error(whole(), &kind);
        }
        scanner.pass(line.end);
        true
    }
}

/// Whether the line at a byte is a directive, or probably a label: what begins with a
/// point, or ends with a colon. Such lines need not be read as instructions first.
#[inline]
fn is_other(bytes: &[u8], at: usize, key: Option<&Key>) -> bool {
    let last = key.and_then(|key| bytes.get(at..key.end_of(at))?.last());
    bytes.get(at) == Some(&b'.') || last == Some(&b':')
}
