//! Instructions that are byte streams, from a description to text and bytes:
//! what the language says is what the engines do with its tables.

use std::path::Path;

use isa_dsl::compile_file;
use isa_dsl::dump;
use isa_dsl::tables::TablesBuf;
use isa_mc::{StreamTarget, SyntaxId};
use isa_test_support::oracle::hex;

const PLAIN: SyntaxId = SyntaxId(0);
const LOUD: SyntaxId = SyntaxId(1);

fn tables() -> TablesBuf {
    let compilation = compile_file(Path::new("language/stream_instructions.isa"));
    match compilation.tables() {
        Ok(tables) => tables,
        Err(errors) => panic!("{errors}"),
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let hex: String = hex.split_whitespace().collect();
    (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("hexadecimal"))
        .collect()
}

/// Each says one thing that a description can say of a stream. The bytes were
/// put together by hand.
const WORKED: &[(&str, SyntaxId, &str, &str)] = &[
    // A nested stream, with a form of its own for zero.
    (
        "two",
        PLAIN,
        "typed_atomic.add (M1, 8) T6 V32.0 V33.0 %null.0 %null.0 V34.0 %null.0 V35.4",
        "73 00 03 0000 06 200000000000 210000000000 000000000000 000000000000 220000000000 \
         000000000000 230000000400",
    ),
    // The same where an id has two bytes.
    (
        "one",
        PLAIN,
        "typed_atomic.add (M1, 8) T6 V32.0 V33.0 %null.0 %null.0 V34.0 %null.0 V35.4",
        "73 00 03 0000 06 20000000 21000000 00000000 00000000 22000000 00000000 23000400",
    ),
    // Members, words that are nothing, values that a form implies.
    (
        "one",
        PLAIN,
        "(!P1.any)typed_atomic.sub.16 (M5_NM, 8) T7 V1.0 V2.0 V3.0 V4.0 V5.0 V6.0 V7.0",
        "73 21 c3 01a0 07 01000000 02000000 03000000 04000000 05000000 06000000 07000000",
    ),
    // Another syntax: another mnemonic, and a value that goes without saying.
    (
        "two",
        LOUD,
        "TYPED_ATOMIC.FMAX (8) T0 %null.0 %null.0 %null.0 %null.0 %null.0 %null.0 %null.0",
        "73 10 03 0000 00 000000000000 000000000000 000000000000 000000000000 000000000000 \
         000000000000 000000000000",
    ),
    // Cases: a variable, and a constant whose type is a case again.
    (
        "one",
        PLAIN,
        "mov (M1, 1) V33(0,1) 305419896:ud",
        "29 00 0000 00 2100 00 01 05 00 78563412",
    ),
    (
        "two",
        PLAIN,
        "not (M2, 2) P3 18446744073709551615:uq",
        "2a 11 0000 02 0300 05 0b ffffffffffffffff",
    ),
    // What the operand does not say, the instruction's form does.
    (
        "one",
        PLAIN,
        "(P2)mov.sat (M1, 1) V33(0,0) (-)V1(2,3)",
        "29 00 0200 20 2100 00 00 10 0100 02 03",
    ),
    // A piece that is there under a condition.
    (
        "one",
        PLAIN,
        "mov (M1, 32) V1(0,0) P1 7",
        "29 05 0000 00 0100 00 00 02 0100 07",
    ),
];

#[test]
fn texts_and_bytes_are_as_worked_out_by_hand() {
    let tables = tables();
    let tables = tables.view();
    for &(processor, syntax, text, expected) in WORKED {
        let target = StreamTarget::new(&tables, processor).expect("a processor");
        let inst = match target.parse(text, syntax) {
            Ok(inst) => inst,
            Err(error) => panic!("{text}: {error:?}"),
        };
        assert_eq!(hex(inst.bytes()), hex(&bytes(expected)), "{text}");
        let decoded = target.decode(&bytes(expected)).expect("it decodes");
        let mut printed = String::new();
        let done = target.print(decoded, syntax, &mut printed);
        assert_eq!((done, printed.as_str()), (Ok(()), text));
    }
}

/// Bytes and texts that the description does not allow.
#[test]
fn what_is_not_described_is_refused() {
    let tables = tables();
    let tables = tables.view();
    let one = StreamTarget::new(&tables, "one").expect("a processor");
    for (refused, why) in [
        ("29 00 0000 01 2100 00 00 02 0100", "no case 1"),
        ("29 00 0010 00 2100 00 00 02 0100", "bit 12 is reserved"),
        ("29 06 0000 00 2100 00 00 02 0100", "no size 6"),
        ("29 00 0000 05 01 00000000 02 0100", "no type 1"),
        ("29 00 0000 00 2100 00", "it ends too soon"),
        ("2b 00 0000 02 0100 02 0100", "no such instruction"),
        (
            "73 10 03 0000 06 20000000 21000000 00000000 00000000 22000000 00000000 23000400",
            "fmax is not on `one`",
        ),
        (
            "73 00 02 0000 06 20000000 21000000 00000000 00000000 22000000 00000000 23000400",
            "a rule wants eight channels",
        ),
    ] {
        assert!(one.decode(&bytes(refused)).is_err(), "{why}");
    }
    for (refused, why) in [
        ("mov (M1, 32) V1(0,0) P1", "the size wants a further byte"),
        ("mov (M1, 1) V1(0,0) P1 7", "the size wants no further byte"),
        ("mov (M1, 1) V1(0,256) P1", "a column has eight bits"),
        ("mov (M1, 1) V65536(0,0) P1", "an id has two bytes on `one`"),
        ("typed_atomic.fmax (M1, 8) T0", "fmax is not on `one`"),
    ] {
        assert!(one.parse(refused, PLAIN).is_err(), "{why}");
    }
}

/// Lists with blanks between their elements, parts that bits ask for, and numbers with a
/// sign, a point or an exponent: what is printed has the bits.
#[test]
fn lists_and_numbers_are_read_as_people_write_them() {
    let compilation = compile_file(Path::new("language/stream_lists.isa"));
    let tables = match compilation.tables() {
        Ok(tables) => tables,
        Err(errors) => panic!("{errors}"),
    };
    let tables = tables.view();
    let one = StreamTarget::new(&tables, "one").expect("a processor");
    for (text, code, printed) in [
        ("call 7", "01 07 00", "call 7"),
        ("call 7 8", "01 07 01 08", "call 7 8"),
        ("call 7 8 9 255", "01 07 03 08 09 ff", "call 7 8 9 255"),
        ("options 1", "02 00 01", "options 1"),
        ("options.x 1 2", "02 01 01 02", "options.x 1 2"),
        ("options.y 1 772", "02 02 01 0403", "options.y 1 772"),
        ("options.x.y 1 2 3", "02 03 01 02 0300", "options.x.y 1 2 3"),
        ("move -5:i", "03 00 fbffffff", "move 0xfffffffb:i"),
        ("move 4294967295:i", "03 00 ffffffff", "move 0xffffffff:i"),
        ("move 1.5:f", "03 01 0000c03f", "move 0x3fc00000:f"),
        ("move 1:f", "03 01 01000000", "move 0x1:f"),
        ("move -1e-3:f", "03 01 6f1283ba", "move 0xba83126f:f"),
        // Halfway between two singles, and a bit more: not rounded twice.
        (
            "move 1.000000059604644775390626:f",
            "03 01 0100803f",
            "move 0x3f800001:f",
        ),
        ("move 65504.0:h", "03 02 ff7b0000", "move 0x7bff:h"),
        ("move 1.5:b", "03 03 c03f0000", "move 0x3fc0:b"),
        (
            "move -2.5:d",
            "03 04 00000000000004c0",
            "move 0xc004000000000000:d",
        ),
        (
            "move -1:d",
            "03 04 ffffffffffffffff",
            "move 0xffffffffffffffff:d",
        ),
    ] {
        let inst = match one.parse(text, PLAIN) {
            Ok(inst) => inst,
            Err(error) => panic!("{text}: {}", error.display(&one, PLAIN, text)),
        };
        assert_eq!(hex(inst.bytes()), hex(&bytes(code)), "{text}");
        let mut again = String::new();
        let done = one.print(inst, PLAIN, &mut again);
        assert_eq!((done, again.as_str()), (Ok(()), printed), "{text}");
    }
    for (refused, why) in [
        ("call 7 1 2 3 4", "three arguments at most"),
        ("options 1 2", "nothing asks for the second number"),
        ("options.x.y 1 2", "the bits ask for two more"),
        ("move 1.5:i", "an integer has no point"),
        ("move 1e39:f", "more than a single holds"),
        ("move 65520.0:h", "more than a half holds"),
        ("move 1e400:d", "more than a double holds"),
        ("move 4294967296:i", "more than 32 bits"),
        ("move -2147483649:i", "less than 32 bits with a sign hold"),
        ("move 1.:f", "digits stand on both sides of a point"),
        ("move .5:f", "digits stand on both sides of a point"),
        ("move 1.5e:f", "an exponent has digits"),
    ] {
        assert!(one.parse(refused, PLAIN).is_err(), "{refused}: {why}");
    }
    assert!(
        one.decode(&bytes("01 07 04 01 02 03 04")).is_err(),
        "four arguments"
    );
}

/// What a reviewer reads of streams.
#[test]
fn the_dump_says_a_piece_a_line() {
    let compilation = compile_file(Path::new("language/stream_instructions.isa"));
    insta::with_settings!({
        snapshot_path => "../../../snapshots/streams",
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("stream_instructions", dump::dump(&compilation.model));
    });
}

/// Every architecture has its own table of first bytes, and a first byte leads
/// only to instructions that begin with it.
#[test]
fn first_bytes_lead_to_instructions() {
    let tables = tables();
    let mut found = 0;
    for (index, root) in tables.stream_roots.iter().enumerate() {
        let (arch, byte) = (index / 256, index % 256);
        for &candidate in &tables.stream_candidates[root.range()] {
            let encoding = &tables.stream_encodings[usize::from(candidate)];
            assert_eq!(usize::from(encoding.arch), arch);
            assert!([0x29, 0x2a, 0x73].contains(&byte), "{byte:#x}");
            found += 1;
        }
    }
    assert_eq!(tables.stream_roots.len(), 2 * 256);
    assert_eq!(found, tables.stream_encodings.len());
}
