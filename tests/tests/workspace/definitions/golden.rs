//! Stored vectors: texts and bytes that llvm-mc confirmed (`gfx*.tsv`, made by
//! `cargo run -p isa-tests --features llvm --bin golden`), and the clrx
//! syntax, written by hand (`clrx.tsv`). Both directions.

use std::path::{Path, PathBuf};

use isa_mc::asm::Assembler;
use isa_mc::gcn::{self, syntax};
use isa_test_support::alike::Alike;
use isa_test_support::compare::PROCESSORS;
use isa_test_support::machine;
use isa_test_support::oracle::{Engine, hex, unhex};
use isa_test_support::report::Report;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("golden")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Text to bytes and back, on every processor that has a file. gfx906 has one of
/// what gfx900 lacks, and nearly every instruction of gfx900, and so has gfx908.
#[test]
fn confirmed_by_llvm() {
    let mut report = Report::default();
    let files = [
        ("gfx600", "gfx600"),
        ("gfx700", "gfx700"),
        ("gfx803", "gfx803"),
        ("gfx900", "gfx900"),
        ("gfx906", "gfx906"),
        ("gfx900", "gfx906"),
        ("gfx900", "gfx908"),
        ("gfx906", "gfx908"),
        ("gfx908", "gfx908"),
        ("gfx90a", "gfx90a"),
        ("gfx942", "gfx942"),
        ("gfx950", "gfx950"),
        ("gfx1010", "gfx1010"),
        ("gfx1030", "gfx1030"),
    ];
    for (file, cpu) in files {
        let engine =
            Engine::new(machine::gcn(), cpu, "llvm").expect("a processor with this syntax");
        let mnemonics = engine.mnemonics();
        for line in read(&folder().join(format!("{file}.tsv"))).lines() {
            let (text, code) = line.split_once('\t').expect("text, tab, bytes");
            if file != cpu && !mnemonics.contains(text.split(' ').next().unwrap_or("")) {
                continue;
            }
            let bytes = unhex(code).expect("hexadecimal");
            let ours = engine.assemble(text);
            let good = ours.as_ref() == Ok(&(bytes.clone(), text.to_owned()));
            report.check(good, || {
                format!("{cpu} `{text}` is {code}\n    ours {ours:x?}")
            });
            let back = engine.disassemble(&bytes);
            report.check(back.as_deref() == Some(text), || {
                format!("{cpu} {code} is `{text}`\n    ours {back:?}")
            });
        }
    }
    report.finish(5_000);
}

/// What begins with a sign and is no number.
const SIGNS: [&str; 2] = ["v_add_f32 v1, -src_scc, v2", "v_fma_f32 v1, v2, -v3, -v[4]"];

/// The same lines as files, in which a name that nothing defines is a symbol of another
/// file's. `-src_scc` and `-v[2:3]` were once taken for differences of symbols where a
/// literal could stand.
#[test]
fn files_of_confirmed_lines() {
    let mut report = Report::default();
    let cpus = ["gfx600", "gfx700", "gfx803", "gfx900", "gfx90a", "gfx1010"];
    for cpu in cpus {
        let file = read(&folder().join(format!("{cpu}.tsv")));
        let lines = file.lines().filter_map(|it| it.split_once('\t'));
        let texts: Vec<&str> = lines.map(|(text, _)| text).chain(SIGNS).collect();
        let source = texts.join("\n");
        let target = gcn::target(cpu).expect("a processor");
        let assembler = Assembler::new(target, syntax::LLVM)
            .machine(gcn::SUPPORT)
            .externals();
        let assembly = assembler.assemble("a.s", source.as_bytes());
        for error in &assembly.errors {
            let line = assembly.texts.line(error.location);
            report.check(false, || {
                format!("{cpu} {:?}: {error}", texts.get(line - 1))
            });
        }
        report.check(texts.len() > SIGNS.len(), || format!("{cpu} has no lines"));
    }
    report.finish(6);
}

/// What sets single bits of fields, which most vectors set together.
#[test]
fn single_bits_of_fields() {
    let mut report = Report::default();
    for line in read(&folder().join("fields.tsv")).lines() {
        if line.starts_with('#') {
            continue;
        }
        let columns: Vec<&str> = line.split('\t').collect();
        let [cpu, text, code] = columns.as_slice() else {
            panic!("columns: {line}")
        };
        let engine =
            Engine::new(machine::gcn(), cpu, "llvm").expect("a processor with this syntax");
        let bytes = unhex(code).expect("hexadecimal");
        let ours = engine.assemble(text);
        report.check(ours == Ok((bytes.clone(), (*text).to_owned())), || {
            format!("{cpu} `{text}` is {code}\n    ours {ours:x?}")
        });
        let back = engine.disassemble(&bytes);
        report.check(back.as_deref() == Some(*text), || {
            format!("{cpu} {code} is `{text}`\n    ours {back:?}")
        });
    }
    report.finish(1_000);
}

/// Fields that no text tells apart: each pair has one that its format or its rows fix.
const ALIKE: [(&str, [&str; 2]); 4] = [
    ("SMEM_REGISTER", ["nv", "imm"]),
    ("SMEM_REGISTER", ["soe", "nv"]),
    ("VBUFFER_ATOMIC", ["typed", "tfe"]),
    ("VOP3B_TWO", ["omod", "neg"]),
];

