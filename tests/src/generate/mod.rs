//! Assembly text made from the tables: for every encoding of a processor the
//! operands at the edges of what they can be, the modifiers singly and
//! together, and the same lines spoilt on purpose.
//!
//! A line that is meant to be right carries the bits that it must encode to,
//! worked out by [`Speller`] and not by the engines under test. A line without
//! bits may be right or wrong; an oracle decides.

use std::collections::BTreeMap;

use isa_dsl::tables::{Encoding, Form, Kind, Operand, Shape, Spelling, Tables, Token};

use crate::spell::Speller;

mod form;
mod pieces;
mod right;
mod spellings;
mod spoilt;
mod structs;

pub(crate) use right::field_edges;

use pieces::Pieces;

/// A line of assembly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The text.
    pub text: String,
    /// The bytes that it must encode to; `None` for lines that were spoilt.
    pub code: Option<Vec<u8>>,
    /// The text is how a printer must write it.
    pub canonical: bool,
    /// Name of the family of its instruction.
    pub family: String,
}

/// How many lines to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Right lines only: each operand and each modifier by itself.
    Lean,
    /// Right and spoilt lines, modifiers in every combination.
    Full,
}

/// Lines for a processor in a syntax, each text once, in the order of the
/// tables. Empty if either is unknown.
pub fn lines(tables: &Tables<'_>, cpu: &str, syntax: &str, depth: Depth) -> Vec<Line> {
    let processor = tables
        .processors
        .iter()
        .find(|row| tables.text(row.name) == cpu);
    let syntax = tables
        .syntaxes
        .iter()
        .position(|row| tables.text(row.name) == syntax);
    let (Some(processor), Some(syntax)) = (processor, syntax) else {
        return Vec::new();
    };
    let mut lines = Lines::default();
    for instruction in tables.instructions {
        let encodings = &tables.encodings[instruction.encodings.range()];
        let usable = |encoding: &&Encoding| {
            tables.shapes[encoding.shape as usize].arch == processor.arch
                && encoding.features & !processor.features == 0
        };
        if encodings.iter().any(|encoding| usable(&encoding)) {
            for encoding in encodings.iter().filter(usable) {
                Generator::new(tables, encoding, syntax).all(depth, &mut lines);
            }
        } else if depth == Depth::Full {
            for encoding in encodings {
                Generator::new(tables, encoding, syntax).absent(&mut lines);
            }
        }
    }
    lines.rows
}

/// Literals worth a line: edges of every type, and what constants are in some.
const LITERALS: [u32; 16] = [
    0x1234_5678,
    0x1234,
    0,
    64,
    65,
    0x3800,
    0x3118,
    0x7fff,
    0xfff0,
    0xffff,
    0x3f00_0000,
    0x3e22_f983,
    0x3fe0_0000,
    0x8000_0000,
    0xffff_ffef,
    u32::MAX,
];

/// Lines without repetition.
#[derive(Default)]
struct Lines {
    rows: Vec<Line>,
    places: BTreeMap<String, usize>,
}

impl Lines {
    fn push(&mut self, line: Line) {
        match self.places.get(&line.text) {
            None => {
                self.places.insert(line.text.clone(), self.rows.len());
                self.rows.push(line);
            }
            // What one form calls spoilt may be right in another.
            Some(&at) if self.rows[at].code.is_none() => self.rows[at] = line,
            Some(_) => {}
        }
    }
}
/// Makes the lines of one encoding.
#[derive(Clone, Copy)]
struct Generator<'a> {
    speller: Speller<'a>,
    tables: Tables<'a>,
    encoding: &'a Encoding,
    shape: &'a Shape,
    operands: &'a [Operand],
    mnemonic: &'a str,
    family: &'a str,
    syntax: usize,
}

