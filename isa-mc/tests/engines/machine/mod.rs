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
//!
//! `builder` writes its rows; here is which ones it has.

mod builder;

use isa_mc::tables::*;

use builder::{ABSENT, Builder, FormText, LOUD, PLAIN, field};

pub const OLD: u8 = 0;
pub const NEW: u8 = 1;
const BOTH: u32 = 3;

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
        doubles: 0,
        singles: 0,
        halves: 0,
        brains: 0,
        least: 0,
        greatest: 0,
        constants: 0,
        literal: 0,
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
