//! `isa-mc run` on kernels of vISA.

use super::{Folder, Run, run};

/// Each thread adds its number to its 16 dwords; the second one of a group shows that there
/// are several.
const SOURCE: &str = r#".version 4.1
.kernel "number"
.decl at v_type=G type=ud num_elts=1 align=dword
.decl value v_type=G type=ud num_elts=16 align=GRF
.decl T6 v_type=T num_elts=1
.input T6 offset=64 size=4
.kernel_attr Target="cm"
    shl (M1, 1) at(0,0)<1> %thread_x(0,0)<0;1,0> 0x2:uw
    oword_ld (4) T6 at(0,0)<0;1,0> value.0
    add (M1, 16) value(0,0)<1> value(0,0)<1;1,0> %thread_x(0,0)<0;1,0>
    oword_st (4) T6 at(0,0)<0;1,0> value.0
    ret (M1, 1)
"#;

/// Runs a text over two threads and 128 bytes.
fn number(folder: &Folder, source: &str, more: &[&str]) -> Run {
    let path = folder.write("number.visaasm", source);
    let buffer = "buffer:zero=128,show=u32";
    let mut words = vec!["run", &path, "--grid", "2", "--arg", buffer];
    words.extend(more);
    run(&words)
}

/// A text and the object that is made of it run alike.
#[test]
fn texts_and_objects_run() {
    let folder = Folder::new();
    let done = number(&folder, SOURCE, &[]);
    assert_eq!((done.status, &*done.errors), (0, ""));
    assert!(
        done.text.starts_with("--arg 0: 32 of u32\n"),
        "{}",
        done.text
    );
    let numbers: Vec<&str> = done
        .text
        .lines()
        .skip(1)
        .flat_map(str::split_whitespace)
        .collect();
    let ones = numbers.iter().filter(|it| **it == "1").count();
    assert_eq!(ones, 16, "{}", done.text);

    let (source, object) = (folder.path("number.visaasm"), folder.path("number.isa"));
    let made = run(&["asm", "--cpu", "visa4.1", &source, "-o", &object]);
    assert_eq!(made.status, 0, "{}", made.errors);
    let again = run(&[
        "run",
        &object,
        "--grid",
        "2",
        "--arg",
        "buffer:zero=128,show=u32",
    ]);
    assert_eq!((again.status, again.text), (0, done.text));
}

/// The trace says which thread runs what, and what each instruction read and wrote: the first
/// values of what is read more than once, and channels of a predicate that others are kept of.
#[test]
fn traces_have_threads_and_values() {
    let folder = Folder::new();
    let trace = folder.path("trace");
    let source = SOURCE
        .replace("    add (M1, 16)", CHOSEN)
        .replace(".decl T6", ".decl p v_type=P num_elts=16\n.decl T6");
    let done = number(&folder, &source, &[&format!("--trace={trace}")]);
    assert_eq!(done.status, 0, "{}", done.errors);
    let text = String::from_utf8(folder.read("trace")).expect("text");
    insta::assert_snapshot!(text);
}

/// Adds where a dword is less than the number of the thread, in eight channels.
const CHOSEN: &str = "    cmp.lt (M1, 8) p value(0,0)<1;1,0> %thread_x(0,0)<0;1,0>
    (p) add (M1, 8)";

/// What a function does stands behind its name, with the names that it gives to what it has.
#[test]
fn traces_go_into_functions() {
    let folder = Folder::new();
    let source = r#".version 4.1
.kernel "main"
.kernel_attr Target="cm"
    fcall (M1, 1) twice 0 0
    ret (M1, 1)
.global_function "twice"
.decl own v_type=G type=ud num_elts=1
.kernel_attr Target="cm"
    mov (M1, 1) own(0,0)<1> 0x7:ud
    add (M1, 1) own(0,0)<1> own(0,0)<0;1,0> own(0,0)<0;1,0>
    fret (M1, 1)
"#;
    let path = folder.write("call.visaasm", source);
    let done = run(&["run", &path, "--grid", "1", "--trace"]);
    assert_eq!((done.status, &*done.errors), (0, ""));
    let expected = "\
(0,0,0) thread (0,0,0) twice 1 00000001: add (M1, 1) own(0,0)<1> own(0,0)<0;1,0> own(0,0)<0;1,0>
    reads own = 0x7
    writes own = 0xe
";
    assert!(done.text.contains(expected), "{}", done.text);
}

