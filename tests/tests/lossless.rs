//! No bit is lost and none is made up: an instruction comes back from its text
//! to the same bytes, or is no instruction.

use std::path::Path;

use isa_tests::machine::{gcn, visa};
use isa_tests::oracle::{Engine, hex};
use isa_tests::report::Report;

/// Every value of the bits of the FLAT format that choose an instruction or
/// are modifiers: opcode, reserved bit, slc, glc, seg, lds, the sign bit of
/// the offset, and bit 55. With and without an operand in every other field,
/// so that fields which an instruction does not use are set, too.
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
    let mut report = Report::default();
    let mut printed = 0;
    for (cpu, syntax) in [
        ("gfx700", "llvm"),
        ("gfx803", "clrx"),
        ("gfx900", "llvm"),
        ("gfx900", "clrx"),
    ] {
        let engine = Engine::new(gcn(), cpu, syntax).expect("both are known");
        for choice in 0..4_u64 << FREE.len() {
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
    assert!(printed > 10_000, "{printed} were instructions");
    report.finish(2_000_000);
}

/// What a user links is what the tests of the language look at.
#[test]
fn the_macro_writes_out_what_lowering_makes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../defs");
    for (file, linked) in [("gcn.isa", gcn()), ("visa.isa", visa())] {
        let tables = isa_dsl::compile_file(&folder.join(file)).tables();
        let tables = tables.unwrap_or_else(|errors| panic!("{errors}"));
        assert_eq!(format!("{:?}", tables.view()), format!("{linked:?}"));
    }
}
