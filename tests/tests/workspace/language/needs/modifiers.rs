//! Modifiers of instructions and of their sources.

use std::path::Path;

use isa_dsl::compile_file;
use isa_mc::exec::{ExecErrorKind, InMemory};
use isa_mc::{Builder, List, Opcode, OperandValue, Register, Target};
use isa_test_support::generate::{Depth, lines};
use isa_test_support::oracle::Engine;

use super::{assemble, with_engine};

/// A modifier may be another way to write bits; sets in a row are one set.
#[test]
fn modifiers_may_share_bits() {
    let on = |syntax: &str, text: &str| assemble("chosen_width", "gfx900", syntax, text);
    let (one, _) = on("llvm", "image_load v1, v2 dmask:0x1").expect("a mask");
    let plain = "image_load v1, v2".to_owned();
    assert_eq!(on("clrx", &plain), Ok((one, plain.clone())));
    let (none, printed) = on("llvm", &plain).expect("no mask");
    assert_eq!(printed, plain);
    let zero = "image_load v1, v2 dmask:0x0".to_owned();
    assert_eq!(on("clrx", &zero), Ok((none, zero.clone())));
    let parts = on("llvm", "image_load v[1:2], low:1 high:2, v2 glc").expect("two parts");
    assert_eq!(parts.1, "image_load v[1:2], v2 dmask:0x9 glc");
    assert_eq!(
        on("clrx", "image_load v[1:2], v2 glc dmask:9"),
        Ok((parts.0, "image_load v[1:2], v2 dmask:0x9 glc".to_owned()))
    );
}

/// Members of a list come in any order and with any separator, each once, and
/// are printed in one way; a value whose members all have defaults says all.
#[test]
fn a_list_is_read_in_any_order() {
    let on = |text: &str| assemble("named_bits", "gfx700", "llvm", text);
    for (text, word, printed) in [
        ("s_waitcnt vmcnt(0) lgkmcnt(0)", 0xbf8c_0070_u32, None),
        (
            "s_waitcnt lgkmcnt(0) & vmcnt(0)",
            0xbf8c_0070,
            Some("s_waitcnt vmcnt(0) lgkmcnt(0)"),
        ),
        (
            "s_waitcnt vmcnt(0),lgkmcnt(0)",
            0xbf8c_0070,
            Some("s_waitcnt vmcnt(0) lgkmcnt(0)"),
        ),
        (
            "s_waitcnt vmcnt(0)expcnt(1+1)",
            0xbf8c_0f20,
            Some("s_waitcnt vmcnt(0) expcnt(2)"),
        ),
        (
            "s_waitcnt vmcnt ( 15 )",
            0xbf8c_0f7f,
            Some("s_waitcnt vmcnt(15) expcnt(7) lgkmcnt(15)"),
        ),
    ] {
        let seen = on(text).expect(text);
        assert_eq!(seen.0, word.to_le_bytes(), "{text}");
        assert_eq!(seen.1, printed.unwrap_or(text));
        let again = on(&seen.1).expect("what is printed is read");
        assert_eq!(again.0, seen.0, "{text}");
    }
    for (text, says) in [
        (
            "s_waitcnt vmcnt(0) &",
            "is no wait counters, expected `vmcnt(vmcnt) ",
        ),
        (
            "s_waitcnt vmcnt(0) vmcnt(1)",
            "`vmcnt(1)` is no wait counters",
        ),
        ("s_waitcnt vmcnt(16)", "`vmcnt` is 16, expected 0 to 15"),
        ("s_waitcnt", "is missing"),
        ("s_waitcnt vmcnt(0) | lgkmcnt(0)", "`|`"),
    ] {
        let error = on(text).expect_err(text);
        assert!(error.contains(says), "{text}: {error}");
    }
}

