//! Expressions: what is known of them is put in, and what it makes superfluous is left out.

use super::super::builtins;
use super::super::constant::fold;
use super::super::environment;
use super::super::types::Scalar;
use super::names::Names;
use super::trees::{expression, name, number};
use crate::ast::{OpArg, OpBinary, OpExpr, OpExprKind, OpUnary};

/// A value within the bits of a type.
fn within(scalar: Option<Scalar>, value: i128) -> i128 {
    match scalar {
        Some(Scalar::Integer { bits, signed }) if bits < 128 => {
            let mask = (1_i128 << bits) - 1;
            let low = value & mask;
            match signed && low >> (bits - 1) == 1 {
                true => low - mask - 1,
                false => low,
            }
        }
        _ => value,
    }
}

/// All bits of a type.
fn ones(scalar: Option<Scalar>) -> Option<i128> {
    match scalar? {
        Scalar::Integer { bits, .. } if bits < 127 => Some((1 << bits) - 1),
        _ => None,
    }
}

/// Whether an expression is one that says yes or no.
fn is_condition(expression: &OpExpr) -> bool {
    use OpBinary::{AndAlso, Eq, Ge, Gt, Le, Lt, Ne, OrElse};
    match &expression.kind {
        OpExprKind::Binary(operator, ..) => {
            matches!(operator, Eq | Ne | Lt | Le | Gt | Ge | AndAlso | OrElse)
        }
        OpExprKind::Unary(operator, _) => *operator == OpUnary::Not,
        _ => false,
    }
}

