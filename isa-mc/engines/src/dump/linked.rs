//! What a linker says of a file: program headers, the dynamic section, its symbols and
//! relocations.

use object::LittleEndian as Little;
use object::elf::{self, ProgramHeader64};

use super::choice::Range;
use super::source::Source;
use super::tables::{RELOCATION, Table, push_addend, write_symbols};
use crate::object::read::{DynamicRelocation, Symbol};

/// Segments by their names in llvm-objdump.
const SEGMENTS: &[(u32, &str)] = &[
    (elf::PT_DYNAMIC, "DYNAMIC"),
    (elf::PT_GNU_EH_FRAME, "EH_FRAME"),
    (elf::PT_GNU_RELRO, "RELRO"),
    (elf::PT_GNU_PROPERTY, "PROPERTY"),
    (elf::PT_GNU_STACK, "STACK"),
    (elf::PT_INTERP, "INTERP"),
    (elf::PT_LOAD, "LOAD"),
    (elf::PT_NOTE, "NOTE"),
    (elf::PT_PHDR, "PHDR"),
    (elf::PT_TLS, "TLS"),
];

/// Entries of the dynamic section by their names.
const TAGS: &[(i64, &str)] = &[
    (elf::DT_NEEDED, "NEEDED"),
    (elf::DT_PLTRELSZ, "PLTRELSZ"),
    (elf::DT_PLTGOT, "PLTGOT"),
    (elf::DT_HASH, "HASH"),
    (elf::DT_STRTAB, "STRTAB"),
    (elf::DT_SYMTAB, "SYMTAB"),
    (elf::DT_RELA, "RELA"),
    (elf::DT_RELASZ, "RELASZ"),
    (elf::DT_RELAENT, "RELAENT"),
    (elf::DT_STRSZ, "STRSZ"),
    (elf::DT_SYMENT, "SYMENT"),
    (elf::DT_INIT, "INIT"),
    (elf::DT_FINI, "FINI"),
    (elf::DT_SONAME, "SONAME"),
    (elf::DT_RPATH, "RPATH"),
    (elf::DT_SYMBOLIC, "SYMBOLIC"),
    (elf::DT_REL, "REL"),
    (elf::DT_RELSZ, "RELSZ"),
    (elf::DT_RELENT, "RELENT"),
    (elf::DT_PLTREL, "PLTREL"),
    (elf::DT_DEBUG, "DEBUG"),
    (elf::DT_TEXTREL, "TEXTREL"),
    (elf::DT_JMPREL, "JMPREL"),
    (elf::DT_BIND_NOW, "BIND_NOW"),
    (elf::DT_INIT_ARRAY, "INIT_ARRAY"),
    (elf::DT_FINI_ARRAY, "FINI_ARRAY"),
    (elf::DT_INIT_ARRAYSZ, "INIT_ARRAYSZ"),
    (elf::DT_FINI_ARRAYSZ, "FINI_ARRAYSZ"),
    (elf::DT_RUNPATH, "RUNPATH"),
    (elf::DT_FLAGS, "FLAGS"),
    (elf::DT_PREINIT_ARRAY, "PREINIT_ARRAY"),
    (elf::DT_PREINIT_ARRAYSZ, "PREINIT_ARRAYSZ"),
    (elf::DT_SYMTAB_SHNDX, "SYMTAB_SHNDX"),
    (elf::DT_RELRSZ, "RELRSZ"),
    (elf::DT_RELR, "RELR"),
    (elf::DT_RELRENT, "RELRENT"),
    (elf::DT_GNU_HASH, "GNU_HASH"),
    (elf::DT_VERSYM, "VERSYM"),
    (elf::DT_RELACOUNT, "RELACOUNT"),
    (elf::DT_RELCOUNT, "RELCOUNT"),
    (elf::DT_FLAGS_1, "FLAGS_1"),
    (elf::DT_VERDEF, "VERDEF"),
    (elf::DT_VERDEFNUM, "VERDEFNUM"),
    (elf::DT_VERNEED, "VERNEED"),
    (elf::DT_VERNEEDNUM, "VERNEEDNUM"),
    (elf::DT_AUXILIARY, "AUXILIARY"),
    (0x7fff_fffe, "USED"),
    (elf::DT_FILTER, "FILTER"),
];

