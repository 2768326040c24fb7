//! Bytes as text that assembles back to them: an instruction, or else data
//! with a comment that says why.

use std::fmt::{Display, Write as _};

use super::hex;
use super::visible::one_line;
use crate::{PrintError, SyntaxId, TargetMachine};

/// Bytes of lines that are appended at once.
pub(super) const BLOCK: usize = 1 << 16;

/// Why a syntax cannot say an instruction, in words.
pub type Reason<T> = fn(&T, SyntaxId, <T as TargetMachine<'static>>::Inst, PrintError) -> String;

/// Prints for one processor in one syntax.
#[derive(Clone, Copy)]
pub struct Writer<T: TargetMachine<'static>> {
    /// The processor.
    pub target: T,
    /// The syntax.
    pub syntax: SyntaxId,
    reason: Reason<T>,
    leader: &'static str,
}

impl<T: TargetMachine<'static>> Writer<T> {
    /// For a processor and a syntax, and who knows what it cannot say.
    pub fn new(target: T, syntax: SyntaxId, reason: Reason<T>) -> Writer<T> {
        let mut leaders = target.tables().comment_leaders(syntax.0);
        Writer {
            target,
            syntax,
            reason,
            leader: leaders.next().unwrap_or_default(),
        }
    }

    /// Appends the text of an instruction whose encoding is `bytes`.
    #[inline]
    pub fn instruction(&self, inst: T::Inst, bytes: &[u8], out: &mut Vec<u8>) {
        if let Err(error) = self.target.print(inst, self.syntax, out) {
            self.unsayable(inst, bytes, error, out);
        }
    }

    #[cold]
    fn unsayable(&self, inst: T::Inst, bytes: &[u8], error: PrintError, out: &mut Vec<u8>) {
        self.data(bytes, out);
        let mut comment = String::new();
        if let Some(reading) = self.reading(inst) {
            let _ = write!(comment, "reading: {reading}; ");
        }
        comment += &self.reason(inst, error);
        self.comment(&comment, out);
    }

    /// The nearest text of an instruction that the syntax cannot say.
    pub fn reading(&self, inst: T::Inst) -> Option<String> {
        let mut text = String::new();
        let result = self.target.print_reading(inst, self.syntax, &mut text);
        result.ok().map(|()| text)
    }

    /// Why the syntax cannot say an instruction.
    pub fn reason(&self, inst: T::Inst, error: PrintError) -> String {
        (self.reason)(&self.target, self.syntax, inst, error)
    }

    /// Appends bytes as one data directive.
    pub fn data(&self, bytes: &[u8], out: &mut Vec<u8>) {
        // Bytes that are no words are not shown as such.
        let words = self.target.tables().word_bits > 8 && bytes.len().is_multiple_of(4);
        let unit = if words { 4 } else { 1 };
        self.data_of(unit, bytes, out);
    }

    /// Appends bytes as one data directive with values of 1, 2, 4 or 8 bytes.
    pub fn data_of(&self, unit: usize, bytes: &[u8], out: &mut Vec<u8>) {
        let name: &[u8] = match unit {
            1 => b".byte",
            2 => b".short",
            4 => b".long",
            _ => b".quad",
        };
        out.extend_from_slice(name);
        let mut before = " 0x";
        for value in bytes.chunks(unit.max(1)) {
            out.extend_from_slice(before.as_bytes());
            before = ", 0x";
            // The most significant byte first.
            let mut digits = [0; 8];
            for (digit, byte) in digits.iter_mut().zip(value) {
                *digit = *byte;
            }
            let digits = &mut digits[..value.len().min(8)];
            if !self.target.tables().big_endian {
                digits.reverse();
            }
            hex::push(out, digits);
        }
    }

    /// Appends a comment behind a statement.
    pub fn comment(&self, text: &dyn Display, out: &mut Vec<u8>) {
        let text = one_line(text);
        // A block comment is one in every syntax.
        let comment = if self.leader.is_empty() {
            format!(" /* {} */", text.replace("*/", "* /"))
        } else {
            format!(" {} {text}", self.leader)
        };
        out.extend_from_slice(comment.as_bytes());
    }
}
