//! Constant integer expressions: `4+4`, `(1 << 3) - 1`.
//!
//! Operators bind as GNU as, LLVM and CLRX have them, not as in C: `*`, `/`,
//! `%` and shifts bind most, then `|`, `^` and `&`, then `+` and `-`. So
//! `1<<4+1` is 17. Arithmetic is of 64 bits and wraps.

use super::error::{LexError, ParseErrorKind};
#[cfg(feature = "std")]
use crate::parsed::NoSymbols;
use crate::parsed::{Span, Symbols};
use crate::tables::{WORD_HASH_START, is_word_byte, word_hash_step};

/// How deep parentheses and signs may nest.
const MAX_DEPTH: u8 = 32;

/// A position in a statement.
pub(super) struct Scanner<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    pub(super) symbols: &'t dyn Symbols,
    pub(super) depth: u8,
    /// The first name so far whose value is known later; it counts as zero.
    pub(super) later: Option<Span>,
}

impl Scanner<'_> {
    /// A value, if all that it is made of is known.
    pub(super) fn known(&self, value: i64) -> Result<i64, LexError> {
        match self.later {
            Some(span) => Err((span, ParseErrorKind::NotANumber)),
            None => Ok(value),
        }
    }

    /// The byte here; 0 at the end.
    #[inline]
    pub(super) fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    #[inline]
    pub(super) fn skip_space(&mut self) {
        // White space is below what else text has.
        while let byte @ 1..=b' ' = self.peek()
            && byte.is_ascii_whitespace()
        {
            self.at += 1;
        }
    }

    /// Passes a name; gives its end, and where the digits at its end begin.
    #[inline]
    pub(super) fn name(&mut self) -> (usize, usize) {
        let mut digits = self.at;
        for &byte in &self.text.as_bytes()[self.at..] {
            if !is_name(byte) {
                break;
            }
            self.at += 1;
            if !byte.is_ascii_digit() {
                digits = self.at;
            }
        }
        (self.at, digits)
    }

    /// [`name`](Self::name), with the hash of what stands before those digits.
    #[inline]
    pub(super) fn word(&mut self) -> (usize, usize, u32) {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        let (mut digits, mut stem) = (at, WORD_HASH_START);
        let mut hash = stem;
        let classes = &CLASSES;
        while let Some(&byte) = bytes.get(at) {
            let class = classes[usize::from(byte)];
            if class == 0 {
                break;
            }
            at += 1;
            hash = word_hash_step(hash, byte);
            if class & NAME_START != 0 {
                (digits, stem) = (at, hash);
            }
        }
        self.at = at;
        (at, digits, stem)
    }

    fn error<T>(&self, start: usize, kind: ParseErrorKind) -> Result<T, LexError> {
        // At least one character, and whole ones.
        let mut end = self.at.max(start + 1).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end += 1;
        }
        Err((
            Span {
                start: start as u32,
                end: end as u32,
            },
            kind,
        ))
    }
}

/// A name may begin with this byte.
#[inline]
pub(super) fn is_name_start(byte: u8) -> bool {
    CLASSES[usize::from(byte)] & NAME_START != 0
}

#[inline]
pub(super) fn is_name(byte: u8) -> bool {
    CLASSES[usize::from(byte)] & NAME != 0
}

const NAME_START: u8 = 1;
const NAME: u8 = 2;

/// What bytes may be.
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        if is_word_byte(byte) {
            let start = if byte.is_ascii_digit() { 0 } else { NAME_START };
            classes[byte as usize] = NAME | start;
        }
        byte += 1;
    }
    classes
};

/// The number that decimal digits are; -1 if there are none or too many.
pub(super) fn decimal(digits: &[u8]) -> i64 {
    if digits.is_empty() {
        return -1;
    }
    let mut value = 0_i64;
    for digit in digits {
        value = value * 10 + i64::from(digit - b'0');
        if value > i64::from(i32::MAX) {
            return -1;
        }
    }
    value
}

/// The value of the expression here.
#[inline]
pub(super) fn evaluate(scanner: &mut Scanner<'_>) -> Result<i64, LexError> {
    match plain(scanner) {
        Some(value) => Ok(value),
        None => binary(scanner, 0),
    }
}

