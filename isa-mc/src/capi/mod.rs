//! The interface for C: what `include/isa_mc.h` declares. `docs/c-interface.md` says
//! how to build a library of it, with an example.
//!
//! In the order in which they can be read, each using only what stands above it:
//!
//! | module | what |
//! |---|---|
//! | `characters` | texts cut to a size |
//! | `status` | codes, and errors with their messages |
//! | `memory` | a caller's pointers: all that is read or written through them |
//! | `call` | what every function does around its own work |
//! | `targets` | processors and syntaxes |
//! | `instruction` | decode, encode, print, parse |
//! | `operands` | what an instruction consists of |
//! | `description` | what it does, and what it reads and writes |
//! | `explanation` | all of it in words |
//! | `disassembly` | code to text, line by line |
//! | `listing` | object files to text |
//! | `assembly` | sources to objects |
//!
//! Everything but an [`isa_mc_assembly`] is a value: nothing to free, and nothing that
//! a caller could spoil without an error, because what a value says is checked at
//! each use. There is no global state, so all functions may be called from any thread.
//!
//! This is the only module with `unsafe` code. A caller's pointer is looked at in
//! `memory` alone, the others only say what is promised of it.
#![deny(unsafe_op_in_unsafe_fn, clippy::undocumented_unsafe_blocks)]
#![allow(non_camel_case_types, reason = "the names of C")]
#![allow(clippy::doc_markdown, reason = "the comments are those of the header")]
#![allow(
    clippy::missing_safety_doc,
    reason = "the rules for pointers are the same everywhere, and the header begins with them"
)]

mod assembly;
mod call;
mod characters;
mod description;
mod disassembly;
mod explanation;
mod instruction;
mod listing;
mod memory;
mod operands;
mod status;
mod targets;

pub use assembly::*;
pub use description::*;
pub use disassembly::*;
pub use explanation::*;
pub use instruction::*;
pub use listing::*;
pub use memory::ISA_MC_TO_NUL;
pub use operands::*;
pub use status::*;
pub use targets::*;

#[cfg(all(test, feature = "gcn", feature = "visa"))]
mod tests;
