//! Every error, at the characters that are wrong.

use isa_dsl::sorted::SortedSet;
use std::sync::Arc;

use super::{LETS, bad, bad_text, check_text};

/// One error, with this code, at this text, with this in its message.
fn one(body: &str, code: &str, at: &str, message: &str) {
    let errors = bad(body);
    let [(found, place, text)] = errors.as_slice() else {
        panic!("{body}: {errors:#?}")
    };
    assert_eq!(
        (found.as_str(), place.as_str()),
        (code, at),
        "{body}: {text}"
    );
    assert!(text.contains(message), "{body}: {text}");
}

#[test]
fn unknown_names() {
    one("VDTS = A;", "E0701", "VDTS", "`VDTS`");
    one("VDST = P;", "E0701", "P", "`P`");
    one("VDST = VDTA[1];", "E0701", "VDTA", "`VDTA`");
    one("{ UINT32 P = A; } VDST = P;", "E0701", "P", "`P`");
    one("VDST = Q[j];", "E0701", "j", "`j`");
    one("T P = A;", "E0701", "T", "`T`");
    let help = |body: &str| {
        check_text(&super::source(body))
            .err()
            .and_then(|errors| errors[0].help.clone())
    };
    assert_eq!(help("VDTS = A;").as_deref(), Some("did you mean `VDST`?"));
    assert_eq!(
        help("VDST = MN(A, B);").as_deref(),
        Some("did you mean `MIN`?")
    );
    assert_eq!(help("VDST = SOMETHING;"), None);
}

#[test]
fn widths_that_do_not_fit() {
    one(
        "VDST = W;",
        "E0702",
        "W",
        "64 bits do not fit `VDST`, which has 32",
    );
    one(
        "*(UINT8*)ADDRESS = A;",
        "E0702",
        "A",
        "the memory here, which has 8",
    );
    one("UINT8 P = 300;", "E0702", "300", "300 does not fit UINT8");
    one("INT8 P = 255;", "E0702", "255", "255 does not fit INT8");
    one(
        "VDST = A + 0x100000000;",
        "E0702",
        "0x100000000",
        "does not fit UINT32",
    );
    one(
        "VDST = 1U + 0x100000000;",
        "E0702",
        "0x100000000",
        "does not fit UINT32",
    );
    one(
        "DST96 = A;",
        "E0702",
        "A",
        "32 bits do not fit `DST96`, which has 96",
    );
    one("VDST = S96 + 1;", "E0702", "S96", "no integers of 96 bits");
    one(
        "VDST = A << 32;",
        "E0702",
        "32",
        "32 bits cannot be shifted by 32",
    );
    one(
        "VDST = ASFLOAT(W);",
        "E0702",
        "W",
        "`ASFLOAT` copies 32 bits, this has 64",
    );
    one("VDST = 1 / 0;", "E0702", "1 / 0", "no value");
}

#[test]
fn dwords_that_are_not_there() {
    one(
        "VDST = Q[4];",
        "E0702",
        "4",
        "no dword 4: this has 128 bits",
    );
    one("VDST[1] = A;", "E0702", "1", "no dword 1: this has 32 bits");
    one("DST64 = Q[3:4];", "E0702", "4", "no dword 4");
    one("DST64 = Q[3:2];", "E0702", "3:2", "after its first");
    one("VDST = Q[A];", "E0702", "A", "which dword");
    one(
        "for (i = 0; i < 5; i++) DST128[i] = A;",
        "E0702",
        "i",
        "no dword 4",
    );
    one(
        "for (i = 0; i < 4; i++) DST128[i] = Q[i - 1];",
        "E0702",
        "i - 1",
        "no dword -1",
    );
    one(
        "for (i = 0; i < 2; i++) DST128[0:i] = A;",
        "E0702",
        "0:i",
        "constant distance",
    );
}

