//! Lines that are instructions, one after the other: found again or parsed.

use super::recent::{Key, Recent, push};
use crate::{Mnemonics, ParsedLine, SyntaxId, TargetMachine};

/// Reads lines of code. What it gives depends on the text alone: what it remembers only
/// makes it faster.
pub(super) struct LineReader<'t, T> {
    target: T,
    syntax: SyntaxId,
    pub(super) recent: Recent,
    mnemonics: Mnemonics<'t>,
}

impl<'t, T: TargetMachine<'t>> LineReader<'t, T> {
    /// For a source of so many bytes.
    pub(super) fn for_source(target: T, syntax: SyntaxId, bytes: usize) -> LineReader<'t, T> {
        LineReader {
            target,
            syntax,
            recent: Recent::for_source(bytes),
            mnemonics: Mnemonics::default(),
        }
    }

    /// The instruction in the line that begins at a byte of a text, which is no white
    /// space, if it is written as it is printed.
    #[inline]
    pub(super) fn line(&mut self, text: &str, at: usize) -> Option<ParsedLine> {
        self.target
            .parse_code(text, at, self.syntax, &mut self.mnemonics)
    }

    /// Appends the instructions of lines from a byte of a text on, as long as they are
    /// written as they are printed, hold no name and begin before `most` bytes. Gives
    /// where the first other line begins, behind its white space; and that line, if it is
    /// an instruction with a name.
    #[inline]
    pub(super) fn lines(
        &mut self,
        text: &str,
        mut at: usize,
        most: usize,
        code: &mut Vec<u8>,
    ) -> (usize, Option<ParsedLine>) {
        let bytes = text.as_bytes();
        loop {
            let key;
            (at, key) = self.recent.lines(bytes, at, most, code);
            if at >= most || is_other(bytes, at, key.as_ref()) {
                return (at, None);
            }
            let Some(line) = self.line(text, at) else {
                return (at, None);
            };
            if line.later.is_some() {
                return (at, Some(line));
            }
            push(code, &line.code, line.size);
            if let Some(key) = &key {
                self.recent.remember(bytes, at, key, line.code, line.size);
            }
            at = line.end;
        }
    }
}

/// Whether the line at a byte is a directive, or probably a label: what begins with a
/// point, or ends with a colon. Such lines need not be read as instructions first.
#[inline]
fn is_other(bytes: &[u8], at: usize, key: Option<&Key>) -> bool {
    let last = key.and_then(|key| bytes.get(at..key.end_of(at))?.last());
    bytes.get(at) == Some(&b'.') || last == Some(&b':')
}