impl<'a> Generator<'a> {
    fn new(tables: &Tables<'a>, encoding: &'a Encoding, syntax: usize) -> Generator<'a> {
        let shape = &tables.shapes[encoding.shape as usize];
        let instruction = tables.instructions[encoding.instruction as usize];
        Generator {
            speller: Speller {
                tables: *tables,
                arch: shape.arch,
                literal: LITERALS[0],
                syntax: syntax as u8,
            },
            tables: *tables,
            encoding,
            shape,
            operands: &tables.operands[shape.operands.range()],
            mnemonic: tables.text(instruction.name),
            family: tables.text(tables.families[shape.family as usize].name),
            syntax,
        }
    }

    fn forms(&self) -> impl Iterator<Item = &'a Form> + use<'a> {
        let syntax = self.syntax;
        let forms = &self.tables.forms[self.shape.forms.range()];
        forms
            .iter()
            .filter(move |form| form.syntax as usize == syntax)
    }

    fn all(&self, depth: Depth, lines: &mut Lines) {
        for form in self.forms() {
            for (number, base) in self.bases(form).into_iter().enumerate() {
                self.right_operands(form, base, lines);
                self.right_modifiers(form, base, depth, lines);
                self.right_structs(form, base, lines);
                if depth == Depth::Full {
                    self.other_spellings(form, base, lines);
                    self.spoilt_operands(form, base, lines);
                    self.spoilt_modifiers(form, base, lines);
                    self.spoilt_structs(form, base, lines);
                    if number == 0 {
                        self.foreign_modifiers(form, base, lines);
                    }
                }
            }
        }
    }

    /// Lines of an instruction that the processor does not have.
    fn absent(&self, lines: &mut Lines) {
        for form in self.forms() {
            for base in self.bases(form) {
                if let Some(pieces) = self.pieces(form, base) {
                    self.spoilt(&pieces, lines);
                }
            }
        }
    }

    /// Bits to start from: positional operands with distinct values, no more
    /// modifiers than the form asks for; one for each sort of thing that the
    /// operands can be.
    fn bases(&self, form: &Form) -> Vec<u64> {
        let mut bases = vec![self.encoding.bits | form.rest];
        for (index, operand) in self.spoken_operands(form) {
            let mut next = Vec::new();
            for values in self.sorts(operand, index) {
                for base in &bases {
                    next.extend(values.iter().map(|value| (*base, *value)).find_map(
                        |(base, value)| {
                            let bits = self.speller.set(operand.field, base, value);
                            let zero = self.speller.width(operand, bits) == 0;
                            (zero || self.speller.operand(operand, bits).is_some()).then_some(bits)
                        },
                    ));
                }
            }
            bases = next;
        }
        let flags = self.flag_sets(form);
        let mut found: Vec<u64> = bases
            .into_iter()
            .filter_map(|base| {
                let base = self.defaults(form, base);
                flags
                    .iter()
                    .find_map(|set| self.settle(form, self.with_flags(base, set)))
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Values to start from, a list for each sort of thing that the operand
    /// can be; the first of a list that suits is taken.
    fn sorts(&self, operand: &Operand, index: usize) -> Vec<Vec<u64>> {
        // Distinct registers, with any alignment up to four among them.
        let start = 4 * (index as u64 + 1);
        let near = |first: u64, last: u64| (first + start + 1..=last).take(4).chain([first]);
        match operand.kind {
            Kind::Class { class, .. } => self.tables.entries
                [self.tables.classes[class as usize].entries.range()]
            .iter()
            .filter(|entry| self.speller.here(entry.archs))
            .map(|entry| near(u64::from(entry.first), u64::from(entry.last)).collect())
            .collect(),
            Kind::Struct { structure } => {
                vec![self.speller.struct_edges(structure).into_iter().collect()]
            }
            _ => vec![near(0, isa_dsl::tables::low_mask(operand.field.total)).collect()],
        }
    }

    /// The form's modifiers at their defaults.
    fn defaults(&self, form: &Form, bits: u64) -> u64 {
        self.modifiers(form).iter().fold(bits, |bits, modifier| {
            let operand = &self.operands[modifier.operand as usize];
            self.speller.set(operand.field, bits, operand.default)
        })
    }

    /// See [`Speller::settle`].
    fn settle(&self, form: &Form, bits: u64) -> Option<u64> {
        self.speller.settle(self.shape, form, bits)
    }

    /// The statement that says these bits.
    fn pieces(&self, form: &Form, bits: u64) -> Option<Pieces> {
        let mut pieces = Pieces {
            operands: Vec::new(),
            tail: String::new(),
            end: String::new(),
            modifiers: Vec::new(),
        };
        let mut behind = false;
        for token in &self.tables.tokens[form.tokens.range()] {
            match *token {
                Token::Text(text) if behind => pieces.end.push_str(self.tables.text(text)),
                Token::Text(text) => pieces.tail.push_str(self.tables.text(text)),
                Token::Mnemonic => pieces.tail.push_str(self.mnemonic),
                Token::Operand(index) => {
                    let text = self.speller.operand(&self.operands[index as usize], bits)?;
                    pieces
                        .operands
                        .push((std::mem::take(&mut pieces.tail), text));
                }
                Token::Modifiers(_) => behind = true,
            }
        }
        for (place, modifier) in self.modifiers(form).iter().enumerate() {
            let operand = &self.operands[modifier.operand as usize];
            let value = self.speller.get(operand.field, bits);
            if operand.field.total != 0 && (modifier.required || value != operand.default) {
                let spelling = self.spellings(modifier)[0];
                let text = self.speller.operand(operand, bits).unwrap_or_default();
                pieces
                    .modifiers
                    .push((place, self.spelled(spelling, &text)));
            }
        }
        Some(pieces)
    }

    fn spelled(&self, spelling: Spelling, value: &str) -> String {
        let (before, after) = (
            self.tables.text(spelling.before),
            self.tables.text(spelling.after),
        );
        if spelling.valued {
            format!("{before}{value}{after}")
        } else {
            before.to_owned()
        }
    }

    fn join(&self, pieces: &Pieces) -> String {
        let mut text = self.mnemonic.to_owned();
        for (index, (separator, operand)) in pieces.operands.iter().enumerate() {
            text.push_str(if index == 0 { " " } else { separator });
            text.push_str(operand);
        }
        text.push_str(&pieces.tail);
        for (_, modifier) in &pieces.modifiers {
            text.push(' ');
            text.push_str(modifier);
        }
        text + &pieces.end
    }

    /// The line that says `bits`, if they can be said.
    fn right(&self, form: &Form, bits: u64, lines: &mut Lines) {
        let Some(bits) = self.settle(form, bits) else {
            return;
        };
        let literals = match self.speller.has_literal(self.shape, bits) {
            true => &LITERALS[..],
            false => &LITERALS[..1],
        };
        for &literal in literals {
            let mut other = *self;
            other.speller.literal = literal;
            if let Some(pieces) = other.pieces(form, bits) {
                let text = other.join(&pieces);
                other.line(text, Some(bits), !form.read_only, lines);
            }
        }
    }

    /// Another way to say what is said at `bits`.
    fn same(&self, pieces: &Pieces, bits: u64, lines: &mut Lines) {
        self.line(self.join(pieces), Some(bits), false, lines);
    }

    fn spoilt(&self, pieces: &Pieces, lines: &mut Lines) {
        self.line(self.join(pieces), None, false, lines);
    }

    fn line(&self, text: String, bits: Option<u64>, canonical: bool, lines: &mut Lines) {
        let code = bits.map(|bits| {
            let mut bytes = bits.to_le_bytes()[..usize::from(self.shape.size)].to_vec();
            if self.speller.has_literal(self.shape, bits) {
                bytes.extend(self.speller.literal.to_le_bytes());
            }
            bytes
        });
        lines.push(Line {
            text,
            code,
            canonical,
            family: self.family.to_owned(),
        });
    }
}
