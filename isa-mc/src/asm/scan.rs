//! Cuts a source into statements: line ends, separators, comments.

use std::ops::Range;

use super::head::name_end;
use crate::SyntaxId;
use crate::tables::{Tables, is_word_byte};

/// A statement that is not empty.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    /// Offset of its first character.
    pub(super) start: usize,
    /// Offset behind its last character.
    end: usize,
    /// Bytes of the name at its front, if that was found already.
    pub(super) name: Option<usize>,
}

/// In a statement: it may end at this byte, or a comment or string begin with it.
const STOP: u8 = 1;
/// In a statement: names do not have this byte.
const NO_NAME: u8 = 2;

/// Where a syntax cuts: the same for every text of an assembly.
pub(super) struct Cuts<'t> {
    /// What comments to the end of the line begin with.
    leaders: Vec<&'t [u8]>,
    separator: &'t [u8],
    /// What bytes mean.
    kinds: [u8; 256],
}

impl<'t> Cuts<'t> {
    pub(super) fn new(tables: &Tables<'t>, syntax: SyntaxId) -> Cuts<'t> {
        let row = tables.syntaxes.get(syntax.0 as usize);
        let leaders = row.map_or(&[][..], |row| &tables.texts[row.comments.range()]);
        let leaders: Vec<&[u8]> = leaders
            .iter()
            .map(|&text| tables.text(text).as_bytes())
            .filter(|leader| !leader.is_empty())
            .collect();
        let separator = row.map_or("", |row| tables.text(row.separator)).as_bytes();
        let mut kinds = [0; 256];
        for (byte, kind) in (0..=255).zip(&mut kinds) {
            *kind = if is_word_byte(byte) { 0 } else { NO_NAME };
        }
        let firsts = leaders.iter().chain([&separator]);
        for &byte in firsts.filter_map(|text| text.first()).chain(b"\n\"/") {
            kinds[usize::from(byte)] |= STOP;
        }
        Cuts {
            leaders,
            separator,
            kinds,
        }
    }
}

/// Walks through a source, a statement at a time.
pub(super) struct Scanner<'s> {
    source: &'s str,
    at: usize,
    cuts: &'s Cuts<'s>,
    /// The statement without its comments, if it holds some.
    clean: String,
    /// Where pieces of `clean` begin: there, and in the source.
    pieces: Vec<(usize, usize)>,
    /// Offset of a comment that nothing closes.
    unclosed: Option<usize>,
}

