//! The engines against llvm-mc: the same text gives the same bytes, the same
//! bytes the same text, and what one rejects the other rejects.
//!
//! `ISA_FAMILY` and `ISA_CPU` choose families, by their names or their formats,
//! and processors: see [`Filter::from_env`]. `ISA_RANDOM` is the number of
//! random instructions per processor (2,000 in a sample and 100,000 of everything if it
//! is not set; ten million are compared in chunks, so that memory does not matter).

use isa_dsl::sorted::SortedSet;
use std::time::Instant;

use isa_test_peers::compare_code::{self, Counts};
use isa_test_support::compare::{self, Tally, every_processor};
use isa_test_support::facts;
use isa_test_support::filter::{Filter, sampled_lines};
use isa_test_support::machine::gcn;
use isa_test_support::oracle::Engine;
use isa_test_support::random::Instructions;
use isa_test_support::report::Report;
use isa_test_support::sample::Sample;

/// Lines made from the tables, right and spoilt ones; and they reach every
/// record of LLVM's target description, but for those with a reason. A sample has one in
/// thirty families, or those that are chosen, and 4,000 lines of each or `ISA_LINES`, and does not count records.
#[test]
fn generated_lines_agree_and_reach_every_record() {
    let mut sample = Sample::of_this_run();
    let chosen = Filter::from_env();
    let mut filter = chosen.clone();
    if !sample.is_whole() {
        filter = match filter.is_all() {
            true => Filter::sample(gcn(), &mut sample, 30, sampled_lines()),
            false => filter.with_sampled_lines(&sample),
        };
    }
    let (records, excuses) = (facts::records(), facts::excuses());
    let processors = compare::chosen(&chosen, &mut sample);
    let compared = compare::run(gcn(), &processors, &filter, &records, &mut |tally| {
        println!("{tally}");
        for line in &tally.died {
            println!("    llvm-mc dies of `{line}`");
        }
    });
    let compared = compared.unwrap_or_else(|error| panic!("{error}"));
    let (mut missing, mut used) = (Vec::new(), SortedSet::new());
    let mut all = Tally::default();
    for it in &compared {
        println!("{} in {} s", it.sum, it.time.as_secs());
        all.add(&it.sum);
        it.coverage.used(&excuses, &mut used);
        let names = it.coverage.unexplained(&excuses, &filter);
        missing.extend(names.iter().map(|it| it.name.as_str()));
    }
    assert!(
        all.differences == 0,
        "{} of {} lines differ:\n{}",
        all.differences,
        all.compared(),
        all.shown.join("\n")
    );
    // A comparison of nothing must not pass.
    let least = if filter.is_all() { 50_000 } else { 1 };
    assert!(all.compared() >= least, "only {} lines", all.compared());
    if !filter.is_all() {
        // A family reaches records of several formats, and they are reached by several.
        println!("records are not counted: some families only");
        return;
    }
    assert!(
        missing.is_empty(),
        "{} records are not reached: {:?}\n\
         describe them, or give the reason in tests/facts/unreached.tsv",
        missing.len(),
        &missing[..missing.len().min(40)]
    );
    let idle = (0..facts::disputes().len()).find(|row| !all.disputed.contains_key(row));
    assert!(
        idle.is_none(),
        "row {idle:?} of tests/facts/disputed.tsv is not needed"
    );
    let stale = (0..excuses.len()).filter(|index| !used.contains(index));
    let stale: Vec<_> = stale.map(|index| &excuses[index]).collect();
    assert!(stale.is_empty(), "every such record is reached: {stale:?}");
}

/// Random instructions. Where LLVM's text says all of the bytes, ours is the
/// same; elsewhere ours is data, or says them all.
#[test]
fn random_instructions_agree() {
    let count = std::env::var("ISA_RANDOM")
        .ok()
        .and_then(|text| text.parse().ok());
    let sample = Sample::of_this_run();
    let count: usize = count.unwrap_or(sample.amount(2_000, 100_000));
    let filter = Filter::from_env();
    let mut report = Report::default();
    let mut drawn = 0;
    for (seed, cpu) in every_processor().enumerate() {
        if !filter.has_processor(cpu) {
            continue;
        }
        let start = Instant::now();
        let engine = Engine::new(gcn(), cpu, "llvm").expect("a processor with this syntax");
        let mut codes =
            Instructions::new(gcn(), cpu, &filter, sample.seed() << 8 | seed as u64).take(count);
        let mut counts = Counts::default();
        let mut done = 0;
        loop {
            let chunk: Vec<Vec<u8>> = codes.by_ref().take(RANDOM_CHUNK).collect();
            if chunk.is_empty() {
                break;
            }
            done += chunk.len();
            compare_code::compare(&engine, cpu, &chunk, &mut counts, &mut report)
                .unwrap_or_else(|error| panic!("{error}"));
            if count > RANDOM_CHUNK {
                println!(
                    "{cpu}: {done} of {count} in {} s",
                    start.elapsed().as_secs()
                );
            }
        }
        println!("{cpu}: {counts}; {} s", start.elapsed().as_secs());
        for (mnemonic, code) in &counts.unknown {
            println!("    nobody described {mnemonic}, {code}");
        }
        for code in counts.died.iter().take(10) {
            println!("    llvm-mc dies of {code}");
        }
        drawn += done;
    }
    report.finish(drawn.max(1));
}

/// So many random instructions are in memory together.
const RANDOM_CHUNK: usize = 200_000;
