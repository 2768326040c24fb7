//! What of an object file is the machine's business.

#[cfg(feature = "object")]
use super::dwarf::DebugFormat;
use crate::relocation::{Base as RelocationBase, Part, Relocation};

/// What asks for another relocation than the plain one, `@rel32@lo`: an index into
/// the specifiers of an [`ObjectFormat`], from 1; 0 is none.
pub type Specifier = u8;

/// The machine's part of ELF: numbers of the header, relocations, padding.
#[derive(Debug, Clone, Copy)]
pub struct ObjectFormat {
    /// `e_machine`
    pub machine: u16,
    /// `e_flags`
    pub flags: u32,
    /// `EI_OSABI`
    pub os_abi: u8,
    /// `EI_ABIVERSION`
    pub abi_version: u8,
    /// The relocations, one a row.
    pub relocations: &'static [Relocation],
    /// Symbols whose names alone ask for a relocation, by its number.
    pub special_symbols: &'static [(&'static str, u32)],
    /// Names of GNU's assembler for relocations, by their numbers.
    pub relocation_aliases: &'static [(&'static str, u32)],
    /// A literal counts from itself to the symbol, unless its specifier says
    /// otherwise or it is a difference.
    pub relative_literals: bool,
    /// What code is padded with: an instruction that does nothing.
    pub padding: &'static [u8],
    /// Symbols whose names begin with this do not go into the object.
    pub private_prefix: &'static str,
    /// Functions in expressions.
    pub functions: Functions,
    /// What an assembler's listing calls the place of a branch's distance, where that is
    /// known later.
    pub branch_fixup: &'static str,
    /// A distance, in bytes from the end of a branch, that the processor takes for another one:
    /// then an instruction of padding stands behind the branch, and it is farther. So it is
    /// where a linker finds out the distance. Of branches that only go somewhere.
    pub wrong_distance: Option<i64>,
    /// The alignment of `.comm` is written as a power of two, not in bytes.
    pub common_alignment_is_power: bool,
    /// What debug information is made for; without it none is written.
    #[cfg(feature = "object")]
    pub debug: Option<DebugFormat>,
}

/// Functions that a machine has in expressions, as `max(a, b)`.
#[derive(Debug, Clone, Copy)]
pub struct Functions {
    /// Their names.
    pub names: &'static [&'static str],
    /// What one of them is worth, by its place among the names and for a processor of
    /// that name; `None` if it does not take these arguments.
    pub evaluate: fn(usize, &str, &[i64]) -> Option<i64>,
}

impl Functions {
    /// None.
    pub const NONE: Functions = Functions {
        names: &[],
        evaluate: |_, _, _| None,
    };
}

/// What a relocation fills in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RelocationPlace {
    /// So many bytes of data, or a literal.
    Bytes(u8),
    /// The distance in a branch.
    Branch,
}

impl ObjectFormat {
    /// No file: every value must be known.
    pub const NONE: ObjectFormat = ObjectFormat {
        machine: 0,
        flags: 0,
        os_abi: 0,
        abi_version: 0,
        relocations: &[],
        special_symbols: &[],
        relocation_aliases: &[],
        relative_literals: false,
        padding: &[],
        private_prefix: ".L",
        functions: Functions::NONE,
        branch_fixup: "",
        wrong_distance: None,
        common_alignment_is_power: false,
        #[cfg(feature = "object")]
        debug: None,
    };

    /// The specifier of a text, `rel32@lo`.
    pub fn specifier(&self, text: &str) -> Option<Specifier> {
        let mut rows = self.relocations.iter();
        let at = rows.position(|row| {
            let specifier = row.specifier;
            specifier.is_some_and(|specifier| specifier.eq_ignore_ascii_case(text))
        })?;
        Specifier::try_from(at + 1).ok()
    }

    /// The relocation that a symbol's name asks for, or else a specifier.
    pub fn asked(&self, symbol: &str, specifier: Specifier) -> Option<&'static Relocation> {
        self.by_number(self.special_symbols, symbol)
            .or_else(|| self.relocations.get(usize::from(specifier).checked_sub(1)?))
    }

    /// The relocation of a name, as `.reloc` takes it.
    pub fn named(&self, name: &str) -> Option<&'static Relocation> {
        let mut rows = self.relocations.iter();
        rows.find(|row| row.name == name)
            .or_else(|| self.by_number(self.relocation_aliases, name))
    }

    fn by_number(&self, names: &[(&str, u32)], name: &str) -> Option<&'static Relocation> {
        let (_, number) = names.iter().find(|(it, _)| *it == name)?;
        self.relocations.iter().find(|row| row.number == *number)
    }

    /// The relocation for a place that no specifier asks for.
    pub fn plain(&self, place: RelocationPlace, relative: bool) -> Option<&'static Relocation> {
        let mut rows = self.relocations.iter();
        rows.find(|row| {
            let fits = match place {
                RelocationPlace::Bytes(bytes) => row.part == Part::Whole && row.bytes == bytes,
                RelocationPlace::Branch => row.part == Part::Branch,
            };
            fits && row.base == RelocationBase::Symbol && row.pc_relative == relative
        })
    }
}
