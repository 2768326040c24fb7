//! Writes `tests/listings`: some instructions of every kernel of `tests/kernels`
//! as clang compiles it, with the bytes and the text that LLVM gives them.
//!
//! ```text
//! cargo run -p isa-tests --features llvm --bin listings [FOLDER]
//! ```
//!
//! `KERNEL.CPU.s` has the texts, `KERNEL.CPU.hex` the bytes, a line each.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use isa_test_support::compare::PROCESSORS;
use isa_test_support::kernels;

fn main() -> ExitCode {
    let folder = std::env::args_os().nth(1).map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("listings"),
        PathBuf::from,
    );
    match write(&folder) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn write(folder: &Path) -> Result<(), String> {
    for kernel in kernels::all() {
        for cpu in PROCESSORS {
            if !kernels::suits(&kernel, cpu) {
                continue;
            }
            let instructions = kernels::compile(&kernel, cpu)?;
            let (texts, codes) = kernels::excerpt(&instructions);
            let base = folder.join(format!("{}.{cpu}", kernels::name(&kernel)));
            for (ending, text) in [("s", &texts), ("hex", &codes)] {
                // The name of a processor is no extension to be replaced.
                let path = PathBuf::from(format!("{}.{ending}", base.display()));
                let written = std::fs::write(&path, text);
                written.map_err(|error| format!("{}: {error}", path.display()))?;
            }
            println!(
                "{} {cpu}: {} of {} instructions",
                kernels::name(&kernel),
                texts.lines().count(),
                instructions.len()
            );
        }
    }
    Ok(())
}
