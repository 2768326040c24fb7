//! Errors of statements in words.
//!
//! In the order in which they can be read: `words` has the pieces that messages are put
//! together from, `stream` the errors of byte streams, `statement` all others.

mod statement;
mod stream;
mod words;

pub use words::ParseMessage;
