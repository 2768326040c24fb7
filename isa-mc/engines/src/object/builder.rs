//! An object under construction: one statement after another.

use std::collections::HashMap;

#[cfg(feature = "object")]
use super::dwarf::DebugInformation;
use super::error::ObjectErrorKind;
use super::expression::{Base, ExpressionError, Expressions, Node};
use super::format::ObjectFormat;
use super::leb128::leb128;
use super::place::{ExpressionId, Location, Place, SectionId, SymbolId};
use super::section::{
    Fill, Fixup, FixupKind, Gap, GapSize, MAX_SECTION, Membership, Record, Request, Section,
    SectionKind, flag,
};
use super::symbol::{Binding, Definition, Symbols, Version};
use crate::relocation::Relocation;
use crate::{Later, Target};

/// Builds an object: sections, symbols, bytes, and what is filled in when
/// everything has its place.
///
/// Whatever is added goes to the current section, `.text` at first.
pub struct ObjectBuilder<'a> {
    pub(super) target: Target<'a>,
    /// The machine's part of the file.
    pub format: ObjectFormat,
    /// Symbols whose addresses matter, if anybody says: a linker may give all others
    /// the address of something equal.
    pub address_significant: Option<Vec<SymbolId>>,
    /// Names with versions that symbols have.
    pub(crate) versions: Vec<Version>,
    /// Other objects may define symbols, and this one's may be theirs.
    pub externals: bool,
    /// Where what a code generator adds was written: errors say it.
    pub location: Location,
    pub(super) sections: Vec<Section>,
    by_name: HashMap<Membership, HashMap<Box<str>, SectionId>>,
    /// The symbols.
    pub symbols: Symbols,
    /// The expressions.
    pub expressions: Expressions,
    current: SectionId,
    /// What is said of sources and frames.
    #[cfg(feature = "object")]
    pub(crate) debug: DebugInformation,
    /// Parts of sections, by their numbers.
    pub(super) parts: HashMap<(SectionId, u32), SectionId>,
}

impl<'a> ObjectBuilder<'a> {
    /// An object with an empty `.text`.
    pub fn new(target: Target<'a>, format: ObjectFormat) -> ObjectBuilder<'a> {
        let code = flag::ALLOC | flag::EXECUTE;
        let mut text = Section::new(".text", SectionKind::Bits, code, 0);
        // An instruction begins at a whole word.
        text.align = u64::from(target.tables().word_bits / 8).max(1);
        ObjectBuilder {
            target,
            format,
            address_significant: None,
            versions: Vec::new(),
            externals: true,
            location: Location::default(),
            by_name: HashMap::from([(
                Membership::default(),
                HashMap::from([(text.name.clone(), SectionId(0))]),
            )]),
            sections: vec![text],
            symbols: Symbols::default(),
            expressions: Expressions::default(),
            current: SectionId(0),
            #[cfg(feature = "object")]
            debug: DebugInformation::default(),
            parts: HashMap::new(),
        }
    }

    /// The processor.
    pub fn target(&self) -> Target<'a> {
        self.target
    }

    // ---- sections -------------------------------------------------------------

    /// The section of a name, made if there is none.
    pub fn section(
        &mut self,
        name: &str,
        kind: SectionKind,
        flags: u64,
        entry_size: u64,
    ) -> SectionId {
        self.section_with(name, kind, flags, entry_size, Membership::default())
    }

    /// The section of a name that belongs to something, made if there is none.
    pub fn section_with(
        &mut self,
        name: &str,
        kind: SectionKind,
        flags: u64,
        entry_size: u64,
        membership: Membership,
    ) -> SectionId {
        if let Some(id) = self.find_section(name, membership) {
            return id;
        }
        let id = SectionId(self.sections.len() as u32);
        let mut section = Section::new(name, kind, flags, entry_size);
        section.membership = membership;
        section.symbols_before = self.symbols.len();
        self.sections.push(section);
        let names = self.by_name.entry(membership).or_default();
        names.insert(name.into(), id);
        id
    }

    /// The section of a name that belongs to that, if there is one.
    pub fn find_section(&self, name: &str, membership: Membership) -> Option<SectionId> {
        // Nearly always the one that code goes to already.
        let current = self.section_of(self.current);
        if *current.name == *name && current.membership == membership {
            return Some(self.current);
        }
        self.by_name.get(&membership)?.get(name).copied()
    }

    /// What is known of a section.
    pub fn section_of(&self, id: SectionId) -> &Section {
        &self.sections[id.0 as usize]
    }

    /// The section that everything goes to.
    pub fn current(&self) -> SectionId {
        self.current
    }

