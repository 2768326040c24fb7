//! `isa-mc disasm`

use super::{Folder, run, run_with};

const CPUS: [&str; 4] = ["gfx600", "gfx700", "gfx803", "gfx900"];
const SYNTAXES: [&str; 2] = ["llvm", "clrx"];

/// Words of which every other one is likely to begin an instruction of flat
/// memory. Masks clear what some of them reserve or leave unused: else nearly
/// everything would be data.
fn words(count: usize, mut seed: u64) -> Vec<u8> {
    const FIRST: [u32; 4] = [0x01ff_ffff, 0x01ff_0000, 0x01fd_dfff, 0x01fd_0000];
    const SECOND: [u32; 4] = [0xffff_ffff, 0xff00_00ff, 0x007f_ffff, 0xff7f_ffff];
    let mut next = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 16) as u32
    };
    let mut bytes = Vec::new();
    for index in 0..count {
        let (word, choice) = (next(), next() as usize % 4);
        let word = match index % 2 {
            0 => word & FIRST[choice] | 0xdc00_0000,
            _ => word & SECOND[choice],
        };
        bytes.extend(word.to_le_bytes());
    }
    bytes
}

fn digits(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from(b"0123456789abcdef"[nibble as usize]);
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
        .collect()
}

/// The promise of the project: text assembles back to exactly the bytes.
#[test]
fn text_assembles_back_to_the_same_bytes() {
    for cpu in CPUS {
        for syntax in SYNTAXES {
            let mut code = words(8000, 0x9e37_79b9_7f4a_7c15);
            code.extend([1, 2, 3]);
            let text = run_with(&["disasm", "--cpu", cpu, "--syntax", syntax], code.clone());
            assert_eq!(text.status, 0, "{}", text.errors);
            let instructions = text
                .text
                .lines()
                .filter(|line| !line.starts_with("\t."))
                .count();
            assert!(instructions > 0, "{cpu}: no instruction");
            let args = [
                "asm", "--cpu", cpu, "--syntax", syntax, "--emit", "bin", "-o", "-",
            ];
            let back = run_with(&args, text.text);
            assert_eq!(back.status, 0, "{cpu} {syntax}: {}", back.errors);
            assert!(back.out == code, "{cpu} {syntax}: other bytes");
        }
    }
}

/// The same for single instructions, where a line may be cut or too long.
#[test]
fn lines_of_digits_assemble_back_to_the_same_bytes() {
    for syntax in SYNTAXES {
        let mut hex = String::new();
        for (index, bytes) in words(4000, 0x1234_5678_9abc_def1).chunks(8).enumerate() {
            let cut = if index % 5 == 0 { index % 8 + 1 } else { 8 };
            hex += &digits(&bytes[..cut]);
            hex += if index % 7 == 0 { "00\n" } else { "\n" };
        }
        let args = ["disasm", "--cpu", "gfx900", "--syntax", syntax, "--hex"];
        let tsv = run_with(&[&args[..], &["--emit", "tsv"]].concat(), hex.clone());
        let columns = |text: &str| -> Vec<String> {
            text.lines()
                .map(|line| line.split('\t').nth(1).unwrap_or("").to_string())
                .collect()
        };
        assert_eq!(columns(&tsv.text), hex.lines().collect::<Vec<_>>());
        let text = run_with(&args, hex.clone()).text;
        assert_eq!(text.lines().count(), hex.lines().count());
        for (line, hex) in text.lines().zip(hex.lines()).step_by(97) {
            let args = [
                "asm", "--cpu", "gfx900", "--syntax", syntax, "--emit", "bin", "-o", "-",
            ];
            let back = run_with(&args, line);
            assert_eq!(digits(&back.out), hex, "{line}: {}", back.errors);
        }
    }
}

#[test]
fn tsv_has_offset_bytes_and_text() {
    let code = [
        &[0xff, 0xff, 0xff, 0xff][..],
        &[0, 0, 0x51, 0xdc, 2, 0, 0, 1],
        // A load whose unused vdata is not zero.
        &[0, 0, 0x50, 0xdc, 2, 7, 0, 1],
        &[0, 0, 0x50, 0xdc],
        &[9],
    ]
    .concat();
    let args = ["disasm", "--cpu", "gfx900", "--emit", "tsv"];
    insta::assert_snapshot!(run_with(&args, code.clone()).text);
    let clrx = [&args[..], &["--syntax", "clrx"]].concat();
    insta::assert_snapshot!("tsv_in_clrx", run_with(&clrx, code).text);
}

