//! A description compiled in this process, and the engines over its tables.

use std::time::Duration;

use cpu_time::ThreadTime;
use isa_dsl::tables::TablesBuf;
use isa_mc::Target;

use super::renamed;
use crate::peers::{Reason, engines};
use isa_test_support::corpus::{Corpus, Source};

/// Processors whose instructions engines are given: one of each architecture.
const PROCESSORS: [&str; 4] = ["gfx600", "gfx700", "gfx803", "gfx900"];

/// Instructions of each of them: several times as many as there are different ones.
const COUNT: usize = 20_000;

/// What a description takes; of several runs the least.
#[derive(Debug, Clone, Copy)]
pub struct Compiled {
    /// From its text to a model without errors: what `isa-mc check` does.
    pub check: Duration,
    /// From the model to tables.
    pub lower: Duration,
    /// From tables to the rows that the macro writes.
    pub write: Duration,
}

/// Tables of a description, with the time that they take.
///
/// # Errors
///
/// Those of the description.
pub fn compile(text: &str) -> Result<(TablesBuf, Compiled), Reason> {
    let begin = ThreadTime::now();
    let compilation = isa_dsl::compile_text("machine.isa", text);
    let check = begin.elapsed();
    let begin = ThreadTime::now();
    let tables = compilation.tables()?;
    let lower = begin.elapsed();
    let begin = ThreadTime::now();
    let written = tables.written();
    let write = begin.elapsed();
    drop(written);
    let compiled = Compiled {
        check,
        lower,
        write,
    };
    Ok((tables, compiled))
}

impl Compiled {
    /// The least of two runs, of each step by itself.
    #[must_use]
    pub fn least(self, other: Compiled) -> Compiled {
        Compiled {
            check: self.check.min(other.check),
            lower: self.lower.min(other.lower),
            write: self.write.min(other.write),
        }
    }
}

/// Bytes of all tables.
pub fn size(tables: &TablesBuf) -> usize {
    let sizes = tables.view().sizes();
    sizes.iter().map(|(_, _, bytes)| bytes).sum()
}

/// Code of one processor of each architecture: the stored vectors, thousands of different
/// instructions in an order without a pattern.
pub fn code() -> Vec<(&'static str, Vec<u8>)> {
    let code = |cpu| (cpu, Corpus::new(Source::Vectors, cpu, COUNT).code);
    PROCESSORS.map(code).into()
}

/// Nanoseconds that an instruction takes engines, each over the code of every copy of
/// every processor: name and time, in the order of [`engines::measure`].
///
/// # Errors
///
/// If a copy does not have what the original has.
pub fn run(
    tables: &TablesBuf,
    times: usize,
    code: &[(&str, Vec<u8>)],
) -> Result<Vec<(String, f64)>, Reason> {
    let view = tables.view();
    let mut all: Vec<engines::Sum> = Vec::new();
    for copy in 1..=times {
        for (cpu, code) in code {
            let name = renamed::processor(cpu, copy);
            let target = Target::new(&view, &name).ok_or_else(|| format!("no {name}"))?;
            let syntax = target.syntax("llvm").ok_or("no syntax `llvm`")?;
            let sums = engines::measure(&target, syntax, code)?;
            if all.is_empty() {
                all = sums;
                continue;
            }
            for (all, sum) in all.iter_mut().zip(sums) {
                all.count += sum.count;
                all.time += sum.time;
            }
        }
    }
    Ok(all
        .iter()
        .map(|sum| (sum.name.clone(), sum.each()))
        .collect())
}
