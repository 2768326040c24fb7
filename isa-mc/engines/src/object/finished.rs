//! A finished object: everything has its place.

use std::collections::HashMap;

use super::format::ObjectFormat;
use super::place::{Place, SectionId, SymbolId};
use super::section::{Group, Membership, SectionKind};
use super::symbol::{Binding, SymbolKind, SymbolName, Visibility};
use crate::relocation::Relocation;

/// An object that can be written to a file.
#[derive(Debug, Clone)]
pub struct Object {
    /// The machine's part of the file.
    pub format: ObjectFormat,
    /// Symbols whose addresses matter, if anybody says.
    pub address_significant: Option<Vec<SymbolId>>,
    /// Its sections; a [`SectionId`] is an index.
    pub sections: Vec<FinishedSection>,
    /// Its symbols; a [`SymbolId`] is an index.
    pub symbols: Vec<FinishedSymbol>,
    /// For each section, bytes of the gaps before the first, the second, …
    pub(super) gaps: Vec<Vec<u64>>,
    /// For each section while it grew the one that it is now; nothing if that is the
    /// same.
    pub(super) index: Vec<u32>,
}

impl Object {
    /// The section of a name.
    pub fn section(&self, name: &str) -> Option<&FinishedSection> {
        self.sections.iter().find(|section| &*section.name == name)
    }
}

impl Object {
    /// The groups, each with its sections in their order.
    pub fn groups(&self) -> Vec<(Group, Vec<SectionId>)> {
        let mut groups: Vec<(Group, Vec<SectionId>)> = Vec::new();
        let mut known = HashMap::new();
        for (at, section) in self.sections.iter().enumerate() {
            let Some(group) = section.membership.group else {
                continue;
            };
            let number = *known.entry(group.signature).or_insert(groups.len());
            if number == groups.len() {
                groups.push((group, Vec::new()));
            }
            groups[number].1.push(SectionId(at as u32));
        }
        groups
    }

    /// Bytes that stand at a place; `None` if there are none.
    pub fn bytes_at(&self, place: Place, size: usize) -> Option<&[u8]> {
        let at = place.section.0 as usize;
        let before = self.gaps.get(at)?.get(place.gap as usize)?;
        let start = usize::try_from(place.offset.checked_add(*before)?).ok()?;
        let at = self.index.get(at).map_or(at, |index| *index as usize);
        self.sections
            .get(at)?
            .bytes
            .get(start..start.checked_add(size)?)
    }
}

/// A section with its bytes.
#[derive(Debug, Clone)]
pub struct FinishedSection {
    /// Its name.
    pub name: Box<str>,
    /// What it is.
    pub kind: SectionKind,
    /// What may be done with it: [`flag`](super::flag)s.
    pub flags: u64,
    /// Bytes of an entry; 0 if it has none.
    pub entry_size: u64,
    /// Its alignment, a power of two.
    pub align: u64,
    /// What it belongs to.
    pub membership: Membership,
    /// How many symbols there were before it: its own stands behind those of them that
    /// only this object sees.
    pub symbols_before: usize,
    /// How many bytes it has.
    pub size: u64,
    /// Its bytes; empty if it has no bits.
    pub bytes: Vec<u8>,
    /// What a linker fills in, in the order of the text.
    pub relocations: Vec<RelocationEntry>,
}

/// Something that a linker fills in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RelocationEntry {
    /// Bytes from the start of the section.
    pub offset: u64,
    /// How.
    pub relocation: &'static Relocation,
    /// What its value counts from.
    pub target: RelocationTarget,
    /// What is added.
    pub addend: i64,
}

/// What a relocation counts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RelocationTarget {
    /// A symbol.
    Symbol(SymbolId),
    /// The start of a section.
    Section(SectionId),
    /// Nothing: the addend is all.
    Nothing,
}

/// A symbol with its value.
#[derive(Debug, Clone)]
pub struct FinishedSymbol {
    /// Its name.
    pub name: SymbolName,
    /// What its value counts from.
    pub place: SymbolPlace,
    /// Its value; the alignment of common storage.
    pub value: u64,
    /// How many bytes it has.
    pub size: u64,
    /// Who may name it.
    pub binding: Binding,
    /// Who may name it in a linked program.
    pub visibility: Visibility,
    /// What it is.
    pub kind: SymbolKind,
    /// It does not go into the file: it is private, or nothing needs it.
    pub is_hidden: bool,
}

/// What the value of a symbol counts from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SymbolPlace {
    /// It has none: another object defines it.
    Undefined,
    /// Nothing: it is a number.
    Absolute,
    /// The linker makes storage for it.
    Common,
    /// The machine's linker makes storage for it, in a section of that number.
    Special(u16),
    /// The start of a section.
    Section(SectionId),
}
