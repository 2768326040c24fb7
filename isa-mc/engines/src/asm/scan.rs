//! Cuts a source into statements: line ends, separators, comments.

use std::ops::Range;

use super::head::name_end;
use crate::SyntaxId;
use crate::tables::{Tables, is_word_byte};

/// Words that begin blocks, which may stand in one another, and those that end them.
pub(super) type BlockWords = (&'static [&'static str], &'static [&'static str]);

pub(super) const MACRO_WORDS: BlockWords = (&[".macro"], &[".endm", ".endmacro"]);
pub(super) const REPETITION_WORDS: BlockWords = (&[".rept", ".rep", ".irp", ".irpc"], &[".endr"]);

/// A statement that is not empty.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    /// Offset of its first character.
    pub(super) start: usize,
    /// Offset behind its last character.
    pub(super) end: usize,
    /// Bytes of the name at its front, if that was found already.
    pub(super) name: Option<usize>,
}

/// The statements of a block.
pub(super) struct FoundBlock {
    /// Where they stand.
    pub(super) inside: Range<usize>,
    /// What stands behind the word that ends them.
    pub(super) behind_end: Option<Range<usize>>,
}

/// In a statement: it may end at this byte, or a comment or string begin with it.
const STOP: u8 = 1;
/// Bytes that are looked at at once for what may end a statement.
const WINDOW: usize = 256;
/// Bytes that are so in every syntax.
const STOPS: [u8; 3] = *b"\n\"/";
/// In a statement: names do not have this byte.
const NO_NAME: u8 = 2;

/// Where a syntax cuts: the same for every text of an assembly.
pub(super) struct Cuts<'t> {
    /// What comments to the end of the line begin with.
    leaders: Vec<&'t [u8]>,
    separator: &'t [u8],
    /// Directives whose text is taken as it stands.
    raw: &'t [&'t str],
    /// What bytes mean.
    kinds: [u8; 256],
    /// The bytes beside [`STOPS`] at which a statement may end.
    other_stops: Vec<u8>,
}

impl<'t> Cuts<'t> {
    pub(super) fn new(tables: &Tables<'t>, syntax: SyntaxId, raw: &'t [&'t str]) -> Cuts<'t> {
        let row = tables.syntaxes.get(syntax.0 as usize);
        let leaders = tables.comment_leaders(syntax.0);
        let leaders = leaders.filter(|leader| !leader.is_empty());
        let leaders: Vec<&[u8]> = leaders.map(str::as_bytes).collect();
        let separator = row.map_or("", |row| tables.text(row.separator)).as_bytes();
        let mut kinds = [0; 256];
        for (byte, kind) in (0..=255).zip(&mut kinds) {
            *kind = if is_word_byte(byte) { 0 } else { NO_NAME };
        }
        let firsts = leaders.iter().chain([&separator]);
        let mut other_stops = Vec::new();
        for &byte in firsts.filter_map(|text| text.first()).chain(&STOPS) {
            let kind = &mut kinds[usize::from(byte)];
            if *kind & STOP == 0 && !STOPS.contains(&byte) {
                other_stops.push(byte);
            }
            *kind |= STOP;
        }
        Cuts {
            leaders,
            separator,
            raw,
            kinds,
            other_stops,
        }
    }

    /// Where the next byte stands that may cut; the end of the text if there is none.
    #[inline]
    fn next_stop(&self, bytes: &[u8], from: usize) -> usize {
        let [first, second, third] = STOPS;
        let mut at = from;
        // Window by window: one line may be many statements, and each is looked at once.
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            let window = &rest[..rest.len().min(WINDOW)];
            let end = memchr::memchr3(first, second, third, window);
            let before = &window[..end.unwrap_or(window.len())];
            let other = match self.other_stops[..] {
                [] => None,
                [one] => memchr::memchr(one, before),
                [one, two] => memchr::memchr2(one, two, before),
                _ => before
                    .iter()
                    .position(|byte| self.other_stops.contains(byte)),
            };
            if let Some(found) = other.or(end) {
                return at + found;
            }
            at += window.len();
        }
        at
    }

    /// Whether a directive may begin in a text, as far as a glance tells, that takes statements
    /// behind it which a body does not show: as they stand, or because its name is known only
    /// with the values of parameters, one of which it may be.
    pub(super) fn may_take_lines(&self, text: &str, is_value: bool) -> bool {
        let bytes = text.as_bytes();
        memchr::memchr_iter(b'.', bytes).any(|point| {
            let is_inside = point != 0 && is_word_byte(bytes[point - 1]);
            let name = &text[point..point + name_end(&bytes[point..])];
            let behind = bytes.get(point + name.len());
            // It goes on with what comes in place of a name.
            let goes_on = matches!(behind, None | Some(b'\\' | b'&'));
            let begins = |it: &&str| {
                let front = it.get(..name.len());
                front.is_some_and(|front| front.eq_ignore_ascii_case(name))
            };
            let mut blocks = MACRO_WORDS.0.iter().chain(REPETITION_WORDS.0);
            // Whole blocks of a body are found in it.
            let is_one = self.raw.contains(&name)
                || is_value && blocks.clone().any(|it| it.eq_ignore_ascii_case(name));
            let may_be_one = goes_on && (self.raw.iter().any(begins) || blocks.any(begins));
            !is_inside && (is_one || may_be_one)
        })
    }

    /// Whether a byte may end a statement, or begin a comment or a string in it.
    pub(super) fn may_cut(&self, byte: u8) -> bool {
        self.kinds[usize::from(byte)] & STOP != 0
    }

    /// Whether a text that comes in place of a name changes nothing of how the statements
    /// around it are cut, nor makes one a condition or the begin of a block, as far as a glance
    /// tells.
    pub(super) fn keeps_statements(&self, text: &str) -> bool {
        let is_usual = |byte: u8| !self.may_cut(byte) && !matches!(byte, b'#' | b'\\');
        text.bytes().all(is_usual) && !may_hold_conditions(text) && !self.may_take_lines(text, true)
    }
}

/// Whether the name of a condition may begin in a text, as far as a glance tells; what comes
/// in place of the name of a parameter may go on with it.
pub(super) fn may_hold_conditions(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b'.', bytes).any(|point| {
        let behind = bytes.get(point + 1);
        behind.is_none_or(|it| matches!(it, b'i' | b'I' | b'e' | b'E' | b'\\' | b'&'))
    })
}

