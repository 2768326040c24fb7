//! Numbers in the type of an operand: constants, literals, and what is neither.
//! What is expected here is what llvm-mc 22 gives for the same lines.

use std::path::Path;

use isa_dsl::compile_file;
use isa_test_support::oracle::{Engine, hex};

/// Asks an assembler over the fixture of typed sources, for gfx803.
fn with_engine<A>(ask: impl Fn(&Engine<'_>) -> A) -> A {
    let compilation = compile_file(Path::new("language/typed_sources.isa"));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    ask(&Engine::new(&view, "gfx803", "llvm").expect("both are described"))
}

const HALF: &str = "v_add_f16 v0, {}, v1";
const BFLOAT: &str = "v_add_bf16 v0, {}, v1";
const SHORT: &str = "v_max_i16 v0, {}, v1";
const SINGLE: &str = "v_add_f32 v0, {}, v1";
const DOUBLE: &str = "v_cvt_f32_f64 v0, {}";

/// A form of an instruction, a number, its bytes and how it is printed.
const ACCEPTED: &[(&str, &str, &str, &str)] = &[
    // Constants by number and by bits.
    (HALF, "0.5", "f002003e", "0.5"),
    (HALF, "0x3800", "f002003e", "0.5"),
    (HALF, "0x3118", "f802003e", "0.15915494"),
    (HALF, "0.15915494309189532", "f802003e", "0.15915494"),
    (HALF, "0xffff", "c102003e", "-1"),
    (HALF, "-16", "d002003e", "-16"),
    (HALF, "0.0", "8002003e", "0"),
    // Literals: rounded, and the bits of negative numbers.
    (HALF, "0.1", "ff02003e662e0000", "0x2e66"),
    (HALF, "65519.0", "ff02003eff7b0000", "0x7bff"),
    (HALF, "-0.0", "ff02003e00800000", "0x8000"),
    (HALF, "-17", "ff02003eefff0000", "0xffef"),
    (HALF, "lit(0.5)", "ff02003e00380000", "lit(0x3800)"),
    (HALF, "lit(1)", "ff02003e01000000", "lit(0x1)"),
    // bfloat16: the constants are the upper halves of those of singles, and numbers are rounded.
    (BFLOAT, "0.5", "f0020040", "0.5"),
    (BFLOAT, "0x3f00", "f0020040", "0.5"),
    (BFLOAT, "0x3e22", "f8020040", "0.15915494"),
    (BFLOAT, "0.15915494", "f8020040", "0.15915494"),
    (BFLOAT, "0.15915494309189532", "ff020040233e0000", "0x3e23"),
    (BFLOAT, "0xffff", "c1020040", "-1"),
    (BFLOAT, "0.1", "ff020040cd3d0000", "0x3dcd"),
    (BFLOAT, "-0.0", "ff02004000800000", "0x8000"),
    (BFLOAT, "65519.0", "ff02004080470000", "0x4780"),
    (BFLOAT, "1.00390625", "f2020040", "1.0"),
    // Integers of 16 bits: constants are singles, the sign fills literals.
    (SHORT, "0.5", "f0020060", "0.5"),
    (SHORT, "0x3800", "ff02006000380000", "0x3800"),
    (SHORT, "0xffff", "ff020060ffff0000", "0xffff"),
    (SHORT, "-1", "c1020060", "-1"),
    (SHORT, "0xffffffffffffffff", "c1020060", "-1"),
    (SHORT, "-17", "ff020060efffffff", "-17"),
    (SHORT, "-32768", "ff0200600080ffff", "-32768"),
    (
        SHORT,
        "lit(-1)",
        "ff020060ffffffff",
        "lit(0xffffffffffffffff)",
    ),
    // Other bits of a single that a half could hold; LLVM prints the lower half.
    (SHORT, "1.5", "ff0200600000c03f", "1.5"),
    (SHORT, "-0.0", "ff02006000000080", "-0.0"),
    (SHORT, "0.1", "ff020060cdcccc3d", "0.1"),
    (SHORT, "lit(0.5)", "ff0200600000003f", "lit(0.5)"),
    // 32 bits.
    (SINGLE, "0x3f000000", "f0020002", "0.5"),
    (SINGLE, "0xffffffff", "c1020002", "-1"),
    (SINGLE, "0.5000000001", "f0020002", "0.5"),
    (SINGLE, "-17", "ff020002efffffff", "0xffffffef"),
    (SINGLE, "1.5", "ff0200020000c03f", "0x3fc00000"),
    (SINGLE, "lit( 0.5 )", "ff0200020000003f", "lit(0x3f000000)"),
    // 64 bits: the literal is the upper half.
    (DOUBLE, "0.5", "f01e007e", "0.5"),
    (DOUBLE, "0x3fe0000000000000", "f01e007e", "0.5"),
    (DOUBLE, "0x3fe00000", "f01e007e", "0.5"),
    (
        DOUBLE,
        "0.15915494309189532",
        "f81e007e",
        "0.15915494309189532",
    ),
    (DOUBLE, "0.15915494", "ff1e007e305fc43f", "0x3fc45f30"),
    (DOUBLE, "0.1", "ff1e007e9999b93f", "0x3fb99999"),
    (DOUBLE, "-17", "ff1e007eefffffff", "0xffffffef"),
    (
        DOUBLE,
        "lit(0x3fe00000)",
        "ff1e007e0000e03f",
        "lit(0x3fe00000)",
    ),
    (DOUBLE, "lit(0x40)", "ff1e007e40000000", "lit(0x40)"),
];

const REJECTED: &[(&str, &str, &str)] = &[
    (
        HALF,
        "65520.0",
        "too large or too small for a floating number of 16 bits",
    ),
    (
        HALF,
        "1.0e-8",
        "too large or too small for a floating number of 16 bits",
    ),
    (HALF, "0x10000", "src0 is 65536, expected -32768 to 65535"),
    (HALF, "-32769", "src0 is -32769, expected -32768 to 65535"),
    (
        SHORT,
        "65520.0",
        "too large or too small for a floating number of 16 bits",
    ),
    (
        SINGLE,
        "1.0e40",
        "too large or too small for a floating number of 32 bits",
    ),
    (
        SINGLE,
        "1.0e-40",
        "too large or too small for a floating number of 32 bits",
    ),
    (
        SINGLE,
        "0x100000000",
        "src0 is 4294967296, expected -2147483648 to 4294967295",
    ),
    (
        DOUBLE,
        "0x3ff8000000000000",
        "expected -2147483648 to 4294967295",
    ),
    (
        DOUBLE,
        "lit(v1)",
        "must be vector or scalar register, constant or literal",
    ),
];

#[test]
fn numbers_are_what_llvm_makes_of_them() {
    with_engine(|engine| {
        for (form, number, bytes, printed) in ACCEPTED {
            let text = form.replace("{}", number);
            let (found, canonical) = engine.assemble(&text).expect(&text);
            assert_eq!(hex(&found), *bytes, "{text}");
            assert_eq!(canonical, form.replace("{}", printed), "{text}");
            // What is printed is read as the same bytes.
            let again = engine.assemble(&canonical).map(|it| it.0);
            assert_eq!(again.as_ref(), Ok(&found), "{text}");
            assert_eq!(engine.disassemble(&found), Some(canonical), "{text}");
        }
        for (form, number, said) in REJECTED {
            let text = form.replace("{}", number);
            let message = engine.assemble(&text).expect_err(&text);
            let plain = message.replace('`', "");
            assert!(
                message.contains(said) || plain.contains(said),
                "{text}: {message}"
            );
        }
    });
}

/// Bits of a literal that no number says are data: LLVM prints some of them as
/// others.
#[test]
fn literals_that_nothing_says_are_data() {
    with_engine(|engine| {
        for bytes in [
            // A half with more than 16 bits.
            [0xff, 0x02, 0x00, 0x3e, 0x01, 0x00, 0x01, 0x00],
            // An integer of 16 bits with other bits above than its sign, which are no
            // single that a half could hold.
            [0xff, 0x02, 0x00, 0x60, 0x01, 0x00, 0x01, 0x00],
            [0xff, 0x02, 0x00, 0x60, 0x00, 0x00, 0xc0, 0x7f],
        ] {
            assert_eq!(engine.recode(&bytes), Some(bytes.to_vec()));
            assert_eq!(engine.disassemble(&bytes), None, "{bytes:02x?}");
        }
    });
}
