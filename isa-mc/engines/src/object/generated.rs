//! Sections that are written when everything has its place: debug information.

use std::collections::HashSet;

use super::dwarf::{
    self, Addresses, Contents, DebugFormat, DebugInformation, FrameFault, SourceUnit, Target,
};
use super::error::{ObjectError, ObjectErrorKind};
use super::expression::Base;
use super::finished::{FinishedSection, RelocationEntry, RelocationTarget};
use super::format::RelocationPlace;
use super::layout::Layout;
use super::place::{Location, Place, SectionId};
use super::section::{Membership, SectionKind, flag};

/// Contents that a section gets at its end.
pub(super) struct Generated {
    name: &'static str,
    align: u64,
    contents: Contents,
    /// Where it begins.
    place: Place,
}

impl Addresses for Layout<'_, '_> {
    fn address(&self, place: Place) -> u64 {
        Layout::address(self, place).unwrap_or(0)
    }

    fn size(&self, section: SectionId) -> u64 {
        let section = self.builder.last_part(section);
        let gaps = self.gaps.get(section.0 as usize);
        let gaps = gaps.and_then(|gaps| gaps.last()).copied().unwrap_or(0);
        self.builder.section_of(section).size + gaps
    }

    fn section(&self, place: Place) -> SectionId {
        self.builder.whole(place.section)
    }
}

impl Layout<'_, '_> {
    /// What debug information becomes, in the order in which sections are begun; their
    /// labels have their places then.
    pub(super) fn generate(&mut self, errors: &mut Vec<ObjectError>) -> Vec<Generated> {
        let debug = &self.builder.debug;
        let Some(machine) = &self.builder.format.debug else {
            return Vec::new();
        };
        let mut all = Vec::new();
        let error = |fault| match fault {
            FrameFault::Elsewhere(location) => {
                let kind = ObjectErrorKind::Frame(
                    "this stands in another section than the function that it is about",
                );
                ObjectError { kind, location }
            }
            FrameFault::Encoding(location) => {
                let kind = ObjectErrorKind::Frame("there is no pointer of that form");
                ObjectError { kind, location }
            }
        };
        match self.frames(debug, machine) {
            Ok(mut frames) => all.append(&mut frames),
            Err(fault) => errors.push(error(fault)),
        }
        for frame in debug.frames.all.iter().filter(|it| it.end.is_none()) {
            let kind =
                ObjectErrorKind::Frame("the function does not end: `.cfi_endproc` is missing");
            let location = frame.location;
            errors.push(ObjectError { kind, location });
        }
        if let Some(unit) = &debug.unit {
            all.append(&mut self.unit(debug, unit, machine));
        }
        if !debug.files.is_empty() || debug.unit.is_some() || !debug.rows.sections.is_empty() {
            all.append(&mut self.lines(debug, machine));
        }
        self.placed(all)
    }

    fn frames(
        &self,
        debug: &DebugInformation,
        machine: &DebugFormat,
    ) -> Result<Vec<(&'static str, u64, Contents)>, FrameFault> {
        let mut all = Vec::new();
        if debug.frames.all.is_empty() {
            return Ok(all);
        }
        let name_of = |symbol| self.builder.symbols[symbol].name.to_string();
        let align = u64::from(machine.address_bytes);
        let (eh, plain) = debug.frames.sections;
        for (_, is_eh) in [(eh, true), (plain, false)].iter().filter(|it| it.0) {
            let contents =
                dwarf::frame_section(&debug.frames, *is_eh, debug.format, machine, self, &name_of)?;
            let name = if *is_eh { ".eh_frame" } else { ".debug_frame" };
            all.push((name, align, contents));
        }
        Ok(all)
    }

    fn lines(
        &self,
        debug: &DebugInformation,
        machine: &DebugFormat,
    ) -> Vec<(&'static str, u64, Contents)> {
        let (files, rows) = (&debug.files, &debug.rows);
        let (table, strings) =
            dwarf::line_table(files, rows, &debug.directory, debug.format, machine, self);
        let mut all = vec![(".debug_line", 1, table)];
        if debug.format.version >= 5 {
            let contents = Contents {
                bytes: strings.bytes,
                ..Contents::default()
            };
            all.push((".debug_line_str", 1, contents));
        }
        all
    }