#[test]
fn types_that_do_not_go_together() {
    one(
        "INT32 P = A; UINT32 R = B; VDST = P < R;",
        "E0703",
        "P < R",
        "differ in their sign",
    );
    one(
        "FLOAT F = A; VDST = F + LANEID;",
        "E0703",
        "F + LANEID",
        "do not go together",
    );
    one(
        "FLOAT F = A; VDST = F + 1;",
        "E0703",
        "1",
        "1 is an integer, not FLOAT",
    );
    one(
        "FLOAT F = A; DOUBLE D = W; VDST = F == D;",
        "E0703",
        "F == D",
        "do not go together",
    );
    one("FLOAT F = A; DST64 = F & 1;", "E0703", "1", "is an integer");
    one(
        "FLOAT F = A; VDST = F % F;",
        "E0703",
        "F",
        "an integer is needed, not FLOAT",
    );
    one(
        "FLOAT F = A; VDST = ~F;",
        "E0703",
        "F",
        "an integer is needed",
    );
    one(
        "FLOAT F = A; VDST = (UINT32)F;",
        "E0703",
        "(UINT32)F",
        "a cast does not turn FLOAT",
    );
    one(
        "FLOAT F = A; DOUBLE D = F;",
        "E0703",
        "F",
        "FLOAT cannot become DOUBLE for `D`",
    );
    one("VDST = 1.0;", "E0703", "1.0", "does not go with");
    one("FLOAT F = A; if (F) VDST = A;", "E0703", "F", "a condition");
    one("BOOL C = A;", "E0703", "A", "no `BOOL`");
    one(
        "UINT32 P = A; VDST = P[0];",
        "E0703",
        "P",
        "only operands and states",
    );
    one("VDST = OFFSET[0];", "E0703", "OFFSET", "no dwords");
    one("VDST = &A;", "E0703", "&A", "have no address");
    one("VDST = ABS(A);", "E0703", "A", "says nothing");
    // Powers, logarithms and angles are not of doubles.
    let body = "DST64 = LOG2(ASDOUBLE(Q[2:3]));";
    one(body, "E0703", "ASDOUBLE(Q[2:3])", "of HALF and FLOAT only");
    one("VDST = ISNAN(A);", "E0703", "A", "no floating-point type");
}

#[test]
fn pointers_stay_simple() {
    one(
        "VDST = *((UINT32*)ADDRESS + 1);",
        "E0703",
        "(UINT32*)ADDRESS",
        "cannot be added to",
    );
    one(
        "VDST = *(UINT32*)W;",
        "E0703",
        "(UINT32*)W",
        "a cast does not turn 64 register bits",
    );
    one("VDST = *A;", "E0703", "A", "only a pointer");
    one(
        "VDST = ADDRESS;",
        "E0703",
        "ADDRESS",
        "BYTE* cannot become 32 register bits",
    );
    one(
        "DST64 = (UINT64)ADDRESS;",
        "E0703",
        "(UINT64)ADDRESS",
        "a cast does not turn BYTE*",
    );
    one(
        "UINT32* P = ADDRESS;",
        "E0703",
        "ADDRESS",
        "BYTE* cannot become UINT32*",
    );
    one(
        "UINT32** P = ADDRESS;",
        "E0703",
        "UINT32**",
        "pointers to pointers",
    );
    one("VDST = *(BOOL*)ADDRESS;", "E0703", "(BOOL*)", "no `BOOL`");
    one(
        "VDST = *(ADDRESS + SHARED);",
        "E0703",
        "ADDRESS + SHARED",
        "two addresses",
    );
    one("VDST = ADDRESS * 2;", "E0703", "2", "no address");
    one(
        "BYTE* P = ADDRESS; P = SHARED;",
        "E0703",
        "SHARED",
        "another address space",
    );
}

#[test]
fn places_that_cannot_be_assigned_or_read() {
    one("A = 0;", "E0704", "A", "`A` cannot be written");
    one("Q[1] = 0;", "E0704", "Q", "`Q` cannot be written");
    one("X = VDST;", "E0704", "VDST", "`VDST` cannot be read");
    one("VDST += 1;", "E0704", "VDST", "`VDST` cannot be read");
    one("GLC = 1;", "E0704", "GLC", "a field");
    one("ADDRESS = A;", "E0704", "ADDRESS", "a `let`");
    one("LANEID = A;", "E0704", "LANEID", "the number of the lane");
    one("n = 1;", "E0704", "n", "a constant");
    one("-A = 1;", "E0704", "-A", "cannot be assigned");
    one(
        "for (i = 0; i < 2; i++) i = 1;",
        "E0704",
        "i",
        "counts a loop",
    );
    let errors = check_text(&super::source("X = VDST;")).unwrap_err();
    assert_eq!(errors[0].primary.1, "declared `out`");
    assert_eq!(
        errors[0].help.as_deref(),
        Some("write `inout` if it is read too")
    );
}

