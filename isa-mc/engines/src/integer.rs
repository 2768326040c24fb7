//! Integer kinds: a field's bits to the number that text has, and back.

use crate::tables::{Integer, low_mask};

/// The number that the lowest bits of a value are in two's complement; there are 1 to 64 of
/// them.
#[inline]
pub(crate) fn signed(value: u64, bits: u8) -> i64 {
    let above = 64 - bits.clamp(1, 64);
    (value << above).cast_signed() >> above
}

/// The number that a field of an integer kind holds; `None` if it is none.
#[inline]
pub(crate) fn value(integer: &Integer, total: u8, bits: u64) -> Option<i64> {
    let low = low_mask(integer.bits);
    let number = if integer.signed && integer.bits != 0 {
        let number = signed(bits, integer.bits);
        if number.cast_unsigned() & low_mask(total.max(integer.bits)) != bits {
            return None;
        }
        number
    } else if bits & !low != 0 {
        return None;
    } else {
        bits.cast_signed()
    };
    Some(
        number
            .wrapping_mul(i64::from(integer.scale.max(1)))
            .wrapping_add(i64::from(integer.bias)),
    )
}

/// The least and the greatest number of an integer kind, and the distance
/// between numbers.
pub(crate) fn range(integer: &Integer) -> (i64, i64, i64) {
    let (low, high) = match (integer.signed, integer.bits) {
        (_, 0) => (0, 0),
        (true, bits) => {
            let half = 1_i64.checked_shl(u32::from(bits) - 1).unwrap_or(i64::MIN);
            (half.wrapping_neg(), half.wrapping_sub(1))
        }
        (false, bits) => {
            let high = (low_mask(bits) & low_mask(63)).cast_signed();
            // Of either sign: what the lower half is as a signed number, too.
            let low = if integer.signless { -(high / 2) - 1 } else { 0 };
            (low, high)
        }
    };
    let scale = i64::from(integer.scale.max(1));
    let bias = i64::from(integer.bias);
    let place = |number: i64| number.saturating_mul(scale).saturating_add(bias);
    (place(low), place(high), scale)
}

/// The field value of a number; `None` if the kind cannot hold it.
#[inline]
pub(crate) fn field(integer: &Integer, total: u8, number: i64) -> Option<u64> {
    // Most are just their bits, or those of a number with a sign.
    let is_plain = !integer.signless && integer.scale <= 1 && integer.bias == 0;
    if is_plain && !integer.signed {
        let bits = number.cast_unsigned();
        return (bits <= low_mask(integer.bits.min(63))).then_some(bits);
    }
    if is_plain && integer.bits != 0 {
        let is_held = signed(number.cast_unsigned(), integer.bits) == number;
        let bits = number.cast_unsigned() & low_mask(total.max(integer.bits));
        return is_held.then_some(bits);
    }
    field_of(integer, total, number)
}

/// [`field`] of any kind.
fn field_of(integer: &Integer, total: u8, number: i64) -> Option<u64> {
    let (low, high, scale) = range(integer);
    if !(low..=high).contains(&number) {
        return None;
    }
    let number = number.checked_sub(i64::from(integer.bias))?;
    if number % scale != 0 {
        return None;
    }
    let bits = if integer.signless {
        integer.bits
    } else {
        total.max(integer.bits)
    };
    Some((number / scale).cast_unsigned() & low_mask(bits))
}

/// How many bytes from the start of its instruction to the address that a number
/// means; `None` if it means none.
pub(crate) fn distance(integer: &Integer, number: i64) -> Option<i64> {
    let relative = integer.relative?;
    let number = if integer.signless && integer.bits != 0 {
        signed(number.cast_unsigned(), integer.bits)
    } else {
        number
    };
    let steps = number.checked_mul(i64::from(relative.unit))?;
    steps.checked_add(i64::from(relative.base))
}

/// The number that means the address so many bytes from the start of the
/// instruction; `None` if there is none.
pub(crate) fn number_at(integer: &Integer, distance: i64) -> Option<i64> {
    let relative = integer.relative?;
    let steps = distance.checked_sub(i64::from(relative.base))?;
    let unit = i64::from(relative.unit.max(1));
    (steps % unit == 0).then_some(steps / unit)
}

/// The least and the greatest number that a label may mean.
pub(crate) fn steps(integer: &Integer) -> (i64, i64) {
    let (low, high, _) = range(integer);
    if integer.signless {
        (low, -(low + 1))
    } else {
        (low, high)
    }
}