impl Names<'_> {
    /// The type of an expression; `None` for what says yes or no, numbers without one, pointers,
    /// and what is not known.
    pub(super) fn type_of(&self, value: &OpExpr) -> Option<Scalar> {
        if let Some(scalar) = name(value).and_then(|name| self.scalars.get(&name)) {
            return *scalar;
        }
        match &value.kind {
            OpExprKind::Name(name) => self.scalar(name),
            OpExprKind::Number { bits: 0, .. } | OpExprKind::Float(_) => None,
            OpExprKind::Number { bits, unsigned, .. } => Some(Scalar::Integer {
                bits: *bits as u16,
                signed: !unsigned,
            }),
            OpExprKind::Choose(_, then, otherwise) => {
                self.type_of(then).or_else(|| self.type_of(otherwise))
            }
            OpExprKind::Binary(..) if is_condition(value) => None,
            OpExprKind::Binary(OpBinary::Shl | OpBinary::Shr, left, _) => wide(self.type_of(left)),
            OpExprKind::Binary(_, left, right) => {
                match (wide(self.type_of(left)), wide(self.type_of(right))) {
                    (Some(left), Some(right)) if right.bits() > left.bits() => Some(right),
                    (Some(left), _) => Some(left),
                    (None, right) => right,
                }
            }
            OpExprKind::Unary(OpUnary::Neg | OpUnary::BitNot, value) => wide(self.type_of(value)),
            OpExprKind::Unary(OpUnary::Deref, value) => match &value.kind {
                OpExprKind::Cast(ty, _) if ty.stars == 1 => Scalar::from_name(&ty.name),
                _ => None,
            },
            OpExprKind::Cast(ty, _) if ty.stars == 0 => Scalar::from_name(&ty.name),
            OpExprKind::Call(function, arguments) => match arguments.as_slice() {
                [OpArg::Type(ty), _] => Scalar::from_name(&ty.name),
                [OpArg::Value(_)] if function.text.starts_with("AS") => {
                    Scalar::from_name(&function.text[2..])
                }
                [OpArg::Value(value), ..]
                    if [builtins::LANE, "MIN", "MAX", "ABS"].contains(&function.text.as_str()) =>
                {
                    self.type_of(value)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The value of an expression that was simplified, if it is an integer that is known.
    pub(super) fn value(&self, value: &OpExpr) -> Option<i128> {
        let known = match &value.kind {
            OpExprKind::Number { value, .. } => i128::from(*value),
            OpExprKind::Name(name) => i128::from(self.outside(name)?.value?),
            OpExprKind::Binary(operator, left, right) => {
                fold(*operator, self.value(left)?, self.value(right)?)?
            }
            OpExprKind::Unary(operator, inner) => {
                let inner = self.value(inner)?;
                match operator {
                    OpUnary::Neg => inner.checked_neg()?,
                    OpUnary::Not => i128::from(inner == 0),
                    OpUnary::BitNot => !inner,
                    OpUnary::Deref | OpUnary::AddressOf => return None,
                }
            }
            OpExprKind::Cast(ty, inner) if ty.stars == 0 => match Scalar::from_name(&ty.name)? {
                Scalar::Integer { .. } => self.value(inner)?,
                _ => return None,
            },
            _ => return None,
        };
        Some(within(self.type_of(value), known))
    }

    /// An expression with what is known put in.
    pub(super) fn simplify(&self, value: &OpExpr) -> OpExpr {
        if let Some(other) = name(value).and_then(|name| self.replaced.get(&name)) {
            return other.clone();
        }
        let simple = match &value.kind {
            OpExprKind::Number { .. } | OpExprKind::Float(_) => return value.clone(),
            // The table of fields has its value.
            OpExprKind::Name(name) if self.is_field(name) => return value.clone(),
            OpExprKind::Name(_) => value.clone(),
            OpExprKind::Choose(condition, then, otherwise) => {
                let condition = self.condition(condition);
                match self.value(&condition) {
                    Some(0) => return self.simplify(otherwise),
                    Some(_) => return self.simplify(then),
                    None => {}
                }
                let (then, otherwise) = (self.simplify(then), self.simplify(otherwise));
                if self.value(&then).is_some() && self.value(&then) == self.value(&otherwise) {
                    return then;
                }
                let kind = OpExprKind::Choose(condition.into(), then.into(), otherwise.into());
                expression(kind)
            }
            OpExprKind::Binary(operator, left, right) => {
                let (left, right) = match operator {
                    OpBinary::AndAlso | OpBinary::OrElse => {
                        (self.condition(left), self.condition(right))
                    }
                    _ => (self.simplify(left), self.simplify(right)),
                };
                self.binary(*operator, left, right)
            }
            OpExprKind::Unary(operator, inner) => {
                let inner = match operator {
                    OpUnary::Not => self.condition(inner),
                    _ => self.simplify(inner),
                };
                expression(OpExprKind::Unary(*operator, inner.into()))
            }
            OpExprKind::Cast(ty, inner) => {
                let inner = self.simplify(inner);
                let scalar = Scalar::from_name(&ty.name).filter(|_| ty.stars == 0);
                if scalar.is_some() && scalar == self.type_of(&inner) {
                    return inner;
                }
                let inner = match ones(scalar) {
                    Some(ones) => self.without_mask(inner, ones),
                    None => inner,
                };
                expression(OpExprKind::Cast(ty.clone(), inner.into()))
            }
            OpExprKind::Index(base, index) => {
                let index = self.simplify(index);
                return expression(OpExprKind::Index(self.simplify(base).into(), index.into()));
            }
            OpExprKind::Slice(base, first, last) => {
                let (first, last) = (self.simplify(first), self.simplify(last));
                let base = self.simplify(base).into();
                return expression(OpExprKind::Slice(base, first.into(), last.into()));
            }
            OpExprKind::Call(function, arguments) => {
                let mut arguments: Vec<OpArg> = (arguments.iter())
                    .map(|argument| match argument {
                        OpArg::Value(value) => OpArg::Value(self.simplify(value)),
                        OpArg::Type(_) => argument.clone(),
                    })
                    .collect();
                if let [OpArg::Value(value), rest @ ..] = arguments.as_mut_slice() {
                    let is_itself = match rest {
                        // What a lane reads of itself, and bits that are of that type already.
                        [OpArg::Value(lane)] => {
                            function.text == builtins::LANE
                                && name(lane).as_deref() == Some(environment::LANE)
                        }
                        [] => {
                            let copied =
                                function.text.strip_prefix("AS").and_then(Scalar::from_name);
                            copied.is_some() && copied == self.type_of(value)
                        }
                        _ => false,
                    };
                    if is_itself {
                        return value.clone();
                    }
                    if let Some(inner) = self.copied(&function.text, value) {
                        return inner;
                    }
                }
                return expression(OpExprKind::Call(function.clone(), arguments));
            }
        };
        let is_written = match &simple.kind {
            // `~3` says more than its value.
            OpExprKind::Unary(_, inner) => matches!(inner.kind, OpExprKind::Number { bits: 0, .. }),
            _ => false,
        };
        if is_written || self.keeps_fields && self.names_field(&simple) {
            return simple;
        }
        let number = self
            .value(&simple)
            .and_then(|it| number(it, self.type_of(&simple)));
        number.unwrap_or(simple)
    }

    /// Whether a name is a field with a value that readers see; one that is zero is nothing.
    fn is_field(&self, name: &str) -> bool {
        let field = self.outside(name).filter(|it| it.is_field);
        field.is_some_and(|it| it.value != Some(0))
    }

    fn names_field(&self, value: &OpExpr) -> bool {
        let mut is_named = false;
        value.names(&mut |name| is_named |= self.is_field(name));
        is_named
    }

    /// What says yes or no: whether a number is not zero.
    pub(super) fn condition(&self, value: &OpExpr) -> OpExpr {
        let value = self.simplify(value);
        match self.value(&value) {
            Some(known) => number(i128::from(known != 0), None).unwrap_or(value),
            None => value,
        }
    }

    /// Bits that are copied to a type and back: `ASUINT32(ASFLOAT(X))`.
    fn copied(&self, function: &str, value: &OpExpr) -> Option<OpExpr> {
        let to = Scalar::from_name(function.strip_prefix("AS")?)?;
        let OpExprKind::Call(inner, arguments) = &value.kind else {
            return None;
        };
        let through = Scalar::from_name(inner.text.strip_prefix("AS")?)?;
        let [OpArg::Value(argument)] = arguments.as_slice() else {
            return None;
        };
        (through.bits() == to.bits() && self.type_of(argument) == Some(to))
            .then(|| argument.clone())
    }

    /// A value without a mask that leaves the bits that count.
    fn without_mask(&self, value: OpExpr, counting: i128) -> OpExpr {
        if let OpExprKind::Binary(OpBinary::And, left, right) = &value.kind
            && self
                .value(right)
                .is_some_and(|mask| mask & counting == counting)
        {
            return (**left).clone();
        }
        value
    }

    fn binary(&self, operator: OpBinary, left: OpExpr, right: OpExpr) -> OpExpr {
        use OpBinary::{Add, And, AndAlso, Div, Mul, Or, OrElse, Rem, Shl, Shr, Sub, Xor};
        let (of_left, of_right) = (self.value(&left), self.value(&right));
        let types = (self.type_of(&left), self.type_of(&right));
        // What has more bits is what the result has: leaving it out would cut it.
        let is_wider =
            |kept: Option<Scalar>, other: Option<Scalar>, value: i128| match (kept, other) {
                (Some(kept), Some(other)) => kept.bits() >= other.bits(),
                (_, None) => true,
                (None, Some(other)) => value == 0 && other.bits() <= 32,
            };
        match (operator, of_left, of_right) {
            (AndAlso, Some(0), _) | (AndAlso, _, Some(0)) => {
                return number(0, None).unwrap_or(left);
            }
            (OrElse, Some(known), _) | (OrElse, _, Some(known)) if known != 0 => {
                return number(1, None).unwrap_or(left);
            }
            (AndAlso, Some(_), None) | (OrElse, Some(0), None) => return right,
            (AndAlso, None, Some(_)) | (OrElse | Shl | Shr, None, Some(0)) => return left,
            (Add | Or | Xor, Some(0), _) if is_wider(types.1, types.0, 0) => return right,
            (Add | Sub | Or | Xor, _, Some(0)) if is_wider(types.0, types.1, 0) => {
                return left;
            }
            (Mul, Some(1), None) if is_wider(types.1, types.0, 1) => return right,
            (Mul | Div, None, Some(1)) if is_wider(types.0, types.1, 1) => return left,
            (And | Mul | Div | Rem | Shl | Shr, Some(0), None) | (And | Mul, None, Some(0)) => {
                return number(0, types.0.or(types.1)).unwrap_or(left);
            }
            (Rem, None, Some(1)) => return number(0, types.0).unwrap_or(left),
            (And, None, Some(mask)) if ones(types.0).is_some_and(|ones| mask & ones == ones) => {
                return left;
            }
            (And, Some(mask), None) if ones(types.1).is_some_and(|ones| mask & ones == ones) => {
                return right;
            }
            (And, None, Some(mask)) => {
                if let OpExprKind::Binary(And, inner, before) = &left.kind
                    && let Some(before) = self.value(before)
                    && let Some(both) = number(mask & before, types.0)
                {
                    return expression(OpExprKind::Binary(And, inner.clone(), both.into()));
                }
            }
            _ => {}
        }
        expression(OpExprKind::Binary(operator, left.into(), right.into()))
    }
}

/// What an operator makes of a type: at least 32 bits.
fn wide(scalar: Option<Scalar>) -> Option<Scalar> {
    match scalar {
        Some(Scalar::Integer { bits, .. }) if bits < 32 => Some(Scalar::INT32),
        other => other,
    }
}
