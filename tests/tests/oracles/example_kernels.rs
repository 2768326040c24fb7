//! What LLVM's tools say of the objects of the example compiler.

use std::path::Path;
use std::process::Command;

use isa_mc::gcn::processors::Processor;
use isa_mc::gcn::target_id::{System, TargetId};

/// The example itself. Its own tests run here, too.
#[path = "../../../isa-mc/examples/kernel-compiler/main.rs"]
#[allow(dead_code, missing_docs)]
mod compiler;

const SOURCES: [&str; 2] = [
    "kernel blur(in source, out result, float weight) {
        let sum = source[i - 1] + source[i] + source[i + 1];
        result[i] = sum < 0 ? 0 : min(weight * sum, 255);
    }",
    "kernel far(in a, in b, out c, out d) {
        c[i] = -a[i - 5] + b[i + 1023] * 2 - abs(a[i + 1500]);
        d[i] = max(a[i], b[i]) * 1.37;
    }",
];

/// What a tool of LLVM prints; its error if it fails.
fn tool(variable: &str, name: &str, arguments: &[&str], file: &Path) -> String {
    let program = std::env::var(variable).unwrap_or_else(|_| name.to_owned());
    let output = Command::new("timeout")
        .arg("60")
        .arg(program)
        .args(arguments)
        .arg(file)
        .output()
        .unwrap_or_else(|error| panic!("{name}: {error}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{name} {}: {errors}",
        file.display()
    );
    assert!(errors.is_empty(), "{name} {}: {errors}", file.display());
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The linker takes the objects; sections, symbols and notes are what a kernel needs;
/// nothing in the code is unknown.
#[test]
fn llvm_takes_the_objects() {
    let folder = tempfile::tempdir().expect("a folder");
    for cpu in [
        "gfx600", "gfx700", "gfx803", "gfx900", "gfx906", "gfx1010", "gfx1030", "gfx1100",
        "gfx1150", "gfx1200",
    ] {
        let id = TargetId::new(System::Hsa, Processor::named(cpu).expect("a processor"));
        for source in SOURCES {
            let object = compiler::compile(source, id, 256).expect("it compiles");
            let elf = object.to_elf().expect("a file");
            let path = folder.path().join("kernel.o");
            std::fs::write(&path, elf).expect("it can be written");
            let linked = folder.path().join("kernel.hsaco");
            let to = linked.to_str().expect("a path");
            tool("LLD", "ld.lld-22", &["-shared", "-o", to], &path);
            for file in [&path, &linked] {
                let text = tool(
                    "LLVM_READELF",
                    "llvm-readelf-22",
                    &["-h", "--notes", "-s", "-S"],
                    file,
                );
                let name = if source.contains("blur") {
                    "blur"
                } else {
                    "far"
                };
                for needed in [
                    format!("{name}.kd"),
                    format!(".symbol:         {name}.kd"),
                    "NT_AMDGPU_METADATA".to_owned(),
                    "global_buffer".to_owned(),
                    cpu.to_owned(),
                ] {
                    assert!(text.contains(&needed), "{cpu}: no `{needed}` in {text}");
                }
                assert!(!text.contains("Invalid"), "{cpu}: {text}");
            }
            // LLVM has no disassembler for them.
            if ["gfx600", "gfx700"].contains(&cpu) {
                continue;
            }
            let text = tool("LLVM_OBJDUMP", "llvm-objdump-22", &["-d"], &path);
            assert!(text.contains("s_endpgm"), "{cpu}: {text}");
            assert!(text.contains("s_cbranch_execz"), "{cpu}: {text}");
            assert!(!text.contains("<unknown>"), "{cpu}: {text}");
            assert!(!text.contains(".long"), "{cpu}: {text}");
        }
    }
}
