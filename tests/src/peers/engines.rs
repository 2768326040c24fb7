//! Our engines over a file of code, each by itself, in this process.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use isa_mc::{Cursor, Inst, SyntaxId, Target};

use super::Reason;

/// As many instructions are done at once, so that nothing waits for memory that a caller
/// would not have filled so either; LLVM's engines get the same.
const BLOCK: usize = 4096;

/// Room for the longest statement and its end of line.
const LINE: usize = 256;

/// What an engine has done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sum {
    /// Its name.
    pub name: String,
    /// How many instructions it was given.
    pub count: usize,
    /// How long this thread has worked on them.
    pub time: Duration,
}

impl Sum {
    fn new(name: &str) -> Sum {
        Sum {
            name: name.to_owned(),
            count: 0,
            time: Duration::ZERO,
        }
    }

    fn add<R>(&mut self, count: usize, work: impl FnOnce() -> R) -> R {
        let begin = ThreadTime::now();
        let result = work();
        self.time += begin.elapsed();
        self.count += count;
        result
    }

    /// Nanoseconds for one.
    pub fn each(&self) -> f64 {
        self.time.as_nanos() as f64 / self.count as f64
    }

    /// Billions of bytes in a second, if it was so many bytes.
    pub fn rate(&self, bytes: usize) -> f64 {
        bytes as f64 / self.time.as_nanos() as f64
    }

    /// The line of a table that [`read`] reads: name, count, nanoseconds.
    pub fn line(&self) -> String {
        format!("{}\t{}\t{}", self.name, self.count, self.time.as_nanos())
    }
}

/// Sums from lines of name, count and nanoseconds.
///
/// # Errors
///
/// A line that is something else.
pub fn read(text: &str) -> Result<Vec<Sum>, Reason> {
    let line = |line: &str| {
        let mut columns = line.split('\t');
        let name = columns.next()?.to_owned();
        let count = columns.next()?.parse().ok()?;
        let time = Duration::from_nanos(columns.next()?.parse().ok()?);
        Some(Sum { name, count, time })
    };
    text.lines()
        .map(|it| line(it).ok_or_else(|| format!("expected name, count and time, found `{it}`")))
        .collect()
}

/// The instructions of code, one after the other.
///
/// # Errors
///
/// Where there is none.
pub fn decode(target: &Target<'_>, code: &[u8]) -> Result<Vec<Inst>, Reason> {
    let mut insts = Vec::new();
    let mut at = 0;
    while at < code.len() {
        let inst = target.decode(&code[at..]);
        let inst =
            inst.map_err(|error| format!("offset {at:#x}: {}", error.display(target.tables())))?;
        insts.push(inst);
        at += inst.size();
    }
    Ok(insts)
}

/// Their statements, one a line.
///
/// # Errors
///
/// An instruction that the syntax cannot say.
pub fn lines(target: &Target<'_>, syntax: SyntaxId, insts: &[Inst]) -> Result<String, Reason> {
    let mut text = String::new();
    for &inst in insts {
        let printed = target.print(inst, syntax, &mut text);
        printed.map_err(|error| format!("{}: {error:?}", target.mnemonic(inst)))?;
        text.push('\n');
    }
    Ok(text)
}

