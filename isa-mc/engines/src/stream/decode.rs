//! Bytes to instruction, and back.

use super::inst::StreamInst;
use super::target::{StreamTarget, has_meaning};
use super::walk::{self, Leaves, Visit, Walk, place_value};
use crate::error::Path;
use crate::error::leaf_of;
use crate::error::{StreamError, StreamProblem};
use crate::tables::{
    MAX_STREAM_BYTES, NONE, StreamEncoding, StreamInteger, StreamMember, StreamValue,
};
use crate::{DecodeError, EncodeError};

impl StreamTarget<'_> {
    /// The instruction at the front of `bytes`.
    ///
    /// Ignored bits are kept, whatever they hold; [`StreamTarget::encode`]
    /// gives back exactly the bytes read.
    ///
    /// # Errors
    ///
    /// [`DecodeError`] says why the bytes are no instruction of this
    /// processor, and at which byte: of all instructions that begin so one
    /// whose own values are all there, else the one that got furthest.
    pub fn decode(&self, bytes: &[u8]) -> Result<StreamInst, DecodeError> {
        let tables = self.tables();
        let Some(&first) = bytes.first() else {
            return Err(DecodeError::Truncated { need: 1, have: 0 });
        };
        let root = self.target.arch as usize * 256 + first as usize;
        let candidates = tables
            .stream_roots
            .get(root)
            .map_or(&[][..], |rows| &tables.stream_candidates[rows.range()]);
        let error = StreamError::of_leaf(StreamProblem::FirstByte, 0, 0, 0, u64::from(first));
        let mut nearest = Nearest { rank: None, error };
        // What no byte is to blame for.
        let mut refused = None;
        let mut leaves = Leaves::new();
        // The instructions of a family are the same bytes up to their opcode:
        // these are read once.
        let mut read: Option<(u16, Result<usize, StreamError>)> = None;
        for &index in candidates {
            let encoding = &tables.stream_encodings[index as usize];
            let size = match read {
                Some((stream, size)) if stream == encoding.stream => size,
                _ => {
                    leaves = Leaves::new();
                    let size = self.read(encoding.stream, bytes, true, &mut leaves);
                    read = Some((encoding.stream, size));
                    size
                }
            };
            match (self.own_values(encoding, &leaves, size.is_ok()), size) {
                // What has another opcode is not what was meant, wherever else
                // its bytes stop to make sense.
                (Own::Other(place), _) => {
                    let at = leaves.offsets[self.leaf_of_place(place) as usize];
                    nearest.offer((false, at, true), || self.other(encoding, place, &leaves));
                }
                (own, Err(error)) => {
                    nearest.offer((own == Own::All, error.at, false), || error);
                }
                (_, Ok(size)) => match self.check_whole(index, encoding, &leaves) {
                    Ok(()) => return Ok(StreamInst::new(index, &bytes[..size])),
                    Err(error) => refused = Some(error),
                },
            }
        }
        Err(refused.unwrap_or(DecodeError::Stream(nearest.error)))
    }

    /// Writes an instruction to the front of `out` and says how many bytes it
    /// took.
    ///
    /// # Errors
    ///
    /// [`EncodeError`] if `out` is too small, or the instruction is not one
    /// of this processor. Nothing is written then.
    pub fn encode(&self, inst: StreamInst, out: &mut [u8]) -> Result<usize, EncodeError> {
        let encoding = inst.encoding();
        if self.encoding(inst).is_none() {
            return Err(EncodeError::Unknown);
        }
        if self.encoding_here(encoding).is_none() {
            return Err(EncodeError::NotOnTarget { encoding });
        }
        let (need, have) = (inst.size(), out.len());
        let Some(out) = out.get_mut(..need) else {
            return Err(EncodeError::Space { need, have });
        };
        out.copy_from_slice(inst.bytes());
        Ok(need)
    }

    /// Reads the integers of a stream from `bytes`, and checks them unless that
    /// was done before; gives how many bytes they take.
    fn read(
        &self,
        stream: u16,
        bytes: &[u8],
        check: bool,
        leaves: &mut Leaves,
    ) -> Result<usize, StreamError> {
        let tables = self.tables();
        let mut walk = Walk::new(tables, stream);
        let mut at = 0;
        loop {
            match walk.next(&leaves.values) {
                Visit::End => return Ok(at),
                Visit::NoCase { place, base } => {
                    return Err(no_case(tables, stream, leaves, place, base));
                }
                Visit::Integer { row, leaf } => {
                    let integer = &tables.stream_integers[row as usize];
                    let size = integer.bytes as usize;
                    let rest = &bytes[at..];
                    let Some(chunk) = rest.get(..size) else {
                        let problem = StreamProblem::Truncated;
                        let have = rest.len() as u64;
                        return Err(StreamError::of_leaf(problem, stream, leaf, at, have));
                    };
                    let value = load(tables.big_endian, chunk);
                    if check {
                        self.check_integer(stream, leaf, at, integer, value)?;
                    }
                    leaves.set(leaf, row, at, value);
                    at += size;
                }
            }
        }
    }

    /// Whether an integer may have this value.
    #[inline]
    pub(super) fn check_integer(
        &self,
        stream: u16,
        leaf: u8,
        at: usize,
        integer: &StreamInteger,
        value: u64,
    ) -> Result<(), StreamError> {
        let tables = self.tables();
        let fits = at + integer.bytes as usize <= MAX_STREAM_BYTES;
        let fixed = (value ^ integer.bits) & integer.mask == 0;
        let members = &tables.stream_members[integer.members.range()];
        let means = integer.is_total.is_set()
            || members.iter().all(|member| {
                let number = member.field.get(value, tables.pieces);
                has_meaning(&self.target, member.kind.get(), member.field.total, number)
            });
        if fits && fixed && means {
            return Ok(());
        }
        self.wrong_integer(stream, leaf, at, integer, value)
    }

    /// Why an integer may not have this value.
    #[cold]
    fn wrong_integer(
        &self,
        stream: u16,
        leaf: u8,
        at: usize,
        integer: &StreamInteger,
        value: u64,
    ) -> Result<(), StreamError> {
        let tables = self.tables();
        let error = |problem, bits: u64, member, value| {
            let byte = at + self.byte_of(integer, bits);
            let error = StreamError::of_leaf(problem, stream, leaf, byte, value);
            StreamError { member, ..error }
        };
        if at + integer.bytes as usize > MAX_STREAM_BYTES {
            return Err(error(StreamProblem::TooLong, 0, NONE, 0));
        }
        let wrong = (value ^ integer.bits) & integer.mask;
        if wrong & !integer.reserved != 0 {
            return Err(error(StreamProblem::Fixed, wrong, NONE, value));
        }
        if wrong != 0 {
            return Err(error(StreamProblem::Reserved, wrong, NONE, wrong));
        }
        for index in integer.members.range() {
            let StreamMember { field, kind, .. } = tables.stream_members[index];
            let number = field.get(value, tables.pieces);
            if !has_meaning(&self.target, kind.get(), field.total, number) {
                let bits = field.mask(tables.pieces).low();
                return Err(error(StreamProblem::NoMeaning, bits, index as u16, number));
            }
        }
        Ok(())
    }

    /// The byte of an integer that holds the lowest of some bits.
    fn byte_of(&self, integer: &StreamInteger, bits: u64) -> usize {
        if bits == 0 {
            return 0;
        }
        let byte = (bits.trailing_zeros() / 8) as usize;
        if self.tables().big_endian {
            (integer.bytes as usize).saturating_sub(byte + 1)
        } else {
            byte
        }
    }

    /// Whether the integers have the values that make them this instruction.
    pub(super) fn check_values(
        &self,
        encoding: &StreamEncoding,
        leaves: &Leaves,
    ) -> Result<(), StreamError> {
        match self.own_values(encoding, leaves, true) {
            Own::Other(place) => Err(self.other(encoding, place, leaves)),
            Own::All | Own::Unread => Ok(()),
        }
    }

    /// How the integers agree with the values that make an encoding what it is.
    /// If all were read (`whole`) those that are not there count as zero.
    fn own_values(&self, encoding: &StreamEncoding, leaves: &Leaves, whole: bool) -> Own {
        let tables = self.tables();
        let mut own = Own::All;
        for &StreamValue { place, value } in &tables.stream_values[encoding.values.range()] {
            if !whole && !leaves.has(self.leaf_of_place(place)) {
                own = Own::Unread;
            } else if place_value(tables, place, 0, &leaves.values) != value {
                return Own::Other(place);
            }
        }
        own
    }

    /// The leaf of a place that counts from the instruction's first one.
    fn leaf_of_place(&self, place: u16) -> u8 {
        leaf_of(0, self.tables().stream_places[place as usize].leaf)
    }

    /// The error of a value that another instruction would have.
    fn other(&self, encoding: &StreamEncoding, place: u16, leaves: &Leaves) -> StreamError {
        let tables = self.tables();
        let leaf = self.leaf_of_place(place);
        let field = tables.stream_places[place as usize].field;
        let path = Path::of_field(tables, encoding.stream, leaf, field);
        StreamError {
            at: leaves.offsets[leaf as usize],
            problem: StreamProblem::NoInstruction,
            stream: encoding.stream,
            leaf,
            member: path.member,
            value: place_value(tables, place, 0, &leaves.values),
        }
    }

    /// Whether the processor has the instruction, and its rules hold.
    pub(super) fn check_whole(
        &self,
        index: u16,
        encoding: &StreamEncoding,
        leaves: &Leaves,
    ) -> Result<(), DecodeError> {
        let missing = encoding.features & !self.target.features;
        if missing != 0 {
            return Err(DecodeError::Feature {
                encoding: index,
                missing,
            });
        }
        for rule in encoding.rules.range() {
            if !walk::holds(self.tables(), rule as u16, 0, &leaves.values) {
                let message = self.tables().rules[rule].message;
                return Err(DecodeError::Rule { message });
            }
        }
        Ok(())
    }

    /// The integers of an instruction that one of the engines made.
    pub(super) fn leaves(&self, inst: &StreamInst) -> Leaves {
        let mut leaves = Leaves::new();
        if let Some(encoding) = self.encoding(*inst) {
            // Another machine's instruction may not be one here; what of it can
            // be read is shown.
            let _ = self.read(encoding.stream, inst.bytes(), false, &mut leaves);
        }
        leaves
    }
}

