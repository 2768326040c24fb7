//! The `isa!` macro.