/// The modifier is printed though it has its default, and its absence makes
/// the statement the other encoding.
#[test]
fn a_required_modifier_tells_encodings_apart() {
    let on = |text| assemble("required_modifier", "gfx900", "llvm", text);
    for (text, word, printed) in [
        ("s_load_dword s5, s[2:3], s4", 0x0000_0004_c000_0141, None),
        (
            "s_load_dword s5, s[2:3], s4 offset:0x0",
            0x0800_0000_c002_0141,
            None,
        ),
        (
            "s_load_dword s5, s[2:3], s4 glc offset:-8",
            0x081f_fff8_c003_0141_u64,
            Some("s_load_dword s5, s[2:3], s4 offset:-0x8 glc"),
        ),
    ] {
        let bytes = word.to_le_bytes().to_vec();
        assert_eq!(on(text), Ok((bytes, printed.unwrap_or(text).to_owned())));
    }
}

/// Of two forms over the same operands the text's modifier says which it is.
#[test]
fn a_required_modifier_tells_forms_apart() {
    let on = |text| assemble("required_modifier", "gfx900", "llvm", text);
    for (text, word, printed) in [
        ("touch s4", 0x8000_0004_u32, "touch s4"),
        ("touch s4 offset:5", 0x8000_0284, "touch s4 offset:5"),
        ("touch s4 offset:0", 0x8000_0004, "touch s4"),
    ] {
        let bytes = word.to_le_bytes().to_vec();
        assert_eq!(on(text), Ok((bytes, printed.to_owned())));
    }
}

/// A field whose modifier is called otherwise has the same bit, and conditions and operations
/// know it by its own name.
#[test]
fn a_modifier_may_have_another_name_than_its_field() {
    for (cpu, flag, other) in [("old", "glc", "sc0"), ("new", "sc0", "glc")] {
        let on = |text: &str| assemble("renamed_modifiers", cpu, "plain", text);
        let text = format!("add r1, r2 {flag}");
        let bytes = 0x0100_0441_u32.to_le_bytes().to_vec();
        assert_eq!(on(&text), Ok((bytes, text.clone())), "{cpu}");
        let bytes = 0x0100_0041_u32.to_le_bytes().to_vec();
        let text = "add r2, r1";
        assert_eq!(on(text), Ok((bytes, text.to_owned())), "{cpu}");
        let error = on(&format!("add r1, r2 {other}")).unwrap_err();
        assert!(error.contains(&format!("no modifier `{other}`")), "{error}");
        assert!(error.contains(&format!("it takes `{flag}`")), "{error}");
    }
}

/// A modifier that an architecture lacks is refused there whatever it says: zero, which its
/// bits would have been, was once taken.
#[test]
fn a_modifier_of_another_architecture_is_refused() {
    for way in 0..4 {
        let text = format!("add r2, r1 way:{way}");
        let error = assemble("renamed_modifiers", "old", "plain", &text).unwrap_err();
        assert!(error.contains("`way` needs new"), "{error}");
        let bytes = (0x0100_0041_u32 | way << 11).to_le_bytes().to_vec();
        let printed = if way == 0 { "add r2, r1" } else { &text };
        let new = assemble("renamed_modifiers", "new", "plain", &text);
        assert_eq!(new, Ok((bytes, printed.to_owned())));
    }
}

/// A word that says what is bound stands anywhere among the modifiers, and the
/// text has to have it.
#[test]
fn a_required_modifier_says_what_is_bound() {
    let on = |text| assemble("required_modifier", "gfx900", "llvm", text);
    for (text, word, printed) in [
        ("exp off", 0x4000_00ff, "exp off"),
        ("exp s4 last", 0x4000_0204, "exp s4 last"),
        ("exp s4, s4 halves", 0x4000_0104, "exp s4, s4 halves"),
        (
            "exp s4, s4 last halves",
            0x4000_0304_u32,
            "exp s4, s4 halves last",
        ),
    ] {
        let bytes = word.to_le_bytes().to_vec();
        assert_eq!(on(text), Ok((bytes, printed.to_owned())));
    }
    for text in ["exp s4, s4", "exp s4, s4 last", "exp s4 halves"] {
        assert!(on(text).is_err(), "{text}");
    }
    let twice = on("exp s4, s4 halves last halves").unwrap_err();
    assert!(twice.contains("halves"), "{twice}");
}

