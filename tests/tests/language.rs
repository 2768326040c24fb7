//! What the language must be able to say, a small description for each need.

use std::path::Path;

use isa_dsl::ast::ItemKind;
use isa_dsl::compile_file;
use isa_dsl::load::load_file;
use isa_mc::exec::{Declaration, ExecErrorKind, InMemory};
use isa_mc::{Builder, List, Opcode, OperandValue, Register, StreamTarget, Target};
use isa_tests::fixtures::{descriptions, stem};
use isa_tests::generate::{Depth, lines};
use isa_tests::oracle::Engine;

/// Needs that can be said and are checked, but that the tables do not carry
/// yet, with the constructs that are missing. This list only shrinks.
const NOT_IN_TABLES: &[(&str, &str)] = &[("aliases", "aliases with templates or fields")];

/// A need that the grammar loses shows here first, by its name.
#[test]
fn every_need_can_be_said() {
    let fixtures = descriptions("language");
    assert!(fixtures.len() >= 15, "{} fixtures", fixtures.len());
    for path in fixtures {
        let loaded = load_file(&path);
        let compilation = compile_file(&path);
        let errors = compilation.errors();
        assert!(errors.is_empty(), "{errors}");
        // Each is a whole description, so that later checks run on it alone.
        let headers = loaded
            .file
            .items
            .iter()
            .filter(|item| matches!(item.kind, ItemKind::Isa(_)));
        assert_eq!(headers.count(), 1, "{}", path.display());
        // What is checked and not carried is known, and nothing else.
        let missing = NOT_IN_TABLES.iter().find(|(name, _)| *name == stem(&path));
        match (missing, compilation.tables()) {
            (None, Ok(_)) => {}
            (None, Err(errors)) => panic!("{errors}"),
            (Some((name, _)), Ok(_)) => panic!("the tables carry `{name}` now: take it out"),
            (Some((_, constructs)), Err(errors)) => {
                for construct in constructs.split(", ") {
                    let said = format!("do not carry {construct} yet");
                    assert!(errors.contains(&said), "no `{construct}`:\n{errors}");
                }
                let known = |line: &&str| constructs.split(", ").any(|it| line.contains(it));
                let errors = errors.lines().filter(|line| line.contains("error[E0901]"));
                let unknown: Vec<&str> = errors.filter(|line| !known(line)).collect();
                assert!(unknown.is_empty(), "{unknown:#?}");
            }
        }
    }
}

/// An assembler over one of the descriptions.
fn assemble(name: &str, cpu: &str, syntax: &str, text: &str) -> Result<(Vec<u8>, String), String> {
    with_engine(name, cpu, syntax, |engine| engine.assemble(text))
}

fn with_engine<A>(name: &str, cpu: &str, syntax: &str, ask: impl Fn(&Engine) -> A) -> A {
    let compilation = compile_file(Path::new(&format!("language/{name}.isa")));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    ask(&Engine::new(&view, cpu, syntax).expect("both are described"))
}

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

