//! The engines of `isa-mc`: decoding, encoding, printing, matching, assembling, objects,
//! execution, over the tables of any machine.
//!
//! A package of its own so that an edit of a description compiles again the machines, and not
//! what runs them; and so that a clean build compiles it while `isa-macros` is compiled. Users
//! take `isa-mc`, which has all of it that is for them under the same names. What is hidden here
//! is for its own parts (the machines, the command line, the C interface).
//!
//! The engines know no machine: they run over [`tables::Tables`]. The four that read and write
//! single instructions need neither the standard library nor an allocator.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

pub use isa_dsl::tables;

/// A table that only the feature `second-ways` has a use for; without it there are no rows, and
/// the linker leaves them out.
#[doc(hidden)]
pub const fn second_way<T>(rows: &'static [T]) -> &'static [T] {
    match cfg!(feature = "second-ways") {
        true => rows,
        false => &[],
    }
}

#[cfg(feature = "std")]
pub mod asm;
mod branch;
mod build;
mod constant;
mod decode;
pub mod describe;
mod digits;
#[cfg(feature = "object")]
pub mod disasm;
#[cfg(feature = "object")]
pub mod dump;
mod encode;
pub mod error;
#[cfg(feature = "std")]
pub mod exec;
mod identify;
mod inst;
mod integer;
mod lenient;
#[cfg(feature = "object")]
#[doc(hidden)]
pub mod lines;
mod list;
mod message;
#[cfg(feature = "std")]
pub mod object;
mod operand;
pub mod parse;
mod parsed;
mod print;
#[cfg(test)]
mod random;
#[doc(hidden)]
pub mod registers;
pub mod relocation;
mod rule;
#[doc(hidden)]
pub mod sink;
pub mod stream;
mod structs;
mod target;
mod target_machine;
#[cfg(feature = "std")]
mod threads;
mod words;

pub use branch::ResolveError;
pub use build::{BuildError, Builder, Opcode};
pub use error::{DecodeError, EncodeError, OperandError, PrintError};
pub use identify::{Identified, Identity};
pub use inst::Inst;
pub use list::List;
pub use message::{NoSyntax, ParseMessage};
pub use operand::{OperandValue, OperandView, Operands, StructValue, WrapView, Wraps};
#[cfg(feature = "std")]
pub use parse::{LineContext, Mnemonics, ParsedLine, Parser};
pub use parse::{ParseError, ParseErrorKind};
pub use parsed::{Later, NoSymbols, Parsed, Span, Symbols};
pub use registers::{GroupError, Register};
pub use sink::{Cursor, Sink};
pub use stream::{StreamBuilder, StreamInst, StreamParts, StreamTarget};
pub use target::{SyntaxId, Target};
pub use target_machine::TargetMachine;
