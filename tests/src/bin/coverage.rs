//! Compares the generator's lines with llvm-mc, and says which records of LLVM's
//! target description they reach:
//!
//! ```text
//! cargo run -p isa-tests --features llvm --release --bin coverage [-v]
//! ```
//!
//! `ISA_FAMILY` and `ISA_CPU` choose families and processors by patterns with
//! commas between them; with a choice of families, records that other families
//! reach count as missing. `-v` prints every record that is missing. The exit
//! status is 1 if a line differs or a record is missing without a reason in
//! `tests/facts/unreached.tsv`, 2 if llvm-mc cannot be asked.

use isa_dsl::sorted::SortedSet;
use std::process::ExitCode;

use isa_test_support::compare::{self, Compared};
use isa_test_support::facts::{self, Excuse};
use isa_test_support::filter::Filter;
use isa_test_support::machine::gcn;
use isa_test_support::sample::Sample;

fn main() -> ExitCode {
    let verbose = std::env::args().skip(1).any(|it| it == "-v");
    let filter = Filter::from_env();
    let (records, excuses) = (facts::records(), facts::excuses());
    let processors = compare::chosen(&filter, &mut Sample::of_this_run());
    let compared = compare::run(gcn(), &processors, &filter, &records, &mut |tally| {
        if tally.compared() == 0 {
            return;
        }
        println!("{tally}");
        for difference in &tally.shown {
            println!("  {difference}");
        }
        for line in &tally.died {
            println!("  llvm-mc dies of `{line}`");
        }
    });
    let compared = match compared {
        Ok(compared) => compared,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let mut used = SortedSet::new();
    let mut good = true;
    println!();
    for it in &compared {
        let unexplained = it.coverage.unexplained(&excuses, &filter);
        print(it, &excuses);
        let shown = if verbose { unexplained.len() } else { 10 };
        for record in unexplained.iter().take(shown) {
            println!("    not reached: {} {}", record.format, record.name);
        }
        if unexplained.len() > shown {
            println!("    and {} more", unexplained.len() - shown);
        }
        if verbose {
            for line in &it.coverage.strangers {
                println!("    no record: {line}");
            }
        }
        it.coverage.used(&excuses, &mut used);
        good &= unexplained.is_empty() && it.sum.differences == 0;
    }
    for (index, excuse) in excuses.iter().enumerate() {
        if filter.is_all() && !used.contains(&index) {
            println!("every such record is reached: {excuse:?}");
            good = false;
        }
    }
    if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn print(compared: &Compared<'_>, excuses: &[Excuse]) {
    let sum = &compared.sum;
    println!(
        "{}: {} lines compared in {} s, {} accepted, {} rejected, {} differ; {} accepted are no record",
        sum.cpu,
        sum.compared(),
        compared.time.as_secs(),
        sum.accepted,
        sum.rejected,
        sum.differences,
        compared.coverage.strange
    );
    let mut all = [0; 3];
    let row = |format: &str, [reached, excused, missing]: [usize; 3]| {
        println!("  {format:12} {reached:>6} {excused:>10} {missing:>8}");
    };
    println!("  format       reached with reason  missing");
    for (format, counts) in compared.coverage.counts(excuses) {
        row(format, counts);
        for (sum, count) in all.iter_mut().zip(counts) {
            *sum += count;
        }
    }
    row("all", all);
}
