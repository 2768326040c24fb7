//! Other ways to write the same, some of which only some syntaxes take.

use isa_dsl::tables::Form;

use super::{Generator, Lines};
use crate::spell::Speller;

impl Generator<'_> {
    /// Other spellings of the same instruction.
    pub(super) fn other_spellings(&self, form: &Form, base: u64, lines: &mut Lines) {
        let Some(pieces) = self.pieces(form, base) else {
            return;
        };
        let syntax = self.tables.syntaxes[self.syntax];
        let text = self.join(&pieces);
        let upper = text.replacen(self.mnemonic, &self.mnemonic.to_uppercase(), 1);
        self.line(upper, Some(base), false, lines);
        self.line(
            format!("  {}  ", text.replace(", ", " ,  ")),
            Some(base),
            false,
            lines,
        );
        self.line(text.replace(", ", ","), Some(base), false, lines);
        if syntax.loose_commas {
            for set in self.flag_sets(form).iter().filter(|set| set.len() == 1) {
                let Some(bits) = self.settle(form, self.with_flags(base, set)) else {
                    continue;
                };
                if let Some(mut pieces) = self.pieces(form, bits)
                    && pieces.modifiers.len() == 1
                {
                    pieces.tail.push(',');
                    self.same(&pieces, bits, lines);
                }
            }
        }
        for (index, (_, operand)) in pieces.operands.iter().enumerate() {
            for spelling in register_spellings(operand, syntax.register_lists) {
                self.same(&pieces.with_operand(index, &spelling), base, lines);
            }
        }
        // Commas left out, too many, or at the end.
        let text = self.join(&pieces);
        for text in [
            text.replacen(", ", " ", 1),
            text.replace(", ", " "),
            text.replacen(", ", ",, ", 1),
            format!("{text},"),
        ] {
            self.line(text, None, false, lines);
        }
        let negation = self.tables.text(syntax.negation);
        for (place, modifier) in self.flags(form) {
            let word = self.tables.text(self.spellings(&modifier)[0].before);
            if !negation.is_empty() {
                self.spoilt(
                    &pieces.with_modifier(place, format!("{negation}{word}")),
                    lines,
                );
            }
            for value in ["0", "1", "2"] {
                self.spoilt(
                    &pieces.with_modifier(place, format!("{word}:{value}")),
                    lines,
                );
            }
        }
        for (place, modifier, integer) in self.integers(form) {
            let spelling = self.spellings(&modifier)[0];
            let (low, high) = Speller::integer_range(integer);
            for value in [low, -1, 0, 16, high] {
                let sign = if value < 0 { "-" } else { "" };
                let hex = format!("{sign}{:#x}", value.unsigned_abs());
                for number in [hex, value.to_string()] {
                    let text = self.spelled(spelling, &number);
                    self.spoilt(&pieces.with_modifier(place, text), lines);
                }
            }
        }
    }
}

/// Other ways to write a register: `v[1]`, `v[1:1]`, `[v1,v2]`.
fn register_spellings(text: &str, lists: bool) -> Vec<String> {
    let mut spellings = Vec::new();
    if !text.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        return spellings;
    }
    let digits = text.find(|letter: char| letter.is_ascii_digit());
    if let Some((prefix, range)) = text.strip_suffix(']').and_then(|text| text.split_once('[')) {
        let Some((first, last)) = range.split_once(':') else {
            return spellings;
        };
        let (Ok(first), Ok(last)) = (first.parse::<u32>(), last.parse::<u32>()) else {
            return spellings;
        };
        spellings.push(format!("{prefix}[ {first} : {last} ]"));
        if lists {
            let members: Vec<String> = (first..=last)
                .map(|index| format!("{prefix}{index}"))
                .collect();
            spellings.push(format!("[{}]", members.join(",")));
            spellings.push(format!("[{}]", members.join(", ")));
        }
    } else if let Some(at) = digits.filter(|at| *at > 0) {
        let (prefix, index) = text.split_at(at);
        if index.bytes().all(|byte| byte.is_ascii_digit()) {
            spellings.push(format!("{prefix}[{index}]"));
            spellings.push(format!("{prefix}[{index}:{index}]"));
        }
    }
    spellings
}
