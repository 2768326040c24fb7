//! The bits of numbers.

/// The lowest `bits` of 128 bits set.
pub(super) const fn ones(bits: u16) -> u128 {
    !u128::MAX.unbounded_shl(bits as u32)
}

/// A value of so many bits as a signed number.
pub(super) const fn signed(value: u128, bits: u16) -> i128 {
    let shift = 128u32.saturating_sub(bits as u32);
    value.unbounded_shl(shift).cast_signed() >> if shift == 128 { 127 } else { shift }
}

/// The quiet NaN of a width, without a sign and a payload.
pub(super) fn quiet_nan(bits: u16) -> u128 {
    match bits {
        16 => 0x7e00,
        32 => 0x7fc0_0000,
        _ => 0x7ff8_0000_0000_0000,
    }
}
