//! Assembly text made from the tables: for every encoding of a processor the
//! operands at the edges of what they can be, the modifiers singly and
//! together, and the same lines spoilt on purpose.
//!
//! A line that is meant to be right carries the bits that it must encode to,
//! worked out by [`Speller`] and not by the engines under test. A line without
//! bits may be right or wrong; an oracle decides.

use std::collections::{BTreeMap, BTreeSet};

use isa_dsl::tables::{
    Encoding, Form, Integer, Kind, Meaning, Modifier, Operand, Shape, Spelling, Tables, Token,
};

use crate::spell::Speller;

/// A line of assembly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The text.
    pub text: String,
    /// What it must encode to, and the size in bytes; `None` for lines that
    /// were spoilt.
    pub code: Option<(u64, u8)>,
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

/// A statement in pieces.
#[derive(Clone)]
struct Pieces {
    /// Operands, each with the text before it.
    operands: Vec<(String, String)>,
    /// Text behind the last operand.
    tail: String,
    /// Text behind the modifiers.
    end: String,
    /// Modifiers with their place in the form, in order.
    modifiers: Vec<(usize, String)>,
}

impl Pieces {
    fn with_operand(&self, index: usize, text: &str) -> Pieces {
        let mut pieces = self.clone();
        text.clone_into(&mut pieces.operands[index].1);
        pieces
    }

    fn without_operand(&self, index: usize) -> Pieces {
        let mut pieces = self.clone();
        let (separator, _) = pieces.operands.remove(index);
        if let Some(next) = pieces.operands.get_mut(index) {
            next.0 = separator;
        }
        pieces
    }

    /// With a modifier where the form has it, in place of what is there.
    fn with_modifier(&self, place: usize, text: String) -> Pieces {
        let mut pieces = self.clone();
        pieces.modifiers.retain(|(other, _)| *other != place);
        let at = pieces
            .modifiers
            .iter()
            .take_while(|(other, _)| *other < place)
            .count();
        pieces.modifiers.insert(at, (place, text));
        pieces
    }
}

