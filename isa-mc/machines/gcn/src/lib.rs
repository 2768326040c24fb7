//! The machine that `defs/gcn.isa` describes, as `isa!` makes it.
//!
//! A package of its own, as each machine has one: an edit of a description compiles again this
//! machine and no other one. Users take `isa-mc`, which has all of it in `isa_mc::gcn`.
#![no_std]
#![forbid(unsafe_code)]

// The code that `isa!` emits names the crate of its users.
extern crate isa_mc_engines as isa_mc;

isa_macros::isa!("defs/gcn.isa");
