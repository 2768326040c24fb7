//! `isa-mc run`.

use std::fmt::Write as _;

use super::{Folder, Run, run, run_with};

/// `out[i] = in[i] * factor` for the first `count` elements; a kernel that does not end;
/// one that stores a register that nobody has set, and of which no metadata speaks.
const SOURCE: &str = r#"
    .amdgcn_target "amdgcn-amd-amdhsa--gfx900"
    .text
    .globl scale
    .p2align 8
scale:
    s_load_dwordx4 s[4:7], s[0:1], 0x0
    s_load_dwordx2 s[8:9], s[0:1], 0x10
    s_lshl_b32 s2, s2, 6
    v_add_u32_e32 v0, s2, v0
    s_waitcnt lgkmcnt(0)
    v_cmp_gt_u32_e32 vcc, s9, v0
    s_and_saveexec_b64 s[10:11], vcc
    s_cbranch_execz done
    v_lshlrev_b32_e32 v1, 2, v0
    global_load_dword v2, v1, s[4:5]
    s_waitcnt vmcnt(0)
    v_mul_f32_e32 v2, s8, v2
    global_store_dword v1, v2, s[6:7]
done:
    s_endpgm
    .globl endless
    .p2align 8
endless:
    s_branch endless
    .globl careless
    .p2align 8
careless:
    s_load_dwordx2 s[0:1], s[0:1], 0x0
    v_lshlrev_b32_e32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
    global_store_dword v1, v3, s[0:1]
    s_endpgm

    .section .rodata,"a"
    .amdhsa_kernel scale
        .amdhsa_kernarg_size 24
        .amdhsa_user_sgpr_kernarg_segment_ptr 1
        .amdhsa_next_free_vgpr 3
        .amdhsa_next_free_sgpr 12
    .end_amdhsa_kernel
    .amdhsa_kernel endless
        .amdhsa_next_free_vgpr 1
        .amdhsa_next_free_sgpr 1
    .end_amdhsa_kernel
    .amdhsa_kernel careless
        .amdhsa_kernarg_size 8
        .amdhsa_user_sgpr_kernarg_segment_ptr 1
        .amdhsa_next_free_vgpr 4
        .amdhsa_next_free_sgpr 2
    .end_amdhsa_kernel

    .amdgpu_metadata
---
amdhsa.version: [1, 2]
amdhsa.kernels:
  - .name: scale
    .symbol: scale.kd
    .kernarg_segment_size: 24
    .kernarg_segment_align: 8
    .group_segment_fixed_size: 0
    .private_segment_fixed_size: 0
    .wavefront_size: 64
    .sgpr_count: 18
    .vgpr_count: 3
    .max_flat_workgroup_size: 256
    .uniform_work_group_size: 1
    .args:
      - { .name: in, .type_name: 'float*', .size: 8, .offset: 0, .value_kind: global_buffer }
      - { .name: out, .type_name: 'float*', .size: 8, .offset: 8, .value_kind: global_buffer }
      - { .name: factor, .type_name: float, .size: 4, .offset: 16, .value_kind: by_value }
      - { .name: count, .type_name: uint, .size: 4, .offset: 20, .value_kind: by_value }
...
    .end_amdgpu_metadata
"#;

/// A folder with the object.
fn folder() -> (Folder, String) {
    let folder = Folder::new();
    let source = folder.write("kernels.s", SOURCE);
    let object = folder.path("kernels.o");
    let made = run(&["asm", "--cpu", "gfx900", &source, "-o", &object]);
    assert_eq!(made.status, 0, "{}", made.errors);
    (folder, object)
}

/// Runs `scale` over 64 work-items with these arguments.
fn scale(object: &str, arguments: &[&str]) -> Run {
    let mut words = vec!["run", object, "--kernel", "scale", "--grid", "64"];
    for argument in arguments {
        words.extend(["--arg", argument]);
    }
    run(&words)
}

/// What is said without the folder of the test.
fn said(folder: &Folder, text: &str) -> String {
    text.replace(&folder.path(""), "")
}

/// From a file to a file, and to the terminal.
#[test]
fn buffers_come_and_go() {
    let (folder, object) = folder();
    let numbers: Vec<u8> = [1.5_f32, -2.0, 3.25]
        .into_iter()
        .flat_map(f32::to_le_bytes)
        .collect();
    let input = folder.write("in,1.bin", numbers).replace(',', ",,");
    let out = folder.path("out.bin");
    let input = format!("buffer:file={input}");
    let output = format!("buffer:zero=16,out={out},show=f32");
    let done = scale(&object, &[&input, &output, "f32:-2", "u32:3"]);
    assert_eq!((done.status, &*done.errors), (0, ""));
    assert_eq!(done.text, "--arg 1 out: 4 of f32\n       0: -3 4 -6.5 0\n");
    let wanted: Vec<u8> = [-3.0_f32, 4.0, -6.5, 0.0]
        .into_iter()
        .flat_map(f32::to_le_bytes)
        .collect();
    assert_eq!(folder.read("out.bin"), wanted);
}

