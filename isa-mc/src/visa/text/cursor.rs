//! A statement, part after part.

use core::ops::Range;

use super::error::{TextError, TextErrorKind};
use super::source::{span, string_length};

/// A statement, and how far it is read.
#[derive(Clone)]
pub(super) struct Cursor<'s> {
    /// The statement.
    pub(super) text: &'s str,
    /// Where it begins in the source.
    pub(super) start: usize,
    /// The next byte.
    pub(super) at: usize,
}

pub(super) type Found<T> = Result<T, TextError>;

impl<'s> Cursor<'s> {
    pub(super) fn new(start: usize, text: &'s str) -> Cursor<'s> {
        Cursor { text, start, at: 0 }
    }

    pub(super) fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_ascii_start().len();
    }

    /// What is not read yet.
    pub(super) fn rest(&self) -> &'s str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// The next byte behind blanks; 0 at the end.
    pub(super) fn peek(&mut self) -> u8 {
        self.skip_blanks();
        self.rest().bytes().next().unwrap_or(0)
    }

    /// An error about some bytes of the statement.
    pub(super) fn error_at(&self, part: Range<usize>, kind: TextErrorKind) -> TextError {
        TextError::new(span(self.start, part), kind)
    }

    /// An error about the next word or character.
    pub(super) fn error(&mut self, kind: TextErrorKind) -> TextError {
        self.skip_blanks();
        let rest = self.rest();
        let word = word_length(rest.as_bytes());
        let length = match word {
            0 => rest.chars().next().map_or(0, char::len_utf8),
            length => length,
        };
        self.error_at(self.at..self.at + length, kind)
    }

    pub(super) fn expected(&mut self, what: &'static str) -> TextError {
        self.error(TextErrorKind::Expected { what })
    }

    /// Passes text, if it stands there.
    pub(super) fn takes(&mut self, text: &str) -> bool {
        self.skip_blanks();
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Passes a word, if it and no longer one stands there.
    pub(super) fn takes_word(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let found = self.peek_word() == word;
        if found {
            self.at += word.len();
        }
        found
    }

    /// The next word; empty if there is none.
    pub(super) fn peek_word(&mut self) -> &'s str {
        self.skip_blanks();
        let rest = self.rest();
        &rest[..word_length(rest.as_bytes())]
    }

    /// A word, and its place.
    pub(super) fn word(&mut self, what: &'static str) -> Found<(&'s str, Range<usize>)> {
        let word = self.peek_word();
        if word.is_empty() || word.as_bytes()[0].is_ascii_digit() {
            return Err(self.expected(what));
        }
        let place = self.at..self.at + word.len();
        self.at = place.end;
        Ok((word, place))
    }

    /// A word with `%` before it, or without.
    pub(super) fn variable(&mut self, what: &'static str) -> Found<(&'s str, Range<usize>)> {
        self.skip_blanks();
        let from = self.at;
        let marked = self.takes("%");
        let (_, place) = self.word(what).inspect_err(|_| self.at = from)?;
        let from = if marked { from } else { place.start };
        Ok((&self.text[from..place.end], from..place.end))
    }

    /// A string in quotes: its bytes, and its place. There is no zero among them, which would
    /// end it in an object.
    pub(super) fn string(&mut self) -> Found<(Vec<u8>, Range<usize>)> {
        let (bytes, place) = self.counted_string()?;
        match bytes.contains(&0) {
            false => Ok((bytes, place)),
            true => {
                let what = "a string without a zero among its bytes, which would end it";
                Err(self.error_at(place, TextErrorKind::Expected { what }))
            }
        }
    }

    /// A string in quotes whose length an object says: it may have zeros.
    pub(super) fn counted_string(&mut self) -> Found<(Vec<u8>, Range<usize>)> {
        if self.peek() != b'"' {
            return Err(self.expected("a string in quotes"));
        }
        let length = string_length(self.rest().as_bytes());
        let place = self.at..self.at + length;
        let inner = self.text.get(place.start + 1..place.end.saturating_sub(1));
        let inner = inner.unwrap_or("");
        if length < 2 || !self.text[place.clone()].ends_with('"') {
            let kind = TextErrorKind::Unterminated { end: "\"" };
            return Err(self.error_at(place.start..place.start + 1, kind));
        }
        let mut bytes = Vec::with_capacity(inner.len());
        let mut rest = inner.as_bytes();
        while let Some((&byte, behind)) = rest.split_first() {
            rest = behind;
            if byte != b'\\' {
                bytes.push(byte);
                continue;
            }
            let Some((value, length)) = escaped(rest) else {
                let at = place.end - 1 - rest.len();
                let what = "one of `\\a \\b \\e \\f \\n \\r \\t \\v \\' \\\" \\? \\\\`, or a number behind `\\`";
                return Err(self.error_at(at - 1..at, TextErrorKind::Expected { what }));
            };
            bytes.push(value);
            rest = &rest[length..];
        }
        self.at = place.end;
        Ok((bytes, place))
    }

