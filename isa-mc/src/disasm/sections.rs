//! Sections: their directives, and what is in them from label to label.

use std::io;
use std::ops::Range;

use object::elf;

use super::plan::Piece;
use super::read::Section;
use super::text::Text;
use crate::object::flag;

/// The largest alignment that a directive says, as a power of two.
const MAX_ALIGN: u32 = 31;

/// Letters of `.section`.
const LETTERS: &[(u64, char)] = &[
    (flag::ALLOC, 'a'),
    (flag::WRITE, 'w'),
    (flag::EXECUTE, 'x'),
    (flag::MERGE, 'M'),
    (flag::STRINGS, 'S'),
    (flag::TLS, 'T'),
    (flag::EXCLUDE, 'e'),
];

/// Relocations of a section that are still to come.
pub(super) struct Cursor {
    pub(super) section: usize,
    /// The next relocation.
    pub(super) reference: usize,
    /// The next symbol that is a label.
    pub(super) label: usize,
}

impl Text<'_, '_> {
    /// A section with all that is in it.
    pub(super) fn section(&mut self, at: usize) -> io::Result<()> {
        let (source, plan) = (self.source, self.plan);
        let planned = &plan.sections[at];
        let section = &source.file.sections[at];
        if !planned.is_printed {
            if section.kind == elf::SHT_GROUP {
                self.remark(&format!("no directive says section {at}, a group of sections"));
            }
            return Ok(());
        }
        self.begin_section(section, &planned.name);
        let mut cursor = Cursor {
            section: at,
            reference: 0,
            label: 0,
        };
        let is_plain = planned.labels.is_empty() && section.relocations.is_empty();
        if section.kind == elf::SHT_NOTE && is_plain && planned.made.is_empty() {
            self.notes(section, &planned.name)?;
        } else {
            for (range, piece) in &planned.pieces {
                match piece {
                    Piece::Code => self.code(&mut cursor, range)?,
                    Piece::Data => self.data(&mut cursor, range)?,
                    Piece::Record(symbol) => self.record(&mut cursor, range, *symbol)?,
                }
            }
        }
        self.labels(&mut cursor, section.size);
        while let Some(reference) = section.relocations.get(cursor.reference) {
            self.unsaid_reference(at, reference, "its bytes are not alone");
            cursor.reference += 1;
        }
        for &symbol in &planned.values {
            self.value_symbol(at, symbol);
        }
        self.flush_block()
    }

    /// `.section`, its alignment, and what of its header no directive says.
    fn begin_section(&mut self, section: &Section<'_>, name: &str) {
        let mut unsaid = Vec::new();
        let known: u64 = LETTERS.iter().map(|(bit, _)| bit).sum();
        if section.flags & !known != 0 {
            unsaid.push(format!("flags {:#x}", section.flags & !known));
        }
        let is_merged = section.flags & flag::MERGE != 0 && section.entry_size != 0;
        if section.flags & flag::MERGE != 0 && !is_merged {
            unsaid.push("that equal entries may be merged, for they have no size".to_string());
        }
        if section.entry_size != 0 && !is_merged {
            unsaid.push(format!("entries of {} bytes", section.entry_size));
        }
        let align = section.align.trailing_zeros();
        if align > MAX_ALIGN {
            unsaid.push(format!("an alignment of 2 to the power of {align}"));
        }
        let plain_code = section.flags == flag::ALLOC | flag::EXECUTE
            && section.kind == elf::SHT_PROGBITS
            && section.entry_size == 0;
        if name == ".text" {
            if !plain_code {
                unsaid.push("other flags or another type than those of all code".to_string());
            }
            self.line(".text");
        } else {
            let letters = LETTERS.iter().filter(|(bit, _)| section.flags & bit != 0);
            let letters = letters.filter(|(bit, _)| *bit != flag::MERGE || is_merged);
            let letters: String = letters.map(|(_, letter)| letter).collect();
            let kind = match section.kind {
                elf::SHT_PROGBITS => "@progbits".to_string(),
                elf::SHT_NOBITS => "@nobits".to_string(),
                elf::SHT_NOTE => "@note".to_string(),
                number => format!("@{number:#x}"),
            };
            let entries = match is_merged {
                true => format!(",{}", section.entry_size),
                false => String::new(),
            };
            self.line(format_args!(".section {name},\"{letters}\",{kind}{entries}"));
        }
        if section.address != 0 {
            self.remark(&format!("address {:#x}", section.address));
        }
        if !unsaid.is_empty() {
            let list = unsaid.join("; ");
            self.remark(&format!("no directive says: {list}"));
        }
        if (1..=MAX_ALIGN).contains(&align) {
            self.line(format_args!(".p2align {align}"));
        }
    }

