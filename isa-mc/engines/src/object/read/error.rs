//! What can be wrong with an object file.

use std::fmt::{self, Display, Formatter};

/// Why a file is not read: where, and what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// The table and its row.
    pub header: Header,
    /// The field, as ELF calls it; empty if it is the whole row.
    pub field: &'static str,
    /// Where that stands in the file, in bytes.
    pub offset: u64,
    /// What is wrong with it.
    pub kind: ReadErrorKind,
}

/// A row of a table of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Header {
    /// The header at the front.
    File,
    /// A program header, from 0.
    Program(usize),
    /// A section header, from 0, and the name of the section if it has one.
    Section(usize, String),
    /// A symbol of the section of that number.
    Symbol(usize, usize),
    /// A relocation of the section of that number.
    Relocation(usize, usize),
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The file ends before that.
    Truncated {
        /// Where it should end, in bytes.
        end: u128,
        /// The size of the file.
        size: u64,
    },
    /// A value that is none of the possible ones.
    Value {
        /// What was expected.
        expected: &'static str,
        /// The value.
        found: u64,
    },
    /// A number of a row that there is not.
    Index {
        /// What is numbered.
        of: &'static str,
        /// How many there are.
        count: usize,
        /// The number.
        found: u64,
    },
    /// A name that does not lie in its table, does not end, or is no text.
    Name {
        /// What is wrong with it.
        problem: &'static str,
        /// Where it should begin in its table.
        at: u64,
    },
    /// Two sections with the same bytes of the file.
    Overlap {
        /// The other section.
        other: usize,
    },
    /// All names together are much longer than the file.
    Names,
    /// The machine has no relocation of that number.
    Relocation(u32),
    /// Another processor, or none of the machine's.
    Processor(String),
    /// Debug information that is damaged.
    Debug(String),
}

impl Display for ReadError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let ReadErrorKind::Debug(message) = &self.kind {
            return f.write_str(message);
        }
        match &self.header {
            Header::File => f.write_str("ELF header")?,
            Header::Program(at) => write!(f, "program header {at}")?,
            Header::Section(at, name) if name.is_empty() => write!(f, "section header {at}")?,
            Header::Section(at, name) => write!(f, "section header {at} ({name})")?,
            Header::Symbol(table, at) => write!(f, "symbol {at} of section {table}")?,
            Header::Relocation(table, at) => write!(f, "relocation {at} of section {table}")?,
        }
        if !self.field.is_empty() {
            write!(f, ", {}", self.field)?;
        }
        write!(f, " at byte {:#x}: {}", self.offset, self.kind)
    }
}

impl Display for ReadErrorKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ReadErrorKind::Truncated { end, size } => {
                write!(
                    f,
                    "it goes to byte {end:#x}, and the file ends at {size:#x}"
                )
            }
            ReadErrorKind::Value { expected, found } => {
                write!(f, "expected {expected}, found {found:#x}")
            }
            ReadErrorKind::Index { of, count, found } => {
                write!(f, "there is no {of} {found}, only {count} of them")
            }
            ReadErrorKind::Name { problem, at } => {
                write!(f, "the name at {at:#x} of its table {problem}")
            }
            ReadErrorKind::Overlap { other } => {
                write!(f, "its bytes are also those of section {other}")
            }
            ReadErrorKind::Names => {
                f.write_str("all names so far are together much longer than the file")
            }
            ReadErrorKind::Relocation(number) => {
                write!(f, "the machine has no relocation of type {number}")
            }
            ReadErrorKind::Processor(message) | ReadErrorKind::Debug(message) => {
                f.write_str(message)
            }
        }
    }
}

impl std::error::Error for ReadError {}
