//! Other ways to write the same, some of which only some syntaxes take.

use isa_dsl::tables::{Bits, Form, Kind, Meaning, Token};

use super::pieces::Pieces;
use super::{Generator, Lines};
use crate::spell::Speller;

impl Generator<'_> {
    /// Whether some encoding of the instruction has a form with brackets in its text.
    fn has_brackets(&self) -> bool {
        let instruction = &self.tables.instructions[self.encoding.instruction as usize];
        let encodings = self.tables.encodings[instruction.encodings.range()].iter();
        let shapes = encodings.map(|it| &self.tables.shapes[it.shape as usize]);
        let here = shapes.filter(|shape| shape.arch == self.shape.arch);
        let mut forms = here.flat_map(|shape| &self.tables.forms[shape.forms.range()]);
        forms.any(|form| {
            let mut tokens = self.tables.tokens[form.tokens.range()].iter();
            tokens.any(|token| match token.get() {
                Token::Text(text) => self.tables.text(text).contains('['),
                _ => false,
            })
        })
    }

    /// Other spellings of the same instruction.
    pub(super) fn other_spellings(&self, form: &Form, base: Bits, lines: &mut Lines) {
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
        if syntax.loose_commas.is_set() {
            for set in self.flag_sets(form).iter().filter(|set| set.len() == 1) {
                let Some(bits) = self.settle(form, self.with_flags(base, set)) else {
                    continue;
                };
                if let Some(mut pieces) = self.pieces(form, bits)
                    && let [(place, _)] = pieces.modifiers[..]
                    && let mut sets = pieces.sets.iter_mut()
                    && let Some(set) = sets.find(|set| set.places.contains(&place))
                    && set.operands.is_none()
                    && !pieces.operands.is_empty()
                {
                    set.before.push(',');
                    self.same(&pieces, bits, lines);
                }
            }
        }
        for (index, (_, operand)) in pieces.operands.iter().enumerate() {
            // `mrt5` is a word, and no register.
            let mut parts = operand.split(|letter: char| letter == '[' || letter.is_ascii_digit());
            let name = parts.next().unwrap_or_default();
            let rows = self.tables.registers.iter();
            let mut named =
                rows.filter(|row| row.indexed.is_set() && self.tables.text(row.name) == name);
            if named.next().is_none() {
                continue;
            }
            // A list is what a form with brackets reads, where there is one.
            let lists = syntax.register_lists.is_set() && !self.has_brackets();
            for spelling in register_spellings(operand, lists) {
                self.same(&pieces.with_operand(index, &spelling), base, lines);
            }
        }
        self.numbers(form, base, &pieces, lines);
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

impl Generator<'_> {
    /// Numbers for operands that may be constants: edges of every type, as
    /// integers and as floating numbers. What they are, an oracle decides.
    fn numbers(&self, form: &Form, base: Bits, pieces: &Pieces, lines: &mut Lines) {
        for (index, operand) in self.spoken_operands(form) {
            let Kind::Class { class, value } = operand.kind.get() else {
                continue;
            };
            let entries = self.tables.classes[class as usize].entries;
            let is_number = self.tables.entries[entries.range()]
                .iter()
                .any(|entry| matches!(entry.meaning, Meaning::Float { .. } | Meaning::Literal));
            if !is_number || self.speller.width(operand, base) == 0 {
                continue;
            }
            for number in NUMBERS {
                let pieces = pieces.with_operand(index, number);
                if value.bits() == 16 && needs_more_than_half(number) {
                    self.overflowing(&pieces, lines);
                } else {
                    self.spoilt(&pieces, lines);
                }
            }
        }
    }
}

/// Whether a number is an integer that 16 bits do not hold, with a sign or without.
fn needs_more_than_half(number: &str) -> bool {
    let digits = number.trim_start_matches('-');
    let value = match digits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    let limit = if digits.len() < number.len() {
        0x8000
    } else {
        0xffff
    };
    value.is_ok_and(|value| value > limit)
}

/// Numbers at the edges of types, and constants as somebody may write them.
const NUMBERS: &[&str] = &[
    "0",
    "64",
    "65",
    "-1",
    "-16",
    "-17",
    "0x3800",
    "0x3118",
    "0x7fff",
    "0xfff0",
    "0xffff",
    "0x10000",
    "-0x8000",
    "-0x8001",
    "0x3f000000",
    "0x3e22f983",
    "0x3e22f984",
    "0x3fe00000",
    "0xfffffff0",
    "0xffffffff",
    "0x100000000",
    "-0x80000000",
    "-0x80000001",
    "0x3fe0000000000000",
    "0x3fc45f306dc9c882",
    "0xffffffff80000000",
    "0xffffffffffffffff",
    "0.0",
    "-0.0",
    "0.5",
    "-4.0",
    "0.15915494",
    "0.15915494309189532",
    "1.5",
    "0.5000000001",
    "0.5001",
    "0.1",
    "65519.0",
    "65520.0",
    "1.0e-8",
    "6.103515625e-5",
    "1.0e-40",
    "3.4e38",
    "1.0e40",
    "1.0e300",
    "1.0e-320",
];

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
