//! Text cut into tokens: for arguments of macros and for conditions over texts, where it
//! decides what belongs together.
//!
//! Only what decides is told apart: which token is an operator, a string, a parenthesis,
//! a comma or white space. Comments have been taken out before.

use super::error::{Code, Fault};

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// White space.
    Space,
    Comma,
    /// `=`, but not `==`.
    Equal,
    /// An operator that may stand between two values.
    Operator,
    Open,
    Close,
    /// A string in quotes, with them.
    String,
    Name,
    /// Numbers, characters in quotes, and what else there is.
    Other,
}

/// A piece of text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Token<'t> {
    pub(super) kind: Kind,
    pub(super) text: &'t str,
}

/// Walks through a text, token by token.
#[derive(Debug, Clone)]
pub(super) struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Tokens<'t> {
    /// From a byte of a text on, behind white space.
    pub(super) fn new(text: &'t str, at: usize) -> Tokens<'t> {
        let mut tokens = Tokens { text, at };
        tokens.skip_space();
        tokens
    }

    /// Where the next token begins.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Goes on at another byte, behind white space.
    pub(super) fn go_to(&mut self, at: usize) {
        self.at = at;
        self.skip_space();
    }

    /// Passes white space; whether there was some.
    pub(super) fn skip_space(&mut self) -> bool {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let length = rest.len() - rest.trim_ascii_start().len();
        self.at += length;
        length != 0
    }

    /// All that is left, without white space at its end.
    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("").trim_ascii_end()
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// The next byte; 0 at the end.
    #[inline]
    pub(super) fn peek_byte(&self) -> u8 {
        let byte = self.text.as_bytes().get(self.at);
        byte.copied().unwrap_or(0)
    }

    /// Passes a comma and the white space behind it, if one is next; whether there was one.
    pub(super) fn take_comma(&mut self) -> bool {
        let found = self.peek_byte() == b',';
        if found {
            self.at += 1;
            self.skip_space();
        }
        found
    }

    /// The next token; `None` at the end.
    ///
    /// # Errors
    ///
    /// A string that does not end.
    #[inline]
    pub(super) fn peek(&self) -> Result<Option<Token<'t>>, Fault> {
        let rest = self.text.get(self.at..).unwrap_or("");
        let bytes = rest.as_bytes();
        let Some(&first) = bytes.first() else {
            return Ok(None);
        };
        let second = bytes.get(1).copied().unwrap_or(0);
        let run = |is_of: fn(u8) -> bool| {
            let end = bytes.iter().position(|&byte| !is_of(byte));
            end.unwrap_or(bytes.len())
        };
        let (kind, length) = match (first, second) {
            (byte, _) if byte.is_ascii_whitespace() => {
                (Kind::Space, run(|byte| byte.is_ascii_whitespace()))
            }
            (b'.', _) => match run(is_in_name) {
                1 => (Kind::Operator, 1),
                length => (Kind::Name, length),
            },
            (b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$', _) => (Kind::Name, run(is_in_name)),
            (b'0'..=b'9', _) => {
                let length = run(|byte| byte.is_ascii_alphanumeric() || byte == b'.');
                (Kind::Other, length)
            }
            (b',', _) => (Kind::Comma, 1),
            (b'(', _) => (Kind::Open, 1),
            (b')', _) => (Kind::Close, 1),
            (b'"', _) => (Kind::String, self.string(bytes)?),
            (b'\'', _) => (Kind::Other, character(bytes)),
            (b'=' | b'!', b'=')
            | (b'|', b'|')
            | (b'&', b'&')
            | (b'<', b'<' | b'=' | b'>')
            | (b'>', b'>' | b'=') => (Kind::Operator, 2),
            (b'=', _) => (Kind::Equal, 1),
            // An arrow is none.
            (b'-', b'>') => (Kind::Other, 2),
            (b'+' | b'-' | b'~' | b'/' | b'*' | b'|' | b'^' | b'&' | b'!' | b'<' | b'>', _) => {
                (Kind::Operator, 1)
            }
            _ => (Kind::Other, rest.chars().next().map_or(1, char::len_utf8)),
        };
        let text = rest.get(..length).unwrap_or(rest);
        Ok(Some(Token { kind, text }))
    }

    /// Passes a token that was looked at.
    #[inline]
    pub(super) fn pass(&mut self, token: Token<'_>) {
        self.at += token.text.len();
    }

    /// The text up to a comma, or to the end; the comma is next then.
    ///
    /// # Errors
    ///
    /// As [`peek`](Self::peek).
    pub(super) fn up_to_comma(&mut self) -> Result<&'t str, Fault> {
        let start = self.at;
        while let Some(token) = self.peek()?
            && token.kind != Kind::Comma
        {
            self.pass(token);
        }
        Ok(self.text.get(start..self.at).unwrap_or("").trim_ascii())
    }

    /// `NAME =` at the front: the name, which is passed with the sign.
    pub(super) fn named(&mut self) -> Option<&'t str> {
        let token = self.peek().ok().flatten()?;
        if token.kind != Kind::Name {
            return None;
        }
        let mut behind = self.clone();
        behind.pass(token);
        behind.skip_space();
        let next = behind.peek().ok().flatten()?;
        if next.kind != Kind::Equal {
            return None;
        }
        behind.pass(next);
        behind.skip_space();
        *self = behind;
        Some(token.text)
    }

    /// Bytes of the string at the front.
    fn string(&self, bytes: &[u8]) -> Result<usize, Fault> {
        let mut at = 1;
        loop {
            match bytes.get(at) {
                Some(b'"') => return Ok(at + 1),
                Some(b'\\') => at += 2,
                Some(_) => at += 1,
                None => {
                    let message = "the string does not end on its line";
                    let span = self.at..self.text.len();
                    return Err(Fault::new(Code::BadString, span, message));
                }
            }
        }
    }
}

