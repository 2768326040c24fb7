//! What follows the name of a directive.

use super::error::{Code, Fault};
use super::head::name_end;
use super::tokens::{Kind, Tokens};
use crate::parse;

/// Walks through the text behind a directive, piece by piece.
#[derive(Clone)]
pub struct Arguments<'t> {
    pub(super) text: &'t str,
    /// Where it goes on, in bytes.
    pub(super) at: usize,
}

impl<'t> Arguments<'t> {
    /// From a byte of a text on, behind white space.
    pub fn new(text: &'t str, at: usize) -> Arguments<'t> {
        let mut arguments = Arguments { text, at };
        arguments.skip_space();
        arguments
    }

    #[inline]
    pub(super) fn skip_space(&mut self) {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    /// Passes an argument that is a number of a few digits and nothing else, as nearly all data
    /// is.
    #[inline]
    pub(super) fn digits(&mut self) -> Option<i64> {
        let (number, end) = parse::digits(self.text, self.at)?;
        let behind = self.text.as_bytes().get(end..)?.trim_ascii_start();
        if !matches!(behind, [] | [b',', ..]) {
            return None;
        }
        self.at = self.text.len() - behind.len();
        Some(number)
    }

    /// Where reading is, in bytes of the statement.
    pub fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn peek(&self) -> u8 {
        self.byte(0)
    }

    pub(super) fn byte(&self, ahead: usize) -> u8 {
        let byte = self.text.as_bytes().get(self.at + ahead);
        byte.copied().unwrap_or(0)
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    /// Passes so many bytes.
    pub(super) fn skip(&mut self, bytes: usize) {
        self.at += bytes;
        self.skip_space();
    }

    /// All of the statement.
    pub(super) fn text(&self) -> &'t str {
        self.text
    }

    /// What is left, token by token.
    pub(super) fn tokens(&self) -> Tokens<'t> {
        Tokens::new(self.text, self.at)
    }

    /// Goes on at another byte, behind white space.
    pub(super) fn go_to(&mut self, at: usize) {
        self.at = at;
        self.skip_space();
    }

    /// Passes all that is left.
    pub(super) fn take_rest(&mut self) -> String {
        let rest = self.rest().to_string();
        self.at = self.text.len();
        rest
    }

    /// All that is left.
    pub fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("").trim_ascii_end()
    }

    /// What is wrong here: a message about the next character.
    pub fn fault(&self, code: Code, message: impl Into<String>) -> Fault {
        let width = self.text.get(self.at..).and_then(|it| it.chars().next());
        let end = self.at + width.map_or(0, char::len_utf8);
        Fault::new(code, self.at..end, message)
    }

    /// What is wrong if something else is expected here.
    pub(super) fn expected(&self, what: &str) -> Fault {
        let found = match self.text.get(self.at..).and_then(|it| it.chars().next()) {
            Some(found) => format!("`{found}`"),
            None => "the end of the statement".to_string(),
        };
        self.fault(
            Code::BadArguments,
            format!("expected {what}, found {found}"),
        )
    }

    /// Passes a character, if it is next.
    pub fn take(&mut self, byte: u8) -> bool {
        let found = !self.is_at_end() && self.peek() == byte;
        if found {
            self.at += 1;
            self.skip_space();
        }
        found
    }

