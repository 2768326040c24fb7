//! The language of descriptions: what it can say, what people see when it is wrong, and
//! that no text makes its compiler fail.

mod check_errors;
mod check_fuzz;
mod floating_point;
mod limits;
mod needs;
mod sorted;
mod stream_accesses;
mod streams;
mod syntax_errors;
mod syntax_fuzz;
mod user_crate;
mod wide_instructions;
