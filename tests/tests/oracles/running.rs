//! Kernels, compiled for every processor at every level, run: the same as on the CPU, bit
//! for bit.

use isa_tests::filter::Filter;
use isa_tests::running::{CASES, LEVELS, PROCESSORS, Programs, compile, difference};
use isa_tests::sample::Sample;

/// Every kernel, compiled for every processor at every level, linked and as an object
/// that no linker has seen. A sample compiles one in twelve; `ISA_CPU` and `ISA_MC_KERNEL`
/// choose processors and a kernel.
#[test]
fn every_kernel_everywhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let programs = Programs::new(folder.path());
    let only = std::env::var("ISA_MC_KERNEL").ok();
    let filter = Filter::from_env();
    let chosen = PROCESSORS.into_iter().filter(|it| filter.has_processor(it));
    let chosen: Vec<&str> = chosen.collect();
    let (mut runs, mut instructions, mut wrong) = (0, 0, Vec::new());
    let mut sample = Sample::of_this_run();
    for case in CASES {
        if only.as_ref().is_some_and(|it| it != case.name) {
            continue;
        }
        let wanted = programs.run(case).unwrap_or_else(|error| panic!("{error}"));
        assert_ne!(wanted, case.buffers(), "{} does nothing", case.name);
        for &processor in &chosen {
            for level in LEVELS.into_iter().filter(|it| case.runs_on(processor, it)) {
                if !sample.takes(12) {
                    continue;
                }
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
    let least = sample.amount(everywhere, everywhere * 20);
    let is_all = only.is_none() && chosen.len() == PROCESSORS.len();
    assert!(!is_all || runs > least, "{runs} of {least}");
}
