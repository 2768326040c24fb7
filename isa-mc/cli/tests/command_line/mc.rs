//! `isa-mc mc`: the flags and the output of llvm-mc 22.

use super::{Folder, run, run_with};

const MC: &[&str] = &["mc", "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx906"];

/// A run with flags on a source.
fn mc(flags: &[&str], source: &str) -> super::Run {
    run_with(&[MC, flags].concat(), source)
}

/// Flags with one dash and two, values behind `=` and apart: the object is that of `asm`.
#[test]
fn objects_are_those_of_asm() {
    let source = ".if N == 3\n s_mov_b32 s0, N\n.endif\n";
    let asm = [
        "asm",
        "--cpu",
        "gfx906:sramecc+:xnack-",
        "--defsym",
        "N=3",
        "-o",
        "-",
    ];
    let expected = run_with(&asm, source);
    for flags in [
        &["-mattr=-xnack,+sramecc", "-defsym=N=3", "-filetype=obj"][..],
        &[
            "--mattr",
            "-xnack",
            "--mattr=+sramecc",
            "--defsym",
            "N=3",
            "--filetype",
            "obj",
        ],
        &[
            "-mattr",
            "-xnack,+sramecc",
            "-defsym",
            "N=1",
            "-defsym",
            "N=3",
            "-filetype=obj",
            "-o",
            "-",
        ],
    ] {
        let run = mc(flags, source);
        assert_eq!((run.status, run.errors.as_str()), (0, ""), "{flags:?}");
        assert!(run.out == expected.out, "{flags:?}");
    }
    let nothing = mc(&["-filetype=null", "-defsym", "N=3"], source);
    assert_eq!((nothing.status, nothing.out.len()), (0, 0));
}

/// Sources as llvm-mc writes them: macros are gone, sections and values are what they became,
/// empty lines stay.
#[test]
fn sources_become_text() {
    let source = "\
.section .rodata
.set a, 1 + 2
b = a * 2
.text

.macro two r
  s_nop \\r
  s_nop 1
.endm
.globl f
.type f,@function
f:
  two 0

  v_add_f32 v0, 1.0, v1 // comment
  .long 1, 0xffffffff, -1
  .byte 'a'
  .asciz \"text\"
  .p2align 3
.Lf: s_cbranch_scc1 .Lf
.size f, .Lf-f
";
    let run = mc(&["-defsym", "outside=0x10"], source);
    assert_eq!((run.status, run.errors.as_str()), (0, ""));
    insta::assert_snapshot!(run.text);
}

/// Bytes stand in comments at column 40, and what an instruction is.
#[test]
fn encodings_are_shown() {
    let run = mc(&["-show-encoding"], "s_mov_b32 s0, 0x12345678\n");
    let line = "\ts_mov_b32 s0, 0x12345678                ; encoding: [0xff,0x00,0x80,0xbe,0x78,0x56,0x34,0x12]\n";
    assert!(run.text.ends_with(line), "{}", run.text);
    let run = mc(&["--show-inst"], "s_nop 3\n");
    assert!(
        run.text.contains("; <Inst #") && run.text.contains("simm16: "),
        "{}",
        run.text
    );
}

/// Bytes become instructions; what is none is told of where it stands, and left out.
#[test]
fn bytes_become_instructions() {
    let text = "0x00 0x00 0x80 0xbf\n0xff,0x00,0x80,0xbe,0x78,0x56,0x34,0x12 # comment\n\t0xff 0xff 0xff 0xff\n";
    let run = mc(&["-disassemble", "-show-encoding"], text);
    assert_eq!(run.status, 0);
    assert_eq!(
        run.text,
        "\ts_nop 0                                 ; encoding: [0x00,0x00,0x80,0xbf]
\ts_mov_b32 s0, 0x12345678                ; encoding: [0xff,0x00,0x80,0xbe,0x78,0x56,0x34,0x12]
"
    );
    assert!(
        run.errors
            .starts_with("<stdin>:3:2: warning: invalid instruction encoding\n"),
        "{}",
        run.errors
    );
    let run = mc(&["-disassemble", "-hex"], "000080bf 0100 80bf");
    assert_eq!(run.text, "\ts_nop 0\n\ts_nop 1\n");
    for wrong in ["0x100", "zz", "[0x00", "]"] {
        let run = mc(&["-disassemble"], wrong);
        assert_eq!((run.status, run.text.as_str()), (1, ""), "{wrong}");
        assert!(run.errors.contains(": error: "), "{wrong}: {}", run.errors);
    }
}

