//! Names and types in scope: locals, the family's `let`s, what is unknown.

use super::arguments::{Declared, Written};
use super::builtins;
use super::checker::Checker;
use super::checker::{Let, Sets, Variable};
use super::environment::Environment;
use super::ir::{Expression, ExpressionKind, Local};
use super::types::{Pointee, Type};
use super::value::Target;
use crate::ast::{self, OpType};
use crate::diagnostic::Code;
use crate::source::Span;
use crate::suggest::nearest;

impl<'a> Checker<'a> {
    pub(super) fn variable(&self, name: &str) -> Option<&Variable> {
        self.scopes
            .iter()
            .rev()
            .flat_map(|scope| scope.iter().rev())
            .find(|v| v.name == name)
    }

    /// First value and end (excluded) of the local of a loop.
    pub(super) fn range(&self, local: usize) -> Option<(u32, u32)> {
        self.scopes
            .iter()
            .flatten()
            .find(|v| v.local == local)?
            .range
    }

    /// The constant of a name: a template's parameter or a family's.
    pub(super) fn constant_named(&self, name: &str) -> Option<i64> {
        let constants = self
            .arguments
            .constants
            .iter()
            .chain(&self.environment.constants);
        constants
            .filter(|(n, _)| n == name)
            .map(|(_, value)| *value)
            .next()
    }

    pub(super) fn unknown(&mut self, name: &str, span: Span) {
        let scopes = self.scopes.iter().rev().flatten().map(|v| v.name.as_str());
        let parameters = self.arguments.constants.iter().map(|(n, _)| n.as_str());
        let values = self.arguments.values.iter().map(|(n, _)| n.as_str());
        let parameters = parameters.chain(values);
        let names = scopes.chain(parameters).chain(self.environment.names());
        let help = nearest(name, names).map(|near| format!("did you mean `{near}`?"));
        let mut own = self.environment.functions.iter();
        let label = if builtins::find(name).is_some() || own.any(|it| it.name.text == name) {
            "this is a function: it needs arguments"
        } else {
            "not an operand, modifier, state or local of this instruction"
        };
        self.error(Code::OpUnknown, span, format!("unknown name `{name}`"))
            .label(label)
            .suggest(help);
    }

    /// The local that holds a family's `let`, checking it at its first use.
    /// `None`: it has errors, which are reported already.
    pub(super) fn let_local(&mut self, index: usize, span: Span) -> Option<usize> {
        let environment: &'a Environment = self.environment;
        let declaration = environment.lets.get(index)?;
        if index >= self.visible_lets && !self.calling.is_empty() {
            let message = format!("a function does not see `{}`", declaration.name.text);
            self.error(Code::OpUnknown, span, message)
                .also(declaration.name.span, "it is a `let`")
                .help("make it a parameter");
            return None;
        }
        if index >= self.visible_lets {
            let message = format!("`{}` is used before it is declared", declaration.name.text);
            self.error(Code::OpUnknown, span, message)
                .also(declaration.name.span, "declared here");
            return None;
        }
        self.used_lets.insert(index);
        if let Some(Let::Seen(seen)) = self.lets.get(index) {
            return seen.as_ref().map(|seen| seen.local);
        }
        // A `let` sees the family's names, not those of the body that uses it.
        let scopes = std::mem::take(&mut self.scopes);
        let arguments = std::mem::take(&mut self.arguments);
        let once = std::mem::take(&mut self.once);
        let visible = std::mem::replace(&mut self.visible_lets, index);
        let outside = std::mem::replace(&mut self.outside, declaration.outside);
        let pending = std::mem::take(&mut self.pending);
        self.nested += 1;
        let value = self.let_value(declaration);
        self.nested -= 1;
        let needed = std::mem::replace(&mut self.pending, pending);
        if value.is_none() && self.errors.is_empty() {
            self.error(
                Code::OpWidth,
                declaration.value.span,
                "a number in this is out of range",
            );
        }
        self.scopes = scopes;
        self.arguments = arguments;
        self.once = once;
        self.outside = outside;
        self.visible_lets = visible;
        let seen = value.map(|value| {
            let local = self.new_local(&declaration.name.text, value.ty);
            let mut values = needed;
            values.push((local, value));
            Sets { local, values }
        });
        let local = seen.as_ref().map(|seen| seen.local);
        if let Some(local) = local {
            self.locals[local].of_family = true;
        }
        if let Some(slot) = self.lets.get_mut(index) {
            *slot = Let::Seen(seen);
        }
        local
    }

