//! What depends on places gets its value: the object is finished.

use super::builder::ObjectBuilder;
use super::error::{ObjectError, ObjectErrorKind};
use super::expression::{Base, Value};
use super::finished::{
    FinishedSection, FinishedSymbol, Object, RelocationEntry, RelocationTarget, SymbolPlace,
};
use super::format::RelocationPlace;
use super::layout::{Layout, settle};
use super::leb128::leb128;
use super::place::{ExpressionId, Location, Place, SectionId, SymbolId};
use super::section::{Fixup, FixupKind, GapSize, Request, Section, flag};
use super::symbol::{Binding, Definition};
use crate::branch::ResolveError;
use crate::relocation::Relocation;

impl ObjectBuilder<'_> {
    /// Gives everything its place, fills in what is known, and leaves relocations
    /// for what is not.
    ///
    /// # Errors
    ///
    /// All that is wrong.
    pub fn finish(&self) -> Result<Object, Vec<ObjectError>> {
        match self.draft() {
            (Some(object), errors) if errors.is_empty() => Ok(object),
            (_, errors) => Err(errors),
        }
    }

    /// [`finish`](Self::finish), and what can be had of an object that is wrong.
    pub fn draft(&self) -> (Option<Object>, Vec<ObjectError>) {
        let bytes = self.sections.iter().map(|section| section.bytes.clone());
        finish(self, bytes.collect())
    }

    /// [`draft`](Self::draft) without a copy of what the sections hold, which they do
    /// not any more.
    pub(crate) fn last_draft(&mut self) -> (Option<Object>, Vec<ObjectError>) {
        let sections = self.sections.iter_mut();
        let bytes = sections.map(|section| std::mem::take(&mut section.bytes));
        let bytes = bytes.collect();
        finish(self, bytes)
    }
}

/// The finished object, as far as it can be, and what is wrong with it. `bytes` are
/// those of the sections, without gaps.
fn finish(builder: &ObjectBuilder<'_>, bytes: Vec<Vec<u8>>) -> (Option<Object>, Vec<ObjectError>) {
    #[allow(unused_mut, reason = "only objects have debug information")]
    let mut layout = match settle(builder) {
        Ok(layout) => layout,
        Err(error) => return (None, vec![error]),
    };
    let mut errors = Vec::new();
    #[cfg(feature = "object")]
    let generated = layout.generate(&mut errors);
    let mut sections = Vec::new();
    for (section, bytes) in builder.sections.iter().zip(bytes) {
        if let Some(kind) = wrong_name(&section.name) {
            let location = Location::default();
            errors.push(ObjectError { kind, location });
        }
        sections.push(layout.section(section, bytes, sections.len(), &mut errors));
    }
    #[cfg(feature = "object")]
    layout.append(generated, &mut sections, &mut errors);
    for (at, section) in builder.sections.iter().enumerate() {
        for request in &section.requests {
            match layout.requested(request, at) {
                Ok((at, entry)) => sections[at].relocations.push(entry),
                Err(kind) => errors.push(ObjectError {
                    kind,
                    location: request.location,
                }),
            }
        }
    }
    let mut symbols = Vec::with_capacity(builder.symbols.len());
    for (id, _) in builder.symbols.iter() {
        match layout.symbol(id) {
            Ok(symbol) => symbols.push(symbol),
            Err(kind) => {
                let location = builder.symbols[id].location;
                errors.push(ObjectError { kind, location });
            }
        }
    }
    let index = builder.join(&mut sections, &mut symbols);
    // What relocations and groups name is in the file, whatever it is called.
    for section in &sections {
        let targets = section
            .relocations
            .iter()
            .filter_map(|entry| match entry.target {
                RelocationTarget::Symbol(id) => Some(id),
                _ => None,
            });
        let signature = section.membership.group.map(|group| group.signature);
        for id in targets.chain(signature) {
            if let Some(symbol) = symbols.get_mut(id.0 as usize) {
                symbol.is_hidden = false;
            }
        }
    }
    let object = Object {
        format: builder.format,
        address_significant: builder.address_significant.clone(),
        sections,
        symbols,
        gaps: layout.gaps,
        index,
    };
    (Some(object), errors)
}

