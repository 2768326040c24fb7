//! Text to bytes: what is understood, and what is said about the rest.

use super::*;

fn same(processor: &str, syntax: SyntaxId, text: &str, canonical: &str) {
    with(processor, |target| {
        let expected = bytes(target, PLAIN, canonical);
        assert!(expected.is_ok(), "{canonical}: {expected:?}");
        assert_eq!(bytes(target, syntax, text), expected, "{text}");
    });
}

fn error(processor: &str, syntax: SyntaxId, text: &str, message: &str) {
    with(processor, |target| {
        assert_eq!(
            bytes(target, syntax, text),
            Err(message.to_owned()),
            "{text}"
        );
    });
}

#[test]
fn registers_have_many_spellings() {
    for text in [
        "load v01, v[2:3]",
        "load v[1], v[2:3]",
        "load v[1:1], v[1+1:4-1]",
        "load [v1], [v2,v3]",
        "load v1, [ v2 , v[3:3] ]",
        "LOAD\tv1 , v [ 2 : 3 ]",
    ] {
        same("new1", PLAIN, text, "load v1, v[2:3]");
    }
    same("new1", LOUD, "Load V1, V[2:3]", "load v1, v[2:3]");
    same(
        "new1",
        PLAIN,
        "gload v1, v2, [vcc_lo,vcc_hi]",
        "gload v1, v2, vcc",
    );
}

#[test]
fn modifiers_come_in_any_order() {
    let canonical = "load v1, v[2:3] offset:8 glc";
    for text in [
        "load v1, v[2:3] glc offset:8",
        "load v1, v[2:3], glc, offset:8",
        "load v1, v[2:3] offset : 4+4 glc",
        "load v1, v[2:3] noslc offset:0x8 glc",
        "load v1, v[2:3] offset:(1<<3) glc",
        "load v1, v[2:3] offset:010 glc",
    ] {
        same("new1", PLAIN, text, canonical);
    }
    for text in [
        "load v1, v[2:3] glc:1 slc:0 inst_offset:8",
        "load v1, v[2:3] OFFSET:8 GLC",
    ] {
        same("new1", LOUD, text, canonical);
    }
    same("old1", PLAIN, "load v1, v[2:3] offset:0", "load v1, v[2:3]");
}

#[test]
fn expressions_bind_as_assemblers_have_them() {
    for (expression, value) in [
        ("1<<4+1", "17"),
        ("2*3+4", "10"),
        ("2+3*4", "14"),
        ("7|8", "15"),
        ("6&3", "2"),
        ("-(-8)", "8"),
        ("~-9", "8"),
        ("100/7%4", "2"),
        ("0b101 ^ 0o7", "2"),
        ("5L+0x5uLl", "10"),
        ("0b1U+017ll", "16"),
        ("10-4-3", "3"),
    ] {
        let text = format!("load v1, v[2:3] offset:{expression}");
        same(
            "new1",
            PLAIN,
            &text,
            &format!("load v1, v[2:3] offset:{value}"),
        );
    }
}

/// What C writes behind integers is in one order, and not behind digits that are none.
#[test]
fn suffixes_of_integers() {
    for number in ["5lu", "5lll", "5uu", "08l", "0xl", "5h"] {
        let text = format!("load v1, v[2:3] offset:({number})");
        let message = format!("expected a number, found `{number}`");
        error("new1", PLAIN, &text, &message);
    }
}

#[test]
fn unknown_names() {
    error(
        "new1",
        PLAIN,
        "lod v1",
        "no instruction is called `lod`; did you mean `load`?",
    );
    error(
        "new1",
        PLAIN,
        "frobnicate v1",
        "no instruction is called `frobnicate`",
    );
    error(
        "old1",
        PLAIN,
        "gload v1, v2, s[4:5]",
        "`gload` exists only on toy2 (new1 …)",
    );
    error(
        "new1",
        PLAIN,
        "gload_extra v1, v[2:3], off",
        "`gload_extra` needs extras, which new1 lacks",
    );
    error("new1", PLAIN, "", "there is no instruction");
}

#[test]
fn operands_missing_or_too_many() {
    error(
        "new1",
        PLAIN,
        "load v1",
        "`load` takes 2 operands: vdst, vaddr; `vaddr` is missing (2 vector registers)",
    );
    error(
        "new1",
        PLAIN,
        "load v1, v[2:3], v4",
        "`load` takes 2 operands: vdst, vaddr; `v4` is too many",
    );
    error(
        "new1",
        PLAIN,
        "nop v1",
        "`nop` takes no operands; `v1` is too many",
    );
    // PLAIN has loose commas: none, or one at the end, but never two.
    same("new1", PLAIN, "load v1 v[2:3],", "load v1, v[2:3]");
    error(
        "new1",
        LOUD,
        "load v1 v[2:3]",
        "expected a comma before `v[2:3]`",
    );
    error(
        "new1",
        LOUD,
        "load v1, v[2:3],",
        "an operand is missing after the comma",
    );
    error(
        "new1",
        PLAIN,
        "load v1,, v[2:3]",
        "an operand is missing after the comma",
    );
    error(
        "new1",
        LOUD,
        "load v1, v[2:3], glc",
        "no comma stands before the modifier `glc`",
    );
}

