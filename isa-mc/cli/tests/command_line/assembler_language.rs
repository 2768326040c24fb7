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
.ascii \"open
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
.extern one, 2 3
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
        // Twice as long with each level, as far as levels go.
        ".macro m a:vararg\nm \\a, \\a\n.endm\nm 1\n",
        ".altmacro\n.macro m n\nm %n+1\n.endm\nm 0\n",
        // As far as repetitions go, again for each of them.
        if is_whole() {
            ".rept 1000000000000\n.endr\n"
        } else {
            ".endr\n"
        },
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

/// Whether everything is to be tried, and not what a person waits for.
fn is_whole() -> bool {
    std::env::var_os("ISA_WHOLE").is_some_and(|it| it == "1")
}

/// Bytes of a long line.
fn how_long() -> usize {
    match is_whole() {
        true => 100_000_000,
        false => 10_000_000,
    }
}

/// Assembles a file with no more memory than eight times its size and 512 MB (where a
/// shell can say so); gives its errors. A file that is refused leaves nothing.
fn errors_of_large(folder: &Folder, source: &[u8]) -> String {
    let path = folder.write("large.s", source);
    let object = folder.path("large.o");
    let most = (source.len() * 8 + (512 << 20)) >> 10;
    let program = env!("CARGO_BIN_EXE_isa-mc");
    let mut command = match cfg!(target_os = "linux") {
        true => {
            let limit = format!("ulimit -v {most}; exec \"$0\" \"$@\"");
            let mut shell = std::process::Command::new("sh");
            shell.args(["-c", &limit, program]);
            shell
        }
        false => std::process::Command::new(program),
    };
    let output = command
        .args(["asm", "--cpu", "gfx900", "-o", &object, &path])
        .output()
        .expect("the program runs");
    let errors = String::from_utf8_lossy(&output.stderr).replace(&path, "large.s");
    let shown: String = String::from_utf8_lossy(&source[..source.len().min(40)]).into_owned();
    assert_eq!(output.status.code(), Some(1), "{shown}: {errors}");
    assert!(errors.len() < 50_000, "{shown}: {} bytes", errors.len());
    assert_eq!(folder.names(), ["large.s"], "{shown}");
    errors
}

/// A line may have any length: the error has its place, and shows a part of it.
#[test]
fn long_lines_are_errors_with_a_place() {
    let folder = Folder::new();
    let long = |begin: &str, again: &str| [begin, &again.repeat(how_long() / again.len())].concat();
    let cases = [
        (long("", "s"), "large.s:1:1: error[A0103]"),
        (long("s_mov_b32 ", ","), "large.s:1:1: error[A0103]"),
        (long(".long ", "("), "large.s:1:207: error[A0007]"),
        (long("s_mov_b32 s0, ", "("), "large.s:1:1: error[A0103]"),
        (long("s_mov_b32 s0, s[", "["), "large.s:1:1: error[A0103]"),
        (long(".long ", "-"), "large.s:1:207: error[A0007]"),
        (long(".long ", "1"), "large.s:1:7: error[A0007]"),
        (long("", "1") + ":", "large.s:1:1: error[A0003]"),
        (long(".ascii \"", "a"), "large.s:1:8: error[A0010]"),
        (long("// ", "a") + "\nx", "large.s:2:1: error[A0101]"),
        (long("/*", "*"), "large.s:1:1: error[A0002]"),
        (
            long("", "/**/") + "x",
            "error[A0101]: no instruction is called `x`",
        ),
        (long("s_mov_b32", " "), "large.s:1:10: error[A0104]"),
        (long("", "\0"), "large.s:1:1: error[A0103]"),
        // As many errors as bytes.
        (long("", "a:"), "large.s:1:3: error[A0003]"),
        (long("", "x;"), "large.s:1:1: error[A0101]"),
        (long("", "x\n"), "large.s:1:1: error[A0101]"),
    ];
    for (source, expected) in cases {
        let errors = errors_of_large(&folder, source.as_bytes());
        let shown: String = source.chars().take(40).collect();
        assert!(errors.contains(expected), "{shown}: {errors}");
    }
    for line in [&b"\xff"[..], b"\xff\n"] {
        let errors = errors_of_large(&folder, &line.repeat(how_long() / line.len()));
        assert!(errors.starts_with("large.s:1:1: error[A0001]"), "{errors}");
    }
}

