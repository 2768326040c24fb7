//! Which line of a source an instruction comes from: the tables of lines of a file.
//!
//! ```
//! use isa_mc::asm::Assembler;
//! use isa_mc::disasm::SourceLines;
//! use isa_mc::gcn::{self, syntax};
//!
//! let target = gcn::target("gfx900").unwrap();
//! let source = b".file 1 \"/src\" \"a.cl\"\n.loc 1 7 3\ns_nop 0\ns_nop 1\n.loc 1 9\ns_endpgm\n";
//! let assembler = Assembler::new(target, syntax::LLVM).machine(gcn::SUPPORT);
//! let file = assembler.assemble("a.s", source).object().unwrap().to_elf().unwrap();
//!
//! let lines = SourceLines::read(&file, target, gcn::SUPPORT).unwrap();
//! let text = lines.section(".text").unwrap();
//! let line = lines.at(text, 4).unwrap();
//! assert_eq!((line.file, line.line, line.column, line.begins), ("/src/a.cl", 7, 3, 0));
//! assert_eq!(lines.at(text, 8).unwrap().line, 9);
//! assert!(lines.at(text, 12).is_none());
//! ```

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fmt::{self, Display, Formatter};

use gimli::{
    AttributeValue, DebugLineOffset, Dwarf, EndianSlice, IncompleteLineProgram, LineProgramHeader,
    LittleEndian, Section as _,
};
use isa_dsl::sorted::{SortedMap, sort_by_key};

use crate::Target;
use crate::asm::MachineSupport;
use crate::object::flag;
use crate::object::read::{self, File, Header, Place, ReadError, ReadErrorKind};
use crate::relocation::{Base, Part};

/// All names together, as a multiple of the size of the sections that they are in: many
/// files may have the same directory.
const NAMES_PER_BYTE: usize = 64;

/// Where the addresses of a section of an object begin that no linker has seen, by its
/// number: sections have less than 4 GiB.
const SECTION_BITS: u32 = 32;

type Slice<'d> = EndianSlice<'d, LittleEndian>;

/// The lines of a file.
#[derive(Debug, Clone, Default)]
pub struct SourceLines {
    names: Vec<String>,
    /// By their first addresses.
    sequences: Vec<Sequence>,
    rows: Vec<Row>,
    is_linked: bool,
    sections: HashMap<String, usize>,
}

/// Rows whose addresses go up.
#[derive(Debug, Clone, Copy)]
struct Sequence {
    start: u64,
    end: u64,
    rows: (usize, usize),
}

#[derive(Debug, Clone, Copy)]
struct Row {
    address: u64,
    /// An index of names.
    file: usize,
    line: u32,
    column: u32,
    discriminator: u32,
    is_statement: bool,
}

/// Which line an instruction comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SourceLine<'l> {
    /// The file, with all that is known of its directory.
    pub file: &'l str,
    /// The line, from 1; 0 if it comes from none.
    pub line: u32,
    /// The column, from 1; 0 if nobody says.
    pub column: u32,
    /// Which of several paths through the line it is.
    pub discriminator: u32,
    /// A statement begins.
    pub is_statement: bool,
    /// The address from which on it is this line.
    pub begins: u64,
}

/// Why a file's lines are not read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SourceLinesError {
    /// The file is no object of the machine's.
    File(ReadError),
    /// Debug information that is damaged, and what is wrong with it.
    Dwarf(String),
    /// Tables that say the same again and again: they are much longer than the file.
    Size,
}

impl Display for SourceLinesError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            SourceLinesError::File(error) => write!(f, "{error}"),
            SourceLinesError::Dwarf(message) => {
                write!(f, "the debug information is damaged: {message}")
            }
            SourceLinesError::Size => f.write_str(
                "the debug information is damaged: its tables share so many bytes that they \
                 are much longer than the file",
            ),
        }
    }
}

impl std::error::Error for SourceLinesError {}

