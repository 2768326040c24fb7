//! Errors of decoding, encoding, printing and of setting operands. They hold
//! indices; `display` adds the names.

mod path;
mod stream;

use core::fmt::{self, Display, Formatter};

use crate::registers::GroupError;
use crate::tables::{Bits, Tables, Text};
use stream::write_parts;

pub use path::Path;
pub(crate) use path::leaf_of;
pub use stream::{StreamError, StreamProblem};

/// Why bytes are no instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DecodeError {
    /// Bytes are missing.
    Truncated {
        /// Bytes needed.
        need: usize,
        /// Bytes given.
        have: usize,
    },
    /// No instruction of this architecture has these bits.
    Unknown,
    /// Reserved bits of an instruction are set.
    Reserved {
        /// Those bits.
        mask: Bits,
    },
    /// An operand's field holds something without a meaning.
    Operand {
        /// Index into [`Tables::operands`].
        operand: u32,
        /// What the field holds.
        value: u64,
        /// What is wrong with it.
        problem: Problem,
    },
    /// The processor lacks a feature.
    Feature {
        /// Index into [`Tables::encodings`], or [`Tables::stream_encodings`]
        /// where the machine has these.
        encoding: u16,
        /// Features that are missing; bit n is row n of [`Tables::features`].
        missing: u32,
    },
    /// The operands break a rule.
    Rule {
        /// What the rule says.
        message: Text,
    },
    /// Of a machine of byte streams: what is wrong at which byte.
    Stream(StreamError),
}

/// What is wrong with a field's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Problem {
    /// Its class gives it no meaning.
    NoMeaning,
    /// It is no group of registers.
    Group(GroupError),
    /// It has bits that the number cannot have.
    Range,
}

/// Why an instruction cannot be encoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EncodeError {
    /// The buffer is too small.
    Space {
        /// Bytes needed.
        need: usize,
        /// Bytes given.
        have: usize,
    },
    /// It is no instruction of this machine.
    Unknown,
    /// This processor does not have it.
    NotOnTarget {
        /// Index into [`Tables::encodings`], or [`Tables::stream_encodings`]
        /// where the machine has these.
        encoding: u16,
    },
    /// Its bits contradict its encoding.
    Bits {
        /// The bits that do.
        mask: Bits,
    },
}

/// Why an instruction has no text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PrintError {
    /// The buffer is too small.
    Space,
    /// It is no instruction of this machine and architecture.
    Unknown,
    /// The syntax cannot say it; `print_reading` gives the nearest text.
    NotExpressible {
        /// Index into [`Tables::encodings`].
        encoding: u16,
        /// Bits that no form of the syntax says; zero if forms say all of
        /// them, but none is meant for this case.
        mask: Bits,
    },
    /// Of a machine of byte streams: the syntax cannot say it.
    Unsaid {
        /// Index into [`Tables::stream_encodings`].
        encoding: u16,
        /// The first integer of which no form says everything.
        leaf: u8,
        /// Bits of it that no form says; zero if no form is meant for this
        /// case.
        mask: u64,
    },
}

/// Why an operand cannot be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OperandError {
    /// There is no such operand.
    NoOperand,
    /// This processor lacks the instruction.
    NoInstruction,
    /// This architecture lacks its field, so it keeps its default; or the
    /// other values of the instruction leave it out.
    NoField,
    /// It holds another kind of value.
    Kind,
    /// It cannot hold this value.
    Range,
    /// The registers cannot be used together.
    Group(GroupError),
    /// It takes another number of registers.
    Width {
        /// That number.
        need: u8,
    },
    /// It needs a literal beside another one: an instruction holds one.
    SecondLiteral,
    /// The instruction would not be valid.
    Invalid(DecodeError),
}

/// An error with the names of a machine, for [`Display`].
#[derive(Debug, Clone, Copy)]
pub struct WithNames<'a, E> {
    error: E,
    tables: &'a Tables<'a>,
}

macro_rules! display {
    ($($error:ident)*) => {$(
        impl $error {
            /// The error in the words of the machine.
            pub fn display<'a>(self, tables: &'a Tables<'a>) -> WithNames<'a, $error> {
                WithNames { error: self, tables }
            }
        }

        impl Display for WithNames<'_, $error> {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                self.error.write(Some(self.tables), f)
            }
        }

        /// Without the names of the machine; see `display`.
        impl Display for $error {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                self.write(None, f)
            }
        }

        impl core::error::Error for $error {}
    )*};
}

display!(DecodeError EncodeError PrintError OperandError);

impl DecodeError {
    fn write(self, tables: Option<&Tables>, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            DecodeError::Truncated { need, have } => {
                write!(
                    f,
                    "an instruction of {need} bytes, but only {have} are left"
                )
            }
            DecodeError::Unknown => f.write_str("no instruction has these bits"),
            DecodeError::Reserved { mask } => {
                write!(f, "reserved {} set", BitList(mask))
            }
            DecodeError::Operand {
                operand,
                value,
                problem,
            } => {
                match tables.and_then(|t| Some((t, t.operands.get(operand as usize)?))) {
                    Some((tables, row)) => write!(f, "{}", tables.text(row.name))?,
                    None => f.write_str("an operand")?,
                }
                write!(f, " is {value}, ")?;
                match problem {
                    Problem::NoMeaning => f.write_str("which has no meaning"),
                    Problem::Group(error) => write!(f, "which {error}"),
                    Problem::Range => f.write_str("which is out of range"),
                }
            }
            DecodeError::Feature { encoding, missing } => {
                let Some(tables) = tables else {
                    return f.write_str("the processor lacks this instruction");
                };
                let name = instruction_name(tables, encoding).unwrap_or("");
                write!(f, "{name} needs {}", FeatureList(tables, missing))
            }
            DecodeError::Stream(error) => error.write(tables, f),
            DecodeError::Rule { message } => {
                f.write_str(tables.map_or("the operands break a rule", |t| t.text(message)))
            }
        }
    }
}

