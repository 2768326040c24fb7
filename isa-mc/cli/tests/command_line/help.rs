//! Help, versions, and command lines that are wrong.

use super::{run, run_with};

/// Help is a part of the product: each change of it is read in a diff.
#[test]
fn help_of_every_subcommand_has_examples() {
    let commands = [
        "asm",
        "disasm",
        "explain",
        "list",
        "run",
        "dump",
        "check",
        "fmt",
        "lsp",
        "completions",
        "man",
    ];
    for command in commands {
        let help = run(&[command, "--help"]);
        assert_eq!(help.status, 0, "{command}");
        assert!(
            help.text.contains(&format!("  isa-mc {command} ")),
            "{command}: {}",
            help.text
        );
        assert!(help.text.contains("Exit status:"), "{command}");
        insta::assert_snapshot!(format!("help_{command}"), help.text);
    }
    insta::assert_snapshot!("help", run(&["--help"]).text);
}

#[test]
fn the_version_is_the_package_s() {
    let expected = format!("isa-mc {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(run(&["--version"]).text, expected);
}

/// Scripts tell a wrong command line (2) from wrong input (1).
#[test]
fn wrong_command_lines_exit_with_2() {
    let cases: &[&[&str]] = &[
        &[],
        &["assemble"],
        &["asm", "--emit", "tsv"],
        &["asm", "--cpu", "gfx900", "--emit", "elf"],
        &["asm", "--cpu", "gfx999", "--emit", "tsv"],
        &["asm", "--cpu", "gfx900", "--syntax", "att", "--emit", "tsv"],
        &["disasm", "--cpu", "gfx900", "--emit", "bin"],
        &["disasm", "--cpu", "visa9.9"],
        &["explain", "--cpu", "gfx900"],
        &["list", "--isa", "arm"],
        &["list", "--cpu", "gfx1"],
        &["dump"],
        &["check"],
        &["fmt"],
        &["lsp", "--cpu", "gfx1"],
        &["list", "--color", "blue"],
        &["list", "--mattr", "+wavefrontsize64"],
        &["completions"],
        &["man"],
    ];
    for args in cases {
        let run = run(args);
        assert_eq!(run.status, 2, "{args:?}: {}", run.errors);
        assert!(run.text.is_empty(), "{args:?}");
        assert!(!run.errors.is_empty(), "{args:?}");
    }
}

#[test]
fn an_unknown_cpu_is_answered_with_those_that_exist() {
    let run = run(&["asm", "--cpu", "gfx930", "--emit", "tsv"]);
    insta::assert_snapshot!(run.errors);
}

#[cfg(feature = "visa")]
#[test]
fn objects_are_made_of_whole_files_only() {
    let run = run_with(&["asm", "--cpu", "visa"], "nonsense");
    assert_eq!(run.status, 2);
    assert_eq!(
        run.errors,
        "error: objects are made of whole vISA files, which begin with `.version`; of instructions alone use --emit bin, asm or tsv\n"
    );
}

#[test]
fn colours_are_used_only_on_request_or_on_terminals() {
    let args = ["asm", "--cpu", "gfx900", "--emit", "tsv"];
    assert!(!run_with(&args, "nonsense").errors.contains('\u{1b}'));
    let colored = [&args[..], &["--color", "always"]].concat();
    assert!(
        run_with(&colored, "nonsense")
            .errors
            .contains("\u{1b}[1;31merror[A0101]")
    );
    assert!(!run_with(&colored, "nonsense").text.contains('\u{1b}'));
}
