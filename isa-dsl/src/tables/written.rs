//! Tables as the macro writes them out.
//!
//! **A table of more than 64 rows, whose rows have a byte form, is written as bytes; any
//! other as expressions.** The rows of small tables are read by people, and cost rustc
//! nothing that matters. Rows without a byte form are those with enums that hold data, and
//! no machine has many of them.
//!
//! What rustc pays for is each byte that it makes into rows. So pages of rows that a table
//! says again and again are written once, with their numbers in the order of the table; and
//! bytes are cut into pieces, of which rustc reads those again that an edit changes. Where
//! a piece ends depends on the row that it ends with, so that rows that come in between
//! move the cuts behind them along.

use std::collections::HashMap;
use std::fmt::Debug;

use super::bytes::Row;
use super::identify::IdentifyRoot;
use super::instruction::{Indexed, Step, Token};
use super::lookup::text_hash;
use super::machine::Entry;
use super::operand::{Integer, Value};
use super::stream::{StreamOperand, StreamStep};

/// Tables of no more rows are written as expressions.
const FEW: usize = 64;

/// Pages that are tried, in rows.
const PAGES: [usize; 4] = [1, 4, 16, 64];

/// Making a page of a number costs rustc as much as making rows of so many bytes.
const NUMBER_COST: usize = 8;

/// Bytes of a piece: about so many, at least a quarter, at most four times as many, except
/// for the last one. Rows of so many bytes cost rustc some milliseconds.
const PIECE: usize = 4096;

// Without a byte form.
impl Row for Entry {}
impl Row for IdentifyRoot {}
impl Row for Integer {}
impl Row for Indexed {}
impl Row for Value {}
impl Row for Token {}
impl Row for Step {}
impl Row for StreamStep {}
impl Row for StreamOperand {}

/// A table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The field of [`Tables`](super::Tables).
    pub field: &'static str,
    /// The type of its rows.
    pub row: &'static str,
    /// How many there are.
    pub len: usize,
    /// The rows.
    pub rows: WrittenRows,
}

/// Rows of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WrittenRows {
    /// An array, as a Rust expression.
    Expressions(String),
    /// The byte forms of the rows, one after the other.
    Bytes(Pieces),
    /// Pages that are said once: what [`in_order`](super::in_order) takes.
    Pages {
        /// The pages' rows, and those behind the last whole page.
        rows: Pieces,
        /// Rows of a page.
        page: usize,
        /// For each page of the table its number, in two bytes, the lower one first.
        order: Vec<u8>,
    },
}

/// Rows as bytes, in pieces of whole rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pieces {
    /// How many rows there are.
    pub len: usize,
    /// The pieces.
    pub pieces: Vec<RowBytes>,
}

/// Some of the rows of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowBytes {
    /// How many.
    pub len: usize,
    /// Their byte forms.
    pub bytes: Vec<u8>,
}

impl Written {
    pub(super) fn new<T: Row>(field: &'static str, row: &'static str, rows: &[T]) -> Written {
        Written {
            field,
            row,
            len: rows.len(),
            rows: write(rows),
        }
    }
}

fn write<T: Row>(rows: &[T]) -> WrittenRows {
    if T::BYTES == 0 || rows.len() <= FEW {
        return WrittenRows::Expressions(format!("{rows:?}"));
    }
    let mut bytes = Vec::with_capacity(rows.len() * T::BYTES);
    for row in rows {
        row.write(&mut bytes);
    }
    // Bytes are their own byte form.
    if T::BYTES == 1 {
        let len = bytes.len();
        let pieces = vec![RowBytes { len, bytes }];
        return WrittenRows::Bytes(Pieces { len, pieces });
    }
    // An edit costs all numbers of a table, but of its rows one piece: pages have to save
    // more than a little.
    let mut least = bytes.len() / 2;
    let mut best = None;
    for page in PAGES {
        let Some((pages, order)) = paged(&bytes, page * T::BYTES) else {
            continue;
        };
        let cost = pages.len() + order.len() / 2 * NUMBER_COST;
        if cost < least {
            least = cost;
            best = Some((page, pages, order));
        }
    }
    match best {
        None => WrittenRows::Bytes(Pieces::cut(&bytes, T::BYTES)),
        Some((page, bytes, order)) => WrittenRows::Pages {
            rows: Pieces::cut(&bytes, T::BYTES),
            page,
            order,
        },
    }
}

impl Pieces {
    /// Cuts the bytes of rows of so many bytes.
    fn cut(bytes: &[u8], row: usize) -> Pieces {
        let mut pieces = Vec::new();
        let mut start = 0;
        let mut end = 0;
        for each in bytes.chunks_exact(row) {
            end += row;
            let last = text_hash(each).is_multiple_of((PIECE / row) as u64);
            let length = end - start;
            if last && length >= PIECE / 4 || length >= PIECE * 4 || end == bytes.len() {
                pieces.push(RowBytes {
                    len: length / row,
                    bytes: bytes[start..end].to_vec(),
                });
                start = end;
            }
        }
        Pieces {
            len: bytes.len() / row,
            pieces,
        }
    }
}

/// The pages of so many bytes, each once in the order in which they come first, what is
/// behind the last whole one, and the order of all; `None` if two bytes do not count them.
fn paged(bytes: &[u8], page: usize) -> Option<(Vec<u8>, Vec<u8>)> {
    // Looked up, never iterated: its order does not matter.
    let mut known: HashMap<&[u8], u16> = HashMap::new();
    let (mut pages, mut order) = (Vec::new(), Vec::new());
    let all = bytes.chunks_exact(page);
    let last = all.remainder();
    for page in all {
        let next = u16::try_from(known.len()).ok()?;
        let number = *known.entry(page).or_insert_with(|| {
            pages.extend_from_slice(page);
            next
        });
        order.extend(number.to_le_bytes());
    }
    pages.extend_from_slice(last);
    Some((pages, order))
}
