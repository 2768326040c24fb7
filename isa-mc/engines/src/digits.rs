//! Digits, and columns.

/// Numbers below it are looked up.
pub(crate) const THOUSAND: u64 = 1000;

/// The digits of numbers of up to three, and how many they are: the printer
/// must not branch on that, for registers have one digit as often as two.
pub(crate) static DECIMALS: [[u8; 4]; THOUSAND as usize] = {
    let mut decimals = [[0; 4]; THOUSAND as usize];
    let mut value = 0;
    while value < decimals.len() {
        let digits = three_digits(value);
        decimals[value] = match value {
            0..10 => [digits[2], 0, 0, 1],
            10..100 => [digits[1], digits[2], 0, 2],
            _ => [digits[0], digits[1], digits[2], 3],
        };
        value += 1;
    }
    decimals
};

/// The digits of numbers below a thousand, with their leading zeros.
pub(crate) static TRIPLES: [[u8; 4]; THOUSAND as usize] = {
    let mut triples = [[0; 4]; THOUSAND as usize];
    let mut value = 0;
    while value < triples.len() {
        let [hundreds, tens, ones] = three_digits(value);
        triples[value] = [hundreds, tens, ones, 0];
        value += 1;
    }
    triples
};

/// The digits of a number below a thousand, with its leading zeros.
const fn three_digits(value: usize) -> [u8; 3] {
    [
        b'0' + (value / 100) as u8,
        b'0' + (value / 10 % 10) as u8,
        b'0' + (value % 10) as u8,
    ]
}

/// The most decimal digits of a number.
const MOST_DECIMALS: usize = 20;

/// The decimal digits of a number, in front, and how many they are.
#[cold]
pub(crate) fn decimal(value: u64) -> ([u8; MOST_DECIMALS], usize) {
    let mut digits = [0; MOST_DECIMALS];
    let count = value.checked_ilog10().map_or(1, |power| power as usize + 1);
    let mut rest = value;
    for digit in digits[..count].iter_mut().rev() {
        *digit = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    (digits, count)
}

/// The digits of a byte, the first one in front.
type Pairs = [[u8; 2]; 256];

/// The small digits of every byte.
static LOWER: Pairs = pairs(b"0123456789abcdef");

/// The capital digits of every byte.
#[cfg(feature = "object")]
static UPPER: Pairs = pairs(b"0123456789ABCDEF");

const fn pairs(digits: &[u8; 16]) -> Pairs {
    let mut pairs = [[0; 2]; 256];
    let mut byte = 0;
    while byte < pairs.len() {
        pairs[byte] = [digits[byte >> 4], digits[byte & 15]];
        byte += 1;
    }
    pairs
}

/// The capital digits of 32 bits.
#[cfg(feature = "object")]
#[inline]
pub(crate) fn upper(value: u32) -> [u8; 8] {
    digits(value, &UPPER)
}

/// The small digits of 32 bits.
#[inline]
pub(crate) fn lower(value: u32) -> [u8; 8] {
    digits(value, &LOWER)
}

/// The digits of 32 bits.
#[inline]
fn digits(value: u32, pairs: &Pairs) -> [u8; 8] {
    // As one number, which is stored at once.
    let pair = |byte: u8| u64::from(u16::from_le_bytes(pairs[usize::from(byte)]));
    let [first, second, third, last] = value.to_be_bytes();
    (pair(first) | pair(second) << 16 | pair(third) << 32 | pair(last) << 48).to_le_bytes()
}

/// The small digits of 32 bits without leading zeros, in front, and how many they are; what
/// stands behind them are zeros.
#[inline]
pub(crate) fn lower_of(value: u32) -> ([u8; 8], usize) {
    let count = needed(value.into()).min(8);
    (lower(value << ((8 - count) * 4)), count)
}

/// The digits of both halves.
#[cfg(feature = "object")]
#[inline]
fn both(value: u64, half: impl Fn(u32) -> [u8; 8]) -> [u8; 16] {
    let mut text = [0; 16];
    let (high, low) = text.split_at_mut(8);
    high.copy_from_slice(&half((value >> 32) as u32));
    low.copy_from_slice(&half(value as u32));
    text
}

/// How many digits a number has at least.
#[inline]
fn needed(value: u64) -> usize {
    ((67 - value.leading_zeros() as usize) / 4).clamp(1, 16)
}

/// Appends a number in capital hexadecimal digits, so many at least.
#[cfg(feature = "object")]
#[inline]
pub(crate) fn push_upper(value: u64, least: usize, out: &mut Vec<u8>) {
    let count = needed(value).max(least);
    out.extend_from_slice(&both(value, upper)[16 - count..]);
}

/// Appends a number in small hexadecimal digits, so many at least.
#[cfg(feature = "object")]
#[inline]
pub(crate) fn push_lower(value: u64, least: usize, out: &mut Vec<u8>) {
    let count = needed(value).max(least);
    out.extend_from_slice(&both(value, lower)[16 - count..]);
}

/// Appends blanks up to a column that counts from a byte of the text.
#[cfg(feature = "object")]
#[inline]
pub(crate) fn pad(start: usize, column: usize, out: &mut Vec<u8>) {
    let end = (start + column).max(out.len());
    out.resize(end, b' ');
}

#[cfg(all(test, feature = "object"))]
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
            let value = value as u32;
            let (text, count) = lower_of(value);
            assert_eq!(&text[..count], format!("{value:x}").as_bytes());
        }
        for value in [0, 9, 10, 0x0bad_f00d, 0x9a9a_a9a9, 0x8000_0001, u32::MAX] {
            assert_eq!(upper(value).as_slice(), format!("{value:08X}").as_bytes());
            assert_eq!(lower(value).as_slice(), format!("{value:08x}").as_bytes());
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
