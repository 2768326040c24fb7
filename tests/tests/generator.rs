//! The generator over tables made by hand, so that what it says does not rest
//! on the compiler of the language that it will test.

use isa_dsl::tables::*;
use isa_tests::generate::{Depth, Line, lines};

/// A machine in the making.
#[derive(Default)]
struct Builder {
    tables: TablesBuf,
}

/// What [`Builder::instruction`] makes a shape of.
struct Plan<'a> {
    name: &'a str,
    arch: u8,
    bits: u64,
    /// Positional operands, then the values of the modifiers.
    operands: Vec<Operand>,
    /// Operand, word, and whether a value follows.
    modifiers: &'a [(u16, &'a str, bool)],
    forms: &'a [Wanted<'a>],
}

/// The operands of a form, and what it asks for.
type Wanted<'a> = (&'a [u16], &'a [((u8, u8), i32)]);

/// Fields of the layout: lowest bit and width.
const OFFSET: (u8, u8) = (0, 13);
const LDS: (u8, u8) = (13, 1);
const GLC: (u8, u8) = (16, 1);
const SLC: (u8, u8) = (17, 1);
const VADDR: (u8, u8) = (32, 8);
const VDATA: (u8, u8) = (40, 8);
const SADDR: (u8, u8) = (48, 7);
const VDST: (u8, u8) = (56, 8);
const ABSENT: (u8, u8) = (0, 0);

const fn field((shift, width): (u8, u8)) -> Field {
    Field {
        shift,
        width,
        total: width,
        more: Rows { start: 0, len: 0 },
    }
}

impl Builder {
    fn text(&mut self, text: &str) -> Text {
        let start = self.tables.strings.len() as u32;
        self.tables.strings.push_str(text);
        Text {
            start,
            len: text.len() as u16,
        }
    }

    fn rows<T>(table: &mut Vec<T>, rows: impl IntoIterator<Item = T>) -> Rows {
        let start = table.len();
        table.extend(rows);
        Rows {
            start: start as u32,
            len: (table.len() - start) as u16,
        }
    }

    /// `field == value` for every pair.
    fn rule(&mut self, terms: &[((u8, u8), i32)]) -> u16 {
        let start = self.tables.program.len() as u32;
        for (index, (place, value)) in terms.iter().enumerate() {
            self.tables.fields.push(field(*place));
            let number = self.tables.fields.len() as u16 - 1;
            self.tables.program.extend([
                Step::Field(number),
                Step::Push(*value),
                Step::Binary(Operator::Eq),
            ]);
            if index > 0 {
                self.tables.program.push(Step::Binary(Operator::And));
            }
        }
        let len = (self.tables.program.len() - start as usize) as u16;
        self.tables.rules.push(Rule {
            program: Rows { start, len },
            message: Text::default(),
            mask: 0,
            bits: 0,
            equal: true,
        });
        self.tables.rules.len() as u16 - 1
    }

    fn register(
        &mut self,
        name: &str,
        number: u16,
        count: u16,
        times: u8,
        indexed: bool,
    ) -> Register {
        let name = self.text(name);
        Register {
            name,
            number,
            count,
            first_index: 0,
            indexed,
            times,
            archs: 3,
        }
    }

    fn operand(&mut self, name: &str, place: (u8, u8), kind: Kind, width: u8) -> Operand {
        Operand {
            name: self.text(name),
            field: field(place),
            kind,
            direction: Direction::In,
            width,
            width_table: NONE,
            value_width: width,
            zero: Text::default(),
            default: 0,
        }
    }

