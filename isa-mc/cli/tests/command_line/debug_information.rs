//! Debug information as people ask for it: `asm -g`, `disasm --line-numbers`, `--source`.

use super::{Folder, run};

const SOURCE: &str = "start:\n s_nop 0\n\n s_nop 1\n s_branch start\n";

/// With `-g` the code is the same and the object has lines: those of the source, as
/// `disasm` shows them, with their texts where the source is there.
#[test]
fn lines_of_a_source_are_shown() {
    let folder = Folder::new();
    let source = folder.write("kernel.s", SOURCE);
    let (plain, lined) = (folder.path("plain.bin"), folder.path("lined.bin"));
    assert_eq!(
        run(&["asm", "--cpu=gfx900", "--emit=bin", "-o", &plain, &source]).status,
        0
    );
    let of_lined = run(&[
        "asm",
        "--cpu=gfx900",
        "-g",
        "--emit=bin",
        "-o",
        &lined,
        &source,
    ]);
    assert_eq!(of_lined.status, 0, "{}", of_lined.errors);
    assert_eq!(
        folder.read("plain.bin"),
        folder.read("lined.bin"),
        "the code"
    );

    let object = folder.path("kernel.o");
    for version in ["2", "3", "4", "5"] {
        let asked = [
            "--cpu=gfx900",
            "-g",
            "--dwarf-version",
            version,
            "-o",
            &object,
            &source,
        ];
        let made = run(&[&["asm"], &asked[..]].concat());
        assert_eq!(made.status, 0, "{}", made.errors);
        let numbers = run(&["disasm", "--cpu=gfx900", "--line-numbers", &object]).text;
        let lines: Vec<&str> = numbers
            .lines()
            .filter_map(|line| line.trim().strip_prefix("// ")?.rsplit_once(':'))
            .map(|(file, line)| {
                assert!(file.ends_with("kernel.s"), "{file}");
                line
            })
            .collect();
        assert_eq!(lines, ["2", "4", "5"], "version {version}\n{numbers}");
    }
    let sources = run(&["disasm", "--cpu=gfx900", "-S", &object]).text;
    let shown: Vec<&str> = sources
        .lines()
        .filter_map(|line| line.trim().strip_prefix("// "))
        .map(str::trim)
        .collect();
    assert_eq!(shown, ["s_nop 0", "s_nop 1", "s_branch start"], "{sources}");
    // What is not there any more is told by its line.
    std::fs::remove_file(&source).expect("the source");
    let gone = run(&["disasm", "--cpu=gfx900", "-S", &object]).text;
    assert_eq!(gone.matches("kernel.s:").count(), 3, "{gone}");
}

/// What a source says wrong of its lines leaves no object behind.
#[test]
fn a_wrong_line_leaves_no_object() {
    let folder = Folder::new();
    for (text, message) in [
        (
            ".file 1 \"a.cl\"\n.loc 2 1\ns_nop 0\n",
            "there is no file 2",
        ),
        (".file 2 \"a.cl\"\ns_nop 0\n", "no `.file` has the number 1"),
        (".cfi_startproc\ns_nop 0\n", "the function does not end"),
    ] {
        let source = folder.write("wrong.s", text);
        let made = run(&[
            "asm",
            "--cpu=gfx900",
            "-o",
            &folder.path("wrong.o"),
            &source,
        ]);
        assert_eq!(made.status, 1, "{text}");
        assert!(made.errors.contains(message), "{text}\n{}", made.errors);
        assert_eq!(folder.names(), ["wrong.s"], "{text}");
    }
}

/// Options that cannot be meant say why.
#[test]
fn options_without_a_meaning_are_refused() {
    let folder = Folder::new();
    let code = folder.write("code.bin", [0, 0, 0x80, 0xbf]);
    for option in ["--line-numbers", "--source"] {
        let made = run(&["disasm", "--cpu=gfx900", option, &code]);
        assert_eq!(made.status, 2);
        assert!(
            made.errors.contains("raw code has no lines"),
            "{}",
            made.errors
        );
    }
    let made = run(&["asm", "--cpu=gfx900", "--dwarf-version=6", &code]);
    assert_eq!(made.status, 2);
    assert!(made.errors.contains("2..=5"), "{}", made.errors);
}