/// However deep something is nested, the error says where it begins.
#[test]
fn a_million_levels_are_errors_with_a_place() {
    let folder = Folder::new();
    let cases = [
        (".if 1\n", "large.s:1000000:1: error[A0012]"),
        (".if 0\n", "large.s:1000000:1: error[A0012]"),
        (".rept 1\n", "large.s:1:1: error[A0012]"),
        (".macro m\n", "large.s:1:1: error[A0012]"),
        (".irp x, 1\n", "large.s:1:1: error[A0012]"),
    ];
    for (line, expected) in cases {
        let errors = errors_of_large(&folder, line.repeat(1_000_000).as_bytes());
        assert!(errors.starts_with(expected), "{line}: {errors}");
    }
    let lists = format!(
        ".amdgpu_metadata\n{}\n.end_amdgpu_metadata\n",
        "- ".repeat(1_000_000)
    );
    let errors = errors_of_large(&folder, lists.as_bytes());
    assert!(
        errors.starts_with("large.s:2:129: error[A0006]"),
        "{errors}"
    );
}

/// What is named again and again is found at once: each of these took minutes when names
/// were compared one by one, or white space was read again for each of its bytes.
#[test]
fn many_names_take_no_longer_each() {
    let folder = Folder::new();
    let many = |line: &dyn Fn(usize) -> String| (0..200_000).map(line).collect::<String>();
    let parameters = many(&|at| format!("p{at},"));
    let named = many(&|at| format!("p{at}={at},"));
    let sources = [
        many(&|at| format!(".section s{at},\"a\"\n")),
        format!(".macro m {parameters}\n.byte \\p7\n.endm\nm {named}\n"),
        format!(".long {}0\n", "a/**/,".repeat(200_000)),
        format!(".macro m a\n.endm\nm a{}+b\n", " ".repeat(1_000_000)),
        many(&|_| ".warning \"careful\"\n".to_string()),
        many(&|at| format!("l{at}: s_nop 0\n")),
        format!(".macro m {parameters}\n\\{}\n.endm\n", "x".repeat(200_000)),
    ];
    for mut source in sources {
        source += "x\n";
        let errors = errors_of_large(&folder, source.as_bytes());
        let shown: String = source.chars().take(40).collect();
        assert!(
            errors.contains("no instruction is called `x`"),
            "{shown}: {errors}"
        );
    }
}

/// A line that is repeated millions of times may be a long one.
#[test]
fn what_repetitions_read_in_all_has_an_end() {
    let folder = Folder::new();
    // One long comment: what is read in all is the matter, not how many lines it has.
    let body = format!("// {}\n", "long ".repeat(10_000_000));
    let source = format!(".rept 16000000\n{body}.endr\n");
    let errors = errors_of_large(&folder, source.as_bytes());
    assert!(
        errors.contains("error[A0014]: all expansions have more than"),
        "{errors}"
    );
}

