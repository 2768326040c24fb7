//! A machine of byte streams made by hand: an opcode, a predicate, a choice
//! between a variable and a constant, a nested operand that forms around it
//! say something of.
//!
//! ```text
//! instruction  opcode u8, predicate, exec u8 { size [1:0] half [2] reserved [7:3] },
//!              src vector, dst vector, address raw
//! predicate    word u8 { id [3:0] reserved [6:4] invert [7] }
//! vector       tag u8 { kind [2:0] modifier [5:3] reserved [7:6] }
//!              kind 0: id u16      kind 5: constant u32      others: nothing
//! raw          id u16 (old: u8), offset u8
//! ```

use isa_mc::tables::*;

pub const OLD: u8 = 0;
pub const NEW: u8 = 1;

#[derive(Default)]
struct Builder {
    buf: TablesBuf,
}

fn field(shift: u8, width: u8) -> Field {
    Field {
        shift,
        width,
        total: width,
        more: Rows::default(),
    }
}

fn rows(start: usize, end: usize) -> Rows {
    Rows {
        start: start as u32,
        len: (end - start) as u16,
    }
}

/// A token of a form.
enum Part {
    Text(&'static str),
    Mnemonic,
    Value(&'static str, u16, Field, Kind),
    Stream(&'static str, u16, u16),
}

/// Condition and implied values: (leaf, bits, value).
type Values<'v> = &'v [(u16, Field, u64)];

impl Builder {
    fn text(&mut self, text: &str) -> Text {
        let start = self.buf.strings.len() as u32;
        self.buf.strings.push_str(text);
        Text {
            start,
            len: text.len() as u16,
        }
    }

    fn integer(&mut self, bits: u8, hex: bool) -> Kind {
        self.buf.integers.push(Integer {
            bits,
            signed: false,
            hex: hex.then_some(0),
            scale: 1,
            bias: 0,
            signless: false,
            relative: None,
            float: None,
        });
        Kind::Integer {
            integer: self.buf.integers.len() as u16 - 1,
        }
    }

    fn class(&mut self, name: &str, bits: u8, words: &[(u32, &str)]) -> Kind {
        let start = self.buf.entries.len();
        for &(value, word) in words {
            let text = self.text(word);
            self.buf.entries.push(Entry {
                first: value,
                last: value,
                meaning: Meaning::Keyword {
                    text,
                    value: WordValue::Number(0),
                },
                archs: 3,
            });
        }
        let entries = rows(start, self.buf.entries.len());
        let name = self.text(name);
        self.buf.classes.push(Class {
            name,
            title: name,
            bits,
            entries,
            map: u32::MAX,
            doubles: 0,
            singles: 0,
            halves: 0,
            brains: 0,
            least: 0,
            greatest: 0,
            constants: 0,
            literal: 0,
        });
        Kind::Class {
            class: self.buf.classes.len() as u16 - 1,
            value: ValueType::Untyped,
        }
    }

    fn place(&mut self, leaf: u16, field: Field) -> u16 {
        self.buf.stream_places.push(StreamPlace {
            mask: 0,
            leaf,
            field,
        });
        self.buf.stream_places.len() as u16 - 1
    }

    fn values(&mut self, values: Values<'_>) -> Rows {
        let start = self.buf.stream_values.len();
        for &(leaf, field, value) in values {
            let place = self.place(leaf, field);
            self.buf.stream_values.push(StreamValue { place, value });
        }
        rows(start, self.buf.stream_values.len())
    }

    fn rule(&mut self, message: &str, steps: &[Step]) -> u16 {
        let start = self.buf.program.len();
        let program = steps.iter().map(|step| StepParts::from(*step));
        self.buf.program.extend(program);
        let program = rows(start, self.buf.program.len());
        let message = self.text(message);
        self.buf.rules.push(Rule {
            program,
            message,
            features: 0,
            mask: 0,
            keys: Rows::default(),
            bits: 0,
            equal: Flag::NO,
            gather: NONE,
            answers: 0,
            uncounted: 0,
            most: 0,
        });
        self.buf.rules.len() as u16 - 1
    }

    fn equal(&mut self, leaf: u16, field: Field, value: i32) -> u16 {
        let place = self.place(leaf, field);
        self.rule(
            "",
            &[
                Step::Field(place),
                Step::Push(value),
                Step::Binary(Operator::Eq),
            ],
        )
    }

    fn step(&mut self, name: &str, leaf: u16, bytes: u8, members: &[(&str, Field, Kind)]) {
        self.fixed_step(name, leaf, bytes, members, 0, 0);
    }

    /// An integer whose bits outside of its parts are reserved, or fixed.
    fn fixed_step(
        &mut self,
        name: &str,
        leaf: u16,
        bytes: u8,
        members: &[(&str, Field, Kind)],
        bits: u64,
        default: u64,
    ) {
        let start = self.buf.stream_members.len();
        let mut covered = 0;
        for &(name, field, kind) in members {
            covered |= field.mask(&[]).low();
            let name = self.text(name);
            self.buf.stream_members.push(StreamMember {
                name,
                field,
                kind: kind.into(),
            });
        }
        let all = low_mask(bytes * 8);
        let name = self.text(name);
        let mask = all & !covered;
        self.buf.stream_integers.push(StreamInteger {
            name,
            leaf,
            bytes,
            mask,
            bits,
            reserved: if bits == 0 { mask } else { 0 },
            default: bits | default,
            members: rows(start, self.buf.stream_members.len()),
            is_total: Flag::NO,
        });
        let integer = self.buf.stream_integers.len() as u16 - 1;
        self.buf
            .stream_steps
            .push(StreamStep::Integer(integer).into());
    }

    fn nested(&mut self, name: &str, stream: u16, leaf: u16) {
        let name = self.text(name);
        self.buf
            .stream_steps
            .push(StreamStep::Nested { name, stream, leaf }.into());
    }

    /// A form; its condition is that all of its values hold.
    fn form(&mut self, values: Values<'_>, parts: &[Part]) {
        let mut steps = Vec::new();
        for &(leaf, field, value) in values {
            let place = self.place(leaf, field);
            let joined = !steps.is_empty();
            steps.push(Step::Field(place));
            steps.push(Step::Push(value as i32));
            steps.push(Step::Binary(Operator::Eq));
            if joined {
                steps.push(Step::Binary(Operator::And));
            }
        }
        let when = match steps.is_empty() {
            true => NONE,
            false => self.rule("", &steps),
        };
        let implies = self.values(values);
        let mut tokens = Vec::new();
        for part in parts {
            tokens.push(match *part {
                Part::Text(text) => Token::Text(self.text(text)),
                Part::Mnemonic => Token::Mnemonic,
                Part::Value(name, leaf, field, kind) => {
                    let (name, place) = (self.text(name), self.place(leaf, field));
                    self.buf.stream_operands.push(
                        StreamOperand::Value {
                            name,
                            place,
                            kind,
                            prefix: Text::default(),
                        }
                        .into(),
                    );
                    Token::Operand(self.buf.stream_operands.len() as u16 - 1)
                }
                Part::Stream(name, stream, leaf) => {
                    let name = self.text(name);
                    self.buf
                        .stream_operands
                        .push(StreamOperand::Stream { name, stream, leaf }.into());
                    Token::Operand(self.buf.stream_operands.len() as u16 - 1)
                }
            });
        }
        let start = self.buf.tokens.len();
        self.buf
            .tokens
            .extend(tokens.into_iter().map(TokenParts::from));
        let tokens = rows(start, self.buf.tokens.len());
        self.buf.stream_forms.push(StreamForm {
            syntax: 0,
            read_only: Flag::NO,
            when,
            tokens,
            implies,
            reach: 0,
            steps: Rows::default(),
        });
    }

    /// A stream of the steps and forms since the marks.
    fn stream(&mut self, name: &str, title: &str, leaves: u16, steps: usize, forms: usize) -> u16 {
        let (name, title) = (self.text(name), self.text(title));
        self.buf.streams.push(Stream {
            name,
            title,
            steps: rows(steps, self.buf.stream_steps.len()),
            leaves,
            forms: rows(forms, self.buf.stream_forms.len()),
            choices: Rows::default(),
        });
        self.buf.streams.len() as u16 - 1
    }

    fn marks(&self) -> (usize, usize) {
        (self.buf.stream_steps.len(), self.buf.stream_forms.len())
    }
}

/// The machine.
pub fn bytes() -> TablesBuf {
    let mut b = Builder::default();
    b.buf.name = "bytes".into();
    b.buf.word_bits = 8;
    for name in ["old", "new"] {
        let name = b.text(name);
        b.buf.archs.push(Arch {
            name,
            title: name,
            root: Slot::Empty.pack(),
        });
        let arch = b.buf.archs.len() as u8 - 1;
        b.buf.processors.push(Processor {
            name,
            arch,
            features: 0,
        });
    }
    let name = b.text("plain");
    b.buf.syntaxes.push(Syntax {
        name,
        archs: u32::MAX,
        comments: Rows::default(),
        separator: Text::default(),
        any_case: Flag::NO,
        loose_commas: Flag::NO,
        negation: Text::default(),
        valued_flags: Flag::NO,
        register_lists: Flag::NO,
        register_parts: Flag::NO,
        list_numbers: Flag::NO,
        float_types: Flag::NO,
        suffix_word: Text::default(),
        suffix: Text::default(),
        literal: Text::default(),
        bare_suffix: Text::default(),
        size_suffixes: Rows::default(),
        saturating: Text::default(),
        plain_digits: Flag::NO,
        list_length: 0,
    });
    let kinds = Kinds {
        u3: b.integer(3, false),
        u4: b.integer(4, false),
        u8: b.integer(8, false),
        u16: b.integer(16, false),
        hex: b.integer(32, true),
        size: b.class("channels", 2, &[(0, "8"), (1, "16"), (2, "32")]),
        half: b.class("width", 1, &[(0, ""), (1, ".16")]),
        modifier: b.class(
            "modifier",
            3,
            &[(0, ""), (1, "(abs)"), (2, "(-)"), (4, ".sat")],
        ),
    };
    let (predicate, vector) = (predicate(&mut b, &kinds), vector(&mut b, &kinds));
    let mut names: Vec<(&str, Vec<Candidate>)> =
        vec![("add", vec![]), ("add.wide", vec![]), ("only_new", vec![])];
    for arch in [OLD, NEW] {
        let stream = instruction(&mut b, &kinds, arch, predicate, vector);
        let place = b.place(0, field(0, 8));
        let half = b.place(2, field(2, 1));
        let size = b.place(2, field(0, 2));
        let rule = b.rule(
            "16-bit operations take at most 16 channels",
            &[
                Step::Field(half),
                Step::Not,
                Step::Field(size),
                Step::Push(2),
                Step::Binary(Operator::Ne),
                Step::Binary(Operator::Or),
            ],
        );
        let forms = b.buf.streams[stream as usize].forms;
        for (index, value) in [(0, 0x10), (1, 0x11), (2, 0x12)] {
            if index == 2 && arch == OLD {
                continue;
            }
            let start = b.buf.stream_values.len();
            b.buf.stream_values.push(StreamValue { place, value });
            let mnemonics = b.buf.texts.len() as u32;
            let text = b.text(names[index].0);
            b.buf.texts.push(text);
            b.buf.stream_encodings.push(StreamEncoding {
                instruction: index as u16,
                arch,
                stream,
                mnemonics,
                features: 0,
                effects: 0,
                values: rows(start, start + 1),
                forms,
                rules: rows(rule as usize, rule as usize + 1),
                accesses: Rows::default(),
                fields: Rows::default(),
            });
            names[index].1.push(Candidate {
                encoding: b.buf.stream_encodings.len() as u16 - 1,
                arch,
                syntaxes: 1,
            });
        }
        for first in 0..256 {
            let start = b.buf.stream_candidates.len();
            for (index, row) in b.buf.stream_encodings.iter().enumerate() {
                let value = b.buf.stream_values[row.values.start as usize].value;
                if row.arch == arch && value == first {
                    b.buf.stream_candidates.push(index as u16);
                }
            }
            b.buf
                .stream_roots
                .push(rows(start, b.buf.stream_candidates.len()));
        }
    }
    mnemonics(&mut b, &names);
    isa_dsl::lower::index(&mut b.buf);
    b.buf
}

struct Kinds {
    u3: Kind,
    u4: Kind,
    u8: Kind,
    u16: Kind,
    hex: Kind,
    size: Kind,
    half: Kind,
    modifier: Kind,
}

fn predicate(b: &mut Builder, kinds: &Kinds) -> u16 {
    let (steps, forms) = b.marks();
    let parts = [
        ("id", field(0, 4), kinds.u4),
        ("invert", field(7, 1), Kind::Flag),
    ];
    b.step("word", 0, 1, &parts);
    b.form(&[(0, field(0, 8), 0)], &[]);
    let id = || Part::Value("word.id", 0, field(0, 4), kinds.u4);
    let parts = [Part::Text("(!P"), id(), Part::Text(") ")];
    b.form(&[(0, field(7, 1), 1)], &parts);
    let parts = [Part::Text("(P"), id(), Part::Text(") ")];
    b.form(&[(0, field(7, 1), 0)], &parts);
    b.stream("predicate", "", 1, steps, forms)
}

fn vector(b: &mut Builder, kinds: &Kinds) -> u16 {
    let (steps, forms) = b.marks();
    let (kind, modifier) = (field(0, 3), field(3, 3));
    let parts = [
        ("kind", kind, kinds.u3),
        ("modifier", modifier, kinds.modifier),
    ];
    b.step("tag", 0, 1, &parts);
    let variable = b.equal(0, kind, 0);
    b.buf.stream_steps.push(
        StreamStep::Unless {
            rule: variable,
            skip: 2,
        }
        .into(),
    );
    b.step("id", 1, 2, &[("id", field(0, 16), kinds.u16)]);
    b.buf.stream_steps.push(StreamStep::Skip(4).into());
    let constant = b.equal(0, kind, 5);
    b.buf.stream_steps.push(
        StreamStep::Unless {
            rule: constant,
            skip: 2,
        }
        .into(),
    );
    b.step("constant", 2, 4, &[("constant", field(0, 32), kinds.hex)]);
    b.buf.stream_steps.push(StreamStep::Skip(1).into());
    let place = b.place(0, kind);
    b.buf.stream_steps.push(StreamStep::NoCase(place).into());
    let id = || Part::Value("id", 1, field(0, 16), kinds.u16);
    // The modifier may be said by the form around it.
    b.form(&[(0, kind, 0)], &[Part::Text("V"), id()]);
    let values = [(0, kind, 0), (0, modifier, 2)];
    b.form(&values, &[Part::Text("(-)V"), id()]);
    let constant = Part::Value("constant", 2, field(0, 32), kinds.hex);
    b.form(&[(0, kind, 5), (0, modifier, 0)], &[constant]);
    b.stream("vector", "vector operand", 3, steps, forms)
}

fn instruction(b: &mut Builder, kinds: &Kinds, arch: u8, predicate: u16, vector: u16) -> u16 {
    let (steps, forms) = b.marks();
    let bytes = if arch == OLD { 1 } else { 2 };
    let whole = field(0, bytes * 8);
    let id = if arch == OLD { kinds.u8 } else { kinds.u16 };
    b.step("id", 0, bytes, &[("id", whole, id)]);
    let offset = [("offset", field(0, 8), kinds.u8)];
    b.step("offset", 1, 1, &offset);
    let offset = || Part::Value("offset", 1, field(0, 8), kinds.u8);
    let parts = [Part::Text("%null."), offset()];
    b.form(&[(0, whole, 0)], &parts);
    let parts = [
        Part::Text("V"),
        Part::Value("id", 0, whole, id),
        Part::Text("."),
        offset(),
    ];
    b.form(&[], &parts);
    let raw = b.stream("raw", "raw operand", 2, steps, forms);

    let (steps, forms) = b.marks();
    b.step("opcode", 0, 1, &[("opcode", field(0, 8), kinds.u8)]);
    b.nested("predicate", predicate, 1);
    let parts = [
        ("size", field(0, 2), kinds.size),
        ("half", field(2, 1), kinds.half),
    ];
    b.step("exec", 2, 1, &parts);
    b.nested("src", vector, 3);
    b.nested("dst", vector, 6);
    b.nested("address", raw, 9);
    // A byte that has one value only.
    b.fixed_step("end", 11, 1, &[], 0xee, 0);
    for saturate in [false, true] {
        let mut parts = vec![
            Part::Stream("predicate", predicate, 1),
            Part::Mnemonic,
            Part::Value("exec.half", 2, field(2, 1), kinds.half),
        ];
        if saturate {
            parts.push(Part::Text(".sat"));
        }
        parts.extend([
            Part::Text(" ("),
            Part::Value("exec.size", 2, field(0, 2), kinds.size),
            Part::Text(") "),
            Part::Stream("dst", vector, 6),
            Part::Text(" "),
            Part::Stream("src", vector, 3),
            Part::Text(" "),
            Part::Stream("address", raw, 9),
        ]);
        let values = [(6, field(3, 3), 4)];
        b.form(if saturate { &values } else { &[] }, &parts);
    }
    b.stream("INSTRUCTION", "", 12, steps, forms)
}

fn mnemonics(b: &mut Builder, names: &[(&str, Vec<Candidate>)]) {
    let empty = MnemonicSlot {
        name: Text::default(),
        candidates: Rows::default(),
    };
    b.buf.mnemonics = vec![empty; 8];
    for (name, candidates) in names {
        let start = b.buf.candidates.len();
        b.buf.candidates.extend_from_slice(candidates);
        let text = b.text(name);
        let mut at = mnemonic_hash(name.as_bytes()) as usize & 7;
        while b.buf.mnemonics[at].name.len != 0 {
            at = (at + 1) & 7;
        }
        b.buf.mnemonics[at] = MnemonicSlot {
            name: text,
            candidates: rows(start, b.buf.candidates.len()),
        };
        let encodings: Vec<usize> = candidates.iter().map(|row| row.encoding as usize).collect();
        b.buf.instructions.push(Instruction {
            name: text,
            family: 0,
            doc: Text::default(),
            lets: Text::default(),
            operation: Text::default(),
            program: NONE,
            atomic: Flag::NO,
            renamed: Flag::NO,
            // Those of the two architectures do not follow one another here.
            encodings: rows(
                encodings[encodings.len() - 1],
                encodings[encodings.len() - 1] + 1,
            ),
        });
    }
}
