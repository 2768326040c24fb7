//! The program as people and scripts run it, and its language server.
//!
//! Snapshots hold what a person reads (help, explanations, errors); what
//! scripts rely on (exit statuses, columns, files) is asserted.

mod assemble;
mod assembler_language;
mod debug_information;
mod disassemble;
mod format;
mod help;
mod language_server;
mod mc;
mod objdump;
mod reference;
mod running;
mod shell;
#[cfg(feature = "visa")]
mod streams;
mod targets;
#[cfg(feature = "visa")]
mod visa_running;

use assert_cmd::Command;

/// What a run gave.
struct Run {
    status: i32,
    out: Vec<u8>,
    /// Standard output as text.
    text: String,
    /// Standard error as text.
    errors: String,
}

/// Runs the program with some standard input.
fn run_with(args: &[&str], input: impl Into<Vec<u8>>) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_isa-mc"))
        .args(args)
        .env("NO_COLOR", "")
        .env("COLUMNS", "100")
        .write_stdin(input)
        .output()
        .expect("the program runs");
    Run {
        // None is a signal: a crash.
        status: output.status.code().unwrap_or(-1),
        text: String::from_utf8_lossy(&output.stdout).into_owned(),
        out: output.stdout,
        errors: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn run(args: &[&str]) -> Run {
    run_with(args, "")
}

/// A folder with files in it, gone at the end of the test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder for the test"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, bytes).expect("the folder can be written");
        path
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Names of the files, sorted.
    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("the folder can be read");
        let mut names: Vec<String> = entries
            .map(|entry| {
                let entry = entry.expect("the folder can be read");
                entry.file_name().to_string_lossy().into_owned()
            })
            .collect();
        names.sort();
        names
    }
}
