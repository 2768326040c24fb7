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
    // Of one version only its opcodes.
    let run = run(&["list", "--cpu", "visa4.1", "typed_atomic.add"]);
    assert_eq!(
        run.text,
        "\
visa: Intel vISA
mnemonic            visa4.1
typed_atomic.add  0x73:0x00
"
    );
}

/// Two versions are compared in the words of streams, not in those of formats.
#[test]
fn versions_are_compared_by_their_streams() {
    let diff = run(&["list", "--diff", "visa3.0", "visa4.1", "raw_send*"]);
    assert_eq!((diff.status, diff.errors.as_str()), (0, ""));
    assert!(!diff.text.contains("format"), "{}", diff.text);
    let all = run(&["list", "--diff", "visa3.3", "visa3.4"]).text;
    let head = all.lines().find(|line| line.contains("piece "));
    let words: Vec<&str> = head.unwrap_or_default().split_whitespace().collect();
    assert_eq!(words, ["stream", "piece", "visa3.3", "visa3.4"], "{all}");
}

const KERNEL: &str = "\
.version 4.1
.kernel \"twice\"
.decl value v_type=G type=ud num_elts=16 align=GRF
.decl small v_type=P num_elts=16
.kernel_attr Target=\"cm\"

again:
    (small) add (M1, 16) value(0,0)<1> value(0,0)<1;1,0> value(0,0)<1;1,0>
    (small.any) jmp (M1, 1) again
    ret (M1, 1)
";

/// A whole file becomes an object, in the form of the processor's version; the object says
/// its version, and its text has the names and gives the same object.
#[test]
fn whole_files_become_objects_and_text_again() {
    let mut sizes = Vec::new();
    for cpu in ["visa3.3", "visa3.6", "visa"] {
        let source = KERNEL.replace("4.1", "3.0");
        let asm = ["asm", "--cpu", cpu, "-o", "-"];
        let object = run_with(&asm, source);
        assert_eq!((object.status, object.errors.as_str()), (0, ""));
        assert_eq!(object.out[..4], *b"CISA");
        let text = run_with(&["disasm"], object.out.clone());
        assert_eq!((text.status, text.errors.as_str()), (0, ""));
        assert!(
            text.text.contains("(small.any) jmp (M1, 1) again"),
            "{}",
            text.text
        );
        let again = run_with(&asm, text.text);
        assert_eq!(again.out, object.out);
        let tsv = run_with(&["disasm", "--emit", "tsv"], object.out.clone());
        assert!(
            tsv.text.starts_with("0\t310000\tlabel L0\n"),
            "{}",
            tsv.text
        );
        let code = run_with(
            &["asm", "--cpu", cpu, "--emit", "bin", "-o", "-"],
            KERNEL.replace("4.1", "3.0"),
        );
        assert!(object.out.ends_with(&code.out) && code.out.starts_with(&[0x31, 0, 0]));
        sizes.push(object.out.len());
    }
    assert!(sizes[0] < sizes[1] && sizes[1] < sizes[2], "{sizes:?}");
}

/// What is wrong with a whole file is shown at its place, and nothing is written.
#[test]
fn errors_of_whole_files_leave_no_object() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.isa");
    let out = path.to_str().expect("a path");
    let source = KERNEL.replace("(small) add", "(smal) add");
    let asm = run_with(&["asm", "--cpu", "visa4.1", "-o", out], source);
    assert_eq!(asm.status, 1);
    let expected =
        "<stdin>:8:6: error[V0302]: no predicate is called `smal`; did you mean `small`?\n";
    assert!(asm.errors.starts_with(expected), "{}", asm.errors);
    assert!(!path.exists());

    let later = run_with(&["asm", "--cpu", "visa3.6", "-o", out], KERNEL);
    assert!(later.errors.contains("error[V0201]"), "{}", later.errors);
    assert!(!path.exists());

    let object = run_with(&["asm", "--cpu", "visa4.1", "-o", "-"], KERNEL).out;
    let cut = run_with(&["disasm"], object[..60].to_vec());
    assert_eq!(cut.status, 1);
    assert!(
        cut.errors
            .starts_with("error: <stdin>: table of kernels, row 0 of `twice`, byte 0xf: "),
        "{}",
        cut.errors
    );
    let other = run_with(&["disasm", "--cpu", "visa3.6"], object.clone());
    assert_eq!(
        other.errors,
        "error: <stdin>: the object is for visa4.1, and not for visa3.6\n"
    );
    let other = run_with(&["disasm", "--cpu", "gfx900"], object);
    assert_eq!(other.status, 1);
}

