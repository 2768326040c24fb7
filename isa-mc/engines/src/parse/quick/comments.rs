//! Comments on a line.

use memchr::{memchr, memchr2_iter};

use super::bytes::Reader;
use crate::tables::{Rows, Tables, Text};

/// Passes comments, and the white space behind them: up to the end of the line where one
/// begins with such a leader. A comment that goes on in the next line is left to others.
pub(super) fn skip(tables: &Tables<'_>, leaders: Rows, reader: &mut Reader<'_>) {
    let leaders = tables.texts.get(leaders.range()).unwrap_or_default();
    // No comment begins as words do.
    while !matches!(reader.peek(), b'\n' | b'.' | b'a'..=b'z' | b'A'..=b'Z') {
        let rest = reader.rest();
        let first = rest.first();
        let mut leaders = leaders.iter();
        let is_first = |leader: Text| tables.bytes(leader).first() == first && first.is_some();
        if leaders.any(|&leader| is_first(leader) && reader.take_text(tables, leader)) {
            reader.at += memchr(b'\n', reader.rest()).unwrap_or(reader.rest().len());
            return;
        }
        let Some(length) = block_comment(rest) else {
            return;
        };
        reader.at += length;
        reader.skip_space();
    }
}

/// Bytes of the comment `/* */` at the front of a text, if it ends on the line.
fn block_comment(text: &[u8]) -> Option<usize> {
    let inner = text.strip_prefix(b"/*")?;
    let mut stops = memchr2_iter(b'/', b'\n', inner);
    let end = stops.find(|&at| inner[at] == b'\n' || inner[..at].ends_with(b"*"))?;
    (inner[end] == b'/').then_some(end + 3)
}
