//! Kernels that clang compiled, run: the same as on the CPU, bit for bit.
//!
//! `tests/run` has the sources. A selection of what clang 22 and lld 22 make of them is
//! stored there with the results of the CPU; `cargo run -p isa-tests --features llvm --bin
//! running` makes both anew. With `--features llvm` everything is compiled and compared.

use isa_tests::running::{CASES, Case, stored};
#[cfg(feature = "llvm")]
use isa_tests::running::{LEVELS, PROCESSORS, Programs, compile};

/// Units in the last place by which an approximation may differ from the exact result:
/// the hardware's bounds, and one more for the reference, which is rounded too.
const UNITS: u32 = 2;

/// What is wrong with the results of a kernel whose instructions approximate: `found` has
/// seven functions of each number of the first buffer.
fn approximation_error(case: &Case, found: &[Vec<u8>]) -> Option<String> {
    let single = |bytes: &[u8; 4]| f64::from(f32::from_le_bytes(*bytes));
    let numbers = case.buffers().swap_remove(0);
    let numbers = numbers.as_chunks::<4>().0.iter().map(single);
    let results = found[1].as_chunks::<4>().0.chunks(7);
    assert_eq!(numbers.len(), results.len());
    for (number, results) in numbers.zip(results) {
        // Turns of the circle, whole ones left out.
        let angle = (number - number.round()) * std::f64::consts::TAU;
        let magnitude = number.abs();
        let exact = [
            number.exp2(),
            magnitude.log2(),
            1.0 / number,
            1.0 / magnitude.sqrt(),
            magnitude.sqrt(),
            angle.sin(),
            angle.cos(),
        ];
        for (function, (found, exact)) in results.iter().zip(exact).enumerate() {
            let found = f32::from_le_bytes(*found);
            let wanted = exact as f32;
            let units = found.to_bits().abs_diff(wanted.to_bits());
            // Near a zero of sine or cosine the reference is not exactly zero.
            if units > UNITS && (f64::from(found) - exact).abs() > 1e-12 {
                return Some(format!(
                    "function {function} of {number}: {found:e}, not {wanted:e}"
                ));
            }
        }
    }
    None
}

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

/// The first difference from what the CPU gives.
#[cfg(feature = "llvm")]
fn difference(case: &Case, found: &[Vec<u8>], wanted: &[Vec<u8>]) -> Option<String> {
    if !case.is_exact() {
        return approximation_error(case, found);
    }
    for (buffer, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        let mut bytes = found.iter().zip(wanted).enumerate();
        if let Some((at, (found, wanted))) = bytes.find(|(_, (found, wanted))| found != wanted) {
            return Some(format!(
                "buffer {buffer}, byte {at}: {found:#x}, not {wanted:#x}"
            ));
        }
    }
    None
}

/// Every kernel, compiled for every processor at every level, linked and as an object
/// that no linker has seen.
#[cfg(feature = "llvm")]
#[test]
fn every_kernel_everywhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let programs = Programs::new(folder.path());
    let only = std::env::var("ISA_MC_KERNEL").ok();
    let (mut runs, mut instructions, mut wrong) = (0, 0, Vec::new());
    for case in CASES {
        if only.as_ref().is_some_and(|it| it != case.name) {
            continue;
        }
        let wanted = programs.run(case).unwrap_or_else(|error| panic!("{error}"));
        assert_ne!(wanted, case.buffers(), "{} does nothing", case.name);
        for processor in PROCESSORS {
            for level in LEVELS.into_iter().filter(|it| case.runs_on(processor, it)) {
                let made = compile(&[case.file], processor, level, folder.path());
                let (linked, objects) = made.unwrap_or_else(|error| panic!("{error}"));
                for (kind, file) in [("linked", &linked), ("object", &objects[0])] {
                    let what = format!("{} {processor} {level} {kind}", case.name);
                    runs += 1;
                    match case.run(file, &mut ()) {
                        Err(error) => wrong.push(format!("{what}: {error}")),
                        Ok((found, count)) => {
                            instructions += count;
                            if let Some(difference) = difference(case, &found, &wanted) {
                                wrong.push(format!("{what}: {difference}"));
                            }
                        }
                    }
                }
            }
        }
    }
    println!("{runs} runs, {instructions} instructions");
    assert!(
        wrong.is_empty(),
        "{} of {runs} runs:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    // All but one run everywhere, linked and not.
    let everywhere = CASES.iter().filter(|case| case.file != "spaces").count();
    assert_eq!(everywhere + 1, CASES.len());
    assert!(only.is_some() || runs > everywhere * 20, "{runs}");
}
