//! Sets of encodings, put into the families that ask for them.
//!
//! This is a substitution in the tree, done before anything else is checked:
//! to all other checks an encoding of a set stands in the family itself.

use crate::sorted::{SortedMap, SortedSet};
use std::sync::Arc;

use super::context::{Asked, Context};
use crate::ast::{self, EncodingsArg, Expr, ExprKind, Kind, Name, Statement};
use crate::declare::{Declarations, Sort, Suggestions};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr;

/// The families that use sets, and where.
#[derive(Default)]
pub struct Expanded {
    /// By index among the declared families: the family with the encodings of
    /// its sets.
    pub families: Vec<(usize, ast::Family)>,
    /// In the order of the text of each family.
    pub asked: Vec<Asked>,
}

/// Whether a parameter of that name is a value type: `T`, `T0` to `T9`.
pub fn is_type(name: &str) -> bool {
    let digit = name.strip_prefix('T').map(str::as_bytes);
    matches!(digit, Some([] | [b'0'..=b'9']))
}

/// The error for a `T` where no set has such a parameter.
pub fn not_a_parameter(name: &Name) -> Diagnostic {
    Diagnostic::new(
        Code::Unknown,
        name.span,
        format!("no parameter is called `{}`", name.text),
    )
    .help(format!(
        "it stands for a value type where a set of encodings has it: `encodings name({}) {{ … }}`",
        name.text
    ))
}

/// The error for `if half` where no set has such a parameter.
pub fn not_chosen(name: &Name) -> Diagnostic {
    Diagnostic::new(
        Code::Unknown,
        name.span,
        format!("no parameter is called `{}`", name.text),
    )
    .help(format!(
        "`if` names a parameter of the set that the line stands in: `encodings name({}) {{ … }}`",
        name.text
    ))
}

/// Whether a family uses a set that is in error, so that it lacks encodings.
pub fn is_missing(family: &ast::Family) -> bool {
    let uses = |it: &Statement| matches!(it, Statement::UseEncodings(_));
    family.statements.iter().any(uses)
}

/// Puts the encodings of sets into families. A line that cannot be replaced
/// stays in its family, and has been reported.
pub fn expand(names: &Declarations, diagnostics: &mut Vec<Diagnostic>) -> Expanded {
    let mut expanded = Expanded::default();
    let suggestions = Suggestions::default();
    let mut used = SortedSet::new();
    for (index, (family, _)) in names.families.iter().enumerate() {
        if !is_missing(family) {
            continue;
        }
        let mut whole = family.without_statements();
        for statement in &family.statements {
            let Statement::UseEncodings(line) = statement else {
                whole.statements.push(statement.clone());
                continue;
            };
            let Some(set) =
                names.find_or_report(Sort::Encodings, &line.name, &suggestions, diagnostics)
            else {
                whole.statements.push(statement.clone());
                continue;
            };
            used.insert(set);
            let (set, span) = names.sets[set];
            expanded.asked.push(Asked {
                family: index,
                set: span,
                line: line.span,
            });
            match Substitution::new(set, line, diagnostics) {
                Some(mut substitution) => {
                    for encoding in &set.encodings {
                        let encoding = substitution.encoding(encoding, diagnostics);
                        whole.statements.push(Statement::Encoding(encoding));
                    }
                    substitution.idle(diagnostics);
                }
                None => whole.statements.push(statement.clone()),
            }
        }
        expanded.families.push((index, whole));
    }
    for (index, (set, _)) in names.sets.iter().enumerate() {
        if !used.contains(&index) {
            let message = format!("no family uses `{}`", set.name.text);
            diagnostics.push(
                Diagnostic::new(Code::Unused, set.name.span, message)
                    .label("so it is not checked")
                    .help("name it in a family (`encodings …;`), or remove it"),
            );
        }
    }
    expanded
}