/// What is wrong with a name that no file can hold.
fn wrong_name(name: &str) -> Option<ObjectErrorKind> {
    let is_wrong = name.contains('\0');
    is_wrong.then(|| ObjectErrorKind::Name(name.into()))
}

impl Layout<'_, '_> {
    fn section(
        &self,
        section: &Section,
        without_gaps: Vec<u8>,
        at: usize,
        errors: &mut Vec<ObjectError>,
    ) -> FinishedSection {
        let gaps = &self.gaps[at];
        let big_endian = self.builder.target.tables().big_endian;
        let mut bytes = Vec::new();
        let mut done = 0;
        let has_bits = !matches!(section.kind, super::SectionKind::NoBits);
        if section.gaps.is_empty() {
            bytes = without_gaps;
        } else if has_bits {
            for (index, gap) in section.gaps.iter().enumerate() {
                bytes.extend_from_slice(&without_gaps[done..gap.offset as usize]);
                done = gap.offset as usize;
                let size = gaps[index + 1] - gaps[index];
                let padding = self.builder.format.padding;
                if let GapSize::Leb128 { value, is_signed } = gap.size {
                    // It was worth a number when sizes settled.
                    let value = self.number(value).unwrap_or(0);
                    bytes.extend(leb128(value, is_signed, size as usize));
                    continue;
                }
                gap.fill.write(size, padding, big_endian, &mut bytes);
            }
            bytes.extend_from_slice(&without_gaps[done..]);
        }
        for (place, record) in &section.records {
            let start = self.address(*place).unwrap_or(0) as usize;
            match record.bytes(&|id| self.number(id)) {
                Ok(record) => {
                    if let Some(place) = bytes.get_mut(start..start + record.len()) {
                        place.copy_from_slice(&record);
                    }
                }
                Err(error) => errors.push(error),
            }
        }
        let mut relocations = Vec::new();
        for fixup in &section.fixups {
            let place = self.address(fixup.place).unwrap_or(0);
            match self.fix(fixup, place, &mut bytes) {
                Ok(Some(entry)) => relocations.push(entry),
                Ok(None) => {}
                Err(kind) => errors.push(ObjectError {
                    kind,
                    location: fixup.location,
                }),
            }
        }
        FinishedSection {
            name: section.name.clone(),
            kind: section.kind,
            flags: section.flags,
            entry_size: section.entry_size,
            align: section.align,
            membership: section.membership,
            symbols_before: section.symbols_before,
            size: section.size + gaps.last().copied().unwrap_or(0),
            bytes,
            relocations,
        }
    }

    /// The relocation that was asked for in a section of that number, and the section
    /// that it is for.
    fn requested(
        &self,
        request: &Request,
        at: usize,
    ) -> Result<(usize, RelocationEntry), ObjectErrorKind> {
        let offset = self.evaluate(request.offset)?;
        let (at, start) = match (offset.plus, offset.minus) {
            (None, None) if offset.addend >= 0 => (at, 0),
            (Some(base), None) => {
                let place = self.place_of(base);
                let place = place.ok_or(ObjectErrorKind::NotAPlace)?;
                (place.section.0 as usize, self.address(place).unwrap_or(0))
            }
            _ => return Err(ObjectErrorKind::NotAPlace),
        };
        let value = request
            .value
            .map(|value| self.evaluate(value))
            .transpose()?;
        let (target, addend) = match value {
            None => (RelocationTarget::Nothing, 0),
            Some(value) => match (value.plus, value.minus) {
                (None, None) => (RelocationTarget::Nothing, value.addend),
                (Some(Base::Symbol(symbol, _)), None) => {
                    (RelocationTarget::Symbol(symbol), value.addend)
                }
                (Some(Base::Place(place)), None) => {
                    let address = self.address(place).unwrap_or(0).cast_signed();
                    let addend = value.addend.wrapping_add(address);
                    (RelocationTarget::Section(place.section), addend)
                }
                _ => return Err(ObjectErrorKind::Difference),
            },
        };
        let entry = RelocationEntry {
            offset: start.wrapping_add_signed(offset.addend),
            relocation: request.relocation,
            target,
            addend,
        };
        Ok((at, entry))
    }

