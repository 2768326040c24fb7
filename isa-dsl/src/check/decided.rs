//! Kinds that a field decides: an encoding whose operands have one becomes several.
//!
//! This is a substitution in the tree, done when sets of encodings stand in their
//! families and before anything else is checked: to all other checks there is an encoding
//! for each value of the field, which is bound to it, and each operand has the kind that
//! it has then.

use std::sync::Arc;

use crate::ast::{self, Expr, ExprKind, Kind, Name, Statement};
use crate::declare::{Declarations, Sort};
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::{Machine, duplicate};

/// The families with such operands, by index among the declared ones.
pub fn expand(
    names: &Declarations,
    machine: &Machine,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<(usize, ast::Family)> {
    if names.kinds.is_empty() {
        return Vec::new();
    }
    for kind in &names.kinds {
        cases(kind, diagnostics);
    }
    let mut expansion = Expansion {
        names,
        machine,
        used: vec![false; names.kinds.len()],
        diagnostics,
    };
    let families = names.families.iter().enumerate();
    let expanded = families
        .filter_map(|(index, (family, _))| Some((index, expansion.family(family)?)))
        .collect();
    let unused = (expansion.used.iter().zip(&names.kinds)).filter(|(used, _)| !**used);
    let unused: Vec<&ast::KindBy> = unused.map(|(_, kind)| *kind).collect();
    for kind in unused {
        let message = format!("no operand is a `{}`", kind.name.text);
        diagnostics.push(
            Diagnostic::new(Code::Unused, kind.name.span, message)
                .help("name it in a family (`in vdata : …;`), or remove it"),
        );
    }
    expanded
}

/// What is wrong with a kind on its own.
fn cases(kind: &ast::KindBy, diagnostics: &mut Vec<Diagnostic>) {
    let name = &kind.name;
    if kind.cases.is_empty() {
        let message = format!("`{}` says nothing of `{}`", name.text, kind.field.text);
        diagnostics.push(
            Diagnostic::new(Code::BadKind, name.span, message)
                .help("say what it is for each value: `0 => vgpr;`"),
        );
    }
    for (index, case) in kind.cases.iter().enumerate() {
        let mut before = kind.cases[..index].iter();
        if let Some(first) = before.find(|it| it.value.value == case.value.value) {
            let named = |case: &ast::KindCase| Name {
                text: case.value.value.to_string(),
                span: case.value.span,
            };
            diagnostics.push(duplicate("value", &named(case), &named(first)));
        }
    }
}

struct Expansion<'a> {
    names: &'a Declarations<'a>,
    machine: &'a Machine,
    /// Which kinds some operand has.
    used: Vec<bool>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl<'a> Expansion<'a> {
    /// The kind of an operand, if a field decides it.
    fn decided(&self, statement: &Statement) -> Option<(usize, &'a ast::KindBy)> {
        let Statement::Operand(operand) = statement else {
            return None;
        };
        let Kind::Class(name, ..) = &operand.kind else {
            return None;
        };
        match self.names.find(&name.text) {
            Some((Sort::KindBy, index)) => Some((index, self.names.kinds[index])),
            _ => None,
        }
    }

    /// A family with an encoding for each value; `None` if no field decides anything in it.
    fn family(&mut self, family: &ast::Family) -> Option<ast::Family> {
        let of_encodings = family.statements.iter().flat_map(|it| match it {
            Statement::Encoding(encoding) => encoding.statements.as_slice(),
            _ => &[],
        });
        let mut all = family.statements.iter().chain(of_encodings);
        all.find(|it| self.decided(it).is_some())?;
        // Operands keep their order, so all of them move.
        let is_operand = |it: &&Statement| matches!(it, Statement::Operand(_));
        let shared: Vec<Statement> = (family.statements.iter().filter(is_operand))
            .cloned()
            .collect();
        let mut whole = family.without_statements();
        if let Some(layout) = whole.layout.take() {
            let only = ast::Encoding {
                name: Name {
                    text: String::new(),
                    span: layout.name.span,
                },
                suffix: None,
                suffix_read: false,
                layout,
                at: None,
                asked_at: None,
                statements: shared.clone(),
            };
            let each = self.each(only).into_iter();
            whole.statements.extend(each.map(Statement::Encoding));
        }
        for statement in &family.statements {
            match statement {
                Statement::Operand(_) => {}
                Statement::Encoding(encoding) => {
                    let mut encoding = encoding.clone();
                    encoding.statements.splice(0..0, shared.iter().cloned());
                    let each = self.each(encoding).into_iter();
                    whole.statements.extend(each.map(Statement::Encoding));
                }
                _ => whole.statements.push(statement.clone()),
            }
        }
        Some(whole)
    }

    /// An encoding once for each value of the fields that decide kinds of its operands.
    fn each(&mut self, encoding: ast::Encoding) -> Vec<ast::Encoding> {
        let mut fields: Vec<&'a ast::KindBy> = Vec::new();
        for statement in &encoding.statements {
            let Some((index, kind)) = self.decided(statement) else {
                continue;
            };
            self.used[index] = true;
            match fields.iter().find(|it| it.field.text == kind.field.text) {
                None => fields.push(kind),
                Some(first) => self.same_values(first, kind),
            }
        }
        let mut all = vec![encoding];
        for first in fields {
            let bound = all.iter().flat_map(|it| {
                let cases = first.cases.iter();
                cases
                    .filter_map(|case| self.bound(it, first, case))
                    .collect::<Vec<_>>()
            });
            all = bound.collect();
        }
        all
    }

    /// Kinds that one field decides in the same encoding must know the same values.
    fn same_values(&mut self, first: &ast::KindBy, kind: &ast::KindBy) {
        let knows = |kind: &ast::KindBy, value| kind.cases.iter().any(|it| it.value.value == value);
        for (has, lacks) in [(first, kind), (kind, first)] {
            let mut cases = has.cases.iter();
            let Some(case) = cases.find(|it| !knows(lacks, it.value.value)) else {
                continue;
            };
            let message = format!(
                "`{}` does not say what it is where `{}` is {}",
                lacks.name.text, lacks.field.text, case.value.value
            );
            let error = Diagnostic::new(Code::BadKind, lacks.name.span, message)
                .also(case.value.span, "an operand beside it has this value");
            if !self.diagnostics.contains(&error) {
                self.diagnostics.push(error);
            }
        }
    }

    /// An encoding where the field of a kind has one of its values; `None` if that is nowhere.
    fn bound(
        &self,
        encoding: &ast::Encoding,
        first: &ast::KindBy,
        case: &ast::KindCase,
    ) -> Option<ast::Encoding> {
        let mut bound = encoding.clone();
        let kind = &case.kind.text;
        bound.name.text = match bound.name.text.as_str() {
            "" => kind.clone(),
            name => format!("{name}_{kind}"),
        };
        let here = first.cases.iter();
        let here = here.filter(|it| self.both(encoding.at.clone(), it.at.as_ref()).is_some());
        if here.count() > 1 || self.has_field(&bound.layout, &first.field.text) {
            bound.layout.bindings.push(ast::Binding {
                field: first.field.clone(),
                value: Expr {
                    span: case.value.span,
                    kind: ExprKind::Number(case.value.value),
                },
                at: None,
            });
        }
        bound.at = self.both(bound.at, case.at.as_ref())?;
        bound.statements.retain_mut(|statement| {
            let Some((_, decided)) = self.decided(statement) else {
                return true;
            };
            if decided.field.text != first.field.text {
                return true;
            }
            let mut cases = decided.cases.iter();
            let Some(case) = cases.find(|it| it.value.value == case.value.value) else {
                return false;
            };
            let Statement::Operand(operand) = statement else {
                return true;
            };
            let operand = Arc::make_mut(operand);
            if let Kind::Class(name, ..) = &mut operand.kind {
                name.clone_from(&case.kind);
            }
            match self.both(operand.at.take(), case.at.as_ref()) {
                Some(at) => operand.at = at,
                None => return false,
            }
            true
        });
        Some(bound)
    }

    /// Whether a layout has a field on some architecture. One that is in error may. What
    /// there is but one kind of needs none.
    fn has_field(&self, layout: &ast::UseLayout, field: &str) -> bool {
        let Some((Sort::Format, index)) = self.names.find(&layout.name.text) else {
            return true;
        };
        let format = self.names.formats[index];
        let fields = format.fields.iter().map(|it| &it.name.text);
        let fixed = format.fixed.iter().map(|it| &it.name.text);
        fields.chain(fixed).any(|it| it == field)
    }

    /// Where both are; `None` if that is nowhere. What is wrong with a place is said where
    /// it is looked at alone.
    fn both(&self, one: Option<ast::At>, other: Option<&ast::At>) -> Option<Option<ast::At>> {
        let (Some(at), Some(other)) = (&one, other) else {
            return Some(one.or_else(|| other.cloned()));
        };
        let known = |at| self.machine.resolve_known(Some(at), &mut Vec::new());
        let (Some(first), Some(second)) = (known(at), known(other)) else {
            return Some(one);
        };
        let here = |arch: usize| {
            let name = Some(self.machine.archs[arch].name.clone());
            ast::AtRange {
                from: name.clone(),
                to: name,
            }
        };
        let ranges: Vec<ast::AtRange> = first.and(second).iter().map(here).collect();
        let span = at.span;
        (!ranges.is_empty()).then_some(Some(ast::At { span, ranges }))
    }
}
