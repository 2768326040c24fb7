//! No bit is lost and none is made up: an instruction comes back from its text
//! to the same bytes, or is no instruction.

use isa_mc::Target;
use isa_test_support::exhaustive;
use isa_test_support::machine::{gcn, lowered_gcn, lowered_visa, visa};
use isa_test_support::oracle::{Engine, hex};
use isa_test_support::report::Report;
use isa_test_support::sample::Sample;

/// Every value of the bits of the FLAT format that choose an instruction or
/// are modifiers: opcode, reserved bit, slc, glc, seg, lds, the sign bit of
/// the offset, and bit 55. With and without an operand in every other field,
/// so that fields which an instruction does not use are set, too. A sample has one of eight.
#[test]
fn every_opcode_with_every_modifier_bit() {
    const FREE: [u32; 17] = [
        12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 55, 3, 63,
    ];
    const OTHERS: [u64; 4] = [
        0x017f_0002 << 32,        // vdst, no saddr, vaddr
        0x0104_0502 << 32,        // vdst, saddr, vdata, vaddr
        0x007f_0502 << 32,        // vdata, no saddr, vaddr
        0x0000_0502 << 32 | 0x28, // vdata, vaddr, an offset
    ];
    let mut sample = Sample::of_this_run();
    let mut report = Report::default();
    let mut printed = 0;
    for (cpu, syntax) in [
        ("gfx700", "llvm"),
        ("gfx803", "clrx"),
        ("gfx900", "llvm"),
        ("gfx900", "clrx"),
    ] {
        let engine = Engine::new(gcn(), cpu, syntax).expect("both are known");
        for choice in (0..4_u64 << FREE.len()).filter(|_| sample.takes(8)) {
            let bits = FREE
                .iter()
                .enumerate()
                .fold(0, |bits, (at, &bit)| bits | (choice >> (at + 2) & 1) << bit);
            let word = 0b11_0111 << 26 | bits | OTHERS[choice as usize % 4];
            let bytes = word.to_le_bytes();
            let again = engine.recode(&bytes);
            report.check(again.is_none_or(|again| again == bytes), || {
                format!("{cpu} {} is not encoded again", hex(&bytes))
            });
            let Some(text) = engine.disassemble(&bytes) else {
                continue;
            };
            printed += 1;
            let again = engine.assemble(&text);
            let same = again.as_ref().is_ok_and(|(again, _)| *again == bytes);
            report.check(same, || {
                format!("{cpu} {syntax} {} `{text}` {again:x?}", hex(&bytes))
            });
        }
    }
    // Most choices are no instruction; that some are must not change unseen.
    assert!(
        printed > sample.amount(1_250, 10_000),
        "{printed} were instructions"
    );
    report.finish(sample.amount(250_000, 2_000_000));
}

/// The same of scalar memory. SMRD whole: every opcode with every offset, and
/// behind it what may be a literal. A sample has one of four.
#[test]
fn every_scalar_read_of_one_word() {
    const REGISTERS: [u64; 4] = [
        2 << 9,               // s0, s[4:5]
        6 << 15 | 2 << 9,     // s6
        0x7e << 15 | 3 << 9,  // exec_lo, a base that is no buffer
        0x7c << 15 | 62 << 9, // m0, m0
    ];
    const LITERALS: [u64; 4] = [0, 255, 256, 0xffff_ffff];
    let mut sample = Sample::of_this_run();
    let mut report = Report::default();
    let mut printed = 0;
    for (cpu, syntax) in syntaxes(&["gfx600", "gfx700"]) {
        let engine = Engine::new(gcn(), cpu, syntax).expect("both are known");
        for choice in (0..1_u64 << 18).filter(|_| sample.takes(4)) {
            let low = choice & 0x1ff | (choice >> 9 & 31) << 22;
            let word = 0b11000 << 27 | low | REGISTERS[(choice >> 14 & 3) as usize];
            let bits = word | LITERALS[(choice >> 16) as usize] << 32;
            printed += keeps_its_bits(&engine, bits, &mut report);
        }
    }
    assert!(
        printed > sample.amount(12_500, 50_000),
        "{printed} were instructions"
    );
    report.finish(sample.amount(25_000, 100_000));
}

