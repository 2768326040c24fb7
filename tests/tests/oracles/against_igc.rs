//! The definitions of vISA against `GenX_IR` itself. Needs the program
//! (`apt-get install libigc-tools`):
//!
//! ```text
//! cargo test -p isa-tests --features igc --test against_igc
//! ```

use std::collections::BTreeMap;
use std::path::Path;

use isa_mc::StreamTarget;
use isa_tests::igc::{self, corpus, object};
use isa_tests::machine::visa;
use isa_tests::oracle::{hex, unhex};
use isa_tests::report::Report;
use isa_tests::sample::Sample;

fn version(cpu: &str) -> Option<object::Version> {
    let mut versions = object::VERSIONS.into_iter();
    versions.find(|(major, minor)| cpu == format!("visa{major}.{minor}"))
}

/// What is stored is what `GenX_IR` says today.
#[test]
fn stored_vectors() {
    let mut by_version: BTreeMap<object::Version, Vec<(String, Vec<u8>)>> = BTreeMap::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/visa");
    for entry in std::fs::read_dir(folder).expect("the folder of vectors") {
        let lines = std::fs::read_to_string(entry.expect("an entry").path()).expect("vectors");
        for line in lines.lines() {
            let columns: Vec<&str> = line.split('\t').collect();
            let [cpu, text, code] = columns.as_slice() else {
                panic!("columns: {line}")
            };
            let vector = ((*text).to_owned(), unhex(code).expect("hexadecimal"));
            let version = version(cpu).expect("a version");
            by_version.entry(version).or_default().push(vector);
        }
    }
    let mut report = Report::default();
    for (version, vectors) in by_version {
        let codes: Vec<Vec<u8>> = vectors.iter().map(|(_, code)| code.clone()).collect();
        let answers = igc::disassemble(version, &codes).expect("GenX_IR");
        for ((text, code), answer) in vectors.iter().zip(answers) {
            report.check(answer.as_ref() == Some(text), || {
                format!(
                    "{version:?} {} is `{text}`\n    GenX_IR {answer:?}",
                    hex(code)
                )
            });
        }
    }
    report.finish(4_500);
}

/// Every typed atomic, in every version of objects: our text is `GenX_IR`'s, and
/// its text gives our bytes. A sample has one version.
#[test]
fn typed_atomics() {
    let mut report = Report::default();
    let mut sample = Sample::of_this_run();
    for &version in sample.one_of(&object::VERSIONS) {
        let cpu = format!("visa{}.{}", version.0, version.1);
        let target = StreamTarget::new(visa(), &cpu).expect("a processor");
        let syntax = target.syntax("visa").expect("a syntax");
        let codes = corpus::every_typed_atomic(version);
        let answers = igc::disassemble(version, &codes).expect("GenX_IR");
        for (code, answer) in codes.iter().zip(answers) {
            let mut text = String::new();
            let inst = target.decode(code);
            let printed = inst.map(|inst| target.print(inst, syntax, &mut text));
            report.check(
                matches!(printed, Ok(Ok(()))) && answer.as_ref() == Some(&text),
                || {
                    format!(
                        "{cpu} {}\n    GenX_IR {answer:?}\n    ours    {text}",
                        hex(code)
                    )
                },
            );
            let answer = answer.unwrap_or_default();
            let again = target.parse(&answer, syntax).ok();
            let bytes = again.map(|inst| inst.bytes().to_vec());
            report.check(bytes.as_ref() == Some(code), || {
                format!("{cpu} `{answer}` is {}\n    ours {bytes:x?}", hex(code))
            });
        }
    }
    report.finish(sample.amount(500, 70_000));
}
