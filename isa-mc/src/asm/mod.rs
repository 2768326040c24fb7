//! The assembler: files of statements become an object.
//!
//! ```
//! # #[cfg(feature = "gcn")] {
//! use isa_mc::asm::Assembler;
//! use isa_mc::gcn::{self, syntax};
//!
//! let target = gcn::target("gfx900").unwrap();
//! let source = b"start: // a label\n  s_branch start\n  .long 1, 2\n";
//! let assembly = Assembler::new(target, syntax::LLVM).assemble("start.s", source);
//! let object = assembly.object().expect("no errors");
//! assert_eq!(object.section(".text").unwrap().bytes.len(), 12);
//! # }
//! ```
//!
//! | module | what |
//! |---|---|
//! | `text` | the texts that are read: files, and what macros become |
//! | `scan`, `head` | a text as statements; the front of a statement |
//! | `reading`, `lines`, `late` | statement by statement; the usual lines; what is known at the end |
//! | `names` | the names that statements may use |
//! | `line_reader`, `recent` | lines of code; instructions that were read a short while ago |
//! | `ahead` | lines of code that other threads read |
//! | `arguments` | what follows a directive; expressions |
//! | `labels` | labels of digits |
//! | `directives` | what directives do, a file for each kind |
//! | `dialect` | what a machine adds |
//! | `error` | what can be wrong |
//!
//! Comments and separators are those of the syntax; `/* */` is a comment in every
//! syntax, also over lines, and stands for a space. A directive that there is not is
//! an error, because leaving one out silently could change the code.

mod ahead;
mod arguments;
mod dialect;
mod directives;
mod error;
mod head;
mod labels;
mod late;
mod line_reader;
mod lines;
mod names;
mod reading;
mod recent;
mod scan;
mod text;

pub use dialect::MachineSupport;
pub use error::{Code, Error};
pub use text::{Origin, OriginKind, Text, Texts};

use std::borrow::Cow;
use std::collections::HashMap;
use std::io;
use std::rc::Rc;

use crate::object::{Location, Object, ObjectBuilder, ObjectFormat, Place, SymbolId};
use crate::threads::Threads;
use crate::{SyntaxId, TargetMachine};
use labels::Labels;
use line_reader::LineReader;
use reading::Reading;
use scan::Cuts;

#[allow(unused_imports, reason = "only machines with directives name them")]
pub(crate) use {
    arguments::{Arguments, Scope},
    dialect::{Dialect, Taken},
    error::Fault,
};

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

/// How sources are assembled.
pub struct Assembler<'a, T> {
    target: T,
    syntax: SyntaxId,
    support: Option<MachineSupport>,
    files: &'a dyn Files,
    progress: Option<&'a dyn Fn(usize)>,
    lists: bool,
    externals: bool,
    threads: usize,
}

/// What became of a source.
#[derive(Debug)]
pub struct Assembly<I> {
    /// The object; of a source with errors, what could be made of it.
    pub draft: Option<Object>,
    /// What is wrong, in the order in which it was found.
    pub errors: Vec<Error>,
    /// What `.warning` says.
    pub warnings: Vec<Error>,
    /// The texts that locations are in.
    pub texts: Texts,
    /// Statement by statement, if [`Assembler::listing`] asked for it.
    pub listing: Vec<Listed<I>>,
}

impl<I> Assembly<I> {
    /// The object, if nothing is wrong.
    pub fn object(&self) -> Option<&Object> {
        self.draft.as_ref().filter(|_| self.errors.is_empty())
    }
}

/// A statement of the listing.
#[derive(Debug, Clone)]
pub struct Listed<I> {
    /// Where it stands.
    pub location: Location,
    /// What it is.
    pub item: Item<I>,
}