/// Bytes of the character in quotes at the front; the quote alone if it is none.
fn character(bytes: &[u8]) -> usize {
    match bytes {
        [_, b'\\', byte, b'\'', ..] if byte.is_ascii() => 4,
        [_, byte, b'\'', ..] if byte.is_ascii() => 3,
        _ => 1,
    }
}

#[inline]
fn is_in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'?' | b'@')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<(Kind, &str)> {
        let mut tokens = Tokens::new(text, 0);
        let mut found = Vec::new();
        while let Some(token) = tokens.peek().expect("strings end") {
            found.push((token.kind, token.text));
            tokens.pass(token);
        }
        found
    }

    /// A comma in a string or a character separates nothing; a point alone is an operator.
    #[test]
    fn what_decides_is_told_apart() {
        use Kind::{Comma, Equal, Name, Operator, Other, Space, String};
        assert_eq!(
            cut(r#"  a.b "x,\"y" ',' <<= == . 0x1f->"#),
            [
                (Name, "a.b"),
                (Space, " "),
                (String, r#""x,\"y""#),
                (Space, " "),
                (Other, "','"),
                (Space, " "),
                (Operator, "<<"),
                (Equal, "="),
                (Space, " "),
                (Operator, "=="),
                (Space, " "),
                (Operator, "."),
                (Space, " "),
                (Other, "0x1f"),
                (Other, "->"),
            ]
        );
        assert_eq!(cut("ä,é"), [(Other, "ä"), (Comma, ","), (Other, "é")]);
    }

    /// A string may be anything but without an end.
    #[test]
    fn strings_end() {
        for text in ["\"", "\"\\", "\"\\\"", "a \"b"] {
            let mut tokens = Tokens::new(text, 0);
            assert!(tokens.up_to_comma().is_err(), "{text}");
        }
    }

    #[test]
    fn names_before_a_sign_are_found() {
        let mut tokens = Tokens::new("a = b", 0);
        assert_eq!(tokens.named(), Some("a"));
        assert_eq!(tokens.rest(), "b");
        assert_eq!(Tokens::new("a == b", 0).named(), None);
        assert_eq!(Tokens::new("1 = b", 0).named(), None);
    }
}
