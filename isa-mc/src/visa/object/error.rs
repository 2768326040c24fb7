//! Why bytes are no object.

use core::fmt::{self, Display, Formatter};

use super::version::Version;

/// A part of an object, as errors name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "they are the tables of the model, by name")]
pub enum Table {
    Header,
    FileVariables,
    Kernels,
    Functions,
    Binaries,
    Relocations,
    Strings,
    Variables,
    Addresses,
    Predicates,
    Labels,
    Samplers,
    Surfaces,
    MotionEstimations,
    Inputs,
    Attributes,
    Code,
}

impl Display for Table {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Table::Header => "header",
            Table::FileVariables => "table of the file's variables",
            Table::Kernels => "table of kernels",
            Table::Functions => "table of functions",
            Table::Binaries => "table of binaries",
            Table::Relocations => "table of relocations",
            Table::Strings => "pool of strings",
            Table::Variables => "table of variables",
            Table::Addresses => "table of addresses",
            Table::Predicates => "table of predicates",
            Table::Labels => "table of labels",
            Table::Samplers => "table of samplers",
            Table::Surfaces => "table of surfaces",
            Table::MotionEstimations => "table of motion estimations",
            Table::Inputs => "table of inputs",
            Table::Attributes => "attributes",
            Table::Code => "instructions",
        })
    }
}

/// What is wrong there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// The first four bytes are not `CISA`.
    Magic,
    /// The version is none of 3.0 to 4.1.
    Version(Version),
    /// It goes over the end of the file, or of the kernel or function it is in.
    CutOff {
        /// Bytes that it needs there.
        needed: u64,
        /// Bytes that there are.
        left: u64,
    },
    /// It ends behind the file.
    Outside {
        /// The byte behind it.
        end: u64,
        /// Bytes of the file.
        size: u64,
    },
    /// A string without a zero behind it.
    Unterminated,
    /// The number of a string that is not in the pool.
    NoString {
        /// The number.
        number: u32,
        /// How many strings there are.
        strings: u32,
    },
    /// The header's place for the inputs is another one than theirs.
    InputOffset {
        /// What the header says, in bytes of the file.
        said: u32,
        /// Where they are.
        found: u32,
    },
    /// It shares bytes with another kernel, function or binary, or with the header.
    Shared,
}

/// Why bytes are no object: what is wrong, in which part, at which byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectError {
    /// The part.
    pub table: Table,
    /// The row of the part, from 0; `None` for the part itself.
    pub row: Option<u32>,
    /// The kernel or function that the part is of; empty for the file.
    pub routine: String,
    /// The byte of the file.
    pub offset: usize,
    /// What is wrong.
    pub problem: Problem,
}

impl Display for ObjectError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.table)?;
        if let Some(row) = self.row {
            write!(f, ", row {row}")?;
        }
        if !self.routine.is_empty() {
            write!(f, " of `{}`", self.routine.escape_debug())?;
        }
        write!(f, ", byte {:#x}: ", self.offset)?;
        match self.problem {
            Problem::Magic => {
                f.write_str("a vISA object begins with `CISA`, and this file does not")
            }
            Problem::Version(version) => write!(
                f,
                "version {version} is unknown; objects of {} to {} can be read",
                Version::ALL[0],
                Version::ALL[Version::ALL.len() - 1]
            ),
            Problem::CutOff { needed, left } => {
                write!(
                    f,
                    "cut off: it needs {needed} more bytes, and there are {left}"
                )
            }
            Problem::Outside { end, size } => write!(
                f,
                "it goes up to byte {end:#x}, and the file has {size:#x}: it is cut off"
            ),
            Problem::Unterminated => f.write_str("a string has no end"),
            Problem::NoString { number, strings } => {
                write!(f, "string {number} is not there; the pool has {strings}")
            }
            Problem::InputOffset { said, found } => write!(
                f,
                "the header says that the inputs are at byte {said:#x}, and they are at {found:#x}"
            ),
            Problem::Shared => f.write_str(
                "its bytes are also those of the header or of another kernel, function or binary",
            ),
        }
    }
}

impl core::error::Error for ObjectError {}
