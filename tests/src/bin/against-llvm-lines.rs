//! Compares with llvm-mc what it and we make of the lines of LLVM's own tests, good ones
//! and bad ones: whether each is an instruction, its bytes, and its text.
//!
//! ```text
//! cargo run --release -p isa-tests --features llvm --bin against-llvm-lines [FOLDER]
//! ```
//!
//! FOLDER holds tests of LLVM's assembler, as `llvm/test/MC/AMDGPU` of a checkout; without
//! it they are fetched, or those of `ISA_LLVM`, a checkout, are taken. `ISA_CPU` chooses
//! processors, `ISA_DEFS` a description that is not built in. Prints each difference that `tests/facts/llvm_lines.tsv` does not give a
//! reason for, and a table. The exit status is 1 if there was one, 2 without lines.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use isa_dsl::tables::Tables;
use isa_test_support::compare::PROCESSORS;
use isa_test_support::filter::Filter;
use isa_test_support::llvm::{Assembled, assemble, lacks_register};
use isa_test_support::machine::described;
use isa_test_support::oracle::{Engine, hex};
use isa_test_support::test_lines::{FOLDER, Known, LLVM, known, lines};

/// What became of the lines on a processor.
#[derive(Default)]
struct Count {
    equal: usize,
    neither: usize,
    unresolved: usize,
    died: usize,
    known: usize,
    different: BTreeMap<&'static str, usize>,
}

fn main() -> ExitCode {
    // Tests of another LLVM need not have all lines.
    let is_known = std::env::args_os().len() < 2;
    let folder = match std::env::args_os().nth(1).map(PathBuf::from) {
        Some(folder) => Ok(folder),
        None => LLVM.folder(None).map(|folder| folder.join(FOLDER)),
    };
    let all = folder.and_then(|folder| {
        lines(&folder).map_err(|error| format!("{}: {error}", folder.display()))
    });
    let all: Vec<String> = match all {
        Ok(all) if !all.is_empty() => all.into_iter().collect(),
        Ok(_) => {
            eprintln!("SKIPPED: no lines in this folder");
            return ExitCode::from(2);
        }
        Err(why) => {
            eprintln!("SKIPPED: {why}");
            return ExitCode::from(2);
        }
    };
    println!("{} different lines", all.len());
    let filter = Filter::from_env();
    let reasons = known();
    let mut needed = vec![false; reasons.len()];
    let mut counts = Vec::new();
    for cpu in PROCESSORS {
        if !filter.has_processor(cpu) {
            continue;
        }
        let compared = described().and_then(|it| compare(it, cpu, &all, &reasons, &mut needed));
        match compared {
            Ok(count) => counts.push((cpu, count)),
            Err(error) => {
                eprintln!("SKIPPED: {error}");
                return ExitCode::from(2);
            }
        }
    }
    print(&counts);
    let idle: Vec<usize> = (0..needed.len())
        .filter(|&row| is_known && filter.is_all() && !needed[row])
        .collect();
    for &row in &idle {
        println!("a reason that nothing needs any more: {:?}", reasons[row]);
    }
    let good = idle.is_empty() && counts.iter().all(|(_, count)| count.different.is_empty());
    if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn compare(
    machine: &'static Tables<'static>,
    cpu: &str,
    lines: &[String],
    reasons: &[Known],
    needed: &mut [bool],
) -> Result<Count, String> {
    let engine = Engine::new(machine, cpu, "llvm").ok_or("no such processor or syntax")?;
    let answers = assemble(cpu, lines).map_err(|error| error.to_string())?;
    let mut count = Count::default();
    for (line, answer) in lines.iter().zip(answers) {
        // Messages take longer than answers.
        if matches!(answer, Assembled::Rejected(_)) && !engine.takes(line) {
            count.neither += 1;
            continue;
        }
        let ours = engine.assemble(line);
        let what = match (&answer, &ours) {
            (Assembled::Died, _) => {
                count.died += 1;
                continue;
            }
            (Assembled::Unresolved, _) => {
                count.unresolved += 1;
                continue;
            }
            (Assembled::Rejected(_), Err(_)) => "accepted without bytes",
            (Assembled::Rejected(_), Ok(_)) if lacks_register(cpu, line) => {
                count.neither += 1;
                continue;
            }
            (Assembled::Accepted { bytes, text }, Ok((our_bytes, our_text))) => {
                if bytes != our_bytes {
                    "other bytes"
                } else if words(text) != words(our_text) {
                    "other text"
                } else {
                    count.equal += 1;
                    continue;
                }
            }
            (Assembled::Accepted { .. }, Err(_)) => "refused",
            (Assembled::Rejected(_), Ok(_)) => "accepted",
        };
        if let Some(row) = reasons.iter().position(|it| it.holds(cpu, line)) {
            needed[row] = true;
            count.known += 1;
            continue;
        }
        *count.different.entry(what).or_default() += 1;
        let theirs = match &answer {
            Assembled::Accepted { bytes, text } => format!("{} {text}", hex(bytes)),
            Assembled::Rejected(why) => format!("error: {why}"),
            Assembled::Unresolved | Assembled::Died => String::new(),
        };
        let ours = match &ours {
            Ok((bytes, text)) => format!("{} {text}", hex(bytes)),
            Err(why) => format!("error: {}", why.lines().next().unwrap_or("")),
        };
        println!("{cpu}\t{what}\t{line}\t{theirs}\t{ours}");
    }
    Ok(count)
}

/// A text with single blanks.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn print(counts: &[(&str, Count)]) {
    println!(
        "{:8} {:>7} {:>8} {:>6} {:>8} {:>6} {:>6} {:>6} {:>11} {:>5}",
        "cpu",
        "equal",
        "neither",
        "known",
        "accepted",
        "refused",
        "bytes",
        "text",
        "unresolved",
        "died"
    );
    for (cpu, count) in counts {
        let different = |what| count.different.get(what).copied().unwrap_or(0);
        println!(
            "{cpu:8} {:>7} {:>8} {:>6} {:>8} {:>6} {:>6} {:>6} {:>11} {:>5}",
            count.equal,
            count.neither,
            count.known,
            different("accepted"),
            different("refused"),
            different("other bytes"),
            different("other text"),
            count.unresolved,
            count.died
        );
    }
}
