//! Expressions over fields: widths, conditions, rules, bindings.

use super::name::Name;
use crate::source::Span;

/// An expression over fields and parameters.
#[derive(Debug, Clone, Hash)]
pub struct Expr {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: ExprKind,
}

/// Kinds of expressions.
#[derive(Debug, Clone, Hash)]
pub enum ExprKind {
    /// A number.
    Number(u64),
    /// `"off"`: a keyword of the class of the other side of `==`.
    Text(String),
    /// A parameter, field, operand, or `piece.member` of a stream.
    Path(String),
    /// `popcount(dmask)`
    Call(Name, Vec<Expr>),
    /// `!a`
    Not(Box<Expr>),
    /// `a + b`
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a ? b : c`
    Choose(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// `formula half(n) = (n + 1) / 2;`: an expression with a name.
#[derive(Debug, Clone, Hash)]
pub struct Formula {
    /// Name.
    pub name: Name,
    /// What its arguments stand for.
    pub params: Vec<Name>,
    /// The expression, over the parameters.
    pub value: Expr,
}

/// Operators of layout expressions. `max(a, b)` and `min(a, b)` are calls in
/// the tree and operators once resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Max,
    Min,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
}
