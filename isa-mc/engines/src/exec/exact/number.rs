//! Exact numbers, and how they are rounded.

use super::mode::{Mode, bias, flushed, fraction, infinity};
use crate::exec::bits::{ones, quiet_nan};

/// A number, exactly.
#[derive(Debug, Clone, Copy)]
pub(in crate::exec) enum Number {
    Nan,
    Infinity { negative: bool },
    Finite(Finite),
}

/// `significand` times two to the power of `exponent`. Its lowest bit may stand for
/// all that is less: it is set if anything is.
#[derive(Debug, Clone, Copy)]
pub(in crate::exec) struct Finite {
    pub(in crate::exec) negative: bool,
    pub(in crate::exec) significand: u128,
    pub(in crate::exec) exponent: i32,
}

/// Shifts to the right, and keeps in the lowest bit whether a bit was lost.
fn shift_right(value: u128, by: u32) -> u128 {
    let kept = value.unbounded_shr(by);
    kept | u128::from(kept.unbounded_shl(by) != value)
}

impl Number {
    /// The number that bits of a type are.
    pub(in crate::exec) fn of(bits: u128, width: u16) -> Number {
        let fraction = fraction(width);
        let negative = bits >> (width - 1) & 1 == 1;
        let magnitude = bits & ones(width - 1);
        if magnitude > infinity(width) {
            return Number::Nan;
        }
        if magnitude == infinity(width) {
            return Number::Infinity { negative };
        }
        let low = magnitude & ones(fraction);
        let exponent = (magnitude >> fraction) as i32;
        let significand = match exponent {
            0 => low,
            _ => low | 1 << fraction,
        };
        Number::Finite(Finite {
            negative,
            significand,
            exponent: exponent.max(1) - bias(width) - i32::from(fraction),
        })
    }

    /// An integer.
    pub(in crate::exec) fn from(negative: bool, significand: u128) -> Number {
        Number::Finite(Finite {
            // There is no negative zero among them.
            negative: negative && significand != 0,
            significand,
            exponent: 0,
        })
    }

    /// The bits of the number in a type, rounded as a mode says.
    pub(in crate::exec) fn round(self, width: u16, mode: Mode) -> u128 {
        match self {
            Number::Nan => quiet_nan(width),
            Number::Infinity { negative } => infinity(width) | sign(negative, width),
            Number::Finite(number) => number.round(width, mode),
        }
    }

    /// The integer that is nearest in the direction of a rounding, if it fits a type
    /// of so many bits; else the nearest that does, and zero for NaN.
    pub(in crate::exec) fn integer(self, bits: u16, signed: bool, rounding: u8) -> u128 {
        let greatest = ones(if signed { bits.saturating_sub(1) } else { bits });
        let least = if signed {
            greatest.saturating_add(1)
        } else {
            0
        };
        let (negative, magnitude) = match self {
            Number::Nan => return 0,
            Number::Infinity { negative } => (negative, u128::MAX),
            Number::Finite(number) => {
                let Finite {
                    negative,
                    significand,
                    exponent,
                } = number;
                let magnitude = if exponent <= 0 {
                    let by = exponent.unsigned_abs();
                    significand.unbounded_shr(by) + u128::from(number.rounds_away(by, rounding))
                } else if exponent.unsigned_abs() <= significand.leading_zeros() {
                    significand << exponent
                } else {
                    u128::MAX
                };
                (negative, magnitude)
            }
        };
        match negative {
            true => magnitude.min(least).wrapping_neg() & ones(bits),
            false => magnitude.min(greatest),
        }
    }

    pub(super) fn negated(self) -> Number {
        match self {
            Number::Nan => self,
            Number::Infinity { negative } => Number::Infinity {
                negative: !negative,
            },
            Number::Finite(number) => Number::Finite(Finite {
                negative: !number.negative,
                ..number
            }),
        }
    }

    fn is_negative(self) -> bool {
        match self {
            Number::Nan => false,
            Number::Infinity { negative } => negative,
            Number::Finite(number) => number.negative,
        }
    }

    /// `a + b`; a zero that two other numbers give is negative when rounding down.
    pub(super) fn add(self, other: Number, rounding: u8) -> Number {
        match (self, other) {
            (Number::Finite(a), Number::Finite(b)) => Number::Finite(a.add(b, rounding)),
            (Number::Nan, _) | (_, Number::Nan) => Number::Nan,
            (Number::Infinity { negative: a }, Number::Infinity { negative: b }) if a != b => {
                Number::Nan
            }
            (Number::Infinity { .. }, _) => self,
            (_, infinity) => infinity,
        }
    }

    pub(super) fn multiply(self, other: Number) -> Number {
        let negative = self.is_negative() != other.is_negative();
        match (self, other) {
            (Number::Nan, _) | (_, Number::Nan) => Number::Nan,
            (Number::Finite(a), Number::Finite(b)) => Number::Finite(Finite {
                negative,
                significand: a.significand * b.significand,
                exponent: a.exponent + b.exponent,
            }),
            (Number::Infinity { .. }, Number::Finite(b)) if b.significand == 0 => Number::Nan,
            (Number::Finite(a), Number::Infinity { .. }) if a.significand == 0 => Number::Nan,
            _ => Number::Infinity { negative },
        }
    }

