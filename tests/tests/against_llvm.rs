//! The engines against llvm-mc: the same text gives the same bytes, the same
//! bytes the same text, and what one rejects the other rejects.
//!
//! `ISA_RANDOM` is the number of random instructions per processor
//! (20,000 if it is not set).
#![cfg(feature = "llvm")]

use std::collections::BTreeMap;

use isa_tests::generate::{Depth, lines};
use isa_tests::llvm::{self, Assembled};
use isa_tests::machine::gcn;
use isa_tests::oracle::{Engine, hex};
use isa_tests::random;
use isa_tests::report::Report;

/// A processor of every architecture that LLVM and the description share, and
/// gfx906, which has features that gfx900 lacks.
const PROCESSORS: [&str; 5] = ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"];

/// LLVM assembles for these, but cannot disassemble.
const WITHOUT_DISASSEMBLER: [&str; 2] = ["gfx600", "gfx700"];

/// Lines made from the tables, right and spoilt ones.
#[test]
fn generated_lines_agree() {
    let mut report = Report::default();
    for cpu in PROCESSORS {
        let engine = Engine::new(gcn(), cpu, "llvm").expect("a processor with this syntax");
        let mut lines = lines(gcn(), cpu, "llvm", Depth::Full);
        lines.retain(|line| !llvm::lacks_register(cpu, &line.text));
        let texts: Vec<String> = lines.iter().map(|line| line.text.clone()).collect();
        let answers = llvm::assemble(cpu, &texts).unwrap_or_else(|error| panic!("{error}"));
        // Same bytes and another text: whose text says all of them?
        let mut texts = Vec::new();
        let mut families: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
        for (line, answer) in lines.iter().zip(answers) {
            let ours = engine.assemble(&line.text);
            let counts = families.entry(&line.family).or_default();
            let (good, theirs) = match answer {
                Assembled::Accepted { bytes, text } => {
                    counts[0] += 1;
                    let same = ours.as_ref() == Ok(&(bytes.clone(), text.clone()));
                    if let (false, Ok((own_bytes, own))) = (same, &ours)
                        && *own_bytes == bytes
                    {
                        texts.push((bytes, text, own.clone()));
                        continue;
                    }
                    (same, format!("{} `{text}`", hex(&bytes)))
                }
                Assembled::Rejected(why) => {
                    counts[1] += 1;
                    let said = ours.as_ref().is_err_and(|message| !message.is_empty());
                    (said && line.code.is_none(), format!("rejected: {why}"))
                }
            };
            report.check(good, || {
                let ours = match ours {
                    Ok((bytes, text)) => format!("{} `{text}`", hex(&bytes)),
                    Err(message) => format!("rejected: {message}"),
                };
                format!("{cpu} `{}`\n    llvm {theirs}\n    ours {ours}", line.text)
            });
        }
        let theirs: Vec<String> = texts.iter().map(|(_, text, _)| text.clone()).collect();
        let own: Vec<String> = texts.iter().map(|(.., text)| text.clone()).collect();
        let ask =
            |lines: &[String]| llvm::assemble(cpu, lines).unwrap_or_else(|error| panic!("{error}"));
        for ((bytes, text, own), (theirs, ours)) in
            texts.iter().zip(ask(&theirs).into_iter().zip(ask(&own)))
        {
            let says = |answer: Assembled| matches!(answer, Assembled::Accepted { bytes: all, .. } if all == *bytes);
            // LLVM drops bits of some texts that it prints itself.
            report.check(!says(theirs) && says(ours), || {
                format!("{cpu} {}\n    llvm `{text}`\n    ours `{own}`", hex(bytes))
            });
        }
        for (family, [accepted, rejected]) in families {
            println!("{cpu} {family}: {accepted} accepted, {rejected} rejected");
        }
    }
    println!("{} lines compared", report.compared());
    report.finish(50_000);
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
            vec![None; codes.len()]
        } else {
            llvm::disassemble(cpu, &codes).unwrap_or_else(|error| panic!("{error}"))
        };
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
