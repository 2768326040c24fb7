//! Damages vISA objects and texts, and looks at what is made of them: an error that says
//! where, or something whole; never a panic, never a loop without an end.
//!
//! ```text
//! cargo run --release -p isa-tests --features programs --bin damaged-visa-files [COUNT [FIRST]]
//! ```
//!
//! A million of each without a count, and `ISA_SEED` chooses others. The files of a seed have
//! numbers, and each depends on its own number only: a million can be done in pieces, 100000
//! from 0 on, 100000 from 100000 on.

use std::process::ExitCode;
use std::time::Instant;

use isa_mc::visa::object::Version;
use isa_mc::visa::text::{self, Style};
use isa_test_support::random::Random;
use isa_test_support::visa_files;

fn main() -> ExitCode {
    let numbers: Result<Vec<u64>, _> = std::env::args().skip(1).map(|it| it.parse()).collect();
    let (count, first) = match numbers.as_deref() {
        Ok([]) => (1_000_000, 0),
        Ok([count]) => (*count, 0),
        Ok([count, first]) => (*count, *first),
        _ => {
            eprintln!(
                "usage: damaged-visa-files [COUNT [FIRST]]\n\
                 COUNT files are damaged, from number FIRST on: 1000000 from 0 if nothing is said"
            );
            return ExitCode::from(2);
        }
    };
    let seed = std::env::var("ISA_SEED").ok();
    let seed: u64 = seed.and_then(|text| text.parse().ok()).unwrap_or(1);
    let start = Instant::now();
    let (mut objects, mut texts) = (0_u64, 0_u64);
    let mut slowest = (0, 0.0);
    for number in first..first.saturating_add(count) {
        let from = Instant::now();
        let mut random = Random::new(seed.wrapping_mul(0x9e37).wrapping_add(number));
        let version = Version::ALL[random.below(Version::ALL.len())];
        let object = visa_files::beyond_text(&mut random, version);
        let Ok(mut bytes) = object.write() else {
            println!("seed {seed}: object {number} cannot be written");
            return ExitCode::FAILURE;
        };
        visa_files::damage(&mut random, &mut bytes);
        objects += u64::from(visa_files::check_bytes(&bytes));
        let mut source = text::list(&object, Style::Names)
            .unwrap_or_default()
            .into_bytes();
        visa_files::damage(&mut random, &mut source);
        let source = String::from_utf8_lossy(&source);
        texts += u64::from(visa_files::check_text(&source, version));
        let seconds = from.elapsed().as_secs_f64();
        if seconds > slowest.1 {
            slowest = (number, seconds);
        }
    }
    println!(
        "seed {seed}, {count} objects and {count} texts damaged, from number {first} on: {objects} were objects and {texts} texts all the same; \
         {:.1} s, the slowest one {} in {:.3} s",
        start.elapsed().as_secs_f64(),
        slowest.0,
        slowest.1
    );
    ExitCode::SUCCESS
}
