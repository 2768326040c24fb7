//! Tables as the macro writes them out.
//!
//! **A table of more than 64 rows, whose rows have a byte form, is written as bytes; any
//! other as expressions.** The rows of small tables are read by people, and cost rustc
//! nothing that matters. Rows without a byte form are those with enums that hold data, and
//! no machine has many of them.

use std::fmt::Debug;

use super::bytes::Row;
use super::identify::IdentifyRoot;
use super::instruction::{Indexed, Step};
use super::machine::Entry;
use super::operand::{Integer, Value};

/// Tables of no more rows are written as expressions.
const FEW: usize = 64;

/// Tables of which the engines have no need: with them they read what is written as it is
/// printed, print, and identify code in a second way, which is quicker.
const SECOND_WAYS: &[&str] = &[
    "captions",
    "identify_checks",
    "identify_leaves",
    "identify_roots",
    "identify_windows",
    "modifier_steps",
    "operand_texts",
    "outlines",
    "print_steps",
    "recipe_lists",
    "recipe_steps",
    "recipes",
    "text_values",
    "value_pages",
];

// Without a byte form.
impl Row for Entry {}
impl Row for IdentifyRoot {}
impl Row for Integer {}
impl Row for Indexed {}
impl Row for Value {}
impl Row for Step {}

/// A table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The field of [`Tables`](super::Tables).
    pub field: &'static str,
    /// The type of its rows.
    pub row: &'static str,
    /// How many there are.
    pub len: usize,
    /// Whether the engines do without it, with the same results, and take longer.
    pub is_second_way: bool,
    /// The rows.
    pub rows: WrittenRows,
}

/// Rows of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrittenRows {
    /// An array, as a Rust expression.
    Expressions(String),
    /// The rows as they stand in memory, one after the other, where numbers begin with their
    /// lowest byte.
    Bytes(Vec<u8>),
}

impl Written {
    pub(super) fn new<T: Row>(field: &'static str, row: &'static str, rows: &[T]) -> Written {
        Written {
            field,
            row,
            len: rows.len(),
            is_second_way: SECOND_WAYS.contains(&field),
            rows: write(rows.len(), &|at| &rows[at]),
        }
    }
}

/// So many rows by their index: there are as many types of them as tables.
fn write<'a>(len: usize, row: &dyn Fn(usize) -> &'a dyn Row) -> WrittenRows {
    let rows = (0..len).map(row);
    let size = match len > FEW {
        true => row(0).size(),
        false => 0,
    };
    if size == 0 {
        let rows: Vec<String> = rows.map(|row| format!("{row:?}")).collect();
        return WrittenRows::Expressions(format!("[{}]", rows.join(", ")));
    }
    let mut bytes = vec![0; len * size];
    for (row, place) in rows.zip(bytes.chunks_exact_mut(size)) {
        row.write(place);
    }
    WrittenRows::Bytes(bytes)
}
