//! The program on a machine of byte streams.

use super::{run, run_with};

const ATOMIC: &str =
    "(!P1.any) typed_atomic.maxsint.16 (M5_NM, 8) T7 V32.32 V33.4 V36.0 V37.0 V48.0 %null.0 V49.0";
const ATOMIC_HEX: &str = "732cc301a007200000002000210000000400240000000000250000000000\
                          300000000000000000000000310000000000";

/// Text becomes bytes and these the same text; what is no instruction becomes
/// bytes of data, and the next one is found again.
#[test]
fn code_is_a_stream_of_instructions_and_bytes() {
    let source = format!("{ATOMIC}\n.byte 0xff // nothing\njmp (M1, 1) L1\n");
    let asm = ["asm", "--cpu", "visa", "--emit", "bin", "-o", "-"];
    let first = run_with(&asm, source);
    assert_eq!((first.status, first.errors.as_str()), (0, ""));
    let text = run_with(&["disasm", "--cpu", "visa4.1"], first.out.clone());
    assert_eq!((text.status, text.errors.as_str()), (0, ""));
    let lines: Vec<&str> = text.text.lines().collect();
    assert_eq!(
        lines,
        [
            &format!("\t{ATOMIC}"),
            "\t.byte 0xff // no instruction begins with 0xff",
            "\tjmp (M1, 1) L1",
        ]
    );
    let again = run_with(&asm, text.text);
    assert_eq!(again.out, first.out);
}

#[test]
fn tsv_has_a_line_for_every_instruction_and_every_error() {
    let source = format!("{ATOMIC}\ntyped_atomic.add (M1, 7) T6\n");
    let asm = run_with(&["asm", "--cpu", "visa", "--emit", "tsv"], source);
    assert_eq!(asm.status, 1);
    let lines: Vec<&str> = asm.text.lines().collect();
    assert_eq!(lines[0], format!("1\t{ATOMIC_HEX}\t{ATOMIC}"));
    assert!(lines[1].starts_with("2\t\terror: "), "{}", asm.text);
    assert!(
        asm.errors.contains("<stdin>:2:23: error[A0105]: "),
        "{}",
        asm.errors
    );

    let hex = run_with(
        &["disasm", "--cpu", "visa", "--hex", "--emit", "tsv"],
        ATOMIC_HEX,
    );
    assert_eq!(hex.text, format!("1\t{ATOMIC_HEX}\t{ATOMIC}\n"));
    let long = run_with(
        &["disasm", "--cpu", "visa", "--hex"],
        format!("{ATOMIC_HEX}00"),
    );
    assert!(
        long.text.contains("takes 48 bytes, but 1 more follow"),
        "{}",
        long.text
    );
}

/// The two syntaxes of the machine, and ids of two bytes before version 3.4.
#[test]
fn syntaxes_and_versions() {
    let asm = [
        "asm", "--cpu", "visa", "--syntax", "visa", "--emit", "bin", "-o", "-",
    ];
    let bytes = run_with(
        &asm,
        "typed_atomic.add (M1, 8) T6 V32.0 %null.0 %null.0 %null.0 V34.0 %null.0 V35.0",
    );
    let text = run_with(
        &["disasm", "--cpu", "visa", "--syntax", "document"],
        bytes.out,
    );
    assert_eq!(
        text.text,
        "\tTYPED_ATOMIC.ADD (8) T6 V32.0 V0 V0 V0 V34.0 V0 V35.0\n"
    );
    let old = ["asm", "--cpu", "visa3.3", "--emit", "bin", "-o", "-"];
    assert_eq!(run_with(&old, ATOMIC).out.len(), 34);
}

#[test]
fn an_instruction_is_explained_piece_by_piece() {
    let of_text = run(&["explain", "--cpu", "visa", ATOMIC]);
    assert_eq!((of_text.status, of_text.errors.as_str()), (0, ""));
    assert_eq!(
        run(&["explain", "--cpu", "visa", ATOMIC_HEX]).text,
        of_text.text
    );
    insta::assert_snapshot!(of_text.text);

    let cut = run(&["explain", "--cpu", "visa", "732cc301a00720"]);
    assert_eq!(cut.status, 1);
    insta::assert_snapshot!(format!("{}{}", cut.text, cut.errors));
}

#[test]
fn its_instructions_are_listed_with_their_opcodes() {
    let list = run(&["list", "--isa", "visa", "typed_atomic.m*"]);
    assert_eq!(list.status, 0);
    insta::assert_snapshot!(list.text);
    let run = run(&["list", "--cpu", "visa4.1", "typed_atomic.add"]);
    assert!(run.text.contains("typed_atomic.add"), "{}", run.text);
}
