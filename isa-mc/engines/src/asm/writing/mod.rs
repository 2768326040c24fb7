//! A source as text again, while it is read: macros expanded, conditions decided, values
//! as numbers where they are known. It is the text that LLVM's streamer of assembly writes.
//!
//! In the order in which they can be read: `words` are names and strings, `comments` stand
//! behind instructions, `writer` is the text and what it remembers, `expressions` are
//! written, `sections` are directives that go to one.

mod comments;
mod expressions;
mod sections;
mod words;
mod writer;

pub use comments::{COLUMN, LaterPart, encoding, pad, remark};

pub use sections::section;
pub use words::{name, string};
pub use writer::Writer;
