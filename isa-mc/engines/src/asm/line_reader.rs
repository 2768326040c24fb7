//! Lines that are instructions, one after the other.

use super::instructions::CodeTarget;
use crate::{LineContext, Mnemonics, ParsedLine, Symbols, SyntaxId};

/// Reads lines of code. What it gives depends on the text, and on the names in the numbers of
/// registers.
pub(super) struct LineReader<'r, 't> {
    target: &'r dyn CodeTarget<'t>,
    syntax: SyntaxId,
    mnemonics: Mnemonics<'t>,
}

impl<'r, 't> LineReader<'r, 't> {
    pub(super) fn new(target: &'r dyn CodeTarget<'t>, syntax: SyntaxId) -> LineReader<'r, 't> {
        LineReader {
            target,
            syntax,
            mnemonics: Mnemonics::default(),
        }
    }

    /// The instruction in the line that begins at a byte of a text, which is no white
    /// space, if it is written as it is printed.
    #[inline]
    pub(super) fn line(
        &mut self,
        text: &str,
        at: usize,
        symbols: &dyn Symbols,
    ) -> Option<ParsedLine> {
        let mut context = LineContext {
            syntax: self.syntax,
            symbols,
            mnemonics: &mut self.mnemonics,
        };
        self.target.line(text, at, &mut context)
    }

    /// Appends the instructions of lines from a byte of a text on, as long as they are
    /// written as they are printed, hold no name and begin before `most` bytes. Gives
    /// where the first other line begins, behind white space and comments, or the first one
    /// behind `most`; and that line, if it is an instruction with a name.
    #[inline]
    pub(super) fn lines(
        &mut self,
        text: &str,
        at: usize,
        most: usize,
        symbols: &dyn Symbols,
        code: &mut Vec<u8>,
    ) -> (usize, Option<ParsedLine>) {
        let mut context = LineContext {
            syntax: self.syntax,
            symbols,
            mnemonics: &mut self.mnemonics,
        };
        self.target.lines(text, at, most, &mut context, code)
    }
}
