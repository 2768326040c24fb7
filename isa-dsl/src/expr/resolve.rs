//! From an expression as it is written to its value.

use super::value::Value;
use crate::ast::{BinaryOp, Expr, ExprKind, Name};
use crate::bits::BitField;
use crate::diagnostic::{Code, Diagnostic};
use crate::distinct::{Counted, MAX_COUNTED, Set, Uncounted};
use crate::suggest::did_you_mean;

/// What the names of an expression mean.
pub trait Scope<F = BitField> {
    /// The value of a name.
    fn path(&self, name: &str) -> Option<Value<F>>;
    /// Names that could have been meant.
    fn names(&self) -> Vec<String>;
    /// The field value that `text` stands for in the operand called `name`.
    fn keyword(&self, name: &str, text: &str) -> Keyword;
    /// What the first argument of `distinct` means; `None` if it is neither a
    /// register file nor a class.
    fn set(&self, name: &str) -> Option<Set>;
    /// What `distinct` counts of an operand or a state; `Ok(None)` where this
    /// architecture lacks it.
    ///
    /// # Errors
    ///
    /// [`Uncounted`] says why it cannot be counted.
    fn counted(&self, set: Set, name: &str) -> Result<Option<Counted<F>>, Uncounted>;
}

/// Answer of [`Scope::keyword`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keyword {
    /// The value.
    Value(u64),
    /// The first and the last of values that are written alike.
    Alike(u64, u64),
    /// The operand has no such word.
    NoWord,
    /// The name is not an operand of a class.
    NoClass,
    /// This architecture lacks the operand; the expression is then false.
    Absent,
}

/// Whether an expression names one of these.
pub fn mentions(expr: &Expr, names: &[Name]) -> bool {
    match &expr.kind {
        ExprKind::Number(_) | ExprKind::Text(_) => false,
        ExprKind::Path(path) => names.iter().any(|name| name.text == *path),
        ExprKind::Call(_, args) => args.iter().any(|arg| mentions(arg, names)),
        ExprKind::Not(a) => mentions(a, names),
        ExprKind::Binary(_, a, b) => mentions(a, names) || mentions(b, names),
        ExprKind::Choose(a, b, c) => [a, b, c].into_iter().any(|it| mentions(it, names)),
    }
}

