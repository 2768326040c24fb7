//! The command line: one subcommand a module.
//!
//! In the order in which they can be read, each using only what stands before it:
//! `failure`, `definition`, `features`, `args`; `machines`, `input`, `output`, `report` and
//! `progress`, which all subcommands share; `encodings`, of which lists are; `visa`, whole files of that machine; and the subcommands `asm`, `disasm`, `explain`, `diff`, `list`, `run`,
//! `spec`, `format` and `lsp`, the language server.
//!
//! `objdump` and `mc` are programs of LLVM's in their own right, also under their names:
//! `flags` makes what they take into what clap takes. `shell` writes completions and pages of
//! the manual for all of it.
//!
//! Exit status: 0 good, 1 the input was wrong (or could not be read, or the
//! output not written), 2 the command line was wrong.
//!
//! A package beside the library `isa-mc`: who links that waits for no command line, and this
//! needs no optimising, as all that takes long is there.
#![forbid(unsafe_code)]

mod args;
mod asm;
mod bundles;
mod definition;
mod diff;
mod disasm;
mod encodings;
mod explain;
mod failure;
mod features;
mod flags;
mod format;
mod input;
mod list;
pub mod lsp;
mod machines;
mod mc;
mod objdump;
mod output;
mod progress;
mod report;
mod run;
mod shell;
mod spec;
#[cfg(feature = "visa")]
mod visa;

use std::ffi::OsString;
use std::io::{IsTerminal, Write as _};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser as _;

use args::{Cli, Color, Command};
use failure::Failure;

/// Runs one of LLVM's programs, if it is asked for: by the name of this program, or by its
/// first argument. Gives the exit status.
fn other_program() -> Option<u8> {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let own = Path::new(arguments.first()?).file_stem()?.to_string_lossy();
    if is_called(&own, "llvm-objdump") {
        return Some(objdump::run(arguments));
    }
    if is_called(&own, "llvm-mc") {
        return Some(mc::run(arguments));
    }
    let (command, rest) = arguments.split_first()?.1.split_first()?;
    let mut named = vec![OsString::from(format!(
        "isa-mc {}",
        command.to_string_lossy()
    ))];
    named.extend_from_slice(rest);
    match command.to_str()? {
        "objdump" => Some(objdump::run(named)),
        "mc" => Some(mc::run(named)),
        _ => None,
    }
}

/// Whether a program has a name, or that name and a version: `llvm-objdump-22`.
fn is_called(program: &str, name: &str) -> bool {
    let behind = program.rfind(name).map(|at| &program[at + name.len()..]);
    behind.is_some_and(|behind| !behind.starts_with(|it: char| it.is_ascii_alphanumeric()))
}

/// Runs the program on the arguments it was given.
pub fn run() -> ExitCode {
    if let Some(status) = other_program() {
        return ExitCode::from(status);
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help that nobody reads to the end is no failure.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let color = match cli.color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            std::io::stderr().is_terminal()
                && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        }
    };
    let result = match &cli.command {
        Command::Asm(args) => asm::run(args, color),
        Command::Disasm(args) => disasm::run(args, color),
        Command::Explain(args) => explain::run(args, color),
        Command::List(args) => list::run(args),
        Command::Run(args) => run::run(args, color),
        Command::Dump(args) => spec::dump(args, color),
        Command::Check(args) => spec::check(args, color),
        Command::Fmt(args) => format::run(args, color),
        Command::Lsp(args) => lsp::run(args),
        Command::Completions(args) => shell::completions(args),
        Command::Man(args) => shell::man(args),
        Command::Objdump(other) => {
            return ExitCode::from(objdump::run(other.named("isa-mc objdump")));
        }
        Command::Mc(other) => return ExitCode::from(mc::run(other.named("isa-mc mc"))),
    };
    let (message, status) = match result {
        Ok(()) | Err(Failure::BrokenPipe) => return ExitCode::SUCCESS,
        Err(Failure::Reported) => return ExitCode::from(1),
        Err(Failure::Input(message)) => (message, 1),
        Err(Failure::Usage(message)) => (message, 2),
    };
    let heading = report::paint(color, report::ERROR, "error:");
    // If standard error is gone too, the exit status still tells.
    let _ = writeln!(std::io::stderr(), "{heading} {message}");
    ExitCode::from(status)
}
