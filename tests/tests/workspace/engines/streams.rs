//! The engines of byte streams over tables that were lowered from
//! descriptions.

use std::path::Path;

use isa_dsl::tables::{Kind, TablesBuf};
use isa_mc::exec::InMemory;
use isa_mc::{Cursor, Opcode, OperandValue, StreamInst, StreamTarget, SyntaxId, Target};
use isa_test_support::execution;
use isa_test_support::oracle::hex;
use isa_test_support::sample::Sample;

/// The tables of a description in this repository.
fn tables(path: &str) -> TablesBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let compilation = isa_dsl::compile_file(&root.join(path));
    assert!(
        compilation.diagnostics.is_empty(),
        "{}",
        compilation.errors()
    );
    isa_dsl::lower::lower(&compilation.model)
}

const EXAMPLE: &str = "tests/language/stream_instructions.isa";

fn print(target: StreamTarget<'_>, inst: StreamInst, syntax: u8) -> Result<String, String> {
    let mut text = String::new();
    match target.print(inst, SyntaxId(syntax), &mut text) {
        Ok(()) => Ok(text),
        Err(error) => Err(error.display(target.tables()).to_string()),
    }
}

/// Processor, syntax, text and bytes, in both directions.
const BOTH_WAYS: &[(&str, u8, &str, &str)] = &[
    (
        "two",
        0,
        "typed_atomic.add (M1, 8) T6 V32.0 V33.0 %null.0 %null.0 V34.0 %null.0 V35.0",
        "73 00 03 0000 06 200000000000 210000000000 000000000000 000000000000 220000000000 \
         000000000000 230000000000",
    ),
    (
        "one",
        0,
        "(!P1.any)typed_atomic.sub.16 (M5_NM, 8) T7 V1.2 V3.4 %null.0 %null.0 %null.9 V5.6 V7.8",
        "73 21 c3 01a0 07 01000200 03000400 00000000 00000000 00000900 05000600 07000800",
    ),
    (
        "two",
        1,
        "TYPED_ATOMIC.FMAX (8) T6 V32.0 V33.0 %null.0 %null.0 V34.0 %null.0 V35.0",
        "73 10 03 0000 06 200000000000 210000000000 000000000000 000000000000 220000000000 \
         000000000000 230000000000",
    ),
    // A case of a switch in a nested stream, chosen by the text alone.
    (
        "two",
        0,
        "mov (M1, 8) V33(0,1) 7:ud",
        "29 03 0000 00 21000000 00 01 05 00 07000000",
    ),
    (
        "two",
        0,
        "mov (M1, 8) P3 18446744073709551615:uq",
        "29 03 0000 02 0300 05 0b ffffffffffffffff",
    ),
    // A modifier that the form around the operand says.
    (
        "one",
        0,
        "not.sat (M1, 1) V1(0,0) (-)V2(3,4)",
        "2a 00 0000 20 0100 00 00 10 0200 03 04",
    ),
    // A piece that another value brings.
    (
        "one",
        0,
        "mov (M2, 32) V1(0,0) P2 255",
        "29 15 0000 00 0100 00 00 02 0200 ff",
    ),
];

#[test]
fn text_and_bytes_in_both_directions() {
    let buf = tables(EXAMPLE);
    let tables = buf.view();
    for &(processor, syntax, text, bytes) in BOTH_WAYS {
        let target = StreamTarget::new(&tables, processor).expect(processor);
        let inst = match target.parse(text, SyntaxId(syntax)) {
            Ok(inst) => inst,
            Err(error) => panic!("{text}: {}", error.display(&target, SyntaxId(syntax), text)),
        };
        assert_eq!(hex(inst.bytes()), bytes.replace(' ', ""), "{text}");
        assert_eq!(target.decode(inst.bytes()), Ok(inst), "{text}");
        assert_eq!(print(target, inst, syntax).as_deref(), Ok(text));
    }
}

