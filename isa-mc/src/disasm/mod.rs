//! The disassembler of object files: the way back of [`asm`](crate::asm).
//!
//! ```
//! # #[cfg(feature = "gcn")] {
//! use isa_mc::asm::Assembler;
//! use isa_mc::disasm::Disassembler;
//! use isa_mc::gcn::{self, syntax};
//!
//! let target = gcn::target("gfx900").unwrap();
//! let source = b"start:\n s_nop 1\n s_branch start\n .long other@abs32@lo\n";
//! let assembler = Assembler::new(target, syntax::LLVM).machine(gcn::SUPPORT).externals();
//! let file = assembler.assemble("a.s", source).object().unwrap().to_elf().unwrap();
//!
//! let mut text = Vec::new();
//! let disassembler = Disassembler::new(target, syntax::LLVM, gcn::SUPPORT);
//! disassembler.read(&file).unwrap().write_text(&mut text).unwrap();
//! let text = String::from_utf8(text).unwrap();
//! assert!(text.contains("start:\n\ts_nop 1\n\ts_branch start\n"), "{text}");
//! assert!(text.contains("\t.long other@abs32@lo\n"));
//! # }
//! ```
//!
//! The text assembles back to the same contents of sections; for an object that no
//! linker has seen also to the same symbols and relocations. What directives cannot say
//! is data, or a comment, with the reason.
//!
//! | module | what |
//! |---|---|
//! | `error` | what is wrong with a file, which `object::read` makes sections, symbols and relocations of |
//! | `plan` | what stands where: pieces of sections, labels, records |
//! | `names`, `expression` | names as they are written; relocations as expressions |
//! | `steps` | where the statements of code begin, and where its branches lead |
//! | `parts` | parts of a file that are written independently, by many threads |
//! | `block`, `text` | what is written, line by line |
//! | `sections`, `symbols` | their directives |
//! | `recent` | what was found out about instructions a short while ago |
//! | `straight`, `code`, `data` | what is in sections |
//! | `proof` | whether a statement with a name in it is read as it should be |
//! | `machine` | what a machine adds |

mod block;
mod code;
mod data;
mod error;
mod expression;
mod machine;
mod names;
mod parts;
mod plan;
mod proof;
mod recent;
mod sections;
mod steps;
mod straight;
mod symbols;
mod text;

pub use error::{Header, ReadError, ReadErrorKind};

#[allow(unused_imports, reason = "only machines with object files name them")]
pub(crate) use machine::{Description, Head, HeadText, RecordShape, RecordSymbols};

use std::io;

use crate::asm::MachineSupport;
use crate::object::ObjectFormat;
use crate::object::read::{self, File};
use crate::threads::Threads;
use crate::{SyntaxId, Target};
use block::{BLOCK, Block};
use machine::Description as Machine;
use plan::Plan;
use text::{Desk, Text};

/// Bytes of contents from which on more threads than one are worth it.
const MANY: usize = 1 << 19;

/// How object files are disassembled.
pub struct Disassembler<'t, 'p> {
    target: Target<'t>,
    syntax: SyntaxId,
    support: MachineSupport,
    shows_bytes: bool,
    progress: Option<&'p dyn Fn(usize)>,
    threads: usize,
}

/// An object file that was read.
pub struct Disassembly<'d, 't, 'p> {
    source: Source<'d, 't>,
    progress: Option<&'p dyn Fn(usize)>,
    threads: usize,
}

/// What is written, and how.
struct Source<'d, 't> {
    target: Target<'t>,
    syntax: SyntaxId,
    shows_bytes: bool,
    format: ObjectFormat,
    machine: Box<dyn Machine>,
    head: HeadText,
    file: File<'d>,
}

/// An instruction of a section of code, or what is none.
#[derive(Debug, Clone, Copy)]
pub struct Statement<'s> {
    /// Its address; in an object that is not linked, from the start of its section.
    pub address: u64,
    /// Its bytes.
    pub bytes: &'s [u8],
    /// Its text.
    pub text: &'s [u8],
}

impl<'t, 'p> Disassembler<'t, 'p> {
    /// For a processor, a syntax and the machine's object files.
    pub fn new(
        target: Target<'t>,
        syntax: SyntaxId,
        support: MachineSupport,
    ) -> Disassembler<'t, 'p> {
        Disassembler {
            target,
            syntax,
            support,
            shows_bytes: false,
            progress: None,
            threads: 1,
        }
    }

