//! Descriptions that lie in folders, for tests that walk over them.

use std::path::{Path, PathBuf};

/// The `.isa` files of a folder, by name. There is at least one.
///
/// # Panics
///
/// If the folder cannot be read or holds none.
pub fn descriptions(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is part of the repository");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "isa"))
        .collect();
    paths.sort();
    assert!(!paths.is_empty(), "no .isa files in {folder}");
    paths
}

/// The name of a file without its folder and its ending.
pub fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// The shipped GCN description as one text, each included file in the place
/// of its `include`.
///
/// # Panics
///
/// If a file cannot be read.
pub fn shipped_gcn() -> String {
    let read = |path: &str| {
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let root = read("../defs/gcn.isa");
    let mut whole = String::new();
    for line in root.lines() {
        let included = line
            .strip_prefix("include \"")
            .and_then(|rest| rest.strip_suffix("\";"));
        match included {
            Some(name) => whole.push_str(&read(&format!("../defs/{name}"))),
            None => whole.push_str(line),
        }
        whole.push('\n');
    }
    whole
}
