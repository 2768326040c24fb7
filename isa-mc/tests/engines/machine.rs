//! A machine made by hand, so that the engines are tested without the
//! language: loads and atomics in one 64-bit layout on two architectures, and
//! a 32-bit instruction without operands.
//!
//! ```text
//! offset [12:0] new    lds [13] new     seg [15:14] new   glc [16]  slc [17]
//! opcode [24:18]       reserved [25]    encoding [31:26] = 0x37
//! vaddr [39:32]        vdata [47:40]    saddr [54:48] new
//! tfe [55] old         vdst [63:56]
//! ```

use isa_mc::tables::*;

pub const OLD: u8 = 0;
pub const NEW: u8 = 1;
const BOTH: u32 = 3;
const PLAIN: u8 = 0;
const LOUD: u8 = 1;

#[derive(Default)]
pub struct Builder {
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

const ABSENT: Field = Field {
    shift: 0,
    width: 0,
    total: 0,
    more: Rows { start: 0, len: 0 },
};

struct FormText<'a> {
    syntax: u8,
    read_only: bool,
    when: u16,
    /// Names of operands, `*` for the modifiers.
    text: &'a [&'a str],
}

impl Builder {
    fn text(&mut self, text: &str) -> Text {
        let start = self.buf.strings.find(text).unwrap_or_else(|| {
            self.buf.strings.push_str(text);
            self.buf.strings.len() - text.len()
        });
        Text {
            start: start as u32,
            len: text.len() as u16,
        }
    }

    fn operand(&mut self, name: &str, field: Field, kind: Kind, width: u8) -> Operand {
        Operand {
            name: self.text(name),
            field,
            kind: kind.into(),
            direction: Direction::In.into(),
            width,
            width_table: NONE,
            value_width: width,
            signed_bits: 0,
            unaligned: Flag::NO,
            read_only: Flag::NO,
            zero: Text::default(),
            default: 0,
            mask: 0,
            default_bits: 0,
            reading: Reading::default(),
            pages: NO_PAGES,
            wraps: Rows::default(),
            signs: Rows::default(),
        }
    }

    fn modifier(&mut self, name: &str, field: Field, kind: Kind) -> Operand {
        let row = self.operand(name, field, kind, 0);
        Operand {
            direction: Direction::Modifier.into(),
            ..row
        }
    }

