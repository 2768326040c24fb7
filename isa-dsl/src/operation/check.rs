//! Statements, and the check as a whole.

use crate::sorted::SortedSet;

use super::arguments::Declared;
use super::checked::{Checked, Names};
use super::checker::{Checker, Let};
use super::effects::Effects;
use super::environment::Environment;
use super::ir::{Expression, Program, Statement};
use super::operations::Operations;
use super::print::Printer;
use super::types::Type;
use super::value::Target;
use crate::ast::{self, OpExpr, OpStmt, OpStmtKind, RowMeaning};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Rounds of one loop.
const MAX_ROUNDS: i128 = 1024;
/// Rounds of a loop and all the loops around it.
const MAX_ALL_ROUNDS: i128 = 65_536;

/// Checks what a row says that its instruction does.
///
/// # Errors
///
/// Every error of the body, of the family's `let`s, or of the call of a
/// template. An error within a template or a `let` has the row as a secondary
/// place; many rows report the same one, so a caller keeps one per code and
/// primary place.
pub fn check(
    operations: &Operations<'_>,
    environment: &Environment,
    meaning: &RowMeaning,
    row: &ast::Name,
) -> Result<Checked, Vec<Diagnostic>> {
    let mut checker = Checker::new(environment);
    let body: &[OpStmt] = match meaning {
        RowMeaning::None => &[],
        RowMeaning::Body(body) => body,
        RowMeaning::Call(name, arguments) => {
            match checker.instantiate(operations, name, arguments) {
                Some(operation) => &operation.body,
                None => return Err(checker.errors),
            }
        }
    };
    let lanes = checker.lanes();
    let of_lanes = std::mem::take(&mut checker.pending);
    let before = std::mem::take(&mut checker.used_lets);
    let (mut list, mut used) = checker.arm(body, &before);
    // What only the lanes use is no part of the text; what they and the body use may use
    // others of theirs.
    if !used.is_disjoint(&before) {
        used.extend(&before);
    }
    // The `let`s that this operation leaves alone are checked for their errors;
    // the locals they add are the last ones and go again.
    let count = checker.locals.len();
    for index in 0..environment.lets.len() {
        checker.let_local(index, Span::default());
    }
    checker.locals.truncate(count);
    if checker.errors.is_empty()
        && let Some(field) = checker.choice(&used)
    {
        list = checker.both_spaces(field, body, &before, list);
    }
    let mut program = Program {
        before: (checker.lets(&mut before.iter()).into_iter())
            .chain(set_all(of_lanes.into_iter()))
            .collect(),
        body: list,
        locals: Vec::new(),
        lanes,
    };
    program.locals = std::mem::take(&mut checker.locals);
    if checker.errors.is_empty() {
        checker.lane_errors(&mut program);
    }
    if !checker.errors.is_empty() {
        return Err(checker.located(meaning, row));
    }
    let used: Vec<&ast::Local> = used
        .iter()
        .filter_map(|&i| environment.lets.get(i).map(|it| &**it))
        .collect();
    let functions: Vec<&ast::Local> = (checker.used_functions.iter())
        .filter_map(|&index| environment.functions.get(index).map(|it| &**it))
        .collect();
    let printer = Printer {
        arguments: &checker.arguments,
        constants: &environment.constants,
    };
    let (lets, text) = match body.is_empty() {
        true => (0, String::new()),
        false => printer.operation(&functions, &used, body),
    };
    let lanes = environment.lanes.as_ref().map(|lanes| printer.lanes(lanes));
    Ok(Checked {
        names: Names {
            operands: (environment.operands.iter())
                .map(|it| (it.name.clone(), it.bits))
                .collect(),
            fields: (environment.fields.iter())
                .map(|it| (it.name.clone(), it.bits))
                .collect(),
        },
        effects: Effects::of(&program, environment),
        ir: program,
        lanes,
        text,
        lets,
    })
}

/// Statements that set locals.
fn set_all(values: impl Iterator<Item = (usize, Expression)>) -> impl Iterator<Item = Statement> {
    values.map(|(local, value)| Statement::Set { local, value })
}

impl<'a> Checker<'a> {
    // ---- two spaces --------------------------------------------------------

    /// The statements of a body behind the `let`s that they use, and these.
    fn arm(
        &mut self,
        body: &[OpStmt],
        before: &SortedSet<usize>,
    ) -> (Vec<Statement>, SortedSet<usize>) {
        let statements = self.block(body);
        let used = std::mem::take(&mut self.used_lets);
        let mut list = self.lets(&mut used.difference(before));
        list.extend(statements);
        (list, used)
    }

    /// Sets the locals of `let`s, each once.
    fn lets(&mut self, indices: &mut dyn Iterator<Item = &usize>) -> Vec<Statement> {
        let seen = indices.filter_map(|index| match self.lets.get_mut(*index) {
            Some(Let::Seen(Some(sets))) => Some(std::mem::take(&mut sets.values)),
            _ => None,
        });
        set_all(seen.flatten()).collect()
    }

