//! Bytes as hexadecimal digits, and back.

use std::ops::Range;

/// Appends bytes as lower-case digits.
pub fn push(out: &mut Vec<u8>, bytes: &[u8]) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for byte in bytes {
        out.extend_from_slice(&[DIGITS[(byte >> 4) as usize], DIGITS[(byte & 15) as usize]]);
    }
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
        let Some(low) = text.get(at + 1).filter(|byte| !byte.is_ascii_whitespace()) else {
            return Err(Problem {
                code: "D0002",
                span: at..at + 1,
                message: "half a byte: hexadecimal digits come in pairs".to_string(),
            });
        };
        let _ = low;
        out.push(high << 4 | digit(text, at + 1)?);
        at += 2;
    }
    Ok(())
}

fn digit(text: &[u8], at: usize) -> Result<u8, Problem> {
    let byte = text.get(at).copied().unwrap_or(b' ');
    match (byte as char).to_digit(16) {
        Some(digit) => Ok(digit as u8),
        None => {
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
    }
}
