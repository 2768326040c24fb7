//! Lanes: what differs among them, what runs once, and their errors.

use super::{bad, check_text, environment, good};
use isa_dsl::operation::ir::{ExpressionKind, Source, Statement};

/// A body that runs for each lane of EXEC, with `V` and `VX` per lane.
fn per_lane(body: &str) -> Result<super::Checked, Vec<isa_dsl::diagnostic::Diagnostic>> {
    let mut environment = environment();
    for operand in &mut environment.operands {
        operand.per_lane = matches!(operand.name.as_str(), "A" | "X" | "Q" | "VDST");
    }
    super::check_in(&super::source(body), environment)
}

/// Code and offending text of each error.
fn errors(body: &str) -> Vec<(String, String)> {
    let source = super::source(body);
    let errors = per_lane(body).err().unwrap_or_default();
    errors
        .into_iter()
        .map(|error| {
            let span = error.primary.0;
            let at = source[span.start as usize..span.end as usize].to_owned();
            (error.code.as_str().to_owned(), at)
        })
        .collect()
}

fn varying(body: &str) -> Vec<(String, bool)> {
    let program = per_lane(body).expect("the body is right").ir;
    let locals = program.locals.into_iter();
    locals.map(|local| (local.name, local.varying)).collect()
}

/// An interpreter keeps what is the same for all lanes once.
#[test]
fn locals_differ_only_where_their_values_may() {
    let found = varying(
        "UINT32 U = B; UINT32 L = LANEID; UINT32 V = U + A; UINT32 M = *SHARED; \
         UINT32 C = 0; if (A == 1) C = 1; UINT32 D = 0; if (B == 1) D = 1; VDST = LANE(A, 3);",
    );
    let differ: Vec<&str> = found
        .iter()
        .filter(|(_, varying)| *varying)
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(differ, ["L", "V", "SHARED", "M", "C"]);
}

/// A loop carries a value to a statement that stands before it.
#[test]
fn a_loop_carries_what_differs_back() {
    let found =
        varying("UINT32 P = 0; UINT32 R = 0; for (i = 0; i < 2; i++) { P = R; R = A; } VDST = P;");
    assert_eq!(found[0], ("P".to_owned(), true));
    assert_eq!(found[2], ("i".to_owned(), false));
}

/// What `once` sets is one value, whatever it read from memory.
#[test]
fn once_gives_one_value_to_all() {
    let body = "UINT32 P = 0; once { atomic { P = *(UINT32*)ONE; } } VDST = P;";
    let text = super::source(body).replace("lanes", "let ONE : lds BYTE* = SIZE; lanes");
    let program = check_text(&text).expect("the body is right").ir;
    let local = program.locals.iter().find(|local| local.name == "P");
    assert_eq!(local.map(|local| local.varying), Some(false));
    assert!(matches!(program.body[2], Statement::Once(_)), "{program:?}");
}

/// The index counts in lanes, the subscript in dwords.
#[test]
fn dwords_of_another_lane() {
    let program = per_lane("VDST = LANE(Q[2], LANEID ^ 1);")
        .expect("right")
        .ir;
    let Statement::Write { value, .. } = &program.body[0] else {
        panic!("{program:?}");
    };
    let ExpressionKind::ReadLane { from, at, .. } = &value.kind else {
        panic!("{value:?}");
    };
    assert_eq!((*from, at.bit), (Source::Operand(8), 64));
}

/// `before` holds what the lanes need, and only that.
#[test]
fn what_the_lanes_read_comes_first() {
    let text = "family f { let WANTED : UINT32 = SIZE & 15; let OTHER : UINT32 = SIZE; \
                lanes WANTED; row 0 { VDST = LANEID + OTHER; } }";
    let checked = check_text(text).expect("right");
    assert_eq!(checked.ir.before.len(), 1);
    assert_eq!(checked.lanes.as_deref(), Some("WANTED"));
    assert_eq!(checked.effects.states_read().collect::<Vec<_>>(), [1]);
}

#[test]
fn the_limit_of_a_space_is_read() {
    let effects = good("VDST = *SHARED;").effects;
    let states: Vec<usize> = effects.states_read().collect();
    assert_eq!(states, [0, 1], "EXEC for the lanes, SIZE for the limit");
}

#[test]
fn one_lane_where_there_is_none() {
    let one = |body: &str, at: &str| {
        assert_eq!(
            errors(body),
            [("E0708".to_owned(), at.to_owned())],
            "{body}"
        );
    };
    one("once { UINT32 P = A; }", "A");
    one("once { UINT32 P = LANEID; }", "LANEID");
    one("once { VDST = 1; }", "VDST");
    one("UINT32 P = A; once { UINT32 R = P; }", "P");
    one("UINT32 P = A; once { P = 1; }", "P");
    one("once { UINT32 R = *SHARED; }", "SHARED");
    one(
        "if (A == 1) once { UINT32 P = 1; }",
        "once { UINT32 P = 1; }",
    );
    one("VDST = LANE(B, 1);", "B");
    let without = "family f { row 0 { VDST = LANEID; } }";
    assert_eq!(super::bad_text(without)[0].0, "E0708");
    assert_eq!(bad("VDST = LANE(GLC, 1);")[0].0, "E0705");
    assert_eq!(bad("VDST = LANE(1, 1);")[0].0, "E0705");
    assert_eq!(bad("VDST = LANE(A);")[0].0, "E0705");
}

/// What all lanes are asked is the same for all of them, so `once` may use it.
#[test]
fn a_ballot_is_the_same_for_all_lanes() {
    let found = varying("UINT64 L = BALLOT(A == 1 && LANEID < 3); once { EXEC = L; } VDST = A;");
    assert_eq!(found, [("L".to_owned(), false)]);
}

/// All lanes must be there to be asked, all at once.
#[test]
fn a_ballot_stands_by_itself() {
    for body in [
        "UINT64 L = 0; if (B == 1) L = BALLOT(A == 1); VDST = A;",
        "once { EXEC = BALLOT(B == 1); } VDST = A;",
    ] {
        let found = errors(body);
        let codes: Vec<&str> = found.iter().map(|(code, _)| code.as_str()).collect();
        assert_eq!(codes, ["E0708"], "{body}: {found:?}");
    }
}
