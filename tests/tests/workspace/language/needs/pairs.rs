//! Instructions that are two in one.

use std::path::Path;

use isa_dsl::compile_file;
use isa_mc::Target;
use isa_mc::exec::InMemory;

use super::assemble;

/// Every half of one side with every half of the other: text, bits, and where it exists.
#[test]
fn a_pair_is_written_as_both_halves() {
    let on = |cpu, text| assemble("pairs", cpu, "plain", text);
    let word = |fields: [u32; 7]| {
        let [parity, a, b, src_a, src_b, with, opcode] = fields;
        let low = parity | a << 1 | b << 5 | src_a << 9 | src_b << 15;
        (low | with << 21 | opcode << 29).to_le_bytes().to_vec()
    };
    for (cpu, text, bytes) in [
        (
            "old1",
            "add r2, r5, r8 :: sub r7, r6, r10",
            word([0, 1, 3, 5, 6, 4 | 5 << 4, 1]),
        ),
        (
            "new1",
            "add r3, 15, r8 :: less r6, 15, r10",
            word([1, 1, 3, 47, 47, 4 | 5 << 4, 1]),
        ),
        (
            "old1",
            "sub r31, r5, r0 :: mov r30, r6",
            word([1, 15, 15, 5, 6, 0, 6]),
        ),
    ] {
        assert_eq!(on(cpu, text), Ok((bytes, text.to_owned())));
    }
    // Both may have the literal, and another one has no place.
    let text = "add r2, 0x1234, r8 :: pick r3, r10, 0x1234";
    let (bytes, printed) = on("new1", text).expect(text);
    assert_eq!((bytes.len(), printed.as_str()), (8, text));
    assert!(on("new1", "add r2, 0x1235, r8 :: pick r3, r10, 0x1234").is_err());
    // White space around the text between them does not matter.
    let close = "add r2, r5, r8::mov r7, r6";
    assert_eq!(
        on("new1", close).map(|it| it.1),
        Ok("add r2, r5, r8 :: mov r7, r6".to_owned())
    );
    for (cpu, text) in [
        // One destination is even, the other one odd.
        ("old1", "add r2, r5, r8 :: sub r6, r6, r10"),
        ("old1", "add r3, r5, r8 :: sub r7, r6, r10"),
        // A class in steps of two.
        ("old1", "add r2, r5, r9 :: sub r7, r6, r10"),
        // Rules of both halves, of those that have the operands.
        ("old1", "add r2, r5, r8 :: sub r7, r5, r10"),
        ("old1", "add r2, r5, r8 :: sub r7, r6, r8"),
        // Halves that are not there, alone, or not on this side.
        ("new1", "add r2, r5, r8 :: sub r7, r6, r10"),
        ("new1", "add r2, r5, r8"),
        ("new1", "mov r2, r5 :: add r7, r6, r10"),
        // A feature that all of them need.
        ("new2", "add r2, r5, r8 :: mov r7, r6"),
    ] {
        assert!(on(cpu, text).is_err(), "{cpu}: {text}");
    }
    let said = on("old1", "add r2, r5, r8 :: sub r7, r6, r8");
    assert_eq!(said, Err("both read one register".into()));
}

/// What both halves do is done, and neither sees what the other one writes.
#[test]
fn both_halves_read_before_either_writes() {
    let compilation = compile_file(Path::new("language/pairs.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    let target = Target::new(&view, "new1").expect("a processor");
    let syntax = target.syntax("plain").expect("a syntax");
    for (text, carry, even, odd) in [
        ("add r2, r3, r4 :: mov r3, r2", 0, 2 + 30 + 400, 2),
        ("add r2, r3, r4 :: add r3, r2, r6", 0, 432, 30 + 2 + 5000),
        ("add r3, r2, r4 :: mov r2, r3", 0, 30, 30 + 2 + 400),
        ("add r2, 7, r4 :: pick r3, r6, 0x99", 1, 409, 5000),
        ("add r2, 7, r4 :: pick r3, r6, 0x99", 2, 409, 0x99),
    ] {
        let mut machine = InMemory::new(&target);
        for (name, value) in [
            ("r2", 2),
            ("r3", 30),
            ("r4", 400),
            ("r6", 5000),
            ("r31", carry),
        ] {
            machine.set_register(name, &[value]).expect("a register");
        }
        let inst = target.parse(text, syntax).expect(text);
        target.execute(inst, &mut machine).expect(text);
        let found = ["r2", "r3"].map(|name| machine.register(name).expect("a register"));
        assert_eq!(found, [vec![even], vec![odd]], "{text}");
    }
    // Both names are a name in programs, and what it reads follows from both.
    let named = |name: &str| {
        let mut rows = view.instructions.iter();
        rows.find(|it| view.text(it.name) == name).copied()
    };
    let row = named("add_pick").expect("a row");
    assert_eq!(view.text(row.doc), "Adds both.");
    assert!(view.text(row.operation).contains("DST_B ="));
    assert!(named("sub_less").is_none());
}
