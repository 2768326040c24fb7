//! Writes the stored vectors of vISA, confirmed by `GenX_IR`:
//!
//! ```text
//! cargo run -p isa-tests --features igc --bin golden-visa [FOLDER]
//! ```

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use isa_test_support::igc::{self, corpus, object};
use isa_test_support::oracle::hex;

/// Rounds for the newest version, and for the ones before it.
fn rounds(group: &str, version: object::Version) -> usize {
    let newest = Some(&version) == object::VERSIONS.last();
    match group {
        "typed_atomic" if newest => 24,
        "typed_atomic" => 2,
        _ if newest => 8,
        _ => 1,
    }
}

/// Drawn instructions of 4.1 that keep `GenX_IR` busy for minutes, or end it: four `media_ld`
/// and two `sample4`, of which others have answers. They are not asked about.
const UNANSWERED: [&str; 6] = [
    "37010901200805051c0000000507915f06007a000000d4c0",
    "37030c022008050004000000050469000000550000008cf2",
    "3700090220081078000000d387210100730000003975210142000000ffff",
    "370416022008007e00000016d92101002f0000000eb921016a0000002000",
    "6f0801500580030505a3ffffff061267000000893b00",
    "6f100145134000050e2e1f0000080652000000000000",
];

fn main() -> ExitCode {
    let folder = std::env::args().nth(1).map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("golden/visa"),
        PathBuf::from,
    );
    let mut good = true;
    for group in corpus::GROUPS {
        let mut lines = String::new();
        let mut count = 0;
        for version in object::VERSIONS {
            let mut codes = corpus::group(group, version, rounds(group, version));
            codes.retain(|code| !UNANSWERED.contains(&hex(code).as_str()));
            let texts = match igc::disassemble(version, &codes) {
                Ok(texts) => texts,
                Err(error) => {
                    eprintln!("{error}");
                    return ExitCode::FAILURE;
                }
            };
            for (code, text) in codes.iter().zip(texts) {
                let code = hex(code);
                let Some(text) = text else {
                    eprintln!("{group} {version:?}: no text for {code}");
                    good = false;
                    continue;
                };
                count += 1;
                let _ = writeln!(lines, "visa{}.{}\t{text}\t{code}", version.0, version.1);
            }
        }
        let path = folder.join(format!("{group}.tsv"));
        if let Err(error) = std::fs::write(&path, lines) {
            eprintln!("{}: {error}", path.display());
            return ExitCode::FAILURE;
        }
        println!("{}: {count} vectors", path.display());
    }
    if good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
