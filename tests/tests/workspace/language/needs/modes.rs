//! Modes that programs choose, and registers that are always the same.

use std::path::Path;

use isa_dsl::compile_file;
use isa_mc::Target;

/// A processor has what is optional until a program does without it; a register that is
/// always the same is as wide as the mode says, in text and bytes.
#[test]
fn a_program_chooses_its_mode() {
    let compilation = compile_file(Path::new("language/chosen_mode.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    let narrow = Target::new(&view, "narrow200").expect("a processor");
    let lanes32 = narrow.features();
    assert_eq!(lanes32.count_ones(), 1, "the processor has the feature");
    let chosen = narrow.without_feature(lanes32.trailing_zeros());
    let wide = Target::new(&view, "wide200").expect("a processor");
    assert_eq!(chosen.features(), wide.features());
    for (target, good, bad) in [
        (
            narrow,
            ["equal mask_lo, v1, v2", "equal s3, v1, v2"],
            "equal mask, v1, v2",
        ),
        (
            chosen,
            ["equal mask, v1, v2", "equal s[2:3], v1, v2"],
            "equal mask_lo, v1, v2",
        ),
        (
            wide,
            ["equal mask, v1, v2", "equal s[2:3], v1, v2"],
            "equal s3, v1, v2",
        ),
    ] {
        let syntax = target.syntax("plain").expect("a syntax");
        for (text, size) in good.into_iter().zip([2, 4]) {
            let inst = target.parse(text, syntax).expect(text);
            let mut bytes = [0; 20];
            assert_eq!(target.encode(inst, &mut bytes), Ok(size), "{text}");
            let inst = target.decode(&bytes[..size]).expect(text);
            let mut printed = String::new();
            target.print(inst, syntax, &mut printed).expect(text);
            let bare = printed.replace("_short", "").replace("_long", "");
            assert_eq!(bare, text);
        }
        assert!(target.parse(bad, syntax).is_err(), "{bad}");
    }
}

/// Any mask may be written from the new architecture on only.
#[test]
fn a_set_of_encodings_may_begin_with_an_architecture() {
    let compilation = compile_file(Path::new("language/chosen_mode.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    let old = Target::new(&view, "narrow100").expect("a processor");
    let syntax = old.syntax("plain").expect("a syntax");
    assert!(old.parse("equal mask, v1, v2", syntax).is_ok());
    assert!(old.parse("equal s[2:3], v1, v2", syntax).is_err());
}

/// Forms with a feature say which half of a register each operand is, by a bit of its own field or
/// of one that a modifier says too; the others name whole registers.
#[test]
fn text_says_which_half_of_a_register() {
    let compilation = compile_file(Path::new("language/halves_of_registers.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    let has = Target::new(&view, "new1").expect("a processor");
    let old = Target::new(&view, "old1").expect("a processor");
    let syntax = has.syntax("plain").expect("a syntax");
    let read = |target: Target<'_>, text: &str| {
        let inst = target.parse(text, syntax).ok()?;
        let mut bytes = [0; 20];
        let size = target.encode(inst, &mut bytes).ok()?;
        assert_eq!(target.decode(&bytes[..size]), Ok(inst), "{text}");
        let mut printed = String::new();
        let said = target.print(inst, syntax, &mut printed);
        Some(said.map_or_else(|_| "data".to_owned(), |()| printed))
    };
    let same = |text: &str| Some(text.to_owned());
    for (text, with, without) in [
        ("mov r1.up, r2.down", same("mov_short r1.up, r2.down"), None),
        (
            "mov r1, r2",
            same("mov_short r1.down, r2.down"),
            same("mov_short r1, r2"),
        ),
        // Whole registers and halves are no text of one form.
        ("mov r1.up, r2", None, None),
        ("mov r1.up, s3", same("mov_short r1.up, s3"), None),
        ("mov s9, r2.up", same("mov_short s9, r2.up"), None),
        ("mov s9.up, r2.up", None, None),
        ("mov r1.left, r2.up", None, None),
        // Others are beyond the short field, and within the long one.
        (
            "mov r9.up, r2.down",
            same("mov_long r9.up, r2.down chosen:[0,1]"),
            None,
        ),
        (
            "mov r9, r2",
            same("mov_long r9.down, r2.down"),
            same("mov_long r9, r2"),
        ),
        (
            "mov r9.down, -r2.up",
            same("mov_long r9.down, -r2.up chosen:[1,0]"),
            None,
        ),
        (
            "mov_long r9.down, r2.up chosen:[1,0]",
            same("mov_long r9.down, r2.up chosen:[1,0]"),
            None,
        ),
        ("mov_long r9.down, r2.up chosen:[1,1]", None, None),
        ("mov_long r9.down, r2.up chosen:[0,0]", None, None),
        // Of a number the modifier alone says the bit.
        (
            "mov_long r9.down, 5 chosen:[1,0]",
            same("mov_long r9.down, 5 chosen:[1,0]"),
            None,
        ),
        (
            "mov_long r9.up, s5",
            same("mov_long r9.up, s5 chosen:[0,1]"),
            None,
        ),
        ("mov_long r9, r2 chosen:[1,0]", None, None),
        ("keep r9.up, r2.down", same("keep r9.up, r2.down"), None),
        ("keep r9.up, 5", same("keep r9.up, 5"), None),
    ] {
        assert_eq!(read(has, text), with, "{text}");
        assert_eq!(read(old, text), without, "{text}");
    }
    // Bits of what has no halves: a constant's, which nothing says, and without the feature
    // those of registers.
    let keep = has.parse("keep r9.up, 5", syntax).expect("a form");
    let mut bytes = [0; 20];
    let size = has.encode(keep, &mut bytes).expect("bytes");
    let mut printed = String::new();
    assert!(old.print(keep, syntax, &mut printed).is_err());
    bytes[1] |= 0x10;
    let unsaid = has.decode(&bytes[..size]).expect("an instruction");
    assert!(has.print(unsaid, syntax, &mut printed).is_err());
    let wraps = |text: &str, at| {
        let inst = has.parse(text, syntax).expect(text);
        let mut wraps = has.wraps(inst, at);
        wraps.any(|wrap| wrap.name == "half" && wrap.is_set)
    };
    assert!(wraps("mov r1.up, r2.down", 0) && !wraps("mov r1.up, r2.down", 1));
    assert!(!wraps("mov s9, r2.up", 0) && !wraps("mov_long r9.down, 5 chosen:[1,0]", 1));
}

/// A form that asks for a feature is there with it alone: it is printed before the others,
/// which are still read.
#[test]
fn a_form_may_ask_for_a_feature() {
    let compilation = compile_file(Path::new("language/forms_by_feature.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    let has = Target::new(&view, "new1").expect("a processor");
    let without = has.without_feature(0);
    let old = Target::new(&view, "old1").expect("a processor");
    let syntax = has.syntax("plain").expect("a syntax");
    let read = |target: Target<'_>, text: &str| {
        let inst = target.parse(text, syntax).ok()?;
        let mut printed = String::new();
        let said = target.print(inst, syntax, &mut printed);
        Some(said.map_or_else(|_| "data".to_owned(), |()| printed))
    };
    let same = |text: &str| Some(text.to_owned());
    for (text, with, plain) in [
        ("mov low1, high2", same("mov low1, high2"), None),
        (
            "mov r1, r2 kind",
            same("mov low1, low2 kind"),
            same("mov r1, r2 kind"),
        ),
        ("mov r1, r2", same("mov low1, low2"), same("mov r1, r2")),
        ("mov low1, r2", None, None),
        ("mov r16, r2", None, None),
        (
            "swap high1 : high2",
            same("swap high1 : high2"),
            same("swap high1 : high2"),
        ),
        ("swap high1, high2", same("swap high1 : high2"), None),
    ] {
        assert_eq!(read(has, text), with, "{text}");
        assert_eq!(read(without, text), plain, "{text}");
        assert_eq!(read(old, text), plain, "{text}");
    }
    // A rule that asks for it counts there alone, whichever way an instruction comes.
    for (text, with) in [("keep 15", true), ("keep 16", false)] {
        let inst = without.parse(text, syntax).expect("no rule");
        let mut bytes = [0; 20];
        let size = without.encode(inst, &mut bytes).expect("an instruction");
        assert_eq!(has.parse(text, syntax).is_ok(), with, "{text}");
        assert_eq!(has.decode(&bytes[..size]).is_ok(), with, "{text}");
        assert!(old.decode(&bytes[..size]).is_ok(), "{text}");
    }
    let broken = has.parse("keep 16", syntax).expect_err("a rule");
    let message = broken.display(has, syntax, "keep 16").to_string();
    assert!(
        message.contains("there are 16 whole registers"),
        "{message}"
    );
    // What only the form with the feature says is an instruction, and without it data.
    let high = has.parse("mov high1, low2", syntax).expect("a form");
    let mut printed = String::new();
    assert!(without.print(high, syntax, &mut printed).is_err());
}
