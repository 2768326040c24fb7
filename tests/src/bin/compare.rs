//! Compares a description with llvm-mc without building it in: an edit of a
//! `.isa` file is compared in seconds.
//!
//! ```text
//! cargo run -p isa-tests --features llvm --bin compare -- defs/gcn.isa
//! ISA_FAMILY=VOP1 ISA_CPU=gfx900 …
//! ```
//!
//! `ISA_FAMILY` and `ISA_CPU` choose families and processors. Of each family there is a sample
//! of its lines for a processor, 4,000 or `ISA_LINES`, of which `ISA_SEED` makes another one;
//! `ISA_WHOLE=1` has all.

use std::path::Path;
use std::process::ExitCode;

use isa_dsl::compile_file;
use isa_test_support::compare;
use isa_test_support::filter::Filter;
use isa_test_support::sample::Sample;

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
    let mut filter = Filter::from_env();
    let mut sample = Sample::of_this_run();
    if !sample.is_whole() {
        filter = filter.with_sampled_lines(&sample);
    }
    let processors = compare::chosen(&filter, &mut sample);
    let compared = compare::run(&tables, &processors, &filter, &[], &mut |tally| {
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
