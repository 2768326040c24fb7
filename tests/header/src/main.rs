//! Prints what cbindgen makes of the sources of the interface for C: `isa-mc/include/isa_mc.h`.
#![forbid(unsafe_code)]

use std::error::Error;
use std::io::Write;
use std::path::Path;

/// The files of the interface, in the order in which the header has them.
const SOURCES: &[&str] = &[
    "memory",
    "status",
    "targets",
    "instruction",
    "operands",
    "description",
    "explanation",
    "disassembly",
    "listing",
    "assembly",
];

fn main() -> Result<(), Box<dyn Error>> {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../isa-mc");
    let config = cbindgen::Config::from_file(library.join("include/cbindgen.toml"))?;
    let mut builder = cbindgen::Builder::new().with_config(config);
    for name in SOURCES {
        builder = builder.with_src(library.join(format!("src/capi/{name}.rs")));
    }
    let mut text = Vec::new();
    builder.generate()?.write(&mut text);
    std::io::stdout().write_all(&text)?;
    Ok(())
}