/// Entries whose values are names.
const NAMED: &[i64] = &[
    elf::DT_NEEDED,
    elf::DT_SONAME,
    elf::DT_RPATH,
    elf::DT_RUNPATH,
    elf::DT_AUXILIARY,
    elf::DT_FILTER,
];

/// Appends program headers.
pub(super) fn program_headers(headers: &[ProgramHeader64<Little>], out: &mut Vec<u8>) {
    out.extend_from_slice(b"\nProgram Header:\n");
    for row in headers {
        let kind = row.p_type.get(Little);
        let name = SEGMENTS.iter().find(|(it, _)| *it == kind);
        let name = name.map_or("UNKNOWN", |(_, name)| name);
        let (offset, align) = (row.p_offset.get(Little), row.p_align.get(Little));
        let (address, physical) = (row.p_vaddr.get(Little), row.p_paddr.get(Little));
        let (in_file, in_memory) = (row.p_filesz.get(Little), row.p_memsz.get(Little));
        let flags = row.p_flags.get(Little);
        let flag = |bit, letter| if flags & bit == 0 { '-' } else { letter };
        let (read, write) = (flag(elf::PF_R, 'r'), flag(elf::PF_W, 'w'));
        let execute = flag(elf::PF_X, 'x');
        let text = format!(
            "{name:>8} off    0x{offset:016x} vaddr 0x{address:016x} paddr 0x{physical:016x} \
             align 2**{}\n         filesz 0x{in_file:016x} memsz 0x{in_memory:016x} \
             flags {read}{write}{execute}\n",
            align.trailing_zeros(),
        );
        out.extend_from_slice(text.as_bytes());
    }
}

/// Appends the entries of the dynamic section, whose strings are in `names`.
pub(super) fn dynamic_section(entries: &[(i64, u64)], names: &[u8], out: &mut Vec<u8>) {
    out.extend_from_slice(b"\nDynamic Section:\n");
    let tags = entries.iter().map(|(tag, _)| tag_name(*tag));
    let width = tags.map(|it| it.len()).max().unwrap_or(0);
    for (tag, value) in entries {
        let name = tag_name(*tag);
        let head = format!("  {name:width$} ");
        out.extend_from_slice(head.as_bytes());
        match NAMED.contains(tag) {
            true => {
                let start = usize::try_from(*value).ok();
                let text = start.and_then(|start| names.get(start..));
                let mut parts = text.unwrap_or_default().split(|byte| *byte == 0);
                out.extend_from_slice(parts.next().unwrap_or_default());
                out.push(b'\n');
            }
            false => out.extend_from_slice(format!("0x{value:016x}\n").as_bytes()),
        }
    }
}

fn tag_name(tag: i64) -> String {
    match TAGS.iter().find(|(it, _)| *it == tag) {
        Some((_, name)) => (*name).to_string(),
        None => format!("<unknown:>0x{tag:x}"),
    }
}

/// Appends the table of dynamic symbols with addresses in a range.
pub(super) fn symbols(
    source: &Source<'_, '_>,
    symbols: &[Symbol<'_>],
    range: Range,
    out: &mut Vec<u8>,
) {
    out.extend_from_slice(b"\nDYNAMIC SYMBOL TABLE:\n");
    write_symbols(source, symbols, Table::Dynamic, range, out);
}

/// Appends the relocations that a linker left.
pub(super) fn relocations(relocations: &[DynamicRelocation<'_>], out: &mut Vec<u8>) {
    if relocations.is_empty() {
        return;
    }
    let head = format!(
        "\nDYNAMIC RELOCATION RECORDS\n{:16} {:RELOCATION$} VALUE\n",
        "OFFSET", "TYPE"
    );
    out.extend_from_slice(head.as_bytes());
    for row in relocations {
        let (address, name) = (row.address, row.relocation.name);
        let symbol = row.symbol.as_ref().map_or("*ABS*", |it| it.name);
        let front = format!("{address:016x} {name:RELOCATION$} {symbol}");
        out.extend_from_slice(front.as_bytes());
        push_addend(row.addend, out);
        out.push(b'\n');
    }
}
