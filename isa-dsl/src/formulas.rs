//! Expressions with a name: `addresses(dim, 2)` is what formula `addresses` says, with those
//! arguments in place of its parameters.
//!
//! They are put in once, before anything is checked, so whatever looks at an expression sees
//! fields and numbers. A formula names nothing but its parameters and other formulas: where
//! it is used does not change what it means.

use crate::sorted::SortedMap;
use std::sync::Arc;

use crate::ast::{
    Encoding, EncodingsArg, Expr, ExprKind, File, Form, Formula, ItemKind, Name, Statement,
    StreamLine,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::FUNCTIONS;
use crate::machine::duplicate;
use crate::suggest::did_you_mean;

/// Formulas that one asks for another, one inside the other.
const MAX_DEEP: usize = 16;

/// Terms of an expression when all formulas are put in.
const MAX_TERMS: usize = 1024;

/// Puts formulas in wherever one is named; gives the errors.
pub fn put_in(file: &mut File) -> Vec<Diagnostic> {
    let mut written = Vec::new();
    for item in &file.items {
        if let ItemKind::Formula(formula) = &item.kind {
            written.push(formula.clone());
        }
    }
    // Nearly no description has any: nothing is looked through for those.
    if written.is_empty() {
        return Vec::new();
    }
    let mut errors = Vec::new();
    let mut known: SortedMap<&str, Given> = SortedMap::new();
    for formula in &written {
        let name = &formula.name;
        if FUNCTIONS.contains(&name.text.as_str()) {
            let message = format!("`{}` is already the name of a function", name.text);
            errors.push(Diagnostic::new(Code::Duplicate, name.span, message));
        } else if let Some(first) = known.get(name.text.as_str()) {
            errors.push(duplicate("formula", name, &first.formula.name));
        } else {
            let (used, right) = (false, true);
            let given = Given {
                formula,
                used,
                right,
            };
            known.insert(&name.text, given);
        }
    }
    let mut formulas = Formulas {
        known,
        open: Vec::new(),
        terms: 0,
        calls: false,
        errors,
    };
    for formula in &written {
        formulas.declared(formula);
    }
    for item in file.items.iter_mut().filter(|item| item.asks) {
        formulas.item(&mut Arc::make_mut(item).kind);
    }
    for given in formulas.known.values().filter(|it| it.right && !it.used) {
        let name = &given.formula.name;
        let message = format!("nothing uses the formula `{}`", name.text);
        let error = Diagnostic::new(Code::Unused, name.span, message);
        formulas.errors.push(error.label("so it is not checked"));
    }
    formulas.errors
}

/// Whether an item names something that may be a formula.
pub fn may_ask(item: &mut ItemKind) -> bool {
    let mut formulas = Formulas {
        known: SortedMap::new(),
        open: Vec::new(),
        terms: 0,
        calls: false,
        errors: Vec::new(),
    };
    formulas.item(item);
    formulas.calls
}

/// A formula, and what is known of it.
struct Given<'a> {
    formula: &'a Formula,
    /// Something outside of formulas asks for it, or another one does.
    used: bool,
    /// It names nothing that it cannot.
    right: bool,
}

struct Formulas<'a> {
    known: SortedMap<&'a str, Given<'a>>,
    /// Those that are being put in, outermost first.
    open: Vec<&'a str>,
    /// Terms that were put into the expression so far.
    terms: usize,
    /// Something was named that is no function.
    calls: bool,
    errors: Vec<Diagnostic>,
}

impl<'a> Formulas<'a> {
    /// Checks what a formula names.
    fn declared(&mut self, formula: &'a Formula) {
        let before = self.errors.len();
        for (index, param) in formula.params.iter().enumerate() {
            let mut others = formula.params[..index].iter();
            if let Some(first) = others.find(|it| it.text == param.text) {
                self.errors.push(duplicate("parameter", param, first));
            }
        }
        self.names(&formula.value, formula);
        if self.errors.len() > before
            && let Some(given) = self.known.get_mut(formula.name.text.as_str())
        {
            given.right = false;
        }
    }

