//! Code against LLVM's disassembler. Where LLVM's text says all of the bytes, ours is the same;
//! elsewhere ours is data, or says them all.

use std::fmt;

use isa_dsl::sorted::SortedMap;

use isa_test_support::facts;
use isa_test_support::llvm::{self, Assembled, Disassembled, ToolError};
use isa_test_support::oracle::{Engine, hex};
use isa_test_support::report::Report;

/// What became of the codes of a processor.
#[derive(Debug, Default)]
pub struct Counts {
    /// Same text.
    pub same: usize,
    /// LLVM cannot say them; our text says them.
    pub own: usize,
    /// Nobody says them.
    pub data: usize,
    /// LLVM says what nobody described: the mnemonics, and bytes of each.
    pub unknown: SortedMap<String, String>,
    /// llvm-mc dies of them.
    pub died: Vec<String>,
}

impl fmt::Display for Counts {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{} as LLVM, {} that LLVM cannot say, {} data, {} mnemonics not described, \
             {} that kill llvm-mc",
            self.same,
            self.own,
            self.data,
            self.unknown.len(),
            self.died.len()
        )
    }
}

/// Compares what LLVM and we make of codes, each by itself, of which the first instruction counts,
/// on a processor.
///
/// # Errors
///
/// If llvm-mc is not installed or behaves in an unknown way.
pub fn compare(
    engine: &Engine<'_>,
    cpu: &str,
    codes: &[Vec<u8>],
    counts: &mut Counts,
    report: &mut Report,
) -> Result<(), ToolError> {
    let answers = match llvm::has_disassembler(cpu) {
        true => llvm::disassemble(cpu, codes)?,
        false => vec![Disassembled::Data; codes.len()],
    };
    let known = answers.iter().filter_map(|answer| match answer {
        Disassembled::Text(text) => Some(text.clone()),
        Disassembled::Data | Disassembled::Died => None,
    });
    let known: Vec<String> = known.collect();
    let again = llvm::assemble(cpu, &known)?;
    let mut again = again.into_iter();
    let mnemonics = engine.mnemonics();
    for (code, answer) in codes.iter().zip(answers) {
        let faithful = match answer {
            Disassembled::Text(text) => again
                .next()
                .is_some_and(
                    |answer| matches!(answer, Assembled::Accepted { bytes, .. } if bytes == *code),
                )
                .then_some(text),
            Disassembled::Data => None,
            Disassembled::Died => {
                counts.died.push(hex(code));
                None
            }
        };
        let ours = engine.disassemble(code);
        // A wrong bit may make the instruction shorter than the string.
        let lossless = engine
            .recode(code)
            .is_none_or(|bytes| code.starts_with(&bytes));
        let good = match (&faithful, &ours) {
            (Some(theirs), Some(text)) => {
                counts.same += 1;
                theirs == text
            }
            // A wrong bit may make an instruction that nobody described.
            (Some(theirs), None) => {
                let mnemonic = theirs.split(' ').next().unwrap_or("");
                counts.unknown.insert(mnemonic.to_owned(), hex(code));
                !mnemonics.contains(mnemonic)
            }
            (None, None) => {
                counts.data += 1;
                true
            }
            (None, Some(text)) => {
                counts.own += 1;
                engine.assemble(text).is_ok_and(|(bytes, _)| bytes == *code)
            }
        };
        // What is wrong with lines is wrong with what it prints, too.
        let is_disputed = || {
            let Some(theirs) = &faithful else {
                return false;
            };
            let family = engine.family(theirs.split(' ').next().unwrap_or(""));
            let mut all = facts::disputes().into_iter();
            family.is_some_and(|family| all.any(|it| it.holds(cpu, family, theirs)))
        };
        report.check(lossless && (good || is_disputed()), || {
            let again = ours.as_ref().map(|text| engine.assemble(text));
            format!(
                "{cpu} {}\n    llvm {faithful:?}\n    ours {ours:?} {again:?}",
                hex(code)
            )
        });
    }
    Ok(())
}
