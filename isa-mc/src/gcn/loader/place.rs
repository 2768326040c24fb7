//! Where everything lies in memory, and relocations.

use isa_dsl::sorted::SortedMap;
use object::elf;

use super::error::{LoadError, Location};
use super::segment::{BASE_ALIGNMENT, SUFFIX, Segment, is_writable};
use crate::gcn::assembler::LDS_SECTION;
use crate::gcn::kernel_descriptor::SIZE;
use crate::object::read::{self, DynamicRelocation, File, Place, Symbol};
use crate::object::{MAX_SECTION, flag};
use crate::relocation::{Base, Relocation};

/// Bytes of an entry of the global offset table.
const GOT_ENTRY: u64 = 8;

/// Local memory has less than so many bytes.
const MAX_LOCAL: u64 = 1 << 30;

/// A file in memory.
pub(super) struct Placed {
    /// In the order of their addresses.
    pub(super) segments: Vec<Segment>,
    /// The address of each section that is loaded, by number.
    sections: Vec<Option<u64>>,
    /// Where common symbols lie, by name.
    common: SortedMap<String, u64>,
    /// Where symbols in local memory lie there, by name.
    local: SortedMap<String, u64>,
    /// Bytes of local memory up to the end of these; 0 without them.
    pub(super) local_bytes: u32,
}

impl Placed {
    /// The address of a symbol; none of one that is not loaded.
    pub(super) fn address(&self, symbol: &Symbol<'_>) -> Option<u64> {
        match symbol.place {
            Place::Section(at) => {
                let section = self.sections.get(at).copied().flatten()?;
                Some(section.wrapping_add(symbol.value))
            }
            Place::Common => self.common.get(symbol.name).copied(),
            Place::Undefined | Place::Absolute | Place::Special(_) => None,
        }
    }

    /// The value of what a relocation names.
    fn value(
        &self,
        file: &File<'_>,
        symbol: Option<&Symbol<'_>>,
        place: impl Fn() -> Location,
    ) -> Result<u64, LoadError> {
        let Some(symbol) = symbol else {
            return Ok(0);
        };
        let name = || match symbol.place {
            // The symbol of a section has none of its own.
            Place::Section(at) if symbol.name.is_empty() => file.sections[at].name.to_owned(),
            _ => symbol.name.to_owned(),
        };
        match symbol.place {
            Place::Absolute => Ok(symbol.value),
            Place::Undefined if symbol.binding == elf::STB_WEAK => Ok(0),
            Place::Undefined => Err(LoadError::Undefined {
                symbol: name(),
                place: place(),
            }),
            Place::Special(_) => {
                let offset = self.local.get(symbol.name).copied();
                offset.ok_or_else(|| LoadError::LocalMemory {
                    symbol: name(),
                    place: place(),
                })
            }
            Place::Section(_) | Place::Common => {
                self.address(symbol).ok_or_else(|| LoadError::NotLoaded {
                    symbol: name(),
                    place: place(),
                })
            }
        }
    }

    /// Stores what a relocation says.
    fn apply(
        &mut self,
        relocation: &'static Relocation,
        base: u64,
        addend: i64,
        place: u64,
        of: Where<'_>,
    ) -> Result<(), LoadError> {
        let value =
            relocation
                .value(base, addend, place)
                .map_err(|overflow| LoadError::Overflow {
                    symbol: of.symbol.map_or(String::new(), |it| it.name.to_owned()),
                    place: of.location(),
                    overflow,
                })?;
        let count = usize::from(relocation.bytes);
        let next = self.segments.partition_point(|it| it.address <= place);
        let segment = next.checked_sub(1).and_then(|at| self.segments.get_mut(at));
        let bytes = segment.and_then(|it| {
            let start = usize::try_from(place - it.address).ok()?;
            it.bytes.get_mut(start..start.checked_add(count)?)
        });
        let bytes = bytes.ok_or_else(|| LoadError::Outside {
            relocation: relocation.name,
            place: of.location(),
        })?;
        bytes.copy_from_slice(&value.to_le_bytes()[..count]);
        Ok(())
    }
}

/// What an error of a relocation says of its place.
#[derive(Clone, Copy)]
struct Where<'s> {
    symbol: Option<&'s Symbol<'s>>,
    section: &'s str,
    offset: u64,
}

