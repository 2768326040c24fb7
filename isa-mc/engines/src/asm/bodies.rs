//! Bodies of macros and repetitions: statements with places for values.

use std::cell::{Cell, OnceCell};
use std::collections::HashMap;

/// Bytes of one expansion at most.
pub(super) const MAX_EXPANSION: usize = 1 << 28;

/// Statements that are read again and again, with other texts for some names.
#[derive(Debug)]
pub(super) struct Body {
    text: String,
    /// The same in parts, once somebody needs them.
    plain: OnceCell<Vec<Part>>,
    /// So in the alternate mode.
    alternate: OnceCell<Vec<Part>>,
    /// How many times it was read: `\+`.
    count: Cell<u64>,
}

/// A part of a body.
#[derive(Debug, Clone)]
pub(super) enum Part {
    /// What stands there.
    Text(Box<str>),
    /// The value of a parameter.
    Value(u32),
    /// `\@`: the number of macros that were expanded.
    Expansions,
    /// `\+`: how many times the body was read.
    Count,
}

impl Body {
    pub(super) fn new(text: String) -> Body {
        Body {
            text,
            plain: OnceCell::new(),
            alternate: OnceCell::new(),
            count: Cell::new(0),
        }
    }

    /// The parts, for parameters by their names; `\@` is one if macros are counted.
    pub(super) fn parts(
        &self,
        names: &HashMap<String, usize>,
        are_alternate: bool,
        counts_macros: bool,
    ) -> &[Part] {
        let parts = match are_alternate {
            true => &self.alternate,
            false => &self.plain,
        };
        parts.get_or_init(|| cut(&self.text, names, are_alternate, counts_macros))
    }

    /// The parameters whose names stand alone in a line, from 1: the alternate mode replaces
    /// them.
    pub(super) fn bare(&self, line: usize, names: &HashMap<String, usize>) -> Vec<&str> {
        let line = line.checked_sub(1).and_then(|at| self.text.lines().nth(at));
        let mut found = Vec::new();
        let mut before = "";
        for word in line
            .unwrap_or("")
            .split_inclusive(|it: char| !is_in_name_character(it))
        {
            let name = word.trim_end_matches(|it: char| !is_in_name_character(it));
            let is_bare = !before.ends_with('\\') && names.contains_key(name);
            if is_bare && !found.contains(&name) {
                found.push(name);
            }
            before = word;
        }
        found
    }

    /// Appends the body with values for its parameters; whether it is not too long.
    pub(super) fn write<'v>(
        &self,
        parts: &[Part],
        value_of: impl Fn(usize) -> &'v str,
        expansions: u64,
        out: &mut String,
    ) -> bool {
        let count = self.count.get();
        self.count.set(count + 1);
        for part in parts {
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Value(at) => out.push_str(value_of(*at as usize)),
                Part::Expansions => push_number(expansions, out),
                Part::Count => push_number(count, out),
            }
            if out.len() > MAX_EXPANSION {
                return false;
            }
        }
        true
    }
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
fn cut(
    text: &str,
    names: &HashMap<String, usize>,
    are_alternate: bool,
    counts_macros: bool,
) -> Vec<Part> {
    let bytes = text.as_bytes();
    let mut parts = Vec::new();
    // Where the text begins that stands before the next part.
    let mut start = 0;
    let mut at = 0;
    let mut add = |start: &mut usize, end: usize, next: usize, part: Option<Part>| {
        if end > *start {
            parts.push(Part::Text(text[*start..end].into()));
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
                            let name = Some(Part::Text(text[at..end].into()));
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

fn is_in_name_character(character: char) -> bool {
    u8::try_from(character).is_ok_and(is_in_name)
}

/// A byte of the name of a parameter.
#[inline]
pub(super) fn is_in_name(byte: u8) -> bool {
    IN_NAME[usize::from(byte)]
}

const IN_NAME: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.');
        byte += 1;
    }
    table
};