    pub(super) fn divide(self, other: Number) -> Number {
        let negative = self.is_negative() != other.is_negative();
        match (self, other) {
            (Number::Nan, _)
            | (_, Number::Nan)
            | (Number::Infinity { .. }, Number::Infinity { .. }) => Number::Nan,
            (Number::Infinity { .. }, _) => Number::Infinity { negative },
            (Number::Finite(_), Number::Infinity { .. }) => Number::Finite(Finite {
                negative,
                significand: 0,
                exponent: 0,
            }),
            (Number::Finite(a), Number::Finite(b)) if b.significand == 0 => match a.significand {
                0 => Number::Nan,
                _ => Number::Infinity { negative },
            },
            (Number::Finite(a), Number::Finite(b)) => {
                // As many bits of the quotient as there is room for.
                let up = a.significand.leading_zeros().min(127);
                let dividend = a.significand << up;
                let rest = u128::from(dividend % b.significand != 0);
                Number::Finite(Finite {
                    negative,
                    significand: (dividend / b.significand) | rest,
                    exponent: a.exponent - up.cast_signed() - b.exponent,
                })
            }
        }
    }

    pub(super) fn square_root(self) -> Number {
        match self {
            Number::Finite(a) if a.significand == 0 => self,
            Number::Infinity { negative: false } => self,
            Number::Finite(a) if !a.negative => {
                // The exponent must be even.
                let up = a.significand.leading_zeros() & !1;
                let up = up
                    - (a.exponent - up.cast_signed())
                        .rem_euclid(2)
                        .cast_unsigned();
                let radicand = a.significand << up;
                let root = radicand.isqrt();
                Number::Finite(Finite {
                    negative: false,
                    significand: root | u128::from(root * root != radicand),
                    exponent: (a.exponent - up.cast_signed()) / 2,
                })
            }
            _ => Number::Nan,
        }
    }

    pub(super) fn scaled(self, by: i32) -> Number {
        match self {
            Number::Finite(number) => Number::Finite(Finite {
                exponent: number
                    .exponent
                    .saturating_add(by.clamp(-0x1_0000, 0x1_0000)),
                ..number
            }),
            other => other,
        }
    }
}

fn sign(negative: bool, width: u16) -> u128 {
    u128::from(negative) << (width - 1)
}

impl Finite {
    /// Whether the magnitude grows by one where its lowest bits are cut off.
    fn rounds_away(self, cut: u32, rounding: u8) -> bool {
        let rest = self.significand & ones(cut.min(128) as u16);
        if rest == 0 {
            return false;
        }
        match rounding {
            0 => {
                let odd = self.significand.unbounded_shr(cut) & 1 == 1;
                let half = match cut {
                    1..=128 => 1 << (cut - 1),
                    // All of it is less than a half.
                    _ => return false,
                };
                rest > half || rest == half && odd
            }
            1 => !self.negative,
            2 => self.negative,
            _ => false,
        }
    }

    fn round(self, width: u16, mode: Mode) -> u128 {
        let sign = sign(self.negative, width);
        if self.significand == 0 {
            return sign;
        }
        let fraction = fraction(width);
        let top = 127 - self.significand.leading_zeros().cast_signed();
        // Below the least normal number the last place stays where it is.
        let exponent = (self.exponent + top).max(1 - bias(width));
        let cut = exponent - i32::from(fraction) - self.exponent;
        let units = match u32::try_from(cut) {
            Ok(cut) => {
                let kept = self.significand.unbounded_shr(cut);
                kept + u128::from(self.rounds_away(cut, mode.rounding))
            }
            Err(_) => self.significand << cut.unsigned_abs(),
        };
        // The leading bit, and a carry out of the fraction, count the exponent up.
        let base = i64::from(exponent + bias(width) - 1).cast_unsigned();
        let bits = (u128::from(base) << fraction) + units;
        if bits >= infinity(width) {
            let away = match mode.rounding {
                _ if mode.limits => false,
                0 => true,
                1 => !self.negative,
                2 => self.negative,
                _ => false,
            };
            return sign | (infinity(width) - u128::from(!away));
        }
        match mode.keeps_results {
            true => sign | bits,
            false => flushed(sign | bits, width),
        }
    }

    fn add(self, other: Finite, rounding: u8) -> Finite {
        match (self.significand, other.significand) {
            (0, 0) => {
                return Finite {
                    negative: match self.negative == other.negative {
                        true => self.negative,
                        false => rounding == 2,
                    },
                    ..self
                };
            }
            (0, _) => return other,
            (_, 0) => return self,
            _ => {}
        }
        let top =
            |number: Finite| number.exponent - number.significand.leading_zeros().cast_signed();
        let (large, small) = if top(self) >= top(other) {
            (self, other)
        } else {
            (other, self)
        };
        // Two bits of room: for a carry, and none for the sign.
        let room = large.significand.leading_zeros().saturating_sub(2);
        let exponent = large.exponent - room.cast_signed();
        let a = large.significand << room;
        let b = match small.exponent - exponent {
            down @ ..=0 => shift_right(small.significand, down.unsigned_abs()),
            up => small.significand << up,
        };
        let (negative, significand) = if large.negative == small.negative {
            (large.negative, a + b)
        } else if a >= b {
            (large.negative, a - b)
        } else {
            (small.negative, b - a)
        };
        Finite {
            negative: if significand == 0 {
                rounding == 2
            } else {
                negative
            },
            significand,
            exponent,
        }
    }
}
