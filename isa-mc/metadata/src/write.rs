//! The tree as YAML text, in LLVM's layout.

use core::fmt::Write as _;

use super::node::{Located, Node};

/// A document, with `---` and `...`.
pub fn document(root: &Node) -> String {
    let mut out = "---\n".to_owned();
    if has_entries(root) {
        block(&mut out, root, 0);
    } else {
        inline(&mut out, root);
    }
    out.push_str("\n...\n");
    out
}

fn has_entries(node: &Node) -> bool {
    match node {
        Node::List(entries) => !entries.is_empty(),
        Node::Map(entries) => !entries.is_empty(),
        _ => false,
    }
}

/// Entries below one another, the first one where the text ends.
fn block(out: &mut String, node: &Node, indent: usize) {
    let mut first = true;
    let mut line = |out: &mut String| {
        if !core::mem::take(&mut first) {
            new_line(out, indent);
        }
    };
    match node {
        Node::List(entries) => {
            for Located { node, .. } in entries {
                line(out);
                out.push_str("- ");
                match has_entries(node) {
                    true => block(out, node, indent + 2),
                    false => inline(out, node),
                }
            }
        }
        Node::Map(entries) => {
            for (key, Located { node, .. }) in entries {
                line(out);
                let name = plain(key);
                quoted(out, &name, false);
                out.push(':');
                if has_entries(node) {
                    new_line(out, indent + 2);
                    block(out, node, indent + 2);
                } else {
                    // Values begin in a column if their keys are short.
                    let space = 16_usize.saturating_sub(name.len()).max(1);
                    out.extend(core::iter::repeat_n(' ', space));
                    inline(out, node);
                }
            }
        }
        other => inline(out, other),
    }
}

fn new_line(out: &mut String, indent: usize) {
    out.push('\n');
    out.extend(core::iter::repeat_n(' ', indent));
}

/// A scalar, or an empty list or map.
fn inline(out: &mut String, node: &Node) {
    match node {
        Node::List(_) => out.push_str("[]"),
        Node::Map(_) => out.push_str("{}"),
        Node::Nil => out.push_str("!nil ''"),
        Node::Text(text) => {
            // What would be read as something else needs a tag.
            if !matches!(Node::inferred(text), Ok(Node::Text(_))) {
                out.push_str("!str ");
            }
            quoted(out, text, true);
        }
        other => out.push_str(&plain(other)),
    }
}

/// A scalar without quotes.
pub fn plain(node: &Node) -> String {
    match node {
        Node::Int(number) => number.to_string(),
        Node::Unsigned(number) => number.to_string(),
        Node::Bool(truth) => truth.to_string(),
        Node::Float(number) if number.is_nan() && number.is_sign_negative() => "-nan".into(),
        Node::Float(number) if number.is_nan() => "nan".into(),
        // With an exponent it is no integer.
        Node::Float(number) => format!("{number:e}"),
        Node::Text(text) => text.clone(),
        Node::Nil | Node::List(_) | Node::Map(_) => String::new(),
    }
}

#[derive(PartialEq, PartialOrd)]
enum Quotes {
    None,
    Single,
    Double,
}

fn quoted(out: &mut String, text: &str, is_text: bool) {
    match quotes(text, is_text) {
        Quotes::None => out.push_str(text),
        Quotes::Single => _ = write!(out, "'{}'", text.replace('\'', "''")),
        Quotes::Double => escaped(out, text),
    }
}

/// The quotes that LLVM writes around a text, which is more than YAML needs. Words
/// that mean something else elsewhere have them if the value is a text.
fn quotes(text: &str, is_text: bool) -> Quotes {
    let space = |it: char| matches!(it, ' ' | '\t' | '\n' | '\u{b}' | '\u{c}' | '\r');
    let special = |it: char| "-?:\\,[]{}#&*!|>'\"%@`".contains(it);
    let words = [
        "null", "Null", "NULL", "~", "true", "True", "TRUE", "false", "False", "FALSE",
    ];
    let mut quotes = Quotes::None;
    if text.is_empty()
        || text.starts_with(space)
        || text.ends_with(space)
        || text.starts_with(special)
        || is_text && (words.contains(&text) || is_numeric(text))
    {
        quotes = Quotes::Single;
    }
    for byte in text.bytes() {
        match byte {
            it if it.is_ascii_alphanumeric() || b"_-^., \t".contains(&it) => {}
            0..0x20 | 0x7f.. => return Quotes::Double,
            _ => quotes = Quotes::Single,
        }
    }
    quotes
}

/// Whether YAML's core schema reads a number.
fn is_numeric(text: &str) -> bool {
    if matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    let tail = text.strip_prefix(['-', '+']).unwrap_or(text);
    if matches!(tail, ".inf" | ".Inf" | ".INF") {
        return true;
    }
    if let Some(digits) = text.strip_prefix("0o") {
        return !digits.is_empty() && digits.bytes().all(|it| matches!(it, b'0'..=b'7'));
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_hexdigit());
    }
    tail.starts_with(|it: char| it.is_ascii_digit() || it == '.') && tail.parse::<f64>().is_ok()
}

fn escaped(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '\\' => out.push_str("\\\\"),
            '"' => out.push_str("\\\""),
            '\0' => out.push_str("\\0"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\u{b}' => out.push_str("\\v"),
            '\u{c}' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            '\u{1b}' => out.push_str("\\e"),
            '\u{85}' => out.push_str("\\N"),
            '\u{a0}' => out.push_str("\\_"),
            '\u{2028}' => out.push_str("\\L"),
            '\u{2029}' => out.push_str("\\P"),
            '\u{feff}' => out.push_str("\\uFEFF"),
            '\0'..' ' | '\u{7f}'..'\u{a0}' => _ = write!(out, "\\x{:02X}", character as u32),
            other => out.push(other),
        }
    }
    out.push('"');
}
