//! What a file that was read holds.

use object::elf;

use crate::object::flag;
use crate::relocation::Relocation;

/// What a file holds.
pub struct File<'d> {
    /// `EI_OSABI`, `EI_ABIVERSION`, `e_flags`.
    pub os_abi: u8,
    pub abi_version: u8,
    pub flags: u32,
    /// A linker made it: addresses are resolved.
    pub is_linked: bool,
    /// By number.
    pub sections: Vec<Section<'d>>,
    /// Those of `.symtab`, or without one those of `.dynsym`; by number.
    pub symbols: Vec<Symbol<'d>>,
}

/// A section.
pub struct Section<'d> {
    pub name: &'d str,
    /// `sh_type`
    pub kind: u32,
    pub flags: u64,
    pub address: u64,
    pub align: u64,
    pub entry_size: u64,
    pub size: u64,
    /// None if it has no bits.
    pub bytes: &'d [u8],
    /// Where they stand in the file.
    pub offset: u64,
    pub link: u32,
    pub info: u32,
    /// The group that it belongs to.
    pub group: Option<Group>,
    /// In the order of their places.
    pub relocations: Vec<Reference>,
}

/// A group of sections.
#[derive(Debug, Clone, Copy)]
pub struct Group {
    /// The symbol that names it.
    pub signature: usize,
    pub is_comdat: bool,
}

impl Section<'_> {
    pub fn is_code(&self) -> bool {
        self.flags & flag::EXECUTE != 0 && self.kind == elf::SHT_PROGBITS
    }
}

/// A relocation.
#[derive(Debug, Clone, Copy)]
pub struct Reference {
    /// From the start of its section.
    pub offset: u64,
    pub relocation: &'static Relocation,
    /// Number of the symbol; 0 is none.
    pub symbol: usize,
    pub addend: i64,
}

/// A symbol.
#[derive(Debug, Clone)]
pub struct Symbol<'d> {
    pub name: &'d str,
    /// `STB_`
    pub binding: u8,
    /// `STT_`
    pub kind: u8,
    /// `st_other`
    pub other: u8,
    pub place: Place,
    /// From the start of its section, if it has one.
    pub value: u64,
    pub size: u64,
}

/// What the value of a symbol counts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Undefined,
    Absolute,
    Common,
    Section(usize),
    /// A number that only the machine knows.
    Special(u16),
}
