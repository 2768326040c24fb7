//! Families are checked on several processors: what is found is in the order of the text.

use std::fmt::Write as _;

use isa_dsl::compile_text;

/// Many families, of which every third has a kind that nothing declares.
fn description(families: usize) -> String {
    let mut text = String::from(
        "isa toy \"A toy\" { word 32 little; arch a1 { p1 } syntax plain { } }\n\
         registers reg \"register\" : 32 { r[0..255] = 0; }\n\
         format F : 32 { opcode [31:16]; rest [15:8]; d [7:0]; }\n",
    );
    for index in 0..families {
        let kind = if index % 3 == 0 { "rag" } else { "reg" };
        let _ = writeln!(
            text,
            "family f{index} : F {{ unused rest; out d : {kind}; asm \"{{d}}\"; opcodes a1; i{index} {index}; }}"
        );
    }
    text
}

/// What a run on one processor finds does not depend on how many there are: errors come in the
/// order of the text, as do instructions with their numbers.
#[test]
fn what_is_found_is_in_the_order_of_the_text() {
    for families in [1, 31, 32, 33, 1000] {
        let compilation = compile_text("toy.isa", &description(families));
        let places = compilation.diagnostics.iter().map(|it| it.primary.0.start);
        let places: Vec<u32> = places.collect();
        assert!(places.is_sorted(), "{places:?}");
        assert_eq!(places.len(), families.div_ceil(3));
        let model = &compilation.model;
        let names: Vec<&str> = model.instructions.iter().map(|it| &*it.name).collect();
        let expected: Vec<String> = (0..families).map(|index| format!("i{index}")).collect();
        assert_eq!(names, expected);
        for (index, instruction) in model.instructions.iter().enumerate() {
            assert_eq!(instruction.family, index);
            assert_eq!(model.families[index].name, format!("f{index}"));
            assert_eq!(model.by_name.get(&instruction.name), Some(&vec![index]));
            for encoding in model.encodings_of(index) {
                assert_eq!(model.shapes[encoding.shape].family, index);
            }
        }
        let encoded = families - families.div_ceil(3);
        assert_eq!(model.encodings.len(), encoded);
    }
}

/// Each part of a description has suggestions of its own, so that a name that is wrong
/// everywhere gets some everywhere.
#[test]
fn names_that_are_wrong_everywhere_get_suggestions_everywhere() {
    let compilation = compile_text("toy.isa", &description(3000));
    let errors = &compilation.diagnostics;
    assert_eq!(errors.len(), 1000);
    let suggest = |it: &isa_dsl::diagnostic::Diagnostic| it.help.is_some();
    assert!(errors.iter().all(suggest));
}