/// A line for each statement of a whole file that becomes bytes, and for each error; all bytes
/// together are the code.
#[test]
fn tsv_of_whole_files() {
    let asm = ["asm", "--cpu", "visa4.1", "--emit", "tsv"];
    let tsv = run_with(&asm, KERNEL);
    assert_eq!((tsv.status, tsv.errors.as_str()), (0, ""));
    let lines: Vec<&str> = tsv.text.lines().collect();
    assert_eq!(lines[0], "7\t310000\tlabel L0");
    assert!(lines[1].starts_with("8\t0104"), "{}", tsv.text);
    assert_eq!(lines.len(), 4, "{}", tsv.text);
    let hex: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.split('\t').nth(1))
        .collect();
    let bin = run_with(
        &["asm", "--cpu", "visa4.1", "--emit", "bin", "-o", "-"],
        KERNEL,
    );
    let digits = bin.out.iter().map(|byte| format!("{byte:02x}"));
    let code = digits.collect::<Vec<_>>().concat();
    assert_eq!(hex.concat(), code);

    let wrong = run_with(&asm, KERNEL.replace("ret", "rat"));
    assert_eq!(wrong.status, 1);
    let last = wrong.text.lines().last();
    assert_eq!(
        last,
        Some("10\t\terror: no instruction is called `rat`; did you mean `ret`?")
    );
    assert!(
        wrong.errors.starts_with("<stdin>:10:5: error[V0501]: "),
        "{}",
        wrong.errors
    );
    let cascade = run_with(&asm, KERNEL.replace(".kernel \"twice\"", ""));
    assert_eq!(cascade.text.matches("error").count(), 1, "{}", cascade.text);
}

/// The place and the bytes of each instruction in a comment; the text is the same object's.
#[test]
fn objects_are_listed_with_bytes() {
    let object = run_with(&["asm", "--cpu", "visa4.1", "-o", "-"], KERNEL).out;
    let listing = run_with(&["disasm", "--bytes"], object.clone());
    assert!(listing.text.contains("again:"), "{}", listing.text);
    assert!(
        listing.text.contains(" // 0x0000: 31 00 00\n"),
        "{}",
        listing.text
    );
    let again = run_with(&["asm", "--cpu", "visa4.1", "-o", "-"], listing.text);
    assert_eq!(again.out, object);
    for (args, part) in [
        (
            &["disasm", "--bytes", "--emit", "tsv"][..],
            "leave out --bytes",
        ),
        (&["disasm", "-l"], "FILE and LOC"),
        (&["disasm", "--entry", "0"], "--entry"),
        (&["disasm", "--mattr", "+x"], "--mattr"),
    ] {
        let refused = run_with(args, object.clone());
        assert_eq!(refused.status, 2, "{args:?}");
        assert!(refused.errors.contains(part), "{}", refused.errors);
    }
    let refused = run_with(&["asm", "--cpu", "visa4.1", "--dwarf-version", "5"], KERNEL);
    assert_eq!(refused.status, 2);
}

/// A mnemonic alone is explained by an instruction of it, of both kinds of machines.
#[test]
fn a_mnemonic_alone_is_explained() {
    for (cpu, mnemonic, part) in [
        ("visa4.1", "mov", "\nmov (M1, 1) "),
        ("visa4.1", "lsc_load", "lsc_load."),
        ("visa3.0", "MOV", "mov (M1, 1) "),
        ("gfx900", "v_add_f32", "v_add_f32_e32 v2, v3, v4"),
        ("gfx1100", "ds_load_b32", "ds_load_b32 v2, v3 offset:32"),
    ] {
        let explained = run(&["explain", "--cpu", cpu, mnemonic]);
        assert_eq!(
            explained.status, 0,
            "{cpu} {mnemonic}: {}",
            explained.errors
        );
        let text = format!("\n{}", explained.text);
        assert!(text.contains(part), "{text}");
        assert!(
            explained.errors.contains("this is an example of one"),
            "{}",
            explained.errors
        );
    }
    let unknown = run(&["explain", "--cpu", "visa4.1", "movx"]);
    assert_eq!(unknown.status, 1);
    assert!(
        unknown.errors.contains("did you mean `mov`?"),
        "{}",
        unknown.errors
    );
    // Every instruction of the newest version, labels and sizes of blocks included.
    let list = run(&["list", "--cpu", "visa4.1"]);
    let names = list
        .text
        .lines()
        .skip(2)
        .filter_map(|line| line.split(' ').next());
    let names: Vec<&str> = names.collect();
    assert!(names.len() > 250);
    let hard = ["switchjmp", "lsc_load_block2d", "lsc_store_block2d"];
    for name in names.iter().step_by(9).chain(&hard) {
        let explained = run(&["explain", "--cpu", "visa4.1", name]);
        assert_eq!(explained.status, 0, "{name}: {}", explained.errors);
    }
}

/// What other programs of the command line say of vISA.
#[test]
fn other_programs_say_what_to_use() {
    let mc = run(&["mc", "-triple=visa", "-mcpu=visa4.1", "-"]);
    assert_eq!(mc.status, 1);
    assert!(
        mc.errors.contains("isa-mc asm --cpu visa4.1"),
        "{}",
        mc.errors
    );
    let check = run(&["check", "kernel.visaasm"]);
    assert_eq!(check.status, 2);
    assert!(check.errors.contains("isa-mc asm"), "{}", check.errors);
}
