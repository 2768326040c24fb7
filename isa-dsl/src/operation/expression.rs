//! Expressions: from the syntax tree to the typed tree.

use super::arguments::Declared;
use super::balance::Balance;
use super::checker::Checker;
use super::environment::Entity;
use super::ir::{Conversion, Expression, ExpressionKind, Position, Source};
use super::types::Type;
use super::value::Target;
use super::value::Value;
use crate::ast::{OpExpr, OpExprKind};
use crate::diagnostic::Code;
use crate::source::Span;

impl Checker<'_> {
    /// Checks an expression; `None` if it has errors, which are then reported.
    pub(super) fn value(&mut self, expression: &OpExpr) -> Option<Value> {
        self.deeper(expression.span, |checker| checker.value_of(expression))
    }

    pub(super) fn condition(&mut self, expression: &OpExpr) -> Option<Expression> {
        let value = self.value(expression)?;
        self.truth(value, expression.span)
    }

    fn value_of(&mut self, expression: &OpExpr) -> Option<Value> {
        let span = expression.span;
        match &expression.kind {
            OpExprKind::Number {
                value,
                bits,
                unsigned,
            } => self.number(*value, *bits, *unsigned, span),
            OpExprKind::Float(text) => {
                let Some(number) = text.parse::<f64>().ok().filter(|n| n.is_finite()) else {
                    self.error(Code::OpWidth, span, format!("{text} is out of range"));
                    return None;
                };
                Some(Value::Real(number))
            }
            OpExprKind::Name(name) => self.named(expression, name, span),
            OpExprKind::Choose(condition, then, otherwise) => {
                let condition = self.condition(condition);
                let (a, b) = (self.value(then), self.value(otherwise));
                let values = self.balance((a?, then.span), (b?, otherwise.span), Balance::CHOICE);
                let (a, b) = values?;
                Some(Expression::choose(condition?, a, b).into())
            }
            OpExprKind::Binary(operator, left, right) => self.combine(*operator, span, left, right),
            OpExprKind::Unary(operator, value) => self.unary(*operator, value, span),
            OpExprKind::Cast(ty, value) => {
                let declared = self.declared(ty);
                let checked = self.value(value)?;
                let ty = match declared? {
                    Declared::Value(ty) => ty,
                    Declared::Pointer(to) => match &checked {
                        Value::Typed(Expression {
                            ty: Type::Pointer { space, .. },
                            ..
                        }) => Type::Pointer { to, space: *space },
                        _ => Type::Pointer { to, space: 0 },
                    },
                };
                Some(self.cast(checked, ty, span)?.into())
            }
            OpExprKind::Index(base, _) | OpExprKind::Slice(base, ..) => match &base.kind {
                OpExprKind::Name(name)
                    if self.variable(name).is_none()
                        && self.constant_named(name).is_none()
                        && self.value_named(name).is_none() =>
                {
                    self.named(expression, name, base.span)
                }
                _ => {
                    // An error in the base comes first.
                    self.value(base)?;
                    self.error(
                        Code::OpType,
                        base.span,
                        "only operands and states have dwords",
                    )
                    .help("shift and mask a value: `(P >> 32)`");
                    None
                }
            },
            OpExprKind::Call(name, arguments) => self.call(name, arguments, span),
        }
    }

    fn number(&mut self, value: u64, bits: u32, unsigned: bool, span: Span) -> Option<Value> {
        let ty = match (bits, unsigned) {
            (64, true) => Type::unsigned(64),
            (64, false) => Type::signed(64),
            (32, _) => Type::unsigned(32),
            _ => return Some(Value::Constant(i128::from(value))),
        };
        let value = self.coerce(Value::Constant(value.into()), ty, span, &Target::memory())?;
        Some(value.into())
    }

    /// A name, or a part of what it names.
    pub(super) fn named(&mut self, whole: &OpExpr, name: &str, span: Span) -> Option<Value> {
        if let Some(local) = self.variable(name).map(|v| v.local) {
            if self.once {
                self.shared.push((local, span));
            }
            return Some(self.read_local(local)?.into());
        }
        if let Some(constant) = self.constant_named(name) {
            return Some(Value::Constant(constant.into()));
        }
        if let Some(argument) = self.value_named(name) {
            let argument = argument.clone();
            return Some(self.value_of_parameter(argument)?.into());
        }
        let (name, half) = self.environment.without_half(name);
        let part = half.is_some() || !matches!(whole.kind, OpExprKind::Name(_));
        let Some(entity) = self.environment.find(name) else {
            if self.outside && self.environment.lacks(name) {
                // A field, or as many dwords of one as are asked for.
                let ty = if part {
                    Type::Bits(self.part(whole, u16::MAX, None)?.1)
                } else {
                    Type::unsigned(32)
                };
                return Some(Expression::constant(ty, 0).into());
            }
            self.unknown(name, span);
            return None;
        };
        if part && !matches!(entity, Entity::Operand(_) | Entity::State(_)) {
            let parts = if half.is_some() { "halves" } else { "dwords" };
            let message = format!("`{name}` has no {parts}");
            self.error(Code::OpType, span, message)
                .help("only operands and states have");
            return None;
        }
        match entity {
            Entity::Constant(value) => Some(Value::Constant(value.into())),
            Entity::Lane => {
                self.one_lane(name, span)?;
                let (ty, kind) = (Type::unsigned(32), ExpressionKind::Lane);
                Some(Expression { ty, kind }.into())
            }
            Entity::Let(index) => {
                let local = self.let_local(index, span)?;
                if self.once {
                    self.shared.push((local, span));
                }
                Some(self.read_local(local)?.into())
            }
            Entity::Operand(index) => {
                let operand = self.environment.operands.get(index)?;
                if !operand.readable && self.outside && !part {
                    // No encoding of this instruction has what it was before.
                    let ty = Type::Bits(operand.bits);
                    return Some(Expression::constant(ty, 0).into());
                }
                if !operand.readable {
                    self.unreadable(name, span);
                    return None;
                }
                if operand.per_lane {
                    self.one_lane(name, span)?;
                }
                let (at, bits) = self.part(whole, operand.bits, half)?;
                Some(read(Source::Operand(index), at, bits).into())
            }
            Entity::State(index) => {
                let state = self.environment.states.get(index)?;
                let (at, bits) = self.part(whole, state.bits, half)?;
                Some(read(Source::State(index), at, bits).into())
            }
            Entity::Feature(index) => {
                let bit = read(Source::Feature(index), Position::default(), 1);
                Some(bit.converted(Conversion::BitCast, Type::Bool).into())
            }
            Entity::Field(index) => {
                let field = self.environment.fields.get(index)?;
                let bits = read(Source::Field(index), Position::default(), field.bits);
                let width = if field.bits <= 32 { 32 } else { 64 };
                Some(match (field.bits, field.signed) {
                    (1, false) => bits.converted(Conversion::BitCast, Type::Bool).into(),
                    (n, true) if n == width => bits
                        .converted(Conversion::BitCast, Type::signed(width))
                        .into(),
                    (n, false) if n == width => bits
                        .converted(Conversion::BitCast, Type::unsigned(width))
                        .into(),
                    (_, true) => bits
                        .converted(Conversion::SignExtend, Type::signed(width))
                        .into(),
                    (_, false) => bits
                        .converted(Conversion::ZeroExtend, Type::unsigned(width))
                        .into(),
                })
            }
        }
    }

    /// Reports the use of an operand that is declared `out`.
    pub(super) fn unreadable(&mut self, name: &str, span: Span) {
        let message = format!("`{name}` cannot be read");
        self.error(Code::OpPlace, span, message)
            .label("declared `out`")
            .help("write `inout` if it is read too");
    }
}

fn read(from: Source, at: Position, bits: u16) -> Expression {
    Expression {
        ty: Type::Bits(bits),
        kind: ExpressionKind::Read { from, at },
    }
}
