//! Every instruction of every architecture is executed and compared with a statement of
//! its meaning in plain Rust, in every encoding that it has; or it is marked as one of
//! which nobody can say what it does, with the reason, and refuses to run.

use isa_dsl::sorted::{SortedMap, SortedSet};
use std::sync::Mutex;

use isa_dsl::tables::NONE;
use isa_test_execution::executed::{Bench, refused, undefined};
use isa_test_support::filter::Filter;
use isa_test_support::machine::gcn;
use isa_test_support::sample::Sample;

/// Processors that have, together, every encoding.
const PROCESSORS: [&str; 18] = [
    "gfx600",
    "gfx700",
    "gfx803",
    "gfx900",
    "gfx906",
    "gfx908",
    "gfx90a",
    "gfx942",
    "gfx950",
    "gfx1012",
    "gfx1013+wavefrontsize64",
    "gfx1030",
    "gfx1100",
    "gfx1100+wavefrontsize64",
    "gfx1150",
    "gfx1200",
    "gfx1200+wavefrontsize64",
    "gfx1200+real-true16",
];

/// Of the runs of each instruction and encoding a sample has one in so many.
const ONE_IN: usize = 311;

/// Of the instructions that an earlier processor of the architecture has in the same encodings a
/// sample has one in so many.
const ONE_AGAIN_IN: usize = 8;

/// What became of the instructions of one processor.
#[derive(Default)]
struct Count {
    arch: String,
    instructions: usize,
    executed: usize,
    encodings: usize,
    runs: usize,
    undefined: usize,
    /// Those that an earlier processor has, and that are not in the sample.
    elsewhere: usize,
    /// Reasons, and how many instructions give them.
    reasons: SortedMap<String, usize>,
    /// What has neither an operation nor a reason.
    without: SortedSet<String>,
    /// What did something else than is said, or did not run in one of its encodings.
    wrong: Vec<String>,
    /// Encodings that ran, as the tables number them.
    done: SortedSet<u16>,
}

/// `before` are encodings that an earlier processor has.
fn count(bench: Bench<'_>, before: &SortedSet<u16>) -> Count {
    let tables = gcn();
    let mut sample = Sample::of_this_run();
    let bench = bench.sampling(sample.amount(ONE_IN, 1), sample.seed());
    let mut count = Count {
        arch: bench.arch.to_owned(),
        ..Count::default()
    };
    for (row, encodings) in bench.instructions() {
        let name = tables.text(row.name);
        count.instructions += 1;
        if encodings.iter().all(|it| before.contains(it)) && !sample.takes(ONE_AGAIN_IN) {
            count.elsewhere += 1;
            continue;
        }
        if row.program == NONE {
            count.without.insert(name.to_owned());
            continue;
        }
        let checked = match undefined(tables, row) {
            Some(_) => encodings.iter().try_for_each(|it| refused(&bench, *it)),
            None => bench.check(row),
        };
        if let Err(difference) = checked {
            count.wrong.push(difference.to_string());
            continue;
        }
        let left: Vec<&str> = encodings
            .iter()
            .filter(|it| bench.runs(**it) == 0)
            .map(|it| bench.format(*it))
            .collect();
        if !left.is_empty() {
            count.wrong.push(format!("{name} did not run in {left:?}"));
            continue;
        }
        match undefined(tables, row) {
            Some(reason) => {
                count.undefined += 1;
                *count.reasons.entry(reason.to_owned()).or_default() += 1;
            }
            None => count.executed += 1,
        }
        count.encodings += encodings.len();
        count.runs += encodings.iter().map(|it| bench.runs(*it)).sum::<usize>();
        count.done.extend(encodings);
    }
    count
}

/// Whoever writes a row says what it does a second time in `tests/execution/src/meaning`, and how
/// it is executed in `tests/execution/src/executed`. `ISA_CPU` chooses processors.
#[test]
fn every_instruction_is_executed() {
    let chosen = Filter::from_env();
    let all: Mutex<SortedMap<&str, Count>> = Mutex::default();
    let mut before = SortedSet::new();
    std::thread::scope(|scope| {
        for cpu in PROCESSORS.into_iter().filter(|it| chosen.has_processor(it)) {
            let known = before.clone();
            let bench = Bench::new(gcn(), cpu).expect("a processor");
            let rows = bench.instructions().into_iter();
            before.extend(rows.flat_map(|(_, encodings)| encodings));
            let all = &all;
            scope.spawn(move || {
                let count = count(bench, &known);
                all.lock().expect("no thread panics").insert(cpu, count);
            });
        }
    });
    let all = all.into_inner().expect("no thread panicked");
    let mut wrong = Vec::new();
    let (mut done, mut without): (SortedSet<u16>, SortedSet<String>) = Default::default();
    for (cpu, count) in &all {
        println!(
            "{cpu} ({}): {} instructions, {} executed against plain Rust, {} undefined with a reason, {} without an operation, {} that an earlier processor has; {} encodings in {} runs",
            count.arch,
            count.instructions,
            count.executed,
            count.undefined,
            count.without.len(),
            count.elsewhere,
            count.encodings,
            count.runs,
        );
        for (reason, count) in &count.reasons {
            println!("    {count:4} {reason}");
        }
        let sum = count.executed + count.undefined + count.without.len() + count.elsewhere;
        wrong.extend(count.wrong.iter().map(|it| format!("{cpu}: {it}")));
        if count.wrong.is_empty() {
            assert_eq!(sum, count.instructions, "{cpu}: all are accounted for");
        }
        done.extend(&count.done);
        without.extend(count.without.iter().cloned());
    }
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    println!("without an operation: {without:?}");
    if !chosen.is_all() {
        return;
    }
    // Nothing hides on a processor that is not tried.
    let tables = gcn();
    let silent = tables.encodings.iter().enumerate().filter(|(index, row)| {
        let instruction = &tables.instructions[usize::from(row.instruction)];
        instruction.program != NONE && !done.contains(&(*index as u16))
    });
    let silent: Vec<&str> = silent
        .map(|(_, row)| tables.text(tables.instructions[usize::from(row.instruction)].name))
        .collect();
    assert!(silent.is_empty(), "no processor executed {silent:?}");
}

/// Every instruction says what it does, or why nobody can say it.
#[test]
fn every_instruction_says_what_it_does() {
    let rows = gcn().instructions.iter().filter(|row| row.program == NONE);
    let silent: Vec<&str> = rows.map(|row| gcn().text(row.name)).collect();
    assert!(silent.is_empty(), "{silent:?}");
}
