//! The engines over 100,000 instructions a pass: the code of kernels that clang compiled,
//! and the stored vectors in an order without a pattern.
//!
//! ```text
//! cargo bench -p isa-tests --bench engines             measures
//! cargo bench -p isa-tests --bench engines -- --test   runs everything once
//! ```
//!
//! A pass of 1 ms is 10 ns per instruction. Everything runs on one core, over
//! memory that was allocated before.

use std::hint::black_box;
use std::sync::OnceLock;

use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use isa_mc::{Cursor, Identity, Inst, Parser};
use isa_test_support::corpus::{Corpus, Source, Text};

fn main() {
    divan::main();
}

/// Instructions of a pass.
const COUNT: usize = 100_000;

/// Room for the longest statement and its end of line.
const LINE: usize = 256;

/// What is measured.
#[derive(Debug, Clone, Copy)]
struct Case {
    name: &'static str,
    source: Source,
    cpu: &'static str,
    index: usize,
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

const CASES: [Case; 5] = [
    case("kernels-gfx900", Source::Kernels, "gfx900", 0),
    case("kernels-gfx803", Source::Kernels, "gfx803", 1),
    case("kernels-gfx700", Source::Kernels, "gfx700", 2),
    case("vectors-gfx900", Source::Vectors, "gfx900", 3),
    case("vectors-gfx1030", Source::Vectors, "gfx1030", 4),
];

/// Those of processors that the second syntax knows.
const CLRX_CASES: &[Case] = CASES.split_at(4).0;

const fn case(name: &'static str, source: Source, cpu: &'static str, index: usize) -> Case {
    Case {
        name,
        source,
        cpu,
        index,
    }
}

fn corpus(case: Case) -> &'static Corpus {
    static CORPORA: [OnceLock<Corpus>; CASES.len()] = [const { OnceLock::new() }; CASES.len()];
    CORPORA[case.index].get_or_init(|| Corpus::new(case.source, case.cpu, COUNT))
}

