//! What people see when a description parses and is wrong.
//!
//! Every file of `ui/check` has one kind of mistake, often several times, and
//! its snapshot beside it in `ui/check/snapshots`.

use isa_dsl::sorted::SortedSet;
use std::path::Path;

use isa_dsl::Compilation;
use isa_dsl::compile_file;
use isa_dsl::diagnostic::{Code, Diagnostic};
use isa_dsl::render::location;
use isa_test_support::fixtures::{descriptions, stem};

/// What is wrong with a description, or what the tables do not carry of it.
fn errors(compilation: &Compilation) -> Vec<Diagnostic> {
    if compilation.diagnostics.is_empty() {
        compilation.not_lowered()
    } else {
        compilation.diagnostics.clone()
    }
}

/// Messages are a part of the product: each change of one is read in a diff.
#[test]
fn every_mistake_is_explained_at_its_place() {
    for path in descriptions("ui/check") {
        let compilation = compile_file(&path);
        let Err(text) = compilation.tables() else {
            panic!("{} should have errors", path.display());
        };
        insta::with_settings!({
            snapshot_path => "../../../ui/check/snapshots",
            prepend_module_to_snapshot => false,
            omit_expression => true,
        }, {
            insta::assert_snapshot!(stem(&path), text);
        });
    }
}

/// A code without a fixture has a message that nobody has read.
#[test]
fn every_code_has_a_fixture() {
    let mut seen = SortedSet::new();
    for path in [descriptions("ui/check"), descriptions("ui/syntax")].concat() {
        let compilation = compile_file(&path);
        seen.extend(errors(&compilation).iter().map(|error| error.code));
    }
    let missing: Vec<&str> = Code::ALL
        .iter()
        .filter(|code| !seen.contains(code))
        .map(|code| code.as_str())
        .collect();
    assert!(missing.is_empty(), "no fixture gives {missing:?}");
}

/// A fixture named after a mistake shows that mistake, and not consequences
/// of it under other codes.
#[test]
fn a_mistake_has_no_consequences() {
    let only = [
        ("bit_gap", Code::BitGap),
        ("bit_overlap", Code::BitOverlap),
        ("bit_range", Code::BitRange),
        ("value_too_wide", Code::ValueTooWide),
        ("field_not_used", Code::FieldNotUsed),
        ("no_field", Code::NoField),
        ("field_twice", Code::FieldTwice),
        ("overlapping_opcodes", Code::EncodingOverlap),
        ("overlapping_formats", Code::EncodingOverlap),
        ("not_a_subset", Code::NotASubset),
        ("opcode_columns", Code::OpcodeColumns),
        ("no_opcode", Code::NoOpcode),
        ("row_arguments", Code::RowArguments),
        ("value_twice", Code::ValueTwice),
        ("not_invertible", Code::NotInvertible),
        ("register_clash", Code::RegisterClash),
        ("bad_width", Code::BadWidth),
        ("bad_kind", Code::BadKind),
        ("bad_template", Code::BadTemplate),
        ("ambiguous_syntax", Code::AmbiguousSyntax),
        ("no_syntax", Code::NoSyntax),
        ("operand_unspoken", Code::OperandUnspoken),
        ("bad_expression", Code::BadExpression),
        ("operation_unknown", Code::OpUnknown),
        ("wrong_width_assignment", Code::OpWidth),
        ("operation_types", Code::OpType),
        ("operation_place", Code::OpPlace),
        ("operation_arguments", Code::OpArguments),
        ("operation_loop", Code::OpLoop),
        ("operation_effects", Code::OpEffect),
        ("lint", Code::Lint),
        ("bad_lint", Code::BadLint),
        ("unused", Code::Unused),
        ("unknown_in_lint", Code::Unknown),
        ("bad_switch", Code::BadSwitch),
        ("stream_numbers", Code::BadKind),
        ("stream_numbers_wide", Code::ValueTooWide),
        ("stream_lists", Code::OutOfRange),
        ("bad_dependency", Code::BadDependency),
        ("stream_cycle", Code::StreamCycle),
        ("not_lowered", Code::NotLowered),
        ("unknown_names", Code::Unknown),
        ("empty_range", Code::EmptyRange),
        ("out_of_range", Code::OutOfRange),
    ];
    for (name, code) in only {
        let path = format!("ui/check/{name}.isa");
        let compilation = compile_file(path.as_ref());
        let found = errors(&compilation);
        assert!(!found.is_empty(), "{path} has no errors");
        for error in found {
            assert_eq!(error.code, code, "{path}: {}", error.message);
        }
    }
}

/// A mistake hides no other: ten items, ten errors, each in its own item.
#[test]
fn ten_mistakes_are_ten_errors() {
    let compilation = compile_file(Path::new("ui/check/ten_mistakes.isa"));
    let lines: SortedSet<usize> = compilation
        .diagnostics
        .iter()
        .filter_map(|error| location(&compilation.sources, error.primary.0))
        .map(|(_, line, _)| line)
        .collect();
    assert_eq!(compilation.diagnostics.len(), 10);
    assert_eq!(lines.len(), 10);
    let codes: SortedSet<Code> = compilation.diagnostics.iter().map(|it| it.code).collect();
    assert_eq!(codes.len(), 10);
}

/// What does not parse hides no error of another item, and an error of syntax
/// is the only one that it causes.
#[test]
fn broken_items_hide_nothing_and_cause_nothing() {
    let compilation = compile_file(Path::new("ui/check/broken_items.isa"));
    let codes: Vec<Code> = compilation.diagnostics.iter().map(|it| it.code).collect();
    let expected = [
        Code::Unexpected,
        Code::Unbalanced,
        Code::Unexpected,
        Code::Unexpected,
        Code::BitGap,
        Code::Unknown,
    ];
    assert_eq!(codes, expected);
}

/// An example that does not give its error would teach something wrong.
#[test]
fn the_examples_of_the_documentation_give_their_errors() {
    let text = std::fs::read_to_string("../docs/errors.md").expect("it is in the repository");
    let mut sections = text.split("\n## ");
    let beginning = sections.next().and_then(example);
    let beginning = beginning.expect("the text shows what the examples begin with");
    let mut documented = Vec::new();
    for section in sections {
        let code = section.split_whitespace().next().unwrap_or_default();
        documented.push(code.to_owned());
        let Some(example) = example(section) else {
            continue;
        };
        let whole = if example.starts_with("isa ") {
            example
        } else {
            format!("{beginning}{example}")
        };
        let compilation = isa_dsl::compile_text("example.isa", &whole);
        let found = errors(&compilation);
        assert!(!found.is_empty(), "the example of {code} has no error");
        for error in &found {
            assert_eq!(error.code.as_str(), code, "{}", compilation.errors());
        }
    }
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    assert_eq!(documented, codes);
}

/// The first block of a section.
fn example(section: &str) -> Option<String> {
    let (_, rest) = section.split_once("```isa\n")?;
    Some(rest.split_once("```")?.0.to_owned())
}
