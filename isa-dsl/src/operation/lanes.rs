//! Lanes: which of them run, what runs once for all of them, and which values
//! may differ from one to the other.

use super::builtins::{self, Builtin};
use super::checker::Checker;
use super::environment::{Entity, Environment, Half};
use super::ir::{Expression, ExpressionKind, Local, Program, Source, Statement};
use super::types::Type;
use super::value::Target;
use super::value::Value;
use crate::ast::{OpArg, OpExpr, OpExprKind};
use crate::diagnostic::Code;
use crate::source::Span;

impl<'a> Checker<'a> {
    /// The lanes that run, a bit each; `None` if the operation runs once, or
    /// after an error.
    pub(super) fn lanes(&mut self) -> Option<Expression> {
        let environment: &'a Environment = self.environment;
        let written = environment.lanes.as_ref()?;
        self.nested += 1;
        let value = self.value(written);
        self.nested -= 1;
        let value = value?;
        let target = Target::argument("lanes");
        self.coerce(value, Type::unsigned(64), written.span, &target)
    }

    /// Reports a use of what every lane has where there are no lanes, or not
    /// one alone.
    pub(super) fn one_lane(&mut self, name: &str, span: Span) -> Option<()> {
        if self.environment.lanes.is_none() {
            let message = format!("`{name}` belongs to a lane, but this operation has no lanes");
            self.error(Code::OpLanes, span, message)
                .help("say in the family for which lanes it runs: `lanes STATE;`");
            return None;
        }
        if self.once {
            let message = format!("`{name}` belongs to a lane, but this runs once for all of them");
            self.error(Code::OpLanes, span, message)
                .help("name the lane whose value is meant: `LANE(OPERAND, number)`");
            return None;
        }
        Some(())
    }

    /// Reports a question to all lanes where not all of them are, or where they may
    /// not be asked all at once.
    pub(super) fn all_lanes(&mut self, span: Span) -> Option<()> {
        if self.environment.lanes.is_none() || self.once {
            return self.one_lane(builtins::BALLOT, span);
        }
        if self.nested > 0 {
            let message =
                "`BALLOT` cannot stand within another statement, in `lanes` or in a `let`";
            self.error(Code::OpLanes, span, message)
                .help("keep what it gives in a local: `UINT64 LANES = BALLOT(…);`");
            return None;
        }
        Some(())
    }

    /// `LANE(OPERAND, number)`: an operand, or dwords of it, in another lane.
    pub(super) fn other_lane(&mut self, arguments: &[OpArg], span: Span) -> Option<Value> {
        let [OpArg::Value(operand), OpArg::Value(lane)] = arguments else {
            let message = "`LANE` takes an operand and the number of a lane";
            self.error(Code::OpArguments, span, message);
            return None;
        };
        let name = match &operand.kind {
            OpExprKind::Index(base, _) | OpExprKind::Slice(base, ..) => base,
            _ => operand,
        };
        let (index, half) = self.lane_operand(name).unzip();
        let number = self.value(lane).and_then(|value| {
            let target = Target::argument(builtins::LANE);
            self.coerce(value, Type::unsigned(32), lane.span, &target)
        });
        let index = index?;
        let bits = self.environment.operands.get(index)?.bits;
        let (at, bits) = self.part(operand, bits, half?)?;
        let kind = ExpressionKind::ReadLane {
            from: Source::Operand(index),
            at,
            lane: Box::new(number?),
        };
        let ty = Type::Bits(bits);
        Some(Expression { ty, kind }.into())
    }