/// Passes a number of a few decimal digits with nothing else beside it, as nearly all
/// expressions are.
#[inline]
pub(super) fn plain(scanner: &mut Scanner<'_>) -> Option<i64> {
    let bytes = scanner.text.as_bytes();
    let mut at = scanner.at;
    let mut value = 0;
    while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
        value = i64::wrapping_add(i64::wrapping_mul(value, 10), i64::from(digit - b'0'));
        at += 1;
    }
    let digits = at - scanner.at;
    let is_octal = digits > 1 && bytes[scanner.at] == b'0';
    let ends = match bytes.get(at) {
        None | Some(b':' | b']' | b',') => true,
        // Another word follows, no operator.
        Some(b' ') => bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic),
        Some(_) => false,
    };
    let is_plain = ends && (1..=9).contains(&digits) && !is_octal;
    is_plain.then(|| {
        scanner.at = at;
        value
    })
}

/// The binary operator at the front of a text, its length and how tightly it binds.
pub(super) fn operator(text: &[u8]) -> Option<(u8, usize, u8)> {
    let byte = *text.first()?;
    let next = text.get(1).copied().unwrap_or(0);
    Some(match byte {
        b'+' | b'-' => (byte, 1, 1),
        b'|' if next != b'|' => (byte, 1, 2),
        b'^' => (byte, 1, 2),
        b'&' if next != b'&' => (byte, 1, 2),
        // A comment.
        b'/' if matches!(next, b'/' | b'*') => return None,
        b'*' | b'/' | b'%' => (byte, 1, 3),
        b'<' | b'>' if next == byte => (byte, 2, 3),
        _ => return None,
    })
}

fn binary(scanner: &mut Scanner<'_>, least: u8) -> Result<i64, LexError> {
    let start = scanner.at;
    let mut left = unary(scanner)?;
    loop {
        let before = scanner.at;
        scanner.skip_space();
        let rest = scanner
            .text
            .as_bytes()
            .get(scanner.at..)
            .unwrap_or_default();
        let Some((byte, length, binds)) = operator(rest).filter(|found| found.2 > least) else {
            // The space belongs to what follows.
            scanner.at = before;
            return Ok(left);
        };
        scanner.at += length;
        let right = binary(scanner, binds)?;
        left = match byte {
            b'|' => left | right,
            b'^' => left ^ right,
            b'&' => left & right,
            b'<' => left.unbounded_shl(u32::try_from(right).unwrap_or(64)),
            b'>' => left.unbounded_shr(u32::try_from(right).unwrap_or(64)),
            b'+' => left.wrapping_add(right),
            b'-' => left.wrapping_sub(right),
            b'*' => left.wrapping_mul(right),
            _ if right == 0 && scanner.later.is_some() => 0,
            _ if right == 0 => return scanner.error(start, ParseErrorKind::DivisionByZero),
            b'/' => left.wrapping_div(right),
            _ => left.wrapping_rem(right),
        };
    }
}

/// A number, a name, or parentheses, with signs before it.
pub(super) fn unary(scanner: &mut Scanner<'_>) -> Result<i64, LexError> {
    scanner.skip_space();
    let start = scanner.at;
    if scanner.depth >= MAX_DEPTH {
        return scanner.error(start, ParseErrorKind::TooDeep);
    }
    let byte = scanner.peek();
    match byte {
        b'-' | b'+' | b'~' | b'(' => {
            scanner.at += 1;
            scanner.depth += 1;
            let value = if byte == b'(' {
                binary(scanner, 0)
            } else {
                unary(scanner)
            };
            scanner.depth -= 1;
            let value = value?;
            match byte {
                b'-' => Ok(value.wrapping_neg()),
                b'~' => Ok(!value),
                b'+' => Ok(value),
                _ => {
                    scanner.skip_space();
                    if scanner.peek() != b')' {
                        return scanner.error(start, ParseErrorKind::Unclosed { open: b'(' });
                    }
                    scanner.at += 1;
                    Ok(value)
                }
            }
        }
        b'0'..=b'9' => number(scanner),
        b'"' => quoted(scanner),
        _ if is_name_start(byte) => {
            let (end, _) = scanner.name();
            named(scanner, start, end)
        }
        _ => scanner.error(start, ParseErrorKind::NotANumber),
    }
}

