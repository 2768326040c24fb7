//! vISA objects: what a file of kernels and functions holds, read from bytes and written
//! as bytes, in the form of each version.
//!
//! An [`Object`] is a file. Its kernels and functions are each a [`Routine`]: a pool of
//! strings, tables of what is declared, attributes, and the bytes of the instructions. In
//! instructions declared things are numbers: those of a table count from a number of its
//! own, which [`first`] has.
//!
//! The layout is that of chapter 4 of Intel's description of vISA, and of `GenX_IR`,
//! release 1.0.12504.6, where the description leaves something open.
//!
//! In the order in which they can be read: `version`, `strings`, `declarations`, `routine`,
//! `error`, `read`, `write`.

mod declarations;
mod error;
mod read;
mod routine;
mod strings;
mod version;
mod write;

use crate::StreamTarget;

/// The target that an object is for, as its first bytes say; `None` if it is none, or of an
/// unknown version.
pub fn target(bytes: &[u8]) -> Option<StreamTarget<'static>> {
    let rest = bytes.strip_prefix(&MAGIC)?;
    let (&major, &minor) = (rest.first()?, rest.get(1)?);
    crate::visa::target(Version::new(major, minor).processor()?)
}

pub use declarations::{
    Attribute, Input, InputKind, Label, LabelKind, UntypedVariable, Variable, first,
};
pub use error::{ObjectError, Problem, Table};
pub use routine::{
    Binary, FileVariable, Function, Kernel, Linkage, MAGIC, Object, Relocation, Routine,
};
pub use strings::Strings;
pub use version::Version;
pub use write::WriteError;
