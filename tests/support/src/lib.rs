//! What the workspace's tests share: inputs made from the tables, and llvm-mc
//! and `GenX_IR` as oracles for them.
#![forbid(unsafe_code)]

use std::path::Path;

pub mod abi;
pub mod alike;
pub mod code;
pub mod compare;
pub mod corpus;
pub mod descriptions;
pub mod directives;
pub mod effects;
pub mod execution;
pub mod exhaustive;
pub mod facts;
pub mod filter;
pub mod fixtures;
pub mod generate;
pub mod igc;
pub mod kernels;
pub mod listing;
pub mod llvm;
pub mod machine;
pub mod mode;
pub mod mutate;
pub mod objects;
pub mod oracle;
pub mod programs;
pub mod random;
pub mod report;
pub mod round_trip;
pub mod running;
pub mod sample;
pub mod sorted;
pub mod spell;
mod structs;
pub mod synthetic;
pub mod visa_files;

/// The folder of the workspace's tests: `tests`, where kernels, facts and vectors lie.
///
/// # Panics
///
/// If this package lies in no folder.
pub fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("this package lies in the folder of the tests")
}
