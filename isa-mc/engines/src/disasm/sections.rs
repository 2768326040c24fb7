//! Sections: their directives, and what is in them from label to label.

use std::io;
use std::ops::Range;

use object::elf;

use super::plan::{Base, Piece};
use super::text::Text;
use crate::object::flag;
use crate::object::prefetch::prefetch;
use crate::object::read::Section;

/// The largest alignment that a directive says, as a power of two.
const MAX_ALIGN: u32 = 31;

/// The largest entry that a directive says.
const MAX_ENTRY: u64 = i64::MAX.cast_unsigned();

/// Letters of `.section`.
const LETTERS: &[(u64, char)] = &[
    (flag::ALLOC, 'a'),
    (flag::WRITE, 'w'),
    (flag::EXECUTE, 'x'),
    (flag::MERGE, 'M'),
    (flag::STRINGS, 'S'),
    (flag::LINK_ORDER, 'o'),
    (flag::GROUP, 'G'),
    (flag::TLS, 'T'),
    (flag::RETAIN, 'R'),
    (flag::EXCLUDE, 'e'),
];

/// What of a section is still to come.
pub(super) struct Cursor {
    pub(super) section: usize,
    /// The next relocation.
    pub(super) reference: usize,
    /// The next symbol that is a label.
    pub(super) label: usize,
    /// The next label that is made up.
    made: usize,
    /// The next remark.
    remark: usize,
    /// The next place with a label or a remark.
    pub(super) event: u64,
    /// Behind the padding that was looked at last.
    pub(super) padded: u64,
}

