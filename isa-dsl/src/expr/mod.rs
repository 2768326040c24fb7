//! Layout expressions: widths, conditions, rules, bindings.
//!
//! `value` is what one is once its names are known, and `resolve` finds out what they mean.

mod resolve;
mod value;

pub use resolve::{FUNCTIONS, Keyword, Scope, mentions, resolve};
pub use value::Value;
