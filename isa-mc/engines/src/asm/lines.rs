//! Lines that are what is usual: a label alone, an instruction as it is printed. They
//! become bytes and symbols without a statement between; whatever is not usual is left to
//! `reading`.

use std::ops::Range;

use super::ahead::Ahead;
use super::arguments::Arguments;
use super::head::name_end;
use super::names::{Names, Values};
use super::reading::{PROGRESS_BYTES, Reading};
use super::scan::{Cuts, Scanner};
use crate::object::{ExpressionId, Location, Node};
use crate::{ParsedLine, Symbols as _};

/// How many times as long as its text an instruction is at most.
const MAX_GROWTH: usize = 16;

impl Reading<'_, '_, '_> {
    /// Reads the label that comes next, if there is one, but no number; whether there was.
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
    pub(super) fn lines(
        &mut self,
        scanner: &mut Scanner<'_>,
        ahead: Option<&mut Ahead<'_, '_>>,
    ) -> Option<ParsedLine> {
        let (start, text) = scanner.rest();
        let each = self.counts || self.writes_own_lines();
        let reader = &mut self.line_reader;
        // Somebody wants to see each of them.
        if each {
            let values = Values(&self.builder);
            return reader.line(text, 0, &values);
        }
        if let Some(run) = ahead.and_then(|ahead| ahead.take(start)) {
            let size = run.code.len() as u64;
            let write = |code: &mut Vec<u8>, _: &_| code.extend_from_slice(run.code);
            self.builder.append(size, write)?;
            scanner.pass(run.end - start);
            return run.other.map(|line| line.from(run.end));
        }
        let most = PROGRESS_BYTES * MAX_GROWTH;
        let write = |code: &mut Vec<u8>, builder: &_| {
            reader.lines(text, 0, PROGRESS_BYTES, &Values(builder), code)
        };
        let (end, other) = self.builder.append(most as u64, write)?;
        scanner.pass(end);
        // What stands before it was cut off.
        other.map(|line| line.from(end))
    }

    /// Reads lines between two bytes of a text that nobody has a number for, as long as they
    /// are instructions as they are printed and hold no name: where they stand does not matter.
    /// Gives where the first other line begins.
    #[inline]
    pub(super) fn code(&mut self, text: &str, from: usize, end: usize) -> usize {
        let each = self.counts || self.settings.lists || self.writes_own_lines();
        if each || self.writer.is_some() || self.macros.shadow_code {
            return from;
        }
        let bytes = text.as_bytes().get(from..end).unwrap_or_default();
        let start = end - bytes.trim_ascii_start().len();
        // No instruction begins with a point, nor is one shorter than that.
        if start == end || text.as_bytes().get(start) == Some(&b'.') {
            return start;
        }
        let reader = &mut self.line_reader;
        let most = (end - start) * MAX_GROWTH;
        let write = |code: &mut Vec<u8>, builder: &_| {
            reader.lines(text, start, end, &Values(builder), code)
        };
        let read = self.builder.append(most as u64, write);
        // Behind the end there may be empty lines.
        read.map_or(start, |(next, _)| next.min(end))
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
        let whole = |cuts: &Cuts<'_>| at(Scanner::new(cuts, &text[..line.end]).first());
        let mut location = Location::default();
        let mut value = None;
        if let Some(later) = line.later {
            let span = later.span.start as usize..later.span.end as usize;
            location = at(span.clone());
            let Some(expression) = self.named_value(text, span, location) else {
                return false;
            };
            self.texts.keep(location);
            if !self.settings.externals {
                self.waiting.push(whole(&self.cuts));
            }
            value = Some((later, expression));
        }
        #[cfg(feature = "object")]
        if self.writes_own_lines() {
            self.own_line(whole(&self.cuts));
        }
        let bytes = &line.code[..line.size];
        if self.counts
            && let Some(dialect) = &mut self.dialect
        {
            dialect.instruction(bytes, &mut self.builder);
        }
        if let Err(kind) = self.builder.instruction(bytes, value, location) {
            self.object_error(whole(&self.cuts), &kind);
        }
        scanner.pass(line.end);
        true
    }

    /// An expression that begins with a name, if what that names is not known now.
    #[inline]
    fn named_value(
        &mut self,
        text: &str,
        span: Range<usize>,
        location: Location,
    ) -> Option<ExpressionId> {
        let expression = &text[span.clone()];
        let name = &expression[..name_end(expression.as_bytes())];
        let names = Names::new(self, true);
        if names.value(name).is_some() || !names.is_later(name) {
            return None;
        }
        let found = names.found();
        if name.len() != expression.len() || name.as_bytes().contains(&b'@') {
            let mut arguments = Arguments::new(&text[..span.end], span.start);
            return arguments.expression(&mut self.scope(location)).ok();
        }
        // One name, and what it names is no number now.
        let symbol = match found {
            Some(symbol) => symbol,
            None => self.builder.symbols.intern(name, location),
        };
        self.builder.symbols[symbol].is_used = true;
        Some(self.builder.expressions.add(Node::Symbol(symbol, 0)))
    }
}

#[cfg(test)]
mod tests {
    use isa_mc::asm::Assembler;
    use isa_mc::gcn::{self, syntax};

    /// What stands behind a label on its line is as if it stood on the next one, and comments
    /// and white space change nothing.
    #[test]
    fn labels_may_have_company() {
        let target = gcn::target("gfx900").expect("a processor");
        let code = |source: &str| {
            let assembly = Assembler::new(target, syntax::LLVM).assemble("a.s", source.as_bytes());
            assert!(
                assembly.errors.is_empty(),
                "{source:?}: {:?}",
                assembly.errors
            );
            let object = assembly.object().expect("no errors");
            let labels: Vec<_> = object
                .symbols
                .iter()
                .map(|it| (it.name.to_string(), it.value))
                .collect();
            (object.section(".text").expect("code").bytes.clone(), labels)
        };
        let plain = code("s_nop 1\nfirst:\n\ts_nop 2\nlast:\n.long 5, 0x6, -7\ns_branch first\n");
        assert_eq!(plain.0.len(), 24);
        for source in [
            "s_nop 1\nfirst: s_nop 2\nlast:\t.long 5, 0x6, -7\ns_branch first\n",
            "s_nop 1 // a\nfirst: ; b\n; c\n\ts_nop 2 /* d */\nlast: // e\n.long 5,6 , -7 // f\ns_branch first ; g",
            "/* a */ s_nop 1\nfirst: /* b\n */ s_nop 2\n\nlast: # c\n\t.long 0x5,\t6,-7\n\n\n s_branch first /* d */",
            "s_nop 1\nfirst:\r\n\ts_nop   2\r\nlast: \r\n.long 5, 0x6, -7\r\ns_branch\tfirst\r\n",
        ] {
            assert_eq!(code(source), plain, "{source:?}");
        }
    }
}
