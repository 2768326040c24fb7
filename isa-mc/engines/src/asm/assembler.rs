//! From a source to its object.

use super::ahead::MANY;
use super::assembly::Assembly;
#[cfg(feature = "object")]
use super::debug::DebugSettings;
use super::dialect::MachineSupport;
use super::instructions::{Instructions, Kept, Last};
use super::reading::Reading;
use super::settings::{Files, MACRO_DEPTH, NoFiles, Settings, TextStyle};
use super::source::Source;
#[cfg(feature = "object")]
use crate::object::DwarfFormat;
use crate::object::{ObjectBuilder, ObjectFormat};
use crate::threads::Threads;
use crate::{SyntaxId, TargetMachine};

/// How sources are assembled.
pub struct Assembler<'a, T> {
    target: T,
    settings: Settings<'a>,
}

impl<'t, 'a, T: TargetMachine<'t>> Assembler<'a, T> {
    /// For a target and a syntax: no files, and every symbol must be defined.
    pub fn new(target: T, syntax: SyntaxId) -> Assembler<'a, T> {
        Assembler {
            target,
            settings: Settings {
                syntax,
                files: &NoFiles,
                progress: None,
                lists: false,
                style: None,
                externals: false,
                definitions: Vec::new(),
                #[cfg(feature = "object")]
                debug: DebugSettings::default(),
                macro_depth: MACRO_DEPTH,
                support: None,
                threads: 1,
            },
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
        self.settings.threads = crate::threads::meant(count);
        self
    }

    /// With a machine's object files and directives.
    #[must_use]
    pub fn machine(mut self, support: MachineSupport) -> Assembler<'a, T> {
        self.settings.support = Some(support);
        self
    }

    /// Other objects may define symbols.
    #[must_use]
    pub fn externals(mut self) -> Assembler<'a, T> {
        self.settings.externals = true;
        self
    }

    /// With a symbol that has a value from outside, as `--defsym NAME=VALUE` of llvm-mc says
    /// it: an absolute symbol of the object, which the source cannot define again. If the
    /// same name is given twice, its last value counts.
    ///
    /// ```
    /// use isa_mc::asm::Assembler;
    /// use isa_mc::gcn::{self, syntax};
    ///
    /// let target = gcn::target("gfx900").unwrap();
    /// let source = b".if wide\n.long 1\n.endif\n.long wide + 3\n";
    /// let assembler = Assembler::new(target, syntax::LLVM).define("wide", 1);
    /// let assembly = assembler.assemble("a.s", source);
    /// assert_eq!(assembly.object().unwrap().sections[0].bytes, [1, 0, 0, 0, 4, 0, 0, 0]);
    /// ```
    #[must_use]
    pub fn define(mut self, name: &str, value: i64) -> Assembler<'a, T> {
        self.settings.definitions.push((name.to_string(), value));
        self
    }

    /// With so many macros and repetitions within one another, at most 90; 20 if nobody
    /// says, as LLVM has it.
    #[must_use]
    pub fn macro_depth(mut self, most: u32) -> Assembler<'a, T> {
        self.settings.macro_depth = most.min(90);
        self
    }

    /// With the files that `.include` and `.incbin` name.
    #[must_use]
    pub fn files(mut self, files: &'a dyn Files) -> Assembler<'a, T> {
        self.settings.files = files;
        self
    }

    /// With debug information in that form of DWARF; version 4 without it. A source with
    /// a `.file 0` has version 5 at least.
    #[cfg(feature = "object")]
    #[must_use]
    pub fn dwarf(mut self, format: DwarfFormat) -> Assembler<'a, T> {
        self.settings.debug.format = format;
        self
    }

    /// With the directory that names of source files count from, which debug information
    /// of version 5 holds, and of every version if it is of the source itself.
    #[cfg(feature = "object")]
    #[must_use]
    pub fn compilation_directory(mut self, directory: &str) -> Assembler<'a, T> {
        directory.clone_into(&mut self.settings.debug.directory);
        self
    }

    /// With debug information of the source itself: the lines of its instructions, and
    /// its labels. `producer` is the program that makes it. A source that says itself which
    /// lines it comes from, with a `.file` with a number, keeps those.
    #[cfg(feature = "object")]
    #[must_use]
    pub fn own_lines(mut self, producer: &str) -> Assembler<'a, T> {
        self.settings.debug.producer = Some(producer.to_owned());
        self
    }

    /// With a listing of all statements.
    #[must_use]
    pub fn listing(mut self) -> Assembler<'a, T> {
        self.settings.lists = true;
        self
    }

    /// With the source as text again: macros expanded, conditions decided, values as
    /// numbers where they are known without places; what llvm-mc writes for
    /// `-filetype=asm`.
    ///
    /// ```
    /// # #[cfg(feature = "gcn")] {
    /// use isa_mc::asm::{Assembler, TextStyle};
    /// use isa_mc::gcn::{self, syntax};
    ///
    /// let target = gcn::target("gfx900").unwrap();
    /// let source = b".rept 2\ns_nop 0 // nothing\n.endr\n";
    /// let assembler = Assembler::new(target, syntax::LLVM).text(TextStyle::default());
    /// let text = assembler.assemble("a.s", source).text;
    /// assert_eq!(String::from_utf8(text).unwrap(), "\ts_nop 0\n\ts_nop 0\n");
    /// # }
    /// ```
    #[must_use]
    pub fn text(mut self, style: TextStyle<'a>) -> Assembler<'a, T> {
        self.settings.style = Some(style);
        self
    }

    /// Reads a source.
    ///
    /// `source` should be UTF-8; a byte order mark is skipped, and a line with bytes
    /// that are no text is an error. No input makes it panic.
    ///
    /// A source that is given away, a `Vec<u8>`, or that stays, [`Source::Static`], is not copied.
    pub fn assemble<'s>(&self, name: &str, source: impl Into<Source<'s>>) -> Assembly<T::Inst> {
        let instructions = Kept::new(self.target);
        let assembly = read(&self.settings, &instructions, name, source.into());
        instructions.put_into(assembly)
    }
}

/// Reads a source of instructions of either kind.
fn read(
    settings: &Settings<'_>,
    instructions: &dyn Instructions<'_>,
    name: &str,
    source: Source<'_>,
) -> Assembly<Last> {
    let target = instructions.target();
    let support = settings.support.and_then(|support| (support.of)(&target));
    let (format, dialect) = match support {
        Some((format, dialect)) => (format, Some(dialect)),
        None => (ObjectFormat::NONE, None),
    };
    let builder = ObjectBuilder::new(target, format);
    let threads = Threads::new(settings.threads, source.bytes().len() >= MANY);
    let mut reading = Reading::new(settings, instructions, builder, dialect, threads);
    #[cfg(feature = "object")]
    reading.begin_debug_information(name, source.bytes());
    reading.file(name, source, None);
    reading.finish()
}
