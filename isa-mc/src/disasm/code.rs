//! Code: instructions, the labels that they name, and what is none.

use std::fmt::Write as _;
use std::io;
use std::ops::Range;

use super::expression::{self, Site};
use super::plan::{Piece, Plan};
use super::sections::Cursor;
use super::straight::STATEMENT;
use super::text::{Text, comment};
use super::{Disassembly, data};
use crate::object::read::Reference;
use crate::parse::{self, Later, Symbols};
use crate::sink;
use crate::tables::NONE;
use crate::{DecodeError, Inst, SyntaxId, Target};

/// Bytes of an instruction at most.
const MAX_BYTES: usize = 32;

/// What stands for a literal that a relocation fills in, while it is printed: no
/// operand has a shorter word for it.
const STAND_IN: u32 = 0x1234_5678;

/// Repetitions of padding that become an alignment.
const PADDINGS: usize = 2;

/// Bytes of a code unit.
pub(super) fn word(target: &Target<'_>) -> usize {
    (target.tables().word_bits as usize / 8).max(1)
}

/// The names that a statement of this text may use.
struct Names<'n, 't> {
    target: Target<'t>,
    syntax: SyntaxId,
    name: &'n str,
}

impl Symbols for Names<'_, '_> {
    fn value(&self, _: &str) -> Option<i64> {
        None
    }

    fn is_later(&self, name: &str) -> bool {
        let stem = name.split_once('@').map_or(name, |(stem, _)| stem);
        stem == self.name && parse::register(&self.target, stem, self.syntax).is_none()
    }
}

/// A step through code.
struct Step {
    size: usize,
    inst: Result<Inst, DecodeError>,
}

