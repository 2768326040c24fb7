//! Data within code: bytes and characters.

use crate::digits::push_lower;

/// Bytes of a line.
const ROW: usize = 8;

/// Appends bytes that stand at an address.
pub(super) fn write(address: u64, bytes: &[u8], out: &mut Vec<u8>) {
    for (at, row) in bytes.chunks(ROW).enumerate() {
        let mut place = Vec::new();
        push_lower(address.wrapping_add((at * ROW) as u64), 1, &mut place);
        out.resize(out.len() + 8_usize.saturating_sub(place.len()), b' ');
        out.extend_from_slice(&place);
        out.push(b':');
        for byte in row {
            out.push(b' ');
            push_lower((*byte).into(), 2, out);
        }
        out.resize(out.len() + 3 * (ROW - row.len()) + 9, b' ');
        characters(row, out);
        out.push(b'\n');
    }
}

/// Appends what of bytes can be printed, and a point for every other one.
pub(super) fn characters(bytes: &[u8], out: &mut Vec<u8>) {
    out.extend(bytes.iter().map(|&byte| match byte {
        b' '..=b'~' => byte,
        _ => b'.',
    }));
}