#[test]
fn calls_with_the_wrong_arguments() {
    one(
        "VDST = MIN(A);",
        "E0705",
        "MIN(A)",
        "takes 2 arguments, not 1",
    );
    one(
        "VDST = BITCOUNT(A, B);",
        "E0705",
        "BITCOUNT(A, B)",
        "takes 1 argument, not 2",
    );
    one(
        "VDST = BITCOUNT(UINT32);",
        "E0705",
        "UINT32",
        "values, not types",
    );
    one("VDST = load(A);", "E0705", "load", "unknown function");
    one("MIN(A, B);", "E0705", "MIN(A, B)", "no effect");
}

#[test]
fn loops_without_constant_bounds_or_end() {
    one(
        "for (i = 0; i < A; i++) X = i;",
        "E0706",
        "A",
        "must be a constant",
    );
    one(
        "for (i = 0; i < 1025; i++) X = i;",
        "E0706",
        "1025",
        "1025 rounds",
    );
    one("for (i = 3; i < 3; i++) X = i;", "E0706", "3", "never runs");
    one(
        "for (i = 0; j < 3; i++) X = i;",
        "E0706",
        "j",
        "counts `i`, not `j`",
    );
    one(
        "for (i = -1; i < 3; i++) X = i;",
        "E0706",
        "-1",
        "from zero",
    );
    one(
        "for (i = 0; i < 1024; i++) for (j = 0; j < 65; j++) X = i;",
        "E0706",
        "65",
        "66560 rounds in all",
    );
    one(
        "for (i = 0; i < WIDTH; i++) X = i;",
        "E0701",
        "WIDTH",
        "`WIDTH`",
    );
}

#[test]
fn names_declared_twice() {
    one("UINT32 P = A; UINT32 P = B;", "E0201", "P", "twice");
    one("UINT32 VDST = A;", "E0201", "VDST", "already");
    one(
        "for (EXEC = 0; EXEC < 1; EXEC++) X = A;",
        "E0201",
        "EXEC",
        "already",
    );
    assert!(bad("{ UINT32 P = A; X = P; } { UINT32 P = B; X = P; }").is_empty());
}

#[test]
fn all_errors_of_a_body_are_reported() {
    let errors = bad("VDTS = Q[9]; UINT8 P = A; VDST = P + NONE; A = W; if (ASDF) X = W;");
    let places: Vec<&str> = errors.iter().map(|(_, at, _)| at.as_str()).collect();
    // P has its type in spite of its value; nothing is reported twice.
    assert_eq!(places, ["VDTS", "9", "A", "NONE", "A", "ASDF", "W"]);
}

#[test]
fn errors_of_a_template_name_the_row() {
    let text = "operation put(T) { VDST = (T)NONE; }\nfamily f { put_byte 0 = put(UINT8); }";
    let errors = check_text(text).unwrap_err();
    let [error] = errors.as_slice() else {
        panic!("{errors:#?}")
    };
    let [(span, label)] = error.secondary.as_slice() else {
        panic!("{error:#?}")
    };
    assert_eq!(&text[span.start as usize..span.end as usize], "put_byte");
    assert_eq!(label, "in the operation of `put_byte`");
    // A body of its own stands in the row already.
    assert!(
        check_text("family f { row 0 { VDST = NONE; } }").unwrap_err()[0]
            .secondary
            .is_empty()
    );
}

#[test]
fn calls_of_templates() {
    let row = |call: &str| {
        bad_text(&format!(
            "operation put(T) {{ VDST = (T)A; }} operation three(N) {{ X = N; }}\n\
             family f {{ row 0 = {call}; }}"
        ))
    };
    let one = |call: &str, code: &str, at: &str| {
        let errors = row(call);
        let [(found, place, _)] = errors.as_slice() else {
            panic!("{call}: {errors:#?}")
        };
        assert_eq!((found.as_str(), place.as_str()), (code, at));
    };
    assert!(row("put(INT8)").is_empty());
    assert!(
        row("three(n)").is_empty(),
        "the family's parameters are constants"
    );
    one("putt(INT8)", "E0701", "putt");
    one("put", "E0705", "put");
    one("put(3)", "E0705", "3");
    one("put(BOOL)", "E0705", "BOOL");
    one("three(UINT8)", "E0705", "UINT8");
    one("three(A)", "E0705", "A");
}

