//! Lines whose modifiers are lists.

use isa_dsl::sorted::SortedSet;

use isa_dsl::tables::{Bits, Form, Kind, Modifier, low_mask};

use super::{Generator, Lines};

/// Values of a list: each element by itself at its highest, all of them, every
/// second one.
pub(super) fn edges(count: u8, bits: u8) -> SortedSet<u64> {
    let single = |index: u8| low_mask(bits) << (index * bits);
    let singles = (0..count).map(single);
    let every_second = (0..count)
        .step_by(2)
        .map(single)
        .fold(0, |all, it| all | it);
    let all = low_mask(count * bits);
    singles
        .chain([0, 1, all, all ^ 1, every_second, all ^ every_second])
        .collect()
}

impl Generator<'_> {
    /// Modifiers that are lists, with their place in the form, how many
    /// elements they have and of how many bits.
    fn lists(&self, form: &Form) -> Vec<(usize, Modifier, u8, u8)> {
        let modifiers = self.modifiers(form).into_iter().enumerate();
        modifiers
            .filter_map(|(place, modifier)| {
                match self.operands[modifier.operand as usize].kind.get() {
                    Kind::List { count, integer } => {
                        let bits = self.tables.integers[integer as usize].bits;
                        Some((place, modifier, count, bits))
                    }
                    _ => None,
                }
            })
            .collect()
    }

    /// Lists by themselves, with every flag, and where `all` is wanted in pairs.
    pub(super) fn right_lists(&self, form: &Form, base: Bits, all: bool, lines: &mut Lines) {
        let lists = self.lists(form);
        let set = |modifier: &Modifier, bits: Bits, value: u64| {
            let operand = &self.operands[modifier.operand as usize];
            self.speller.set(operand.field, bits, value)
        };
        for (at, (_, modifier, count, bits)) in lists.iter().enumerate() {
            for value in edges(*count, *bits) {
                let one = set(modifier, base, value);
                self.right(form, one, lines);
                for (_, other, count, bits) in &lists[at + 1..] {
                    if all {
                        for value in edges(*count, *bits) {
                            self.right(form, set(other, one, value), lines);
                        }
                    }
                }
                if let Some(flags) = self.flag_sets(form).last() {
                    self.right(form, self.with_flags(one, flags), lines);
                }
            }
        }
        let every = lists.iter().fold(base, |base, (_, modifier, count, bits)| {
            set(modifier, base, low_mask(count * bits) >> 1)
        });
        self.right(form, every, lines);
    }

    pub(super) fn spoilt_lists(&self, form: &Form, base: Bits, lines: &mut Lines) {
        let Some(pieces) = self.pieces(form, base) else {
            return;
        };
        for (place, modifier, count, bits) in self.lists(form) {
            let spelling = self.spellings(&modifier)[0];
            let of =
                |number: u64, count: u8| vec![number.to_string(); usize::from(count)].join(",");
            let high = low_mask(bits);
            for text in [
                String::new(),
                "1".to_owned(),
                "[".to_owned(),
                "[]".to_owned(),
                "[x]".to_owned(),
                "[-1]".to_owned(),
                "[1,]".to_owned(),
                format!("[{}", of(0, count)),
                format!("[{}]", of(high + 1, count)),
                format!("[{}]", of(0, 9)),
                format!("[{}]", of(1, count)).replace(',', " "),
                format!("[{}]", of(high, count - 1)),
                format!("[ {} ]", of(1, count).replace(',', " , ")),
                format!("[{}]", of(1, count).replace('1', "0x1")),
                format!("[{}]", of(1, count).replace('1', "1-0")),
            ] {
                let text = self.spelled(spelling, &text);
                self.spoilt(&pieces.with_modifier(place, text), lines);
            }
            let text = self.spelled(spelling, &format!("[{}]", of(1, count)));
            self.spoilt(
                &pieces.with_modifier(place, format!("{text} {text}")),
                lines,
            );
        }
    }
}
