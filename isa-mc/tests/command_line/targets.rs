//! Processors with features, and symbols from outside.

use super::{Folder, run, run_with};

/// Assembles a source of standard input to an object; gives its `e_flags`.
fn flags(cpu: &str, source: &str) -> Result<u32, String> {
    let run = run_with(&["asm", "--cpu", cpu, "-o", "-"], source);
    match run.status {
        0 => Ok(u32::from_le_bytes(run.out[48..52].try_into().unwrap())),
        _ => Err(run.errors),
    }
}

/// Features behind the processor's name are in the header; without them the source says
/// them. Numbers of llvm-mc 22. A feature that lands in the wrong column, or is forgotten
/// where the processor is given, would show.
#[test]
fn features_are_in_the_header() {
    for (cpu, source, expected) in [
        ("gfx906", "", 0x52f),
        ("gfx906:xnack-", "", 0x62f),
        ("gfx906:sramecc+:xnack-", "", 0xe2f),
        ("GFX906:xnack+", "", 0x72f),
        ("amdgcn-amd-amdhsa--gfx906:sramecc-", "", 0x92f),
        ("amdgcn-mesa-mesa3d--gfx906", "", 0x32f),
        ("gfx906", "gfx906:xnack-", 0x62f),
        ("gfx906:xnack-", "gfx906:xnack-", 0x62f),
    ] {
        let source = match source {
            "" => String::new(),
            id => format!(".amdgcn_target \"amdgcn-amd-amdhsa--{id}\"\n"),
        };
        assert_eq!(flags(cpu, &source), Ok(expected), "{cpu} {source}");
    }
}

/// Where the system is not HSA, the registers of each kernel are counted by themselves, and
/// the version has other names. Numbers of llvm-mc 22.
#[test]
fn registers_of_kernels_are_counted_alone() {
    let source = "\
s_mov_b32 s20, s21
.if .kernel.sgpr_count != 22
.error \"before a kernel\"
.endif
.amdgpu_hsa_kernel first
first:
s_mov_b32 s5, s7
v_mov_b32 v3, v9
.if .kernel.vgpr_count != 10 || .kernel.sgpr_count != 8
.error \"in the first\"
.endif
.amdgpu_hsa_kernel second
second:
.if .kernel.vgpr_count || .kernel.sgpr_count
.error \"in the second\"
.endif
.if .option.machine_version_major != 9 || .option.machine_version_stepping != 6
.error \"version\"
.endif
.ifdef .amdgcn.gfx_generation_number
.error \"of another system\"
.endif
";
    assert_eq!(flags("amdgcn-mesa-mesa3d--gfx906", source), Ok(0x32f));
    let wrong = flags("gfx906", source).unwrap_err();
    assert!(wrong.contains(".kernel.sgpr_count"), "{wrong}");
}

/// A source that is for something else than was asked for is refused, and so are features
/// that there are not.
#[test]
fn features_that_contradict_are_refused() {
    let source = ".amdgcn_target \"amdgcn-amd-amdhsa--gfx906:xnack+\"\n";
    insta::assert_snapshot!(flags("gfx906:xnack-", source).unwrap_err());
    for (cpu, part) in [
        (
            "gfx803:xnack-",
            "`xnack-` in `gfx803:xnack-`: gfx803 does not have this feature",
        ),
        (
            "gfx906:xnak-",
            "`xnak-` in `gfx906:xnak-`: expected `sramecc` or `xnack`",
        ),
        (
            "gfx96:xnack-",
            "unknown processor `gfx96`; did you mean `gfx906`",
        ),
    ] {
        let run = run(&["asm", "--cpu", cpu, "-o", "-"]);
        assert_eq!(run.status, 2, "{cpu}");
        assert!(run.errors.contains(part), "{cpu}: {}", run.errors);
    }
}

/// A file is disassembled for any features, unless others are asked for.
#[test]
fn files_have_the_features_they_say() {
    let folder = Folder::new();
    let source = folder.write("a.s", "s_endpgm\n");
    let object = folder.path("a.o");
    let made = run(&["asm", "--cpu", "gfx906:xnack-", &source, "-o", &object]);
    assert_eq!(made.status, 0, "{}", made.errors);
    for cpu in ["gfx906", "gfx906:xnack-"] {
        let run = run(&["disasm", "--cpu", cpu, &object]);
        assert!(
            run.text.contains("--gfx906:xnack-\""),
            "{cpu}: {}",
            run.text
        );
    }
    let run = run(&["disasm", "--cpu", "gfx906:xnack+", &object]);
    assert_eq!(run.status, 1);
    assert!(run.errors.contains("give gfx906:xnack-"), "{}", run.errors);
}

/// Symbols from outside count where conditions and values are read, and the last value of a
/// name counts, as for llvm-mc.
#[test]
fn symbols_come_from_outside() {
    let source = "\
.if wide == 2
  s_mov_b32 s0, offset
.endif
.long wide * 3
";
    let defined = ["asm", "--cpu", "gfx900", "--emit", "bin", "-o", "-"];
    let symbols = [
        "--defsym",
        "wide=1",
        "--defsym=wide=2",
        "--defsym",
        "offset=0x1234",
    ];
    let arguments = [&defined[..], &symbols[..]].concat();
    let run = run_with(&arguments, source);
    assert_eq!(run.errors, "");
    assert_eq!(run.out, [0xff, 0, 0x80, 0xbe, 0x34, 0x12, 0, 0, 6, 0, 0, 0]);
}

/// The source cannot define them again, whichever way; nothing is written then.
#[test]
fn symbols_from_outside_stay() {
    for source in ["wide = 2\n", ".set wide, 2\n", "wide:\n", ".equ wide, 1\n"] {
        let arguments = ["asm", "--cpu", "gfx900", "--defsym", "wide=1", "-o", "-"];
        let run = run_with(&arguments, source);
        assert_eq!((run.status, run.out.len()), (1, 0), "{source}");
        let message = "error[A0003]: `wide` has a value from outside (--defsym)";
        assert!(run.errors.contains(message), "{source}: {}", run.errors);
    }
    for wrong in ["wide", "=1", "wide=x"] {
        let run = run(&["asm", "--cpu", "gfx900", "--defsym", wrong]);
        assert_eq!(run.status, 2, "{wrong}");
    }
}
