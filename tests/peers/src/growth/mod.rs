//! How everything grows with a description: that of GCN, made several times as large.
//!
//! | module | what |
//! |---|---|
//! | `renamed` | the description with each machine in it several times, under new names |
//! | `project` | a crate that uses `isa!` on one: what building and starting it takes |
//! | `measure` | compiling one in this process, and its engines |
//! | `table` | rows in Markdown, with the ratios to the smallest |
#![allow(clippy::cast_precision_loss, reason = "figures are rounded anyway")]

pub mod measure;
pub mod project;
pub mod renamed;
pub mod table;
