use super::super::{Action, ActionKind, Direction, NumberKind, Operator, SourceKind};
use super::super::{
    AnyOrder, Arch, Candidate, Caption, Class, Counted, CountedRange, DecodeCheck, Effects,
    Encoding, Family, Field, FloatingType, Form, Group, IdentifyCheck, IdentifyLeaf,
    IdentifyWindow, Instruction, Kind, KindParts, Layout, Lookup, MnemonicSlot, Modifier,
    ModifierStep, Operand, OperandText, Outline, Part, Piece, PrintStep, Processor, Program,
    Reading, Recipe, RecipeStep, Recognition, Register, RegisterFile, Rows, Rule, Shape, Source,
    Space, Spelling, StandIn, State, StateBits, Step, StepParts, Stream, StreamChoice,
    StreamEncoding, StreamForm, StreamInteger, StreamMember, StreamOperand, StreamOperandParts,
    StreamOption, StreamPlace, StreamPrintStep, StreamReach, StreamStep, StreamStepParts,
    StreamValue, Struct, Syntax, Text, Token, TokenParts, Value, ValueParts, ValueType, Width,
    Word, Wrap, WrittenRows,
};
use super::*;
use crate::tables::TablesBuf;

/// What a row of any numbers is made of.
pub(crate) trait Any {
    fn any(number: &mut impl FnMut() -> u64) -> Self;
}

macro_rules! numbers {
    ($($type:ident)*) => {
        $(
            impl Any for $type {
                fn any(number: &mut impl FnMut() -> u64) -> $type {
                    number() as $type
                }
            }
        )*
    };
}

numbers! { u8 u16 u32 u64 }

impl Any for Flag {
    fn any(number: &mut impl FnMut() -> u64) -> Flag {
        (number() & 1 != 0).into()
    }
}

impl<T> Any for Numbered<T> {
    fn any(number: &mut impl FnMut() -> u64) -> Numbered<T> {
        Numbered::new(number() as u8)
    }
}

impl Any for Kind {
    fn any(number: &mut impl FnMut() -> u64) -> Kind {
        let (index, more) = (u16::any(number), u8::any(number));
        match number() % 6 {
            0 => Kind::Register {
                file: index,
                scale: more,
            },
            1 => Kind::Class {
                class: index,
                value: ValueType::any(number),
            },
            2 => Kind::Integer { integer: index },
            3 => Kind::Struct { structure: index },
            4 => Kind::List {
                count: more,
                integer: index,
            },
            _ => Kind::Flag,
        }
    }
}

/// Numbers whose bytes all differ from one to the next, so that no two fields and no two
/// bytes can be taken for one another; and zeros and ones.
fn numbers(kind: usize) -> impl FnMut() -> u64 {
    let mut state = kind as u64;
    move || {
        state = state
            .wrapping_mul(0x5851_f42d_4c95_7f2d)
            .wrapping_add(0x1405_7b7e_f767_814f);
        match kind {
            0 => 0,
            1 => u64::MAX,
            _ => state ^ state >> 32,
        }
    }
}

fn bytes_of<T: Row>(rows: &[T]) -> Vec<u8> {
    let mut bytes = vec![0; rows.len() * rows[0].size()];
    for (row, place) in rows.iter().zip(bytes.chunks_exact_mut(rows[0].size())) {
        row.write(place);
    }
    bytes
}

const ROWS: usize = 200;

fn any_rows<T: Any>() -> [T; ROWS] {
    std::array::from_fn(|kind| T::any(&mut numbers(kind)))
}

/// A row that is read wrongly is another instruction: every type is written, and is the same
/// row where numbers begin with the lowest byte, with all bits clear, all bits set, and
/// different ones in all fields. Turned twice it is the same row everywhere.
#[test]
fn rows_are_their_bytes() {
    macro_rules! check {
        ($($row:ident)*) => {
            $(
                let rows = any_rows::<$row>();
                let bytes = bytes_of(&rows);
                assert_eq!(bytes.len(), size_of_val(&rows));
                let bytes: [u8; ROWS * size_of::<$row>()] = bytes.try_into().expect("all");
                let read: [$row; ROWS] = $row::of_bytes(bytes);
                assert_eq!(read, rows);
                assert_eq!(rows.map(|row| row.native().native()), rows);
            )*
        };
    }
    check! {
        Action AnyOrder Arch Candidate Caption Class Counted CountedRange DecodeCheck Effects
        Encoding Family Field FloatingType Form Group IdentifyCheck IdentifyLeaf
        IdentifyWindow Instruction KindParts Layout Lookup MnemonicSlot Modifier Operand OperandText
        ModifierStep Outline Part Piece PrintStep Processor Program Reading Recipe RecipeStep Recognition
        Register RegisterFile Rows Rule Shape Source Space Spelling StandIn State StateBits StepParts Stream
        StreamChoice StreamEncoding StreamForm StreamInteger StreamMember StreamOperandParts
        StreamOption StreamPlace StreamPrintStep StreamReach StreamStepParts StreamValue Struct Syntax Text TokenParts
        ValueParts Width Word Wrap
    }
}

