//! Where text goes.
//!
//! The printer writes short pieces, mostly under eight bytes: a copy of fixed
//! length is a load and a store, where a copy of any length is a call.
//!
//! In this order: `writer` is what pieces are appended to, `line` and `cursor` are the two that
//! there are, `appending` is what takes whole texts.

mod appending;
mod cursor;
mod line;
mod writer;

pub use appending::Sink;
pub use cursor::Cursor;
pub(crate) use line::Line;
pub(crate) use writer::Writer;
