//! Bytes as hexadecimal digits, and back; and numbers in decimal.

use std::ops::Range;

use crate::digits;

/// Appends bytes as lower-case digits.
pub fn push(out: &mut Vec<u8>, bytes: &[u8]) {
    for byte in bytes {
        let [.., high, low] = digits::lower(u32::from(*byte));
        out.extend_from_slice(&[high, low]);
    }
}

/// Appends a number in decimal.
pub fn push_decimal(out: &mut Vec<u8>, number: usize) {
    let (digits, count) = digits::decimal(number as u64);
    out.extend_from_slice(&digits[..count]);
}

/// Appends a line `NUMBER<TAB>HEX<TAB>TEXT`.
pub fn push_line(out: &mut Vec<u8>, number: usize, bytes: &[u8], text: &[u8]) {
    push_decimal(out, number);
    out.push(b'\t');
    push(out, bytes);
    out.push(b'\t');
    out.extend_from_slice(text);
    out.push(b'\n');
}

/// What is wrong with digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Code of the error.
    pub code: &'static str,
    /// The bytes of the text.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
}

/// Reads pairs of digits, with white space between the pairs, into `out`.
pub fn parse(text: &[u8], out: &mut Vec<u8>) -> Result<(), Problem> {
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        if byte.is_ascii_whitespace() {
            at += 1;
            continue;
        }
        let high = digit(text, at)?;
        if text.get(at + 1).is_none_or(u8::is_ascii_whitespace) {
            return Err(Problem {
                code: "D0002",
                span: at..at + 1,
                message: "half a byte: hexadecimal digits come in pairs".to_string(),
            });
        }
        out.push(high << 4 | digit(text, at + 1)?);
        at += 2;
    }
    Ok(())
}

fn digit(text: &[u8], at: usize) -> Result<u8, Problem> {
    let byte = text.get(at).copied().unwrap_or(b' ');
    if let Some(digit) = (byte as char).to_digit(16) {
        return Ok(digit as u8);
    }
    let found = if byte.is_ascii_graphic() {
        format!("`{}`", byte as char)
    } else {
        format!("byte 0x{byte:02x}")
    };
    Err(Problem {
        code: "D0001",
        span: at..at + 1,
        message: format!("expected a hexadecimal digit, found {found}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_stand_between_bytes_only() {
        let mut out = Vec::new();
        assert_eq!(parse(b" 00ff A5\t\r\n", &mut out), Ok(()));
        assert_eq!(out, [0, 0xff, 0xa5]);
        let code = |text: &[u8]| {
            parse(text, &mut Vec::new()).map_err(|problem| (problem.code, problem.span))
        };
        assert_eq!(code(b"00 f f"), Err(("D0002", 3..4)));
        assert_eq!(code(b"0x00"), Err(("D0001", 1..2)));
        assert_eq!(code(b"00,11"), Err(("D0001", 2..3)));
    }
}
