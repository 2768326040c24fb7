//! The text of `isa-mc mc -filetype=asm -show-encoding` is that of llvm-mc 22, byte for byte:
//! of what clang makes of the kernels, and of sources of directives, macros and conditions in
//! any order. And what is written assembles to the same object as the source.

use std::path::Path;
use std::process::Command;

use isa_mc::asm::{Assembler, Assembly, TextStyle};
use isa_mc::gcn::{self, syntax};
use isa_mc::machines::{self, AnyTarget};
use isa_mc::{Inst, Target};
use isa_test_support::compare::PROCESSORS;
use isa_test_support::kernels;
use isa_test_support::random::Random;
use isa_test_support::sample::Sample;

/// What clang is told beside the processor and the level.
const VARIANTS: [&[&str]; 5] = [
    &["-mcode-object-version=4"],
    &["-mcode-object-version=5"],
    &["-mcode-object-version=6"],
    &["-g"],
    &["-g", "-gdwarf-5"],
];

fn target(cpu: &str) -> Target<'static> {
    let found = machines::of_flags("amdgcn-amd-amdhsa", cpu, &[]);
    let Ok((AnyTarget::Words(target), _)) = found else {
        panic!("{cpu} is a processor");
    };
    target
}

fn assemble(cpu: &str, source: &[u8], style: Option<TextStyle<'_>>) -> Assembly<Inst> {
    let mut assembler = Assembler::new(target(cpu), syntax::LLVM)
        .machine(gcn::SUPPORT)
        .externals();
    if let Some(style) = style {
        assembler = assembler.text(style);
    }
    assembler.assemble("a.s", source)
}

/// What is written with the bytes in comments.
fn ours(cpu: &str, source: &[u8]) -> Vec<u8> {
    let style = TextStyle {
        shows_encoding: true,
        remark: None,
    };
    assemble(cpu, source, Some(style)).text
}

/// What llvm-mc writes; `None` if it takes the source for wrong.
fn theirs(cpu: &str, path: &Path) -> Option<Vec<u8>> {
    let program = std::env::var("LLVM_MC").unwrap_or_else(|_| "llvm-mc-22".to_owned());
    let output = Command::new(program)
        .args(["-triple=amdgcn-amd-amdhsa", "-show-encoding", "-mcpu", cpu])
        .arg(path)
        .output();
    let output = output.expect("llvm-mc-22: apt-get install llvm-22");
    output
        .status
        .success()
        .then(|| without_second_texts(&output.stdout))
}

/// Bytes that have two texts as llvm-mc's disassembler and we say them: its assembler alone
/// remembers which one was written, and bytes would not come back as it. Scalar memory without
/// an offset has `null` and `0x0`, before gfx12; to wait for a barrier is `-1` and `0xffff`.
fn without_second_texts(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let is_gfx12 = text.contains("--gfx12");
    let lines = text.split_inclusive('\n').map(|line| {
        let Some((code, encoding)) = line.split_once("; encoding: ") else {
            return line.to_owned();
        };
        let is_scalar = ["\ts_load_", "\ts_buffer_load_", "\ts_scratch_load_"];
        let no_offset = [",0xfa]\n", ",0xf8]\n"];
        let is_null = is_scalar.iter().any(|it| code.starts_with(it))
            && no_offset.iter().any(|it| encoding.ends_with(it))
            && !is_gfx12;
        let wait = "\ts_barrier_wait -1 ";
        let code = match code.split_once(", 0x0 ") {
            Some((before, modifiers)) if is_null => format!("{before}, null {modifiers}"),
            _ if code.starts_with(wait) => code.replace("-1 ", "0xffff "),
            _ => return line.to_owned(),
        };
        // The comment is in its column, or a space away.
        format!("{:<40} ; encoding: {encoding}", code.trim_end())
    });
    lines.collect::<String>().into_bytes()
}

