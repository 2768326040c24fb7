//! The statements of a source, line by line.

use super::hex;
use super::visible::one_line;
use super::writer::{BLOCK, Writer};
use crate::TargetMachine;
use crate::asm::{Assembly, Item, Listed};
use crate::object::Place;

/// A listing as text.
pub(super) struct Listing<'a, T: TargetMachine<'static>> {
    pub(super) writer: &'a Writer<T>,
    pub(super) assembly: &'a Assembly<T::Inst>,
}

impl<T: TargetMachine<'static>> Listing<'_, T> {
    /// Statements from a number on; the number of the next one.
    pub(super) fn write(&self, tsv: bool, from: usize, out: &mut Vec<u8>) -> usize {
        let end = out.len() + BLOCK;
        let mut next = from;
        for listed in self.assembly.listing.iter().skip(from) {
            if out.len() >= end {
                break;
            }
            match tsv {
                true => self.tsv(listed, out),
                false => self.text(listed, out),
            }
            next += 1;
        }
        next
    }

    /// Bytes of a place, if there is an object.
    fn bytes(&self, place: Place, size: usize) -> Option<&[u8]> {
        let object = self.assembly.draft.as_ref()?;
        object.bytes_at(place, size)
    }

    fn source(&self, listed: &Listed<T::Inst>) -> &str {
        self.assembly.texts.slice(listed.location)
    }

    /// `LINE<TAB>HEX<TAB>TEXT` of instructions and errors.
    fn tsv(&self, listed: &Listed<T::Inst>, out: &mut Vec<u8>) {
        let texts = &self.assembly.texts;
        match &listed.item {
            Item::Instruction {
                inst, place, size, ..
            } => {
                let mut inst = *inst;
                let mut buffer = T::buffer();
                let target = self.writer.target;
                let bytes = match self.bytes(*place, usize::from(*size)) {
                    Some(bytes) => bytes,
                    None => {
                        // With errors there is no object: what was known at once.
                        let Ok(size) = target.encode(inst, buffer.as_mut()) else {
                            return;
                        };
                        &buffer.as_ref()[..size]
                    }
                };
                if matches!(listed.item, Item::Instruction { later: true, .. })
                    && let Ok(known) = target.decode(bytes)
                {
                    inst = known;
                }
                hex::push_decimal(out, texts.line(texts.outermost(listed.location)));
                out.push(b'\t');
                hex::push(out, bytes);
                out.push(b'\t');
                self.writer.instruction(inst, bytes, out);
                out.push(b'\n');
            }
            Item::Error(at) => {
                let Some(error) = self.assembly.errors.get(*at) else {
                    return;
                };
                let line = texts.line(texts.outermost(error.location));
                let line = format!("{line}\t\terror: {}\n", one_line(error));
                out.extend_from_slice(line.as_bytes());
            }
            Item::Label(_) | Item::Data { .. } | Item::Directive => {}
        }
    }

    /// The statements as text: macros and files expanded, instructions as they are
    /// printed. What names symbols stays as it was written.
    fn text(&self, listed: &Listed<T::Inst>, out: &mut Vec<u8>) {
        match &listed.item {
            Item::Label(_) => {
                out.extend_from_slice(self.source(listed).as_bytes());
                out.extend_from_slice(b":\n");
            }
            Item::Instruction { later: true, .. }
            | Item::Data { later: true, .. }
            | Item::Directive => self.verbatim(listed, out),
            Item::Instruction {
                inst, place, size, ..
            } => {
                out.push(b'\t');
                let bytes = self.bytes(*place, usize::from(*size)).unwrap_or(&[]);
                self.writer.instruction(*inst, bytes, out);
                out.push(b'\n');
            }
            Item::Data {
                unit, place, size, ..
            } => {
                out.push(b'\t');
                let bytes = self.bytes(*place, *size as usize).unwrap_or(&[]);
                self.writer.data_of(usize::from(*unit), bytes, out);
                out.push(b'\n');
            }
            Item::Error(_) => {}
        }
    }

    fn verbatim(&self, listed: &Listed<T::Inst>, out: &mut Vec<u8>) {
        out.push(b'\t');
        out.extend_from_slice(self.source(listed).as_bytes());
        out.push(b'\n');
    }
}
