//! Kernels that clang compiled, run: the same as on the CPU, bit for bit.
//!
//! `tests/run` has the sources. A selection of what clang 22 and lld 22 make of them is
//! stored there with the results of the CPU; `cargo run -p isa-tests --features llvm --bin
//! running` makes both anew. With `--features llvm` everything is compiled and compared.

use isa_tests::running::{CASES, Case, approximation_error, stored};

/// What clang made gives what the CPU gave; needs neither clang nor lld.
#[test]
fn stored_kernels() {
    let results = stored::results().expect("results");
    let (mut runs, mut wrong) = (0, Vec::new());
    for (processor, level, cases) in stored::selection() {
        let path = stored::folder().join(stored::name(processor, level));
        let file = std::fs::read(path).expect("a stored code object");
        for case in cases {
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
    assert!(runs >= 5 * CASES.len() / 2, "{runs}");
}