/// An object of the assembler runs without a linker and without a file.
#[test]
fn the_assembler_s_output_runs() {
    let object = run_with(&["asm", "--cpu", "gfx900", "-o", "-"], SOURCE);
    assert_eq!(object.status, 0, "{}", object.errors);
    let words = "run - --kernel scale.kd --grid 128 --arg buffer:f32=4 --arg \
                 buffer:empty=4,show=f32 --arg f32:0.5 --arg u32:1";
    let words: Vec<&str> = words.split_whitespace().collect();
    let done = run_with(&words, object.out);
    assert_eq!((done.status, &*done.errors), (0, ""));
    assert_eq!(done.text, "--arg 1 out: 1 of f32\n       0: 2\n");
}

/// Which kernels there are, and what to give them.
#[test]
fn kernels_are_listed() {
    let (_folder, object) = folder();
    let done = run(&["run", &object, "--list"]);
    assert_eq!(done.status, 0, "{}", done.errors);
    insta::assert_snapshot!(done.text);
}

/// A wrong command line says what would be right, and ends with 2.
#[test]
fn wrong_command_lines_say_what_is_right() {
    let (folder, object) = folder();
    let right = "--arg buffer:zero=16 --arg buffer:zero=16 --arg f32:1 --arg u32:4";
    let cases = [
        "--grid 64".to_owned(),
        "--kernel sclae --grid 64".to_owned(),
        "--kernel scale --grid 64".to_owned(),
        format!("--kernel scale --grid 64 {right} --arg u32:5"),
        format!("--kernel scale --grid 100 {right}"),
        format!("--kernel scale --grid 512 --group 512 {right}"),
        format!("--kernel scale --grid 64,0 {right}"),
        "--kernel scale --grid 64 --arg buffer:zreo=4".to_owned(),
        format!(
            "--kernel scale --grid 64 {}",
            right.replace("f32:1", "u32:1")
        ),
        format!(
            "--kernel scale --grid 64 {}",
            right.replace("f32:1", "f64:1")
        ),
        format!(
            "--kernel scale --grid 64 {}",
            right.replace("u32:4", "local:4")
        ),
        "--kernel careless --grid 64 --arg u64:1 --arg u64:1".to_owned(),
        "--kernel careless --grid 64 --arg local:64K --arg local:1K".to_owned(),
        "--kernel scale".to_owned(),
    ];
    let mut text = String::new();
    for case in cases {
        let words: Vec<&str> = case.split_whitespace().collect();
        let done = run(&[&["run", &object][..], &words].concat());
        assert_eq!(done.status, 2, "{case}: {}", done.errors);
        assert!(done.text.is_empty(), "{case}: {}", done.text);
        let _ = writeln!(text, "$ {case}\n{}", said(&folder, &done.errors));
    }
    insta::assert_snapshot!(text);
}

/// What a kernel does wrong is told with the instruction, the lane and the address, and
/// leaves no file; so is a file that is none.
#[test]
fn wrong_kernels_say_where() {
    let (folder, object) = folder();
    let text = folder.write("kernels.txt", "s_endpgm\n");
    let out = format!("buffer:zero=40,out={}", folder.path("out.bin"));
    let names = folder.names();
    let mut text_of_all = String::new();
    let mut add = |what: &str, done: Run| {
        assert_eq!(done.status, 1, "{what}: {}", done.errors);
        assert!(done.text.is_empty(), "{what}: {}", done.text);
        let _ = writeln!(text_of_all, "$ {what}\n{}", said(&folder, &done.errors));
    };
    let done = scale(&object, &["buffer:zero=64", &out, "f32:1", "u32:16"]);
    add("a store behind the end", done);
    let done = scale(&object, &["null", &out, "f32:1", "u32:16"]);
    add("no buffer", done);
    let words = [
        "run", &object, "--kernel", "endless", "--grid", "64", "--budget", "1000",
    ];
    add("no end", run(&words));
    let out = out.replace("zero=40", "zero=256");
    let careless = [
        "run", &object, "--kernel", "careless", "--grid", "64", "--arg", &out,
    ];
    let fatal = [&careless[..], &["--uninitialized", "fatal"]].concat();
    let unset = run(&fatal).errors;
    assert!(
        unset.contains("reads v3, which has no value yet"),
        "{unset}"
    );
    add("text", run(&["run", &text, "--grid", "64"]));
    add(
        "no file",
        run(&["run", &folder.path("none.o"), "--grid", "64"]),
    );
    assert_eq!(folder.names(), names);
    insta::assert_snapshot!(text_of_all);
}

