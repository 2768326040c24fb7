//! The assembler's language as a person meets it: directives, macros, files, objects,
//! and what is said when they are wrong.

use std::fmt::Write as _;

use super::{Folder, run, run_with};

const OBJECT: &[&str] = &["asm", "--cpu", "gfx900", "-o", "-"];
const TSV: &[&str] = &["asm", "--cpu", "gfx900", "--emit", "tsv"];

#[test]
fn an_object_is_what_a_run_makes_if_nothing_else_is_said() {
    let folder = Folder::new();
    let source = folder.write("kernel.s", ".globl f\nf: s_endpgm\n");
    let run = run(&["asm", "--cpu", "gfx900", &source]);
    assert_eq!((run.status, run.errors.as_str()), (0, ""));
    assert_eq!(folder.names(), ["kernel.o", "kernel.s"]);
    let object = folder.read("kernel.o");
    assert!(object.starts_with(b"\x7fELF\x02\x01\x01\x40"));
    // EM_AMDGPU
    assert_eq!(object[18..20], [224, 0]);
}

/// Each kind of mistake, as a person sees it: the place, and why the text is read.
#[test]
fn mistakes_are_shown_where_they_stand() {
    let source = "\
.macro inner a
  v_mov_b32 \\a, s0, s1
.endm
.macro outer
  inner v1
.endm
outer
.rept 2
  .if 1
.endr
.byte 1, 2 3
.long 1 / 0
.quad (1 + 2
.ascii \"open
.asciz \"\\q\"
.endif
.p2align 40
.balign 3
.section .text,\"aw\"
.section x,\"q\"
.popsection
.type f, @nothing
.set v, w
.set w, v
a:
a:
.macro twice x, x
.endm
inner
.macro inner
.endm
.purgem nothing
.include \"missing.s\"
.error \"as it says\"
.fill -1
.amdhsa_next_free_sgpr 3
.amdgcn_target \"amdgcn-amd-amdhsa--gfx803\"
.rept 3
";
    let run = run_with(OBJECT, source);
    assert_eq!(run.status, 1);
    assert_eq!(run.out, b"");
    insta::assert_snapshot!(run.errors);
}

/// What sections belong to, and relocations by name.
#[test]
fn mistakes_of_groups_and_relocations_are_shown() {
    let source = "\
.section .a,\"aG\",@progbits
.section .a,\"aG\"
.section .a,\"aG\",@progbits,name,everywhere
.section .a,\"ao\",@progbits,later
.section .a,\"a\",@progbits,unique,-1
later:
.reloc 0, R_AMDGPU_REL32LO
.reloc 0 R_AMDGPU_REL32
.reloc -1, R_AMDGPU_NONE
.reloc outside, R_AMDGPU_NONE
.reloc 0, R_AMDGPU_ABS32, later - outside
.dcb.b 2, 256
.ds.l -1
.dcb.x 1, 1
.abort \"no more\"
.long behind
";
    let run = run_with(OBJECT, source);
    assert_eq!(run.status, 1);
    insta::assert_snapshot!(run.errors);
}

/// What is known last: distances, values that a linker cannot fill in.
#[test]
fn values_that_are_known_last_have_their_place_too() {
    let source = "\
  s_branch outside
  .byte far - near
  .byte outside
near: .zero 1000
far: .long outside - elsewhere
  s_branch odd
  .byte 1
odd:
  .p2align 2
  .space end - begin
begin: .space 4
end:
";
    let run = run_with(OBJECT, source);
    assert_eq!(run.status, 1);
    insta::assert_snapshot!(run.errors);
}

/// A name that nothing defines is no operand where no linker comes; in an object it is
/// a relocation.
#[test]
fn an_undefined_name_is_an_error_without_a_linker() {
    let source = "s_mov_b32 s0, nothing\n";
    let listing = run_with(TSV, source);
    assert_eq!(listing.status, 1);
    assert!(listing.text.starts_with("1\t\terror: "), "{}", listing.text);
    assert_eq!(run_with(OBJECT, source).status, 0);
    let bytes = run_with(
        &["asm", "--cpu", "gfx900", "--emit", "bin", "-o", "-"],
        source,
    );
    assert_eq!((bytes.status, bytes.out.len()), (1, 0));
}

/// No source runs forever, or takes all memory.
#[test]
fn sources_without_an_end_are_errors() {
    let folder = Folder::new();
    let itself = folder.path("itself.s");
    folder.write("itself.s", format!(".include \"{itself}\"\n"));
    let deep = format!(
        ".long {}1{}\n",
        "(".repeat(1_000_000),
        ")".repeat(1_000_000)
    );
    let signs = format!(".long {}1\n", "-".repeat(1_000_000));
    let mut chain = String::new();
    for n in 0..100_000 {
        let _ = writeln!(chain, ".set a{n}, a{}", n + 1);
    }
    let sources = [
        ".macro m\nm\n.endm\nm\n",
        ".macro m\nm\nm\n.endm\nm\n",
        ".rept 1000000000000\n.endr\n",
        ".rept 100000\n.rept 100000\n.endr\n.endr\n",
        ".zero 0xffffffffffffff\n",
        ".fill 0x7fffffffffffffff, 8\n",
        ".org 0x7fffffffffffffff\n",
        ".data\n.p2align 31\n.byte 1\n.p2align 31\n",
        // What is filled in later needs bytes to be filled into.
        ".bss\n.long undefined\n",
        ".bss\ns_branch undefined\n",
        ".bss\n.zero 0x7fffffffffffffff\n.zero 0x7fffffffffffffff\n.zero 2\n",
        ".long 'ä\n",
        &std::fs::read_to_string(&itself).expect("the file"),
        &deep,
        &signs,
        &format!("{chain}.long a0\n"),
    ];
    for source in sources {
        let shown: String = source.chars().take(60).collect();
        let run = run_with(OBJECT, source);
        assert_eq!(run.status, 1, "{shown}: {}", run.errors);
        assert!(run.errors.contains("error[A0"), "{shown}: {}", run.errors);
        assert!(run.errors.len() < 50_000, "{shown}: {}", run.errors.len());
    }
}

/// What LLVM's assembler takes for these processors, and what others do: a directive is
/// supported, or refused with the reason.
const DIRECTIVES: &str = "
    .2byte .4byte .8byte .abort .addrsig .addrsig_sym .align .align32 .altmacro .ascii .asciz
    .balign .balignl .balignw .base64 .bss .bundle_align_mode .bundle_lock .bundle_unlock .byte
    .cfi_adjust_cfa_offset .cfi_def_cfa .cfi_endproc .cfi_escape .cfi_offset .cfi_register
    .cfi_sections .cfi_startproc .cg_profile .code16 .cold .comm .common .cv_file .cv_loc .data
    .data.rel .data.rel.ro .dc .dc.a .dc.b .dc.d .dc.l .dc.s .dc.w .dc.x .dcb .dcb.b .dcb.d
    .dcb.l .dcb.s .dcb.w .dcb.x .desc .double .ds .ds.b .ds.d .ds.l .ds.p .ds.s .ds.w .ds.x
    .eh_frame .else .elseif .endif .endm .endmacro .endr .equ .equiv .err .error .exitm .extern
    .file .fill .float .global .globl .hidden .ident .if .ifb .ifc .ifdef .ifeq .ifeqs .ifge
    .ifgt .ifle .iflt .ifnb .ifnc .ifndef .ifne .ifnes .ifnotdef .incbin .include .int .internal
    .irp .irpc .lazy_reference .lcomm .line .loc .loc_label .local .long .lto_discard
    .lto_set_conditional .macro .macros_off .macros_on .memtag .no_dead_strip .noaltmacro .octa
    .org .p2align .p2alignl .p2alignw .popsection .prefalign .previous .print .private_extern
    .protected .pseudoprobe .purgem .pushsection .quad .reference .reloc .rep .rept .rodata
    .section .short .single .size .skip .sleb128 .space .stabs .string .subsection
    .symbol_resolver .symver .tbss .tdata .text .type .uleb128 .value .version .warning .weak
    .weak_def_can_be_hidden .weak_definition .weak_reference .weakref .zero

    .amd_amdgpu_hsa_metadata .amd_amdgpu_isa .amd_amdgpu_pal_metadata .amd_kernel_code_t
    .amdgcn_target .amdgpu_hsa_kernel .amdgpu_lds .amdgpu_metadata .amdgpu_pal_metadata
    .amdhsa_code_object_version .amdhsa_ieee_mode .amdhsa_kernel .end_amd_amdgpu_hsa_metadata
    .end_amd_kernel_code_t .end_amdgpu_metadata .end_amdgpu_pal_metadata .end_amdhsa_kernel
    .hsa_code_object_isa .hsa_code_object_version";

#[test]
fn every_directive_is_taken_or_refused_with_its_reason() {
    for name in DIRECTIVES.split_ascii_whitespace() {
        let errors = run_with(OBJECT, format!("{name}\n")).errors;
        assert!(!errors.contains("there is no"), "{errors}");
        assert!(!errors.contains("unknown"), "{errors}");
    }
    let unknown = run_with(OBJECT, ".nonsense\n").errors;
    assert!(unknown.contains("there is no directive `.nonsense`"));
}

#[test]
fn a_row_of_operators_may_be_long() {
    let row = "-a+a".repeat(150_000);
    let run = run_with(
        OBJECT,
        format!("a:\n.long 1{row}\n.if 1{row}\n.byte 2\n.endif\n"),
    );
    assert_eq!(run.errors, "");
    assert_eq!(run.status, 0);
}

#[test]
fn a_section_that_is_aligned_to_much_makes_no_large_file() {
    let run = run_with(OBJECT, ".data\n.p2align 31\n.byte 1\n");
    assert_eq!(run.errors, "");
    assert!(run.out.len() < 10_000, "{} bytes", run.out.len());
}

#[test]
fn files_are_found_beside_the_source_and_in_the_folders_that_are_named() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("parts")).expect("a folder");
    folder.write("beside.s", "s_nop 1\n");
    folder.write("parts/part.s", ".incbin \"four.bin\", 1, 4\n");
    folder.write("parts/four.bin", [9, 1, 2, 3, 4, 5]);
    let source = folder.write("a.s", ".include \"beside.s\"\n.include \"part.s\"\n");
    let parts = folder.path("parts");
    let args = [
        "asm", "--cpu", "gfx900", "--emit", "bin", "-o", "-", "-I", &parts, &source,
    ];
    let run = run(&args);
    assert_eq!((run.status, run.errors.as_str()), (0, ""));
    assert_eq!(run.out, [1, 0, 0x80, 0xbf, 1, 2, 3, 4]);
}

/// A warning is shown and changes nothing.
#[test]
fn warnings_do_not_fail_a_run() {
    let run = run_with(TSV, ".warning \"careful\"\ns_endpgm\n");
    assert_eq!(run.status, 0);
    assert!(
        run.errors.starts_with("<stdin>:1:1: warning: careful\n"),
        "{}",
        run.errors
    );
}

/// What was expanded assembles to the same bytes.
#[test]
fn canonical_text_has_macros_expanded_and_symbols_kept() {
    let source = "\
.macro pair r
  v_mov_b32 \\r,1
.endm
.globl f
f:
pair v1
s_branch f
.irp r, v2, v3
 pair \\r
.endr
.long f - ., 1<<4
.p2align 4
s_endpgm
";
    let args = ["asm", "--cpu", "gfx900", "--emit", "asm"];
    let once = run_with(&args, source);
    assert_eq!(once.status, 0, "{}", once.errors);
    insta::assert_snapshot!(once.text);
    assert_eq!(run_with(&args, once.text.clone()).text, once.text);
    let object = |source: &str| run_with(OBJECT, source).out;
    assert_eq!(object(source), object(&once.text));
}
