//! Prints what an instruction costs the assembler, text to object, as sources grow: it
//! should cost the same in a source of ten million as in one of ten thousand.
//!
//! ```text
//! cargo run --release -p isa-tests --features programs --bin assembler-scale [MOST]
//! ```
//!
//! Sources have from 10,000 to `MOST` instructions, 10,000,000 if nothing is said. Each
//! is assembled in a process of its own, whose peak of memory (Linux only) has the
//! source itself in it. Times are those of the processor, where Linux says them. Kinds
//! of sources:
//!
//! - `code`: what clang made of kernels, again and again, a label and a branch to it
//!   behind each ten instructions;
//! - `symbols`: each instruction is a function of its own, with a symbol that others
//!   see, and names another one, which is a relocation;
//! - `rept`: a line that `.rept` repeats.
#![allow(clippy::cast_precision_loss, reason = "figures are rounded anyway")]

use std::fmt::Write as _;
use std::process::{Command, ExitCode};
use std::time::Instant;

use isa_mc::asm::Assembler;
use isa_mc::gcn::{self, syntax};

const KINDS: [&str; 3] = ["code", "symbols", "rept"];

/// Code of compiled kernels.
const CODE: &[&str] = &[
    include_str!("../../listings/histogram.gfx900.s"),
    include_str!("../../listings/matrix_product.gfx900.s"),
    include_str!("../../listings/reduction.gfx900.s"),
    include_str!("../../listings/sort.gfx900.s"),
    include_str!("../../listings/transcendental.gfx900.s"),
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<Option<usize>> = args.iter().map(|arg| arg.parse().ok()).collect();
    match (&args[..], &numbers[..]) {
        ([], _) => table(10_000_000),
        (_, &[Some(most)]) => table(most),
        ([kind, _], &[_, Some(count)]) if KINDS.contains(&kind.as_str()) => one(kind, count),
        _ => {
            eprintln!("usage: assembler-scale [MOST]\nMOST is a number of instructions");
            ExitCode::from(2)
        }
    }
}

/// Every kind in every size, each in a process of its own.
fn table(most: usize) -> ExitCode {
    println!(
        "{:<8} {:>10} {:>11} {:>13} {:>13} {:>13}",
        "source", "count", "text bytes", "ns to read", "ns to write", "bytes at most"
    );
    let program = std::env::current_exe().expect("this program has a path");
    let mut all_well = true;
    for kind in KINDS {
        let mut count = 10_000;
        while count <= most {
            let status = Command::new(&program)
                .args([kind, &count.to_string()])
                .status();
            all_well &= status.is_ok_and(|status| status.success());
            count *= 10;
        }
    }
    match all_well {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

/// One row: per instruction the bytes of the text, nanoseconds from text to object and
/// from object to file, and the most bytes of memory.
fn one(kind: &str, count: usize) -> ExitCode {
    let source = source(kind, count);
    let target = gcn::target("gfx900").expect("there is this processor");
    let assembler = Assembler::new(target, syntax::LLVM).machine(gcn::SUPPORT);
    let assembler = assembler.externals();
    // Clocks tick some hundred times a second: small sources are read again and again.
    let rounds = (1_000_000 / count.max(1)).max(1);
    let clock = Clock::new();
    for _ in 1..rounds {
        assembler.assemble("scale.s", source.as_bytes());
    }
    let assembly = assembler.assemble("scale.s", source.as_bytes());
    let reading = clock.nanoseconds() / rounds as f64;
    let Some(object) = assembly.object() else {
        eprintln!("{kind} {count}: {}", assembly.errors[0]);
        return ExitCode::FAILURE;
    };
    let clock = Clock::new();
    for _ in 1..rounds {
        object.to_elf().expect("it is not too large");
    }
    let file = object.to_elf().expect("it is not too large");
    let writing = clock.nanoseconds() / rounds as f64;
    let code = object.section(".text").map_or(0, |text| text.bytes.len());
    assert!(
        code >= 4 * count && file.len() > code,
        "{code} bytes of code"
    );
    let each = |total: f64| total / count as f64;
    let memory = peak().map_or_else(|| "-".to_owned(), |it| format!("{:.0}", each(it)));
    println!(
        "{kind:<8} {count:>10} {:>11.1} {:>13.0} {:>13.0} {memory:>13}",
        each(source.len() as f64),
        each(reading),
        each(writing),
    );
    ExitCode::SUCCESS
}

/// A source of so many instructions.
fn source(kind: &str, count: usize) -> String {
    let mut text = String::new();
    match kind {
        "code" => {
            let lines = CODE.iter().flat_map(|code| code.lines());
            let lines = lines.filter(|line| !line.trim().is_empty());
            let lines: Vec<&str> = lines.collect();
            for (at, line) in lines.iter().cycle().take(count).enumerate() {
                if at % 10 == 0 {
                    let _ = writeln!(text, ".LBB{at}:");
                }
                if at % 10 == 9 {
                    let _ = writeln!(text, "\ts_cbranch_vccz .LBB{}", at - 9);
                } else {
                    text.push_str(line);
                    text.push('\n');
                }
            }
        }
        "symbols" => {
            for at in 0..count {
                let other = (at * 7919 + 1) % count;
                let _ = writeln!(
                    text,
                    "\t.globl function_{at}\nfunction_{at}:\n\
                     \ts_add_u32 s4, s4, function_{other}@rel32@lo+4"
                );
            }
        }
        _ => {
            let _ = writeln!(text, ".rept {count}\n\tv_add_f32_e32 v1, v2, v3\n.endr");
        }
    }
    text
}

/// How long something takes, without what else runs on this computer.
struct Clock {
    start: Instant,
    used: Option<f64>,
}

impl Clock {
    fn new() -> Clock {
        Clock {
            start: Instant::now(),
            used: Clock::used(),
        }
    }

    /// Nanoseconds that this thread has run.
    fn used() -> Option<f64> {
        let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        text.split_whitespace().next()?.parse().ok()
    }

    fn nanoseconds(&self) -> f64 {
        match (self.used, Clock::used()) {
            (Some(before), Some(now)) => now - before,
            _ => self.start.elapsed().as_nanos() as f64,
        }
    }
}

/// The most memory that this process had, in bytes; `None` where Linux does not say it.
fn peak() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024.0)
}
