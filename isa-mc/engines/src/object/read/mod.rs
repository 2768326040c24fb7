//! An ELF file as sections, symbols and relocations.
//!
//! Whatever of the file is used is checked here, with the place of what is wrong. What
//! the model says is true of the file: sections lie in it and do not overlap, names are
//! text, numbers of sections and symbols are in range. So the time that everything
//! behind it takes, and the text that it writes, are bounded by the size of the file.

//!
//! `error` and `file` are what comes out. `reader` reads tables, sections and symbols,
//! `references` what sections say of one another, `loading` what a loader needs, `linking`
//! what a linker says of all that.

mod error;
mod file;
mod linking;
mod loading;
mod reader;
mod references;

use object::LittleEndian as Little;

use crate::object::ObjectFormat;
use reader::Reader;

pub use error::{Header, ReadError, ReadErrorKind};
pub use file::{File, Place, Reference, Section, Symbol};
pub use linking::{dynamic_entries, dynamic_relocations, dynamic_symbols, program_headers};
pub use loading::{DynamicRelocation, Segment, loading};

/// Reads a file, for a machine whose processor is not looked at yet.
pub fn read<'d>(data: &'d [u8], format: &ObjectFormat) -> Result<File<'d>, ReadError> {
    let reader = Reader { data };
    let (head, is_linked) = reader.head(format)?;
    reader.segments(head)?;
    let mut sections = reader.sections(head)?;
    let symbols = reader.symbols(&sections, is_linked)?;
    if !is_linked {
        reader.relocations(&mut sections, symbols.len(), format)?;
        reader.groups(&mut sections, symbols.len())?;
    }
    Ok(File {
        os_abi: head.e_ident.os_abi,
        abi_version: head.e_ident.abi_version,
        flags: head.e_flags.get(Little),
        is_linked,
        sections,
        symbols,
    })
}