impl<'s> Scanner<'s> {
    pub(super) fn new(cuts: &'s Cuts<'s>, source: &'s str) -> Scanner<'s> {
        Scanner {
            source,
            at: if source.starts_with('\u{feff}') { 3 } else { 0 },
            cuts,
            clean: String::new(),
            pieces: Vec::new(),
            unclosed: None,
        }
    }

    /// Where the statement after the last one may begin.
    pub(super) fn position(&self) -> usize {
        self.at
    }

    /// What is left of the source, from the next byte on that is no white space; and
    /// where that stands.
    #[inline]
    pub(super) fn rest(&mut self) -> (usize, &'s str) {
        self.skip_space();
        (self.at, self.source.get(self.at..).unwrap_or(""))
    }

    /// Bytes of the name at the front of what is left, if a colon and the end of the line
    /// follow at once.
    #[inline]
    pub(super) fn label(&self) -> Option<usize> {
        let rest = self.source.as_bytes().get(self.at..)?;
        let kinds = &self.cuts.kinds;
        let length = rest
            .iter()
            .position(|&byte| kinds[usize::from(byte)] != 0)?;
        let ends = rest.get(length) == Some(&b':') && rest.get(length + 1) == Some(&b'\n');
        ends.then_some(length)
    }

    /// Passes so many bytes of it.
    #[inline]
    pub(super) fn pass(&mut self, bytes: usize) {
        self.at += bytes;
    }

    #[inline]
    fn skip_space(&mut self) {
        let bytes = self.source.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    /// Offset of a comment that nothing closes.
    pub(super) fn unclosed_comment(&self) -> Option<usize> {
        self.unclosed
    }

    /// The text of the statement that was found last.
    #[inline]
    pub(super) fn text(&self, found: &Found) -> &str {
        if self.pieces.is_empty() {
            self.source.get(found.start..found.end).unwrap_or("")
        } else {
            self.clean.trim_ascii_end()
        }
    }

    /// Where a byte of that text stands in the source.
    pub(super) fn place(&self, found: &Found, at: usize) -> usize {
        let before = self.pieces.partition_point(|&(clean, _)| clean <= at);
        match before.checked_sub(1).and_then(|last| self.pieces.get(last)) {
            Some((clean, source)) => source + (at - clean),
            None => found.start + at,
        }
    }

    /// The next statement; `None` at the end.
    pub(super) fn next(&mut self) -> Option<Found> {
        let bytes = self.source.as_bytes();
        'statement: loop {
            self.pieces.clear();
            self.clean.clear();
            self.skip_space();
            if self.at >= bytes.len() {
                return None;
            }
            let start = self.at;
            let mut piece = start;
            let kinds = &self.cuts.kinds;
            let is_free = |&byte: &u8, of: u8| kinds[usize::from(byte)] & of == 0;
            let mut name = start;
            while bytes
                .get(name)
                .is_some_and(|byte| is_free(byte, STOP | NO_NAME))
            {
                name += 1;
            }
            self.at = name;
            // A name that goes on with a byte that may end statements is looked at again.
            let is_whole = bytes.get(name).is_none_or(|&byte| !is_word_byte(byte));
            loop {
                let mut at = self.at;
                let kinds = &self.cuts.kinds;
                let is_free = |&byte: &u8| kinds[usize::from(byte)] & STOP == 0;
                while bytes.get(at).is_some_and(is_free) {
                    at += 1;
                }
                self.at = at;
                let rest = &bytes[at..];
                let Some(&stop) = rest.first() else { break };
                if stop == b'\n' {
                    break;
                }
                if rest.starts_with(b"/*") {
                    let before = self.at;
                    self.block_comment();
                    if before == start {
                        continue 'statement;
                    }
                    self.keep(piece, before);
                    self.clean.push(' ');
                    piece = self.at;
                } else if self.ends_here(rest) {
                    break;
                } else if stop == b'"' {
                    self.string();
                } else {
                    self.at += 1;
                }
            }
            let end = self.at;
            if bytes.get(end).is_some_and(|&byte| byte != b'\n') {
                self.skip_end();
            }
            if !self.pieces.is_empty() {
                self.keep(piece, end);
            }
            let length = bytes[start..end].trim_ascii_end().len();
            if length != 0 {
                let end = start + length;
                let is_whole = is_whole && self.pieces.is_empty();
                let name = is_whole.then_some(name - start);
                return Some(Found { start, end, name });
            }
        }
    }

    /// Where the first statement of the source stands, without a comment behind it.
    pub(super) fn first(mut self) -> Range<usize> {
        self.next().map_or(0..0, |found| found.start..found.end)
    }

    /// Passes statements up to the one that ends a block, and that one; gives where
    /// they stand. `None` if there is none: then the rest of the source is passed.
    pub(super) fn block(&mut self, begins: &[&str], ends: &[&str]) -> Option<Range<usize>> {
        // The first line is the one behind that of the directive.
        let line_end = self.source.as_bytes().get(self.at) == Some(&b'\n');
        let start = self.at + usize::from(line_end);
        let mut depth = 0_u32;
        while let Some(found) = self.next() {
            let text = self.text(&found);
            let name = &text[..name_end(text.as_bytes())];
            let is_of = |names: &[&str]| names.iter().any(|it| it.eq_ignore_ascii_case(name));
            if is_of(begins) {
                depth += 1;
            } else if is_of(ends) {
                if depth == 0 {
                    return Some(start..found.start);
                }
                depth -= 1;
            }
        }
        None
    }

    /// Passes lines as they stand, up to the one that holds a word alone, and that one;
    /// gives where they stand. `None` if there is none: then the rest is passed.
    pub(super) fn lines_until(&mut self, word: &str) -> Option<Range<usize>> {
        let rest = self.source.get(self.at..).unwrap_or("");
        let line_end = rest.find('\n').map_or(rest.len(), |at| at + 1);
        let start = self.at + line_end;
        self.at = start;
        while self.at < self.source.len() {
            let rest = &self.source[self.at..];
            let length = rest.find('\n').map_or(rest.len(), |at| at + 1);
            let line_start = self.at;
            self.at += length;
            if rest[..length].trim_ascii() == word {
                return Some(start..line_start);
            }
        }
        None
    }

    /// Whether a comment or a separator stands at the front of some bytes.
    fn ends_here(&self, rest: &[u8]) -> bool {
        self.cuts
            .leaders
            .iter()
            .any(|leader| rest.starts_with(leader))
            || !self.cuts.separator.is_empty() && rest.starts_with(self.cuts.separator)
    }

    /// Adds a piece of the source to the clean statement.
    fn keep(&mut self, start: usize, end: usize) {
        self.pieces.push((self.clean.len(), start));
        self.clean
            .push_str(self.source.get(start..end).unwrap_or(""));
    }

    /// Passes what ended a statement, all but a line end.
    fn skip_end(&mut self) {
        let rest = &self.source.as_bytes()[self.at..];
        if self
            .cuts
            .leaders
            .iter()
            .any(|leader| rest.starts_with(leader))
        {
            let end = rest.iter().position(|&byte| byte == b'\n');
            self.at += end.unwrap_or(rest.len());
        } else if !self.cuts.separator.is_empty() && rest.starts_with(self.cuts.separator) {
            self.at += self.cuts.separator.len();
        }
    }

    /// Passes a `/* */` comment, which may hold line ends.
    fn block_comment(&mut self) {
        let start = self.at;
        let (length, closed) = match self.source[start + 2..].find("*/") {
            Some(length) => (length + 4, true),
            None => (self.source.len() - start, false),
        };
        self.at += length;
        if !closed {
            self.unclosed = Some(start);
        }
    }

    /// Passes a string, or what of it stands on this line.
    fn string(&mut self) {
        let bytes = self.source.as_bytes();
        self.at += 1;
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'\n' => return,
                b'"' => {
                    self.at += 1;
                    return;
                }
                b'\\' if bytes.get(self.at + 1).is_some_and(|&next| next != b'\n') => self.at += 2,
                _ => self.at += 1,
            }
        }
    }
}