    fn let_value(&mut self, declaration: &ast::Local) -> Option<Expression> {
        let declared = self.declared(&declaration.ty);
        let other = declaration.otherwise.as_ref().filter(|_| self.otherwise);
        let written = other.map(|(_, other)| other).or(declaration.space.as_ref());
        let space = written.map(|name| {
            let found = self.environment.space(&name.text);
            let found = found.map_err(|near| near.map(|near| format!("did you mean `{near}`?")));
            found.map_err(|help| {
                let message = format!("unknown address space `{}`", name.text);
                self.error(Code::OpUnknown, name.span, message)
                    .suggest(help);
            })
        });
        let value = self.value(&declaration.value)?;
        match (declared?, space) {
            (Declared::Pointer(to), Some(space)) => {
                let ty = Type::Pointer {
                    to,
                    space: space.ok()?,
                };
                self.address(value, ty, declaration.value.span)
            }
            (Declared::Pointer(_), None) => {
                self.error(
                    Code::OpType,
                    declaration.ty.span,
                    "a pointer needs an address space",
                )
                .help(format!(
                    "write `let {} : SPACE {}*`",
                    declaration.name.text, declaration.ty.name
                ));
                None
            }
            (Declared::Value(_), Some(_)) => {
                let span = declaration.ty.span;
                self.error(Code::OpType, span, "only a pointer has an address space");
                None
            }
            (Declared::Value(ty), None) => {
                let target = Target::named(&declaration.name.text);
                self.coerce(value, ty, declaration.value.span, &target)
            }
        }
    }

    pub(super) fn new_local(&mut self, name: &str, ty: Type) -> usize {
        self.locals.push(Local {
            name: name.to_owned(),
            ty,
            varying: false,
            of_family: false,
        });
        self.locals.len() - 1
    }

    pub(super) fn declare(
        &mut self,
        name: &str,
        span: Span,
        ty: Type,
        range: Option<(u32, u32)>,
    ) -> usize {
        if let Some(first) = self.variable(name).map(|v| v.span) {
            self.error(Code::Duplicate, span, format!("`{name}` is declared twice"))
                .also(first, "first here");
        } else if self.constant_named(name).is_some()
            || self.value_named(name).is_some()
            || self.environment.find(name).is_some()
        {
            let message = format!("`{name}` is a name of the instruction already");
            self.error(Code::Duplicate, span, message)
                .help("choose another name for the local");
        }
        let local = self.new_local(name, ty);
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(Variable {
                name: name.to_owned(),
                local,
                span,
                range,
            });
        }
        local
    }

    pub(super) fn declared(&mut self, ty: &OpType) -> Option<Declared> {
        let written = if ty.name == "T" {
            self.arguments.scalar
        } else {
            Written::from_name(&ty.name)
        };
        let Some(written) = written else {
            let help = "`T` is a type only in an operation with the parameter `T`";
            let message = format!("unknown type `{}`", ty.name);
            self.error(Code::OpUnknown, ty.span, message)
                .suggest((ty.name == "T").then(|| help.to_owned()));
            return None;
        };
        match (ty.stars, written) {
            (0, written) => Some(Declared::Value(written.value())),
            (1, Written::Byte) => Some(Declared::Pointer(Pointee::Byte)),
            (1, Written::Scalar(scalar)) => Some(Declared::Pointer(Pointee::Scalar(scalar))),
            (1, Written::Bool) => {
                self.error(Code::OpType, ty.span, "memory holds no `BOOL`")
                    .help("point to an integer");
                None
            }
            _ => {
                self.error(Code::OpType, ty.span, "there are no pointers to pointers");
                None
            }
        }
    }

    /// A read of a local, typed.
    pub(super) fn read_local(&self, local: usize) -> Option<Expression> {
        let ty = self.locals.get(local)?.ty;
        Some(Expression {
            ty,
            kind: ExpressionKind::Local(local),
        })
    }
}
