//! Layout expressions: widths, conditions, rules, bindings.

use crate::ast::{BinaryOp, Expr, ExprKind, Name};
use crate::bits::BitField;
use crate::diagnostic::{Code, Diagnostic};
use crate::distinct::{self, Counted, Set, Uncounted};
use crate::suggest::did_you_mean;
use crate::tables::Bits;

/// A resolved expression over the fields of an instruction: bits of a word, or
/// places of a stream. Values are signed 64-bit integers; arithmetic wraps, and
/// a division rounds towards zero and by zero gives 0; comparisons give 1 or 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value<F = BitField> {
    /// A constant.
    Number(i64),
    /// A field's value, unsigned.
    Field(F),
    /// An operator.
    Binary(BinaryOp, Box<Value<F>>, Box<Value<F>>),
    /// 1 if the value is zero, else 0.
    Not(Box<Value<F>>),
    /// The second if the first is not zero, else the third.
    Choose(Box<Value<F>>, Box<Value<F>>, Box<Value<F>>),
    /// How many bits are set.
    Popcount(Box<Value<F>>),
    /// How many different registers operands name.
    Distinct(Vec<Counted<F>>),
}

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
    /// The operand has no such word.
    NoWord,
    /// The name is not an operand of a class.
    NoClass,
    /// This architecture lacks the operand; the expression is then false.
    Absent,
}

impl Value {
    /// The value for an instruction's bits.
    pub fn evaluate(&self, bits: Bits) -> i64 {
        self.compute(&|field| field.take(bits))
    }
}