    /// Labels at a place, and what is to be remarked there.
    pub(super) fn labels(&mut self, cursor: &mut Cursor, offset: u64) {
        let plan = self.plan;
        let section = &plan.sections[cursor.section];
        if cursor.label >= section.labels.len() && section.made.is_empty() && section.remarks.is_empty() {
            return;
        }
        for text in section.remarks.get(&offset).into_iter().flatten() {
            self.remark(text);
        }
        while let Some(&(at, symbol)) = section.labels.get(cursor.label) {
            if at > offset {
                break;
            }
            cursor.label += 1;
            self.label(symbol);
        }
        if section.made.contains(&offset) {
            let name = plan.made_name(cursor.section, offset);
            self.bare_line(format_args!("{name}:"));
        }
    }

    /// Where the next label behind a place stands, up to an end.
    pub(super) fn next_label(&self, cursor: &Cursor, offset: u64, end: u64) -> u64 {
        if offset + 1 >= end {
            return end;
        }
        let section = &self.plan.sections[cursor.section];
        let symbol = section.labels[cursor.label..].iter().map(|(at, _)| *at);
        let symbol = symbol.into_iter().find(|at| *at > offset);
        let made = section.made.range(offset + 1..end).next().copied();
        end.min(symbol.unwrap_or(end)).min(made.unwrap_or(end))
    }

    /// A record as directives.
    fn record(&mut self, cursor: &mut Cursor, range: &Range<u64>, symbol: usize) -> io::Result<()> {
        let source = self.source;
        let section = &source.file.sections[cursor.section];
        // The plan found the directives once.
        let bytes = &section.bytes[range.start as usize..range.end as usize];
        let name = source.file.symbols[symbol].name;
        let shape = source.machine.record(name, range.end - range.start);
        let text = shape.map(|shape| source.machine.record_text(shape.of, bytes));
        let Some(Ok(text)) = text else {
            return self.data(cursor, range);
        };
        self.labels(cursor, range.start);
        self.buffer.extend_from_slice(text.as_bytes());
        self.record_symbol(symbol);
        let rest = &section.relocations[cursor.reference..];
        cursor.reference += rest.iter().take_while(|it| it.offset < range.end).count();
        self.flush_block()
    }

    /// Notes, of which the machine may have directives.
    fn notes(&mut self, section: &Section<'_>, name: &str) -> io::Result<()> {
        let is_own = name == self.source.machine.note_section()
            && section.flags == flag::ALLOC
            && section.entry_size == 0
            && section.align >= 4;
        let mut at = 0;
        while at < section.bytes.len() {
            let rest = &section.bytes[at..];
            match self.source.machine.note(rest) {
                Some((size, Ok(text))) if is_own && at.is_multiple_of(4) => {
                    self.buffer.extend_from_slice(text.as_bytes());
                    at += size;
                }
                found => {
                    if let Some((_, Err(reason))) = &found {
                        self.remark(&format!("a note as data: {reason}"));
                    }
                    let size = found.map_or(rest.len(), |(size, _)| size);
                    self.values(at as u64, &rest[..size]);
                    at += size;
                }
            }
            self.flush_block()?;
        }
        Ok(())
    }
}
