//! Instructions that are byte streams, from a description to text and bytes:
//! what the language says is what the engines do with its tables.

use std::path::Path;

use isa_dsl::compile_file;
use isa_dsl::dump;
use isa_dsl::tables::TablesBuf;
use isa_mc::{StreamTarget, SyntaxId};
use isa_tests::oracle::hex;

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
