//! Texts that are edited, and places in them as editors count them.

use super::protocol::{Position, Range};

/// A text with its lines.
#[derive(Debug, Clone, Default)]
pub struct Text {
    text: String,
    /// Where lines begin, in bytes.
    lines: Vec<usize>,
}

impl Text {
    /// The lines of a text.
    pub fn new(text: String) -> Text {
        let mut lines = vec![0];
        lines.extend(text.match_indices('\n').map(|(at, _)| at + 1));
        Text { text, lines }
    }

    /// All of it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// How many lines it has; one more than ends of lines.
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// A line without its end; empty behind the last one.
    pub fn line(&self, line: usize) -> &str {
        let Some(&start) = self.lines.get(line) else {
            return "";
        };
        let end = self.lines.get(line + 1).copied().unwrap_or(self.text.len());
        self.text
            .get(start..end)
            .unwrap_or("")
            .trim_end_matches(['\n', '\r'])
    }

    /// Where a line begins, in bytes.
    pub fn line_start(&self, line: usize) -> usize {
        self.lines.get(line).copied().unwrap_or(self.text.len())
    }

    /// The place of a byte: its line, and the UTF-16 units of the line in front of it.
    pub fn position(&self, byte: usize) -> Position {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.lines.partition_point(|start| *start <= byte).max(1) - 1;
        let before = self.text.get(self.lines[line]..byte).unwrap_or("");
        Position::new(line as u32, before.encode_utf16().count() as u32)
    }

    /// The byte of a place; of one behind the end of its line that end.
    pub fn byte(&self, position: Position) -> usize {
        let line = position.line as usize;
        let start = self.line_start(line);
        let mut units = position.character as usize;
        let mut byte = start;
        for letter in self.line(line).chars() {
            if units < letter.len_utf16() {
                break;
            }
            units -= letter.len_utf16();
            byte += letter.len_utf8();
        }
        byte
    }

    /// The places of two bytes.
    pub fn range(&self, start: usize, end: usize) -> Range {
        Range::new(self.position(start), self.position(end))
    }

    /// Puts a text into the place of a part of this one; `None` is all of it.
    pub fn replace(&mut self, range: Option<Range>, with: &str) {
        let Some(range) = range else {
            *self = Text::new(with.to_owned());
            return;
        };
        let start = self.byte(range.start);
        let end = self.byte(range.end).max(start);
        let first = self.lines.partition_point(|line| *line <= start);
        let behind = self.lines.partition_point(|line| *line <= end);
        self.text.replace_range(start..end, with);
        let added: Vec<usize> = with
            .match_indices('\n')
            .map(|(at, _)| start + at + 1)
            .collect();
        for line in &mut self.lines[behind..] {
            *line = *line + with.len() - (end - start);
        }
        self.lines.splice(first..behind, added);
    }
}

/// The word around a byte, of letters, digits and what is in `more`.
pub fn word_at<'t>(text: &'t str, byte: usize, more: &[char]) -> (usize, &'t str) {
    let is_part =
        |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || more.contains(&letter);
    let before = text.get(..byte).unwrap_or("");
    let start = before.rfind(|letter| !is_part(letter)).map_or(0, |at| {
        at + before[at..].chars().next().map_or(1, char::len_utf8)
    });
    let rest = text.get(byte..).unwrap_or("");
    let end = byte + rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
    (start, text.get(start..end).unwrap_or(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches lines that are counted anew wrongly behind an edit, and UTF-16 taken for bytes.
    #[test]
    fn edits_keep_lines() {
        let mut text = Text::new("a\u{1f600}b\nsecond\nthird".to_owned());
        assert_eq!(text.position(5), Position::new(0, 3));
        assert_eq!(text.byte(Position::new(0, 3)), 5);
        let range = Range::new(Position::new(0, 1), Position::new(1, 3));
        text.replace(Some(range), "x\ny\nz");
        assert_eq!(text.as_str(), "ax\ny\nzond\nthird");
        let whole = Text::new(text.as_str().to_owned());
        assert_eq!(text.lines, whole.lines);
        assert_eq!(text.line(3), "third");
        assert_eq!(text.byte(Position::new(9, 9)), text.as_str().len());
    }
}
