//! The header of the interface for C.

use std::path::Path;
use std::process::Command;

/// What cbindgen makes of the interface.
pub fn header() -> String {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--locked", "--manifest-path"])
        .arg(tests.join("header/Cargo.toml"))
        .arg("--target-dir")
        .arg(tests.join("../target/header"))
        .output()
        .expect("cargo can be started");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).expect("a header is text")
}

/// Every function and type that the library has is declared as it is. With
/// `ISA_HEADER=write` the header is written.
#[test]
fn the_header_is_what_the_sources_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../isa-mc/include/isa_mc.h");
    let made = header();
    if std::env::var_os("ISA_HEADER").is_some_and(|it| it == "write") {
        std::fs::write(&path, &made).expect("the header can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        made == kept,
        "isa-mc/include/isa_mc.h is old: ISA_HEADER=write cargo test -p isa-tests --features c \
         --test oracles c_header"
    );
    for name in ["isa_mc_decode", "isa_mc_assembly_free", "ISA_MC_TO_NUL"] {
        assert!(made.contains(name), "{name}");
    }
}
