//! Lines of a source, as far as they can be read one by one.

use crate::cli::lsp::text::Text;

/// A label: its name, and where that is in the line.
pub struct Label<'t> {
    /// The name.
    pub name: &'t str,
    /// The line.
    pub line: usize,
    /// The byte in the text.
    pub byte: usize,
}

/// What names of labels are made of, besides letters, digits and `_`.
pub const LABEL_LETTERS: &[char] = &['.', '$', '@'];

/// The labels of a source, in its order.
pub fn labels(text: &Text) -> Vec<Label<'_>> {
    let mut all = Vec::new();
    for line in 0..text.line_count() {
        let source = text.line(line);
        let code = source.trim_start();
        let end = code.find(|it: char| {
            !(it.is_ascii_alphanumeric() || it == '_' || LABEL_LETTERS.contains(&it))
        });
        let Some(end) = end.filter(|end| *end > 0) else {
            continue;
        };
        if code[end..].starts_with(':') && !code[end..].starts_with("::") {
            let byte = text.line_start(line) + source.len() - code.len();
            all.push(Label {
                name: &code[..end],
                line,
                byte,
            });
        }
    }
    all
}

/// The statement on a line, without labels and comments; and where in the line it begins.
pub fn statement<'l>(line: &'l str, leaders: &[&str]) -> (usize, &'l str) {
    let mut end = line.len();
    for leader in leaders.iter().filter(|leader| !leader.is_empty()) {
        end = end.min(line.find(leader).unwrap_or(end));
    }
    let mut start = 0;
    while let Some(colon) = line[start..end].find(':') {
        let label = line[start..start + colon].trim();
        let is_label = !label.is_empty()
            && label
                .chars()
                .all(|it| it.is_ascii_alphanumeric() || it == '_' || LABEL_LETTERS.contains(&it));
        if !is_label {
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
}
