//! What the documents say, held against the code.

use isa_dsl::sorted::SortedSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use isa_dsl::diagnostic::Code;
use isa_test_support::machine::compiled_gcn;
use isa_test_support::oracle::{Engine, hex};

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
    let headings: SortedSet<&str> = errors
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

/// Figures are written into one document when they are measured anew.
#[test]
fn the_read_me_quotes_figures_as_they_are() {
    let block = |text: &str| -> Vec<String> {
        let (_, behind) = text.split_once("<!-- figures").expect("a marked block");
        let (block, _) = behind
            .split_once("<!-- end of figures -->")
            .expect("its end");
        let lines = block.lines().filter(|line| line.starts_with('|'));
        lines.map(str::to_owned).collect()
    };
    let measured = block(&read("docs/speed.md"));
    let quoted = block(&read("README.md"));
    assert!(quoted.len() > 2, "rows in README.md");
    for row in quoted {
        assert!(
            measured.contains(&row),
            "README.md has a row that docs/speed.md has not:\n{row}"
        );
    }
}

/// The walk of `docs/adding-an-instruction.md` on a copy of the definitions: what
/// the document says is printed is printed.
#[test]
fn the_walk_prints_what_it_says() {
    let blocks = blocks(&read("docs/adding-an-instruction.md"));
    let mut texts = blocks.iter().filter(|block| block.info == "text");
    let mut text = || texts.next().expect("a block of text").text.as_str();
    let mut diffs = blocks.iter().filter(|block| block.info == "diff");
    let mut diff = || diffs.next().expect("a difference").text.as_str();
    let folder = tempfile::tempdir().expect("a folder");
    copy(&root().join("defs"), &folder.path().join("defs"));
    let family = folder.path().join("defs/gcn/global.isa");
    let header = folder.path().join("defs/gcn.isa");
    let compile = || isa_dsl::compile_file(&header);
    let errors = || {
        let place = format!("{}/", folder.path().display());
        compile().errors().replace(&place, "")
    };
    let before = isa_dsl::dump::dump(&compiled_gcn().model);

    // The row.
    let row = text();
    let definitions = std::fs::read_to_string(&family).expect("a file");
    let neighbour = definitions
        .lines()
        .find(|line| line.starts_with("    global_load_dwordx4 "));
    let neighbour = format!("{}\n", neighbour.expect("the row above"));
    let write = |row: &str| {
        let text = definitions.replace(&neighbour, &format!("{neighbour}{row}"));
        std::fs::write(&family, text).expect("the copy can be written");
    };
    write(row);
    let after = compile();
    assert_eq!(after.errors(), "");
    let (instructions, encodings) = (after.model.instructions.len(), after.model.encodings.len());
    assert!(instructions > 1000 && encodings > 5000, "the whole machine");
    assert_eq!(text(), "defs/gcn.isa: ok: … instructions, … encodings\n");

    // Two mistakes.
    for (from, to) in [
        ("(4)             50 ", "(4)             23 "),
        (
            "global_load_dwordx4_quick   ",
            "global_load_quad            ",
        ),
    ] {
        assert!(row.contains(from), "`{from}` in the row");
        write(&row.replace(from, to));
        let (said, printed) = (text(), errors());
        assert!(printed.contains(said), "{said}\nis not in\n{printed}");
    }

    // The difference: one line for each architecture.
    let dump = isa_dsl::dump::dump(&after.model);
    let (mut old, mut new): (Vec<&str>, Vec<&str>) =
        (before.lines().collect(), dump.lines().collect());
    let same = |(a, b): &(&&str, &&str)| a == b;
    let mut hunks = String::new();
    while old != new {
        let at = old.iter().zip(&new).take_while(same).count();
        let (above, below) = (old[at - 1], old[at]);
        let added = new[at..].iter().take_while(|line| **line != below).count();
        let _ = write!(hunks, "@@ -…,2 +…,{} @@\n {above}\n", added + 2);
        for line in &new[at..at + added] {
            let _ = writeln!(hunks, "+{line}");
        }
        let _ = writeln!(hunks, " {below}");
        (old, new) = (old.split_off(at), new.split_off(at + added));
        assert!(old.len() <= new.len(), "lines are only added");
    }
    assert_eq!(diff(), hunks);

    // Using it.
    let tables = after.tables().expect("no errors");
    let tables = tables.view();
    let engine = Engine::new(&tables, "gfx900", "llvm").expect("a processor");
    let assembled = text().trim_end();
    let mut columns = assembled.split('\t').skip(1);
    let (bytes, statement) = (columns.next(), columns.next().expect("three columns"));
    let (code, printed) = engine.assemble(statement).expect("it assembles");
    assert_eq!(
        (Some(hex(&code).as_str()), printed.as_str()),
        (bytes, statement)
    );
    assert_eq!(text(), format!("\t{statement}\n"), "of `disasm`");
    let error = text();
    let wrong = error
        .lines()
        .nth(2)
        .and_then(|line| line.strip_prefix("1 | "));
    let message = engine.assemble(wrong.expect("the statement")).unwrap_err();
    let first = error.lines().next().expect("a line");
    assert_eq!(first, format!("<stdin>:1:27: error[A0106]: {message}"));

    // A processor.
    write("");
    let changed = std::fs::read_to_string(&header).expect("a file");
    let changed = changed.replace("gfx906 gfx909", "gfx906 gfx907 gfx909");
    std::fs::write(&header, changed).expect("the copy can be written");
    let dump = isa_dsl::dump::dump(&compile().model);
    let changes = before.lines().zip(dump.lines()).filter(|(a, b)| a != b);
    let changes: String = changes
        .flat_map(|(a, b)| ["-", a, "\n+", b, "\n"])
        .collect();
    assert_eq!(diff(), changes);
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("the folder is there") {
        let path = entry.expect("the folder can be read").path();
        let target = to.join(path.file_name().expect("an entry has a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::copy(&path, &target).expect("the file can be copied");
        }
    }
}