/// SMEM: opcode, modifiers, reserved bits, and the highest and lowest bits of
/// what may be an offset or a register. A sample has one of eight.
#[test]
fn every_scalar_opcode_with_every_modifier_bit() {
    const FREE: [u32; 20] = [
        13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 32, 39, 51, 52, 53, 57, 63,
    ];
    const REGISTERS: [u64; 4] = [2, 6 << 6 | 2, 0x7e << 6 | 3, 0x7c << 6 | 0x3e];
    let mut sample = Sample::of_this_run();
    let mut report = Report::default();
    let mut printed = 0;
    for (cpu, syntax) in syntaxes(&["gfx803", "gfx900"]) {
        let engine = Engine::new(gcn(), cpu, syntax).expect("both are known");
        for choice in (0..1_u64 << FREE.len()).filter(|_| sample.takes(8)) {
            let free = FREE.iter().enumerate();
            let bits = free.fold(0, |bits, (at, &bit)| bits | (choice >> at & 1) << bit);
            let registers = REGISTERS[(choice % 4) as usize];
            let bits = 0b11_0000 << 26 | bits | registers;
            printed += keeps_its_bits(&engine, bits, &mut report);
        }
    }
    assert!(
        printed > sample.amount(1_250, 10_000),
        "{printed} were instructions"
    );
    report.finish(sample.amount(6_250, 50_000));
}

fn syntaxes<'a>(processors: &[&'a str]) -> Vec<(&'a str, &'static str)> {
    let both = |&cpu: &&'a str| ["llvm", "clrx"].map(|syntax| (cpu, syntax));
    processors.iter().flat_map(both).collect()
}

/// Checks the instruction that the bits begin with, if there is one; gives how
/// many texts that made.
fn keeps_its_bits(engine: &Engine, bits: u64, report: &mut Report) -> usize {
    let bytes = bits.to_le_bytes();
    let Some(again) = engine.recode(&bytes) else {
        return 0;
    };
    report.check(bytes.starts_with(&again), || {
        format!("{} is encoded as {}", hex(&bytes), hex(&again))
    });
    let Some(text) = engine.disassemble(&again) else {
        return 0;
    };
    let read = engine.assemble(&text);
    let same = read.as_ref().is_ok_and(|(read, _)| *read == again);
    report.check(same, || format!("{} `{text}` {read:x?}", hex(&again)));
    1
}

/// Words from the whole of 2^32, on one processor of every architecture and set
/// of features, in every syntax. `cargo run --release -p isa-tests --bin
/// exhaustive` tries all of them.
#[test]
fn words_of_the_whole_range_keep_their_bits() {
    // A prime: every bit of the word varies.
    const STRIDE: u64 = 40_009;
    let mut seen = Vec::new();
    for processor in gcn().processors {
        let sort = (processor.arch, processor.features);
        if seen.contains(&sort) {
            continue;
        }
        seen.push(sort);
        let target = Target::new(gcn(), gcn().text(processor.name)).expect("a processor");
        for (syntax, _) in target.syntaxes() {
            let counts = exhaustive::all(&target, syntax, STRIDE, &|_| {});
            assert_eq!(counts.lost, 0, "{:#?}", counts.shown);
            assert_eq!(counts.words(), (1_u64 << 32).div_ceil(STRIDE));
            assert!(counts.said > 100, "{counts:?}");
        }
    }
    assert!(seen.len() >= 5, "{} sorts of processors", seen.len());
}

/// What a user links is what the tests of the language look at.
#[test]
fn the_macro_writes_out_what_lowering_makes() {
    for (tables, linked) in [(lowered_gcn(), gcn()), (lowered_visa(), visa())] {
        assert!(tables.view() == *linked, "{} differs", linked.title);
    }
}