/// What each text means and how it is printed: modifiers nest in their order
/// only, a number with a minus sign is another number.
#[test]
fn source_modifiers_stand_around_operands() {
    let on = |syntax, text: &str| {
        let text = format!("add_f32 v1, {text}");
        let (bytes, printed) = assemble("wraps_and_lists", "one", syntax, &text)?;
        let word = u64::from_le_bytes(bytes[..8].try_into().expect("two words"));
        let printed = printed.strip_prefix("add_f32 v1, ").expect("its mnemonic");
        Ok::<_, String>((word & !0xff, printed.to_owned()))
    };
    let base = 0x000e_0900_1800_0000;
    let (neg0, neg1, abs0, abs1) = (1 << 14, 1 << 15, 1 << 8, 1 << 9);
    let source0 = |value: u64| base - (0x100 << 32) + (value << 32);
    for (syntax, text, bits, printed) in [
        ("bars", "-v0, v4", base | neg0, "-v0, v4"),
        ("bars", "v0, |v4|", base | abs1, "v0, |v4|"),
        (
            "bars",
            "-|v0|, abs(v4)",
            base | neg0 | abs0 | abs1,
            "-|v0|, |v4|",
        ),
        (
            "bars",
            "neg(|v0|), -abs(v4)",
            base | neg0 | abs0 | neg1 | abs1,
            "-|v0|, -|v4|",
        ),
        (
            "bars",
            "- | v0 | , neg ( abs ( v4 ) )",
            base | neg0 | abs0 | neg1 | abs1,
            "-|v0|, -|v4|",
        ),
        ("bars", "-v[0], v[4:4]", base | neg0, "-v0, v4"),
        ("bars", "-1, v4", source0(193), "-1, v4"),
        ("bars", "-(1), v4", source0(193), "-1, v4"),
        ("bars", "neg(1), v4", source0(129) | neg0, "neg(1), v4"),
        ("bars", "neg(-1), v4", source0(193) | neg0, "neg(-1), v4"),
        ("bars", "|1|, v4", source0(129) | abs0, "|1|, v4"),
        ("bars", "|-1|, v4", source0(193) | abs0, "|-1|, v4"),
        ("bars", "-|1|, v4", source0(129) | neg0 | abs0, "-|1|, v4"),
        (
            "bars",
            "neg(1000), v4",
            source0(255) | neg0,
            "neg(0x3e8), v4",
        ),
        ("bars", "|2 + 3|, v4", 0, ""),
        (
            "calls",
            "-ABS(V0), Sext(v4)",
            base | neg0 | abs0 | 1 << 25,
            "-abs(v0), sext(v4)",
        ),
        (
            "calls",
            "v0, -abs(sext(v4))",
            base | neg1 | abs1 | 1 << 25,
            "v0, -abs(sext(v4))",
        ),
    ] {
        let wanted = (bits, printed.to_owned());
        match printed {
            "" => assert!(on(syntax, text).is_err(), "{text}"),
            _ => assert_eq!(on(syntax, text), Ok(wanted), "{text}"),
        }
    }
    let order = "operand 2 (`src0`) takes each of its source modifiers once, the outermost first: `-…`, `|…|`; found ";
    let lacks = |text: &str, what: &str| (text.to_owned(), what.to_owned());
    for (text, said) in [
        lacks("abs(-v0), v4", &format!("{order}`-` within another")),
        lacks("|-v0|, v4", &format!("{order}`-` within another")),
        lacks("--v0, v4", &format!("{order}`-` within another")),
        lacks("neg(neg(v0)), v4", &format!("{order}`neg(` within another")),
        lacks("|v0, v4", "operand 2 (`src0`) lacks a `|` behind `v0`"),
        lacks(
            "neg(v0 v1), v4",
            "operand 2 (`src0`) lacks a `)` behind `v0`",
        ),
        lacks(
            "-s0, v4",
            "operand 2 (`src0`) must be register or number, found `s0`",
        ),
        lacks(
            "-, v4",
            "operand 2 (`src0`) must be register or number, found `,`",
        ),
        lacks(
            "-v[0:1], v4",
            "operand 2 (`src0`) needs 1 vector register, found 2: `v[0:1]`",
        ),
    ] {
        assert_eq!(on("bars", &text), Err(said), "{text}");
    }
    let none = assemble("wraps_and_lists", "one", "bars", "add_f32 -v1, v2, v3").unwrap_err();
    assert_eq!(none, "operand 1 (`vdst`) does not take `-…`");
    let sext = assemble(
        "wraps_and_lists",
        "one",
        "calls",
        "add_f32 v1, sext(v2), v3",
    );
    let said = "operand 2 (`src0`) does not take `sext(…)`: it takes `-…`, `abs(…)`";
    assert_eq!(sext, Err(said.to_owned()));
}