/// Values at the ends of their ranges, and line ends of every kind.
#[test]
fn values_at_the_ends_and_beyond() {
    let right = [
        ".quad 0x7fffffffffffffff + 1, -0x8000000000000000, 0xffffffffffffffff\n",
        ".quad 1 << 63, 1 << 64, -1 >> 63, 0x7fffffffffffffff * 2\n",
        "s_nop 0\r\n.set x, 1\r\na: // c\r\n.ascii \"x\"\r\n",
        "s_nop 0",
        "a:",
        ".ascii \"x\"",
        "s_nop 0 // a comment",
        "",
        "\u{feff}s_nop 0\n",
        // The farthest that a branch reaches.
        "s_branch a\n.space 4 * 0x7fff\na:\n",
        "a: .space 4 * 0x7fff\ns_branch a\n",
    ];
    for source in right {
        let run = run_with(OBJECT, source);
        assert_eq!((run.status, run.errors.as_str()), (0, ""), "{source}");
    }
    let wrong = [
        (".quad 0x10000000000000000\n", "1:7: error[A0007]"),
        (".long 0x80000000 << 1\n", "1:7: error[A0009]"),
        (".byte 256\n", "1:7: error[A0009]"),
        (".long -0x8000000000000000 / -1\n", "1:7: error[A00"),
        (".quad 1 / 0\n", "1:7: error[A0007]"),
        (".quad 1 % (a - a)\na:\n", "1:7: error[A0007]"),
        ("s_branch a\n.space 4 * 0x8000\na:\n", "1:10: error[A0107]"),
        ("a: .space 4 * 0x8000\ns_branch a\n", "2:10: error[A0107]"),
        (".byte b - a\na: .space 300\nb:\n", "1:7: error[A0009]"),
        (".macro m\n", "1:1: error[A0012]"),
        ("s_nop 0 /* no end", "1:9: error[A0002]"),
        (".ascii \"no end", "1:8: error[A0010]"),
        // Files end names with a zero byte.
        (".globl \"a\0b\"\n", "1:9: error[A0010]"),
        (".section a\0b\n", "1:10: error[A0010]"),
        (".long \"a\0b\"\n", "1:8: error[A0010]"),
        ("s_nop \0 0\n", "1:7: error[A01"),
        ("\0\n", "1:1: error[A01"),
    ];
    for (source, expected) in wrong {
        let run = run_with(OBJECT, source);
        assert_eq!(
            (run.status, run.out.len()),
            (1, 0),
            "{source}: {}",
            run.errors
        );
        let expected = format!("<stdin>:{expected}");
        assert!(
            run.errors.starts_with(&expected),
            "{source}: {}",
            run.errors
        );
    }
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

/// A macro or a file without an end, in it or because it takes itself: the error says which
/// and where, and no object is left.
#[test]
fn macros_without_an_end_leave_no_object() {
    let folder = Folder::new();
    let itself = folder.write("itself.s", ".include \"itself.s\"\n");
    let cases = [
        (
            ".macro m\n s_nop 0\n",
            "nothing ends this: expected `.endm`",
        ),
        (".rept 2\n s_nop 0\n", "nothing ends this: expected `.endr`"),
        (
            ".macro m\n m\n.endm\n m\n",
            "does `m` expand itself without an end?",
        ),
        (
            ".macro m a:vararg\n m \\a, \\a, \\a, \\a, \\a, \\a, \\a, \\a\n.endm\n m 12345678\n",
            "the expansion has more than",
        ),
        (
            ".rept 20000000\n.endr\n",
            "more than 16777216 rounds of repetitions and macros",
        ),
        (".macro m\n.if 0\n.endm\n m\n", "`.if` without its `.endif`"),
    ];
    for (source, expected) in cases {
        let path = folder.write("wrong.s", source);
        let run = run(&["asm", "--cpu", "gfx900", &path]);
        assert_eq!(run.status, 1, "{source}");
        assert!(run.errors.contains(expected), "{source}: {}", run.errors);
        assert!(run.errors.contains("wrong.s:"), "{source}: {}", run.errors);
    }
    let run = run(&["asm", "--cpu", "gfx900", &itself]);
    assert_eq!(run.status, 1);
    assert!(run.errors.contains("files and macros within one another"));
    assert_eq!(folder.names(), ["itself.s", "wrong.s"]);
}

/// What `.print` says does not go where the object goes.
#[test]
fn what_is_printed_is_not_in_the_object() {
    let folder = Folder::new();
    let source = folder.write("a.s", ".print \"hello\"\n s_nop 0\n");
    let to_file = run(&["asm", "--cpu", "gfx900", &source]);
    assert_eq!((to_file.status, to_file.text.as_str()), (0, "hello\n"));
    let to_output = run_with(OBJECT, ".print \"hello\"\n s_nop 0\n");
    assert!(to_output.out.starts_with(b"\x7fELF"));
    assert_eq!(to_output.errors, "hello\n");
}

/// A string goes on in the next line, with a warning, as LLVM has it; where nothing ends it,
/// the error is that of its line. Would catch a string that swallows what stands behind it.
#[test]
fn strings_go_on_in_the_next_line() {
    let source = ".ascii \"a\nb\" ; c\n.byte 1\n.if 0\n.ascii \"\n.endif\n\"\n.endif\n.byte 2\n";
    let run = run_with(TSV, source);
    assert_eq!(run.status, 0, "{}", run.errors);
    assert!(
        run.errors.contains("the string goes on in the next line"),
        "{}",
        run.errors
    );
    let written = run_with(MC, source);
    assert!(
        written
            .text
            .ends_with("\t.ascii\t\"a\\nb\"\n\t.byte\t1\n\t.byte\t2\n"),
        "{}",
        written.text
    );
    // What is quoted of it stays on one line.
    let wrong = run_with(MC, ".long \"a\nb\" oops\n.ascii \"a\nb\" \"c\nd\" e\n");
    assert_eq!(wrong.status, 1);
    let messages = wrong
        .errors
        .lines()
        .filter(|line| line.contains(" error: "));
    assert_eq!(messages.count(), 2, "{}", wrong.errors);
    let open = run_with(TSV, ".ascii \"open\n.byte 1\n");
    assert_eq!(open.status, 1);
    assert!(
        open.errors.contains("the string does not end on its line"),
        "{}",
        open.errors
    );
}

const MC: &[&str] = &["mc", "-triple=amdgcn-amd-amdhsa", "-mcpu=gfx906"];

/// Names in quotes are operands, alone and in expressions, with what asks for a relocation
/// behind the quotes; they are no registers, whatever they are called. The text is llvm-mc's.
#[test]
fn names_in_quotes_are_operands() {
    let source = "\
\"a b\":
  s_branch \"a b\"
  s_mov_b32 s0, \"a b\"@rel32@lo+4
  s_mov_b32 s0, \"q\"-\"a b\"
.long \"a b\"+1, \"x y\"@abs32@lo
.set \"k l\", 4
  s_nop \"k l\"+1
  ds_read_b32 v0, v1 offset:\"k l\"
";
    let run = run_with(MC, source);
    assert_eq!((run.status, run.errors.as_str()), (0, ""));
    let expected = "\
\t.amdgcn_target \"amdgcn-amd-amdhsa--gfx906\"
\"a b\":
\ts_branch \"a b\"
\ts_mov_b32 s0, \"a b\"@rel32@lo+4
\ts_mov_b32 s0, q-\"a b\"
\t.long\t\"a b\"+1
\t.long\t\"x y\"@abs32@lo
.set \"k l\", 4
\t.no_dead_strip\t\"k l\"
\ts_nop 5
\tds_read_b32 v0, v1 offset:4
";
    assert_eq!(run.text, expected);
    for wrong in ["s_mov_b32 \"s0\", 1\n", "s_nop \"open\n", "s_nop \"\"\n"] {
        let run = run_with(MC, wrong);
        assert_eq!(run.status, 1, "{wrong}");
        assert!(run.errors.contains("operand 1"), "{wrong}: {}", run.errors);
    }
}

/// `.uleb128` of places that lie ahead: as many bytes as the distance needs, which itself
/// depends on them. Would catch a size that does not settle, or a label behind that is off.
#[test]
fn numbers_of_places_ahead_have_the_bytes_they_need() {
    let source = "\
a: .uleb128 b - a
.space 125
b: .uleb128 c - a
.sleb128 b - c
.long c - a
c:
";
    let run = run_with(OBJECT, source);
    assert_eq!((run.status, run.errors.as_str()), (0, ""));
    // The code stands behind the header of the file.
    let code = &run.out[64..];
    assert_eq!(code[0], 126);
    // From `a` and back to `b`; and where `c` is.
    assert_eq!(code[126..135], [0x85, 1, 0x79, 0x85, 0, 0, 0, 0, 0]);
    let wrong = run_with(OBJECT, ".uleb128 outside\n");
    assert_eq!(wrong.status, 1);
    assert!(
        wrong.errors.contains("expected a number"),
        "{}",
        wrong.errors
    );
}

/// Directives of data that LLVM lacks are refused with what to write, in its syntax alone;
/// names that are private to a source cannot be global.
#[test]
fn what_llvm_lacks_is_refused_with_what_to_write() {
    for (name, instead) in [
        (".word", "`.long`"),
        (".half", "`.short`"),
        (".hword", "`.short`"),
        (".1byte", "`.byte`"),
    ] {
        let source = format!("{name} 1\n");
        let llvm = run_with(TSV, source.clone());
        assert_eq!(llvm.status, 1, "{name}");
        assert!(llvm.errors.contains(instead), "{}", llvm.errors);
        let clrx = run_with(&[TSV, &["--syntax", "clrx"]].concat(), source);
        assert_eq!(clrx.status, 0, "{}", clrx.errors);
    }
    let private = run_with(TSV, ".globl .La\n.La: s_nop 0\n");
    assert_eq!(private.status, 1);
    assert!(
        private.errors.contains("`.La` is private to this source"),
        "{}",
        private.errors
    );
}

/// `-asm-macro-max-nesting-depth` of llvm-mc.
#[test]
fn macros_nest_as_deep_as_the_flag_says() {
    let source = ".macro m n\n.if \\n\nm \\n-1\n.endif\n.endm\nm 30\n";
    let with = |flags: &[&str]| run_with(&[MC, &["-filetype=null"], flags].concat(), source).status;
    assert_eq!(with(&[]), 1);
    assert_eq!(with(&["-asm-macro-max-nesting-depth=31"]), 0);
    assert_eq!(with(&["--asm-macro-max-nesting-depth", "30"]), 1);
    assert_eq!(with(&["--asm-macro-max-nesting-depth=1000"]), 1);
}
