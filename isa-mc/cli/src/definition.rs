//! Symbols that the command line defines: `--defsym NAME=VALUE`.

use isa_mc::lines::integer;

/// A symbol and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Definition {
    pub name: String,
    pub value: i64,
}

/// Reads `NAME=VALUE`. The value is a number of 64 bits with a sign, in the notations of
/// llvm-mc: decimal, `0x`, `0b`, `0o`, or octal behind a zero.
pub fn definition(text: &str) -> Result<Definition, String> {
    let (name, value) = text.split_once('=').unwrap_or((text, ""));
    if name.is_empty() || value.is_empty() {
        return Err("expected NAME=VALUE, as wide=1".to_string());
    }
    let number = integer(value).ok_or_else(|| {
        format!("`{value}` is no integer of 64 bits: expected one as 5, -5, 0x1f, 0b101 or 017")
    })?;
    Ok(Definition {
        name: name.to_string(),
        value: number,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values that llvm-mc 22 takes and refuses. A base that is forgotten, or a value that
    /// wraps, would show.
    #[test]
    fn values_are_llvms() {
        let value = |text: &str| definition(text).map(|it| it.value).ok();
        assert_eq!(value("a=5"), Some(5));
        assert_eq!(value("a=-5"), Some(-5));
        assert_eq!(value("a=0X1f"), Some(31));
        assert_eq!(value("a=0b101"), Some(5));
        assert_eq!(value("a=0o17"), Some(15));
        assert_eq!(value("a=017"), Some(15));
        assert_eq!(value("a=0"), Some(0));
        assert_eq!(value("a=-0x8000000000000000"), Some(i64::MIN));
        for wrong in [
            "a",
            "=5",
            "a=",
            "a=x",
            "a=08",
            "a=1+1",
            "a=--1",
            "a=0xffffffffffffffff",
        ] {
            assert_eq!(value(wrong), None, "{wrong}");
        }
    }
}
