//! Kernels that clang compiled, run: the same as on the CPU, bit for bit.
//!
//! `tests/run` has the sources. A selection of what clang 22 and lld 22 make of them is
//! stored there with the results of the CPU; `cargo run -p isa-tests --features llvm --bin
//! running` makes both anew. With `--features llvm` everything is compiled and compared.

use isa_test_support::running::{CASES, Case, approximation_error, stored};
use isa_test_support::sample::Sample;

/// What clang made gives what the CPU gave; needs neither clang nor lld. A sample runs each
/// kernel once, as compiled for some processor at some level.
#[test]
fn stored_kernels() {
    let results = stored::results().expect("results");
    let (mut runs, mut wrong) = (0, Vec::new());
    let mut sample = Sample::of_this_run();
    let selection = stored::selection();
    for case in CASES {
        let holds = |it: &&(_, _, Vec<&Case>)| it.2.iter().any(|it| it.name == case.name);
        let compiled: Vec<_> = selection.iter().filter(holds).collect();
        for (processor, level, _) in sample.one_of(&compiled) {
            let path = stored::folder().join(stored::name(processor, level));
            let file = std::fs::read(path).expect("a stored code object");
            let what = format!("{} {processor} {level}", case.name);
            runs += 1;
            let found = match case.run(&file, &mut ()) {
                Ok((found, _)) => found,
                Err(error) => {
                    wrong.push(format!("{what}: {error}"));
                    continue;
                }
            };
            if !case.is_exact() {
                wrong.extend(approximation_error(case, &found).map(|it| format!("{what}: {it}")));
                continue;
            }
            let wanted = results.iter().find(|it| it.0 == case.name);
            match wanted {
                Some((_, wanted)) if Case::hash(&found) != *wanted => {
                    wrong.push(format!("{what}: other results than the CPU's"));
                }
                Some(_) => {}
                None => panic!("{} has no result", case.name),
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {runs}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    let least = CASES.len() * sample.amount(2, 5) / 2;
    assert!(runs >= least, "{runs} of {least}");
}