/// What a statement is.
#[derive(Debug, Clone)]
pub enum Item<I> {
    /// A label.
    Label(SymbolId),
    /// An instruction; what is known later is zero in it.
    Instruction {
        /// In memory.
        inst: I,
        /// Where it stands.
        place: Place,
        /// Its size in bytes.
        size: u8,
        /// It has an operand that was known later.
        later: bool,
    },
    /// Data, with values of so many bytes.
    Data {
        /// Bytes of a value.
        unit: u8,
        /// Where it stands.
        place: Place,
        /// Bytes of all values.
        size: u32,
        /// One of them was known later.
        later: bool,
    },
    /// Another directive.
    Directive,
    /// An error: an index into [`Assembly::errors`].
    Error(usize),
}

impl<'t, 'a, T: TargetMachine<'t>> Assembler<'a, T> {
    /// For a target and a syntax: no files, and every symbol must be defined.
    pub fn new(target: T, syntax: SyntaxId) -> Assembler<'a, T> {
        Assembler {
            target,
            syntax,
            support: None,
            files: &NoFiles,
            progress: None,
            lists: false,
            externals: false,
            threads: 1,
        }
    }

    /// With somebody who is told how far the first text is read, in bytes.
    #[must_use]
    pub fn progress(mut self, progress: &'a dyn Fn(usize)) -> Assembler<'a, T> {
        self.progress = Some(progress);
        self
    }

    /// With so many threads for large sources; 0 for as many as there are processors. The
    /// object and the errors are the same. Without it there is one.
    #[cfg(feature = "threads")]
    #[must_use]
    pub fn threads(mut self, count: usize) -> Assembler<'a, T> {
        self.threads = crate::threads::meant(count);
        self
    }

    /// With a machine's object files and directives.
    #[must_use]
    pub fn machine(mut self, support: MachineSupport) -> Assembler<'a, T> {
        self.support = Some(support);
        self
    }

    /// Other objects may define symbols.
    #[must_use]
    pub fn externals(mut self) -> Assembler<'a, T> {
        self.externals = true;
        self
    }

    /// With the files that `.include` and `.incbin` name.
    #[must_use]
    pub fn files(mut self, files: &'a dyn Files) -> Assembler<'a, T> {
        self.files = files;
        self
    }

    /// With a listing of all statements.
    #[must_use]
    pub fn listing(mut self) -> Assembler<'a, T> {
        self.lists = true;
        self
    }

    /// Reads a source.
    ///
    /// `source` should be UTF-8; a byte order mark is skipped, and a line with bytes
    /// that are no text is an error. No input makes it panic.
    ///
    /// A source that is given away, a `Vec<u8>`, is not copied.
    pub fn assemble<'s>(&self, name: &str, source: impl Into<Cow<'s, [u8]>>) -> Assembly<T::Inst> {
        let target = self.target.target();
        let processor = target.text(target.processor().name);
        let source = source.into();
        let support = self.support.and_then(|support| (support.of)(processor));
        let (format, dialect) = match support {
            Some((format, dialect)) => (format, Some(dialect)),
            None => (ObjectFormat::NONE, None),
        };
        let mut reading = Reading {
            assembler: self,
            builder: ObjectBuilder::new(target, format),
            dialect,
            labels: Labels::default(),
            line_reader: LineReader::for_source(self.target, self.syntax, source.len()),
            threads: Threads::new(self.threads, source.len() >= ahead::MANY),
            cuts: Rc::new(Cuts::new(self.target.tables(), self.syntax)),
            texts: Texts::default(),
            macros: HashMap::new(),
            expansions: 0,
            rounds: 0,
            expanded: 0,
            depth: 0,
            previous: None,
            stack: Vec::new(),
            waiting: Vec::new(),
            errors: Vec::new(),
            warnings: Vec::new(),
            listing: Vec::new(),
            ended: false,
            all_ended: false,
            counts: false,
        };
        reading.builder.externals = self.externals;
        if let Some(dialect) = &mut reading.dialect {
            dialect.begin(&mut reading.builder);
        }
        reading.file(name, source, None);
        reading.finish()
    }
}

#[cfg(all(test, feature = "gcn"))]
mod tests;
