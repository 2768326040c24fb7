//! Floating-point arithmetic as a state of the machine governs it: exact numbers,
//! rounded once.
//!
//! Everything here is done with integers, so it is the same on every host. What
//! rounds to nearest even and keeps subnormal values has faster ways in
//! [`super::number`]; both give the same.
//!
//! In the order in which they can be read: `mode`, `number`, `functions`, `arithmetic`.

mod arithmetic;
mod functions;
mod mode;
mod number;

pub(super) use arithmetic::{arithmetic, scaled_multiply_add};
pub(super) use mode::{Mode, flushed};
pub(super) use number::Number;

#[cfg(test)]
mod tests;
