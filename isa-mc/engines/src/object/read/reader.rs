//! The header of a file, its tables, sections and symbols.

use isa_dsl::sorted::sort_by_key;
use object::LittleEndian as Little;
use object::elf::{self, FileHeader64, ProgramHeader64, SectionHeader64, Sym64};
use object::pod::Pod;
use object::read::ReadRef as _;

use super::error::{Header, ReadError, ReadErrorKind as Kind};
use super::file::{Place, Section, Symbol};
use crate::object::prefetch::prefetch;
use crate::object::{MAX_NO_BITS, MAX_SECTION, ObjectFormat};

/// All names together, as a multiple of the size of the file: names may share their
/// ends, and each is printed.
const NAMES_PER_BYTE: u64 = 16;

/// A field: its name, and where it stands in its row.
pub(super) type Field = (&'static str, u64);

pub(super) const SH_NAME: Field = ("sh_name", 0);
pub(super) const SH_ADDR: Field = ("sh_addr", 16);
pub(super) const SH_OFFSET: Field = ("sh_offset", 24);
pub(super) const SH_SIZE: Field = ("sh_size", 32);
pub(super) const SH_LINK: Field = ("sh_link", 40);
pub(super) const SH_INFO: Field = ("sh_info", 44);
pub(super) const SH_ALIGN: Field = ("sh_addralign", 48);
pub(super) const SH_ENTRY: Field = ("sh_entsize", 56);
pub(super) const SH_TYPE: Field = ("sh_type", 4);

pub(super) struct Reader<'d> {
    pub(super) data: &'d [u8],
}

impl<'d> Reader<'d> {
    pub(super) fn size(&self) -> u64 {
        self.data.len() as u64
    }

    /// An error of a field of the header of the file.
    pub(super) fn in_head(field: Field, kind: Kind) -> ReadError {
        ReadError {
            header: Header::File,
            field: field.0,
            offset: field.1,
            kind,
        }
    }

