//! Numbers of as many bytes as they need (DWARF 5, 7.6): seven bits each, the lowest first.

/// The bytes of a number, with a sign or without; `least` bytes at least.
pub(crate) fn leb128(value: i64, is_signed: bool, least: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = value;
    loop {
        let low = (rest & 0x7f) as u8;
        rest = match is_signed {
            true => rest >> 7,
            false => (rest.cast_unsigned() >> 7).cast_signed(),
        };
        // The last byte has the sign, in its highest bit but one.
        let sign = match is_signed {
            true => -i64::from(low >> 6 & 1),
            false => 0,
        };
        let is_done = rest == sign && bytes.len() + 1 >= least;
        bytes.push(low | if is_done { 0 } else { 0x80 });
        if is_done {
            return bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::leb128;

    /// Numbers at the ends of what so many bytes hold, and with more bytes than they need: a
    /// byte too few loses the sign, and padding must not change it.
    #[test]
    fn numbers_have_the_bytes_they_need() {
        for (value, is_signed, least, expected) in [
            (0, false, 0, &[0][..]),
            (127, false, 0, &[0x7f]),
            (128, false, 0, &[0x80, 1]),
            (300, false, 3, &[0xac, 0x82, 0]),
            (63, true, 0, &[0x3f]),
            (64, true, 0, &[0xc0, 0]),
            (-64, true, 0, &[0x40]),
            (-65, true, 0, &[0xbf, 0x7f]),
            (-1, true, 3, &[0xff, 0xff, 0x7f]),
        ] {
            assert_eq!(leb128(value, is_signed, least), expected, "{value}");
        }
        assert_eq!(leb128(-1, false, 0).len(), 10);
    }
}
