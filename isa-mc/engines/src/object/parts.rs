//! Subsections: parts of a section, each written on its own, which stand in the order of
//! their numbers when everything has its place.
//!
//! A part is a section under construction like others, and begins with a gap as long as
//! all that stands before it. So addresses in it are those of the whole section, and when
//! everything else is known the parts are put behind one another.

use isa_dsl::sorted::sort_by_key;

use super::builder::ObjectBuilder;
use super::finished::{FinishedSection, FinishedSymbol, RelocationTarget, SymbolPlace};
use super::place::{Location, SectionId};
use super::section::{Fill, Gap, GapSize, Section};

impl ObjectBuilder<'_> {
    /// The subsection of a number, made if there is none. Number 0 is what a section is
    /// without subsections; `section` may be one of them.
    pub fn subsection(&mut self, section: SectionId, number: u32) -> SectionId {
        let whole = self.whole(section);
        if number == 0 {
            return whole;
        }
        let key = (whole, number);
        if let Some(&part) = self.parts.get(&key) {
            return part;
        }
        let id = SectionId(self.sections.len() as u32);
        let of = self.section_of(whole);
        let mut part = Section::new(&of.name, of.kind, of.flags, of.entry_size);
        part.membership = of.membership;
        part.part = Some(key);
        part.gaps.push(Gap {
            offset: 0,
            size: GapSize::Before,
            fill: Fill::ZERO,
            location: Location::default(),
        });
        self.sections.push(part);
        self.parts.insert(key, id);
        id
    }

    /// The section that a subsection is a part of, or the section itself.
    pub fn whole(&self, section: SectionId) -> SectionId {
        let part = self.section_of(section).part;
        part.map_or(section, |(whole, _)| whole)
    }

    /// The number of a subsection; 0 if it is none.
    pub(crate) fn part_number(&self, section: SectionId) -> u32 {
        self.section_of(section)
            .part
            .map_or(0, |(_, number)| number)
    }

    /// The part of a section that stands last.
    #[cfg(feature = "object")]
    pub(super) fn last_part(&self, section: SectionId) -> SectionId {
        let parts = self.parts.iter().filter(|it| it.0.0 == section);
        let last = parts.max_by_key(|it| it.0.1);
        last.map_or(section, |(_, part)| *part)
    }

    /// The indices of all sections, subsections in the order in which they will stand;
    /// with each part the index of the one before it.
    pub(super) fn in_order(&self) -> Vec<(usize, usize)> {
        if self.parts.is_empty() {
            return (0..self.sections.len()).map(|at| (at, at)).collect();
        }
        let mut order: Vec<_> = (0..self.sections.len()).collect();
        let key = |at: usize| self.sections[at].part.unwrap_or((SectionId(at as u32), 0));
        sort_by_key(&mut order, |&at| key(at));
        let before = std::iter::once(0).chain(order.iter().copied());
        order.iter().copied().zip(before).collect()
    }

    /// Puts the parts of sections together; gives for each section under construction the
    /// index of its finished one, or nothing if they are the same.
    pub(super) fn join(
        &self,
        sections: &mut Vec<FinishedSection>,
        symbols: &mut [FinishedSymbol],
    ) -> Vec<u32> {
        if self.parts.is_empty() {
            return Vec::new();
        }
        for (at, _) in self.in_order() {
            let Some((whole, _)) = self.sections[at].part else {
                continue;
            };
            let bytes = std::mem::take(&mut sections[at].bytes);
            let relocations = std::mem::take(&mut sections[at].relocations);
            let (size, align) = (sections[at].size, sections[at].align);
            let whole = &mut sections[whole.0 as usize];
            let behind = bytes.get(whole.size as usize..).unwrap_or_default();
            whole.bytes.extend_from_slice(behind);
            whole.relocations.extend(relocations);
            whole.size = size;
            whole.align = whole.align.max(align);
        }
        let mut index = Vec::new();
        let mut next = 0;
        for section in &self.sections {
            index.push(match section.part {
                // What it is a part of was made before it.
                Some((whole, _)) => index[whole.0 as usize],
                None => next,
            });
            next += u32::from(section.part.is_none());
        }
        // Debug information may have got sections of its own.
        index.extend(
            (self.sections.len()..sections.len())
                .zip(next..)
                .map(|it| it.1),
        );
        let mut at = 0;
        sections.retain(|_| {
            at += 1;
            let section = self.sections.get(at - 1);
            section.is_none_or(|section| section.part.is_none())
        });
        let moved = |id: &mut SectionId| id.0 = index[id.0 as usize];
        for section in sections {
            for entry in &mut section.relocations {
                if let RelocationTarget::Section(id) = &mut entry.target {
                    moved(id);
                }
            }
        }
        for symbol in symbols {
            if let SymbolPlace::Section(id) = &mut symbol.place {
                moved(id);
            }
        }
        index
    }
}
