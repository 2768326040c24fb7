//! Kernels, compiled for every processor at every level, run: the same as on the CPU, bit
//! for bit.

use isa_test_support::filter::Filter;
use isa_test_support::mode;
use isa_test_support::running::{
    ALL_LEVELS, CASES, LEVELS, PROCESSORS, Programs, compile, difference,
};
use isa_test_support::sample::Sample;

/// Every kernel, compiled for every processor at every level, with wavefronts of 32 lanes and of
/// 64, linked and as an object that no linker has seen. A sample compiles one in twenty-four, at
/// two levels; `ISA_CPU` and `ISA_MC_KERNEL` choose processors and a kernel.
#[test]
fn every_kernel_everywhere() {
    let folder = tempfile::tempdir().expect("a folder");
    let programs = Programs::new(folder.path());
    let only = std::env::var("ISA_MC_KERNEL").ok();
    let filter = Filter::from_env();
    // The second processor of an architecture whose first one is in the list.
    let processors = [&PROCESSORS[..], &["gfx1201"]].concat();
    let all = mode::with_wave64(&processors);
    let chosen: Vec<&String> = all.iter().filter(|it| filter.has_processor(it)).collect();
    let (mut runs, mut instructions, mut wrong) = (0, 0, Vec::new());
    let mut sample = Sample::of_this_run();
    let levels = match sample.is_whole() {
        true => &ALL_LEVELS[..],
        false => &LEVELS[..],
    };
    for case in CASES {
        if only.as_ref().is_some_and(|it| it != case.name) {
            continue;
        }
        let wanted = programs.run(case).unwrap_or_else(|error| panic!("{error}"));
        assert_ne!(wanted, case.buffers(), "{} does nothing", case.name);
        for &processor in &chosen {
            for &level in levels.iter().filter(|it| case.runs_on(processor, it)) {
                if !sample.takes(24) {
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
    let least = sample.amount(everywhere, everywhere * 80);
    let is_all = only.is_none() && chosen.len() == all.len();
    assert!(!is_all || runs > least, "{runs} of {least}");
}