/// Reading a register that nobody has set is reported, ignored, or an error.
#[test]
fn unset_registers_are_reported() {
    let (_folder, object) = folder();
    let with = |what: &str| {
        let words = "--kernel careless --grid 64 --arg buffer:empty=256,show=u32 --uninitialized";
        let words: Vec<&str> = words.split_whitespace().collect();
        run(&[&["run", &object][..], &words, &[what]].concat())
    };
    let (report, fatal, ignore) = (with("report"), with("fatal"), with("ignore"));
    assert_eq!((report.status, fatal.status, ignore.status), (0, 1, 0));
    assert!(
        report
            .errors
            .starts_with("warning: workgroup (0, 0, 0), wavefront 0, at "),
        "{}",
        report.errors
    );
    assert!(
        report.errors.contains("reads v3, which has no value yet"),
        "{}",
        report.errors
    );
    assert_eq!(ignore.errors, "");
    assert_eq!(report.text, ignore.text);
    assert_eq!(report.text.lines().count(), 1 + 64 / 8);
}

/// The trace shows what each instruction reads and writes, statistics count.
#[test]
fn what_runs_can_be_seen() {
    let (folder, object) = folder();
    let trace = folder.path("trace.txt");
    let words = "--kernel scale --grid 64 --stats --arg buffer:f32=1.5,,2 --arg \
                 buffer:zero=8,show=f32 --arg f32:2 --arg u32:2";
    let words = words.replace(",,", " ");
    let words: Vec<String> = words
        .split(" --arg ")
        .enumerate()
        .flat_map(|(at, part)| match at {
            0 => part.split(' ').map(str::to_owned).collect::<Vec<_>>(),
            _ => vec!["--arg".to_owned(), part.trim().to_owned()],
        })
        .collect();
    let mut all = vec!["run", &object];
    all.extend(words.iter().map(String::as_str));
    let traced = format!("--trace={trace}");
    all.push(&traced);
    let done = run(&all);
    assert_eq!((done.status, &*done.errors), (0, ""));
    insta::assert_snapshot!("statistics", done.text);
    let trace = String::from_utf8(folder.read("trace.txt")).expect("text");
    insta::assert_snapshot!("trace", trace);
}

/// The page on running programs prints what it says.
#[test]
fn the_page_prints_what_it_says() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/running.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let folder = Folder::new();
    let blocks = page.split("\n```").skip(1).step_by(2).map(|block| {
        let (kind, text) = block.split_once('\n').expect("a block has a line");
        (kind.to_owned(), format!("{text}\n"))
    });
    let (mut printed, mut told) = (String::new(), 0);
    for (kind, text) in blocks {
        match &*kind {
            "asm" => {
                folder.write("scale.s", text);
            }
            "sh" => {
                printed.clear();
                for line in text.replace("\\\n", " ").lines() {
                    let words = line.strip_prefix("cargo run --release -- ");
                    let words = words.unwrap_or_else(|| panic!("{line}"));
                    let words: Vec<String> = words_of(words)
                        .into_iter()
                        .map(|word| match word.starts_with("scale.") {
                            true => folder.path(&word),
                            false => word,
                        })
                        .collect();
                    let words: Vec<&str> = words.iter().map(String::as_str).collect();
                    let done = run(&words);
                    printed += &said(&folder, &done.text);
                    printed += &said(&folder, &done.errors);
                }
            }
            "text" => {
                told += 1;
                assert_eq!(text, printed, "docs/running.md, block of text {told}");
            }
            _ => {}
        }
    }
    assert_eq!(told, 5);
}