/// What happened before a run stops is in its trace, the instruction at which it stops included.
#[test]
fn traces_end_where_runs_stop() {
    let folder = Folder::new();
    let trace = folder.path("trace");
    let far = SOURCE.replace(
        "oword_ld (4) T6 at(0,0)<0;1,0>",
        "svm_block_ld (4) at(0,0)<0;1,0>",
    );
    let far = far.replace("decl at v_type=G type=ud", "decl at v_type=G type=uq");
    let done = number(&folder, &far, &[&format!("--trace={trace}")]);
    assert_eq!(done.status, 1, "{}", done.errors);
    let text = String::from_utf8(folder.read("trace")).expect("text");
    let last = text.lines().rev().find(|it| !it.starts_with(' '));
    assert!(last.is_some_and(|it| it.contains("svm_block_ld")), "{text}");
}

/// What is wrong with a text is reported as `asm` reports it: all of it, with its line, a caret
/// and a code. Nothing runs.
#[test]
fn mistakes_are_shown_in_their_lines() {
    let folder = Folder::new();
    let source = SOURCE
        .replace("shl (M1, 1)", "shll (M1, 1)")
        .replace("value(0,0)<1> value", "valu(0,0)<1> value");
    let done = number(&folder, &source, &[]);
    assert_eq!((done.status, &*done.text), (1, ""));
    let path = folder.path("number.visaasm");
    let assembled = run(&[
        "asm",
        "--cpu",
        "visa4.1",
        &path,
        "-o",
        &folder.path("x.isa"),
    ]);
    assert_eq!(done.errors, assembled.errors);
    insta::assert_snapshot!(done.errors.replace(&folder.path(""), ""));
}

/// Why a run stops, and what has to be said before it.
#[test]
fn what_stops_a_run_is_said() {
    let folder = Folder::new();
    let undefined = SOURCE.replace(
        "oword_ld (4) T6 at(0,0)<0;1,0> value.0",
        "media_ld.nomod (4,4) T6 0 0x0:ud 0x0:ud value.0",
    );
    let mut text = String::new();
    for (source, words) in [
        (undefined.as_str(), &[][..]),
        (SOURCE, &["--budget", "3"]),
        (SOURCE, &["--arg", "u32:1"]),
        (SOURCE, &["--group", "3"]),
        (SOURCE, &["--stats"]),
    ] {
        let done = number(&folder, source, words);
        assert_ne!(done.status, 0, "{words:?}");
        text += &done.errors.replace(&folder.path(""), "");
    }
    insta::assert_snapshot!(text);
}

/// A thread doubles red and alpha of the elements of its row.
const IMAGE: &str = r#".version 4.1
.kernel "double"
.decl lanes v_type=G type=uw num_elts=8 align=GRF
.decl x v_type=G type=ud num_elts=8 align=GRF
.decl y v_type=G type=ud num_elts=8 align=GRF
.decl parts v_type=G type=f num_elts=32 align=GRF
.decl T6 v_type=T num_elts=1
.input T6 offset=64 size=4
.kernel_attr Target="cm"
    mov (M1, 8) lanes(0,0)<1> 0x76543210:uv
    mov (M1, 8) x(0,0)<1> lanes(0,0)<1;1,0>
    mov (M1, 8) y(0,0)<1> %thread_x(0,0)<0;1,0>
    gather4_typed.RA (M1, 8) T6 x.0 y.0 %null.0 %null.0 parts.0
    add (M1, 32) parts(0,0)<1> parts(0,0)<1;1,0> parts(0,0)<1;1,0>
    scatter4_typed.RA (M1, 8) T6 x.0 y.0 %null.0 %null.0 parts.0
    ret (M1, 1)
"#;

/// An image on the command line: fractions that are doubled, at most to 1.
#[test]
fn images_are_arguments() {
    let folder = Folder::new();
    let path = folder.write("double.visaasm", IMAGE);
    let image = "buffer:u8=10 20 30 40 50 60 70 80 90 100 110 120 130 140 150 160,show=u8";
    let of = |size: &str| {
        let image = format!("{image},image=rgba8unorm:{size}");
        run(&["run", &path, "--grid", "2", "--arg", &image])
    };
    let done = of("2x2");
    assert_eq!((done.status, &*done.errors), (0, ""));
    let numbers = done.text.lines().skip(1).flat_map(|line| {
        let (_, numbers) = line.split_once(':').expect("numbers");
        numbers.split_whitespace()
    });
    let numbers: Vec<u32> = numbers.map(|it| it.parse().expect("a number")).collect();
    assert_eq!(
        numbers,
        [
            20, 20, 30, 80, 100, 60, 70, 160, 180, 100, 110, 240, 255, 140, 150, 255
        ]
    );
    let wrong = of("2x3");
    assert_eq!(wrong.status, 2);
    let message = "--arg 0: an image of 2 by 3 by 1 elements of rgba8unorm has 24 bytes";
    assert!(wrong.errors.contains(message), "{}", wrong.errors);
    let wrong = of("2x");
    assert!(wrong.errors.contains("`2x` is no size"), "{}", wrong.errors);
}
