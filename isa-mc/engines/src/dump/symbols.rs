//! The symbols of each section, in the order in which they are listed.

use isa_dsl::sorted::sort_by_key;
use object::elf;

use super::source::{Source, is_text};
use crate::object::read::Place;

/// A symbol in a listing. In order of their addresses, then of their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Listed<'d> {
    pub(super) address: u64,
    pub(super) name: &'d str,
    /// `STT_`
    pub(super) kind: u8,
}

impl Listed<'_> {
    /// Whether nothing else than data is meant.
    pub(super) fn is_data(&self) -> bool {
        matches!(self.kind, elf::STT_OBJECT | elf::STT_COMMON)
    }
}

/// The symbols of a file.
pub(super) struct Symbols<'d> {
    /// Those of each section, by the section's number.
    pub(super) sections: Vec<Vec<Listed<'d>>>,
    /// Those that lie in no section.
    pub(super) absolute: Vec<Listed<'d>>,
    /// The numbers of sections, by their addresses; of two at the same address the larger
    /// one comes last.
    pub(super) by_address: Vec<usize>,
}

impl<'d> Symbols<'d> {
    pub(super) fn new(source: &Source<'d, '_>) -> Symbols<'d> {
        let file = &source.file;
        let mut symbols = Symbols {
            sections: vec![Vec::new(); file.sections.len()],
            absolute: Vec::new(),
            by_address: (0..file.sections.len()).collect(),
        };
        let is_dynamic = !source.has_symbol_table();
        for symbol in file.symbols.iter().skip(1) {
            let is_named = !matches!(symbol.kind, elf::STT_SECTION | elf::STT_FILE);
            if symbol.name.is_empty() || !is_named {
                continue;
            }
            let listed = Listed {
                address: source.address(symbol),
                name: symbol.name,
                kind: symbol.kind,
            };
            match symbol.place {
                Place::Section(at) => {
                    if let Some(section) = symbols.sections.get_mut(at) {
                        section.push(listed);
                    }
                }
                // Dynamic symbols only help out where there are no others.
                _ if is_dynamic => {}
                _ => symbols.absolute.push(listed),
            }
        }
        symbols.sections.iter_mut().for_each(|it| it.sort());
        symbols.absolute.sort();
        let key = |at: &usize| (file.sections[*at].address, file.sections[*at].size);
        sort_by_key(&mut symbols.by_address, key);
        symbols
    }

    /// Gives a section a symbol at its start if it has none: its own name.
    pub(super) fn complete(&mut self, source: &Source<'d, '_>, section: usize) {
        let row = &source.file.sections[section];
        let symbols = &mut self.sections[section];
        if symbols.first().is_some_and(|it| it.address == row.address) {
            return;
        }
        let listed = Listed {
            address: row.address,
            name: row.name,
            kind: match is_text(row) {
                true => elf::STT_FUNC,
                false => elf::STT_OBJECT,
            },
        };
        let at = symbols.partition_point(|it| *it < listed);
        symbols.insert(at, listed);
    }
}

/// The last symbol at or before an address.
pub(super) fn last_before<'s, 'd>(
    symbols: &'s [Listed<'d>],
    address: u64,
) -> Option<&'s Listed<'d>> {
    let behind = symbols.partition_point(|it| it.address <= address);
    symbols[..behind].last()
}
