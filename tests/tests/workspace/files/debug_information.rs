//! Debug information: lines and frames of sources, read back with gimli; lines of the
//! source itself; what is wrong with what sources say; damaged tables.

use std::path::Path;

use gimli::{
    BaseAddresses, CieOrFde, ColumnType, DebugFrame, DebugLine, DebugLineOffset, LittleEndian,
    UnwindSection as _,
};
use isa_mc::asm::Assembler;
use isa_mc::disasm::{Disassembler, SourceLines};
use isa_mc::gcn::{self, syntax};
use isa_mc::object::{DwarfFormat, Object, RelocationTarget};
use isa_test_support::objects::Contents;
use isa_test_support::random::Random;
use isa_test_support::sample::Sample;

fn stored(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("debug")
        .join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn assembler() -> Assembler<'static, isa_mc::Target<'static>> {
    let target = gcn::target("gfx900").expect("a processor");
    Assembler::new(target, syntax::LLVM)
        .machine(gcn::SUPPORT)
        .externals()
}

/// The object of a source; a source that is wrong is a mistake of the test.
fn object(source: &str) -> Object {
    let assembly = assembler().assemble("a.s", source.as_bytes());
    match assembly.object() {
        Some(object) => object.clone(),
        None => panic!("{source}\n{}", assembly.errors[0]),
    }
}

/// Bytes of a section with what its relocations add: sections begin at 0.
fn relocated(object: &Object, name: &str) -> Vec<u8> {
    let section = object.section(name).unwrap_or_else(|| panic!("no {name}"));
    let mut bytes = section.bytes.clone();
    for entry in &section.relocations {
        assert!(matches!(entry.target, RelocationTarget::Section(_)));
        let (at, size) = (entry.offset as usize, usize::from(entry.relocation.bytes));
        bytes[at..at + size].copy_from_slice(&entry.addend.to_le_bytes()[..size]);
    }
    bytes
}

/// The rows of the first table of lines, as llvm-dwarfdump prints them.
fn rows(object: &Object) -> Vec<String> {
    let bytes = relocated(object, ".debug_line");
    let lines = DebugLine::new(&bytes, LittleEndian);
    let program = lines
        .program(DebugLineOffset(0), 8, None, None)
        .expect("a table");
    let mut rows = program.rows();
    let mut found = Vec::new();
    while let Some((_, row)) = rows.next_row().expect("a row") {
        let column = match row.column() {
            ColumnType::LeftEdge => 0,
            ColumnType::Column(column) => column.get(),
        };
        let mut text = format!(
            "{:#018x} {} {column} {}",
            row.address(),
            row.line().map_or(0, u64::from),
            row.file_index()
        );
        let flags = [
            (row.is_stmt(), " is_stmt"),
            (row.basic_block(), " basic_block"),
            (row.prologue_end(), " prologue_end"),
            (row.epilogue_begin(), " epilogue_begin"),
            (row.end_sequence(), " end_sequence"),
        ];
        text.extend(
            flags
                .iter()
                .filter(|(is_said, _)| *is_said)
                .map(|(_, text)| *text),
        );
        found.push(text);
    }
    found
}

/// What clang writes with `-g` has the rows that llvm-mc makes of it. An opcode that is
/// wrong, an address that is off or a flag that is lost gives other rows.
#[test]
fn rows_are_those_of_llvm() {
    let found = rows(&object(&stored("clamp_scale.s")));
    let expected = stored("clamp_scale.rows");
    assert_eq!(found, expected.lines().collect::<Vec<_>>());
}

/// Parts of a section are one section to a debugger: rows in the order of addresses up to
/// the end of the last part, whatever was written first. Sections that only debug
/// information has are there, too, where a section has parts.
#[test]
fn parts_of_a_section_are_one() {
    let source = "\
.file 1 \"a.cl\"
.cfi_sections .debug_frame
.cfi_startproc
.loc 1 1
s_nop 0
.subsection 1
.loc 1 2
s_nop 1
.text
.loc 1 3
s_nop 2
.cfi_endproc
.text 1
s_nop 3
";
    let object = object(source);
    assert_eq!(
        rows(&object),
        [
            "0x0000000000000000 1 0 1 is_stmt",
            "0x0000000000000004 3 0 1 is_stmt",
            "0x0000000000000008 2 0 1 is_stmt",
            "0x0000000000000010 2 0 1 is_stmt end_sequence",
        ]
    );
    let frame = relocated(&object, ".debug_frame");
    let length = frame.last_chunk::<16>().expect("a description").as_slice();
    assert_eq!(length[..8], 0_u64.to_le_bytes(), "{frame:x?}");
    assert_eq!(length[8..], 8_u64.to_le_bytes(), "{frame:x?}");

    let own = assembler().own_lines("tests");
    let assembly = own.assemble("a.s", b"s_nop 0\n.text 1\ns_nop 1\n");
    let object = assembly.object().expect("it is right").clone();
    let last = rows(&object).pop().expect("a row");
    assert!(last.starts_with("0x0000000000000008 "), "{last}");
}

/// Every option of `.loc` is in the row of the next byte, and in no other: what holds for
/// one row is not forgotten, what holds on is.
#[test]
fn options_are_in_their_rows() {
    let source = "\
.file 1 \"/source\" \"a.cl\"
.loc 1 7 3 basic_block prologue_end epilogue_begin
s_nop 0
.loc 1 7 3
s_nop 1
.loc 1 200 9 is_stmt 0
s_nop 2
.loc 1 5
.p2align 4
s_nop 3
.loc 1 6
.data
.long 1
";
    let expected = [
        "0x0000000000000000 7 3 1 is_stmt basic_block prologue_end epilogue_begin",
        "0x0000000000000004 7 3 1 is_stmt",
        "0x0000000000000008 200 9 1",
        // What fills a gap has no line.
        "0x0000000000000010 5 0 1",
        "0x0000000000000014 5 0 1 end_sequence",
    ];
    assert_eq!(rows(&object(source)), expected);
}

/// Places behind a gap whose size is known last have their addresses: the table is made
/// when everything has its place.
#[test]
fn rows_behind_gaps_have_their_addresses() {
    let source = "\
.file 1 \"a.cl\"
.loc 1 1
s_nop 0
.space end - begin
.loc 1 2
s_nop 1
begin:
s_nop 2
s_nop 3
end:
";
    let expected = [
        "0x0000000000000000 1 0 1 is_stmt",
        "0x000000000000000c 2 0 1 is_stmt",
        "0x0000000000000018 2 0 1 is_stmt end_sequence",
    ];
    assert_eq!(rows(&object(source)), expected);
}

/// Frames read back are what was said, at the places where it was said.
#[test]
fn frames_are_read_back() {
    let source = "\
.cfi_sections .debug_frame
.cfi_startproc
s_nop 0
.cfi_def_cfa s32, 16
s_nop 1
.cfi_offset v40, 8
.cfi_rel_offset s33, 4
.cfi_undefined pc
.zero 1024
.cfi_remember_state
.cfi_restore s33
.cfi_endproc
";
    let bytes = relocated(&object(source), ".debug_frame");
    let mut frames = DebugFrame::new(&bytes, LittleEndian);
    frames.set_address_size(8);
    let bases = BaseAddresses::default();
    let mut entries = frames.entries(&bases);
    let mut found = Vec::new();
    while let Some(entry) = entries.next().expect("an entry") {
        let CieOrFde::Fde(partial) = entry else {
            continue;
        };
        let function = partial
            .parse(DebugFrame::cie_from_offset)
            .expect("a function");
        assert_eq!(function.initial_address(), 0);
        assert_eq!(function.len(), 8 + 1024);
        assert_eq!(function.cie().return_address_register().0, 16);
        let mut instructions = function.instructions(&frames, &bases);
        while let Some(instruction) = instructions.next().expect("an instruction") {
            found.push(format!("{instruction:?}"));
        }
    }
    let expected = [
        "AdvanceLoc { delta: 1 }",
        "DefCfa { register: Register(64), offset: 16 }",
        "AdvanceLoc { delta: 1 }",
        "Offset { register: Register(2600), factored_offset: 2 }",
        // 4 bytes from where the register points, which is 16 bytes before the frame.
        "OffsetExtendedSf { register: Register(65), factored_offset: -3 }",
        "Undefined { register: Register(16) }",
        "AdvanceLoc { delta: 256 }",
        "RememberState",
        "Restore { register: Register(65) }",
    ];
    let found: Vec<&str> = found
        .iter()
        .map(|it| &**it)
        .filter(|it| *it != "Nop")
        .collect();
    assert_eq!(found, expected);
}

/// Registers of frames are among those that a source names, as llvm-mc 22 counts them.
#[test]
fn registers_of_frames_are_counted() {
    let source = "\
.text
.cfi_startproc
.cfi_offset s40, 4
.cfi_register v20, v21
.cfi_undefined exec
s_nop 0
.cfi_endproc
.long .amdgcn.next_free_sgpr, .amdgcn.next_free_vgpr
";
    let object = object(source);
    let code = &object.section(".text").expect("code").bytes;
    assert_eq!(code[4..], [41, 0, 0, 0, 22, 0, 0, 0]);
}

/// With `-g` each instruction has the line on which it stands, and in a macro that of its
/// use; a preprocessor's markers count.
#[test]
fn sources_have_lines_of_their_own() {
    let source = "\
start: s_nop 0
.macro two
 s_nop 1
 s_nop 2
.endm

 two
# 40 \"b.S\"
 s_nop 3
 # 90 \"c.S\"
 s_nop 4
.L_private:
_other:
";
    let expected = [
        "0x0000000000000000 1 0 1 is_stmt",
        "0x0000000000000004 7 0 1 is_stmt",
        "0x0000000000000008 7 0 1 is_stmt",
        "0x000000000000000c 40 0 2 is_stmt",
        // A marker stands at the front of its line.
        "0x0000000000000010 42 0 2 is_stmt",
        "0x0000000000000014 42 0 2 is_stmt end_sequence",
    ];
    // Before the marker the file is the one that is read.
    let with = |source: &str| {
        let assembler = assembler()
            .compilation_directory("/source")
            .own_lines("test");
        let assembly = assembler.assemble("/source/a.s", source.as_bytes());
        assembly.object().expect("an object").clone()
    };
    let marked = with(source);
    assert_eq!(rows(&marked), expected);
    let information = &marked.section(".debug_info").expect("a unit").bytes;
    let has = |text: &[u8]| information.windows(text.len()).any(|it| it == text);
    assert!(
        has(b"\0a.s\0/source\0test\0"),
        "the unit's name, folder and producer"
    );
    assert!(has(b"\x02start\0") && has(b"\x02other\0"), "labels");
    assert!(!has(b"private"), "no private label");
    // What a source says itself goes before.
    let said = with("s_nop 0\n.file 1 \"x.cl\"\n.loc 1 9\ns_nop 1\n");
    assert_eq!(rows(&said)[1], "0x0000000000000004 9 0 1 is_stmt");
    assert!(said.section(".debug_info").is_none());
}

/// What is wrong with files, lines and frames is said where it stands, and no object is
/// made.
#[test]
fn what_cannot_be_is_refused() {
    let cases = [
        (".loc 1 2 3", "1:6: no `.file 1"),
        (".loc 0 2", "1:6: files are numbered from 1"),
        (".file 3 \"a.c\"", "1:1: no `.file` has the number 1"),
        (
            ".file 1 \"a.c\"\n.file 1 \"b.c\"",
            "2:1: there is a file 1 already",
        ),
        (".file 1 \"a.c\" md5 zz", "1:19: `zz` is no MD5 checksum"),
        (
            ".file 1 \"a.c\" sourc \"x\"",
            "1:15: `sourc` says nothing of a file",
        ),
        (".file 1 a.c", "1:9: expected a string in quotes, found `a`"),
        (
            ".file 4294967296 \"a.c\"",
            "1:7: expected the number of a file",
        ),
        (
            ".file 1 \"a.c\"\n.loc",
            "2:5: expected the number of a file",
        ),
        (
            ".file 1 \"a.c\"\n.loc 1 -2",
            "2:8: `-2` says nothing of a line",
        ),
        (
            ".file 1 \"a.c\"\n.loc 1 2 is_stmt 2",
            "2:18: `is_stmt` is 0 or 1",
        ),
        (
            ".file 1 \"a.c\"\n.loc 1 2 isa -1",
            "2:14: the number of an instruction set",
        ),
        (
            ".file 1 \"a.c\"\n.loc 1 2 view 3",
            "2:10: `view` says nothing of a line",
        ),
        (".cfi_def_cfa s32, 8", "1:1: this must stand between"),
        (".cfi_endproc", "1:1: this must stand between"),
        (".cfi_startproc", "1:1: the function does not end"),
        (
            ".cfi_startproc\n.cfi_startproc",
            "2:1: the function before it has not ended",
        ),
        (
            ".cfi_startproc simpel",
            "1:16: expected nothing or `simple`",
        ),
        (
            ".cfi_startproc\n.cfi_offset q1, 8",
            "2:13: `q1` is no register",
        ),
        (
            ".cfi_startproc\n.cfi_offset s102, 8",
            "2:13: `s102` is no register",
        ),
        (
            ".cfi_startproc\n.cfi_offset s[0:1], 8",
            "2:13: `s[0:1]` has no number",
        ),
        (".cfi_startproc\n.cfi_offset s1", "2:15: expected a comma"),
        (
            ".cfi_startproc\n.cfi_offst s1, 8",
            "2:1: there is no directive `.cfi_offst`; did you mean `.cfi_offset`?",
        ),
        (
            ".cfi_startproc\n.cfi_personality 0x5b, x",
            "2:18: there is no such form",
        ),
        (
            ".cfi_startproc\n.section a,\"ax\",@progbits\n.cfi_offset 1, 8\n.cfi_endproc",
            "3:1: this stands in another section",
        ),
        (
            "x:\n.cfi_startproc\n.cfi_label x\n.cfi_endproc",
            "3:1: `x` is defined on line 1",
        ),
    ];
    for (source, expected) in cases {
        let assembly = assembler().assemble("a.s", source.as_bytes());
        assert!(assembly.object().is_none(), "{source}");
        let errors: Vec<String> = assembly
            .errors
            .iter()
            .map(|error| {
                let line = assembly.texts.line(error.location);
                let column = assembly.texts.column(error.location);
                format!("{line}:{column}: {error}")
            })
            .collect();
        let is_there = errors.iter().any(|error| error.starts_with(expected));
        assert!(is_there, "{source}\n{}", errors.join("\n"));
    }
}

/// A name of a section stands for its start, as clang's debug information writes it, and is
/// no symbol of its own.
#[test]
fn names_of_sections_are_their_starts() {
    let object = object(".section .debug_abbrev\n.byte 1\n.text\n.quad .debug_abbrev + 4\n");
    let text = object.section(".text").expect("a section");
    let [entry] = &text.relocations[..] else {
        panic!("{:?}", text.relocations);
    };
    let RelocationTarget::Section(section) = entry.target else {
        panic!("{entry:?}");
    };
    let at = object
        .sections
        .iter()
        .position(|it| &*it.name == ".debug_abbrev");
    assert_eq!(
        (format!("{section:?}"), entry.addend),
        (format!("SectionId({})", at.expect("it")), 4)
    );
    let symbols = object.symbols.iter().filter(|it| !it.is_hidden);
    assert!(symbols.clone().all(|it| &*it.name != ".debug_abbrev"));
}

/// Text of an object with debug information assembles back to the same sections, with
/// lines between the instructions or without; the lines are where the table has them,
/// however many threads write them.
#[test]
fn text_with_lines_assembles_back() {
    let file = object(&stored("clamp_scale.s")).to_elf().expect("a file");
    let target = gcn::target("gfx900").expect("a processor");
    let source = stored("clamp_scale.cl");
    let files = |name: &str| (name == "/source/clamp_scale.cl").then(|| source.clone());
    let plain = Disassembler::new(target, syntax::LLVM, gcn::SUPPORT);
    let lines = Disassembler::new(target, syntax::LLVM, gcn::SUPPORT).shows_lines();
    let sources = Disassembler::new(target, syntax::LLVM, gcn::SUPPORT).shows_sources(&files);
    for (disassembler, comments) in [
        (plain, &[][..]),
        (
            lines,
            &[
                "// /source/clamp_scale.cl:12\n",
                "// /source/clamp_scale.cl:14\n",
            ][..],
        ),
        (
            sources,
            &["// row[at] = between(value, -1.0f, 1.0f);\n", "// }\n"][..],
        ),
    ] {
        let mut text = Vec::new();
        let read = disassembler.read(&file).expect("a file");
        read.write_text(&mut text).expect("a text");
        let text = String::from_utf8(text).expect("text");
        for comment in comments {
            // Once in the kernel, once in the function that it calls.
            let flat: String = text.lines().map(|it| it.trim().to_owned() + "\n").collect();
            let found = flat.lines().filter(|it| {
                it.starts_with("//") && comment.split_whitespace().eq(it.split_whitespace())
            });
            assert!(found.count() >= 2, "{comment}\n{text}");
        }
        let again = object(&text).to_elf().expect("a file");
        let contents = |file: &[u8]| Contents::read(file).expect("an object");
        assert_eq!(contents(&file).differences(&contents(&again)), [""; 0]);
    }
}

/// The line of every address is that of the last row at or before it.
#[test]
fn every_address_has_its_line() {
    let file = object(&stored("clamp_scale.s")).to_elf().expect("a file");
    let target = gcn::target("gfx900").expect("a processor");
    let lines = SourceLines::read(&file, target, gcn::SUPPORT).expect("lines");
    let text = lines.section(".text").expect("a section");
    let listed = stored("clamp_scale.rows");
    let rows: Vec<(u64, u32, bool)> = listed
        .lines()
        .map(|row| {
            let mut fields = row.split(' ');
            let mut field = || fields.next().expect("a field");
            let address = u64::from_str_radix(&field()[2..], 16).expect("an address");
            let line = field().parse().expect("a line");
            (address, line, row.ends_with("end_sequence"))
        })
        .collect();
    let end = rows.last().expect("rows").0 + 8;
    for address in 0..end {
        let row = rows.iter().rfind(|row| row.0 <= address);
        let expected = row.filter(|row| !row.2).map(|row| row.1);
        let found = lines.at(text, address);
        assert_eq!(found.map(|it| it.line), expected, "{address:#x}");
        let next = rows.iter().map(|row| row.0).find(|it| *it > address);
        assert_eq!(lines.next(text, address), next, "{address:#x}");
        if let Some(found) = found {
            assert_eq!(found.file, "/source/clamp_scale.cl");
            assert!(found.begins <= address);
        }
    }
    assert!(lines.at(text + 1, 0).is_none(), "of another section");
}

/// Damaged debug information is read or refused, and never a panic or a search without an
/// end: bytes of its sections are changed one by one, and several at once.
#[test]
fn damaged_tables_are_no_harm() {
    let sample = Sample::of_this_run();
    let mut random = Random::new(sample.seed());
    let object = object(&stored("clamp_scale.s"));
    let file = object.to_elf().expect("a file");
    let target = gcn::target("gfx900").expect("a processor");
    let places: Vec<(usize, usize)> = object
        .sections
        .iter()
        .filter(|section| section.name.starts_with(".debug_") && section.bytes.len() > 8)
        .map(|section| {
            let head = &section.bytes[..];
            let at = file.windows(head.len()).position(|it| it == head);
            (at.expect("the section"), head.len())
        })
        .collect();
    assert!(places.len() >= 5, "{places:?}");
    let (mut good, mut refused) = (0, 0);
    for _ in 0..sample.amount(2000, 100_000) {
        let mut file = file.clone();
        for _ in 0..=random.below(3) {
            let (start, size) = places[random.below(places.len())];
            file[start + random.below(size)] = random.below(256) as u8;
        }
        match SourceLines::read(&file, target, gcn::SUPPORT) {
            Ok(lines) => {
                good += 1;
                let _ = lines.at(3, random.below(1000) as u64);
            }
            Err(error) => {
                refused += 1;
                assert!(error.to_string().contains("damaged"), "{error}");
            }
        }
    }
    assert!(good > 0 && refused > 0, "{good} read, {refused} refused");
}

/// Every version, with both sizes of offsets, is read as what it is.
#[test]
fn every_version_is_written() {
    for version in 2..=5_u16 {
        for is_64 in [false, true] {
            if version == 2 && is_64 {
                continue;
            }
            let format = DwarfFormat { version, is_64 };
            let assembler = assembler().dwarf(format).compilation_directory("/source");
            let source = ".file 1 \"x/a.cl\"\n.loc 1 3\ns_nop 0\n";
            let assembly = assembler.assemble("a.s", source.as_bytes());
            let object = assembly.object().expect("an object").clone();
            let bytes = relocated(&object, ".debug_line");
            let lines = DebugLine::new(&bytes, LittleEndian);
            let program = lines
                .program(DebugLineOffset(0), 8, None, None)
                .expect("a table");
            let header = program.header();
            assert_eq!(header.version(), version);
            assert_eq!(header.format().word_size(), if is_64 { 8 } else { 4 });
            let file = object.to_elf().expect("a file");
            let target = gcn::target("gfx900").expect("a processor");
            let lines = SourceLines::read(&file, target, gcn::SUPPORT).expect("lines");
            let line = lines
                .at(lines.section(".text").expect("code"), 0)
                .expect("a line");
            // The table's directory 1 says no more than that, and no unit says where.
            assert_eq!((line.line, line.file), (3, "x/a.cl"), "{format:?}");
        }
    }
}
