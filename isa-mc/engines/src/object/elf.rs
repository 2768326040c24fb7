//! Objects as ELF files.
//!
//! Sections stand in the order in which they were begun, each followed by its
//! relocations; symbols that only this object sees stand before the others, and those of
//! sections among them.

use std::collections::HashMap;
use std::io;

use object::elf::{self, Sym64};
use object::write::elf::{FileHeader, Rel, SectionHeader, SectionIndex, Sym, SymbolIndex, Writer};
use object::write::{StreamingBuffer, StringId, WritableBuffer};
use object::{Endianness, U16, U32, U64};

use super::finished::{FinishedSection, FinishedSymbol, Object, RelocationTarget, SymbolPlace};
use super::place::{SectionId, SymbolId};
use super::section::{Group, SectionKind, flag};
use super::string_table::StringTable;
use super::symbol::{Binding, SymbolKind, Visibility};

/// Bytes of an entry of `.rela`.
const RELA: usize = 24;

/// The type of the section of symbols whose addresses matter
/// (`SHT_LLVM_ADDRSIG`, LLVM's Extensions).
pub(crate) const LLVM_ADDRSIG: u32 = 0x6fff_4c03;

/// The largest alignment of a section in the file: only where it is loaded the rest
/// of its alignment counts.
const FILE_ALIGNMENT: u64 = 1 << 12;

/// The alignment of a group in the file, in bytes.
const GROUP_ALIGN: u64 = 4;

/// The null symbol, which stands for none (ELF, `STN_UNDEF`).
const NO_SYMBOL: SymbolIndex = SymbolIndex(0);

/// A section in the file.
struct Place {
    name: StringId,
    index: SectionIndex,
    offset: usize,
    relocations: Option<Relocations>,
}

/// The relocations of a section in the file.
struct Relocations {
    name: StringId,
    index: SectionIndex,
    offset: usize,
}

/// A group of sections in the file.
struct GroupPlace {
    group: Group,
    sections: Vec<SectionId>,
    name: StringId,
    index: SectionIndex,
    offset: usize,
}

impl GroupPlace {
    /// Its flags, then the numbers of its sections and of their relocations.
    fn bytes(&self, places: &[Place]) -> Vec<u8> {
        let flags = match self.group.is_comdat {
            true => elf::GRP_COMDAT,
            false => 0,
        };
        let sections = self
            .sections
            .iter()
            .filter_map(|id| places.get(id.0 as usize));
        let numbers = sections.flat_map(|place| {
            let relocations = place.relocations.as_ref().map(|it| it.index.0);
            std::iter::once(place.index.0).chain(relocations)
        });
        let words = std::iter::once(flags).chain(numbers);
        words.flat_map(u32::to_le_bytes).collect()
    }
}

impl Object {
    /// The object as a relocatable ELF file of 64 bits.
    ///
    /// # Errors
    ///
    /// A message if the file cannot be that large.
    pub fn to_elf(&self) -> Result<Vec<u8>, object::write::Error> {
        let mut out = Vec::new();
        self.write(&mut out)?;
        Ok(out)
    }

    /// Writes the file of [`to_elf`](Self::to_elf): what sections hold in one piece each,
    /// which is not copied before, all else in small ones.
    ///
    /// # Errors
    ///
    /// The first of the writer's, or a message if the file cannot be that large.
    pub fn write_elf(&self, out: impl io::Write) -> io::Result<()> {
        let mut out = StreamingBuffer::new(out);
        self.write(&mut out).map_err(io::Error::other)?;
        out.result()
    }

