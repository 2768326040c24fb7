//! `isa-mc objdump`: what llvm-objdump 22 writes. Snapshots hold its text as it was when they
//! were made; the oracles compare it with the program itself.

use super::{Folder, run, run_with};

/// Symbols of every kind, branches near and far, data within code, zeros, a descriptor.
const SOURCE: &str = "\
.amdgcn_target \"amdgcn-amd-amdhsa--gfx906\"
.text
.globl kernel
.p2align 8
.type kernel,@function
kernel:
  s_mov_b32 s0, 0x12345678
  v_mov_b32_e32 v0, v1
.Lagain:
  s_cbranch_scc0 .Lagain
  s_cbranch_scc0 end
  s_branch kernel
  s_call_b64 s[2:3], end
  s_add_u32 s4, s4, other@rel32@lo+4
  .long 0xffffffff
  .long 0, 0, 0, 0
  .long 0x00030201
end:
alias:
  s_endpgm
.type table,@object
table:
  .long 1, 2
  .byte 65, 10
  .short 0
.type tail,@function
tail:
  s_nop 1
.data
.long 5
.section .bss,\"aw\",@nobits
.zero 64
.section .rodata,\"a\"
.amdhsa_kernel kernel
  .amdhsa_next_free_vgpr 9
  .amdhsa_next_free_sgpr 12
.end_amdhsa_kernel
";

/// The object of a source; its folder has to live on.
fn object(folder: &Folder, source: &str) -> String {
    let path = folder.path("a.o");
    let made = run_with(&["asm", "--cpu", "gfx906", "-o", &path], source);
    assert_eq!(made.status, 0, "{}", made.errors);
    path
}

/// What the program writes for flags, with the folder's name taken out.
fn dump(folder: &Folder, flags: &[&str], file: &str) -> String {
    let run = run(&[&["objdump"], flags, &[file]].concat());
    assert_eq!((run.status, run.errors.as_str()), (0, ""), "{flags:?}");
    run.text.replace(&folder.path(""), "")
}

/// Addresses, bytes, labels, names behind branches, zeros that are left out, data.
#[test]
fn code_is_listed() {
    let folder = Folder::new();
    let file = object(&folder, SOURCE);
    insta::assert_snapshot!(dump(&folder, &["-d"], &file));
}

/// Relocations stand behind what they change, and headings can do without addresses.
#[test]
fn relocations_stand_in_the_code() {
    let folder = Folder::new();
    let file = object(&folder, SOURCE);
    insta::assert_snapshot!(dump(&folder, &["-dr", "--no-leading-addr", "-z"], &file));
}

/// Every section as code, and the descriptor as directives.
#[test]
fn all_sections_are_listed() {
    let folder = Folder::new();
    let file = object(&folder, SOURCE);
    let flags = ["-D", "-j", ".rodata", "-j.data", "--section=.bss"];
    insta::assert_snapshot!(dump(&folder, &flags, &file));
}

/// Headers, symbols, relocations and contents.
#[test]
fn tables_are_listed() {
    let folder = Folder::new();
    let file = object(&folder, SOURCE);
    let flags = [
        "-f",
        "-h",
        "-t",
        "-r",
        "-s",
        "-j",
        ".text",
        "-j",
        ".rela.text",
    ];
    insta::assert_snapshot!(dump(&folder, &flags, &file));
    assert!(
        dump(&folder, &["-t"], &file)
            .contains(" g     F .text\t0000000000000000 .protected kernel\n")
    );
}

/// What a linker says: headers, symbols, and relocations for whoever loads it.
#[test]
fn what_a_linker_says_is_listed() {
    let folder = Folder::new();
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/code_objects/small.gfx900.so"
    );
    let copy = folder.path("a.so");
    std::fs::copy(file, &copy).expect("a code object");
    let all = dump(&folder, &["-x"], &copy);
    insta::assert_snapshot!(all);
    assert_eq!(dump(&folder, &["-f", "-phrt"], &copy), all);
    let symbols = dump(&folder, &["-T", "-R"], &copy);
    assert!(
        symbols.contains(" g    DO .rodata\t0000000000000040 .protected small.kd\n"),
        "{symbols}"
    );
    // An object has no such relocations, which is not to say that there are none of them.
    let object = object(&folder, SOURCE);
    let run = run(&["objdump", "-R", &object]);
    assert_eq!(run.status, 1);
    assert!(
        run.errors.ends_with("a.o': not a dynamic object\n"),
        "{}",
        run.errors
    );
}

/// A function, an address, another name of the program, dashes as they come.
#[test]
fn parts_are_chosen() {
    let folder = Folder::new();
    let file = object(&folder, SOURCE);
    let whole = dump(&folder, &["-d"], &file);
    for flags in [
        &["--disassemble"][..],
        &["-disassemble"],
        &["--d"],
        &["-d", "--threads=2"],
    ] {
        assert_eq!(dump(&folder, flags, &file), whole, "{flags:?}");
    }
    let one = dump(&folder, &["--disassemble-symbols=tail"], &file);
    assert!(one.ends_with("<tail>:\n\ts_nop 1                                                    // 00000000004C: BF800001\n"), "{one}");
    assert!(!one.contains("<kernel>"), "{one}");
    let some = dump(
        &folder,
        &["-d", "--start-address=0x8", "--stop-address", "12"],
        &file,
    );
    assert_eq!(some.matches("// 0000").count(), 1, "{some}");
    assert!(some.contains("// 000000000008: 7E000301\n"), "{some}");
    let missing = run(&["objdump", "--disassemble-symbols=nobody", &file]);
    assert_eq!(missing.status, 0);
    assert!(
        missing
            .errors
            .contains("failed to disassemble missing symbol nobody")
    );
    let missing = run(&["objdump", "-d", "-j", ".nobody", &file]);
    assert!(
        missing
            .errors
            .contains("section '.nobody' mentioned in a -j/--section option")
    );
}

