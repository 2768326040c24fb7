//! What a linker says of a file: program headers, the dynamic section, its symbols and
//! relocations.

use object::LittleEndian as Little;
use object::elf;

use super::choice::Range;
use super::source::Source;
use super::tables::{Table, push_addend, write_symbols};
use crate::object::read::{DynamicRelocation, Linking};

/// The width of the column of relocations' names.
const RELOCATION: usize = 24;

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
    (1, "NEEDED"),
    (2, "PLTRELSZ"),
    (3, "PLTGOT"),
    (4, "HASH"),
    (5, "STRTAB"),
    (6, "SYMTAB"),
    (7, "RELA"),
    (8, "RELASZ"),
    (9, "RELAENT"),
    (10, "STRSZ"),
    (11, "SYMENT"),
    (12, "INIT"),
    (13, "FINI"),
    (14, "SONAME"),
    (15, "RPATH"),
    (16, "SYMBOLIC"),
    (17, "REL"),
    (18, "RELSZ"),
    (19, "RELENT"),
    (20, "PLTREL"),
    (21, "DEBUG"),
    (22, "TEXTREL"),
    (23, "JMPREL"),
    (24, "BIND_NOW"),
    (25, "INIT_ARRAY"),
    (26, "FINI_ARRAY"),
    (27, "INIT_ARRAYSZ"),
    (28, "FINI_ARRAYSZ"),
    (29, "RUNPATH"),
    (30, "FLAGS"),
    (32, "PREINIT_ARRAY"),
    (33, "PREINIT_ARRAYSZ"),
    (34, "SYMTAB_SHNDX"),
    (35, "RELRSZ"),
    (36, "RELR"),
    (37, "RELRENT"),
    (0x6fff_fef5, "GNU_HASH"),
    (0x6fff_fff0, "VERSYM"),
    (0x6fff_fff9, "RELACOUNT"),
    (0x6fff_fffa, "RELCOUNT"),
    (0x6fff_fffb, "FLAGS_1"),
    (0x6fff_fffc, "VERDEF"),
    (0x6fff_fffd, "VERDEFNUM"),
    (0x6fff_fffe, "VERNEED"),
    (0x6fff_ffff, "VERNEEDNUM"),
    (0x7fff_fffd, "AUXILIARY"),
    (0x7fff_fffe, "USED"),
    (0x7fff_ffff, "FILTER"),
];

/// Entries whose values are names.
const NAMED: &[&str] = &[
    "NEEDED",
    "SONAME",
    "RPATH",
    "RUNPATH",
    "AUXILIARY",
    "FILTER",
];

/// Appends program headers and the dynamic section.
pub(super) fn private_headers(linking: &Linking<'_>, out: &mut Vec<u8>) {
    out.extend_from_slice(b"\nProgram Header:\n");
    for row in linking.program_headers {
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
    out.extend_from_slice(b"\nDynamic Section:\n");
    let names = linking.entries.iter().map(|(tag, _)| tag_name(*tag));
    let width = names.map(|it| it.len()).max().unwrap_or(0);
    for (tag, value) in &linking.entries {
        let name = tag_name(*tag);
        let head = format!("  {name:width$} ");
        out.extend_from_slice(head.as_bytes());
        match NAMED.contains(&&*name) {
            true => {
                let start = usize::try_from(*value).ok();
                let text = start.and_then(|start| linking.names.get(start..));
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
    linking: &Linking<'_>,
    range: Range,
    out: &mut Vec<u8>,
) {
    out.extend_from_slice(b"\nDYNAMIC SYMBOL TABLE:\n");
    write_symbols(source, &linking.symbols, Table::Dynamic, range, out);
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
