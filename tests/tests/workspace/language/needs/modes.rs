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