/// What a syntax has no text for is data there: a modifier that it lacks, a
/// negated number where there is only the minus sign, a bit that serves nobody.
#[test]
fn source_modifiers_without_a_text_are_data() {
    let base: u64 = 0x000e_0900_1800_0001;
    for (bits, bars, calls) in [
        (base | 1 << 25, None, Some("add_f32 v1, v0, sext(v4)")),
        (
            (base - (0x100 << 32) + (129 << 32)) | (1 << 14),
            Some("add_f32 v1, neg(1), v4"),
            None,
        ),
        (base | 1 << 16, None, None),
        (base | 1 << 12, None, None),
    ] {
        let bytes = bits.to_le_bytes();
        for (syntax, text) in [("bars", bars), ("calls", calls)] {
            let seen = with_engine("wraps_and_lists", "one", syntax, |engine| {
                (engine.recode(&bytes), engine.disassemble(&bytes))
            });
            // A list of two in a field of three bits has a zero there.
            let kept = (bits >> 12 & 1 == 0).then(|| bytes.to_vec());
            assert_eq!(seen, (kept, text.map(str::to_owned)), "{bits:#x} {syntax}");
        }
    }
}

/// Lists are written whole; what the text leaves out at the end is zero.
#[test]
fn lists_have_an_element_for_every_bit() {
    let on = |text: &str| {
        let (bytes, printed) = assemble("wraps_and_lists", "one", "bars", text)?;
        let word = u64::from_le_bytes(bytes[..8].try_into().expect("two words"));
        Ok::<_, String>((word >> 10 & 3, word >> 50 & 3, printed))
    };
    let plain = "add_f32 v1, v2, v3";
    for (text, op_sel, op_sel_hi, printed) in [
        ("", 0, 3, ""),
        (" op_sel:[0,1]", 2, 3, " op_sel:[0,1]"),
        (" op_sel:[1]", 1, 3, " op_sel:[1,0]"),
        (" op_sel:[0,0]", 0, 3, ""),
        (" op_sel_hi:[1,1]", 0, 3, ""),
        (" op_sel_hi:[1]", 0, 1, " op_sel_hi:[1,0]"),
        (
            " op_sel_hi : [ 0 , 2-1 ] op_sel:[0x1,1]",
            3,
            2,
            " op_sel:[1,1] op_sel_hi:[0,1]",
        ),
    ] {
        let wanted = (op_sel, op_sel_hi, format!("{plain}{printed}"));
        assert_eq!(on(&format!("{plain}{text}")), Ok(wanted), "{text}");
    }
    for (text, said) in [
        ("op_sel:[0,2]", "`op_sel` is 2, expected 0 to 1"),
        ("op_sel:[0,-1]", "`op_sel` is -1, expected 0 to 1"),
        (
            "op_sel:[0,0,0]",
            "`op_sel` must be a list of at most 2 numbers from 0 to 1, found `[0,0,0]`",
        ),
        (
            "op_sel:1",
            "`op_sel` must be a list of at most 2 numbers from 0 to 1, found `1`",
        ),
        ("op_sel:[]", "expected a number, found `]`"),
        ("op_sel", "`op_sel` needs a value: `op_sel:…`"),
        ("op_sel:[1] op_sel:[1]", "`op_sel` stands twice"),
    ] {
        assert_eq!(
            on(&format!("{plain} {text}")),
            Err(said.to_owned()),
            "{text}"
        );
    }
    // The default of a class needs no word; other values without one are none.
    for (factor, wanted) in [(0, Some("")), (1, Some(" mul:2")), (3, None)] {
        let bytes = (0x000e_0900_1800_0001_u64 | factor << 52).to_le_bytes();
        let seen = with_engine("wraps_and_lists", "one", "bars", |engine| {
            engine.disassemble(&bytes)
        });
        let wanted = wanted.map(|text| format!("add_f32 v1, v0, v4{text}"));
        assert_eq!(seen, wanted, "{factor}");
    }
    let shuffle = |text| assemble("wraps_and_lists", "one", "bars", text);
    let (bytes, printed) = shuffle("shuffle v1, [3,2,1,0], v2").expect("a list");
    assert_eq!(printed, "shuffle v1, [3,2,1,0], v2");
    assert_eq!(bytes[2..4], [0b0011_0110, 0x38]);
    assert!(shuffle("shuffle v1, 3, v2").is_err());
}

