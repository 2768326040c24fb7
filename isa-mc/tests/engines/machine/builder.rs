//! What a machine is made of by hand: rows of its tables, with their texts and places.

use isa_mc::tables::*;

pub(super) const PLAIN: u8 = 0;
pub(super) const LOUD: u8 = 1;

#[derive(Default)]
pub(super) struct Builder {
    pub(super) buf: TablesBuf,
}

pub(super) fn field(shift: u8, width: u8) -> Field {
    Field {
        shift,
        width,
        total: width,
        more: Rows::default(),
    }
}

pub(super) const ABSENT: Field = Field {
    shift: 0,
    width: 0,
    total: 0,
    more: Rows { start: 0, len: 0 },
};

pub(super) struct FormText<'a> {
    pub(super) syntax: u8,
    pub(super) read_only: bool,
    pub(super) when: u16,
    /// Names of operands, `*` for the modifiers.
    pub(super) text: &'a [&'a str],
}

impl Builder {
    pub(super) fn text(&mut self, text: &str) -> Text {
        let start = self.buf.strings.find(text).unwrap_or_else(|| {
            self.buf.strings.push_str(text);
            self.buf.strings.len() - text.len()
        });
        Text {
            start: start as u32,
            len: text.len() as u16,
        }
    }

    pub(super) fn operand(&mut self, name: &str, field: Field, kind: Kind, width: u8) -> Operand {
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

    pub(super) fn modifier(&mut self, name: &str, field: Field, kind: Kind) -> Operand {
        let row = self.operand(name, field, kind, 0);
        Operand {
            direction: Direction::Modifier.into(),
            ..row
        }
    }

    pub(super) fn rule(&mut self, steps: &[Step], message: &str) -> u16 {
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

    pub(super) fn field_index(&mut self, field: Field) -> u16 {
        self.buf.fields.push(field);
        self.buf.fields.len() as u16 - 1
    }

    pub(super) fn flag_is(&mut self, field: Field, value: i32) -> u16 {
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

    pub(super) fn shape(
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

    pub(super) fn instruction(&mut self, name: &str, encodings: &[(u16, u64, u32)]) {
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
    pub(super) fn decode_trees(&mut self) {
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

    pub(super) fn mnemonics(&mut self) {
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

    pub(super) fn registers(&mut self, rows: &[(&str, u16, u16, u8, u32)]) -> Rows {
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

    pub(super) fn file(
        &mut self,
        name: &str,
        title: &str,
        bits: u8,
        registers: Rows,
        groups: &[(u8, u8)],
    ) {
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
