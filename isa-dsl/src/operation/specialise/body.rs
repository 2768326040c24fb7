//! Statements: what cannot run is left out, and so are names that say nothing of their own.

use super::super::types::Scalar;
use super::names::Names;
use super::reading::{Let, choose_space};
use super::trees::{Changes, changed, expression, name, statement, uses, weight};
use super::written;
use crate::ast::{OpArg, OpExpr, OpExprKind, OpStmt, OpStmtKind, OpType, OpUnary};
use crate::source::Span;

/// Parts of a value that is put in for its name wherever that stands.
const LIGHT: u32 = 2;

/// Parts of one that is put in where its name stands once.
const LIGHT_ONCE: u32 = 5;

/// Columns of a statement into which the one before is put.
const COLUMNS: usize = 76;

impl Names<'_> {
    /// The names of the family with what is known put in, without those that are replaced.
    pub(super) fn lets(&mut self, lets: Vec<Let>) -> Vec<Let> {
        for it in &lets {
            self.scalars.insert(it.name.clone(), it.scalar);
        }
        let mut kept: Vec<Let> = Vec::new();
        for mut it in lets {
            if let Some(params) = &it.params {
                it.value = self.function(params, &it.value);
            } else if !it.is_pointer {
                it.value = match it.scalar {
                    None => self.condition(&it.value),
                    Some(_) => self.simplify(&it.value),
                };
                let is_light = weight(&it.value).is_some_and(|weight| weight <= LIGHT_ONCE);
                if (is_light && self.stays(&it.value) || self.value(&it.value).is_some())
                    && let Some(value) = self.as_type(it.scalar, &it.value)
                {
                    self.replaced.insert(it.name, value);
                    continue;
                }
            } else {
                choose_space(&mut it, |field| Some(self.outside(field)?.value? != 0));
                self.keeps_fields = true;
                it.value = self.simplify(&it.value);
                self.keeps_fields = false;
            }
            kept.push(it);
        }
        kept
    }

    /// The value of a function, whose parameters hide what else has their names.
    fn function(&mut self, params: &[(String, Option<Scalar>)], value: &OpExpr) -> OpExpr {
        let hidden: Vec<_> = (params.iter())
            .map(|(name, scalar)| {
                let scalar = self.scalars.insert(name.clone(), *scalar);
                (name, scalar, self.replaced.remove(name))
            })
            .collect();
        let value = self.simplify(value);
        for (name, scalar, replaced) in hidden {
            self.scalars.remove(name);
            self.scalars.extend(scalar.map(|it| (name.clone(), it)));
            self.replaced.extend(replaced.map(|it| (name.clone(), it)));
        }
        value
    }

    /// A value that a name of a type has, to stand in its place; `None` if it would be another
    /// value there.
    fn as_type(&self, scalar: Option<Scalar>, value: &OpExpr) -> Option<OpExpr> {
        if let OpExprKind::Number { .. } = value.kind {
            return Some(value.clone());
        }
        match (scalar, self.type_of(value)) {
            (None, None) => Some(value.clone()),
            (Some(to), Some(from)) if to == from => Some(value.clone()),
            (
                Some(Scalar::Integer { bits, .. }),
                Some(Scalar::Integer {
                    bits: from,
                    signed: false,
                }),
            ) if from < bits && bits <= 32 => Some(value.clone()),
            (Some(to), Some(from))
                if !to.is_floating() && !from.is_floating() && to.bits() == from.bits() =>
            {
                let ty = OpType {
                    span: Span::default(),
                    name: to.to_string(),
                    stars: 0,
                };
                Some(expression(OpExprKind::Cast(ty, value.clone().into())))
            }
            _ => None,
        }
    }

    /// Statements with what is known put in.
    pub(super) fn body(&mut self, body: &[OpStmt]) -> Vec<OpStmt> {
        for statement in body {
            self.declare(statement);
        }
        let mut body = self.block(body);
        self.changes = Changes::of(&body);
        each_block(&mut body, &mut |block| {
            self.replace_locals(block);
            join(self, block);
            remove_unused(block);
        });
        body
    }

    /// The types of what statements declare.
    fn declare(&mut self, statement: &OpStmt) {
        match &statement.kind {
            OpStmtKind::Declare(ty, name, _) => {
                let scalar = Scalar::from_name(&ty.name).filter(|_| ty.stars == 0);
                let before = self.scalars.insert(name.text.clone(), scalar);
                // Names that stand for several things have no type.
                if before.is_some_and(|before| before != scalar) {
                    self.scalars.insert(name.text.clone(), None);
                }
            }
            OpStmtKind::Block(body) | OpStmtKind::Atomic(body) | OpStmtKind::Once(body) => {
                body.iter().for_each(|it| self.declare(it));
            }
            OpStmtKind::Reasons(_, body) => body.iter().for_each(|it| self.declare(it)),
            OpStmtKind::If(_, then, otherwise) => {
                self.declare(then);
                if let Some(otherwise) = otherwise {
                    self.declare(otherwise);
                }
            }
            OpStmtKind::For { body, .. } => self.declare(body),
            OpStmtKind::Undefined(_) | OpStmtKind::Assign(..) | OpStmtKind::Call(_) => {}
        }
    }

    fn block(&self, statements: &[OpStmt]) -> Vec<OpStmt> {
        let mut all = Vec::new();
        for statement in statements {
            self.statement(statement, &mut all);
            // Nothing runs behind it.
            if matches!(
                all.last().map(|it| &it.kind),
                Some(OpStmtKind::Undefined(_))
            ) {
                break;
            }
        }
        all
    }

    /// A statement that others govern; `None` if nothing is left of it.
    fn arm(&self, arm: &OpStmt) -> Option<OpStmt> {
        let mut left = Vec::new();
        self.statement(arm, &mut left);
        let is_block = matches!(arm.kind, OpStmtKind::Block(_));
        match left.len() {
            0 => None,
            1 if !is_block || !matches!(left[0].kind, OpStmtKind::Declare(..)) => left.pop(),
            _ => Some(statement(OpStmtKind::Block(left))),
        }
    }

    fn statement(&self, it: &OpStmt, out: &mut Vec<OpStmt>) {
        let kind = match &it.kind {
            // What stands in braces of its own stands as well without them.
            OpStmtKind::Block(body) => return out.extend(self.block(body)),
            OpStmtKind::Reasons(_, body) => return out.extend(self.block(body)),
            OpStmtKind::If(condition, then, otherwise) => {
                let condition = self.condition(condition);
                match self.value(&condition) {
                    Some(0) => {
                        if let Some(otherwise) = otherwise {
                            self.statement(otherwise, out);
                        }
                        return;
                    }
                    Some(_) => return self.statement(then, out),
                    None => {}
                }
                let otherwise = otherwise.as_ref().and_then(|it| self.arm(it));
                match (self.arm(then), otherwise) {
                    (None, None) => return,
                    (Some(then), otherwise) => {
                        OpStmtKind::If(condition, then.into(), otherwise.map(Box::new))
                    }
                    (None, Some(otherwise)) => {
                        let not = OpExprKind::Unary(OpUnary::Not, condition.into());
                        OpStmtKind::If(expression(not), otherwise.into(), None)
                    }
                }
            }
            OpStmtKind::For {
                var,
                from,
                tested,
                to,
                stepped,
                body,
            } => {
                let Some(body) = self.arm(body) else { return };
                OpStmtKind::For {
                    var: var.clone(),
                    from: self.simplify(from),
                    tested: tested.clone(),
                    to: self.simplify(to),
                    stepped: stepped.clone(),
                    body: body.into(),
                }
            }
            OpStmtKind::Atomic(body) => OpStmtKind::Atomic(self.block(body)),
            OpStmtKind::Once(body) => OpStmtKind::Once(self.block(body)),
            OpStmtKind::Undefined(_) => it.kind.clone(),
            OpStmtKind::Declare(ty, name, value) => {
                OpStmtKind::Declare(ty.clone(), name.clone(), self.simplify(value))
            }
            OpStmtKind::Assign(place, operator, value) => {
                let value = self.simplify(value);
                let value = self.bits_alone(place, value);
                OpStmtKind::Assign(self.place(place), *operator, value)
            }
            OpStmtKind::Call(call) => OpStmtKind::Call(self.simplify(call)),
        };
        out.push(statement(kind));
    }

    /// A place that is written: its name stays.
    fn place(&self, place: &OpExpr) -> OpExpr {
        let kind = match &place.kind {
            OpExprKind::Name(_) => return place.clone(),
            OpExprKind::Index(base, index) => {
                OpExprKind::Index(self.place(base).into(), self.simplify(index).into())
            }
            OpExprKind::Slice(base, first, last) => OpExprKind::Slice(
                self.place(base).into(),
                self.simplify(first).into(),
                self.simplify(last).into(),
            ),
            OpExprKind::Call(function, arguments) if changed(place).is_some() => {
                let arguments = arguments.iter().enumerate();
                let arguments = arguments.map(|(at, argument)| match argument {
                    OpArg::Value(value) if at > 0 => OpArg::Value(self.simplify(value)),
                    _ => argument.clone(),
                });
                OpExprKind::Call(function.clone(), arguments.collect())
            }
            _ => return self.simplify(place),
        };
        expression(kind)
    }

    /// What is assigned to register bits without a function that only says what the bits are.
    fn bits_alone(&self, place: &OpExpr, value: OpExpr) -> OpExpr {
        if let OpExprKind::Name(to) = &place.kind
            && let Some(outside) = self.outside(to)
            && let OpExprKind::Call(function, arguments) = &value.kind
            && let [OpArg::Value(inner)] = arguments.as_slice()
            && function.text.starts_with("AS")
            && let (Some(through), Some(from)) = (self.type_of(&value), self.type_of(inner))
            && through.bits() == from.bits()
            && outside.bits == u32::from(from.bits())
        {
            return inner.clone();
        }
        value
    }

    /// Puts in the values of names that the body declares and never changes, where they say
    /// little more than another name.
    fn replace_locals(&mut self, body: &mut Vec<OpStmt>) {
        let mut at = 0;
        while at < body.len() {
            if let OpStmtKind::Declare(_, name, value) = &body[at].kind {
                let is_once = self
                    .changes
                    .declared
                    .iter()
                    .filter(|it| **it == name.text)
                    .count()
                    == 1;
                let most = match uses(body, &name.text) {
                    1 => LIGHT_ONCE,
                    _ => LIGHT,
                };
                let is_light = weight(value).is_some_and(|weight| weight <= most);
                let is_known = self.value(value).is_some();
                if is_once
                    && !self.changes.assigned.contains(&name.text)
                    && (is_known || is_light && self.stays(value))
                    && let Some(value) =
                        self.as_type(self.scalars.get(&name.text).copied().flatten(), value)
                {
                    self.replaced.insert(name.text.clone(), value);
                    body.remove(at);
                    let rest = body.split_off(at);
                    body.extend(self.block(&rest));
                    continue;
                }
            }
            at += 1;
        }
    }
}

