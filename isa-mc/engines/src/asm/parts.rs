//! Texts in parts, between which values stand.

use std::collections::HashMap;
use std::ops::Range;

use super::values::{Given, is_in_name};

/// What stands behind every expansion, and behind texts that come into them: they are read and
/// copied several bytes at a time, as long as there are so many.
pub(super) const BEHIND: &str = "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n";
/// Bytes of one expansion at most.
pub(super) const MAX_EXPANSION: usize = 1 << 28;

/// A part of a piece.
#[derive(Debug, Clone)]
pub(super) enum Part {
    /// What stands there: so many bytes of a text, which has others behind them.
    Text(Box<str>, usize),
    /// The value of a parameter.
    Value(u32),
    /// `\@`: the number of macros that were expanded.
    Expansions,
    /// `\+`: how many times the body was read.
    Count,
}

impl Part {
    fn text(text: &str) -> Part {
        let (text, length) = Part::padded(text);
        Part::Text(text, length)
    }

    /// A text with what stands behind it, and its length.
    pub(super) fn padded(text: &str) -> (Box<str>, usize) {
        ([text, BEHIND].concat().into(), text.len())
    }
}

/// What stands for parts that are no parameters.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Numbers {
    pub(super) expansions: u64,
    pub(super) count: u64,
}

/// What stands in a body for what is put in.
pub(super) struct Parameters<'p> {
    /// The parameters by their names.
    pub(super) names: &'p HashMap<String, usize>,
    pub(super) are_alternate: bool,
    /// `\@` counts macros.
    pub(super) counts_macros: bool,
}

/// Appends a part of a text. A copy of a fixed length is no call, so what stands behind it is
/// copied too, and taken away again.
#[inline]
fn push_part(text: &str, part: Range<usize>, out: &mut String) {
    let Range { start, end } = part;
    if end - start <= BEHIND.len()
        && let Some(more) = text.get(start..start + BEHIND.len())
    {
        let length = out.len() + (end - start);
        out.push_str(more);
        out.truncate(length);
    } else {
        out.push_str(text.get(part).unwrap_or(""));
    }
}

/// Appends parts with values for parameters; whether that is not too long.
#[inline]
pub(super) fn write_parts(
    parts: &[Part],
    given: Given<'_>,
    numbers: Numbers,
    out: &mut String,
) -> bool {
    for part in parts {
        match part {
            Part::Text(text, length) => push_part(text, 0..*length, out),
            Part::Value(at) => {
                push_part(given.text, given.range(*at as usize), out);
                if out.len() > MAX_EXPANSION {
                    return false;
                }
            }
            Part::Expansions => push_number(numbers.expansions, out),
            Part::Count => push_number(numbers.count, out),
        }
    }
    out.len() <= MAX_EXPANSION
}

fn push_number(mut number: u64, out: &mut String) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    out.extend(digits[at..].iter().map(|&digit| char::from(digit)));
}

/// A body in parts: `\name` for parameters, `\@`, `\+`, and `\()` for nothing. In the
/// alternate mode a name alone is one too, and `&` behind it is left out.
pub(super) fn cut(text: &str, parameters: &Parameters<'_>) -> Vec<Part> {
    let &Parameters {
        names,
        are_alternate,
        counts_macros,
    } = parameters;
    let bytes = text.as_bytes();
    let mut parts = Vec::new();
    // Where the text begins that stands before the next part.
    let mut start = 0;
    let mut at = 0;
    let mut add = |start: &mut usize, end: usize, next: usize, part: Option<Part>| {
        if end > *start {
            parts.push(Part::text(&text[*start..end]));
        }
        parts.extend(part);
        *start = next;
    };
    let name_end = |from: usize| {
        let rest = &bytes[from..];
        let end = rest.iter().position(|&byte| !is_in_name(byte));
        from + end.unwrap_or(rest.len())
    };
    // Most words begin with another byte than every parameter.
    let mut firsts = [false; 256];
    for first in names.keys().filter_map(|name| name.bytes().next()) {
        firsts[usize::from(first)] = true;
    }
    while let Some(&byte) = bytes.get(at) {
        if byte == b'\\' && at + 1 < bytes.len() {
            let (next, part) = match (bytes[at + 1], bytes.get(at + 2)) {
                (b'@', _) if counts_macros => (at + 2, Some(Part::Expansions)),
                (b'+', _) => (at + 2, Some(Part::Count)),
                (b'(', Some(b')')) => (at + 3, None),
                _ => {
                    let end = name_end(at + 1);
                    let joined = usize::from(are_alternate && bytes.get(end) == Some(&b'&'));
                    match names.get(&text[at + 1..end]) {
                        Some(&value) => (end + joined, Some(Part::Value(value as u32))),
                        None if joined == 0 => {
                            at = end;
                            continue;
                        }
                        // What is no parameter stands as it is, without the sign.
                        None => {
                            let name = Some(Part::text(&text[at..end]));
                            (end + joined, name)
                        }
                    }
                }
            };
            add(&mut start, at, next, part);
            at = next;
        } else if !are_alternate || names.is_empty() {
            // Nothing but a backslash begins a part.
            let rest = &bytes[at + 1..];
            at += 1 + memchr::memchr(b'\\', rest).unwrap_or(rest.len());
        } else if is_in_name(byte) {
            let end = name_end(at);
            let found = match firsts[usize::from(byte)] {
                true => names.get(&text[at..end]),
                false => None,
            };
            if let Some(&value) = found {
                let next = end + usize::from(bytes.get(end) == Some(&b'&'));
                add(&mut start, at, next, Some(Part::Value(value as u32)));
                at = next;
            } else {
                at = end;
            }
        } else {
            at += 1;
        }
    }
    add(&mut start, bytes.len(), bytes.len(), None);
    parts
}
