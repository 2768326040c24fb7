//! IEEE 754 binary16, by way of doubles.

/// A half as a double, exactly; a NaN stays one.
pub(super) fn to_double(bits: u16) -> f64 {
    let sign = u64::from(bits >> 15) << 63;
    let exponent = i32::from(bits >> 10 & 0x1f);
    let low = bits & 0x3ff;
    let fraction = f64::from(low);
    let magnitude = match exponent {
        0 => fraction * power_of_two(-24),
        31 if low == 0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * power_of_two(exponent - 25),
    };
    f64::from_bits(magnitude.to_bits() & !(1 << 63) | sign)
}

/// 2 to a power that a double has as a normal number.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(u64::from((exponent + 1023).cast_unsigned()) << 52)
}

/// A double rounded to the nearest half, of two to the even one.
pub(super) fn from_double(value: f64) -> u16 {
    let sign = ((value.to_bits() >> 63) as u16) << 15;
    let magnitude = value.abs();
    if magnitude.is_nan() {
        return 0x7e00;
    }
    // Halfway between the greatest half and what would come next.
    if magnitude >= 65520.0 {
        return sign | 0x7c00;
    }
    let exponent = ((magnitude.to_bits() >> 52) as i32 - 1023).max(-14);
    // In units of the last place this is a small integer: rounding is exact.
    let units = (magnitude * power_of_two(10 - exponent)).round_ties_even() as u16;
    // A carry out of the fraction counts the exponent up.
    let base = ((exponent + 14) as u16) << 10;
    sign | (base + units)
}

/// `p + c`, not exact sums rounded to the neighbour whose last bit is 1: a
/// second rounding to fewer bits is then as if there was only one.
pub(super) fn odd_sum(p: f64, c: f64) -> f64 {
    let sum = p + c;
    if !sum.is_finite() {
        return sum;
    }
    let part = sum - p;
    let error = (p - (sum - part)) + (c - part);
    if error == 0.0 || sum.to_bits() & 1 == 1 {
        return sum;
    }
    // Towards the exact sum.
    let away = (error > 0.0) == (sum > 0.0);
    f64::from_bits(if away {
        sum.to_bits() + 1
    } else {
        sum.to_bits() - 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every half is a double and comes back.
    #[test]
    fn every_half_comes_back() {
        for bits in 0..=u16::MAX {
            let back = from_double(to_double(bits));
            if bits & 0x7fff > 0x7c00 {
                assert_eq!(back, 0x7e00, "{bits:#x}");
            } else {
                assert_eq!(back, bits, "{bits:#x}");
            }
        }
    }

    /// Between two neighbours the nearer one, in the middle the even one.
    #[test]
    fn halves_round_to_even() {
        for low in 0..0x7bff_u16 {
            let (a, b) = (to_double(low), to_double(low + 1));
            let middle = a.midpoint(b);
            assert_eq!(from_double(middle), low + (low & 1), "{low:#x}");
            assert_eq!(from_double(middle.next_down()), low, "{low:#x}");
            assert_eq!(from_double(middle.next_up()), low + 1, "{low:#x}");
        }
        assert_eq!(from_double(65519.9), 0x7bff);
        assert_eq!(from_double(-65520.0), 0xfc00);
    }

    /// A product that lies just above the middle of two halves: rounding to a
    /// double first would put it into the middle.
    #[test]
    fn a_fused_sum_rounds_once() {
        // 1 + 2^-11 is a middle; 2^-48 more decides.
        let tiny = power_of_two(-48) * power_of_two(-20);
        let sum = odd_sum(1.0 + power_of_two(-11), tiny);
        assert_eq!(from_double(sum), 0x3c01);
        let sum = odd_sum(1.0 + power_of_two(-11), -tiny);
        assert_eq!(from_double(sum), 0x3c00);
    }
}
