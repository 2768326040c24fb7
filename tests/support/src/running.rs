//! Kernels of `tests/run`, compiled for GPUs and for the CPU: what they are called with,
//! what they give when they are run, and what the CPU gives.
//!
//! In the order in which they can be read: `fill`, `case`, `cases`; `cpu` and `stored`.

mod case;
mod cases;
mod cpu;
mod fill;
mod results;
pub mod stored;

pub use case::{ALL_LEVELS, Argument, Case, LEVELS, PROCESSORS};
pub use cases::{CASES, by_name};
pub use cpu::{Programs, assembly, compile};
pub use fill::{Element, Fill};
pub use results::{approximation_error, difference};
