//! `isa-mc asm`

use super::{Folder, run, run_with};

const TSV: &[&str] = &["asm", "--cpu", "gfx900", "--emit", "tsv"];

#[test]
fn tsv_has_a_line_for_every_instruction_and_every_error() {
    let source = "\
start: flat_load_dword v1,v[2:3]   glc // comment
  .long 1
  flat_lod_dword v1, v[2:3]

  global_store_dword v[0:1], v2, off offset:0x10 ; flat_load_dword v1, v[2:3]
  .txet
";
    let run = run_with(TSV, source);
    assert_eq!(run.status, 1);
    assert_eq!(
        run.text,
        "\
1\t000051dc02000001\tflat_load_dword v1, v[2:3] glc
3\t\terror: no instruction is called `flat_lod_dword`; did you mean `flat_load_dword`?
5\t108070dc00027f00\tglobal_store_dword v[0:1], v2, off offset:16
6\t\terror: there is no directive `.txet`
"
    );
}

#[test]
fn errors_name_the_place_and_show_it() {
    let source = "\
\tflat_load_dword v1, v[2:4]
a:
a: .byte 300
/* ä */ flat_load_dword v1, v[2:3] glc glc // ü
\u{feff}
.quad 1 +
flat_load_dword v[1:2], /* over
lines */ v3
/* open
";
    let run = run_with(TSV, source);
    assert_eq!(run.status, 1);
    insta::assert_snapshot!(run.errors);
}

#[test]
fn a_good_run_says_nothing_on_standard_error() {
    let run = run_with(TSV, "flat_load_dword v1, v[2:3]\r\n");
    assert_eq!((run.status, run.errors.as_str()), (0, ""));
}

#[test]
fn bin_is_written_beside_the_input() {
    let folder = Folder::new();
    let source = folder.write("kernel.s", "flat_load_dword v1, v[2:3]\n.short 1, 2\n");
    let run = run(&["asm", "--cpu", "gfx803", "--emit", "bin", &source]);
    assert_eq!((run.status, run.text.as_str()), (0, ""));
    assert_eq!(folder.names(), ["kernel.bin", "kernel.s"]);
    assert_eq!(
        folder.read("kernel.bin"),
        [0, 0, 0x50, 0xdc, 2, 0, 0, 1, 1, 0, 2, 0]
    );
}

/// Threads that read a large file and its lines give what one gives, also where it stops.
#[test]
fn large_sources_are_the_same_with_more_threads() {
    let folder = Folder::new();
    let lines = |at| {
        format!(
            ".L{at}:\n\tv_add_f32_e32 v1, v2, v{}\n\ts_branch .L{at}\n",
            at % 256
        )
    };
    let good: String = (0..40_000).map(lines).collect();
    let wrong = format!("{good}\tnonsense\n{good}");
    // So many bytes are read by several threads.
    let comment = format!("// {}\n", "x".repeat(8 << 20));
    for (source, status) in [(good, 0), (wrong, 1)] {
        let path = folder.write("large.s", source + &comment);
        let out = folder.path("large.o");
        let results = ["1", "3"].map(|threads| {
            let made = run(&[
                "asm",
                "--cpu",
                "gfx900",
                "--threads",
                threads,
                "-o",
                &out,
                &path,
            ]);
            assert_eq!(made.status, status, "{threads}: {}", made.errors);
            let object = (status == 0).then(|| folder.read("large.o"));
            (made.errors, object)
        });
        let [one, more] = results;
        assert!(one == more, "{} {}", one.0, more.0);
    }
}

/// What is there from before stays as it was, and no temporary file is left.
#[test]
fn a_failed_run_leaves_no_output() {
    for emit in ["obj", "bin", "asm", "tsv"] {
        let folder = Folder::new();
        let source = folder.write("a.s", "flat_load_dword v1, v[2:3]\nnonsense\n");
        let new = folder.path("new");
        let failed = run(&[
            "asm", "--cpu", "gfx900", "--emit", emit, "-o", &new, &source,
        ]);
        assert_eq!(failed.status, 1);
        assert_eq!(folder.names(), ["a.s"], "{emit}");
        let old = folder.write("old", "old");
        let failed = run(&[
            "asm", "--cpu", "gfx900", "--emit", emit, "-o", &old, &source,
        ]);
        assert_eq!(failed.status, 1);
        assert_eq!(folder.names(), ["a.s", "old"], "{emit}");
        assert_eq!(folder.read("old"), b"old", "{emit}");
    }
}

#[test]
fn a_failed_run_writes_no_code_to_standard_output() {
    for emit in ["bin", "asm"] {
        let args = ["asm", "--cpu", "gfx900", "--emit", emit, "-o", "-"];
        let run = run_with(&args, "flat_load_dword v1, v[2:3]\nnonsense\n");
        assert_eq!((run.status, run.out.len()), (1, 0), "{emit}");
    }
}

#[test]
fn the_input_is_never_replaced_by_default() {
    let folder = Folder::new();
    let source = folder.write("code.bin", ".byte 1\n");
    let run = run(&["asm", "--cpu", "gfx900", "--emit", "bin", &source]);
    assert_eq!(run.status, 2);
    assert_eq!(folder.read("code.bin"), b".byte 1\n");
}

#[test]
fn unreadable_input_and_unwritable_output_are_errors() {
    let folder = Folder::new();
    for args in [
        [TSV, &[&folder.path("missing.s")]].concat(),
        [TSV, &[&folder.path("")]].concat(),
        [TSV, &["-o", &folder.path("no/such/folder")]].concat(),
    ] {
        let run = run(&args);
        assert_eq!(run.status, 1, "{args:?}");
        assert!(
            run.errors.starts_with("error: cannot "),
            "{args:?}: {}",
            run.errors
        );
    }
}

#[test]
fn canonical_text_keeps_labels_and_data_and_is_a_fixed_point() {
    let source = "a: .Lb: flat_load_dword v1,v[2:3],glc\n1: .byte -1,2; x\n.short 3\n.quad 4\n";
    let args = ["asm", "--cpu", "gfx900", "--emit", "asm"];
    let once = run_with(&args, source);
    assert_eq!(once.status, 0, "{}", once.errors);
    assert_eq!(
        once.text,
        "a:\n.Lb:\n\tflat_load_dword v1, v[2:3] glc\n1:\n\t.byte 0xff, 0x02\n\t.short 0x0003\n\
         \t.quad 0x0000000000000004\n"
    );
    assert_eq!(run_with(&args, once.text.clone()).text, once.text);
}

#[test]
fn the_syntax_decides_about_separators_and_spellings() {
    let source = "flat_load_dword v1, v[2:3] inst_offset:8 ; FLAT_LOAD_DWORD V1, V[2:3] # x";
    let args = [
        "asm", "--cpu", "gfx900", "--syntax", "clrx", "--emit", "tsv",
    ];
    let run = run_with(&args, source);
    assert_eq!(run.status, 0, "{}", run.errors);
    assert_eq!(run.text.lines().count(), 2);
    assert!(
        run.text
            .contains("\t080050dc02000001\tflat_load_dword v1, v[2:3] inst_offset:8\n")
    );
}

/// A line may be many statements: what is looked for in one ends with it. Looked for up to the
/// end of the line, these take minutes.
#[test]
fn a_line_of_many_statements_is_read_once() {
    const STATEMENTS: usize = 200_000;
    let args = [
        "asm", "--cpu", "gfx900", "--syntax", "clrx", "--emit", "tsv",
    ];
    let run = run_with(&args, "s_nop 1 + 2;".repeat(STATEMENTS));
    assert_eq!(run.status, 0, "{}", run.errors);
    assert_eq!(
        run.text.matches("\t030080bf\ts_nop 3\n").count(),
        STATEMENTS
    );
}

/// CLRX knows no CDNA: a processor of it says where the syntax ends.
#[test]
fn a_syntax_that_ended_is_a_wrong_command() {
    let run = run_with(&["asm", "--cpu", "gfx908", "--syntax", "clrx"], "s_nop 0\n");
    assert_eq!(run.status, 2, "{}", run.errors);
    let why = "syntax `clrx` ends at gcn1.4; cdna1 has: llvm";
    assert!(run.errors.contains(why), "{}", run.errors);
}

/// Any number of errors: all in tsv, some in words, the rest counted.
#[test]
fn many_errors_are_counted() {
    let run = run_with(TSV, "nonsense\n".repeat(1000));
    assert_eq!(run.status, 1);
    assert_eq!(run.text.lines().count(), 1000);
    assert_eq!(run.errors.matches("error[A0101]").count(), 50);
    assert!(
        run.errors.ends_with("… and 950 more errors in <stdin>\n"),
        "{}",
        run.errors
    );
}

/// Whatever the bytes: an exit status, and messages of bounded size.
#[test]
fn awkward_bytes_do_no_harm() {
    let mut long = b"flat_load_dword v1, ".to_vec();
    long.extend(std::iter::repeat_n(b'x', 10_000_000));
    let inputs: [&[u8]; 7] = [
        b"\0\0\0",
        b"flat_load_dword v1, \xff\xfe\n",
        b"\xef\xbb\xbf\xef\xbb\xbf",
        b"\x1b[31m\x07",
        &long,
        b"/*",
        b"\"",
    ];
    for input in inputs {
        for syntax in ["llvm", "clrx"] {
            let args = [TSV, &["--syntax", syntax]].concat();
            let run = run_with(&args, input);
            assert_eq!(run.status, 1, "{}", run.errors);
            assert!(run.errors.len() < 2000, "{}", run.errors.len());
            assert!(run.text.len() < 2000);
            let control = |char: char| char.is_control() && char != '\n' && char != '\t';
            assert!(!run.errors.contains(control) && !run.text.contains(control));
        }
    }
}

#[test]
fn empty_input_is_good() {
    for input in ["", "\n", "// nothing\n", "\u{feff}"] {
        let run = run_with(TSV, input);
        assert_eq!(
            (run.status, run.text.as_str()),
            (0, ""),
            "{input:?}: {}",
            run.errors
        );
    }
}

/// A file of a megabyte or more is mapped, and read where somebody has locked it: it says what
/// standard input says, with its mistakes.
#[test]
fn large_files_are_read_as_small_ones() {
    let folder = Folder::new();
    let mut source = "s_nop 0 // nothing to do\n".repeat(1 << 16).into_bytes();
    let assemble = |source: &[u8]| {
        let args = ["asm", "--cpu", "gfx900", "--emit", "bin", "-o", "-"];
        let path = folder.write("large.s", source);
        let mapped = run(&[&args[..], &[&path]].concat());
        let file = std::fs::File::open(&path).expect("it was written");
        // Elsewhere nobody may read what is locked.
        if cfg!(unix) {
            file.lock().expect("nobody else has locked it");
        }
        let locked = run(&[&args[..], &[&path]].concat());
        let read = run_with(&args, source);
        assert_eq!(mapped.out, read.out);
        assert_eq!(mapped.errors.replace(&path, "<stdin>"), read.errors);
        assert_eq!((locked.out, locked.errors), (mapped.out, mapped.errors));
        read
    };
    let good = assemble(&source);
    assert_eq!((good.status, good.out.len()), (0, 4 << 16));
    source.extend_from_slice(b"s_nop 1\ns_nop \xff\ns_nop 99999");
    let bad = assemble(&source);
    assert_eq!((bad.status, bad.out.len()), (1, 0));
    assert!(bad.errors.contains("<stdin>:65538:7"), "{}", bad.errors);
    assert!(bad.errors.contains("<stdin>:65539:7"), "{}", bad.errors);
}