impl<F: Clone + PartialEq> Value<F> {
    /// The value, if it does not depend on fields.
    pub fn constant(&self) -> Option<i64> {
        match self {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// The value where `field` gives the values of the fields.
    pub fn compute(&self, field: &dyn Fn(&F) -> u64) -> i64 {
        match self {
            Value::Number(number) => *number,
            Value::Field(it) => field(it).cast_signed(),
            Value::Binary(op, a, b) => binary(*op, a.compute(field), b.compute(field)),
            Value::Not(a) => i64::from(a.compute(field) == 0),
            Value::Choose(a, b, c) => {
                if a.compute(field) == 0 {
                    c.compute(field)
                } else {
                    b.compute(field)
                }
            }
            Value::Popcount(a) => i64::from(a.compute(field).count_ones()),
            Value::Distinct(operands) => distinct::count(operands, field),
        }
    }

    /// The same expression over other fields.
    pub fn map<G>(&self, field: &dyn Fn(&F) -> G) -> Value<G> {
        let inner = |value: &Value<F>| Box::new(value.map(field));
        match self {
            Value::Number(number) => Value::Number(*number),
            Value::Field(it) => Value::Field(field(it)),
            Value::Binary(op, a, b) => Value::Binary(*op, inner(a), inner(b)),
            Value::Not(a) => Value::Not(inner(a)),
            Value::Choose(a, b, c) => Value::Choose(inner(a), inner(b), inner(c)),
            Value::Popcount(a) => Value::Popcount(inner(a)),
            Value::Distinct(operands) => {
                Value::Distinct(operands.iter().map(|it| it.map(field)).collect())
            }
        }
    }

    /// The fields it depends on, each once, in the order of the text.
    pub fn fields(&self) -> Vec<F> {
        let mut fields = Vec::new();
        self.collect(&mut fields);
        fields
    }

    fn collect(&self, fields: &mut Vec<F>) {
        match self {
            Value::Number(_) => {}
            Value::Field(field) => {
                if !fields.contains(field) {
                    fields.push(field.clone());
                }
            }
            Value::Binary(_, a, b) => {
                a.collect(fields);
                b.collect(fields);
            }
            Value::Not(a) | Value::Popcount(a) => a.collect(fields),
            Value::Choose(a, b, c) => {
                a.collect(fields);
                b.collect(fields);
                c.collect(fields);
            }
            Value::Distinct(operands) => {
                for field in operands.iter().filter_map(|it| it.field.as_ref()) {
                    if !fields.contains(field) {
                        fields.push(field.clone());
                    }
                }
            }
        }
    }

    /// Fields that the expression, taken as a condition, fixes to one value:
    /// the `field == constant` terms of its conjunction.
    pub fn fixed_fields(&self) -> Vec<(F, u64)> {
        match self {
            Value::Binary(BinaryOp::And, a, b) => {
                let mut fixed = a.fixed_fields();
                fixed.extend(b.fixed_fields());
                fixed
            }
            Value::Binary(BinaryOp::Eq, a, b) => match (&**a, &**b) {
                (Value::Field(field), Value::Number(number))
                | (Value::Number(number), Value::Field(field)) => {
                    vec![(field.clone(), number.cast_unsigned())]
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// How many values a stack machine holds at once to compute it.
    pub fn stack_depth(&self) -> usize {
        match self {
            // A step holds 32 bits; more of them are put together.
            Value::Number(number) => 1 + usize::from(i32::try_from(*number).is_err()),
            Value::Field(_) | Value::Distinct(..) => 1,
            Value::Not(a) | Value::Popcount(a) => a.stack_depth(),
            Value::Binary(_, a, b) => a.stack_depth().max(b.stack_depth() + 1),
            Value::Choose(a, b, c) => {
                let two = a.stack_depth().max(b.stack_depth() + 1);
                two.max(c.stack_depth() + 2)
            }
        }
    }

    /// Whether `test` holds for it or for a value that it is computed from.
    pub fn any(&self, test: &dyn Fn(&Value<F>) -> bool) -> bool {
        test(self)
            || match self {
                Value::Number(_) | Value::Field(_) | Value::Distinct(..) => false,
                Value::Not(a) | Value::Popcount(a) => a.any(test),
                Value::Binary(_, a, b) => a.any(test) || b.any(test),
                Value::Choose(a, b, c) => a.any(test) || b.any(test) || c.any(test),
            }
    }

    /// Whether it is always 0 or 1.
    fn is_truth(&self) -> bool {
        use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
        match self {
            Value::Not(_) => true,
            Value::Binary(op, ..) => matches!(op, And | Or | Eq | Ne | Lt | Le | Gt | Ge),
            _ => false,
        }
    }

    /// With everything that is constant computed.
    fn folded(self) -> Value<F> {
        match &self {
            Value::Choose(a, b, c) => match a.constant() {
                Some(0) => (**c).clone(),
                Some(_) => (**b).clone(),
                None => self,
            },
            Value::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                let (constant, other) = match (a.constant(), b.constant()) {
                    (Some(number), None) => (number != 0, b),
                    (None, Some(number)) => (number != 0, a),
                    (None, None) => return self,
                    (Some(_), Some(_)) => return Value::Number(self.compute(&|_| 0)),
                };
                match (op, constant) {
                    (BinaryOp::Or, true) => Value::Number(1),
                    (BinaryOp::And, false) => Value::Number(0),
                    _ if other.is_truth() => (**other).clone(),
                    _ => self,
                }
            }
            Value::Field(_) | Value::Number(_) | Value::Distinct(..) => self,
            _ if self.fields().is_empty() => Value::Number(self.compute(&|_| 0)),
            _ => self,
        }
    }
}

fn binary(op: BinaryOp, a: i64, b: i64) -> i64 {
    match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Div if b == 0 => 0,
        BinaryOp::Div => a.wrapping_div(b),
        BinaryOp::Max => a.max(b),
        BinaryOp::Min => a.min(b),
        BinaryOp::Eq => i64::from(a == b),
        BinaryOp::Ne => i64::from(a != b),
        BinaryOp::Lt => i64::from(a < b),
        BinaryOp::Le => i64::from(a <= b),
        BinaryOp::Gt => i64::from(a > b),
        BinaryOp::Ge => i64::from(a >= b),
        BinaryOp::And => i64::from(a != 0 && b != 0),
        BinaryOp::Or => i64::from(a != 0 || b != 0),
    }
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
                diagnostics.push(Diagnostic::new(
                    Code::OutOfRange,
                    expr.span,
                    "a number of an expression has at most 63 bits",
                ));
                return None;
            }
        }
        ExprKind::Text(_) => {
            diagnostics.push(
                Diagnostic::new(
                    Code::BadExpression,
                    expr.span,
                    "a word has no value of its own",
                )
                .help("compare it with an operand: `operand == \"word\"`"),
            );
            return None;
        }
        ExprKind::Path(path) => {
            if let Some(value) = scope.path(path) {
                value
            } else {
                let names = scope.names();
                let mut error = Diagnostic::new(
                    Code::Unknown,
                    expr.span,
                    format!("no field, operand or parameter is called `{path}`"),
                );
                error.help = did_you_mean(path, names.iter().map(String::as_str));
                diagnostics.push(error);
                return None;
            }
        }
        ExprKind::Call(name, args) => return call(name, args, scope, diagnostics),
        ExprKind::Not(a) => Value::Not(Box::new(resolve(a, scope, diagnostics)?)),
        ExprKind::Choose(a, b, c) => {
            let a = resolve(a, scope, diagnostics);
            let b = resolve(b, scope, diagnostics);
            let c = resolve(c, scope, diagnostics);
            Value::Choose(Box::new(a?), Box::new(b?), Box::new(c?))
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
            Value::Binary(*op, Box::new(a?), Box::new(b?))
        }
    };
    Some(value.folded())
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
        diagnostics.push(Diagnostic::new(
            Code::BadExpression,
            operand.span,
            "only an operand can be compared with a word",
        ));
        return None;
    };
    if !matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
        diagnostics.push(Diagnostic::new(
            Code::BadExpression,
            word.span,
            "a word can be compared with `==` and `!=` only",
        ));
        return None;
    }
    match scope.keyword(path, text) {
        Keyword::Value(number) => scope.path(path).map(|value| {
            Value::Binary(
                op,
                Box::new(value),
                Box::new(Value::Number(number.cast_signed())),
            )
            .folded()
        }),
        Keyword::Absent => Some(Value::Number(i64::from(op == BinaryOp::Ne))),
        Keyword::NoWord => {
            diagnostics.push(Diagnostic::new(
                Code::BadExpression,
                word.span,
                format!("`{path}` has no value written `{text}`"),
            ));
            None
        }
        Keyword::NoClass => {
            diagnostics.push(Diagnostic::new(
                Code::BadExpression,
                operand.span,
                format!("`{path}` is not an operand of a class, so no word stands for its values"),
            ));
            None
        }
    }
}

