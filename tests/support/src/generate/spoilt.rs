//! Lines that are spoilt on purpose.

use isa_dsl::sorted::{SortedMap, SortedSet};

use isa_dsl::tables::{Bits, Form, Meaning};

use super::{Generator, Lines};
use crate::spell::Speller;

impl Generator<'_> {
    pub(super) fn spoilt_operands(&self, form: &Form, base: Bits, lines: &mut Lines) {
        let Some(pieces) = self.pieces(form, base) else {
            return;
        };
        let words = self.words_with_numbers();
        for (index, operand) in self.spoken_operands(form) {
            let width = self.speller.width(operand, base).max(1);
            for file in 0..self.tables.files.len() as u16 {
                // Every width at the first register, every edge at the right width.
                let Some(row) = self
                    .speller
                    .registers(file)
                    .find(|row| row.indexed.is_set())
                else {
                    continue;
                };
                for other in 1..=5 {
                    let text = self.speller.indexed(row, u64::from(row.number), other);
                    self.spoilt(&pieces.with_operand(index, &text), lines);
                }
                for row in self.speller.registers(file) {
                    let end = u64::from(row.number) + u64::from(row.count);
                    let first = u64::from(row.number);
                    if row.indexed.is_set() {
                        for value in first + 1..first + 4 {
                            let text = self.speller.indexed(row, value, width);
                            self.spoilt(&pieces.with_operand(index, &text), lines);
                        }
                        for back in 0..=u64::from(width) {
                            let text = self.speller.indexed(row, end - back, width);
                            self.spoilt(&pieces.with_operand(index, &text), lines);
                        }
                    } else {
                        let text = self.tables.text(row.name);
                        self.spoilt(&pieces.with_operand(index, text), lines);
                    }
                }
            }
            let bits = u32::from(operand.field.total);
            for (&word, numbers) in &words {
                let pieces = pieces.with_operand(index, word);
                let overflows = |number: &u32| number.checked_shr(bits).unwrap_or(0) != 0;
                if !numbers.is_empty() && numbers.iter().all(overflows) {
                    self.overflowing(&pieces, lines);
                } else {
                    self.spoilt(&pieces, lines);
                }
            }
            for word in ["0", "bogus", "v", "v[", "v[0", "s[1:0]"] {
                self.spoilt(&pieces.with_operand(index, word), lines);
            }
            self.spoilt(&pieces.without_operand(index), lines);
            let mut longer = pieces.clone();
            let copy = (", ".to_owned(), pieces.operands[index].1.clone());
            longer.operands.push(copy);
            self.spoilt(&longer, lines);
        }
    }

    /// Every word that stands for an operand somewhere, with the numbers that it
    /// has in classes.
    fn words_with_numbers(&self) -> SortedMap<&str, SortedSet<u32>> {
        let mut words: SortedMap<&str, SortedSet<u32>> = SortedMap::new();
        for operand in self.tables.operands {
            words.entry(self.tables.text(operand.zero)).or_default();
        }
        for entry in self.tables.entries {
            if let Meaning::Keyword { text, .. } | Meaning::Spelled { text, .. } = entry.meaning {
                let numbers = words.entry(self.tables.text(text)).or_default();
                numbers.insert(entry.first);
            }
        }
        words.remove("");
        // Symbols of every source to llvm-mc, which takes them as numbers here and there.
        words.retain(|word, _| !word.starts_with("UC_VERSION_"));
        words
    }

    /// The mistakes that each row is tried with: operands missing, too many, of
    /// another width, of no kind; modifiers twice and too large.
    pub(super) fn few_mistakes(&self, form: &Form, base: Bits, lines: &mut Lines) {
        let Some(pieces) = self.pieces(form, base) else {
            return;
        };
        for (index, operand) in self.spoken_operands(form) {
            let width = self.speller.width(operand, base).max(1);
            for file in 0..self.tables.files.len() as u16 {
                if let Some(row) = self
                    .speller
                    .registers(file)
                    .find(|row| row.indexed.is_set())
                {
                    for other in [width, width + 1, width.saturating_sub(1).max(1)] {
                        let text = self.speller.indexed(row, u64::from(row.number), other);
                        self.spoilt(&pieces.with_operand(index, &text), lines);
                    }
                }
            }
            for word in ["0", "1.5", "off", "x"] {
                self.spoilt(&pieces.with_operand(index, word), lines);
            }
            self.spoilt(&pieces.without_operand(index), lines);
        }
        if let Some((_, last)) = pieces.operands.last() {
            let mut longer = pieces.clone();
            longer.operands.push((", ".to_owned(), last.clone()));
            self.spoilt(&longer, lines);
        }
        let flags: Vec<_> = self.flags(form).into_iter().map(|(_, it)| it).collect();
        for set in [&flags[..], &[]] {
            let bits = self.with_flags(self.cleared(form, base), set);
            if let Some(pieces) = self.pieces(form, bits) {
                self.spoilt(&pieces, lines);
            }
        }
        for (place, modifier, integer) in self.integers(form) {
            let (low, high) = Speller::integer_range(integer);
            for number in [low - 1, high + 1] {
                let text = self.spelled(self.spellings(&modifier)[0], &number.to_string());
                self.spoilt(&pieces.with_modifier(place, text), lines);
            }
        }
    }

    pub(super) fn spoilt_modifiers(&self, form: &Form, base: Bits, lines: &mut Lines) {
        // Flags with which this form is not the one to use.
        for set in self.flag_sets(form) {
            if let Some(pieces) = self.pieces(form, self.with_flags(self.cleared(form, base), &set))
            {
                self.spoilt(&pieces, lines);
            }
        }
        let Some(pieces) = self.pieces(form, base) else {
            return;
        };
        for (place, modifier) in self.flags(form) {
            let word = self.tables.text(self.spellings(&modifier)[0].before);
            self.spoilt(
                &pieces.with_modifier(place, format!("{word} {word}")),
                lines,
            );
        }
        for (place, modifier, integer) in self.integers(form) {
            let (low, high) = Speller::integer_range(integer);
            let spelling = self.spellings(&modifier)[0];
            let numbers = [
                low - 1,
                high + 1,
                low * 2 - 2,
                high * 2 + 2,
                i64::from(u32::MAX) + 1,
            ];
            let texts = numbers.map(|number| number.to_string());
            let others = ["", "x", "v1", "1.5"].map(str::to_owned);
            for text in texts.into_iter().chain(others) {
                let text = self.spelled(spelling, &text);
                self.spoilt(&pieces.with_modifier(place, text), lines);
            }
            let text = self.spelled(spelling, "0");
            self.spoilt(
                &pieces.with_modifier(place, format!("{text} {text}")),
                lines,
            );
        }
    }

    /// `bits` without any flag.
    pub(super) fn cleared(&self, form: &Form, bits: Bits) -> Bits {
        self.flags(form).iter().fold(bits, |bits, (_, modifier)| {
            self.speller
                .set(self.operands[modifier.operand as usize].field, bits, 0)
        })
    }

    /// Modifiers that only other instructions, or other syntaxes, have.
    pub(super) fn foreign_modifiers(&self, form: &Form, base: Bits, lines: &mut Lines) {
        let Some(pieces) = self.pieces(form, base) else {
            return;
        };
        let own = self.forms().flat_map(|form| self.modifiers(form));
        let own: SortedSet<String> = own
            .flat_map(|modifier| self.spellings(&modifier))
            .map(|spelling| self.spelled(*spelling, "1"))
            .collect();
        let every: SortedSet<String> = self
            .tables
            .spellings
            .iter()
            .map(|spelling| self.spelled(*spelling, "1"))
            .collect();
        for text in every.difference(&own) {
            self.spoilt(&pieces.with_modifier(usize::MAX, text.clone()), lines);
        }
        self.spoilt(&pieces.with_modifier(usize::MAX, "bogus".to_owned()), lines);
    }
}