impl SourceLinesError {
    /// The error of a file of which more is read than its lines.
    pub(super) fn into_read_error(self) -> ReadError {
        match self {
            SourceLinesError::File(error) => error,
            error => ReadError {
                header: Header::File,
                field: "",
                offset: 0,
                kind: ReadErrorKind::Debug(error.to_string()),
            },
        }
    }
}

impl From<gimli::Error> for SourceLinesError {
    fn from(error: gimli::Error) -> SourceLinesError {
        SourceLinesError::Dwarf(error.to_string())
    }
}

impl SourceLines {
    /// Reads the lines of a file: an object, or a linked code object. A file without
    /// debug information has none.
    ///
    /// # Errors
    ///
    /// What is wrong with the file. None makes it panic, and what it takes is bounded by
    /// the file's size.
    pub fn read(
        data: &[u8],
        target: Target<'_>,
        support: MachineSupport,
    ) -> Result<SourceLines, SourceLinesError> {
        let (format, _) = (support.of)(&target).ok_or_else(|| {
            let processor = target.text(target.processor().name);
            SourceLinesError::File(ReadError {
                header: Header::File,
                field: "",
                offset: 0,
                kind: ReadErrorKind::Processor(format!("{processor} has no object files")),
            })
        })?;
        let file = read::read(data, &format).map_err(SourceLinesError::File)?;
        SourceLines::of(&file)
    }

    /// The lines of a file that was read.
    pub(crate) fn of(file: &File<'_>) -> Result<SourceLines, SourceLinesError> {
        let numbers = file.sections.iter().enumerate();
        let mut lines = SourceLines {
            is_linked: file.is_linked,
            sections: numbers.map(|(at, it)| (it.name.to_owned(), at)).collect(),
            ..SourceLines::default()
        };
        let empty = Cow::Borrowed(&[][..]);
        let load = |id: gimli::SectionId| -> Result<Cow<'_, [u8]>, gimli::Error> {
            let mut sections = file.sections.iter().enumerate();
            let found = sections.find(|(_, section)| section.name == id.name());
            Ok(found.map_or_else(|| empty.clone(), |(at, _)| relocated(file, at)))
        };
        let sections = gimli::DwarfSections::load(load)?;
        let dwarf = sections.borrow(|bytes| EndianSlice::new(bytes, LittleEndian));
        let size: usize = file.sections.iter().map(|it| it.bytes.len()).sum();
        let mut tables = Tables {
            lines: &mut lines,
            left: size,
            names_left: size.saturating_mul(NAMES_PER_BYTE),
            done: HashSet::new(),
        };
        tables.of_units(&dwarf)?;
        tables.of_nobody(&dwarf)?;
        sort_by_key(&mut lines.sequences, |it| (it.start, it.end));
        Ok(lines)
    }

    /// Whether nothing is said of any line.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The number of the section of a name, as [`at`](Self::at) takes it: that of its
    /// header in the file. Of several sections with the name it is the last.
    pub fn section(&self, name: &str) -> Option<usize> {
        self.sections.get(name).copied()
    }

    /// The line that the instruction at an address comes from; `None` if nobody says.
    /// `section` is the number of its section in the file, whose header 0 is none, and the
    /// address is what a disassembly shows: in a linked file that of the loaded program,
    /// else bytes from the start of the section.
    pub fn at(&self, section: usize, address: u64) -> Option<SourceLine<'_>> {
        let base = self.base(section)?;
        let address = base.checked_add(address)?;
        let behind = self.sequences.partition_point(|it| it.start <= address);
        let sequence = self.sequences[..behind].last()?;
        if address >= sequence.end {
            return None;
        }
        let rows = &self.rows[sequence.rows.0..sequence.rows.1];
        let behind = rows.partition_point(|row| row.address <= address);
        let row = rows[..behind].last()?;
        Some(SourceLine {
            file: self.names.get(row.file).map_or("", |name| name),
            line: row.line,
            column: row.column,
            discriminator: row.discriminator,
            is_statement: row.is_statement,
            begins: row.address - base,
        })
    }

    /// The next address behind one at which the line may be another one; `None` if there
    /// is none.
    pub fn next(&self, section: usize, address: u64) -> Option<u64> {
        let base = self.base(section)?;
        let address = base.checked_add(address)?;
        let behind = self.sequences.partition_point(|it| it.start <= address);
        let within = self.sequences[..behind].last();
        let within = within.filter(|it| address < it.end).map(|sequence| {
            let rows = &self.rows[sequence.rows.0..sequence.rows.1];
            let behind = rows.partition_point(|row| row.address <= address);
            rows.get(behind).map_or(sequence.end, |row| row.address)
        });
        let next = within.or_else(|| self.sequences.get(behind).map(|it| it.start));
        next?.checked_sub(base)
    }

    /// The names of all files, as [`at`](Self::at) gives them; one may stand again.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }

    /// What addresses of a section count from here.
    fn base(&self, section: usize) -> Option<u64> {
        match self.is_linked {
            true => Some(0),
            false => base_of(section),
        }
    }
}