    fn write(&self, out: &mut dyn WritableBuffer) -> Result<(), object::write::Error> {
        let rela_names: Vec<String> = self
            .sections
            .iter()
            .map(|section| format!(".rela{}", section.name))
            .collect();
        let mut writer = Writer::new(Endianness::Little, true, out);

        // Numbers of sections.
        writer.reserve_null_section_index();
        writer.reserve_strtab_section_index();
        let names_name = writer.add_section_name(b".strtab");
        writer.reserve_shstrtab_section_index();
        let mut places = Vec::new();
        let mut groups: Vec<GroupPlace> = Vec::new();
        let mut waiting = self.groups().into_iter().peekable();
        for (at, (section, rela_name)) in self.sections.iter().zip(&rela_names).enumerate() {
            // A group stands before the first of its sections.
            let begins = |(_, of): &(Group, Vec<SectionId>)| of[0].0 as usize == at;
            if let Some((group, sections)) = waiting.next_if(begins) {
                groups.push(GroupPlace {
                    group,
                    sections,
                    name: writer.add_section_name(b".group"),
                    index: writer.reserve_section_index(),
                    offset: 0,
                });
            }
            let name = writer.add_section_name(section.name.as_bytes());
            let index = writer.reserve_section_index();
            let relocations = (!section.relocations.is_empty()).then(|| Relocations {
                name: writer.add_section_name(rela_name.as_bytes()),
                index: writer.reserve_section_index(),
                offset: 0,
            });
            places.push(Place {
                name,
                index,
                offset: 0,
                relocations,
            });
        }
        let signatures = groups.iter().map(|it| (it.group.signature, it.index));
        let signatures: HashMap<SymbolId, SectionIndex> = signatures.collect();
        let significant_section = self.address_significant.as_ref().map(|_| {
            let name = writer.add_section_name(b".llvm_addrsig");
            writer.reserve_section_index();
            name
        });
        writer.reserve_symtab_section_index();

        // Numbers of symbols: local ones, and between them sections that relocations name,
        // each where it was begun; then others.
        writer.reserve_null_symbol_index();
        let named = self.named_sections();
        let mut waiting = (0..self.sections.len()).filter(|&at| named[at]).peekable();
        // Of each section and symbol its number in the file, which of none is that of the null
        // symbol; of symbols the other way round; and before which of these sections stand.
        let mut section_symbols = vec![NO_SYMBOL; self.sections.len()];
        let mut symbols = vec![NO_SYMBOL; self.symbols.len()];
        let mut ordered: Vec<SymbolId> = Vec::new();
        let mut sections_among: Vec<(usize, usize)> = Vec::new();
        let mut locals = 0;
        for local in [true, false] {
            for at in 0..=self.symbols.len() {
                let begun = |it: &usize| {
                    let before = self.sections[*it].symbols_before;
                    before.min(self.symbols.len()) <= at
                };
                while let Some(section) = waiting.next_if(begun) {
                    let index = places[section].index;
                    section_symbols[section] = writer.reserve_symbol_index(Some(index));
                    sections_among.push((ordered.len(), section));
                }
                let Some(symbol) = self.symbols.get(at) else {
                    break;
                };
                if symbol.is_hidden || (symbol.binding == Binding::Local) != local {
                    continue;
                }
                let id = SymbolId(at as u32);
                let section = section_index(symbol, id, &places, &signatures);
                symbols[at] = writer.reserve_symbol_index(section);
                ordered.push(id);
            }
            if local {
                locals = writer.symbol_count();
            }
        }
        let names = StringTable::new(ordered.len() as u32, |at| {
            let id = ordered[at as usize];
            self.symbols[id.0 as usize].name.as_bytes()
        });

        // Where everything lies in the file.
        writer.reserve_file_header();
        for (section, place) in self.sections.iter().zip(&mut places) {
            let align = section.align.min(FILE_ALIGNMENT) as usize;
            place.offset = writer.reserve(section.bytes.len(), align);
        }
        for group in &mut groups {
            group.offset = writer.reserve(group.bytes(&places).len(), GROUP_ALIGN as usize);
        }
        let significant = self.significant(&symbols);
        let significant_offset = writer.reserve(significant.len(), 1);
        writer.reserve_symtab();
        writer.reserve_symtab_shndx();
        for (section, place) in self.sections.iter().zip(&mut places) {
            if let Some(relocations) = &mut place.relocations {
                relocations.offset = writer.reserve_relocations(section.relocations.len(), true);
            }
        }
        let names_offset = writer.reserve(names.bytes.len(), 1);
        writer.reserve_shstrtab();
        writer.reserve_section_headers();

        // The file.
        writer.write_file_header(&FileHeader {
            os_abi: self.format.os_abi,
            abi_version: self.format.abi_version,
            e_type: elf::ET_REL,
            e_machine: self.format.machine,
            e_entry: 0,
            e_flags: self.format.flags,
        })?;
        for (section, place) in self.sections.iter().zip(&places) {
            writer.pad_until(place.offset);
            writer.write(&section.bytes);
        }
        for group in &groups {
            writer.pad_until(group.offset);
            writer.write(&group.bytes(&places));
        }
        writer.write(&significant);
        writer.write_null_symbol();
        // The sections of all symbols, where there are too many for the rows.
        let is_extended = writer.symtab_shndx_needed();
        let mut extended = vec![0; 4];
        let mut extend = |section: Option<SectionIndex>| {
            if is_extended {
                extended.extend(section.map_or(0, |section| section.0).to_le_bytes());
            }
        };
        let mut waiting = sections_among.into_iter().peekable();
        for at in 0..=ordered.len() {
            while let Some((_, section)) = waiting.next_if(|(before, _)| *before == at) {
                let section = places[section].index;
                writer.write_symbol(&section_symbol(section));
                extend(Some(section));
            }
            let (Some(&id), Some(&name)) = (ordered.get(at), names.offsets.get(at)) else {
                break;
            };
            let symbol = &self.symbols[id.0 as usize];
            let section = section_index(symbol, id, &places, &signatures);
            writer.write(object::pod::bytes_of(&symbol_row(symbol, name, section)));
            extend(section);
        }
        if is_extended {
            writer.write_align(4);
            writer.write(&extended);
        }
        for (section, place) in self.sections.iter().zip(&places) {
            if place.relocations.is_none() {
                continue;
            }
            writer.write_align_relocation();
            for entry in &section.relocations {
                let symbol = match entry.target {
                    RelocationTarget::Symbol(id) => symbols.get(id.0 as usize),
                    RelocationTarget::Section(id) => section_symbols.get(id.0 as usize),
                    RelocationTarget::Nothing => None,
                };
                writer.write_relocation(
                    true,
                    &Rel {
                        r_offset: entry.offset,
                        r_sym: symbol.map_or(0, |symbol| symbol.0),
                        r_type: entry.relocation.number,
                        r_addend: entry.addend,
                    },
                );
            }
        }
        writer.write(&names.bytes);
        writer.write_shstrtab();

        writer.write_null_section_header();
        writer.write_section_header(&SectionHeader {
            name: Some(names_name),
            sh_type: elf::SHT_STRTAB,
            sh_flags: 0,
            sh_addr: 0,
            sh_offset: names_offset as u64,
            sh_size: names.bytes.len() as u64,
            sh_link: 0,
            sh_info: 0,
            sh_addralign: 1,
            sh_entsize: 0,
        });
        writer.write_shstrtab_section_header();
        let symtab = writer.symtab_index();
        let mut waiting = groups.iter().peekable();
        for (section, place) in self.sections.iter().zip(&places) {
            if let Some(group) = waiting.next_if(|group| group.index.0 < place.index.0) {
                let signature = symbols.get(group.group.signature.0 as usize);
                writer.write_section_header(&SectionHeader {
                    name: Some(group.name),
                    sh_type: elf::SHT_GROUP,
                    sh_flags: 0,
                    sh_addr: 0,
                    sh_offset: group.offset as u64,
                    sh_size: group.bytes(&places).len() as u64,
                    sh_link: symtab.0,
                    sh_info: signature.map_or(0, |index| index.0),
                    sh_addralign: GROUP_ALIGN,
                    sh_entsize: 4,
                });
            }
            writer.write_section_header(&self.section_row(section, place, &places));
            if let Some(relocations) = &place.relocations {
                let size = section.relocations.len() * RELA;
                writer.write_section_header(&SectionHeader {
                    name: Some(relocations.name),
                    sh_type: elf::SHT_RELA,
                    sh_flags: match section.flags & flag::GROUP {
                        0 => elf::SHF_INFO_LINK.into(),
                        group => group,
                    },
                    sh_addr: 0,
                    sh_offset: relocations.offset as u64,
                    sh_size: size as u64,
                    sh_link: symtab.0,
                    sh_info: place.index.0,
                    sh_addralign: 8,
                    sh_entsize: RELA as u64,
                });
            }
        }
        if let Some(name) = significant_section {
            writer.write_section_header(&SectionHeader {
                name: Some(name),
                sh_type: LLVM_ADDRSIG,
                sh_flags: flag::EXCLUDE,
                sh_addr: 0,
                sh_offset: significant_offset as u64,
                sh_size: significant.len() as u64,
                sh_link: symtab.0,
                sh_info: 0,
                sh_addralign: 1,
                sh_entsize: 0,
            });
        }
        writer.write_symtab_section_header(locals);
        Ok(())
    }