    /// A word or a string in quotes.
    pub(super) fn name(&mut self, what: &'static str) -> Found<(Vec<u8>, Range<usize>)> {
        if self.peek() == b'"' {
            return self.string();
        }
        self.word_as_name(what)
    }

    /// A word, or a string in quotes whose length an object says.
    pub(super) fn counted_name(&mut self, what: &'static str) -> Found<(Vec<u8>, Range<usize>)> {
        if self.peek() == b'"' {
            return self.counted_string();
        }
        self.word_as_name(what)
    }

    fn word_as_name(&mut self, what: &'static str) -> Found<(Vec<u8>, Range<usize>)> {
        let (word, place) = self.word(what)?;
        Ok((word.as_bytes().to_vec(), place))
    }

    /// `#7`: a number that stands for itself.
    pub(super) fn own_number(&mut self, what: &'static str) -> Found<(u32, Range<usize>)> {
        if !self.takes("#") {
            return Err(self.expected(what));
        }
        let word = self.peek_word();
        let Ok(number) = word.parse::<u32>() else {
            return Err(self.expected(what));
        };
        let place = self.at..self.at + word.len();
        self.at = place.end;
        Ok((number, place))
    }

    /// The end of the statement.
    pub(super) fn end(&mut self) -> Found<()> {
        match self.peek() {
            0 => Ok(()),
            _ => Err(self.error(TextErrorKind::Left)),
        }
    }
}

/// The bytes of the word that a text begins with.
pub(super) fn word_length(text: &[u8]) -> usize {
    let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    text.iter().take_while(is_word).count()
}

/// The bytes of text from within quotes; what is wrong behind a backslash stays.
pub(super) fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        rest = behind;
        match escaped(rest) {
            Some((value, length)) if byte == b'\\' && value != 0 => {
                bytes.push(value);
                rest = &rest[length..];
            }
            _ => bytes.push(byte),
        }
    }
    bytes
}

/// The byte that is written behind a backslash, and how many bytes that takes.
fn escaped(text: &[u8]) -> Option<(u8, usize)> {
    let &first = text.first()?;
    let plain = match first {
        b'a' => 7,
        b'b' => 8,
        b'e' => 27,
        b'f' => 12,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 11,
        b'\'' | b'"' | b'?' | b'\\' => first,
        _ => 0,
    };
    if plain != 0 {
        return Some((plain, 1));
    }
    let (radix, skip, most) = match first {
        b'x' => (16, 1, 2),
        b'0'..=b'9' => (8, 0, 3),
        _ => return None,
    };
    let digit = |byte: u8| char::from(byte).to_digit(radix.max(10));
    let digits = text[skip..].iter().take(most);
    let digits: Vec<u32> = digits.map_while(|&byte| digit(byte)).collect();
    if digits.is_empty() {
        return None;
    }
    let value = digits.iter().fold(0, |value, digit| value * radix + digit);
    Some((u8::try_from(value).ok()?, skip + digits.len()))
}

/// Appends text in quotes, with what cannot stand there behind a backslash.
pub(super) fn push_string(out: &mut String, text: &[u8]) {
    out.push('"');
    push_escaped(out, text);
    out.push('"');
}

/// Appends what stands within quotes.
pub(super) fn push_escaped(out: &mut String, text: &[u8]) {
    for &byte in text {
        let plain = match byte {
            7 => "\\a",
            8 => "\\b",
            27 => "\\e",
            12 => "\\f",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            11 => "\\v",
            b'\'' => "\\'",
            b'"' => "\\\"",
            b'\\' => "\\\\",
            _ => "",
        };
        match byte {
            _ if !plain.is_empty() => out.push_str(plain),
            b' '..=b'~' => out.push(char::from(byte)),
            _ => {
                let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0');
                out.push_str("\\x");
                out.push(digit(byte >> 4));
                out.push(digit(byte & 15));
            }
        }
    }
}
