//! A file that was read, and how it is shown.

use object::elf;

use crate::object::Description;
use crate::object::read::{File, Section, Symbol};
use crate::{SyntaxId, Target};

/// A file that was read, and how it is shown.
pub(super) struct Source<'d, 't> {
    pub(super) target: Target<'t>,
    pub(super) syntax: SyntaxId,
    pub(super) machine: Box<dyn Description>,
    pub(super) file: File<'d>,
}

impl<'d> Source<'d, '_> {
    /// What comments behind instructions begin with.
    pub(super) fn leader(&self) -> &str {
        self.leaders().next().unwrap_or_default()
    }

    /// What comments on lines of their own begin with: the syntax's other way, if it has one.
    pub(super) fn remark(&self) -> &str {
        self.leaders().next_back().unwrap_or_default()
    }

    fn leaders(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.target.tables().comment_leaders(self.syntax.0)
    }

    /// Whether symbols come from the table that linkers and people use; else they are those
    /// of the dynamic one.
    pub(super) fn has_symbol_table(&self) -> bool {
        let mut sections = self.file.sections.iter();
        sections.any(|section| section.kind == elf::SHT_SYMTAB)
    }

    /// The address of a symbol.
    pub(super) fn address(&self, symbol: &Symbol<'d>) -> u64 {
        match symbol.place {
            crate::object::read::Place::Section(at) => {
                let section = self.file.sections.get(at);
                let start = section.map_or(0, |section| section.address);
                start.wrapping_add(symbol.value)
            }
            _ => symbol.value,
        }
    }
}

/// Whether a section holds instructions, as llvm-objdump sees it.
pub(super) fn is_text(section: &Section<'_>) -> bool {
    section.flags & u64::from(elf::SHF_EXECINSTR) != 0
}

/// Whether a section has no contents in the file.
pub(super) fn is_virtual(section: &Section<'_>) -> bool {
    section.kind == elf::SHT_NOBITS
}

impl Source<'_, '_> {
    /// Bytes of a code unit.
    pub(super) fn word(&self) -> usize {
        (self.target.tables().word_bits as usize / 8).max(1)
    }
}
