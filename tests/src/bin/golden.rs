//! Writes `tests/golden/gfx*.tsv`: the generator's lean lines with the bytes
//! that llvm-mc confirms. Run it after instructions were added:
//!
//! ```text
//! cargo run -p isa-tests --features llvm --bin golden [FOLDER]
//! ```
//!
//! A line that llvm-mc rejects, prints otherwise or encodes otherwise than the
//! tables say is an error, and no file is written.
//!
//! `fields.tsv` keeps its lines and gets those that tell fields of a format apart which have
//! the same bits in all others.

use isa_dsl::sorted::SortedSet;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use isa_mc::gcn::processors::Processor;
use isa_test_support::alike::Alike;
use isa_test_support::compare::PROCESSORS;
use isa_test_support::facts;
use isa_test_support::generate::{Depth, family_lines, lines};
use isa_test_support::llvm::{
    Assembled, Disassembled, ToolError, assemble, disassemble, has_disassembler, lacks_register,
};
use isa_test_support::machine::gcn;
use isa_test_support::oracle::{Engine, hex, unhex};

fn main() -> ExitCode {
    let folder = std::env::args_os().nth(1).map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("golden"),
        PathBuf::from,
    );
    let mut known = SortedSet::new();
    let mut generation = None;
    for cpu in PROCESSORS {
        match confirmed(cpu) {
            Ok((mut vectors, wrong)) if wrong.is_empty() => {
                let own = Processor::named(cpu).map(Processor::generation);
                if own == generation {
                    vectors = new_lines(&vectors, &known);
                } else {
                    known.clear();
                }
                generation = own;
                let path = folder.join(format!("{cpu}.tsv"));
                if let Err(error) = std::fs::write(&path, &vectors) {
                    eprintln!("{}: {error}", path.display());
                    return ExitCode::FAILURE;
                }
                println!("{cpu}: {} vectors", vectors.lines().count());
                known.extend(vectors.lines().map(str::to_owned));
            }
            Ok((_, wrong)) => {
                eprintln!("{cpu}: llvm-mc disagrees:\n{}", wrong.join("\n"));
                return ExitCode::FAILURE;
            }
            Err(error) => {
                eprintln!("{error}");
                return ExitCode::FAILURE;
            }
        }
    }
    match add_fields(&folder) {
        Ok(added) => println!("fields: {added} new vectors"),
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Adds to `fields.tsv` what tells fields apart that no line of the folder does.
fn add_fields(folder: &Path) -> Result<usize, Box<dyn Error>> {
    let path = folder.join("fields.tsv");
    let mut fields = std::fs::read_to_string(&path)?;
    let mut alike = Alike::new(gcn());
    for line in fields.lines().filter(|line| !line.starts_with('#')) {
        if let [cpu, _, code] = line.split('\t').collect::<Vec<_>>()[..] {
            tell(&mut alike, &engine(cpu)?, &unhex(code).ok_or("no bytes")?);
        }
    }
    for cpu in PROCESSORS {
        let engine = engine(cpu)?;
        let vectors = std::fs::read_to_string(folder.join(format!("{cpu}.tsv")))?;
        for (_, code) in vectors.lines().filter_map(|line| line.split_once('\t')) {
            tell(&mut alike, &engine, &unhex(code).ok_or("no bytes")?);
        }
    }
    let mut added = 0;
    for cpu in PROCESSORS {
        let engine = engine(cpu)?;
        for family in alike.families() {
            let lines = family_lines(gcn(), cpu, "llvm", Depth::Full, family);
            let lines = lines
                .into_iter()
                .filter(|line| line.canonical && !lacks_register(cpu, &line.text));
            let mut found = Vec::new();
            for line in lines {
                let Some(code) = line.code else { continue };
                if tell(&mut alike, &engine, &code) {
                    found.push((line.text, code));
                }
            }
            let texts: Vec<String> = found.iter().map(|(text, _)| text.clone()).collect();
            for ((text, code), answer) in found.iter().zip(assemble(cpu, &texts)?) {
                match answer {
                    Assembled::Accepted {
                        bytes,
                        text: printed,
                    } if bytes == *code && printed == *text => {
                        writeln!(fields, "{cpu}\t{text}\t{}", hex(code))?;
                        added += 1;
                    }
                    other => println!("fields: {cpu} `{text}` {}: {other:x?}", hex(code)),
                }
            }
        }
    }
    for pair in alike.pairs() {
        println!(
            "fields: {} of {} are alike",
            pair.fields.join(" and "),
            pair.format
        );
    }
    std::fs::write(&path, &fields)?;
    Ok(added)
}

/// The processor of that name.
fn engine(cpu: &str) -> Result<Engine<'static>, &'static str> {
    Engine::new(gcn(), cpu, "llvm").ok_or("no such processor")
}

/// Whether the instruction of these bytes tells fields apart that none before did.
fn tell(alike: &mut Alike<'_>, engine: &Engine<'_>, code: &[u8]) -> bool {
    engine.encoding(code).is_some_and(|it| alike.tell(it, code))
}

/// The lines that are not among those of the processors before of the same generation: they
/// have those instructions, and their files hold what came with them only.
fn new_lines(vectors: &str, known: &SortedSet<String>) -> String {
    let new = vectors.lines().filter(|line| !known.contains(*line));
    new.fold(String::new(), |text, line| text + line + "\n")
}

/// The file of a processor, and what llvm-mc sees otherwise.
fn confirmed(cpu: &str) -> Result<(String, Vec<String>), ToolError> {
    let mut lines = lines(gcn(), cpu, "llvm", Depth::Lean);
    lines.retain(|line| line.canonical && !lacks_register(cpu, &line.text));
    let texts: Vec<String> = lines.iter().map(|line| line.text.clone()).collect();
    let disputes = facts::disputes();
    let mut vectors = String::new();
    let mut wrong = Vec::new();
    let mut other_texts = Vec::new();
    for (line, answer) in lines.iter().zip(assemble(cpu, &texts)?) {
        let Some(wanted) = &line.code else {
            continue;
        };
        match answer {
            Assembled::Accepted { bytes, text } if bytes == *wanted && text == line.text => {
                let _ = writeln!(vectors, "{text}\t{}", hex(&bytes));
            }
            Assembled::Accepted { bytes, text } if bytes == *wanted => {
                other_texts.push((wanted, text, &line.text));
            }
            // Known to be refused.
            Assembled::Rejected(_) if disputes.iter().any(|it| it.may_be(cpu, &line.text)) => {}
            other => wrong.push(format!("`{}` {}: {other:x?}", line.text, hex(wanted))),
        }
    }
    // A text that llvm-mc prints and reads back as other bytes is no vector, and one is that its
    // disassembler prints.
    let texts: Vec<String> = other_texts
        .iter()
        .map(|(_, text, _)| text.clone())
        .collect();
    let codes: Vec<Vec<u8>> = other_texts
        .iter()
        .map(|(wanted, ..)| (*wanted).clone())
        .collect();
    let from_bytes = match has_disassembler(cpu) {
        true => disassemble(cpu, &codes)?,
        false => Vec::new(),
    };
    let mut from_bytes = from_bytes.into_iter();
    for ((wanted, text, ours), answer) in other_texts.iter().zip(assemble(cpu, &texts)?) {
        if matches!(from_bytes.next(), Some(Disassembled::Text(it)) if it == **ours) {
            let _ = writeln!(vectors, "{ours}\t{}", hex(wanted));
        } else if matches!(&answer, Assembled::Accepted { bytes, .. } if bytes == *wanted) {
            wrong.push(format!("`{ours}` {}: `{text}`", hex(wanted)));
        }
    }
    Ok((vectors, wrong))
}
