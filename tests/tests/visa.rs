//! vISA: stored vectors both ways, damaged and random bytes, both syntaxes.
//!
//! `tests/golden/visa/*.tsv` are versions, texts and bytes that GenX_IR
//! confirmed: `given.tsv` a hundred that were there first, the others made by
//! `cargo run -p isa-tests --features igc --bin golden-visa`.

use std::path::Path;

use isa_mc::{StreamTarget, SyntaxId};
use isa_tests::igc::object::VERSIONS;
use isa_tests::machine::visa;
use isa_tests::oracle::{hex, unhex};
use isa_tests::random::Random;
use isa_tests::report::Report;

/// A stored vector.
struct Vector {
    cpu: String,
    text: String,
    bytes: Vec<u8>,
}

fn vectors() -> Vec<Vector> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/visa");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder of vectors")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let mut vectors = Vec::new();
    for file in files {
        let lines = std::fs::read_to_string(&file).expect("a file of vectors");
        vectors.extend(lines.lines().map(|line| {
            let columns: Vec<&str> = line.split('\t').collect();
            let [cpu, text, code] = columns.as_slice() else {
                panic!("{}: {line}", file.display())
            };
            Vector {
                cpu: (*cpu).to_owned(),
                text: (*text).to_owned(),
                bytes: unhex(code).expect("hexadecimal"),
            }
        }));
    }
    vectors
}

fn target(cpu: &str) -> StreamTarget<'static> {
    StreamTarget::new(visa(), cpu).unwrap_or_else(|| panic!("no processor {cpu}"))
}

fn syntax(name: &str) -> SyntaxId {
    target("visa").syntax(name).expect("a syntax")
}

/// Bytes of a statement and its canonical text, or the message.
fn assemble(cpu: &str, text: &str, syntax: SyntaxId) -> Result<(Vec<u8>, String), String> {
    let target = target(cpu);
    let inst = target
        .parse(text, syntax)
        .map_err(|error| error.display(target, syntax, text).to_string())?;
    let mut printed = String::new();
    target
        .print(inst, syntax, &mut printed)
        .map_err(|error| error.display(visa()).to_string())?;
    Ok((inst.bytes().to_vec(), printed))
}

/// The text of bytes that are one whole instruction, or why they are none.
fn disassemble(cpu: &str, bytes: &[u8], syntax: SyntaxId) -> Result<String, String> {
    let target = target(cpu);
    let inst = target
        .decode(bytes)
        .map_err(|error| error.display(visa()).to_string())?;
    if inst.bytes() != bytes {
        return Err(format!("{} of {} bytes", inst.bytes().len(), bytes.len()));
    }
    let mut printed = String::new();
    target
        .print(inst, syntax, &mut printed)
        .map_err(|error| error.display(visa()).to_string())?;
    Ok(printed)
}

/// Text to bytes and back, in every version of objects.
#[test]
fn confirmed_by_genx_ir() {
    let mut report = Report::default();
    for vector in vectors() {
        let Vector { cpu, text, bytes } = &vector;
        let ours = assemble(cpu, text, syntax("visa"));
        report.check(ours.as_ref() == Ok(&(bytes.clone(), text.clone())), || {
            format!("{cpu} `{text}` is {}\n    ours {ours:x?}", hex(bytes))
        });
        let back = disassemble(cpu, bytes, syntax("visa"));
        report.check(back.as_ref() == Ok(text), || {
            format!("{cpu} {} is `{text}`\n    ours {back:?}", hex(bytes))
        });
    }
    report.finish(9_000);
}
