//! The stored lines as people write them are what llvm-mc says of them.

use isa_dsl::sorted::SortedMap;
use std::path::Path;

use isa_test_support::llvm::{Assembled, assemble};
use isa_test_support::oracle::hex;
use isa_test_support::report::Report;

/// A line that somebody has changed by hand, or that another llvm-mc reads otherwise, would
/// hold our own mistake to be right.
#[test]
fn llvm_says_so() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/spellings.tsv");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{error}"));
    let mut by_processor: SortedMap<&str, Vec<(&str, &str)>> = SortedMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (cpu, rest) = line.split_once('\t').expect("a processor");
        let (line, answer) = rest.split_once('\t').expect("a line and an answer");
        by_processor.entry(cpu).or_default().push((line, answer));
    }
    let mut report = Report::default();
    for (cpu, lines) in by_processor {
        let texts: Vec<String> = lines.iter().map(|(line, _)| (*line).to_owned()).collect();
        let answers = assemble(cpu, &texts).unwrap_or_else(|error| panic!("{error}"));
        for ((line, stored), answer) in lines.iter().zip(answers) {
            let found = match answer {
                Assembled::Accepted { bytes, text } => {
                    let words: Vec<&str> = text.split_whitespace().collect();
                    format!("{}\t{}", hex(&bytes), words.join(" "))
                }
                Assembled::Rejected(_) => "-".to_owned(),
                Assembled::Unresolved | Assembled::Died => "no answer".to_owned(),
            };
            report.check(found == *stored, || {
                format!("{cpu} `{line}`\n    stored {stored}\n    found  {found}")
            });
        }
    }
    report.finish(100);
}
