//! Expressions: from the syntax tree to the typed tree.

use super::builtins::{self, Function, Signature};
use super::check::{Checker, Declared, counted};
use super::constant::fold;
use super::convert::{Balance, Target, promote};
use super::environment::Entity;
use super::ir::{Binary, Conversion, Expression, ExpressionKind, Position, Source, Unary};
use super::suggest::closest;
use super::types::{ADDRESS_BITS, Pointee, Type};
use crate::ast::{Name, OpArg, OpBinary, OpExpr, OpExprKind, OpUnary};
use crate::diagnostic::Code;
use crate::source::Span;

/// A value during the check: constants have no type until they meet one.
#[derive(Debug, Clone)]
pub(super) enum Value {
    Typed(Expression),
    Constant(i128),
    Real(f64),
}

impl From<Expression> for Value {
    fn from(value: Expression) -> Value {
        Value::Typed(value)
    }
}

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
            OpExprKind::Number { value, bits, unsigned } => {
                self.number(*value, *bits, *unsigned, span)
            }
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
            OpExprKind::Binary(operator, left, right) => {
                self.combine(*operator, span, left, right)
            }
            OpExprKind::Unary(operator, value) => self.unary(*operator, value, span),
            OpExprKind::Cast(ty, value) => {
                let declared = self.declared(ty);
                let checked = self.value(value)?;
                let ty = match declared? {
                    Declared::Value(ty) => ty,
                    Declared::Pointer(to) => match &checked {
                        Value::Typed(Expression { ty: Type::Pointer { space, .. }, .. }) => {
                            Type::Pointer { to, space: *space }
                        }
                        _ => Type::Pointer { to, space: 0 },
                    },
                };
                Some(self.cast(checked, ty, span)?.into())
            }
            OpExprKind::Index(base, _) | OpExprKind::Slice(base, ..) => match &base.kind {
                OpExprKind::Name(name)
                    if self.variable(name).is_none() && self.constant_named(name).is_none() =>
                {
                    self.named(expression, name, base.span)
                }
                _ => {
                    // An error in the base comes first.
                    self.value(base)?;
                    self.error(Code::OpType, base.span, "only operands and states have dwords")
                        .help = Some("shift and mask a value: `(P >> 32)`".to_owned());
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
    fn named(&mut self, whole: &OpExpr, name: &str, span: Span) -> Option<Value> {
        if let Some(local) = self.variable(name).map(|v| v.local) {
            return Some(self.read_local(local)?.into());
        }
        if let Some(constant) = self.constant_named(name) {
            return Some(Value::Constant(constant.into()));
        }
        let part = !matches!(whole.kind, OpExprKind::Name(_));
        let Some(entity) = self.environment.find(name) else {
            self.unknown(name, span);
            return None;
        };
        if part && !matches!(entity, Entity::Operand(_) | Entity::State(_)) {
            let message = format!("`{name}` has no dwords");
            self.error(Code::OpType, span, message).help =
                Some("only operands and states have".to_owned());
            return None;
        }
        match entity {
            Entity::Constant(value) => Some(Value::Constant(value.into())),
            Entity::Lane => {
                Some(Expression { ty: Type::unsigned(32), kind: ExpressionKind::Lane }.into())
            }
            Entity::Let(index) => {
                let local = self.let_local(index, span)?;
                Some(self.read_local(local)?.into())
            }
            Entity::Operand(index) => {
                let operand = self.environment.operands.get(index)?;
                if !operand.readable {
                    let error =
                        self.error(Code::OpPlace, span, format!("`{name}` cannot be read"));
                    error.primary.1 = "declared `out`".to_owned();
                    error.help = Some("write `inout` if it is read too".to_owned());
                    return None;
                }
                let (at, bits) = self.part(whole, operand.bits)?;
                Some(read(Source::Operand(index), at, bits).into())
            }
            Entity::State(index) => {
                let state = self.environment.states.get(index)?;
                let (at, bits) = self.part(whole, state.bits)?;
                Some(read(Source::State(index), at, bits).into())
            }
            Entity::Field(index) => {
                let field = self.environment.fields.get(index)?;
                let bits = read(Source::Field(index), Position::default(), field.bits);
                let width = if field.bits <= 32 { 32 } else { 64 };
                Some(match (field.bits, field.signed) {
                    (1, false) => bits.converted(Conversion::BitCast, Type::Bool).into(),
                    (n, true) if n == width => {
                        bits.converted(Conversion::BitCast, Type::signed(width)).into()
                    }
                    (n, false) if n == width => {
                        bits.converted(Conversion::BitCast, Type::unsigned(width)).into()
                    }
                    (_, true) => bits.converted(Conversion::SignExtend, Type::signed(width)).into(),
                    (_, false) => {
                        bits.converted(Conversion::ZeroExtend, Type::unsigned(width)).into()
                    }
                })
            }
        }
    }

    // ---- operators ---------------------------------------------------------

    fn unary(&mut self, operator: OpUnary, operand: &OpExpr, span: Span) -> Option<Value> {
        if operator == OpUnary::Deref {
            let address = self.pointer(operand)?;
            let Type::Pointer { to, .. } = address.ty else { return None };
            let ty = Type::Scalar(to.scalar());
            return Some(Expression { ty, kind: ExpressionKind::Load(Box::new(address)) }.into());
        }
        let value = self.value(operand)?;
        match operator {
            OpUnary::AddressOf => {
                self.error(Code::OpType, span, "registers and locals have no address").help =
                    Some("`&` is written between two values".to_owned());
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
                self.error(Code::OpType, operand.span, message).help = Some(
                    "a family's `let` makes an address, a cast gives it a type: `*(UINT32*)ADDRESS`"
                        .to_owned(),
                );
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
                self.error(Code::OpWidth, span, "this constant has no value").help =
                    Some("division by zero, or more than 128 bits".to_owned());
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
            self.error(Code::OpType, span, "addresses cannot be multiplied or divided");
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
                self.error(Code::OpWidth, b.1, message).help =
                    Some(format!("0 to {}; a cast makes the value wider", width - 1));
                return None;
            }
            None => self.cast(amount?.into(), Type::unsigned(32), b.1)?,
        };
        let operator =
            if operator == OpBinary::Shl { Binary::ShiftLeft } else { Binary::ShiftRight };
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
        let Value::Typed(Expression { ty: pointer_type @ Type::Pointer { to, .. }, .. }) = pointer.0
        else {
            self.error(Code::OpType, span, "an address cannot be subtracted from a number");
            return None;
        };
        if to != Pointee::Byte {
            let message = format!("{pointer_type} cannot be added to");
            self.error(Code::OpType, pointer.1, message).help =
                Some("add bytes to a `BYTE*`, then cast: `(UINT32*)(ADDRESS + 4)`".to_owned());
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
        let Value::Typed(pointer) = pointer.0 else { return None };
        let base = pointer.converted(Conversion::BitCast, number);
        let operator = if operator == OpBinary::Add { Binary::Add } else { Binary::Subtract };
        let sum = Expression::binary(number, operator, base, distance);
        Some(sum.converted(Conversion::BitCast, pointer_type).into())
    }

    // ---- calls -------------------------------------------------------------

    fn call(&mut self, name: &Name, arguments: &[OpArg], span: Span) -> Option<Value> {
        let mut values = Vec::new();
        let mut good = true;
        for argument in arguments {
            match argument {
                OpArg::Type(ty) => {
                    self.error(Code::OpArguments, ty.span, "functions take values, not types");
                    good = false;
                }
                OpArg::Value(value) => match self.value(value) {
                    Some(checked) => values.push((checked, value.span)),
                    None => good = false,
                },
            }
        }
        let Some(function) = builtins::find(&name.text) else {
            let known = builtins::FUNCTIONS.iter().map(|f| f.name);
            let near = closest(&name.text, known).map(|near| format!("did you mean `{near}`?"));
            let message = format!("unknown function `{}`", name.text);
            self.error(Code::OpArguments, name.span, message).help = near.or_else(|| {
                Some("only builtin functions can be called here, not operations".to_owned())
            });
            return None;
        };
        let wanted = function.signature.arguments();
        if arguments.len() != wanted {
            let message = format!(
                "`{}` takes {}, not {}",
                function.name,
                counted(wanted, "argument"),
                arguments.len()
            );
            self.error(Code::OpArguments, span, message);
            return None;
        }
        if !good {
            return None;
        }
        self.apply(function, values).map(Value::from)
    }

    fn apply(&mut self, function: &Function, values: Vec<(Value, Span)>) -> Option<Expression> {
        let mut values = values.into_iter();
        let (ty, arguments) = match function.signature {
            Signature::Alike(_) => {
                let (first, second) = (values.next()?, values.next()?);
                let span = first.1.to(second.1);
                let (a, b) = self.balance(first, second, Balance::CHOICE)?;
                self.number_type(&a, span)?;
                (a.ty, vec![a, b])
            }
            Signature::Signed => {
                let (value, span) = values.next()?;
                let value = self.settled(value, span)?;
                let signed = value.ty.as_integer().is_some_and(|(_, signed)| signed);
                if !signed && value.ty.as_floating().is_none() {
                    let message = format!("`{}` of {} says nothing", function.name, value.ty);
                    self.error(Code::OpType, span, message).help =
                        Some("cast it to a signed integer or a floating-point type".to_owned());
                    return None;
                }
                (value.ty, vec![value])
            }
            Signature::Predicate => {
                let (value, span) = values.next()?;
                let value = self.settled(value, span)?;
                if value.ty.as_floating().is_none() {
                    let message = format!("{} is no floating-point type", value.ty);
                    self.error(Code::OpType, span, message).help =
                        Some("`ASFLOAT` and its like give register bits a type".to_owned());
                    return None;
                }
                (Type::Bool, vec![value])
            }
            Signature::Count => {
                let (value, span) = values.next()?;
                let value = self.settled(value, span)?;
                self.integer(&value, span)?;
                (Type::unsigned(32), vec![plain(value)])
            }
            Signature::Copy(scalar) => {
                let (value, span) = values.next()?;
                let value = self.settled(value, span)?;
                return self.copy_bits(function, value, Type::Scalar(scalar), span);
            }
            Signature::Fixed(parameters, result) => {
                let mut arguments = Vec::new();
                let target = Target::argument(function.name);
                for ((value, span), parameter) in values.zip(parameters) {
                    arguments.push(self.coerce(value, Type::Scalar(*parameter), span, &target));
                }
                let arguments: Option<Vec<_>> = arguments.into_iter().collect();
                (Type::Scalar(result), arguments?)
            }
        };
        let kind = ExpressionKind::Call(function.builtin?, arguments);
        Some(Expression { ty, kind })
    }

    fn number_type(&mut self, value: &Expression, span: Span) -> Option<()> {
        if value.ty.as_floating().is_none() {
            self.integer(value, span)?;
        }
        Some(())
    }

    fn copy_bits(
        &mut self,
        function: &Function,
        value: Expression,
        ty: Type,
        span: Span,
    ) -> Option<Expression> {
        if matches!(value.ty, Type::Pointer { .. }) {
            self.error(Code::OpType, span, "an address has no other type");
            return None;
        }
        if value.ty.bits() != ty.bits() {
            let message =
                format!("`{}` copies {} bits, this has {}", function.name, ty.bits(), value.ty.bits());
            self.error(Code::OpWidth, span, message);
            return None;
        }
        Some(value.converted(Conversion::BitCast, ty))
    }
}

fn is_pointer(value: &Value) -> bool {
    matches!(value, Value::Typed(Expression { ty: Type::Pointer { .. }, .. }))
}

fn read(from: Source, at: Position, bits: u16) -> Expression {
    Expression { ty: Type::Bits(bits), kind: ExpressionKind::Read { from, at } }
}

/// Register bits as the unsigned integer that they are on their own.
fn plain(value: Expression) -> Expression {
    match value.ty {
        Type::Bits(bits) => value.converted(Conversion::BitCast, Type::unsigned(bits)),
        _ => value,
    }
}
