//! Our programs and engines beside LLVM's, on the same code, in the same minutes.
//!
//! | module | what |
//! |---|---|
//! | `material` | code that clang made ([`code`](isa_test_support::code)) as one long source, with llvm-mc's object of it, as files |
//! | `distinct` | the same source with other operands on every line |
//! | `program` | runs of programs: processor time and memory |
//! | `engines` | our engines in this process |
//! | `llvm` | LLVM's, in a program of their own |
//! | `whole` | programs that read and write whole files |
//! | `worst`, `families` | what should be slow: files, and instructions |
//! | `table` | medians, spreads, rows |
#![allow(clippy::cast_precision_loss, reason = "figures are rounded anyway")]

mod distinct;
pub mod engines;
pub mod families;
pub mod llvm;
pub mod material;
pub mod program;
mod sources;
pub mod table;
pub mod whole;
pub mod worst;

/// What the programs write into if nothing else is said, in the folder of the workspace.
pub const FOLDER: &str = "target/peers";

/// Why something was not measured, in words.
pub type Reason = String;