impl Text<'_> {
    /// A section with all that is in it.
    pub(super) fn section(&mut self, at: usize) -> io::Result<()> {
        self.section_part(at, 0, u64::MAX)
    }

    /// What of a section begins at `from` or behind, and before `to`. Its head belongs
    /// to its start, and what is said behind it to the largest number.
    pub(super) fn section_part(&mut self, at: usize, from: u64, to: u64) -> io::Result<()> {
        let (source, plan) = (self.source, self.plan);
        let planned = &plan.sections[at];
        let section = &source.file.sections[at];
        if !planned.is_printed {
            return Ok(());
        }
        let mut cursor = Cursor {
            section: at,
            reference: section.relocations.partition_point(|it| it.offset < from),
            label: planned.labels.partition_point(|(at, _)| *at < from),
            made: planned.made.partition_point(|at| *at < from),
            remark: planned.remarks.partition_point(|(at, _)| *at < from),
            event: 0,
            padded: 0,
        };
        if from == 0 {
            self.begin_section(at, section);
            self.labels(&mut cursor, 0);
        }
        let is_plain = planned.labels.is_empty() && section.relocations.is_empty();
        if section.kind == elf::SHT_NOTE && is_plain && planned.made.is_empty() {
            self.notes(section, &planned.name)?;
        } else {
            let behind = planned
                .pieces
                .partition_point(|(range, _)| range.end <= from);
            for (range, piece) in &planned.pieces[behind..] {
                if range.start >= to {
                    break;
                }
                match piece {
                    Piece::Code => self.code(&mut cursor, range, from, to)?,
                    Piece::Data => self.data(&mut cursor, range)?,
                    Piece::Record(symbol) => self.record(&mut cursor, range, *symbol)?,
                }
            }
        }
        if to <= section.size {
            return Ok(());
        }
        self.labels(&mut cursor, section.size);
        while let Some(reference) = section.relocations.get(cursor.reference) {
            self.request(reference, "its bytes do not lie in the section");
            cursor.reference += 1;
        }
        for &symbol in &planned.values {
            self.value_symbol(at, symbol);
        }
        self.flush_block()
    }

    /// `.section`, its alignment, and what of its header no directive says.
    fn begin_section(&mut self, at: usize, section: &Section<'_>) {
        let planned = &self.plan.sections[at];
        let mut unsaid = Vec::new();
        let mut flags = section.flags;
        let mut rest = String::new();
        if flags & flag::MERGE != 0 {
            match section.entry_size {
                size @ 1..=MAX_ENTRY => rest = format!(",{size}"),
                _ => flags &= !flag::MERGE,
            }
        }
        if section.entry_size != 0 && flags & flag::MERGE == 0 {
            unsaid.push(format!("entries of {} bytes", section.entry_size));
        }
        if flags & flag::LINK_ORDER != 0 {
            match self.followed(at, section.link as usize) {
                Some(label) => {
                    rest.push(',');
                    rest.push_str(&label);
                }
                None => flags &= !flag::LINK_ORDER,
            }
        }
        if flags & flag::GROUP != 0 {
            let group = section
                .group
                .filter(|group| self.plan.symbols[group.signature].is_sayable());
            match group {
                Some(group) => {
                    let signature = self.plan.spelled(&self.source.file, group.signature);
                    let kind = if group.is_comdat { ",comdat" } else { "" };
                    rest = format!("{rest},{signature}{kind}");
                }
                _ => flags &= !flag::GROUP,
            }
        }
        let known: u64 = LETTERS.iter().map(|(bit, _)| bit).sum();
        flags &= known;
        if flags != section.flags {
            unsaid.push(format!("flags {:#x}", section.flags & !flags));
        }
        let align = section.align.trailing_zeros();
        if align > MAX_ALIGN {
            unsaid.push(format!("an alignment of 2 to the power of {align}"));
        }
        if planned.is_text {
            self.line(".text");
        } else {
            let letters = LETTERS.iter().filter(|(bit, _)| flags & bit != 0);
            let letters: String = letters.map(|(_, letter)| letter).collect();
            let kind = match section.kind {
                elf::SHT_PROGBITS => "@progbits".to_string(),
                elf::SHT_NOBITS => "@nobits".to_string(),
                elf::SHT_NOTE => "@note".to_string(),
                number => format!("@{number:#x}"),
            };
            let unique = planned.unique.map(|number| format!(",unique,{number}"));
            let unique = unique.unwrap_or_default();
            let name = &planned.name;
            self.line(format_args!(
                ".section {name},\"{letters}\",{kind}{rest}{unique}"
            ));
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

    /// A label of the section that another one follows; it has to stand before.
    fn followed(&self, at: usize, link: usize) -> Option<String> {
        if link == 0 {
            return Some("0".to_string());
        }
        let is_before = link < at && self.plan.sections.get(link)?.is_printed;
        is_before.then(|| {
            let base = self.plan.base_name(&self.source.file, Base::Made(link, 0));
            let mut name = String::new();
            base.write(&mut name);
            name
        })
    }

    /// Labels up to a place, and what is to be remarked there.
    pub(super) fn labels(&mut self, cursor: &mut Cursor, offset: u64) {
        if offset < cursor.event {
            return;
        }
        let plan = self.plan;
        let section = &plan.sections[cursor.section];
        while let Some((_, text)) = section
            .remarks
            .get(cursor.remark)
            .filter(|it| it.0 <= offset)
        {
            cursor.remark += 1;
            self.remark(text);
        }
        while let Some(&(_, symbol)) = section.labels.get(cursor.label).filter(|it| it.0 <= offset)
        {
            let symbols = &self.source.file.symbols;
            let name = |(_, symbol): &(u64, usize)| symbols[*symbol].name.as_bytes();
            prefetch(&section.labels, cursor.label, name);
            cursor.label += 1;
            self.label(symbol);
        }
        while let Some(&at) = section.made.get(cursor.made).filter(|it| **it <= offset) {
            cursor.made += 1;
            if at == offset {
                let base = Base::Made(cursor.section, at);
                let mut name = self.empty_expression();
                plan.base_name(&self.source.file, base).write(&mut name);
                self.buffer.texts(&[&name, ":\n"]);
                self.expression = name;
            }
        }
        let label = section.labels.get(cursor.label).map(|(at, _)| *at);
        let made = section.made.get(cursor.made).copied();
        let remark = section.remarks.get(cursor.remark).map(|(at, _)| *at);
        let found = [label, made, remark].into_iter().flatten().min();
        cursor.event = found.unwrap_or(u64::MAX);
    }

    /// Where the next label behind a place stands, up to an end.
    pub(super) fn next_label(&self, cursor: &Cursor, offset: u64, end: u64) -> u64 {
        let section = &self.plan.sections[cursor.section];
        let symbols = section.labels[cursor.label..].iter().map(|(at, _)| *at);
        let made = section.made[cursor.made..].iter().copied();
        let symbol = symbols.into_iter().find(|at| *at > offset);
        let made = made.into_iter().find(|at| *at > offset);
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
        self.buffer.texts(&[&text]);
        self.record_symbol(symbol);
        let rest = &section.relocations[cursor.reference..];
        cursor.reference += rest.iter().take_while(|it| it.offset < range.end).count();
        self.flush_block()
    }

    /// Notes, of which the machine may have directives.
    fn notes(&mut self, section: &Section<'_>, name: &str) -> io::Result<()> {
        let is_own = name == self.source.machine.note_section()
            && self
                .plan
                .sections
                .iter()
                .filter(|it| it.name == name)
                .count()
                == 1
            && section.flags == flag::ALLOC
            && section.entry_size == 0
            && section.align >= 4;
        let mut at = 0;
        while at < section.bytes.len() {
            let rest = &section.bytes[at..];
            match self.source.machine.note(rest) {
                Some((size, Ok(text))) if is_own && at.is_multiple_of(4) => {
                    self.buffer.texts(&[&text]);
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