    /// The numbers of the symbols whose addresses matter, as ULEB128.
    fn significant(&self, symbols: &[SymbolIndex]) -> Vec<u8> {
        let mut out = Vec::new();
        for id in self.address_significant.iter().flatten() {
            let index = symbols.get(id.0 as usize);
            let Some(index) = index.filter(|index| **index != NO_SYMBOL) else {
                continue;
            };
            let mut number = index.0;
            while number >= 0x80 {
                out.push(number as u8 | 0x80);
                number >>= 7;
            }
            out.push(number as u8);
        }
        out
    }

    /// Which sections relocations name.
    fn named_sections(&self) -> Vec<bool> {
        let mut named = vec![false; self.sections.len()];
        for entry in self.sections.iter().flat_map(|it| &it.relocations) {
            if let RelocationTarget::Section(id) = entry.target
                && let Some(named) = named.get_mut(id.0 as usize)
            {
                *named = true;
            }
        }
        named
    }

    fn section_row(
        &self,
        section: &FinishedSection,
        place: &Place,
        places: &[Place],
    ) -> SectionHeader {
        let link = section.membership.link.and_then(|symbol| {
            match self.symbols.get(symbol.0 as usize)?.place {
                SymbolPlace::Section(id) => places.get(id.0 as usize),
                _ => None,
            }
        });
        SectionHeader {
            name: Some(place.name),
            sh_type: match section.kind {
                SectionKind::Bits => elf::SHT_PROGBITS,
                SectionKind::NoBits => elf::SHT_NOBITS,
                SectionKind::Note => elf::SHT_NOTE,
                SectionKind::Other(number) => number,
            },
            sh_flags: section.flags,
            sh_addr: 0,
            sh_offset: place.offset as u64,
            sh_size: section.size,
            sh_link: link.map_or(0, |place| place.index.0),
            sh_info: 0,
            sh_addralign: section.align,
            sh_entsize: section.entry_size,
        }
    }
}

