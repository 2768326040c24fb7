//! Places: what can stand to the left of `=`.

use super::checker::Checker;
use super::environment::Entity;
use super::ir::{Expression, Local, Position, Source, Statement};
use super::types::{Scalar, Type};
use super::value::Target;
use super::value::Value;
use crate::ast::{self, OpExpr, OpExprKind};
use crate::diagnostic::Code;
use crate::source::Span;

/// Where an assignment goes.
pub(super) enum Place {
    Local(usize),
    Register {
        to: Source,
        at: Position,
        bits: u16,
        name: String,
    },
    Memory {
        address: Expression,
        scalar: Scalar,
    },
}

impl Checker<'_> {
    pub(super) fn place(&mut self, to: &OpExpr) -> Option<Place> {
        match &to.kind {
            OpExprKind::Name(name) => {
                if let Some(variable) = self.variable(name) {
                    if variable.range.is_some() {
                        let message = format!("`{name}` counts a loop and cannot be assigned");
                        self.error(Code::OpPlace, to.span, message);
                        return None;
                    }
                    let local = variable.local;
                    if self.once {
                        self.shared.push((local, to.span));
                    }
                    return Some(Place::Local(local));
                }
                self.register_place(to, name)
            }
            OpExprKind::Index(base, _) | OpExprKind::Slice(base, ..) => match &base.kind {
                OpExprKind::Name(name) if self.variable(name).is_none() => {
                    self.register_place(to, name)
                }
                _ => {
                    self.error(
                        Code::OpPlace,
                        base.span,
                        "only operands and states have dwords",
                    );
                    None
                }
            },
            OpExprKind::Unary(ast::OpUnary::Deref, pointer) => {
                let address = self.pointer(pointer)?;
                match address.ty {
                    Type::Pointer { to, .. } => Some(Place::Memory {
                        address,
                        scalar: to.scalar(),
                    }),
                    _ => None,
                }
            }
            _ => {
                self.error(Code::OpPlace, to.span, "this cannot be assigned to").help("an operand, its dwords `R[i]` or `R[a:b]`, halves of them, a state, a local, or memory `*P`");
                None
            }
        }
    }

    fn register_place(&mut self, to: &OpExpr, name: &str) -> Option<Place> {
        let span = match &to.kind {
            OpExprKind::Index(base, _) | OpExprKind::Slice(base, ..) => base.span,
            _ => to.span,
        };
        let (name, half) = self.environment.without_half(name);
        let what = if self.constant_named(name).is_some() {
            "a constant"
        } else {
            match self.environment.find(name) {
                None => {
                    self.unknown(name, span);
                    return None;
                }
                Some(Entity::Operand(index)) => {
                    let operand = self.environment.operands.get(index)?;
                    if !operand.writable {
                        let message = format!("`{name}` cannot be written");
                        self.error(Code::OpPlace, span, message)
                            .label("declared `in`")
                            .help("declare it `out`, or `inout` if it is read too");
                        return None;
                    }
                    if half.is_some() && !operand.readable {
                        let message = format!("a half of `{name}` leaves the other one as it was");
                        self.error(Code::OpPlace, span, message)
                            .label("declared `out`")
                            .help("declare it `inout`, or write all of it");
                        return None;
                    }
                    if operand.per_lane {
                        self.one_lane(name, span)?;
                    }
                    let (at, bits) = self.part(to, operand.bits, half)?;
                    let (to, name) = (Source::Operand(index), name.to_owned());
                    return Some(Place::Register { to, at, bits, name });
                }
                Some(Entity::State(index)) => {
                    let state = self.environment.states.get(index)?;
                    if state.derived.is_some() {
                        let message = format!("`{name}` cannot be written");
                        self.error(Code::OpPlace, span, message)
                            .label("computed from other states")
                            .help("write the states that it is computed from");
                        return None;
                    }
                    let (at, bits) = self.part(to, state.bits, half)?;
                    let (to, name) = (Source::State(index), name.to_owned());
                    return Some(Place::Register { to, at, bits, name });
                }
                Some(Entity::Field(_)) => "a field of the instruction",
                Some(Entity::Let(_)) => "a `let` of the family",
                Some(Entity::Lane) => "the number of the lane",
                Some(Entity::Feature(_)) => "a feature of the processor",
                Some(Entity::Constant(_)) => "a constant",
            }
        };
        let message = format!("`{name}` is {what} and cannot be assigned");
        self.error(Code::OpPlace, span, message);
        None
    }

    pub(super) fn assign(&mut self, place: Place, value: Value, span: Span) -> Option<Statement> {
        match place {
            Place::Local(local) => {
                let Local { name, ty, .. } = self.locals.get(local)?.clone();
                let value = match ty {
                    Type::Pointer { to, .. } => {
                        self.pointer_to(value, to, span, &Target::named(&name))?
                    }
                    _ => self.coerce(value, ty, span, &Target::named(&name))?,
                };
                if value.ty != ty {
                    let message = format!("`{name}` points into another address space");
                    self.error(Code::OpType, span, message);
                    return None;
                }
                Some(Statement::Set { local, value })
            }
            Place::Register { to, at, bits, name } => {
                let value = self.coerce(value, Type::Bits(bits), span, &Target::named(&name))?;
                Some(Statement::Write { to, at, value })
            }
            Place::Memory { address, scalar } => {
                let value = self.coerce(value, Type::Scalar(scalar), span, &Target::memory())?;
                Some(Statement::Store { address, value })
            }
        }
    }
}