    /// Checks that an expression of a formula names nothing but parameters.
    fn names(&mut self, expr: &Expr, formula: &Formula) {
        match &expr.kind {
            ExprKind::Path(path) => {
                if !formula.params.iter().any(|it| it.text == *path) {
                    let message = format!("formula `{}` has no `{path}`", formula.name.text);
                    let mut error = Diagnostic::new(Code::Unknown, expr.span, message);
                    let params = formula.params.iter().map(|it| it.text.as_str());
                    error.help = did_you_mean(path, params).or_else(|| {
                        Some("a formula names its parameters only: give it as one".to_owned())
                    });
                    self.errors.push(error);
                }
            }
            ExprKind::Call(name, args) => {
                if name.text == "distinct" {
                    let message = "`distinct` counts operands, which a formula has none of";
                    let error = Diagnostic::new(Code::BadExpression, name.span, message);
                    self.errors.push(error);
                    return;
                }
                args.iter().for_each(|it| self.names(it, formula));
            }
            ExprKind::Not(a) => self.names(a, formula),
            ExprKind::Binary(_, a, b) => {
                self.names(a, formula);
                self.names(b, formula);
            }
            ExprKind::Choose(a, b, c) => {
                self.names(a, formula);
                self.names(b, formula);
                self.names(c, formula);
            }
            ExprKind::Number(_) | ExprKind::Text(_) => {}
        }
    }

    fn item(&mut self, item: &mut ItemKind) {
        match item {
            ItemKind::Encodings(set) => {
                set.encodings.iter_mut().for_each(|it| self.encoding(it));
            }
            ItemKind::Family(family) => {
                let bindings = family.layout.iter_mut().flat_map(|it| &mut it.bindings);
                bindings.for_each(|it| self.whole(&mut it.value));
                self.statements(&mut family.statements);
            }
            ItemKind::Halves(halves) => {
                let bindings = halves.bindings.iter_mut();
                bindings.for_each(|it| self.whole(&mut it.value));
                self.statements(&mut halves.statements);
            }
            ItemKind::Pair(pair) => {
                let bindings = pair.layout.bindings.iter_mut();
                bindings.for_each(|it| self.whole(&mut it.value));
                for rule in &mut pair.rules {
                    self.whole(&mut Arc::make_mut(&mut rule.rule).condition);
                }
            }
            ItemKind::Alias(alias) => {
                let bindings = alias.bindings.iter_mut();
                bindings.for_each(|it| self.whole(&mut it.value));
            }
            ItemKind::Struct(it) => it.forms.iter_mut().for_each(|it| self.form(it)),
            ItemKind::Stream(stream) => self.lines(&mut stream.lines),
            _ => {}
        }
    }

    fn encoding(&mut self, encoding: &mut Encoding) {
        let bindings = encoding.layout.bindings.iter_mut();
        bindings.for_each(|it| self.whole(&mut it.value));
        self.statements(&mut encoding.statements);
    }

    fn statements(&mut self, statements: &mut [Statement]) {
        for statement in statements {
            match statement {
                Statement::Encoding(encoding) => self.encoding(encoding),
                Statement::UseEncodings(line) => {
                    for argument in &mut line.args {
                        if let EncodingsArg::Number(number) = argument {
                            self.whole(number);
                        }
                    }
                }
                Statement::Operand(operand) => {
                    let operand = Arc::make_mut(operand);
                    for width in &mut operand.width {
                        self.whole(&mut width.from);
                        width.to.iter_mut().for_each(|to| self.whole(to));
                    }
                    operand.extra.iter_mut().for_each(|it| self.whole(it));
                }
                Statement::Form(form) => self.form(Arc::make_mut(form)),
                Statement::Require(rule) => self.whole(&mut Arc::make_mut(rule).condition),
                _ => {}
            }
        }
    }

    fn form(&mut self, form: &mut Form) {
        form.when.iter_mut().for_each(|when| self.whole(when));
    }

    fn lines(&mut self, lines: &mut [StreamLine]) {
        for line in lines {
            match line {
                StreamLine::Piece(piece) => {
                    piece.when.iter_mut().for_each(|when| self.whole(when));
                }
                StreamLine::Switch(switch) => {
                    let cases = switch.cases.iter_mut();
                    cases.for_each(|case| self.lines(&mut case.lines));
                }
                StreamLine::Form(form) => self.form(form),
                StreamLine::Naming(naming) => {
                    naming.when.iter_mut().for_each(|when| self.whole(when));
                }
                StreamLine::Directed(directed) => {
                    directed.when.iter_mut().for_each(|when| self.whole(when));
                }
            }
        }
    }