    /// Fills in a value, or gives the relocation for it.
    fn fix(
        &self,
        fixup: &Fixup,
        place: u64,
        bytes: &mut [u8],
    ) -> Result<Option<RelocationEntry>, ObjectErrorKind> {
        let value = self.evaluate(fixup.value)?;
        let format = &self.builder.format;
        let start = place as usize;
        match fixup.kind {
            FixupKind::Data(size) => {
                let here = fixup.place;
                let known = self.known(value, here, place, RelocationPlace::Bytes(size), false)?;
                let (number, entry) = known.split(place);
                self.store(&mut bytes[start..], size, number)?;
                Ok(entry)
            }
            FixupKind::Operand(later) if later.literal => {
                let inst = self.builder.target.decode(&bytes[start..]);
                let size = inst.map_err(|_| ObjectErrorKind::Instruction)?.size();
                let literal = place + size as u64 - 4;
                let mut here = fixup.place;
                here.offset += size as u64 - 4;
                let expressions = &self.builder.expressions;
                let relative =
                    format.relative_literals && expressions.is_relative_literal(fixup.value);
                let kind = RelocationPlace::Bytes(4);
                let known = self.known(value, here, literal, kind, relative)?;
                let (number, entry) = known.split(literal);
                self.store(&mut bytes[literal as usize..], 4, number)?;
                Ok(entry)
            }
            FixupKind::Operand(later) => {
                let target = &self.builder.target;
                let inst = target.decode(&bytes[start..]);
                let inst = inst.map_err(|_| ObjectErrorKind::Instruction)?;
                let branch = RelocationPlace::Branch;
                let known = self.known(value, fixup.place, place, branch, true)?;
                let (distance, entry) = known.split(place);
                let inst = target.resolve(inst, later.operand, distance);
                let inst = inst.map_err(|error| match error {
                    ResolveError::Range { steps, unit, range } => {
                        ObjectErrorKind::Distance { steps, unit, range }
                    }
                    ResolveError::Unit { unit } => ObjectErrorKind::Unit { distance, unit },
                    ResolveError::NotRelative => ObjectErrorKind::Instruction,
                })?;
                let stored = target.encode(inst, &mut bytes[start..]);
                stored.map_err(|_| ObjectErrorKind::Instruction)?;
                Ok(entry)
            }
        }
    }

    /// Stores a number; it may be meant with or without a sign.
    fn store(&self, bytes: &mut [u8], size: u8, number: i64) -> Result<(), ObjectErrorKind> {
        let bits = u32::from(size) * 8;
        let fits = bits >= 64 || (-1_i64 << (bits - 1)..1_i64 << bits).contains(&number);
        if !fits {
            let (value, bytes) = (number, size);
            return Err(ObjectErrorKind::Data { value, bytes });
        }
        let mut value = number.to_le_bytes();
        let value = &mut value[..usize::from(size)];
        if self.builder.target.tables().big_endian {
            value.reverse();
        }
        bytes[..value.len()].copy_from_slice(value);
        Ok(())
    }

    /// Whether two places are in one section.
    fn is_same(&self, one: Place, other: Place) -> bool {
        one.section == other.section
            || self.builder.whole(one.section) == self.builder.whole(other.section)
    }