/// A form that is only read is another way to write the same.
#[test]
fn a_read_form_is_understood_and_not_printed() {
    let buf = tables(EXAMPLE);
    let tables = buf.view();
    let target = StreamTarget::new(&tables, "two").expect("two");
    let operands = "T6 V1.0 V2.0 %null.0 %null.0 V3.0 %null.0 V4.0";
    let short = format!("TYPED_ATOMIC.ADD (8) {operands}");
    let long = format!("TYPED_ATOMIC.ADD (M1, 8) {operands}");
    let inst = target.parse(&short, SyntaxId(1)).expect("short");
    assert_eq!(target.parse(&long, SyntaxId(1)), Ok(inst));
    assert_eq!(print(target, inst, 1), Ok(short));
}

#[test]
fn errors_say_what_and_where() {
    let cases = [
        (
            "typed_atomic.add (M1, 4) T6 V1.0 V2.0 %null.0 %null.0 V3.0 %null.0 V4.0",
            "typed_atomic.add",
            "eight channels take part",
        ),
        (
            "mov (M1, 3) V1(0,0) P2",
            "3",
            "exec.size must be execution size: `1`, `2`, `4`, `8`, `16` or `32`, found `3`",
        ),
        (
            "mov (M1, 8) V1(0,0) P65536",
            "65536",
            "src.predicate is `65536`, expected a number from 0 to 65535",
        ),
        ("mov (M1, 8) V1(0,0) 7:x", "x", "expected `ud`, found `x`"),
        (
            "movv (M1, 8)",
            "movv",
            "no instruction is called `movv`; did you mean `mov`?",
        ),
    ];
    let buf = tables(EXAMPLE);
    let tables = buf.view();
    let target = StreamTarget::new(&tables, "two").expect("two");
    for (text, place, message) in cases {
        let error = target.parse(text, SyntaxId(0)).expect_err(text);
        let found = &text[error.span.start as usize..error.span.end as usize];
        let error = error.display(&target, SyntaxId(0), text).to_string();
        assert_eq!((found, error.as_str()), (place, message), "{text}");
    }
}

/// A small generator of numbers, always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}

/// How often something was seen.
#[derive(Debug, Default)]
struct Seen {
    decoded: usize,
    refused: usize,
    printed: usize,
    /// The instructions that were printed in some syntax.
    instructions: isa_dsl::sorted::SortedSet<u16>,
}

/// What must hold for some bytes, whatever they are.
fn check(target: StreamTarget<'_>, bytes: &[u8], seen: &mut Seen) -> Option<StreamInst> {
    let tables = target.tables();
    let inst = match target.decode(bytes) {
        Ok(inst) => inst,
        Err(error) => {
            seen.refused += 1;
            assert!(!error.display(tables).to_string().is_empty());
            return None;
        }
    };
    seen.decoded += 1;
    let mut out = [0; 128];
    let size = target.encode(inst, &mut out).expect("what was decoded");
    assert_eq!(out[..size], bytes[..size], "encoding gives the bytes back");
    assert!(
        target.decode(&bytes[..size - 1]).is_err(),
        "a byte less is too few: {}",
        hex(&bytes[..size])
    );
    for syntax in 0..tables.syntaxes.len() as u8 {
        if let Ok(text) = print(target, inst, syntax) {
            seen.printed += 1;
            let row = target.encoding(inst).expect("an encoding");
            seen.instructions.insert(row.instruction);
            match target.parse(&text, SyntaxId(syntax)) {
                Ok(again) => assert_eq!(hex(again.bytes()), hex(inst.bytes()), "{text}"),
                Err(error) => {
                    let error = error.display(&target, SyntaxId(syntax), &text);
                    panic!("{text}: {error} ({})", hex(inst.bytes()));
                }
            }
        }
    }
    for piece in target.pieces(inst) {
        let Some(value) = piece.value else { continue };
        let path = piece.path.to_string();
        // As a word where a number alone may be one of several.
        let mut word = [0; 64];
        let mut word = Cursor::new(&mut word);
        let value = match (piece.member.map(|member| member.kind.get()), value) {
            (Some(Kind::Class { .. }), OperandValue::Int(_)) => {
                target.print_piece(&piece, &mut word);
                OperandValue::Keyword(word.as_str())
            }
            _ => value,
        };
        let again = target.set_value(inst, &path, value);
        assert_eq!(
            again.map(|it| hex(it.bytes())),
            Ok(hex(inst.bytes())),
            "{path} {value:?}"
        );
    }
    Some(inst)
}

