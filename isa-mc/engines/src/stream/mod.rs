//! Machines whose instructions are integers one after the other.
//!
//! A [`StreamTarget`] is to them what [`Target`](crate::Target) is to machines of words, with
//! the same names for the same things. An instruction is its bytes; what they
//! mean is found by walking over them (`walk`), because every integer may
//! decide what follows.
//!
//! ```text
//! bytes ── decode ──► StreamInst ── print ──► text
//! bytes ◄─ encode ─── StreamInst ◄─ parse ─── text
//! ```
//!
//! [`StreamTarget::pieces`] shows the parts of an instruction by name, and
//! [`StreamTarget::set_value`] changes them.
//!
//! In the order in which they can be read: `names`, `inst`, `target`, and `walk`, the step that all
//! engines share; `decode`, `write`, `values`, `describe`, `build` and `execute`; `print`, `scan` and
//! `parse`.

mod build;
mod decode;
mod describe;
#[cfg(feature = "std")]
mod execute;
mod inst;
mod names;
mod parse;
mod print;
mod scan;
mod target;
mod values;
mod walk;
mod write;

pub use crate::error::{Path, StreamError, StreamProblem};
pub use build::{StreamBuilder, StreamParts};
pub use describe::StreamAccesses;
pub use inst::StreamInst;
pub use names::Names;
pub(crate) use parse::word_length;
pub(crate) use print::is_wide;
pub use target::StreamTarget;
pub use values::{PieceView, Pieces};
