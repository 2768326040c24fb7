//! Operators.

use super::balance::Balance;
use super::checker::Checker;
use super::constant::fold;
use super::convert::promote;
use super::ir::{Binary, Conversion, Expression, ExpressionKind, Unary};
use super::types::{ADDRESS_BITS, Pointee, Type};
use super::value::Target;
use super::value::{Value, plain};
use crate::ast::{OpBinary, OpExpr, OpUnary};
use crate::diagnostic::Code;
use crate::source::Span;

impl Checker<'_> {
    pub(super) fn unary(
        &mut self,
        operator: OpUnary,
        operand: &OpExpr,
        span: Span,
    ) -> Option<Value> {
        if operator == OpUnary::Deref {
            let address = self.pointer(operand)?;
            let Type::Pointer { to, .. } = address.ty else {
                return None;
            };
            let ty = Type::Scalar(to.scalar());
            return Some(
                Expression {
                    ty,
                    kind: ExpressionKind::Load(Box::new(address)),
                }
                .into(),
            );
        }
        let value = self.value(operand)?;
        match operator {
            OpUnary::AddressOf => {
                self.error(Code::OpType, span, "registers and locals have no address")
                    .help("`&` is written between two values");
                None
            }
            OpUnary::Not => {
                if let Value::Constant(constant) = value {
                    return Some(Value::Constant(i128::from(constant == 0)));
                }
                let truth = self.truth(value, operand.span)?;
                Some(Expression::unary(Unary::Not, truth).into())
            }
            OpUnary::Neg => match value {
                Value::Constant(constant) => Some(Value::Constant(constant.checked_neg()?)),
                Value::Real(number) => Some(Value::Real(-number)),
                Value::Typed(value) => {
                    if value.ty.as_floating().is_none() {
                        self.integer(&value, operand.span)?;
                    }
                    Some(Expression::unary(Unary::Negate, plain(promote(value))).into())
                }
            },
            OpUnary::BitNot => match value {
                Value::Constant(constant) => Some(Value::Constant(!constant)),
                value => {
                    let value = self.settled(value, operand.span)?;
                    self.integer(&value, operand.span)?;
                    Some(Expression::unary(Unary::BitNot, plain(promote(value))).into())
                }
            },
            OpUnary::Deref => None,
        }
    }

    /// What `*` is applied to.
    pub(super) fn pointer(&mut self, operand: &OpExpr) -> Option<Expression> {
        let value = self.value(operand)?;
        match value {
            Value::Typed(value) if matches!(value.ty, Type::Pointer { .. }) => Some(value),
            _ => {
                let message = "only a pointer leads to memory";
                self.error(Code::OpType, operand.span, message).help("a family's `let` makes an address, a cast gives it a type: `*(UINT32*)ADDRESS`");
                None
            }
        }
    }

    /// `left operator right`
    pub(super) fn combine(
        &mut self,
        operator: OpBinary,
        span: Span,
        left: &OpExpr,
        right: &OpExpr,
    ) -> Option<Value> {
        let (a, b) = (self.value(left), self.value(right));
        let (a, b) = (a?, b?);
        if let (Value::Constant(a), Value::Constant(b)) = (&a, &b) {
            let folded = fold(operator, *a, *b);
            if folded.is_none() {
                self.error(Code::OpWidth, span, "this constant has no value")
                    .help("division by zero, or more than 128 bits");
            }
            return folded.map(Value::Constant);
        }
        let (a, b) = ((a, left.span), (b, right.span));
        match operator {
            OpBinary::AndAlso | OpBinary::OrElse => {
                let (x, y) = (self.truth(a.0, a.1), self.truth(b.0, b.1));
                let (x, y) = (x?, y?);
                let constant = |value| Expression::constant(Type::Bool, value);
                Some(match operator {
                    OpBinary::AndAlso => Expression::choose(x, y, constant(0)).into(),
                    _ => Expression::choose(x, constant(1), y).into(),
                })
            }
            OpBinary::Shl | OpBinary::Shr => self.shift(operator, a, b),
            OpBinary::Add | OpBinary::Sub if is_pointer(&a.0) || is_pointer(&b.0) => {
                self.advance(operator, a, b, span)
            }
            OpBinary::And | OpBinary::Or | OpBinary::Xor => {
                let (x, y) = self.balance(a, b, Balance::BITWISE)?;
                if x.ty != Type::Bool {
                    self.integer(&x, left.span)?;
                }
                let operator = match operator {
                    OpBinary::And => Binary::And,
                    OpBinary::Or => Binary::Or,
                    _ => Binary::Xor,
                };
                Some(Expression::binary(x.ty, operator, x, y).into())
            }
            OpBinary::Add => self.arithmetic(Binary::Add, Balance::ARITHMETIC, a, b),
            OpBinary::Sub => self.arithmetic(Binary::Subtract, Balance::ARITHMETIC, a, b),
            OpBinary::Mul => self.arithmetic(Binary::Multiply, Balance::ARITHMETIC, a, b),
            OpBinary::Div => self.arithmetic(Binary::Divide, Balance::ORDERED, a, b),
            OpBinary::Rem => {
                let value = self.arithmetic(Binary::Remainder, Balance::ORDERED, a, b)?;
                if let Value::Typed(value) = &value {
                    self.integer(value, left.span)?;
                }
                Some(value)
            }
            OpBinary::Lt => self.compare(Binary::Less, a, b),
            OpBinary::Le => self.compare(Binary::LessEqual, a, b),
            OpBinary::Gt => self.compare(Binary::Greater, a, b),
            OpBinary::Ge => self.compare(Binary::GreaterEqual, a, b),
            OpBinary::Eq => self.compare(Binary::Equal, a, b),
            OpBinary::Ne => self.compare(Binary::NotEqual, a, b),
        }
    }

    fn arithmetic(
        &mut self,
        operator: Binary,
        rule: Balance,
        a: (Value, Span),
        b: (Value, Span),
    ) -> Option<Value> {
        let span = a.1.to(b.1);
        let (x, y) = self.balance(a, b, rule)?;
        if matches!(x.ty, Type::Pointer { .. }) {
            self.error(
                Code::OpType,
                span,
                "addresses cannot be multiplied or divided",
            );
            return None;
        }
        let (x, y) = (promote(x), promote(y));
        Some(Expression::binary(x.ty, operator, x, y).into())
    }

    fn compare(&mut self, operator: Binary, a: (Value, Span), b: (Value, Span)) -> Option<Value> {
        let (x, y) = self.balance(a, b, Balance::ORDERED)?;
        Some(Expression::binary(Type::Bool, operator, x, y).into())
    }

    fn shift(&mut self, operator: OpBinary, a: (Value, Span), b: (Value, Span)) -> Option<Value> {
        let value = self.settled(a.0, a.1);
        let integer = value.as_ref().and_then(|value| self.integer(value, a.1));
        let constant = match &b.0 {
            Value::Constant(amount) => Some(*amount),
            _ => None,
        };
        let amount = match b.0 {
            Value::Constant(_) => Some(Expression::constant(Type::unsigned(32), 0)),
            other => self.settled(other, b.1),
        };
        let amount_integer = amount.as_ref().and_then(|amount| self.integer(amount, b.1));
        integer?;
        amount_integer?;
        let value = plain(promote(value?));
        let width = i128::from(value.ty.bits());
        let amount = match constant {
            Some(amount) if (0..width).contains(&amount) => {
                Expression::constant(Type::unsigned(32), amount)
            }
            Some(amount) => {
                let message = format!("{width} bits cannot be shifted by {amount}");
                self.error(Code::OpWidth, b.1, message)
                    .help(format!("0 to {}; a cast makes the value wider", width - 1));
                return None;
            }
            None => self.cast(amount?.into(), Type::unsigned(32), b.1)?,
        };
        let operator = if operator == OpBinary::Shl {
            Binary::ShiftLeft
        } else {
            Binary::ShiftRight
        };
        Some(Expression::binary(value.ty, operator, value, amount).into())
    }

    /// A `BYTE*` plus or minus an integer.
    fn advance(
        &mut self,
        operator: OpBinary,
        a: (Value, Span),
        b: (Value, Span),
        span: Span,
    ) -> Option<Value> {
        let swap = !is_pointer(&a.0) && operator == OpBinary::Add;
        let (pointer, distance) = if swap { (b, a) } else { (a, b) };
        let Value::Typed(Expression {
            ty: pointer_type @ Type::Pointer { to, .. },
            ..
        }) = pointer.0
        else {
            self.error(
                Code::OpType,
                span,
                "an address cannot be subtracted from a number",
            );
            return None;
        };
        if to != Pointee::Byte {
            let message = format!("{pointer_type} cannot be added to");
            self.error(Code::OpType, pointer.1, message)
                .help("add bytes to a `BYTE*`, then cast: `(UINT32*)(ADDRESS + 4)`");
            return None;
        }
        if is_pointer(&distance.0) {
            self.error(Code::OpType, span, "two addresses cannot be combined");
            return None;
        }
        let number = Type::unsigned(ADDRESS_BITS);
        let distance = match distance.0 {
            Value::Constant(_) => self.coerce(distance.0, number, distance.1, &Target::memory())?,
            value => {
                let value = self.settled(value, distance.1)?;
                self.integer(&value, distance.1)?;
                self.cast(value.into(), number, distance.1)?
            }
        };
        let Value::Typed(pointer) = pointer.0 else {
            return None;
        };
        let base = pointer.converted(Conversion::BitCast, number);
        let operator = if operator == OpBinary::Add {
            Binary::Add
        } else {
            Binary::Subtract
        };
        let sum = Expression::binary(number, operator, base, distance);
        Some(sum.converted(Conversion::BitCast, pointer_type).into())
    }
}

fn is_pointer(value: &Value) -> bool {
    matches!(
        value,
        Value::Typed(Expression {
            ty: Type::Pointer { .. },
            ..
        })
    )
}
