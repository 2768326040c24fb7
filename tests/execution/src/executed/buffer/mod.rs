//! Buffer instructions: with every way to address, within a buffer and beyond its end;
//! typed ones with every format.
//!
//! `addressing` has the buffers and how lanes address them; `untyped` runs what has bytes there,
//! `typed` what has elements in a format.

mod addressing;
mod typed;
mod untyped;

pub(super) use typed::{TYPED, halves, numbers};
pub(super) use untyped::CHECK;
