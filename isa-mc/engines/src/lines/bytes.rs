//! Bytes as text, and what they mean: `-disassemble`.

use std::fmt::Write as _;

use super::style::Style;
use crate::Target;

/// Bytes that are left out if they are no instruction.
const WORD: usize = 4;

/// What became of a text of bytes.
#[derive(Default)]
pub struct Disassembled {
    /// The instructions.
    pub text: Vec<u8>,
    /// Errors and warnings, with their places.
    pub messages: String,
    /// One of them is an error.
    pub is_wrong: bool,
}

/// A byte, and where it stands in the text.
struct Byte {
    value: u8,
    at: usize,
}

/// What is read, and what has been said of it.
struct Reader<'t> {
    name: &'t str,
    text: &'t str,
    at: usize,
    is_hex: bool,
    /// The last place of which something was said, and how many lines end before it.
    told: (usize, usize),
    done: Disassembled,
}

/// A number with a sign, as LLVM reads those whose base is left open.
pub fn integer(text: &str) -> Option<i64> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let lower = digits.to_ascii_lowercase();
    let (base, digits) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        [b'0', b'o', ..] => (8, &lower[2..]),
        [b'0', b'0'..=b'9', ..] => (8, &lower[1..]),
        _ => (10, &lower[..]),
    };
    if !digits.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        // Another sign would be read.
        return None;
    }
    let number = u64::from_str_radix(digits, base).ok()?;
    match is_negative {
        true => 0_i64.checked_sub_unsigned(number),
        false => i64::try_from(number).ok(),
    }
}

/// Disassembles a text of bytes.
pub fn disassemble(
    target: Target<'static>,
    style: &Style,
    name: &str,
    text: &str,
    is_hex: bool,
) -> Disassembled {
    let mut reader = Reader {
        name,
        text,
        at: 0,
        is_hex,
        told: (0, 0),
        done: Disassembled::default(),
    };
    // Within brackets an error ends all.
    let mut block = None;
    while let Some(next) = reader.skip() {
        match next {
            '[' => {
                if block.replace(reader.at).is_some() {
                    reader.say("error", reader.at, "nested atomic blocks make no sense");
                }
                reader.at += 1;
            }
            ']' => {
                if block.take().is_none() {
                    let message = "attempt to close atomic block without opening";
                    reader.say("error", reader.at, message);
                }
                reader.at += 1;
            }
            _ => {
                let bytes = reader.bytes();
                reader.instructions(target, style, &bytes, block.is_some());
            }
        }
    }
    if block.is_some() {
        reader.say("error", text.len(), "unclosed atomic block");
    }
    reader.done
}

impl Reader<'_> {
    /// The next character that is neither blank nor comment.
    fn skip(&mut self) -> Option<char> {
        loop {
            let rest = self.text.get(self.at..)?;
            let next = rest.chars().next()?;
            match next {
                ' ' | '\t' | '\r' | '\n' | ',' => self.at += 1,
                '#' => self.at += rest.find('\n').unwrap_or(rest.len()),
                _ => return Some(next),
            }
        }
    }

    /// Bytes up to a bracket or the end.
    fn bytes(&mut self) -> Vec<Byte> {
        let mut bytes = Vec::new();
        while self.skip().is_some_and(|next| !['[', ']'].contains(&next)) {
            let rest = &self.text[self.at..];
            let end = rest.find([' ', '\t', '\r', '\n', ',', '#', '[', ']']);
            let token = &rest[..end.unwrap_or(rest.len())];
            let at = self.at;
            if self.is_hex {
                let value = token
                    .get(..2)
                    .and_then(|it| u8::from_str_radix(it, 16).ok());
                let Some(value) = value else {
                    let is_short = token.len() < 2;
                    let message = if is_short {
                        "expected two hex digits"
                    } else {
                        "invalid input token"
                    };
                    self.say("error", at, message);
                    self.at += token.len();
                    return bytes;
                };
                bytes.push(Byte { value, at });
                self.at += 2;
                continue;
            }
            let value = integer(token);
            match value.and_then(|it| u8::try_from(it).ok()) {
                Some(value) => {
                    bytes.push(Byte { value, at });
                    self.at += token.len();
                }
                None => {
                    self.say("error", at, "invalid input token");
                    self.done.is_wrong = true;
                    let line = rest.find('\n').unwrap_or(rest.len());
                    self.at += line;
                    bytes.clear();
                }
            }
        }
        bytes
    }

    fn instructions(
        &mut self,
        target: Target<'static>,
        style: &Style,
        bytes: &[Byte],
        is_block: bool,
    ) {
        let code: Vec<u8> = bytes.iter().map(|it| it.value).collect();
        let mut at = 0;
        while at < code.len() {
            let start = self.done.text.len();
            let Ok(inst) = target.decode_leniently(&code[at..]) else {
                self.say("warning", bytes[at].at, "invalid instruction encoding");
                if is_block {
                    self.done.is_wrong = true;
                    return;
                }
                at += WORD;
                continue;
            };
            let out = &mut self.done.text;
            out.push(b'\t');
            let printed = target.print(inst, style.syntax, out);
            // LLVM prints what comes near, too.
            let _ = printed.or_else(|_| target.print_reading(inst, style.syntax, out));
            let behind = (at + inst.size()).min(code.len());
            style.behind(target, inst, &code[at..behind], start, out);
            at = behind;
        }
    }

    /// The number of the line of a place: counted from the place that was told before, or each
    /// message would count all lines.
    fn line(&mut self, at: usize) -> usize {
        let lines = |text: &str| text.matches('\n').count();
        let (told, before) = self.told;
        let before = match at < told {
            true => before - lines(&self.text[at..told]),
            false => before + lines(&self.text[told..at]),
        };
        self.told = (at, before);
        before + 1
    }

    /// Says something of a place of the text.
    fn say(&mut self, kind: &str, at: usize, message: &str) {
        self.done.is_wrong |= kind == "error";
        let start = self.text[..at].rfind('\n').map_or(0, |at| at + 1);
        let line = self.line(at);
        let column = at - start;
        let text = self.text[start..].lines().next().unwrap_or_default();
        let _ = writeln!(
            self.done.messages,
            "{}:{line}:{}: {kind}: {message}\n{text}\n{:column$}^",
            self.name,
            column + 1,
            ""
        );
    }
}
