//! Assembly text made from the tables: for every encoding of a processor the
//! operands at the edges of what they can be, the modifiers singly and
//! together, and the same lines spoilt on purpose.
//!
//! A line that is meant to be right carries the bits that it must encode to,
//! worked out by [`Speller`] and not by the engines under test. A line without
//! bits may be right or wrong; an oracle decides.
//!
//! # How many lines
//!
//! Rows of a shape differ in their opcodes only, so that what depends on the
//! shape alone is tried once:
//!
//! | | [`Depth::Lean`] | [`Depth::Full`] |
//! |---|---|---|
//! | each row, in each form | as plain as it can be; with every modifier | and each operand and modifier at its edges; flags, and widths of operands, in every combination; a few mistakes |
//! | the first row of a shape | | and all modifiers in every combination, pairs of sorts of operands, every mistake |
//! | the first row with such a field of such values | each of its edges | |
//!
//! Both grow with the number of rows and not with products of them. The sorts
//! of what operands can be are combined in full if there are `FEW`
//! combinations at most; otherwise one operand is varied after the other.

use isa_dsl::sorted::{SortedMap, SortedSet};
use std::cmp::Reverse;

use isa_dsl::tables::{
    Bits, Encoding, Form, Kind, Meaning, NONE, Operand, Shape, Spelling, Tables, Token, TokenParts,
};

use crate::mode;
use crate::spell::Speller;

mod edges;
mod form;
mod lists;
mod pairs;
mod pieces;
mod right;
mod spellings;
mod spoilt;
mod structs;
mod words;
mod wraps;

pub(crate) use edges::field_edges;

use pieces::{Pieces, Set};

/// A line of assembly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The text.
    pub text: String,
    /// The bytes that it must encode to; `None` for lines that were spoilt.
    pub code: Option<Vec<u8>>,
    /// The text is how a printer must write it.
    pub canonical: bool,
    /// The text has a width that the bytes do not say: they are read as another.
    pub chosen: bool,
    /// The text was spoilt with a word whose number has more bits than the
    /// field of its operand: who takes it drops some of them.
    pub overflows: bool,
    /// Name of the family of its instruction.
    pub family: String,
}

/// How many lines to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Right lines only, few for each row: what is worth storing.
    Lean,
    /// Right and spoilt lines, each row at its edges.
    Full,
}

/// Lines for a processor in a syntax, each text once, in the order of the
/// tables. Empty if either is unknown.
pub fn lines(tables: &Tables<'_>, cpu: &str, syntax: &str, depth: Depth) -> Vec<Line> {
    let mut lines = Lines::default();
    for family in 0..tables.families.len() {
        add_family(tables, cpu, syntax, depth, family, &mut lines);
    }
    lines.rows
}

/// The lines of the family of that index alone.
pub fn family_lines(
    tables: &Tables<'_>,
    cpu: &str,
    syntax: &str,
    depth: Depth,
    family: usize,
) -> Vec<Line> {
    let mut lines = Lines::default();
    add_family(tables, cpu, syntax, depth, family, &mut lines);
    lines.rows
}