/// Makes the lines of one encoding.
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

    // ---- bits to lines ---------------------------------------------------

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
            Kind::Class { class } => self.tables.entries
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
        let Some(pieces) = self.pieces(form, bits) else {
            return;
        };
        self.line(self.join(&pieces), Some(bits), !form.read_only, lines);
    }

    /// Another way to say what is said at `bits`.
    fn same(&self, pieces: &Pieces, bits: u64, lines: &mut Lines) {
        self.line(self.join(pieces), Some(bits), false, lines);
    }

    fn spoilt(&self, pieces: &Pieces, lines: &mut Lines) {
        self.line(self.join(pieces), None, false, lines);
    }

    fn line(&self, text: String, bits: Option<u64>, canonical: bool, lines: &mut Lines) {
        let code = bits.map(|bits| (bits, self.shape.size));
        lines.push(Line {
            text,
            code,
            canonical,
            family: self.family.to_owned(),
        });
    }

    // ---- the parts of a form ---------------------------------------------

    /// See [`Speller::spoken_operands`].
    fn spoken_operands(&self, form: &Form) -> Vec<(usize, &'a Operand)> {
        self.speller
            .spoken_operands(self.shape, form)
            .into_iter()
            .enumerate()
            .collect()
    }

    fn modifiers(&self, form: &Form) -> Vec<Modifier> {
        let tokens = self.tables.tokens[form.tokens.range()].iter();
        let sets = tokens.filter_map(|token| match token {
            Token::Modifiers(rows) => Some(&self.tables.modifiers[rows.range()]),
            _ => None,
        });
        sets.flatten().copied().collect()
    }

    fn spellings(&self, modifier: &Modifier) -> &'a [Spelling] {
        &self.tables.spellings[modifier.spellings.range()]
    }

    /// Flags that this architecture has, with their place in the form.
    fn flags(&self, form: &Form) -> Vec<(usize, Modifier)> {
        let modifiers = self.modifiers(form).into_iter().enumerate();
        modifiers
            .filter(|(_, modifier)| {
                let operand = &self.operands[modifier.operand as usize];
                operand.kind == Kind::Flag && operand.field.total != 0
            })
            .collect()
    }

    /// Every set of flags, small sets first.
    fn flag_sets(&self, form: &Form) -> Vec<Vec<Modifier>> {
        let flags = self.flags(form);
        let mut sets: Vec<u32> = (0..1 << flags.len().min(8)).collect();
        sets.sort_by_key(|set| (set.count_ones(), *set));
        let members = |set: u32| {
            let chosen = flags
                .iter()
                .enumerate()
                .filter(|(index, _)| set >> index & 1 == 1);
            chosen.map(|(_, (_, modifier))| *modifier).collect()
        };
        sets.into_iter().map(members).collect()
    }

    fn with_flags(&self, bits: u64, set: &[Modifier]) -> u64 {
        set.iter().fold(bits, |bits, modifier| {
            self.speller
                .set(self.operands[modifier.operand as usize].field, bits, 1)
        })
    }

    fn integers(&self, form: &Form) -> Vec<(usize, Modifier, Integer)> {
        let modifiers = self.modifiers(form).into_iter().enumerate();
        modifiers
            .filter_map(
                |(place, modifier)| match self.operands[modifier.operand as usize].kind {
                    Kind::Integer { integer } => {
                        Some((place, modifier, self.tables.integers[integer as usize]))
                    }
                    _ => None,
                },
            )
            .collect()
    }

    // ---- what to vary ----------------------------------------------------

    /// Values of an operand worth a line: edges of files, of ranges of names,
    /// of classes; right ones and wrong ones.
    fn edges(&self, operand: &Operand, bits: u64) -> BTreeSet<u64> {
        let limit = isa_dsl::tables::low_mask(operand.field.total);
        let width = u64::from(self.speller.width(operand, bits)).max(1);
        let mut edges = BTreeSet::from([0, 1, 2, 3, limit]);
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
        match operand.kind {
            Kind::Register { file, scale } => {
                let scale = u64::from(scale);
                file_range(file, &mut |first, last| range(first / scale, last / scale));
            }
            Kind::Class { class } => {
                let entries = self.tables.classes[class as usize].entries;
                for entry in &self.tables.entries[entries.range()] {
                    range(u64::from(entry.first), u64::from(entry.last));
                    if let Meaning::Register { file, .. } = entry.meaning {
                        file_range(file, &mut range);
                    }
                }
            }
            Kind::Struct { structure } => edges = self.speller.struct_edges(structure),
            Kind::Integer { .. } | Kind::Flag => {}
        }
        edges.retain(|value| *value <= limit);
        edges
    }

    fn right_operands(&self, form: &Form, base: u64, lines: &mut Lines) {
        self.right(form, base, lines);
        for (_, operand) in self.spoken_operands(form) {
            for value in self.edges(operand, base) {
                self.right(form, self.speller.set(operand.field, base, value), lines);
            }
        }
    }

    fn right_modifiers(&self, form: &Form, base: u64, depth: Depth, lines: &mut Lines) {
        let sets = self.flag_sets(form);
        let integers = self.integers(form);
        let full = depth == Depth::Full;
        let many = sets.len().saturating_sub(1);
        for (number, set) in sets.iter().enumerate() {
            // Lean: single flags, and all of them.
            let wanted = full || set.len() <= 1 || number == many;
            if !wanted {
                continue;
            }
            let bits = self.with_flags(base, set);
            self.right(form, bits, lines);
            for (_, modifier, integer) in &integers {
                let operand = &self.operands[modifier.operand as usize];
                for value in field_edges(*integer) {
                    if full || set.is_empty() || number == many {
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
    }

    /// Modifiers that are structs, with their place in the form.
    fn structs(&self, form: &Form) -> Vec<(usize, Modifier, u16)> {
        let modifiers = self.modifiers(form).into_iter().enumerate();
        modifiers
            .filter_map(
                |(place, modifier)| match self.operands[modifier.operand as usize].kind {
                    Kind::Struct { structure } => Some((place, modifier, structure)),
                    _ => None,
                },
            )
            .collect()
    }

    fn right_structs(&self, form: &Form, base: u64, lines: &mut Lines) {
        for (_, modifier, structure) in self.structs(form) {
            let operand = &self.operands[modifier.operand as usize];
            for value in self.speller.struct_edges(structure) {
                let bits = self.speller.set(operand.field, base, value);
                if self.speller.operand(operand, bits).is_some() {
                    self.right(form, bits, lines);
                }
            }
        }
    }

    fn spoilt_structs(&self, form: &Form, base: u64, lines: &mut Lines) {
        let Some(pieces) = self.pieces(form, base) else {
            return;
        };
        for (place, modifier, structure) in self.structs(form) {
            let spelling = self.spellings(&modifier)[0];
            for text in self.speller.struct_spoilt(structure) {
                let text = self.spelled(spelling, &text);
                self.spoilt(&pieces.with_modifier(place, text), lines);
            }
        }
    }

    /// Other spellings of the same instruction.
    fn other_spellings(&self, form: &Form, base: u64, lines: &mut Lines) {
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

    // ---- what to spoil ---------------------------------------------------

    fn spoilt_operands(&self, form: &Form, base: u64, lines: &mut Lines) {
        let Some(pieces) = self.pieces(form, base) else {
            return;
        };
        let words: BTreeSet<&str> = self
            .tables
            .operands
            .iter()
            .map(|row| row.zero)
            .chain(
                self.tables
                    .entries
                    .iter()
                    .filter_map(|entry| match entry.meaning {
                        Meaning::Keyword { text } => Some(text),
                        _ => None,
                    }),
            )
            .map(|text| self.tables.text(text))
            .filter(|word| !word.is_empty())
            .collect();
        for (index, operand) in self.spoken_operands(form) {
            let width = self.speller.width(operand, base).max(1);
            for file in 0..self.tables.files.len() as u16 {
                // Every width at the first register, every edge at the right width.
                let Some(row) = self.speller.registers(file).find(|row| row.indexed) else {
                    continue;
                };
                for other in 1..=5 {
                    let text = self.speller.indexed(row, u64::from(row.number), other);
                    self.spoilt(&pieces.with_operand(index, &text), lines);
                }
                for row in self.speller.registers(file) {
                    let end = u64::from(row.number) + u64::from(row.count);
                    let first = u64::from(row.number);
                    if row.indexed {
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
            for word in words
                .iter()
                .copied()
                .chain(["0", "bogus", "v", "v[", "v[0", "s[1:0]"])
            {
                self.spoilt(&pieces.with_operand(index, word), lines);
            }
            self.spoilt(&pieces.without_operand(index), lines);
            let mut longer = pieces.clone();
            let copy = (", ".to_owned(), pieces.operands[index].1.clone());
            longer.operands.push(copy);
            self.spoilt(&longer, lines);
        }
    }

    fn spoilt_modifiers(&self, form: &Form, base: u64, lines: &mut Lines) {
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
    fn cleared(&self, form: &Form, bits: u64) -> u64 {
        self.flags(form).iter().fold(bits, |bits, (_, modifier)| {
            self.speller
                .set(self.operands[modifier.operand as usize].field, bits, 0)
        })
    }

    /// Modifiers that only other instructions, or other syntaxes, have.
    fn foreign_modifiers(&self, form: &Form, base: u64, lines: &mut Lines) {
        let Some(pieces) = self.pieces(form, base) else {
            return;
        };
        let own = self.modifiers(form);
        let own: BTreeSet<String> = own
            .iter()
            .flat_map(|modifier| self.spellings(modifier))
            .map(|spelling| self.spelled(*spelling, "1"))
            .collect();
        let every: BTreeSet<String> = self
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

/// Field values at the edges of an integer.
pub(crate) fn field_edges(integer: Integer) -> BTreeSet<u64> {
    let mask = isa_dsl::tables::low_mask(integer.bits);
    let half = mask / 2;
    BTreeSet::from(
        [0, 1, half - half / 4, half, half + 1, mask - 1, mask].map(|value| value & mask),
    )
}

/// Other ways to write a register: `v[1]`, `v[1:1]`, `[v1,v2]`.
fn register_spellings(text: &str, lists: bool) -> Vec<String> {
    let mut spellings = Vec::new();
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