    /// How far a branch that begins at a place goes; `None` if a relocation says it, or nothing.
    pub(super) fn distance_from(&self, here: Place, value: ExpressionId) -> Option<i64> {
        let (value, address) = (self.evaluate(value).ok()?, self.address(here)?);
        let branch = RelocationPlace::Branch;
        match self.known(value, here, address, branch, true).ok()? {
            Known::Number(distance) => Some(distance),
            Known::Relocation { .. } => None,
        }
    }

    /// The number that goes to a place, or the relocation that will find it.
    /// `relative` values count from the place.
    fn known(
        &self,
        value: Value,
        here: Place,
        address: u64,
        kind: RelocationPlace,
        relative: bool,
    ) -> Result<Known, ObjectErrorKind> {
        let format = &self.builder.format;
        let Some(plus) = value.plus else {
            return match value.minus {
                None => Ok(Known::Number(value.addend)),
                Some(_) => Err(ObjectErrorKind::Difference),
            };
        };
        // What a place of this section is subtracted from counts from here.
        let mut addend = value.addend;
        let mut relative = relative;
        if let Some(minus) = value.minus {
            let from = self.place_of(minus);
            let from = from.filter(|from| self.is_same(*from, here));
            let from = from.and_then(|from| self.address(from));
            let from = from.ok_or(ObjectErrorKind::Difference)?;
            addend = addend.wrapping_add(address.wrapping_sub(from).cast_signed());
            relative = true;
        }
        let specified = match plus {
            Base::Symbol(symbol, specifier) => {
                format.asked(&self.builder.symbols[symbol].name, specifier)
            }
            Base::Place(_) => None,
        };
        let to = self.place_of(plus);
        let is_local = match plus {
            Base::Symbol(symbol, _) => self.builder.is_local(symbol),
            Base::Place(_) => true,
        };
        if let Some(to) = to
            && specified.is_none()
            && relative
            && is_local
            && self.is_same(to, here)
            && let Some(to) = self.address(to)
        {
            let distance = to.wrapping_sub(address).cast_signed();
            return Ok(Known::Number(distance.wrapping_add(addend)));
        }
        if let (Base::Symbol(symbol, _), None) = (plus, to) {
            // A linker does not move code so near that a branch could reach it.
            let is_branch = kind == RelocationPlace::Branch && value.minus.is_none();
            let may_be_elsewhere = self.builder.externals || specified.is_some();
            if is_branch || !may_be_elsewhere {
                return Err(ObjectErrorKind::Undefined(symbol));
            }
        }
        let row = specified.or_else(|| format.plain(kind, relative));
        let relocation = row.ok_or(ObjectErrorKind::NoRelocation)?;
        let (target, addend) = self.relocation_target(plus, addend, is_local);
        Ok(Known::Relocation {
            relocation,
            target,
            addend,
        })
    }

    /// What a relocation names: a symbol that others see, else its section.
    pub(super) fn relocation_target(
        &self,
        plus: Base,
        addend: i64,
        is_local: bool,
    ) -> (RelocationTarget, i64) {
        let place = self.place_of(plus).filter(|_| is_local);
        let address = place.and_then(|place| self.address(place));
        match (plus, place, address) {
            (_, Some(place), Some(address))
                if self.may_name_section(place.section, plus, addend) =>
            {
                let addend = addend.wrapping_add(address.cast_signed());
                (RelocationTarget::Section(place.section), addend)
            }
            (Base::Symbol(symbol, _), ..) => (RelocationTarget::Symbol(symbol), addend),
            (Base::Place(place), ..) => (RelocationTarget::Section(place.section), addend),
        }
    }

    /// Where entries may be merged, an offset from the section's start means nothing.
    fn may_name_section(&self, section: SectionId, plus: Base, addend: i64) -> bool {
        let section = self.builder.sections.get(section.0 as usize);
        let merged = section.is_some_and(|section| section.flags & flag::MERGE != 0);
        !merged || addend == 0 || matches!(plus, Base::Place(_))
    }