fn base_of(section: usize) -> Option<u64> {
    let number = u32::try_from(section).ok()?;
    Some(u64::from(number) << SECTION_BITS)
}

/// The bytes of a section with what a linker would fill in: in an object that none has
/// seen, addresses of sections that are loaded begin where [`base_of`] says.
fn relocated<'d>(file: &File<'d>, at: usize) -> Cow<'d, [u8]> {
    let section = &file.sections[at];
    if section.relocations.is_empty() {
        return Cow::Borrowed(section.bytes);
    }
    let mut bytes = section.bytes.to_vec();
    for reference in &section.relocations {
        let row = reference.relocation;
        if row.base != Base::Symbol || row.part != Part::Whole || row.pc_relative {
            continue;
        }
        let Some(symbol) = file.symbols.get(reference.symbol) else {
            continue;
        };
        let base = match symbol.place {
            Place::Section(at) if file.sections[at].flags & flag::ALLOC != 0 => base_of(at),
            _ => Some(0),
        };
        let value = symbol.value.wrapping_add_signed(reference.addend);
        let value = value.wrapping_add(base.unwrap_or(0)).to_le_bytes();
        let size = usize::from(row.bytes).min(value.len());
        let Ok(start) = usize::try_from(reference.offset) else {
            continue;
        };
        let place = start
            .checked_add(size)
            .and_then(|end| bytes.get_mut(start..end));
        if let Some(place) = place {
            place.copy_from_slice(&value[..size]);
        }
    }
    Cow::Owned(bytes)
}

/// Tables that are being read.
struct Tables<'l> {
    lines: &'l mut SourceLines,
    /// Bytes of tables that may still be read,
    left: usize,
    /// and bytes of names.
    names_left: usize,
    /// Where those begin that were read.
    done: HashSet<usize>,
}