    /// So many rows at a place of the file; `error` tells of a table that is not there.
    pub(super) fn rows<T: Pod>(
        &self,
        offset: u64,
        count: u64,
        error: impl Fn(Kind) -> ReadError,
    ) -> Result<&'d [T], ReadError> {
        let bytes = u128::from(count) * size_of::<T>() as u128;
        let end = u128::from(offset) + bytes;
        if end > u128::from(self.size()) {
            let size = self.size();
            return Err(error(Kind::Truncated { end, size }));
        }
        let rows = self.data.read_slice_at(offset, count as usize);
        // The rows lie in the file, and have no alignment.
        rows.map_err(|()| {
            let size = self.size();
            error(Kind::Truncated { end, size })
        })
    }

    pub(super) fn head(
        &self,
        format: &ObjectFormat,
    ) -> Result<(&'d FileHeader64<Little>, bool), ReadError> {
        let whole = |kind| Self::in_head(("", 0), kind);
        let head: &[FileHeader64<Little>] = self.rows(0, 1, whole)?;
        let head = &head[0];
        let ident = &head.e_ident;
        let value = |field, expected, found| Self::in_head(field, Kind::Value { expected, found });
        if ident.magic != elf::ELFMAG {
            let found = u64::from(u32::from_be_bytes(ident.magic));
            return Err(value(("e_ident", 0), "0x7f454c46", found));
        }
        let bytes: [(Field, u8, u8, &str); 3] = [
            (("EI_CLASS", 4), ident.class, elf::ELFCLASS64, "2, 64 bits"),
            (
                ("EI_DATA", 5),
                ident.data,
                elf::ELFDATA2LSB,
                "1, little endian",
            ),
            (("EI_VERSION", 6), ident.version, elf::EV_CURRENT, "1"),
        ];
        for (field, found, right, expected) in bytes {
            if found != right {
                return Err(value(field, expected, found.into()));
            }
        }
        let kind = head.e_type.get(Little);
        if !matches!(kind, elf::ET_REL | elf::ET_DYN) {
            let expected = "1 (ET_REL, an object) or 3 (ET_DYN, a linked code object)";
            return Err(value(("e_type", 16), expected, kind.into()));
        }
        let machine = head.e_machine.get(Little);
        if machine != format.machine {
            let message = format!(
                "this is code of machine {machine}, and the processor that was asked for is one \
                 of machine {}",
                format.machine
            );
            return Err(Self::in_head(("e_machine", 18), Kind::Processor(message)));
        }
        if head.e_version.get(Little) != u32::from(elf::EV_CURRENT) {
            let found = head.e_version.get(Little).into();
            return Err(value(("e_version", 20), "1", found));
        }
        Ok((head, kind == elf::ET_DYN))
    }

    /// Segments say nothing to a reader that sections do not; but they must lie in the
    /// file.
    pub(super) fn segments(&self, head: &FileHeader64<Little>) -> Result<(), ReadError> {
        let start = head.e_phoff.get(Little);
        for (at, row) in self.program_headers(head)?.iter().enumerate() {
            let end = u128::from(row.p_offset.get(Little)) + u128::from(row.p_filesz.get(Little));
            if end > u128::from(self.size()) {
                let size = self.size();
                let kind = Kind::Truncated { end, size };
                return Err(program_error(start, at, ("p_filesz", 32), kind));
            }
        }
        Ok(())
    }

    pub(super) fn program_headers(
        &self,
        head: &FileHeader64<Little>,
    ) -> Result<&'d [ProgramHeader64<Little>], ReadError> {
        let count = head.e_phnum.get(Little);
        if count == 0 {
            return Ok(&[]);
        }
        let size = head.e_phentsize.get(Little);
        if usize::from(size) != size_of::<ProgramHeader64<Little>>() {
            let kind = Kind::Value {
                expected: "56 bytes",
                found: size.into(),
            };
            return Err(Self::in_head(("e_phentsize", 54), kind));
        }
        self.rows(head.e_phoff.get(Little), count.into(), |kind| {
            Self::in_head(("e_phoff", 32), kind)
        })
    }

    pub(super) fn sections(
        &self,
        head: &FileHeader64<Little>,
    ) -> Result<Vec<Section<'d>>, ReadError> {
        let start = head.e_shoff.get(Little);
        let in_table = |kind| Self::in_head(("e_shoff", 40), kind);
        if start == 0 {
            return Err(in_table(Kind::Value {
                expected: "a table of sections: without it nothing says what is code",
                found: 0,
            }));
        }
        let size = head.e_shentsize.get(Little);
        if usize::from(size) != size_of::<SectionHeader64<Little>>() {
            let kind = Kind::Value {
                expected: "64 bytes",
                found: size.into(),
            };
            return Err(Self::in_head(("e_shentsize", 58), kind));
        }
        let first: &[SectionHeader64<Little>] = self.rows(start, 1, in_table)?;
        // More sections than the header can count are counted by the first.
        let count = match head.e_shnum.get(Little) {
            0 => first[0].sh_size.get(Little),
            count => count.into(),
        };
        let rows: &[SectionHeader64<Little>] =
            self.rows(start, count, |kind| Self::in_head(("e_shnum", 60), kind))?;
        let names = match head.e_shstrndx.get(Little) {
            elf::SHN_XINDEX => first[0].sh_link.get(Little),
            number => number.into(),
        };
        let names_row = rows.get(names as usize).filter(|_| names != 0);
        let names_row = names_row.ok_or_else(|| {
            let kind = Kind::Index {
                of: "section",
                count: rows.len(),
                found: names.into(),
            };
            Self::in_head(("e_shstrndx", 62), kind)
        })?;
        let in_names = |field: Field, kind| row_error(start, names as usize, "", field, kind);
        if names_row.sh_type.get(Little) != elf::SHT_STRTAB {
            let kind = Kind::Value {
                expected: "a table of names, 3",
                found: names_row.sh_type.get(Little).into(),
            };
            return Err(in_names(SH_TYPE, kind));
        }
        let names = self.rows::<u8>(
            names_row.sh_offset.get(Little),
            names_row.sh_size.get(Little),
            |kind| in_names(SH_SIZE, kind),
        )?;
        let mut budget = self.budget();
        let mut sections = Vec::with_capacity(rows.len());
        for (at, row) in rows.iter().enumerate() {
            sections.push(self.section(start, at, row, names, &mut budget)?);
        }
        Self::apart(start, &sections)?;
        Ok(sections)
    }

    /// Bytes that all names together may have.
    pub(super) fn budget(&self) -> u64 {
        self.size().saturating_mul(NAMES_PER_BYTE)
    }

    pub(super) fn section(
        &self,
        table: u64,
        at: usize,
        row: &SectionHeader64<Little>,
        names: &'d [u8],
        budget: &mut u64,
    ) -> Result<Section<'d>, ReadError> {
        let name = match name_at(names, row.sh_name.get(Little), budget) {
            Ok(name) => name,
            Err(kind) => return Err(row_error(table, at, "", SH_NAME, kind)),
        };
        let error = |field, kind| row_error(table, at, name, field, kind);
        let kind = row.sh_type.get(Little);
        let size = row.sh_size.get(Little);
        let offset = row.sh_offset.get(Little);
        let (kind_is_empty, most) = match kind {
            elf::SHT_NULL => (true, u64::MAX),
            elf::SHT_NOBITS => (true, MAX_NO_BITS),
            _ => (false, MAX_SECTION),
        };
        let bytes = match kind_is_empty {
            true => &[][..],
            false => self.rows::<u8>(offset, size, |kind| {
                let field = match offset > self.size() {
                    true => SH_OFFSET,
                    false => SH_SIZE,
                };
                error(field, kind)
            })?,
        };
        if size > most {
            let kind = Kind::Value {
                expected: "1 GiB at most, or 256 TiB without bits",
                found: size,
            };
            return Err(error(SH_SIZE, kind));
        }
        let align = row.sh_addralign.get(Little);
        if align != 0 && !align.is_power_of_two() {
            let kind = Kind::Value {
                expected: "a power of two",
                found: align,
            };
            return Err(error(SH_ALIGN, kind));
        }
        let address = row.sh_addr.get(Little);
        if kind != elf::SHT_NULL && address.checked_add(size).is_none() {
            let kind = Kind::Value {
                expected: "an address from which the section does not go beyond 64 bits",
                found: address,
            };
            return Err(error(SH_ADDR, kind));
        }
        Ok(Section {
            name,
            kind,
            flags: row.sh_flags.get(Little),
            address,
            align: align.max(1),
            entry_size: row.sh_entsize.get(Little),
            size: if kind == elf::SHT_NULL { 0 } else { size },
            bytes,
            offset,
            link: row.sh_link.get(Little),
            info: row.sh_info.get(Little),
            group: None,
            relocations: Vec::new(),
        })
    }

    /// No bytes of the file belong to two sections: else a small file could be a text
    /// of any length.
    pub(super) fn apart(table: u64, sections: &[Section<'_>]) -> Result<(), ReadError> {
        let filled = sections.iter().enumerate();
        let mut order: Vec<_> = filled.filter(|(_, it)| !it.bytes.is_empty()).collect();
        sort_by_key(&mut order, |(_, it)| it.offset);
        for pair in order.windows(2) {
            let ((other, before), (at, section)) = (pair[0], pair[1]);
            if before.offset + before.size > section.offset {
                let kind = Kind::Overlap { other };
                return Err(row_error(table, at, section.name, SH_OFFSET, kind));
            }
        }
        Ok(())
    }

    pub(super) fn symbols(
        &self,
        sections: &[Section<'d>],
        is_linked: bool,
    ) -> Result<Vec<Symbol<'d>>, ReadError> {
        let find = |kind| sections.iter().position(|section| section.kind == kind);
        let table = find(elf::SHT_SYMTAB).or_else(|| find(elf::SHT_DYNSYM));
        match table {
            Some(table) => self.symbol_table(sections, table, is_linked),
            None => Ok(Vec::new()),
        }
    }

    /// The symbols of the section of that number.
    pub(super) fn symbol_table(
        &self,
        sections: &[Section<'d>],
        table: usize,
        is_linked: bool,
    ) -> Result<Vec<Symbol<'d>>, ReadError> {
        let section = &sections[table];
        let rows: &[Sym64<Little>] = self.table(table, section)?;
        let names = sections.get(section.link as usize);
        let names = names.filter(|names| names.kind == elf::SHT_STRTAB);
        let names = names.ok_or_else(|| {
            self.section_error(
                table,
                section,
                SH_LINK,
                Kind::Value {
                    expected: "the number of a section with names",
                    found: section.link.into(),
                },
            )
        })?;
        let mut budget = self.budget();
        let mut symbols = Vec::with_capacity(rows.len());
        for (at, row) in rows.iter().enumerate() {
            prefetch(rows, at, |row| {
                let name = names.bytes.get(row.st_name.get(Little) as usize..);
                name.unwrap_or_default()
            });
            let error = |(field, offset), kind| ReadError {
                header: Header::Symbol(table, at),
                field,
                offset: section.offset + at as u64 * 24 + offset,
                kind,
            };
            let name = name_at(names.bytes, row.st_name.get(Little), &mut budget)
                .map_err(|kind| error(("st_name", 0), kind))?;
            let number = row.st_shndx.get(Little);
            let place = match number {
                elf::SHN_UNDEF => Place::Undefined,
                elf::SHN_ABS => Place::Absolute,
                elf::SHN_COMMON => Place::Common,
                elf::SHN_XINDEX => {
                    let kind = Kind::Value {
                        expected: "a number of a section of 16 bits",
                        found: number.into(),
                    };
                    return Err(error(("st_shndx", 6), kind));
                }
                elf::SHN_LORESERVE.. => Place::Special(number),
                number if usize::from(number) < sections.len() => Place::Section(number.into()),
                _ => {
                    let kind = Kind::Index {
                        of: "section",
                        count: sections.len(),
                        found: number.into(),
                    };
                    return Err(error(("st_shndx", 6), kind));
                }
            };
            let value = row.st_value.get(Little);
            symbols.push(Symbol {
                name,
                binding: row.st_info >> 4,
                kind: row.st_info & 15,
                other: row.st_other,
                place,
                value: match place {
                    // Linked, a value is an address.
                    Place::Section(at) if is_linked => value.wrapping_sub(sections[at].address),
                    _ => value,
                },
                size: row.st_size.get(Little),
            });
        }
        Ok(symbols)
    }

    /// The rows of a section that is a table.
    pub(super) fn table<T: Pod>(
        &self,
        at: usize,
        section: &Section<'d>,
    ) -> Result<&'d [T], ReadError> {
        let row = size_of::<T>() as u64;
        if section.entry_size != row {
            let kind = Kind::Value {
                expected: "24 bytes",
                found: section.entry_size,
            };
            return Err(self.section_error(at, section, SH_ENTRY, kind));
        }
        if !section.size.is_multiple_of(row) {
            let kind = Kind::Value {
                expected: "a multiple of 24 bytes",
                found: section.size,
            };
            return Err(self.section_error(at, section, SH_SIZE, kind));
        }
        self.rows(section.offset, section.size / row, |kind| {
            self.section_error(at, section, SH_SIZE, kind)
        })
    }

    pub(super) fn section_error(
        &self,
        at: usize,
        section: &Section<'_>,
        field: Field,
        kind: Kind,
    ) -> ReadError {
        // The file was large enough for its header.
        let head = self.data.read_at::<FileHeader64<Little>>(0);
        let table = head.map_or(0, |head| head.e_shoff.get(Little));
        row_error(table, at, section.name, field, kind)
    }
}

