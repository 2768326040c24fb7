//! The header of the interface for C.

use std::path::{Path, PathBuf};

fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../isa-mc")
}

/// The files of the interface, in the order in which the header has them.
const SOURCES: &[&str] = &[
    "memory",
    "status",
    "targets",
    "instruction",
    "operands",
    "disassembly",
    "assembly",
];

/// What cbindgen makes of the interface.
pub fn header() -> String {
    let config = library().join("include/cbindgen.toml");
    let config = cbindgen::Config::from_file(config).expect("the configuration is right");
    let mut builder = cbindgen::Builder::new().with_config(config);
    for name in SOURCES {
        builder = builder.with_src(library().join(format!("src/capi/{name}.rs")));
    }
    let mut text = Vec::new();
    builder
        .generate()
        .expect("cbindgen reads the sources")
        .write(&mut text);
    String::from_utf8(text).expect("a header is text")
}

/// Every function and type that the library has is declared as it is. With
/// `ISA_HEADER=write` the header is written.
#[test]
fn the_header_is_what_the_sources_say() {
    let path = library().join("include/isa_mc.h");
    let made = header();
    if std::env::var_os("ISA_HEADER").is_some_and(|it| it == "write") {
        std::fs::write(&path, &made).expect("the header can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        made == kept,
        "isa-mc/include/isa_mc.h is old: ISA_HEADER=write cargo test -p isa-tests c_interface"
    );
    for name in ["isa_mc_decode", "isa_mc_assembly_free", "ISA_MC_TO_NUL"] {
        assert!(made.contains(name), "{name}");
    }
}