    /// Takes a comma.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn comma(&mut self) -> Result<(), Fault> {
        match self.take(b',') {
            true => Ok(()),
            false => Err(self.expected("a comma")),
        }
    }

    /// Whether another piece follows, behind a comma.
    pub fn another(&mut self) -> Result<bool, Fault> {
        match self.is_at_end() {
            true => Ok(false),
            false => self.comma().map(|()| true),
        }
    }

    /// Nothing more may follow.
    pub fn end(&self) -> Result<(), Fault> {
        match self.is_at_end() {
            true => Ok(()),
            false => Err(self.expected("the end of the statement")),
        }
    }

    /// A name, or one in quotes.
    pub fn name(&mut self) -> Result<&'t str, Fault> {
        if self.peek() == b'"' {
            let start = self.at + 1;
            let length = self.text[start..].find('"');
            let Some(length) = length else {
                return Err(self.fault(Code::BadString, "the string does not end"));
            };
            self.at = start + length + 1;
            self.skip_space();
            let name = &self.text[start..start + length];
            return match name.contains('\0') {
                true => Err(self.zero_byte(start)),
                false => Ok(name),
            };
        }
        let rest = self.text.get(self.at..).unwrap_or("");
        let length = name_end(rest.as_bytes());
        if length == 0 {
            return Err(self.expected("a name"));
        }
        self.at += length;
        self.skip_space();
        Ok(&rest[..length])
    }

    /// What is wrong with a name that begins there and has a zero byte.
    pub fn zero_byte(&self, start: usize) -> Fault {
        let message = "a name cannot hold a zero byte, where names end in files";
        Fault::new(Code::BadString, start..self.at, message)
    }

    /// A word up to a comma or white space.
    pub fn word(&mut self) -> &'t str {
        let rest = self.text.get(self.at..).unwrap_or("");
        let ends = |byte: u8| byte == b',' || byte.is_ascii_whitespace();
        let length = rest.bytes().position(ends).unwrap_or(rest.len());
        self.at += length;
        self.skip_space();
        &rest[..length]
    }

    /// The bytes of a string in quotes.
    pub fn string(&mut self) -> Result<Vec<u8>, Fault> {
        let start = self.at;
        if self.peek() != b'"' {
            return Err(self.expected("a string in quotes"));
        }
        let bytes = self.text.as_bytes();
        let mut at = start + 1;
        let mut out = Vec::new();
        loop {
            let Some(&byte) = bytes.get(at) else {
                return Err(Fault::new(
                    Code::BadString,
                    start..bytes.len(),
                    "the string does not end on its line",
                ));
            };
            at += 1;
            match byte {
                b'"' => break,
                // It needs none, and LLVM takes none.
                b'\\' if bytes.get(at) == Some(&b'\'') => {
                    return Err(no_escape(at));
                }
                b'\\' => at = escape(bytes, at, &mut out)?,
                byte => out.push(byte),
            }
        }
        self.at = at;
        self.skip_space();
        Ok(out)
    }

    /// What stands between quotes, as it is written.
    pub(super) fn quoted(&mut self) -> Result<&'t str, Fault> {
        let mut tokens = self.tokens();
        match tokens.peek()? {
            Some(token) if token.kind == Kind::String => {
                tokens.pass(token);
                self.go_to(tokens.at());
                Ok(&token.text[1..token.text.len() - 1])
            }
            _ => Err(self.expected("a string in quotes")),
        }
    }
}

fn no_escape(at: usize) -> Fault {
    let message = "no such escape: \\b \\f \\n \\r \\t \\\" \\\\ \\NNN \\xNN";
    Fault::new(Code::BadString, at - 1..at + 1, message)
}

/// Reads what follows a backslash; gives the place behind it.
pub(super) fn escape(bytes: &[u8], at: usize, out: &mut Vec<u8>) -> Result<usize, Fault> {
    let Some(&byte) = bytes.get(at) else {
        let message = "nothing follows the backslash";
        return Err(Fault::new(
            Code::BadString,
            at.saturating_sub(1)..at,
            message,
        ));
    };
    let simple = match byte {
        b'b' => 8,
        b'f' => 12,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'"' | b'\\' | b'\'' => byte,
        b'0'..=b'7' => {
            let digits = bytes[at..].iter().take(3);
            let digits = digits.take_while(|byte| (b'0'..=b'7').contains(byte));
            let digits: Vec<u8> = digits.copied().collect();
            let value = digits
                .iter()
                .fold(0_u32, |value, digit| value * 8 + u32::from(digit - b'0'));
            let Ok(value) = u8::try_from(value) else {
                let span = at - 1..at + digits.len();
                return Err(Fault::new(
                    Code::BadString,
                    span,
                    "the escape is more than a byte",
                ));
            };
            out.push(value);
            return Ok(at + digits.len());
        }
        b'x' | b'X' => {
            let digits = bytes[at + 1..].iter();
            let count = digits.take_while(|byte| byte.is_ascii_hexdigit()).count();
            let digits = &bytes[at + 1..at + 1 + count];
            let value = digits.iter().fold(0_u8, |value, &digit| {
                value << 4 | (digit as char).to_digit(16).unwrap_or(0) as u8
            });
            if count == 0 {
                let message = "`\\x` needs hexadecimal digits";
                return Err(Fault::new(Code::BadString, at - 1..at + 1, message));
            }
            out.push(value);
            return Ok(at + 1 + count);
        }
        _ => return Err(no_escape(at)),
    };
    out.push(simple);
    Ok(at + 1)
}
