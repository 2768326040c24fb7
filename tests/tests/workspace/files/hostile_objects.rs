//! Object files that are cut, damaged or made to do harm: an error that says where, or a
//! text; never a panic, and never more than the file is worth.

use std::path::Path;
use std::time::{Duration, Instant};

use isa_mc::dump::{Code, Dumper, Range};
use isa_mc::gcn::{self, syntax};
use isa_test_support::round_trip::{assemble, differences, disassemble};
use isa_test_support::sample::Sample;
use object::Endianness;
use object::elf::{self, FileHeader64};
use object::read::elf::{FileHeader as _, SectionHeader as _};

/// Bytes of text for a byte of the file at most, and for the file.
const TEXT_PER_BYTE: usize = 150;
/// The same of all listings together.
const LISTING_PER_BYTE: usize = 300;

fn stored(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("code_objects")
        .join(name);
    std::fs::read(path).expect("a stored object")
}

fn own(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("objects")
        .join(name);
    let source = std::fs::read(path).expect("a source");
    assemble("gfx900", syntax::LLVM, &source).expect("an object")
}

fn all() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("small.gfx900.o", stored("small.gfx900.o")),
        ("small.gfx900.so", stored("small.gfx900.so")),
        ("symbols.s", own("symbols.s")),
        ("relocations.s", own("relocations.s")),
    ]
}

/// All that can be listed of a file, as long as it can be read: text of bounded size.
fn list(file: &[u8]) {
    let target = gcn::target("gfx900").expect("a processor");
    let dumper = Dumper::new(target, syntax::LLVM, gcn::SUPPORT);
    let Ok(dump) = dumper.read(file) else { return };
    let all = Code {
        all_sections: true,
        shows_relocations: true,
        shows_all_symbols: true,
        ..Code::default()
    };
    let range = Range::default();
    let mut out = Vec::new();
    dump.code(&all, &mut out)
        .expect("a vector takes everything");
    dump.section_headers(&[], &mut out);
    dump.symbols(range, &mut out);
    dump.relocations(&[], range, &mut out);
    dump.contents(&[], &mut out);
    let linked = [
        dump.private_headers(&mut out),
        dump.dynamic_symbols(range, &mut out),
        dump.dynamic_relocations(&mut out),
    ];
    for error in linked.into_iter().filter_map(Result::err) {
        assert!(error.to_string().contains(" at byte 0x"), "{error}");
    }
    assert!(
        out.len() <= LISTING_PER_BYTE * file.len(),
        "{} bytes become {} of listings",
        file.len(),
        out.len()
    );
}

/// What becomes of a file: a text of bounded size, or an error with its place.
fn read(file: &[u8]) -> Result<Vec<u8>, String> {
    list(file);
    let result = disassemble("gfx900", syntax::LLVM, file);
    match &result {
        Ok(text) => assert!(
            text.len() <= TEXT_PER_BYTE * file.len(),
            "{} bytes become {} of text",
            file.len(),
            text.len()
        ),
        Err(message) => {
            let heads = [
                "ELF header",
                "section header ",
                "program header ",
                "symbol ",
                "relocation ",
            ];
            assert!(
                heads.iter().any(|head| message.starts_with(head)),
                "{message}"
            );
            assert!(message.contains(" at byte 0x"), "{message}");
        }
    }
    result
}

/// The bytes of a file that say what the others are.
fn headers(file: &[u8]) -> Vec<usize> {
    let head = FileHeader64::<Endianness>::parse(file).expect("a header");
    let endian = head.endian().expect("an order of bytes");
    let table = head.sections(endian, file).expect("sections");
    let mut bytes: Vec<usize> = (0..64).collect();
    let start = head.e_shoff(endian) as usize;
    bytes.extend(start..start + table.len() * 64);
    let segments = head.e_phoff(endian) as usize;
    bytes.extend(segments..segments + usize::from(head.e_phnum(endian)) * 56);
    for row in table.iter() {
        let kind = row.sh_type(endian);
        let is_table = matches!(
            kind,
            elf::SHT_SYMTAB | elf::SHT_DYNSYM | elf::SHT_RELA | elf::SHT_STRTAB
        );
        let (start, size) = (row.sh_offset(endian) as usize, row.sh_size(endian) as usize);
        if is_table {
            bytes.extend(start..start + size);
        } else if kind == elf::SHT_NOTE {
            // Sizes, type and name, and where the contents begin.
            bytes.extend(start..start + size.min(64));
        }
    }
    bytes
}

