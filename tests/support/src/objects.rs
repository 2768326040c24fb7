//! What an object file holds, for comparison: not how its tables are ordered.

use isa_dsl::sorted::SortedMap;

use object::elf;
use object::read::elf::{ElfFile64, FileHeader as _, SectionHeader as _, Sym as _};
use object::{Endianness, Object as _, ObjectSection as _, ObjectSymbol as _};

/// The type of the section of symbols whose addresses matter.
const LLVM_ADDRSIG: u32 = 0x6fff_4c03;

/// An object file as far as it matters to who uses it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Contents {
    /// OS/ABI, version of the ABI, machine, flags.
    pub header: (u8, u8, u16, u32),
    /// Sections by name, without tables of symbols and names; the second of a name has
    /// `#2` behind it.
    pub sections: SortedMap<String, Section>,
    /// Symbols by name, without sections.
    pub symbols: SortedMap<String, Vec<Symbol>>,
}

/// A section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// `sh_type`, `sh_flags`, `sh_addralign`, `sh_entsize`.
    pub header: (u32, u64, u64, u64),
    /// The section that it follows.
    pub follows: Option<String>,
    /// Its bytes; how many, if it has none.
    pub bytes: Result<Vec<u8>, u64>,
    /// By offset: type, symbol or section, addend.
    pub relocations: SortedMap<u64, Vec<(u32, String, i64)>>,
}

/// A symbol.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Symbol {
    /// The section, or what stands for it.
    pub place: String,
    /// Value and size.
    pub value: (u64, u64),
    /// `st_info`, `st_other`.
    pub kind: (u8, u8),
}

impl Contents {
    /// What a file holds.
    ///
    /// # Errors
    ///
    /// Why it is no object file.
    pub fn read(bytes: &[u8]) -> Result<Contents, object::read::Error> {
        let file = ElfFile64::<Endianness>::parse(bytes)?;
        let endian = file.endian();
        let head = file.elf_header();
        let mut contents = Contents {
            header: (
                head.e_ident().os_abi,
                head.e_ident().abi_version,
                head.e_machine(endian),
                head.e_flags(endian),
            ),
            ..Contents::default()
        };
        let section_name = |index: object::SectionIndex| -> Result<String, object::read::Error> {
            Ok(file.section_by_index(index)?.name()?.to_owned())
        };
        for section in file.sections() {
            let row = section.elf_section_header();
            let kind = row.sh_type(endian);
            if matches!(
                kind,
                elf::SHT_NULL | elf::SHT_STRTAB | elf::SHT_SYMTAB | elf::SHT_RELA
            ) {
                continue;
            }
            let mut relocations: SortedMap<u64, Vec<_>> = SortedMap::new();
            for (offset, relocation) in section.relocations() {
                let object::RelocationFlags::Elf { r_type } = relocation.flags() else {
                    continue;
                };
                let target = match relocation.target() {
                    object::RelocationTarget::Symbol(index) => {
                        let symbol = file.symbol_by_index(index)?;
                        match (symbol.kind(), symbol.section_index()) {
                            (object::SymbolKind::Section, Some(index)) => section_name(index)?,
                            _ => symbol.name()?.to_owned(),
                        }
                    }
                    _ => String::new(),
                };
                let entry = (r_type, target, relocation.addend());
                relocations.entry(offset).or_default().push(entry);
            }
            let mut data = match kind {
                elf::SHT_NOBITS => Err(section.size()),
                _ => Ok(section.data()?.to_vec()),
            };
            if let (LLVM_ADDRSIG, Ok(numbers)) = (kind, &data) {
                // Numbers of symbols: their names, as the order of symbols is nobody's.
                let mut names = Vec::new();
                let mut number = 0_usize;
                let mut shift = 0;
                for byte in numbers {
                    number |= usize::from(byte & 0x7f) << shift;
                    shift += 7;
                    if byte & 0x80 == 0 {
                        let symbol = file.symbol_by_index(object::SymbolIndex(number))?;
                        names.push(symbol.name()?.to_owned());
                        (number, shift) = (0, 0);
                    }
                }
                data = Ok(names.join(" ").into_bytes());
            }
            if let (elf::SHT_GROUP, Ok(words)) = (kind, &data) {
                // Flags, the name of the group, and its sections: their names, as
                // their numbers are nobody's.
                let (words, _) = words.as_chunks::<4>();
                let mut words = words.iter().map(|word| u32::from_le_bytes(*word));
                let flags = words.next().unwrap_or(0);
                let signature = object::SymbolIndex(row.sh_info(endian) as usize);
                let mut names = format!("{flags} {}", file.symbol_by_index(signature)?.name()?);
                for number in words {
                    names.push(' ');
                    names += &section_name(object::SectionIndex(number as usize))?;
                }
                data = Ok(names.into_bytes());
            }
            let link = row.sh_link(endian) as usize;
            let is_ordered = row.sh_flags(endian) & u64::from(elf::SHF_LINK_ORDER) != 0;
            let follows = (is_ordered && link != 0)
                .then(|| section_name(object::SectionIndex(link)))
                .transpose()?;
            let mut name = section.name()?.to_owned();
            for number in 2.. {
                if !contents.sections.contains_key(&name) {
                    break;
                }
                name = format!("{}#{number}", section.name()?);
            }
            contents.sections.insert(
                name,
                Section {
                    follows,
                    header: (
                        kind,
                        row.sh_flags(endian),
                        row.sh_addralign(endian),
                        row.sh_entsize(endian),
                    ),
                    bytes: data,
                    relocations,
                },
            );
        }
        for symbol in file.symbols() {
            let row = symbol.elf_symbol();
            if row.st_type() == elf::STT_SECTION {
                continue;
            }
            let place = match symbol.section_index() {
                Some(index) => section_name(index)?,
                None => format!("{:#x}", row.st_shndx(endian)),
            };
            let symbols = contents
                .symbols
                .entry(symbol.name()?.to_owned())
                .or_default();
            symbols.push(Symbol {
                place,
                value: (row.st_value(endian), row.st_size(endian)),
                kind: (row.st_info(), row.st_other()),
            });
            symbols.sort();
        }
        Ok(contents)
    }

