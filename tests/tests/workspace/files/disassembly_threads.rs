//! Large files as text, in parts and on many threads: the parts are cut where nothing
//! goes over their ends, and statements begin where they begin without parts.

use std::fmt::Write as _;

use isa_mc::disasm::Disassembler;
use isa_mc::dump::{Code, Dumper};
use isa_mc::gcn::{self, syntax};
use isa_test_support::corpus;
use isa_test_support::objects::Contents;
use isa_test_support::random::Random;
use isa_test_support::round_trip::assemble;

/// The text of a file.
fn text(file: &[u8], threads: usize, shows_bytes: bool) -> String {
    let target = gcn::target("gfx900").expect("a processor");
    let mut disassembler = Disassembler::new(target, syntax::LLVM, gcn::SUPPORT).threads(threads);
    if shows_bytes {
        disassembler = disassembler.shows_bytes();
    }
    let mut text = Vec::new();
    let disassembly = disassembler.read(file).expect("an object");
    disassembly.write_text(&mut text).expect("room");
    String::from_utf8(text).expect("text")
}

/// The listing of a file.
fn listing(file: &[u8], threads: usize) -> Vec<u8> {
    let target = gcn::target("gfx900").expect("a processor");
    let dumper = Dumper::new(target, syntax::LLVM, gcn::SUPPORT).threads(threads);
    let dump = dumper.read(file).expect("an object");
    let mut text = Vec::new();
    let written = dump.code(&Code::default(), &mut text);
    assert_eq!(written.expect("room"), Vec::<String>::new());
    text
}

fn object(source: &str) -> Vec<u8> {
    assemble("gfx900", syntax::LLVM, source.as_bytes()).expect("a source without errors")
}

/// Words that are instructions of any size or none, so that a thread that begins anywhere
/// is wrong for a while; and whatever may lie across the end of a part: data in code,
/// padding, relocations of words that are no instructions, symbols in literals.
fn mixed(words: usize) -> String {
    let mut random = Random::new(7);
    let mut source = String::from(".text\n.p2align 8\n");
    for at in 0..words {
        let number = random.word() as u32;
        // A string takes everything.
        let _ = match random.word() % 400 {
            0 => writeln!(source, ".p2align {}", 3 + number % 6),
            1 => writeln!(source, ".rept {}\ns_nop 0\n.endr", number % 3000),
            2 => writeln!(source, ".globl global_{at}\nglobal_{at}:"),
            3 => writeln!(source, "local_{at}:\n s_branch local_{at}"),
            4 => writeln!(source, "s_add_u32 s4, s5, elsewhere@rel32@lo+{at}"),
            5 => writeln!(source, ".quad elsewhere+{at}"),
            6 => writeln!(source, ".byte 1, 2, 3\n.p2align 2"),
            7 => writeln!(
                source,
                ".type data_{at},@object\n.size data_{at}, {size}\ndata_{at}:\n.zero {size}, 7",
                size = 1 + number % 5000
            ),
            8 => writeln!(source, "s_cbranch_scc0 .Lto_{at}\nv_nop\n.Lto_{at}:"),
            9..100 => writeln!(source, ".long 0xbf800000"),
            100..200 => writeln!(source, "v_add_f32_e32 v1, {number:#x}, v2"),
            _ => writeln!(source, ".long {number:#x}"),
        };
    }
    source
}

/// The text does not depend on the number of threads, and means the same object.
#[test]
fn threads_write_the_same() {
    for (number, source) in [mixed(150_000), corpus::listing("gfx900", 140_000)]
        .iter()
        .enumerate()
    {
        let file = object(source);
        assert!(file.len() > 600_000, "{number}: {} bytes", file.len());
        let one = text(&file, 1, false);
        for threads in [2, 3, 7] {
            let many = text(&file, threads, false);
            // The first line that differs is looked for where one does.
            if one != many {
                let mut lines = one.lines().zip(many.lines());
                let differing = lines.find(|(one, many)| one != many);
                panic!("{number}: {threads} threads: {differing:?}");
            }
        }
        assert!(
            text(&file, 1, true) == text(&file, 2, true),
            "{number}: with bytes"
        );
        let listed = listing(&file, 1);
        for threads in [2, 7] {
            let is_same = listing(&file, threads) == listed;
            assert!(is_same, "{number}: listed by {threads} threads");
        }
        let read = |file: &[u8]| Contents::read(file).expect("an object");
        let wrong = read(&file).differences(&read(&object(&one)));
        assert!(wrong.is_empty(), "{number}:\n{}", wrong.join("\n"));
    }
}

/// Statements begin where each one ends before it, also behind a place where a part of
/// the file begins in the middle of an instruction.
#[test]
fn parts_begin_where_statements_do() {
    let mut random = Random::new(3);
    let mut source = String::from(".text\n");
    for _ in 0..200_000 {
        let number = random.word() as u32;
        // A string takes everything.
        let _ = match number % 4 {
            // One that is 8 bytes long, whose second half is an instruction too.
            0 => writeln!(source, "v_add_f32_e32 v1, 0x7e020300, v2"),
            _ => writeln!(source, ".long {number:#x}"),
        };
    }
    let file = object(&source);
    let target = gcn::target("gfx900").expect("a processor");
    let disassembler = Disassembler::new(target, syntax::LLVM, gcn::SUPPORT);
    let disassembly = disassembler.read(&file).expect("an object");
    let mnemonic = |line: &str| line.split_whitespace().next().unwrap_or("").to_owned();
    let mut plain = Vec::new();
    let taken = disassembly.statements(|statement| {
        plain.push(mnemonic(&String::from_utf8_lossy(statement.text)));
        Ok::<(), ()>(())
    });
    assert_eq!(taken, Ok(()));
    for threads in [1, 2] {
        let text = text(&file, threads, false);
        let code = text.lines().skip_while(|line| *line != "\t.text").skip(1);
        let lines = code.filter(|line| line.starts_with('\t') && !line.starts_with("\t.p2align"));
        let found: Vec<String> = lines.map(mnemonic).collect();
        assert_eq!(found.len(), plain.len(), "{threads} threads");
        let differing = found
            .iter()
            .zip(&plain)
            .position(|(one, other)| one != other);
        assert_eq!(differing, None, "{threads} threads");
    }
}
