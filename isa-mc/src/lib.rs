//! The MC layer: instructions of a machine that `.isa` files describe, in
//! memory, as bytes and as text.
//!
//! A [`Target`] is a machine's [`tables`] seen by one of its processors. It
//! decodes bytes to an [`Inst`], encodes it back, prints it and parses text:
//!
//! ```text
//! bytes ── decode ──► Inst ── print ──► text
//! bytes ◄─ encode ─── Inst ◄─ parse ─── text
//! ```
//!
//! An [`Inst`] is its bits and the identity of its encoding, 24 bytes, so
//! encoding is a copy and nothing is lost. Its operands are views, see
//! [`Target::operands`] and [`Target::set_operand`].
//!
//! Machines whose instructions are bytes of any number, one after the other,
//! have a [`StreamTarget`] and [`StreamInst`]s instead, see [`stream`].
//! [`TargetMachine`] is what both kinds have in common.
//!
//! The engines know no machine: they run over [`tables::Tables`]. They need
//! neither the standard library nor an allocator.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(not(feature = "capi"), forbid(unsafe_code))]

pub use isa_dsl::tables;
pub use isa_macros::isa;

// The code that `isa!` emits names this crate as its users do.
extern crate self as isa_mc;

#[cfg(feature = "std")]
pub mod asm;
mod branch;
mod build;
#[cfg(feature = "capi")]
#[allow(unsafe_code, reason = "pointers of C")]
pub mod capi;
mod constant;
mod decode;
pub mod describe;
#[cfg(feature = "object")]
pub mod disasm;
mod encode;
pub mod error;
#[cfg(feature = "std")]
pub mod exec;
mod identify;
mod inst;
mod integer;
mod list;
pub mod machines;
mod message;
#[cfg(feature = "std")]
pub mod object;
mod operand;
pub mod parse;
mod parsed;
mod print;
#[cfg(test)]
mod random;
mod registers;
pub mod relocation;
mod rule;
mod sink;
pub mod stream;
mod structs;
mod target;
mod target_machine;
#[cfg(feature = "std")]
mod threads;
mod words;

#[cfg(feature = "gcn")]
pub mod gcn;
#[cfg(feature = "visa")]
pub mod visa;

pub use branch::ResolveError;
pub use build::{BuildError, Builder, Opcode};
pub use error::{DecodeError, EncodeError, OperandError, PrintError};
pub use identify::{Identified, Identity};
pub use inst::Inst;
pub use list::List;
pub use message::ParseMessage;
pub use operand::{OperandValue, OperandView, Operands, StructValue, WrapView, Wraps};
#[cfg(feature = "std")]
pub use parse::{Mnemonics, ParsedLine};
pub use parse::{ParseError, ParseErrorKind};
pub use parsed::{Later, NoSymbols, Parsed, Span, Symbols};
pub use registers::{GroupError, Register};
pub use sink::{Cursor, Sink};
pub use stream::{StreamBuilder, StreamInst, StreamParts, StreamTarget};
pub use target::{SyntaxId, Target};
pub use target_machine::TargetMachine;

/// The code in the README compiles and holds.
#[cfg(all(doctest, feature = "gcn", feature = "std"))]
#[doc = include_str!("../../README.md")]
struct Readme;

/// The code in `docs/code-generation.md` compiles and holds.
#[cfg(all(doctest, feature = "gcn", feature = "object"))]
#[doc = include_str!("../../docs/code-generation.md")]
struct CodeGeneration;
