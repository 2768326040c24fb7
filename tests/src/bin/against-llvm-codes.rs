//! Compares with LLVM's disassembler what it and we make of the bytes of LLVM's own tests of it,
//! those of every processor on every processor.
//!
//! ```text
//! cargo run --release -p isa-tests --features llvm --bin against-llvm-codes -- --help
//! ```

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use isa_test_peers::compare_code::{Counts, compare};
use isa_test_peers::test_lines::{CODE_FOLDER, LLVM, codes};
use isa_test_support::compare::every_processor;
use isa_test_support::filter::Filter;
use isa_test_support::machine::described;
use isa_test_support::oracle::Engine;
use isa_test_support::report::{Report, exit_code};

/// Compares isa-mc with LLVM's disassembler on the bytes of LLVM's own tests
#[derive(Debug, Parser)]
#[command(
    name = "against-llvm-codes",
    after_help = "\
Without FOLDER the tests are fetched, or those of ISA_LLVM, a checkout, are taken. ISA_CPU chooses
processors, as gfx11*, ISA_DEFS a description that is not built in.

Where llvm-mc reads LLVM's text as the same bytes, ours is to be the same; elsewhere ours is to be
read as the same bytes, or there is none. Differences that tests/facts/disputed.tsv explains do
not count.

Exit status: 0 nothing differs, 1 something does, 2 nothing was compared."
)]
struct Args {
    /// Tests of LLVM's disassembler, as `llvm/test/MC/Disassembler/AMDGPU` of a checkout
    folder: Option<PathBuf>,
}

fn main() -> ExitCode {
    exit_code(run(&Args::parse()))
}

/// Whether nothing differs; why nothing was compared.
fn run(args: &Args) -> Result<bool, String> {
    let folder = match &args.folder {
        Some(folder) => folder.clone(),
        None => LLVM.folder(None)?.join(CODE_FOLDER),
    };
    let said = |error| format!("{}: {error}", folder.display());
    let all: Vec<Vec<u8>> = codes(&folder).map_err(said)?.into_iter().collect();
    if all.is_empty() {
        return Err(format!("{}: no bytes in this folder", folder.display()));
    }
    println!("{} different codes", all.len());
    let filter = Filter::from_env();
    let machine = described()?;
    let mut failed = 0;
    for cpu in every_processor() {
        if !filter.has_processor(cpu) {
            continue;
        }
        let engine = Engine::new(machine, cpu, "llvm").ok_or("no such processor or syntax")?;
        let (mut counts, mut report) = (Counts::default(), Report::default());
        compare(&engine, cpu, &all, &mut counts, &mut report).map_err(|it| it.to_string())?;
        println!("{cpu}: {counts}, {} wrong", report.failed());
        for (mnemonic, code) in &counts.unknown {
            println!("    nobody described {mnemonic}, {code}");
        }
        for failure in report.shown() {
            println!("{failure}");
        }
        failed += report.failed();
    }
    Ok(failed == 0)
}