#[test]
fn lines_of_digits_are_read_leniently_about_space_and_strictly_else() {
    let args = ["disasm", "--cpu", "gfx900", "--hex", "--emit", "tsv"];
    let run = run_with(
        &args,
        "\n 0000 51DC 02 00 00 01\r\n0x00\n000051dc0200000\n01 02\n",
    );
    assert_eq!(run.status, 1);
    assert_eq!(
        run.text,
        "\
2\t000051dc02000001\tflat_load_dword v1, v[2:3] glc
3\t\terror: expected a hexadecimal digit, found `x`
4\t\terror: half a byte: hexadecimal digits come in pairs
5\t0102\t.byte 0x01, 0x02 // an instruction of 4 bytes, but only 2 are left
"
    );
    assert!(
        run.errors.contains("<stdin>:3:2: error[D0001]"),
        "{}",
        run.errors
    );
}

/// A kernel with what objects have: a descriptor, metadata, relocations of every site,
/// strings, storage, symbols in odd places.
const KERNEL: &str = r#"
	.amdgcn_target "amdgcn-amd-amdhsa--gfx906:xnack-"
	.text
	.globl add
	.p2align 8
	.type add,@function
add:
	s_load_dwordx2 s[0:1], s[4:5], 0x0
	s_getpc_b64 s[2:3]
	s_add_u32 s2, s2, table@rel32@lo+4
	s_addc_u32 s3, s3, table@rel32@hi+12
	s_cmp_eq_u32 s0, 0
	s_cbranch_scc1 .Ldone
.Lagain:
	v_add_f32 v0, 0x3f9d70a4, v0
	s_cbranch_vccnz .Lagain
inside = . - 2
	s_mov_b32 s6, elsewhere@abs32@lo
.Ldone:
	s_endpgm
	.size add, . - add
	.p2align 6
helper:
	s_setpc_b64 s[30:31]
	.section .rodata,"a",@progbits
	.p2align 6
	.amdhsa_kernel add
		.amdhsa_next_free_vgpr 1
		.amdhsa_next_free_sgpr 8
		.amdhsa_user_sgpr_kernarg_segment_ptr 1
	.end_amdhsa_kernel
	.weak table
	.type table,@object
table:
	.quad helper
	.long other - .
	.short 7
	.size table, 14
	.section .strings,"aMS",@progbits,1
	.asciz "one\n", "two"
	.bss
	.zero 40
	.comm buffer, 64, 4
	.amdgpu_lds shared, 256, 16
	.globl shared
	.set count, 5
	.amdgpu_metadata
---
amdhsa.kernels: []
amdhsa.target: amdgcn-amd-amdhsa--gfx906:xnack-
amdhsa.version: [1, 2]
...
	.end_amdgpu_metadata
"#;

/// The object of a source, as a file of a folder.
fn object(folder: &Folder, cpu: &str, source: &str) -> String {
    let (source, object) = (folder.write("kernel.s", source), folder.path("kernel.o"));
    let run = run(&["asm", "--cpu", cpu, &source, "-o", &object]);
    assert_eq!(run.status, 0, "{}", run.errors);
    object
}

#[test]
fn objects_become_text_that_assembles_back() {
    let folder = Folder::new();
    let object = object(&folder, "gfx906", KERNEL);
    let text = run(&["disasm", "--cpu", "gfx906", &object]);
    assert_eq!((text.status, text.errors.as_str()), (0, ""));
    insta::assert_snapshot!(text.text);
    for syntax in SYNTAXES {
        let syntax = ["--cpu", "gfx906", "--syntax", syntax];
        let (text, back) = (folder.path("text.s"), folder.path("back.o"));
        let out = run(&[&["disasm", &object, "-o", &text], &syntax[..]].concat());
        assert_eq!((out.status, out.text.as_str()), (0, ""), "{}", out.errors);
        let out = run(&[&["asm", &text, "-o", &back], &syntax[..]].concat());
        assert_eq!(out.status, 0, "{}", out.errors);
        // Symbols stand in another order; the text is the same again.
        let second = run(&["disasm", "--cpu", "gfx906", &back]).text;
        let first = run(&["disasm", "--cpu", "gfx906", &object]).text;
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&first), sorted(&second));
    }
}

