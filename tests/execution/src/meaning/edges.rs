//! Values at which something may change.

/// Values where integers wrap and change sign, and where floating-point values
/// are zero, subnormal, infinite or no number.
pub fn edges(bits: u32) -> Vec<u64> {
    let half = u64::MAX >> (65 - bits);
    let all = u64::MAX >> (64 - bits);
    let mut list = vec![0, 1, 2, half - 1, half, half + 1, half + 2, all - 1, all];
    match bits {
        32 => list.extend([
            0x3f80_0000, // 1.0
            0xbf80_0000, // -1.0
            0x4049_0fdb,
            0x7f80_0000, // infinity
            0xff80_0000,
            0x7f80_0001, // signalling NaN
            0x7fc0_1234,
            0xffc0_0000,
            0x8000_0001, // the least subnormal below zero
            // Of no byte and of no half are the two highest bits equal.
            0x80bf_4080,
        ]),
        64 => list.extend([
            0x3ff0_0000_0000_0000,
            0xbff0_0000_0000_0000,
            0x7ff0_0000_0000_0000,
            0xfff0_0000_0000_0000,
            0x7ff0_0000_0000_0001,
            0x7ff8_0000_0000_1234,
            0xfff8_0000_0000_0000,
            0xffff_ffff,
            0x1_0000_0000,
        ]),
        16 => list.extend([
            0x3c00, // 1.0
            0x3c01, // the next one, which clamp does not keep
            0xbc00, // -1.0
            0x0400, // the least normal number
            0x7bff, // the greatest number
            0x7c00, // infinity
            0xfc00, 0x7d01, // signalling NaN
            0x7e12, 0x55, 0xaa,
        ]),
        _ => list.extend([0x55, 0xaa]),
    }
    list
}