impl Disassembly<'_, '_, '_> {
    /// What stands at the front of code; nothing goes beyond its end.
    fn step(&self, code: &[u8]) -> Step {
        match self.target.decode(code) {
            Ok(inst) => Step {
                size: inst.size().clamp(1, code.len().max(1)),
                inst: Ok(inst),
            },
            error => Step {
                size: word(&self.target).min(code.len()).max(1),
                inst: error,
            },
        }
    }

    /// Where branches of a section lead that needs a label: to statements without one.
    pub(super) fn branches(&self, plan: &Plan, at: usize) -> Vec<u64> {
        let section = &self.file.sections[at];
        let planned = &plan.sections[at];
        let word = word(&self.target) as u64;
        let mut targets = Vec::new();
        let mut references = section.relocations.iter().peekable();
        // A bit for each word at which a statement begins.
        let mut starts = vec![0_u64; (section.bytes.len() as u64 / word / 64 + 1) as usize];
        for (range, piece) in &planned.pieces {
            if *piece != Piece::Code {
                continue;
            }
            let behind = planned
                .labels
                .partition_point(|(label, _)| *label <= range.start);
            let labels = planned.labels[behind..].iter().map(|(label, _)| *label);
            let limits = labels.take_while(|label| *label < range.end);
            let mut from = range.start;
            for limit in limits.chain([range.end]) {
                let code = &section.bytes[..limit as usize];
                while from < limit {
                    let step = self.step(&code[from as usize..]);
                    let unit = from / word;
                    starts[(unit / 64) as usize] |= 1 << (unit % 64);
                    let end = from + step.size as u64;
                    if let Ok(inst) = step.inst
                        && let Some(target) = self.target.branch_target(inst, from)
                        && target <= section.size
                    {
                        while references.next_if(|it| it.offset < from).is_some() {}
                        if references.peek().is_none_or(|it| it.offset >= end) {
                            targets.push(target);
                        }
                    }
                    from = end;
                }
            }
        }
        let is_start = |target: u64| {
            let unit = target / word;
            target.is_multiple_of(word) && starts[(unit / 64) as usize] >> (unit % 64) & 1 != 0
        };
        targets.retain(|&target| {
            (is_start(target) || target == section.size) && planned.local_at(target).is_none()
        });
        targets
    }

    /// Appends what stands at the front of code as it is without symbols; gives its
    /// size.
    pub(super) fn plain(&self, code: &[u8], out: &mut Vec<u8>) -> usize {
        let step = self.step(code);
        let bytes = &code[..step.size.min(code.len())];
        self.instruction(bytes, step.inst, out);
        bytes.len()
    }

    /// Appends an instruction, or data with the reason.
    fn instruction(&self, bytes: &[u8], inst: Result<Inst, DecodeError>, out: &mut Vec<u8>) {
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
    fn data_with(&self, bytes: &[u8], reason: &str, out: &mut Vec<u8>) {
        let tables = self.target.tables();
        let is_words = word(&self.target) > 1 && bytes.len().is_multiple_of(4);
        let unit = if is_words { 4 } else { 1 };
        data::push_numbers(unit, bytes, tables.big_endian, out);
        out.push(b' ');
        comment(super::text::leader(tables, self.syntax), reason, out);
    }

    /// The text of an instruction with an expression for one of its operands, if it is
    /// read as exactly these bytes. `name` is the symbol in the expression.
    fn with_expression(
        &self,
        text: &str,
        expression: &str,
        name: &str,
        is_same: impl Fn(Inst, Later) -> bool,
    ) -> Option<String> {
        let names = Names {
            target: self.target,
            syntax: self.syntax,
            name,
        };
        // Operands, the last first: behind a comma, or behind the mnemonic.
        let mut ends = text.len();
        let breaks: Vec<usize> = text.match_indices([' ', ',']).map(|(at, _)| at).collect();
        for &at in breaks.iter().rev() {
            let start = at + 1;
            let operand = text.get(start..ends)?;
            ends = at;
            if operand.trim().is_empty() {
                continue;
            }
            let behind = &text[start + operand.len()..];
            let candidate = format!("{}{expression}{behind}", &text[..start]);
            let parsed = self.target.parse_with(&candidate, self.syntax, &names);
            if let Ok(parsed) = parsed
                && let Some(later) = parsed.later
                && is_same(parsed.inst, later)
            {
                return Some(candidate);
            }
        }
        None
    }

    /// Whether an instruction has these bytes.
    fn has_bytes(&self, inst: Inst, bytes: &[u8]) -> bool {
        let mut buffer = [0; MAX_BYTES];
        let size = self.target.encode(inst, &mut buffer);
        size.is_ok_and(|size| buffer.get(..size) == Some(bytes))
    }

    /// Whether a text in which a name stands for a distance is read as an instruction.
    pub(super) fn is_read_as(&self, text: &str, name: &str, inst: Inst, distance: i64) -> bool {
        let names = Names {
            target: self.target,
            syntax: self.syntax,
            name,
        };
        let Ok(parsed) = self.target.parse_with(text, self.syntax, &names) else {
            return false;
        };
        let later = parsed.later.filter(|later| !later.literal);
        later.is_some_and(|later| {
            let resolved = self.target.resolve(parsed.inst, later.operand, distance);
            resolved.is_ok_and(|read| {
                let mut buffer = [0; MAX_BYTES];
                let size = self.target.encode(inst, &mut buffer);
                size.is_ok_and(|size| self.has_bytes(read, &buffer[..size.min(MAX_BYTES)]))
            })
        })
    }
}

