//! What reading a source is told.

use std::io;

use crate::SyntaxId;

/// Reads the files that a source names.
pub trait Files {
    /// The file of a name in `.include` or `.incbin`, and what errors call it.
    ///
    /// # Errors
    ///
    /// Why it cannot be read.
    fn read(&self, name: &str) -> io::Result<(String, Vec<u8>)>;
}

/// No files.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> io::Result<(String, Vec<u8>)> {
        Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "no files can be read here",
        ))
    }
}

/// How sources are read.
pub(super) struct Settings<'a, T> {
    pub(super) target: T,
    pub(super) syntax: SyntaxId,
    pub(super) files: &'a dyn Files,
    /// Who is told how far the first text is read, in bytes.
    pub(super) progress: Option<&'a dyn Fn(usize)>,
    /// All statements are listed.
    pub(super) lists: bool,
    /// Other objects may define symbols.
    pub(super) externals: bool,
}
