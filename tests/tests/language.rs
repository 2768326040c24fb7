//! What the language must be able to say, a small description for each need.

use std::path::PathBuf;

use isa_dsl::ast::ItemKind;
use isa_dsl::compile_file;
use isa_dsl::load::load_file;

fn fixtures() -> Vec<PathBuf> {
    let entries = std::fs::read_dir("language").expect("the folder is part of the repository");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "isa"))
        .collect();
    paths.sort();
    paths
}

/// A need that the grammar loses shows here first, by its name.
#[test]
fn every_need_can_be_said() {
    let fixtures = fixtures();
    assert!(fixtures.len() >= 15, "{} fixtures", fixtures.len());
    for path in fixtures {
        let loaded = load_file(&path);
        let errors = compile_file(&path).errors();
        assert!(errors.is_empty(), "{errors}");
        // Each is a whole description, so that later checks run on it alone.
        let headers = loaded
            .file
            .items
            .iter()
            .filter(|item| matches!(item.kind, ItemKind::Isa(_)));
        assert_eq!(headers.count(), 1, "{}", path.display());
    }
}