impl EncodeError {
    fn write(self, tables: Option<&Tables>, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            EncodeError::Space { need, have } => {
                write!(
                    f,
                    "the instruction takes {need} bytes, but there is room for {have}"
                )
            }
            EncodeError::Unknown => f.write_str("no instruction of this machine"),
            EncodeError::NotOnTarget { encoding } => {
                let name = tables.and_then(|tables| instruction_name(tables, encoding));
                write!(
                    f,
                    "this processor lacks {}",
                    name.unwrap_or("the instruction")
                )
            }
            EncodeError::Bits { mask } => {
                write!(f, "{} contradict the encoding", BitList(mask))
            }
        }
    }
}

impl PrintError {
    fn write(self, tables: Option<&Tables>, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            PrintError::Space => f.write_str("the text does not fit the buffer"),
            PrintError::Unknown => f.write_str("no instruction of this machine"),
            PrintError::NotExpressible { mask, .. } if !mask.any() => {
                f.write_str("this syntax has no form for these operands")
            }
            PrintError::NotExpressible { encoding, mask } => {
                f.write_str("this syntax cannot say ")?;
                match tables {
                    Some(tables) => fields(tables, encoding, mask, f),
                    None => write!(f, "{}", BitList(mask)),
                }
            }
            PrintError::Unsaid { mask: 0, .. } => {
                f.write_str("this syntax has no form for these values")
            }
            PrintError::Unsaid {
                encoding,
                leaf,
                mask,
            } => {
                f.write_str("this syntax cannot say ")?;
                let stream = tables.and_then(|tables| {
                    Some((
                        tables,
                        tables.stream_encodings.get(encoding as usize)?.stream,
                    ))
                });
                match stream {
                    Some((tables, stream)) => write_parts(tables, stream, leaf, mask, f),
                    None => write!(f, "{}", BitList(mask.into())),
                }
            }
        }
    }
}

/// The mnemonic of an encoding, of words or of streams.
fn instruction_name<'a>(tables: &Tables<'a>, encoding: u16) -> Option<&'a str> {
    let at = encoding as usize;
    let words = tables.encodings.get(at).map(|row| row.instruction);
    let streams = || tables.stream_encodings.get(at).map(|row| row.instruction);
    let row = tables.instructions.get(words.or_else(streams)? as usize)?;
    Some(tables.text(row.name))
}

/// The names of an encoding's fields that have bits of `mask`.
fn fields(tables: &Tables, encoding: u16, mask: Bits, f: &mut Formatter<'_>) -> fmt::Result {
    let shape = tables.encodings.get(encoding as usize);
    let shape = shape.and_then(|row| tables.shapes.get(row.shape as usize));
    let layout = shape.and_then(|shape| tables.layouts.get(shape.layout as usize));
    let Some(layout) = layout else {
        return write!(f, "{}", BitList(mask));
    };
    let mut left = mask;
    let mut link = "";
    for part in &tables.parts[layout.parts.range()] {
        let bits = part.field.mask(tables.pieces);
        if (bits & left).any() {
            write!(f, "{link}{}", tables.text(part.name))?;
            link = ", ";
            left &= !bits;
        }
    }
    match left.any() {
        false => Ok(()),
        true => write!(f, "{link}{}", BitList(left)),
    }
}

impl OperandError {
    fn write(self, tables: Option<&Tables>, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            OperandError::NoOperand => f.write_str("no such operand"),
            OperandError::NoInstruction => f.write_str("this processor lacks the instruction"),
            OperandError::NoField => {
                f.write_str("the operand is not part of this instruction here")
            }
            OperandError::Kind => f.write_str("the operand holds another kind of value"),
            OperandError::Range => f.write_str("the operand cannot hold this value"),
            OperandError::Group(error) => write!(f, "the register {error}"),
            OperandError::Width { need } => write!(f, "the operand takes {need} registers"),
            OperandError::SecondLiteral => f.write_str("an instruction holds one literal"),
            OperandError::Invalid(error) => error.write(tables, f),
        }
    }
}

impl Display for GroupError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            GroupError::NoRegister => f.write_str("is no register"),
            GroupError::Beyond { .. } => f.write_str("begins a group that leaves its range"),
            GroupError::Misaligned { align } => write!(f, "is not a multiple of {align}"),
        }
    }
}

/// `bits 3 and 16 to 18 are`
struct BitList(Bits);

impl Display for BitList {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let one = self.0.count_ones() == 1;
        f.write_str(if one { "bit" } else { "bits" })?;
        let mut runs = self.0.runs().peekable();
        let mut first = true;
        while let Some((low, run)) = runs.next() {
            let link = match (first, runs.peek()) {
                (true, _) => " ",
                (false, None) => " and ",
                (false, Some(_)) => ", ",
            };
            first = false;
            if run == 1 {
                write!(f, "{link}{low}")?;
            } else {
                write!(f, "{link}{low} to {}", low + run - 1)?;
            }
        }
        Ok(())
    }
}

/// `a and b`
struct FeatureList<'a>(&'a Tables<'a>, u32);

impl Display for FeatureList<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut first = true;
        for (bit, &name) in self.0.features.iter().enumerate().take(32) {
            if self.1 >> bit & 1 != 0 {
                if !first {
                    f.write_str(" and ")?;
                }
                first = false;
                f.write_str(self.0.text(name))?;
            }
        }
        Ok(())
    }
}