/// In brackets what is no instruction makes the whole wrong: standard output has the others
/// nevertheless, as llvm-mc's has, and no file is made.
#[test]
fn bytes_in_brackets_that_are_wrong_leave_the_others() {
    let text = "[0x01,0x00,0x80,0xbf]\n[0xff,0xff,0xff,0xff]\n[0x02,0x00,0x80,0xbf]\n";
    let run = mc(&["-disassemble"], text);
    assert_eq!(run.status, 1);
    assert_eq!(run.text, "\ts_nop 1\n\ts_nop 2\n");
    assert!(
        run.errors.starts_with("<stdin>:2:2: warning: "),
        "{}",
        run.errors
    );
    let folder = Folder::new();
    let path = folder.path("out.txt");
    let run = mc(&["-disassemble", "-o", &path], text);
    assert_eq!((run.status, run.text.as_str()), (1, ""));
    assert!(!std::path::Path::new(&path).exists());
}

/// Messages are counted up to their lines once, not each from the first line on, which took
/// minutes; also where one is of a place before the last.
#[test]
fn many_bytes_that_are_wrong_are_told_with_their_lines() {
    const LINES: usize = 100_000;
    let run = mc(&["-disassemble"], &"0xff,0xff,0xff,0xff\n".repeat(LINES));
    assert_eq!((run.status, run.text.as_str()), (0, ""));
    assert_eq!(run.errors.matches(": warning: invalid").count(), LINES);
    let last = format!("<stdin>:{LINES}:1: warning: ");
    assert!(run.errors.contains(&last));
    let run = mc(&["-disassemble"], "0xff 0xff\n0xff,0xff\n\nzz\n");
    assert!(
        run.errors.starts_with("<stdin>:4:1: error: "),
        "{}",
        run.errors
    );
    let run = mc(&["-disassemble"], "[0xff,0xff\n0xff,0xff\n\n]]\n");
    let places = ["<stdin>:1:2: warning: ", "<stdin>:4:2: error: "];
    let found = places.map(|place| run.errors.find(place));
    assert!(found[0] < found[1] && found[0].is_some(), "{}", run.errors);
}

/// Errors stand where llvm-mc shows them: line and column, the line with its tabs, a caret,
/// and the macros around; the exit status is 1 and there is no file.
#[test]
fn errors_are_shown_as_llvm_does() {
    let folder = Folder::new();
    let source = "\
f:
\ts_nop x
.warning \"so so\"
.macro m a
\ts_nop \\a
.endm
m y
";
    let path = folder.write("a.s", source);
    let object = folder.path("a.o");
    let flags = ["-filetype=obj", "-o", &object, &path];
    let failed = mc(&flags, "");
    assert_eq!(failed.status, 1);
    assert_eq!(folder.names(), ["a.s"]);
    insta::assert_snapshot!(failed.errors.replace(&folder.path(""), ""));
}

/// Warnings can be silent, or errors.
#[test]
fn warnings_are_silent_or_fatal() {
    let source = ".warning \"so so\"\n";
    let run = mc(&["-filetype=null"], source);
    assert_eq!(run.status, 0);
    assert_eq!(
        run.errors,
        "<stdin>:1:1: warning: so so\n.warning \"so so\"\n^\n"
    );
    let silent = mc(&["-filetype=null", "--no-warn"], source);
    assert_eq!((silent.status, silent.errors.as_str()), (0, ""));
    let fatal = mc(&["-filetype=null", "--fatal-warnings"], source);
    assert_eq!(fatal.status, 1);
    assert!(
        fatal.errors.starts_with("<stdin>:1:1: error: so so\n"),
        "{}",
        fatal.errors
    );
}

/// What the flags cannot mean is told of, with what is near; also that a source is for
/// another target than the flags say.
#[test]
fn mistakes_are_told() {
    for (flags, part) in [
        (
            &["-triple=amdgcn", "-mcpu=gfx90x"][..],
            "did you mean `gfx900`",
        ),
        (
            &["-triple=x86_64", "-mcpu=gfx900"],
            "no machine here has the triple `x86_64`",
        ),
        (&["-mcpu=gfx900"], "give -triple"),
        (&["-arch=amdgcn"], "give -mcpu, as -mcpu=gfx"),
        (
            &["-arch=amdgcn", "-mcpu=fiji", "-defsym", "N"],
            "expected NAME=VALUE",
        ),
        (
            &["-arch=amdgcn", "-mcpu=fiji", "-defsym", "N=x"],
            "`x` is no integer",
        ),
        (
            &["-arch=amdgcn", "-mcpu=fiji", "-filetyp=obj"],
            "'--filetype'",
        ),
        (
            &["-arch=amdgcn", "-mcpu=fiji", "-show-encodings"],
            "'--show-encoding'",
        ),
    ] {
        let run = run(&[&["mc"], flags].concat());
        assert_eq!(run.status, 1, "{flags:?}");
        assert!(run.errors.contains(part), "{flags:?}: {}", run.errors);
    }
    let source = ".amdgcn_target \"amdgcn-amd-amdhsa--gfx906:xnack-\"\n";
    let other = mc(&["-filetype=null"], source);
    assert_eq!(
        other.status, 1,
        "the flags say nothing of xnack, as for llvm-mc"
    );
    let warned = mc(&["-filetype=null", "-mattr=+xnak"], "");
    assert_eq!(warned.status, 0);
    assert!(
        warned.errors.contains("did you mean `xnack`?"),
        "{}",
        warned.errors
    );
}

