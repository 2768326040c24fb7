//! Values while they are checked, and where they go.

use super::ir::{Conversion, Expression};
use super::types::Type;

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

/// Register bits as the unsigned integer that they are on their own.
pub(super) fn plain(value: Expression) -> Expression {
    match value.ty {
        Type::Bits(bits) => value.converted(Conversion::BitCast, Type::unsigned(bits)),
        _ => value,
    }
}

/// What a value is put into, in the words of an error.
pub(super) struct Target(pub(super) String);

impl Target {
    pub(super) fn named(name: &str) -> Target {
        Target(format!("`{name}`"))
    }

    pub(super) fn memory() -> Target {
        Target("the memory here".to_owned())
    }

    pub(super) fn argument(function: &str) -> Target {
        Target(format!("this argument of `{function}`"))
    }
}
