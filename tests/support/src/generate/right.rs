//! Lines that are right: what an operand or a modifier can be, at its edges.

use isa_dsl::sorted::SortedSet;

use isa_dsl::tables::{Bits, Field, Form, Kind, Meaning, Operand};

use super::edges::field_edges;
use super::{Generator, Lines};

/// Fields that say widths have so many bits at most: as many as a width may
/// depend on.
const MOST_WIDTH_BITS: u32 = 12;

impl Generator<'_> {
    /// Values of an operand worth a line: edges of files, of ranges of names,
    /// of classes; right ones and wrong ones.
    pub(super) fn edges(&self, operand: &Operand, bits: Bits) -> SortedSet<u64> {
        let limit = isa_dsl::tables::low_mask(operand.field.total);
        let width = u64::from(self.speller.width(operand, bits)).max(1);
        let mut edges = SortedSet::from([0, 1, 2, 3, limit]);
        let mut range = |first: u64, last: u64| {
            let end = last + 1;
            edges.extend([first, first + 1, first + 2, last.saturating_sub(1), last]);
            edges.extend([end.saturating_sub(width), (end + 1).saturating_sub(width)]);
        };
        let file_range = |file: u16, range: &mut dyn FnMut(u64, u64)| {
            for row in self.speller.registers(file) {
                let first = u64::from(row.number);
                range(
                    first,
                    first + u64::from(row.count.max(u16::from(row.times))) - 1,
                );
            }
        };
        match operand.kind.get() {
            Kind::Register { file, scale } => {
                let scale = u64::from(scale);
                file_range(file, &mut |first, last| range(first / scale, last / scale));
            }
            Kind::Class { class, .. } => {
                let entries = self.tables.classes[class as usize].entries;
                for entry in &self.tables.entries[entries.range()] {
                    range(u64::from(entry.first), u64::from(entry.last));
                    if let Meaning::Register { file, .. } = entry.meaning {
                        file_range(file, &mut range);
                    }
                }
            }
            Kind::Struct { structure } => edges = self.speller.struct_edges(structure),
            Kind::List { count, integer } => {
                let element = self.tables.integers[integer as usize];
                edges = super::lists::edges(count, element.bits);
            }
            Kind::Integer { .. } | Kind::Flag => {}
        }
        edges.retain(|value| *value <= limit);
        edges
    }

    pub(super) fn right_operands(&self, form: &Form, base: Bits, lines: &mut Lines) {
        self.right(form, base, lines);
        for (_, operand) in self.spoken_operands(form) {
            for value in self.edges(operand, base) {
                self.right(form, self.speller.set(operand.field, base, value), lines);
            }
        }
    }

    /// Every combination of how many registers the operands are, whether fields or
    /// the text say it.
    pub(super) fn right_dependent_widths(&self, form: &Form, base: Bits, lines: &mut Lines) {
        let operands = self.spoken_operands(form);
        let mut keys: Vec<Field> = Vec::new();
        for (_, operand) in &operands {
            for field in self.speller.width_fields(operand) {
                if !keys.contains(field) {
                    keys.push(*field);
                }
            }
        }
        let bits = keys.iter().map(|field| u32::from(field.total)).sum::<u32>();
        let choices = operands.iter().map(|(_, it)| self.speller.choices(it));
        let choices = choices.max().unwrap_or(1);
        if bits > MOST_WIDTH_BITS || bits == 0 && choices == 1 {
            return;
        }
        let mut seen = SortedSet::new();
        for choice in 0..choices {
            let mut other = *self;
            other.speller.choice = choice;
            for key in 0..1_u64 << bits {
                let mut rest = key;
                let chosen = keys.iter().fold(base, |bits, field| {
                    let value = rest & isa_dsl::tables::low_mask(field.total);
                    rest >>= field.total;
                    self.speller.set(*field, bits, value)
                });
                let Some(settled) = other.settle(form, chosen) else {
                    continue;
                };
                if !self.says_all(form, settled) {
                    continue;
                }
                let width =
                    |(_, operand): &(usize, &Operand)| other.speller.width(operand, settled);
                let widths: Vec<u16> = operands.iter().map(width).collect();
                if seen.insert(widths) {
                    other.right(form, settled, lines);
                }
            }
        }
    }

    /// Every width that a text may choose.
    pub(super) fn right_widths(&self, form: &Form, base: Bits, lines: &mut Lines) {
        for (_, operand) in self.spoken_operands(form) {
            for choice in 1..self.speller.choices(operand) {
                let mut other = *self;
                other.speller.choice = choice;
                for value in other.edges(operand, base) {
                    let bits = other.speller.set(operand.field, base, value);
                    other.right(form, bits, lines);
                }
            }
        }
    }

    /// Flags in every combination, and numbers at their edges: with `all` of these,
    /// or with none and with all flags together.
    pub(super) fn right_modifiers(&self, form: &Form, base: Bits, all: bool, lines: &mut Lines) {
        let sets = self.flag_sets(form);
        let integers = self.integers(form);
        let many = sets.len().saturating_sub(1);
        for (number, set) in sets.iter().enumerate() {
            let bits = self.with_flags(self.cleared(form, base), set);
            self.right(form, bits, lines);
            for (_, modifier, integer) in &integers {
                let operand = &self.operands[modifier.operand as usize];
                for value in field_edges(*integer) {
                    if all || set.is_empty() || number == many {
                        self.right(form, self.speller.set(operand.field, bits, value), lines);
                    }
                }
            }
        }
        for (_, modifier, integer) in &integers {
            let operand = &self.operands[modifier.operand as usize];
            for value in field_edges(*integer) {
                self.right(form, self.speller.set(operand.field, base, value), lines);
            }
        }
        self.right(form, self.with_every_modifier(form, base), lines);
    }

    /// Every flag set and every number at its largest.
    fn with_every_modifier(&self, form: &Form, base: Bits) -> Bits {
        let flags: Vec<_> = self.flags(form).into_iter().map(|(_, it)| it).collect();
        let integers = self.integers(form).into_iter();
        integers.fold(
            self.with_flags(base, &flags),
            |bits, (_, modifier, integer)| {
                let operand = &self.operands[modifier.operand as usize];
                let value = field_edges(integer).last().copied().unwrap_or(0);
                self.speller.set(operand.field, bits, value)
            },
        )
    }

    /// The lines of a row that are worth storing.
    pub(super) fn lean(&self, form: &Form, base: Bits, lines: &mut Lines) {
        self.right(form, base, lines);
        let all = self.with_every_modifier(form, base);
        self.right(form, all, lines);
        self.right(form, self.with_every_wrap(form, base), lines);
        for (_, operand) in self.spoken_operands(form) {
            if self.is_new(form, operand, base, lines) {
                for value in self.edges(operand, base) {
                    self.right(form, self.speller.set(operand.field, base, value), lines);
                }
            }
        }
        for modifier in self.modifiers(form) {
            let operand = &self.operands[modifier.operand as usize];
            if !self.is_new(form, operand, base, lines) {
                continue;
            }
            let values = match operand.kind.get() {
                Kind::Flag => SortedSet::from([0, 1]),
                Kind::Integer { integer } => field_edges(self.tables.integers[integer as usize]),
                _ => self.edges(operand, base),
            };
            for bits in [base, all] {
                for value in &values {
                    let bits = self.speller.set(operand.field, bits, *value);
                    let said = operand.kind == Kind::Flag.into()
                        || self.speller.operand(operand, bits).is_some();
                    if said {
                        self.right(form, bits, lines);
                    }
                }
            }
        }
    }

    /// Whether no row with lean lines had such values in such a field.
    fn is_new(&self, form: &Form, operand: &Operand, base: Bits, lines: &mut Lines) -> bool {
        let format = self.tables.layouts[self.shape.layout as usize].format;
        let key = format!(
            "{} {} {:?} {:?} {}",
            self.tables.text(format),
            self.shape.size,
            operand.field,
            operand.kind,
            self.speller.width(operand, base)
        );
        lines.fields.insert((form.syntax, key))
    }
}
