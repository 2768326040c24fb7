//! Headers, symbols, relocations and contents.

use object::elf;

use super::choice::Range;
use super::data::characters;
use super::source::{Source, is_text, is_virtual};
use crate::digits::push_lower;
use crate::object::read::{Place, Reference, Section, Symbol};

/// The column of the types in the table of sections, at least.
const NAME: usize = 13;

/// The width of the column of relocations' names.
pub(super) const RELOCATION: usize = 24;

/// Bytes of a line of contents, and of a group of them.
const ROW: usize = 16;
const GROUP: usize = 4;

/// Sections of some names; all if there are none.
fn chosen<'s, 'd>(
    source: &'s Source<'d, '_>,
    names: &'s [String],
) -> impl Iterator<Item = (usize, &'s Section<'d>)> {
    let sections = source.file.sections.iter().enumerate();
    sections.filter(|(_, it)| names.is_empty() || names.iter().any(|name| name == it.name))
}

/// Appends the table of sections.
pub(super) fn sections(source: &Source<'_, '_>, names: &[String], out: &mut Vec<u8>) {
    let widths = chosen(source, names).map(|(_, it)| it.name.len());
    let width = widths.max().unwrap_or(0).max(NAME);
    let head = format!(
        "\nSections:\nIdx {:width$} Size     {:16} Type\n",
        "Name", "VMA"
    );
    out.extend_from_slice(head.as_bytes());
    for (at, section) in chosen(source, names) {
        let is_loaded = section.flags & u64::from(elf::SHF_ALLOC) != 0;
        let may_be_bss = section.flags & u64::from(elf::SHF_ALLOC | elf::SHF_WRITE) != 0;
        let is_debug = [".debug", ".zdebug"]
            .iter()
            .any(|it| section.name.starts_with(it))
            || section.name == ".gdb_index";
        let kinds = [
            ("TEXT", is_text(section)),
            (
                "DATA",
                is_loaded && !is_text(section) && !is_virtual(section),
            ),
            ("BSS", is_virtual(section) && may_be_bss),
            ("DEBUG", is_debug),
        ];
        let kinds = kinds.iter().filter(|it| it.1).map(|it| it.0);
        let (name, size, address) = (section.name, section.size, section.address);
        let kinds = kinds.collect::<Vec<_>>().join(", ");
        let line = format!("{at:3} {name:width$} {size:08x} {address:016x} {kinds}\n");
        out.extend_from_slice(line.as_bytes());
    }
}

/// Appends the table of symbols.
pub(super) fn symbols(source: &Source<'_, '_>, range: Range, out: &mut Vec<u8>) {
    out.extend_from_slice(b"\nSYMBOL TABLE:\n");
    if !source.has_symbol_table() {
        return;
    }
    write_symbols(source, &source.file.symbols, Table::Static, range, out);
}

/// Which symbols they are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Table {
    /// Those for linkers and people.
    Static,
    /// Those for loaders.
    Dynamic,
}