    /// The index of an operand that every lane has, and which half of it is meant.
    fn lane_operand(&mut self, expression: &OpExpr) -> Option<(usize, Option<Half>)> {
        let OpExprKind::Name(name) = &expression.kind else {
            self.error(Code::OpArguments, expression.span, "an operand is expected");
            return None;
        };
        let (name, half) = self.environment.without_half(name);
        let local = self.variable(name).is_some() || self.constant_named(name).is_some();
        let found = self.environment.find(name);
        let index = match found {
            None if !local => {
                self.unknown(name, expression.span);
                return None;
            }
            Some(Entity::Operand(index)) if !local => index,
            _ => {
                let message = format!("`{name}` is not an operand");
                self.error(Code::OpArguments, expression.span, message)
                    .help("only the value of an operand is known in other lanes");
                return None;
            }
        };
        let operand = self.environment.operands.get(index)?;
        if !operand.readable {
            self.unreadable(name, expression.span);
            return None;
        }
        if !operand.per_lane {
            let message = format!("`{name}` is the same in every lane");
            self.error(Code::OpLanes, expression.span, message)
                .help(format!("write `{name}`"));
            return None;
        }
        if self.environment.lanes.is_none() {
            self.one_lane(name, expression.span)?;
        }
        Some((index, half))
    }

    /// Finds the locals that may differ from lane to lane, and reports those
    /// that are used where there is not one lane.
    pub(super) fn lane_errors(&mut self, program: &mut Program) {
        let environment: &'a Environment = self.environment;
        if environment.lanes.is_none() {
            return;
        }
        Varying { environment }.mark(program);
        let varying = Varying { environment };
        if let (Some(written), Some(lanes)) = (&environment.lanes, &program.lanes)
            && varying.expression(lanes, &program.locals)
        {
            let message = "which lanes run must be known before one does";
            self.error(Code::OpLanes, written.span, message)
                .help("states, fields and what is made of them; no memory");
        }
        for (local, span) in std::mem::take(&mut self.shared) {
            let Some(local) = program.locals.get(local).filter(|local| local.varying) else {
                continue;
            };
            let message = format!(
                "`{}` may differ from lane to lane, but this runs once for all of them",
                local.name
            );
            self.error(Code::OpLanes, span, message)
                .help("within `once` use what all lanes share");
        }
    }
}

/// Which values may differ from lane to lane.
struct Varying<'a> {
    environment: &'a Environment,
}

impl Varying<'_> {
    /// Marks the locals. A loop may carry a value to an earlier statement, so
    /// this goes on until nothing changes.
    fn mark(&self, program: &mut Program) {
        loop {
            let mut changed = false;
            let locals = &mut program.locals;
            for list in [&program.before, &program.body] {
                self.statements(list, locals, false, &mut changed);
            }
            if !changed {
                return;
            }
        }
    }

    fn statements(
        &self,
        statements: &[Statement],
        locals: &mut [Local],
        around: bool,
        changed: &mut bool,
    ) {
        for statement in statements {
            match statement {
                Statement::Set { local, value } => {
                    let varying = around || self.expression(value, locals);
                    if let Some(local) = locals.get_mut(*local)
                        && varying
                        && !local.varying
                    {
                        local.varying = true;
                        *changed = true;
                    }
                }
                Statement::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    let around = around || self.expression(condition, locals);
                    self.statements(then, locals, around, changed);
                    self.statements(otherwise, locals, around, changed);
                }
                Statement::For { body, .. } | Statement::Atomic(body) => {
                    self.statements(body, locals, around, changed);
                }
                // What is set once is the same for all.
                Statement::Once(_)
                | Statement::Write { .. }
                | Statement::Store { .. }
                | Statement::Undefined(_) => {}
            }
        }
    }

    /// Whether an expression may differ. Memory may: another lane may have
    /// written it in between.
    fn expression(&self, expression: &Expression, locals: &[Local]) -> bool {
        let here = match &expression.kind {
            ExpressionKind::Read {
                from: Source::Operand(index),
                ..
            } => {
                let operand = self.environment.operands.get(*index);
                operand.is_some_and(|operand| operand.per_lane)
            }
            ExpressionKind::Local(local) => locals.get(*local).is_some_and(|local| local.varying),
            ExpressionKind::Load(_) | ExpressionKind::Lane => true,
            // It is what all of them say together.
            ExpressionKind::Call(Builtin::Ballot, _) => return false,
            _ => false,
        };
        here || expression
            .children()
            .into_iter()
            .any(|child| self.expression(child, locals))
    }
}