    fn symbol(&self, id: SymbolId) -> Result<FinishedSymbol, ObjectErrorKind> {
        let symbol = &self.builder.symbols[id];
        if let Some(kind) = wrong_name(&symbol.name) {
            return Err(kind);
        }
        let size = symbol.size.map(|size| self.number(size)).transpose()?;
        let mut size = size.unwrap_or(0).cast_unsigned();
        let mut value = 0;
        let mut is_elsewhere = false;
        let place = match symbol.definition {
            Definition::Undefined => SymbolPlace::Undefined,
            Definition::Generated => match self.labels.get(&id) {
                Some(&place) => {
                    value = self.address(place).unwrap_or(0);
                    SymbolPlace::Section(place.section)
                }
                None => SymbolPlace::Undefined,
            },
            Definition::Place(place) => {
                value = self.address(place).unwrap_or(0);
                SymbolPlace::Section(place.section)
            }
            Definition::Common { size: bytes, align } => {
                (size, value) = (bytes, align);
                SymbolPlace::Common
            }
            Definition::Special {
                section,
                size: bytes,
                align,
            } => {
                (size, value) = (bytes, align);
                SymbolPlace::Special(section)
            }
            Definition::Expression(id) => {
                let worth = self.evaluate(id)?;
                match (worth.plus, worth.minus) {
                    (None, None) => {
                        value = worth.addend.cast_unsigned();
                        SymbolPlace::Absolute
                    }
                    // The name of one that another object has is nobody's here.
                    (Some(Base::Symbol(other, _)), None)
                        if self.builder.externals
                            && self.builder.symbols[other].definition == Definition::Undefined
                            && !self.labels.contains_key(&other) =>
                    {
                        is_elsewhere = true;
                        SymbolPlace::Undefined
                    }
                    (Some(base), None) => {
                        let place = self.place_of(base);
                        let place = place.ok_or(ObjectErrorKind::NotANumber)?;
                        let address = self.address(place).unwrap_or(0);
                        value = address.wrapping_add_signed(worth.addend);
                        SymbolPlace::Section(place.section)
                    }
                    _ => return Err(ObjectErrorKind::Difference),
                }
            }
        };
        // What nothing defines is another object's.
        let is_weak = symbol.is_weakly_named && !symbol.is_used;
        let binding = match (symbol.binding, place) {
            (Binding::Local, SymbolPlace::Undefined) if !symbol.is_bound && is_weak => {
                Binding::Weak
            }
            (Binding::Local, SymbolPlace::Undefined | SymbolPlace::Common)
                if !symbol.is_bound && !symbol.is_signature =>
            {
                Binding::Global
            }
            (binding, _) => binding,
        };
        let private = self.builder.format.private_prefix;
        let is_private = !private.is_empty() && symbol.name.starts_with(private);
        Ok(FinishedSymbol {
            name: symbol.name.clone(),
            place,
            value,
            size,
            binding,
            visibility: symbol.visibility,
            kind: symbol.kind,
            is_hidden: is_private
                || is_elsewhere
                || symbol.is_predefined
                || symbol.definition == Definition::Undefined && self.labels.contains_key(&id)
                || symbol.name.is_empty()
                || !symbol.is_used
                    && !symbol.is_bound
                    && !symbol.is_listed
                    && matches!(place, SymbolPlace::Undefined | SymbolPlace::Special(_)),
        })
    }
}

/// What goes to a place.
enum Known {
    Number(i64),
    Relocation {
        relocation: &'static Relocation,
        target: RelocationTarget,
        addend: i64,
    },
}

impl Known {
    /// The number for the bytes, and the relocation.
    fn split(self, offset: u64) -> (i64, Option<RelocationEntry>) {
        match self {
            Known::Number(number) => (number, None),
            Known::Relocation {
                relocation,
                target,
                addend,
            } => {
                let entry = RelocationEntry {
                    offset,
                    relocation,
                    target,
                    addend,
                };
                (0, Some(entry))
            }
        }
    }
}
