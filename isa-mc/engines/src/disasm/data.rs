//! Data: values that relocations fill in, strings, zeros, words.

use std::fmt::Write as _;
use std::io;
use std::ops::Range;

use object::elf;

use super::block::Block;
use super::expression::{self, Site};
use super::sections::Cursor;
use super::text::Text;
use crate::digits;
use crate::object::flag;
use crate::object::read::{Reference, Section};
use crate::sink::{self, Writer as _};

/// As many zeros are one directive.
pub(super) const ZEROS: usize = 16;

/// Values on a line.
const WORDS: usize = 4;
const BYTES: usize = 16;

impl Text<'_> {
    /// A part of a section as data.
    pub(super) fn data(&mut self, cursor: &mut Cursor, range: &Range<u64>) -> io::Result<()> {
        let source = self.source;
        let number = cursor.section;
        let section = &source.file.sections[number];
        let is_strings = section.kind == elf::SHT_STRTAB
            || section.flags & flag::STRINGS != 0 && section.entry_size == 1;
        let mut at = range.start;
        while at < range.end {
            self.place = section.offset.saturating_add(at);
            self.labels(cursor, at);
            let mut end = self.next_label(cursor, at, range.end);
            if section.kind == elf::SHT_NOBITS {
                self.line(format_args!(".zero {}", end - at));
                at = end;
                continue;
            }
            if let Some(reference) = section.relocations.get(cursor.reference)
                && reference.offset <= at
            {
                let behind = at + u64::from(reference.relocation.bytes);
                let written = match is_alone(section, cursor.reference) && behind <= end {
                    true => self.referring_value(number, reference),
                    false => Err("its bytes are not alone"),
                };
                cursor.reference += 1;
                match written {
                    Ok(()) => at = behind,
                    // The bytes are still to come.
                    Err(reason) => self.request(reference, reason),
                }
                self.flush_block()?;
                continue;
            }
            if let Some(reference) = section.relocations.get(cursor.reference) {
                end = end.min(reference.offset);
            }
            let bytes = &section.bytes[at as usize..end as usize];
            match is_strings {
                true => self.strings(bytes)?,
                false => self.values(at, bytes),
            }
            self.flush_block()?;
            at = end;
        }
        Ok(())
    }

    /// A directive with a value that is a relocation.
    fn referring_value(
        &mut self,
        section: usize,
        reference: &Reference,
    ) -> Result<(), expression::Unsaid> {
        let source = self.source;
        let row = reference.relocation;
        let directive = match row.bytes {
            4 => ".long ",
            8 => ".quad ",
            _ => return Err("no directive has a value of its size"),
        };
        let start = reference.offset as usize;
        let bytes = &source.file.sections[section].bytes[start..];
        let bytes = bytes.get(..row.bytes.into()).unwrap_or(&[1]);
        if bytes.iter().any(|byte| *byte != 0) {
            return Err("its bytes are not zero");
        }
        let (file, format, site) = (&source.file, &source.format, Site::Data);
        let mut value = self.empty_expression();
        let result = expression::expression(
            file, self.plan, format, section, reference, site, &mut value,
        );
        if result.is_ok() {
            self.texts(&[directive, &value]);
        }
        self.expression = value;
        result
    }

    /// Room for an expression; it is to be put back.
    pub(super) fn empty_expression(&mut self) -> String {
        let mut room = std::mem::take(&mut self.expression);
        room.clear();
        room
    }

    /// A relocation that no expression makes, by its name; or why it is lost.
    pub(super) fn request(&mut self, reference: &Reference, reason: &str) {
        let source = self.source;
        let mut text = self.empty_expression();
        match expression::request(&source.file, self.plan, reference, &mut text) {
            Ok(()) => {
                self.buffer.texts(&["\t", &text, " "]);
                super::text::comment(self.leader, reason, &mut self.buffer);
                self.buffer.push(b'\n');
            }
            Err(lost) => {
                let symbol = source.file.symbols.get(reference.symbol);
                let name = symbol.map_or("", |symbol| symbol.name);
                self.remark(&format!(
                    "relocation {} at {:#x} of symbol {} ({name}), addend {}, is lost: {lost}",
                    reference.relocation.name, reference.offset, reference.symbol, reference.addend
                ));
            }
        }
        self.expression = text;
    }

    /// Strings that end with zero; what does not is one without its end.
    fn strings(&mut self, bytes: &[u8]) -> io::Result<()> {
        for piece in bytes.split_inclusive(|&byte| byte == 0) {
            let (name, text) = match piece {
                [text @ .., 0] => (".asciz", text),
                text => (".ascii", text),
            };
            self.buffer.texts(&["\t", name, " \""]);
            let mut rest = text;
            loop {
                // Most are letters that stand for themselves.
                let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && !b"\"\\".contains(byte);
                let count = rest.iter().take_while(|it| is_plain(it)).count();
                let (plain, others) = rest.split_at(count);
                self.buffer.extend(plain);
                let [byte, behind @ ..] = others else {
                    break;
                };
                match byte {
                    b'"' | b'\\' => self.buffer.extend(&[b'\\', *byte]),
                    b'\n' => self.buffer.extend(b"\\n"),
                    b'\t' => self.buffer.extend(b"\\t"),
                    _ => {
                        // A block takes everything.
                        let _ = write!(self.buffer, "\\{byte:03o}");
                    }
                }
                rest = behind;
            }
            self.buffer.extend(b"\"\n");
            self.flush_block()?;
        }
        Ok(())
    }

    /// Bytes without labels as numbers: whole words where they lie so, and zeros at
    /// once.
    pub(super) fn values(&mut self, offset: u64, bytes: &[u8]) {
        let mut rest = bytes;
        let odd = (offset.wrapping_neg() % 4) as usize;
        if odd != 0 {
            let head = rest.len().min(odd);
            self.numbers(1, &rest[..head]);
            rest = &rest[head..];
        }
        while !rest.is_empty() {
            let zeros = match rest.iter().position(|byte| *byte != 0) {
                Some(at) => at & !3,
                None => rest.len(),
            };
            if zeros >= ZEROS {
                self.line(format_args!(".zero {zeros}"));
                rest = &rest[zeros..];
                continue;
            }
            // Up to where zeros begin that are worth a directive of their own.
            let count = (0..WORDS.min(rest.len() / 4))
                .take_while(|&at| at == 0 || !begins_with_zeros(&rest[at * 4..]))
                .count();
            let size = match count {
                0 => rest.len(),
                count => count * 4,
            };
            self.numbers(if count == 0 { 1 } else { 4 }, &rest[..size]);
            rest = &rest[size..];
        }
    }

    /// Values of 1 or 4 bytes.
    fn numbers(&mut self, unit: usize, bytes: &[u8]) {
        let is_big = self.source.target.tables().big_endian;
        let per_line = if unit == 1 { BYTES } else { WORDS * unit };
        for line in bytes.chunks(per_line) {
            let mut room = self.buffer.room(room_of(line) + "\t\n".len());
            room.push_byte(b'\t');
            write_numbers(unit, line, is_big, &mut room);
            room.push_byte(b'\n');
            let written = room.len();
            self.buffer.take(written);
        }
    }
}