/// The generator knows source modifiers and lists too, and agrees.
#[test]
fn generated_source_modifiers_have_their_bits() {
    let compilation = compile_file(Path::new("language/wraps_and_lists.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    for syntax in ["bars", "calls"] {
        let engine = Engine::new(&view, "one", syntax).expect("both are described");
        let lines = lines(&view, "one", syntax, Depth::Full);
        let (mut wrapped, mut lists) = (0, 0);
        for line in &lines {
            let ours = engine.assemble(&line.text);
            let Some(bytes) = &line.code else { continue };
            let (bytes_of, printed) = ours.unwrap_or_else(|error| panic!("{}: {error}", line.text));
            assert_eq!(bytes_of, *bytes, "{}", line.text);
            if line.canonical {
                assert_eq!(printed, line.text);
            }
            wrapped += usize::from(line.text.contains(['|', '-']) || line.text.contains("abs("));
            lists += usize::from(line.text.contains("op_sel:["));
        }
        assert!(
            wrapped > 100 && lists > 20,
            "{wrapped} {lists} of {}",
            lines.len()
        );
        for code in isa_test_support::random::instructions(&view, "one", 2_000, 7) {
            if let Some(text) = engine.disassemble(&code) {
                let again = engine.assemble(&text).map(|(bytes, _)| bytes);
                assert_eq!(again.as_ref(), Ok(&code), "{text}");
            }
        }
    }
}

/// Programs see and set source modifiers by name.
#[test]
fn source_modifiers_can_be_set() {
    let compilation = compile_file(Path::new("language/wraps_and_lists.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    let target = Target::new(&view, "one").expect("a processor");
    let syntax = target.syntax("bars").expect("a syntax");
    let text = |inst| {
        let mut text = String::new();
        target.print(inst, syntax, &mut text).expect("a text");
        text
    };
    let inst = target.parse("add_f32 v1, v2, 3", syntax).expect("a line");
    let inst = target.set_wrap(inst, 2, "neg", true).expect("it takes it");
    assert_eq!(text(inst), "add_f32 v1, v2, neg(3)");
    // What a sign does no description says yet: it is not passed over.
    let mut machine = InMemory::new(&target);
    let refused = target.execute(inst, &mut machine).expect_err("a sign");
    assert_eq!(refused.kind, ExecErrorKind::SourceModifiers);
    let view = target.operand(inst, "src1").expect("an operand");
    let names: Vec<(&str, bool)> = target
        .wraps(inst, view.index)
        .map(|wrap| (wrap.name, wrap.is_set))
        .collect();
    assert_eq!(view.wraps, 0b001);
    assert_eq!(names, [("neg", true), ("abs", false), ("sext", false)]);
    assert!(target.set_wrap(inst, 0, "neg", true).is_err());
    let list = List::new(&[1, 0]).expect("two elements");
    let op_sel = target.operand(inst, "op_sel").expect("a modifier");
    let inst = target.set_operand(inst, op_sel.index, list.into());
    let inst = inst.expect("it holds them");
    assert_eq!(text(inst), "add_f32 v1, v2, neg(3) op_sel:[1,0]");
    let first = Register {
        file: 0,
        number: 1,
        count: 1,
    };
    let built = Builder::new(Opcode(0))
        .operand("vdst", OperandValue::Register(first))
        .operand("src0", OperandValue::Int(7))
        .operand("src1", OperandValue::Int(8))
        .wrap("src0", "abs")
        .build(&target);
    assert_eq!(text(built.expect("an instruction")), "add_f32 v1, |7|, 8");
}
