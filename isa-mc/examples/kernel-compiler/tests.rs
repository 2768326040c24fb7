//! The compiler's parts, and the code that it makes, run.

mod allocation;
mod running;
mod waits;

use std::path::PathBuf;

use isa_mc::gcn::processors::Processor;
use isa_mc::gcn::target_id::{System, TargetId};

use super::parse::{ParseErrorKind, Position, parse};
use super::{CompileError, Options, compile, options};

/// A processor of each generation, and one with later instructions.
pub const TARGETS: [&str; 10] = [
    "gfx600", "gfx700", "gfx803", "gfx900", "gfx906", "gfx1010", "gfx1030", "gfx1100", "gfx1150",
    "gfx1200",
];

pub const BLUR: &str = "\
kernel blur(in source, out result, float weight) {
    let sum = source[i - 1] + source[i] + source[i + 1];
    result[i] = sum < 0 ? 0 : min(weight * sum, 255);
}";

pub fn target_id(cpu: &str) -> TargetId {
    TargetId::new(System::Hsa, Processor::named(cpu).expect("a processor"))
}

/// What is wrong with a source is told with its place.
#[test]
fn wrong_sources_are_told() {
    let cases = [
        ("", "1:1: expected `kernel`, found the end"),
        (
            "kernel k(out a) { a[i] = 1; } x",
            "1:31: expected the end of the source, found `x`",
        ),
        (
            "kernel k(out a) {\n  a[i] = 1 }",
            "2:12: expected an operator or `;`, found `}`",
        ),
        (
            "kernel k(out a) { a[i] = b; }",
            "1:26: nothing is called `b`",
        ),
        (
            "kernel k(out a) { let t = t; a[i] = 1; }",
            "1:27: nothing is called `t`",
        ),
        (
            "kernel k(out a) { a[i] = a[i]; }",
            "1:26: `a` is not a value: `out` arrays are only written",
        ),
        (
            "kernel k(in a) { a[i] = 1; }",
            "1:18: `a` is not an `out` array",
        ),
        (
            "kernel k(in a, out a) { }",
            "1:20: `a` has a meaning already",
        ),
        ("kernel k(out i) { }", "1:14: `i` has a meaning already"),
        ("kernel k(in a) { }", "1:19: the kernel writes nothing"),
        (
            "kernel k(out a) { a[i + 1] = 1; }",
            "1:20: `the place` is not `[i]`: each element is written once",
        ),
        (
            "kernel k(out a) { a[i] = 1e99; }",
            "1:26: `1e99` is no single-precision number",
        ),
        (
            "kernel k(in b, out a) { a[i] = b[i + 9999999]; }",
            "1:38: `9999999` is no whole number up to 1048576",
        ),
        (
            "kernel k(out a) { a[i] = 1 < 2; }",
            "1:31: expected `?` and two values behind a comparison, found `;`",
        ),
        (
            "kernel k(out a) { a[i] = 1 # 2; }",
            "1:28: `#` is not part of the language",
        ),
        (
            "// ü\nkernel k(",
            "2:10: expected `in`, `out` or `float`, found the end",
        ),
    ];
    for (source, wanted) in cases {
        let error = parse(source).expect_err(source);
        assert_eq!(error.to_string(), wanted, "{source}");
    }
    let deep = format!("kernel k(out a) {{ a[i] = {}1; }}", "(".repeat(100_000));
    let error = parse(&deep).expect_err("too deep");
    assert_eq!(error.kind, ParseErrorKind::TooDeep);
    assert_eq!(
        error.position,
        Position {
            line: 1,
            column: 126
        }
    );
    let long = format!("kernel k(out a) {{ a[i] = 1{}; }}", " + 1".repeat(100_000));
    assert_eq!(
        parse(&long).expect_err("too long").kind,
        ParseErrorKind::TooMany
    );
}

/// Too few registers are an error that says what to do, and one more is enough.
#[test]
fn registers_run_out_with_an_error() {
    let id = target_id("gfx900");
    let least = (1..=256).find(|&vgprs| compile(BLUR, id, vgprs).is_ok());
    let least = least.expect("256 are enough");
    assert!((4..=8).contains(&least), "{least}");
    let error = compile(BLUR, id, least - 1).expect_err("one less");
    assert!(matches!(error, CompileError::Allocate(_)));
    let wanted = format!(
        "too many values live at once: no vector register is free where one of {} must be; use \
         fewer `let`s and arrays",
        least - 1
    );
    assert_eq!(error.to_string(), wanted);
    // More arrays than descriptors have scalar registers.
    let arrays: Vec<String> = (0..40).map(|at| format!("in a{at}")).collect();
    let sum: Vec<String> = (0..40).map(|at| format!("a{at}[i]")).collect();
    let source = format!(
        "kernel k({}, out r) {{ r[i] = {}; }}",
        arrays.join(", "),
        sum.join(" + ")
    );
    let error = compile(&source, id, 256).expect_err("40 descriptors");
    assert!(error.to_string().contains("scalar register"), "{error}");
}

/// The arguments of the program.
#[test]
fn arguments_are_understood() {
    let read = |text: &str| {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        options(&words)
    };
    assert_eq!(read("blur.kernel --help"), Ok(None));
    let found = read("a/blur.kernel --vgprs 24 --target gfx803")
        .expect("right")
        .expect("no help");
    let wanted = Options {
        source: PathBuf::from("a/blur.kernel"),
        object: PathBuf::from("a/blur.o"),
        target: target_id("gfx803"),
        vgprs: 24,
    };
    assert_eq!(found, wanted);
    for (text, wanted) in [
        ("", "a source must be named"),
        ("a b", "`b` is one source too many"),
        ("-", "`-o` must say where the object goes"),
        ("a --vgprs 0", "`0` is no number from 1 to 256"),
        ("a -o", "`-o` needs a value behind it"),
        ("a --fast", "there is no option `--fast`"),
    ] {
        assert_eq!(read(text), Err(wanted.to_owned()));
    }
    let error = read("a --target gfx1250").expect_err("none of them");
    assert!(
        error.starts_with("there is no processor `gfx1250`; there are gfx600, "),
        "{error}"
    );
}

/// Every processor has the instructions; the object is a whole one.
#[test]
fn every_processor_gets_an_object() {
    for cpu in isa_mc::gcn::PROCESSORS {
        let object = compile(BLUR, target_id(cpu), 256).unwrap_or_else(|it| panic!("{cpu}: {it}"));
        let names: Vec<&str> = object.sections.iter().map(|it| &*it.name).collect();
        assert_eq!(names, [".text", ".rodata", ".note"]);
        let elf = object.to_elf().expect("a file");
        assert_eq!(elf[..4], *b"\x7fELF", "{cpu}");
    }
}
