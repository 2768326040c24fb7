//! What sections say of one another: relocations and groups.

use isa_dsl::sorted::sort_by_key;
use object::LittleEndian as Little;
use object::elf::{self, Rela64};

use super::error::{Header, ReadError, ReadErrorKind as Kind};
use super::file::{Group, Reference, Section};
use super::reader::{Reader, SH_INFO, SH_LINK, SH_OFFSET, SH_SIZE, SH_TYPE};
use crate::object::ObjectFormat;

impl<'d> Reader<'d> {
    /// The relocations of all sections.
    pub(super) fn relocations(
        &self,
        sections: &mut [Section<'d>],
        symbols: usize,
        format: &ObjectFormat,
    ) -> Result<(), ReadError> {
        for table in 0..sections.len() {
            let section = &sections[table];
            let error = |field, expected, found| {
                self.section_error(table, section, field, Kind::Value { expected, found })
            };
            match section.kind {
                elf::SHT_RELA => {}
                elf::SHT_REL => {
                    let expected = "relocations with addends, 4";
                    return Err(error(SH_TYPE, expected, section.kind.into()));
                }
                _ => continue,
            }
            let rows: &[Rela64<Little>] = self.table(table, section)?;
            let names_symbols = sections.get(section.link as usize);
            if names_symbols.is_none_or(|it| it.kind != elf::SHT_SYMTAB) {
                let expected = "the number of the table of symbols";
                return Err(error(SH_LINK, expected, section.link.into()));
            }
            let (target, start) = (section.info as usize, section.offset);
            let place = sections.get(target).filter(|it| it.kind != elf::SHT_NULL);
            let Some(place) = place else {
                let expected = "the number of the section that they are of";
                return Err(error(SH_INFO, expected, section.info.into()));
            };
            if place.kind == elf::SHT_GROUP {
                let expected = "a section that is no group";
                return Err(error(SH_INFO, expected, section.info.into()));
            }
            let mut found = Vec::with_capacity(rows.len());
            for (at, row) in rows.iter().enumerate() {
                let error = |(field, offset), kind| ReadError {
                    header: Header::Relocation(table, at),
                    field,
                    offset: start + at as u64 * 24 + offset,
                    kind,
                };
                let info = row.r_info.get(Little);
                let (symbol, number) = ((info >> 32) as usize, info as u32);
                let relocation = format.relocations.iter().find(|it| it.number == number);
                let relocation =
                    relocation.ok_or_else(|| error(("r_info", 8), Kind::Relocation(number)))?;
                if symbol != 0 && symbol >= symbols {
                    let kind = Kind::Index {
                        of: "symbol",
                        count: symbols,
                        found: symbol as u64,
                    };
                    return Err(error(("r_info", 8), kind));
                }
                let offset = row.r_offset.get(Little);
                // A place behind the section is odd, and directives can say it.
                if offset > i64::MAX.cast_unsigned() - 64 {
                    return Err(error(
                        ("r_offset", 0),
                        Kind::Value {
                            expected: "a place in its section",
                            found: offset,
                        },
                    ));
                }
                found.push(Reference {
                    offset,
                    relocation,
                    symbol,
                    addend: row.r_addend.get(Little),
                });
            }
            let all = &mut sections[target].relocations;
            all.append(&mut found);
            sort_by_key(all, |it| it.offset);
        }
        Ok(())
    }

    /// Which sections belong together.
    pub(super) fn groups(
        &self,
        sections: &mut [Section<'_>],
        symbols: usize,
    ) -> Result<(), ReadError> {
        for table in 0..sections.len() {
            let section = &sections[table];
            if section.kind != elf::SHT_GROUP {
                continue;
            }
            let (words, rest) = section.bytes.as_chunks::<4>();
            let index = |field, of, count, found: u32| {
                let found = found.into();
                self.section_error(table, section, field, Kind::Index { of, count, found })
            };
            let (Some((flags, members)), []) = (words.split_first(), rest) else {
                let kind = Kind::Value {
                    expected: "a multiple of 4 bytes, and 4 at least",
                    found: section.size,
                };
                return Err(self.section_error(table, section, SH_SIZE, kind));
            };
            let signature = section.info as usize;
            if signature >= symbols {
                return Err(index(SH_INFO, "symbol", symbols, section.info));
            }
            let group = Group {
                signature,
                is_comdat: u32::from_le_bytes(*flags) & elf::GRP_COMDAT != 0,
            };
            let numbers = members.iter().map(|word| u32::from_le_bytes(*word));
            let numbers: Vec<u32> = numbers.collect();
            if let Some(&wrong) = numbers.iter().find(|it| **it as usize >= sections.len()) {
                return Err(index(
                    ("its members", SH_OFFSET.1),
                    "section",
                    sections.len(),
                    wrong,
                ));
            }
            for number in numbers {
                sections[number as usize].group = Some(group);
            }
        }
        Ok(())
    }
}
