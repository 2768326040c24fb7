use super::super::{Action, ActionKind, Direction, NumberKind, SourceKind};
use super::super::{
    AnyOrder, Arch, Candidate, Caption, Class, Counted, CountedRange, DecodeCheck, Effects,
    Encoding, Family, Field, FloatingType, Form, Group, IdentifyCheck, IdentifyLeaf,
    IdentifyWindow, Instruction, Kind, Layout, Lookup, MnemonicSlot, Modifier, Operand,
    OperandText, Outline, Part, Piece, Pieces, PrintStep, Processor, Program, Reading, Recipe,
    RecipeStep, Recognition, Register, RegisterFile, Rows, Rule, Shape, Source, Space, Spelling,
    StandIn, State, StateBits, Stream, StreamEncoding, StreamForm, StreamInteger, StreamMember,
    StreamPlace, StreamValue, Struct, Syntax, Text, ValueType, Width, Word, Wrap, WrittenRows,
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

impl Any for bool {
    fn any(number: &mut impl FnMut() -> u64) -> bool {
        number() & 1 != 0
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
    let mut bytes = Vec::new();
    for row in rows {
        row.write(&mut bytes);
    }
    assert_eq!(bytes.len(), rows.len() * T::BYTES);
    bytes
}

const ROWS: usize = 200;

fn any_rows<T: Any>() -> [T; ROWS] {
    std::array::from_fn(|kind| T::any(&mut numbers(kind)))
}

/// A row that is read wrongly is another instruction: every type is written and read,
/// with all bits clear, all bits set, and different ones in all fields.
#[test]
fn rows_are_their_bytes() {
    macro_rules! check {
        ($($row:ident)*) => {
            $(
                let rows = any_rows::<$row>();
                assert_eq!($row::of_bytes::<ROWS>(&bytes_of(&rows)), rows);
            )*
        };
    }
    check! {
        Action AnyOrder Arch Candidate Caption Class Counted CountedRange DecodeCheck Effects
        Encoding Family Field FloatingType Form Group IdentifyCheck IdentifyLeaf
        IdentifyWindow Instruction Layout Lookup MnemonicSlot Modifier Operand OperandText Outline Part Piece PrintStep Processor Program Reading Recipe RecipeStep Recognition
        Register RegisterFile Rows Rule Shape Source Space Spelling StandIn State StateBits Stream
        StreamEncoding StreamForm StreamInteger StreamMember StreamPlace StreamValue Struct Syntax
        Text Width Word Wrap
    }
}

#[test]
fn numbers_are_their_bytes() {
    let rows = any_rows::<u16>();
    assert_eq!(u16_of_bytes::<ROWS>(&bytes_of(&rows)), rows);
    let rows = any_rows::<u32>();
    assert_eq!(u32_of_bytes::<ROWS>(&bytes_of(&rows)), rows);
    let rows = any_rows::<u64>();
    assert_eq!(u64_of_bytes::<ROWS>(&bytes_of(&rows)), rows);
    // The order of bytes is that of no machine.
    assert_eq!(u32_of_bytes::<1>(&[1, 2, 3, 4]), [0x0403_0201]);
}

/// The byte of a variant is its place in the list that it is read with.
#[test]
fn variants_are_in_order() {
    macro_rules! check {
        ($($name:ident)*) => {
            $(
                for (place, variant) in $name::ALL.into_iter().enumerate() {
                    assert_eq!(bytes_of(&[variant]), [place as u8]);
                }
            )*
        };
    }
    check!(ActionKind NumberKind SourceKind Direction ValueType);
}

/// Bytes that are not so many rows must be an error of the build, not other rows.
#[test]
fn other_numbers_of_rows_are_refused() {
    let bytes = bytes_of(&any_rows::<Text>());
    for wrong in [&bytes[1..], &bytes[Text::BYTES..], &[]] {
        let read = std::panic::catch_unwind(|| Text::of_bytes::<ROWS>(wrong));
        assert!(read.is_err());
    }
    let order = [0; 2 * ROWS];
    let one = [7];
    assert_eq!(in_order::<_, ROWS, 1>(&one, &order), [7; ROWS]);
    for wrong in [&order[1..], &order[2..]] {
        let read = std::panic::catch_unwind(|| in_order::<_, ROWS, 1>(&one, wrong));
        assert!(read.is_err());
    }
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

/// The rows of pieces, as constants join them.
fn rows_of<const N: usize>(pieces: &Pieces) -> [u32; N] {
    let pieces: Vec<Vec<u32>> = pieces
        .pieces
        .iter()
        .map(|piece| {
            let (rows, rest) = piece.bytes.as_chunks::<4>();
            assert_eq!((rows.len(), rest.len()), (piece.len, 0));
            rows.iter().map(|row| u32::from_le_bytes(*row)).collect()
        })
        .collect();
    let pieces: Vec<&[u32]> = pieces.iter().map(Vec::as_slice).collect();
    joined(&pieces)
}

/// Whatever repeats, the table is the same: nothing, single rows, long lists, with rows
/// behind the last whole page.
#[test]
fn pages_in_their_order_are_the_table() {
    let mut distinct = numbers(7);
    let table: [u32; 300] = std::array::from_fn(|_| distinct() as u32);
    let WrittenRows::Bytes(rows) = written(&table) else {
        panic!("nothing is said again");
    };
    assert_eq!(rows_of::<300>(&rows), table);

    fn check<const N: usize, const ROWS: usize, const PAGE: usize>(table: [u32; N]) {
        let WrittenRows::Pages { rows, page, order } = written(&table) else {
            panic!("pages of {PAGE} are said again");
        };
        assert_eq!((rows.len, page), (ROWS, PAGE));
        assert_eq!(
            in_order::<_, N, PAGE>(&rows_of::<ROWS>(&rows), &order),
            table
        );
    }
    let lists = |at: usize| ((at % 16 + at / 16 * 5 % 11) << 9) as u32;
    check::<603, 187, 16>(std::array::from_fn(lists));
    check::<999, 103, 64>(std::array::from_fn(|at| ((at % 64) << 9) as u32));
}

/// Single rows that are said again are pages, too, where rows are long.
#[test]
fn pages_may_be_rows() {
    let mut distinct = numbers(8);
    let table: [Operand; 300] =
        std::array::from_fn(|_| Operand::any(&mut numbers((distinct() % 5) as usize)));
    let buf = TablesBuf {
        operands: table.to_vec(),
        ..TablesBuf::default()
    };
    let mut written = buf.written().into_iter();
    let operands = written.find(|it| it.field == "operands");
    let Some(WrittenRows::Pages { rows, page, order }) = operands.map(|it| it.rows) else {
        panic!("a page of each row");
    };
    assert_eq!((rows.len, page, rows.pieces.len()), (5, 1, 1));
    let pages = Operand::of_bytes::<5>(&rows.pieces[0].bytes);
    assert_eq!(in_order::<_, 300, 1>(&pages, &order), table);
}

/// Rows that come in between change a piece or two: what is behind them is cut where it
/// was, and rustc has its rows already.
#[test]
fn an_edit_changes_few_pieces() {
    let mut distinct = numbers(9);
    let table: Vec<u32> = (0..50_000).map(|_| distinct() as u32).collect();
    let pieces = |table: &[u32]| match written(table) {
        WrittenRows::Bytes(rows) => {
            let joined: Vec<u8> = rows.pieces.iter().flat_map(|it| it.bytes.clone()).collect();
            assert_eq!((rows.len, joined), (table.len(), bytes_of(table)));
            rows.pieces
        }
        other => panic!("nothing is said again: {other:?}"),
    };
    let before = pieces(&table);
    assert!((20..=200).contains(&before.len()), "{}", before.len());
    for piece in &before[..before.len() - 1] {
        assert!((1024..=16384).contains(&piece.bytes.len()));
    }
    let mut edited = table.clone();
    edited.splice(20_000..20_001, [1, 2, 3, 4]);
    let changed = pieces(&edited)
        .iter()
        .filter(|piece| !before.contains(piece))
        .count();
    assert!((1..=3).contains(&changed), "{changed}");
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
