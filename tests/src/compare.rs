//! Generated lines against llvm-mc, a family at a time, so that the lines of a
//! whole machine are never in memory together.

use std::fmt::{self, Write as _};

use crate::generate::{Depth, Line, family_lines};
use crate::llvm::{self, Assembled, ToolError};
use crate::machine::gcn;
use crate::oracle::{Engine, hex};

/// A processor of every architecture that LLVM and the description share, and
/// gfx906, which has features that gfx900 lacks.
pub const PROCESSORS: [&str; 5] = ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"];

/// So many differences of a family are kept as text.
const SHOWN: usize = 10;

/// So many lines are asked for together.
const CHUNK: usize = 80_000;

/// What became of a family's lines on a processor.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    /// Processor.
    pub cpu: String,
    /// Family.
    pub family: String,
    /// Lines that llvm-mc accepts.
    pub accepted: usize,
    /// Lines that it rejects.
    pub rejected: usize,
    /// Lines that it accepts with bytes that only a linker knows; not compared.
    pub unresolved: usize,
    /// Lines of which llvm-mc dies; not compared.
    pub died: Vec<String>,
    /// Lines on which we differ.
    pub differences: usize,
    /// The first differences, for people.
    pub shown: Vec<String>,
}

impl Tally {
    fn check(&mut self, good: bool, difference: impl FnOnce() -> String) {
        if !good {
            self.differences += 1;
            if self.shown.len() < SHOWN {
                self.shown.push(difference());
            }
        }
    }

    /// Lines that were compared.
    pub fn compared(&self) -> usize {
        self.accepted + self.rejected
    }

    /// Adds the counts of another tally; what is shown stays.
    pub fn add(&mut self, other: &Tally) {
        self.accepted += other.accepted;
        self.rejected += other.rejected;
        self.unresolved += other.unresolved;
        self.differences += other.differences;
        self.died.extend_from_slice(&other.died);
    }
}

/// A row of a table: what, accepted, rejected, differences.
impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{:7} {:32} {:>8} accepted {:>8} rejected {:>6} differ",
            self.cpu, self.family, self.accepted, self.rejected, self.differences
        )?;
        if self.unresolved > 0 {
            write!(out, " {:>6} name symbols", self.unresolved)?;
        }
        if !self.died.is_empty() {
            write!(out, " {:>6} kill llvm-mc", self.died.len())?;
        }
        Ok(())
    }
}

/// Compares all lines of the family of that index, which is written in `llvm`
/// syntax. `accepted` is shown every line that llvm-mc accepts: the line, the
/// bytes and llvm-mc's text.
///
/// # Errors
///
/// See [`llvm::assemble`].
pub fn family(
    cpu: &str,
    family: usize,
    accepted: &mut dyn FnMut(&Line, &[u8], &str),
) -> Result<Tally, ToolError> {
    let engine = Engine::new(gcn(), cpu, "llvm")
        .ok_or_else(|| ToolError::Unreadable(format!("{cpu} is no processor of the machine")))?;
    let mut tally = Tally {
        cpu: cpu.to_owned(),
        family: gcn().text(gcn().families[family].name).to_owned(),
        ..Tally::default()
    };
    let mut lines = family_lines(gcn(), cpu, "llvm", Depth::Full, family);
    lines.retain(|line| !llvm::lacks_register(cpu, &line.text));
    for lines in lines.chunks(CHUNK) {
        chunk(&engine, lines, &mut tally, accepted)?;
    }
    Ok(tally)
}

fn chunk(
    engine: &Engine<'_>,
    lines: &[Line],
    tally: &mut Tally,
    accepted: &mut dyn FnMut(&Line, &[u8], &str),
) -> Result<(), ToolError> {
    let cpu = tally.cpu.clone();
    let texts: Vec<String> = lines.iter().map(|line| line.text.clone()).collect();
    // Same bytes and another text: whose text says all of them?
    let mut texts_differ = Vec::new();
    for (line, answer) in lines.iter().zip(llvm::assemble(&cpu, &texts)?) {
        let ours = engine.assemble(&line.text);
        let (good, theirs) = match answer {
            Assembled::Accepted { bytes, text } => {
                tally.accepted += 1;
                accepted(line, &bytes, &text);
                match &ours {
                    Ok((own_bytes, own)) if *own_bytes == bytes && *own != text => {
                        texts_differ.push((line, bytes, text, own.clone()));
                        continue;
                    }
                    Ok((own_bytes, _)) if *own_bytes == bytes => (true, String::new()),
                    _ => (false, format!("{} `{text}`", hex(&bytes))),
                }
            }
            Assembled::Rejected(why) => {
                tally.rejected += 1;
                let said = ours.as_ref().is_err_and(|message| !message.is_empty());
                (said && line.code.is_none(), format!("rejected: {why}"))
            }
            Assembled::Unresolved => {
                tally.unresolved += 1;
                continue;
            }
            Assembled::Died => {
                tally.died.push(line.text.clone());
                continue;
            }
        };
        tally.check(good, || difference(&cpu, line, &theirs, &ours));
    }
    let theirs: Vec<String> = texts_differ.iter().map(|row| row.2.clone()).collect();
    let own: Vec<String> = texts_differ.iter().map(|row| row.3.clone()).collect();
    let answers = llvm::assemble(&cpu, &theirs)?;
    let answers = answers.into_iter().zip(llvm::assemble(&cpu, &own)?);
    for ((line, bytes, text, own), (theirs, ours)) in texts_differ.iter().zip(answers) {
        let says = |answer: Assembled| matches!(answer, Assembled::Accepted { bytes: all, .. } if all == *bytes);
        // LLVM drops bits of some texts that it prints itself.
        tally.check(!says(theirs) && says(ours), || {
            let mut text = format!("{cpu} `{}` {}\n    llvm `{text}`", line.text, hex(bytes));
            let _ = write!(text, "\n    ours `{own}`");
            text
        });
    }
    Ok(())
}

fn difference(
    cpu: &str,
    line: &Line,
    theirs: &str,
    ours: &Result<(Vec<u8>, String), String>,
) -> String {
    let ours = match ours {
        Ok((bytes, text)) => format!("{} `{text}`", hex(bytes)),
        Err(message) => format!("rejected: {message}"),
    };
    format!("{cpu} `{}`\n    llvm {theirs}\n    ours {ours}", line.text)
}
