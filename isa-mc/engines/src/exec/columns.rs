//! Calculations of at most 64 bits, for many lanes in one loop.

pub(super) mod float;

use super::exact::Mode;
use super::number::{evaluate, result_mask};
use crate::tables::{Action, ActionKind, NumberKind, low_mask};

/// `to = action(a, b, c)` for as many lanes as there are. What is common has a loop
/// that compilers turn into vector instructions; the rest goes through
/// [`evaluate`], lane by lane. Both give the same.
pub(super) fn calculate(action: &Action, to: &mut [u64], a: &[u64], b: &[u64], c: &[u64]) {
    let mask = low_mask(action.bits.min(64) as u8);
    macro_rules! each {
        (|$x:ident, $y:ident| $result:expr) => {
            for ((to, &$x), &$y) in to.iter_mut().zip(a).zip(b) {
                *to = $result;
            }
        };
    }
    let is_float = matches!(action.number.get(), NumberKind::Floating);
    let is_signed = matches!(action.number.get(), NumberKind::Signed);
    // Moves the sign bit to the top, so that the order is that of 64 bits.
    let up = 64 - u32::from(action.bits.clamp(1, 64));
    let amount = u64::from(action.bits.max(1)) - 1;
    match action.kind.get() {
        ActionKind::And => each!(|x, y| x & y),
        ActionKind::Or => each!(|x, y| x | y),
        ActionKind::Xor => each!(|x, y| x ^ y),
        ActionKind::BitNot => each!(|x, _y| !x & mask),
        ActionKind::Truncate => each!(|x, _y| x & mask),
        ActionKind::Not => each!(|x, _y| x & 1 ^ 1),
        ActionKind::SignExtend => {
            let top = 64 - u32::from(action.b.clamp(1, 64));
            each!(|x, _y| ((x << top).cast_signed() >> top).cast_unsigned() & mask);
        }
        ActionKind::Choose => {
            for ((to, &x), (&y, &z)) in to.iter_mut().zip(a).zip(b.iter().zip(c)) {
                *to = if x & 1 == 1 { y } else { z };
            }
        }
        ActionKind::Add if !is_float => each!(|x, y| x.wrapping_add(y) & mask),
        ActionKind::Subtract if !is_float => each!(|x, y| x.wrapping_sub(y) & mask),
        ActionKind::Multiply if !is_float => each!(|x, y| x.wrapping_mul(y) & mask),
        ActionKind::Negate if !is_float => each!(|x, _y| x.wrapping_neg() & mask),
        ActionKind::Equal if !is_float => each!(|x, y| u64::from(x == y)),
        ActionKind::NotEqual if !is_float => each!(|x, y| u64::from(x != y)),
        ActionKind::Less if !is_float && !is_signed => each!(|x, y| u64::from(x < y)),
        ActionKind::LessEqual if !is_float && !is_signed => each!(|x, y| u64::from(x <= y)),
        ActionKind::Greater if !is_float && !is_signed => each!(|x, y| u64::from(x > y)),
        ActionKind::GreaterEqual if !is_float && !is_signed => each!(|x, y| u64::from(x >= y)),
        ActionKind::Minimum if !is_float && !is_signed => each!(|x, y| x.min(y)),
        ActionKind::Maximum if !is_float && !is_signed => each!(|x, y| x.max(y)),
        ActionKind::Less if is_signed => {
            each!(|x, y| u64::from((x << up).cast_signed() < (y << up).cast_signed()));
        }
        ActionKind::Minimum if is_signed => {
            each!(|x, y| [y, x][usize::from((x << up).cast_signed() <= (y << up).cast_signed())]);
        }
        ActionKind::Maximum if is_signed => {
            each!(|x, y| [y, x][usize::from((x << up).cast_signed() >= (y << up).cast_signed())]);
        }
        ActionKind::ShiftLeft => each!(|x, y| x << (y & amount) & mask),
        ActionKind::ShiftRight if !is_signed => each!(|x, y| x >> (y & amount)),
        ActionKind::Divide if !is_float && !is_signed => {
            each!(|x, y| x.checked_div(y).unwrap_or(mask));
        }
        ActionKind::Remainder if !is_float && !is_signed => {
            each!(|x, y| x.checked_rem(y).unwrap_or(x));
        }
        ActionKind::ShiftRight => {
            each!(|x, y| ((x << up).cast_signed() >> up >> (y & amount)).cast_unsigned() & mask);
        }
        ActionKind::LessEqual if is_signed => {
            each!(|x, y| u64::from((x << up).cast_signed() <= (y << up).cast_signed()));
        }
        ActionKind::Greater if is_signed => {
            each!(|x, y| u64::from((x << up).cast_signed() > (y << up).cast_signed()));
        }
        ActionKind::GreaterEqual if is_signed => {
            each!(|x, y| u64::from((x << up).cast_signed() >= (y << up).cast_signed()));
        }
        ActionKind::BitCount => each!(|x, _y| u64::from(x.count_ones())),
        _ if float::calculate(action, [Mode::DEFAULT; 2], to, [a, b, c]) => {}
        _ => {
            let mask = result_mask(action);
            for ((to, &x), (&y, &z)) in to.iter_mut().zip(a).zip(b.iter().zip(c)) {
                let result = evaluate(action, x.into(), y.into(), z.into());
                *to = (result & mask) as u64;
            }
        }
    }
}
