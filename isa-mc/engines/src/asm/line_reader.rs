//! Lines that are instructions, one after the other.

use crate::{Mnemonics, ParsedLine, SyntaxId, TargetMachine};

/// Reads lines of code. What it gives depends on the text alone.
pub(super) struct LineReader<'t, T> {
    target: T,
    syntax: SyntaxId,
    mnemonics: Mnemonics<'t>,
}

impl<'t, T: TargetMachine<'t>> LineReader<'t, T> {
    pub(super) fn new(target: T, syntax: SyntaxId) -> LineReader<'t, T> {
        LineReader {
            target,
            syntax,
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
    /// where the first other line begins, behind its white space, or `most`; and that line, if
    /// it is an instruction with a name.
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
            // Mostly a line end and a tabulator.
            if let Some([b'\n', b'\t', behind, ..]) = bytes.get(at..)
                && *behind > b' '
            {
                at += 2;
            } else {
                while at < most && bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
                    at += 1;
                }
            }
            // No instruction begins with a point, as directives and most labels do.
            if at >= most || bytes.get(at) == Some(&b'.') {
                return (at, None);
            }
            let Some(line) = self.line(text, at) else {
                return (at, None);
            };
            if line.later.is_some() {
                return (at, Some(line));
            }
            // All bytes are copied: a copy of a fixed length is no call and asks for no size.
            let end = code.len() + line.size;
            code.extend_from_slice(&line.code);
            code.truncate(end);
            at = line.end;
        }
    }
}
