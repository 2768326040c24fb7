//! From a source to its object.

use std::borrow::Cow;

use super::ahead::MANY;
use super::assembly::Assembly;
use super::dialect::MachineSupport;
use super::reading::Reading;
use super::settings::{Files, NoFiles, Settings};
use crate::object::{ObjectBuilder, ObjectFormat};
use crate::threads::Threads;
use crate::{SyntaxId, TargetMachine};

/// How sources are assembled.
pub struct Assembler<'a, T> {
    settings: Settings<'a, T>,
    support: Option<MachineSupport>,
    threads: usize,
}

impl<'t, 'a, T: TargetMachine<'t>> Assembler<'a, T> {
    /// For a target and a syntax: no files, and every symbol must be defined.
    pub fn new(target: T, syntax: SyntaxId) -> Assembler<'a, T> {
        Assembler {
            settings: Settings {
                target,
                syntax,
                files: &NoFiles,
                progress: None,
                lists: false,
                externals: false,
            },
            support: None,
            threads: 1,
        }
    }

    /// With somebody who is told how far the first text is read, in bytes.
    #[must_use]
    pub fn progress(mut self, progress: &'a dyn Fn(usize)) -> Assembler<'a, T> {
        self.settings.progress = Some(progress);
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
        self.settings.externals = true;
        self
    }

    /// With the files that `.include` and `.incbin` name.
    #[must_use]
    pub fn files(mut self, files: &'a dyn Files) -> Assembler<'a, T> {
        self.settings.files = files;
        self
    }

    /// With a listing of all statements.
    #[must_use]
    pub fn listing(mut self) -> Assembler<'a, T> {
        self.settings.lists = true;
        self
    }

    /// Reads a source.
    ///
    /// `source` should be UTF-8; a byte order mark is skipped, and a line with bytes
    /// that are no text is an error. No input makes it panic.
    ///
    /// A source that is given away, a `Vec<u8>`, is not copied.
    pub fn assemble<'s>(&self, name: &str, source: impl Into<Cow<'s, [u8]>>) -> Assembly<T::Inst> {
        let target = self.settings.target.target();
        let processor = target.text(target.processor().name);
        let source = source.into();
        let support = self.support.and_then(|support| (support.of)(processor));
        let (format, dialect) = match support {
            Some((format, dialect)) => (format, Some(dialect)),
            None => (ObjectFormat::NONE, None),
        };
        let builder = ObjectBuilder::new(target, format);
        let threads = Threads::new(self.threads, source.len() >= MANY);
        let mut reading = Reading::new(&self.settings, builder, dialect, threads);
        reading.file(name, source, None);
        reading.finish()
    }
}
