//! Relocations as the expressions that make them.

use std::fmt::Write as _;

use object::elf;

use super::names::{BaseName, sum};
use super::plan::{Base, How, Plan};
use crate::object::read::{File, Place, Reference};
use crate::object::{ObjectFormat, RelocationPlace, flag};
use crate::relocation::Part;

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

/// Appends the directive that makes a relocation whatever stands at its place; what was
/// appended before an error means nothing.
pub(super) fn request(
    file: &File<'_>,
    plan: &Plan,
    reference: &Reference,
    out: &mut String,
) -> Result<(), Unsaid> {
    let (offset, name) = (reference.offset, reference.relocation.name);
    // A string takes everything.
    let _ = write!(out, ".reloc {offset}, {name}");
    if reference.symbol == 0 {
        if reference.addend != 0 {
            let _ = write!(out, ", {}", reference.addend);
        }
        return Ok(());
    }
    out.push_str(", ");
    let target = target(file, plan, reference)?;
    let base = plan.base_name(file, target.base);
    sum(base, None, target.addend, out).ok_or("its symbol cannot be written")
}

/// Appends the expression that makes a relocation at a site of a section; what was
/// appended before an error means nothing.
pub(super) fn expression(
    file: &File<'_>,
    plan: &Plan,
    format: &ObjectFormat,
    section: usize,
    reference: &Reference,
    site: Site,
    out: &mut String,
) -> Result<(), Unsaid> {
    let target = target(file, plan, reference)?;
    let base = plan.base_name(file, target.base);
    let row = reference.relocation;
    let unwritable = "its symbol cannot be written in an expression";
    // With what is added, and what stands behind that.
    let plain = |addend, behind: &str, out: &mut String| {
        sum(base, None, addend, out).ok_or(unwritable)?;
        out.push_str(behind);
        Ok(())
    };
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
    let special = format.special_symbols.iter();
    let mut special =
        special.filter(|(it, _)| matches!(base, BaseName::Symbol(name) if name == *it));
    if let Some((_, number)) = special.next() {
        return match *number == row.number && site != Site::Branch {
            true => plain(addend, "", out),
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
                true => plain(addend, "", out),
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
                true => {
                    plain(0, "+", out)?;
                    let _ = write!(out, "{addend}");
                    Ok(())
                }
                false => plain(addend, "", out),
            };
        }
        if absolute {
            return match addend < 0 {
                true => plain(addend, "", out),
                false => plain(addend, "-0", out),
            };
        }
    } else if absolute {
        return plain(addend, "", out);
    } else if relative && site == Site::Data && !is_here {
        return plain(addend, "-.", out);
    }
    let specifier = row.specifier.ok_or("no expression asks for it")?;
    sum(base, Some(specifier), addend, out).ok_or(unwritable)
}