/// Whether so many zeros stand in front that they are a directive of their own.
fn begins_with_zeros(bytes: &[u8]) -> bool {
    let front = bytes.first_chunk::<ZEROS>();
    front.is_some_and(|front| u128::from_ne_bytes(*front) == 0)
}

/// Whether no other relocation is of the bytes of one.
pub(super) fn is_alone(section: &Section<'_>, at: usize) -> bool {
    let all = &section.relocations;
    let end = |reference: &Reference| reference.offset + u64::from(reference.relocation.bytes);
    let before = at.checked_sub(1).and_then(|before| all.get(before));
    let ends_before = |it: &Reference| end(it) <= all[at].offset && it.offset < all[at].offset;
    before.is_none_or(ends_before)
        && all
            .get(at + 1)
            .is_none_or(|next| next.offset >= end(&all[at]) && next.offset > all[at].offset)
}

/// What a directive of values begins with.
const DIRECTIVE: usize = b".long ".len();

/// What a value is at most for each of its bytes: `0x12, `.
const PER_BYTE: usize = 6;

/// The room that a directive with values of these bytes needs.
fn room_of(bytes: &[u8]) -> usize {
    DIRECTIVE + bytes.len() * PER_BYTE
}

/// Appends a directive with values of 1 or 4 bytes; there is one at least, and all are whole.
pub(super) fn push_numbers(unit: usize, bytes: &[u8], is_big_endian: bool, out: &mut Block) {
    let mut room = out.room(room_of(bytes));
    write_numbers(unit, bytes, is_big_endian, &mut room);
    let written = room.len();
    out.take(written);
}

/// [`push_numbers`] to room for it.
fn write_numbers(unit: usize, bytes: &[u8], is_big_endian: bool, room: &mut sink::Cursor<'_>) {
    if unit == 1 {
        room.push_front(b".byte ", DIRECTIVE);
        for byte in bytes {
            let [.., high, low] = digits::lower(u32::from(*byte));
            let text = [b'0', b'x', high, low, b',', b' '];
            room.push_front(&text, text.len());
        }
    } else {
        room.push_front(b".long ", DIRECTIVE);
        for word in bytes.as_chunks::<4>().0 {
            let of = digits::lower(match is_big_endian {
                true => u32::from_be_bytes(*word),
                false => u32::from_le_bytes(*word),
            });
            let text = [
                b'0', b'x', of[0], of[1], of[2], of[3], of[4], of[5], of[6], of[7], b',', b' ',
            ];
            room.push_front(&text, text.len());
        }
    }
    // Without what stands between values.
    room.truncate(room.len() - ", ".len());
}