    fn unit(
        &self,
        debug: &DebugInformation,
        unit: &SourceUnit,
        machine: &DebugFormat,
    ) -> Vec<(&'static str, u64, Contents)> {
        let code = flag::ALLOC | flag::EXECUTE;
        let all = || (0..).map(SectionId).zip(&self.builder.sections);
        // Code in a part is code of the whole.
        let written = all().filter(|(_, it)| it.has_code && it.flags & code == code);
        let written: HashSet<_> = written.map(|(id, _)| self.builder.whole(id)).collect();
        let sections = all().map(|(id, _)| id).filter(|id| written.contains(id));
        let sections: Vec<SectionId> = sections.collect();
        if sections.is_empty() {
            return Vec::new();
        }
        let (files, directory) = (&debug.files, &debug.directory);
        let all = dwarf::unit_sections(
            unit,
            &sections,
            files,
            directory,
            debug.format,
            machine,
            self,
        );
        let all = all.into_iter();
        all.map(|(name, contents)| (name, 1, contents)).collect()
    }

    /// Contents at the ends of their sections, of which some may be new.
    fn placed(&mut self, all: Vec<(&'static str, u64, Contents)>) -> Vec<Generated> {
        let mut generated = Vec::with_capacity(all.len());
        for (name, align, contents) in all {
            let place = match self.builder.find_section(name, Membership::default()) {
                Some(section) => {
                    let section = self.builder.last_part(section);
                    self.builder.section_of(section).end(section)
                }
                None => {
                    let section = SectionId(self.gaps.len() as u32);
                    self.gaps.push(vec![0]);
                    Place {
                        section,
                        gap: 0,
                        offset: 0,
                    }
                }
            };
            for &(symbol, offset) in &contents.labels {
                let place = Place {
                    offset: place.offset + offset,
                    ..place
                };
                self.labels.insert(symbol, place);
            }
            generated.push(Generated {
                name,
                align,
                contents,
                place,
            });
        }
        generated
    }

    /// Puts contents to the ends of their sections.
    pub(super) fn append(
        &self,
        generated: Vec<Generated>,
        sections: &mut Vec<FinishedSection>,
        errors: &mut Vec<ObjectError>,
    ) {
        let starts: Vec<(&str, Place)> = generated.iter().map(|it| (it.name, it.place)).collect();
        for Generated {
            name,
            align,
            contents,
            place,
        } in generated
        {
            let at = place.section.0 as usize;
            if at == sections.len() {
                sections.push(empty(name));
            }
            let start = self.address(place).unwrap_or(0);
            let section = &mut sections[at];
            if section.kind == SectionKind::NoBits {
                let (kind, location) = (ObjectErrorKind::NoBits, Location::default());
                errors.push(ObjectError { kind, location });
                continue;
            }
            section.align = section.align.max(align);
            section.size += contents.at();
            section.bytes.extend_from_slice(&contents.bytes);
            for reference in &contents.references {
                let entry = self.referred(reference, start, &starts);
                match entry {
                    Some(entry) => section.relocations.push(entry),
                    None => {
                        let (kind, location) = (ObjectErrorKind::NoRelocation, Location::default());
                        errors.push(ObjectError { kind, location });
                    }
                }
            }
        }
    }

    /// The relocation of a reference in contents that begin at `start`.
    fn referred(
        &self,
        reference: &dwarf::Reference,
        start: u64,
        starts: &[(&str, Place)],
    ) -> Option<RelocationEntry> {
        let kind = RelocationPlace::Bytes(reference.bytes);
        let relocation = self.builder.format.plain(kind, reference.relative)?;
        let of_place = |place: Place, more: u64| {
            let address = self.address(place).unwrap_or(0).wrapping_add(more);
            (
                RelocationTarget::Section(place.section),
                address.cast_signed(),
            )
        };
        let (target, addend) = match reference.target {
            Target::Place(place) => of_place(place, 0),
            Target::End(section) => {
                let size = Addresses::size(self, section);
                (RelocationTarget::Section(section), size.cast_signed())
            }
            Target::Written(name, offset) => {
                let (_, place) = starts.iter().find(|(it, _)| *it == name)?;
                of_place(*place, offset)
            }
            Target::Symbol(symbol) => {
                let is_local = self.builder.is_local(symbol);
                self.relocation_target(Base::Symbol(symbol, 0), 0, is_local)
            }
        };
        Some(RelocationEntry {
            offset: start + reference.offset,
            relocation,
            target,
            addend,
        })
    }
}

/// A section of that name without contents.
fn empty(name: &str) -> FinishedSection {
    let (flags, entry_size) = match name {
        ".eh_frame" => (flag::ALLOC, 0),
        ".debug_line_str" => (flag::MERGE | flag::STRINGS, 1),
        _ => (0, 0),
    };
    FinishedSection {
        name: name.into(),
        kind: SectionKind::Bits,
        flags,
        entry_size,
        align: 1,
        membership: Membership::default(),
        symbols_before: usize::MAX,
        size: 0,
        bytes: Vec::new(),
        relocations: Vec::new(),
    }
}
