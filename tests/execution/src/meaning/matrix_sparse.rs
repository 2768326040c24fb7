//! Products of matrices of which the first is sparse: of four neighbouring elements of its rows
//! two are stored. The shape is that of `matrix`, with all elements of a row; so a lane has
//! half as many elements of the first factor as of the second one.

use super::matrix::Shape;

/// How many sets of indices a register has room for: two bits for each element that a lane
/// stores.
pub fn index_sets(shape: &Shape) -> usize {
    32 / (2 * stored(shape))
}

/// How many elements of the first factor a lane stores.
pub fn stored(shape: &Shape) -> usize {
    shape.held() / 2
}

/// The lane that has the stored element `number` of a row, and which of its own it is.
pub fn stored_place(shape: &Shape, row: usize, number: usize) -> (usize, usize) {
    let stored = stored(shape);
    (row + shape.size * (number / stored), number % stored)
}

/// The set of indices that is taken: `abid` chooses one only if `cbsz` is zero.
pub fn set(cbsz: usize, abid: usize) -> usize {
    match cbsz {
        0 => abid,
        _ => 0,
    }
}

/// The column of the first factor in which the stored element `number` of a row is: those of
/// two stored ones are four neighbours, and the index says which of them. `indices` are the
/// lanes of a register.
pub fn column_of(
    shape: &Shape,
    indices: &[u64; 64],
    set: usize,
    row: usize,
    number: usize,
) -> usize {
    let (lane, own) = stored_place(shape, row, number);
    let index = indices[lane] >> (2 * (stored(shape) * set + own)) & 3;
    number / 2 * 4 + index as usize
}