/// What `.print` says in a source goes to standard output, in front of text and of bytes, and
/// also if the source is wrong.
#[test]
fn sources_print() {
    let source = ".print \"first\"\ns_nop 0\n.print \"second\"\n";
    let text = mc(&[], source).text;
    assert!(text.starts_with("first\nsecond\n"), "{text}");
    assert!(text.contains("s_nop 0"), "{text}");
    let object = mc(&["-filetype=obj"], source).out;
    assert!(object.starts_with(b"first\nsecond\n\x7fELF"), "{object:?}");
    let wrong = mc(&["-filetype=null"], ".print \"first\"\ns_nope 0\n");
    assert_eq!((wrong.status, wrong.out.as_slice()), (1, &b"first\n"[..]));
}

/// The text of a source assembles to the object of the source: would catch a directive that
/// is lost because its name begins as one that is gone when macros are expanded, as
/// `.end_amdhsa_kernel` begins with `.end`.
#[test]
fn text_assembles_to_the_same_object() {
    let source = ".text\nk:\n s_endpgm\n.rodata\n.amdhsa_kernel k\n .amdhsa_next_free_vgpr 1\n \
                  .amdhsa_next_free_sgpr 1\n.end_amdhsa_kernel\n.end\n"
        .replace(".rodata", ".section .rodata,\"a\"");
    let text = mc(&[], &source);
    assert_eq!((text.status, text.errors.as_str()), (0, ""));
    let text = String::from_utf8(text.out).expect("text");
    assert!(text.contains("\t.end_amdhsa_kernel\n"), "{text}");
    assert!(!text.contains("\t.end\n"), "{text}");
    let again = mc(&["-filetype=obj"], &text);
    assert_eq!((again.status, again.errors.as_str()), (0, ""), "{text}");
    assert!(again.out == mc(&["-filetype=obj"], &source).out);
}

/// The description of a kernel before code object version 3 is taken where LLVM 22 takes it, for
/// every system but HSA; fields of whole words and of bits must not be mixed up.
#[test]
fn old_descriptions_of_kernels_are_written() {
    let source = "\
x = 3
.amdgpu_hsa_kernel k
k:
.amd_kernel_code_t // c
  compute_pgm_rsrc1_vgprs=x ; 6 bits from bit 384 on
  user_sgpr_count = -1 /* 5 bits
  from bit 417 */
  workitem_vgpr_count = 0x1234
  max_scratch_backing_memory_byte_size = 0
.end_amd_kernel_code_t
";
    let flags = [
        "mc",
        "-triple=amdgcn--",
        "-mcpu=gfx906",
        "-filetype=obj",
        "-o",
        "-",
    ];
    let run = run_with(&flags, source);
    assert_eq!(run.status, 0, "{}", run.errors);
    let begin = [1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 9, 0, 0, 0, 6, 0, 0, 1];
    let at = run.out.windows(begin.len()).position(|it| it == begin);
    let code = &run.out[at.expect("the descriptor")..][..256];
    assert_eq!(code[48..56], [3, 0, 0, 0, 0x3e, 0, 0, 0]);
    assert_eq!(code[86..88], [0x34, 0x12]);
    assert_eq!(
        code[100..108],
        [4, 4, 4, 6, 0xff, 0xff, 0xff, 0xff][..8].to_vec()[..]
    );
    for (wrong, message) in [
        ("prority = 1", "did you mean `priority`?"),
        ("priority 1", "expected `=`"),
        ("enable_wgp_mode = 1", "GFX10"),
    ] {
        let source = format!(".amd_kernel_code_t\n{wrong}\n.end_amd_kernel_code_t\n");
        let run = run_with(&flags, source);
        assert_eq!(run.status, 1, "{wrong}");
        assert!(run.errors.contains(message), "{wrong}: {}", run.errors);
    }
}