/// The bytes of a name in quotes at the front of a text, with them.
pub(super) fn quoted_length(text: &[u8]) -> Option<usize> {
    let inside = text.strip_prefix(b"\"")?;
    let length = inside.iter().position(|&byte| byte == b'"')?;
    (length != 0).then_some(length + 2)
}

/// The value of a name in quotes, which is no register whatever it is. What asks for a
/// relocation stands behind the quotes.
fn quoted(scanner: &mut Scanner<'_>) -> Result<i64, LexError> {
    let start = scanner.at;
    let Some(length) = quoted_length(&scanner.text.as_bytes()[start..]) else {
        return scanner.error(start, ParseErrorKind::NotANumber);
    };
    let name = &scanner.text[start + 1..start + length - 1];
    scanner.at += length;
    let asks = scanner.peek() == b'@';
    if asks {
        scanner.name();
    } else if let Some(value) = scanner.symbols.value(name) {
        return Ok(value);
    }
    // With its quotes.
    if !scanner
        .symbols
        .is_later(&scanner.text[start..start + length])
    {
        return scanner.error(start, ParseErrorKind::NotANumber);
    }
    let span = Span {
        start: start as u32,
        end: scanner.at as u32,
    };
    scanner.later.get_or_insert(span);
    Ok(0)
}

/// The value of a name, now or later.
fn named(scanner: &mut Scanner<'_>, start: usize, end: usize) -> Result<i64, LexError> {
    let name = &scanner.text[start..end];
    if let Some(value) = scanner.symbols.value(name) {
        return Ok(value);
    }
    if !scanner.symbols.is_later(name) {
        return scanner.error(start, ParseErrorKind::NotANumber);
    }
    let span = Span {
        start: start as u32,
        end: end as u32,
    };
    scanner.later.get_or_insert(span);
    Ok(0)
}

/// Whether a text is the name of a label of digits: the next `1f`, the last `1b`.
fn is_directional(text: &[u8]) -> bool {
    match text.split_last() {
        Some((b'f' | b'b', digits)) => !digits.is_empty() && digits.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// The number at byte `at` of a text, without a sign, and the byte behind it; else the
/// span of what is none.
#[cfg(feature = "std")]
pub(super) fn literal(text: &str, at: usize) -> Result<(i64, usize), LexError> {
    let mut scanner = Scanner {
        text,
        at,
        symbols: &NoSymbols,
        depth: 0,
        later: None,
    };
    let value = number(&mut scanner)?;
    Ok((value, scanner.at))
}

/// A text without what C writes behind integers: `u` for those without a sign, `l` or `ll`
/// for long ones, in any case.
fn without_suffix(text: &[u8]) -> &[u8] {
    fn strip(text: &[u8], letter: u8) -> &[u8] {
        match text {
            [rest @ .., last] if last.eq_ignore_ascii_case(&letter) => rest,
            text => text,
        }
    }
    strip(strip(strip(text, b'l'), b'l'), b'u')
}

/// A number: decimal, `0x`, `0b`, `0o`, or octal behind a zero.
fn number(scanner: &mut Scanner<'_>) -> Result<i64, LexError> {
    let start = scanner.at;
    let (end, _) = scanner.name();
    let text = &scanner.text.as_bytes()[start..end];
    if is_directional(text) {
        return named(scanner, start, end);
    }
    let text = without_suffix(text);
    let (radix, digits) = match text {
        [b'0', b'x' | b'X', rest @ ..] => (16, rest),
        [b'0', b'b' | b'B', rest @ ..] => (2, rest),
        [b'0', b'o' | b'O', rest @ ..] => (8, rest),
        [b'0', rest @ ..] if !rest.is_empty() => (8, rest),
        _ => (10, text),
    };
    let mut value = 0_u64;
    let mut fits = true;
    for &digit in digits {
        let Some(digit) = (digit as char).to_digit(radix) else {
            return scanner.error(start, ParseErrorKind::NotANumber);
        };
        let next = value
            .checked_mul(u64::from(radix))
            .and_then(|v| v.checked_add(digit.into()));
        fits &= next.is_some();
        value = next.unwrap_or(0);
    }
    if digits.is_empty() {
        return scanner.error(start, ParseErrorKind::NotANumber);
    }
    if !fits {
        return scanner.error(start, ParseErrorKind::NumberTooLarge);
    }
    Ok(value.cast_signed())
}
