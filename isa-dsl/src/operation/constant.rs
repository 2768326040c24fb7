//! Operators on untyped constants, which have no width.

use crate::ast::OpBinary;

/// The result; `None` if it is beyond 128 bits, divides by zero, or shifts by
/// a negative amount.
pub(super) fn fold(operator: OpBinary, a: i128, b: i128) -> Option<i128> {
    let amount = || u32::try_from(b).ok().filter(|&amount| amount < 127);
    Some(match operator {
        OpBinary::Add => a.checked_add(b)?,
        OpBinary::Sub => a.checked_sub(b)?,
        OpBinary::Mul => a.checked_mul(b)?,
        OpBinary::Div => a.checked_div(b)?,
        OpBinary::Rem => a.checked_rem(b)?,
        OpBinary::Shl => a.checked_mul(1_i128 << amount()?)?,
        OpBinary::Shr => a >> amount()?,
        OpBinary::And => a & b,
        OpBinary::Or => a | b,
        OpBinary::Xor => a ^ b,
        OpBinary::Lt => i128::from(a < b),
        OpBinary::Le => i128::from(a <= b),
        OpBinary::Gt => i128::from(a > b),
        OpBinary::Ge => i128::from(a >= b),
        OpBinary::Eq => i128::from(a == b),
        OpBinary::Ne => i128::from(a != b),
        OpBinary::AndAlso => i128::from(a != 0 && b != 0),
        OpBinary::OrElse => i128::from(a != 0 || b != 0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_value_is_refused() {
        assert_eq!(fold(OpBinary::Shl, 1, 16), Some(65536));
        assert_eq!(fold(OpBinary::Shl, 1, 127), None);
        assert_eq!(fold(OpBinary::Shl, 1, -1), None);
        assert_eq!(fold(OpBinary::Div, 1, 0), None);
        assert_eq!(fold(OpBinary::Mul, i128::MAX, 2), None);
    }
}
