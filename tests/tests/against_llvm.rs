//! The engines against llvm-mc: the same text gives the same bytes, the same
//! bytes the same text, and what one rejects the other rejects.
//!
//! `ISA_FAMILY` and `ISA_CPU` choose families, by their names or their formats,
//! and processors: see [`Filter::from_env`]. `ISA_RANDOM` is the number of
//! random instructions per processor (20,000 if it is not set).
#![cfg(feature = "llvm")]

use std::time::Instant;

use isa_tests::compare::{self, PROCESSORS, Tally};
use isa_tests::filter::Filter;
use isa_tests::llvm::{self, Assembled, Disassembled};
use isa_tests::machine::gcn;
use isa_tests::oracle::{Engine, hex};
use isa_tests::random;
use isa_tests::report::Report;

/// LLVM assembles for these, but cannot disassemble.
const WITHOUT_DISASSEMBLER: [&str; 2] = ["gfx600", "gfx700"];

/// Lines made from the tables, right and spoilt ones.
#[test]
fn generated_lines_agree() {
    let filter = Filter::from_env();
    let mut all = Tally::default();
    let mut shown = Vec::new();
    for cpu in PROCESSORS.iter().filter(|cpu| filter.has_processor(cpu)) {
        let start = Instant::now();
        let mut sum = Tally {
            cpu: (*cpu).to_owned(),
            family: "all".to_owned(),
            ..Tally::default()
        };
        for (family, row) in gcn().families.iter().enumerate() {
            if !filter.has_family(gcn().text(row.name), gcn().text(row.format)) {
                continue;
            }
            let tally = compare::family(cpu, family, &mut |_, _, _| {});
            let mut tally = tally.unwrap_or_else(|error| panic!("{error}"));
            println!("{tally}");
            for line in &tally.died {
                println!("    llvm-mc dies of `{line}`");
            }
            sum.add(&tally);
            shown.append(&mut tally.shown);
        }
        println!("{sum} in {} s", start.elapsed().as_secs());
        all.add(&sum);
    }
    assert!(
        all.differences == 0,
        "{} of {} lines differ:\n{}",
        all.differences,
        all.compared(),
        shown.join("\n")
    );
    // A comparison of nothing must not pass.
    let least = if filter.is_all() { 50_000 } else { 1 };
    assert!(all.compared() >= least, "only {} lines", all.compared());
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