/// Two fields of a format are told apart by some vector, or who exchanged them would not be
/// noticed: negated and absolute sources of RDNA 3 and 4 were once set together in all of them.
/// `golden` adds what is missing.
#[test]
fn fields_are_told_apart() {
    let mut alike = Alike::new(machine::gcn());
    let mut tell = |cpu: &str, lines: &mut dyn Iterator<Item = &str>| {
        let engine = Engine::new(machine::gcn(), cpu, "llvm").expect("a processor");
        for code in lines {
            let bytes = unhex(code).expect("hexadecimal");
            let encoding = engine.encoding(&bytes).expect("an instruction");
            alike.tell(encoding, &bytes);
        }
    };
    for cpu in PROCESSORS {
        let file = read(&folder().join(format!("{cpu}.tsv")));
        let mut codes = file.lines().filter_map(|line| line.rsplit('\t').next());
        tell(cpu, &mut codes);
        let file = read(&folder().join("fields.tsv"));
        let lines = file.lines().filter_map(|line| line.split_once('\t'));
        let own = lines.filter(|(of, _)| *of == cpu);
        let mut codes = own.filter_map(|(_, rest)| rest.rsplit('\t').next());
        tell(cpu, &mut codes);
    }
    let left: Vec<_> = alike.pairs().map(|it| (it.format, it.fields)).collect();
    assert_eq!(left, ALIKE);
}

/// Lines as people write them: what is printed otherwise, and what llvm-mc refuses. The
/// others are lines as they are printed, so that no other spelling would be missed.
#[test]
fn spellings_of_llvm() {
    let mut report = Report::default();
    for line in read(&folder().join("spellings.tsv")).lines() {
        if line.starts_with('#') {
            continue;
        }
        let columns: Vec<&str> = line.split('\t').collect();
        let (cpu, text, wanted) = match columns.as_slice() {
            [cpu, text, "-"] => (cpu, text, None),
            [cpu, text, code, printed] => {
                let bytes = unhex(code).expect("hexadecimal");
                (cpu, text, Some((bytes, (*printed).to_owned())))
            }
            _ => panic!("columns: {line}"),
        };
        let engine =
            Engine::new(machine::gcn(), cpu, "llvm").expect("a processor with this syntax");
        let ours = engine.assemble(text);
        report.check(ours.as_ref().ok() == wanted.as_ref(), || {
            format!("{cpu} `{text}` is {wanted:x?}\n    ours {ours:x?}")
        });
    }
    report.finish(100);
}

/// The second syntax: text to bytes, bytes to the text to print, and lines
/// that must be rejected.
#[test]
fn clrx_by_hand() {
    let mut report = Report::default();
    for line in read(&folder().join("clrx.tsv")).lines() {
        if line.starts_with('#') {
            continue;
        }
        let columns: Vec<&str> = line.split('\t').collect();
        let [cpu, text, code, rest @ ..] = columns.as_slice() else {
            panic!("columns: {line}")
        };
        let engine =
            Engine::new(machine::gcn(), cpu, "clrx").expect("a processor with this syntax");
        let ours = engine.assemble(text);
        if *code == "-" {
            report.check(ours.is_err(), || {
                format!("{cpu} `{text}` is no instruction, {ours:x?}")
            });
            continue;
        }
        let printed = rest.first().unwrap_or(text);
        let bytes = unhex(code).expect("hexadecimal");
        let good = ours.as_ref() == Ok(&(bytes.clone(), (*printed).to_owned()));
        report.check(good, || {
            format!("{cpu} `{text}` is {code}\n    ours {ours:x?}")
        });
        let back = engine.disassemble(&bytes);
        report.check(back.as_deref() == Some(printed), || {
            format!("{cpu} {} is `{printed}`\n    ours {back:?}", hex(&bytes))
        });
    }
    report.finish(100);
}

/// What one syntax has a text for keeps its bytes in the text of every other,
/// or has none there: `v_nop quad_perm:[0,1,2,3]` once was `v_nop` in clrx.
#[test]
fn no_syntax_loses_bits() {
    let mut report = Report::default();
    for cpu in ["gfx600", "gfx700", "gfx803", "gfx900", "gfx906"] {
        let tables = machine::gcn();
        let engines = tables.syntaxes.iter().map(|syntax| {
            let name = tables.text(syntax.name);
            Engine::new(tables, cpu, name).expect("a processor with this syntax")
        });
        let engines: Vec<Engine<'_>> = engines.collect();
        for line in read(&folder().join(format!("{cpu}.tsv"))).lines() {
            let (_, code) = line.split_once('\t').expect("text, tab, bytes");
            let bytes = unhex(code).expect("hexadecimal");
            for engine in &engines {
                let Some(text) = engine.disassemble(&bytes) else {
                    continue;
                };
                let again = engine.assemble(&text);
                let good = again.as_ref().is_ok_and(|(again, _)| *again == bytes);
                report.check(good, || format!("{cpu} {code} is `{text}`, {again:x?}"));
            }
        }
    }
    report.finish(5_000);
}