fn add_family(
    tables: &Tables<'_>,
    cpu: &str,
    syntax: &str,
    depth: Depth,
    family: usize,
    lines: &mut Lines,
) {
    let processor = mode::processor(tables, cpu);
    let syntax = tables
        .syntaxes
        .iter()
        .position(|row| tables.text(row.name) == syntax);
    let (Some(processor), Some(syntax)) = (processor, syntax) else {
        return;
    };
    for instruction in tables.instructions {
        if usize::from(instruction.family) != family {
            continue;
        }
        let encodings = &tables.encodings[instruction.encodings.range()];
        let usable = |encoding: &&Encoding| {
            tables.shapes[encoding.shape as usize].arch == processor.arch
                && encoding.features & !processor.features == 0
        };
        if encodings.iter().any(|encoding| usable(&encoding)) {
            // The plain mnemonic may be any encoding; lines of the first say it,
            // those of the others ask for their own.
            for (number, encoding) in encodings.iter().filter(usable).enumerate() {
                let generator = Generator::new(tables, encoding, syntax, processor.features);
                let name = tables.text(instruction.name);
                if number > 0 || !generator.mnemonic.starts_with(name) {
                    generator.all(depth, lines);
                    continue;
                }
                let mnemonic = name;
                Generator {
                    mnemonic,
                    ..generator
                }
                .all(depth, lines);
                generator.plainest(lines);
            }
        } else if depth == Depth::Full {
            for encoding in encodings {
                Generator::new(tables, encoding, syntax, processor.features).absent(lines);
            }
        }
    }
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

/// So many combinations of sorts of operands are few.
const FEW: usize = 32;

/// So many combinations are tried to find one that an instruction may have.
const TRIES: usize = 4096;

/// Lines without repetition.
#[derive(Default)]
struct Lines {
    rows: Vec<Line>,
    places: SortedMap<String, usize>,
    /// Shapes, and numbers of their forms, that had a row.
    shapes: SortedSet<(u16, usize)>,
    /// Syntaxes, and fields with what their values are, that had their edges.
    fields: SortedSet<(u8, String)>,
    /// What forms of shapes start from with a literal, without the bits that make the
    /// encoding: rows of a shape differ in nothing else, and where some operands cannot be
    /// had together the search is long.
    bases: SortedMap<(u16, usize, u32), Vec<Bits>>,
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
    fn new(
        tables: &Tables<'a>,
        encoding: &'a Encoding,
        syntax: usize,
        features: u32,
    ) -> Generator<'a> {
        let shape = &tables.shapes[encoding.shape as usize];
        Generator {
            speller: Speller {
                tables: *tables,
                arch: shape.arch,
                literal: LITERALS[0],
                syntax: syntax as u8,
                features,
                choice: 0,
            },
            tables: *tables,
            encoding,
            shape,
            operands: &tables.operands[shape.operands.range()],
            mnemonic: tables.text(tables.texts[encoding.mnemonics as usize + syntax]),
            family: tables.text(tables.families[shape.family as usize].name),
            syntax,
        }
    }

    fn forms(&self) -> impl Iterator<Item = &'a Form> + use<'a> {
        let (syntax, features) = (self.syntax, self.speller.features);
        let forms = &self.tables.forms[self.shape.forms.range()];
        forms
            .iter()
            .filter(move |form| form.syntax as usize == syntax && form.features & !features == 0)
    }

    fn all(&self, depth: Depth, lines: &mut Lines) {
        for (number, form) in self.forms().enumerate() {
            let generator = self.with_literal_of(form, number, lines);
            generator.form(form, number, depth, lines);
        }
    }

    /// Lines of one form.
    fn form(&self, form: &Form, number: usize, depth: Depth, lines: &mut Lines) {
        let bases = self.bases(form, number, lines);
        let Some((&plain, others)) = bases.split_first() else {
            return;
        };
        if depth == Depth::Lean {
            self.lean(form, plain, lines);
            return;
        }
        let first = lines.shapes.insert((self.encoding.shape, number));
        self.right_operands(form, plain, lines);
        self.right_modifiers(form, plain, first, lines);
        self.right_dependent_widths(form, plain, lines);
        self.right_structs(form, plain, lines);
        self.right_lists(form, plain, first, lines);
        self.right_wraps(form, plain, first, lines);
        self.right_words(form, plain, first, lines);
        if !first {
            for &base in others {
                self.right(form, base, lines);
            }
            self.few_mistakes(form, plain, lines);
            return;
        }
        for &base in others {
            self.right_operands(form, base, lines);
            self.right_widths(form, base, lines);
            self.right_modifiers(form, base, first, lines);
            self.right_structs(form, base, lines);
        }
        for &base in others.iter().take(FEW) {
            self.right_wraps(form, base, false, lines);
        }
        self.pairs(form, plain, lines);
        for &base in bases.iter().take(FEW) {
            self.other_spellings(form, base, lines);
            self.spoilt_operands(form, base, lines);
            self.spoilt_modifiers(form, base, lines);
            self.spoilt_structs(form, base, lines);
        }
        self.spoilt_lists(form, plain, lines);
        self.spoilt_wraps(form, plain, lines);
        self.spoilt_words(form, plain, lines);
        self.foreign_modifiers(form, plain, lines);
    }

    /// With the first literal that the form can say: an operand that is always
    /// a literal may have fewer bits.
    fn with_literal_of(&self, form: &Form, number: usize, lines: &mut Lines) -> Generator<'a> {
        if !self.operands.iter().any(|it| self.may_be_literal(it)) {
            return *self;
        }
        let mut literals = LITERALS.iter().map(|&literal| Generator {
            speller: Speller {
                literal,
                ..self.speller
            },
            ..*self
        });
        literals
            .find(|it| !it.bases(form, number, lines).is_empty())
            .unwrap_or(*self)
    }

    fn may_be_literal(&self, operand: &Operand) -> bool {
        let Kind::Class { class, .. } = operand.kind.get() else {
            return false;
        };
        let entries = self.tables.classes[class as usize].entries;
        let mut entries = self.tables.entries[entries.range()].iter();
        entries.any(|entry| matches!(entry.meaning, Meaning::Literal))
    }

    /// One line of the first form.
    fn plainest(&self, lines: &mut Lines) {
        if let Some(form) = self.forms().next() {
            let generator = self.with_literal_of(form, 0, lines);
            if let Some(&base) = generator.bases(form, 0, lines).first() {
                generator.right(form, base, lines);
            }
        }
    }

    /// Lines of an instruction that the processor does not have.
    fn absent(&self, lines: &mut Lines) {
        for (number, form) in self.forms().enumerate() {
            let plain = self.bases(form, number, lines).first().copied();
            if let Some(pieces) = plain.and_then(|base| self.pieces(form, base)) {
                self.spoilt(&pieces, lines);
            }
        }
    }

    /// Bits to start from: positional operands with distinct values, no more
    /// modifiers than the form asks for; one for each sort of thing that the
    /// operands can be, plain ones first. The form has that number.
    fn bases(&self, form: &Form, number: usize, lines: &mut Lines) -> Vec<Bits> {
        let own = self.tables.encoding_bits(self.encoding);
        let key = (self.encoding.shape, number, self.speller.literal);
        let bases = lines.bases.entry(key).or_insert_with(|| {
            let found = self.find_bases(form).into_iter();
            found.map(|it| it ^ own).collect()
        });
        bases.iter().map(|it| *it | own).collect()
    }

    fn find_bases(&self, form: &Form) -> Vec<Bits> {
        let operands = self.spoken_operands(form);
        let sorts: Vec<Vec<Vec<u64>>> = operands
            .iter()
            .map(|(index, operand)| self.sorts(operand, *index))
            .collect();
        let count = sorts.iter().map(Vec::len).product::<usize>();
        let mut choice = vec![0; sorts.len()];
        let mut found = Vec::new();
        for _ in 0..count.min(TRIES) {
            found.extend(self.base(form, &operands, &sorts, &choice));
            if count > FEW && !found.is_empty() {
                break;
            }
            // The next choice: the last operand changes fastest.
            for (place, sorts) in choice.iter_mut().zip(&sorts).rev() {
                *place += 1;
                if *place < sorts.len() {
                    break;
                }
                *place = 0;
            }
        }
        if count > FEW && !found.is_empty() {
            for (index, sorts_here) in sorts.iter().enumerate() {
                for other in 0..sorts_here.len() {
                    let mut choice = choice.clone();
                    choice[index] = other;
                    found.extend(self.base(form, &operands, &sorts, &choice));
                }
            }
        }
        let mut seen = SortedSet::new();
        found.retain(|base| seen.insert(*base));
        found
    }

    /// Bits with each operand of the sort that is chosen for it.
    fn base(
        &self,
        form: &Form,
        operands: &[(usize, &'a Operand)],
        sorts: &[Vec<Vec<u64>>],
        choice: &[usize],
    ) -> Option<Bits> {
        let mut first = self.tables.encoding_bits(self.encoding) | self.tables.form_bits(form).1;
        let mut suiting: Vec<Vec<u64>> = Vec::new();
        for (((_, operand), sorts), &sort) in operands.iter().zip(sorts).zip(choice) {
            let mut values = sorts.get(sort)?.clone();
            values.retain(|&value| {
                let bits = self.speller.set(operand.field, first, value);
                let none = self.speller.width(operand, bits) == 0;
                none || self.speller.operand(operand, bits).is_some()
            });
            first = self.speller.set(operand.field, first, *values.first()?);
            suiting.push(values);
        }
        if let Some(settled) = self.settled_with_modifiers(form, first) {
            return Some(settled);
        }
        // Rules may ask for others of the values: for registers that are in different banks.
        let first = self.defaults(form, first);
        let mut places = vec![0; suiting.len()];
        for _ in 0..2 * FEW {
            // The last operand changes fastest.
            let mut turning = places.iter_mut().zip(&suiting).rev();
            turning.find_map(|(place, values)| {
                *place = (*place + 1) % values.len();
                (*place != 0).then_some(())
            })?;
            let values = suiting.iter().zip(&places).zip(operands);
            let bits = values.fold(first, |bits, ((values, &place), (_, operand))| {
                self.speller.set(operand.field, bits, values[place])
            });
            let settled = self.settle(form, bits);
            if settled.is_some() {
                return settled;
            }
        }
        None
    }

    /// Bits with modifiers that the form may have with these operands, as few as there must be.
    fn settled_with_modifiers(&self, form: &Form, bits: Bits) -> Option<Bits> {
        let bits = self.defaults(form, bits);
        let sets = self.deciding_flag_sets(form);
        let settled = |bits: Bits| {
            let mut sets = sets.iter();
            sets.find_map(|set| self.settle(form, self.with_flags(bits, set)))
        };
        // A rule may ask for a number: an atomic on an image for its dmask.
        let integers = self.integers(form);
        let numbered = |bits: Bits| {
            integers.iter().find_map(|(_, modifier, integer)| {
                let operand = &self.operands[modifier.operand as usize];
                let mut values = field_edges(*integer).into_iter();
                values.find_map(|value| settled(self.speller.set(operand.field, bits, value)))
            })
        };
        // Or for a word: addresses that are apart for a kind of image that has as many.
        let words = self.words(form).into_iter();
        let mut worded = words.flat_map(|(_, word)| self.each_word(&word, bits));
        let with_number = |bits: Bits| settled(bits).or_else(|| numbered(bits));
        with_number(bits).or_else(|| worded.find_map(with_number))
    }

    /// Values to start from, a list for each sort of thing that the operand
    /// can be; the first of a list that suits is taken.
    fn sorts(&self, operand: &Operand, index: usize) -> Vec<Vec<u64>> {
        // Distinct registers, with any alignment up to four among them.
        let start = 4 * (index as u64 + 1);
        let near = |first: u64, last: u64| (first + start + 1..=last).take(4).chain([first]);
        match operand.kind.get() {
            Kind::Class { class, .. } => {
                let entries = self.tables.classes[class as usize].entries;
                let mut entries: Vec<_> = self.tables.entries[entries.range()]
                    .iter()
                    .filter(|entry| self.speller.here(entry.archs))
                    .map(|entry| match entry.meaning {
                        // A word says one value, also where several are alike.
                        Meaning::Keyword { .. } | Meaning::Spelled { .. } => {
                            (u64::from(entry.first), u64::from(entry.first))
                        }
                        _ => (u64::from(entry.first), u64::from(entry.last)),
                    })
                    .collect();
                // What has most values is the plainest.
                entries.sort_by_key(|(first, last)| Reverse(last - first));
                entries
                    .iter()
                    .map(|(first, last)| near(*first, *last).collect())
                    .collect()
            }
            Kind::Struct { structure } => {
                let edges: Vec<u64> = self.speller.struct_edges(structure).into_iter().collect();
                // Some forms are for large numbers only.
                let large = edges.iter().rev().copied().collect();
                vec![edges, large]
            }
            Kind::Integer { .. } => {
                let limit = isa_dsl::tables::low_mask(operand.field.total);
                vec![near(0, limit).collect(), vec![limit]]
            }
            _ => vec![near(0, isa_dsl::tables::low_mask(operand.field.total)).collect()],
        }
    }

    /// The form's modifiers at their defaults.
    fn defaults(&self, form: &Form, bits: Bits) -> Bits {
        self.modifiers(form).iter().fold(bits, |bits, modifier| {
            let operand = &self.operands[modifier.operand as usize];
            operand
                .field
                .set(bits, modifier.default, self.tables.pieces)
        })
    }

    /// See [`Speller::settle`].
    fn settle(&self, form: &Form, bits: Bits) -> Option<Bits> {
        self.speller.settle(self.shape, form, bits)
    }

    /// The statement that says these bits.
    fn pieces(&self, form: &Form, bits: Bits) -> Option<Pieces> {
        let mut pieces = Pieces {
            operands: Vec::new(),
            sets: Vec::new(),
            end: String::new(),
            modifiers: Vec::new(),
        };
        let tokens = &self.tables.tokens[form.tokens.range()];
        let is_operand = |token: &TokenParts| matches!(token.get(), Token::Operand(_));
        let last = tokens.iter().rposition(is_operand).unwrap_or(0);
        // What was read and is not yet before something.
        let (mut text, mut places) = (" ".to_owned(), 0);
        for (at, token) in tokens.iter().enumerate() {
            match token.get() {
                Token::Text(piece) if text == " " && pieces.operands.is_empty() => {
                    let piece = self.tables.text(piece);
                    if piece.starts_with(' ') {
                        text.clear();
                    }
                    text.push_str(piece);
                }
                Token::Text(piece) => text.push_str(self.tables.text(piece)),
                Token::Operand(index) => {
                    let operand = self.speller.wrapped(
                        self.operands,
                        &self.operands[index as usize],
                        form,
                        bits,
                    )?;
                    pieces.operands.push((std::mem::take(&mut text), operand));
                }
                Token::Modifiers(rows) => {
                    let first = places;
                    places += usize::from(rows.len);
                    let behind_all = at >= last;
                    let mut before = std::mem::take(&mut text);
                    if behind_all {
                        // Each of its modifiers brings its own space.
                        before.truncate(before.trim_end().len());
                    }
                    pieces.sets.push(Set {
                        operands: (!behind_all).then_some(pieces.operands.len()),
                        before,
                        places: first..places,
                    });
                }
                // A mnemonic is first in formats, and only forms of structs have lists.
                Token::Mnemonic | Token::AnyOrder(_) => {}
            }
        }
        text.truncate(text.trim_end().len());
        pieces.end = text;
        for (place, modifier) in self.modifiers(form).iter().enumerate() {
            let operand = &self.operands[modifier.operand as usize];
            let value = operand.field.get(bits, self.tables.pieces);
            let said = operand.field.total != 0 && value != modifier.default;
            if modifier.always.is_set() || said {
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
        if spelling.valued.is_set() {
            format!("{before}{value}{after}")
        } else {
            before.to_owned()
        }
    }

    fn join(&self, pieces: &Pieces) -> String {
        pieces.join(self.mnemonic)
    }

    /// The line that says `bits`, if they can be said.
    fn right(&self, form: &Form, bits: Bits, lines: &mut Lines) {
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
                // The plain mnemonic is understood; the suffix is printed.
                let printed = self.encoding.mnemonics as usize + self.syntax;
                let canonical = !form.read_only.is_set()
                    && self.mnemonic == self.tables.text(self.tables.texts[printed])
                    && other.is_first(form, bits);
                other.line(text, Some(bits), canonical, lines);
            }
        }
    }

    /// Whether what a form leaves out of these bits is what reading it gives.
    fn says_all(&self, form: &Form, bits: Bits) -> bool {
        let mask = self.tables.shape_masks(self.shape).mask;
        let (spoken, rest) = self.tables.form_bits(form);
        !((bits & !mask ^ rest) & !spoken).any()
    }

    /// Whether no form before this one says the same.
    fn is_first(&self, form: &Form, bits: Bits) -> bool {
        let forms = self.tables.forms[self.shape.forms.range()].iter();
        let before = forms.take_while(|other| !std::ptr::eq(*other, form));
        let says = |other: &Form| {
            other.syntax == form.syntax
                && !other.read_only.is_set()
                && self.says_all(other, bits)
                && (other.when == NONE
                    || self
                        .speller
                        .holds(&self.tables.rules[other.when as usize], bits))
                && self.pieces(other, bits).is_some()
        };
        !before.into_iter().any(says)
    }

    /// Another way to say what is said at `bits`.
    fn same(&self, pieces: &Pieces, bits: Bits, lines: &mut Lines) {
        self.line(self.join(pieces), Some(bits), false, lines);
    }

    fn spoilt(&self, pieces: &Pieces, lines: &mut Lines) {
        self.line(self.join(pieces), None, false, lines);
    }

    /// As [`spoilt`](Self::spoilt), with a word whose number does not fit.
    fn overflowing(&self, pieces: &Pieces, lines: &mut Lines) {
        lines.push(Line {
            text: self.join(pieces),
            code: None,
            canonical: false,
            chosen: false,
            overflows: true,
            family: self.family.to_owned(),
        });
    }

    fn line(&self, text: String, bits: Option<Bits>, canonical: bool, lines: &mut Lines) {
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
            chosen: self.speller.choice != 0,
            overflows: false,
            family: self.family.to_owned(),
        });
    }
}
