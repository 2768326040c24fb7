//! The definitions of vISA against `GenX_IR` itself. Needs the program
//! (`apt-get install libigc-tools`):
//!
//! ```text
//! cargo test -p isa-tests --features igc --test against_igc
//! ```

use isa_dsl::sorted::SortedMap;
use std::path::Path;

use isa_mc::StreamTarget;
use isa_mc::visa::object::{Object, Version};
use isa_mc::visa::text::{self, Style};
use isa_test_support::igc::{self, corpus, object};
use isa_test_support::machine::visa;
use isa_test_support::oracle::{hex, unhex};
use isa_test_support::report::Report;
use isa_test_support::sample::Sample;
use isa_test_support::visa_files;

fn version(cpu: &str) -> Option<object::Version> {
    let mut versions = object::VERSIONS.into_iter();
    versions.find(|(major, minor)| cpu == format!("visa{major}.{minor}"))
}

/// What is stored is what `GenX_IR` says today.
#[test]
fn stored_vectors() {
    let mut by_version: SortedMap<object::Version, Vec<(String, Vec<u8>)>> = SortedMap::new();
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

/// Whole files, in every version of objects: what `GenX_IR` prints of our object is our
/// listing in its style, byte for byte. A sample has one version.
#[test]
fn listings_of_whole_files() {
    let mut report = Report::default();
    let mut sample = Sample::of_this_run();
    for &version in sample.one_of(&Version::ALL) {
        for (name, source) in visa_files::sources() {
            let object = text::assemble(&source, version).expect("a stored source");
            let bytes = object.write().expect("an object");
            let theirs = igc::listings_of(&bytes).expect("GenX_IR");
            for number in 0..object.kernels.len() {
                let ours = text::list_kernel(&object, number, Style::GenX).expect("a kernel");
                let theirs = theirs.get("").map(String::as_str);
                report.check(theirs == Some(ours.as_str()), || {
                    format!("{name} {version}\n    GenX_IR {theirs:?}\n    ours    {ours:?}")
                });
            }
            for number in 0..object.functions.len() {
                let ours = text::list_function(&object, number, Style::GenX).expect("a function");
                let theirs = theirs.get(&format!("_f{number}")).map(String::as_str);
                report.check(theirs == Some(ours.as_str()), || {
                    format!("{name} {version}\n    GenX_IR {theirs:?}\n    ours    {ours:?}")
                });
            }
        }
    }
    report.finish(4);
}

/// Whole files: the object that `GenX_IR` writes of a text has our header and our tables, and
/// of each instruction the front; what it leaves out is counted as zeros. It writes 4.1
/// only.
#[test]
fn objects_of_whole_files() {
    let version = Version::new(4, 1);
    let target = visa_files::target(version);
    let mut report = Report::default();
    for (name, source) in visa_files::sources() {
        let ours = text::assemble(&source, version).expect("a stored source");
        let bytes = igc::object_of(&source).expect("GenX_IR");
        let bytes = bytes.unwrap_or_default();
        let theirs = match Object::read(&bytes) {
            Ok(theirs) => theirs,
            Err(error) => {
                report.check(false, || format!("{name}: {error}"));
                continue;
            }
        };
        let both = ours.kernels.iter().map(|it| &it.routine);
        let both = both.chain(ours.functions.iter().map(|it| &it.routine));
        let other = theirs.kernels.iter().map(|it| &it.routine);
        let other = other.chain(theirs.functions.iter().map(|it| &it.routine));
        for (ours, theirs) in both.zip(other) {
            let mut instructions = Vec::new();
            let mut rest = ours.code.as_slice();
            while let Ok(inst) = target.decode(rest) {
                instructions.push(inst.bytes().to_vec());
                rest = &rest[inst.bytes().len()..];
            }
            let is_cut =
                rest.is_empty() && igc::is_cut(&theirs.code, &instructions, igc::Rest::Zeros);
            report.check(is_cut, || {
                let (theirs, ours) = (hex(&theirs.code), hex(&ours.code));
                format!("{name}: code\n    GenX_IR {theirs}\n    ours    {ours}")
            });
            let mut declared = theirs.clone();
            declared.code.clone_from(&ours.code);
            report.check(declared == *ours, || {
                format!("{name}\n    GenX_IR {declared:?}\n    ours    {ours:?}")
            });
        }
        let inputs = ours.kernels.iter().zip(&theirs.kernels);
        for (ours, theirs) in inputs {
            report.check(
                ours.inputs == theirs.inputs && ours.name == theirs.name,
                || format!("{name}: {:?} is {:?}", theirs.inputs, ours.inputs),
            );
        }
    }
    report.finish(11);
}

/// Every instruction with operands that nobody has seen: what `GenX_IR` has a text for is
/// printed and read the same. It dies of some drawn operands; of those nothing is known.
#[test]
fn drawn_operands() {
    let mut report = Report::default();
    let mut sample = Sample::of_this_run();
    let seed = sample.seed();
    let mut silent = 0;
    for &version in sample.one_of(&object::VERSIONS) {
        let cpu = format!("visa{}.{}", version.0, version.1);
        let target = StreamTarget::new(visa(), &cpu).expect("a processor");
        let syntax = target.syntax("visa").expect("a syntax");
        // Labels are no statements, and blocks of pictures keep it busy for minutes.
        let groups = corpus::GROUPS.into_iter();
        for group in groups.filter(|group| !["places", "blocks"].contains(group)) {
            let codes = corpus::drawn(group, version, 2, seed);
            let answers = igc::disassemble(version, &codes).expect("GenX_IR");
            for (code, answer) in codes.iter().zip(answers) {
                let Some(answer) = answer else {
                    silent += 1;
                    continue;
                };
                let mut text = String::new();
                let inst = target.decode(code);
                let printed = inst.map(|inst| target.print(inst, syntax, &mut text));
                let same = matches!(printed, Ok(Ok(()))) && answer == text;
                report.check(same, || {
                    format!(
                        "{cpu} {}\n    GenX_IR {answer}\n    ours    {text}",
                        hex(code)
                    )
                });
                let again = target.parse(&answer, syntax).ok();
                let bytes = again.map(|inst| inst.bytes().to_vec());
                report.check(bytes.as_ref() == Some(code), || {
                    format!("{cpu} `{answer}` is {}\n    ours {bytes:x?}", hex(code))
                });
            }
        }
    }
    println!("{silent} instructions without an answer");
    report.finish(sample.amount(1_200, 13_000));
}
