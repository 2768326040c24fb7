//! What a linker says of a file to whoever loads it. An object that no linker has seen has
//! nothing of it.

use object::LittleEndian as Little;
use object::elf::{self, ProgramHeader64};

use super::error::ReadError;
use super::file::{File, Symbol};
use super::loading::DynamicRelocation;
use super::reader::Reader;
use crate::object::ObjectFormat;

/// Bytes of a tag, and of an entry of the dynamic section.
const TAG: usize = 8;
const ENTRY: usize = 16;

/// The program headers of a file that was read.
pub fn program_headers<'d>(
    data: &'d [u8],
    format: &ObjectFormat,
) -> Result<&'d [ProgramHeader64<Little>], ReadError> {
    let reader = Reader { data };
    let (head, _) = reader.head(format)?;
    reader.program_headers(head)
}

/// Tags (`DT_`) and values of the dynamic section, up to the one that ends them, and the
/// section with their names.
pub fn dynamic_entries<'d>(file: &File<'d>) -> (Vec<(i64, u64)>, &'d [u8]) {
    let mut sections = file.sections.iter();
    let Some(dynamic) = sections.find(|it| it.kind == elf::SHT_DYNAMIC) else {
        return (Vec::new(), &[]);
    };
    let entries = dynamic.bytes.chunks_exact(ENTRY).filter_map(|row| {
        let (tag, value) = row.split_first_chunk::<TAG>()?;
        let value = value.try_into().ok()?;
        Some((i64::from_le_bytes(*tag), u64::from_le_bytes(value)))
    });
    let entries = entries.take_while(|(tag, _)| *tag != elf::DT_NULL);
    let names = file.sections.get(dynamic.link as usize);
    (entries.collect(), names.map_or(&[], |it| it.bytes))
}

/// The symbols of `.dynsym`, the first of which is none.
pub fn dynamic_symbols<'d>(data: &'d [u8], file: &File<'d>) -> Result<Vec<Symbol<'d>>, ReadError> {
    Ok(Reader { data }.dynamic_symbols(&file.sections)?.1)
}

/// The relocations that a linker left.
pub fn dynamic_relocations<'d>(
    data: &'d [u8],
    file: &File<'d>,
    format: &ObjectFormat,
) -> Result<Vec<DynamicRelocation<'d>>, ReadError> {
    match file.is_linked {
        true => Reader { data }.dynamic_relocations(&file.sections, format),
        false => Ok(Vec::new()),
    }
}
