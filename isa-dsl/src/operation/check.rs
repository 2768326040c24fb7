//! Statements, scopes and templates.

use std::collections::BTreeSet;

use super::builtins;
use super::convert::Target;
use super::effects::Effects;
use super::environment::Entity;
use super::ir::{Expression, ExpressionKind, Local, Position, Program, Source, Statement};
use super::print::Printer;
use super::suggest::closest;
use super::types::{Pointee, Scalar, Type};
use super::{Checked, Environment, Operations};
use crate::ast::{self, OpArg, OpExpr, OpExprKind, OpStmt, OpStmtKind, OpType, RowMeaning};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Levels of statements and expressions within one another.
const MAX_DEPTH: u32 = 200;
/// Rounds of one loop.
const MAX_ROUNDS: i128 = 1024;
/// Rounds of a loop and all the loops around it.
const MAX_ALL_ROUNDS: i128 = 65_536;

/// Arguments of a template.
#[derive(Debug, Clone, Default)]
pub(super) struct Arguments {
    pub(super) scalar: Option<Written>,
    pub(super) constants: Vec<(String, i64)>,
}

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

    fn value(self) -> Type {
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

/// A local in scope.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    name: String,
    pub(super) local: usize,
    span: Span,
    /// First value and end (excluded) of a loop's local.
    pub(super) range: Option<(u32, u32)>,
}

/// A family's `let` during the check of one operation.
#[derive(Debug, Clone)]
enum Let {
    Unseen,
    /// `None` if it has errors.
    Seen(Option<(usize, Expression)>),
}

pub(super) struct Checker<'a> {
    pub(super) environment: &'a Environment,
    pub(super) errors: Vec<Diagnostic>,
    pub(super) locals: Vec<Local>,
    pub(super) arguments: Arguments,
    scopes: Vec<Vec<Variable>>,
    lets: Vec<Let>,
    used_lets: BTreeSet<usize>,
    /// How many of the `let`s may be used here: all in a body, the earlier
    /// ones in a `let`.
    visible_lets: usize,
    rounds: i128,
    depth: u32,
    too_deep: bool,
}

/// Where an assignment goes.
enum Place {
    Local(usize),
    Register { to: Source, at: Position, bits: u16, name: String },
    Memory { address: Expression, scalar: Scalar },
}

pub(super) fn check(
    operations: &Operations<'_>,
    environment: &Environment,
    meaning: &RowMeaning,
    row: &ast::Name,
) -> Result<Checked, Vec<Diagnostic>> {
    let mut checker = Checker {
        environment,
        errors: Vec::new(),
        locals: Vec::new(),
        arguments: Arguments::default(),
        scopes: Vec::new(),
        lets: vec![Let::Unseen; environment.lets.len()],
        used_lets: BTreeSet::new(),
        visible_lets: environment.lets.len(),
        rounds: 1,
        depth: 0,
        too_deep: false,
    };
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
    let statements = checker.block(body);
    let inside_row = |span: Span| match meaning {
        RowMeaning::Body(body) => body.iter().any(|s| {
            s.span.file == span.file && s.span.start <= span.start && span.end <= s.span.end
        }),
        _ => false,
    };
    // The `let`s that this operation leaves alone are checked for their errors;
    // the locals they add are the last ones and go again.
    let count = checker.locals.len();
    let used = std::mem::take(&mut checker.used_lets);
    for index in 0..environment.lets.len() {
        checker.let_local(index, Span::default());
    }
    checker.locals.truncate(count);
    if !checker.errors.is_empty() {
        for error in &mut checker.errors {
            if !inside_row(error.primary.0) {
                error.secondary.push((row.span, format!("in the operation of `{}`", row.text)));
            }
        }
        return Err(checker.errors);
    }
    let mut program = Program { locals: checker.locals, body: Vec::new() };
    for &index in &used {
        if let Some(Let::Seen(Some((local, value)))) = checker.lets.get(index) {
            program.body.push(Statement::Set { local: *local, value: value.clone() });
        }
    }
    program.body.extend(statements);
    let used: Vec<&ast::Local> = used.iter().filter_map(|&i| environment.lets.get(i)).collect();
    let printer = Printer { arguments: &checker.arguments, constants: &environment.constants };
    let text = if body.is_empty() { String::new() } else { printer.operation(&used, body) };
    Ok(Checked { effects: Effects::of(&program), ir: program, text })
}

