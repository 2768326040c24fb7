//! The engines of byte streams over 20,000 instructions of vISA a pass: the
//! stored vectors of version 4.1, in an order without a pattern.
//!
//! ```text
//! cargo bench -p isa-tests --bench streams             measures
//! cargo bench -p isa-tests --bench streams -- --test   runs everything once
//! ```
//!
//! A pass of 1 ms is 50 ns per instruction.

use std::hint::black_box;
use std::path::Path;
use std::sync::OnceLock;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use isa_mc::{Cursor, StreamInst, StreamTarget, SyntaxId};
use isa_tests::machine::visa;
use isa_tests::oracle::unhex;
use isa_tests::random::Random;

fn main() {
    divan::main();
}

/// Instructions of a pass.
const COUNT: usize = 20_000;

/// Room for the longest statement and its end of line.
const LINE: usize = 1024;

/// Instructions in memory, as bytes and as text.
struct Corpus {
    target: StreamTarget<'static>,
    syntax: SyntaxId,
    insts: Vec<StreamInst>,
    code: Vec<u8>,
    lines: String,
}

fn corpus() -> &'static Corpus {
    static CORPUS: OnceLock<Corpus> = OnceLock::new();
    CORPUS.get_or_init(|| {
        let target = StreamTarget::new(visa(), "visa4.1").expect("a processor");
        let syntax = target.syntax("visa").expect("a syntax");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/visa");
        let mut files: Vec<_> = std::fs::read_dir(folder)
            .expect("the folder of vectors")
            .map(|entry| entry.expect("an entry").path())
            .collect();
        files.sort();
        let mut known = Vec::new();
        for file in files {
            let lines = std::fs::read_to_string(file).expect("a file of vectors");
            for line in lines.lines() {
                let mut columns = line.split('\t');
                if let (Some("visa4.1"), Some(_), Some(code)) =
                    (columns.next(), columns.next(), columns.next())
                {
                    known.push(unhex(code).expect("hexadecimal"));
                }
            }
        }
        let mut random = Random::new(1);
        let mut corpus = Corpus {
            target,
            syntax,
            insts: Vec::new(),
            code: Vec::new(),
            lines: String::new(),
        };
        for _ in 0..COUNT {
            // Its text is printed, not the stored one: some of those are as
            // people write them.
            let code = &known[random.below(known.len())];
            let inst = target.decode(code).expect("an instruction");
            let printed = target.print(inst, syntax, &mut corpus.lines);
            printed.expect("an instruction that has a text");
            corpus.insts.push(inst);
            corpus.code.extend(code);
            corpus.lines.push('\n');
        }
        corpus
    })
}

/// Bytes to instructions in memory.
#[divan::bench]
fn decode(bencher: Bencher) {
    let corpus = corpus();
    let mut insts = corpus.insts.clone();
    bencher
        .counter(ItemsCount::new(COUNT))
        .counter(BytesCount::new(corpus.code.len()))
        .bench_local(|| {
            let mut code = black_box(&corpus.code[..]);
            for slot in &mut insts {
                let Ok(inst) = corpus.target.decode(code) else {
                    break;
                };
                *slot = inst;
                code = &code[inst.size()..];
            }
            assert!(code.is_empty());
        });
    assert!(insts == corpus.insts);
}

/// Instructions in memory to bytes.
#[divan::bench]
fn encode(bencher: Bencher) {
    let corpus = corpus();
    let mut code = corpus.code.clone();
    bencher
        .counter(ItemsCount::new(COUNT))
        .counter(BytesCount::new(corpus.code.len()))
        .bench_local(|| {
            let mut at = 0;
            for &inst in black_box(&corpus.insts[..]) {
                at += corpus.target.encode(inst, &mut code[at..]).unwrap_or(0);
            }
            assert!(at == code.len());
        });
    assert!(code == corpus.code);
}

/// Instructions in memory to text.
#[divan::bench]
fn print(bencher: Bencher) {
    let corpus = corpus();
    let mut buffer = vec![0; corpus.lines.len() + LINE];
    let mut print = || {
        let mut cursor = Cursor::new(&mut buffer);
        for &inst in black_box(&corpus.insts[..]) {
            let printed = corpus.target.print(inst, corpus.syntax, &mut cursor);
            if printed.is_err() {
                break;
            }
            cursor.push_byte(b'\n');
        }
        cursor.len()
    };
    bencher
        .counter(ItemsCount::new(COUNT))
        .counter(BytesCount::new(corpus.lines.len()))
        .bench_local(|| assert!(print() == corpus.lines.len()));
    let len = print();
    assert!(buffer[..len] == *corpus.lines.as_bytes());
}

/// Text to instructions in memory.
#[divan::bench]
fn parse(bencher: Bencher) {
    let corpus = corpus();
    let statements: Vec<&str> = corpus.lines.lines().collect();
    let mut insts = corpus.insts.clone();
    bencher
        .counter(ItemsCount::new(COUNT))
        .counter(BytesCount::new(corpus.lines.len()))
        .bench_local(|| {
            for (statement, slot) in black_box(&statements[..]).iter().zip(&mut insts) {
                if let Ok(inst) = corpus.target.parse(statement, corpus.syntax) {
                    *slot = inst;
                }
            }
        });
    assert!(insts == corpus.insts);
}