/// Bytes to instructions in memory.
#[divan::bench(args = CASES)]
fn decode(bencher: Bencher, case: Case) {
    let corpus = corpus(case);
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

/// Bytes to which instruction it is and its size, and nothing else.
#[divan::bench(args = CASES)]
fn identify(bencher: Bencher, case: Case) {
    let corpus = corpus(case);
    let mut found = vec![Identity::default(); COUNT];
    let mut identify = || {
        let code = black_box(&corpus.code[..]);
        let walked = corpus.target.identify_all(code, &mut found);
        black_box(&found);
        walked.count
    };
    bencher
        .counter(ItemsCount::new(COUNT))
        .counter(BytesCount::new(corpus.code.len()))
        .bench_local(|| assert!(identify() == COUNT));
}

/// Bytes to every operand as a value.
#[divan::bench(args = CASES)]
fn decode_operands(bencher: Bencher, case: Case) {
    let corpus = corpus(case);
    let decode = || {
        let mut values = 0;
        let mut code = black_box(&corpus.code[..]);
        while let Ok(inst) = corpus.target.decode(code) {
            for operand in corpus.target.operands(inst) {
                values += usize::from(black_box(operand.value).is_some());
            }
            code = &code[inst.size()..];
        }
        values
    };
    bencher
        .counter(ItemsCount::new(COUNT))
        .counter(BytesCount::new(corpus.code.len()))
        .bench_local(|| assert!(decode() > COUNT));
}

/// Instructions in memory to bytes.
#[divan::bench(args = CASES)]
fn encode(bencher: Bencher, case: Case) {
    let corpus = corpus(case);
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

fn print(bencher: Bencher, corpus: &Corpus, text: &Text) {
    let mut buffer = vec![0; text.lines.len() + LINE];
    let mut print = || {
        let mut cursor = Cursor::new(&mut buffer);
        for &inst in black_box(&corpus.insts[..]) {
            if corpus.target.print(inst, text.syntax, &mut cursor).is_err() {
                break;
            }
            cursor.push_byte(b'\n');
        }
        cursor.len()
    };
    bencher
        .counter(ItemsCount::new(COUNT))
        .counter(BytesCount::new(text.lines.len()))
        .bench_local(|| assert!(print() == text.lines.len()));
    let len = print();
    assert!(buffer[..len] == *text.lines.as_bytes());
}

/// Instructions in memory to text.
#[divan::bench(args = CASES)]
fn print_llvm(bencher: Bencher, case: Case) {
    let corpus = corpus(case);
    print(bencher, corpus, &corpus.texts[0]);
}

/// The same in the other syntax.
#[divan::bench(args = CLRX_CASES)]
fn print_clrx(bencher: Bencher, case: Case) {
    let corpus = corpus(case);
    print(bencher, corpus, &corpus.texts[1]);
}

/// The same to a string.
#[divan::bench(args = CASES)]
fn print_string(bencher: Bencher, case: Case) {
    let corpus = corpus(case);
    let text = &corpus.texts[0];
    let mut lines = String::with_capacity(text.lines.len() + 2 * LINE);
    bencher
        .counter(ItemsCount::new(COUNT))
        .counter(BytesCount::new(text.lines.len()))
        .bench_local(|| {
            lines.clear();
            for &inst in black_box(&corpus.insts[..]) {
                if corpus.target.print(inst, text.syntax, &mut lines).is_err() {
                    break;
                }
                lines.push('\n');
            }
            assert!(lines.len() == text.lines.len());
        });
    assert!(lines == text.lines);
}

/// Bytes to text.
#[divan::bench(args = CASES)]
fn decode_print(bencher: Bencher, case: Case) {
    let corpus = corpus(case);
    let text = &corpus.texts[0];
    let mut buffer = vec![0; text.lines.len() + LINE];
    bencher
        .counter(ItemsCount::new(COUNT))
        .counter(BytesCount::new(corpus.code.len()))
        .bench_local(|| {
            let mut code = black_box(&corpus.code[..]);
            let mut cursor = Cursor::new(&mut buffer);
            while let Ok(inst) = corpus.target.decode(code) {
                if corpus.target.print(inst, text.syntax, &mut cursor).is_err() {
                    break;
                }
                cursor.push_byte(b'\n');
                code = &code[inst.size()..];
            }
            assert!(cursor.len() == text.lines.len());
        });
}

fn parse(bencher: Bencher, corpus: &Corpus, text: &Text) {
    let statements: Vec<&str> = text.lines.lines().collect();
    let mut insts: Vec<Inst> = corpus.insts.clone();
    bencher
        .counter(ItemsCount::new(COUNT))
        .counter(BytesCount::new(text.lines.len()))
        .bench_local(|| {
            for (statement, slot) in black_box(&statements[..]).iter().zip(&mut insts) {
                if let Ok(inst) = corpus.target.parse(statement, text.syntax) {
                    *slot = inst;
                }
            }
        });
    assert!(insts == corpus.insts);
}

/// Text to instructions in memory.
#[divan::bench(args = CASES)]
fn parse_llvm(bencher: Bencher, case: Case) {
    let corpus = corpus(case);
    parse(bencher, corpus, &corpus.texts[0]);
}

/// The same with what mnemonics mean remembered.
#[divan::bench(args = CASES)]
fn parse_remembering(bencher: Bencher, case: Case) {
    let corpus = corpus(case);
    let text = &corpus.texts[0];
    let statements: Vec<&str> = text.lines.lines().collect();
    let mut insts: Vec<Inst> = corpus.insts.clone();
    let mut parser = Parser::new(corpus.target, text.syntax);
    bencher
        .counter(ItemsCount::new(COUNT))
        .counter(BytesCount::new(text.lines.len()))
        .bench_local(|| {
            for (statement, slot) in black_box(&statements[..]).iter().zip(&mut insts) {
                if let Ok(inst) = parser.parse(statement) {
                    *slot = inst;
                }
            }
        });
    assert!(insts == corpus.insts);
}

/// The same in the other syntax.
#[divan::bench(args = CLRX_CASES)]
fn parse_clrx(bencher: Bencher, case: Case) {
    let corpus = corpus(case);
    parse(bencher, corpus, &corpus.texts[1]);
}

/// Text to bytes.
#[divan::bench(args = CASES)]
fn parse_encode(bencher: Bencher, case: Case) {
    let corpus = corpus(case);
    let text = &corpus.texts[0];
    let statements: Vec<&str> = text.lines.lines().collect();
    let mut code = corpus.code.clone();
    bencher
        .counter(ItemsCount::new(COUNT))
        .counter(BytesCount::new(text.lines.len()))
        .bench_local(|| {
            let mut at = 0;
            for statement in black_box(&statements[..]) {
                let Ok(inst) = corpus.target.parse(statement, text.syntax) else {
                    break;
                };
                at += corpus.target.encode(inst, &mut code[at..]).unwrap_or(0);
            }
            assert!(at == code.len());
        });
    assert!(code == corpus.code);
}