    /// A branch of an `if`. One that constants exclude is checked, but does nothing and
    /// uses no `let`.
    fn branch(&mut self, statement: &OpStmt, taken: bool) -> Vec<Statement> {
        if taken {
            return self.nested(statement);
        }
        let before = self.used_lets.clone();
        self.nested(statement);
        let after = std::mem::replace(&mut self.used_lets, before);
        for index in after.difference(&self.used_lets) {
            self.lets[*index] = Let::Unseen;
        }
        Vec::new()
    }

    /// The field that chooses the space of the `let`s used, if one does.
    fn choice(&mut self, used: &SortedSet<usize>) -> Option<&'a ast::Name> {
        let environment: &'a Environment = self.environment;
        let lets = used.iter().filter_map(|index| environment.lets.get(*index));
        let mut fields = lets.filter_map(|local| local.otherwise.as_ref().map(|(field, _)| field));
        let first = fields.next()?;
        if let Some(other) = fields.find(|field| field.text != first.text) {
            let message = "two fields choose the spaces of one operation's addresses";
            self.error(Code::OpType, other.span, message)
                .also(first.span, "the other field");
            return None;
        }
        Some(first)
    }

    /// The body for one space and for the other, and the field that chooses.
    fn both_spaces(
        &mut self,
        field: &ast::Name,
        body: &[OpStmt],
        before: &SortedSet<usize>,
        first: Vec<Statement>,
    ) -> Vec<Statement> {
        let name = OpExpr {
            span: field.span,
            kind: ast::OpExprKind::Name(field.text.clone()),
        };
        let condition = self.condition(&name);
        for index in (0..self.lets.len()).filter(|index| !before.contains(index)) {
            self.lets[index] = Let::Unseen;
        }
        self.otherwise = true;
        let (second, _) = self.arm(body, before);
        self.otherwise = false;
        if let Some(Statement::Once(_)) = first.iter().find(|it| matches!(it, Statement::Once(_))) {
            let message = "`once` cannot use an address of which a field chooses the space";
            self.error(Code::OpType, field.span, message)
                .help("write a `let` for each space, and `if` within `once`");
        }
        let Some(condition) = condition else {
            return first;
        };
        vec![Statement::If {
            condition,
            then: first,
            otherwise: second,
        }]
    }
}

