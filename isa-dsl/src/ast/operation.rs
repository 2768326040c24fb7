//! Operations: the pseudocode.

use std::sync::Arc;

use super::Name;
use crate::source::Span;

/// `operation load(T) { … }`
#[derive(Debug, Clone, Hash)]
pub struct Operation {
    /// Name.
    pub name: Name,
    /// Parameters; those named `T` are types.
    pub params: Vec<OpParam>,
    /// Statements.
    pub body: Vec<OpStmt>,
}

/// A parameter of an operation.
#[derive(Debug, Clone, Hash)]
pub struct OpParam {
    /// Type of a parameter that is a value: `UINT64 NEW`.
    pub ty: Option<OpType>,
    /// Name.
    pub name: Name,
}

/// A statement of an operation.
#[derive(Debug, Clone, Hash)]
pub struct OpStmt {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: OpStmtKind,
}

/// Kinds of statements.
#[derive(Debug, Clone, Hash)]
pub enum OpStmtKind {
    /// `{ … }`
    Block(Vec<OpStmt>),
    /// `if (c) a else b`
    If(OpExpr, Box<OpStmt>, Option<Box<OpStmt>>),
    /// `for (i = a; i < b; i++) s`
    For {
        /// Variable of the head.
        var: Name,
        /// First value.
        from: OpExpr,
        /// Variable of the condition.
        tested: Name,
        /// End, excluded.
        to: OpExpr,
        /// Variable of the step.
        stepped: Name,
        /// Body.
        body: Box<OpStmt>,
    },
    /// `atomic { … }`
    Atomic(Vec<OpStmt>),
    /// `once { … }`
    Once(Vec<OpStmt>),
    /// `undefined "reason"`
    Undefined(Name),
    /// `undefined image_reasons`: the statements of that operation, which loading puts in
    /// (`reasons.rs`). Many may share them.
    Reasons(Name, Arc<[OpStmt]>),
    /// `UINT32 P = *VM`
    Declare(OpType, Name, OpExpr),
    /// `VDST = P`, `X += 1` (then with the operator)
    Assign(OpExpr, Option<OpBinary>, OpExpr),
    /// A call for its effect.
    Call(OpExpr),
}

/// A type as written: `UINT32*`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OpType {
    /// Where it stands.
    pub span: Span,
    /// `UINT32`, `BYTE`, `T`, …
    pub name: String,
    /// Number of stars.
    pub stars: u32,
}

/// An argument of a call: operations may take types.
#[derive(Debug, Clone, Hash)]
pub enum OpArg {
    /// A type.
    Type(OpType),
    /// A value.
    Value(OpExpr),
}

/// An expression of an operation.
#[derive(Debug, Clone, Hash)]
pub struct OpExpr {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: OpExprKind,
}

/// Kinds of expressions of operations.
#[derive(Debug, Clone, Hash)]
pub enum OpExprKind {
    /// An integer, with the width its suffix asks for (0 if it has none) and
    /// whether that is unsigned.
    Number {
        /// Value.
        value: u64,
        /// 64 for `ULL` and `LL`, 32 for `U`, else 0.
        bits: u32,
        /// `true` for `U` and `ULL`.
        unsigned: bool,
    },
    /// A floating number, as written.
    Float(String),
    /// A name.
    Name(String),
    /// `a ? b : c`
    Choose(Box<OpExpr>, Box<OpExpr>, Box<OpExpr>),
    /// `a + b`
    Binary(OpBinary, Box<OpExpr>, Box<OpExpr>),
    /// `-a`
    Unary(OpUnary, Box<OpExpr>),
    /// `(UINT32)a`
    Cast(OpType, Box<OpExpr>),
    /// `a[i]`
    Index(Box<OpExpr>, Box<OpExpr>),
    /// `a[2:3]`
    Slice(Box<OpExpr>, Box<OpExpr>, Box<OpExpr>),
    /// `MAX(a, b)`
    Call(Name, Vec<OpArg>),
}

/// Operators of operations, with C's precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum OpBinary {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Lt,
    Le,
    Gt,
    Ge,
    Eq,
    Ne,
    And,
    Xor,
    Or,
    AndAlso,
    OrElse,
}

/// Prefix operators of operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum OpUnary {
    Deref,
    AddressOf,
    BitNot,
    Not,
    Neg,
}

/// The name of a `let` that is declared of an operand, for one operand:
/// `VALUE(SRC0)`.
pub fn of_operand(name: &str, operand: &str) -> String {
    format!("{name}({operand})")
}

impl OpStmt {
    /// Calls `found` with the name of every operation whose reasons it gives.
    pub fn reasons(&self, found: &mut dyn FnMut(&str)) {
        match &self.kind {
            OpStmtKind::Block(body) | OpStmtKind::Atomic(body) | OpStmtKind::Once(body) => {
                body.iter().for_each(|statement| statement.reasons(found));
            }
            OpStmtKind::If(_, then, otherwise) => {
                then.reasons(found);
                if let Some(otherwise) = otherwise {
                    otherwise.reasons(found);
                }
            }
            OpStmtKind::For { body, .. } => body.reasons(found),
            OpStmtKind::Reasons(name, _) => found(&name.text),
            OpStmtKind::Undefined(_)
            | OpStmtKind::Declare(..)
            | OpStmtKind::Assign(..)
            | OpStmtKind::Call(_) => {}
        }
    }

