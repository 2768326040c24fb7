//! The engines against llvm-mc: the same text gives the same bytes, the same
//! bytes the same text, and what one rejects the other rejects.
//!
//! `ISA_FAMILY` and `ISA_CPU` choose families, by their names or their formats,
//! and processors: see [`Filter::from_env`]. `ISA_RANDOM` is the number of
//! random instructions per processor (20,000 if it is not set).
#![cfg(feature = "llvm")]

use std::collections::BTreeSet;

use isa_tests::compare::{self, PROCESSORS, Tally};
use isa_tests::facts;
use isa_tests::filter::Filter;
use isa_tests::llvm::{self, Assembled, Disassembled};
use isa_tests::machine::gcn;
use isa_tests::oracle::{Engine, hex};
use isa_tests::random;
use isa_tests::report::Report;

/// LLVM assembles for these, but cannot disassemble.
const WITHOUT_DISASSEMBLER: [&str; 2] = ["gfx600", "gfx700"];

/// Lines made from the tables, right and spoilt ones; and they reach every
/// record of LLVM's target description, but for those with a reason.
#[test]
fn generated_lines_agree_and_reach_every_record() {
    let filter = Filter::from_env();
    let (records, excuses) = (facts::records(), facts::excuses());
    let compared = compare::run(&filter, &records, &mut |tally| {
        println!("{tally}");
        for line in &tally.died {
            println!("    llvm-mc dies of `{line}`");
        }
    });
    let compared = compared.unwrap_or_else(|error| panic!("{error}"));
    let (mut missing, mut used) = (Vec::new(), BTreeSet::new());
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
    let count = count.unwrap_or(20_000);
    let mut report = Report::default();
    for (seed, cpu) in PROCESSORS.into_iter().enumerate() {
        let engine = Engine::new(gcn(), cpu, "llvm").expect("a processor with this syntax");
        let codes = random::instructions(gcn(), cpu, count, seed as u64);
        let texts = if WITHOUT_DISASSEMBLER.contains(&cpu) {
            vec![Disassembled::Data; codes.len()]
        } else {
            llvm::disassemble(cpu, &codes).unwrap_or_else(|error| panic!("{error}"))
        };
        let texts = texts.into_iter().map(|answer| match answer {
            Disassembled::Text(text) => Some(text),
            Disassembled::Data | Disassembled::Died => None,
        });
        let texts: Vec<Option<String>> = texts.collect();
        let known: Vec<String> = texts.iter().flatten().cloned().collect();
        let again = llvm::assemble(cpu, &known).unwrap_or_else(|error| panic!("{error}"));
        let mut again = again.into_iter();
        let (mut same, mut data, mut own) = (0, 0, 0);
        for (code, text) in codes.iter().zip(texts) {
            let faithful = text.filter(|_| {
                let answer = again.next();
                matches!(answer, Some(Assembled::Accepted { bytes, .. }) if bytes == *code)
            });
            let ours = engine.disassemble(code);
            // A wrong bit may make the instruction shorter than the string.
            let lossless = engine
                .recode(code)
                .is_none_or(|bytes| code.starts_with(&bytes));
            let good = match (&faithful, &ours) {
                (Some(theirs), Some(text)) => {
                    same += 1;
                    theirs == text
                }
                // A wrong bit may make an instruction that nobody described.
                (Some(theirs), None) => {
                    let mnemonic = theirs.split(' ').next();
                    !gcn()
                        .instructions
                        .iter()
                        .any(|row| Some(gcn().text(row.name)) == mnemonic)
                }
                (None, None) => {
                    data += 1;
                    true
                }
                (None, Some(text)) => {
                    own += 1;
                    engine.assemble(text).is_ok_and(|(bytes, _)| bytes == *code)
                }
            };
            report.check(good && lossless, || {
                let again = ours.as_ref().map(|text| engine.assemble(text));
                format!(
                    "{cpu} {}\n    llvm {faithful:?}\n    ours {ours:?} {again:?}",
                    hex(code)
                )
            });
        }
        println!("{cpu}: {same} as LLVM, {own} that LLVM cannot say, {data} data");
    }
    report.finish(PROCESSORS.len() * count);
}
