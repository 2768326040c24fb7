//! Words of the text, as far as cutting it and speaking of it need them. The
//! grammar has its own, finer idea of them.

/// What a token is, as far as cutting and messages need it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A letter or `_`, then letters, digits, `_` and `.1` of versions.
    Word,
    /// A digit and what clings to it, well formed or not.
    Number,
    /// A string; `false` if it is not closed on its line.
    Text(bool),
    /// A `///` line.
    Doc,
    /// `{`, `(` or `[`.
    Open(u8),
    /// `}`, `)` or `]`.
    Close(u8),
    /// `;`
    Semicolon,
    /// Any other character, or pair of them.
    Other,
}

/// A token: bytes `start..end` of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// First byte.
    pub start: usize,
    /// End byte, excluded.
    pub end: usize,
}

/// The tokens of a text from a byte on.
pub(crate) struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    /// Starts at byte `at`, which must lie between tokens.
    pub fn new(text: &'a str, at: usize) -> Tokens<'a> {
        Tokens { text, at }
    }

    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn starts_with(&self, at: usize, word: &str) -> bool {
        self.text
            .as_bytes()
            .get(at..)
            .is_some_and(|rest| rest.starts_with(word.as_bytes()))
    }

    fn line_end(&self, at: usize) -> usize {
        let rest = self.text.as_bytes().get(at..).unwrap_or(&[]);
        rest.iter()
            .position(|&byte| byte == b'\n')
            .map_or(self.text.len(), |n| at + n)
    }

    /// `///` but not `////`.
    fn is_doc(&self, at: usize) -> bool {
        self.starts_with(at, "///") && self.byte(at + 3) != b'/'
    }

    fn skip_space(&mut self) {
        loop {
            match self.byte(self.at) {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b'/' if self.starts_with(self.at, "//") && !self.is_doc(self.at) => {
                    self.at = self.line_end(self.at);
                }
                _ => return,
            }
        }
    }

    fn while_word(&self, mut at: usize) -> usize {
        while self.byte(at).is_ascii_alphanumeric() || self.byte(at) == b'_' {
            at += 1;
        }
        at
    }

    /// `.1` behind a word or a number, but not `..`.
    fn decimals(&self, at: usize) -> Option<usize> {
        (self.byte(at) == b'.' && self.byte(at + 1).is_ascii_digit())
            .then(|| self.while_word(at + 1))
    }

    fn string(&self, start: usize) -> (TokenKind, usize) {
        let mut at = start + 1;
        loop {
            match self.byte(at) {
                b'"' => return (TokenKind::Text(true), at + 1),
                b'\\' if at + 1 < self.text.len() && self.byte(at + 1) != b'\n' => at += 2,
                b'\n' => break,
                _ if at >= self.text.len() => break,
                _ => at += 1,
            }
        }
        // The quote that is missing most likely belongs before the `;` that
        // ends the line.
        let line = self
            .text
            .get(start..at.min(self.text.len()))
            .unwrap_or("")
            .trim_end();
        let line = line.strip_suffix(';').unwrap_or(line);
        (TokenKind::Text(false), start + line.len().max(1))
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.skip_space();
        let start = self.at;
        if start >= self.text.len() {
            return None;
        }
        let byte = self.byte(start);
        let (kind, end) = match byte {
            b'{' | b'(' | b'[' => (TokenKind::Open(byte), start + 1),
            b'}' | b')' | b']' => (TokenKind::Close(byte), start + 1),
            b';' => (TokenKind::Semicolon, start + 1),
            b'"' => self.string(start),
            b'/' if self.is_doc(start) => (TokenKind::Doc, self.line_end(start)),
            b'0'..=b'9' => {
                let end = self.while_word(start);
                (TokenKind::Number, self.decimals(end).unwrap_or(end))
            }
            b'_' | b'a'..=b'z' | b'A'..=b'Z' => {
                let mut end = self.while_word(start);
                while let Some(more) = self.decimals(end) {
                    end = more;
                }
                (TokenKind::Word, end)
            }
            _ => {
                let pairs = [
                    "=>", "->", "..", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>",
                ];
                let pair = pairs.iter().any(|pair| self.starts_with(start, pair));
                let rest = self.text.get(start..).and_then(|rest| rest.chars().next());
                let len = if pair {
                    2
                } else {
                    rest.map_or(1, char::len_utf8)
                };
                (TokenKind::Other, start + len)
            }
        };
        self.at = end;
        Some(Token { kind, start, end })
    }
}
