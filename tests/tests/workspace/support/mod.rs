//! What tests share does what they rely on.

mod code;
mod compare;
mod facts;
mod fill;
mod filter;
mod igc;
mod kernels;
mod narrow;
mod sample;
mod synthetic;