pub(super) fn program_error(table: u64, at: usize, field: Field, kind: Kind) -> ReadError {
    ReadError {
        header: Header::Program(at),
        field: field.0,
        offset: table + at as u64 * 56 + field.1,
        kind,
    }
}

fn row_error(table: u64, at: usize, name: &str, field: Field, kind: Kind) -> ReadError {
    ReadError {
        header: Header::Section(at, name.to_string()),
        field: field.0,
        offset: table + at as u64 * 64 + field.1,
        kind,
    }
}

/// The name at a place of a table of names.
fn name_at<'d>(names: &'d [u8], at: u32, budget: &mut u64) -> Result<&'d str, Kind> {
    let wrong = |problem| Kind::Name {
        problem,
        at: at.into(),
    };
    if at == 0 {
        return Ok("");
    }
    let rest = names.get(at as usize..).unwrap_or(&[]);
    if rest.is_empty() {
        return Err(wrong("lies behind its end"));
    }
    // What is left of the budget is as far as it is worth looking.
    let most = usize::try_from(*budget).unwrap_or(usize::MAX);
    let rest = &rest[..rest.len().min(most.saturating_add(1))];
    let Some(length) = rest.iter().position(|&byte| byte == 0) else {
        return Err(match rest.len() > most {
            true => Kind::Names,
            false => wrong("does not end"),
        });
    };
    *budget = budget.saturating_sub(length as u64);
    str::from_utf8(&rest[..length]).map_err(|_| wrong("is not UTF-8 text"))
}