/// gfx12 has no modes for NaN: whoever asks for one is told, and who asks for none is not.
#[test]
fn old_kernels_have_no_modes_that_ended() {
    let flags = ["mc", "-triple=amdgcn--amdpal", "-filetype=obj", "-o", "-"];
    for field in ["enable_dx10_clamp", "compute_pgm_rsrc1_ieee_mode"] {
        for (cpu, value, is_right) in [
            ("gfx1100", 1, true),
            ("gfx1200", 0, true),
            ("gfx1200", 1, false),
        ] {
            let source = format!(".amd_kernel_code_t\n{field} = {value}\n.end_amd_kernel_code_t\n");
            let cpu = format!("-mcpu={cpu}");
            let run = run_with(&[&flags[..], &[&cpu]].concat(), source);
            assert_eq!(
                run.status == 0,
                is_right,
                "{cpu} {field} {value}: {}",
                run.errors
            );
            let told = run.errors.contains("is for GFX11 and earlier");
            assert_eq!(told, !is_right, "{}", run.errors);
        }
    }
}

/// Directives as llvm-mc writes them: names it has for several, values where they are known,
/// expressions where places decide, empty lines behind directives whose end LLVM's reader
/// leaves. The snapshot is llvm-mc's own text.
#[test]
fn directives_are_written_as_llvm_does() {
    let source = "\
n = 4
.set x, 3
a:
1:\ts_branch 1b
  .int x, a-1, a + (1 + 2), (a - 1b) * 2, +a, 'a' ; comment
  .quad -1, sym+4-a
  .octa 0x10000000000000002
  .float 1.5
  .uleb128 300, x, 1b-a
.section .rodata
  .balign 16
  .p2align 3, , 5
  .p2alignl 3, 0xbf800000
  .space x, 1
  .skip 0
  .fill 2, 4, 0x12345678
  .ascii \"a\\n\\\"\\001\", \"b\"
  .asciz \"text\"
.section .more,\"aMSG\",@progbits,1,group,comdat
  .size a, 1b-a
.pushsection .data, 2
.popsection
.previous

/* nothing */
.weak_reference w
.comm c, 8, 4
.symver a, a@@V1
\"b c\":
  .type \"b c\" STT_FUNC
";
    let run = mc(&[], source);
    assert_eq!((run.status, run.errors.as_str()), (0, ""));
    insta::assert_snapshot!(run.text);
}

/// What is known later has letters in its bytes, and a line that says where it goes: a branch,
/// a literal that counts from itself, one that does not. The text is llvm-mc's own.
#[test]
fn what_is_known_later_is_shown() {
    let source = "\
a:
  s_cbranch_scc0 b
  s_mov_b32 s0, sym@rel32@lo+4
  s_mov_b32 s0, sym@abs32@hi
  v_mov_b32 v0, b-a
b:
";
    let run = mc(&["-show-encoding"], source);
    assert_eq!((run.status, run.errors.as_str()), (0, ""));
    insta::assert_snapshot!(run.text);
}

/// A kernel's descriptor: every directive with its default, numbers where they are known, and
/// expressions of which only what matters is left where symbols are set later; by version and
/// processor. The text is llvm-mc's own.
#[test]
fn descriptors_are_written_whole() {
    let source = |version: u8| {
        format!(
            "\
.amdhsa_code_object_version {version} ; no empty line behind a comment
k:
.amdhsa_kernel k

  .amdhsa_next_free_vgpr later + 1
  .amdhsa_next_free_sgpr 20
  .amdhsa_user_sgpr_kernarg_segment_ptr 1
  .amdhsa_system_vgpr_workitem_id later - 2
.end_amdhsa_kernel
.set later, 2
"
        )
    };
    let run = mc(&[], &source(6));
    assert_eq!((run.status, run.errors.as_str()), (0, ""));
    insta::assert_snapshot!(run.text);
    let flags = ["mc", "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx700"];
    let old = run_with(&flags, source(4));
    assert_eq!((old.status, old.errors.as_str()), (0, ""));
    for absent in ["dynamic_stack", "xnack_mask", "fp16_overflow"] {
        assert!(!old.text.contains(absent), "{absent}: {}", old.text);
    }
    assert!(
        old.text.contains("_reserve_flat_scratch 1\n"),
        "{}",
        old.text
    );
    let masked = mc(&[], &source(5));
    assert!(
        masked.text.contains("\t\t.amdhsa_reserve_xnack_mask 1\n"),
        "{}",
        masked.text
    );
}