/// Whether the name of a directive with these bytes behind its point may be that of a
/// condition.
#[inline]
pub(super) fn is_condition(second: u8, third: u8) -> bool {
    matches!(
        (second | 0x20, third | 0x20),
        (b'i', b'f') | (b'e', b'l' | b'n')
    )
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
    /// Offset behind the last character of the statement that was found last.
    last_end: usize,
    /// Where a string of that statement begins that goes on in another line.
    long_string: Option<usize>,
}

impl<'s> Scanner<'s> {
    pub(super) fn new(cuts: &'s Cuts<'s>, source: &'s str) -> Scanner<'s> {
        let at = if source.starts_with('\u{feff}') { 3 } else { 0 };
        Scanner {
            source,
            at,
            cuts,
            clean: String::new(),
            pieces: Vec::new(),
            unclosed: None,
            last_end: at,
            long_string: None,
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

    /// Bytes of the name at the front of what is left, if a colon follows, and white space or
    /// the end of the line: what stands behind it is a statement of its own, or a comment.
    #[inline]
    pub(super) fn label(&self) -> Option<usize> {
        let rest = self.source.as_bytes().get(self.at..)?;
        let kinds = &self.cuts.kinds;
        let length = rest
            .iter()
            .position(|&byte| kinds[usize::from(byte)] != 0)?;
        let behind = rest.get(length + 1);
        let ends = rest.get(length) == Some(&b':') && behind.is_some_and(u8::is_ascii_whitespace);
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

    /// Passes lines that begin no condition (`.if`, `.else` and so on), as far as a glance
    /// tells.
    pub(super) fn skip_to_condition(&mut self) {
        self.skip_lines(is_condition, |_| false);
    }

    /// Passes lines that begin neither a condition nor a block of statements, as far as a
    /// glance tells, nor with a name that `is_called`.
    pub(super) fn skip_to_condition_or_block(&mut self, is_called: impl Fn(&[u8]) -> bool) {
        let may_be = |second, third| {
            let may_be_block = matches!(
                (second | 0x20, third | 0x20),
                (b'm', b'a') | (b'r', b'e') | (b'i', b'r')
            );
            is_condition(second, third) || may_be_block
        };
        self.skip_lines(may_be, is_called);
    }

    /// Whether the statement that was found last stands in the source as it is, without
    /// comments in it.
    pub(super) fn is_whole(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Passes lines that begin with no directive whose name may have two bytes behind its
    /// point, as far as a glance tells, nor with another name that is looked for: none that hold
    /// more than one statement, a string, or a comment over lines.
    #[inline]
    fn skip_lines(
        &mut self,
        may_be: impl Fn(u8, u8) -> bool,
        is_looked_for: impl Fn(&[u8]) -> bool,
    ) {
        if !self.cuts.separator.is_empty() {
            return;
        }
        let bytes = self.source.as_bytes();
        loop {
            self.skip_space();
            let mut end = self.at;
            match bytes.get(self.at..) {
                Some([b'.', second, third, ..]) if may_be(*second, *third) => return,
                // A line of the preprocessor.
                Some([] | [b'#', ..]) | None => return,
                Some([b'.', ..]) => {}
                Some(line) if is_looked_for(line) => return,
                Some(_) => {}
            }
            // What begins with a slash may be a comment over lines, and a string may be over
            // lines, too.
            while let Some(length) = memchr::memchr3(b'\n', b'/', b'"', &bytes[end..]) {
                end += length;
                match bytes.get(end..) {
                    Some([b'\n', ..]) => break,
                    Some([b'/', b'*', ..] | [b'"', ..]) => return,
                    _ => end += 1,
                }
            }
            self.at = match bytes.get(end) {
                Some(b'\n') => end,
                _ => bytes.len(),
            };
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
    #[inline]
    pub(super) fn place(&self, found: &Found, at: usize) -> usize {
        if self.pieces.is_empty() {
            return found.start + at;
        }
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
            self.long_string = None;
            self.skip_space();
            if self.at >= bytes.len() {
                return None;
            }
            // A line of the preprocessor, or a comment: whatever the syntax is.
            if bytes[self.at] == b'#' {
                let start = self.at;
                let line = &bytes[start..];
                let length = memchr::memchr(b'\n', line).unwrap_or(line.len());
                self.at += length;
                if start != 0 && bytes[start - 1] != b'\n' {
                    continue 'statement;
                }
                // At the front of a line it may say where that comes from.
                let end = start + line[..length].trim_ascii_end().len();
                self.last_end = end;
                return Some(Found {
                    start,
                    end,
                    name: None,
                });
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
                self.at = self.cuts.next_stop(bytes, self.at);
                let rest = &bytes[self.at..];
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
                self.last_end = end;
                return Some(Found { start, end, name });
            }
        }
    }

    /// Where the first statement of the source stands, without a comment behind it.
    pub(super) fn first(mut self) -> Range<usize> {
        self.next().map_or(0..0, |found| found.start..found.end)
    }

    /// Passes statements up to the one that ends a block, and that one. `None` if there is
    /// none: then the rest of the source is passed.
    pub(super) fn block(&mut self, begins: &[&str], ends: &[&str]) -> Option<FoundBlock> {
        // The first line is the one behind that of the directive.
        let line_end = self.source.as_bytes().get(self.at) == Some(&b'\n');
        let start = self.at + usize::from(line_end);
        let mut depth = 0_u32;
        let may_be = |second: u8, third: u8| {
            let is_so = |name: &&str| name.as_bytes().get(1..3) == Some(&[second, third]);
            begins.iter().chain(ends).any(is_so)
        };
        loop {
            self.skip_lines(may_be, |_| false);
            let Some(found) = self.next() else { break };
            let text = self.text(&found);
            let end = name_end(text.as_bytes());
            let name = &text[..end];
            if begins.contains(&name) {
                depth += 1;
            } else if ends.contains(&name) {
                if depth == 0 {
                    let is_more = !text[end..].trim_ascii().is_empty();
                    return Some(FoundBlock {
                        inside: start..found.start,
                        behind_end: is_more.then_some(found.start + end..found.end),
                    });
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
                self.last_end = line_start + rest[..length].trim_ascii_end().len();
                return Some(start..line_start);
            }
        }
        None
    }

    /// Offset behind the last character of the statement that was found last.
    pub(super) fn last_end(&self) -> usize {
        self.last_end
    }

    /// Where a string of the statement begins that goes on in another line.
    pub(super) fn long_string(&self) -> Option<usize> {
        self.long_string
    }

    /// Whether nothing stands between a statement and the end of its line, not even a
    /// comment.
    pub(super) fn ends_line(&self, found: &Found) -> bool {
        let rest = &self.source.as_bytes()[found.end..];
        let next = rest
            .iter()
            .find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
        next.is_none_or(|byte| *byte == b'\n')
    }

    /// How many lines are empty in what stands between statements: without a comment, too,
    /// but `/* */`. `is_open`: it begins within a line; `counts`: the rest of that counts.
    pub(super) fn empty_lines(&self, between: Range<usize>, is_open: bool, counts: bool) -> usize {
        let bytes = self.source.as_bytes();
        let (mut at, mut is_open) = (between.start, is_open);
        let mut count = 0;
        while at < between.end {
            let rest = &bytes[at..];
            let line = memchr::memchr(b'\n', rest).map_or(rest.len(), |it| it + 1);
            if rest[0] == b'\n' {
                count += usize::from(!is_open || counts);
                is_open = false;
                at += 1;
            } else if rest.starts_with(b"/*") {
                at += memchr::memmem::find(rest, b"*/").map_or(rest.len(), |it| it + 2);
            } else if rest[0] == b'#' || self.ends_here(rest) {
                let is_separator =
                    rest.starts_with(self.cuts.separator) && !self.cuts.separator.is_empty();
                at += if is_separator {
                    self.cuts.separator.len()
                } else {
                    line
                };
                is_open = false;
            } else {
                at += 1;
            }
        }
        count + usize::from(is_open && counts && between.end == bytes.len())
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

    /// Passes a string: up to its end, or if it has none up to that of the line.
    fn string(&mut self) {
        let bytes = self.source.as_bytes();
        let start = self.at;
        let mut line_end = None;
        let mut at = start + 1;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'"' => {
                    self.at = at + 1;
                    self.long_string = self.long_string.or(line_end.map(|_| start));
                    return;
                }
                b'\\' => at += 2,
                b'\n' => {
                    line_end = line_end.or(Some(at));
                    at += 1;
                }
                _ => at += 1,
            }
        }
        self.at = line_end.unwrap_or(bytes.len());
    }
}
