//! Object files become text that assembles back to them. The same with clang's kernels
//! and ld.lld is in `against_llvm_objects.rs`.

use std::path::{Path, PathBuf};

use isa_mc::SyntaxId;
use isa_mc::gcn::syntax;
use isa_test_support::objects::Contents;
use isa_test_support::round_trip::{assemble, differences, disassemble};

const SYNTAXES: [SyntaxId; 2] = [syntax::LLVM, syntax::CLRX];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.retain(|path| path.extension().is_some_and(|it| it == ending));
    paths.sort();
    paths
}

/// An object, its text, and the object of that text: everything comes back.
fn comes_back(name: &str, cpu: &str, file: &[u8]) {
    for syntax in SYNTAXES {
        let text = disassemble(cpu, syntax, file).unwrap_or_else(|it| panic!("{name}: {it}"));
        let back = assemble(cpu, syntax, &text).unwrap_or_else(|it| panic!("{name}: {it}"));
        let read = |bytes: &[u8]| Contents::read(bytes).expect("an object");
        let wrong = read(file).differences(&read(&back));
        assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
        // And it is the same text again.
        let again = disassemble(cpu, syntax, &back).unwrap_or_else(|it| panic!("{name}: {it}"));
        assert_eq!(
            String::from_utf8_lossy(&text).lines().count(),
            String::from_utf8_lossy(&again).lines().count(),
            "{name}"
        );
    }
}

/// Every kind of relocation, symbol, section and data that we write.
#[test]
fn objects_come_back() {
    let sources = files(&folder("objects"), "s");
    assert!(sources.len() >= 7, "{} sources", sources.len());
    for path in sources {
        let name = path.display().to_string();
        let source = std::fs::read(&path).expect("a source");
        let file =
            assemble("gfx900", syntax::LLVM, &source).unwrap_or_else(|it| panic!("{name}: {it}"));
        comes_back(&name, "gfx900", &file);
    }
}

/// What clang wrote for `tests/code_objects/small.cl`: symbols, relocations, a kernel
/// descriptor, metadata.
#[test]
fn an_object_of_clang_comes_back() {
    for path in files(&folder("code_objects"), "o") {
        let file = std::fs::read(&path).expect("an object");
        comes_back(&path.display().to_string(), "gfx900", &file);
        let text = disassemble("gfx900", syntax::LLVM, &file).expect("a text");
        let text = String::from_utf8(text).expect("text");
        for line in [
            "\t.amdhsa_kernel small\n",
            "\t.amdgpu_metadata\n",
            "twice@rel32@lo+4\n",
            "table@rel32@hi+12\n",
            "\t.addrsig\n",
        ] {
            assert!(text.contains(line), "{line}: {text}");
        }
        // Nothing of it had to be said in a comment.
        assert!(!text.contains("//"), "{text}");
    }
}

/// What ld.lld made of that object, also without symbols: the contents of all sections
/// come back.
#[test]
fn linked_code_objects_come_back() {
    let paths = files(&folder("code_objects"), "so");
    assert_eq!(paths.len(), 2);
    for path in paths {
        let file = std::fs::read(&path).expect("a code object");
        for syntax in SYNTAXES {
            let text = disassemble("gfx900", syntax, &file).expect("a text");
            let back = assemble("gfx900", syntax, &text).expect("an object");
            let wrong = differences(&file, &back).expect("two objects");
            assert!(wrong.is_empty(), "{}: {wrong:?}", path.display());
        }
    }
}

/// Symbols where no statement begins, names that need quotes, values that no directive
/// says: the text says why, and assembles.
#[test]
fn odd_symbols_come_back() {
    let source = br#"
.text
start:
 s_mov_b32 s0, 0x12345678
 v_add_f32 v0, 0x42f60000, v1
middle = start + 4
odd = start + 2
far = start + 0x1000
 s_branch start
 s_branch .+0x4
 s_nop 0
.globl seen
seen:
 s_branch seen@rel32@lo
.set "a name", .
.globl "a name"
.globl beyond
beyond:
.data
.byte 1
inner: .long middle, "a name", -1
.long v0, s0+4
.set number, 0x8000000000000000
.size inner, 0x1_0
"#;
    let source = String::from_utf8_lossy(source)
        .replace("seen@rel32@lo", "seen")
        .replace("0x1_0", "0x10");
    let file = assemble("gfx900", syntax::LLVM, source.as_bytes()).expect("an object");
    comes_back("odd symbols", "gfx900", &file);
    let text = disassemble("gfx900", syntax::LLVM, &file).expect("a text");
    let text = String::from_utf8(text).expect("text");
    assert!(text.contains("before the next symbol"), "{text}");
    assert!(
        text.contains("odd: no statement begins at its place"),
        "{text}"
    );
    assert!(text.contains("\t.set \"a name\", .\n"), "{text}");
}

