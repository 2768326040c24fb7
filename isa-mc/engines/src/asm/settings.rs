//! What reading a source is told.

use std::io;

#[cfg(feature = "object")]
use super::debug::DebugSettings;
use super::dialect::MachineSupport;
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

/// Macros within one another, as LLVM has it and GNU as.
pub(super) const MACRO_DEPTH: u32 = 20;

/// A comment for the bytes of an instruction.
pub type Remark<'a> = &'a dyn Fn(&[u8]) -> String;

/// How a source is written again: [`Assembler::text`](crate::asm::Assembler::text).
#[derive(Clone, Copy, Default)]
pub struct TextStyle<'a> {
    /// The bytes of each instruction stand in a comment behind it; and of what is known
    /// later, where it goes.
    pub shows_encoding: bool,
    /// Another comment behind each instruction, for its bytes: with what comments begin
    /// with, and without the end of the line.
    pub remark: Option<Remark<'a>>,
}

/// How sources are read.
pub(super) struct Settings<'a> {
    pub(super) syntax: SyntaxId,
    pub(super) files: &'a dyn Files,
    /// Who is told how far the first text is read, in bytes.
    pub(super) progress: Option<&'a dyn Fn(usize)>,
    /// All statements are listed.
    pub(super) lists: bool,
    /// The source is written again.
    pub(super) style: Option<TextStyle<'a>>,
    /// Other objects may define symbols.
    pub(super) externals: bool,
    /// Symbols that have a value from the start, in order.
    pub(super) definitions: Vec<(String, i64)>,
    /// Which debug information is written.
    #[cfg(feature = "object")]
    pub(super) debug: DebugSettings,
    /// Macros and repetitions within one another at most.
    pub(super) macro_depth: u32,
    /// The machine's object files and directives.
    pub(super) support: Option<MachineSupport>,
    pub(super) threads: usize,
}
