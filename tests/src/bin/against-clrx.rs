//! Compares the `clrx` syntax with the test tables of CLRX's own assembler.
//!
//! ```text
//! cargo run -p isa-tests --features programs --bin against-clrx [CHECKOUT] [-v]
//! ```
//!
//! Without a checkout, as an argument or in `ISA_CLRX`, it is fetched with git.
//! Prints a table of families and architectures, and every case that differs
//! without being known; `-v` prints those that are known, or not compared, too. `ISA_FAMILY`
//! chooses families, as MIMG or VOP*, and `ISA_CPU` processors. The exit status
//! is 1 if there was an unknown difference, 2 if the tables were not found.

use isa_dsl::sorted::{SortedMap, SortedSet};
use std::path::PathBuf;
use std::process::ExitCode;

use isa_mc::Target;
use isa_test_peers::clrx::{CLRX, Case, Outcome, Reason, compare, family, tables};
use isa_test_peers::clrx_known::{KNOWN, known};
use isa_test_support::filter::Filter;
use isa_test_support::machine::described;

/// CLRX's arrays: file, array, our processor, architecture.
const TABLES: &[(&str, &str, &str, &str)] = &[
    ("GCNAsmOpc11.cpp", "encGCNOpcodeCases", "gfx600", "gcn1.0"),
    ("GCNAsmOpc11.cpp", "encGCN11OpcodeCases", "gfx700", "gcn1.1"),
    ("GCNAsmOpc12.cpp", "encGCN12OpcodeCases", "gfx803", "gcn1.2"),
    ("GCNAsmOpc14.cpp", "encGCN14OpcodeCases", "gfx900", "gcn1.4"),
    (
        "GCNAsmOpc14.cpp",
        "encGCN141OpcodeCases",
        "gfx906",
        "gcn1.4.1",
    ),
];

/// Counts of a family on an architecture.
#[derive(Default)]
struct Count {
    lines: usize,
    equal: usize,
    both_refuse: usize,
    refused: usize,
    different: usize,
    accepted: usize,
    known: usize,
    skipped: SortedMap<Reason, usize>,
}

fn main() -> ExitCode {
    let (options, folders): (Vec<_>, Vec<_>) =
        std::env::args_os().skip(1).partition(|it| it == "-v");
    let verbose = !options.is_empty();
    let folder = match CLRX.folder(folders.into_iter().next().map(PathBuf::from)) {
        Ok(folder) => folder,
        Err(why) => {
            eprintln!("SKIPPED: {why}");
            return ExitCode::from(2);
        }
    };
    let filter = Filter::from_env();
    let machine = match described() {
        Ok(machine) => machine,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let mut counts: SortedMap<(&str, &str), Count> = SortedMap::new();
    let mut unknown = 0;
    let mut used = SortedSet::new();
    for &(file, array, cpu, arch) in TABLES {
        if !filter.has_processor(cpu) {
            continue;
        }
        let path = folder.join("tests/amdasm").join(file);
        let source = match std::fs::read_to_string(&path) {
            Ok(source) => source,
            Err(error) => {
                eprintln!("{}: {error}", path.display());
                return ExitCode::from(2);
            }
        };
        let Some(table) = tables(&source).into_iter().find(|it| it.name == array) else {
            eprintln!("{}: no array `{array}`", path.display());
            return ExitCode::from(2);
        };
        for line in &table.unreadable {
            println!("{file}:{line}: not read: an entry of another shape");
        }
        let target = Target::new(machine, cpu).expect("a processor of the machine");
        let syntax = target.syntax("clrx").expect("a syntax of the machine");
        for case in &table.cases {
            let Some(family) = family(&case.input, arch) else {
                continue;
            };
            if !filter.has_family(family, family) {
                continue;
            }
            let count = counts.entry((family, arch)).or_default();
            count.lines += 1;
            let outcome = compare(&target, syntax, case);
            let place = format!("{file}:{}: {arch}", case.line);
            match &outcome {
                Outcome::Equal => count.equal += 1,
                Outcome::BothRefuse => count.both_refuse += 1,
                Outcome::Skipped(reason) => {
                    *count.skipped.entry(*reason).or_default() += 1;
                    if verbose {
                        println!(
                            "{place}: {}\n    not compared: {reason}",
                            show(case, &outcome)
                        );
                    }
                }
                Outcome::Refused(_) | Outcome::Different(_) | Outcome::Accepted(_) => {
                    if let Some(index) = known(arch, &case.input) {
                        used.insert(index);
                        count.known += 1;
                        if verbose {
                            let reason = &KNOWN[index.0];
                            let (id, why) = (reason.id, reason.why);
                            println!("{place}: {}\n    known: {id}: {why}", show(case, &outcome));
                        }
                        continue;
                    }
                    unknown += 1;
                    match outcome {
                        Outcome::Refused(_) => count.refused += 1,
                        Outcome::Different(_) => count.different += 1,
                        _ => count.accepted += 1,
                    }
                    println!("{place}: {}", show(case, &outcome));
                }
            }
        }
    }
    print(&counts);
    let all = KNOWN.iter().enumerate();
    let all = all.flat_map(|(reason, known)| (0..known.cases.len()).map(move |at| (reason, at)));
    let stale = all.filter(|it| filter.is_all() && !used.contains(it));
    let stale: Vec<_> = stale.collect();
    for &(reason, case) in &stale {
        let reason = &KNOWN[reason];
        let (arch, statement) = reason.cases[case];
        println!(
            "{}: known, but not seen any more: {arch}: `{statement}`",
            reason.id
        );
    }
    if unknown == 0 && stale.is_empty() {
        ExitCode::SUCCESS
    } else {
        println!("{unknown} unknown differences");
        ExitCode::FAILURE
    }
}

fn words(words: &[u32]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("{word:08x}")).collect();
    words.join(" ")
}

fn show(case: &Case, outcome: &Outcome) -> String {
    let input = case.input.trim().replace('\n', "; ");
    match outcome {
        Outcome::Refused(why) => format!(
            "`{input}`\n    CLRX {}, we refuse: {why}",
            words(&case.words)
        ),
        Outcome::Different(ours) => {
            format!(
                "`{input}`\n    CLRX {}, we {}",
                words(&case.words),
                words(ours)
            )
        }
        Outcome::Accepted(ours) => {
            let first = case.messages.lines().next().unwrap_or("");
            format!("`{input}`\n    we {}, CLRX refuses: {first}", words(ours))
        }
        _ => input,
    }
}

fn print(counts: &SortedMap<(&str, &str), Count>) {
    println!(
        "{:8} {:8} {:>6} {:>6} {:>7} {:>7} {:>7} {:>8} {:>6}  skipped",
        "family", "arch", "lines", "equal", "neither", "refused", "other", "accepted", "known"
    );
    for ((family, arch), count) in counts {
        let skipped: Vec<String> = count
            .skipped
            .iter()
            .map(|(reason, count)| format!("{count} {reason}"))
            .collect();
        println!(
            "{family:8} {arch:8} {:>6} {:>6} {:>7} {:>7} {:>7} {:>8} {:>6}  {}",
            count.lines,
            count.equal,
            count.both_refuse,
            count.refused,
            count.different,
            count.accepted,
            count.known,
            skipped.join(", ")
        );
    }
}