/// A kernel of gfx10, whose wavefronts have 32 lanes or 64: blocks of VGPRs, what is said of
/// wavefronts and workgroups, and no SGPRs. The text is llvm-mc's own.
#[test]
fn descriptors_of_gfx10_are_written_whole() {
    let source = "\
k:
.amdhsa_kernel k
  .amdhsa_next_free_vgpr later + 1
  .amdhsa_next_free_sgpr 20
  .amdhsa_forward_progress later - 2
.end_amdhsa_kernel
.set later, 2
";
    let flags = ["mc", "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx1010"];
    let run = run_with(&flags, source);
    assert_eq!((run.status, run.errors.as_str()), (0, ""));
    insta::assert_snapshot!(run.text);
    let features = "-mattr=+wavefrontsize64,+cumode";
    let known = source.replace("later - 2", "1").replace("later + 1", "3");
    let run = run_with(&[&flags[..], &[features]].concat(), known);
    for line in ["wavefront_size32 0\n", "workgroup_processor_mode 0\n"] {
        assert!(run.text.contains(line), "{line}{}", run.text);
    }
    let shared = source.replace("_forward_progress later - 2", "_shared_vgpr_count 1");
    let shared = shared.replace("later + 1", "1\n.amdhsa_wavefront_size32 1");
    let wrong = run_with(&flags, shared);
    assert_eq!(wrong.status, 1);
    let message = "shared_vgpr_count is for wavefronts of 64 lanes";
    assert!(wrong.errors.contains(message), "{}", wrong.errors);
}

/// Kernels of gfx11 and gfx12: how much code is fetched before it is needed, in as many bits
/// as the processor has, modes that ended, and expressions of symbols. The text is llvm-mc's
/// own.
#[test]
fn descriptors_of_gfx11_and_gfx12_are_written_whole() {
    let source = "\
k:
.amdhsa_kernel k
  .amdhsa_next_free_vgpr later + 1
  .amdhsa_next_free_sgpr 20
  .amdhsa_inst_pref_size later * 9
  .amdhsa_enable_private_segment later - 2
.end_amdhsa_kernel
.set later, 3
";
    let text = ["gfx1100", "gfx1200"].map(|cpu| {
        let cpu = format!("-mcpu={cpu}");
        let flags = ["mc", "-triple=amdgcn-amd-amdhsa", &cpu];
        let run = run_with(&flags, source);
        assert_eq!((run.status, run.errors.as_str()), (0, ""));
        run.text
    });
    insta::assert_snapshot!(text.concat());
    for (cpu, line, message) in [
        ("gfx1100", "inst_pref_size 64", "from 0 to 63"),
        ("gfx1200", "inst_pref_size 256", "from 0 to 255"),
        (
            "gfx1100",
            "round_robin_scheduling 0",
            "is for gfx12 and later",
        ),
        ("gfx1030", "inst_pref_size 0", "is for gfx11 and later"),
        ("gfx1200", "shared_vgpr_count 0", "is for gfx10 and gfx11"),
        ("gfx1200", "dx10_clamp 1", "is for gfx6 to gfx11"),
        ("gfx1200", "ieee_mode 1", "is for gfx6 to gfx11"),
        ("gfx1100", "user_sgpr_flat_scratch_init 0", "flat_scratch"),
    ] {
        let source = format!(".amdhsa_kernel k\n.amdhsa_{line}\n.end_amdhsa_kernel\n");
        let cpu = format!("-mcpu={cpu}");
        let run = run_with(&["mc", "-triple=amdgcn-amd-amdhsa", &cpu], source);
        assert_eq!(run.status, 1, "{cpu} {line}");
        assert!(run.errors.contains(message), "{cpu} {line}: {}", run.errors);
    }
}

/// A source that is wrong: what is right of it goes to standard output, and no file is
/// written. Would catch text that goes on behind an error as if nothing was.
#[test]
fn text_of_a_wrong_source() {
    let source = "s_nop 0\n.long 1, )\n.if 1\ns_nop 1\n.endif\n";
    let run = mc(&[], source);
    assert_eq!(run.status, 1);
    assert!(
        run.text.ends_with("\ts_nop 0\n\t.long\t1\n\ts_nop 1\n"),
        "{}",
        run.text
    );
    let folder = Folder::new();
    let out = folder.path("a.s");
    assert_eq!(mc(&["-o", &out], source).status, 1);
    assert!(folder.names().is_empty(), "{:?}", folder.names());
}
