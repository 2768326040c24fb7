//! Lines whose operands have source modifiers.

use isa_dsl::sorted::SortedSet;

use isa_dsl::tables::{Bits, Form, NONE, Operand, Wrap};

use super::{Generator, Lines};
use crate::random::one_bit;

impl Generator<'_> {
    /// The bits of every set of source modifiers that an operand takes and the
    /// syntax has a text for, but the empty one; the largest last.
    fn wrap_sets(&self, form: &Form, operand: &Operand) -> Vec<Bits> {
        let all = self.tables.wraps[operand.wraps.range()].iter();
        let said = |wrap: &&Wrap| {
            let spellings = self.tables.spellings_of(wrap, self.syntax as u8);
            let stands = wrap.file == NONE || wrap.features & !form.features == 0;
            !spellings.is_empty() && stands
        };
        let wraps: Vec<&Wrap> = all.filter(said).collect();
        let members = |set: u32| {
            let chosen = wraps
                .iter()
                .enumerate()
                .filter(|(at, _)| set >> at & 1 == 1);
            chosen.fold(Bits::default(), |mask, (_, wrap)| mask | one_bit(wrap.bit))
        };
        (1..1_u32 << wraps.len()).map(members).collect()
    }

    /// Bits with every source modifier.
    pub(super) fn with_every_wrap(&self, form: &Form, base: Bits) -> Bits {
        let operands = self.spoken_operands(form).into_iter();
        operands.fold(base, |bits, (_, operand)| {
            self.wrap_sets(form, operand)
                .last()
                .copied()
                .unwrap_or_default()
                | bits
        })
    }

    /// Source modifiers of each operand, and of all; where `edges` are wanted,
    /// around every value.
    pub(super) fn right_wraps(&self, form: &Form, base: Bits, edges: bool, lines: &mut Lines) {
        let operands = self.spoken_operands(form);
        for (_, operand) in &operands {
            for set in self.wrap_sets(form, operand) {
                self.right(form, base | set, lines);
                // What a number becomes depends on the spelling.
                for value in self.edges(operand, base) {
                    if edges {
                        let bits = self.speller.set(operand.field, base, value);
                        self.right(form, bits | set, lines);
                    }
                }
            }
        }
        let all = self.with_every_wrap(form, base);
        if all == base {
            return;
        }
        self.right(form, all, lines);
        for set in self.flag_sets(form) {
            self.right(form, self.with_flags(all, &set), lines);
        }
    }

    pub(super) fn spoilt_wraps(&self, form: &Form, base: Bits, lines: &mut Lines) {
        let Some(pieces) = self.pieces(form, base) else {
            return;
        };
        // Source modifiers of any operand of the machine.
        let known: SortedSet<(&str, &str)> = self
            .tables
            .wraps
            .iter()
            .flat_map(|wrap| self.tables.spellings_of(wrap, self.syntax as u8))
            .filter(|spelling| spelling.valued.is_set())
            .map(|it| (self.tables.text(it.before), self.tables.text(it.after)))
            .collect();
        for (index, operand) in self.spoken_operands(form) {
            let Some(text) = self.speller.operand(operand, base) else {
                continue;
            };
            for (before, after) in &known {
                let mut texts = vec![
                    format!("{before}{text}{after}"),
                    format!("{before} {text} {after}"),
                ];
                if operand.wraps.len != 0 {
                    texts.push(format!("{before}{text}"));
                    texts.push(format!("{before}{after}"));
                    texts.push(format!("{before}{text}{after}{after}"));
                    for (outer, end) in &known {
                        texts.push(format!("{outer}{before}{text}{after}{end}"));
                    }
                }
                for text in texts {
                    self.spoilt(&pieces.with_operand(index, &text), lines);
                }
            }
        }
    }
}
