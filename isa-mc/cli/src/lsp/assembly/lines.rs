//! Lines of a source, as far as they can be read one by one.

use crate::lsp::text::{Text, word_at};

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

/// Whether a byte is a part of names, which have letters, digits, `_`, `.` and `$`.
fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$')
}

/// Whether it is one of what begins with a name: behind an `@` stands which part of its address is
/// meant (`table@rel32@lo`), or its version.
fn is_label_byte(byte: u8) -> bool {
    byte == b'@' || is_name_byte(byte)
}

/// The same as [`is_label_byte`], besides letters, digits and `_`.
const LABEL_LETTERS: &[char] = &['.', '$', '@'];

/// Directives whose first argument they define.
const DEFINING: [(&str, Sort); 5] = [
    (".set", Sort::Symbol),
    (".equ", Sort::Symbol),
    (".equiv", Sort::Symbol),
    (".macro", Sort::Macro),
    (".decl", Sort::Symbol),
];

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// How many bytes of a text are so from one on.
fn run(text: &[u8], from: usize, is_so: fn(u8) -> bool) -> usize {
    let rest = text[from..].iter();
    rest.take_while(|byte| is_so(**byte)).count()
}

/// The names that a source defines, in its order. Sources are long: bytes are looked at.
pub fn defined(text: &Text) -> Vec<Defined<'_>> {
    let source = text.as_str();
    let bytes = source.as_bytes();
    let mut all = Vec::new();
    for line in 0..text.line_count() {
        let start = text.line_start(line);
        let mut begin = start + run(bytes, start, is_blank);
        let mut end = begin + run(bytes, begin, is_label_byte);
        if begin == end {
            continue;
        }
        let behind = end + run(bytes, end, is_blank);
        let sort = match bytes[end..] {
            [b':', ref rest @ ..] if rest.first() != Some(&b':') => Sort::Label,
            _ if bytes.get(behind) == Some(&b'=') => Sort::Symbol,
            _ if bytes[begin] == b'.' => {
                let word = &source[begin..end];
                let Some((_, sort)) = DEFINING.iter().find(|it| it.0 == word) else {
                    continue;
                };
                (begin, end) = (behind, behind + run(bytes, behind, is_label_byte));
                *sort
            }
            _ => continue,
        };
        if begin < end {
            all.push(Defined {
                name: &source[begin..end],
                sort,
                line,
                byte: begin,
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
    if name.is_empty() {
        return Vec::new();
    }
    let source = text.as_str();
    let found = source.match_indices(name).map(|(at, _)| at);
    let is_mention = |&at: &usize| {
        let (before, behind) = (
            &source.as_bytes()[..at],
            &source.as_bytes()[at + name.len()..],
        );
        if before.last().is_some_and(|it| is_label_byte(*it))
            || behind.first().is_some_and(|it| is_name_byte(*it))
        {
            return false;
        }
        let line = text.line_start(text.position(at).line as usize);
        let code = &source[line..at];
        code_end(code, leaders) == code.len() && code.matches('"').count().is_multiple_of(2)
    };
    found.filter(is_mention).collect()
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
        let is_label = label.bytes().all(is_label_byte);
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
