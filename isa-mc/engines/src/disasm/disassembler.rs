//! From a file to its text.

use std::io;

use super::block::{BLOCK, Block};
use super::parts;
use super::plan::Plan;
use super::source::Source;
use super::source_lines::{SourceLines, SourceLinesError};
use super::source_texts::{Files, SourceTexts};
use super::text::{Desk, Text};
use crate::asm::MachineSupport;
use crate::object::Head;
use crate::object::read::{Header, ReadError, ReadErrorKind};
use crate::threads::Threads;
use crate::{SyntaxId, Target};

/// Bytes of contents from which on more threads than one are worth it.
const MANY: usize = 1 << 19;

/// How object files are disassembled.
pub struct Disassembler<'t, 'p> {
    target: Target<'t>,
    syntax: SyntaxId,
    support: MachineSupport,
    shows_bytes: bool,
    shows_lines: bool,
    files: Option<Files<'p>>,
    progress: Option<&'p dyn Fn(usize)>,
    threads: usize,
}

/// An object file that was read.
pub struct Disassembly<'d, 't, 'p> {
    source: Source<'d, 't>,
    progress: Option<&'p dyn Fn(usize)>,
    threads: usize,
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
            shows_lines: false,
            files: None,
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

    /// With the file and the line that code comes from, in a comment wherever that
    /// changes, if the file has debug information.
    #[must_use]
    pub fn shows_lines(mut self) -> Disassembler<'t, 'p> {
        self.shows_lines = true;
        self
    }

    /// With the text of the line that code comes from, in a comment wherever that changes.
    /// `files` gives the text of a file by its name, if there is one; else the name and the
    /// line are shown.
    #[must_use]
    pub fn shows_sources(
        mut self,
        files: &'p dyn Fn(&str) -> Option<String>,
    ) -> Disassembler<'t, 'p> {
        self.files = Some(files);
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
        let (format, mut machine, file) = self.support.read(&self.target, data)?;
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
        let sources = match self.shows_lines || self.files.is_some() {
            true => Some(SourceTexts::new(
                SourceLines::of(&file).map_err(SourceLinesError::into_read_error)?,
                self.shows_lines,
                self.files,
            )),
            false => None,
        };
        Ok(Disassembly {
            source: Source {
                target: self.target,
                syntax: self.syntax,
                shows_bytes: self.shows_bytes,
                sources,
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
        threads.in_order::<_, Desk<'_>, _>(
            &parts,
            |part, desk| {
                desk.buffer.truncate(0);
                let mut text = Text::new(source, &plan, std::mem::take(desk));
                // Nothing is written to anything that could fail.
                let _ = text.part(part);
                *desk = text.leave();
            },
            |part, desk| {
                self.progress_at(part.place);
                out.write_all(desk.buffer.as_bytes())
            },
        )
    }

    /// Which lines of sources its instructions come from.
    ///
    /// # Errors
    ///
    /// What is wrong with its debug information.
    pub fn source_lines(&self) -> Result<SourceLines, SourceLinesError> {
        SourceLines::of(&self.source.file)
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