impl Checker<'_> {
    /// The errors; those outside of the row's own body name the row too.
    fn located(self, meaning: &RowMeaning, row: &ast::Name) -> Vec<Diagnostic> {
        let inside_row = |span: Span| match meaning {
            RowMeaning::Body(body) => body.iter().any(|s| {
                s.span.file == span.file && s.span.start <= span.start && span.end <= s.span.end
            }),
            _ => false,
        };
        let mut errors = self.errors;
        for error in &mut errors {
            if !inside_row(error.primary.0) {
                error
                    .secondary
                    .push((row.span, format!("in the operation of `{}`", row.text)));
            }
        }
        errors
    }

    fn block(&mut self, statements: &[OpStmt]) -> Vec<Statement> {
        self.scopes.push(Vec::new());
        let around = std::mem::take(&mut self.pending);
        let mut list = Vec::new();
        for statement in statements {
            let before = list.len();
            let checked = self.deeper(statement.span, |c| c.statement(statement, &mut list));
            let pending = std::mem::take(&mut self.pending);
            list.splice(before..before, set_all(pending.into_iter()));
            // An error is reported where it is found, and the next statement
            // may have another. Only numbers beyond every range get here.
            if checked.is_none() && self.errors.is_empty() {
                self.error(
                    Code::OpWidth,
                    statement.span,
                    "a number in this is out of range",
                );
            }
        }
        self.pending = around;
        self.scopes.pop();
        list
    }

    fn nested(&mut self, statement: &OpStmt) -> Vec<Statement> {
        match &statement.kind {
            OpStmtKind::Block(statements) => self.block(statements),
            _ => self.block(std::slice::from_ref(statement)),
        }
    }

    fn statement(&mut self, statement: &OpStmt, list: &mut Vec<Statement>) -> Option<()> {
        match &statement.kind {
            OpStmtKind::Block(statements) => list.extend(self.block(statements)),
            OpStmtKind::Reasons(_, statements) => list.extend(self.block(statements)),
            OpStmtKind::Atomic(statements) => {
                self.nested += 1;
                list.push(Statement::Atomic(self.block(statements)));
                self.nested -= 1;
            }
            OpStmtKind::Once(statements) => {
                if self.nested > 0 {
                    let message = "`once` cannot stand within another statement";
                    self.error(Code::OpLanes, statement.span, message)
                        .help("write the condition, or `atomic`, within `once`");
                }
                self.nested += 1;
                let around = std::mem::replace(&mut self.once, true);
                list.push(Statement::Once(self.block(statements)));
                self.once = around;
                self.nested -= 1;
            }
            OpStmtKind::Undefined(reason) => {
                list.push(Statement::Undefined(reason.text.clone()));
            }
            OpStmtKind::If(condition, then, otherwise) => {
                let condition = self.condition(condition);
                let decided = condition.as_ref().and_then(Expression::truth);
                self.nested += 1;
                let then = self.branch(then, decided != Some(false));
                let otherwise = otherwise.as_ref().map_or_else(Vec::new, |statement| {
                    self.branch(statement, decided != Some(true))
                });
                self.nested -= 1;
                if decided.is_some() {
                    list.extend(then);
                    list.extend(otherwise);
                    return Some(());
                }
                list.push(Statement::If {
                    condition: condition?,
                    then,
                    otherwise,
                });
            }
            OpStmtKind::For {
                var,
                from,
                tested,
                to,
                stepped,
                body,
            } => {
                self.one_variable(var, tested);
                self.one_variable(var, stepped);
                // Without bounds the body is checked as if it ran once.
                let (from, count) = self.rounds(from, to).unwrap_or((0, 1));
                let around = self.rounds;
                self.rounds *= i128::from(count);
                self.scopes.push(Vec::new());
                let range = Some((from, from.saturating_add(count)));
                let local = self.declare(&var.text, var.span, Type::unsigned(32), range);
                self.nested += 1;
                let body = self.nested(body);
                self.nested -= 1;
                self.scopes.pop();
                self.rounds = around;
                list.push(Statement::For {
                    local,
                    from,
                    count,
                    body,
                });
            }
            OpStmtKind::Declare(ty, name, value) => {
                let declared = self.declared(ty);
                let checked = self.value(value);
                let (target, span) = (Target::named(&name.text), value.span);
                let checked = match (declared, checked) {
                    (Some(Declared::Value(ty)), Some(value)) => {
                        self.coerce(value, ty, span, &target)
                    }
                    (Some(Declared::Pointer(to)), Some(value)) => {
                        self.pointer_to(value, to, span, &target)
                    }
                    _ => None,
                };
                // A local whose value is wrong is still known by its type, so
                // that its uses are no further errors.
                let ty = match (&checked, declared) {
                    (Some(value), _) => value.ty,
                    (None, Some(Declared::Value(ty))) => ty,
                    (None, Some(Declared::Pointer(to))) => Type::Pointer { to, space: 0 },
                    (None, None) => Type::unsigned(32),
                };
                let local = self.declare(&name.text, name.span, ty, None);
                list.push(Statement::Set {
                    local,
                    value: checked?,
                });
            }
            OpStmtKind::Assign(to, operator, value) => {
                let place = self.place(to);
                let checked = match operator {
                    None => self.value(value),
                    Some(operator) => self.combine(*operator, statement.span, to, value),
                };
                list.push(self.assign(place?, checked?, value.span)?);
            }
            OpStmtKind::Call(call) => {
                let message = "this call has no effect";
                self.error(Code::OpArguments, call.span, message).help(
                    "functions only give values, and operations do not call operations: \
                     assign the value, or write the statements here",
                );
                return None;
            }
        }
        Some(())
    }

    fn one_variable(&mut self, variable: &ast::Name, other: &ast::Name) {
        if variable.text != other.text {
            let message = format!("this loop counts `{}`, not `{}`", variable.text, other.text);
            self.error(Code::OpLoop, other.span, message)
                .also(variable.span, "its variable");
        }
    }

    /// First value and number of rounds of a loop.
    fn rounds(&mut self, from: &OpExpr, to: &OpExpr) -> Option<(u32, u32)> {
        let (first, end) = (self.bound(from), self.bound(to));
        let (first, end) = (first?, end?);
        let Ok(start) = u32::try_from(first) else {
            self.error(Code::OpLoop, from.span, "a loop counts from zero or above");
            return None;
        };
        let count = end - first;
        if count < 1 {
            self.error(
                Code::OpLoop,
                to.span,
                format!("this loop never runs: {first} to {end}"),
            );
            return None;
        }
        if count > MAX_ROUNDS {
            let message = format!("{count} rounds are more than a loop may have");
            self.error(Code::OpLoop, to.span, message)
                .help(format!("at most {MAX_ROUNDS}"));
            return None;
        }
        if count * self.rounds > MAX_ALL_ROUNDS {
            let message = format!("{} rounds in all are too many", count * self.rounds);
            self.error(Code::OpLoop, to.span, message).help(format!(
                "at most {MAX_ALL_ROUNDS} together with the loops around it"
            ));
            return None;
        }
        Some((start, u32::try_from(count).ok()?))
    }

    fn bound(&mut self, bound: &OpExpr) -> Option<i128> {
        match self.linear(bound) {
            Some(linear) if linear.steps.is_empty() => Some(linear.constant),
            _ => {
                let known = self.errors.len();
                // An unknown name is the better error.
                if self.value(bound).is_some() || self.errors.len() == known {
                    self.error(
                        Code::OpLoop,
                        bound.span,
                        "the bound of a loop must be a constant",
                    )
                    .help("a number, or a parameter of the operation");
                }
                None
            }
        }
    }
}
