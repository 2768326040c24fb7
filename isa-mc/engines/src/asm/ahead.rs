//! Lines of code that other threads read before it is their turn.
//!
//! What a line of code without names means depends on its text alone, wherever it stands.
//! So parts of a large text are gone through at once, and runs of such lines become bytes
//! before anybody knows what stands before them. Whoever goes through the statements in
//! order takes a run if a statement begins where it does; in a comment over lines none
//! does, and what was read there is nobody's.

use std::ops::Range;

use super::instructions::CodeTarget;
use super::line_reader::LineReader;
use crate::threads::Threads;
use crate::{NoSymbols, ParsedLine, SyntaxId};

/// Bytes of a text from which on other threads are worth it.
pub(super) const MANY: usize = 1 << 20;
/// Bytes of a part.
const PART: usize = 1 << 18;
/// Bytes of a run at most.
const RUN: usize = 1 << 16;

/// The runs of a text, in its order.
#[derive(Default)]
pub(super) struct Ahead {
    parts: Vec<Part>,
    /// The part and the run that may be next.
    next: (usize, usize),
}

/// Whole lines of the text, and what was read in them.
#[derive(Default)]
struct Part {
    lines: Range<usize>,
    runs: Vec<Run>,
    /// The code of all runs.
    code: Vec<u8>,
    /// Instructions with names behind runs.
    others: Vec<ParsedLine>,
}

/// Lines that are code, and behind them perhaps one with a name.
#[derive(Clone, Copy, Default)]
struct Run {
    /// Where the first line begins, behind its white space.
    start: u32,
    /// Where the line behind them begins.
    end: u32,
    /// Where its code ends in that of the part,
    code_end: u32,
    /// and its line with a name, if it has one.
    others_end: u32,
}

/// A run for whoever comes to it.
pub(super) struct Taken<'a> {
    pub(super) code: &'a [u8],
    /// Where the line behind it begins.
    pub(super) end: usize,
    /// That line, if it is an instruction with a name.
    pub(super) other: Option<ParsedLine>,
}

impl Ahead {
    /// Reads a text from a byte on, if that is much and there are others to read it.
    pub(super) fn read(
        target: &dyn CodeTarget<'_>,
        syntax: SyntaxId,
        text: &str,
        from: usize,
        threads: &Threads,
    ) -> Ahead {
        if text.len() - from < MANY || !threads.are_many() {
            return Ahead::default();
        }
        let mut parts = cut(text.as_bytes(), from);
        let reader = || LineReader::new(target, syntax);
        threads.each(&mut parts, reader, |reader, part| part.read(reader, text));
        let next = (0, 0);
        Ahead { parts, next }
    }

    /// The run that begins at a byte of the text. Runs before it are forgotten.
    pub(super) fn take(&mut self, start: usize) -> Option<Taken<'_>> {
        let (part, at) = &mut self.next;
        while *part < self.parts.len() {
            let runs = &self.parts[*part].runs;
            *at += runs[*at..].partition_point(|run| (run.start as usize) < start);
            if *at < runs.len() {
                break;
            }
            // Nobody comes back to it.
            self.parts[*part] = Part::default();
            (*part, *at) = (*part + 1, 0);
        }
        let part = self.parts.get(*part)?;
        let run = part.runs.get(*at)?;
        if run.start as usize != start {
            return None;
        }
        let before = at.checked_sub(1).map_or(Run::default(), |at| part.runs[at]);
        *at += 1;
        let other = part.others[..run.others_end as usize].get(before.others_end as usize);
        Some(Taken {
            code: &part.code[before.code_end as usize..run.code_end as usize],
            end: run.end as usize,
            other: other.copied(),
        })
    }
}

/// A text from a byte on, in parts of whole lines.
fn cut(text: &[u8], mut start: usize) -> Vec<Part> {
    let mut parts = Vec::new();
    while start < text.len() {
        let end = next_line(text, (start + PART).min(text.len()));
        parts.push(Part {
            lines: start..end,
            ..Part::default()
        });
        start = end;
    }
    parts
}

/// Where the line behind that of a byte begins.
fn next_line(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let end = memchr::memchr(b'\n', rest);
    at + end.map_or(rest.len(), |end| end + 1)
}

impl Part {
    /// Reads its lines. What is no code is left out.
    fn read(&mut self, reader: &mut LineReader<'_, '_>, text: &str) {
        let bytes = text.as_bytes();
        let mut at = self.lines.start;
        loop {
            while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
                at += 1;
            }
            let start = at;
            if start >= self.lines.end {
                return;
            }
            let before = self.code.len();
            let most = self.lines.end.min(start + RUN);
            // What names are there is not known ahead.
            let (end, other) = reader.lines(text, start, most, &NoSymbols, &mut self.code);
            self.others.extend(other);
            if self.code.len() != before || other.is_some() {
                self.runs.push(Run {
                    start: start as u32,
                    end: end as u32,
                    code_end: self.code.len() as u32,
                    others_end: self.others.len() as u32,
                });
            }
            at = if end < most {
                next_line(bytes, end)
            } else {
                end
            };
        }
    }
}

#[cfg(all(test, feature = "threads"))]
mod tests {
    use super::*;
    use crate::{SyntaxId, Target};
    use isa_mc::gcn::TABLES;

    fn ahead(text: &str) -> Ahead {
        let target = Target::new(&TABLES, "gfx900").expect("a processor");
        Ahead::read(&target, SyntaxId(0), text, 0, &Threads::new(2, true))
    }

    /// All code of a text is read, whatever stands between its runs, and no run is given
    /// to who comes to another place.
    #[test]
    fn runs_are_all_code() {
        let part = "\n\ts_nop 1\n s_nop 2\nlabel:\n\ts_branch label\n.p2align 2\n\ts_nop 3\n";
        let text = part.repeat(MANY / part.len() + 1);
        let mut ahead = ahead(&text);
        let mut code = Vec::new();
        let mut others = 0;
        let starts = text.char_indices().filter(|(_, it)| !it.is_whitespace());
        let mut passed = 0;
        for (at, _) in starts {
            if at < passed {
                continue;
            }
            if let Some(run) = ahead.take(at) {
                code.extend_from_slice(run.code);
                others += usize::from(run.other.is_some());
                passed = run.end;
            }
        }
        let rounds = text.len() / part.len();
        assert_eq!(others, rounds);
        let words = [0xbf80_0001_u32, 0xbf80_0002, 0xbf80_0003];
        let expected = words.map(u32::to_le_bytes).concat().repeat(rounds);
        assert!(
            code == expected,
            "{} of {} bytes",
            code.len(),
            expected.len()
        );
    }

    /// A run that nobody comes to is not given to the next one.
    #[test]
    fn runs_that_are_passed_are_forgotten() {
        let line = "s_nop 1\n.p2align 2\n";
        let text = line.repeat(MANY / line.len() + 1);
        let mut ahead = ahead(&text);
        assert!(ahead.take(1).is_none());
        assert!(ahead.take(0).is_none(), "it was passed");
        let last = text.len() - line.len();
        assert!(ahead.take(last).is_some());
        assert!(ahead.take(text.len()).is_none());
    }

    /// Nobody reads short texts ahead.
    #[test]
    fn short_texts_are_left_alone() {
        assert!(ahead("s_nop 0\n").take(0).is_none());
    }
}
