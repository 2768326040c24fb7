//! Errors of statements in words.
//!
//! In the order in which they can be read: `words` has the pieces that messages are put
//! together from, `stream` the errors of byte streams, `statement` all others; `syntax` says
//! why a processor has no syntax of some name.

mod statement;
mod stream;
mod syntax;
mod words;

pub use syntax::NoSyntax;
pub use words::ParseMessage;
