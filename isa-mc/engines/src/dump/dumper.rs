//! From a file to what is shown of it.

use std::io;

use super::choice::{Code, Range};
use super::lines::{Lines, SourceFiles};
use super::source::Source;
use super::{code, linked, tables};
use crate::asm::MachineSupport;
use crate::object::read::{
    ReadError, dynamic_entries, dynamic_relocations, dynamic_symbols, program_headers,
};
use crate::object::{Head, ObjectFormat};
use crate::threads::Threads;
use crate::{SyntaxId, Target};

/// Bytes of contents from which on more threads than one are worth it.
const MANY: usize = 1 << 17;

/// Where the header has the address at which running begins.
const E_ENTRY: usize = 24;

/// How object files are shown.
pub struct Dumper<'t> {
    target: Target<'t>,
    syntax: SyntaxId,
    support: MachineSupport,
    threads: usize,
}

/// An object file that was read.
pub struct Dump<'d, 't> {
    source: Source<'d, 't>,
    data: &'d [u8],
    format: ObjectFormat,
    start: u64,
    threads: usize,
}

impl<'t> Dumper<'t> {
    /// For a processor, a syntax and the machine's object files.
    pub fn new(target: Target<'t>, syntax: SyntaxId, support: MachineSupport) -> Dumper<'t> {
        Dumper {
            target,
            syntax,
            support,
            threads: 1,
        }
    }

    /// With so many threads for large files; 0 for as many as there are processors. The
    /// text is the same. Without it there is one.
    #[cfg(feature = "threads")]
    #[must_use]
    pub fn threads(mut self, count: usize) -> Dumper<'t> {
        self.threads = crate::threads::meant(count);
        self
    }

    /// Reads a file: ELF of 64 bits, an object (`ET_REL`) or a linked code object
    /// (`ET_DYN`). It need not be for this very processor: its code is shown as if it were.
    ///
    /// # Errors
    ///
    /// What is wrong with it, and where. No file makes it panic, and what it takes is bounded
    /// by the size of the file.
    pub fn read<'d>(&self, data: &'d [u8]) -> Result<Dump<'d, 't>, ReadError> {
        let (format, mut machine, file) = self.support.read(&self.target, data)?;
        let start = data.get(E_ENTRY..).and_then(<[u8]>::first_chunk);
        // What it says of itself need not be what was asked for.
        let _ = machine.head(Head {
            os_abi: file.os_abi,
            abi_version: file.abi_version,
            flags: file.flags,
        });
        Ok(Dump {
            source: Source {
                target: self.target,
                syntax: self.syntax,
                machine,
                file,
            },
            data,
            format,
            start: start.map_or(0, |bytes| u64::from_le_bytes(*bytes)),
            threads: self.threads,
        })
    }
}

impl<'d> Dump<'d, '_> {
    /// What the format of the file is called: `elf64-amdgpu`.
    pub fn format(&self) -> &'static str {
        self.source.machine.format_name()
    }

    /// What the architecture of the file is called, as triples begin with it.
    pub fn architecture(&self) -> &'static str {
        self.source.machine.architecture()
    }

    /// Names of the sections, in order; the first one has none.
    pub fn sections(&self) -> impl Iterator<Item = &str> {
        self.source.file.sections.iter().map(|section| section.name)
    }

    /// Where running it begins (`e_entry`); 0 for code objects.
    pub fn start_address(&self) -> u64 {
        self.start
    }

    /// Whether a linker made it, so that sections have addresses of their own.
    pub fn is_linked(&self) -> bool {
        self.source.file.is_linked
    }

    /// Writes the listing of its code (`-d`); gives the symbols that were asked for and that
    /// there are not.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn code(&self, code: &Code, out: &mut dyn io::Write) -> io::Result<Vec<String>> {
        self.write(code, None, out)
    }

    /// As [`code`](Self::code), with what debug information says of the sources: the names of
    /// functions and files and the numbers of lines (`-l`), and the lines themselves (`-S`),
    /// if somebody gives the texts of files. The names of files without a text come with it.
    ///
    /// # Errors
    ///
    /// Those of `out`; debug information that cannot be read is an error, too.
    pub fn code_with_lines(
        &self,
        code: &Code,
        shows_lines: bool,
        files: Option<SourceFiles<'_>>,
        out: &mut dyn io::Write,
    ) -> io::Result<(Vec<String>, Vec<String>)> {
        let lines = Lines::new(&self.source, shows_lines, files);
        let (lines, without) = lines.map_err(io::Error::other)?;
        Ok((self.write(code, Some(&lines), out)?, without))
    }

    fn write(
        &self,
        code: &Code,
        lines: Option<&Lines<'d>>,
        out: &mut dyn io::Write,
    ) -> io::Result<Vec<String>> {
        let sections = self.source.file.sections.iter();
        let contents = sections.map(|it| it.bytes.len()).sum::<usize>();
        let threads = Threads::new(self.threads, contents >= MANY);
        code::write(&self.source, code, &threads, lines, out)
    }

    /// Appends the table of sections (`-h`); only those of some names, if there are any.
    pub fn section_headers(&self, names: &[String], out: &mut Vec<u8>) {
        tables::sections(&self.source, names, out);
    }

    /// Appends the table of symbols (`-t`) with addresses in a range.
    pub fn symbols(&self, range: Range, out: &mut Vec<u8>) {
        tables::symbols(&self.source, range, out);
    }

    /// Appends the relocations of an object (`-r`) at offsets in a range; only those in
    /// tables of some names, if there are any.
    pub fn relocations(&self, names: &[String], range: Range, out: &mut Vec<u8>) {
        tables::relocations(&self.source, names, range, out);
    }

    /// Appends program headers and the dynamic section (`-p`).
    ///
    /// # Errors
    ///
    /// What is wrong with what a linker says, and where.
    pub fn private_headers(&self, out: &mut Vec<u8>) -> Result<(), ReadError> {
        linked::program_headers(program_headers(self.data, &self.format)?, out);
        let (entries, names) = dynamic_entries(&self.source.file);
        linked::dynamic_section(&entries, names, out);
        Ok(())
    }

    /// Appends the table of dynamic symbols (`-T`) with addresses in a range.
    ///
    /// # Errors
    ///
    /// What is wrong with what a linker says, and where.
    pub fn dynamic_symbols(&self, range: Range, out: &mut Vec<u8>) -> Result<(), ReadError> {
        let symbols = dynamic_symbols(self.data, &self.source.file)?;
        linked::symbols(&self.source, &symbols, range, out);
        Ok(())
    }

    /// Appends the relocations that a linker left (`-R`).
    ///
    /// # Errors
    ///
    /// What is wrong with what a linker says, and where.
    pub fn dynamic_relocations(&self, out: &mut Vec<u8>) -> Result<(), ReadError> {
        let relocations = dynamic_relocations(self.data, &self.source.file, &self.format)?;
        linked::relocations(&relocations, out);
        Ok(())
    }

    /// Appends the bytes of sections (`-s`); only those of some names, if there are any.
    pub fn contents(&self, names: &[String], out: &mut Vec<u8>) {
        tables::contents(&self.source, names, out);
    }
}
