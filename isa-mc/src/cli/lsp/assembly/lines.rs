//! Lines of a source, as far as they can be read one by one.

use crate::cli::lsp::text::{Text, word_at};

/// What a line gives a name to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// Its place: `name:`.
    Label,
    /// A value, or what else a directive declares.
    Symbol,
    /// A macro.
    Macro,
}

/// A name that a source defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Defined<'t> {
    /// The name.
    pub name: &'t str,
    /// What it stands for.
    pub sort: Sort,
    /// The line.
    pub line: usize,
    /// The byte in the text.
    pub byte: usize,
}

/// What names are made of, besides letters, digits and `_`.
const NAME_LETTERS: &[char] = &['.', '$'];

/// The same with what stands between a name and the part of its address that is meant
/// (`table@rel32@lo`), or its version.
const LABEL_LETTERS: &[char] = &['.', '$', '@'];

/// Directives whose first argument they define.
const DEFINING: [(&str, Sort); 5] = [
    (".set", Sort::Symbol),
    (".equ", Sort::Symbol),
    (".equiv", Sort::Symbol),
    (".macro", Sort::Macro),
    (".decl", Sort::Symbol),
];

fn is_part(letter: char, more: &[char]) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_' || more.contains(&letter)
}

/// The name that a text begins with; empty if it begins with something else.
fn first_name(text: &str) -> &str {
    let end = text.find(|it| !is_part(it, LABEL_LETTERS));
    &text[..end.unwrap_or(text.len())]
}

/// The names that a source defines, in its order.
pub fn defined(text: &Text) -> Vec<Defined<'_>> {
    let mut all = Vec::new();
    for line in 0..text.line_count() {
        let source = text.line(line);
        let code = source.trim_start();
        let word = first_name(code);
        let behind = &code[word.len()..];
        let found = if word.is_empty() {
            None
        } else if behind.starts_with(':') && !behind.starts_with("::") {
            Some((word, Sort::Label))
        } else if let Some((_, sort)) = DEFINING.iter().find(|it| it.0 == word) {
            Some((first_name(behind.trim_start()), *sort)).filter(|(name, _)| !name.is_empty())
        } else {
            let is_set = behind.trim_start().starts_with('=');
            is_set.then_some((word, Sort::Symbol))
        };
        if let Some((name, sort)) = found {
            let byte = text.line_start(line) + name.as_ptr().addr() - source.as_ptr().addr();
            all.push(Defined {
                name,
                sort,
                line,
                byte,
            });
        }
    }
    all
}

/// The labels of a source, in its order.
pub fn labels(text: &Text) -> Vec<Defined<'_>> {
    let mut all = defined(text);
    all.retain(|it| it.sort == Sort::Label);
    all
}

/// The name around a byte, without the part of its address that is meant: where it begins, and
/// the name; which is empty where there is none.
pub fn name_at(text: &str, byte: usize) -> (usize, &str) {
    let (start, word) = word_at(text, byte, LABEL_LETTERS);
    // `.type kernel,@function`: the name is behind it.
    let rest = word.trim_start_matches('@');
    let name = rest.split('@').next().unwrap_or("");
    (start + word.len() - rest.len(), name)
}

/// Where a name stands in a source, but for comments and strings.
pub fn mentions(text: &Text, name: &str, leaders: &[&str]) -> Vec<usize> {
    let mut found = Vec::new();
    if name.is_empty() {
        return found;
    }
    for line in 0..text.line_count() {
        let source = text.line(line);
        let code = &source[..code_end(source, leaders)];
        for (at, _) in code.match_indices(name) {
            let is_whole = !code[..at].ends_with(|it| is_part(it, LABEL_LETTERS))
                && !code[at + name.len()..].starts_with(|it| is_part(it, NAME_LETTERS));
            let is_in_string = code[..at].matches('"').count() % 2 == 1;
            if is_whole && !is_in_string {
                found.push(text.line_start(line) + at);
            }
        }
    }
    found
}

/// Where the comment of a line begins, or the line ends.
fn code_end(line: &str, leaders: &[&str]) -> usize {
    let leaders = leaders.iter().filter(|leader| !leader.is_empty());
    leaders
        .filter_map(|leader| line.find(leader))
        .min()
        .unwrap_or(line.len())
}

/// The statement on a line, without labels and comments; and where in the line it begins.
pub fn statement<'l>(line: &'l str, leaders: &[&str]) -> (usize, &'l str) {
    let end = code_end(line, leaders);
    let mut start = 0;
    while let Some(colon) = line[start..end].find(':') {
        let label = line[start..start + colon].trim();
        let is_label = label.chars().all(|it| is_part(it, LABEL_LETTERS));
        if label.is_empty() || !is_label {
            break;
        }
        start += colon + 1;
    }
    let code = &line[start..end];
    (start + code.len() - code.trim_start().len(), code.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches a modifier that is taken for a label, and comments that stay.
    #[test]
    fn statements_lose_labels_and_comments() {
        let line = "again: s_load_dword s0, s[2:3], 0x4 glc // why: so";
        assert_eq!(
            statement(line, &["//"]),
            (7, "s_load_dword s0, s[2:3], 0x4 glc")
        );
        let line = "  ds_read_b32 v1, v2 offset:4";
        assert_eq!(statement(line, &["//"]), (2, "ds_read_b32 v1, v2 offset:4"));
    }

    /// Catches labels that are not found, and what is none.
    #[test]
    fn labels_are_found() {
        let text = Text::new("a:\n  .LBB0_1: s_nop 0\n  ds_read_b32 v1, v2 offset:4\n".to_owned());
        let names: Vec<_> = labels(&text).iter().map(|it| it.name).collect();
        assert_eq!(names, ["a", ".LBB0_1"]);
    }

    /// Catches names that other lines than labels define, and where they are.
    #[test]
    fn definitions_are_found() {
        let source = ".set size, 4\n  count = size\n.macro twice a\n.decl V32 v_type=G\nx == 3\n";
        let text = Text::new(source.to_owned());
        let found = defined(&text);
        let names: Vec<_> = found.iter().map(|it| (it.name, it.sort)).collect();
        let symbol = |name| (name, Sort::Symbol);
        let twice = ("twice", Sort::Macro);
        let expected = [
            symbol("size"),
            symbol("count"),
            twice,
            symbol("V32"),
            symbol("x"),
        ];
        assert_eq!(names, expected);
        assert!(
            found
                .iter()
                .all(|it| source[it.byte..].starts_with(it.name))
        );
    }

    /// Catches names in comments and strings, parts of names, and those whose address is split.
    #[test]
    fn names_are_found_where_they_stand_for_something() {
        let source =
            "a:\ns_add_u32 s0, s0, a@rel32@lo+4 // a\n.ascii \"a\"\n.type a,@function\nab: .a\n";
        let text = Text::new(source.to_owned());
        let places = [0, 3 + 18, source.find("a,@").unwrap()];
        assert_eq!(mentions(&text, "a", &["//"]), places);
        assert_eq!(name_at(source, 22), (21, "a"));
        assert_eq!(
            name_at(source, source.find("function").unwrap()).1,
            "function"
        );
    }
}
