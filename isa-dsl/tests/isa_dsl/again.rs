//! Descriptions that are edited: what is checked again finds what a check of everything finds.

use std::path::{Path, PathBuf};

use isa_dsl::compile::{Again, State};
use isa_dsl::diagnostic::Diagnostic;
use isa_dsl::load::{Files, Loaded};

/// Numbers without an order that anybody would choose; the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end.max(1)
    }
}

/// A description in an editor.
struct Edited {
    root: PathBuf,
    files: Files,
    again: Again,
}

impl Edited {
    fn new(root: &Path) -> Edited {
        Edited {
            root: root.to_path_buf(),
            files: Files::default(),
            again: Again::default(),
        }
    }

    fn load(&mut self) -> Loaded {
        self.files.load(&self.root)
    }

    /// Checks what changed.
    fn check(&mut self, loaded: &Loaded) -> Vec<Diagnostic> {
        let found = self.again.check(loaded, &mut |_| true);
        assert_eq!(found.state, State::Whole);
        found.diagnostics
    }

    /// Checks what changed, where nothing is wrong.
    fn right(&mut self, what: &str) {
        let loaded = self.load();
        assert_eq!(self.check(&loaded), [], "{what}");
    }

    /// Checks what changed, and what a check of everything finds if all of it parses.
    fn both(&mut self, what: &str) -> Vec<Diagnostic> {
        let loaded = self.load();
        let found = self.check(&loaded);
        if loaded.diagnostics.is_empty() {
            let expected = isa_dsl::compile(loaded);
            assert_eq!(found, expected.diagnostics, "{what}");
        }
        found
    }
}

/// One of a few mistakes, in a line of a text.
fn mistake(text: &str, line: usize, numbers: &mut Numbers) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let Some(old) = lines.get(line).cloned() else {
        return text.to_owned();
    };
    match numbers.below(6) {
        0 => drop(lines.remove(line)),
        1 => lines.insert(line, old),
        2 => lines[line] = old.replacen(|it: char| it.is_ascii_digit(), "3", 1),
        3 => lines[line] = old.replacen(|it: char| it.is_ascii_alphabetic(), "q", 1),
        4 => lines[line].push_str(" // a comment"),
        _ => {
            let words: Vec<&str> = text.split_whitespace().collect();
            let (from, to) = (numbers.below(words.len()), numbers.below(words.len()));
            lines[line] = old.replacen(words[from], words[to], 1);
        }
    }
    lines.join("\n") + "\n"
}

/// Makes mistakes in a file of a description, one after the other, and takes most of them back.
fn edit(edited: &mut Edited, path: &Path, count: usize, numbers: &mut Numbers) -> usize {
    let good = std::fs::read_to_string(path).unwrap();
    let mut text = good.clone();
    let mut errors = 0;
    for _ in 0..count {
        let line = numbers.below(text.lines().count());
        let old = text.clone();
        text = mistake(&text, line, numbers);
        edited.files.set(path, Some(text.clone()));
        errors += edited
            .both(&format!("{}:{}", path.display(), line + 1))
            .len();
        if numbers.below(3) > 0 {
            text = old;
            edited.files.set(path, Some(text.clone()));
        }
    }
    edited.files.set(path, Some(good));
    edited.right(&format!("{} as it was", path.display()));
    errors
}

fn whole() -> bool {
    std::env::var_os("ISA_WHOLE").is_some()
}

/// Catches a family that is taken for the same although what it needs has changed, and errors
/// that stay where they were when the text in front of them moves.
#[test]
fn mistakes_in_small_descriptions_are_found_again() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/language");
    let mut numbers = Numbers(1);
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|it| it.unwrap().path())
        .filter(|it| it.extension().is_some_and(|it| it == "isa"))
        .collect();
    paths.sort();
    let mut errors = 0;
    for path in paths {
        let count = if whole() { 2000 } else { 60 };
        errors += edit(&mut Edited::new(&path), &path, count, &mut numbers);
    }
    assert!(errors > 1000, "{errors} errors");
}

/// The same in a large one, whose families share much over many files.
#[test]
fn mistakes_in_gcn_are_found_again() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../defs/gcn.isa"));
    let rounds = |first: usize| {
        let mut edited = Edited::new(root);
        let loaded = edited.load();
        let paths: Vec<PathBuf> = (loaded.sources.files.iter())
            .map(|it| it.path.clone().unwrap())
            .collect();
        let mut numbers = Numbers(1 + first as u64);
        edited.right("GCN");
        for round in (first..if whole() { 60 } else { 2 }).step_by(2) {
            let path = &paths[(round * 7 + numbers.below(7)) % paths.len()];
            let count = if whole() { 2 } else { 1 };
            edit(&mut edited, path, count, &mut numbers);
        }
    };
    // It takes as long as all other tests of this program: two editors, side by side; of a
    // sample one.
    std::thread::scope(|scope| {
        if whole() {
            scope.spawn(|| rounds(1));
        }
        rounds(0);
    });
}

/// Catches a check that starts from its beginning whenever it was stopped, and one that says of
/// a description what a part of it does not tell.
#[test]
fn a_check_that_was_stopped_goes_on() {
    let root = Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../tests/language/sets_of_encodings.isa"
    ));
    let mut edited = Edited::new(root);
    let loaded = edited.load();
    let mut rounds = 0;
    loop {
        let mut left = 1;
        let mut has_time = |_| {
            left -= 1;
            left >= 0
        };
        let found = edited.again.check(&loaded, &mut has_time);
        rounds += 1;
        if found.state == State::Whole {
            break;
        }
        assert_eq!(found.state, State::Missing);
    }
    let families = loaded.file.items.iter();
    let families = families.filter(|it| matches!(it.kind, isa_dsl::ast::ItemKind::Family(_)));
    assert_eq!(rounds, families.count().max(1));
    // What families share is another: they count as they were until there is time.
    let text = std::fs::read_to_string(root).unwrap();
    let (before, after) = text.split_once("class ").unwrap();
    edited
        .files
        .set(root, Some(format!("{before}class x{after}")));
    let loaded = edited.load();
    let found = edited.again.check(&loaded, &mut |_| false);
    assert_eq!(found.state, State::Late);
    edited.both("renamed");
}
