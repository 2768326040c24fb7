//! Words, numbers and syntaxes.

use std::path::Path;

use isa_dsl::compile_file;
use isa_mc::Target;
use isa_test_support::generate::{Depth, lines};
use isa_test_support::oracle::Engine;

use super::{assemble, with_engine};

/// Rules and forms of one syntax bind that syntax only, and `@` limits both.
#[test]
fn one_syntax_may_take_less() {
    let on = |cpu, syntax, text| assemble("one_syntax", cpu, syntax, text);
    let store = "store_dword exec, m0, 200";
    assert_eq!(
        on("old1", "strict", store),
        Err("exec cannot be stored".into())
    );
    let bytes = vec![0xc8, 0, 0xfe, 0x1f];
    assert_eq!(
        on("old1", "loose", store),
        Ok((bytes.clone(), store.into()))
    );
    // The bits are an instruction, but the strict syntax has no text for it.
    let strict = |engine: &Engine| (engine.recode(&bytes), engine.disassemble(&bytes));
    let seen = with_engine("one_syntax", "old1", "strict", strict);
    assert_eq!(seen, (Some(bytes), None));

    let other = "store_dword s1, s2, 5";
    let said = Err("only m0 holds an offset on old".into());
    assert_eq!(on("old1", "strict", other), said);
    assert!(on("new1", "strict", other).is_ok());
    // The operand has another kind on the newer architecture.
    let negative = "store_dword s1, m0, -5";
    assert!(on("old1", "loose", negative).is_err());
    assert!(on("new1", "loose", negative).is_ok());

    let said = Err("`swap_dword` exists only in the syntax loose".into());
    assert_eq!(on("old1", "strict", "swap_dword s1"), said);
    assert!(on("old1", "loose", "swap_dword s1").is_ok());
    assert!(on("new1", "strict", "swap_dword s1").is_ok());
}