impl Where<'_> {
    fn location(&self) -> Location {
        Location {
            section: self.section.to_owned(),
            offset: self.offset,
        }
    }
}

/// A linked file: its segments, as the linker has laid them out.
pub(super) fn linked(
    file: &File<'_>,
    segments: &[read::Segment<'_>],
    relocations: &[DynamicRelocation<'_>],
    base: u64,
) -> Result<Placed, LoadError> {
    let segments = segments.iter().filter(|it| it.size != 0).map(|it| Segment {
        address: base + it.address,
        size: it.size,
        bytes: it.bytes.to_vec(),
        is_writable: it.flags & elf::PF_W != 0,
        is_executable: it.flags & elf::PF_X != 0,
    });
    let is_loaded = |flags: u64| flags & flag::ALLOC != 0;
    let sections = file.sections.iter();
    let mut placed = Placed {
        segments: segments.collect(),
        sections: sections
            .map(|it| is_loaded(it.flags).then(|| base.wrapping_add(it.address)))
            .collect(),
        common: SortedMap::new(),
        local: SortedMap::new(),
        local_bytes: 0,
    };
    for row in relocations {
        let of = Where {
            symbol: row.symbol.as_ref(),
            section: "",
            offset: row.address,
        };
        let value = match row.relocation.base {
            Base::None => continue,
            Base::Load => base,
            Base::Symbol | Base::Got => placed.value(file, of.symbol, || of.location())?,
        };
        let place = base.wrapping_add(row.address);
        placed.apply(row.relocation, value, row.addend, place, of)?;
    }
    Ok(placed)
}

/// Kinds of memory, one behind the other.
const ORDER: [fn(u64) -> bool; 3] = [
    |flags| !is_writable(flags) && flags & flag::EXECUTE == 0,
    |flags| !is_writable(flags) && flags & flag::EXECUTE != 0,
    is_writable,
];

/// An object that no linker has seen: sections one behind the other, by kind.
pub(super) fn relocatable(file: &File<'_>, base: u64) -> Result<Placed, LoadError> {
    let mut placed = Placed {
        segments: Vec::new(),
        sections: vec![None; file.sections.len()],
        common: SortedMap::new(),
        local: SortedMap::new(),
        local_bytes: 0,
    };
    let mut next = Next {
        address: base,
        end: base + MAX_SECTION,
    };
    for kind in ORDER {
        next.take(BASE_ALIGNMENT, 0, "")?;
        for (at, section) in file.sections.iter().enumerate() {
            let flags = section.flags;
            if flags & flag::ALLOC == 0 || !kind(flags) || section.kind == elf::SHT_NULL {
                continue;
            }
            let address = next.take(section.align, section.size, section.name)?;
            placed.sections[at] = Some(address);
            if section.size != 0 {
                placed.segments.push(Segment {
                    address,
                    size: section.size,
                    bytes: section.bytes.to_vec(),
                    is_writable: is_writable(flags),
                    is_executable: flags & flag::EXECUTE != 0,
                });
            }
        }
    }
    for symbol in file.symbols.iter().filter(|it| it.place == Place::Common) {
        // The value of a common symbol is its alignment.
        let align = symbol.value.max(1).checked_next_power_of_two();
        let address = next.take(align.unwrap_or(u64::MAX), symbol.size, symbol.name)?;
        if placed
            .common
            .insert(symbol.name.to_owned(), address)
            .is_none()
            && symbol.size != 0
        {
            placed.segments.push(Segment {
                address,
                size: symbol.size,
                bytes: Vec::new(),
                is_writable: true,
                is_executable: false,
            });
        }
    }
    (placed.local, placed.local_bytes) = local_memory(file)?;
    let table = offset_table(file, &mut placed, &mut next)?;
    for (at, section) in file.sections.iter().enumerate() {
        let Some(start) = placed.sections[at] else {
            continue;
        };
        for row in &section.relocations {
            let of = Where {
                symbol: file.symbols.get(row.symbol).filter(|_| row.symbol != 0),
                section: section.name,
                offset: row.offset,
            };
            let value = match row.relocation.base {
                Base::None => continue,
                Base::Load => base,
                Base::Symbol => placed.value(file, of.symbol, || of.location())?,
                Base::Got => table.get(&row.symbol).copied().unwrap_or(0),
            };
            let place = start.wrapping_add(row.offset);
            placed.apply(row.relocation, value, row.addend, place, of)?;
        }
    }
    Ok(placed)
}

/// Gives symbols that lie in local memory their places there: behind what the descriptor of
/// any kernel asks for, in the order of the file, and arrays without a size at the end.
/// Gives the end too.
fn local_memory(file: &File<'_>) -> Result<(SortedMap<String, u64>, u32), LoadError> {
    let is_local = |it: &&Symbol<'_>| it.place == Place::Special(LDS_SECTION);
    let mut places = SortedMap::new();
    let symbols = || file.symbols.iter().filter(is_local);
    if symbols().next().is_none() {
        return Ok((places, 0));
    }
    let mut end = file.symbols.iter().map(|it| own_bytes(file, it)).max();
    let sized = symbols().filter(|it| it.size != 0);
    for symbol in sized.chain(symbols().filter(|it| it.size == 0)) {
        if places.contains_key(symbol.name) {
            continue;
        }
        // The value is the alignment.
        let start = end
            .unwrap_or(0)
            .checked_next_multiple_of(symbol.value.max(1));
        let behind = start.and_then(|it| it.checked_add(symbol.size));
        let (Some(start), Some(behind)) = (start, behind.filter(|it| *it <= MAX_LOCAL)) else {
            return Err(LoadError::TooLarge {
                section: symbol.name.to_owned(),
            });
        };
        places.insert(symbol.name.to_owned(), start);
        end = Some(behind);
    }
    Ok((places, end.unwrap_or(0) as u32))
}

/// Local memory that a kernel asks for, if this is the symbol of its descriptor.
fn own_bytes(file: &File<'_>, symbol: &Symbol<'_>) -> u64 {
    let Place::Section(at) = symbol.place else {
        return 0;
    };
    if !symbol.name.ends_with(SUFFIX) || symbol.size != SIZE as u64 {
        return 0;
    }
    let start = usize::try_from(symbol.value).ok();
    let bytes = start.and_then(|it| file.sections[at].bytes.get(it..it.checked_add(4)?));
    let bytes = bytes.and_then(|it| <[u8; 4]>::try_from(it).ok());
    bytes.map_or(0, |it| u32::from_le_bytes(it).into())
}

/// The global offset table: the address of each symbol that code asks for there. Gives
/// the address of each entry by the symbol's number.
fn offset_table(
    file: &File<'_>,
    placed: &mut Placed,
    next: &mut Next,
) -> Result<SortedMap<usize, u64>, LoadError> {
    let mut table = SortedMap::new();
    let mut bytes = Vec::new();
    let start = next.take(BASE_ALIGNMENT, 0, "")?;
    for (at, section) in file.sections.iter().enumerate() {
        if placed.sections[at].is_none() {
            continue;
        }
        for row in &section.relocations {
            if row.relocation.base != Base::Got || table.contains_key(&row.symbol) {
                continue;
            }
            let symbol = file.symbols.get(row.symbol).filter(|_| row.symbol != 0);
            let value = placed.value(file, symbol, || Location {
                section: section.name.to_owned(),
                offset: row.offset,
            })?;
            table.insert(row.symbol, start + bytes.len() as u64);
            bytes.extend_from_slice(&value.to_le_bytes());
        }
    }
    let size = table.len() as u64 * GOT_ENTRY;
    next.take(1, size, "the global offset table")?;
    if size != 0 {
        placed.segments.push(Segment {
            address: start,
            size,
            bytes,
            is_writable: false,
            is_executable: false,
        });
    }
    Ok(table)
}

/// Memory that nobody has yet.
struct Next {
    address: u64,
    end: u64,
}

impl Next {
    /// Gives memory of a size, aligned; says whose it is if there is not enough.
    fn take(&mut self, align: u64, size: u64, of: &str) -> Result<u64, LoadError> {
        let start = self.address.checked_next_multiple_of(align.max(1));
        let end = start.and_then(|it| it.checked_add(size));
        match (start, end.filter(|it| *it <= self.end)) {
            (Some(start), Some(end)) => {
                self.address = end;
                Ok(start)
            }
            _ => Err(LoadError::TooLarge {
                section: of.to_owned(),
            }),
        }
    }
}
