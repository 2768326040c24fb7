//! Relocations as the expressions that make them.

use object::elf;

use super::names::sum;
use super::plan::{How, Plan};
use crate::object::read::{File, Place, Reference};
use crate::object::{ObjectFormat, RelocationPlace, flag};
use crate::relocation::Part;

/// What a relocation counts from, in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    /// A symbol.
    Symbol(usize),
    /// A label that is made up, in a section and so many bytes from its start.
    Made(usize, u64),
}

/// Where a relocation stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Site {
    /// A value of data.
    Data,
    /// The literal of an instruction.
    Literal,
    /// The distance in a branch.
    Branch,
}

/// A base, what is added, and the section if a linker cannot choose another one.
pub(super) struct Target {
    pub(super) base: Base,
    pub(super) addend: i64,
    pub(super) own_section: Option<usize>,
    /// It names a symbol for which the assembler would name its section.
    pub(super) is_named: bool,
}

/// Why no expression makes a relocation.
pub(super) type Unsaid = &'static str;

/// What a relocation counts from.
pub(super) fn target(
    file: &File<'_>,
    plan: &Plan,
    reference: &Reference,
) -> Result<Target, Unsaid> {
    let symbol = match file.symbols.get(reference.symbol) {
        Some(symbol) if reference.symbol != 0 => symbol,
        _ => return Err("it names no symbol"),
    };
    let addend = reference.addend;
    let named = Target {
        base: Base::Symbol(reference.symbol),
        addend,
        own_section: None,
        is_named: false,
    };
    let is_section = symbol.kind == elf::STT_SECTION;
    let has_name = plan.symbols[reference.symbol].is_sayable();
    match symbol.place {
        Place::Section(at) if is_section || symbol.binding == elf::STB_LOCAL => {
            let Some(section) = plan.sections.get(at).filter(|it| it.is_printed) else {
                return Err("its symbol lies in a section that the text does not have");
            };
            // A local symbol is as good as its section: that is what the assembler writes.
            let offset = symbol.value.wrapping_add_signed(addend).cast_signed();
            let is_merged = file.sections[at].flags & flag::MERGE != 0;
            if has_name && !is_section {
                return Ok(Target {
                    own_section: Some(at),
                    // The assembler names the section, but where its entries may be
                    // merged only for what begins there.
                    is_named: !is_merged || addend == 0,
                    ..named
                });
            }
            let inside = u64::try_from(offset)
                .ok()
                .filter(|offset| *offset <= file.sections[at].size);
            let before = inside.and_then(|offset| section.local_before(offset));
            let (base, start) = match (before, inside) {
                (Some((start, symbol)), Some(offset)) if !is_merged || start == offset => {
                    (Base::Symbol(symbol), start)
                }
                (_, Some(offset)) if is_merged => (Base::Made(at, offset), offset),
                _ if is_merged => {
                    return Err("it points out of a section whose entries may be merged");
                }
                _ => (Base::Made(at, 0), 0),
            };
            Ok(Target {
                base,
                addend: offset.wrapping_sub_unsigned(start),
                own_section: Some(at),
                is_named: false,
            })
        }
        Place::Absolute => Err("its symbol is a number"),
        _ if !has_name => Err("its symbol cannot be written"),
        Place::Section(_) if plan.symbols[reference.symbol].how != How::Label => {
            Err("its symbol is no label")
        }
        _ => Ok(named),
    }
}

/// The directive that makes a relocation whatever stands at its place.
pub(super) fn request(
    file: &File<'_>,
    plan: &Plan,
    reference: &Reference,
) -> Result<String, Unsaid> {
    let (offset, name) = (reference.offset, reference.relocation.name);
    let directive = format!(".reloc {offset}, {name}");
    if reference.symbol == 0 {
        return Ok(match reference.addend {
            0 => directive,
            addend => format!("{directive}, {addend}"),
        });
    }
    let target = target(file, plan, reference)?;
    let base = plan.base_name(file, target.base);
    let value = sum(&base, None, target.addend).ok_or("its symbol cannot be written")?;
    Ok(format!("{directive}, {value}"))
}

/// The expression that makes a relocation at a site of a section.
pub(super) fn expression(
    file: &File<'_>,
    plan: &Plan,
    format: &ObjectFormat,
    section: usize,
    reference: &Reference,
    site: Site,
) -> Result<String, Unsaid> {
    let target = target(file, plan, reference)?;
    let name = plan.base_name(file, target.base);
    let row = reference.relocation;
    let unwritable = "its symbol cannot be written in an expression";
    let plain = |addend| sum(&name, None, addend).ok_or(unwritable);
    let addend = target.addend;
    if target.is_named {
        return Err("it names a local symbol, and not its section");
    }
    // A distance within a section is known at once, and no relocation.
    let is_known = target.own_section == Some(section);
    // A difference is, whoever may name the symbol.
    let is_here = match target.base {
        Base::Symbol(symbol) => file.symbols[symbol].place == Place::Section(section),
        Base::Made(at, _) => at == section,
    };
    let special = format.special_symbols.iter().find(|(it, _)| *it == name);
    if let Some((_, number)) = special {
        return match *number == row.number && site != Site::Branch {
            true => plain(addend),
            false => Err("its symbol asks for another relocation"),
        };
    }
    let place = match site {
        Site::Branch => {
            let is_defined = !matches!(
                target.base,
                Base::Symbol(symbol) if !matches!(file.symbols[symbol].place, Place::Section(_))
            );
            let found = format.plain(RelocationPlace::Branch, true);
            return match found == Some(row) && !is_known && is_defined {
                true => plain(addend),
                false => Err("no branch has it"),
            };
        }
        Site::Literal => RelocationPlace::Bytes(4),
        Site::Data => RelocationPlace::Bytes(row.bytes),
    };
    if row.part == Part::Branch || row.part == Part::None {
        return Err("no expression asks for it");
    }
    let absolute = format.plain(place, false) == Some(row);
    let relative = format.plain(place, true) == Some(row) && !is_known;
    if site == Site::Literal && format.relative_literals {
        if relative {
            // A difference would be absolute, so the sign is the number's.
            return match addend < 0 {
                true => Ok(format!("{}+{addend}", plain(0)?)),
                false => plain(addend),
            };
        }
        if absolute {
            return match addend < 0 {
                true => plain(addend),
                false => Ok(format!("{}-0", plain(addend)?)),
            };
        }
    } else if absolute {
        return plain(addend);
    } else if relative && site == Site::Data && !is_here {
        return Ok(format!("{}-.", plain(addend)?));
    }
    let specifier = row.specifier.ok_or("no expression asks for it")?;
    sum(&name, Some(specifier), addend).ok_or(unwritable)
}
