//! Damages vISA objects and texts, and looks at what is made of them: an error that says
//! where, or something whole; never a panic, never a loop without an end.
//!
//! ```text
//! cargo run --release -p isa-tests --features programs --bin damaged-visa-files [COUNT]
//! ```
//!
//! A million of each without a count, and `ISA_SEED` chooses others.

use std::process::ExitCode;
use std::time::Instant;

use isa_mc::visa::object::Version;
use isa_mc::visa::text::{self, Style};
use isa_tests::random::Random;
use isa_tests::visa_files;

fn main() -> ExitCode {
    let count = match std::env::args().nth(1).map(|text| text.parse::<u64>()) {
        None => 1_000_000,
        Some(Ok(count)) => count,
        Some(Err(_)) => {
            eprintln!("usage: damaged-visa-files [COUNT]\nCOUNT is a number");
            return ExitCode::from(2);
        }
    };
    let seed = std::env::var("ISA_SEED").ok();
    let seed: u64 = seed.and_then(|text| text.parse().ok()).unwrap_or(1);
    let start = Instant::now();
    let (mut objects, mut texts) = (0_u64, 0_u64);
    let mut slowest = (0, 0.0);
    for number in 0..count {
        let from = Instant::now();
        let mut random = Random::new(seed.wrapping_mul(0x9e37).wrapping_add(number));
        let version = Version::ALL[random.below(Version::ALL.len())];
        let object = visa_files::beyond_text(&mut random, version);
        let Ok(mut bytes) = object.write() else {
            println!("object {number} cannot be written");
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
        "{count} objects and {count} texts damaged: {objects} were objects and {texts} texts all the same; \
         {:.1} s, the slowest one {} in {:.3} s",
        start.elapsed().as_secs_f64(),
        slowest.0,
        slowest.1
    );
    ExitCode::SUCCESS
}
