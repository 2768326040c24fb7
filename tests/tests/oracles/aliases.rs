//! Every alias that LLVM's target description has, with llvm-mc as the judge of
//! what it means on which processor.

use isa_dsl::sorted::SortedSet;

use isa_test_peers::aliases::{Uses, aliases, refusals};
use isa_test_support::compare::{self, PROCESSORS, Tally};
use isa_test_support::generate::Line;
use isa_test_support::llvm::{self, Assembled};
use isa_test_support::machine::gcn;
use isa_test_support::oracle::Engine;
use isa_test_support::sample::Sample;

/// What llvm-mc takes we take, with the same bytes; what it refuses we refuse. An
/// alias that we do not take stands in a table with its reason. A sample has one processor.
#[test]
fn aliases_are_read_as_llvm_reads_them() {
    let (aliases, refusals) = (aliases(), refusals());
    let mut needed = SortedSet::new();
    let (mut taken, mut known) = (SortedSet::new(), SortedSet::new());
    let mut all = Tally::default();
    let mut sample = Sample::of_this_run();
    for &cpu in sample.one_of(&PROCESSORS) {
        let engine = Engine::new(gcn(), cpu, "llvm").expect("a processor with this syntax");
        let uses = Uses::new(gcn(), cpu);
        let (mut lines, mut refused): (Vec<Line>, Vec<(usize, Line)>) = Default::default();
        for alias in &aliases {
            if !alias.processors.iter().any(|name| name == cpu) {
                continue;
            }
            known.insert(alias.mnemonic.clone());
            match refusals.iter().position(|it| it.holds(alias, cpu)) {
                Some(row) => refused.extend(uses.lines(alias).into_iter().map(|it| (row, it))),
                None => lines.extend(uses.lines(alias)),
            }
        }
        lines.retain(|line| !llvm::lacks_register(cpu, &line.text));
        let mut tally = Tally {
            cpu: cpu.to_owned(),
            family: "aliases".to_owned(),
            ..Tally::default()
        };
        let mut note = |line: &Line, _: &[u8], _: &str| {
            taken.insert(line.family.clone());
        };
        compare::chunk(&engine, &lines, &mut tally, &mut note)
            .unwrap_or_else(|error| panic!("{error}"));
        println!("{tally}");
        all.add(&tally);
        let texts: Vec<String> = refused.iter().map(|it| it.1.text.clone()).collect();
        let answers = llvm::assemble(cpu, &texts).unwrap_or_else(|error| panic!("{error}"));
        for ((row, line), answer) in refused.iter().zip(answers) {
            if matches!(answer, Assembled::Accepted { .. }) && engine.assemble(&line.text).is_err()
            {
                needed.insert(*row);
            }
        }
    }
    assert!(
        all.differences == 0,
        "{} of {} lines differ:\n{}",
        all.differences,
        all.compared(),
        all.shown.join("\n")
    );
    if !sample.is_whole() {
        println!("what no alias needs is not looked for: one processor only");
        return;
    }
    let idle = (0..refusals.len()).find(|row| !needed.contains(row));
    assert!(
        idle.is_none(),
        "row {idle:?} of tests/facts/alias_refusals.tsv is not needed"
    );
    // Operations that only later processors have.
    let never: Vec<&String> = known.difference(&taken).collect();
    println!("{} names are taken, never {never:?}", taken.len());
    assert!(taken.len() > 550, "only {} names are taken", taken.len());
    assert!(all.compared() > 20_000, "only {} lines", all.compared());
}
