//! Our engines over a file of code, each by itself, in this process.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use isa_mc::{Cursor, Identity, Inst, Parser, SyntaxId, Target};

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

/// The instructions of code that a syntax can say, without what lies between them.
pub fn sayable(target: &Target<'_>, syntax: SyntaxId, code: &[u8]) -> Vec<u8> {
    let mut said = Vec::with_capacity(code.len());
    let mut at = 0;
    while at < code.len() {
        let rest = &code[at..];
        let inst = target.decode(rest);
        let size = inst.map_or(4, Inst::size).min(rest.len());
        let mut text = String::new();
        if inst.is_ok_and(|inst| target.print(inst, syntax, &mut text).is_ok()) {
            said.extend_from_slice(&rest[..size]);
        }
        at += size;
    }
    said
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

/// So many instructions of code.
struct Block<'c> {
    /// Where they begin.
    at: usize,
    bytes: &'c [u8],
    insts: &'c [Inst],
}

impl Block<'_> {
    /// Whether an engine gave what it should have.
    fn check(&self, engine: &str, good: bool) -> Result<(), Reason> {
        match good {
            true => Ok(()),
            false => Err(format!(
                "{engine}, code from {:#x}: another result",
                self.at
            )),
        }
    }
}

/// The blocks of code, of which these are the instructions.
fn blocks<'c>(insts: &'c [Inst], code: &'c [u8]) -> impl Iterator<Item = Block<'c>> {
    let mut end = 0;
    insts.chunks(BLOCK).map(move |insts| {
        let at = end;
        end += insts.iter().map(|inst| inst.size()).sum::<usize>();
        let bytes = &code[at..end];
        Block { at, bytes, insts }
    })
}

/// Runs each engine once over all the code, one engine after the other: no other one has
/// been at the caches of the processor when it comes to its next block. Only printing and
/// encoding take turns with decoding, as LLVM's have to.
///
/// # Errors
///
/// If the code is not one instruction after the other, or an engine does not give what
/// another one was given.
pub fn measure(target: &Target<'_>, syntax: SyntaxId, code: &[u8]) -> Result<Vec<Sum>, Reason> {
    let insts = decode(target, code)?;
    let mut read = insts.clone();
    read.truncate(BLOCK);
    let mut bytes = code.to_vec();
    let mut lines = vec![0; BLOCK * LINE];

    let mut copy = Sum::new("copy");
    for block in blocks(&insts, code) {
        let here = &mut bytes[..block.bytes.len()];
        copy.add(block.insts.len(), || {
            here.copy_from_slice(black_box(block.bytes));
        });
    }

    let mut identify = Sum::new("identify");
    let mut found = vec![Identity::default(); BLOCK];
    for block in blocks(&insts, code) {
        let found = &mut found[..block.insts.len()];
        let walked = identify.add(block.insts.len(), || {
            target.identify_all(black_box(block.bytes), found)
        });
        block.check("identify", walked.size == block.bytes.len())?;
        let same = |(a, b): (&Identity, &Inst)| {
            (a.encoding, usize::from(a.size)) == (b.encoding(), b.size())
        };
        block.check("identify", found.iter().zip(block.insts).all(same))?;
    }

    let mut decoded = Sum::new("decode");
    for block in blocks(&insts, code) {
        let read = &mut read[..block.insts.len()];
        decoded.add(block.insts.len(), || {
            decode_block(target, black_box(block.bytes), read);
        });
        block.check("decode", *read == *block.insts)?;
    }

    let mut operands = Sum::new("operands");
    for block in blocks(&insts, code) {
        let found = operands.add(block.insts.len(), || {
            let mut count = 0;
            let mut rest = black_box(block.bytes);
            while let Ok(inst) = target.decode(rest) {
                for operand in target.operands(inst) {
                    black_box(operand.value);
                }
                count += 1;
                rest = &rest[inst.size()..];
            }
            count
        });
        block.check("operands", found == block.insts.len())?;
    }

    let mut print = Sum::new("print");
    let mut encode = Sum::new("encode");
    let mut printed = Vec::new();
    for block in blocks(&insts, code) {
        let read = &mut read[..block.insts.len()];
        decode_block(target, block.bytes, read);
        let mut cursor = Cursor::new(&mut lines);
        print.add(block.insts.len(), || {
            for &inst in black_box(&*read) {
                if target.print(inst, syntax, &mut cursor).is_err() {
                    break;
                }
                cursor.push_byte(b'\n');
            }
        });
        let text = cursor.as_str().to_owned();
        block.check("print", text.lines().count() == block.insts.len())?;
        printed.push(text);

        let here = &mut bytes[..block.bytes.len()];
        here.fill(0);
        encode.add(block.insts.len(), || {
            let mut rest = &mut *here;
            for &inst in black_box(&*read) {
                let size = target.encode(inst, rest).unwrap_or(0);
                rest = &mut rest[size..];
            }
        });
        block.check("encode", *here == *block.bytes)?;
    }

    let mut text = Sum::new("text");
    for (block, printed) in blocks(&insts, code).zip(&printed) {
        let mut cursor = Cursor::new(&mut lines);
        text.add(block.insts.len(), || {
            let mut rest = black_box(block.bytes);
            while let Ok(inst) = target.decode(rest) {
                if target.print(inst, syntax, &mut cursor).is_err() {
                    break;
                }
                cursor.push_byte(b'\n');
                rest = &rest[inst.size()..];
            }
        });
        block.check("text", cursor.as_str() == printed)?;
    }

    let same = |(a, b): (&Inst, &Inst)| (a.bits(), a.literal()) == (b.bits(), b.literal());
    let mut parse = Sum::new("parse");
    for (block, printed) in blocks(&insts, code).zip(&printed) {
        let read = &mut read[..block.insts.len()];
        parse.add(block.insts.len(), || {
            for (statement, slot) in black_box(printed).lines().zip(&mut *read) {
                if let Ok(inst) = target.parse(statement, syntax) {
                    *slot = inst;
                }
            }
        });
        block.check("parse", read.iter().zip(block.insts).all(same))?;
    }

    let mut parsed = Sum::new("parser");
    let mut parser = Parser::new(*target, syntax);
    for (block, printed) in blocks(&insts, code).zip(&printed) {
        let read = &mut read[..block.insts.len()];
        parsed.add(block.insts.len(), || {
            for (statement, slot) in black_box(printed).lines().zip(&mut *read) {
                if let Ok(inst) = parser.parse(statement) {
                    *slot = inst;
                }
            }
        });
        block.check("parser", read.iter().zip(block.insts).all(same))?;
    }

    Ok(vec![
        copy, identify, decoded, operands, print, encode, text, parsed, parse,
    ])
}

/// As many instructions at the front of code as there is room for.
fn decode_block(target: &Target<'_>, code: &[u8], insts: &mut [Inst]) {
    let mut rest = code;
    for slot in insts {
        let Ok(inst) = target.decode(rest) else { break };
        *slot = inst;
        rest = &rest[inst.size()..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isa_test_support::corpus::{Corpus, Source};

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
