//! Compares a description with llvm-mc without building it in: an edit of a
//! `.isa` file is compared in seconds.
//!
//! ```text
//! cargo run -p isa-tests --features llvm --bin compare -- defs/gcn.isa
//! ISA_FAMILY=VOP1 ISA_CPU=gfx900 …
//! ```
//!
//! `ISA_FAMILY` and `ISA_CPU` choose families and processors.

use std::path::Path;
use std::process::ExitCode;

use isa_dsl::compile_file;
use isa_tests::compare;
use isa_tests::filter::Filter;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: compare FILE.isa");
        return ExitCode::from(2);
    };
    match run(Path::new(&path)) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(differences) => {
            eprintln!("{differences} lines differ");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(path: &Path) -> Result<usize, String> {
    let tables = compile_file(path).tables()?;
    let tables = tables.view();
    let filter = Filter::from_env();
    let compared = compare::run(&tables, &filter, &[], &mut |tally| {
        println!("{tally}");
        for line in &tally.died {
            println!("    llvm-mc dies of `{line}`");
        }
        for difference in &tally.shown {
            println!("{difference}");
        }
    });
    let compared = compared.map_err(|error| error.to_string())?;
    Ok(compared.iter().map(|it| it.sum.differences).sum())
}