/// Under the name llvm-objdump the program is that one.
#[cfg(unix)]
#[test]
fn the_name_says_which_program_it_is() {
    let folder = Folder::new();
    let file = object(&folder, SOURCE);
    let expected = dump(&folder, &["-d"], &file);
    for name in ["llvm-objdump", "llvm-objdump-22"] {
        let link = folder.path(name);
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_isa-mc"), &link).expect("a link");
        let output = assert_cmd::Command::new(&link).args(["-d", &file]).output();
        let output = output.expect("the program runs");
        let text = String::from_utf8_lossy(&output.stdout).replace(&folder.path(""), "");
        assert_eq!(text, expected, "{name}");
    }
}

/// Flags that there are not are told of with one that is near, and files that are none with
/// what is wrong; nothing panics.
#[test]
fn mistakes_are_told() {
    let folder = Folder::new();
    let file = object(&folder, SOURCE);
    let wrong = folder.write("text", "no object");
    for (flags, part) in [
        (&["--disasemble", file.as_str()][..], "'--disassemble'"),
        (&["-disasemble", &file], "'--disassemble'"),
        (
            &["-d", "--start-address=x", &file],
            "expected a non-negative integer, but got 'x'",
        ),
        (
            &["-d", "--start-address=8", "--stop-address=8", &file],
            "start address should be less",
        ),
        (&["-d", "--mcpu=gfx96", &file], "did you mean `gfx906`"),
        (&["-d", "--triple=x86_64", &file], "'x86_64' is no triple"),
        (
            &["-d", &wrong],
            "The file was not recognized as a valid object file",
        ),
        (&["-d", &folder.path("none")], "no such file"),
    ] {
        let run = run(&[&["objdump"], flags].concat());
        assert_eq!(run.status, 1, "{flags:?}");
        assert!(run.errors.contains(part), "{flags:?}: {}", run.errors);
    }
    assert_eq!(run(&["objdump", &file]).status, 2, "nothing is asked for");
}

/// A bundle of clang's: each code object is listed under its own name, or written to a file
/// of that name; what no processor here runs is left out with a warning.
#[test]
fn bundles_are_opened() {
    let folder = Folder::new();
    let file = object(&folder, "kernel:\n s_endpgm\n");
    let device = std::fs::read(&file).expect("the object");
    let mut other = device.clone();
    // gfx1250
    other[48] = 0x49;
    let entries = [
        ("host-x86_64-unknown-linux", &[][..]),
        ("hipv4-amdgcn-amd-amdhsa--gfx906", &device),
        ("hipv4-amdgcn-amd-amdhsa--gfx1250", &other),
    ];
    let mut bundle = b"__CLANG_OFFLOAD_BUNDLE__".to_vec();
    bundle.extend(3_u64.to_le_bytes());
    let mut at = 4096;
    for (id, bytes) in entries {
        for number in [at, bytes.len(), id.len()] {
            bundle.extend((number as u64).to_le_bytes());
        }
        bundle.extend(id.as_bytes());
        at += bytes.len();
    }
    bundle.resize(4096, 0);
    for (_, bytes) in entries {
        bundle.extend(bytes);
    }
    let path = folder.write("lib", &bundle);
    let listed = run(&["objdump", "-d", &path]);
    assert_eq!(listed.status, 0, "{}", listed.errors);
    let text = listed.text.replace(&folder.path(""), "");
    assert!(
        text.starts_with("\nlib.0.hipv4-amdgcn-amd-amdhsa--gfx906:\tfile format elf64-amdgpu\n"),
        "{text}"
    );
    assert_eq!(text.matches("s_endpgm").count(), 1, "{text}");
    assert!(
        listed
            .errors
            .contains("gfx1250': no processor of these machines"),
        "{}",
        listed.errors
    );

    let extracted = run(&["objdump", "--offloading", &path]);
    assert_eq!(extracted.status, 0, "{}", extracted.errors);
    assert_eq!(
        extracted
            .text
            .matches("Extracting offload bundle: ")
            .count(),
        3
    );
    assert_eq!(folder.read("lib.0.hipv4-amdgcn-amd-amdhsa--gfx906"), device);
    assert_eq!(folder.read("lib.0.hipv4-amdgcn-amd-amdhsa--gfx1250"), other);

    // `disasm` shows what there is, and takes one of them.
    let table = run(&["disasm", "--list", &path]);
    assert!(
        table.text.ends_with("  hipv4-amdgcn-amd-amdhsa--gfx1250\n")
            && table.text.lines().count() == 4,
        "{}",
        table.text
    );
    for flags in [&["--cpu", "gfx906"][..], &["--entry", "1"], &[]] {
        let text = run(&[&["disasm", &path], flags].concat());
        assert_eq!((text.status, text.errors.as_str()), (0, ""), "{flags:?}");
        assert!(
            text.text.contains("\ts_endpgm\n"),
            "{flags:?}: {}",
            text.text
        );
    }
    for flags in [
        &["--cpu", "gfx900"][..],
        &["--entry", "3"],
        &["--cpu", "gfx906:xnack-"],
    ] {
        let refused = run(&[&["disasm", &path], flags].concat());
        assert_eq!(refused.status, 1, "{flags:?}");
        assert!(
            refused.errors.contains("--list"),
            "{flags:?}: {}",
            refused.errors
        );
    }

    let cut = folder.write("cut", &bundle[..5000]);
    let refused = run(&["objdump", "-d", &cut]);
    assert_eq!(refused.status, 1);
    assert!(
        refused
            .errors
            .contains("offload bundle at byte 0x0: it goes beyond"),
        "{}",
        refused.errors
    );
}