#[test]
fn sections_of_code_become_rows() {
    let folder = Folder::new();
    let object = object(&folder, "gfx906", KERNEL);
    let rows = run(&["disasm", "--cpu", "gfx906", "--emit", "tsv", &object]);
    assert_eq!(rows.status, 0, "{}", rows.errors);
    let rows: Vec<&str> = rows.text.lines().collect();
    assert_eq!(
        rows[0],
        "0\t020006c000000000\ts_load_dwordx2 s[0:1], s[4:5], 0x0"
    );
    assert_eq!(rows[5], "32\t050085bf\ts_cbranch_scc1 5");
    assert!(rows.iter().all(|row| row.split('\t').count() == 3));
    let with_bytes = run(&["disasm", "--cpu", "gfx906", "--bytes", &object]).text;
    let line = "\ts_cbranch_scc1 .Ltext_38 // 0x20: 050085bf\n";
    assert!(with_bytes.contains(line), "{with_bytes}");
}

/// What is wrong with a file is said with its place, and no file is left behind.
#[test]
fn wrong_objects_are_refused() {
    let folder = Folder::new();
    object(&folder, "gfx906", KERNEL);
    let good = folder.read("kernel.o");
    let mut large = good.clone();
    // e_shoff
    large[40..48].copy_from_slice(&(1_u64 << 60).to_le_bytes());
    let cases = [
        (
            "gfx906",
            good[..20].to_vec(),
            "ELF header at byte 0x0: it goes to byte 0x40",
        ),
        (
            "gfx906",
            good[..good.len() - 1].to_vec(),
            "ELF header, e_shnum at byte 0x3c",
        ),
        ("gfx906", large, "ELF header, e_shoff at byte 0x28"),
        (
            "gfx900",
            good.clone(),
            "the file is for gfx906, and gfx900 was asked for: give gfx906",
        ),
        #[cfg(feature = "visa")]
        ("visa", good, "visa has no object files"),
    ];
    for (cpu, file, expected) in cases {
        let path = folder.write("kernel.o", file);
        let out = folder.path("out.s");
        let run = run(&["disasm", "--cpu", cpu, &path, "-o", &out]);
        assert_eq!((run.status, run.text.as_str()), (1, ""), "{expected}");
        assert!(run.errors.contains(expected), "{}", run.errors);
        assert!(run.errors.contains("kernel.o: "), "{}", run.errors);
        assert_eq!(folder.names(), ["kernel.o", "kernel.s"]);
    }
}

#[test]
fn bytes_of_raw_code_are_not_shown() {
    let run = run_with(
        &["disasm", "--cpu", "gfx900", "--bytes"],
        [0, 0, 0x80, 0xbf],
    );
    assert_eq!(run.status, 2);
    assert!(
        run.errors.contains("--bytes is for object files"),
        "{}",
        run.errors
    );
}

#[test]
fn output_goes_to_the_file_asked_for() {
    let folder = Folder::new();
    let code = folder.write("code", [0, 0, 0x50, 0xdc, 2, 0, 0, 1]);
    let out = folder.path("out.s");
    let run = run(&["disasm", "--cpu", "gfx803", &code, "-o", &out]);
    assert_eq!((run.status, run.text.as_str()), (0, ""));
    assert_eq!(folder.read("out.s"), b"\tflat_load_dword v1, v[2:3]\n");
}

/// `disasm … | head` is no failure, and no panic.
#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::io::{Read as _, Write as _};
    use std::process::{Command, Stdio};

    let mut child = Command::new(env!("CARGO_BIN_EXE_isa-mc"))
        .args(["disasm", "--cpu", "gfx900"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&words(200_000, 77));
    });
    let mut first = [0; 16];
    let mut stdout = child.stdout.take().expect("standard output is a pipe");
    stdout.read_exact(&mut first).expect("there is output");
    drop(stdout);
    writer.join().expect("the writer does not panic");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