impl<'a> Checker<'a> {
    // ---- errors ------------------------------------------------------------

    pub(super) fn error(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        let index = self.errors.len();
        self.errors.push(Diagnostic::new(code, span, message));
        &mut self.errors[index]
    }

    /// Runs `f` one level deeper; refuses beyond the limit, once.
    pub(super) fn deeper<R>(
        &mut self,
        span: Span,
        f: impl FnOnce(&mut Self) -> Option<R>,
    ) -> Option<R> {
        if self.depth >= MAX_DEPTH {
            if !self.too_deep {
                self.too_deep = true;
                self.error(Code::TooDeep, span, "the operation is nested too deeply").help =
                    Some(format!("at most {MAX_DEPTH} levels: use locals for parts of it"));
            }
            return None;
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }

    // ---- templates ---------------------------------------------------------

    fn instantiate<'o>(
        &mut self,
        operations: &Operations<'o>,
        name: &ast::Name,
        arguments: &[OpArg],
    ) -> Option<&'o ast::Operation> {
        let Some(operation) = operations.get(&name.text) else {
            let help = closest(&name.text, operations.by_name.keys().copied())
                .map(|near| format!("did you mean `{near}`?"));
            let message = format!("there is no operation `{}`", name.text);
            self.error(Code::OpUnknown, name.span, message).help = help;
            return None;
        };
        let (wanted, given) = (operation.params.len(), arguments.len());
        if wanted != given {
            let message =
                format!("`{}` takes {}, not {given}", name.text, counted(wanted, "argument"));
            self.error(Code::OpArguments, name.span, message)
                .secondary
                .push((operation.name.span, "declared here".into()));
            return None;
        }
        let mut good = true;
        for (parameter, argument) in operation.params.iter().zip(arguments) {
            good &= self.argument(parameter, argument).is_some();
        }
        good.then_some(operation)
    }

    fn argument(&mut self, parameter: &ast::Name, argument: &OpArg) -> Option<()> {
        match (parameter.text.as_str(), argument) {
            ("T", OpArg::Type(ty)) if ty.stars == 0 => {
                let written = Written::from_name(&ty.name);
                if matches!(written, None | Some(Written::Bool)) {
                    let message = format!("`{}` cannot be the type of a template", ty.name);
                    self.error(Code::OpArguments, ty.span, message).help =
                        Some("an integer or floating-point type".into());
                    return None;
                }
                self.arguments.scalar = written;
            }
            ("T", other) => {
                self.error(Code::OpArguments, argument_span(other), "a type is expected here")
                    .secondary
                    .push((parameter.span, "for this parameter".into()));
                return None;
            }
            (_, OpArg::Type(ty)) => {
                self.error(Code::OpArguments, ty.span, "an integer is expected here")
                    .secondary
                    .push((parameter.span, "for this parameter; only `T` is a type".into()));
                return None;
            }
            (name, OpArg::Value(value)) => {
                let number = self.linear(value).filter(|l| l.steps.is_empty());
                let Some(number) = number.and_then(|l| i64::try_from(l.constant).ok()) else {
                    self.error(Code::OpArguments, value.span, "a constant is expected here")
                        .secondary
                        .push((parameter.span, "for this parameter".into()));
                    return None;
                };
                self.arguments.constants.push((name.to_owned(), number));
            }
        }
        Some(())
    }

    // ---- names -------------------------------------------------------------

    pub(super) fn variable(&self, name: &str) -> Option<&Variable> {
        self.scopes.iter().rev().flat_map(|scope| scope.iter().rev()).find(|v| v.name == name)
    }

    /// First value and end (excluded) of the local of a loop.
    pub(super) fn range(&self, local: usize) -> Option<(u32, u32)> {
        self.scopes.iter().flatten().find(|v| v.local == local)?.range
    }

    /// The constant of a name: a template's parameter or a family's.
    pub(super) fn constant_named(&self, name: &str) -> Option<i64> {
        let constants = self.arguments.constants.iter().chain(&self.environment.constants);
        constants.filter(|(n, _)| n == name).map(|(_, value)| *value).next()
    }

    pub(super) fn unknown(&mut self, name: &str, span: Span) {
        let scopes = self.scopes.iter().rev().flatten().map(|v| v.name.as_str());
        let parameters = self.arguments.constants.iter().map(|(n, _)| n.as_str());
        let names = scopes.chain(parameters).chain(self.environment.names());
        let help = closest(name, names).map(|near| format!("did you mean `{near}`?"));
        let label = if builtins::find(name).is_some() {
            "this is a function: it needs arguments"
        } else {
            "not an operand, modifier, state or local of this instruction"
        };
        let error = self.error(Code::OpUnknown, span, format!("unknown name `{name}`"));
        error.primary.1 = label.into();
        error.help = help;
    }

    /// The local that holds a family's `let`, checking it at its first use.
    /// `None`: it has errors, which are reported already.
    pub(super) fn let_local(&mut self, index: usize, span: Span) -> Option<usize> {
        let environment: &'a Environment = self.environment;
        let declaration = environment.lets.get(index)?;
        if index >= self.visible_lets {
            let message = format!("`{}` is used before it is declared", declaration.name.text);
            self.error(Code::OpUnknown, span, message)
                .secondary
                .push((declaration.name.span, "declared here".into()));
            return None;
        }
        self.used_lets.insert(index);
        if let Some(Let::Seen(seen)) = self.lets.get(index) {
            return seen.as_ref().map(|(local, _)| *local);
        }
        // A `let` sees the family's names, not those of the body that uses it.
        let scopes = std::mem::take(&mut self.scopes);
        let arguments = std::mem::take(&mut self.arguments);
        let visible = std::mem::replace(&mut self.visible_lets, index);
        let value = self.let_value(declaration);
        self.scopes = scopes;
        self.arguments = arguments;
        self.visible_lets = visible;
        let seen = value.map(|value| (self.new_local(&declaration.name.text, value.ty), value));
        let local = seen.as_ref().map(|(local, _)| *local);
        if let Some(slot) = self.lets.get_mut(index) {
            *slot = Let::Seen(seen);
        }
        local
    }

    fn let_value(&mut self, declaration: &ast::Local) -> Option<Expression> {
        let declared = self.declared(&declaration.ty);
        let space = declaration.space.as_ref().map(|name| {
            let found = self.environment.space(&name.text);
            let found = found.map_err(|near| near.map(|near| format!("did you mean `{near}`?")));
            found.map_err(|help| {
                let message = format!("unknown address space `{}`", name.text);
                self.error(Code::OpUnknown, name.span, message).help = help;
            })
        });
        let value = self.value(&declaration.value)?;
        match (declared?, space) {
            (Declared::Pointer(to), Some(space)) => {
                let ty = Type::Pointer { to, space: space.ok()? };
                self.address(value, ty, declaration.value.span)
            }
            (Declared::Pointer(_), None) => {
                self.error(Code::OpType, declaration.ty.span, "a pointer needs an address space")
                    .help = Some(format!(
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

    fn new_local(&mut self, name: &str, ty: Type) -> usize {
        self.locals.push(Local { name: name.to_owned(), ty });
        self.locals.len() - 1
    }

    fn declare(&mut self, name: &str, span: Span, ty: Type, range: Option<(u32, u32)>) -> usize {
        if let Some(first) = self.variable(name).map(|v| v.span) {
            self.error(Code::Duplicate, span, format!("`{name}` is declared twice"))
                .secondary
                .push((first, "first here".into()));
        } else if self.constant_named(name).is_some() || self.environment.find(name).is_some() {
            let message = format!("`{name}` is a name of the instruction already");
            self.error(Code::Duplicate, span, message).help =
                Some("choose another name for the local".into());
        }
        let local = self.new_local(name, ty);
        if let Some(scope) = self.scopes.last_mut() {
            scope.push(Variable { name: name.to_owned(), local, span, range });
        }
        local
    }

    // ---- types -------------------------------------------------------------

    pub(super) fn declared(&mut self, ty: &OpType) -> Option<Declared> {
        let written = if ty.name == "T" {
            self.arguments.scalar
        } else {
            Written::from_name(&ty.name)
        };
        let Some(written) = written else {
            let error = self.error(Code::OpUnknown, ty.span, format!("unknown type `{}`", ty.name));
            if ty.name == "T" {
                error.help = Some("`T` is a type only in an operation with the parameter `T`".into());
            }
            return None;
        };
        match (ty.stars, written) {
            (0, written) => Some(Declared::Value(written.value())),
            (1, Written::Byte) => Some(Declared::Pointer(Pointee::Byte)),
            (1, Written::Scalar(scalar)) => Some(Declared::Pointer(Pointee::Scalar(scalar))),
            (1, Written::Bool) => {
                self.error(Code::OpType, ty.span, "memory holds no `BOOL`").help =
                    Some("point to an integer".into());
                None
            }
            _ => {
                self.error(Code::OpType, ty.span, "there are no pointers to pointers");
                None
            }
        }
    }

    // ---- statements --------------------------------------------------------

    fn block(&mut self, statements: &[OpStmt]) -> Vec<Statement> {
        self.scopes.push(Vec::new());
        let mut list = Vec::new();
        for statement in statements {
            let checked = self.deeper(statement.span, |c| c.statement(statement, &mut list));
            // An error is reported where it is found, and the next statement
            // may have another. Only numbers beyond every range get here.
            if checked.is_none() && self.errors.is_empty() {
                self.error(Code::OpWidth, statement.span, "a number in this is out of range");
            }
        }
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
            OpStmtKind::Atomic(statements) => list.push(Statement::Atomic(self.block(statements))),
            OpStmtKind::If(condition, then, otherwise) => {
                let condition = self.condition(condition);
                let then = self.nested(then);
                let otherwise = otherwise.as_ref().map_or_else(Vec::new, |s| self.nested(s));
                list.push(Statement::If { condition: condition?, then, otherwise });
            }
            OpStmtKind::For { var, from, tested, to, stepped, body } => {
                self.one_variable(var, tested);
                self.one_variable(var, stepped);
                // Without bounds the body is checked as if it ran once.
                let (from, count) = self.rounds(from, to).unwrap_or((0, 1));
                let around = self.rounds;
                self.rounds *= i128::from(count);
                self.scopes.push(Vec::new());
                let range = Some((from, from.saturating_add(count)));
                let local = self.declare(&var.text, var.span, Type::unsigned(32), range);
                let body = self.nested(body);
                self.scopes.pop();
                self.rounds = around;
                list.push(Statement::For { local, from, count, body });
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
                list.push(Statement::Set { local, value: checked? });
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
                self.error(Code::OpArguments, call.span, message).help = Some(
                    "functions only give values, and operations do not call operations: \
                     assign the value, or write the statements here"
                        .into(),
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
                .secondary
                .push((variable.span, "its variable".into()));
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
            self.error(Code::OpLoop, to.span, format!("this loop never runs: {first} to {end}"));
            return None;
        }
        if count > MAX_ROUNDS {
            let message = format!("{count} rounds are more than a loop may have");
            self.error(Code::OpLoop, to.span, message).help = Some(format!("at most {MAX_ROUNDS}"));
            return None;
        }
        if count * self.rounds > MAX_ALL_ROUNDS {
            let message = format!("{} rounds in all are too many", count * self.rounds);
            self.error(Code::OpLoop, to.span, message).help =
                Some(format!("at most {MAX_ALL_ROUNDS} together with the loops around it"));
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
                    self.error(Code::OpLoop, bound.span, "the bound of a loop must be a constant")
                        .help = Some("a number, or a parameter of the operation".into());
                }
                None
            }
        }
    }

    // ---- assignments -------------------------------------------------------

    fn place(&mut self, to: &OpExpr) -> Option<Place> {
        match &to.kind {
            OpExprKind::Name(name) => {
                if let Some(variable) = self.variable(name) {
                    if variable.range.is_some() {
                        let message = format!("`{name}` counts a loop and cannot be assigned");
                        self.error(Code::OpPlace, to.span, message);
                        return None;
                    }
                    return Some(Place::Local(variable.local));
                }
                self.register_place(to, name)
            }
            OpExprKind::Index(base, _) | OpExprKind::Slice(base, ..) => match &base.kind {
                OpExprKind::Name(name) if self.variable(name).is_none() => {
                    self.register_place(to, name)
                }
                _ => {
                    self.error(Code::OpPlace, base.span, "only operands and states have dwords");
                    None
                }
            },
            OpExprKind::Unary(ast::OpUnary::Deref, pointer) => {
                let address = self.pointer(pointer)?;
                match address.ty {
                    Type::Pointer { to, .. } => {
                        Some(Place::Memory { address, scalar: to.scalar() })
                    }
                    _ => None,
                }
            }
            _ => {
                self.error(Code::OpPlace, to.span, "this cannot be assigned to").help = Some(
                    "an operand, its dwords `R[i]` or `R[a:b]`, a state, a local, or memory `*P`"
                        .into(),
                );
                None
            }
        }
    }

    fn register_place(&mut self, to: &OpExpr, name: &str) -> Option<Place> {
        let span = match &to.kind {
            OpExprKind::Index(base, _) | OpExprKind::Slice(base, ..) => base.span,
            _ => to.span,
        };
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
                        let error = self.error(Code::OpPlace, span, message);
                        error.primary.1 = "declared `in`".into();
                        error.help = Some(
                            "declare it `out`, or `inout` if it is read too".into(),
                        );
                        return None;
                    }
                    let (at, bits) = self.part(to, operand.bits)?;
                    let (to, name) = (Source::Operand(index), name.to_owned());
                    return Some(Place::Register { to, at, bits, name });
                }
                Some(Entity::State(index)) => {
                    let state = self.environment.states.get(index)?;
                    let (at, bits) = self.part(to, state.bits)?;
                    let (to, name) = (Source::State(index), name.to_owned());
                    return Some(Place::Register { to, at, bits, name });
                }
                Some(Entity::Field(_)) => "a field of the instruction",
                Some(Entity::Let(_)) => "a `let` of the family",
                Some(Entity::Lane) => "the number of the lane",
                Some(Entity::Constant(_)) => "a constant",
            }
        };
        let message = format!("`{name}` is {what} and cannot be assigned");
        self.error(Code::OpPlace, span, message);
        None
    }

    fn assign(
        &mut self,
        place: Place,
        value: super::expression::Value,
        span: Span,
    ) -> Option<Statement> {
        match place {
            Place::Local(local) => {
                let Local { name, ty } = self.locals.get(local)?.clone();
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

    /// A read of a local, typed.
    pub(super) fn read_local(&self, local: usize) -> Option<Expression> {
        let ty = self.locals.get(local)?.ty;
        Some(Expression { ty, kind: ExpressionKind::Local(local) })
    }
}

/// `1 argument`, `2 arguments`
pub(super) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn argument_span(argument: &OpArg) -> Span {
    match argument {
        OpArg::Type(ty) => ty.span,
        OpArg::Value(value) => value.span,
    }
}
