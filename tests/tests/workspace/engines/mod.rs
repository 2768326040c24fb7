//! The engines over the shipped tables: nothing is lost, nothing is allocated.

mod lossless;
mod no_allocation;
mod parser;
mod streams;
