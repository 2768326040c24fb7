//! The tables that a checked description is lowered to, and over which the
//! engines of `isa-mc` run: plain rows of numbers, one string pool, no pointers
//! between rows but indices.
//!
//! ```text
//! Processor ─ arch ─► Arch ─ root ─► Slot ─► Encoding ─► Shape ─► Operand ─► Class / RegisterFile
//!                                                │          └─► Form ─► Token ─► Modifier
//!                                                └─► Instruction ─► Family
//!                                                        └─► Program ─► Action ─► Source
//! mnemonic text ─► MnemonicSlot ─► Candidate ─► Encoding
//! ```
//!
//! An [`Encoding`] is one instruction on one architecture in one layout. A
//! [`Shape`] is everything that the encodings of a family's rows have in
//! common; a row adds only its opcode, so a thousand instructions cost a
//! thousand small rows.
//!
//! This module is `no_std` and is all of this crate that the engines see
//! (`default-features = false`). [`Tables`] borrows; [`TablesBuf`] owns, and
//! is what lowering makes. The macro writes the rows of small tables as `{:?}`, which is a
//! Rust expression of a row, and those of large ones as bytes: [`Written`].
//!
//! Read `bytes` first, around which rows are defined, and `text`, by which they refer to
//! others; then the rows, `bits`, `field` and `constant` first. `all` has the tables of them,
//! `access` what rows mean in those, and `written` what the macro writes.

mod access;
mod all;
mod bits;
mod bytes;
mod constant;
mod field;
mod identify;
mod instruction;
mod lookup;
mod machine;
mod operand;
mod operation;
mod outline;
mod recipe;
mod stream;
mod stream_printing;
mod text;
#[cfg(feature = "compiler")]
mod written;

pub use all::*;
pub use bits::*;
#[cfg(feature = "compiler")]
pub use bytes::Row;
pub use bytes::{Flag, NumberOf, Numbered, u16_of_bytes, u32_of_bytes, u64_of_bytes};
pub use constant::*;
pub use field::*;
pub use identify::*;
pub use instruction::*;
pub use lookup::*;
pub use machine::*;
pub use operand::*;
pub use operation::*;
pub use outline::*;
pub use recipe::*;
pub use stream::*;
pub use stream_printing::*;
pub use text::*;
#[cfg(feature = "compiler")]
pub use written::{Written, WrittenRows};
