//! Kernels that clang compiled, run: the same as on the CPU, bit for bit.
//!
//! `tests/run` has the sources. A selection of what clang 22 and lld 22 make of them is
//! stored there with the results of the CPU; `cargo run -p isa-tests --features llvm --bin
//! running` makes both anew. With `--features llvm` everything is compiled and compared.

#[cfg(feature = "llvm")]
use isa_tests::running::{CASES, Case, LEVELS, PROCESSORS, Programs, compile};

/// Units in the last place by which an approximation may differ from the exact result:
/// the hardware's bounds, and one more for the reference, which is rounded too.
#[cfg(feature = "llvm")]
const UNITS: u32 = 2;

/// Whether results are what the CPU gives.
#[cfg(feature = "llvm")]
fn differs(case: &Case, found: &[Vec<u8>], wanted: &[Vec<u8>]) -> Option<String> {
    for (buffer, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        if case.name == "approximate" {
            let numbers = found
                .as_chunks::<4>()
                .0
                .iter()
                .zip(wanted.as_chunks::<4>().0);
            for (at, (found, wanted)) in numbers.enumerate() {
                let (found, wanted) = (f32::from_le_bytes(*found), f32::from_le_bytes(*wanted));
                let units = found.to_bits().abs_diff(wanted.to_bits());
                // Near a zero of sine or cosine the reference is not exactly zero.
                if units > UNITS && (found - wanted).abs() > 1e-12 {
                    return Some(format!(
                        "function {} of number {}: {found:e}, not {wanted:e}",
                        at % 7,
                        at / 7
                    ));
                }
            }
            continue;
        }
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
            for level in LEVELS {
                let made = compile(&[case.file], processor, level, folder.path());
                let (linked, objects) = made.unwrap_or_else(|error| panic!("{error}"));
                for (kind, file) in [("linked", &linked), ("object", &objects[0])] {
                    let what = format!("{} {processor} {level} {kind}", case.name);
                    runs += 1;
                    match case.run(file, &mut ()) {
                        Err(error) => wrong.push(format!("{what}: {error}")),
                        Ok((found, count)) => {
                            instructions += count;
                            if let Some(difference) = differs(case, &found, &wanted) {
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
    assert!(only.is_some() || runs >= CASES.len() * 20);
}