/// Changes statements, and then those of each block in them.
fn each_block(body: &mut Vec<OpStmt>, change: &mut dyn FnMut(&mut Vec<OpStmt>)) {
    change(body);
    body.iter_mut().for_each(|it| blocks_of(it, change));
}

fn blocks_of(statement: &mut OpStmt, change: &mut dyn FnMut(&mut Vec<OpStmt>)) {
    match &mut statement.kind {
        OpStmtKind::Block(body) | OpStmtKind::Atomic(body) | OpStmtKind::Once(body) => {
            each_block(body, change);
        }
        OpStmtKind::If(_, then, otherwise) => {
            blocks_of(then, change);
            if let Some(otherwise) = otherwise {
                blocks_of(otherwise, change);
            }
        }
        OpStmtKind::For { body, .. } => blocks_of(body, change),
        _ => {}
    }
}

/// Puts a value into the statement behind it, if its name stands there alone.
fn join(names: &Names<'_>, body: &mut Vec<OpStmt>) {
    let mut at = 0;
    while at + 1 < body.len() {
        let joined = joined(names, body, at);
        match joined {
            Some(joined) => {
                body[at] = joined;
                body.remove(at + 1);
            }
            None => at += 1,
        }
    }
}

fn joined(names: &Names<'_>, body: &[OpStmt], at: usize) -> Option<OpStmt> {
    let OpStmtKind::Declare(ty, local, value) = &body[at].kind else {
        return None;
    };
    let (OpStmtKind::Declare(_, _, next) | OpStmtKind::Assign(_, None, next)) = &body[at + 1].kind
    else {
        return None;
    };
    let scalar = Scalar::from_name(&ty.name).filter(|_| ty.stars == 0);
    let is_only = names
        .changes
        .declared
        .iter()
        .filter(|it| **it == local.text)
        .count()
        == 1
        && !names.changes.assigned.contains(&local.text)
        && uses(body, &local.text) == 1
        && uses(&body[at + 1..=at + 1], &local.text) == 1;
    // The whole value, or what a conversion takes: elsewhere the type of the name may matter.
    let is_whole = name(next).is_some_and(|it| it == local.text);
    if !is_only || !is_whole || scalar.is_none() || names.type_of(value) != scalar {
        return None;
    }
    let kind = match &body[at + 1].kind {
        OpStmtKind::Declare(ty, name, _) => {
            OpStmtKind::Declare(ty.clone(), name.clone(), value.clone())
        }
        OpStmtKind::Assign(place, operator, _) => {
            OpStmtKind::Assign(place.clone(), *operator, value.clone())
        }
        _ => return None,
    };
    let joined = statement(kind);
    let text = written::statements(std::slice::from_ref(&joined));
    (text.chars().count() <= COLUMNS).then_some(joined)
}

/// Leaves out what is declared and nowhere named.
fn remove_unused(body: &mut Vec<OpStmt>) {
    let mut at = body.len();
    while at > 0 {
        at -= 1;
        if let OpStmtKind::Declare(_, name, _) = &body[at].kind
            && uses(body, &name.text) == 0
        {
            body.remove(at);
        }
    }
}
