//! The layout of the shipped descriptions, and that layout is nothing but that.

use std::path::{Path, PathBuf};

use isa_dsl::format::format;
use isa_dsl::load::Files;
use isa_dsl::{Compilation, compile, dump};

fn definitions() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../defs")
}

/// All `.isa` files below a folder, sorted.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "isa") {
                found.push(path);
            }
        }
    }
    found.sort();
    assert!(found.len() > 50, "the shipped descriptions");
    found
}

/// Catches a description whose layout nobody has looked after.
#[test]
fn the_shipped_descriptions_are_formatted() {
    for path in files(&definitions()) {
        let text = std::fs::read_to_string(&path).unwrap();
        let formatted = format(&text).unwrap();
        assert!(formatted == text, "run `isa-mc fmt {}`", path.display());
    }
}

/// Numbers that look random, the same ones each time.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % end
    }
}

/// The text with other blanks where there are some: never none, never a new line.
fn damaged(text: &str, random: &mut Random) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let mut inside = false;
        let mut rest = line.chars().peekable();
        while let Some(letter) = rest.next() {
            match letter {
                '"' => inside = !inside,
                '\\' if inside => {
                    out.push(letter);
                    out.extend(rest.next());
                    continue;
                }
                '/' if !inside && rest.peek() == Some(&'/') => {
                    out.push(letter);
                    out.extend(rest.by_ref());
                    continue;
                }
                ' ' if !inside => {
                    while rest.peek() == Some(&' ') {
                        rest.next();
                    }
                    match random.below(8) {
                        0 => out.push('\t'),
                        blanks => out.extend(std::iter::repeat_n(' ', blanks as usize)),
                    }
                    continue;
                }
                _ => {}
            }
            out.push(letter);
        }
        out.push_str(if random.below(5) == 0 { "  \r\n" } else { "\n" });
        if line.is_empty() {
            out.extend(std::iter::repeat_n('\n', random.below(3) as usize));
        }
    }
    out
}

fn dumped(compilation: &Compilation) -> String {
    assert_eq!(compilation.errors(), "");
    dump::dump(&compilation.model)
}

/// Catches a layout that means something else: every file of a machine is damaged and
/// formatted, and the tables are the same. And one that is not its own layout.
fn means_the_same(machine: &str) {
    let root = definitions().join(machine);
    let mut random = Random(7);
    let mut changed = Files::default();
    let before = compile(changed.load(&root));
    for file in &before.sources.files {
        let harmed = damaged(&file.text, &mut random);
        assert_ne!(harmed, file.text);
        let formatted = format(&harmed).unwrap();
        let again = format(&formatted).unwrap();
        let differs = again.lines().zip(formatted.lines()).find(|(a, b)| a != b);
        assert_eq!(differs, None, "{}: formatted twice", file.name);
        changed.set(file.path.as_ref().unwrap(), Some(formatted));
    }
    let after = compile(changed.load(&root));
    assert!(
        dumped(&before) == dumped(&after),
        "{machine} means something else"
    );
}

#[test]
fn gcn_means_the_same_in_any_layout() {
    means_the_same("gcn.isa");
}

#[test]
fn visa_means_the_same_in_any_layout() {
    means_the_same("visa.isa");
}