/// The order of bytes is that of no machine.
#[test]
fn numbers_begin_with_their_lowest_byte() {
    assert_eq!(bytes_of(&[0x0403_0201_u32]), [1, 2, 3, 4]);
    let text = Text {
        start: 0x0403_0201,
        len: 0x0605,
    };
    assert_eq!(bytes_of(&[text])[..6], [1, 2, 3, 4, 5, 6]);
    assert_eq!(u32_of_bytes([1, 2, 3, 4]), [0x0403_0201]);
}

/// The variants that rows have are those that were put in, and a number that is none's is
/// one of them all the same.
#[test]
fn kinds_and_variants_are_what_they_were() {
    for number in 0..ROWS {
        let kind = Kind::any(&mut numbers(number));
        assert_eq!(KindParts::from(kind).get(), kind);
    }
    let (text, rows) = (
        Text {
            start: 70_000,
            len: 7,
        },
        Rows {
            start: 80_000,
            len: 8,
        },
    );
    for token in [
        Token::Text(text),
        Token::Operand(65_535),
        Token::Modifiers(rows),
        Token::Mnemonic,
        Token::AnyOrder(3),
    ] {
        assert_eq!(TokenParts::from(token).get(), token);
    }
    for step in [
        Step::Push(-70_000),
        Step::Field(65_535),
        Step::Not,
        Step::Choose,
        Step::Popcount,
        Step::Distinct {
            first: 65_535,
            len: 8,
        },
    ]
    .into_iter()
    .chain(Operator::ALL.map(Step::Binary))
    {
        assert_eq!(StepParts::from(step).get(), step);
    }
    for value in [
        Value::Unknown,
        Value::Register {
            file: 1,
            number: 65_535,
            count: 32,
        },
        Value::Keyword { text },
        Value::Int { number: i64::MIN },
        Value::Float { bits: u64::MAX },
        Value::Absent { text },
        Value::Literal,
    ] {
        assert_eq!(ValueParts::from(value).get(), value);
    }
    for step in [
        StreamStep::Integer(1),
        StreamStep::Nested {
            name: text,
            stream: 2,
            leaf: 3,
        },
        StreamStep::Unless { rule: 4, skip: 5 },
        StreamStep::Skip(6),
        StreamStep::NoCase(7),
    ] {
        assert_eq!(StreamStepParts::from(step).get(), step);
    }
    for operand in [
        StreamOperand::Value {
            name: text,
            place: 1,
            kind: Kind::Struct { structure: 2 },
            prefix: text,
        },
        StreamOperand::Stream {
            name: text,
            stream: 3,
            leaf: 4,
        },
    ] {
        assert_eq!(StreamOperandParts::from(operand).get(), operand);
    }
    for direction in Direction::ALL {
        assert_eq!(Numbered::<Direction>::of(direction).get(), direction);
    }
    assert_eq!(Numbered::<Direction>::new(255).get(), Direction::In);
    assert!(Flag::YES.is_set() && !Flag::NO.is_set());
    assert_eq!([Flag::from(true), Flag::from(false)], [Flag::YES, Flag::NO]);
}

/// The number of a variant is its place in the list that it is read with.
#[test]
fn variants_are_in_order() {
    macro_rules! check {
        ($($name:ident)*) => {
            $(
                for (place, variant) in $name::ALL.into_iter().enumerate() {
                    assert_eq!(Numbered::<$name>::of(variant).number(), place as u8);
                }
            )*
        };
    }
    check!(ActionKind NumberKind SourceKind Direction ValueType Operator);
}

fn written(table: &[u32]) -> WrittenRows {
    let buf = TablesBuf {
        readings: table.to_vec(),
        ..TablesBuf::default()
    };
    let mut written = buf.written().into_iter();
    let written = written.find(|it| it.field == "readings");
    let written = written.expect("a field of all tables");
    assert_eq!((written.row, written.len), ("u32", table.len()));
    written.rows
}

/// Large tables are their rows, one after the other.
#[test]
fn many_rows_are_bytes() {
    let mut distinct = numbers(7);
    let table: Vec<u32> = (0..300).map(|_| distinct() as u32).collect();
    let bytes = table.iter().flat_map(|number| number.to_le_bytes());
    assert_eq!(written(&table), WrittenRows::Bytes(bytes.collect()));
}

/// Small tables stay readable.
#[test]
fn few_rows_are_expressions() {
    for rows in [0, 1, 64] {
        let table = vec![5; rows];
        let rows = WrittenRows::Expressions(format!("{table:?}"));
        assert_eq!(written(&table), rows);
    }
}