/// How integers agree with the values that make an encoding what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Own {
    /// They have all of them.
    All,
    /// Those that were read have; some were not.
    Unread,
    /// One has another value: an index into
    /// [`Tables::stream_places`](crate::tables::Tables::stream_places).
    Other(u16),
}

/// The error that is told.
struct Nearest {
    /// Whether all of the encoding's own values were there; the byte; whether
    /// it says that the value is no instruction, which tells more than that one
    /// piece must have one value. `None` before the first.
    rank: Option<(bool, u8, bool)>,
    error: StreamError,
}

impl Nearest {
    /// Takes an error that ranks above the one so far.
    fn offer(&mut self, rank: (bool, u8, bool), error: impl FnOnce() -> StreamError) {
        if self.rank.is_none_or(|best| rank > best) {
            self.rank = Some(rank);
            self.error = error();
        }
    }
}

/// The error of a value that chooses nothing.
pub(super) fn no_case(
    tables: &crate::tables::Tables<'_>,
    stream: u16,
    leaves: &Leaves,
    place: u16,
    base: u8,
) -> StreamError {
    let row = tables.stream_places[place as usize];
    let leaf = leaf_of(base, row.leaf);
    let path = Path::of_field(tables, stream, leaf, row.field);
    StreamError {
        at: leaves.offsets[leaf as usize],
        problem: StreamProblem::NoCase,
        stream,
        leaf,
        member: path.member,
        value: place_value(tables, place, base, &leaves.values),
    }
}

/// Up to eight bytes as a number.
#[inline]
fn load(big_endian: bool, bytes: &[u8]) -> u64 {
    match *bytes {
        [byte] => return byte.into(),
        [low, high] if !big_endian => return u16::from_le_bytes([low, high]).into(),
        [a, b, c, d] if !big_endian => return u32::from_le_bytes([a, b, c, d]).into(),
        _ => {}
    }
    let fold = |value: u64, byte: &u8| value << 8 | u64::from(*byte);
    if big_endian {
        bytes.iter().fold(0, fold)
    } else {
        bytes.iter().rev().fold(0, fold)
    }
}