/// Runs each engine once over all the code.
///
/// # Errors
///
/// If the code is not one instruction after the other, or an engine does not give what
/// another one was given.
pub fn measure(target: &Target<'_>, syntax: SyntaxId, code: &[u8]) -> Result<Vec<Sum>, Reason> {
    let mut copy = Sum::new("copy");
    let mut identify = Sum::new("identify");
    let mut decoded = Sum::new("decode");
    let mut operands = Sum::new("operands");
    let mut print = Sum::new("print");
    let mut encode = Sum::new("encode");
    let mut text = Sum::new("text");
    let mut parse = Sum::new("parse");

    let insts = decode(target, code)?;
    let mut bytes = code.to_vec();
    let mut read = insts.clone();
    read.truncate(BLOCK);
    let mut lines = vec![0; BLOCK * LINE];
    let mut at = 0;
    for block in insts.chunks(BLOCK) {
        let size: usize = block.iter().map(|inst| inst.size()).sum();
        let piece = &code[at..at + size];
        let here = &mut bytes[..size];
        let wrong = |engine: &str| format!("{engine}, code from {at:#x}: another result");

        copy.add(block.len(), || here.copy_from_slice(black_box(piece)));

        let found = identify.add(block.len(), || {
            let mut count = 0;
            let mut rest = black_box(piece);
            while let Some(found) = target.identify(rest) {
                count += usize::from(black_box(found.encoding) != u16::MAX);
                rest = &rest[usize::from(found.size)..];
            }
            count
        });
        check(found == block.len(), || wrong("identify"))?;

        let read = &mut read[..block.len()];
        decoded.add(block.len(), || {
            let mut rest = black_box(piece);
            for slot in &mut *read {
                let Ok(inst) = target.decode(rest) else { break };
                *slot = inst;
                rest = &rest[inst.size()..];
            }
        });
        check(*read == *block, || wrong("decode"))?;

        let found = operands.add(block.len(), || {
            let mut count = 0;
            let mut rest = black_box(piece);
            while let Ok(inst) = target.decode(rest) {
                for operand in target.operands(inst) {
                    black_box(operand.value);
                }
                count += 1;
                rest = &rest[inst.size()..];
            }
            count
        });
        check(found == block.len(), || wrong("operands"))?;

        let mut cursor = Cursor::new(&mut lines);
        print.add(block.len(), || {
            for &inst in black_box(block) {
                if target.print(inst, syntax, &mut cursor).is_err() {
                    break;
                }
                cursor.push_byte(b'\n');
            }
        });
        let printed = cursor.as_str().to_owned();
        check(printed.lines().count() == block.len(), || wrong("print"))?;

        let mut cursor = Cursor::new(&mut lines);
        text.add(block.len(), || {
            let mut rest = black_box(piece);
            while let Ok(inst) = target.decode(rest) {
                if target.print(inst, syntax, &mut cursor).is_err() {
                    break;
                }
                cursor.push_byte(b'\n');
                rest = &rest[inst.size()..];
            }
        });
        check(cursor.as_str() == printed, || wrong("text"))?;

        here.fill(0);
        encode.add(block.len(), || {
            let mut rest = &mut *here;
            for &inst in black_box(block) {
                let size = target.encode(inst, rest).unwrap_or(0);
                rest = &mut rest[size..];
            }
        });
        check(*here == *piece, || wrong("encode"))?;

        parse.add(block.len(), || {
            for (statement, slot) in black_box(&printed).lines().zip(&mut *read) {
                if let Ok(inst) = target.parse(statement, syntax) {
                    *slot = inst;
                }
            }
        });
        let same = read
            .iter()
            .zip(block)
            .all(|(a, b)| (a.bits(), a.literal()) == (b.bits(), b.literal()));
        check(same, || wrong("parse"))?;
        at += size;
    }
    Ok(vec![
        copy, identify, decoded, operands, print, encode, text, parse,
    ])
}

fn check(good: bool, wrong: impl FnOnce() -> Reason) -> Result<(), Reason> {
    match good {
        true => Ok(()),
        false => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Corpus, Source};

    #[test]
    fn every_engine_is_given_everything() {
        let corpus = Corpus::new(Source::Kernels, "gfx900", 5000);
        let sums = measure(&corpus.target, corpus.texts[0].syntax, &corpus.code);
        for sum in sums.expect("the code is good") {
            assert_eq!(sum.count, 5000, "{}", sum.name);
            assert!(sum.time > Duration::ZERO, "{}", sum.name);
            assert_eq!(read(&sum.line()), Ok(vec![sum]));
        }
    }

    #[test]
    fn code_that_is_none_has_a_place() {
        let corpus = Corpus::new(Source::Kernels, "gfx900", 10);
        let mut code = corpus.code.clone();
        let size = code.len();
        code.extend([0xff; 8]);
        let error = measure(&corpus.target, corpus.texts[0].syntax, &code);
        let error = error.unwrap_err();
        assert!(error.starts_with(&format!("offset {size:#x}: ")), "{error}");
    }

    #[test]
    fn lines_that_are_no_sums_are_shown() {
        let error = read("decode\t12\tmany").unwrap_err();
        assert_eq!(
            error,
            "expected name, count and time, found `decode\t12\tmany`"
        );
    }
}