/// A long run of what code is padded with, where no alignment asks for it: each of its
/// statements once looked at all that follow, which here would take minutes.
#[test]
fn long_padding_takes_no_long_time() {
    const COUNT: usize = 400_000;
    let source = format!(".rept {COUNT}\ns_nop 0\n.endr\ns_endpgm\n");
    let file = assemble("gfx900", syntax::LLVM, source.as_bytes()).expect("a source");
    let text = disassemble("gfx900", syntax::LLVM, &file).expect("a text");
    let text = String::from_utf8(text).expect("text");
    let padding = text.lines().filter(|line| *line == "\ts_nop 0").count();
    assert_eq!(padding, COUNT);
}

/// Zeros that are no instructions are one line up to whatever a line is about, and lines of their
/// own where each shows its bytes; whatever parts a text is written in.
#[test]
fn zeros_between_kernels_are_one_line() {
    let mut source = "\ts_endpgm\n\t.zero 20\ninside:\n\t.zero 12\n".to_owned();
    source +=
        "\ts_nop 0\n\t.zero 24\n\ts_branch .Lback\n\t.zero 8\n.Lback:\n\t.zero 16\n\ts_endpgm\n";
    // As many as several parts have.
    source += "\t.zero 300000\n\ts_nop 1\n";
    let file = assemble("gfx900", syntax::LLVM, source.as_bytes()).expect("a source");
    let text = disassemble("gfx900", syntax::LLVM, &file).expect("a text");
    let text = String::from_utf8(text).expect("a text");
    let reason = " // VCC is the one scalar value that may be read";
    let zeros = text.lines().filter_map(|it| it.trim().strip_suffix(reason));
    let zeros: Vec<&str> = zeros.collect();
    let word = ".long 0x00000000";
    assert_eq!(
        zeros,
        [
            ".zero 20",
            word,
            word,
            word,
            ".zero 24",
            word,
            word,
            ".zero 16",
            ".zero 300000"
        ],
        "{text}"
    );
    comes_back("zeros", "gfx900", &file);
}

/// Data as compilers write it is read at once; what is written otherwise is the same data, and
/// what is wrong is found where it stands.
#[test]
fn data_is_the_same_however_it_is_written() {
    let values = ["0x0", "1", "0xff", "255", "-1", "0x7f", "-0x80", "010"];
    let mut random = 1_u64;
    for (directive, most) in [(".byte", 40), (".long", 20), (".quad", 10), (".short", 9)] {
        for count in 1..most {
            let mut list = Vec::new();
            for _ in 0..count {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                list.push(values[(random >> 40) as usize % values.len()]);
            }
            let plain = format!("\t{directive} {}\n", list.join(", "));
            let tight = format!("{directive} {}\n", list.join(","));
            let noted = format!("\t{directive} {} // {count}\n", list.join(" , "));
            let single = list.iter().map(|it| format!("{directive} {it} + 0\n"));
            let single: String = single.collect();
            let objects = [plain, tight, noted, single];
            let objects = objects.map(|text| {
                let text = format!("\t.data\n{text}");
                assemble("gfx900", syntax::LLVM, text.as_bytes()).expect("a source")
            });
            assert!(
                objects.iter().all(|it| *it == objects[0]),
                "{directive} {list:?}"
            );
        }
    }
    for (line, wanted) in [
        ("\t.byte 1, 256, 3", "256 does not fit 8 bits"),
        ("\t.long 1, 0x100000000", "4294967296 does not fit 32 bits"),
        ("\t.long 1, 2,", "expected"),
        ("\t.long 1 2", "expected"),
        ("\t.bss\n\t.long 0, 5, 6", "only zeros can stand here"),
    ] {
        let error = assemble("gfx900", syntax::LLVM, line.as_bytes());
        let error = error.expect_err(line);
        assert!(error.contains(wanted), "{line}: {error}");
    }
}