/// Appends symbols, but for the first one, which is none.
pub(super) fn write_symbols(
    source: &Source<'_, '_>,
    symbols: &[Symbol<'_>],
    table: Table,
    range: Range,
    out: &mut Vec<u8>,
) {
    for symbol in symbols.iter().skip(1) {
        let address = source.address(symbol);
        if (range.start..=range.stop).contains(&address) {
            push_lower(address, 16, out);
            out.push(b' ');
            write_symbol(source, symbol, table, out);
        }
    }
}

fn write_symbol(source: &Source<'_, '_>, symbol: &Symbol<'_>, table: Table, out: &mut Vec<u8>) {
    let section = match symbol.place {
        Place::Section(at) => source.file.sections.get(at),
        _ => None,
    };
    let is_absolute = symbol.place == Place::Absolute;
    let is_common = symbol.place == Place::Common || symbol.kind == elf::STT_COMMON;
    let is_weak = symbol.binding == elf::STB_WEAK;
    let scope = match (section.is_some() || is_absolute) && !is_weak {
        true if symbol.binding == elf::STB_LOCAL => b'l',
        true => b'g',
        false => b' ',
    };
    let (debug, kind) = match symbol.kind {
        elf::STT_FILE => (b'd', b'f'),
        elf::STT_SECTION => (b'd', b' '),
        elf::STT_FUNC => (b' ', b'F'),
        elf::STT_OBJECT | elf::STT_COMMON | elf::STT_TLS => (b' ', b'O'),
        _ => (b' ', b' '),
    };
    let debug = match table {
        Table::Static => debug,
        Table::Dynamic => b'D',
    };
    let weak = if is_weak { b'w' } else { b' ' };
    out.extend([scope, weak, b' ', b' ', b' ', debug, kind, b' ']);
    let place = match section {
        _ if is_absolute => "*ABS*",
        _ if is_common => "*COM*",
        Some(section) => section.name,
        None => "*UND*",
    };
    out.extend_from_slice(place.as_bytes());
    out.push(b'\t');
    // Of what the linker makes, the value is the alignment.
    let size = if is_common { symbol.value } else { symbol.size };
    push_lower(size, 16, out);
    let visibility = match symbol.other {
        elf::STV_DEFAULT => String::new(),
        elf::STV_INTERNAL => " .internal".to_string(),
        elf::STV_HIDDEN => " .hidden".to_string(),
        elf::STV_PROTECTED => " .protected".to_string(),
        other => format!(" 0x{other:02x}"),
    };
    let name = match (symbol.kind, section) {
        (elf::STT_SECTION, Some(section)) => section.name,
        _ => symbol.name,
    };
    out.extend_from_slice(format!("{visibility} {name}\n").as_bytes());
}

/// Appends the relocations of an object.
pub(super) fn relocations(
    source: &Source<'_, '_>,
    names: &[String],
    range: Range,
    out: &mut Vec<u8>,
) {
    // In the order of the sections that hold them.
    for (_, table) in chosen(source, names) {
        let is_table = table.kind == elf::SHT_RELA;
        let section = source.file.sections.get(table.info as usize);
        let Some(section) = section.filter(|it| is_table && !it.relocations.is_empty()) else {
            continue;
        };
        let head = format!(
            "\nRELOCATION RECORDS FOR [{}]:\n{:16} {:RELOCATION$} VALUE\n",
            section.name, "OFFSET", "TYPE"
        );
        out.extend_from_slice(head.as_bytes());
        for reference in &section.relocations {
            if !(range.start..=range.stop).contains(&reference.offset) {
                continue;
            }
            let (offset, name) = (reference.offset, reference.relocation.name);
            let front = format!("{offset:016x} {name:RELOCATION$} ");
            out.extend_from_slice(front.as_bytes());
            relocation_value(source, reference, out);
            out.push(b'\n');
        }
    }
}

/// Appends what a relocation counts from, and its addend.
pub(super) fn relocation_value(source: &Source<'_, '_>, reference: &Reference, out: &mut Vec<u8>) {
    let symbol = source.file.symbols.get(reference.symbol);
    let name = match symbol.filter(|_| reference.symbol != 0) {
        None => "*ABS*",
        Some(symbol) => match (symbol.kind, symbol.place) {
            (elf::STT_SECTION, Place::Section(at)) => {
                source.file.sections.get(at).map_or("", |it| it.name)
            }
            _ => symbol.name,
        },
    };
    out.extend_from_slice(name.as_bytes());
    push_addend(reference.addend, out);
}

/// Appends what is added to a symbol, if it is anything.
pub(super) fn push_addend(addend: i64, out: &mut Vec<u8>) {
    let sign: &[u8] = match addend {
        0 => return,
        ..0 => b"-0x",
        _ => b"+0x",
    };
    out.extend_from_slice(sign);
    push_lower(addend.unsigned_abs(), 1, out);
}

/// Appends the bytes of sections.
pub(super) fn contents(source: &Source<'_, '_>, names: &[String], out: &mut Vec<u8>) {
    for (_, section) in chosen(source, names).filter(|(_, it)| it.size != 0) {
        let head = format!("Contents of section {}:\n", section.name);
        out.extend_from_slice(head.as_bytes());
        if is_virtual(section) {
            let (start, end) = (section.address, section.address + section.size);
            let line = format!("<skipping contents of bss section at [{start:04x}, {end:04x})>\n");
            out.extend_from_slice(line.as_bytes());
            continue;
        }
        for (at, row) in section.bytes.chunks(ROW).enumerate() {
            out.push(b' ');
            push_lower(section.address.wrapping_add((at * ROW) as u64), 4, out);
            out.push(b' ');
            for place in 0..ROW {
                if place != 0 && place % GROUP == 0 {
                    out.push(b' ');
                }
                match row.get(place) {
                    Some(byte) => push_lower((*byte).into(), 2, out),
                    None => out.extend_from_slice(b"  "),
                }
            }
            out.extend_from_slice(b"  ");
            characters(row, out);
            out.push(b'\n');
        }
    }
}
