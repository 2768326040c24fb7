//! The instruction description language of `isa-mc`.
//!
//! A `.isa` file goes through one pipe, a module a step:
//!
//! ```text
//! load      reads the root file and its includes          Sources
//! parse     text to syntax tree, with recovery            ast::File
//! resolve   names to declarations, rows to instructions   model::Model
//! check     everything that must hold                     Diagnostics
//! lower     rows of numbers                               tables::TablesBuf
//! dump      the tables as text, for people and snapshots  String
//! ```
//!
//! `operation` is a small language of its own (types, effects, printing) that
//! `resolve` calls for every instruction.
#![cfg_attr(not(feature = "std"), no_std)]
#![forbid(unsafe_code)]

#[macro_use]
mod codes;
pub mod suggest;
pub mod tables;

#[cfg(feature = "operations")]
pub mod ast;
#[cfg(feature = "compiler")]
pub mod bits;
#[cfg(feature = "compiler")]
pub mod check;
#[cfg(feature = "compiler")]
pub mod compile;
#[cfg(feature = "compiler")]
mod consequences;
#[cfg(feature = "compiler")]
mod declare;
#[cfg(feature = "compiler")]
mod decode_tree;
#[cfg(feature = "operations")]
pub mod diagnostic;
#[cfg(feature = "compiler")]
pub mod distinct;
#[cfg(feature = "compiler")]
pub mod dump;
#[cfg(feature = "compiler")]
pub mod expr;
#[cfg(feature = "compiler")]
pub mod format;
#[cfg(feature = "compiler")]
mod formulas;
#[cfg(feature = "compiler")]
mod known;
#[cfg(feature = "compiler")]
pub mod load;
#[cfg(feature = "compiler")]
pub mod lower;
#[cfg(feature = "operations")]
pub mod machine;
#[cfg(feature = "compiler")]
pub mod model;
#[cfg(feature = "compiler")]
pub mod names;
#[cfg(feature = "operations")]
pub mod operation;
#[cfg(feature = "compiler")]
mod overlap;
#[cfg(feature = "compiler")]
mod parallel;
#[cfg(feature = "operations")]
pub mod parse;
#[cfg(feature = "compiler")]
mod reasons;
#[cfg(feature = "compiler")]
pub mod render;
#[cfg(feature = "std")]
pub mod sorted;
#[cfg(feature = "operations")]
pub mod source;
#[cfg(feature = "compiler")]
mod template;

#[cfg(feature = "compiler")]
pub use compile::{Compilation, compile, compile_file, compile_text};
