//! What stands in comments behind instructions: their bytes, and of what is known later
//! where it goes.

use std::fmt::Write as _;

/// The column of comments.
pub const COLUMN: usize = 40;

/// Columns from one tab stop to the next.
const TAB: usize = 8;

/// A part of an instruction that is known later.
#[derive(Debug, Clone, Copy)]
pub struct LaterPart<'a> {
    /// Its bits, byte for byte.
    pub mask: &'a [u8],
    /// The byte where it begins.
    pub offset: usize,
    /// What is filled in, as it is written.
    pub value: &'a str,
    /// How it is filled in.
    pub kind: &'a str,
}

/// Appends blanks up to the column of comments, one at least, in a line that begins at a
/// byte.
pub fn pad(start: usize, out: &mut Vec<u8>) {
    // As LLVM counts: a tab at a tab stop, which the one at the front is, takes no columns.
    let width = out[start..].iter().fold(0_usize, |width, byte| match byte {
        b'\t' => width.next_multiple_of(TAB),
        _ => width + 1,
    });
    let blanks = COLUMN.saturating_sub(width).max(1);
    out.resize(out.len() + blanks, b' ');
}

/// Appends a comment behind a line that begins at a byte, or in a line of its own behind one
/// that already has the bytes of the instruction.
pub fn remark(text: &str, shows_encoding: bool, start: usize, out: &mut Vec<u8>) {
    match shows_encoding {
        true => out.extend(std::iter::once(b'\n').chain([b' '; COLUMN])),
        false => pad(start, out),
    }
    out.extend_from_slice(text.as_bytes());
}

/// Appends the bytes of an instruction, with letters for what is known later.
pub fn encoding(leader: &str, bytes: &[u8], later: Option<LaterPart<'_>>, out: &mut Vec<u8>) {
    let mut text = format!("{leader} encoding: [");
    for (at, &byte) in bytes.iter().enumerate() {
        let mask = later.map_or(0, |later| later.mask.get(at).copied().unwrap_or(0));
        if at != 0 {
            text.push(',');
        }
        // A string takes everything.
        let _ = match (mask, byte) {
            (0, _) => write!(text, "0x{byte:02x}"),
            (0xff, 0) => write!(text, "A"),
            (0xff, _) => write!(text, "0x{byte:02x}'A'"),
            _ => {
                text.push_str("0b");
                let bits = (0..8).rev();
                text.extend(bits.map(|bit| match (mask >> bit & 1, byte >> bit & 1) {
                    (0, 0) => '0',
                    (0, _) => '1',
                    _ => 'A',
                }));
                Ok(())
            }
        };
    }
    text.push(']');
    if let Some(LaterPart {
        offset,
        value,
        kind,
        ..
    }) = later
    {
        let blanks = " ".repeat(COLUMN);
        let _ = write!(
            text,
            "\n{blanks}{leader}   fixup A - offset: {offset}, value: {value}, kind: {kind}"
        );
    }
    out.extend_from_slice(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes that are known later in whole, in part and not at all: a letter in the wrong
    /// place would name bits that are known.
    #[test]
    fn what_is_known_later_has_a_letter() {
        let mut out = b"\ts_branch a".to_vec();
        pad(0, &mut out);
        let later = LaterPart {
            mask: &[0xff, 0xff, 0x0f, 0],
            offset: 0,
            value: "a",
            kind: "k",
        };
        encoding(";", &[0, 7, 0x80, 0xbf], Some(later), &mut out);
        let expected = format!(
            "\ts_branch a{}; encoding: [A,0x07'A',0b1000AAAA,0xbf]\n{};   fixup A - offset: 0, \
             value: a, kind: k",
            " ".repeat(30),
            " ".repeat(40)
        );
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