    /// A whole expression, outside of formulas.
    fn whole(&mut self, expr: &mut Expr) {
        self.terms = 0;
        self.expr(expr);
    }

    fn expr(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Path(_) => {}
            ExprKind::Not(a) => self.expr(a),
            ExprKind::Binary(_, a, b) => {
                self.expr(a);
                self.expr(b);
            }
            ExprKind::Choose(a, b, c) => {
                self.expr(a);
                self.expr(b);
                self.expr(c);
            }
            ExprKind::Call(name, args) => {
                args.iter_mut().for_each(|arg| self.expr(arg));
                self.calls |= !FUNCTIONS.contains(&name.text.as_str());
                if let Some(value) = self.value(name, args) {
                    *expr = value;
                }
            }
        }
    }

    /// What a formula is of these arguments; `None` if it is none, or after an error.
    fn value(&mut self, name: &Name, args: &[Expr]) -> Option<Expr> {
        let given = self.known.get_mut(name.text.as_str())?;
        given.used = true;
        if !given.right {
            return None;
        }
        let formula = given.formula;
        let params = &formula.params;
        let mut error = |code, message: String| {
            let declared = (formula.name.span, "declared here");
            let error = Diagnostic::new(code, name.span, message);
            self.errors.push(error.also(declared.0, declared.1));
        };
        if params.len() != args.len() {
            let (has, takes) = (args.len(), params.len());
            let plural = if takes == 1 { "" } else { "s" };
            let text = &name.text;
            let message = format!("`{text}` takes {takes} value{plural}, not {has}");
            error(Code::BadExpression, message);
            return None;
        }
        let text = formula.name.text.as_str();
        if self.open.contains(&text) {
            error(
                Code::BadExpression,
                format!("formula `{text}` asks for itself"),
            );
            return None;
        }
        if self.open.len() >= MAX_DEEP {
            let message = format!("more than {MAX_DEEP} formulas, one inside the other");
            error(Code::OutOfRange, message);
            return None;
        }
        let mut terms = self.terms;
        let value = substituted(&formula.value, params, args, &mut terms);
        self.terms = terms;
        let Some(mut value) = value else {
            let message = format!("this expression has more than {MAX_TERMS} terms");
            error(Code::OutOfRange, message);
            return None;
        };
        self.open.push(text);
        self.expr(&mut value);
        self.open.pop();
        Some(value)
    }
}

/// An expression with arguments in place of parameters; `None` where it has too many terms.
fn substituted(expr: &Expr, params: &[Name], args: &[Expr], terms: &mut usize) -> Option<Expr> {
    if let ExprKind::Path(path) = &expr.kind
        && let Some(index) = params.iter().position(|it| it.text == *path)
    {
        *terms += size(&args[index]);
        return (*terms <= MAX_TERMS).then(|| args[index].clone());
    }
    *terms += 1;
    if *terms > MAX_TERMS {
        return None;
    }
    let mut inner = |it: &Expr| substituted(it, params, args, terms);
    let kind = match &expr.kind {
        ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Path(_) => expr.kind.clone(),
        ExprKind::Not(a) => ExprKind::Not(Box::new(inner(a)?)),
        ExprKind::Binary(op, a, b) => {
            ExprKind::Binary(*op, Box::new(inner(a)?), Box::new(inner(b)?))
        }
        ExprKind::Choose(a, b, c) => {
            let (a, b, c) = (inner(a)?, inner(b)?, inner(c)?);
            ExprKind::Choose(Box::new(a), Box::new(b), Box::new(c))
        }
        ExprKind::Call(name, args) => {
            let args = args.iter().map(inner).collect::<Option<_>>()?;
            ExprKind::Call(name.clone(), args)
        }
    };
    Some(Expr {
        span: expr.span,
        kind,
    })
}

/// The terms of an expression.
fn size(expr: &Expr) -> usize {
    1 + match &expr.kind {
        ExprKind::Number(_) | ExprKind::Text(_) | ExprKind::Path(_) => 0,
        ExprKind::Not(a) => size(a),
        ExprKind::Binary(_, a, b) => size(a) + size(b),
        ExprKind::Choose(a, b, c) => size(a) + size(b) + size(c),
        ExprKind::Call(_, args) => args.iter().map(size).sum(),
    }
}
