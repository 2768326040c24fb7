//! Conversions: what an assignment does silently, what a cast does when asked.

use super::checker::Checker;
use super::ir::{Binary, Conversion, Expression};
use super::types::{ADDRESS_BITS, Pointee, Scalar, Type, is_integer_width};
use super::value::Target;
use super::value::Value;
use crate::diagnostic::Code;
use crate::source::Span;

/// Changes the width of an integer, by its sign, and then its type.
pub(super) fn resize(value: Expression, from: (u16, bool), to: Type) -> Expression {
    let conversion = match from.0.cmp(&to.bits()) {
        std::cmp::Ordering::Less if from.1 => Conversion::SignExtend,
        std::cmp::Ordering::Less => Conversion::ZeroExtend,
        std::cmp::Ordering::Equal => Conversion::BitCast,
        std::cmp::Ordering::Greater => Conversion::Truncate,
    };
    value.converted(conversion, to)
}

/// An integer as one of at least 32 bits. Register bits of 32 and more stay.
pub(super) fn promote(value: Expression) -> Expression {
    match value.ty.as_integer() {
        Some((bits, signed)) if bits < 32 => {
            let to = if signed {
                Type::signed(32)
            } else {
                Type::unsigned(32)
            };
            resize(value, (bits, signed), to)
        }
        _ => value,
    }
}

/// An integer type that a lone constant has.
pub(super) fn natural(constant: i128) -> Option<Type> {
    [
        Type::unsigned(32),
        Type::signed(32),
        Type::unsigned(64),
        Type::signed(64),
    ]
    .into_iter()
    .find(|ty| fits(constant, *ty, false))
}

/// Whether a constant is a value of an integer type or of register bits; as a
/// `pattern`, also the bits of the other sign.
pub(super) fn fits(constant: i128, ty: Type, pattern: bool) -> bool {
    let (bits, signed) = match ty {
        Type::Bool => (1, false),
        Type::Bits(bits) => (bits, false),
        Type::Scalar(Scalar::Integer { bits, signed }) => (bits, signed),
        _ => return false,
    };
    match bits {
        0 => return constant == 0,
        128 => return true,
        // The sign of a constant is not extended beyond 128 bits.
        129.. => return constant >= 0,
        _ => {}
    }
    let half = 1_i128 << (bits - 1);
    // -1 is the usual way to write all ones of an unsigned type.
    let lowest = if bits == 1 { 0 } else { -half };
    let end = if signed && !pattern { half } else { half * 2 };
    (lowest..end).contains(&constant)
}

/// The bits of a number in a floating-point type, rounded to nearest even.
fn floating_bits(number: f64, ty: Scalar) -> i128 {
    match ty {
        Scalar::Half => i128::from(half_bits(number)),
        Scalar::Float => i128::from((number as f32).to_bits()),
        _ => i128::from(number.to_bits()),
    }
}

fn half_bits(number: f64) -> u16 {
    let bits = number.to_bits();
    let sign = (bits >> 48) as u16 & 0x8000;
    if number.is_nan() {
        return sign | 0x7e00;
    }
    let exponent = (bits >> 52) & 0x7ff;
    // The last place of a HALF is worth 2^-24 below 2^-13, twice that per
    // exponent above.
    let places = exponent.saturating_sub(1009);
    if places > 29 {
        return sign | 0x7c00;
    }
    let shift = 1051 - exponent.min(1009);
    if shift >= 64 {
        return sign;
    }
    let significand = bits & ((1 << 52) - 1) | 1 << 52;
    let (kept, rest, half) = (
        significand >> shift,
        significand & ((1 << shift) - 1),
        1_u64 << (shift - 1),
    );
    let up = rest > half || rest == half && kept & 1 == 1;
    // The leading bit of a normal number, and a carry of rounding, add to the
    // exponent by themselves.
    sign | ((places << 10) + kept + u64::from(up)) as u16
}

