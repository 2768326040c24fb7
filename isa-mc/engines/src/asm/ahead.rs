//! Lines of code that are read before it is their turn.
//!
//! What a line of code without names means depends on its text alone, wherever it stands.
//! So parts of a large text are gone through at once, and runs of such lines become bytes
//! before anybody knows what stands before them. Whoever goes through the statements in
//! order takes a run if a statement begins where it does; in a comment over lines none
//! does, and what was read there is nobody's.
//!
//! One thread goes through the statements while the others read parts; where it comes to one
//! that is not there yet, it reads the next that nobody has begun rather than wait.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};

use isa_dsl::sorted::SortedMap;

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

/// The parts of a text, and who reads the next one.
struct Parts<'p, 't> {
    target: &'p dyn CodeTarget<'t>,
    syntax: SyntaxId,
    text: &'p str,
    /// The lines of each.
    lines: Vec<Range<usize>>,
    /// How many somebody has begun.
    begun: AtomicUsize,
}

/// The runs of a text, in its order, for who goes through its statements.
pub(super) struct Ahead<'p, 't> {
    parts: &'p Parts<'p, 't>,
    reader: LineReader<'p, 't>,
    /// What the others have read,
    others: Receiver<(usize, Part)>,
    /// and what of it, and of what was read here, is behind the present part.
    read: SortedMap<usize, Part>,
    /// The present part, the number of the one behind it, and the run that may be next.
    part: Part,
    behind: usize,
    run: usize,
}

/// What was read in a part.
#[derive(Default)]
struct Part {
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

/// Goes through a text from a byte on, while other threads read it, if that is much and there
/// are others.
pub(super) fn beside<'t, R>(
    target: &dyn CodeTarget<'t>,
    syntax: SyntaxId,
    text: &str,
    from: usize,
    threads: &Threads,
    go_through: impl FnOnce(Option<&mut Ahead<'_, 't>>) -> R,
) -> R {
    if text.len() - from < MANY || !threads.are_many() {
        return go_through(None);
    }
    let parts = &Parts {
        target,
        syntax,
        text,
        lines: cut(text.as_bytes(), from),
        begun: AtomicUsize::new(0),
    };
    let (sender, others) = mpsc::channel();
    let mut ahead = Ahead {
        parts,
        reader: parts.reader(),
        others,
        read: SortedMap::new(),
        part: Part::default(),
        behind: 0,
        run: 0,
    };
    // The senders go with those who send.
    let read = move || {
        let sender = sender.clone();
        move || {
            let mut reader = parts.reader();
            while let Some(part) = parts.next(&mut reader) {
                // Who goes through the text may be done with it.
                let _ = sender.send(part);
            }
        }
    };
    threads.beside(read, || {
        let result = go_through(Some(&mut ahead));
        parts.stop();
        result
    })
}

impl<'p, 't> Parts<'p, 't> {
    fn reader(&self) -> LineReader<'p, 't> {
        LineReader::new(self.target, self.syntax)
    }

    /// Reads the first part that nobody has begun, and gives its number with it.
    fn next(&self, reader: &mut LineReader<'_, '_>) -> Option<(usize, Part)> {
        let number = self.begun.fetch_add(1, Ordering::Relaxed);
        let lines = self.lines.get(number)?;
        let mut part = Part::default();
        part.read(lines, reader, self.text);
        Some((number, part))
    }

    /// Lets nobody begin another part.
    fn stop(&self) {
        self.begun.store(self.lines.len(), Ordering::Relaxed);
    }
}

