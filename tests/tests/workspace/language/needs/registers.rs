//! How many registers an operand has, which ones, and what may depend on the processor.

use std::path::Path;

use isa_dsl::{compile_file, compile_text};
use isa_mc::{NoSyntax, OperandValue, Register, Target};

use super::{assemble, with_engine};

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

/// Register numbers that count in pairs: an odd one is no number of a pair.
#[test]
fn scaled_registers_begin_where_they_can() {
    let on = |text| assemble("required_modifier", "gfx900", "llvm", text);
    let odd = on("s_load_dword s5, s[3:4], s4").unwrap_err();
    assert!(odd.contains("s[2:3] or s[4:5]"), "{odd}");
    let single = on("s_load_dword s5, s3, s4").unwrap_err();
    assert!(single.contains("needs 2 scalar registers"), "{single}");
}

/// A syntax ends with an architecture: what comes later cannot be written in it, has its
/// texts in the others, and says so. What only its forms said is zero then.
#[test]
fn a_syntax_may_end() {
    let compilation = compile_file(Path::new("language/ended_syntax.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let tables = tables.view();
    let target = |cpu: &str| Target::new(&tables, cpu).expect("a processor");
    let names = |cpu: &str| -> Vec<&str> { target(cpu).syntaxes().map(|it| it.1).collect() };
    assert_eq!(names("old1"), ["plain", "words"]);
    assert_eq!(names("new1"), ["plain"]);
    let why = |name| {
        let target = target("new1");
        assert!(target.syntax(name).is_none());
        NoSyntax { target, name }.to_string()
    };
    assert_eq!(why("words"), "syntax `words` ends at old; new has: plain");
    assert_eq!(why("word"), "unknown syntax `word`; new has: plain");

    let on = |cpu: &str, syntax: &str, text: &str| assemble("ended_syntax", cpu, syntax, text);
    let bytes = vec![0x21, 0x01];
    let answer = |text: &str| Ok((bytes.clone(), text.to_owned()));
    assert_eq!(on("old1", "plain", "add r2, r1"), answer("add r2, r1"));
    assert_eq!(
        on("old1", "words", "add r2 with r1"),
        answer("add r2 with r1")
    );
    assert_eq!(on("new1", "plain", "add r2, r1"), answer("add r2, r1"));
    assert_eq!(
        on("new1", "plain", "clear"),
        Ok((vec![0, 2], "clear".to_owned()))
    );
    // Bits that no text says are no text.
    let back = with_engine("ended_syntax", "new1", "plain", |engine| {
        engine.disassemble(&[0x30, 2])
    });
    assert_eq!(back, None);
}

/// A name that is only read is another name of registers, alone or with an index, where it
/// exists.
#[test]
fn registers_may_have_names_that_are_read() {
    let on = |cpu: &str, text: &str| assemble("ended_syntax", cpu, "plain", text);
    let text = |cpu, text| on(cpu, text).map(|answer| answer.1);
    assert_eq!(text("new1", "add reg2, sp"), Ok("add r2, r15".to_owned()));
    assert_eq!(text("old1", "add sp, r1"), Ok("add r15, r1".to_owned()));
    assert!(text("old1", "add reg2, r1").is_err());
    assert!(text("new1", "add reg16, r1").is_err());

    let source = std::fs::read_to_string("language/ended_syntax.isa").expect("a file");
    let alone = source.replace("sp         = 15 read;", "sp         = 16 read;");
    let errors = compile_text("alone.isa", &alone).errors();
    let message = "`sp` is only read, and nothing else names register 16 on old";
    assert!(errors.contains(message), "{errors}");
}

/// Where a group begins may depend on the architecture: text and bytes are held to it, and
/// the assembler says which one begins right. An operand may be free of it.
#[test]
fn groups_may_be_aligned_on_some_architectures() {
    let on = |cpu: &str, text: &str| assemble("aligned_groups", cpu, "plain", text).map(|it| it.0);
    let back = |cpu: &str, bytes: &[u8]| {
        with_engine("aligned_groups", cpu, "plain", |engine| {
            engine.disassemble(bytes)
        })
    };
    let cases = [
        ("move1 r3, r5", [0x35, 1], true, true),
        ("move2 r[2:3], r[4:5]", [0x24, 2], true, true),
        ("move2 r[2:3], r[5:6]", [0x25, 2], true, false),
        ("move4 r[4:7], r[8:11]", [0x48, 3], true, true),
        ("move4 r[4:7], r[6:9]", [0x46, 3], true, false),
        ("move4 r[4:7], r[7:10]", [0x47, 3], false, false),
        ("move4u r[4:7], r[8:11]", [0x48, 4], true, true),
        ("move4u r[5:8], r[8:11]", [0x58, 4], true, true),
        ("move4u r[12:15], r[7:10]", [0xc7, 4], false, false),
    ];
    for (text, bytes, old, new) in cases {
        for (cpu, good) in [("old1", old), ("new1", new)] {
            assert_eq!(on(cpu, text) == Ok(bytes.to_vec()), good, "{cpu} {text}");
            let printed = back(cpu, &bytes);
            assert_eq!(printed.as_deref(), good.then_some(text), "{cpu} {bytes:x?}");
        }
    }
    let error = on("new1", "move2 r[2:3], r[5:6]").expect_err("it begins at an odd one");
    assert!(error.contains("r[4:5] or r[6:7]"), "{error}");

    let source = std::fs::read_to_string("language/aligned_groups.isa").expect("a file");
    let twice = source.replace("groups 1;", "groups 1, 2;");
    let errors = compile_text("twice.isa", &twice).errors();
    let message = "groups of 2 registers are declared twice in `gpr` on old";
    assert!(errors.contains(message), "{errors}");
    for (kind, message) in [
        ("gpr unaligned", "a single register begins anywhere"),
        ("u4 unaligned", "only registers are aligned"),
    ] {
        let needless = source.replace("gpr x4 unaligned", kind);
        let errors = compile_text("needless.isa", &needless).errors();
        assert!(errors.contains(message), "{errors}");
    }
}

/// A field decides whose registers all the operands are that say so: text of one file and of
/// the other gives that field, and never both.
#[test]
fn a_field_may_decide_which_registers_operands_are() {
    let on = |cpu: &str, text: &str| assemble("decided_kinds", cpu, "plain", text).map(|it| it.0);
    let back = |cpu: &str, bytes: &[u8]| {
        with_engine("decided_kinds", cpu, "plain", |engine| {
            engine.disassemble(bytes)
        })
    };
    let cases = [
        ("move r3, r5", [0x35, 1], true, true),
        ("move r3, 2", [0x3a, 1], true, true),
        ("move a3, a5", [0xb5, 1], false, true),
        ("move a3, 2", [0xba, 1], false, true),
        ("add_s r3, r5", [0x35, 2], true, true),
        ("add r3, a5", [0xb5, 18], false, true),
    ];
    for (text, bytes, old, new) in cases {
        for (cpu, good) in [("old1", old), ("new1", new)] {
            assert_eq!(on(cpu, text) == Ok(bytes.to_vec()), good, "{cpu} {text}");
            let printed = back(cpu, &bytes);
            assert_eq!(printed.as_deref(), good.then_some(text), "{cpu} {bytes:x?}");
        }
    }
    let error = on("new1", "move r3, a5").expect_err("registers of two files");
    assert!(
        error.contains("must be register or number, found `a5`"),
        "{error}"
    );

    let source = std::fs::read_to_string("language/decided_kinds.isa").expect("a file");
    let wrong = [
        (
            "1 => sum @ new",
            "2 => sum @ new",
            "`added` does not say what it is where `file` is 1",
        ),
        (
            "0 => gpr; 1 => acc",
            "0 => gpr; 0 => acc",
            "value `0` is declared twice",
        ),
        (
            "by file   {",
            "by fil   {",
            "format `TWO` has no field `fil`",
        ),
        (
            "0 => gpr;",
            "0 => gpt;",
            "no register file, class or struct is called `gpt`",
        ),
    ];
    for (good, bad, message) in wrong {
        let errors = compile_text("wrong.isa", &source.replacen(good, bad, 1)).errors();
        assert!(errors.contains(message), "{bad}: {errors}");
    }
    let modifier = "modifiers flags { file : data; }\n\nfamily moves";
    let modifier = source.replace("family moves", modifier);
    let errors = compile_text("modifier.isa", &modifier).errors();
    assert!(errors.contains("`file` decides what `data` is"), "{errors}");
    let unused = source.replace("out dst : data;", "out dst : gpr;");
    let errors = compile_text("unused.isa", &unused).errors();
    assert!(errors.contains("no operand is a `data`"), "{errors}");
}