    /// What differs, a line each.
    pub fn differences(&self, other: &Contents) -> Vec<String> {
        let mut found = Vec::new();
        if self.header != other.header {
            found.push(format!(
                "header {:x?} against {:x?}",
                self.header, other.header
            ));
        }
        compare(
            "section",
            &self.sections,
            &other.sections,
            &mut found,
            |name, a, b| {
                let mut found = Vec::new();
                if a.follows != b.follows {
                    found.push(format!("{name}: {:?} against {:?}", a.follows, b.follows));
                }
                if a.header != b.header {
                    found.push(format!(
                        "{name}: header {:x?} against {:x?}",
                        a.header, b.header
                    ));
                }
                if a.bytes != b.bytes {
                    found.push(format!("{name}: {}", first_difference(&a.bytes, &b.bytes)));
                }
                if a.relocations != b.relocations {
                    compare(
                        "relocation at",
                        &a.relocations,
                        &b.relocations,
                        &mut found,
                        |at, a, b| vec![format!("{name}+{at:#x}: {a:?} against {b:?}")],
                    );
                }
                found
            },
        );
        compare(
            "symbol",
            &self.symbols,
            &other.symbols,
            &mut found,
            |name, a, b| vec![format!("symbol {name}: {a:x?} against {b:x?}")],
        );
        found
    }
}

/// What one map has and the other has not, or has otherwise.
fn compare<K: Ord + std::fmt::Debug, V: PartialEq>(
    what: &str,
    a: &SortedMap<K, V>,
    b: &SortedMap<K, V>,
    found: &mut Vec<String>,
    differ: impl Fn(&K, &V, &V) -> Vec<String>,
) {
    for (key, value) in a {
        match b.get(key) {
            None => found.push(format!("{what} {key:?} only in the first")),
            Some(other) if value != other => found.extend(differ(key, value, other)),
            Some(_) => {}
        }
    }
    let others = b.keys().filter(|key| !a.contains_key(key));
    found.extend(others.map(|key| format!("{what} {key:?} only in the second")));
}

fn first_difference(a: &Result<Vec<u8>, u64>, b: &Result<Vec<u8>, u64>) -> String {
    let (Ok(a), Ok(b)) = (a, b) else {
        return format!("{a:?} against {b:?}");
    };
    let at = a.iter().zip(b).position(|(a, b)| a != b);
    let at = at.unwrap_or(a.len().min(b.len()));
    let piece = |bytes: &[u8]| {
        bytes[at & !3..]
            .iter()
            .take(8)
            .copied()
            .collect::<Vec<u8>>()
    };
    format!(
        "{} and {} bytes, from {at:#x} on {:02x?} against {:02x?}",
        a.len(),
        b.len(),
        piece(a),
        piece(b)
    )
}
