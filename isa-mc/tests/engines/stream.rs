//! The engines of byte streams.

use isa_mc::{Opcode, OperandError, OperandValue, StreamInst, StreamTarget, SyntaxId};

use crate::properties::Random;
use crate::stream_machine;

const PLAIN: SyntaxId = SyntaxId(0);

/// Runs a test for one processor of the machine.
fn with(processor: &str, mut test: impl FnMut(StreamTarget<'_>)) {
    let buf = stream_machine::bytes();
    let tables = buf.view();
    test(StreamTarget::new(&tables, processor).expect("a processor of the machine"));
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("a string has room");
        text
    })
}

fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text
        .chars()
        .filter_map(|char| Some(char.to_digit(16)? as u8))
        .collect();
    digits
        .chunks(2)
        .map(|pair| pair[0] << 4 | pair[1])
        .collect()
}

/// The bytes of a statement, or its error with the text it is about.
fn parse(target: StreamTarget<'_>, text: &str) -> Result<String, String> {
    match target.parse(text, PLAIN) {
        Ok(inst) => Ok(hex(inst.bytes())),
        Err(error) => {
            let found = &text[error.span.start as usize..error.span.end as usize];
            Err(format!("[{found}] {}", error.display(&target, PLAIN, text)))
        }
    }
}

fn decode(target: StreamTarget<'_>, bytes: &str) -> Result<StreamInst, String> {
    let error = target.decode(&unhex(bytes));
    error.map_err(|error| error.display(target.tables()).to_string())
}

fn print(target: StreamTarget<'_>, bytes: &str) -> Result<String, String> {
    let inst = decode(target, bytes)?;
    let mut text = String::new();
    match target.print(inst, PLAIN, &mut text) {
        Ok(()) => Ok(text),
        Err(error) => Err(error.display(target.tables()).to_string()),
    }
}

/// Text and bytes, in both directions.
const BOTH_WAYS: &[(&str, &str)] = &[
    ("add (8) V2 V1 %null.0", "10 00 00 000100 000200 000000 ee"),
    ("add (8) V2 V1 V3.4", "10 00 00 000100 000200 030004 ee"),
    // A predicate before the mnemonic, a suffix behind it.
    (
        "(P1) add.16 (16) V2 V1 %null.7",
        "10 01 05 000100 000200 000007 ee",
    ),
    (
        "(!P0) add (32) V2 V1 %null.0",
        "10 80 02 000100 000200 000000 ee",
    ),
    // A case of another length, a case of its own modifier.
    (
        "add (8) V2 0xff %null.0",
        "10 00 00 05ff000000 000200 000000 ee",
    ),
    (
        "add (8) V2 (-)V1 %null.0",
        "10 00 00 100100 000200 000000 ee",
    ),
    // What a nested form leaves unsaid, the form around it implies.
    (
        "add.sat (8) V2 V1 %null.0",
        "10 00 00 000100 200200 000000 ee",
    ),
    (
        "add.16.sat (8) V2 V1 %null.0",
        "10 00 04 000100 200200 000000 ee",
    ),
    // A mnemonic with a point is not cut there.
    (
        "add.wide (8) V2 V1 %null.0",
        "11 00 00 000100 000200 000000 ee",
    ),
    (
        "add.wide.16 (8) V2 V1 %null.0",
        "11 00 04 000100 000200 000000 ee",
    ),
    (
        "only_new (8) V2 V1 V513.0",
        "12 00 00 000100 000200 010200 ee",
    ),
];

#[test]
fn text_and_bytes_in_both_directions() {
    with("new", |target| {
        for &(text, bytes) in BOTH_WAYS {
            let plain = bytes.replace(' ', "");
            assert_eq!(parse(target, text), Ok(plain), "{text}");
            assert_eq!(print(target, bytes).as_deref(), Ok(text), "{bytes}");
        }
    });
}

/// The same text is other bytes on an architecture with narrower ids.
#[test]
fn widths_depend_on_the_architecture() {
    with("old", |target| {
        let bytes = "1000000001000002000304ee";
        assert_eq!(parse(target, "add (8) V2 V1 V3.4"), Ok(bytes.to_string()));
        assert_eq!(print(target, bytes).as_deref(), Ok("add (8) V2 V1 V3.4"));
        let error = parse(target, "add (8) V2 V1 V256.4").unwrap_err();
        assert_eq!(
            error,
            "[256] address.id is `256`, expected a number from 0 to 255"
        );
        let error = parse(target, "only_new (8) V2 V1 V3.4").unwrap_err();
        assert!(
            error.starts_with("[only_new] `only_new` exists only on new"),
            "{error}"
        );
    });
}

#[test]
fn blanks_matter_only_between_words() {
    with("new", |target| {
        let bytes = parse(target, "(P1) add.16 (16) V2 (-)V1 V3.4").unwrap();
        for text in [
            "(P1)add.16(16)V2(-)V1 V3.4",
            " ( P1 )  add.16 ( 16 )\tV2 (-)V1   V3.4 ",
        ] {
            assert_eq!(parse(target, text).as_ref(), Ok(&bytes), "{text}");
        }
        for text in [
            "add (8) V2V1 %null.0",
            "add (8) V2 V1%null.0",
            "add (8) V 2 V1 %null.0",
        ] {
            assert!(parse(target, text).is_err(), "{text}");
        }
    });
}