/// Walks from instruction to instruction by small changes of the bytes.
fn wander(path: &str, steps: usize) -> (Seen, usize) {
    let buf = tables(path);
    let tables = buf.view();
    let mut seen = Seen::default();
    let mut random = Random(0x0dd_ba11_5eed);
    for processor in tables.processors {
        let processor = tables.text(processor.name);
        let target = StreamTarget::new(&tables, processor).expect(processor);
        for opcode in 0..tables.instructions.len() as u16 {
            // A rule may want this size.
            let eight = [("exec.size", OperandValue::Keyword("8"))];
            let first = target.create(Opcode(opcode), &[]);
            let first = first.or_else(|_| target.create(Opcode(opcode), &eight));
            let Ok(first) = first else { continue };
            let mut now = first;
            for step in 0..steps {
                if step % 50 == 0 {
                    now = first;
                }
                let mut bytes = now.bytes().to_vec();
                bytes.extend_from_slice(&[0; 8]);
                for _ in 0..=random.below(3) {
                    let at = random.below(bytes.len());
                    match random.below(3) {
                        0 => bytes[at] ^= 1 << random.below(8),
                        1 => bytes[at] = random.below(256) as u8,
                        _ => bytes[at] = random.below(8) as u8,
                    }
                }
                if let Some(inst) = check(target, &bytes, &mut seen) {
                    now = inst;
                }
                let cut = random.below(bytes.len());
                check(target, &bytes[..cut], &mut seen);
            }
        }
    }
    (seen, tables.instructions.len())
}

#[test]
fn the_example_loses_nothing_and_its_text_comes_back() {
    let (seen, instructions) = wander(EXAMPLE, Sample::of_this_run().amount(150, 1_000));
    assert_eq!(seen.instructions.len(), instructions, "{seen:?}");
    assert!(seen.printed > 1_000 && seen.refused > 1_000, "{seen:?}");
}

/// An instruction made from values is the one that the text says.
#[test]
fn instructions_are_made_from_values() {
    let buf = tables(EXAMPLE);
    let tables = buf.view();
    let target = StreamTarget::new(&tables, "two").expect("two");
    let mov = tables
        .instructions
        .iter()
        .position(|row| tables.text(row.name) == "mov")
        .expect("mov");
    let values = [
        ("exec.size", OperandValue::Keyword("8")),
        ("dst.variable", OperandValue::Int(33)),
        ("dst.column", OperandValue::Int(1)),
        ("src.tag.kind", OperandValue::Int(5)),
        ("src.narrow", OperandValue::Int(7)),
    ];
    let made = target
        .create(Opcode(mov as u16), &values)
        .expect("an instruction");
    assert_eq!(
        print(target, made, 0).as_deref(),
        Ok("mov (M1, 8) V33(0,1) 7:ud")
    );
}

/// An operation reads the parts of its instruction by name, on architectures
/// where they have other places or are absent.
#[test]
fn operations_read_the_parts() {
    let text = r#"
isa toy "Toy" {
    word 8 little;
    arch old { old }
    arch new { new }
    syntax plain { comment "//"; }
}
state TOTAL : 32;
stream id {
    number : u8  @ old;
    number : u16 @ new;
    asm "{number}";
}
stream ADD {
    op   : u8;
    a, b : id;
}
family add : ADD {
    asm "{a}, {b}";
    writes TOTAL;
    opcodes  old  new;
    add        1    1    { TOTAL = (UINT32)(A * 1000 + B); }
}
"#;
    let compilation = isa_dsl::compile_text("toy.isa", text);
    let buf = compilation
        .tables()
        .unwrap_or_else(|errors| panic!("{errors}"));
    let tables = buf.view();
    for (processor, bytes) in [("old", &[1, 7, 9][..]), ("new", &[1, 7, 0, 9, 0][..])] {
        let target = StreamTarget::new(&tables, processor).expect(processor);
        let inst = target
            .parse("add 7, 9", SyntaxId(0))
            .expect("an instruction");
        assert_eq!(inst.bytes(), bytes);
        let mut machine = InMemory::new(&Target::from(&target));
        execution::execute_stream(&target, inst, &mut machine).expect("it runs");
        assert_eq!(machine.state("TOTAL").ok(), Some(7009));
    }
}