/// The number of a branch is a distance; its address is that of the next
/// instruction plus the number.
#[test]
fn a_branch_leads_somewhere() {
    let compilation = compile_file(Path::new("language/split_scaled_fields.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    let target = Target::new(&view, "gfx900").expect("it is described");
    let syntax = isa_mc::SyntaxId(0);
    for (text, leads_to) in [
        ("s_branch 8", Some(0x100c)),
        ("s_branch 0", Some(0x1004)),
        ("s_branch -4", Some(0x1000)),
        ("s_waitcnt vmcnt(0)", None),
    ] {
        let inst = target.parse(text, syntax).expect(text);
        assert_eq!(target.branch_target(inst, 0x1000), leads_to, "{text}");
    }
    // Nothing knows labels here.
    let text = "s_branch somewhere";
    let error = target.parse(text, syntax).expect_err(text);
    assert_eq!(
        error.display(target, syntax, text).to_string(),
        "`somewhere` is neither a number nor a label of this file"
    );
}

/// An alias is a name for all encodings of its instruction, where it exists.
#[test]
fn an_alias_is_another_name() {
    let on = |cpu, syntax, text: &str| assemble("other_names", cpu, syntax, text).map(|it| it.1);
    let same = |text: &str| Ok(text.to_owned());
    let add = "v_add_co_u32 v1, vcc, v2, v3";
    assert_eq!(
        on("gfx700", "llvm", add),
        same("v_add_i32_e32 v1, vcc, v2, v3")
    );
    assert_eq!(
        on("gfx700", "llvm", "v_add_co_u32_e32 v1, vcc, v2, v3"),
        same("v_add_i32_e32 v1, vcc, v2, v3")
    );
    // There the name is an instruction's.
    assert_eq!(
        on("gfx900", "llvm", add),
        same("v_add_co_u32_e32 v1, vcc, v2, v3")
    );
    assert!(on("gfx700", "clrx", add).is_err());
    assert!(on("gfx900", "llvm", "v_sub_co_u32 v1, vcc, v2, v3").is_err());
    let copy = "v_copy_e32 v1, vcc, v2, v3";
    assert_eq!(on("gfx900", "clrx", "v_mov v1, vcc, v2, v3"), same(copy));
    assert_eq!(on("gfx900", "clrx", copy), same(copy));
    assert!(on("gfx700", "clrx", copy).is_err());
    assert!(on("gfx900", "llvm", copy).is_err());
    // One encoding alone has the name, and its suffix.
    let long = "v_add_i32_e64 v1, vcc, v2, v3";
    assert_eq!(on("gfx700", "llvm", "v_plus v1, vcc, v2, v3"), same(long));
    assert_eq!(
        on("gfx700", "llvm", "v_plus_e64 v1, vcc, v2, v3"),
        same(long)
    );
    assert!(on("gfx700", "llvm", "v_plus_e32 v1, vcc, v2, v3").is_err());
}

/// Each name of a row is an instruction where the row is called so; what it was called
/// before is read.
#[test]
fn a_row_has_another_name_later() {
    let on = |cpu, syntax, name: &str| {
        let text = format!("{name} v1, v2");
        assemble("renamed_instructions", cpu, syntax, &text)
    };
    let read = |cpu, name| on(cpu, "llvm", name).map(|(_, text)| text);
    let is = |name: &str| Ok(format!("{name} v1, v2"));
    assert_eq!(read("old1", "v_ffbl"), is("v_ffbl_e32"));
    assert_eq!(read("mid1", "v_ffbl"), is("v_ffbl_e32"));
    assert_eq!(read("new1", "v_ffbl"), is("v_ctz_e32"));
    assert_eq!(read("new1", "v_ffbl_e64"), is("v_first_e64"));
    assert_eq!(read("new1", "v_find_low"), is("v_ctz_e32"));
    assert!(read("mid1", "v_ctz").is_err());
    // The number is another one too, and every older name is known.
    for (cpu, name, byte) in [
        ("old1", "v_flip", 2),
        ("mid1", "v_not", 3),
        ("new1", "v_not_b32", 3),
    ] {
        let (bytes, text) = on(cpu, "llvm", name).expect(name);
        assert_eq!((bytes[3], text), (byte, format!("{name}_e32 v1, v2")));
    }
    assert_eq!(read("new1", "v_flip"), is("v_not_b32_e32"));
    assert_eq!(read("new1", "v_not"), is("v_not_b32_e32"));
    assert!(read("old1", "v_not").is_err());
    // What one syntax calls it goes with the row's own name.
    let clrx = |cpu, name| on(cpu, "clrx", name).map(|(_, text)| text);
    assert_eq!(clrx("old1", "v_invert"), is("v_invert_e32"));
    assert_eq!(clrx("mid1", "v_not"), is("v_not_e32"));
    // A row or an alias that has the name comes first.
    assert_eq!(read("old1", "v_copy"), is("v_copy_e32"));
    assert_eq!(read("mid1", "v_take"), is("v_copy_e32"));
    assert_eq!(read("new1", "v_other"), is("v_copy_e32"));
    // An operand is as wide as it is under an older name, to what the row does; text has the
    // registers that the processor takes.
    assert_eq!(read("new1", "v_parts"), is("v_packed"));
    let (_, pair) = assemble("renamed_instructions", "mid1", "llvm", "v_parts v[1:2], v2")
        .expect("two registers");
    assert_eq!(pair, "v_parts v[1:2], v2");
}

/// A word of digits is a number, however that is written, in the syntax that has it.
#[test]
fn a_word_of_digits_is_a_number() {
    let on = |syntax, part: &str| {
        let text = format!("v_add_i32_e64 v1, vcc, v2, v3 part:{part}");
        assemble("other_names", "gfx700", syntax, &text).map(|it| it.1)
    };
    let high = Ok("v_add_i32_e64 v1, vcc, v2, v3 part:HIGH".to_owned());
    for part in ["HIGH", "1", "0x1", "2-1"] {
        assert_eq!(on("llvm", part), high, "{part}");
    }
    assert_eq!(on("clrx", "HIGH"), high);
    for (syntax, part) in [("llvm", "2"), ("llvm", "-1"), ("clrx", "1")] {
        assert!(on(syntax, part).is_err(), "{syntax} {part}");
    }
}

/// Literals follow the instruction, and only where a number needs one.
#[test]
fn literals_say_what_nothing_shorter_does() {
    let on = |cpu, text| assemble("literals", cpu, "plain", text);
    let word = |bits: u32| bits.to_le_bytes().to_vec();
    let words = |bits: u32, literal: u32| [word(bits), word(literal)].concat();
    for (text, bytes, printed) in [
        ("s_add_u32 s1, s2, 64", word(0x8001_c002), None),
        ("s_add_u32 s1, s2, -16", word(0x8001_d002), None),
        ("s_add_u32 s1, s2, 65", words(0x8001_ff02, 65), Some("0x41")),
        (
            "s_add_u32 s1, s2, -17",
            words(0x8001_ff02, 0xffff_ffef),
            Some("0xffffffef"),
        ),
        (
            "s_add_u32 s1, 0x12345, 0x12345",
            words(0x8001_ffff, 0x12345),
            None,
        ),
    ] {
        let printed = match printed {
            None => text.to_owned(),
            Some(number) => format!("s_add_u32 s1, s2, {number}"),
        };
        assert_eq!(on("second1", text), Ok((bytes, printed)), "{text}");
    }
    let two = on("second1", "s_add_u32 s1, 0x12345, 0x12346").unwrap_err();
    assert!(
        two.contains("operand 3 (`src1`) needs a literal of its own"),
        "{two}"
    );
    // An operand that is the literal has one even for small numbers.
    for (text, bytes) in [
        ("s_mulk_u32 s1, s2, 0x1, s3", words(0x8101_0302, 1)),
        ("s_mulk_u32 s1, 1, 0x1, s3", words(0x8101_0381, 1)),
        ("s_mulk_u32 s1, 0x41, 0x41, s3", words(0x8101_03ff, 65)),
    ] {
        assert_eq!(on("second1", text), Ok((bytes, text.to_owned())), "{text}");
    }
    let two = on("second1", "s_mulk_u32 s1, 0x42, 0x41, s3").unwrap_err();
    assert!(two.contains("`k`) needs a literal of its own"), "{two}");
    let register = on("second1", "s_mulk_u32 s1, s2, s4, s3");
    assert!(register.is_err(), "{register:?}");
    let large = on("second1", "s_add_u32 s1, s2, 0x100000000");
    assert!(large.is_err(), "{large:?}");
    assert!(on("first1", "s_add_u32 s1, s2, 65").is_err());

    let ask = |bytes: &[u8]| {
        with_engine("literals", "second1", "plain", |engine| {
            (engine.recode(bytes), engine.disassemble(bytes))
        })
    };
    // The word is missing; it could have been an inline constant.
    assert_eq!(ask(&word(0x8001_ff02)), (None, None));
    let needless = words(0x8001_ff02, 64);
    assert_eq!(ask(&needless), (Some(needless.clone()), None));
    // An operand that is the literal reads one whatever its other operands are.
    let (bytes, text) = on("second1", "s_mulk_u32 s1, s2, 0x12345, s3").expect("a literal");
    assert_eq!(bytes.len(), 8);
    assert_eq!(ask(&bytes), (Some(bytes.clone()), Some(text)));
}

/// The generator knows literals too, and agrees with the engines.
#[test]
fn generated_literals_have_their_bytes() {
    let compilation = compile_file(Path::new("language/literals.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    let engine = Engine::new(&view, "second1", "plain").expect("both are described");
    let lines = lines(&view, "second1", "plain", Depth::Full);
    let mut long = 0;
    for line in &lines {
        let ours = engine.assemble(&line.text);
        let Some(bytes) = &line.code else { continue };
        assert_eq!(
            ours.as_ref().map(|(bytes, _)| bytes),
            Ok(bytes),
            "{}",
            line.text
        );
        long += usize::from(bytes.len() == 8);
    }
    assert!(long > 20, "{long} of {} lines have a literal", lines.len());
    for code in isa_test_support::random::instructions(&view, "second1", 2_000, 7) {
        if let Some(text) = engine.disassemble(&code) {
            let again = engine.assemble(&text).map(|(bytes, _)| bytes);
            assert_eq!(again.as_ref(), Ok(&code), "{text}");
        }
    }
}

/// Each syntax has its own defaults, and says which of them it prints. A suffix
/// that is only read is not printed.
#[test]
fn syntaxes_have_their_own_defaults() {
    let on = |syntax, text| {
        let (bytes, text) = assemble("syntax_defaults", "gfx803", syntax, text)?;
        let word = u64::from_le_bytes(bytes.try_into().unwrap_or_default());
        Ok::<_, String>((word >> 32, text))
    };
    let said = |second, text: &str| Ok((second, text.to_owned()));
    // What is left out is UNUSED_PRESERVE in one and UNUSED_PAD in the other.
    assert_eq!(
        on("llvm", "v_mov_b32_sdwa v1, v2"),
        said(
            0x0006_1602,
            "v_mov_b32_sdwa v1, v2 dst_sel:DWORD dst_unused:UNUSED_PRESERVE src0_sel:DWORD"
        )
    );
    assert_eq!(
        on("clrx", "v_mov_b32_sdwa v1, v2"),
        said(0x0006_0602, "v_mov_b32_sdwa v1, v2")
    );
    assert_eq!(
        on("clrx", "v_mov_b32 v1, v2 dst_un:UNUSED_SEXT"),
        said(0x0006_0e02, "v_mov_b32_sdwa v1, v2 dst_unused:UNUSED_SEXT")
    );
    // Required in one syntax, and a default in the other.
    assert!(on("llvm", "v_mov_b32_dpp v1, v2").is_err());
    assert_eq!(
        on("clrx", "v_mov_b32_dpp v1, v2"),
        said(0xe402, "v_mov_b32_dpp v1, v2")
    );
    assert_eq!(
        on("llvm", "v_mov_b32_dpp v1, v2 quad_perm:[0,1,2,3]"),
        said(0xe402, "v_mov_b32_dpp v1, v2 quad_perm:[0,1,2,3]")
    );
    // A flag that looks as if it had a value.
    for text in [
        "v_mov_b32 v1, v2 row_mirror bound_ctrl:0",
        "v_mov_b32 v1, v2 row_mirror bound_ctrl:1",
    ] {
        assert_eq!(
            on("llvm", text),
            said(0x0009_4002, "v_mov_b32_dpp v1, v2 row_mirror bound_ctrl:1")
        );
    }
    assert_eq!(
        on("clrx", "v_mov_b32 v1, v2 row_mirror bound_ctrl:0"),
        said(0x0009_4002, "v_mov_b32_dpp v1, v2 row_mirror bound_ctrl")
    );

    let short = |text| assemble("syntax_defaults", "gfx803", "llvm", text);
    let bytes = vec![0x02, 0x02, 0x02, 0x7e];
    for text in ["v_mov_b32 v1, v2", "v_mov_b32_e32 v1, v2"] {
        assert_eq!(short(text), Ok((bytes.clone(), "v_mov_b32 v1, v2".into())));
    }
}

/// What a syntax reads besides what it prints has the same bytes; a syntax that does
/// not say so does not read it.
#[test]
fn a_syntax_may_read_the_same_in_many_ways() {
    let loose = |text| assemble("many_ways", "one", "loose", text);
    let same: &[(&str, &[&str])] = &[
        (
            "add_e64 v1, v2, v3",
            &[
                "add v1, v2, v3 long",
                "add v1, v2, v3 long:1",
                "add_e64 v1, v2, v3 long:0",
            ],
        ),
        (
            "add_e32 v1, v2, v3",
            &["add v1, v2, v3", "add v1, v2, v3 long:0"],
        ),
        (
            "add_e64 v1, -v2, -abs(v3)",
            &[
                "add v1, v2, v3 neg:3 abs:2",
                "add v1, v2, v3 neg:[1,1] abs: [ 0 , 1 ]",
                "add v1, -v2, v3 neg:[0,1] abs:[0,1]",
            ],
        ),
        (
            "add_e64 v1, v2, v3 op_sel:[0,1,1]",
            &["add v1, v2, v3 op_sel:6", "add v1, v2, v3 op_sel : 0x6"],
        ),
        (
            "add_e64 v1, v2, v3 clamp",
            &[
                "add v1, v2, v3 clamp : 5",
                "add v1, v2, v3 clamp:5:1",
                "add v1, v2, v3 clamp:1",
            ],
        ),
        ("add_e64 v1, v2, v3", &["add_e64 v1, v2, v3 clamp:5:0"]),
        (
            "add_e32 v1, 0.5, v3",
            &["add v1, .5, v3", "add v1, 5e-1, v3", "add v1, 0.5s, v3"],
        ),
        (
            "add_e32 v1, 0x4500, v3",
            &["add v1, 5.0h, v3", "add v1, 5.H, v3"],
        ),
        ("add_e32 v1, 0x3fe05bbb, v3", &["add v1, 0.51119751l, v3"]),
        (
            "add_e32 v1, lit(0x3f000000), v3",
            &["add v1, lit ( .5 ), v3", "add v1, lit(0.5), v3"],
        ),
        (
            "add_e32 v1, vcc_hi, v3",
            &["add v1, vcc[1], v3", "add v1, vcc[1:1], v3"],
        ),
        ("move vcc, vcc", &["move vcc[0:1], vcc[0:1]"]),
        ("image s[8:11] r128", &["image s[8:11] r128 compr:0"]),
        ("image s[8:15]", &["image s[8:15] r128:0"]),
    ];
    for (printed, texts) in same {
        let wanted = loose(printed);
        let (bytes, text) = wanted.as_ref().unwrap_or_else(|e| panic!("{printed}: {e}"));
        assert_eq!(text, printed, "{bytes:x?}");
        for text in *texts {
            assert_eq!(loose(text), wanted, "{text}");
        }
    }
    for wrong in [
        "add v1, v2, v3 neg:4",
        "add v1, v2, v3 neg:[1,1,1]",
        "add v1, v2, v3 neg:[2]",
        "add v1, v2, v3 op_sel:8",
        "add v1, v2, v3, long",
        "add v1, 0.5x, v3",
        "add v1, vcc[2], v3",
        "add v1, vcc[0:1], v3",
        "move vcc[0], vcc",
        "image s[8:15] r128",
        "image s[8:11]",
        "image s[8:11] r128 compr",
    ] {
        assert!(loose(wrong).is_err(), "{wrong}");
    }
    let strict = |text| assemble("many_ways", "one", "strict", text);
    for wrong in [
        "add v1, v2, v3 long",
        "add v1, v2, v3 neg:3",
        "add v1, v2, v3 op_sel:6",
        "add v1, 5.0h, v3",
        "add v1, vcc[1], v3",
        "image s[8:11] r128",
    ] {
        assert!(strict(wrong).is_err(), "{wrong}");
    }
    let eight = strict("image s[8:15] r128").expect("eight in this syntax");
    assert_eq!(Ok(eight.0), loose("image s[8:11] r128").map(|four| four.0));
}

/// Decoding does not ask what is only read in another way; where a syntax prints it, there has
/// to be a text.
#[test]
fn another_way_to_read_bits_needs_no_meaning() {
    let seen = |opcode: u64, srsrc: u64| {
        let bits = 0b11_1100 << 26 | opcode << 18 | srsrc << 32;
        let bytes = u64::to_le_bytes(bits).to_vec();
        ["strict", "loose"].map(|syntax| {
            with_engine("many_ways", "one", syntax, |engine| {
                let text = engine.disassemble(&bytes);
                assert_eq!(engine.recode(&bytes), text.is_some().then(|| bytes.clone()));
                text.unwrap_or_default()
            })
        })
    };
    assert_eq!(seen(2, 2), ["groups s[8:11]"; 2]);
    // There is no s[96:103].
    assert_eq!(seen(2, 24), ["groups s[96:99]"; 2]);
    assert_eq!(seen(2, 25), [""; 2]);
    let loose = |text| assemble("many_ways", "one", "loose", text);
    assert_eq!(loose("groups s[8:15]"), loose("groups s[8:11]"));

    let both = ["first_group s[28:31]", "first_group first7"];
    assert_eq!(seen(3, 7), both);
    assert_eq!(seen(3, 8), [""; 2]);
}

/// A suffix behind a mnemonic that has none says nothing in one syntax and how long the
/// instruction is in another: taken for a mnemonic it is unknown, and passed over in the
/// second it gives an instruction of another length.
#[test]
fn a_suffix_may_be_read_where_there_is_none() {
    let on = |syntax: &str, text: &str| assemble("tolerant_syntax", "one", syntax, text);
    let plain = on("strict", "add s1, 5").expect("an instruction");
    assert_eq!(on("loose", "add_e32 s1, 5"), Ok(plain.clone()));
    assert_eq!(on("loose", "ADD_E32 s1, 1000"), on("loose", "add s1, 1000"));
    assert_eq!(on("sized", "add_e32 s1, 5"), Ok(plain));
    for (text, meaning) in [
        ("add_e64 s1, 5", "add s1, lit(0x5)"),
        ("add_e64 5, 6", "add lit(0x5), 6"),
        ("add_e64 s1, 0.5", "add s1, lit(0x3f000000)"),
        ("add_e64 s1, 1000", "add s1, 0x3e8"),
    ] {
        let wanted = on("sized", meaning);
        assert!(wanted.is_ok(), "{wanted:?}");
        assert_eq!(on("sized", text), wanted, "{text}");
    }
    // What has a suffix of its own has that one, and no other.
    assert_ne!(
        on("loose", "move_e64 v1, v2"),
        on("loose", "move_e32 v1, v2")
    );
    for (syntax, text) in [
        ("strict", "add_e32 s1, 5"),
        ("loose", "add_e64 s1, 5"),
        ("loose", "send_e64 out0 v1"),
        ("loose", "halve_e64 v1, v2"),
        ("sized", "add_e64 s1, s2"),
        ("sized", "add_e32 s1, 1000"),
        ("sized", "send_e64 out0 v1"),
    ] {
        assert!(on(syntax, text).is_err(), "{syntax}: {text}");
    }
}

/// Commas where a form has none, and elements beyond a list: read where the syntax says so,
/// and only as what they could be.
#[test]
fn commas_and_elements_may_be_too_many() {
    let on = |syntax: &str, text: &str| assemble("tolerant_syntax", "one", syntax, text);
    let sent = on("strict", "send out3 v1").expect("an instruction");
    assert_eq!(on("loose", "send out3, v1"), Ok(sent));
    assert!(on("strict", "send out3, v1").is_err());
    for wrong in ["send out03 v1", "send out00 v1", "send out32 v1"] {
        assert!(on("loose", wrong).is_err(), "{wrong}");
    }
    assert_eq!(on("strict", "send out03 v1"), on("strict", "send out3 v1"));
    let two = on("strict", "move_e64 v1, v2 op_sel:[0,1]").expect("an instruction");
    for text in ["[0,1]", "[0,1,0]", "[0,1,0,0]"] {
        let text = format!("move_e64 v1, v2 op_sel:{text}");
        assert_eq!(on("loose", &text), Ok(two.clone()), "{text}");
        assert_eq!(
            on("strict", &text).is_ok(),
            text.ends_with(":[0,1]"),
            "{text}"
        );
    }
    for wrong in [
        "[0,1,0,0,0]",
        "[0,1,2]",
        "[0,1,0",
        "[0,1,]",
        "[0,1,1]",
        "[0,1,0,1]",
    ] {
        let text = format!("move_e64 v1, v2 op_sel:{wrong}");
        assert!(on("loose", &text).is_err(), "{text}");
    }
    // What says that a list is left out says no more than that.
    let high = |list: &str| on("loose", &format!("move_e64 v1, v2 op_sel_hi:{list}"));
    let ones = high("[1,1]").expect("an instruction");
    assert_eq!(on("loose", "move_e64 v1, v2"), Ok(ones.clone()));
    for text in ["[1,1,1]", "[1,1,1,0]"] {
        assert_eq!(high(text), Ok(ones.clone()), "{text}");
    }
}

/// A source modifier without a bit makes another number of the number within it, and of
/// nothing else; one that is lost would leave the number as it was.
#[test]
fn a_source_modifier_may_change_a_number() {
    let on = |syntax: &str, text: &str| assemble("tolerant_syntax", "one", syntax, text);
    for (text, meaning) in [
        ("move v1, |-0.5|", "move_e32 v1, 0.5"),
        ("move v1, neg(0.5)", "move_e32 v1, -0.5"),
        ("move_e32 v1, -|-0.5|", "move_e32 v1, -0.5"),
        ("move v1, -abs( -3.0 )", "move_e32 v1, 0xc0400000"),
        ("move v1, abs(5)", "move_e32 v1, 5"),
        ("move v1, neg(5)", "move_e32 v1, 0x80000005"),
        ("move v1, |-5|", "move_e32 v1, 0x7ffffffb"),
        ("halve v1, neg(1)", "halve_e32 v1, 0x8001"),
        ("halve v1, -|3.0|", "halve_e32 v1, 0xc200"),
        ("move_e64 v1, |-0.5|", "move_e64 v1, |-0.5|"),
        ("move v1, |s1|", "move_e64 v1, |s1|"),
        ("move v1, -s1", "move_e64 v1, -s1"),
    ] {
        let wanted = on("loose", meaning);
        assert!(wanted.is_ok(), "{meaning}: {wanted:?}");
        assert_eq!(on("loose", text), wanted, "{text}");
    }
    let two = on("strict", "move v1, |-0.5|").expect("bits in this syntax");
    assert_eq!(two.1, "move_e64 v1, |-0.5|");
    for wrong in [
        "move_e32 v1, |v2|",
        "move_e32 v1, |0x100000000|",
        "move_e32 v1, |-0.5",
        "move_e32 v1, |-|0.5||",
        // `neg(-1)` is the way to write it.
        "move v1, --1",
        "move v1, - -1.5",
        "move_e64 v1, --1",
    ] {
        assert!(on("loose", wrong).is_err(), "{wrong}");
    }
    // Two signs are a number where there is nothing else that one of them could be.
    assert_eq!(on("loose", "add s1, --1"), on("loose", "add s1, 1"));
    assert_eq!(on("sized", "move v1, --1"), on("sized", "move v1, 1"));
}

/// A number that is too large is the largest where the text says so, and an error elsewhere;
/// one that fits stays as it is.
#[test]
fn a_number_may_be_limited() {
    let on = |syntax: &str, text: &str| assemble("tolerant_syntax", "one", syntax, text);
    for (text, meaning) in [
        ("wait first_sat(3)", "wait first(3)"),
        ("wait second_sat ( 7 )", "wait second(7)"),
        ("wait first_sat(16)", "wait first(15)"),
        (
            "wait second_sat(0xffff0000) & first(2)",
            "wait second(7) & first(2)",
        ),
        (
            "wait first_sat(-1) second_sat(1)",
            "wait first(15) & second(1)",
        ),
    ] {
        let wanted = on("loose", meaning);
        assert!(wanted.is_ok(), "{wanted:?}");
        assert_eq!(on("loose", text), wanted, "{text}");
        assert!(on("strict", text).is_err(), "{text}");
    }
    for wrong in [
        "wait first(16)",
        "wait first _sat(3)",
        "wait first_sa(3)",
        "wait first_sat",
        "wait first_sat()",
        "wait first_sats(3)",
        "wait first_sat(3) first(2)",
    ] {
        assert!(on("loose", wrong).is_err(), "{wrong}");
    }
}

/// A feature is of processors that are listed, and of every one of an architecture.
#[test]
fn a_feature_may_be_of_whole_architectures() {
    let text = "v_dot2_f32_f16 v1, v2, v3, v4";
    let on = |cpu| assemble("processor_feature", cpu, "llvm", text);
    for cpu in ["gfx906", "gfx908"] {
        assert_eq!(
            on(cpu).map(|(_, printed)| printed),
            Ok(text.to_owned()),
            "{cpu}"
        );
    }
    // A processor's name may have hyphens.
    for cpu in ["gfx900", "gfx9-generic"] {
        let error = on(cpu).unwrap_err();
        assert!(error.contains("needs dot_products"), "{error}");
    }
}
