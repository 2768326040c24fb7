//! Lines that are what is usual: a label alone, an instruction as it is printed. They
//! become bytes and symbols without a statement between; whatever is not usual is left to
//! `reading`.

use std::ops::Range;

use super::names::Names;
use super::reading::{PROGRESS_BYTES, Reading};
use super::scan::Scanner;
use crate::TargetMachine;
use crate::object::{Location, Node};

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

    /// Reads lines that are instructions as they are printed, without names.
    #[inline]
    pub(super) fn lines(&mut self, scanner: &mut Scanner<'_>) {
        // Somebody wants to see each of them.
        if self.counts {
            return;
        }
        let (target, syntax) = (self.assembler.target, self.assembler.syntax);
        let (_, text) = scanner.rest();
        let most = PROGRESS_BYTES * MAX_GROWTH;
        let read = self.builder.append(most as u64, |code| {
            target.parse_lines(text, syntax, PROGRESS_BYTES, |bytes, size| {
                // Copies of a fixed length are no calls.
                match (size, bytes.first_chunk::<4>(), bytes.first_chunk::<8>()) {
                    (4, Some(word), _) => code.extend_from_slice(word),
                    (8, _, Some(words)) => code.extend_from_slice(words),
                    _ => code.extend_from_slice(bytes.get(..size).unwrap_or(&bytes)),
                }
            })
        });
        scanner.pass(read.unwrap_or(0));
    }

    /// Reads the line that comes next, if it is an instruction as it is printed; whether
    /// it was. What a line means that is read otherwise is for
    /// [`statement`](Self::statement).
    #[inline]
    pub(super) fn line(&mut self, number: u32, scanner: &mut Scanner<'_>) -> bool {
        let target = self.assembler.target;
        let (start, text) = scanner.rest();
        let names = Names::new(self, true);
        let Some((parsed, length)) = target.parse_line(text, self.assembler.syntax, &names) else {
            return self.line_again(number, scanner, start, text);
        };
        let mut buffer = T::buffer();
        let Ok(size) = target.encode(parsed.inst, buffer.as_mut()) else {
            return false;
        };
        let at = |span: Range<usize>| Location {
            text: number,
            start: (start + span.start) as u32,
            end: (start + span.end) as u32,
        };
        let whole = || at(0..text[..length].trim_ascii_end().len());
        let mut location = Location::default();
        let mut value = None;
        if let Some(later) = parsed.later {
            let span = later.span.start as usize..later.span.end as usize;
            location = at(span.clone());
            // One name, and what it names is no number now.
            let symbol = match names.found() {
                Some(symbol) => symbol,
                None => self.builder.symbols.intern(&text[span.clone()], location),
            };
            self.builder.symbols[symbol].is_used = true;
            let node = Node::Symbol(symbol, 0);
            self.texts.keep(location);
            if !self.assembler.externals {
                self.waiting.push(whole());
            }
            value = Some((later, self.builder.expressions.add(node)));
        }
        let bytes = &buffer.as_ref()[..size];
        if self.counts
            && let Some(dialect) = &mut self.dialect
        {
            dialect.instruction(bytes, &mut self.builder);
        }
        if let Err(kind) = self.builder.instruction(bytes, value, location) {
            self.object_error(whole(), &kind);
        }
        scanner.pass(length);
        true
    }

    /// [`line`](Self::line) for one that was read a short while ago.
    fn line_again(
        &mut self,
        number: u32,
        scanner: &mut Scanner<'_>,
        start: usize,
        text: &str,
    ) -> bool {
        let length = text.bytes().position(|byte| byte == b'\n');
        let length = length.unwrap_or(text.len());
        let Some(code) = self.recent.code(&text[..length]) else {
            return false;
        };
        if self.counts
            && let Some(dialect) = &mut self.dialect
        {
            dialect.instruction(code, &mut self.builder);
        }
        if let Err(kind) = self.builder.instruction(code, None, Location::default()) {
            let location = Location {
                text: number,
                start: start as u32,
                end: (start + length) as u32,
            };
            self.object_error(location, &kind);
        }
        scanner.pass(length);
        true
    }
}
