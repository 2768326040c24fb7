//! Parameters with a type: expressions that rows give to templates.

use super::{LETS, bad_text, check_text};

/// A template over memory, and a row that gives it an expression.
fn source(template: &str, call: &str) -> String {
    format!("operation t{template} family f {{ lanes EXEC; {LETS} row 0 = {call}; }}")
}

fn text(template: &str, call: &str) -> String {
    match check_text(&source(template, call)) {
        Ok(checked) => checked.text,
        Err(errors) => panic!("{call}: {errors:#?}"),
    }
}

fn errors(template: &str, call: &str) -> Vec<(String, String)> {
    let all = bad_text(&source(template, call)).into_iter();
    all.map(|(code, at, _)| (code, at)).collect()
}

const SWAP: &str = "(UINT32 NEW) { UINT32 OLD = *(UINT32*)ADDRESS; VDST = OLD * NEW; }";

/// The expression sees the template's locals, is a value of its own between
/// operators, and does the same as a body that says it.
#[test]
fn an_expression_stands_for_its_parameter() {
    let printed = text(SWAP, "t(OLD + A)");
    assert!(printed.ends_with("VDST = OLD * (OLD + A);"), "{printed}");
    let body = "UINT32 OLD = *(UINT32*)ADDRESS; UINT32 NEW = OLD + A; VDST = OLD * NEW;";
    let said = check_text(&super::source(body)).expect(body);
    let given = check_text(&source(SWAP, "t(OLD + A)")).expect("a good row");
    assert_eq!(given.effects, said.effects);
}

/// A parameter has its type: what is narrower is extended by its own sign, and
/// what does not fit is an error in the row.
#[test]
fn a_parameter_has_its_type() {
    let wide = "(UINT64 NEW) { DST64 = NEW; }";
    assert_eq!(text(wide, "t(A)"), "DST64 = A;");
    assert_eq!(errors(SWAP, "t(W)"), [("E0702".into(), "W".into())]);
    let float = "(DOUBLE NEW) { DST64 = NEW; }";
    let found = errors(float, "t(OFFSET)");
    assert_eq!(found, [("E0703".into(), "OFFSET".into())]);
}

/// Arguments do not see parameters: each name is the row's.
#[test]
fn arguments_do_not_see_parameters() {
    let two = "(UINT32 FIRST, UINT32 SECOND) { VDST = FIRST + SECOND; }";
    assert_eq!(text(two, "t(A, B)"), "VDST = A + B;");
    let found = errors(two, "t(A, FIRST)");
    assert_eq!(found, [("E0701".into(), "FIRST".into())]);
}

/// A parameter is no place, no constant and no local.
#[test]
fn a_parameter_can_only_be_read() {
    let case = |template: &str| errors(template, "t(A)");
    let code = |template: &str| case(template).first().map(|(code, _)| code.clone());
    assert_eq!(code("(UINT32 NEW) { NEW = 1; }").as_deref(), Some("E0701"));
    let bound = "(UINT32 NEW) { for (i = 0; i < NEW; i++) VDST = i; }";
    assert_eq!(code(bound).as_deref(), Some("E0706"));
    let local = "(UINT32 NEW) { UINT32 NEW = 1; VDST = NEW; }";
    assert_eq!(code(local).as_deref(), Some("E0201"));
    let dword = "(UINT32 NEW) { VDST = NEW[0]; }";
    assert_eq!(code(dword).as_deref(), Some("E0703"));
}