/// Bits do not say how many registers an address takes; the text does, and is
/// kept. Bytes are read as the first choice.
#[test]
fn text_may_choose_a_width() {
    let on = |cpu: &str, syntax: &str, text: &str| assemble("chosen_width", cpu, syntax, text);
    let back = |cpu: &str, syntax: &str, bytes: &[u8]| {
        with_engine("chosen_width", cpu, syntax, |engine| {
            engine.disassemble(bytes)
        })
    };
    let text = "image_load v1, v[2:4] dmask:0x1 glc";
    let (bytes, printed) = on("gfx900", "llvm", text).expect("a choice");
    assert_eq!(printed, text);
    let first = "image_load v1, v2 dmask:0x1 glc";
    assert_eq!(back("gfx900", "llvm", &bytes).as_deref(), Some(first));
    assert_eq!(
        on("gfx900", "llvm", first),
        Ok((bytes.clone(), first.to_owned()))
    );
    assert_eq!(
        on("gfx900", "llvm", "image_load v1, v[2:6]"),
        Err(
            "operand 2 (`vaddr`) needs 1, 2, 3 or 4 vector registers, found 5: `v[2:6]`".to_owned()
        )
    );
    // A range and a single width, which one row's range holds already.
    for (registers, good) in [("v2", false), ("v[2:6]", true), ("v[2:9]", true)] {
        let text = format!("image_sample v1, {registers}");
        assert_eq!(on("gfx900", "llvm", &text).is_ok(), good, "{text}");
    }
    assert!(on("gfx900", "llvm", "image_fixed v1, v[2:4]").is_ok());
    assert!(on("gfx900", "llvm", "image_fixed v1, v[2:5]").is_err());

    // The instruction in memory: equal if bits and choice are.
    let compilation = compile_file(Path::new("language/chosen_width.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let tables = tables.view();
    let target = Target::new(&tables, "gfx900").expect("a processor");
    let llvm = target.syntax("llvm").expect("a syntax");
    let chosen = target.parse(text, llvm).expect("a statement");
    let decoded = target.decode(&bytes).expect("an instruction");
    assert_ne!(chosen, decoded);
    assert_eq!(chosen.with_choice(0), decoded);
    let count = |inst| match target.operand(inst, "vaddr").and_then(|view| view.value) {
        Some(OperandValue::Register(register)) => register.count,
        value => panic!("{value:?}"),
    };
    assert_eq!((count(chosen), count(decoded)), (3, 1));
    // A choice that does not exist is the first one.
    assert_eq!(count(decoded.with_choice(9)), 1);
    // Other operands leave it alone, registers for the operand set it.
    let glc = target.operand(chosen, "glc").expect("a flag").index;
    let vaddr = target.operand(chosen, "vaddr").expect("an operand");
    let without = target.set_operand(chosen, glc, OperandValue::Flag(false));
    assert_eq!(count(without.expect("a flag")), 3);
    let Some(OperandValue::Register(register)) = vaddr.value else {
        panic!("{vaddr:?}")
    };
    let four = OperandValue::Register(Register {
        count: 4,
        ..register
    });
    let four = target.set_operand(decoded, vaddr.index, four);
    assert_eq!(count(four.expect("a choice")), 4);
}

/// A width may depend on what only some processors have.
#[test]
fn a_width_may_depend_on_a_feature() {
    let on = |cpu: &str, text: &str| assemble("chosen_width", cpu, "llvm", text).is_ok();
    for (cpu, packed) in [("gfx803", false), ("gfx810", true), ("gfx900", true)] {
        assert_eq!(on(cpu, "image_load v1, v2 dmask:0x3 d16"), packed, "{cpu}");
        assert_eq!(
            on(cpu, "image_load v[1:2], v2 dmask:0x3 d16"),
            !packed,
            "{cpu}"
        );
        assert!(on(cpu, "image_load v[1:2], v2 dmask:0x3"), "{cpu}");
    }
}

/// What an operation does may depend on the processor, and on no width that only text says.
#[test]
fn an_operation_may_depend_on_a_feature() {
    let compilation = compile_file(Path::new("language/feature_in_operations.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    // Either of them, with what the target has kept of the other.
    for (cpu, spread, total) in [
        ("wide", [0x0004, 0x0003], 0x0003_0004 + 50 + 600),
        ("narrow", [0x0003_0004, 9], 0x0003_0004 + 50),
    ] {
        let target = Target::new(&view, cpu).expect("a processor");
        let syntax = target.syntax("plain").expect("a syntax");
        let mut machine = InMemory::new(&target);
        for (name, value) in [
            ("r1", 9),
            ("r2", 9),
            ("r4", 0x0003_0004),
            ("r5", 50),
            ("r6", 600),
        ] {
            machine.set_register(name, &[value]).expect("a register");
        }
        let to = if cpu == "wide" { "r[1:2]" } else { "r1" };
        let inst = target
            .parse(&format!("spread {to}, r4"), syntax)
            .expect(cpu);
        target.execute(inst, &mut machine).expect(cpu);
        let found = machine.register("r[1:2]").expect("registers");
        assert_eq!(found, spread, "{cpu}");
        // However many the text has, and read back from the bytes: the same bits.
        for text in ["total r8, r4", "total r8, r[4:5]", "total r8, r[4:6]"] {
            let inst = target.parse(text, syntax).expect(text);
            machine.set_register("r8", &[0]).expect("a register");
            target.execute(inst, &mut machine).expect(text);
            assert_eq!(machine.register("r8"), Ok(vec![total]), "{cpu}: {text}");
        }
        // Beyond the last register there is nothing.
        machine.set_register("r15", &[7]).expect("a register");
        let inst = target.parse("total r8, r15", syntax).expect("it is one");
        target.execute(inst, &mut machine).expect("it runs");
        assert_eq!(machine.register("r8"), Ok(vec![7]), "{cpu}");
    }
}

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

/// A register counts once however often and through whatever class it is named;
/// so do a word and the literal, of any size. Registers of other sizes are others.
#[test]
fn a_rule_counts_different_registers() {
    const THREE: &str = "at most one scalar value may be read";
    const VCC: &str = "VCC is the scalar register that is read";
    const WIDE: &str = "at most one scalar register may be read";
    for (text, refused) in [
        ("three v0, v1, v2, 5", None),
        ("three v0, s1, v2, s1", None),
        ("three v0, s1, s2, v0", Some(THREE)),
        ("three v0, s1, 5, vcc_lo", Some(THREE)),
        ("three v0, src_shared_base, 1, src_shared_base", None),
        ("three v0, src_shared_base, s1, 1", Some(THREE)),
        ("three v0, 0x12345, 0x12345, v1", None),
        ("three v0, 0x12345, s1, v1", Some(THREE)),
        ("carry v0, v1, v2, vcc", None),
        ("carry v0, s1, v2, vcc", Some(VCC)),
        ("carry v0, v1, s1, vcc", Some(VCC)),
        // Half of VCC is not VCC.
        ("carry v0, vcc_lo, v2, vcc", Some(VCC)),
        ("narrow v0, s2, s2", None),
        ("narrow v0, s2, s3", Some(WIDE)),
        ("wide v[0:1], s[2:3], v2", None),
        ("wide v[0:1], s[2:3], s2", Some(WIDE)),
        // A word has no size.
        ("pair v0, src_shared_base, src_shared_base", None),
        ("pair v0, src_shared_base, s[2:3]", Some(WIDE)),
        ("pair v0, s2, s[2:3]", Some(WIDE)),
    ] {
        let seen = assemble("counted_registers", "gfx900", "llvm", text);
        match refused {
            None => assert_eq!(seen.map(|it| it.1), Ok(text.into())),
            Some(message) => assert_eq!(seen, Err(message.into()), "{text}"),
        }
    }
    // The same bits are refused by the decoder, with the same words.
    let bytes = [0x00, 0x01, 0x01, 0x04, 0x00, 0x04, 0, 0];
    let decoded = with_engine("counted_registers", "gfx900", "llvm", |engine| {
        engine.recode(&bytes)
    });
    assert_eq!(decoded, None);
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

/// Register numbers that count in pairs: an odd one is no number of a pair.
#[test]
fn scaled_registers_begin_where_they_can() {
    let on = |text| assemble("required_modifier", "gfx900", "llvm", text);
    let odd = on("s_load_dword s5, s[3:4], s4").unwrap_err();
    assert!(odd.contains("s[2:3] or s[4:5]"), "{odd}");
    let single = on("s_load_dword s5, s3, s4").unwrap_err();
    assert!(single.contains("needs 2 scalar registers"), "{single}");
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
        for code in isa_tests::random::instructions(&view, "one", 2_000, 7) {
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
    for code in isa_tests::random::instructions(&view, "second1", 2_000, 7) {
        if let Some(text) = engine.disassemble(&code) {
            let again = engine.assemble(&text).map(|(bytes, _)| bytes);
            assert_eq!(again.as_ref(), Ok(&code), "{text}");
        }
    }
}

/// `let`s and a template that families share see what each family says: of how
/// many bits its values are.
#[test]
fn shared_operations_differ_by_family() {
    let compilation = compile_file(Path::new("language/shared_operations.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    let target = Target::new(&view, "one").expect("a processor");
    let syntax = target.syntax("plain").expect("a syntax");
    for (text, memory, result) in [
        ("atomic_add r1, r2, r3", 0x0002_0008_u32, 0x0001_0003),
        ("atomic_max r1, r2, r3", 0x0001_0005, 0x0001_0003),
        ("atomic_add_half r1, r2, r3", 0x0001_0008, 3),
        ("atomic_max_half r1, r2, r3", 0x0001_0005, 3),
    ] {
        let mut machine = InMemory::new(&target);
        let space = machine.space("memory_of_all").expect("a space");
        machine.poke(space, 0x100, &0x0001_0003_u32.to_le_bytes());
        machine.set_register("r2", &[0x100]).expect("a register");
        machine
            .set_register("r3", &[0x0001_0005])
            .expect("a register");
        let inst = target.parse(text, syntax).expect(text);
        target.execute(inst, &mut machine).expect(text);
        let bytes = machine.peek(space, 0x100, 4).expect("memory");
        assert_eq!(bytes, memory.to_le_bytes(), "{text}");
        assert_eq!(machine.register("r1"), Ok(vec![result]), "{text}");
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

/// A `let` of an operand serves every operand, with the type that each variable
/// is declared with, and numbers are converted between them.
#[test]
fn operands_have_the_types_that_variables_are_declared_with() {
    let compilation = compile_file(Path::new("language/declared_types.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    let target = StreamTarget::new(&view, "one").expect("a processor");
    let mut machine = InMemory::new(&Target::new(&view, "one").expect("a processor"));
    let space = machine.space("variable").expect("a space");
    let mut declare = |variable: u32, type_number, bytes: [u8; 4]| {
        let elements = 1;
        machine.declare(
            variable,
            Declaration {
                type_number,
                elements,
            },
        );
        machine.poke(space, u64::from(variable) * 16, &bytes);
    };
    declare(1, 0, 70_i32.to_le_bytes());
    declare(2, 1, 60.75_f32.to_le_bytes());
    declare(3, 2, [0; 4]);
    declare(4, 1, [0; 4]);
    declare(5, 0, [0; 4]);
    let syntax = target.syntax("plain").expect("a syntax");
    let mut add = |text: &str, dst: u64| {
        let inst = target.parse(text, syntax).expect(text);
        target.execute(inst, &mut machine).map(|_| {
            let bytes = machine.peek(space, dst * 16, 4).expect("memory");
            <[u8; 4]>::try_from(bytes).expect("four bytes")
        })
    };
    // 130.75 is no integer, and more than a byte with a sign holds.
    assert_eq!(add("add V4, V1, V2", 4), Ok(130.75_f32.to_le_bytes()));
    assert_eq!(add("add V5, V1, V2", 5), Ok(130_i32.to_le_bytes()));
    assert_eq!(add("add V3, V1, V2", 3), Ok([127, 0, 0, 0]));
    assert_eq!(add("add V5, V3, V1", 5), Ok(197_i32.to_le_bytes()));
    let error = add("add V6, V1, V2", 6).expect_err("V6 is not declared");
    assert!(
        matches!(error.kind, ExecErrorKind::Undefined { .. }),
        "{error:?}"
    );
}

/// Bits of a state say how far a space reaches, and others where it begins.
#[test]
fn a_space_begins_and_ends_where_bits_of_a_state_say() {
    let compilation = compile_file(Path::new("language/declared_types.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    let target = StreamTarget::new(&view, "one").expect("a processor");
    let syntax = target.syntax("plain").expect("a syntax");
    for (window, at, stored) in [
        (0x0010_0004_u64, 3, Some(0x13)),
        (0x0010_0004, 4, None),
        (0x0000_0004, 3, Some(3)),
        (0x0020_0000, 0, None),
    ] {
        let mut machine = InMemory::new(&Target::new(&view, "one").expect("a processor"));
        let space = machine.space("part").expect("a space");
        machine.poke(space, 0, &[0; 64]);
        machine.set_state("WINDOW", window).expect("a state");
        let inst = target
            .parse(&format!("store {at}, 7"), syntax)
            .expect("text");
        target
            .execute(inst, &mut machine)
            .expect("memory is mapped");
        let mut expected = [0_u8; 64];
        if let Some(place) = stored {
            expected[place] = 7;
        }
        assert_eq!(
            machine.peek(space, 0, 64).expect("memory"),
            expected,
            "{window:#x}"
        );
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

/// A word is a number or a state, a state may be computed from others, and what
/// nobody has said is an error.
#[test]
fn words_stand_for_numbers_and_states() {
    let compilation = compile_file(Path::new("language/words_and_states.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    let target = Target::new(&view, "words1").expect("a processor");
    let plain = target.syntax("plain").expect("a syntax");
    for (mask, text, value) in [
        (0, "move r1, off", 0),
        (5, "move r1, flag", 1),
        (0, "move r1, empty", 1),
        (1 << 40, "move r1, empty", 0),
        (1 << 40, "move r1, last", 40),
        (0, "move r1, last", 64),
        (0, "move r1, r15", 0),
        (1 << 40, "move r1, r15", 0x100),
        (0, "is_empty r1", 1),
        (1 << 40, "is_empty r1", 0),
    ] {
        let mut machine = InMemory::new(&target);
        machine.set_state("MASK", mask).expect("a state");
        machine.set_state("FLAG", 1).expect("a state");
        machine.set_register("r1", &[0xbad]).expect("a register");
        let inst = target.parse(text, plain).expect("an instruction");
        target.execute(inst, &mut machine).expect("it runs");
        assert_eq!(machine.register("r1"), Ok(vec![value]), "{text}");
    }
    let inst = target.parse("move r1, queue", plain).expect("a word");
    let error = target.execute(inst, &mut InMemory::new(&target));
    let error = error.expect_err("nobody has said what it is");
    assert_eq!(
        error.display(&view).to_string(),
        "move: src is queue, and the description does not say what that stands for"
    );
}
