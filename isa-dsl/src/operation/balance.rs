//! How the two sides of an operator come to one type.

use super::checker::Checker;
use super::convert::{fits, natural, promote, resize};
use super::ir::{Conversion, Expression};
use super::types::{Scalar, Type};
use super::value::Value;
use crate::diagnostic::Code;
use crate::source::Span;

/// How an operator brings its two sides together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Balance {
    /// Integers become at least 32 bits wide.
    pub(super) promote: bool,
    /// Signed and unsigned may meet, because the bits of the result are the
    /// same; it is then unsigned.
    pub(super) mixed: bool,
    /// Constants are bit patterns: `0xffffffff` fits a signed type.
    pub(super) pattern: bool,
}

impl Balance {
    /// `+ - *`
    pub(super) const ARITHMETIC: Balance = Balance {
        promote: true,
        mixed: true,
        pattern: false,
    };
    /// `& | ^`
    pub(super) const BITWISE: Balance = Balance {
        promote: true,
        mixed: true,
        pattern: true,
    };
    /// Comparisons, `/ %`: the sign matters.
    pub(super) const ORDERED: Balance = Balance {
        promote: true,
        mixed: false,
        pattern: false,
    };
    /// `?:`, `MIN`, `MAX`: one of the values is the result.
    pub(super) const CHOICE: Balance = Balance {
        promote: false,
        mixed: false,
        pattern: false,
    };
}

impl Checker<'_> {
    /// Brings two values to one type.
    pub(super) fn balance(
        &mut self,
        left: (Value, Span),
        right: (Value, Span),
        rule: Balance,
    ) -> Option<(Expression, Expression)> {
        match (left.0, right.0) {
            (Value::Constant(a), Value::Constant(b)) => {
                let Some(ty) = natural(a).zip(natural(b)).and_then(|(x, y)| {
                    let both = [x, y, Type::signed(64)];
                    both.into_iter()
                        .find(|ty| fits(a, *ty, false) && fits(b, *ty, false))
                }) else {
                    let message = format!("{a} and {b} have no type in common");
                    self.error(Code::OpWidth, left.1.to(right.1), message);
                    return None;
                };
                Some((Expression::constant(ty, a), Expression::constant(ty, b)))
            }
            (Value::Typed(a), Value::Constant(b)) => {
                let a = self.ready(a, left.1, rule)?;
                let b = self.adapt(b, a.ty, right.1, rule.pattern)?;
                Some((a, b))
            }
            (Value::Constant(a), Value::Typed(b)) => {
                let b = self.ready(b, right.1, rule)?;
                let a = self.adapt(a, b.ty, left.1, rule.pattern)?;
                Some((a, b))
            }
            (Value::Real(a), Value::Real(b)) => {
                let ty = Type::Scalar(Scalar::Double);
                Some((
                    self.adapt_real(a, ty, left.1)?,
                    self.adapt_real(b, ty, right.1)?,
                ))
            }
            (Value::Typed(a), Value::Real(b)) => {
                let b = self.adapt_real(b, a.ty, right.1)?;
                Some((a, b))
            }
            (Value::Real(a), Value::Typed(b)) => {
                let a = self.adapt_real(a, b.ty, left.1)?;
                Some((a, b))
            }
            (Value::Constant(a), Value::Real(b)) => {
                let ty = Type::Scalar(Scalar::Double);
                Some((
                    self.adapt(a, ty, left.1, false)?,
                    self.adapt_real(b, ty, right.1)?,
                ))
            }
            (Value::Real(a), Value::Constant(b)) => {
                let ty = Type::Scalar(Scalar::Double);
                Some((
                    self.adapt_real(a, ty, left.1)?,
                    self.adapt(b, ty, right.1, false)?,
                ))
            }
            (Value::Typed(a), Value::Typed(b)) => {
                self.balance_typed((a, left.1), (b, right.1), rule)
            }
        }
    }

    /// One side whose partner adapts to it.
    fn ready(&mut self, value: Expression, span: Span, rule: Balance) -> Option<Expression> {
        let value = if rule.promote { promote(value) } else { value };
        match value.ty {
            Type::Bits(bits) => {
                self.integer(&value, span)?;
                Some(resize(value, (bits, false), Type::unsigned(bits)))
            }
            _ => Some(value),
        }
    }

    fn balance_typed(
        &mut self,
        left: (Expression, Span),
        right: (Expression, Span),
        rule: Balance,
    ) -> Option<(Expression, Expression)> {
        let ((a, a_span), (b, b_span)) = (left, right);
        let both = a_span.to(b_span);
        // Truth values stay such where their operator allows it.
        let counts = rule.mixed && !rule.pattern;
        if a.ty == Type::Bool && b.ty == Type::Bool && !counts {
            return Some((a, b));
        }
        let (a, b) = if rule.promote {
            (promote(a), promote(b))
        } else {
            (a, b)
        };
        if a.ty == b.ty && !matches!(a.ty, Type::Bits(_)) {
            return Some((a, b));
        }
        // Register bits take the type of the same width on the other side.
        match (a.ty, b.ty) {
            (Type::Bits(bits), Type::Scalar(scalar)) if scalar.bits() == bits => {
                let ty = b.ty;
                return Some((a.converted(Conversion::BitCast, ty), b));
            }
            (Type::Scalar(scalar), Type::Bits(bits)) if scalar.bits() == bits => {
                let ty = a.ty;
                return Some((a, b.converted(Conversion::BitCast, ty)));
            }
            _ => {}
        }
        let apart = |ty: Type| ty.as_floating().is_some() || matches!(ty, Type::Pointer { .. });
        if apart(a.ty) || apart(b.ty) {
            let message = format!("{} and {} do not go together", a.ty, b.ty);
            let help = match (a.ty, b.ty) {
                (Type::Pointer { .. }, _) | (_, Type::Pointer { .. }) => {
                    "only integers can be added to a `BYTE*`"
                }
                _ => "copy the bits with `ASFLOAT` and its like, or convert by a call",
            };
            self.error(Code::OpType, both, message).help(help);
            return None;
        }
        let (x, y) = (self.integer(&a, a_span), self.integer(&b, b_span));
        let (x, y) = (x?, y?);
        let bits = x.0.max(y.0);
        let signed = match (x.1, y.1) {
            (true, true) => true,
            (false, false) => false,
            // The signed side holds every value of a narrower unsigned one.
            (true, false) if x.0 > y.0 => true,
            (false, true) if y.0 > x.0 => true,
            _ if rule.mixed => false,
            _ => {
                let message = format!("{} and {} differ in their sign", a.ty, b.ty);
                self.error(Code::OpType, both, message)
                    .help("cast one side: the result depends on it");
                return None;
            }
        };
        let ty = if signed {
            Type::signed(bits)
        } else {
            Type::unsigned(bits)
        };
        Some((resize(a, x, ty), resize(b, y, ty)))
    }
}
