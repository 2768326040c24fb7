//! Whoever watches a kernel run: statistics, the trace, progress.

use isa_dsl::sorted::SortedMap;
use std::fmt::Write as _;

use isa_mc::SyntaxId;
use isa_mc::exec::dispatch::{Observer, Step, Traffic};
use isa_mc::gcn::loader::Image;

use super::trace;
use crate::failure::Failure;
use crate::output::Output;
use crate::progress::Progress;

/// Instructions that statistics name, the most frequent ones.
const MOST: usize = 10;

/// Counts of some instructions.
#[derive(Debug, Clone, Copy, Default)]
struct Count {
    instructions: u64,
    lanes: u64,
}

/// What statistics count.
#[derive(Default)]
struct Stats {
    by_format: SortedMap<&'static str, Count>,
    by_mnemonic: SortedMap<&'static str, Count>,
    traffic: SortedMap<&'static str, Traffic>,
}

/// Watches a dispatch.
pub struct Watch<'i> {
    image: &'i Image,
    syntax: SyntaxId,
    trace: Option<Output>,
    /// What went wrong with the trace.
    failure: Option<Failure>,
    stats: Option<Stats>,
    progress: Progress,
    /// Number of workgroups in x, and in x and y together.
    rows: [u64; 2],
}

impl<'i> Watch<'i> {
    /// Watches a dispatch of as many workgroups.
    pub fn new(
        image: &'i Image,
        syntax: SyntaxId,
        trace: Option<Output>,
        stats: bool,
        groups: [u32; 3],
    ) -> Watch<'i> {
        let [x, y, z] = groups.map(u64::from);
        Watch {
            image,
            syntax,
            trace,
            failure: None,
            stats: stats.then(Stats::default),
            progress: Progress::of_groups(x.saturating_mul(y).saturating_mul(z)),
            rows: [x, x.saturating_mul(y)],
        }
    }

    /// Ends the trace; gives the statistics as text.
    pub fn finish(mut self) -> Result<String, Failure> {
        self.progress.finish();
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if let Some(trace) = self.trace {
            trace.finish()?;
        }
        Ok(self.stats.map_or(String::new(), |stats| stats.text()))
    }
}

impl Observer for Watch<'_> {
    fn wants_events(&self) -> bool {
        self.trace.is_some()
    }

    fn step(&mut self, step: &Step<'_>) {
        let [x, y, z] = step.place.group.map(u64::from);
        self.progress
            .at((x + y * self.rows[0] + z * self.rows[1]) as usize);
        if let Some(stats) = &mut self.stats {
            stats.count(step);
        }
        if let Some(trace) = &mut self.trace
            && self.failure.is_none()
        {
            trace::write(step, self.image, self.syntax, &mut trace.buffer);
            self.failure = trace.flush_block().err();
        }
    }
}

impl Stats {
    fn count(&mut self, step: &Step<'_>) {
        let tables = isa_mc::gcn::TABLES;
        let shape = step.target.encoding(step.inst).map(|row| row.shape);
        let shape = shape.and_then(|at| tables.shapes.get(at as usize));
        let layout = shape.and_then(|it| tables.layouts.get(usize::from(it.layout)));
        let format = layout.map_or("", |it| tables.text(it.format));
        let instruction = step.target.instruction(step.inst);
        let mnemonic = instruction.map_or("", |it| tables.text(it.name));
        let lanes = u64::from(step.lanes.count_ones());
        let formats = self.by_format.entry(format).or_default();
        let mnemonics = self.by_mnemonic.entry(mnemonic).or_default();
        for count in [formats, mnemonics] {
            count.instructions += 1;
            count.lanes += lanes;
        }
        if step.traffic != Traffic::default() {
            self.traffic.entry(format).or_default().add(step.traffic);
        }
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let all = self.by_format.values();
        let sum = all.fold(Count::default(), |sum, it| Count {
            instructions: sum.instructions + it.instructions,
            lanes: sum.lanes + it.lanes,
        });
        heading(&mut text, "format");
        for (format, count) in &self.by_format {
            count.line(&mut text, format);
        }
        sum.line(&mut text, "all");
        let mut most: Vec<_> = self.by_mnemonic.iter().collect();
        // Of as frequent ones the first by name.
        most.sort_by_key(|(_, count)| std::cmp::Reverse(count.instructions));
        text.push('\n');
        heading(&mut text, "most frequent");
        for (mnemonic, count) in most.into_iter().take(MOST) {
            count.line(&mut text, mnemonic);
        }
        let _ = writeln!(
            text,
            "\n{:24} {:>12} {:>14} {:>12} {:>14}",
            "memory", "loads", "bytes loaded", "stores", "bytes stored"
        );
        let mut all = Traffic::default();
        for (format, traffic) in &self.traffic {
            all.add(*traffic);
            memory(&mut text, format, *traffic);
        }
        memory(&mut text, "all", all);
        text
    }
}

fn heading(text: &mut String, name: &str) {
    let _ = writeln!(
        text,
        "{name:24} {:>12} {:>14} {:>7}",
        "instructions", "lanes", "active"
    );
}

impl Count {
    fn line(self, text: &mut String, name: &str) {
        let (instructions, lanes) = (self.instructions, self.lanes);
        // Tenths of a lane, rounded.
        let half = instructions / 2;
        let tenths = (lanes * 10 + half) / instructions.max(1);
        let _ = writeln!(
            text,
            "{name:24} {instructions:>12} {lanes:>14} {:>5}.{}",
            tenths / 10,
            tenths % 10
        );
    }
}

fn memory(text: &mut String, name: &str, it: Traffic) {
    let Traffic {
        loads,
        loaded,
        stores,
        stored,
    } = it;
    let _ = writeln!(
        text,
        "{name:24} {loads:>12} {loaded:>14} {stores:>12} {stored:>14}"
    );
}
