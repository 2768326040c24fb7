//! Lines made from the tables, in every syntax and for every processor,
//! against the bits that the generator's own simple printer says they have.

use isa_tests::generate::{Depth, family_lines};
use isa_tests::machine::gcn;
use isa_tests::oracle::{Engine, hex};
use isa_tests::random;
use isa_tests::report::Report;

/// Text to bytes, bytes to text. Spoilt lines must be answered too, not
/// with a panic.
#[test]
fn lines_have_their_bits() {
    let tables = gcn();
    let mut report = Report::default();
    // One processor of every architecture and set of features.
    let mut seen = Vec::new();
    for processor in tables.processors {
        if seen.contains(&(processor.arch, processor.features)) {
            continue;
        }
        seen.push((processor.arch, processor.features));
        let cpu = tables.text(processor.name);
        for syntax in tables.syntaxes {
            let syntax = tables.text(syntax.name);
            let engine = Engine::new(tables, cpu, syntax).expect("both are in the tables");
            let families = 0..tables.families.len();
            let lines = families.flat_map(|it| family_lines(tables, cpu, syntax, Depth::Full, it));
            for line in lines {
                let ours = engine.assemble(&line.text);
                let Some(bytes) = line.code.as_deref() else {
                    continue;
                };
                let text = match &ours {
                    Ok((ours, text)) if ours == bytes => Some(text),
                    _ => None,
                };
                let good = text.is_some_and(|text| {
                    let printed = !line.canonical || *text == line.text;
                    let back = engine.disassemble(bytes);
                    printed && (line.chosen || back.as_ref() == Some(text))
                });
                report.check(good, || {
                    let back = engine.disassemble(bytes);
                    format!(
                        "{cpu} {syntax} `{}` is {}\n    ours {ours:x?}, back {back:?}",
                        line.text,
                        hex(bytes)
                    )
                });
            }
        }
    }
    report.finish(20_000);
}

/// What is decoded is encoded to the same bytes, and what is printed says all
/// of them.
#[test]
fn random_instructions_are_not_lost() {
    let tables = gcn();
    let mut report = Report::default();
    for (seed, processor) in tables.processors.iter().enumerate() {
        let cpu = tables.text(processor.name);
        for syntax in tables.syntaxes {
            let engine =
                Engine::new(tables, cpu, tables.text(syntax.name)).expect("both are known");
            for code in random::instructions(tables, cpu, 2_000, seed as u64) {
                let again = engine.recode(&code);
                // A wrong bit may make the instruction shorter than the string.
                let kept = again.as_ref().is_none_or(|bytes| code.starts_with(bytes));
                report.check(kept, || {
                    format!("{cpu} {} is encoded as {again:x?}", hex(&code))
                });
                let Some(text) = engine.disassemble(&code) else {
                    continue;
                };
                let again = engine.assemble(&text);
                let same = again.as_ref().is_ok_and(|(bytes, _)| *bytes == code);
                report.check(same, || format!("{cpu} {} `{text}` {again:x?}", hex(&code)));
            }
        }
    }
    report.finish(20_000);
}
