//! Code: instructions, the labels that they name, and what is none.

use std::fmt::Write as _;
use std::io;
use std::ops::Range;

use super::block::Block;
use super::data;
use super::expression::{self, Site};
use super::proof::Operand;
use super::sections::Cursor;
use super::source::Source;
use super::steps::{PADDINGS, begins_with};
use super::text::{Text, comment, leader};
use crate::object::read::Reference;
use crate::operand::literal_class;
use crate::sink::Sink as _;
use crate::tables::NONE;
use crate::{DecodeError, Inst};

/// What stands for a literal that a relocation fills in, while it is printed: no
/// operand has a shorter word for it.
const STAND_IN: u32 = 0x1234_5678;

/// Bytes of a literal.
const LITERAL_BYTES: u8 = 4;

impl Source<'_, '_> {
    /// Appends what stands at the front of code as it is without symbols; gives its
    /// size.
    pub(super) fn plain(&self, code: &[u8], out: &mut Block) -> usize {
        let inst = self.target.decode(code);
        let size = inst.map_or_else(|_| self.word(), Inst::size);
        let bytes = &code[..size.clamp(1, code.len().max(1)).min(code.len())];
        self.instruction(bytes, inst, out);
        bytes.len()
    }

    /// Appends an instruction, or data with the reason.
    fn instruction(&self, bytes: &[u8], inst: Result<Inst, DecodeError>, out: &mut Block) {
        let tables = self.target.tables();
        let reason = match inst {
            Err(error) => error.display(tables).to_string(),
            Ok(inst) => match self.target.print(inst, self.syntax, out) {
                Ok(()) => return,
                Err(error) => {
                    let mut reading = String::new();
                    let read = self.target.print_reading(inst, self.syntax, &mut reading);
                    match read {
                        Ok(()) => format!("reading: {reading}; {}", error.display(tables)),
                        Err(_) => error.display(tables).to_string(),
                    }
                }
            },
        };
        self.data_with(bytes, &reason, out);
    }

    /// Appends bytes as data, and why they are data.
    fn data_with(&self, bytes: &[u8], reason: &str, out: &mut Block) {
        let tables = self.target.tables();
        let is_words = self.word() > 1 && bytes.len().is_multiple_of(4);
        let unit = if is_words { 4 } else { 1 };
        data::push_numbers(unit, bytes, tables.big_endian, out);
        self.reason(reason, out);
    }

    /// Appends so many zeros as data, and why they are data.
    fn zeros_with(&self, count: u64, reason: &str, out: &mut Block) {
        // A block takes everything.
        let _ = write!(out, ".zero {count}");
        self.reason(reason, out);
    }

    fn reason(&self, reason: &str, out: &mut Block) {
        out.push(b' ');
        comment(leader(self.target.tables(), self.syntax), reason, out);
    }
}

