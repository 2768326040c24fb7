//! Objects as text, and back.

use isa_dsl::sorted::SortedMap;

use isa_mc::asm::Assembler;
use isa_mc::disasm::Disassembler;
use isa_mc::{SyntaxId, gcn};
use object::elf::{self, FileHeader64};
use object::read::elf::{FileHeader as _, SectionHeader as _};
use object::{Endianness, read};

/// The type of the section of symbols whose addresses matter.
const LLVM_ADDRSIG: u32 = 0x6fff_4c03;

/// The object of a source.
///
/// # Errors
///
/// The first thing that is wrong with it, with its line.
///
/// # Panics
///
/// If there is no such processor.
pub fn assemble(cpu: &str, syntax: SyntaxId, source: &[u8]) -> Result<Vec<u8>, String> {
    let target = gcn::target(cpu).expect("a processor");
    let assembly = Assembler::new(target, syntax)
        .machine(gcn::SUPPORT)
        .externals()
        .assemble("a.s", source);
    match assembly.object() {
        Some(object) => object.to_elf().map_err(|error| error.to_string()),
        None => {
            let error = &assembly.errors[0];
            let line = assembly.texts.line(error.location);
            let text = String::from_utf8_lossy(source);
            let text = text.lines().nth(line - 1).unwrap_or("").to_owned();
            Err(format!("line {line}: {error}: {text}"))
        }
    }
}

/// The text of an object file.
///
/// # Errors
///
/// What is wrong with it.
///
/// # Panics
///
/// If there is no such processor.
pub fn disassemble(cpu: &str, syntax: SyntaxId, file: &[u8]) -> Result<Vec<u8>, String> {
    let target = gcn::target(cpu).expect("a processor");
    let disassembler = Disassembler::new(target, syntax, gcn::SUPPORT);
    let file = disassembler.read(file).map_err(|error| error.to_string())?;
    let mut text = Vec::new();
    file.write_text(&mut text)
        .map_err(|error| error.to_string())?;
    Ok(text)
}

/// Sections by name, without those that hold only names and symbols for tools: type and
/// bytes, or their number.
pub type Sections = SortedMap<String, (u32, Result<Vec<u8>, u64>)>;

/// The sections of a file. Nothing has to be true of symbols: what a linker made of them
/// is data in the objects that come back.
///
/// # Errors
///
/// Why it is no ELF file.
pub fn sections(file: &[u8]) -> Result<Sections, read::Error> {
    let head = FileHeader64::<Endianness>::parse(file)?;
    let endian = head.endian()?;
    let table = head.sections(endian, file)?;
    let mut found = Sections::new();
    for row in table.iter() {
        let kind = row.sh_type(endian);
        let is_loaded = row.sh_flags(endian) & u64::from(elf::SHF_ALLOC) != 0;
        let is_table = matches!(kind, elf::SHT_STRTAB | elf::SHT_SYMTAB | elf::SHT_RELA);
        // Of symbols it holds only numbers, which are nobody's.
        let is_numbers = kind == LLVM_ADDRSIG;
        if kind == elf::SHT_NULL || is_numbers || is_table && !is_loaded {
            continue;
        }
        let name = String::from_utf8_lossy(table.section_name(endian, row)?).into_owned();
        let bytes = match kind {
            elf::SHT_NOBITS => Err(row.sh_size(endian)),
            _ => Ok(row.data(endian, file)?.to_vec()),
        };
        found.insert(name, (kind, bytes));
    }
    Ok(found)
}

/// What of the sections of a file did not come back in another one, a line each.
///
/// # Errors
///
/// Why one of them is no ELF file.
pub fn differences(file: &[u8], back: &[u8]) -> Result<Vec<String>, read::Error> {
    let (mut file, mut back) = (sections(file)?, sections(back)?);
    // Every assembly has this section.
    for sections in [&mut file, &mut back] {
        if sections
            .get(".text")
            .is_some_and(|it| it.1 == Ok(Vec::new()))
        {
            sections.remove(".text");
        }
    }
    let mut found = Vec::new();
    for (name, section) in &file {
        match back.get(name) {
            Some(other) if other == section => {}
            Some(_) => found.push(format!("{name} is another")),
            None => found.push(format!("{name} is missing")),
        }
    }
    found.extend(
        back.keys()
            .filter(|name| !file.contains_key(*name))
            .map(|name| format!("{name} is new")),
    );
    Ok(found)
}
