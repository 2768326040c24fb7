//! Tries every word of 32 bits, on every processor that decodes otherwise and in
//! every syntax: what is decoded is encoded to the same bits, what is printed
//! is read as the same bits.
//!
//! ```text
//! cargo run --release -p isa-tests --features programs --bin exhaustive [STRIDE]
//! ```
//!
//! Each `STRIDE`th word, all of them without one. `ISA_CPU` chooses processors.
//! The exit status is 1 if a bit was lost.

use std::process::ExitCode;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use isa_mc::Target;
use isa_test_support::exhaustive;
use isa_test_support::filter::Filter;
use isa_test_support::machine::gcn;

fn main() -> ExitCode {
    let stride = match std::env::args().nth(1).map(|text| text.parse()) {
        None => 1,
        Some(Ok(stride)) => stride,
        Some(Err(_)) => {
            eprintln!("usage: exhaustive [STRIDE]\nSTRIDE is a number");
            return ExitCode::from(2);
        }
    };
    let filter = Filter::from_env();
    let mut good = true;
    // One processor of every architecture and set of features.
    let mut seen = Vec::new();
    for processor in gcn().processors {
        let cpu = gcn().text(processor.name);
        let sort = (processor.arch, processor.features);
        if seen.contains(&sort) || !filter.has_processor(cpu) {
            continue;
        }
        seen.push(sort);
        let target = Target::new(gcn(), cpu).expect("a processor of the machine");
        for (syntax, name) in target.syntaxes() {
            let bar = ProgressBar::new(1 << 32);
            if let Ok(style) = ProgressStyle::with_template("{prefix} {wide_bar} {percent}% {eta}")
            {
                bar.set_style(style);
            }
            bar.set_prefix(format!("{cpu} {name}"));
            let start = Instant::now();
            let counts = exhaustive::all(&target, syntax, stride, &|done| bar.set_position(done));
            bar.finish_and_clear();
            println!(
                "{cpu:7} {name:5} {:>10} words: {:>10} said, {:>9} data, {:>10} refused, {} lost; {:.1} s",
                counts.words(),
                counts.said,
                counts.data,
                counts.refused,
                counts.lost,
                start.elapsed().as_secs_f64()
            );
            for line in &counts.shown {
                println!("    {line}");
            }
            good &= counts.lost == 0;
        }
    }
    if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