#[test]
fn registers_that_do_not_fit() {
    error(
        "new1",
        PLAIN,
        "load v1, v2",
        "operand 2 (`vaddr`) needs 2 vector registers, found 1: `v2`",
    );
    error(
        "new1",
        PLAIN,
        "load s1, v[2:3]",
        "operand 1 (`vdst`) must be 1 vector register, found `s1`, of the file of scalar registers",
    );
    error(
        "new1",
        PLAIN,
        "gload v1, v2, s[5:6]",
        "`s[5:6]` does not begin where it must: it needs an even-aligned pair of scalar registers: \
         s[4:5] or s[6:7]",
    );
    error(
        "new1",
        PLAIN,
        "gload v1, v2, s[102:103]",
        "`s[102:103]` is not a register of toy2: s goes from 0 to 101",
    );
    error(
        "new1",
        PLAIN,
        "load v1, v[3:2]",
        "the registers `v[3:2]` run backwards",
    );
    error(
        "new1",
        PLAIN,
        "load v1, [v2,v4]",
        "a list holds single registers that follow one another",
    );
    error(
        "new1",
        PLAIN,
        "load V1, v[2:3]",
        "operand 1 (`vdst`) must be 1 vector register, found `V1`",
    );
    error(
        "new1",
        PLAIN,
        "sload v1, off, off",
        "operand 2 (`vaddr`) needs 1 vector register beside the other operands, found `off`",
    );
    error(
        "new1",
        PLAIN,
        "sload v1, v2, s3",
        "operand 2 (`vaddr`) takes no registers beside the other operands: write `off`",
    );
}

#[test]
fn modifiers_that_do_not_fit() {
    error(
        "new1",
        PLAIN,
        "load v1, v[2:3] offset:4096",
        "`offset` is 4096, expected 0 to 4095",
    );
    error(
        "new1",
        PLAIN,
        "load v1, v[2:3] offset:-1",
        "`offset` is -1, expected 0 to 4095",
    );
    error(
        "new1",
        PLAIN,
        "gload v1, v[2:3], off offset:-4097",
        "`offset` is -4097, expected -4096 to 4095",
    );
    error(
        "old1",
        PLAIN,
        "load v1, v[2:3] offset:8",
        "`offset` needs toy2",
    );
    error("new1", PLAIN, "load v1, v[2:3] tfe", "`tfe` needs toy1");
    error(
        "new1",
        PLAIN,
        "load v1, v[2:3] glc glc",
        "`glc` stands twice",
    );
    error(
        "new1",
        PLAIN,
        "load v1, v[2:3] glc noglc",
        "`glc` stands twice",
    );
    error(
        "new1",
        PLAIN,
        "load v1, v[2:3] offset",
        "`offset` needs a value: `offset:…`",
    );
    error(
        "new1",
        PLAIN,
        "load v1, v[2:3] glc:1",
        "`glc` is a flag and takes no value",
    );
    error(
        "new1",
        LOUD,
        "load v1, v[2:3] glc:2",
        "`glc` is 2, expected 0 or 1",
    );
    error(
        "new1",
        PLAIN,
        "load v1, v[2:3] gcl",
        "`load` has no modifier `gcl`; did you mean `glc`?",
    );
    error(
        "new1",
        PLAIN,
        "load v1, v[2:3] unorm",
        "`load` has no modifier `unorm`; it takes `offset:`, `glc`, `slc`",
    );
    error(
        "new1",
        PLAIN,
        "load v1, v[2:3] offset:x",
        "`offset` must be a number from 0 to 4095, found `offset:x`",
    );
    error(
        "new1",
        PLAIN,
        "load v1, v[2:3] offset:1/0",
        "division by zero",
    );
}

#[test]
fn conditions_and_rules() {
    error(
        "new1",
        PLAIN,
        "atomic v1, v[2:3], v4",
        "`atomic` with 3 operands needs `glc`",
    );
    error(
        "new1",
        PLAIN,
        "atomic v[2:3], v4 glc",
        "`atomic` with 2 operands must not have `glc`",
    );
    error(
        "new1",
        PLAIN,
        "gload v1, v[2:3], off lds",
        "`gload` with 3 operands must not have `lds`",
    );
    error("new1", PLAIN, "gload v1, v[2:3], off slc", "slc is broken");
    same("new1", LOUD, "atomic v[2:3], v4", "atomic v[2:3], v4");
}

#[test]
fn errors_point_at_what_is_wrong() {
    with("new1", |target| {
        for (text, part) in [
            ("lod v1", "lod"),
            ("load v1, v2", "v2"),
            ("load v1, v[2:3] offset:4096 glc", "offset:4096"),
            ("load v1, v[2:3] frob", "frob"),
            ("load v1, v[2:3] offset:1/0", "1/0"),
            ("load v1, v[2:3", "[2:3"),
            ("load v1", ""),
        ] {
            let span = target.parse(text, PLAIN).unwrap_err().span;
            assert_eq!(
                &text[span.start as usize..span.end as usize],
                part,
                "{text}"
            );
        }
    });
}

#[test]
fn names_stand_for_numbers() {
    struct Names;
    impl isa_mc::Symbols for Names {
        fn value(&self, name: &str) -> Option<i64> {
            (name == "x").then_some(2)
        }
    }
    with("new1", |target| {
        let expected = target.parse("load v1, v[2:3] offset:6", PLAIN);
        let found = target.parse_with("load v1, v[x:x+1] offset:x*3", PLAIN, &Names);
        assert_eq!(
            found.map(|parsed| (parsed.inst, parsed.later)),
            expected.map(|it| (it, None))
        );
    });
}