    fn rule(&mut self, steps: &[Step], message: &str) -> u16 {
        let start = self.buf.program.len() as u32;
        let rows = steps.iter().map(|step| StepParts::from(*step));
        self.buf.program.extend(rows);
        let message = self.text(message);
        let program = Rows {
            start,
            len: steps.len() as u16,
        };
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

    fn field_index(&mut self, field: Field) -> u16 {
        self.buf.fields.push(field);
        self.buf.fields.len() as u16 - 1
    }

    fn flag_is(&mut self, field: Field, value: i32) -> u16 {
        let index = self.field_index(field);
        self.rule(
            &[
                Step::Field(index),
                Step::Push(value),
                Step::Binary(Operator::Eq),
            ],
            "",
        )
    }

    fn shape(
        &mut self,
        arch: u8,
        size: u8,
        mask: u64,
        operands: &[Operand],
        forms: &[FormText<'_>],
        rules: Rows,
    ) -> u16 {
        let positional = operands
            .iter()
            .filter(|row| row.direction != Direction::Modifier.into())
            .count();
        let start = self.buf.operands.len() as u32;
        self.buf.operands.extend_from_slice(operands);
        let first_form = self.buf.forms.len() as u32;
        for form in forms {
            self.form(mask, operands, form);
        }
        self.buf.shapes.push(Shape {
            family: 0,
            arch,
            layout: 0,
            size,
            mask,
            reserved: mask & 1 << 25,
            unused: 0,
            operands: Rows {
                start,
                len: operands.len() as u16,
            },
            positional: positional as u8,
            forms: Rows {
                start: first_form,
                len: forms.len() as u16,
            },
            rules,
            stand_ins: Rows::default(),
            indexed: Rows::default(),
            zero: 0,
            checks: Rows::default(),
            unread: Flag::NO,
            suffixed: Flag::NO,
            structured: Flag::NO,
            wraps: 0,
            always: Flag::NO,
            halved: Flag::NO,
            modifiers: 0,
            modifier_defaults: 0,
            relative: NONE,
            outlines: 0,
            high: NONE,
        });
        self.buf.shapes.len() as u16 - 1
    }

    fn form(&mut self, mask: u64, operands: &[Operand], form: &FormText<'_>) {
        let mut tokens = Vec::new();
        let mut spoken = 0;
        for piece in form.text {
            if *piece == "*" {
                tokens.push(self.modifiers(operands, form.syntax));
                for row in operands
                    .iter()
                    .filter(|row| row.direction == Direction::Modifier.into())
                {
                    spoken |= row.field.mask(&[]).low();
                }
                continue;
            }
            if !tokens.is_empty() {
                tokens.push(Token::Text(self.text(", ")));
            }
            let name = self.text(piece);
            let index = operands.iter().position(|row| row.name == name).unwrap();
            spoken |= operands[index].field.mask(&[]).low();
            tokens.push(Token::Operand(index as u16));
        }
        let start = self.buf.tokens.len() as u32;
        let parts = tokens.iter().map(|token| TokenParts::from(*token));
        self.buf.tokens.extend(parts);
        self.buf.forms.push(Form {
            syntax: form.syntax,
            read_only: form.read_only.into(),
            features: 0,
            when: form.when,
            tokens: Rows {
                start,
                len: tokens.len() as u16,
            },
            spoken: spoken & !mask,
            rest: 0,
            high: NONE,
            rules: Rows::default(),
        });
    }

    fn modifiers(&mut self, operands: &[Operand], syntax: u8) -> Token {
        let mut rows = Vec::new();
        for (index, row) in operands.iter().enumerate() {
            if row.direction != Direction::Modifier.into() {
                continue;
            }
            let name = self.buf.view().text(row.name).to_owned();
            let valued = row.kind != Kind::Flag.into();
            let spellings: Vec<String> = match (valued, syntax) {
                (false, _) => vec![name],
                (true, PLAIN) => vec![format!("{name}:")],
                (true, _) => vec![format!("inst_{name}:"), format!("{name}:")],
            };
            let start = self.buf.spellings.len() as u32;
            let len = spellings.len() as u16;
            for before in spellings {
                let before = self.text(&before);
                let after = Text::default();
                self.buf.spellings.push(Spelling {
                    before,
                    after,
                    valued: valued.into(),
                    negatable: (!valued).into(),
                    begins: 0,
                });
            }
            rows.push(Modifier {
                operand: index as u16,
                required: Flag::NO,
                always: Flag::NO,
                default: 0,
                spellings: Rows { start, len },
            });
        }
        let start = self.buf.modifiers.len() as u32;
        self.buf.modifiers.extend_from_slice(&rows);
        Token::Modifiers(Rows {
            start,
            len: rows.len() as u16,
        })
    }

    fn instruction(&mut self, name: &str, encodings: &[(u16, u64, u32)]) {
        let start = self.buf.encodings.len() as u32;
        let instruction = self.buf.instructions.len() as u16;
        let name = self.text(name);
        // The same mnemonic in both syntaxes.
        let mnemonics = self.buf.texts.len() as u32;
        self.buf.texts.extend([name, name]);
        for &(shape, bits, features) in encodings {
            self.buf.encodings.push(Encoding {
                instruction,
                shape,
                mnemonics,
                bits,
                high: NONE,
                features,
                effects: 0,
            });
        }
        self.buf.instructions.push(Instruction {
            name,
            family: 0,
            doc: Text::default(),
            lets: Text::default(),
            operation: Text::default(),
            program: NONE,
            atomic: Flag::NO,
            renamed: Flag::NO,
            encodings: Rows {
                start,
                len: encodings.len() as u16,
            },
        });
    }

    /// One list per architecture: simple, and the other kinds of nodes are
    /// tested with the lowered tables.
    fn decode_trees(&mut self) {
        for arch in 0..self.buf.archs.len() {
            let base = self.buf.slots.len() as u32;
            for (index, encoding) in self.buf.encodings.iter().enumerate() {
                if self.buf.shapes[encoding.shape as usize].arch as usize == arch {
                    self.buf.slots.push(Slot::Encoding(index as u16).pack());
                }
            }
            self.buf.slots.push(Slot::Empty.pack());
            self.buf.archs[arch].root = Slot::List { base }.pack();
        }
    }

    fn mnemonics(&mut self) {
        let empty = MnemonicSlot {
            name: Text::default(),
            candidates: Rows::default(),
        };
        let mut slots = vec![empty; 16];
        for row in self.buf.instructions.clone() {
            let name = self.buf.view().text(row.name).to_owned();
            let start = self.buf.candidates.len() as u32;
            for encoding in row.encodings.range() {
                let shape = self.buf.encodings[encoding].shape as usize;
                self.buf.candidates.push(Candidate {
                    encoding: encoding as u16,
                    arch: self.buf.shapes[shape].arch,
                    syntaxes: 3,
                });
            }
            let mut at = mnemonic_hash(name.as_bytes()) as usize & 15;
            while slots[at].name.len != 0 {
                at = (at + 1) & 15;
            }
            slots[at] = MnemonicSlot {
                name: row.name,
                candidates: Rows {
                    start,
                    len: row.encodings.len,
                },
            };
        }
        self.buf.mnemonics = slots;
    }

    fn registers(&mut self, rows: &[(&str, u16, u16, u8, u32)]) -> Rows {
        let start = self.buf.registers.len() as u32;
        for &(name, number, count, times, archs) in rows {
            let indexed = times == 0;
            let name = self.text(name);
            let times = times.max(1);
            let row = Register {
                name,
                number,
                count,
                first_index: 0,
                indexed: indexed.into(),
                times,
                archs,
            };
            self.buf.registers.push(row);
        }
        Rows {
            start,
            len: rows.len() as u16,
        }
    }

    fn file(&mut self, name: &str, title: &str, bits: u8, registers: Rows, groups: &[(u8, u8)]) {
        let start = self.buf.groups.len() as u32;
        self.buf
            .groups
            .extend(groups.iter().map(|&(count, align)| Group {
                count,
                align,
                archs: u32::MAX,
            }));
        let map = self.buf.value_map.len() as u32;
        for arch in 0..2 {
            for number in 0..1_u16 << bits {
                let row = self.buf.registers[registers.range()]
                    .iter()
                    .position(|row| {
                        row.archs >> arch & 1 != 0
                            && row.times == 1
                            && (row.number..row.number + row.count).contains(&number)
                    });
                self.buf.value_map.push(row.map_or(0, |row| row as u8 + 1));
            }
        }
        let (name, title) = (self.text(name), self.text(title));
        self.buf.files.push(RegisterFile {
            name,
            title,
            bits: 32,
            per_lane: Flag::NO,
            registers,
            groups: Rows {
                start,
                len: groups.len() as u16,
            },
            alignments: 0,
            number_bits: bits,
            map,
        });
    }
}

/// The tables.
pub fn toy() -> TablesBuf {
    let mut b = Builder::default();
    b.buf.name = "toy".into();
    b.buf.word_bits = 32;
    for (name, title) in [("toy1", "Old"), ("toy2", "New")] {
        let (name, title) = (b.text(name), b.text(title));
        b.buf.archs.push(Arch {
            name,
            title,
            root: Slot::Empty.pack(),
        });
    }
    for (name, arch, features) in [("old1", OLD, 0), ("new1", NEW, 0), ("new2", NEW, 1)] {
        let name = b.text(name);
        b.buf.processors.push(Processor {
            name,
            arch,
            features,
        });
    }
    let feature = b.text("extras");
    b.buf.features.push(feature);
    for (name, negation) in [("plain", "no"), ("loud", "")] {
        let plain = name == "plain";
        let (name, negation) = (b.text(name), b.text(negation));
        let negation = if plain { negation } else { Text::default() };
        b.buf.syntaxes.push(Syntax {
            name,
            archs: u32::MAX,
            comments: Rows::default(),
            separator: Text::default(),
            any_case: (!plain).into(),
            loose_commas: plain.into(),
            negation,
            valued_flags: (!plain).into(),
            register_lists: plain.into(),
            register_parts: (!plain).into(),
            list_numbers: (!plain).into(),
            float_types: (!plain).into(),
            suffix_word: Text::default(),
            suffix: Text::default(),
            literal: Text::default(),
            bare_suffix: Text::default(),
            size_suffixes: Rows::default(),
            saturating: Text::default(),
            plain_digits: Flag::NO,
            list_length: 0,
        });
    }
    let vectors = b.registers(&[("v", 0, 256, 0, BOTH)]);
    b.file(
        "vec",
        "vector register",
        8,
        vectors,
        &[(1, 1), (2, 1), (4, 1)],
    );
    let scalars = b.registers(&[
        ("s", 0, 104, 0, 1),
        ("s", 0, 102, 0, 2),
        ("mask", 104, 1, 2, 2),
        ("mask_lo", 104, 1, 1, 2),
        ("mask_hi", 105, 1, 1, 2),
        ("vcc", 106, 1, 2, BOTH),
        ("vcc_lo", 106, 1, 1, BOTH),
        ("vcc_hi", 107, 1, 1, BOTH),
    ]);
    b.file(
        "sca",
        "scalar register",
        7,
        scalars,
        &[(1, 1), (2, 2), (4, 4)],
    );
    let off = b.text("off");
    b.buf.entries.push(Entry {
        first: 0,
        last: 107,
        meaning: Meaning::Register {
            file: 1,
            number: 0,
            step: 1,
        },
        archs: 3,
    });
    let meaning = Meaning::Keyword {
        text: off,
        value: WordValue::Number(0),
    };
    b.buf.entries.push(Entry {
        first: 127,
        last: 127,
        meaning,
        archs: 3,
    });
    let map = b.buf.value_map.len() as u32;
    for value in (0..128_u8).chain(0..128) {
        b.buf.value_map.push(match value {
            0..=107 => 1,
            127 => 2,
            _ => 0,
        });
    }
    let (name, title) = (b.text("saddr"), b.text("pair of scalar registers or off"));
    b.buf.classes.push(Class {
        name,
        title,
        bits: 7,
        entries: Rows { start: 0, len: 2 },
        map,
        constants: 0,
    });
    for (bits, signed) in [(12, false), (13, true)] {
        b.buf.integers.push(Integer {
            bits,
            signed,
            hex: None,
            scale: 1,
            bias: 0,
            signless: false,
            relative: None,
            float: None,
        });
    }
    loads(&mut b);
    atomics(&mut b);
    let nop = [FormText {
        syntax: PLAIN,
        read_only: false,
        when: NONE,
        text: &[],
    }];
    let shape = b.shape(NEW, 4, 0xffff_ffff, &[], &nop, Rows::default());
    b.instruction("nop", &[(shape, 0xbf80_0000, 0)]);
    b.decode_trees();
    b.mnemonics();
    isa_dsl::lower::index(&mut b.buf);
    b.buf
}

const VECTOR: Kind = Kind::Register { file: 0, scale: 1 };
const SCALAR: Kind = Kind::Class {
    class: 0,
    value: ValueType::Untyped,
};

fn plain<'a>(text: &'a [&'a str], when: u16) -> FormText<'a> {
    FormText {
        syntax: PLAIN,
        read_only: false,
        when,
        text,
    }
}

fn loud<'a>(text: &'a [&'a str], when: u16, read_only: bool) -> FormText<'a> {
    FormText {
        syntax: LOUD,
        read_only,
        when,
        text,
    }
}

/// `load` on both architectures, `gload` and its `lds` form on the new one.
fn loads(b: &mut Builder) {
    let vdst = b.operand("vdst", field(56, 8), VECTOR, 1);
    let vaddr = b.operand("vaddr", field(32, 8), VECTOR, 2);
    let offset = Kind::Integer { integer: 0 };
    let glc = b.modifier("glc", field(16, 1), Kind::Flag);
    let slc = b.modifier("slc", field(17, 1), Kind::Flag);
    let no_tfe = b.modifier("tfe", ABSENT, Kind::Flag);
    let tfe = Operand {
        field: field(55, 1),
        ..no_tfe
    };
    let no_offset = b.modifier("offset", ABSENT, offset);
    let offset = Operand {
        field: field(0, 13),
        ..no_offset
    };
    let forms = [
        plain(&["vdst", "vaddr", "*"], NONE),
        loud(&["vdst", "vaddr", "*"], NONE, false),
    ];

    // With tfe the old one takes another register.
    let key = b.field_index(field(55, 1));
    b.buf.widths.push(Width {
        key: Rows {
            start: u32::from(key),
            len: 1,
        },
        values: 0,
        shift: 0,
        bits: 0,
        choices: 0,
        feature: 0,
        with_feature: NONE,
        gather: NONE,
    });
    b.buf.width_values.extend([1, 2]);
    let wide = Operand {
        width_table: 0,
        ..vdst
    };
    let old = b.shape(
        OLD,
        8,
        0x007f_ff00_fffc_ffff,
        &[wide, vaddr, no_offset, glc, slc, tfe],
        &forms,
        Rows::default(),
    );
    let new = b.shape(
        NEW,
        8,
        0x00ff_ff00_fffc_e000,
        &[vdst, vaddr, offset, glc, slc, no_tfe],
        &forms,
        Rows::default(),
    );
    b.instruction("load", &[(old, 0xdc30_0000, 0), (new, 0xdc50_0000, 0)]);

    let key = b.field_index(field(48, 7));
    b.buf.widths.push(Width {
        key: Rows {
            start: u32::from(key),
            len: 1,
        },
        values: 2,
        shift: 0,
        bits: 0,
        choices: 0,
        feature: 0,
        with_feature: NONE,
        gather: NONE,
    });
    b.buf
        .width_values
        .extend((0..128).map(|saddr| if saddr == 127 { 2 } else { 1 }));
    let vaddr = Operand {
        width_table: 1,
        ..vaddr
    };
    let saddr = b.operand("saddr", field(48, 7), SCALAR, 2);
    let signed = Operand {
        kind: (Kind::Integer { integer: 1 }).into(),
        ..offset
    };
    let lds = b.modifier("lds", field(13, 1), Kind::Flag);
    let without = b.flag_is(field(13, 1), 0);
    let with = b.flag_is(field(13, 1), 1);
    let rule = b.field_index(field(17, 1));
    let slc_alone = b.rule(&[Step::Field(rule), Step::Not], "slc is broken");
    let shape = b.shape(
        NEW,
        8,
        0x0080_ff00_fffc_c000,
        &[vdst, vaddr, saddr, signed, glc, slc, lds],
        &[
            plain(&["vdst", "vaddr", "saddr", "*"], without),
            plain(&["vaddr", "saddr", "*"], with),
            loud(&["vdst", "vaddr", "saddr", "*"], NONE, false),
        ],
        Rows {
            start: u32::from(slc_alone),
            len: 1,
        },
    );
    b.instruction("gload", &[(shape, 0xdc50_8000, 0)]);
    b.instruction("gload_extra", &[(shape, 0xdc54_8000, 1)]);

    // The scalar form takes no vector: `off` in its place.
    let key = b.buf.widths[1].key;
    let values = b.buf.width_values.len() as u32;
    b.buf.widths.push(Width {
        key,
        values,
        shift: 0,
        bits: 0,
        choices: 0,
        feature: 0,
        with_feature: NONE,
        gather: NONE,
    });
    b.buf
        .width_values
        .extend((0..128).map(|saddr| u8::from(saddr == 127)));
    let vaddr = Operand {
        width_table: 2,
        zero: b.text("off"),
        ..vaddr
    };
    let saddr = Operand { width: 1, ..saddr };
    let shape = b.shape(
        NEW,
        8,
        0x0080_ff00_fffc_e000,
        &[vdst, vaddr, saddr, signed, glc],
        &[plain(&["vdst", "vaddr", "saddr", "*"], NONE)],
        Rows::default(),
    );
    b.instruction("sload", &[(shape, 0xdc50_4000, 0)]);
}

/// `atomic`: a result only with `glc`.
fn atomics(b: &mut Builder) {
    let vdst = b.operand("vdst", field(56, 8), VECTOR, 1);
    let vaddr = b.operand("vaddr", field(32, 8), VECTOR, 2);
    let vdata = b.operand("vdata", field(40, 8), VECTOR, 1);
    let glc = b.modifier("glc", field(16, 1), Kind::Flag);
    let slc = b.modifier("slc", field(17, 1), Kind::Flag);
    let with = b.flag_is(field(16, 1), 1);
    let without = b.flag_is(field(16, 1), 0);
    let shape = b.shape(
        NEW,
        8,
        0x00ff_0000_fffc_ffff,
        &[vdst, vaddr, vdata, glc, slc],
        &[
            plain(&["vdst", "vaddr", "vdata", "*"], with),
            plain(&["vaddr", "vdata", "*"], without),
            loud(&["vdst", "vaddr", "vdata", "*"], NONE, false),
            loud(&["vaddr", "vdata", "*"], without, true),
        ],
        Rows::default(),
    );
    b.instruction("atomic", &[(shape, 0xdd08_0000, 0)]);
}