/// The words of a line for a shell.
fn words_of(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.split('\'').enumerate() {
        match at % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}

/// Local memory is given behind what the kernel asks for itself, without metadata too.
#[test]
fn local_memory_needs_no_metadata() {
    let source = r#"
    .amdgcn_target "amdgcn-amd-amdhsa--gfx900"
    .globl share
    .p2align 8
share:
    s_load_dwordx2 s[4:5], s[0:1], 0x0
    s_load_dword s6, s[0:1], 0x8
    v_lshlrev_b32_e32 v1, 2, v0
    s_waitcnt lgkmcnt(0)
    v_add_u32_e32 v2, s6, v1
    ds_write_b32 v2, v0
    ds_read_b32 v3, v2
    s_waitcnt lgkmcnt(0)
    v_add_u32_e32 v3, s6, v3
    global_store_dword v1, v3, s[4:5]
    s_endpgm
    .section .rodata,"a"
    .amdhsa_kernel share
        .amdhsa_kernarg_size 12
        .amdhsa_group_segment_fixed_size 20
        .amdhsa_user_sgpr_kernarg_segment_ptr 1
        .amdhsa_next_free_vgpr 4
        .amdhsa_next_free_sgpr 7
    .end_amdhsa_kernel
"#;
    let folder = Folder::new();
    let source = folder.write("share.s", source);
    let object = folder.path("share.o");
    let made = run(&["asm", "--cpu", "gfx900", &source, "-o", &object]);
    assert_eq!(made.status, 0, "{}", made.errors);
    let with = |bytes: &str| {
        let words = [
            "run",
            &object,
            "--grid",
            "4",
            "--arg",
            "buffer:empty=16,show=u32",
            "--arg",
            bytes,
        ];
        run(&words)
    };
    let done = with("local:16");
    assert_eq!((done.status, &*done.errors), (0, ""));
    // Behind 20 bytes, at a multiple of 16.
    assert_eq!(done.text, "--arg 0: 4 of u32\n       0: 32 33 34 35\n");
    let done = with("local:12");
    assert_eq!(done.status, 1, "{}", done.text);
    assert!(done.errors.contains("stores 4 bytes"), "{}", done.errors);
}

/// The kernel `scale` with some `--break`, and the other words of a run that ends.
fn with_breaks(object: &str, breaks: &[&str]) -> Run {
    let mut words = vec!["run", object, "--kernel", "scale", "--grid", "64"];
    for argument in ["buffer:f32=1.5", "buffer:zero=4,show=f32", "f32:2", "u32:1"] {
        words.extend(["--arg", argument]);
    }
    for place in breaks {
        words.extend(["--break", *place]);
    }
    run(&words)
}

/// A run stops before the instruction, by symbol, by what follows one and by address, and
/// shows what the wavefront has; the first place that is reached counts.
#[test]
fn a_run_stops_where_it_is_told() {
    let (_folder, object) = folder();
    // The store, which comes before the end.
    let stopped = with_breaks(&object, &["done", "scale+0x3c"]);
    assert_eq!((stopped.status, &*stopped.errors), (0, ""));
    insta::assert_snapshot!("break", stopped.text);
    let first = stopped.text.lines().next().expect("a line");
    let address = first.split(' ').nth(3).expect("an address");
    let again = with_breaks(&object, &[address.trim_end_matches(':')]);
    assert_eq!(again.text, stopped.text);
    // At its end the kernel has stored.
    let end = with_breaks(&object, &["done"]);
    assert!(end.text.contains("s_endpgm"), "{}", end.text);
    assert!(end.text.ends_with("0: 3\n"), "{}", end.text);
    // What no wavefront comes to is said, and the results are there.
    let missed = with_breaks(&object, &["endless"]);
    assert_eq!(missed.status, 0);
    assert!(missed.errors.contains("no wavefront came to endless"));
    assert!(missed.text.ends_with("0: 3\n"), "{}", missed.text);
}

/// Places that do not exist are errors of the command line, before anything runs; files of
/// buffers are written by kernels that end and no others.
#[test]
fn wrong_places_are_told() {
    let (folder, object) = folder();
    for (place, reason) in [
        ("nowhere", "no symbol `nowhere`"),
        ("scale+x", "`x` is no number"),
        ("nowhere+4", "no symbol `nowhere`"),
        ("0x10", "no code of the file lies there"),
        ("scale+0x100000", "no code of the file lies there"),
    ] {
        let done = with_breaks(&object, &[place]);
        assert_eq!((done.status, &*done.text), (2, ""), "{place}");
        assert!(done.errors.contains(reason), "{place}: {}", done.errors);
    }
    let out = folder.path("out.bin");
    let buffer = format!("buffer:zero=4,out={out}");
    let words = [
        "run", &object, "--kernel", "scale", "--grid", "64", "--break", "done", "--arg", "null",
        "--arg", &buffer, "--arg", "f32:2", "--arg", "u32:0",
    ];
    assert_eq!(run(&words).status, 0);
    assert!(!std::path::Path::new(&out).exists(), "it is written");
}

/// Images are for kernels that have no descriptors.
#[test]
fn images_are_refused() {
    let (_folder, object) = folder();
    let image = "buffer:zero=16,image=r8uint:16";
    let done = scale(&object, &[image, image, "f32:1", "u32:1"]);
    assert_eq!((done.status, &*done.text), (2, ""));
    let message = "--arg 0: images are for kernels of vISA";
    assert!(done.errors.contains(message), "{}", done.errors);
}
