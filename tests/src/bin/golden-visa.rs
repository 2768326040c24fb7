//! Writes the stored vectors of vISA, confirmed by `GenX_IR`:
//!
//! ```text
//! cargo run -p isa-tests --features igc --bin golden-visa [FOLDER]
//! ```

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use isa_tests::igc::{self, corpus, object};
use isa_tests::oracle::hex;

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
            let codes = corpus::group(group, version, rounds(group, version));
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
