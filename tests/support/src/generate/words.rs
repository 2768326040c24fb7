//! Lines whose modifiers are words of classes.

use isa_dsl::tables::{Bits, Form, Kind, Modifier};

use super::{Generator, Lines};

impl Generator<'_> {
    /// Modifiers of classes that this architecture has.
    pub(super) fn words(&self, form: &Form) -> Vec<(usize, Modifier)> {
        let modifiers = self.modifiers(form).into_iter().enumerate();
        modifiers
            .filter(|(_, modifier)| {
                let operand = &self.operands[modifier.operand as usize];
                matches!(operand.kind.get(), Kind::Class { .. }) && operand.field.total != 0
            })
            .collect()
    }

    /// Every word by itself and with all flags; where `all` is wanted, with
    /// the words of each other modifier.
    pub(super) fn right_words(&self, form: &Form, base: Bits, all: bool, lines: &mut Lines) {
        let words = self.words(form);
        let flags = self.flag_sets(form);
        for (at, (_, modifier)) in words.iter().enumerate() {
            for bits in self.each_word(modifier, base) {
                self.right(form, bits, lines);
                if let Some(flags) = flags.last() {
                    self.right(form, self.with_flags(bits, flags), lines);
                }
                for (_, other) in words[at + 1..].iter().filter(|_| all) {
                    for bits in self.each_word(other, bits) {
                        self.right(form, bits, lines);
                    }
                }
            }
        }
    }

    /// `bits` with every value of a modifier that has a text.
    pub(super) fn each_word(&self, modifier: &Modifier, bits: Bits) -> Vec<Bits> {
        let operand = &self.operands[modifier.operand as usize];
        let values = self.edges(operand, bits).into_iter();
        values
            .map(|value| self.speller.set(operand.field, bits, value))
            .filter(|bits| self.speller.operand(operand, *bits).is_some())
            .collect()
    }

    /// Words twice, words that are none, and the word without its key.
    pub(super) fn spoilt_words(&self, form: &Form, base: Bits, lines: &mut Lines) {
        let Some(pieces) = self.pieces(form, base) else {
            return;
        };
        for (place, modifier) in self.words(form) {
            let operand = &self.operands[modifier.operand as usize];
            let spelling = self.spellings(&modifier)[0];
            let bits = self.each_word(&modifier, base);
            let Some(word) = bits
                .first()
                .and_then(|bits| self.speller.operand(operand, *bits))
            else {
                continue;
            };
            let text = self.spelled(spelling, &word);
            for text in [
                format!("{text} {text}"),
                self.spelled(spelling, "bogus"),
                self.spelled(spelling, ""),
                format!("{text}0"),
                word,
            ] {
                self.spoilt(&pieces.with_modifier(place, text), lines);
            }
        }
    }
}