    /// A shape with one instruction.
    fn instruction(&mut self, plan: Plan<'_>) {
        let Plan {
            name,
            arch,
            bits,
            operands,
            modifiers,
            forms,
        } = plan;
        let positional = (operands.len() - modifiers.len()) as u8;
        let operands = Self::rows(&mut self.tables.operands, operands);
        let mut rows = Vec::new();
        for (asked, when) in forms {
            let when = if when.is_empty() {
                NONE
            } else {
                self.rule(when)
            };
            let mut tokens = Vec::new();
            for (index, operand) in asked.iter().enumerate() {
                if index > 0 {
                    tokens.push(Token::Text(self.text(", ")));
                }
                tokens.push(Token::Operand(*operand));
            }
            let mut spelled = Vec::new();
            for (operand, word, valued) in modifiers {
                let before = self.text(word);
                let spelling = Spelling {
                    before,
                    after: Text::default(),
                    valued: *valued,
                    negatable: !*valued,
                };
                let spellings = Self::rows(&mut self.tables.spellings, [spelling]);
                spelled.push(Modifier {
                    operand: *operand,
                    spellings,
                });
            }
            tokens.push(Token::Modifiers(Self::rows(
                &mut self.tables.modifiers,
                spelled,
            )));
            let tokens = Self::rows(&mut self.tables.tokens, tokens);
            rows.push(Form {
                syntax: 0,
                read_only: false,
                when,
                tokens,
                spoken: 0,
                rest: 0,
            });
        }
        let forms = Self::rows(&mut self.tables.forms, rows);
        let family = self.tables.families.len() as u16;
        let name = self.text(name);
        self.tables.families.push(Family {
            name,
            doc: Text::default(),
            format: Text::default(),
            parts: Rows::default(),
        });
        let shape = self.tables.shapes.len() as u16;
        self.tables.shapes.push(Shape {
            family,
            arch,
            size: 8,
            mask: 0xffff_0000_0000_0000,
            reserved: 0,
            unused: 0,
            operands,
            positional,
            forms,
            rules: Rows::default(),
            checks: Rows::default(),
        });
        let instruction = self.tables.instructions.len() as u16;
        let encodings = Self::rows(
            &mut self.tables.encodings,
            [Encoding {
                instruction,
                shape,
                mnemonics: 0,
                bits,
                features: 0,
            }],
        );
        let none = Rows::default();
        self.tables.instructions.push(Instruction {
            name,
            family,
            doc: Text::default(),
            operation: Text::default(),
            reads: none,
            writes: none,
            counters: none,
            loads: true,
            stores: false,
            atomic: false,
            encodings,
        });
    }
}

