//! How names are written.

use std::fmt::{self, Display, Formatter};

use crate::sink::{self, Writer as _};

/// Whether a name can stand without quotes, also as a label.
pub(super) fn is_bare(name: &str) -> bool {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_.$@".contains(&byte);
    let first = name.as_bytes().first();
    name != "." && first.is_some_and(|first| !first.is_ascii_digit()) && name.bytes().all(is_name)
}

/// A name as directives take it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spelled<'n> {
    /// What stands on both sides of it.
    pub(super) quote: &'static str,
    pub(super) name: &'n str,
}

impl Display for Spelled<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{0}{1}{0}", self.quote, self.name)
    }
}

/// The name as directives take it; `None` if there is no way to write it.
pub(super) fn spelled(name: &str) -> Option<Spelled<'_>> {
    if is_bare(name) {
        return Some(Spelled { quote: "", name });
    }
    quoted(name)
}

/// A name in quotes; there is no way to write a quote in it.
fn quoted(name: &str) -> Option<Spelled<'_>> {
    let is_writable = |byte: u8| byte != b'"' && byte != b'\\' && byte >= b' ' && byte != 0x7f;
    (!name.is_empty() && name.bytes().all(is_writable)).then_some(Spelled { quote: "\"", name })
}

/// The name of a section as `.section` takes it.
pub(super) fn section(name: &str) -> Option<Spelled<'_>> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_.$-".contains(&byte);
    if !name.is_empty() && name.bytes().all(is_plain) {
        return Some(Spelled { quote: "", name });
    }
    quoted(name)
}

/// What an expression counts from.
#[derive(Debug, Clone, Copy)]
pub(super) enum BaseName<'n> {
    /// A symbol.
    Symbol(&'n str),
    /// A label that is made up: what those of its section begin with, and how far behind
    /// the start of the section it stands.
    Made(&'n str, u64),
}

impl BaseName<'_> {
    /// Appends the name as it is.
    pub(super) fn write(self, out: &mut String) {
        match self {
            BaseName::Symbol(name) => out.push_str(name),
            BaseName::Made(stem, offset) => {
                out.push_str(stem);
                let mut digits = [0; 18];
                let mut cursor = sink::Cursor::new(&mut digits);
                cursor.push_hex_unsigned(offset);
                // Behind the `0x`.
                out.push_str(cursor.as_str().get(2..).unwrap_or(""));
            }
        }
    }
}

/// Appends a name with a relocation specifier and an addend as an expression; `None` if
/// there is no way to write it.
pub(super) fn sum(
    base: BaseName<'_>,
    specifier: Option<&str>,
    addend: i64,
    out: &mut String,
) -> Option<()> {
    // Names that are made up need no quotes.
    let quote = match base {
        // What follows an at sign would be taken as a specifier.
        BaseName::Symbol(name) if name.contains('@') => return None,
        BaseName::Symbol(name) => spelled(name)?.quote,
        BaseName::Made(..) => "",
    };
    out.push_str(quote);
    base.write(out);
    if let Some(specifier) = specifier {
        out.extend(["@", specifier]);
    }
    out.push_str(quote);
    let mut digits = [0; 20];
    let mut digits = sink::Cursor::new(&mut digits);
    match addend {
        0 => return Some(()),
        1.. => out.push('+'),
        // Its sign by itself, for there is no positive number for the least.
        _ => out.push('-'),
    }
    digits.push_unsigned(addend.unsigned_abs());
    out.push_str(digits.as_str());
    Some(())
}

/// What of a section's name may stand in a label.
pub(super) fn stem(section: &str) -> String {
    let letters = section.trim_start_matches('.').chars();
    letters
        .map(|letter| match letter.is_ascii_alphanumeric() {
            true => letter,
            false => '_',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only what the assembler reads as one name goes without quotes.
    #[test]
    fn names_are_quoted_if_they_must_be() {
        let text = |name| spelled(name).map(|it| it.to_string());
        for name in ["a", ".text", "_Z3fooi", "f$1", "a@b", "s_nop"] {
            assert_eq!(text(name).as_deref(), Some(name));
        }
        for name in ["1f", "a b", ".", "a+b", "\u{e9}"] {
            assert_eq!(text(name), Some(format!("\"{name}\"")));
        }
        for name in ["", "a\"b", "a\nb", "a\\"] {
            assert_eq!(text(name), None);
        }
    }

    #[test]
    fn sums_have_the_sign_once() {
        let said = |base, specifier, addend| {
            let mut text = String::new();
            sum(base, specifier, addend, &mut text).map(|()| text)
        };
        let symbol = BaseName::Symbol;
        assert_eq!(
            said(symbol("f"), Some("rel32@lo"), 4).as_deref(),
            Some("f@rel32@lo+4")
        );
        assert_eq!(said(symbol("f"), None, -3).as_deref(), Some("f-3"));
        assert_eq!(
            said(symbol("f"), None, i64::MIN).as_deref(),
            Some("f-9223372036854775808")
        );
        assert_eq!(
            said(symbol("a b"), Some("abs64"), 0).as_deref(),
            Some("\"a b@abs64\"")
        );
        assert_eq!(said(symbol("f@v"), None, 0), None);
        assert_eq!(
            said(BaseName::Made(".Ltext_", u64::MAX), Some("abs64"), 1).as_deref(),
            Some(".Ltext_ffffffffffffffff@abs64+1")
        );
    }
}
