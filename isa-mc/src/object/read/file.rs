//! What a file that was read holds.

use object::elf;

use crate::object::flag;
use crate::relocation::Relocation;

/// What a file holds.
pub(crate) struct File<'d> {
    /// `EI_OSABI`, `EI_ABIVERSION`, `e_flags`.
    pub(crate) os_abi: u8,
    pub(crate) abi_version: u8,
    pub(crate) flags: u32,
    /// A linker made it: addresses are resolved.
    pub(crate) is_linked: bool,
    /// By number.
    pub(crate) sections: Vec<Section<'d>>,
    /// Those of `.symtab`, or without one those of `.dynsym`; by number.
    pub(crate) symbols: Vec<Symbol<'d>>,
}

/// A section.
pub(crate) struct Section<'d> {
    pub(crate) name: &'d str,
    /// `sh_type`
    pub(crate) kind: u32,
    pub(crate) flags: u64,
    pub(crate) address: u64,
    pub(crate) align: u64,
    pub(crate) entry_size: u64,
    pub(crate) size: u64,
    /// None if it has no bits.
    pub(crate) bytes: &'d [u8],
    /// Where they stand in the file.
    pub(crate) offset: u64,
    pub(crate) link: u32,
    pub(super) info: u32,
    /// The group that it belongs to.
    pub(crate) group: Option<Group>,
    /// In the order of their places.
    pub(crate) relocations: Vec<Reference>,
}

/// A group of sections.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Group {
    /// The symbol that names it.
    pub(crate) signature: usize,
    pub(crate) is_comdat: bool,
}

impl Section<'_> {
    pub(crate) fn is_code(&self) -> bool {
        self.flags & flag::EXECUTE != 0 && self.kind == elf::SHT_PROGBITS
    }
}

/// A relocation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reference {
    /// From the start of its section.
    pub(crate) offset: u64,
    pub(crate) relocation: &'static Relocation,
    /// Number of the symbol; 0 is none.
    pub(crate) symbol: usize,
    pub(crate) addend: i64,
}

/// A symbol.
#[derive(Debug, Clone)]
pub(crate) struct Symbol<'d> {
    pub(crate) name: &'d str,
    /// `STB_`
    pub(crate) binding: u8,
    /// `STT_`
    pub(crate) kind: u8,
    /// `st_other`
    pub(crate) other: u8,
    pub(crate) place: Place,
    /// From the start of its section, if it has one.
    pub(crate) value: u64,
    pub(crate) size: u64,
}

/// What the value of a symbol counts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Undefined,
    Absolute,
    Common,
    Section(usize),
    /// A number that only the machine knows.
    Special(u16),
}