/// A few instructions of two architectures, like those of a real machine.
fn machine() -> TablesBuf {
    let mut b = Builder::default();
    for (cpu, arch) in [("gfx803", 0), ("gfx900", 1)] {
        let name = b.text(cpu);
        b.tables.archs.push(Arch {
            name,
            title: name,
            root: NONE,
        });
        b.tables.processors.push(Processor {
            name,
            arch,
            features: 0,
        });
    }
    let (name, comment, no) = (b.text("llvm"), b.text(";"), b.text("no"));
    let comments = Builder::rows(&mut b.tables.texts, [comment]);
    b.tables.syntaxes.push(Syntax {
        name,
        comments,
        separator: Text::default(),
        any_case: false,
        loose_commas: true,
        negation: no,
        valued_flags: false,
        register_lists: true,
    });

    let vector = [b.register("v", 0, 256, 1, true)];
    let scalar = [
        b.register("s", 0, 102, 1, true),
        b.register("vcc", 106, 1, 2, false),
        b.register("m0", 124, 1, 1, false),
    ];
    let group = |count, align| Group { count, align };
    for (registers, groups) in [
        (&vector[..], [group(1, 1), group(2, 1), group(4, 1)]),
        (&scalar[..], [group(1, 1), group(2, 2), group(4, 4)]),
    ] {
        let registers = Builder::rows(&mut b.tables.registers, registers.iter().copied());
        let groups = Builder::rows(&mut b.tables.groups, groups);
        let title = b.text("register");
        b.tables.files.push(RegisterFile {
            name: title,
            title,
            bits: 32,
            registers,
            groups,
            alignments: 0,
            number_bits: 8,
            map: 0,
        });
    }
    let off = b.text("off");
    let entry = |first, last, meaning| Entry {
        first,
        last,
        meaning,
        archs: 3,
    };
    let entries = Builder::rows(
        &mut b.tables.entries,
        [
            entry(0, 123, Meaning::Register { file: 1, number: 0 }),
            entry(127, 127, Meaning::Keyword { text: off }),
        ],
    );
    b.tables.classes.push(Class {
        name: off,
        title: off,
        bits: 7,
        entries,
        map: u32::MAX,
    });
    for (bits, signed) in [(12, false), (13, true)] {
        b.tables.integers.push(Integer {
            bits,
            signed,
            hex: false,
            scale: 1,
            bias: 0,
        });
    }
    // One register, or two with `off`.
    let key = Builder::rows(&mut b.tables.fields, [field(SADDR)]);
    b.tables.width_values = vec![1; 128];
    b.tables.width_values[127] = 2;
    b.tables.widths.push(Width {
        key,
        values: 0,
        shift: 0,
        bits: 0,
    });

    // A register, or none.
    let key = Builder::rows(&mut b.tables.fields, [field(SADDR)]);
    b.tables.width_values.extend([0; 128]);
    b.tables.width_values[255] = 1;
    b.tables.widths.push(Width {
        key,
        values: 128,
        shift: 0,
        bits: 0,
    });

    let vgpr = Kind::Register { file: 0 };
    for (arch, offset, bits) in [(0, ABSENT, 0xdc5c_0000), (1, OFFSET, 0xdc5c_0000)] {
        let operands = vec![
            b.operand("vdst", VDST, vgpr, 4),
            b.operand("vaddr", VADDR, vgpr, 2),
            b.operand("offset", offset, Kind::Integer { integer: 0 }, 0),
            b.operand("glc", GLC, Kind::Flag, 0),
            b.operand("slc", SLC, Kind::Flag, 0),
        ];
        let modifiers = [(2, "offset:", true), (3, "glc", false), (4, "slc", false)];
        b.instruction(Plan {
            name: "flat_load_dwordx4",
            arch,
            bits,
            operands,
            modifiers: &modifiers,
            forms: &[(&[0, 1], &[])],
        });
    }
    let saddr = |b: &mut Builder| b.operand("saddr", SADDR, Kind::Class { class: 0 }, 2);
    let base = |b: &mut Builder| Operand {
        width_table: 0,
        ..b.operand("vaddr", VADDR, vgpr, 0)
    };
    let operands = vec![
        b.operand("vdst", VDST, vgpr, 1),
        base(&mut b),
        b.operand("vdata", VDATA, vgpr, 2),
        saddr(&mut b),
        b.operand("offset", OFFSET, Kind::Integer { integer: 1 }, 0),
        b.operand("glc", GLC, Kind::Flag, 0),
        b.operand("slc", SLC, Kind::Flag, 0),
    ];
    let modifiers = [(4, "offset:", true), (5, "glc", false), (6, "slc", false)];
    let forms: [Wanted<'_>; 2] = [(&[0, 1, 2, 3], &[(GLC, 1)]), (&[1, 2, 3], &[(GLC, 0)])];
    b.instruction(Plan {
        name: "global_atomic_cmpswap",
        arch: 1,
        bits: 0xdd04_8000,
        operands,
        modifiers: &modifiers,
        forms: &forms,
    });
    let operands = vec![
        b.operand("vdst", VDST, vgpr, 1),
        base(&mut b),
        saddr(&mut b),
        b.operand("offset", OFFSET, Kind::Integer { integer: 1 }, 0),
        b.operand("glc", GLC, Kind::Flag, 0),
        b.operand("lds", LDS, Kind::Flag, 0),
    ];
    let modifiers = [(3, "offset:", true), (4, "glc", false), (5, "lds", false)];
    let forms: [Wanted<'_>; 2] = [(&[0, 1, 2], &[(LDS, 0)]), (&[1, 2], &[(LDS, 1)])];
    b.instruction(Plan {
        name: "global_load_dword",
        arch: 1,
        bits: 0xdc50_8000,
        operands,
        modifiers: &modifiers,
        forms: &forms,
    });
    let operands = vec![
        b.operand("vdst", VDST, vgpr, 1),
        Operand {
            width_table: 1,
            zero: off,
            ..b.operand("vaddr", VADDR, vgpr, 0)
        },
        b.operand("saddr", SADDR, Kind::Class { class: 0 }, 1),
        b.operand("offset", OFFSET, Kind::Integer { integer: 1 }, 0),
    ];
    let modifiers = [(3, "offset:", true)];
    b.instruction(Plan {
        name: "scratch_load_dword",
        arch: 1,
        bits: 0xdc50_4000,
        operands,
        modifiers: &modifiers,
        forms: &[(&[0, 1, 2], &[])],
    });
    b.tables
}

fn generated(cpu: &str, depth: Depth) -> Vec<Line> {
    lines(&machine().view(), cpu, "llvm", depth)
}

fn find<'a>(lines: &'a [Line], text: &str) -> Option<&'a Line> {
    lines.iter().find(|line| line.text == text)
}

