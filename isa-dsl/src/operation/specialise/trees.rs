//! Parts of expressions, made and looked at.

use crate::sorted::SortedSet;

use super::super::types::Scalar;
use crate::ast::{OpArg, OpExpr, OpExprKind, OpStmt, OpStmtKind, OpUnary, of_operand};
use crate::source::Span;

/// An expression that stands in no file.
pub(super) fn expression(kind: OpExprKind) -> OpExpr {
    OpExpr {
        span: Span::default(),
        kind,
    }
}

/// A statement that stands in no file.
pub(super) fn statement(kind: OpStmtKind) -> OpStmt {
    OpStmt {
        span: Span::default(),
        kind,
    }
}

/// A number of a type; `None` if it has more than 64 bits.
pub(super) fn number(value: i128, scalar: Option<Scalar>) -> Option<OpExpr> {
    let (bits, unsigned) = match scalar {
        Some(Scalar::Integer { bits, signed }) if bits <= 32 => (32, !signed),
        Some(Scalar::Integer { bits: 64, signed }) => (64, !signed),
        _ => (0, false),
    };
    let positive = expression(OpExprKind::Number {
        value: u64::try_from(value.unsigned_abs()).ok()?,
        bits: if unsigned || bits == 64 { bits } else { 0 },
        unsigned,
    });
    Some(match value < 0 {
        true => expression(OpExprKind::Unary(OpUnary::Neg, Box::new(positive))),
        false => positive,
    })
}

/// The name that an expression is: `SRC0`, or that of a `let` of an operand, `TYPE(SRC0)`.
pub(super) fn name(expression: &OpExpr) -> Option<String> {
    match &expression.kind {
        OpExprKind::Name(name) => Some(name.clone()),
        OpExprKind::Call(function, arguments) => match arguments.as_slice() {
            [OpArg::Value(argument)] => match &argument.kind {
                OpExprKind::Name(operand) => Some(of_operand(&function.text, operand)),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// What an assignment changes: the name at the root of its place; `None` for memory.
pub(super) fn changed(place: &OpExpr) -> Option<&str> {
    match &place.kind {
        // `R.LOW` is a part of `R`.
        OpExprKind::Name(name) => name.split('.').next(),
        OpExprKind::Index(base, _) | OpExprKind::Slice(base, ..) => changed(base),
        OpExprKind::Call(_, arguments) => match arguments.first() {
            Some(OpArg::Value(first)) => changed(first),
            _ => None,
        },
        _ => None,
    }
}

/// Names that statements change, and how often they declare each.
#[derive(Debug, Default)]
pub(super) struct Changes {
    pub(super) assigned: SortedSet<String>,
    pub(super) declared: Vec<String>,
}

impl Changes {
    pub(super) fn of(statements: &[OpStmt]) -> Changes {
        let mut changes = Changes::default();
        statements.iter().for_each(|it| changes.add(it));
        changes
    }

    fn add(&mut self, statement: &OpStmt) {
        match &statement.kind {
            OpStmtKind::Block(body) | OpStmtKind::Atomic(body) | OpStmtKind::Once(body) => {
                body.iter().for_each(|it| self.add(it));
            }
            OpStmtKind::Reasons(_, body) => body.iter().for_each(|it| self.add(it)),
            OpStmtKind::If(_, then, otherwise) => {
                self.add(then);
                if let Some(otherwise) = otherwise {
                    self.add(otherwise);
                }
            }
            OpStmtKind::For { var, body, .. } => {
                self.assigned.insert(var.text.clone());
                self.declared.push(var.text.clone());
                self.add(body);
            }
            OpStmtKind::Declare(_, name, _) => self.declared.push(name.text.clone()),
            OpStmtKind::Assign(place, ..) => {
                self.assigned.extend(changed(place).map(str::to_string));
            }
            OpStmtKind::Undefined(_) | OpStmtKind::Call(_) => {}
        }
    }
}

/// How often each use of a name stands in statements.
pub(super) fn uses(statements: &[OpStmt], wanted: &str) -> usize {
    let mut count = 0;
    for statement in statements {
        statement.names(&mut |name| count += usize::from(name == wanted));
    }
    count
}

/// Names that are no more than another way to say one thing: how many parts they have. `None`
/// where two things are put together, or memory is read.
pub(super) fn weight(expression: &OpExpr) -> Option<u32> {
    match &expression.kind {
        OpExprKind::Name(_) | OpExprKind::Number { .. } | OpExprKind::Float(_) => Some(1),
        OpExprKind::Cast(ty, value) if ty.stars == 0 => Some(1 + weight(value)?),
        OpExprKind::Unary(OpUnary::Deref | OpUnary::AddressOf, _) => None,
        OpExprKind::Unary(_, value) => Some(1 + weight(value)?),
        OpExprKind::Binary(_, left, right) => match right.kind {
            OpExprKind::Number { .. } => Some(2 + weight(left)?),
            _ => None,
        },
        OpExprKind::Call(_, arguments) => match arguments.as_slice() {
            [OpArg::Value(value)] => Some(1 + weight(value)?),
            [OpArg::Type(_), OpArg::Value(value)] => Some(2 + weight(value)?),
            _ => None,
        },
        _ => None,
    }
}
