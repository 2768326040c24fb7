//! Directives and macros: what the document says of each, and what LLVM makes of macros.

use isa_mc::asm::Assembler;
use isa_mc::gcn::{self, syntax};
use isa_test_support::directives::{macro_cases, rows};

/// The object of a source; the first error with its code if it is refused.
fn assembled(source: &str) -> Result<isa_mc::object::Object, String> {
    let target = gcn::target("gfx900").expect("a processor");
    let assembler = Assembler::new(target, syntax::LLVM).machine(gcn::SUPPORT);
    let assembly = assembler.externals().assemble("a.s", source.as_bytes());
    match assembly.object() {
        Some(object) => Ok(object.clone()),
        None => {
            let error = &assembly.errors[0];
            Err(format!("{} {error}", error.code.as_str()))
        }
    }
}

/// A directive that the document calls taken and that is refused, or the other way round;
/// one that LLVM has and the document forgets.
#[test]
fn the_document_says_what_becomes_of_each_directive() {
    let rows = rows();
    let mut wrong = Vec::new();
    for row in &rows {
        match (row.is_taken, assembled(&row.example)) {
            (true, Err(error)) => wrong.push(format!("{} is refused: {error}", row.name)),
            (false, Ok(_)) => wrong.push(format!("{} is taken", row.name)),
            (false, Err(error)) if error.contains("there is no directive") => {
                wrong.push(format!("{}: nobody says why: {error}", row.name));
            }
            _ => {}
        }
        let word = row.name.split(' ').next().unwrap_or_default();
        if !row.example.contains(word) {
            wrong.push(format!("the example of {} has none", row.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(rows.len() > 200, "only {} rows", rows.len());
}

/// A name that nothing defines or refers to is in the object if a directive says what it is
/// or who may name it, as llvm-mc 22 has it; its size alone is nothing that another object
/// would want to know.
#[test]
fn what_a_directive_says_of_a_name_is_listed() {
    let cases = [
        (".type name,@object", true),
        (".type name,@function", true),
        (".hidden name", true),
        (".protected name", true),
        (".globl name", true),
        (".weak name", true),
        (".size name, 4", false),
    ];
    for (source, expected) in cases {
        let object = assembled(&format!("{source}\n")).expect(source);
        let mut symbols = object.symbols.iter();
        let listed = symbols.any(|symbol| &*symbol.name == "name" && !symbol.is_hidden);
        assert_eq!(listed, expected, "{source}");
    }
}

/// A directive may stand in one row only: two could contradict each other.
#[test]
fn the_document_has_each_directive_once() {
    let mut names: Vec<String> = rows().into_iter().map(|row| row.name).collect();
    names.sort();
    let twice: Vec<_> = names.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

/// Macros, repetitions and conditions that mean something else than llvm-mc says, or that
/// one of the two takes and the other refuses.
#[test]
fn macros_mean_what_llvm_says() {
    let cases = macro_cases();
    let mut wrong = Vec::new();
    for case in &cases {
        match (&case.text, assembled(&case.source)) {
            (Some(expected), Ok(object)) => {
                let text = object.section(".text").expect("there always is one");
                if text.bytes != *expected {
                    wrong.push(format!(
                        "{}: {:02x?} instead of {expected:02x?}",
                        case.name, text.bytes
                    ));
                }
            }
            (Some(_), Err(error)) => wrong.push(format!("{}: {error}", case.name)),
            (None, Ok(_)) => wrong.push(format!("{} is taken", case.name)),
            (None, Err(_)) => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases.len() > 150, "only {} cases", cases.len());
}

/// A macro that takes a line of code's name away, for a while: the quick way through lines
/// of code must not read past it.
#[test]
fn macros_take_names_of_code_only_while_they_are_there() {
    let source = "\
 s_nop 1
.macro s_nop n
 s_sleep \\n
.endm
 s_nop 2
.purgem s_nop
 s_nop 3
.macro other n
 s_nop \\n
.endm
 other 4
 s_nop 5
";
    let object = assembled(source).expect("it is right");
    let text = &object.section(".text").expect("the code").bytes;
    let words: Vec<u32> = text
        .chunks(4)
        .map(|word| u32::from_le_bytes(word.try_into().expect("four bytes")))
        .collect();
    assert_eq!(
        words,
        [
            0xbf80_0001,
            0xbf8e_0002,
            0xbf80_0003,
            0xbf80_0004,
            0xbf80_0005
        ]
    );
}

/// Parts of sections, whatever order they are written in: gaps whose sizes depend on what
/// stands before them, distances from one to another.
#[test]
fn subsections_stand_in_the_order_of_their_numbers() {
    let source = "\
.data 9
.byte 9
nine:
.subsection 8
eight: .byte 8
.subsection 1
.byte 1
.p2align 2
.byte 2
.space nine - eight
.data
.byte 0
";
    let object = assembled(source).expect("it is right");
    let data = object.section(".data").expect("the section");
    assert_eq!(data.bytes, [0, 1, 0, 0, 2, 0, 0, 8, 9]);
    assert_eq!((data.size, data.align), (9, 4));
    let names: Vec<&str> = object.sections.iter().map(|it| &*it.name).collect();
    assert_eq!(names, [".text", ".data"]);
}

/// Old code gets to know what to write now.
#[test]
fn old_directives_say_what_to_write() {
    let cases = [
        (
            ".hsa_code_object_version 2,1",
            ".amdhsa_code_object_version",
        ),
        (".hsa_code_object_isa", ".amdgcn_target"),
        (".amdgpu_hsa_kernel f", ".amdhsa_kernel"),
        (".amd_kernel_code_t", ".amdhsa_kernel"),
        (".amd_amdgpu_isa \"x\"", ".amdgcn_target"),
        (".amd_amdgpu_hsa_metadata", ".amdgpu_metadata"),
    ];
    for (source, now) in cases {
        let error = assembled(&format!("{source}\n")).expect_err("it is old");
        assert!(
            error.contains("version 2") && error.contains(now),
            "{error}"
        );
    }
}

/// What `.print` says goes to who asked, and not into the object.
#[test]
fn what_is_printed_is_handed_on() {
    let target = gcn::target("gfx900").expect("a processor");
    let source = b".macro m a\n.print \"is \\a\"\n.endm\nm 1\nm 2\n";
    let assembly = Assembler::new(target, syntax::LLVM).assemble("a.s", &source[..]);
    assert!(assembly.errors.is_empty());
    assert_eq!(assembly.printed, ["is 1", "is 2"]);
}
