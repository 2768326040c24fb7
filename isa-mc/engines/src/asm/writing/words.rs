//! Names and strings, with quotes where they need some.

use std::fmt::Write as _;

/// A name, in quotes if it would be read as something else.
pub fn name(name: &str, out: &mut String) {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_$.@".contains(&byte);
    let begins = name.bytes().next().is_some_and(|it| !it.is_ascii_digit());
    if begins && name.bytes().all(is_plain) {
        out.push_str(name);
        return;
    }
    out.push('"');
    for letter in name.chars() {
        match letter {
            '\n' => out.push_str("\\n"),
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            letter => out.push(letter),
        }
    }
    out.push('"');
}

/// The name of a section, in quotes if it has more than letters, digits, `_` and `.`.
pub(super) fn section_name(name: &str, out: &mut String) {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_.".contains(&byte);
    if name.bytes().all(is_plain) {
        out.push_str(name);
        return;
    }
    out.push('"');
    out.push_str(&name.replace('"', "\\\""));
    out.push('"');
}

/// Bytes as a string in quotes: what is no printable letter of ASCII is an escape.
pub fn string(bytes: &[u8], out: &mut String) {
    out.push('"');
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => {
                out.push('\\');
                out.push(byte.into());
            }
            b' '..=b'~' => out.push(byte.into()),
            8 => out.push_str("\\b"),
            12 => out.push_str("\\f"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            // A string takes everything.
            _ => drop(write!(out, "\\{byte:03o}")),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A name with a blank, a string with a quote or a byte that is no letter: without
    /// their quotes and escapes they would be read as something else.
    #[test]
    fn what_would_be_read_otherwise_is_quoted() {
        for (text, expected) in [
            ("a.b$c@d", "a.b$c@d"),
            ("a b", "\"a b\""),
            ("1a", "\"1a\""),
            ("a\"b\\", "\"a\\\"b\\\\\""),
        ] {
            let mut out = String::new();
            name(text, &mut out);
            assert_eq!(out, expected);
        }
        let mut out = String::new();
        string(b"a\"\\\n\x08\x0c\r\t\0\xff~", &mut out);
        assert_eq!(out, r#""a\"\\\n\b\f\r\t\000\377~""#);
        out.clear();
        section_name("my \"x\"", &mut out);
        assert_eq!(out, "\"my \\\"x\\\"\"");
    }
}
