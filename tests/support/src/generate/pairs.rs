//! Two operands at once: rules speak of what an instruction reads together.

use isa_dsl::sorted::SortedSet;

use isa_dsl::tables::{Bits, Form, Kind, Meaning, Operand};

use super::{Generator, Lines};

impl Generator<'_> {
    /// Lines for every pair of operands with every pair of sorts, and with the
    /// same value. Those that break a rule are spoilt.
    pub(super) fn pairs(&self, form: &Form, base: Bits, lines: &mut Lines) {
        let operands = self.spoken_operands(form);
        for (place, (index, left)) in operands.iter().enumerate() {
            for (other, right) in &operands[place + 1..] {
                let rights = self.one_of_each(right, *other);
                for value in self.one_of_each(left, *index) {
                    for second in rights.iter().copied().chain([value]) {
                        let bits = self.speller.set(left.field, base, value);
                        let bits = self.speller.set(right.field, bits, second);
                        self.either(form, bits, lines);
                    }
                }
            }
        }
    }

    /// A value of each sort that differs in more than its number.
    fn one_of_each(&self, operand: &Operand, index: usize) -> Vec<u64> {
        let Kind::Class { class, .. } = operand.kind.get() else {
            return Vec::new();
        };
        let rows = self.tables.classes[class as usize].entries;
        let rows = &self.tables.entries[rows.range()];
        let mut seen = SortedSet::new();
        let mut values = Vec::new();
        for sort in self.sorts(operand, index) {
            let Some(&value) = sort.first() else { continue };
            let holds =
                |first: u32, last: u32| (u64::from(first)..=u64::from(last)).contains(&value);
            let row = rows
                .iter()
                .find(|row| self.speller.here(row.archs) && holds(row.first, row.last));
            // Registers that have names of their own are read like no others.
            let sort = row.map(|row| match row.meaning {
                Meaning::Register { file, .. } => (0, u32::from(file), row.last - row.first),
                Meaning::Keyword { .. } | Meaning::Spelled { .. } => (1, row.first, 0),
                Meaning::Counted { .. } => (2, 0, 0),
                Meaning::Int { .. } => (3, 0, 0),
                Meaning::Float { .. } => (4, 0, 0),
                Meaning::Struct { .. } => (5, 0, 0),
                Meaning::Literal => (6, 0, 0),
                Meaning::Escape => (7, 0, 0),
            });
            if sort.is_some_and(|sort| seen.insert(sort)) {
                values.push(value);
            }
        }
        values
    }

    /// The line of these bits, right if the instruction may have them.
    fn either(&self, form: &Form, bits: Bits, lines: &mut Lines) {
        if self.settle(form, bits).is_some() {
            self.right(form, bits, lines);
        } else if let Some(pieces) = self.pieces(form, bits) {
            self.spoilt(&pieces, lines);
        }
    }
}
