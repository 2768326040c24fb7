//! The engines of byte streams over 20,000 instructions of vISA a pass: the
//! stored vectors of version 4.1, in an order without a pattern.
//!
//! ```text
//! cargo bench -p isa-tests --bench streams             measures
//! cargo bench -p isa-tests --bench streams -- --test   runs everything once
//! ```
//!
//! A pass of 1 ms is 50 ns per instruction. Behind the times stands what the engines of words
//! do in the same minute: how many bytes per second streams have of theirs, the median of
//! turns of both over 500 instructions.

use std::hint::black_box;
use std::path::Path;
use std::sync::OnceLock;
use std::time::Instant;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use isa_mc::{Cursor, StreamInst, StreamTarget, SyntaxId};
use isa_test_support::corpus::{self, Source};
use isa_test_support::machine::visa;
use isa_test_support::oracle::unhex;
use isa_test_support::random::Random;

fn main() {
    divan::main();
    let turns = match std::env::args().any(|it| it == "--test") {
        true => 1,
        false => 400,
    };
    beside_words(turns);
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

/// Instructions of a turn.
const TURN: usize = 500;

/// What streams must have of the bytes per second of words.
const GOAL: f64 = 0.25;

/// An engine of both kinds of machine: each does one turn and says how many bytes it was.
struct Engine<'a> {
    name: &'static str,
    streams: Box<dyn FnMut() -> usize + 'a>,
    words: Box<dyn FnMut() -> usize + 'a>,
}

/// Prints a table of engines, with the median of the ratios of that many turns.
fn beside_words(turns: usize) {
    let streams = corpus();
    let words = corpus::Corpus::new(Source::Vectors, "gfx900", COUNT);
    println!("\nbytes per second of streams (visa4.1) beside words (gfx900): {turns} turns");
    println!("engine   streams MB/s   words MB/s   median (least to most)   goal {GOAL}");
    for mut engine in engines(streams, &words) {
        let mut rows: Vec<[f64; 2]> = (0..turns)
            .map(|_| [&mut engine.streams, &mut engine.words].map(megabytes_per_second))
            .collect();
        let mut middle = |of: fn(&[f64; 2]) -> f64| {
            rows.sort_by(|a, b| of(a).total_cmp(&of(b)));
            [0, turns / 2, turns - 1].map(|at| of(&rows[at]))
        };
        let [_, of_streams, _] = middle(|row| row[0]);
        let [_, of_words, _] = middle(|row| row[1]);
        let [least, median, most] = middle(|row| row[0] / row[1]);
        let reached = match median >= GOAL {
            true => "reached",
            false => "NOT REACHED",
        };
        let name = engine.name;
        println!(
            "{name:8} {of_streams:12.1} {of_words:12.1}   {median:.2} ({least:.2} to {most:.2})   {reached}"
        );
    }
}

/// How fast a turn was.
fn megabytes_per_second(turn: &mut Box<dyn FnMut() -> usize + '_>) -> f64 {
    let start = Instant::now();
    let bytes = black_box(turn());
    f64::from(u32::try_from(bytes).unwrap_or(u32::MAX))
        / start.elapsed().as_secs_f64().max(1e-9)
        / 1e6
}

/// The instructions of one turn after the other, from the first again behind the last.
fn turns<'a, T>(all: &'a [T]) -> impl FnMut() -> &'a [T] + 'a {
    let mut at = 0;
    move || {
        let from = at;
        at = (at + TURN) % (all.len() - TURN + 1).max(1);
        &all[from..from + TURN]
    }
}

/// The engines over both corpora.
fn engines<'a>(streams: &'a Corpus, words: &'a corpus::Corpus) -> Vec<Engine<'a>> {
    /// The closures of one kind of machine: decode, print, parse, encode.
    macro_rules! engines_of {
        ($corpus:ident, $syntax:expr, $lines:expr) => {{
            let target = &$corpus.target;
            let syntax = $syntax;
            let statements: Vec<&str> = $lines.lines().collect();
            let mut parsed = 0;
            let mut buffer = vec![0; TURN * LINE];
            let mut code = vec![0; TURN * 128];
            let mut of_print = turns(&$corpus.insts);
            let mut of_encode = turns(&$corpus.insts);
            let mut decoded = 0;
            let all = &$corpus.code[..];
            let decode: Box<dyn FnMut() -> usize> = Box::new(move || {
                if all.len() - decoded < TURN * 128 {
                    decoded = 0;
                }
                let from = decoded;
                for _ in 0..TURN {
                    let Ok(inst) = target.decode(black_box(&all[decoded..])) else {
                        break;
                    };
                    decoded += inst.size();
                }
                decoded - from
            });
            let print: Box<dyn FnMut() -> usize> = Box::new(move || {
                let mut cursor = Cursor::new(&mut buffer);
                for &inst in black_box(of_print()) {
                    if target.print(inst, syntax, &mut cursor).is_err() {
                        break;
                    }
                    cursor.push_byte(b'\n');
                }
                cursor.len()
            });
            let parse: Box<dyn FnMut() -> usize> = Box::new(move || {
                let from = parsed;
                parsed = (parsed + TURN) % (statements.len() - TURN + 1);
                let mut len = 0;
                for statement in &statements[from..from + TURN] {
                    len += statement.len() + 1;
                    let _ = black_box(target.parse(black_box(statement), syntax));
                }
                len
            });
            let encode: Box<dyn FnMut() -> usize> = Box::new(move || {
                let mut at = 0;
                for &inst in black_box(of_encode()) {
                    at += target.encode(inst, &mut code[at..]).unwrap_or(0);
                }
                at
            });
            [decode, print, parse, encode]
        }};
    }
    let of_streams = engines_of!(streams, streams.syntax, streams.lines);
    let text = &words.texts[0];
    let of_words = engines_of!(words, text.syntax, text.lines);
    let names = ["decode", "print", "parse", "encode"];
    let pairs = of_streams.into_iter().zip(of_words);
    names
        .into_iter()
        .zip(pairs)
        .map(|(name, (streams, words))| Engine {
            name,
            streams,
            words,
        })
        .collect()
}
