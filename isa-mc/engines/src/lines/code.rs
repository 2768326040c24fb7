//! Bytes of code, line by line.

use super::hex::{self, Problem};
use super::visible::one_line;
use super::writer::{BLOCK, Writer};
use crate::{Target, TargetMachine};

/// Where a text goes on.
#[derive(Debug, Clone, Copy, Default)]
pub struct LinePlace {
    /// Bytes before the next line.
    pub at: usize,
    /// Lines before it.
    pub lines: usize,
}

/// Writes statements, a line each.
pub(super) struct CodeLines<'w, T: TargetMachine<'static>> {
    pub(super) writer: &'w Writer<T>,
    pub(super) tsv: bool,
}

impl<T: TargetMachine<'static>> CodeLines<'_, T> {
    /// What stands in front of a statement.
    #[inline]
    fn begin(&self, place: usize, bytes: &[u8], out: &mut Vec<u8>) {
        if self.tsv {
            hex::push_decimal(out, place);
            out.push(b'\t');
            hex::push(out, bytes);
        }
        out.push(b'\t');
    }

    /// Raw code: one instruction after another; what is none is a word of data.
    pub(super) fn code(&self, code: &[u8], mut at: usize, out: &mut Vec<u8>) -> usize {
        let target = self.writer.target;
        let end = out.len() + BLOCK;
        while at < code.len() && out.len() < end {
            let rest = &code[at..];
            let size = match target.decode(rest) {
                Ok(inst) => {
                    let bytes = &rest[..target.size(inst).min(rest.len())];
                    self.begin(at, bytes, out);
                    self.writer.instruction(inst, bytes, out);
                    bytes.len()
                }
                Err(error) => {
                    let size = word(&target.target()).min(rest.len());
                    self.begin(at, &rest[..size], out);
                    self.writer.data(&rest[..size], out);
                    self.writer.comment(&error.display(target.tables()), out);
                    size
                }
            };
            out.push(b'\n');
            at += size.max(1);
        }
        at
    }

    /// Lines of digits, each on its own. The span of a problem counts from the first byte.
    pub(super) fn hex(
        &self,
        text: &[u8],
        place: &mut LinePlace,
        out: &mut Vec<u8>,
    ) -> Option<Problem> {
        let mut bytes = Vec::new();
        let end = out.len() + BLOCK;
        let rest = &text[place.at.min(text.len())..];
        for line in rest.split_inclusive(|&byte| byte == b'\n') {
            if out.len() >= end {
                return None;
            }
            let start = place.at;
            place.at += line.len();
            place.lines += 1;
            bytes.clear();
            match hex::parse(line, &mut bytes) {
                Ok(()) if bytes.is_empty() => {}
                Ok(()) => {
                    self.begin(place.lines, &bytes, out);
                    self.line(&bytes, out);
                    out.push(b'\n');
                }
                Err(mut problem) => {
                    problem.span = start + problem.span.start..start + problem.span.end;
                    if self.tsv {
                        let message = one_line(&problem.message);
                        let text = format!("{}\t\terror: {message}\n", place.lines);
                        out.extend_from_slice(text.as_bytes());
                    }
                    return Some(problem);
                }
            }
        }
        None
    }

    /// One instruction, and nothing behind it; else everything is data.
    fn line(&self, bytes: &[u8], out: &mut Vec<u8>) {
        let target = self.writer.target;
        match target.decode(bytes) {
            Ok(inst) if target.size(inst) == bytes.len() => {
                self.writer.instruction(inst, bytes, out);
            }
            Ok(inst) => {
                self.writer.data(bytes, out);
                let name = target.mnemonic(inst);
                let size = target.size(inst);
                let rest = bytes.len() - size.min(bytes.len());
                let comment = format!("{name} takes {size} bytes, but {rest} more follow");
                self.writer.comment(&comment, out);
            }
            Err(error) => {
                self.writer.data(bytes, out);
                self.writer.comment(&error.display(target.tables()), out);
            }
        }
    }
}

/// Bytes of a code unit.
fn word(target: &Target<'_>) -> usize {
    (target.tables().word_bits as usize / 8).max(1)
}
