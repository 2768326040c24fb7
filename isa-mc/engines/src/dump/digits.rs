//! Numbers and columns.

/// Digits in either case.
const UPPER: &[u8; 16] = b"0123456789ABCDEF";
const LOWER: &[u8; 16] = b"0123456789abcdef";

/// Appends a number in capital hexadecimal digits, so many at least.
#[inline]
pub(super) fn push_upper(value: u64, least: usize, out: &mut Vec<u8>) {
    push(value, least, UPPER, out);
}

/// Appends a number in small hexadecimal digits, so many at least.
#[inline]
pub(super) fn push_lower(value: u64, least: usize, out: &mut Vec<u8>) {
    push(value, least, LOWER, out);
}

#[inline]
fn push(value: u64, least: usize, digits: &[u8; 16], out: &mut Vec<u8>) {
    let mut text = [0; 16];
    for (at, digit) in text.iter_mut().enumerate() {
        *digit = digits[(value >> (60 - at * 4) & 15) as usize];
    }
    let needed = (67 - value.leading_zeros() as usize) / 4;
    let count = needed.max(least).clamp(1, 16);
    out.extend_from_slice(&text[16 - count..]);
}

/// The capital digits of 32 bits: all at once, because a line has twenty and more of them.
#[inline]
pub(super) fn word(value: u32) -> [u8; 8] {
    /// A byte in each of eight places.
    const fn each(byte: u64) -> u64 {
        byte * 0x0101_0101_0101_0101
    }
    let mut digits = u64::from(value);
    digits = (digits | digits << 16) & 0x0000_ffff_0000_ffff;
    digits = (digits | digits << 8) & 0x00ff_00ff_00ff_00ff;
    digits = (digits | digits << 4) & each(0x0f);
    let are_letters = (digits + each(6)) >> 4 & each(1);
    let letters = are_letters * u64::from(b'A' - b'9' - 1);
    (digits + each(b'0'.into()) + letters).to_be_bytes()
}

/// Appends blanks up to a column that counts from a byte of the text.
#[inline]
pub(super) fn pad(start: usize, column: usize, out: &mut Vec<u8>) {
    let end = (start + column).max(out.len());
    out.resize(end, b' ');
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers are not cut, and have as many digits as the column asks for.
    #[test]
    fn numbers_have_their_digits() {
        for value in [0, 1, 0xf, 0x10, 0xabc, 0x1234_5678, u64::MAX >> 1, u64::MAX] {
            for least in [0, 1, 4, 12, 16] {
                let mut out = Vec::new();
                push_upper(value, least, &mut out);
                assert_eq!(out, format!("{value:0least$X}").into_bytes());
                out.clear();
                push_lower(value, least, &mut out);
                assert_eq!(out, format!("{value:0least$x}").into_bytes());
            }
        }
        for value in [0, 9, 10, 0x0bad_f00d, 0x9a9a_a9a9, 0x8000_0001, u32::MAX] {
            assert_eq!(word(value).as_slice(), format!("{value:08X}").as_bytes());
        }
    }

    /// Padding goes up to the column, and never cuts.
    #[test]
    fn padding_never_cuts() {
        let mut out = b"abc".to_vec();
        pad(1, 4, &mut out);
        assert_eq!(out, b"abc  ");
        pad(0, 2, &mut out);
        assert_eq!(out, b"abc  ");
    }
}
