//! Compares with llvm-mc what it and we make of the lines of LLVM's own tests, good ones
//! and bad ones: whether each is an instruction, its bytes, and its text.
//!
//! ```text
//! cargo run --release -p isa-tests --features llvm --bin against-llvm-lines [FOLDER]
//! ```
//!
//! FOLDER holds tests of LLVM's assembler, as `llvm/test/MC/AMDGPU` of a checkout; without
//! it they are fetched, or those of `ISA_LLVM`, a checkout, are taken. `ISA_CPU` chooses
//! processors, `ISA_DEFS` a description that is not built in. Prints each difference that
//! `tests/facts/llvm_lines.tsv` does not give a reason for, and a table. A text is equal, too, if
//! LLVM's disassembler makes it of the bytes: llvm-mc echoes names that its disassembler does not
//! know, and registers without their halves. It is no fault of ours if LLVM's is `lossy`: llvm-mc
//! reads other bytes of it. The exit status is 1 if there was a difference, 2 without lines.

use isa_dsl::sorted::SortedMap;
use std::fmt;
use std::path::PathBuf;
use std::process::ExitCode;

use isa_dsl::tables::Tables;
use isa_test_peers::test_lines::{FOLDER, Known, LLVM, known, lines};
use isa_test_support::compare::{IN_OTHER_MODES, PROCESSORS};
use isa_test_support::filter::Filter;
use isa_test_support::llvm::{
    Assembled, Disassembled, ToolError, assemble, disassemble, has_disassembler, lacks_register,
};
use isa_test_support::machine::described;
use isa_test_support::oracle::{Engine, hex, with_single_blanks};

/// What became of the lines on a processor.
#[derive(Default)]
struct Count {
    equal: usize,
    /// Those of which llvm-mc reads other bytes in the text that LLVM prints.
    lossy: usize,
    neither: usize,
    unresolved: usize,
    died: usize,
    known: usize,
    different: SortedMap<&'static str, usize>,
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
    for cpu in PROCESSORS.into_iter().chain(IN_OTHER_MODES) {
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
    let mut different = Vec::new();
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
                } else if with_single_blanks(text) != with_single_blanks(our_text) {
                    OTHER_TEXT
                } else {
                    count.equal += 1;
                    continue;
                }
            }
            (Assembled::Accepted { .. }, Err(_)) => "refused",
            (Assembled::Rejected(_), Ok(_)) => "accepted",
        };
        different.push(Difference {
            line,
            what,
            theirs: answer,
            ours,
        });
    }
    settle_texts(cpu, &mut different, &mut count)?;
    for it in different {
        if let Some(row) = reasons.iter().position(|row| row.holds(cpu, it.line)) {
            needed[row] = true;
            count.known += 1;
            continue;
        }
        *count.different.entry(it.what).or_default() += 1;
        println!("{cpu}\t{it}");
    }
    Ok(count)
}

const OTHER_TEXT: &str = "other text";

/// A line of which llvm-mc and we make different things.
struct Difference<'a> {
    line: &'a str,
    what: &'static str,
    theirs: Assembled,
    ours: Result<(Vec<u8>, String), String>,
}

impl fmt::Display for Difference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { line, what, .. } = self;
        write!(f, "{what}\t{line}\t")?;
        match &self.theirs {
            Assembled::Accepted { bytes, text } => write!(f, "{} {text}", hex(bytes))?,
            Assembled::Rejected(why) => write!(f, "error: {why}")?,
            Assembled::Unresolved | Assembled::Died => {}
        }
        match &self.ours {
            Ok((bytes, text)) => write!(f, "\t{} {text}", hex(bytes)),
            Err(why) => write!(f, "\terror: {}", why.lines().next().unwrap_or("")),
        }
    }
}

/// Drops differences of the text alone that are none, and counts what they are.
fn settle_texts(
    cpu: &str,
    different: &mut Vec<Difference<'_>>,
    count: &mut Count,
) -> Result<(), String> {
    let said = |error: ToolError| error.to_string();
    let mut codes = Vec::new();
    let mut theirs = Vec::new();
    for it in different.iter().filter(|it| it.what == OTHER_TEXT) {
        if let Assembled::Accepted { bytes, text } = &it.theirs {
            codes.push(bytes.clone());
            theirs.push(text.clone());
        }
    }
    if has_disassembler(cpu) {
        for (text, answer) in theirs
            .iter_mut()
            .zip(disassemble(cpu, &codes).map_err(said)?)
        {
            if let Disassembled::Text(of_bytes) = answer {
                *text = of_bytes;
            }
        }
    }
    let read_again = assemble(cpu, &theirs).map_err(said)?;
    let mut settled = theirs.into_iter().zip(codes).zip(read_again);
    different.retain(|it| {
        let (OTHER_TEXT, Ok((_, ours))) = (it.what, &it.ours) else {
            return true;
        };
        let Some(((text, code), again)) = settled.next() else {
            return true;
        };
        let is_equal = with_single_blanks(&text) == with_single_blanks(ours);
        let is_lossy = !matches!(again, Assembled::Accepted { bytes, .. } if bytes == code);
        count.equal += usize::from(is_equal);
        count.lossy += usize::from(is_lossy && !is_equal);
        !is_equal && !is_lossy
    });
    Ok(())
}

fn print(counts: &[(&str, Count)]) {
    println!(
        "{:23} {:>7} {:>6} {:>8} {:>6} {:>8} {:>6} {:>6} {:>6} {:>11} {:>5}",
        "cpu",
        "equal",
        "lossy",
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
            "{cpu:23} {:>7} {:>6} {:>8} {:>6} {:>8} {:>6} {:>6} {:>6} {:>11} {:>5}",
            count.equal,
            count.lossy,
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
