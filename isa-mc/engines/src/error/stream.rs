//! Why bytes, or values, are no instruction of a machine of byte streams.

use core::fmt::{self, Formatter};

use super::path::Path;
use crate::tables::{NONE, Tables};

/// What is wrong with a part of an instruction, and at which byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StreamError {
    /// Byte of the instruction.
    pub at: u8,
    /// What is wrong.
    pub problem: StreamProblem,
    /// The stream of the instruction: an index into [`Tables::streams`].
    pub stream: u16,
    /// The integer.
    pub leaf: u8,
    /// The part of it: an index into [`Tables::stream_members`], or
    /// [`NONE`] for the integer.
    pub member: u16,
    /// What was found; see [`StreamProblem`].
    pub value: u64,
}

/// What is wrong with a part of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StreamProblem {
    /// No instruction of the architecture begins with the byte `value`.
    FirstByte,
    /// Only `value` bytes are left for it.
    Truncated,
    /// The instruction would be longer than any can be.
    TooLong,
    /// It has one value only, and `value` is another.
    Fixed,
    /// The reserved bits `value` are set.
    Reserved,
    /// The value chooses nothing of what could follow.
    NoCase,
    /// The value has no meaning.
    NoMeaning,
    /// No instruction has this value here.
    NoInstruction,
    /// It is not part of the instruction, whose other values leave it out.
    Absent,
}

impl StreamError {
    /// The name of the part, or of the integer, that is wrong.
    pub fn path<'a>(self, tables: &'a Tables<'a>) -> Path<'a> {
        Path {
            tables,
            stream: self.stream,
            leaf: self.leaf,
            member: self.member,
        }
    }

    pub(super) fn write(self, tables: Option<&Tables>, f: &mut Formatter<'_>) -> fmt::Result {
        if self.problem != StreamProblem::FirstByte {
            write!(f, "byte {}: ", self.at)?;
        }
        self.write_problem(tables, f)
    }

    /// The error without its place.
    pub(crate) fn write_problem(
        self,
        tables: Option<&Tables>,
        f: &mut Formatter<'_>,
    ) -> fmt::Result {
        let value = self.value;
        let path = tables.map(|tables| self.path(tables));
        match (self.problem, path) {
            (StreamProblem::FirstByte, _) => {
                return write!(f, "no instruction begins with 0x{value:02x}");
            }
            (StreamProblem::TooLong, _) => {
                return f.write_str("the instruction is longer than any can be");
            }
            (_, Some(path)) => write!(f, "{path}")?,
            (_, None) => f.write_str("a value")?,
        }
        let integer = path.and_then(Path::integer);
        match self.problem {
            StreamProblem::FirstByte | StreamProblem::TooLong => Ok(()),
            StreamProblem::Truncated => {
                let size = integer.map_or(0, |row| row.bytes);
                match (size, value) {
                    (0, _) => write!(f, " is cut off"),
                    (1, _) => write!(f, " is missing: the bytes end here"),
                    (_, 0) => write!(f, " takes {size} bytes, but none are left"),
                    (_, 1) => write!(f, " takes {size} bytes, but only 1 is left"),
                    _ => write!(f, " takes {size} bytes, but only {value} are left"),
                }
            }
            StreamProblem::Fixed => match integer {
                Some(row) => write!(
                    f,
                    " is 0x{value:x}, but its bits 0x{:x} must be 0x{:x}",
                    row.mask, row.bits
                ),
                None => write!(f, " is 0x{value:x}, which it cannot be"),
            },
            StreamProblem::Reserved => write!(f, " has the reserved bits 0x{value:x} set"),
            StreamProblem::NoCase => write!(f, " is {value}, and nothing is known to follow that"),
            StreamProblem::NoMeaning => write!(f, " is {value}, which has no meaning"),
            StreamProblem::NoInstruction => {
                write!(f, " is 0x{value:x}, which is no instruction here")
            }
            StreamProblem::Absent => {
                f.write_str(" is not part of an instruction with these values")
            }
        }
    }
}

impl StreamError {
    /// About a whole integer.
    pub(crate) fn of_leaf(
        problem: StreamProblem,
        stream: u16,
        leaf: u8,
        at: usize,
        value: u64,
    ) -> StreamError {
        StreamError {
            at: at as u8,
            problem,
            stream,
            leaf,
            member: NONE,
            value,
        }
    }
}

/// `src0.offset, src0.row`: the parts of an integer that have bits of `mask`;
/// the integer if none has.
pub(super) fn write_parts(
    tables: &Tables<'_>,
    stream: u16,
    leaf: u8,
    mask: u64,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let whole = Path {
        tables,
        stream,
        leaf,
        member: NONE,
    };
    let members = whole
        .integer()
        .map_or(0..0, |integer| integer.members.range());
    let mut left = mask;
    let mut link = "";
    for member in members {
        let bits = tables.stream_members[member]
            .field
            .mask(tables.pieces)
            .low();
        if bits & mask != 0 {
            let member = member as u16;
            write!(f, "{link}{}", Path { member, ..whole })?;
            link = ", ";
            left &= !bits;
        }
    }
    if left == 0 {
        return Ok(());
    }
    write!(f, "{link}the bits 0x{left:x} of {whole}")
}