impl Text<'_, '_> {
    /// A part of a section as code.
    pub(super) fn code(&mut self, cursor: &mut Cursor, range: &Range<u64>) -> io::Result<()> {
        let source = self.source;
        let section = &source.file.sections[cursor.section];
        let mut at = range.start;
        while at < range.end {
            if at >= cursor.event {
                source.progress_at(section.offset + at);
                self.labels(cursor, at);
                cursor.event = self.next_event(cursor, at);
            }
            let reference = section.relocations.get(cursor.reference);
            let stop = reference.map_or(range.end, |it| it.offset.min(range.end));
            let label = self.next_symbol(cursor, range.end);
            let behind = self.straight(cursor, at, stop.min(cursor.event), label);
            if behind != at {
                at = behind;
                self.flush_block()?;
                continue;
            }
            let rest = &section.bytes[at as usize..range.end as usize];
            // Relocations within what was already written are lost, and say so.
            let references = &section.relocations[cursor.reference..];
            let next = references.first().map_or(range.end, |it| it.offset);
            if let Some(end) = self.padding(cursor, at, range.end.min(next)) {
                at = end;
                continue;
            }
            let limit = (label - at) as usize;
            let step = source.step(&rest[..limit]);
            let mut end = at + step.size as u64;
            if next < end {
                if let (Err(_), Some(first)) = (&step.inst, references.first()) {
                    // A value of data may be longer than a word.
                    let behind = first.offset + u64::from(first.relocation.bytes);
                    let word = word(&source.target) as u64;
                    end = behind.next_multiple_of(word).clamp(end, label);
                }
                self.referring(cursor, at..end, step.inst, limit < rest.len())?;
            } else {
                self.buffer.push(b'\t');
                let bytes = &rest[..step.size];
                self.statement(cursor.section, at, bytes, step.inst, limit < rest.len());
                self.bytes_remark(cursor.section, at, bytes);
                self.buffer.push(b'\n');
            }
            self.flush_block()?;
            at = end;
        }
        Ok(())
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
        if operand != NONE {
            let mut room = [0; STATEMENT];
            let mut text = sink::Cursor::new(&mut room);
            let named = self.branch(section, at, (inst, operand), &mut text);
            if named.is_ok() && !text.overflowed() {
                self.buffer.extend_from_slice(text.as_bytes());
                return;
            }
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
            match self.with_reference(number, range.start, bytes, inst, reference) {
                Ok(text) => {
                    self.buffer.push(b'\t');
                    self.buffer.extend_from_slice(text.as_bytes());
                    self.bytes_remark(number, range.start, bytes);
                    self.buffer.push(b'\n');
                    return Ok(());
                }
                Err(reason) => self.request(reference, reason),
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

    /// The text of an instruction with what makes its relocation.
    fn with_reference(
        &self,
        section: usize,
        at: u64,
        bytes: &[u8],
        inst: Inst,
        reference: &Reference,
    ) -> Result<String, expression::Unsaid> {
        let source = self.source;
        let (file, format) = (&source.file, &source.format);
        let target = expression::target(file, self.plan, reference)?;
        let name = self.plan.base_name(file, target.base);
        let unread = "the text would be read as another instruction";
        let expression =
            |site| expression::expression(file, self.plan, format, section, reference, site);
        let literal = bytes.len().checked_sub(4).filter(|literal| *literal > 0);
        let mut text = String::new();
        if literal.is_some_and(|literal| at + literal as u64 == reference.offset) {
            let expression = expression(Site::Literal)?;
            // Another literal in its place shows which operand it is.
            let mut other = [0; MAX_BYTES];
            let other = other.get_mut(..bytes.len()).ok_or(unread)?;
            other.copy_from_slice(bytes);
            let word = match source.target.tables().big_endian {
                true => STAND_IN.to_be_bytes(),
                false => STAND_IN.to_le_bytes(),
            };
            other[bytes.len() - 4..].copy_from_slice(&word);
            let inst = source.target.decode(other).map_err(|_| unread)?;
            let printed = source.target.print(inst, source.syntax, &mut text);
            printed.map_err(|_| unread)?;
            let found = source.with_expression(&text, &expression, &name, |inst, later| {
                later.literal && source.has_bytes(inst, bytes)
            });
            return found.ok_or(unread);
        }
        if reference.offset != at {
            return Err("it is not of an operand");
        }
        let expression = expression(Site::Branch)?;
        let printed = source.target.print(inst, source.syntax, &mut text);
        printed.map_err(|_| unread)?;
        let found = source.with_expression(&text, &expression, &name, |inst, later| {
            // A relocation leaves the distance 0.
            let resolved = source.target.resolve(inst, later.operand, 0);
            !later.literal && resolved.is_ok_and(|inst| source.has_bytes(inst, bytes))
        });
        found.ok_or(unread)
    }

    /// Padding up to an alignment, as `.p2align`; gives where it ends.
    fn padding(&mut self, cursor: &Cursor, at: u64, limit: u64) -> Option<u64> {
        let source = self.source;
        let section = &source.file.sections[cursor.section];
        let unit = source.format.padding;
        if unit.is_empty() {
            return None;
        }
        let rest = section.bytes.get(at as usize..limit as usize)?;
        if !rest.starts_with(unit) {
            return None;
        }
        let rest = &rest[..(self.next_label(cursor, at, limit) - at) as usize];
        let count = rest.chunks(unit.len()).take_while(|it| *it == unit).count();
        let size = (count * unit.len()) as u64;
        let end = at + size;
        // The least alignment that fills as much.
        let power = (1..=section.align.trailing_zeros().min(31))
            .find(|power| at.checked_next_multiple_of(1 << power) == Some(end))?;
        if count < PADDINGS || source.shows_bytes {
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
        let mut digits = String::new();
        for byte in bytes {
            // A string takes everything.
            let _ = write!(digits, "{byte:02x}");
        }
        self.buffer.push(b' ');
        comment(
            self.leader,
            &format!("{address:#x}: {digits}"),
            &mut self.buffer,
        );
    }
}
