//! Compares with LLVM's disassembler what it and we make of the programs in Linux's driver, which
//! AMD assembled with an assembler of its own.
//!
//! ```text
//! cargo run --release -p isa-tests --features llvm --bin against-linux -- --help
//! ```

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use isa_test_peers::compare_code::{Counts, compare};
use isa_test_peers::linux::{FOLDERS, LINUX, Program, programs};
use isa_test_support::filter::Filter;
use isa_test_support::machine::described;
use isa_test_support::mode::with_wave64;
use isa_test_support::oracle::Engine;
use isa_test_support::report::{Report, exit_code};

/// Compares isa-mc with LLVM's disassembler on the programs in Linux's driver
#[derive(Debug, Parser)]
#[command(
    name = "against-linux",
    after_help = "\
Without CHECKOUT it is fetched, or that of ISA_LINUX is taken. ISA_CPU chooses processors, as gfx11*,
ISA_DEFS a description that is not built in.

Each program is cut into its instructions, for 32 lanes and for 64 where there are both. Where
llvm-mc reads LLVM's text of one as the same bytes, ours is to be the same; elsewhere ours is to be
read as the same bytes, or there is none.

Exit status: 0 nothing differs, 1 something does, 2 nothing was compared."
)]
struct Args {
    /// A checkout of Linux
    checkout: Option<PathBuf>,
}

fn main() -> ExitCode {
    exit_code(run(&Args::parse()))
}

/// Whether nothing differs; why nothing was compared.
fn run(args: &Args) -> Result<bool, String> {
    let checkout = LINUX.folder(args.checkout.clone())?;
    let filter = Filter::from_env();
    let (mut failed, mut compared) = (0, 0);
    for program in all_programs(&checkout)? {
        let Some(cpu) = program.cpu else {
            println!("{}: nobody has said what it is for", program.name);
            failed += 1;
            continue;
        };
        if !filter.has_processor(cpu) {
            continue;
        }
        for mode in with_wave64(&[cpu]) {
            let report = compared_program(&program, &mode)?;
            for failure in report.shown() {
                println!("{failure}");
            }
            failed += report.failed();
            compared += report.compared();
        }
    }
    match compared {
        0 => Err(format!("{}: no programs", checkout.display())),
        _ => Ok(failed == 0),
    }
}

/// The programs of all headers, in the order of their paths.
fn all_programs(checkout: &Path) -> Result<Vec<Program>, String> {
    let mut all = Vec::new();
    for folder in FOLDERS {
        let folder = checkout.join(folder);
        let said = |error| format!("{}: {error}", folder.display());
        let mut paths = Vec::new();
        for entry in std::fs::read_dir(&folder).map_err(said)? {
            paths.push(entry.map_err(said)?.path());
        }
        paths.retain(|path| path.extension().is_some_and(|it| it == "h"));
        paths.sort();
        for path in paths {
            let header = std::fs::read(&path).map_err(said)?;
            all.extend(programs(&String::from_utf8_lossy(&header)));
        }
    }
    Ok(all)
}

fn compared_program(program: &Program, mode: &str) -> Result<Report, String> {
    let engine = Engine::new(described()?, mode, "llvm").ok_or("no such processor or syntax")?;
    let (mut counts, mut report) = (Counts::default(), Report::default());
    let mut codes = Vec::new();
    let mut rest = &program.code[..];
    while !rest.is_empty() {
        // What is no instruction here LLVM is asked for, too.
        let size = engine.recode(rest).map_or(4, |bytes| bytes.len());
        let (code, behind) = rest.split_at(size.min(rest.len()));
        codes.push(code.to_vec());
        rest = behind;
    }
    compare(&engine, mode, &codes, &mut counts, &mut report).map_err(|it| it.to_string())?;
    println!(
        "{} on {mode}: {counts}, {} wrong",
        program.name,
        report.failed()
    );
    Ok(report)
}
