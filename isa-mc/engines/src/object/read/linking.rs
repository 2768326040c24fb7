//! What a linker says of a file to whoever loads it: program headers, entries and symbols of
//! the dynamic section, relocations.

use object::LittleEndian as Little;
use object::elf::{self, ProgramHeader64};

use super::error::ReadError;
use super::file::{File, Symbol};
use super::loading::DynamicRelocation;
use super::reader::Reader;
use crate::object::ObjectFormat;

/// What a linker says; nothing of it in an object that no linker has seen.
pub struct Linking<'d> {
    pub program_headers: &'d [ProgramHeader64<Little>],
    /// Tags (`DT_`) and values, up to the one that ends them.
    pub entries: Vec<(i64, u64)>,
    /// The names that entries and dynamic symbols have.
    pub names: &'d [u8],
    /// Those of `.dynsym`, the first of which is none.
    pub symbols: Vec<Symbol<'d>>,
    pub relocations: Vec<DynamicRelocation<'d>>,
}

/// Bytes of a tag, and of an entry of the dynamic section.
const TAG: usize = 8;
const ENTRY: usize = 16;

/// Reads what a linker says in a file that was read.
pub fn linking<'d>(
    data: &'d [u8],
    file: &File<'d>,
    format: &ObjectFormat,
) -> Result<Linking<'d>, ReadError> {
    let reader = Reader { data };
    let (head, is_linked) = reader.head(format)?;
    let sections = &file.sections;
    let find = |kind| sections.iter().position(|it| it.kind == kind);
    let dynamic = find(elf::SHT_DYNAMIC).map(|at| &sections[at]);
    let names = dynamic.and_then(|it| sections.get(it.link as usize));
    Ok(Linking {
        program_headers: reader.program_headers(head)?,
        entries: dynamic.map_or_else(Vec::new, |it| entries(it.bytes)),
        names: names.map_or(&[], |it| it.bytes),
        symbols: match find(elf::SHT_DYNSYM) {
            Some(table) => reader.symbol_table(sections, table, is_linked)?,
            None => Vec::new(),
        },
        relocations: match is_linked {
            true => reader.dynamic_relocations(sections, format)?,
            false => Vec::new(),
        },
    })
}

fn entries(bytes: &[u8]) -> Vec<(i64, u64)> {
    let rows = bytes.chunks_exact(ENTRY).filter_map(|row| {
        let (tag, value) = row.split_first_chunk::<TAG>()?;
        Some((
            i64::from_le_bytes(*tag),
            u64::from_le_bytes(value.try_into().ok()?),
        ))
    });
    rows.take_while(|(tag, _)| *tag != elf::DT_NULL).collect()
}
