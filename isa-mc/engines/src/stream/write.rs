//! Values to instruction: the bytes of what text, or a caller, has said.

use super::inst::StreamInst;
use super::target::StreamTarget;
use super::walk::{Leaves, Numbers, Visit, Walk};
use crate::DecodeError;
use crate::error::leaf_of;
use crate::error::{StreamError, StreamProblem};
use crate::tables::{Field, MAX_LEAVES, MAX_STREAM_BYTES, StreamEncoding, Tables};

/// Bits that were said, by leaf.
#[derive(Debug, Clone)]
pub(super) struct Said {
    /// Their values.
    pub(super) values: Numbers,
    /// Which they are.
    pub(super) masks: Numbers,
    /// Leaves that must be there in the end.
    pub(super) needed: u128,
}

impl Said {
    pub(super) fn new() -> Said {
        Said {
            values: [0; MAX_LEAVES],
            masks: [0; MAX_LEAVES],
            needed: 0,
        }
    }

    /// Says some bits of a leaf, whatever was said before.
    pub(super) fn say(&mut self, tables: &Tables<'_>, leaf: u8, field: Field, value: u64) {
        let leaf = leaf as usize % MAX_LEAVES;
        self.values[leaf] = field.set(self.values[leaf], value, tables.pieces);
        self.masks[leaf] |= field.mask(tables.pieces).low();
        // A leaf that is not there counts as zero.
        if value != 0 {
            self.needed |= 1 << leaf;
        }
    }

    /// Says the values that make an encoding what it is.
    pub(super) fn say_encoding(&mut self, tables: &Tables<'_>, encoding: &StreamEncoding) {
        for row in &tables.stream_values[encoding.values.range()] {
            let place = tables.stream_places[row.place as usize];
            let leaf = leaf_of(0, place.leaf);
            self.say(tables, leaf, place.field, row.value);
        }
    }
}

impl StreamTarget<'_> {
    /// The instruction of an encoding with the values that were said, and
    /// defaults for all others; and its integers.
    pub(super) fn assemble(
        &self,
        index: u16,
        encoding: &StreamEncoding,
        said: &Said,
    ) -> Result<(StreamInst, Leaves), DecodeError> {
        let (bytes, size, leaves) = self
            .put(encoding.stream, said)
            .map_err(DecodeError::Stream)?;
        self.check_values(encoding, &leaves)
            .map_err(DecodeError::Stream)?;
        self.check_whole(index, encoding, &leaves)?;
        Ok((StreamInst::new(index, &bytes[..size]), leaves))
    }

    fn put(
        &self,
        stream: u16,
        said: &Said,
    ) -> Result<([u8; MAX_STREAM_BYTES], usize, Leaves), StreamError> {
        let tables = self.tables();
        let mut bytes = [0; MAX_STREAM_BYTES];
        let mut leaves = Leaves::new();
        let mut walk = Walk::new(tables, stream);
        let mut at = 0;
        loop {
            match walk.next(&leaves.values) {
                Visit::End => break,
                Visit::NoCase { place, base } => {
                    return Err(super::decode::no_case(tables, stream, &leaves, place, base));
                }
                Visit::Integer { row, leaf } => {
                    let integer = &tables.stream_integers[row as usize];
                    let mask = said.masks[leaf as usize];
                    let value = said.values[leaf as usize] & mask | integer.default & !mask;
                    self.check_integer(stream, leaf, at, integer, value)?;
                    let size = integer.bytes as usize;
                    let Some(chunk) = bytes.get_mut(at..at + size) else {
                        let problem = StreamProblem::TooLong;
                        return Err(StreamError::of_leaf(problem, stream, leaf, at, 0));
                    };
                    for (to, from) in chunk.iter_mut().zip(value.to_le_bytes()) {
                        *to = from;
                    }
                    if tables.big_endian {
                        chunk.reverse();
                    }
                    leaves.set(leaf, row, at, value);
                    at += size;
                }
            }
        }
        let absent = said.needed & !leaves.present;
        if absent != 0 {
            let leaf = absent.trailing_zeros() as u8;
            let problem = StreamProblem::Absent;
            return Err(StreamError::of_leaf(problem, stream, leaf, at, 0));
        }
        Ok((bytes, at, leaves))
    }
}