/// Says of errors found in a set which family asked for it; all errors are those of the family.
pub fn say_who_asked(index: usize, family: &ast::Family, context: &mut Context) {
    for asked in context.asked.iter().filter(|it| it.family == index) {
        for error in &mut context.diagnostics {
            let place = error.primary.0;
            let set = asked.set;
            if place.file == set.file && (set.start..set.end).contains(&place.start) {
                let label = format!("family `{}` asks for it here", family.name.text);
                error.secondary.push((asked.line, label));
            }
        }
    }
}

/// The arguments of one use of a set.
struct Substitution<'a> {
    set: &'a ast::Encodings,
    line: &'a ast::UseEncodings,
    args: SortedMap<&'a str, &'a EncodingsArg>,
    /// Parameters that the set names.
    named: SortedSet<&'a str>,
}

impl<'a> Substitution<'a> {
    /// Holds the arguments against the parameters; `None` after an error.
    fn new(
        set: &'a ast::Encodings,
        line: &'a ast::UseEncodings,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Substitution<'a>> {
        let before = diagnostics.len();
        let name = &set.name;
        if line.args.len() != set.params.len() {
            let message = format!(
                "`{}` has {} argument{}, the set takes {}",
                name.text,
                line.args.len(),
                if line.args.len() == 1 { "" } else { "s" },
                set.params.len(),
            );
            let mut error = Diagnostic::new(Code::RowArguments, line.name.span, message)
                .also(name.span, "declared here");
            if !set.params.is_empty() {
                let params: Vec<&str> = set.params.iter().map(|it| it.text.as_str()).collect();
                let call = format!("{}({})", name.text, params.join(", "));
                error = error.help(format!("write `encodings {call};`"));
            }
            diagnostics.push(error);
        }
        let mut args: SortedMap<&str, &EncodingsArg> = SortedMap::new();
        for (param, arg) in set.params.iter().zip(&line.args) {
            args.insert(&param.text, arg);
            let (span, found) = match arg {
                EncodingsArg::Type(name) => (name.span, "a value type"),
                EncodingsArg::Number(expr) => (expr.span, "a number"),
            };
            let is_type = is_type(&param.text);
            if is_type != matches!(arg, EncodingsArg::Type(_)) {
                let expected = if is_type {
                    "a value type such as `f32`"
                } else {
                    "a number"
                };
                let message = format!("`{}` of `{}` takes {expected}", param.text, name.text);
                diagnostics.push(
                    Diagnostic::new(Code::RowArguments, span, message)
                        .label(format!("found {found}"))
                        .also(param.span, "declared here")
                        .help("`T`, `T0` to `T9` are value types, all other parameters numbers"),
                );
            }
        }
        (diagnostics.len() == before).then_some(Substitution {
            line,
            set,
            args,
            named: SortedSet::new(),
        })
    }

    /// Reports parameters that the set does not name, and those named twice.
    fn idle(&self, diagnostics: &mut Vec<Diagnostic>) {
        let mut known: SortedMap<&str, &Name> = SortedMap::new();
        for param in &self.set.params {
            if let Some(first) = known.insert(&param.text, param) {
                diagnostics.push(crate::machine::duplicate("parameter", param, first));
            } else if !self.named.contains(param.text.as_str()) {
                let message = format!("no encoding of the set uses `{}`", param.text);
                diagnostics.push(
                    Diagnostic::new(Code::Unused, param.span, message)
                        .help("name it in an encoding, or remove it"),
                );
            }
        }
    }

    fn encoding(
        &mut self,
        encoding: &ast::Encoding,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> ast::Encoding {
        let mut encoding = encoding.clone();
        encoding.asked_at.clone_from(&self.line.at);
        encoding.statements.retain_mut(|statement| match statement {
            Statement::Operand(operand) => self.chosen(operand, diagnostics),
            _ => true,
        });
        for binding in &mut encoding.layout.bindings {
            self.expr(&mut binding.value);
        }
        // Lines that name no parameter stay shared by all families of the set.
        let is_named = |expr: &Expr| expr::mentions(expr, &self.set.params);
        for statement in &mut encoding.statements {
            match statement {
                Statement::Operand(operand) if self.is_named_in(operand) => {
                    let operand = Arc::make_mut(operand);
                    self.kind(&mut operand.kind);
                    for width in &mut operand.width {
                        self.expr(&mut width.from);
                        width.to.iter_mut().for_each(|to| self.expr(to));
                    }
                    operand.extra.iter_mut().for_each(|extra| self.expr(extra));
                }
                Statement::Form(form) if form.when.iter().any(is_named) => {
                    let form = Arc::make_mut(form);
                    form.when.iter_mut().for_each(|when| self.expr(when));
                }
                Statement::Require(rule) if is_named(&rule.condition) => {
                    self.expr(&mut Arc::make_mut(rule).condition);
                }
                _ => {}
            }
        }
        encoding
    }

    /// Whether a parameter stands in an operand.
    fn is_named_in(&self, operand: &ast::Operand) -> bool {
        let params = &self.set.params;
        let mut kind = &operand.kind;
        while let Kind::List(_, element, _) = kind {
            kind = element;
        }
        let of_type = match kind {
            Kind::Class(_, value_type, _) | Kind::Literal(value_type, _) => value_type.as_ref(),
            _ => None,
        };
        let widths = operand.width.iter();
        let mut widths = widths.flat_map(|it| std::iter::once(&it.from).chain(&it.to));
        of_type.is_some_and(|name| params.iter().any(|param| param.text == name.text))
            || widths.any(|it| expr::mentions(it, params))
            || operand.extra.iter().any(|it| expr::mentions(it, params))
    }

    /// Whether a line counts: `if half` stands in it and the argument is not zero, or
    /// nothing of the kind does. What is no parameter stays in the line.
    fn chosen(
        &mut self,
        operand: &mut Arc<ast::Operand>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> bool {
        let Some(name) = &operand.chosen else {
            return true;
        };
        let (span, found) = match self.argument(&name.text) {
            None => return true,
            Some(EncodingsArg::Type(argument)) => (argument.span, "a value type"),
            Some(EncodingsArg::Number(argument)) => match argument.kind {
                ExprKind::Number(number) => {
                    Arc::make_mut(operand).chosen = None;
                    return number != 0;
                }
                _ => (argument.span, "a parameter of the family"),
            },
        };
        let message = format!(
            "`{}` of `{}` says which lines count, and is 0 or 1",
            name.text, self.set.name.text
        );
        let error = Diagnostic::new(Code::RowArguments, span, message)
            .label(format!("found {found}"))
            .also(name.span, "asked for here");
        if !diagnostics.iter().any(|it| it.primary.0 == span) {
            diagnostics.push(error);
        }
        Arc::make_mut(operand).chosen = None;
        true
    }

    /// The argument for a parameter that the set names.
    fn argument(&mut self, name: &str) -> Option<&'a EncodingsArg> {
        let (param, arg) = self.args.get_key_value(name)?;
        self.named.insert(*param);
        Some(*arg)
    }

    /// The text becomes that of the argument; the place stays in the set.
    fn kind(&mut self, kind: &mut Kind) {
        match kind {
            Kind::List(_, element, _) => self.kind(element),
            Kind::Class(_, Some(value_type), _) | Kind::Literal(Some(value_type), _) => {
                if let Some(EncodingsArg::Type(name)) = self.argument(&value_type.text) {
                    value_type.text.clone_from(&name.text);
                }
            }
            Kind::Class(..) | Kind::Literal(..) | Kind::Flag(_) | Kind::Integer(_) => {}
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Path(path) => {
                if let Some(EncodingsArg::Number(number)) = self.argument(path) {
                    *expr = number.clone();
                }
            }
            ExprKind::Call(_, args) => args.iter_mut().for_each(|arg| self.expr(arg)),
            ExprKind::Not(value) => self.expr(value),
            ExprKind::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Choose(condition, yes, no) => {
                self.expr(condition);
                self.expr(yes);
                self.expr(no);
            }
            ExprKind::Number(_) | ExprKind::Text(_) => {}
        }
    }
}
