//! A text as statements: comments are taken out, lines that go on are joined.

use core::ops::Range;

use super::error::{TextError, TextErrorKind};

/// A text in which comments are blanks, byte for byte.
pub(super) struct Source {
    text: String,
}

impl Source {
    /// The text without its comments, and what is wrong with them.
    pub(super) fn new(text: &str) -> (Source, Vec<TextError>) {
        let mut bytes = text.as_bytes().to_vec();
        let mut errors = Vec::new();
        let mut at = 0;
        // Text without any of these stays as it is.
        while let Some(found) = memchr::memchr3(b'/', b'"', b'\\', &bytes[at..]) {
            at += found;
            let rest = &bytes[at..];
            if rest.starts_with(b"//") {
                let end = rest.iter().position(|&byte| byte == b'\n');
                let end = end.map_or(bytes.len(), |end| at + end);
                bytes[at..end].fill(b' ');
                at = end;
            } else if rest.starts_with(b"/*") {
                let end = rest[2..].windows(2).position(|pair| pair == b"*/");
                if end.is_none() {
                    let kind = TextErrorKind::Unterminated { end: "*/" };
                    errors.push(TextError::new(at..at + 2, kind));
                }
                let end = end.map_or(bytes.len(), |end| at + 2 + end + 2);
                bytes[at..end].fill(b' ');
                at = end;
            } else if rest[0] == b'"' {
                at += string_length(rest);
            } else if rest.starts_with(b"\\\n") {
                bytes[at..at + 2].fill(b' ');
                at += 2;
            } else {
                at += 1;
            }
        }
        // Blanks have taken the place of whole characters only: comments begin and end
        // with ones of a byte.
        let text = String::from_utf8(bytes).unwrap_or_default();
        (Source { text }, errors)
    }

    /// The lines that hold something, and where each begins in the text.
    pub(super) fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        let mut start = 0;
        self.text.split('\n').filter_map(move |line| {
            let here = start;
            start += line.len() + 1;
            let text = line.trim_start();
            let at = here + (line.len() - text.len());
            // What was a comment is many blanks.
            let text = text.trim_ascii_end().trim_end();
            (!text.is_empty()).then_some((at, text))
        })
    }
}

/// The bytes of the string that a text begins with, quotes included; one without an end
/// goes to the end of the line.
pub(super) fn string_length(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\n' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

/// The line of a byte, from 1.
pub(super) fn line_of(text: &str, at: usize) -> usize {
    let before = text.as_bytes().get(..at).unwrap_or(text.as_bytes());
    let ends = before.iter().map(|byte| usize::from(*byte == b'\n'));
    1 + ends.sum::<usize>()
}

/// The place of a part of a text that begins at byte `start` of the whole.
pub(super) fn span(start: usize, part: Range<usize>) -> Range<usize> {
    start + part.start..start + part.end
}