#[test]
fn numbers_may_be_names_and_expressions() {
    struct Names;
    impl isa_mc::Symbols for Names {
        fn value(&self, name: &str) -> Option<i64> {
            (name == "x").then_some(6)
        }
    }
    with("new", |target| {
        let text = "add (8) V2 (x*2) V3.x";
        let parsed = target.parse_with(text, PLAIN, &Names).expect("names");
        assert_eq!(hex(parsed.inst.bytes()), "100000050c000000000200030006ee");
    });
}

/// Each text is wrong at one place; the error names it in the user's terms.
#[test]
fn errors_name_what_was_expected() {
    let cases = [
        ("", "[] there is no instruction"),
        (
            "ad (8) V2 V1 V3.4",
            "[ad] no instruction is called `ad`; did you mean `add`?",
        ),
        ("(P1) foo (8)", "[foo] no instruction is called `foo`"),
        (
            "add (9) V2 V1 V3.4",
            "[9] exec.size must be channels: `8`, `16` or `32`, found `9`",
        ),
        (
            "add.17 (8) V2 V1 V3.4",
            "[.17] exec.half must be width: nothing or `.16`, found `.17`",
        ),
        ("add (8 V2 V1 V3.4", "[V2] expected `)`, found `V2`"),
        (
            "add (8) V2 W1 V3.4",
            "[W1] src must be vector operand: `V0`, `(-)V0` or `0`, found `W1`",
        ),
        (
            "add (8) V2 V1",
            "[] address must be raw operand: `%null.0` or `V0.0`, found the end of \
             the statement",
        ),
        (
            "add (8) V2 V1 V3",
            "[] expected `.`, found the end of the statement",
        ),
        (
            "add (8) V2 V1 V3.256",
            "[256] address.offset is `256`, expected a number from 0 to 255",
        ),
        (
            "add (8) V2 V1 V3.4 V5",
            "[V5] expected the end of the instruction, found `V5`",
        ),
        (
            "(P16) add (8) V2 V1 V3.4",
            "[16] predicate.id is `16`, expected a number from 0 to 15",
        ),
        (
            "add.16 (32) V2 V1 V3.4",
            "[add] 16-bit operations take at most 16 channels",
        ),
        (
            "add (8) V2 V1 (4",
            "[(] address must be raw operand: `%null.0` or `V0.0`, found `(`",
        ),
    ];
    with("new", |target| {
        for (text, message) in cases {
            assert_eq!(parse(target, text).unwrap_err(), message, "{text}");
        }
    });
}

#[test]
fn bytes_that_are_no_instruction_say_where() {
    let cases = [
        ("", "an instruction of 1 bytes, but only 0 are left"),
        ("13", "no instruction begins with 0x13"),
        ("10", "byte 1: predicate is missing: the bytes end here"),
        ("10 10", "byte 1: predicate has the reserved bits 0x10 set"),
        ("10 00 03", "byte 2: exec.size is 3, which has no meaning"),
        (
            "10 00 00 01",
            "byte 3: src.tag.kind is 1, and nothing is known to follow that",
        ),
        (
            "10 00 00 0501",
            "byte 4: src.constant takes 4 bytes, but only 1 is left",
        ),
        (
            "10 00 00 18",
            "byte 3: src.tag.modifier is 3, which has no meaning",
        ),
        (
            "10 00 00 000100 000200 000000 ef",
            "byte 12: end is 0xef, but its bits 0xff must be 0xee",
        ),
        (
            "10 00 06 000100 000200 000000 ee",
            "16-bit operations take at most 16 channels",
        ),
    ];
    with("new", |target| {
        for (bytes, message) in cases {
            assert_eq!(decode(target, bytes).unwrap_err(), message, "{bytes}");
        }
    });
}

/// What no form says is not printed, but can be read by people.
#[test]
fn what_text_cannot_say_is_named() {
    with("new", |target| {
        // A modifier of the source that only the destination may have.
        let bytes = "10 00 00 200100 000200 000000 ee";
        let error = print(target, bytes).unwrap_err();
        assert_eq!(error, "this syntax cannot say src.tag.modifier");
        let inst = decode(target, bytes).unwrap();
        let mut text = String::new();
        target.print_reading(inst, PLAIN, &mut text).unwrap();
        assert_eq!(text, "add (8) V2 V1 %null.0");
        let mut out = [0; 16];
        assert_eq!(target.encode(inst, &mut out), Ok(13));
        assert_eq!(hex(&out[..13]), bytes.replace(' ', ""));
    });
}

