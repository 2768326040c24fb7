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

/// Code for all processors of a kind is for a generic one: its version is in the header from
/// version 6 of code objects on, and it has what all of them have. Numbers and refusals of
/// llvm-mc 22.
#[test]
fn generic_processors_have_what_all_have() {
    let v5 = ".amdhsa_code_object_version 5\n";
    for (cpu, source, expected) in [
        ("gfx9-generic", "", 0x0100_0151),
        ("gfx9-generic:xnack-", "", 0x0100_0251),
        ("gfx9-4-generic:sramecc+", "", 0x0100_0d5f),
        ("gfx10-1-generic", "", 0x0100_0152),
        ("gfx10-3-generic", "", 0x0100_0053),
        ("gfx11-generic", "", 0x0100_0054),
        ("gfx12-generic", v5, 0x0000_0059),
        ("amdgcn-amd-amdpal--gfx11-generic", "", 0x0000_0054),
    ] {
        assert_eq!(flags(cpu, source), Ok(expected), "{cpu}");
    }
    for (cpu, source) in [
        ("gfx9-generic", "v_mad_mix_f32 v0, v1, v2, v3"),
        ("gfx9-generic", "v_fma_mix_f32 v0, v1, v2, v3"),
        ("gfx9-4-generic", "v_cvt_f32_fp8 v0, v1"),
        (
            "gfx9-4-generic",
            "v_mfma_f32_16x16x8_xf32 v[0:3], v[4:5], v[6:7], v[0:3]",
        ),
        ("gfx10-1-generic", "v_dot2_f32_f16 v0, v1, v2, v3"),
        ("gfx11-generic", "s_add_f32 s0, s1, s2"),
    ] {
        let error = flags(cpu, source).expect_err(cpu);
        assert!(error.contains(": error["), "{cpu}: {error}");
    }
    // The file alone says for whom it is.
    let folder = Folder::new();
    let object = folder.path("generic.o");
    let source = ".amdgcn_target \"amdgcn-amd-amdhsa--gfx9-4-generic:xnack+\"\ns_endpgm\n";
    let made = run_with(&["asm", "--cpu", "gfx9-4-generic", "-o", &object], source);
    assert_eq!((made.status, made.errors.as_str()), (0, ""));
    let text = run(&["disasm", &object]).text;
    let target = "\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx9-4-generic:xnack+\"\n";
    assert!(text.starts_with(target), "{text}");
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

/// How many lanes wavefronts have is said by `--mattr`, one way for all: `vcc` is one register
/// of 32 lanes, and two of 64. Would catch a subcommand that passes the features over.
#[test]
fn wavefronts_of_64_lanes() {
    let wave64 = ["--cpu", "gfx1030", "--mattr", "+wavefrontsize64"];
    let with = |command: &[&str], rest: &[&str], input: &str| {
        run_with(&[command, &wave64, rest].concat(), input)
    };
    let source = "v_cmp_eq_u32 vcc, v1, v2\nv_cndmask_b32 v1, v2, v3, vcc\n";
    let made = with(&["asm"], &["--emit", "tsv"], source);
    let lines: Vec<&str> = made.text.lines().collect();
    let expected = [
        "1\t0105847d\tv_cmp_eq_u32_e32 vcc, v1, v2",
        "2\t02070202\tv_cndmask_b32_e32 v1, v2, v3, vcc",
    ];
    assert_eq!(lines, expected, "{}", made.errors);
    let usual = run_with(&["asm", "--cpu", "gfx1030", "--emit", "tsv"], source);
    assert_eq!(usual.status, 1);
    assert!(
        usual.errors.contains("needs 1 scalar register"),
        "{}",
        usual.errors
    );
    let back = with(&["disasm"], &["--hex"], "02070202\n");
    assert!(
        back.text.contains("v_cndmask_b32_e32 v1, v2, v3, vcc\n"),
        "{}",
        back.text
    );
    let told = with(&["explain"], &["02070202"], "");
    assert!(
        told.text.contains("v_cndmask_b32_e32 v1, v2, v3, vcc"),
        "{}",
        told.text
    );
    assert_eq!(with(&["list"], &["v_cndmask_b32"], "").status, 0);
    let mc = [
        "mc",
        "-arch=amdgcn",
        "-mcpu=gfx1030",
        "-mattr=+wavefrontsize64",
    ];
    let written = run_with(&mc, source);
    assert!(
        written.text.ends_with("v1, v2, v3, vcc\n"),
        "{}",
        written.text
    );
}

/// An object of such code says it in its descriptors; code is listed so if it is asked for.
#[test]
fn descriptors_say_the_lanes() {
    let folder = Folder::new();
    let object = folder.path("a.o");
    let source = "\
v_cndmask_b32 v1, v2, v3, vcc
.rodata
.p2align 6
.amdhsa_kernel k
  .amdhsa_next_free_vgpr 9
  .amdhsa_next_free_sgpr 0
.end_amdhsa_kernel
";
    let wave64 = ["--mattr", "+wavefrontsize64,+cumode"];
    let asm = ["asm", "--cpu", "gfx1030", "-o", &object];
    let made = run_with(&[&asm[..], &wave64].concat(), source);
    assert_eq!(made.status, 0, "{}", made.errors);
    let listed = run(&["objdump", "-d", "-s", "--mattr=+wavefrontsize64", &object]);
    assert!(listed.text.contains("v1, v2, v3, vcc  "), "{}", listed.text);
    // Blocks of four VGPRs, one compute unit, and 64 lanes.
    assert!(
        listed.text.contains(" 0030 0200acc0 80000000 00000000"),
        "{}",
        listed.text
    );
    let usual = run(&["objdump", "-d", &object]);
    assert!(
        usual.text.contains("v1, v2, v3, vcc_lo  "),
        "{}",
        usual.text
    );
    let text = run(&[&["disasm", &object][..], &wave64].concat()).text;
    for line in [
        "v1, v2, v3, vcc\n",
        ".amdhsa_wavefront_size32 0\n",
        ".amdhsa_workgroup_processor_mode 0\n",
        ".amdhsa_next_free_vgpr 12\n",
    ] {
        assert!(text.contains(line), "{line}{text}");
    }
}

/// What cannot be is told: features of nobody, and those of other processors.
#[test]
fn features_that_there_are_not() {
    for (cpu, features, part) in [
        (
            "gfx1030",
            "+wavefrontsize46",
            "did you mean `wavefrontsize64`?",
        ),
        (
            "gfx900",
            "+wavefrontsize32",
            "gfx900 has no `wavefrontsize32`",
        ),
        ("gfx906", "+cumode", "gfx906 has no `cumode`"),
        ("gfx1010", "+tgsplit", "gfx1010 has no `tgsplit`"),
        ("gfx1030", "-xnack", "gfx1030 has no `xnack`"),
    ] {
        let run = run(&["asm", "--cpu", cpu, "--mattr", features, "-o", "-"]);
        assert_eq!(run.status, 2, "{features}");
        assert!(run.errors.contains(part), "{features}: {}", run.errors);
    }
    let warned = run_with(
        &["mc", "-arch=amdgcn", "-mcpu=gfx900", "-mattr=+cumode"],
        "",
    );
    assert_eq!(warned.status, 0);
    assert!(
        warned
            .errors
            .contains("gfx900 has no `cumode`: `+cumode` is ignored")
    );
}