/// What of a damaged file its text does not say, and does not say either that it does
/// not: nothing.
fn lost(file: &[u8], text: &[u8]) -> Vec<String> {
    let back = match assemble("gfx900", syntax::LLVM, text) {
        Ok(back) => back,
        Err(error) => return vec![error],
    };
    let text = String::from_utf8_lossy(text);
    // Other names, as the text says.
    if text.contains("the section has another name, which cannot be written") {
        return Vec::new();
    }
    differences(file, &back).unwrap_or_else(|error| vec![error.to_string()])
}

/// Every byte of every header, of symbols, relocations, names and notes, changed in
/// several ways. What is still read also assembles or is refused, without a panic.
#[test]
fn every_byte_of_every_header() {
    let mut sample = Sample::of_this_run();
    let (mut read_well, mut refused) = (0, 0);
    for (name, file) in all() {
        let good = read(&file).unwrap_or_else(|it| panic!("{name}: {it}"));
        assert!(good.len() > 100);
        for at in headers(&file) {
            if !sample.takes(3) {
                continue;
            }
            for &change in sample.one_of(&[0x01, 0x04, 0x10, 0x80, 0xff]) {
                let mut damaged = file.clone();
                damaged[at] ^= change;
                match read(&damaged) {
                    Ok(text) => {
                        read_well += 1;
                        if text != good {
                            let wrong = lost(&damaged, &text);
                            assert!(wrong.is_empty(), "{name} {at:#x} ^ {change:#x}: {wrong:?}");
                        }
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    println!("{read_well} damaged files were read, {refused} refused");
    let (well, not) = (sample.amount(200, 5_000), sample.amount(100, 2_000));
    assert!(
        read_well > well && refused > not,
        "{read_well} were read, {refused} refused"
    );
}

/// A symbol with every other binding: one with a private name cannot be made global again,
/// and its text says so.
#[test]
fn every_binding_of_every_symbol() {
    for (name, file) in all() {
        let head = FileHeader64::<Endianness>::parse(&*file).expect("a header");
        let endian = head.endian().expect("an order of bytes");
        let table = head.sections(endian, &*file).expect("sections");
        let symbols = table
            .iter()
            .find(|row| row.sh_type(endian) == elf::SHT_SYMTAB)
            .expect("symbols");
        let start = symbols.sh_offset(endian) as usize;
        for at in (start..start + symbols.sh_size(endian) as usize).step_by(24) {
            for binding in [elf::STB_LOCAL, elf::STB_GLOBAL, elf::STB_WEAK] {
                let mut damaged = file.clone();
                damaged[at + 4] = damaged[at + 4] & 0xf | binding << 4;
                let Ok(text) = read(&damaged) else { continue };
                let wrong = lost(&damaged, &text);
                assert!(wrong.is_empty(), "{name} {at:#x}, {binding}: {wrong:?}");
            }
        }
    }
}

/// Every field of 4 and 8 bytes with the values that overflow additions.
#[test]
fn every_field_with_large_values() {
    let mut sample = Sample::of_this_run();
    for (_, file) in all() {
        for at in headers(&file).into_iter().filter(|at| at % 4 == 0) {
            if !sample.takes(6) {
                continue;
            }
            for value in [u64::MAX, 1 << 63, 1 << 60, u64::MAX - 63, 1 << 31, 0] {
                for size in [4, 8] {
                    let mut damaged = file.clone();
                    let Some(place) = damaged.get_mut(at..at + size) else {
                        continue;
                    };
                    place.copy_from_slice(&value.to_le_bytes()[..size]);
                    let _ = read(&damaged);
                }
            }
        }
    }
}

/// Every shorter file is refused: the table of sections is at its end.
#[test]
fn every_truncation() {
    for (name, file) in all() {
        for length in 0..file.len() {
            let result = read(&file[..length]);
            assert!(result.is_err(), "{name}: {length} of {} bytes", file.len());
        }
    }
}

/// A file, and the place of the header of its first section of a type.
fn section(file: &[u8], kind: u32) -> usize {
    let head = FileHeader64::<Endianness>::parse(file).expect("a header");
    let endian = head.endian().expect("an order of bytes");
    let table = head.sections(endian, file).expect("sections");
    let number = table.iter().position(|row| row.sh_type(endian) == kind);
    head.e_shoff(endian) as usize + number.expect("a section of that type") * 64
}

/// What is said of one changed field.
fn said(file: &[u8], at: usize, bytes: &[u8]) -> String {
    let mut damaged = file.to_vec();
    damaged[at..at + bytes.len()].copy_from_slice(bytes);
    read(&damaged).expect_err("an error")
}

#[test]
fn errors_say_where_and_what() {
    let file = stored("small.gfx900.o");
    let text = section(&file, elf::SHT_PROGBITS);
    let symbols = section(&file, elf::SHT_SYMTAB);
    let rela = section(&file, elf::SHT_RELA);
    let table = |at: usize| {
        u64::from_le_bytes(file[at + 24..at + 32].try_into().expect("8 bytes")) as usize
    };
    let number = |at: usize| ((at - section(&file, elf::SHT_NULL)) / 64) as u32;
    let mut lines = vec![
        said(&file, 0, b"\x7fELG"),
        said(&file, 4, &[1]),
        said(&file, 5, &[2]),
        said(&file, 16, &[2]),
        said(&file, 18, &[62]),
        // gfx906, and a processor of another generation.
        said(&file, 48, &[0x2f]),
        said(&file, 48, &[0x49]),
        said(&file, 40, &(1_u64 << 60).to_le_bytes()),
        said(&file, 58, &[63]),
        said(&file, 60, &0xffff_u16.to_le_bytes()),
        said(&file, 62, &0x7fff_u16.to_le_bytes()),
        said(&file, text, &u32::MAX.to_le_bytes()),
        said(&file, text + 24, &(1_u64 << 60).to_le_bytes()),
        said(&file, text + 32, &(1_u64 << 60).to_le_bytes()),
        said(&file, text + 48, &[3]),
        // Over what stands behind it.
        said(&file, text + 32, &0x500_u64.to_le_bytes()),
        said(&file, symbols + 56, &[0]),
        said(&file, symbols + 32, &0x25_u64.to_le_bytes()),
        // Its own names; its own symbols.
        said(&file, symbols + 40, &number(symbols).to_le_bytes()),
        said(&file, rela + 40, &number(rela).to_le_bytes()),
        said(&file, rela + 44, &u32::MAX.to_le_bytes()),
        said(&file, table(symbols) + 24, &u32::MAX.to_le_bytes()),
        said(&file, table(symbols) + 24 + 6, &0x1234_u16.to_le_bytes()),
        said(&file, table(rela), &u64::MAX.to_le_bytes()),
        said(&file, table(rela) + 8, &[77]),
        said(&file, table(rela) + 12, &[0xff, 0xff]),
    ];
    let linked = stored("small.gfx900.so");
    lines.push(said(&linked, 54, &[57]));
    lines.push(said(&linked, 32, &u64::MAX.to_le_bytes()));
    lines.push(said(&linked, 64 + 56 + 32, &(1_u64 << 60).to_le_bytes()));
    insta::assert_snapshot!(lines.join("\n"));
}

/// Rows of a file that is made here.
struct Builder {
    sections: Vec<[u64; 10]>,
    bytes: Vec<u8>,
}

impl Builder {
    /// A header, and an empty section.
    fn new() -> Builder {
        let mut bytes = stored("small.gfx900.o")[..64].to_vec();
        bytes[60..64].fill(0);
        Builder {
            sections: vec![[0; 10]],
            bytes,
        }
    }

    /// Appends bytes; gives where they begin.
    fn put(&mut self, bytes: &[u8]) -> u64 {
        let at = self.bytes.len() as u64;
        self.bytes.extend_from_slice(bytes);
        at
    }

    /// Name, type, flags, offset, size, link, entry size.
    fn section(&mut self, row: [u64; 7]) {
        let [name, kind, flags, offset, size, link, entry] = row;
        self.sections
            .push([name, kind, flags, 0, offset, size, link, 0, 1, entry]);
    }

    fn finish(mut self, names: u16) -> Vec<u8> {
        let start = self.bytes.len() as u64;
        for [
            name,
            kind,
            flags,
            address,
            offset,
            size,
            link,
            info,
            align,
            entry,
        ] in &self.sections
        {
            for (value, width) in [
                (name, 4),
                (kind, 4),
                (flags, 8),
                (address, 8),
                (offset, 8),
                (size, 8),
                (link, 4),
                (info, 4),
                (align, 8),
                (entry, 8),
            ] {
                self.bytes.extend_from_slice(&value.to_le_bytes()[..width]);
            }
        }
        self.bytes[40..48].copy_from_slice(&start.to_le_bytes());
        let count = self.sections.len() as u16;
        self.bytes[60..62].copy_from_slice(&count.to_le_bytes());
        self.bytes[62..64].copy_from_slice(&names.to_le_bytes());
        self.bytes
    }
}

/// A thousand sections of the same bytes would be a thousand times their text.
#[test]
fn sections_do_not_share_bytes() {
    let mut file = Builder::new();
    let names = file.put(b"\0.names\0.data\0");
    file.section([1, 3, 0, names, 14, 0, 0]);
    let data = file.put(&vec![0x55; 1 << 20]);
    for _ in 0..1000 {
        file.section([8, 1, 3, data, 1 << 20, 0, 0]);
    }
    let error = read(&file.finish(1)).expect_err("an overlap");
    assert!(
        error.contains("its bytes are also those of section"),
        "{error}"
    );
}

/// Names that are the ends of one another: n of them are n² bytes.
#[test]
fn names_do_not_multiply() {
    let mut file = Builder::new();
    let mut names = vec![b'a'; 1 << 20];
    names[..8].copy_from_slice(b"\0.names\0");
    names.push(0);
    let at = file.put(&names);
    file.section([1, 3, 0, at, names.len() as u64, 0, 0]);
    let mut symbols = Vec::new();
    for at in 0..40_000_u32 {
        symbols.extend_from_slice(&(9 + at).to_le_bytes());
        symbols.extend_from_slice(&[0x10, 0, 0xf1, 0xff]);
        symbols.extend_from_slice(&[0; 16]);
    }
    let at = file.put(&symbols);
    file.section([1, 2, 0, at, symbols.len() as u64, 1, 24]);
    let file = file.finish(1);
    let start = Instant::now();
    let error = read(&file).expect_err("too many names");
    assert!(error.contains("much longer than the file"), "{error}");
    assert!(
        start.elapsed() < Duration::from_secs(5),
        "{:?}",
        start.elapsed()
    );
}

/// Many sections, many symbols of data in them, many relocations: the time is that of
/// their number, not of its square.
#[test]
fn many_of_everything_take_no_long_time() {
    let mut file = Builder::new();
    let at = file.put(b"\0.names\0.data\0k.kd\0");
    file.section([1, 3, 0, at, 19, 0, 0]);
    let count = 20_000;
    for _ in 0..count {
        let at = file.put(&[0; 64]);
        file.section([8, 1, 6, at, 64, 0, 0]);
    }
    let mut symbols = vec![0; 24];
    for at in 0..count as u16 {
        symbols.extend_from_slice(&14_u32.to_le_bytes());
        // Global data of 64 bytes that might be a kernel descriptor.
        symbols.extend_from_slice(&[0x11, 0]);
        symbols.extend_from_slice(&(at + 2).to_le_bytes());
        symbols.extend_from_slice(&[0; 8]);
        symbols.extend_from_slice(&64_u64.to_le_bytes());
    }
    let at = file.put(&symbols);
    file.section([1, 2, 0, at, symbols.len() as u64, 1, 24]);
    let table = file.sections.len() as u64 - 1;
    let mut rela = Vec::new();
    for _ in 0..count {
        rela.extend_from_slice(&16_u64.to_le_bytes());
        rela.extend_from_slice(&(1_u64 << 32 | 5).to_le_bytes());
        rela.extend_from_slice(&16_u64.to_le_bytes());
    }
    let at = file.put(&rela);
    file.sections
        .push([1, 4, 0, 0, at, rela.len() as u64, table, 2, 8, 24]);
    let file = file.finish(1);
    let start = Instant::now();
    let text = disassemble("gfx900", syntax::LLVM, &file).expect("a text");
    assert!(text.len() < TEXT_PER_BYTE * file.len());
    assert!(
        start.elapsed() < Duration::from_secs(20),
        "{:?}",
        start.elapsed()
    );
}