    /// Goes on in another section.
    ///
    /// A line that was said, and that nothing was added of, is forgotten.
    pub fn select(&mut self, section: SectionId) {
        #[cfg(feature = "object")]
        {
            self.debug.rows.is_waiting &= self.current == section;
        }
        self.current = section;
    }

    /// The line that was said last is that of the next byte.
    #[inline]
    pub(crate) fn take_line(&mut self) {
        #[cfg(feature = "object")]
        if self.debug.rows.is_waiting {
            let place = self.here();
            let section = self.whole(self.current);
            self.debug.rows.take_place(section, place);
        }
    }

    fn here_mut(&mut self) -> &mut Section {
        &mut self.sections[self.current.0 as usize]
    }

    /// Where the next byte goes.
    pub fn here(&self) -> Place {
        self.section_of(self.current).end(self.current)
    }

    // ---- contents -------------------------------------------------------------

    /// Adds bytes.
    ///
    /// # Errors
    ///
    /// A section without bits takes no bytes but zeros; none takes more than
    /// [`MAX_SECTION`].
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), ObjectErrorKind> {
        if !bytes.is_empty() {
            self.take_line();
        }
        let section = self.here_mut();
        let size = section.grown(bytes.len() as u64)?;
        if section.kind != SectionKind::NoBits {
            // Most are instructions, and copies of a fixed length are no calls.
            if let Ok(word) = <&[u8; 4]>::try_from(bytes) {
                section.bytes.extend_from_slice(word);
            } else if let Ok(words) = <&[u8; 8]>::try_from(bytes) {
                section.bytes.extend_from_slice(words);
            } else {
                section.bytes.extend_from_slice(bytes);
            }
        } else if bytes.iter().any(|&byte| byte != 0) {
            return Err(ObjectErrorKind::NoBits);
        }
        section.size = size;
        Ok(())
    }

    /// Lets somebody who may ask for symbols add up to so many bytes of code to the current
    /// section; `None` if it does not take as many.
    pub(crate) fn append<R>(
        &mut self,
        most: u64,
        write: impl FnOnce(&mut Vec<u8>, &Self) -> R,
    ) -> Option<R> {
        let section = self.here_mut();
        if section.kind == SectionKind::NoBits || section.grown(most).is_err() {
            return None;
        }
        let mut bytes = core::mem::take(&mut section.bytes);
        let before = bytes.len();
        let result = write(&mut bytes, self);
        let grown = bytes.len() - before;
        self.here_mut().bytes = bytes;
        if grown != 0 {
            self.take_line();
        }
        let section = self.here_mut();
        section.size += grown as u64;
        section.has_code |= grown != 0;
        Some(result)
    }

    /// Adds so many bytes.
    ///
    /// # Errors
    ///
    /// As [`bytes`](Self::bytes).
    pub fn fill(&mut self, size: u64, fill: Fill) -> Result<(), ObjectErrorKind> {
        let padding = self.format.padding;
        let big_endian = self.target.tables().big_endian;
        let section = self.here_mut();
        let end = section.grown(size)?;
        if section.kind != SectionKind::NoBits {
            fill.write(size, padding, big_endian, &mut section.bytes);
        } else if !matches!(fill, Fill::Value { value: 0, .. } | Fill::Padding) {
            return Err(ObjectErrorKind::NoBits);
        }
        section.size = end;
        Ok(())
    }

    /// Adds an instruction, and the value of its operand that is known later.
    ///
    /// # Errors
    ///
    /// As [`bytes`](Self::bytes).
    pub fn instruction(
        &mut self,
        bytes: &[u8],
        later: Option<(Later, ExpressionId)>,
        location: Location,
    ) -> Result<(), ObjectErrorKind> {
        let place = self.here();
        self.bits(bytes)?;
        self.here_mut().has_code = true;
        if let Some((later, value)) = later {
            self.fixup(place, FixupKind::Operand(later), value, location);
            if self.format.wrong_distance.is_some() && !later.literal && self.only_branches(bytes) {
                let bytes = bytes.len() as u8;
                self.gap(GapSize::Branch { bytes, value }, Fill::Padding, location);
            }
        }
        Ok(())
    }

    /// Whether an instruction goes somewhere and does nothing else.
    fn only_branches(&self, bytes: &[u8]) -> bool {
        let inst = self.target.decode(bytes);
        inst.is_ok_and(|inst| self.target.operands(inst).count() == 1)
    }

    /// Adds a value of 1 to 8 bytes.
    ///
    /// # Errors
    ///
    /// As [`bytes`](Self::bytes).
    pub fn value(
        &mut self,
        bytes: u8,
        value: ExpressionId,
        location: Location,
    ) -> Result<(), ObjectErrorKind> {
        let bytes = bytes.clamp(1, 8);
        let place = self.here();
        self.bits(&[0; 8][..usize::from(bytes)])?;
        self.value_at(place, bytes, value, location);
        Ok(())
    }

    /// Adds so many bytes that are calculated when everything has its place.
    ///
    /// # Errors
    ///
    /// As [`bytes`](Self::bytes).
    pub fn record(&mut self, size: u64, record: Box<dyn Record>) -> Result<(), ObjectErrorKind> {
        let place = self.here();
        if size > MAX_SECTION {
            return Err(ObjectErrorKind::SectionSize);
        }
        self.bits(&vec![0; size as usize])?;
        self.here_mut().records.push((place, record));
        Ok(())
    }

    /// Fills in a value of 1 to 8 bytes at a place that has bytes already.
    pub fn value_at(&mut self, place: Place, bytes: u8, value: ExpressionId, location: Location) {
        self.fixup(place, FixupKind::Data(bytes.clamp(1, 8)), value, location);
    }

    fn fixup(&mut self, place: Place, kind: FixupKind, value: ExpressionId, location: Location) {
        if let Some(section) = self.sections.get_mut(place.section.0 as usize) {
            section.fixups.push(Fixup {
                place,
                kind,
                value,
                location,
            });
        }
    }

    /// Asks for a relocation at an offset, whatever stands there. The offset is a
    /// number of bytes from the start of the current section, or a place in any one
    /// of this object; the relocation names the symbol of the value itself, and adds
    /// the rest.
    pub fn relocation(
        &mut self,
        offset: ExpressionId,
        relocation: &'static Relocation,
        value: Option<ExpressionId>,
        location: Location,
    ) {
        self.here_mut().requests.push(Request {
            offset,
            relocation,
            value,
            location,
        });
    }

    /// Adds bytes to a section that has some: what is filled in later needs a place.
    fn bits(&mut self, bytes: &[u8]) -> Result<(), ObjectErrorKind> {
        match self.here_mut().kind {
            SectionKind::NoBits => Err(ObjectErrorKind::NoBits),
            _ => self.bytes(bytes),
        }
    }

    /// Adds bytes up to a multiple of `align`, a power of two, unless they would be
    /// more than `most`. The section is aligned so, too.
    ///
    /// # Errors
    ///
    /// As [`bytes`](Self::bytes).
    pub fn align(
        &mut self,
        align: u64,
        most: u64,
        fill: Fill,
        location: Location,
    ) -> Result<(), ObjectErrorKind> {
        let align = align.max(1);
        let section = self.here_mut();
        section.align = section.align.max(align);
        if section.gaps.is_empty() {
            let size = section.size.wrapping_neg() % align;
            return match size <= most {
                true => self.fill(size, fill),
                false => Ok(()),
            };
        }
        self.gap(GapSize::Align { align, most }, fill, location);
        Ok(())
    }

    /// Adds a value again and again.
    ///
    /// # Errors
    ///
    /// As [`bytes`](Self::bytes); a count below zero is an error.
    pub fn repeat(
        &mut self,
        count: ExpressionId,
        value: u64,
        bytes: u8,
        location: Location,
    ) -> Result<(), ObjectErrorKind> {
        let fill = Fill::Value { value, bytes };
        let unit = u64::from(bytes);
        match self.number(count) {
            Some(count) => {
                let count = u64::try_from(count).map_err(|_| ObjectErrorKind::Count(count))?;
                self.fill(count.saturating_mul(unit), fill)
            }
            None => {
                let size = GapSize::Times { count, bytes: unit };
                self.gap(size, fill, location);
                Ok(())
            }
        }
    }

    /// Adds a number of as many bytes as it needs, LEB128 of DWARF, with a sign or without.
    ///
    /// # Errors
    ///
    /// As [`bytes`](Self::bytes).
    pub fn leb128(
        &mut self,
        value: ExpressionId,
        is_signed: bool,
        location: Location,
    ) -> Result<(), ObjectErrorKind> {
        if let Some(number) = self.number(value) {
            return self.bytes(&leb128(number, is_signed, 0));
        }
        if self.section_of(self.current).kind == SectionKind::NoBits {
            return Err(ObjectErrorKind::NoBits);
        }
        self.take_line();
        self.gap(GapSize::Leb128 { value, is_signed }, Fill::ZERO, location);
        Ok(())
    }

    /// Adds bytes up to an address of this section.
    ///
    /// # Errors
    ///
    /// As [`bytes`](Self::bytes); an address that lies behind is an error.
    pub fn origin(
        &mut self,
        address: ExpressionId,
        value: u8,
        location: Location,
    ) -> Result<(), ObjectErrorKind> {
        let fill = Fill::Value {
            value: value.into(),
            bytes: 1,
        };
        let section = self.section_of(self.current);
        match self.known_address(address) {
            Some(address) if section.gaps.is_empty() => {
                let size = address.checked_sub(section.size.cast_signed());
                let size = size.and_then(|size| u64::try_from(size).ok());
                self.fill(size.ok_or(ObjectErrorKind::Backwards)?, fill)
            }
            _ => {
                self.gap(GapSize::Origin(address), fill, location);
                Ok(())
            }
        }
    }

    /// An address in the current section that is known at once.
    fn known_address(&self, id: ExpressionId) -> Option<i64> {
        let value = self.evaluate(id).ok()?;
        if let Some(number) = value.as_number() {
            return Some(number);
        }
        let place = self.place_of(value.plus.filter(|_| value.minus.is_none())?)?;
        let known = place.section == self.current && place.gap == 0;
        known.then(|| value.addend.wrapping_add(place.offset.cast_signed()))
    }

    fn gap(&mut self, size: GapSize, fill: Fill, location: Location) {
        let section = self.here_mut();
        section.gaps.push(Gap {
            offset: section.size,
            size,
            fill,
            location,
        });
    }

    // ---- symbols ----------------------------------------------------------------

    /// Makes a symbol a label: the place where the next byte goes.
    ///
    /// # Errors
    ///
    /// A symbol is defined once.
    pub fn define(&mut self, symbol: SymbolId, location: Location) -> Result<(), ObjectErrorKind> {
        let place = self.here();
        let row = &mut self.symbols[symbol];
        match row.definition {
            Definition::Undefined => {}
            // What was worth a number may become a label, as LLVM has it.
            Definition::Expression(_) if row.is_variable && !row.is_predefined => {
                row.is_variable = false;
            }
            _ => return Err(ObjectErrorKind::Redefined(symbol)),
        }
        row.definition = Definition::Place(place);
        row.location = location;
        Ok(())
    }

    /// Gives a symbol the value of an expression; `variable` ones may get another.
    ///
    /// # Errors
    ///
    /// A label, and what is no variable, is defined once; a symbol cannot be worth
    /// itself.
    pub fn set(
        &mut self,
        symbol: SymbolId,
        value: ExpressionId,
        variable: bool,
        location: Location,
    ) -> Result<(), ObjectErrorKind> {
        let row = &self.symbols[symbol];
        let may = match row.definition {
            Definition::Undefined => true,
            Definition::Expression(_) => row.is_variable && variable,
            _ => false,
        };
        if !may {
            return Err(ObjectErrorKind::Redefined(symbol));
        }
        let folded = self.folded(value);
        let row = &mut self.symbols[symbol];
        let before = row.definition;
        row.definition = Definition::Expression(folded);
        row.is_variable = variable;
        row.is_predefined = false;
        row.location = location;
        if let Err(ExpressionError::Cycle(_)) = self.evaluate(folded) {
            self.symbols[symbol].definition = before;
            return Err(ObjectErrorKind::Expression(ExpressionError::Cycle(symbol)));
        }
        Ok(())
    }

    /// A symbol that is there from the start; the source may give it another value.
    /// No object has it.
    pub fn predefine(&mut self, name: &str, value: ExpressionId) {
        let symbol = self.symbols.intern(name, Location::default());
        let row = &mut self.symbols[symbol];
        row.definition = Definition::Expression(value);
        row.is_variable = true;
        row.is_predefined = true;
    }

    /// A symbol with a value that nothing in the source may change; another call with the
    /// same name may.
    pub fn define_outside(&mut self, name: &str, value: i64) {
        let symbol = self.symbols.intern(name, Location::default());
        let value = self.expressions.add(Node::Number(value));
        let row = &mut self.symbols[symbol];
        row.definition = Definition::Expression(value);
        row.is_from_outside = true;
    }

    /// An expression as short as what is known now allows: rows of symbols that are
    /// worth one another do not get deep.
    fn folded(&mut self, id: ExpressionId) -> ExpressionId {
        match self.number(id) {
            Some(number) => self.expressions.add(Node::Number(number)),
            None => id,
        }
    }

    /// Where a base lies, if it lies in this object.
    pub(super) fn place_of(&self, base: Base) -> Option<Place> {
        match base {
            Base::Place(place) => Some(place),
            Base::Symbol(symbol, _) => match self.symbols[symbol].definition {
                Definition::Place(place) => Some(place),
                _ => None,
            },
        }
    }

    /// Whether a symbol may be another one in the linked program.
    pub(super) fn is_local(&self, symbol: SymbolId) -> bool {
        let row = &self.symbols[symbol];
        row.binding == Binding::Local || !self.externals
    }
}
