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
//! neither the standard library nor an allocator. They are a package of their own below this
//! one, so that an edit of a machine's description does not compile them again.
#![cfg_attr(not(feature = "std"), no_std)]
#![cfg_attr(not(feature = "capi"), forbid(unsafe_code))]

pub use isa_macros::isa;

// The program's modules name this crate as its users do.
extern crate self as isa_mc;

#[cfg(feature = "capi")]
#[allow(unsafe_code, reason = "pointers of C")]
pub mod capi;
// Here and not in the program, whose own code would be compiled anew for its tests, and behind
// all of the library's.
#[cfg(all(feature = "cli", feature = "gcn"))]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "gcn")]
pub mod gcn;
pub mod machines;
#[cfg(feature = "visa")]
pub mod visa;

#[doc(inline)]
pub use isa_mc_engines::*;

/// The code in the README compiles and holds.
#[cfg(all(doctest, feature = "gcn", feature = "std"))]
#[doc = include_str!("../../README.md")]
struct Readme;

/// The code in `docs/code-generation.md` compiles and holds.
#[cfg(all(doctest, feature = "gcn", feature = "object"))]
#[doc = include_str!("../../docs/code-generation.md")]
struct CodeGeneration;