impl Tables<'_> {
    /// The tables that units name, which know their directories.
    fn of_units(&mut self, dwarf: &Dwarf<Slice<'_>>) -> Result<(), SourceLinesError> {
        let mut units = dwarf.units();
        while let Some(header) = units.next()? {
            let unit = dwarf.unit(header)?;
            if let Some(program) = &unit.line_program {
                let directory = unit.comp_dir.map_or(&[][..], |it| it.slice());
                self.table(dwarf, program.clone(), directory)?;
            }
        }
        Ok(())
    }

    /// The tables that no unit names.
    fn of_nobody(&mut self, dwarf: &Dwarf<Slice<'_>>) -> Result<(), SourceLinesError> {
        let bytes = dwarf.debug_line.reader().slice();
        let mut at = 0;
        while at < bytes.len() {
            let program = dwarf
                .debug_line
                .program(DebugLineOffset(at), 8, None, None)?;
            let next = at + whole(program.header());
            if !self.done.contains(&at) {
                self.table(dwarf, program, &[])?;
            }
            at = next;
        }
        Ok(())
    }

    fn table<'d>(
        &mut self,
        dwarf: &Dwarf<Slice<'d>>,
        program: IncompleteLineProgram<Slice<'d>>,
        directory: &[u8],
    ) -> Result<(), SourceLinesError> {
        if !self.done.insert(program.header().offset().0) {
            return Ok(());
        }
        let size = whole(program.header());
        self.left = self.left.checked_sub(size).ok_or(SourceLinesError::Size)?;
        // Of each file that a row names its place among the names.
        let mut files: SortedMap<u64, usize> = SortedMap::new();
        let mut start: Option<usize> = None;
        let mut rows = program.rows();
        while let Some((header, row)) = rows.next_row()? {
            if row.end_sequence() {
                self.end(start.take(), row.address());
                continue;
            }
            start.get_or_insert(self.lines.rows.len());
            let index = row.file_index();
            let file = match files.get(&index) {
                Some(&file) => file,
                None => {
                    let name = name(dwarf, header, index, directory)?;
                    let left = self.names_left.checked_sub(name.len() + 1);
                    self.names_left = left.ok_or(SourceLinesError::Size)?;
                    self.lines.names.push(name);
                    files.insert(index, self.lines.names.len() - 1);
                    self.lines.names.len() - 1
                }
            };
            let number = |value: u64| u32::try_from(value).unwrap_or(u32::MAX);
            self.lines.rows.push(Row {
                address: row.address(),
                file,
                line: row.line().map_or(0, |line| number(line.get())),
                column: match row.column() {
                    gimli::ColumnType::LeftEdge => 0,
                    gimli::ColumnType::Column(column) => number(column.get()),
                },
                discriminator: number(row.discriminator()),
                is_statement: row.is_stmt(),
            });
        }
        // What does not end says nothing of how far it goes.
        if let Some(start) = start {
            self.lines.rows.truncate(start);
        }
        Ok(())
    }

    /// A sequence ends before an address; its rows are the last.
    fn end(&mut self, start: Option<usize>, end: u64) {
        let Some(first) = start else { return };
        let rows = &self.lines.rows[first..];
        let goes_up = rows.is_sorted_by_key(|row| row.address);
        let address = rows.first().map_or(end, |row| row.address);
        if !goes_up || address >= end {
            return self.lines.rows.truncate(first);
        }
        let rows = (first, self.lines.rows.len());
        self.lines.sequences.push(Sequence {
            start: address,
            end,
            rows,
        });
    }
}

/// Bytes of a table, with its length.
fn whole(header: &LineProgramHeader<Slice<'_>>) -> usize {
    let length = usize::from(header.format().initial_length_size());
    header.unit_length().saturating_add(length)
}

/// The name of a file of a table: its directory, and before it that of the unit if that
/// does not begin at the root.
fn name(
    dwarf: &Dwarf<Slice<'_>>,
    header: &LineProgramHeader<Slice<'_>>,
    index: u64,
    directory: &[u8],
) -> Result<String, SourceLinesError> {
    let Some(file) = header.file(index) else {
        return Ok(String::new());
    };
    let text = |value: AttributeValue<Slice<'_>>| -> Result<Vec<u8>, gimli::Error> {
        Ok(dwarf.attr_line_string(value)?.slice().to_vec())
    };
    let mut path = text(file.path_name())?;
    let mut put_before = |directory: &[u8]| {
        if !directory.is_empty() && !path.starts_with(b"/") {
            let separator = if directory.ends_with(b"/") {
                &b""[..]
            } else {
                b"/"
            };
            path = [directory, separator, &path].concat();
        }
    };
    let is_first = file.directory_index() == 0;
    match file.directory(header) {
        // Before version 5, directory 0 is the unit's.
        Some(value) if header.version() >= 5 || !is_first => put_before(&text(value)?),
        _ => {}
    }
    // From version 5 on directory 0 is that of the unit itself.
    if header.version() < 5 || !is_first {
        put_before(directory);
    }
    Ok(String::from_utf8_lossy(&path).into_owned())
}
