//! What the language must be able to say, a small description for each need.

mod modes;
mod modifiers;
mod operations;
mod pairs;
mod registers;
mod words;

use std::path::Path;

use isa_dsl::ast::ItemKind;
use isa_dsl::compile_file;
use isa_dsl::load::load_file;
use isa_test_support::fixtures::{descriptions, stem};
use isa_test_support::oracle::Engine;

/// Needs that can be said and are checked, but that the tables do not carry
/// yet, with the constructs that are missing. This list only shrinks.
const NOT_IN_TABLES: &[(&str, &str)] = &[("aliases", "aliases with templates or fields")];

/// A need that the grammar loses shows here first, by its name.
#[test]
fn every_need_can_be_said() {
    let fixtures = descriptions("language");
    assert!(fixtures.len() >= 15, "{} fixtures", fixtures.len());
    for path in fixtures {
        let loaded = load_file(&path);
        let compilation = compile_file(&path);
        let errors = compilation.errors();
        assert!(errors.is_empty(), "{errors}");
        // Each is a whole description, so that later checks run on it alone.
        let headers = loaded
            .file
            .items
            .iter()
            .filter(|item| matches!(item.kind, ItemKind::Isa(_)));
        assert_eq!(headers.count(), 1, "{}", path.display());
        // What is checked and not carried is known, and nothing else.
        let missing = NOT_IN_TABLES.iter().find(|(name, _)| *name == stem(&path));
        match (missing, compilation.tables()) {
            (None, Ok(_)) => {}
            (None, Err(errors)) => panic!("{errors}"),
            (Some((name, _)), Ok(_)) => panic!("the tables carry `{name}` now: take it out"),
            (Some((_, constructs)), Err(errors)) => {
                for construct in constructs.split(", ") {
                    let said = format!("do not carry {construct} yet");
                    assert!(errors.contains(&said), "no `{construct}`:\n{errors}");
                }
                let known = |line: &&str| constructs.split(", ").any(|it| line.contains(it));
                let errors = errors.lines().filter(|line| line.contains("error[E0901]"));
                let unknown: Vec<&str> = errors.filter(|line| !known(line)).collect();
                assert!(unknown.is_empty(), "{unknown:#?}");
            }
        }
    }
}

/// An assembler over one of the descriptions.
fn assemble(name: &str, cpu: &str, syntax: &str, text: &str) -> Result<(Vec<u8>, String), String> {
    with_engine(name, cpu, syntax, |engine| engine.assemble(text))
}

fn with_engine<A>(name: &str, cpu: &str, syntax: &str, ask: impl Fn(&Engine) -> A) -> A {
    let compilation = compile_file(Path::new(&format!("language/{name}.isa")));
    let tables = compilation.tables().expect("the tables carry it");
    let view = tables.view();
    ask(&Engine::new(&view, cpu, syntax).expect("both are described"))
}
