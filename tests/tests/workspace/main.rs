//! What needs several crates of the workspace, and nothing but Rust. One program, so that
//! one is linked; a folder for each subject, in the order in which data flows.

mod support;

mod language;

mod definitions;
mod engines;
mod execution;
mod files;

mod house;
