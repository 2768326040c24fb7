//! Large sources on many threads: what was read ahead is what would have been read in
//! order, and is nobody's where the order says that it is no code.

use std::fmt::Write as _;

use isa_mc::asm::Assembler;
use isa_mc::gcn::{self, syntax};
use isa_test_support::corpus;
use isa_test_support::random::Random;

/// Bytes of sources that are read ahead.
const LARGE: usize = 1_200_000;

/// What becomes of a source: the object, or the errors and warnings with their lines.
#[derive(Debug, PartialEq)]
enum Outcome {
    Object(Vec<u8>),
    Errors(Vec<String>),
}

fn outcome(source: &str, threads: usize) -> Outcome {
    let target = gcn::target("gfx900").expect("a processor");
    let assembly = Assembler::new(target, syntax::LLVM)
        .machine(gcn::SUPPORT)
        .externals()
        .threads(threads)
        .assemble("a.s", source.as_bytes());
    let texts = &assembly.texts;
    let told = assembly.errors.iter().chain(&assembly.warnings);
    let told = told.map(|it| format!("{}: {it}", texts.line(it.location)));
    match assembly.object() {
        Some(object) => Outcome::Object(object.to_elf().expect("an object")),
        None => Outcome::Errors(told.collect()),
    }
}

/// That many threads make of a source what one makes of it.
fn same(name: &str, source: &str) {
    let one = outcome(source, 1);
    for threads in [2, 5] {
        // Objects are too long to be shown.
        let many = outcome(source, threads);
        match (&one, &many) {
            (Outcome::Errors(one), Outcome::Errors(many)) => {
                assert_eq!(one, many, "{name}: {threads} threads");
            }
            _ => assert!(one == many, "{name}: {threads} threads"),
        }
    }
}

/// Lines of code between whatever may end a run of them, or take lines away: labels,
/// names, comments over lines, conditions, sections, macros, text that is no code.
fn mixed(bytes: usize) -> String {
    let mut random = Random::new(11);
    let mut source = String::from(".text\n");
    let comment = "-".repeat(300);
    for at in 0.. {
        if source.len() >= bytes {
            break;
        }
        let number = random.word() as u32;
        // A string takes everything.
        let _ = match random.word() % 300 {
            0 => writeln!(source, "local_{at}:\n\ts_branch local_{at}"),
            1 => writeln!(source, "/* a comment\n\ts_nop 1\n*/ s_nop 2"),
            2 => writeln!(source, "\ts_nop 3 /* and\n\ts_nop 4\n\tanother */"),
            3 => writeln!(
                source,
                ".if {}\n\ts_nop 5\n.else\n\ts_nop 6\n.endif",
                number % 2
            ),
            4 => writeln!(source, ".rept {}\n\ts_nop 7\n.endr", number % 9),
            5 => writeln!(source, ".data\n\t.long {number}\n.text"),
            6 => writeln!(
                source,
                "\ts_cbranch_scc0 .Lto_{at}\n\n \tv_nop\r\n.Lto_{at}:"
            ),
            7 => writeln!(source, "\ts_add_u32 s4, s5, elsewhere@rel32@lo+{at}"),
            8 => writeln!(source, "\ts_nop 1 ; a comment"),
            9 => writeln!(source, "number = {number}\n\ts_mov_b32 s1, number"),
            10 => writeln!(source, "1: s_nop 0\n\ts_cbranch_scc1 1b"),
            11..30 => writeln!(source, "; {comment}"),
            30..150 => writeln!(source, "\tv_add_f32_e32 v1, {number:#x}, v2"),
            _ => writeln!(source, "\ts_nop 0"),
        };
    }
    source
}

/// The object does not depend on the number of threads.
#[test]
fn threads_assemble_the_same() {
    let mixed = mixed(LARGE);
    assert!(matches!(outcome(&mixed, 1), Outcome::Object(_)));
    same("mixed", &mixed);
    let listing = corpus::listing("gfx900", 40_000);
    assert!(listing.len() > LARGE, "{} bytes", listing.len());
    assert!(matches!(outcome(&listing, 1), Outcome::Object(_)));
    same("a corpus", &listing);
}

/// Nor do errors, and what stands before code says whether it is code.
#[test]
fn what_stands_before_code_says_what_it_is() {
    let code = mixed(LARGE);
    for (name, before) in [
        ("a comment that nothing closes", "/*\n"),
        (
            "a macro of an instruction's name",
            ".macro s_nop n\n.long \\n\n.endm\n",
        ),
        ("a condition that nothing ends", ".if 0\n"),
        ("a section without contents", ".bss\n"),
        ("a name that is no name of code", "s_nop = 1\n"),
        ("the end", ".end\n"),
    ] {
        same(name, &format!("{before}{code}"));
    }
    let half = code.len() / 2;
    let half = code[half..].find('\n').map_or(half, |at| half + at + 1);
    let (front, back) = code.split_at(half);
    same("a comment", &format!("{front}/*\n{back}"));
    for wrong in [
        "\ts_nap 0\n",
        "\ts_nop 0x10000\n",
        "\u{1}\n",
        "\ts_nop \"\n",
    ] {
        let source = format!("{front}{wrong}{back}");
        assert!(
            matches!(outcome(&source, 1), Outcome::Errors(_)),
            "{wrong:?}"
        );
        same(wrong, &source);
    }
}