/// The functions of expressions.
const FUNCTIONS: [&str; 4] = ["popcount", "max", "min", "distinct"];

fn call<F: Clone + PartialEq>(
    name: &Name,
    args: &[Expr],
    scope: &dyn Scope<F>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Value<F>> {
    match (name.text.as_str(), args) {
        ("popcount", [arg]) => {
            let value = resolve(arg, scope, diagnostics)?;
            Some(Value::Popcount(Box::new(value)).folded())
        }
        ("max" | "min", [a, b]) => {
            let op = match name.text.as_str() {
                "max" => BinaryOp::Max,
                _ => BinaryOp::Min,
            };
            let a = resolve(a, scope, diagnostics);
            let b = resolve(b, scope, diagnostics);
            Some(Value::Binary(op, Box::new(a?), Box::new(b?)).folded())
        }
        ("distinct", [_, operands @ ..]) if !operands.is_empty() => {
            distinct::resolve(name, args, scope, diagnostics)
        }
        ("popcount" | "distinct" | "max" | "min", _) => {
            diagnostics.push(Diagnostic::new(
                Code::BadExpression,
                name.span,
                match name.text.as_str() {
                    "popcount" => "`popcount` takes one value",
                    "max" => "`max` takes two values",
                    "min" => "`min` takes two values",
                    _ => "`distinct` takes a register file or a class, and at least one operand",
                },
            ));
            None
        }
        _ => {
            let mut error = Diagnostic::new(
                Code::Unknown,
                name.span,
                format!("no function is called `{}`", name.text),
            );
            error.help = did_you_mean(&name.text, FUNCTIONS)
                .or_else(|| Some(format!("known are {}", FUNCTIONS.join(", "))));
            diagnostics.push(error);
            None
        }
    }
}