/// Resolves an expression; errors are reported, and `None` returned.
pub fn resolve<F: Clone + PartialEq>(
    expr: &Expr,
    scope: &dyn Scope<F>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Value<F>> {
    let value = match &expr.kind {
        ExprKind::Number(number) => {
            if let Ok(number) = i64::try_from(*number) {
                Value::Number(number)
            } else {
                let message = "a number of an expression has at most 63 bits";
                diagnostics.push(Diagnostic::new(Code::OutOfRange, expr.span, message));
                return None;
            }
        }
        ExprKind::Text(_) => {
            let message = "a word has no value of its own";
            diagnostics.push(
                Diagnostic::new(Code::BadExpression, expr.span, message)
                    .help("compare it with an operand: `operand == \"word\"`"),
            );
            return None;
        }
        ExprKind::Path(path) => {
            if let Some(value) = scope.path(path) {
                value
            } else {
                let names = scope.names();
                let message = format!("no field, operand or parameter is called `{path}`");
                let mut error = Diagnostic::new(Code::Unknown, expr.span, message);
                error.help = did_you_mean(path, names.iter().map(String::as_str));
                diagnostics.push(error);
                return None;
            }
        }
        ExprKind::Call(name, args) => return call(name, args, scope, diagnostics),
        ExprKind::Not(a) => resolve(a, scope, diagnostics)?.negated(),
        ExprKind::Choose(a, b, c) => {
            let a = resolve(a, scope, diagnostics);
            let b = resolve(b, scope, diagnostics);
            let c = resolve(c, scope, diagnostics);
            Value::choose(a?, b?, c?)
        }
        ExprKind::Binary(op, a, b) => {
            if let ExprKind::Text(text) = &a.kind {
                return compare_word(*op, b, (a, text), scope, diagnostics);
            }
            if let ExprKind::Text(text) = &b.kind {
                return compare_word(*op, a, (b, text), scope, diagnostics);
            }
            let a = resolve(a, scope, diagnostics);
            let b = resolve(b, scope, diagnostics);
            Value::binary(*op, a?, b?)
        }
    };
    Some(value)
}

/// `operand == "word"`
fn compare_word<F: Clone + PartialEq>(
    op: BinaryOp,
    operand: &Expr,
    (word, text): (&Expr, &str),
    scope: &dyn Scope<F>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Value<F>> {
    let ExprKind::Path(path) = &operand.kind else {
        let message = "only an operand can be compared with a word";
        diagnostics.push(Diagnostic::new(Code::BadExpression, operand.span, message));
        return None;
    };
    if !matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
        let message = "a word can be compared with `==` and `!=` only";
        diagnostics.push(Diagnostic::new(Code::BadExpression, word.span, message));
        return None;
    }
    match scope.keyword(path, text) {
        Keyword::Value(number) => scope
            .path(path)
            .map(|value| Value::binary(op, value, Value::Number(number.cast_signed()))),
        Keyword::Alike(first, last) => scope.path(path).map(|value| {
            let within = value.within(first, last);
            match op {
                BinaryOp::Eq => within,
                _ => within.negated(),
            }
        }),
        Keyword::Absent => Some(Value::Number(i64::from(op == BinaryOp::Ne))),
        Keyword::NoWord => {
            let message = format!("`{path}` has no value written `{text}`");
            diagnostics.push(Diagnostic::new(Code::BadExpression, word.span, message));
            None
        }
        Keyword::NoClass => {
            let message =
                format!("`{path}` is not an operand of a class, so no word stands for its values");
            diagnostics.push(Diagnostic::new(Code::BadExpression, operand.span, message));
            None
        }
    }
}

/// The functions of expressions.
pub const FUNCTIONS: [&str; 4] = ["popcount", "max", "min", "distinct"];

fn call<F: Clone + PartialEq>(
    name: &Name,
    args: &[Expr],
    scope: &dyn Scope<F>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Value<F>> {
    match (name.text.as_str(), args) {
        ("popcount", [arg]) => {
            let value = resolve(arg, scope, diagnostics)?;
            Some(value.popcount())
        }
        ("max" | "min", [a, b]) => {
            let op = match name.text.as_str() {
                "max" => BinaryOp::Max,
                _ => BinaryOp::Min,
            };
            let a = resolve(a, scope, diagnostics);
            let b = resolve(b, scope, diagnostics);
            Some(Value::binary(op, a?, b?))
        }
        ("distinct", [_, operands @ ..]) if !operands.is_empty() => {
            distinct(name, args, scope, diagnostics)
        }
        ("popcount" | "distinct" | "max" | "min", _) => {
            let message = match name.text.as_str() {
                "popcount" => "`popcount` takes one value",
                "max" => "`max` takes two values",
                "min" => "`min` takes two values",
                _ => "`distinct` takes a register file or a class, and at least one operand",
            };
            diagnostics.push(Diagnostic::new(Code::BadExpression, name.span, message));
            None
        }
        _ => {
            let message = format!("no function is called `{}`", name.text);
            let mut error = Diagnostic::new(Code::Unknown, name.span, message);
            error.help = did_you_mean(&name.text, FUNCTIONS)
                .or_else(|| Some(format!("known are {}", FUNCTIONS.join(", "))));
            diagnostics.push(error);
            None
        }
    }
}

/// Resolves `distinct(set, operands…)`.
fn distinct<F: Clone + PartialEq>(
    name: &Name,
    args: &[Expr],
    scope: &dyn Scope<F>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Value<F>> {
    let [set, operands @ ..] = args else {
        return None;
    };
    let mut error = |span, code, message: String| {
        diagnostics.push(Diagnostic::new(code, span, message));
    };
    if operands.len() > MAX_COUNTED {
        error(
            name.span,
            Code::OutOfRange,
            format!("`distinct` compares at most {MAX_COUNTED} operands"),
        );
        return None;
    }
    let found = match &set.kind {
        ExprKind::Path(path) => scope.set(path),
        _ => None,
    };
    if found.is_none() {
        error(
            set.span,
            Code::Unknown,
            "the first argument of `distinct` is a register file or a class".to_owned(),
        );
    }
    let mut counted = Vec::new();
    let mut failed = found.is_none();
    for operand in operands {
        let answer = match &operand.kind {
            ExprKind::Path(path) => scope.counted(found.unwrap_or(Set::File(usize::MAX)), path),
            _ => Err(Uncounted::NoOperand),
        };
        match answer {
            Ok(one) => counted.extend(one),
            Err(reason) => {
                failed = true;
                let message = match reason {
                    Uncounted::NoOperand => {
                        "`distinct` counts registers of operands, and of states that are in registers"
                    }
                    Uncounted::DependentWidth => {
                        "`distinct` needs operands whose width does not depend on fields"
                    }
                };
                error(operand.span, Code::BadExpression, message.to_owned());
            }
        }
    }
    if failed {
        return None;
    }
    if counted.iter().all(|one| one.ranges.is_empty()) {
        return Some(Value::Number(0));
    }
    Some(Value::Distinct(counted))
}
