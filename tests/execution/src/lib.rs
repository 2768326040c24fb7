//! What instructions do, written again in plain Rust, and how what the descriptions say is held
//! to it.
//!
//! ```text
//! meaning   what an instruction makes of what it reads
//! executed  instructions run beside their meaning, on edges and drawn values
//! ```
#![forbid(unsafe_code)]

pub mod executed;
pub mod meaning;