impl Ahead<'_, '_> {
    /// The run that begins at a byte of the text. Runs before it are forgotten.
    pub(super) fn take(&mut self, start: usize) -> Option<Taken<'_>> {
        loop {
            let rest = self.part.runs.get(self.run..).unwrap_or_default();
            self.run += rest.partition_point(|run| (run.start as usize) < start);
            if self.run < self.part.runs.len() {
                break;
            }
            let lines = self.parts.lines.get(self.behind)?;
            if lines.start > start {
                return None;
            }
            if lines.end > start {
                self.part = self.wait();
            }
            // Nobody comes back to the one before.
            self.behind += 1;
            self.read.retain(|number, _| *number >= self.behind);
            self.run = 0;
        }
        let (part, at) = (&self.part, self.run);
        let run = part.runs.get(at)?;
        if run.start as usize != start {
            return None;
        }
        let before = at.checked_sub(1).map_or(Run::default(), |at| part.runs[at]);
        self.run += 1;
        let other = part.others[..run.others_end as usize].get(before.others_end as usize);
        Some(Taken {
            code: &part.code[before.code_end as usize..run.code_end as usize],
            end: run.end as usize,
            other: other.copied(),
        })
    }

    /// The part behind the present one, once it is read.
    fn wait(&mut self) -> Part {
        loop {
            self.read.extend(self.others.try_iter());
            if let Some(part) = self.read.remove(&self.behind) {
                return part;
            }
            // Where all are begun the others are at it; if they are not, nobody reads it.
            let next = self.parts.next(&mut self.reader);
            let Some((number, part)) = next.or_else(|| self.others.recv().ok()) else {
                return Part::default();
            };
            self.read.insert(number, part);
        }
    }
}

/// A text from a byte on, in parts of whole lines.
fn cut(text: &[u8], mut start: usize) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    while start < text.len() {
        let end = next_line(text, (start + PART).min(text.len()));
        parts.push(start..end);
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
    /// Reads its lines, and leaves out what is no code.
    fn read(&mut self, lines: &Range<usize>, reader: &mut LineReader<'_, '_>, text: &str) {
        let bytes = text.as_bytes();
        let mut at = lines.start;
        loop {
            while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
                at += 1;
            }
            let start = at;
            if start >= lines.end {
                return;
            }
            let before = self.code.len();
            let most = lines.end.min(start + RUN);
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

    fn ahead<R>(text: &str, go_through: impl FnOnce(Option<&mut Ahead<'_, '_>>) -> R) -> R {
        let target = Target::new(&TABLES, "gfx900").expect("a processor");
        let threads = Threads::new(3, true);
        beside(&target, SyntaxId(0), text, 0, &threads, go_through)
    }

    /// All code of a text is read, whatever stands between its runs, and no run is given
    /// to who comes to another place.
    #[test]
    fn runs_are_all_code() {
        let part = "\n\ts_nop 1\n s_nop 2\nlabel:\n\ts_branch label\n.p2align 2\n\ts_nop 3\n";
        let text = part.repeat(4 * MANY / part.len() + 1);
        let (code, others) = ahead(&text, |ahead| {
            let ahead = ahead.expect("it is much");
            let (mut code, mut others) = (Vec::new(), 0);
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
            (code, others)
        });
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

    /// A run that nobody comes to is not given to the next one, and parts that are passed need
    /// not be there.
    #[test]
    fn runs_that_are_passed_are_forgotten() {
        let line = "s_nop 1\n.p2align 2\n";
        let text = line.repeat(MANY / line.len() + 1);
        ahead(&text, |ahead| {
            let ahead = ahead.expect("it is much");
            assert!(ahead.take(1).is_none());
            assert!(ahead.take(0).is_none(), "it was passed");
            let last = text.len() - line.len();
            assert!(ahead.take(last).is_some());
            assert!(ahead.take(text.len()).is_none());
        });
    }

    /// Who leaves a text early does not wait for what follows in it.
    #[test]
    fn a_text_may_be_left_early() {
        let text = "s_nop 1\n".repeat(64 * MANY / 8);
        let begun = ahead(&text, |ahead| {
            let ahead = ahead.expect("it is much");
            assert!(ahead.take(0).is_some());
            ahead.parts.stop();
            ahead.parts.next(&mut ahead.parts.reader()).is_some()
        });
        assert!(!begun);
    }

    /// Nobody reads short texts ahead.
    #[test]
    fn short_texts_are_left_alone() {
        assert!(ahead("s_nop 0\n", |ahead| ahead.is_none()));
    }
}