/// Every edge that somebody would try by hand is among the lines, with bits.
#[test]
fn right_lines_hold_the_edges() {
    let lines = generated("gfx900", Depth::Lean);
    for (text, code) in [
        ("flat_load_dwordx4 v[0:3], v[9:10]", 0x0000_0009_dc5c_0000),
        (
            "flat_load_dwordx4 v[252:255], v[9:10]",
            0xfc00_0009_dc5c_0000,
        ),
        (
            "flat_load_dwordx4 v[5:8], v[9:10] offset:4095 glc slc",
            0x0500_0009_dc5f_0fff,
        ),
        (
            "global_load_dword v5, v[9:10], off offset:-4096",
            0x057f_0009_dc50_9000,
        ),
        ("global_load_dword v5, v9, s[14:15]", 0x050e_0009_dc50_8000),
        ("global_load_dword v5, v9, vcc", 0x056a_0009_dc50_8000),
        ("global_load_dword v[5:6], off lds", 0x007f_0005_dc50_a000),
        (
            "global_atomic_cmpswap v5, v[9:10], v[13:14], off glc",
            0x057f_0d09_dd05_8000,
        ),
    ] {
        let line = find(&lines, text).unwrap_or_else(|| panic!("no line `{text}`"));
        assert_eq!(line.code, Some((code, 8)), "{text}: {:x?}", line.code);
        assert!(line.canonical, "{text}");
    }
    assert!(
        lines.iter().all(|line| line.code.is_some()),
        "a lean list is right throughout"
    );
}

/// Every mistake that somebody would make is among the lines, without bits.
#[test]
fn spoilt_lines_hold_the_mistakes() {
    let lines = generated("gfx900", Depth::Full);
    for text in [
        "flat_load_dwordx4 v[253:256], v[9:10]",
        "flat_load_dwordx4 v[5:8]",
        "flat_load_dwordx4 v[5:8], v[9:10], v[9:10]",
        "flat_load_dwordx4 v[0:2], v[9:10]",
        "flat_load_dwordx4 s[0:3], v[9:10]",
        "flat_load_dwordx4 off, v[9:10]",
        "flat_load_dwordx4 v[5:8], v[9:10] offset:4096",
        "flat_load_dwordx4 v[5:8], v[9:10] offset:-1",
        "flat_load_dwordx4 v[5:8], v[9:10] glc glc",
        "flat_load_dwordx4 v[5:8], v[9:10] lds",
        "global_load_dword v5, v9, s[1:2]",
        "global_load_dword v5, v9, s[102:103]",
        "global_atomic_cmpswap v5, v[9:10], v[13:14], off",
        "global_atomic_cmpswap v[9:10], v[13:14], off glc",
        "scratch_load_dword v5, v0, s13",
        "scratch_load_dword v5, off, off",
    ] {
        // Operands of a form are numbered by their place in it.
        let line = find(&lines, text).or_else(|| {
            find(
                &lines,
                &text.replace("v[9:10], v[13:14]", "v[5:6], v[9:10]"),
            )
        });
        let line = line.unwrap_or_else(|| panic!("no line `{text}`"));
        assert_eq!(line.code, None, "{text}");
    }
}

/// What an architecture lacks is tried there nevertheless.
#[test]
fn absent_things_are_tried() {
    let lines = generated("gfx803", Depth::Full);
    for text in [
        "global_load_dword v5, v[9:10], off",
        "flat_load_dwordx4 v[5:8], v[9:10] offset:4095",
    ] {
        assert_eq!(
            find(&lines, text).map(|line| line.code),
            Some(None),
            "{text}"
        );
    }
    assert!(
        generated("gfx803", Depth::Lean)
            .iter()
            .all(|line| !line.text.contains("global"))
    );
    assert!(generated("gfx1", Depth::Lean).is_empty());
}

/// The oracle takes every line that is meant to be right, with its bits.
#[cfg(feature = "llvm")]
#[test]
fn llvm_takes_the_right_lines() {
    use isa_tests::llvm::{Assembled, assemble};
    for cpu in ["gfx803", "gfx900"] {
        let lines = generated(cpu, Depth::Full);
        let texts: Vec<String> = lines.iter().map(|line| line.text.clone()).collect();
        let (mut right, mut wrong) = (0, 0);
        for (line, answer) in lines.iter().zip(assemble(cpu, &texts).unwrap()) {
            match (&line.code, &answer) {
                (Some((bits, _)), Assembled::Accepted { bytes, text }) => {
                    assert_eq!(bytes, &bits.to_le_bytes(), "{cpu} {}", line.text);
                    assert!(
                        !line.canonical || *text == line.text,
                        "{cpu} {} {text}",
                        line.text
                    );
                    right += 1;
                }
                (Some(_), Assembled::Rejected(why)) => panic!("{cpu} {}: {why}", line.text),
                (None, Assembled::Rejected(_)) => wrong += 1,
                (None, Assembled::Accepted { .. }) => {}
            }
        }
        println!("{cpu}: {right} right, {wrong} wrong of {}", lines.len());
        assert!(right > 20 && wrong > 50);
    }
}
