//! What instructions do.

use std::path::Path;

use isa_dsl::compile_file;
use isa_mc::exec::{Declaration, ExecErrorKind, InMemory};
use isa_mc::{StreamTarget, Target};

use super::assemble;

/// What an operation does may depend on the processor, and on no width that only text says.
#[test]
fn an_operation_may_depend_on_a_feature() {
    let compilation = compile_file(Path::new("language/feature_in_operations.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    // Either of them, with what the target has kept of the other.
    for (cpu, spread, total) in [
        ("wide", [0x0004, 0x0003], 0x0003_0004 + 50 + 600),
        ("narrow", [0x0003_0004, 9], 0x0003_0004 + 50),
    ] {
        let target = Target::new(&view, cpu).expect("a processor");
        let syntax = target.syntax("plain").expect("a syntax");
        let mut machine = InMemory::new(&target);
        for (name, value) in [
            ("r1", 9),
            ("r2", 9),
            ("r4", 0x0003_0004),
            ("r5", 50),
            ("r6", 600),
        ] {
            machine.set_register(name, &[value]).expect("a register");
        }
        let to = if cpu == "wide" { "r[1:2]" } else { "r1" };
        let inst = target
            .parse(&format!("spread {to}, r4"), syntax)
            .expect(cpu);
        target.execute(inst, &mut machine).expect(cpu);
        let found = machine.register("r[1:2]").expect("registers");
        assert_eq!(found, spread, "{cpu}");
        // However many the text has, and read back from the bytes: the same bits.
        for text in ["total r8, r4", "total r8, r[4:5]", "total r8, r[4:6]"] {
            let inst = target.parse(text, syntax).expect(text);
            machine.set_register("r8", &[0]).expect("a register");
            target.execute(inst, &mut machine).expect(text);
            assert_eq!(machine.register("r8"), Ok(vec![total]), "{cpu}: {text}");
        }
        // Beyond the last register there is nothing.
        machine.set_register("r15", &[7]).expect("a register");
        let inst = target.parse("total r8, r15", syntax).expect("it is one");
        target.execute(inst, &mut machine).expect("it runs");
        assert_eq!(machine.register("r8"), Ok(vec![7]), "{cpu}");
    }
}

/// A field may be unused on one architecture and fixed on another one, and have a sign where
/// it ends.
#[test]
fn a_field_may_be_narrower_and_still_have_a_sign() {
    let compilation = compile_file(Path::new("language/narrowed_fields.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    for (cpu, distances, word, beside) in [
        ("old1", [-32, 31, -1, 0], 0x1220, 0x1260),
        ("new1", [-16, 15, -1, 0], 0x12b0, 0x1230),
    ] {
        let target = Target::new(&view, cpu).expect("a processor");
        let syntax = target.syntax("plain").expect("a syntax");
        for distance in distances {
            let text = format!("step r2 distance:{distance}");
            let inst = target.parse(&text, syntax).expect(&text);
            let mut machine = InMemory::new(&target);
            machine.set_register("r2", &[100]).expect("a register");
            target.execute(inst, &mut machine).expect(&text);
            let sum = 100_u64.wrapping_add_signed(distance);
            assert_eq!(machine.register("r2"), Ok(vec![sum]), "{cpu}: {text}");
        }
        // Where it has no sign its highest bit is none.
        let farthest: [i64; 2] = if cpu == "old1" { [63, 1] } else { [-128, 127] };
        for distance in farthest {
            let text = format!("walk r2 distance:{distance}");
            let inst = target.parse(&text, syntax).expect(&text);
            let mut machine = InMemory::new(&target);
            machine.set_register("r2", &[200]).expect("a register");
            target.execute(inst, &mut machine).expect(&text);
            let sum = 200_u64.wrapping_add_signed(distance);
            assert_eq!(machine.register("r2"), Ok(vec![sum]), "{cpu}: {text}");
        }
        let text = format!("step r2 distance:{}", distances[0]);
        let bytes = assemble("narrowed_fields", cpu, "plain", &text);
        assert_eq!(bytes, Ok((u16::to_le_bytes(word).to_vec(), text)), "{cpu}");
        // What old does not look at is nothing that text says; on new it is no instruction.
        let other = target.decode(&u16::to_le_bytes(beside));
        assert_eq!(other.is_ok(), cpu == "old1", "{cpu}");
    }
}

/// A function is what it gives for the numbers that it is called with, wherever it is called.
#[test]
fn functions_are_called_with_numbers() {
    let compilation = compile_file(Path::new("language/functions.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    let target = Target::new(&view, "one").expect("a processor");
    let syntax = target.syntax("plain").expect("a syntax");
    let half = |value: u32, upwards: u32| value / 2 + (value & upwards);
    for up in [0, 1] {
        let (a, b) = (7_u32, 18_u32);
        let sum = b + (0..4).map(|i| half(a + i, up)).sum::<u32>();
        for (name, a, b, expected) in [
            ("middle", a, b, a + half(b - a, up)),
            (
                "halves",
                a,
                b,
                2 * half(a + 1, up) + half(half(b, up), up) + half(a, up),
            ),
            ("sum_halves", a, b, sum),
            ("less_half", a, b, half(a, up)),
            ("less_half", b, a, half(a, up)),
            ("scaled", 1.5_f32.to_bits(), 3, 12.0_f32.to_bits()),
        ] {
            let mut machine = InMemory::new(&target);
            machine.set_state("UPWARDS", up.into()).expect("a state");
            for (register, value) in [("r1", a), ("r2", b)] {
                let set = machine.set_register(register, &[value.into()]);
                set.expect("a register");
            }
            let text = format!("{name} r0, r1, r2");
            let inst = target.parse(&text, syntax).expect(&text);
            target.execute(inst, &mut machine).expect(&text);
            let found = machine.register("r0");
            assert_eq!(found, Ok(vec![expected.into()]), "{text}: {a}, {b}");
        }
    }
    // What is printed before an operation says the functions that it calls, each once.
    let row = view.instructions.iter();
    let row = row.filter(|it| view.text(it.name) == "halves");
    let text: Vec<&str> = row.map(|it| view.text(it.lets)).collect();
    let text = text.concat();
    assert_eq!(
        text.matches("UINT32 LESSER(UINT32 V) =").count(),
        1,
        "{text}"
    );
    assert!(text.contains("UINT32 STORED = LESSER(A);"), "{text}");
    assert!(!text.contains("MIDDLE"), "{text}");
}

/// `let`s and a template that families share see what each family says: of how
/// many bits its values are.
#[test]
fn shared_operations_differ_by_family() {
    let compilation = compile_file(Path::new("language/shared_operations.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    let target = Target::new(&view, "one").expect("a processor");
    let syntax = target.syntax("plain").expect("a syntax");
    for (text, memory, result) in [
        ("atomic_add r1, r2, r3", 0x0002_0008_u32, 0x0001_0003),
        ("atomic_max r1, r2, r3", 0x0001_0005, 0x0001_0003),
        ("atomic_add_half r1, r2, r3", 0x0001_0008, 3),
        ("atomic_max_half r1, r2, r3", 0x0001_0005, 3),
    ] {
        let mut machine = InMemory::new(&target);
        let space = machine.space("memory_of_all").expect("a space");
        machine.poke(space, 0x100, &0x0001_0003_u32.to_le_bytes());
        machine.set_register("r2", &[0x100]).expect("a register");
        machine
            .set_register("r3", &[0x0001_0005])
            .expect("a register");
        let inst = target.parse(text, syntax).expect(text);
        target.execute(inst, &mut machine).expect(text);
        let bytes = machine.peek(space, 0x100, 4).expect("memory");
        assert_eq!(bytes, memory.to_le_bytes(), "{text}");
        assert_eq!(machine.register("r1"), Ok(vec![result]), "{text}");
    }
    // Reasons stand in one operation, and see the names of those that give them.
    for (text, address, data, reason) in [
        ("atomic_add r1, r2, r3", 0, 1, "nothing lies at zero"),
        ("atomic_max r1, r2, r3", 0x101, 1, "an address is even"),
        ("atomic_add r1, r2, r3", 0x102, 1, "a multiple of four"),
        ("atomic_add_half r1, r2, r3", 2, 1, "nothing lies at zero"),
        ("atomic_add_half r1, r2, r3", 0x102, 1, ""),
        ("atomic_add_half r1, r2, r3", 0x101, 0, ""),
    ] {
        let mut machine = InMemory::new(&target);
        let space = machine.space("memory_of_all").expect("a space");
        machine.poke(space, 0x100, &[0; 8]);
        machine.set_register("r2", &[address]).expect("a register");
        machine.set_register("r3", &[data]).expect("a register");
        let inst = target.parse(text, syntax).expect(text);
        let done = target.execute(inst, &mut machine);
        let error = done.err().map(|it| it.display(&view).to_string());
        let error = error.unwrap_or_default();
        assert_eq!(error.is_empty(), reason.is_empty(), "{text}: {error}");
        assert!(error.contains(reason), "{text} at {address:#x}: {error}");
    }
    let row = view.instructions.iter();
    let row = row.filter(|it| view.text(it.name) == "atomic_max");
    let text: Vec<&str> = row.map(|it| view.text(it.operation)).collect();
    assert!(
        text.concat().contains("undefined \"an address is even\";"),
        "{text:?}"
    );
}

/// A `let` of an operand serves every operand, with the type that each variable
/// is declared with, and numbers are converted between them.
#[test]
fn operands_have_the_types_that_variables_are_declared_with() {
    let compilation = compile_file(Path::new("language/declared_types.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    let target = StreamTarget::new(&view, "one").expect("a processor");
    let mut machine = InMemory::new(&Target::new(&view, "one").expect("a processor"));
    let space = machine.space("variable").expect("a space");
    let mut declare = |variable: u32, type_number, bytes: [u8; 4]| {
        let elements = 1;
        machine.declare(
            variable,
            Declaration {
                type_number,
                elements,
            },
        );
        machine.poke(space, u64::from(variable) * 16, &bytes);
    };
    declare(1, 0, 70_i32.to_le_bytes());
    declare(2, 1, 60.75_f32.to_le_bytes());
    declare(3, 2, [0; 4]);
    declare(4, 1, [0; 4]);
    declare(5, 0, [0; 4]);
    let syntax = target.syntax("plain").expect("a syntax");
    let mut add = |text: &str, dst: u64| {
        let inst = target.parse(text, syntax).expect(text);
        target.execute(inst, &mut machine).map(|_| {
            let bytes = machine.peek(space, dst * 16, 4).expect("memory");
            <[u8; 4]>::try_from(bytes).expect("four bytes")
        })
    };
    // 130.75 is no integer, and more than a byte with a sign holds.
    assert_eq!(add("add V4, V1, V2", 4), Ok(130.75_f32.to_le_bytes()));
    assert_eq!(add("add V5, V1, V2", 5), Ok(130_i32.to_le_bytes()));
    assert_eq!(add("add V3, V1, V2", 3), Ok([127, 0, 0, 0]));
    assert_eq!(add("add V5, V3, V1", 5), Ok(197_i32.to_le_bytes()));
    let error = add("add V6, V1, V2", 6).expect_err("V6 is not declared");
    assert!(
        matches!(error.kind, ExecErrorKind::Undefined { .. }),
        "{error:?}"
    );
}

/// Bits of a state say how far a space reaches, and others where it begins.
#[test]
fn a_space_begins_and_ends_where_bits_of_a_state_say() {
    let compilation = compile_file(Path::new("language/declared_types.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    let target = StreamTarget::new(&view, "one").expect("a processor");
    let syntax = target.syntax("plain").expect("a syntax");
    for (window, at, stored) in [
        (0x0010_0004_u64, 3, Some(0x13)),
        (0x0010_0004, 4, None),
        (0x0000_0004, 3, Some(3)),
        (0x0020_0000, 0, None),
    ] {
        let mut machine = InMemory::new(&Target::new(&view, "one").expect("a processor"));
        let space = machine.space("part").expect("a space");
        machine.poke(space, 0, &[0; 64]);
        machine.set_state("WINDOW", window).expect("a state");
        let inst = target
            .parse(&format!("store {at}, 7"), syntax)
            .expect("text");
        target
            .execute(inst, &mut machine)
            .expect("memory is mapped");
        let mut expected = [0_u8; 64];
        if let Some(place) = stored {
            expected[place] = 7;
        }
        assert_eq!(
            machine.peek(space, 0, 64).expect("memory"),
            expected,
            "{window:#x}"
        );
    }
}

/// A word is a number or a state, a state may be computed from others, and what
/// nobody has said is an error.
#[test]
fn words_stand_for_numbers_and_states() {
    let compilation = compile_file(Path::new("language/words_and_states.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    let target = Target::new(&view, "words1").expect("a processor");
    let plain = target.syntax("plain").expect("a syntax");
    for (mask, text, value) in [
        (0, "move r1, off", 0),
        (5, "move r1, flag", 1),
        (0, "move r1, empty", 1),
        (1 << 40, "move r1, empty", 0),
        (1 << 40, "move r1, last", 40),
        (0, "move r1, last", 64),
        (0, "move r1, r15", 0),
        (1 << 40, "move r1, r15", 0x100),
        (0, "is_empty r1", 1),
        (1 << 40, "is_empty r1", 0),
    ] {
        let mut machine = InMemory::new(&target);
        machine.set_state("MASK", mask).expect("a state");
        machine.set_state("FLAG", 1).expect("a state");
        machine.set_register("r1", &[0xbad]).expect("a register");
        let inst = target.parse(text, plain).expect("an instruction");
        target.execute(inst, &mut machine).expect("it runs");
        assert_eq!(machine.register("r1"), Ok(vec![value]), "{text}");
    }
    let inst = target.parse("move r1, queue", plain).expect("a word");
    let error = target.execute(inst, &mut InMemory::new(&target));
    let error = error.expect_err("nobody has said what it is");
    assert_eq!(
        error.display(&view).to_string(),
        "move: src is queue, and the description does not say what that stands for"
    );
}

/// What the processor takes alike is read and run alike; text says one of them, and of the others
/// no text is printed that would lose them.
#[test]
fn values_that_are_alike_are_read_as_one_word() {
    let compilation = compile_file(Path::new("language/alike_values.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    let target = Target::new(&view, "one1").expect("a processor");
    let plain = target.syntax("plain").expect("a syntax");
    for (second, text) in [(0, Some("send r1, r5, off alone")), (1, None), (7, None)] {
        let code = u16::to_le_bytes(0x1900 | second << 4 | 0xd);
        let inst = target.decode(&code).expect("an instruction");
        let mut printed = String::new();
        match target.print(inst, plain, &mut printed) {
            Ok(()) => assert_eq!(Some(&*printed), text, "{second}"),
            Err(error) => {
                assert_eq!(text, None, "{second}");
                let message = error.display(&view).to_string();
                assert_eq!(message, "this syntax cannot say second");
            }
        }
        let mut nearest = String::new();
        let found = target.print_reading(inst, plain, &mut nearest);
        assert_eq!((found, &*nearest), (Ok(()), "send r1, r5, off alone"));
        // A rule and an operation do not tell them apart either.
        let mut machine = InMemory::new(&target);
        machine.set_register("r5", &[40]).expect("a register");
        target.execute(inst, &mut machine).expect("it runs");
        assert_eq!(machine.register("r1"), Ok(vec![40]), "{second}");
    }
    for first in [0, 7] {
        let code = u16::to_le_bytes(0x1900 | 0xc0 | first);
        let refused = target.decode(&code).expect_err("a rule is broken");
        let message = refused.display(&view).to_string();
        assert_eq!(message, "the first source is there", "{first}");
    }
    let text = "send r1, r5, off alone";
    let assembled = assemble("alike_values", "one1", "plain", text);
    assert_eq!(assembled, Ok((vec![0x0d, 0x19], text.to_owned())));
    let text = "send r1, r5, r0";
    let assembled = assemble("alike_values", "one1", "plain", text);
    assert_eq!(assembled, Ok((vec![0x8d, 0x19], text.to_owned())));
}
