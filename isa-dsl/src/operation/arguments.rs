//! Type words, and what the arguments of a template put in for its parameters.

use super::types::{Pointee, Scalar, Type};
use crate::ast::OpExpr;

/// A type word: what it is as a value, and what a star behind it points to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Written {
    Bool,
    Byte,
    Scalar(Scalar),
}

impl Written {
    pub(super) fn from_name(name: &str) -> Option<Written> {
        match name {
            "BOOL" => Some(Written::Bool),
            "BYTE" => Some(Written::Byte),
            _ => Scalar::from_name(name).map(Written::Scalar),
        }
    }

    pub(super) fn value(self) -> Type {
        match self {
            Written::Bool => Type::Bool,
            Written::Byte => Type::unsigned(8),
            Written::Scalar(scalar) => Type::Scalar(scalar),
        }
    }
}

/// A declared type; the space of a pointer comes from its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Declared {
    Value(Type),
    Pointer(Pointee),
}

/// Arguments of a template.
#[derive(Debug, Clone, Default)]
pub(super) struct Arguments {
    pub(super) scalar: Option<Written>,
    pub(super) constants: Vec<(String, i64)>,
    pub(super) values: Vec<(String, ValueArgument)>,
}

/// An expression that stands for a parameter with a type. It is checked where
/// the parameter stands, so it sees the template's locals there.
#[derive(Debug, Clone)]
pub(super) struct ValueArgument {
    pub(super) ty: Type,
    pub(super) expression: OpExpr,
}