impl Text<'_> {
    /// A piece of a section as code: what of it begins at `from` or behind, and before
    /// `to`.
    pub(super) fn code(
        &mut self,
        cursor: &mut Cursor,
        piece: &Range<u64>,
        from: u64,
        to: u64,
    ) -> io::Result<()> {
        let section = &self.source.file.sections[cursor.section];
        let steps = &self.plan.sections[cursor.section].steps;
        let mut at = piece.start.max(from);
        let to = piece.end.min(to);
        while at < to {
            let event = steps.next_event(at, to);
            let mut behind = at;
            let is_straight = at < event;
            if is_straight {
                self.line_remark(cursor.section, at);
                let stop = self
                    .next_line(cursor.section, at)
                    .map_or(event, |it| it.min(event));
                behind = self.straight(cursor.section, at, stop);
            }
            // Labels are events, and so is whatever is no instruction.
            at = match behind == at {
                true => self.other(cursor, at, piece, is_straight)?,
                false => behind,
            };
            self.place = section.offset.saturating_add(at);
            self.flush_block()?;
        }
        Ok(())
    }

    /// Where its line comes from, if what stands before a place comes from another one.
    fn line_remark(&mut self, section: usize, at: u64) {
        let source = self.source;
        let Some(sources) = &source.sources else {
            return;
        };
        let address = source.file.sections[section].address.wrapping_add(at);
        let Some(line) = sources.begins(section, address) else {
            return;
        };
        let text = sources.text(line);
        if sources.shows_places || text.is_none() {
            self.remark(&format!("{}:{}", line.file, line.line));
        }
        if let Some(text) = text {
            self.remark(text);
        }
    }

    /// Where the next line may begin that is shown.
    fn next_line(&self, section: usize, at: u64) -> Option<u64> {
        let sources = self.source.sources.as_ref()?;
        let start = self.source.file.sections[section].address;
        let next = sources.lines.next(section, start.wrapping_add(at))?;
        next.checked_sub(start)
    }

    /// What stands at a place of a piece of code, with its labels; gives where it ends.
    /// `has_line`: its line was shown.
    fn other(
        &mut self,
        cursor: &mut Cursor,
        at: u64,
        piece: &Range<u64>,
        has_line: bool,
    ) -> io::Result<u64> {
        let source = self.source;
        let section = &source.file.sections[cursor.section];
        let steps = &self.plan.sections[cursor.section].steps;
        self.labels(cursor, at);
        if !has_line {
            self.line_remark(cursor.section, at);
        }
        let next = section.relocations.get(cursor.reference);
        let next = next.map_or(piece.end, |it| it.offset);
        if let Some(end) = self.padding(cursor, at, piece.end.min(next)) {
            return Ok(end);
        }
        let end = steps.end(at, piece.end);
        let label = self.next_symbol(cursor, piece.end);
        let inst = match steps.inst(&source.target, section.bytes, at) {
            Some((inst, _)) => Ok(inst),
            None => source
                .target
                .decode(&section.bytes[at as usize..label as usize]),
        };
        if next < end {
            self.referring(cursor, at..end, inst, label < piece.end)?;
        } else if let Err(error) = &inst
            && let Some(end) = self.zeros(cursor, at..end, piece.end.min(next))
        {
            // One reason is enough for all of them: they are the same.
            self.buffer.push(b'\t');
            let reason = error.display(source.target.tables()).to_string();
            source.zeros_with(end - at, &reason, &mut self.buffer);
            self.buffer.push(b'\n');
            return Ok(end);
        } else {
            self.buffer.push(b'\t');
            let bytes = &section.bytes[at as usize..end as usize];
            self.statement(cursor.section, at, bytes, inst, label < piece.end);
            self.bytes_remark(cursor.section, at, bytes);
            self.buffer.push(b'\n');
        }
        Ok(end)
    }

    /// Where zeros end that are no instructions, as between kernels, if they are so many that
    /// one directive stands for all of them.
    fn zeros(&self, cursor: &Cursor, first: Range<u64>, limit: u64) -> Option<u64> {
        let section = &self.source.file.sections[cursor.section];
        let steps = &self.plan.sections[cursor.section].steps;
        if self.source.shows_bytes {
            return None;
        }
        let line = self.next_line(cursor.section, first.start);
        let limit = limit.min(cursor.event).min(line.unwrap_or(limit));
        let is_zero = |start: u64, end: u64| {
            let bytes = section.bytes.get(start as usize..end as usize);
            bytes.is_some_and(|bytes| bytes.iter().all(|byte| *byte == 0))
        };
        let (mut at, mut end) = (first.start, first.end);
        while end <= limit && is_zero(at, end) {
            at = end;
            if at == limit || !steps.is_data(at) {
                break;
            }
            end = steps.end(at, limit);
        }
        (at - first.start >= data::ZEROS as u64).then_some(at)
    }

    /// The next symbol that is a label: no statement goes beyond it.
    fn next_symbol(&self, cursor: &Cursor, end: u64) -> u64 {
        let labels = &self.plan.sections[cursor.section].labels;
        let next = labels.get(cursor.label).map(|(at, _)| *at);
        next.unwrap_or(end).min(end)
    }

    /// A statement without relocations.
    fn statement(
        &mut self,
        section: usize,
        at: u64,
        bytes: &[u8],
        inst: Result<Inst, DecodeError>,
        is_cut: bool,
    ) {
        let source = self.source;
        let inst = match inst {
            Ok(inst) => inst,
            Err(error) => {
                let tables = source.target.tables();
                let mut reason = error.display(tables).to_string();
                let is_short = matches!(error, DecodeError::Truncated { .. });
                if is_cut && is_short {
                    reason += " before the next symbol";
                }
                source.data_with(bytes, &reason, &mut self.buffer);
                return;
            }
        };
        let operand = source.target.relative_operand(inst);
        if operand != NONE && self.branch(section, at, (inst, operand)) {
            return;
        }
        source.instruction(bytes, Ok(inst), &mut self.buffer);
    }

    /// A statement with relocations: with an expression in it, or else with their names
    /// before it.
    fn referring(
        &mut self,
        cursor: &mut Cursor,
        range: Range<u64>,
        inst: Result<Inst, DecodeError>,
        is_cut: bool,
    ) -> io::Result<()> {
        let source = self.source;
        let number = cursor.section;
        let section = &source.file.sections[number];
        let Ok(inst) = inst else {
            return self.data(cursor, &range);
        };
        let bytes = &section.bytes[range.start as usize..range.end as usize];
        let first = cursor.reference;
        let inside = section.relocations[first..].iter();
        let inside = inside.take_while(|it| it.offset < range.end);
        cursor.reference += inside.clone().count();
        if cursor.reference == first + 1 && data::is_alone(section, first) {
            let reference = &section.relocations[first];
            let start = self.buffer.len();
            self.buffer.push(b'\t');
            match self.with_reference(number, range.start, inst, reference) {
                Ok(()) => {
                    self.bytes_remark(number, range.start, bytes);
                    self.buffer.push(b'\n');
                    return Ok(());
                }
                Err(reason) => {
                    self.buffer.truncate(start);
                    self.request(reference, reason);
                }
            }
        } else {
            for reference in inside {
                self.request(reference, "its bytes are not alone");
            }
        }
        self.buffer.push(b'\t');
        self.statement(number, range.start, bytes, Ok(inst), is_cut);
        self.bytes_remark(number, range.start, bytes);
        self.buffer.push(b'\n');
        Ok(())
    }

    /// Appends an instruction with what makes its relocation.
    fn with_reference(
        &mut self,
        section: usize,
        at: u64,
        inst: Inst,
        reference: &Reference,
    ) -> Result<(), expression::Unsaid> {
        let mut expression = self.empty_expression();
        let result = self.with_expression(section, at, inst, reference, &mut expression);
        self.expression = expression;
        result
    }

    fn with_expression(
        &mut self,
        section: usize,
        at: u64,
        inst: Inst,
        reference: &Reference,
        text: &mut String,
    ) -> Result<(), expression::Unsaid> {
        let source = self.source;
        let (target, file, format) = (source.target, &source.file, &source.format);
        let base = self
            .plan
            .base_name(file, expression::target(file, self.plan, reference)?.base);
        let rows = target.operand_rows(inst);
        let own = inst.size() as u64 - u64::from(LITERAL_BYTES).min(inst.size() as u64);
        let is_literal = own > 0 && at + own == reference.offset;
        let site = match is_literal {
            true => Site::Literal,
            false if reference.offset == at => Site::Branch,
            false => return Err("it is not of an operand"),
        };
        expression::expression(file, self.plan, format, section, reference, site, text)?;
        // The name as it is stands behind the expression.
        let split = text.len();
        base.write(text);
        let (expression, name) = text.split_at(split);
        let operand = |number: usize, distance| Operand {
            number: number as u16,
            expression,
            name,
            distance,
        };
        let unread = "the text would be read as another instruction";
        if site == Site::Branch {
            // A relocation leaves the distance 0.
            let number = target.relative_operand(inst);
            let is_written = number != NONE
                && source.naming(
                    inst,
                    operand(number.into(), Some(0)),
                    inst,
                    &mut self.buffer,
                );
            return if is_written { Ok(()) } else { Err(unread) };
        }
        // Another literal can be said wherever one may stand.
        let size = inst.size() as u8 - LITERAL_BYTES;
        let other = Inst::of_bits(inst.encoding(), inst.bits(), size).with_literal(STAND_IN);
        let mut literals = (0..rows.len())
            .rev()
            .filter(|&number| literal_class(&target, &rows[number], inst.bits()).is_some());
        let is_written = literals
            .any(|number| source.naming(other, operand(number, None), inst, &mut self.buffer));
        if is_written { Ok(()) } else { Err(unread) }
    }

    /// Padding up to an alignment, as `.p2align`; gives where it ends.
    fn padding(&mut self, cursor: &mut Cursor, at: u64, limit: u64) -> Option<u64> {
        let source = self.source;
        let section = &source.file.sections[cursor.section];
        let unit = source.format.padding;
        let rest = section.bytes.get(at as usize..limit as usize)?;
        if source.shows_bytes || !begins_with(rest, unit) {
            return None;
        }
        // Padding that is no alignment is looked at again in its middle, not counted.
        if at >= cursor.padded {
            let rest = &rest[..(self.next_label(cursor, at, limit) - at) as usize];
            let count = rest.chunks(unit.len()).take_while(|it| *it == unit).count();
            cursor.padded = at + (count * unit.len()) as u64;
        }
        let end = cursor.padded;
        // The least alignment that fills as much.
        let power = (1..=section.align.trailing_zeros().min(31))
            .find(|power| at.checked_next_multiple_of(1 << power) == Some(end))?;
        let is_start = end == limit || self.plan.sections[cursor.section].steps.is_start(end);
        if end - at < (PADDINGS * unit.len()) as u64 || !is_start {
            return None;
        }
        self.line(format_args!(".p2align {power}"));
        Some(end)
    }

    /// The address and the bytes of an instruction, if they are asked for.
    fn bytes_remark(&mut self, section: usize, at: u64, bytes: &[u8]) {
        if !self.source.shows_bytes {
            return;
        }
        let address = self.source.file.sections[section].address.wrapping_add(at);
        let remark = &self.place_remark;
        // A block takes everything.
        let _ = self.buffer.append((), |out| {
            remark.write(address, bytes, out);
            Ok(())
        });
    }
}
