//! Lines made from the tables, in every syntax and for every processor,
//! against the bits that the generator's own simple printer says they have.

use isa_dsl::sorted::SortedSet;
use isa_dsl::tables::Processor;
use isa_mc::Target;
use isa_test_support::filter::Part;
use isa_test_support::generate::{Depth, Line, family_lines};
use isa_test_support::machine::gcn;
use isa_test_support::oracle::{Engine, hex};
use isa_test_support::random;
use isa_test_support::report::Report;
use isa_test_support::sample::Sample;
use rayon::prelude::*;

/// Text to bytes, bytes to text. Spoilt lines must be answered too, not
/// with a panic. A sample has the lean lines of each row, 250 of a family for a
/// processor at most, of the syntaxes one for each family, and an eighth of the families of which
/// an earlier processor has all encodings.
#[test]
fn lines_have_their_bits() {
    let mut sample = Sample::of_this_run();
    let depth = match sample.is_whole() {
        false => Depth::Lean,
        true => Depth::Full,
    };
    let tables = gcn();
    // One processor of every architecture and set of features.
    let mut processors: Vec<&Processor> = Vec::new();
    for row in tables.processors {
        let same = |it: &&Processor| (it.arch, it.features) == (row.arch, row.features);
        if !processors.iter().any(same) {
            processors.push(row);
        }
    }
    let part = (!sample.is_whole()).then(|| Part::new(250, sample.seed()));
    let mut questions = Vec::new();
    let mut met = SortedSet::new();
    for processor in processors {
        let cpu = tables.text(processor.name);
        let target = Target::new(tables, cpu).expect("it is in the tables");
        let syntaxes: Vec<&str> = target.syntaxes().map(|(_, name)| name).collect();
        let mut encodings = vec![0; tables.families.len()];
        let mut unmet = encodings.clone();
        for (at, encoding) in tables.encodings.iter().enumerate() {
            let arch = tables.shapes[usize::from(encoding.shape)].arch;
            if arch == processor.arch && encoding.features & !processor.features == 0 {
                let row = &tables.instructions[usize::from(encoding.instruction)];
                encodings[usize::from(row.family)] += 1;
                unmet[usize::from(row.family)] += usize::from(met.insert(at));
            }
        }
        for family in 0..tables.families.len() {
            if encodings[family] == 0 || unmet[family] == 0 && !sample.takes(8) {
                continue;
            }
            let names = sample.one_of(&syntaxes).iter().map(|name| (cpu, *name));
            questions.extend(names.map(|it| (it, family)));
        }
    }
    let reports = questions.par_iter().map(|&((cpu, syntax), family)| {
        let engine = Engine::new(tables, cpu, syntax).expect("both are in the tables");
        let mut report = Report::default();
        let mut lines = family_lines(tables, cpu, syntax, depth, family);
        if let Some(part) = part {
            part.keep(family, &mut lines);
        }
        for line in lines {
            check_line(&engine, (cpu, syntax), &line, &mut report);
        }
        report
    });
    let mut all = Report::default();
    let reports: Vec<Report> = reports.collect();
    reports.into_iter().for_each(|report| all.add(report));
    all.finish(10_000);
}

fn check_line(engine: &Engine<'_>, (cpu, syntax): (&str, &str), line: &Line, report: &mut Report) {
    let ours = engine.assemble(&line.text);
    let Some(bytes) = line.code.as_deref() else {
        return;
    };
    let text = match &ours {
        Ok((ours, text)) if ours == bytes => Some(text),
        _ => None,
    };
    let back = engine.disassemble(bytes);
    let good = text.is_some_and(|text| {
        let printed = !line.canonical || *text == line.text;
        printed && (line.chosen || back.as_ref() == Some(text))
    });
    report.check(good, || {
        format!(
            "{cpu} {syntax} `{}` is {}\n    ours {ours:x?}, back {back:?}",
            line.text,
            hex(bytes)
        )
    });
}

/// What is decoded is encoded to the same bytes, and what is printed says all
/// of them.
#[test]
fn random_instructions_are_not_lost() {
    let tables = gcn();
    let mut report = Report::default();
    for (seed, processor) in tables.processors.iter().enumerate() {
        let cpu = tables.text(processor.name);
        let target = Target::new(tables, cpu).expect("it is in the tables");
        for (_, syntax) in target.syntaxes() {
            let engine = Engine::new(tables, cpu, syntax).expect("both are known");
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