#[test]
fn parts_have_names_and_can_be_set() {
    with("new", |target| {
        let inst = decode(target, "10 00 00 05ff000000 000200 030004 ee").unwrap();
        let names: Vec<String> = target
            .pieces(inst)
            .map(|piece| format!("{}:{}={}", piece.offset, piece.path, piece.bits))
            .collect();
        assert_eq!(
            names.join(" "),
            "0:opcode=16 1:predicate.id=0 1:predicate.invert=0 2:exec.size=0 2:exec.half=0 \
             3:src.tag.kind=5 3:src.tag.modifier=0 4:src.constant=255 8:dst.tag.kind=0 \
             8:dst.tag.modifier=0 9:dst.id=2 11:address.id=3 13:address.offset=4 14:end=238"
        );
        // With and without the name of a stream that is one integer.
        for path in ["predicate.id", "predicate.word.id"] {
            let view = target.value(inst, path).expect(path);
            assert_eq!(view.value, Some(OperandValue::Int(0)));
        }
        assert!(target.value(inst, "src.id").is_none());

        let text = |inst| {
            let mut text = String::new();
            target.print(inst, PLAIN, &mut text).map(|()| text)
        };
        let set = target.set_value(inst, "exec.size", OperandValue::Keyword("16"));
        assert_eq!(text(set.unwrap()).unwrap(), "add (16) V2 0xff V3.4");
        // Another case: what it adds has its default unless it is set too.
        let kind = ("src.tag.kind", OperandValue::Int(0));
        let set = target.set_values(inst, &[kind]).unwrap();
        assert_eq!(text(set).unwrap(), "add (8) V2 V0 V3.4");
        let set = target.set_values(inst, &[("src.id", OperandValue::Int(9)), kind]);
        assert_eq!(text(set.unwrap()).unwrap(), "add (8) V2 V9 V3.4");
        let error = |path, value| target.set_value(inst, path, value).unwrap_err();
        assert_eq!(error("src.id", OperandValue::Int(9)), OperandError::NoField);
        assert_eq!(
            error("nothing", OperandValue::Int(9)),
            OperandError::NoOperand
        );
        assert_eq!(
            error("dst.id", OperandValue::Int(1 << 16)),
            OperandError::Range
        );
        assert_eq!(
            error("dst.id", OperandValue::Flag(true)),
            OperandError::Kind
        );
        let made = target.create(Opcode(1), &[("dst.id", OperandValue::Int(5))]);
        assert_eq!(text(made.unwrap()).unwrap(), "add.wide (8) V5 V0 %null.0");
    });
}

/// Random bytes near instructions: what is decoded is those bytes, what is
/// printed is parsed to them.
#[test]
fn decoding_loses_nothing_and_text_comes_back() {
    for processor in ["old", "new"] {
        with(processor, |target| {
            let mut random = Random(0x1234_5678_9abc_def1);
            let (mut decoded, mut printed) = (0, 0);
            for _ in 0..40_000 {
                let mut bytes = [0; 24];
                for byte in &mut bytes {
                    *byte = (random.next() & random.next() & random.next()) as u8;
                }
                bytes[0] = 0x10 + (random.next() % 3) as u8;
                bytes[1] &= 0x8f;
                bytes[2] &= 7;
                bytes[3] &= 0x35;
                // Where the last byte is depends on the others.
                for byte in &mut bytes[9..18] {
                    if random.next().is_multiple_of(4) {
                        *byte = 0xee;
                    }
                }
                let Ok(inst) = target.decode(&bytes) else {
                    continue;
                };
                decoded += 1;
                assert_eq!(inst.bytes(), &bytes[..inst.size()]);
                let mut out = [0; 24];
                assert_eq!(target.encode(inst, &mut out), Ok(inst.size()));
                assert_eq!(target.decode(&out[..inst.size()]), Ok(inst));
                let mut text = String::new();
                if target.print(inst, PLAIN, &mut text).is_ok() {
                    printed += 1;
                    assert_eq!(target.parse(&text, PLAIN), Ok(inst), "{text}");
                }
                // One byte less is always too few.
                assert!(target.decode(&bytes[..inst.size() - 1]).is_err());
            }
            assert!(decoded > 1_000 && printed > 500, "{decoded} {printed}");
        });
    }
}

/// Damaged statements: never a panic, and an error about a place within.
#[test]
fn no_text_makes_it_panic() {
    with("new", |target| {
        let mut random = Random(0xfeed_face_cafe_f00d);
        for _ in 0..20_000 {
            let (text, _) = BOTH_WAYS[random.next() as usize % BOTH_WAYS.len()];
            let mut chars: Vec<char> = text.chars().collect();
            for _ in 0..=random.next() % 3 {
                let at = random.next() as usize % chars.len();
                let new = b"()[].,V%P-0189 x\xc3"[random.next() as usize % 17];
                match random.next() % 3 {
                    0 => chars[at] = char::from(new),
                    1 => chars.insert(at, char::from(new)),
                    _ => drop(chars.remove(at)),
                }
            }
            let text: String = chars.into_iter().collect();
            if let Err(error) = target.parse(&text, PLAIN) {
                let place = error.span.start as usize..error.span.end as usize;
                assert!(text.get(place).is_some(), "{text}");
                assert!(!error.display(&target, PLAIN, &text).to_string().is_empty());
            }
        }
    });
}