/// The section of a symbol. A name of a group that is the name of nothing else is in
/// the group.
fn section_index(
    symbol: &FinishedSymbol,
    id: SymbolId,
    places: &[Place],
    signatures: &HashMap<SymbolId, SectionIndex>,
) -> Option<SectionIndex> {
    match symbol.place {
        SymbolPlace::Section(id) => places.get(id.0 as usize).map(|it| it.index),
        SymbolPlace::Undefined => signatures.get(&id).copied(),
        _ => None,
    }
}

fn section_symbol(section: SectionIndex) -> Sym {
    Sym {
        name: None,
        section: Some(section),
        st_info: elf::STB_LOCAL << 4 | elf::STT_SECTION,
        st_other: elf::STV_DEFAULT,
        st_shndx: 0,
        st_value: 0,
        st_size: 0,
    }
}

/// A symbol whose name begins there, as the file has it.
fn symbol_row(
    symbol: &FinishedSymbol,
    name: u32,
    section: Option<SectionIndex>,
) -> Sym64<Endianness> {
    let binding = match symbol.binding {
        Binding::Local => elf::STB_LOCAL,
        Binding::Global => elf::STB_GLOBAL,
        Binding::Weak => elf::STB_WEAK,
        Binding::Unique => elf::STB_GNU_UNIQUE,
    };
    let kind = match symbol.kind {
        SymbolKind::Unknown => elf::STT_NOTYPE,
        SymbolKind::Object => elf::STT_OBJECT,
        SymbolKind::Function => elf::STT_FUNC,
        SymbolKind::Common => elf::STT_COMMON,
        SymbolKind::ThreadLocal => elf::STT_TLS,
        SymbolKind::Indirect => elf::STT_GNU_IFUNC,
        SymbolKind::File => elf::STT_FILE,
        SymbolKind::Kernel => elf::STT_LOOS,
    };
    let section = match (section, symbol.place) {
        (Some(section), _) => u16::try_from(section.0)
            .ok()
            .filter(|section| *section < elf::SHN_LORESERVE)
            .unwrap_or(elf::SHN_XINDEX),
        (None, SymbolPlace::Absolute) => elf::SHN_ABS,
        (None, SymbolPlace::Common) => elf::SHN_COMMON,
        (None, SymbolPlace::Special(number)) => number,
        (None, SymbolPlace::Undefined | SymbolPlace::Section(_)) => elf::SHN_UNDEF,
    };
    let little = Endianness::Little;
    Sym64 {
        st_name: U32::new(little, name),
        st_info: binding << 4 | kind,
        st_other: match symbol.visibility {
            Visibility::Default => elf::STV_DEFAULT,
            Visibility::Internal => elf::STV_INTERNAL,
            Visibility::Hidden => elf::STV_HIDDEN,
            Visibility::Protected => elf::STV_PROTECTED,
        },
        st_shndx: U16::new(little, section),
        st_value: U64::new(little, symbol.value),
        st_size: U64::new(little, symbol.size),
    }
}