impl Checker<'_> {
    /// A constant as a value of `ty`.
    pub(super) fn adapt(
        &mut self,
        constant: i128,
        ty: Type,
        span: Span,
        pattern: bool,
    ) -> Option<Expression> {
        match ty {
            Type::Scalar(scalar) if scalar.is_floating() => {
                self.error(
                    Code::OpType,
                    span,
                    format!("{constant} is an integer, not {scalar}"),
                )
                .help(format!("write `{constant}.0`"));
                None
            }
            Type::Pointer { .. } => {
                self.error(Code::OpType, span, "a constant is no address");
                None
            }
            _ if fits(constant, ty, pattern) => Some(Expression::constant(ty, constant)),
            _ => {
                let message = format!("{constant} does not fit {ty}");
                self.error(Code::OpWidth, span, message);
                None
            }
        }
    }

    pub(super) fn adapt_real(&mut self, number: f64, ty: Type, span: Span) -> Option<Expression> {
        if let Some(scalar) = ty.as_floating() {
            return Some(Expression::constant(ty, floating_bits(number, scalar)));
        }
        let message = format!("a floating-point number does not go with {ty}");
        self.error(Code::OpType, span, message)
            .help("say its type: `(FLOAT)1.0`");
        None
    }

    /// A value without the chance to adapt: constants get their natural type.
    pub(super) fn settled(&mut self, value: Value, span: Span) -> Option<Expression> {
        match value {
            Value::Typed(value) => Some(value),
            Value::Real(number) => self.adapt_real(number, Type::Scalar(Scalar::Double), span),
            Value::Constant(constant) => {
                let Some(ty) = natural(constant) else {
                    let message = format!("{constant} needs more than 64 bits");
                    self.error(Code::OpWidth, span, message);
                    return None;
                };
                Some(Expression::constant(ty, constant))
            }
        }
    }

    /// What an assignment to `ty` does.
    pub(super) fn coerce(
        &mut self,
        value: Value,
        ty: Type,
        span: Span,
        target: &Target,
    ) -> Option<Expression> {
        let value = match value {
            Value::Typed(value) => value,
            Value::Constant(constant) => return self.adapt(constant, ty, span, false),
            Value::Real(number) => return self.adapt_real(number, ty, span),
        };
        if value.ty == ty {
            return Some(value);
        }
        let (have, want) = (value.ty.bits(), ty.bits());
        let pointer = |ty| matches!(ty, Type::Pointer { .. });
        if pointer(ty) || pointer(value.ty) {
            return self.no_conversion(&value, ty, span, target);
        }
        if ty == Type::Bool {
            self.error(Code::OpType, span, format!("{} is no `BOOL`", value.ty))
                .help("compare it: `… != 0`");
            return None;
        }
        if have == want {
            return Some(value.converted(Conversion::BitCast, ty));
        }
        let wider = ty
            .as_integer()
            .map(|(bits, _)| bits)
            .filter(|&bits| bits > have);
        match (value.ty.as_integer(), wider) {
            (Some(integer), Some(_)) => Some(resize(value, integer, ty)),
            (Some(_), None) if ty.as_floating().is_some() => {
                self.no_conversion(&value, ty, span, target)
            }
            (None, _) if value.ty.as_floating().is_some() && ty.as_floating().is_some() => {
                self.no_conversion(&value, ty, span, target)
            }
            _ => {
                let message = format!("{have} bits do not fit {}, which has {want}", target.0);
                let cast = have > want && is_integer_width(want);
                self.error(Code::OpWidth, span, message)
                    .label(value.ty.to_string())
                    .suggest(
                        cast.then(|| format!("a cast keeps the lowest bits: `(UINT{want})…`")),
                    );
                None
            }
        }
    }

    fn no_conversion(
        &mut self,
        value: &Expression,
        ty: Type,
        span: Span,
        target: &Target,
    ) -> Option<Expression> {
        let message = format!("{} cannot become {ty} for {}", value.ty, target.0);
        let help = match (value.ty, ty) {
            (Type::Pointer { .. }, Type::Pointer { .. }) => "cast the pointer: `(T*)ADDRESS`",
            (Type::Pointer { .. }, _) => "load what it points to: `*P`",
            (_, Type::Pointer { .. }) => {
                "integers become addresses only in a `let` of the family: \
                 `let ADDRESS : SPACE BYTE* = …`"
            }
            _ => "numbers are converted by calls; `=` copies bits of one width",
        };
        self.error(Code::OpType, span, message).help(help);
        None
    }

    /// A pointer to `to`, in whichever space the value points into.
    pub(super) fn pointer_to(
        &mut self,
        value: Value,
        to: Pointee,
        span: Span,
        target: &Target,
    ) -> Option<Expression> {
        let space = match &value {
            Value::Typed(Expression {
                ty: Type::Pointer { space, .. },
                ..
            }) => *space,
            _ => 0,
        };
        self.coerce(value, Type::Pointer { to, space }, span, target)
    }

    /// An integer or a pointer as the address that a `let` declares.
    pub(super) fn address(&mut self, value: Value, ty: Type, span: Span) -> Option<Expression> {
        let value = self.settled(value, span)?;
        match value.ty {
            Type::Pointer { .. } => Some(value.converted(Conversion::BitCast, ty)),
            Type::Bool => {
                self.error(Code::OpType, span, "a truth value is no address");
                None
            }
            other => match other.as_integer() {
                // A negative 32-bit address would be one near 2^64.
                Some((bits, _)) if bits <= ADDRESS_BITS => {
                    let number = resize(value, (bits, false), Type::unsigned(ADDRESS_BITS));
                    Some(number.converted(Conversion::BitCast, ty))
                }
                _ => {
                    let message = format!("{other} cannot be an address");
                    self.error(Code::OpType, span, message)
                        .help(format!("an integer of at most {ADDRESS_BITS} bits"));
                    None
                }
            },
        }
    }

    /// `(T)value`
    pub(super) fn cast(&mut self, value: Value, ty: Type, span: Span) -> Option<Expression> {
        if ty == Type::Bool {
            return self.truth(value, span);
        }
        let value = match (value, ty.as_integer()) {
            (Value::Constant(constant), Some(_)) => {
                return Some(Expression::constant(ty, constant));
            }
            (Value::Constant(constant), None) => return self.adapt(constant, ty, span, false),
            (Value::Real(number), _) => return self.adapt_real(number, ty, span),
            (Value::Typed(value), _) => value,
        };
        if value.ty == ty {
            return Some(value);
        }
        let same_width = value.ty.bits() == ty.bits();
        match (value.ty, ty) {
            (Type::Pointer { .. }, Type::Pointer { .. }) => {
                Some(value.converted(Conversion::BitCast, ty))
            }
            (Type::Bits(_), Type::Scalar(_)) if same_width => {
                Some(value.converted(Conversion::BitCast, ty))
            }
            (Type::Bits(bits), Type::Scalar(Scalar::Integer { .. })) => {
                Some(resize(value, (bits, false), ty))
            }
            (from, Type::Scalar(Scalar::Integer { .. })) if from.as_integer().is_some() => {
                let from = from.as_integer().unwrap_or((0, false));
                Some(resize(value, from, ty))
            }
            (from, _) => {
                let message = format!("a cast does not turn {from} into {ty}");
                let help = match (from, ty) {
                    (Type::Pointer { .. }, _) => "load what it points to: `*P`".to_owned(),
                    (_, Type::Pointer { .. }) => "integers become addresses only in a `let` of \
                                                  the family"
                        .to_owned(),
                    _ if same_width => {
                        let name = ty.to_string().replace('*', "");
                        format!("`AS{name}` copies the bits; converting numbers is a call")
                    }
                    _ => "converting numbers is a call".to_owned(),
                };
                self.error(Code::OpType, span, message).help(help);
                None
            }
        }
    }

    /// A value as a condition: integers are true if they are not zero.
    pub(super) fn truth(&mut self, value: Value, span: Span) -> Option<Expression> {
        let value = match value {
            Value::Constant(c) => {
                return Some(Expression::constant(Type::Bool, i128::from(c != 0)));
            }
            Value::Real(_) => None,
            Value::Typed(value) => Some(value),
        };
        match value {
            Some(value) if value.ty == Type::Bool => Some(value),
            Some(value) if matches!(value.ty, Type::Bits(_)) || value.ty.as_integer().is_some() => {
                let zero = Expression::constant(value.ty, 0);
                Some(Expression::binary(
                    Type::Bool,
                    Binary::NotEqual,
                    value,
                    zero,
                ))
            }
            _ => {
                self.error(Code::OpType, span, "a condition is a `BOOL` or an integer")
                    .help("compare it with something");
                None
            }
        }
    }

    /// Width and sign of an integer, or an error.
    pub(super) fn integer(&mut self, value: &Expression, span: Span) -> Option<(u16, bool)> {
        let integer = value.ty.as_integer();
        if integer.is_none() {
            match value.ty {
                Type::Bits(bits) => {
                    let message = format!("there are no integers of {bits} bits");
                    self.error(Code::OpWidth, span, message)
                        .help("take one or two of its dwords: `R[i]`, `R[a:b]`");
                }
                other => {
                    self.error(
                        Code::OpType,
                        span,
                        format!("an integer is needed, not {other}"),
                    );
                }
            }
        }
        integer
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_round_to_nearest_even() {
        for (number, bits) in [
            (0.0, 0x0000),
            (-0.0, 0x8000),
            (1.0, 0x3c00),
            (-2.0, 0xc000),
            (65504.0, 0x7bff),
            (65520.0, 0x7c00),
            (65519.9, 0x7bff),
            (1e9, 0x7c00),
            (f64::powi(2.0, -24), 0x0001),
            (f64::powi(2.0, -25), 0x0000),
            (f64::powi(2.0, -14), 0x0400),
            (1.0 + f64::powi(2.0, -11), 0x3c00),
            (1.0 + 3.0 * f64::powi(2.0, -11), 0x3c02),
        ] {
            assert_eq!(half_bits(number), bits, "{number}");
        }
    }

    #[test]
    fn a_constant_fits_what_can_hold_it() {
        assert!(fits(255, Type::unsigned(8), false));
        assert!(!fits(256, Type::unsigned(8), false));
        assert!(!fits(255, Type::signed(8), false));
        assert!(fits(255, Type::signed(8), true));
        assert!(fits(-1, Type::unsigned(8), false));
        assert!(!fits(-129, Type::signed(8), false));
        assert!(fits(1, Type::Bool, false) && !fits(-1, Type::Bool, false));
        assert!(fits(0, Type::Bits(0), false) && !fits(1, Type::Bits(0), false));
        assert!(fits(1, Type::Bits(256), false) && !fits(-1, Type::Bits(256), false));
    }
}
