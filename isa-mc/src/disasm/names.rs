//! How names are written.

/// Whether a name can stand without quotes, also as a label.
pub(super) fn is_bare(name: &str) -> bool {
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"_.$@".contains(&byte);
    let first = name.as_bytes().first();
    name != "." && first.is_some_and(|first| !first.is_ascii_digit()) && name.bytes().all(is_name)
}

/// The name as directives take it; `None` if there is no way to write it.
pub(super) fn spelled(name: &str) -> Option<String> {
    if is_bare(name) {
        return Some(name.to_string());
    }
    quoted(name)
}

/// A name in quotes; there is no way to write a quote in it.
fn quoted(name: &str) -> Option<String> {
    let is_writable = |byte: u8| byte != b'"' && byte != b'\\' && byte >= b' ' && byte != 0x7f;
    (!name.is_empty() && name.bytes().all(is_writable)).then(|| format!("\"{name}\""))
}

/// The name of a section as `.section` takes it.
pub(super) fn section(name: &str) -> Option<String> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_.$-".contains(&byte);
    if !name.is_empty() && name.bytes().all(is_plain) {
        return Some(name.to_string());
    }
    quoted(name)
}

/// A name with a relocation specifier and an addend in an expression.
pub(super) fn sum(name: &str, specifier: Option<&str>, addend: i64) -> Option<String> {
    // What follows an at sign would be taken as a specifier.
    if name.contains('@') {
        return None;
    }
    let name = match specifier {
        Some(specifier) => spelled(&format!("{name}@{specifier}"))?,
        None => spelled(name)?,
    };
    Some(match addend {
        0 => name,
        1.. => format!("{name}+{addend}"),
        // Its sign by itself, for there is no positive number for the least.
        _ => format!("{name}-{}", addend.unsigned_abs()),
    })
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
        for name in ["a", ".text", "_Z3fooi", "f$1", "a@b", "s_nop"] {
            assert_eq!(spelled(name).as_deref(), Some(name));
        }
        for name in ["1f", "a b", ".", "a+b", "\u{e9}"] {
            assert_eq!(spelled(name), Some(format!("\"{name}\"")));
        }
        for name in ["", "a\"b", "a\nb", "a\\"] {
            assert_eq!(spelled(name), None);
        }
    }

    #[test]
    fn sums_have_the_sign_once() {
        assert_eq!(
            sum("f", Some("rel32@lo"), 4).as_deref(),
            Some("f@rel32@lo+4")
        );
        assert_eq!(sum("f", None, -3).as_deref(), Some("f-3"));
        assert_eq!(
            sum("f", None, i64::MIN).as_deref(),
            Some("f-9223372036854775808")
        );
        assert_eq!(
            sum("a b", Some("abs64"), 0).as_deref(),
            Some("\"a b@abs64\"")
        );
        assert_eq!(sum("f@v", None, 0), None);
    }
}
