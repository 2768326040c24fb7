//! What instructions of vISA do, against the document in plain Rust.

mod atomics;
mod global;

use isa_tests::machine::visa;

/// Whether a channel takes part: execution mask, then predicate.
///
/// # Panics
///
/// If there is no such predicate.
pub fn takes_part(
    channel: usize,
    size: usize,
    (first, masked): (usize, bool),
    em: u32,
    predicate: &str,
    p: u32,
) -> bool {
    let of = |bits: u32, channel: usize| bits.unbounded_shr((first + channel) as u32) & 1 == 1;
    let all = (0..size).all(|channel| of(p, channel));
    let any = (0..size).any(|channel| of(p, channel));
    (!masked || of(em, channel))
        && match predicate {
            "" => true,
            "(P1) " => of(p, channel),
            "(!P1) " => !of(p, channel),
            "(P1.any) " => any,
            "(!P1.any) " => !any,
            "(P1.all) " => all,
            "(!P1.all) " => !all,
            _ => panic!("{predicate}"),
        }
}

/// Every instruction without an operation, so that the list only shrinks
/// unnoticed, never grows: arithmetic, because the types of variables are not
/// in the instruction; branches, because labels are not; and what the document
/// leaves to others.
#[test]
fn without_operation() {
    let rows = visa().instructions.iter();
    let rows = rows.filter(|row| usize::from(row.program) >= visa().programs.len());
    let names: Vec<&str> = rows.map(|row| visa().text(row.name)).collect();
    insta::assert_snapshot!(names.join("\n"));
}
