//! `isa-mc completions` and `isa-mc man`.

use std::process::{Command, Stdio};

use super::{Folder, run};

const SUBCOMMANDS: [&str; 13] = [
    "asm",
    "disasm",
    "explain",
    "list",
    "run",
    "dump",
    "check",
    "fmt",
    "lsp",
    "mc",
    "objdump",
    "completions",
    "man",
];

/// Every shell is told of every subcommand, also of the flags of LLVM's programs, which another
/// parser reads.
#[test]
fn completions_know_every_subcommand() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let made = run(&["completions", shell]);
        assert_eq!((made.status, made.errors.as_str()), (0, ""), "{shell}");
        for subcommand in SUBCOMMANDS {
            assert!(made.text.contains(subcommand), "{shell}: {subcommand}");
        }
        assert!(
            made.text.contains("wavefrontsize64") || shell == "bash",
            "{shell}"
        );
        assert!(
            made.text.contains("show-encoding"),
            "{shell}: flags of `mc`"
        );
    }
    assert_eq!(run(&["completions", "cmd"]).status, 2);
}

/// The scripts are scripts of these shells: each that is installed reads its own.
#[test]
fn shells_read_their_completions() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = folder.write(shell, run(&["completions", shell]).out);
        let mut command = Command::new(shell);
        match command.args(["-n", &script]).output() {
            Ok(read) => {
                let errors = String::from_utf8_lossy(&read.stderr);
                assert!(
                    read.status.success() && errors.is_empty(),
                    "{shell}: {errors}"
                );
            }
            Err(error) => eprintln!("SKIPPED: completions of {shell} are not read: {error}"),
        }
    }
}

/// A page for the program and for each subcommand, whose examples keep their lines.
#[test]
fn pages_of_the_manual() {
    let folder = Folder::new();
    let to = folder.path("man1");
    let made = run(&["man", &to]);
    assert_eq!(
        (made.status, made.text.as_str(), made.errors.as_str()),
        (0, "", "")
    );
    let mut expected: Vec<String> = SUBCOMMANDS.map(|it| format!("isa-mc-{it}.1")).to_vec();
    expected.push("isa-mc.1".to_string());
    expected.sort();
    let mut names: Vec<String> = std::fs::read_dir(&to)
        .expect("the folder is there")
        .map(|it| {
            it.expect("it can be read")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    assert_eq!(names, expected);
    let asm = String::from_utf8(folder.read("man1/isa-mc-asm.1")).expect("pages are text");
    assert!(
        asm.contains("\n  isa\\-mc asm \\-\\-cpu gfx900 \\-\\-emit bin kernel.s"),
        "{asm}"
    );
    // The same again, over what is there.
    assert_eq!(run(&["man", &to]).status, 0);

    for name in &expected {
        let page = format!("{to}/{name}");
        let groff = Command::new("groff")
            .args(["-man", "-ww", "-Tutf8", "-P-c", &page])
            .stdin(Stdio::null())
            .output();
        match groff {
            Ok(shown) => {
                let errors = String::from_utf8_lossy(&shown.stderr);
                assert!(
                    shown.status.success() && errors.is_empty(),
                    "{name}: {errors}"
                );
            }
            Err(error) => return eprintln!("SKIPPED: pages are not set: groff: {error}"),
        }
    }
}

/// What cannot be written is said with its name, and exits with 1.
#[test]
fn a_folder_that_cannot_be() {
    let folder = Folder::new();
    let file = folder.write("file", "");
    let made = run(&["man", &file]);
    assert_eq!(made.status, 1);
    assert!(made.errors.contains(&file), "{}", made.errors);
}