    /// Puts an operand in for the name that stands for one, in paths too.
    #[cfg(feature = "operations")]
    pub(crate) fn put_in(&mut self, name: &str, operand: &str) {
        match &mut self.kind {
            OpStmtKind::Block(body) | OpStmtKind::Atomic(body) | OpStmtKind::Once(body) => {
                body.iter_mut().for_each(|it| it.put_in(name, operand));
            }
            OpStmtKind::If(condition, then, otherwise) => {
                condition.put_in(name, operand);
                then.put_in(name, operand);
                if let Some(otherwise) = otherwise {
                    otherwise.put_in(name, operand);
                }
            }
            OpStmtKind::For { from, to, body, .. } => {
                from.put_in(name, operand);
                to.put_in(name, operand);
                body.put_in(name, operand);
            }
            OpStmtKind::Undefined(_) => {}
            OpStmtKind::Reasons(_, body) => {
                let mut own = body.to_vec();
                own.iter_mut().for_each(|it| it.put_in(name, operand));
                *body = own.into();
            }
            OpStmtKind::Declare(_, _, value) | OpStmtKind::Call(value) => {
                value.put_in(name, operand);
            }
            OpStmtKind::Assign(to, _, value) => {
                to.put_in(name, operand);
                value.put_in(name, operand);
            }
        }
    }

    /// Calls `found` with every name in it that stands for a value.
    pub fn names(&self, found: &mut dyn FnMut(&str)) {
        match &self.kind {
            OpStmtKind::Block(body) | OpStmtKind::Atomic(body) | OpStmtKind::Once(body) => {
                body.iter().for_each(|statement| statement.names(found));
            }
            OpStmtKind::If(condition, then, otherwise) => {
                condition.names(found);
                then.names(found);
                if let Some(otherwise) = otherwise {
                    otherwise.names(found);
                }
            }
            OpStmtKind::For { from, to, body, .. } => {
                from.names(found);
                to.names(found);
                body.names(found);
            }
            OpStmtKind::Undefined(_) => {}
            OpStmtKind::Reasons(_, body) => body.iter().for_each(|it| it.names(found)),
            OpStmtKind::Declare(_, _, value) | OpStmtKind::Call(value) => value.names(found),
            OpStmtKind::Assign(to, _, value) => {
                to.names(found);
                value.names(found);
            }
        }
    }
}

impl OpExpr {
    /// Calls `found` with every name in it that stands for a value.
    pub fn names(&self, found: &mut dyn FnMut(&str)) {
        match &self.kind {
            OpExprKind::Number { .. } | OpExprKind::Float(_) => {}
            OpExprKind::Name(name) => found(name),
            OpExprKind::Choose(a, b, c) | OpExprKind::Slice(a, b, c) => {
                a.names(found);
                b.names(found);
                c.names(found);
            }
            OpExprKind::Binary(_, a, b) | OpExprKind::Index(a, b) => {
                a.names(found);
                b.names(found);
            }
            OpExprKind::Unary(_, value) | OpExprKind::Cast(_, value) => value.names(found),
            OpExprKind::Call(name, arguments) => {
                found(&name.text);
                // A `let` of an operand goes by both names.
                if let [OpArg::Value(argument)] = arguments.as_slice()
                    && let OpExprKind::Name(operand) = &argument.kind
                {
                    found(&of_operand(&name.text, operand));
                }
                for argument in arguments {
                    if let OpArg::Value(value) = argument {
                        value.names(found);
                    }
                }
            }
        }
    }

    /// Puts an operand in for the name that stands for one, in paths too.
    #[cfg(feature = "operations")]
    pub(crate) fn put_in(&mut self, name: &str, operand: &str) {
        match &mut self.kind {
            OpExprKind::Number { .. } | OpExprKind::Float(_) => {}
            OpExprKind::Name(path) => {
                let (head, rest) = path.split_once('.').unwrap_or((path, ""));
                if head == name && rest.is_empty() {
                    operand.clone_into(path);
                } else if head == name {
                    *path = format!("{operand}.{rest}");
                }
            }
            OpExprKind::Choose(a, b, c) | OpExprKind::Slice(a, b, c) => {
                a.put_in(name, operand);
                b.put_in(name, operand);
                c.put_in(name, operand);
            }
            OpExprKind::Binary(_, a, b) | OpExprKind::Index(a, b) => {
                a.put_in(name, operand);
                b.put_in(name, operand);
            }
            OpExprKind::Unary(_, value) | OpExprKind::Cast(_, value) => value.put_in(name, operand),
            OpExprKind::Call(_, arguments) => {
                for argument in arguments {
                    if let OpArg::Value(value) = argument {
                        value.put_in(name, operand);
                    }
                }
            }
        }
    }
}
