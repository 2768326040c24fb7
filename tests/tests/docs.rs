//! What the documents say, held against the code.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use isa_dsl::diagnostic::Code;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    let path = root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Names of the documents.
fn documents() -> Vec<String> {
    let mut names = vec!["README.md".to_owned(), "ARCHITECTURE.md".to_owned()];
    let entries = std::fs::read_dir(root().join("docs")).expect("the folder is there");
    for entry in entries {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|end| end == "md")
            && let Some(name) = path.file_name()
        {
            names.push(format!("docs/{}", name.to_string_lossy()));
        }
    }
    names.sort();
    names
}

/// A fenced block: its info string, the line of its fence, its text.
struct Block {
    info: String,
    line: usize,
    text: String,
}

fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (index, line) in markdown.lines().enumerate() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(_), Some(block)) => blocks.push(block),
            (Some(info), None) => {
                open = Some(Block {
                    info: info.trim().to_owned(),
                    line: index + 1,
                    text: String::new(),
                });
            }
            (None, Some(mut block)) => {
                block.text.push_str(line);
                block.text.push('\n');
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

/// The lines of a rule by its name, white space squeezed.
fn rules(grammar: &str) -> Vec<(String, String)> {
    let mut rules: Vec<(String, String)> = Vec::new();
    for line in grammar.lines() {
        if line.trim_start().starts_with("//") || line.trim().is_empty() {
            continue;
        }
        let text = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let name = line.split(' ').next().unwrap_or("");
        let begins = !name.is_empty() && text.starts_with(&format!("{name} = "));
        match rules.last_mut() {
            Some((_, rule)) if !begins => {
                rule.push(' ');
                rule.push_str(&text);
            }
            _ => rules.push((name.to_owned(), text)),
        }
    }
    rules
}

/// A rule that was added, or changed, without its documentation.
#[test]
fn the_language_reference_quotes_every_rule() {
    let reference = read("docs/language.md");
    let quoted: String = blocks(&reference)
        .into_iter()
        .filter(|block| block.info == "pest")
        .map(|block| block.text)
        .collect();
    let quoted = rules(&quoted);
    let grammar = rules(&read("isa-dsl/src/grammar.pest"));
    assert!(grammar.len() > 100, "{} rules", grammar.len());
    for rule in &grammar {
        assert!(
            quoted.contains(rule),
            "docs/language.md must quote this rule, in a ```pest block:\n{}",
            rule.1
        );
    }
    for rule in &quoted {
        assert!(
            grammar.contains(rule),
            "docs/language.md quotes a rule that is not in the grammar:\n{}",
            rule.1
        );
    }
}

/// Blocks of `isa` are whole descriptions without an error; those of
/// `isa-fragment` are items that can be read.
#[test]
fn examples_of_the_language_are_right() {
    let mut whole = 0;
    let mut fragments = 0;
    for name in documents() {
        // The examples there are wrong on purpose.
        if name == "docs/errors.md" {
            continue;
        }
        for block in blocks(&read(&name)) {
            let place = format!("{name}:{}", block.line);
            match block.info.as_str() {
                "isa" => {
                    whole += 1;
                    let errors = isa_dsl::compile_text(&place, &block.text).errors();
                    assert!(errors.is_empty(), "{place}\n{errors}");
                }
                "isa-fragment" => {
                    fragments += 1;
                    let (file, errors) = isa_dsl::parse::parse_file(0, &block.text);
                    assert!(!file.items.is_empty(), "{place}: no item");
                    assert!(errors.is_empty(), "{place}: {errors:#?}");
                }
                _ => {}
            }
        }
    }
    assert!(whole >= 1 && fragments >= 10, "{whole}, {fragments}");
}

/// A code without its paragraph.
#[test]
fn every_code_has_its_heading() {
    let errors = read("docs/errors.md");
    let headings: BTreeSet<&str> = errors
        .lines()
        .filter(|line| line.starts_with('#'))
        .filter_map(|line| line.trim_start_matches('#').split_whitespace().next())
        .collect();
    for code in Code::ALL {
        assert!(
            headings.contains(code.as_str()),
            "docs/errors.md has no heading `## {} …` ({code:?})",
            code.as_str()
        );
    }
}

/// Targets of links within the repository, which move when files do.
#[test]
fn links_lead_somewhere() {
    let mut names = documents();
    names.extend(["CONTRIBUTING.md", "CHANGELOG.md"].map(str::to_owned));
    for name in names {
        let folder = root().join(&name).parent().map(Path::to_path_buf);
        let folder = folder.expect("a file has a folder");
        let text = read(&name);
        for (at, _) in text.match_indices("](") {
            let target = text[at + 2..].split(')').next().unwrap_or("");
            let file = target.split('#').next().unwrap_or("");
            if file.is_empty() || file.contains("://") {
                continue;
            }
            assert!(folder.join(file).exists(), "{name}: no {file}");
        }
    }
}
