//! What a loader needs of a linked file: segments, and relocations for when it is known
//! where they lie.

use object::LittleEndian as Little;
use object::elf::{self, FileHeader64, Rela64};

use super::error::{Header, ReadError, ReadErrorKind as Kind};
use super::file::{File, Section, Symbol};
use super::reader::{Field, Reader, SH_LINK, program_error};
use crate::object::{MAX_SECTION, ObjectFormat, flag};
use crate::relocation::Relocation;

/// Bytes of the file that all segments together may have, as a multiple of its size:
/// linkers let a page of the file belong to two of them.
const SHARED: u64 = 2;

/// Bytes of memory to be loaded.
pub struct Segment<'d> {
    pub address: u64,
    /// In memory; what the file does not have is zero.
    pub size: u64,
    pub bytes: &'d [u8],
    /// `PF_`
    pub flags: u32,
}

/// A relocation of a linked file.
pub struct DynamicRelocation<'d> {
    /// Where the file says that its place lies.
    pub address: u64,
    pub relocation: &'static Relocation,
    pub symbol: Option<Symbol<'d>>,
    pub addend: i64,
}

const P_FILESZ: Field = ("p_filesz", 32);
const P_MEMSZ: Field = ("p_memsz", 40);
const P_VADDR: Field = ("p_vaddr", 16);

/// What loading a file that was read needs beyond it: its segments and the relocations
/// that a linker left; none of an object that no linker has seen.
pub fn loading<'d>(
    data: &'d [u8],
    file: &File<'d>,
    format: &ObjectFormat,
) -> Result<(Vec<Segment<'d>>, Vec<DynamicRelocation<'d>>), ReadError> {
    if !file.is_linked {
        return Ok((Vec::new(), Vec::new()));
    }
    let reader = Reader { data };
    let (head, _) = reader.head(format)?;
    let segments = reader.load_segments(head)?;
    let relocations = reader.dynamic_relocations(&file.sections, format)?;
    Ok((segments, relocations))
}

impl<'d> Reader<'d> {
    /// The segments that are loaded, one behind the other.
    pub(super) fn load_segments(
        &self,
        head: &FileHeader64<Little>,
    ) -> Result<Vec<Segment<'d>>, ReadError> {
        let table = head.e_phoff.get(Little);
        let mut segments: Vec<Segment<'d>> = Vec::new();
        let (mut in_file, mut in_memory) = (0, 0);
        for (at, row) in self.program_headers(head)?.iter().enumerate() {
            if row.p_type.get(Little) != elf::PT_LOAD {
                continue;
            }
            let error = |field, expected, found| {
                program_error(table, at, field, Kind::Value { expected, found })
            };
            let bytes =
                self.rows::<u8>(row.p_offset.get(Little), row.p_filesz.get(Little), |kind| {
                    program_error(table, at, P_FILESZ, kind)
                })?;
            let (address, size) = (row.p_vaddr.get(Little), row.p_memsz.get(Little));
            if size < bytes.len() as u64 {
                let expected = "as many bytes as the file has of it, or more";
                return Err(error(P_MEMSZ, expected, size));
            }
            in_file += bytes.len() as u64;
            if in_file > self.size().saturating_mul(SHARED) {
                let expected = "segments that do not share their bytes";
                return Err(error(P_FILESZ, expected, bytes.len() as u64));
            }
            in_memory = size.saturating_add(in_memory);
            if in_memory > MAX_SECTION {
                return Err(error(P_MEMSZ, "1 GiB of memory at most in all", size));
            }
            let before = segments.last().map_or(0, |it| it.address + it.size);
            // An address above the limit of all memory could wrap behind the base.
            if address < before || address > MAX_SECTION * 2 {
                let expected = "an address behind the segment before it, 2 GiB at most";
                return Err(error(P_VADDR, expected, address));
            }
            segments.push(Segment {
                address,
                size,
                bytes,
                flags: row.p_flags.get(Little),
            });
        }
        Ok(segments)
    }

    /// The number of the table of dynamic symbols, and what it holds.
    pub(super) fn dynamic_symbols(
        &self,
        sections: &[Section<'d>],
    ) -> Result<(Option<usize>, Vec<Symbol<'d>>), ReadError> {
        let table = sections.iter().position(|it| it.kind == elf::SHT_DYNSYM);
        let symbols = match table {
            Some(table) => self.symbol_table(sections, table, true)?,
            None => Vec::new(),
        };
        Ok((table, symbols))
    }

    /// The relocations of all sections that are loaded.
    pub(super) fn dynamic_relocations(
        &self,
        sections: &[Section<'d>],
        format: &ObjectFormat,
    ) -> Result<Vec<DynamicRelocation<'d>>, ReadError> {
        let mut found = Vec::new();
        let (dynamic, symbols) = self.dynamic_symbols(sections)?;
        for (table, section) in sections.iter().enumerate() {
            if section.kind != elf::SHT_RELA || section.flags & flag::ALLOC == 0 {
                continue;
            }
            let rows: &[Rela64<Little>] = self.table(table, section)?;
            if dynamic != Some(section.link as usize) {
                let expected = "the number of the table of dynamic symbols";
                let found = section.link.into();
                let kind = Kind::Value { expected, found };
                return Err(self.section_error(table, section, SH_LINK, kind));
            }
            for (at, row) in rows.iter().enumerate() {
                let error = |kind| ReadError {
                    header: Header::Relocation(table, at),
                    field: "r_info",
                    offset: section.offset + at as u64 * 24 + 8,
                    kind,
                };
                let info = row.r_info.get(Little);
                let (symbol, number) = ((info >> 32) as usize, info as u32);
                let relocation = format.relocations.iter().find(|it| it.number == number);
                let relocation = relocation.ok_or_else(|| error(Kind::Relocation(number)))?;
                let symbol = match symbol {
                    0 => None,
                    at => Some(symbols.get(at).cloned().ok_or_else(|| {
                        error(Kind::Index {
                            of: "symbol",
                            count: symbols.len(),
                            found: at as u64,
                        })
                    })?),
                };
                found.push(DynamicRelocation {
                    address: row.r_offset.get(Little),
                    relocation,
                    symbol,
                    addend: row.r_addend.get(Little),
                });
            }
        }
        Ok(found)
    }
}