#[test]
fn lets_are_checked_even_where_they_are_not_used() {
    let errors = |lets: &str| bad_text(&format!("family f {{ {lets} row 0 {{ X = A; }} }}"));
    let one = |lets: &str, code: &str, at: &str| {
        let errors = errors(lets);
        let [(found, place, _)] = errors.as_slice() else {
            panic!("{lets}: {errors:#?}")
        };
        assert_eq!((found.as_str(), place.as_str()), (code, at));
    };
    assert!(errors(LETS).is_empty());
    one("let P : global BYTE* = NONE;", "E0701", "NONE");
    one("let P : globl BYTE* = W;", "E0701", "globl");
    one("let P : BYTE* = W;", "E0703", "BYTE*");
    one("let P : global UINT32 = W;", "E0703", "UINT32");
    one("let P : global BYTE* = Q;", "E0703", "Q");
    one("let P : UINT32 = R; let R : UINT32 = A;", "E0701", "R");
    one("let P : UINT32 = P;", "E0701", "P");
    one("let P : UINT32 = VDST;", "E0704", "VDST");
}

#[test]
fn deep_nesting_is_an_error_and_no_overflow() {
    let expression = format!("VDST = {}A;", "~".repeat(5_000));
    let statements = format!("{}X = A;", "if (A) ".repeat(150));
    let long = format!("VDST = A{};", " + A".repeat(300));
    // What the parser refuses does not get here.
    for body in [expression, statements, long] {
        let text = super::source(&body);
        if isa_dsl::parse::parse_file(0, &text).1.is_empty() {
            for (code, ..) in bad_text(&text) {
                assert_eq!(code, "E0107");
            }
        }
    }
}

#[test]
fn conversions_of_numbers() {
    let wrong = |body: &str, code: &str, at: &str, message: &str| one(body, code, at, message);
    wrong(
        "VDST = CONVERT(A, FLOAT);",
        "E0705",
        "CONVERT(A, FLOAT)",
        "a type and a number",
    );
    wrong(
        "VDST = CONVERT(FLOAT);",
        "E0705",
        "CONVERT(FLOAT)",
        "a type and a number",
    );
    wrong(
        "VDST = CONVERT(BOOL, A);",
        "E0705",
        "BOOL",
        "no type of numbers",
    );
    wrong(
        "DST64 = CONVERT(UINT64, A);",
        "E0703",
        "CONVERT(UINT64, A)",
        "both of these are integers",
    );
    wrong(
        "VDST = CONVERT(FLOAT, S96);",
        "E0702",
        "S96",
        "no integers of 96 bits",
    );
}

/// A `let` of an operand takes one operand, by its name.
#[test]
fn a_let_of_an_operand_is_of_one() {
    for wrong in [
        "VDST = TWICE(A + B);",
        "VDST = TWICE(A, B);",
        "VDST = TWICE(UINT32);",
    ] {
        let mut environment = super::environment();
        environment.of_operands = Arc::new(SortedSet::from(["TWICE".into()]));
        let errors = super::check_in(&super::source(wrong), environment).expect_err(wrong);
        let [error] = errors.as_slice() else {
            panic!("{wrong}: {errors:?}")
        };
        assert_eq!(error.code.as_str(), "E0705", "{wrong}");
        assert!(
            error.message.contains("declared of one operand"),
            "{}",
            error.message
        );
    }
}

#[test]
fn halves_of_what_is_no_dword() {
    one("X = W.LOW;", "E0702", "W.LOW", "only a dword has halves");
    one(
        "X = Q.LOW[0:1];",
        "E0702",
        "Q.LOW[0:1]",
        "only a dword has halves",
    );
    one("X = GLC.HIGH;", "E0703", "GLC.HIGH", "no halves");
    one("X = P.HIGH;", "E0701", "P.HIGH", "`P`");
    one("VDST.LOW = A;", "E0704", "VDST.LOW", "leaves the other one");
    one("A.LOW = 1;", "E0704", "A.LOW", "cannot be written");
    one("X.HIGH = A;", "E0702", "A", "16");
}