/// The first line that differs, with its number.
fn difference(llvm: &[u8], own: &[u8]) -> Option<String> {
    if llvm == own {
        return None;
    }
    let (llvm, own) = (String::from_utf8_lossy(llvm), String::from_utf8_lossy(own));
    let mut lines = (1..).zip(llvm.lines().zip(own.lines()));
    let found = lines.find(|(_, (llvm, own))| llvm != own);
    Some(match found {
        Some((number, (llvm, own))) => format!("line {number}:\n  llvm {llvm:?}\n  own  {own:?}"),
        None => format!("{} lines and {}", llvm.lines().count(), own.lines().count()),
    })
}

/// The object file of a source that is right.
fn object(cpu: &str, source: &[u8]) -> Result<Vec<u8>, String> {
    let assembly = assemble(cpu, source, None);
    let object = assembly.object().ok_or_else(|| {
        let error = assembly.errors.first();
        error.map_or(String::new(), |it| it.message.clone())
    })?;
    object.to_elf().map_err(|error| error.to_string())
}

/// What clang makes of every kernel, with and without debug information, for every version of
/// the ABI. A directive that is written otherwise, or an expression, shows in the first line
/// that differs; one that loses something in another object. A sample has one in 48.
#[test]
fn text_of_clang_s_kernels() {
    let mut sample = Sample::of_this_run();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("kernel.s");
    let (mut count, mut wrong) = (0, Vec::new());
    for kernel in kernels::all() {
        for cpu in PROCESSORS {
            for level in ["-O0", "-O3"] {
                for more in VARIANTS {
                    if !sample.takes(48) {
                        continue;
                    }
                    let name = format!("{} {cpu} {level} {more:?}", kernels::name(&kernel));
                    let Ok(source) = kernels::assembly_with(&kernel, cpu, level, more) else {
                        // Not every processor can run every kernel.
                        continue;
                    };
                    std::fs::write(&path, &source).expect("the source");
                    let llvm = theirs(cpu, &path).expect("clang's own text");
                    let own = ours(cpu, source.as_bytes());
                    let found = difference(&llvm, &own);
                    wrong.extend(found.map(|it| format!("{name} {it}")));
                    if object(cpu, &own) != object(cpu, source.as_bytes()) {
                        wrong.push(format!("{name}: the text makes another object"));
                    }
                    count += 1;
                }
            }
        }
    }
    println!("{count} texts of clang's kernels");
    assert!(count > sample.amount(20, 300), "only {count} texts");
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// What every source of [`sources_in_any_order`] begins with.
const BEGIN: &str = "\
.set x, 3
y = 2
.file 1 \"d\" \"a.c\"
.macro mm v
\ts_nop \\v

.long \\v*2
.endm
.macro mn
.long ext ; behind
/* alone */
.endm
.text
a:\ts_nop 0
1:
b:
\ts_nop 1
c: ; a label
.quad fw, f1
.cfi_sections .debug_frame
.cfi_startproc
";

/// What it ends with.
const END: &str = "\n1:\n\t.text\n.Lz:\nfw = 5\n.set f1, 1\n.cfi_endproc";

/// Statements that may stand behind one another in any order.
#[rustfmt::skip]
const STATEMENTS: &[&str] = &[
    "s_nop x", "s_nop 1 ; why", "v_add_f32 v0, v1, v2", "v_mov_b32 v1, 0x3f800000",
    "s_mov_b32 s0, ext", "s_mov_b32 s0, ext@rel32@lo+4", "s_mov_b32 s0, ext@rel32@hi+12",
    "s_mov_b32 s0, ext@gotpcrel32@lo+4", "s_mov_b32 s0, ext@abs32@lo", "s_mov_b32 s0, b-a",
    "s_mov_b32 s0, (b-a)*4", "s_mov_b32 s0, ext+x", "s_mov_b32 s0, ext-.", "s_mov_b32 s0, x",
    "s_mov_b32 s0, -(b-a)", "s_mov_b32 s0, ~(b-a)+(1+2)", "s_mul_i32 s0, s1, ext",
    "v_cmp_eq_u32 vcc, ext, v2", "v_add_f32 v0, ext, v1",
    "s_branch a", "s_cbranch_scc0 1b", "s_cbranch_scc1 1f", "s_branch .", "s_call_b64 s[2:3], ext",
    ".long ext, 1, -1, b-a, 0xffffffff", ".long a+x, y-1, ext+(2*3), ext-4, a-(1+2)",
    ".long b-a-1, (b-a)*2, 1+2+a, a+1+2, ext-(-1), +a, ext- -1, b - a == 4",
    ".long a-b+c-b, (a-b)-(c-b), -(b-a)+5, ~(b-a)&7, !(b-a)|1",
    ".long max(1,x,3), or(x,1), alignto(x+1,4)", ".quad ext+3, -1", ".byte x, 255, 'a'",
    ".short 7", ".octa 1, 0x123456789abcdef0123456789", ".float 1.5, -2.0, inf", ".double -2.5",
    ".uleb128 5, 300, b-a", ".sleb128 -5", ".dcb.b 2, 5", ".dcb.l 2, ext", ".ds.w 2", ".dc.l 1",
    ".ascii \"a\", \"bc\", \"\"", ".ascii \"x\\n\\\"\\\\\\001\\377\\0\"", ".asciz \"q\", \"rs\"",
    ".string \"s t\"", ".ascii \"a\" \"b\"", ".base64 \"QUJDRA==\"", ".incbin \"/dev/null\"",
    ".set x, y+2", "y = x-1", ".equ z, b-a", ".set d, ext", ".long d, z, d+x",
    ".p2align 3", ".p2align 4, 0", ".p2align 4, 1", ".p2align 4, , 3", ".p2align 2, 0xff, 2",
    ".p2alignl 3, 0xbf800000", ".p2alignw 3, 1", ".balign 16, 7", ".balign 1", ".align 8",
    ".space x", ".space 0", ".zero 4", ".skip 4, 5", ".space 3, -1", ".fill 2", ".fill x, 2, y",
    ".fill 2, 4, 0x12345678", ".fill 2, 0, 1", ".org .+8, 1",
    ".section .rodata", ".section .rodata,\"a\"", ".section .foo,\"aw\",@progbits", ".data",
    ".section .bar,\"aMS\",@progbits,1", ".section .note.x", ".section .tls,\"awT\",@nobits\n.text",
    ".section .baz,\"aG\",@progbits,grp,comdat", ".section .u,\"a\",@progbits,unique,3", ".text",
    ".section \"a b\",\"a\"", ".section .ret,\"aR\"", ".section .lo,\"ao\",@progbits,a", ".text",
    ".section .init_array", ".subsection 1", ".text 2", ".previous", ".bss\n.text",
    ".pushsection .data\n.long 1\n.popsection", ".pushsection .q,1,\"a\"\n.popsection",
    ".globl a, b", ".global ext", ".weak ext", ".hidden a", ".protected b", ".internal c",
    ".local .Lz", ".type a,@function", ".type a STT_OBJECT", ".type b, %notype", ".size a, .-a",
    ".size a, 4", ".size b, .Lz-b", ".comm k1,4", ".comm k2,8,4", ".ident \"me\"",
    ".file \"f.c\"", ".extern foo", ".reloc 0, R_AMDGPU_NONE", ".reloc ., R_AMDGPU_ABS32, ext+4",
    ".addrsig", ".addrsig_sym a", ".no_dead_strip a", ".symver a, a@V1", ".weakref al, ext",
    ".if x > 2\n\ts_nop 3\n\n.else\n\n\ts_nop 4\n.endif", ".if 0\n\n.long 4\n.endif",
    ".ifdef x\n.long x\n.endif ; done", ".rept 2\n\ts_nop 5\n\n.endr", ".irp r,1,x,3\n.long \\r\n.endr",
    ".irpc i,12\n\n.long \\i\n.endr", "mm x", "mm 2 ; again", "mn", "", "", "; comment", "  // more",
    "/* alone */", "# line", "1:", "1: s_nop 0", ".macro t\n.endm\n.purgem t",
    ".macro t\n.endm ; t\n.purgem t", ".altmacro\n.noaltmacro", ".line 5",
    ".version \"1\"", ".amdhsa_code_object_version 5", ".amdhsa_code_object_version 6 ; six",
    ".amdhsa_code_object_version 6 /* six */", ".amdgcn_target \"amdgcn-amd-amdhsa--gfx906\"",
    ".loc 1 4 3", ".loc 1 5 3 is_stmt 0", ".loc 1 6 is_stmt 1 prologue_end isa 1 discriminator 3",
    ".cfi_def_cfa_offset 4", ".cfi_escape 1, 2", ".cfi_escape 1 ; one", ".cfi_offset 48, 8",
    ".long 1 /* one */ , 2 // two",
    "\t.amdhsa_kernel a\n\n\t.amdhsa_next_free_vgpr fw\n; in it\n\t.amdhsa_next_free_sgpr max(fw+6,1,0)-6\n\
     \t.amdhsa_reserve_vcc f1&1\n\t.amdhsa_private_segment_fixed_size fw*16+x\n\t.end_amdhsa_kernel",
    "\t.amdhsa_kernel b\n\t.amdhsa_next_free_vgpr max(fw,2)\n\t.amdhsa_next_free_sgpr x\n\
     \t.amdhsa_system_sgpr_workgroup_id_y f1\n\t.amdhsa_uses_dynamic_stack 1-f1\n\t.amdhsa_ieee_mode f1|0\n\
     \t.amdhsa_user_sgpr_dispatch_ptr 1\n\t.amdhsa_exception_int_div_zero (f1+1)&1\n\t.end_amdhsa_kernel ; b",
    "\t.amdhsa_kernel c\n\t.amdhsa_next_free_vgpr 4\n\t.amdhsa_next_free_sgpr y\n\
     \t.amdhsa_float_round_mode_32 f1<<1\n\t.amdhsa_user_sgpr_count 9\n\t.end_amdhsa_kernel",
    ".amdgpu_lds lds, 16, 8",
];

/// Sources of statements in any order: the same text, wherever LLVM takes the source. Would
/// catch an empty line too much or too few behind a directive, a section that is not gone to,
/// a number where places decide. A sample has one in ten.
#[test]
fn sources_in_any_order() {
    const SOURCES: usize = 800;
    let mut sample = Sample::of_this_run();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.s");
    let (mut count, mut wrong) = (0, Vec::new());
    for number in 0..SOURCES {
        if !sample.takes(10) {
            continue;
        }
        let mut random = Random::new(number as u64);
        let mut source = BEGIN.to_owned();
        for _ in 0..random.below(24) + 3 {
            let statement = STATEMENTS[random.below(STATEMENTS.len())];
            source.push_str(if random.below(3) == 0 { "" } else { "\t" });
            source.push_str(statement);
            source.push('\n');
        }
        source.push_str(END);
        source.push_str(["", "\n", "\n\n"][random.below(3)]);
        std::fs::write(&path, &source).expect("the source");
        // A kernel, a label or a version may stand there twice.
        let Some(llvm) = theirs("gfx906", &path) else {
            continue;
        };
        let own = ours("gfx906", source.as_bytes());
        let found = difference(&llvm, &own);
        match (object("gfx906", source.as_bytes()), found) {
            // LLVM writes texts that make no object: a branch to a place between words.
            (Err(_), Some(_)) => continue,
            (_, Some(found)) => wrong.push(format!("source {number} {found}")),
            (Ok(expected), None) if object("gfx906", &own).as_ref() != Ok(&expected) => {
                wrong.push(format!("source {number}: the text makes another object"));
            }
            (_, None) => {}
        }
        count += 1;
    }
    println!("{count} sources in any order");
    assert!(count > sample.amount(20, 300), "only {count} sources");
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
