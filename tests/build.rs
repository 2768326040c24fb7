//! Builds what asks LLVM's library, where LLVM is to be compared with.

use std::env;
use std::path::PathBuf;
use std::process::Command;

/// The source, and the library as Debian names its file.
const SOURCE: &str = "llvm/disassemble.c";
const LIBRARY: &str = "-l:libLLVM.so.22.1";

fn main() {
    println!("cargo::rerun-if-changed={SOURCE}");
    println!("cargo::rerun-if-env-changed=CC");
    println!("cargo::rustc-check-cfg=cfg(llvm_library)");
    let (Some(_), Some(folder)) = (
        env::var_os("CARGO_FEATURE_LLVM"),
        env::var_os("OUT_DIR").map(PathBuf::from),
    ) else {
        return;
    };
    let program = folder.join("disassemble");
    let compiler = env::var_os("CC").unwrap_or_else(|| "cc".into());
    let built = Command::new(compiler)
        .args(["-O2", "-Wall", "-Wextra", "-Werror", "-o"])
        .arg(&program)
        .args([SOURCE, LIBRARY])
        .output();
    match built {
        Ok(output) if output.status.success() => {
            println!("cargo::rustc-cfg=llvm_library");
            println!("cargo::rustc-env=ISA_DISASSEMBLE={}", program.display());
        }
        Ok(output) => warn(&String::from_utf8_lossy(&output.stderr)),
        Err(error) => warn(&error.to_string()),
    }
}

fn warn(cause: &str) {
    println!("cargo::warning=llvm-mc disassembles, many times slower: {SOURCE} was not built");
    for line in cause.lines().take(10) {
        println!("cargo::warning={line}");
    }
}