    /// With the address and the bytes of every instruction in a comment.
    #[must_use]
    pub fn shows_bytes(mut self) -> Disassembler<'t, 'p> {
        self.shows_bytes = true;
        self
    }

    /// With so many threads for large files; 0 for as many as there are processors. The
    /// text is the same. Without it there is one.
    #[cfg(feature = "threads")]
    #[must_use]
    pub fn threads(mut self, count: usize) -> Disassembler<'t, 'p> {
        self.threads = crate::threads::meant(count);
        self
    }

    /// With somebody who is told how far the file is done, in bytes, now and then.
    #[must_use]
    pub fn progress(mut self, progress: &'p dyn Fn(usize)) -> Disassembler<'t, 'p> {
        self.progress = Some(progress);
        self
    }

    /// Reads a file: ELF of 64 bits, an object (`ET_REL`) or a linked code object
    /// (`ET_DYN`).
    ///
    /// # Errors
    ///
    /// What is wrong with it, and where; also if it is for another processor. No file
    /// makes it panic, and what it takes is bounded by the size of the file.
    pub fn read<'d>(&self, data: &'d [u8]) -> Result<Disassembly<'d, 't, 'p>, ReadError> {
        let processor = self.target.text(self.target.processor().name);
        let support = (self.support.of)(processor).zip((self.support.description)(processor));
        let ((format, _), mut machine) = support.ok_or_else(|| ReadError {
            header: Header::File,
            field: "",
            offset: 0,
            kind: ReadErrorKind::Processor(format!("{processor} has no object files")),
        })?;
        let file = read::read(data, &format)?;
        let head = Head {
            os_abi: file.os_abi,
            abi_version: file.abi_version,
            flags: file.flags,
        };
        let head = machine.head(head).map_err(|message| ReadError {
            header: Header::File,
            field: "e_flags",
            offset: 48,
            kind: ReadErrorKind::Processor(message),
        })?;
        Ok(Disassembly {
            source: Source {
                target: self.target,
                syntax: self.syntax,
                shows_bytes: self.shows_bytes,
                format,
                machine,
                head,
                file,
            },
            progress: self.progress,
            threads: self.threads,
        })
    }
}

impl Disassembly<'_, '_, '_> {
    /// Writes the whole file as text that assembles back, in large blocks.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_text(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let (source, threads) = (&self.source, self.threads());
        let plan = Plan::new(source, &threads);
        if !threads.are_many() {
            let mut text = Text::new(source, &plan, Desk::default());
            text.out = Some(out);
            text.progress = self.progress;
            text.head()?;
            for at in 0..source.file.sections.len() {
                text.section(at)?;
            }
            text.other_symbols()?;
            return text.flush();
        }
        let parts = parts::of(source, &plan);
        let write = |part: &parts::Part, desk: &mut Desk| {
            desk.buffer.truncate(0);
            let mut text = Text::new(source, &plan, std::mem::take(desk));
            // Nothing is written to anything that could fail.
            let _ = text.part(part);
            *desk = text.leave();
        };
        threads.in_order(&parts, write, |part, desk| {
            self.progress_at(part.place);
            out.write_all(desk.buffer.as_bytes())
        })
    }

    /// The threads that are worth it.
    fn threads(&self) -> Threads {
        let sections = self.source.file.sections.iter();
        let contents = sections.map(|it| it.bytes.len()).sum::<usize>();
        Threads::new(self.threads, contents >= MANY)
    }

    /// Every instruction of every section of code, as it would be without symbols.
    ///
    /// # Errors
    ///
    /// Those of `each`.
    pub fn statements<E>(
        &self,
        mut each: impl FnMut(Statement<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut text = Block::default();
        let sections = self.source.file.sections.iter();
        for section in sections.filter(|section| section.is_code()) {
            let mut told = 0;
            let mut at = 0;
            while at < section.bytes.len() {
                if at >= told {
                    self.progress_at(section.offset + at as u64);
                    told = at + BLOCK;
                }
                text.truncate(0);
                let size = self.source.plain(&section.bytes[at..], &mut text);
                each(Statement {
                    address: section.address.wrapping_add(at as u64),
                    bytes: &section.bytes[at..][..size],
                    text: text.as_bytes(),
                })?;
                at += size;
            }
        }
        Ok(())
    }

    fn progress_at(&self, byte: u64) {
        if let Some(progress) = self.progress {
            progress(byte as usize);
        }
    }
}
