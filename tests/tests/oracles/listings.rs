//! All code that the installed compiler makes of the kernels.

use isa_test_support::compare::PROCESSORS;
use isa_test_support::kernels;
use isa_test_support::listing::Comparison;
use isa_test_support::report::Report;
use isa_test_support::sample::Sample;

/// All code of every kernel for every processor, as the installed compiler
/// makes it. A sample has one in twelve.
#[test]
fn compiled_kernels_agree() {
    let mut report = Report::default();
    let mut sample = Sample::of_this_run();
    for kernel in kernels::all() {
        for cpu in PROCESSORS {
            if !kernels::suits(&kernel, cpu) || !sample.takes(12) {
                continue;
            }
            let instructions = kernels::compile(&kernel, cpu);
            let instructions = instructions.unwrap_or_else(|error| panic!("{error}"));
            let name = format!("{}.{cpu}", kernels::name(&kernel));
            assert!(instructions.len() > 30, "{name} is empty");
            let comparison = Comparison::new(cpu, name);
            for instruction in &instructions {
                let text = instruction.text.as_deref();
                comparison.check(&instruction.bytes, text, &mut report);
            }
        }
    }
    println!("{} instructions compared", report.compared());
    report.finish(sample.amount(250, 10_000));
}
