//! The statements of a family, sorted: columns, and what each encoding has.

use crate::sorted::SortedMap;
use std::sync::Arc;

use super::context::Context;
use super::parts::{DeclaredEffect, EncodingParts, FormParts, Parts};
use super::{indexed, locals, sets};
use crate::ast::{self, EffectKind, Statement};
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::ArchSet;
use crate::source::Span;
use crate::template;

/// Where a range is written, from its first name to its last.
fn ends(range: &ast::AtRange) -> Option<Span> {
    match (&range.from, &range.to) {
        (Some(from), Some(to)) => Some(Span {
            end: to.span.end,
            ..from.span
        }),
        (from, to) => from.as_ref().or(to.as_ref()).map(|name| name.span),
    }
}

/// The architectures of a column, which no other column has; `None` after an
/// error.
fn column(
    range: &ast::AtRange,
    ranges: &[ast::AtRange],
    parts: &Parts,
    archs: ArchSet,
    context: &mut Context,
) -> Option<ArchSet> {
    let span = ends(range)?;
    let at = ast::At {
        span,
        ranges: vec![range.clone()],
    };
    let column = context
        .machine
        .resolve_known(Some(&at), &mut context.diagnostics)?;
    let mut before = parts.columns.iter().zip(ranges);
    if let Some((other, first)) = before.find(|(other, _)| other.0 & column.0 != 0) {
        let shared = ArchSet(other.0 & column.0);
        let message = format!("two columns for `{}`", context.machine.names(shared));
        let mut error = Diagnostic::new(Code::Duplicate, span, message);
        if let Some(first) = ends(first) {
            error = error.also(first, "the first is here");
        }
        context.diagnostics.push(error);
        return None;
    }
    let missing = ArchSet(column.0 & !archs.0);
    if !missing.is_empty() {
        let message = format!(
            "family `{}` does not exist on `{}`",
            parts.family.name.text,
            context.machine.names(missing)
        );
        let mut error = Diagnostic::new(Code::EmptyRange, span, message);
        if let Some(at) = &parts.family.at {
            error = error.also(at.span, "it says so here");
        }
        context.diagnostics.push(error);
        return None;
    }
    Some(column)
}

pub fn sort<'a>(family: &'a ast::Family, context: &mut Context<'a>) -> Option<Parts<'a>> {
    let archs = context.archs(family.at.as_ref());
    let mut parts = Parts {
        family,
        columns: Vec::new(),
        encodings: Vec::new(),
        lanes: None,
        locals: Arc::default(),
        own_locals: Vec::new(),
        of_operands: Arc::clone(&context.of_operands),
        rows: Vec::new(),
        needed: 0,
        checks: Vec::new(),
    };
    let mut columns = None;
    let mut lanes: Option<Span> = None;
    for statement in &family.statements {
        match statement {
            Statement::Local(local) if !local.params.is_empty() => {
                context
                    .error(
                        Code::OpArguments,
                        local.name.span,
                        "a function stands outside of families",
                    )
                    .help(
                        "for all of them; a family's own `let` is of one operand, without a type",
                    );
            }
            Statement::Local(local) => parts.own_locals.push(local),
            Statement::Row(row) => parts.rows.push(row),
            Statement::Opcodes(names, span) => match columns {
                None => columns = Some((names, *span)),
                Some((_, first)) => {
                    context
                        .error(Code::Duplicate, *span, "a second `opcodes` line")
                        .also(first, "the first is here");
                }
            },
            Statement::Lanes(expression, span) => match lanes {
                None => {
                    lanes = Some(*span);
                    parts.lanes = Some(expression);
                }
                Some(first) => {
                    context
                        .error(Code::Duplicate, *span, "a second `lanes` line")
                        .also(first, "the first is here");
                }
            },
            Statement::Checks(names) => parts.checks.extend(names),
            _ => {}
        }
    }
    match columns {
        Some((ranges, _)) => {
            for range in ranges {
                let column = column(range, ranges, &parts, archs, context)?;
                parts.columns.push(column);
            }
        }
        None if !parts.rows.is_empty() => {
            let message = format!(
                "family `{}` does not say what its opcode columns are",
                family.name.text
            );
            let help = format!(
                "write `opcodes {};` above the rows, oldest first",
                context.machine.names(archs).replace(", ", " ")
            );
            context
                .error(Code::OpcodeColumns, family.name.span, message)
                .help(help);
            return None;
        }
        None => {}
    }
    if sets::is_missing(family) {
        return None;
    }
    parts.needed = needed_by(&parts.rows, context);
    parts.encodings = encodings(family, archs, context);
    parts.locals = Arc::new(locals::of_family(family, parts.own_locals.clone(), context));
    if parts.own_locals.iter().any(|local| local.of.is_some()) {
        let own = locals::of_operands(&parts.own_locals);
        let outside = parts.of_operands.iter().cloned();
        parts.of_operands = Arc::new(outside.chain(own).collect());
    }
    Some(parts)
}

fn needed_by(rows: &[&ast::Row], context: &mut Context) -> u32 {
    // A feature in error is reported with its row.
    let errors = context.diagnostics.len();
    let needed = rows.iter().map(|row| context.feature(row.needs.as_ref()));
    let needed = needed.reduce(|all, one| all & one).unwrap_or(0);
    context.diagnostics.truncate(errors);
    needed
}

fn encodings<'a>(
    family: &'a ast::Family,
    archs: ArchSet,
    context: &mut Context,
) -> Vec<EncodingParts<'a>> {
    let listed: Vec<&ast::Encoding> = family
        .statements
        .iter()
        .filter_map(|statement| match statement {
            Statement::Encoding(encoding) => Some(encoding),
            _ => None,
        })
        .collect();
    let mut all = Vec::new();
    match (&family.layout, listed.as_slice()) {
        (Some(layout), []) => {
            all.push(collect(
                None,
                None,
                layout,
                archs,
                &family.statements,
                &[],
                context,
            ));
        }
        (None, []) => {
            let message = format!("family `{}` has no layout", family.name.text);
            context
                .error(Code::NoField, family.name.span, message)
                .help("name its format: `family name : FORMAT { … }`");
        }
        (layout, listed) => {
            if let Some(layout) = layout {
                let message = "a family with a layout of its own and `encoding` blocks";
                context
                    .error(Code::Duplicate, layout.name.span, message)
                    .also(listed[0].name.span, "this encoding has its own layout")
                    .help("turn the first into an `encoding` block too");
            }
            let mut names: SortedMap<&str, &ast::Name> = SortedMap::new();
            for encoding in listed {
                if let Some(first) = names.get(encoding.name.text.as_str()) {
                    let error = crate::machine::duplicate("encoding", &encoding.name, first);
                    context.diagnostics.push(error);
                    continue;
                }
                names.insert(&encoding.name.text, &encoding.name);
                let own = context.archs(encoding.at.as_ref()).and(archs);
                let own = resolve_once(encoding.asked_at.as_ref(), context).and(own);
                let mut parts = collect(
                    Some(&encoding.name),
                    encoding.suffix.as_ref(),
                    &encoding.layout,
                    own,
                    &family.statements,
                    &encoding.statements,
                    context,
                );
                parts.suffix_read = encoding.suffix_read;
                all.push(parts);
            }
        }
    }
    all
}

/// The family's statements and the encoding's own. An operand that the
/// encoding declares replaces the family's of the same name; forms of an
/// encoding replace the family's altogether. A name may be declared once for
/// every architecture.
fn collect<'a>(
    name: Option<&'a ast::Name>,
    suffix: Option<&'a ast::Name>,
    layout: &'a ast::UseLayout,
    archs: ArchSet,
    shared: &'a [Statement],
    own: &'a [Statement],
    context: &mut Context,
) -> EncodingParts<'a> {
    let mut parts = EncodingParts {
        name,
        suffix,
        suffix_read: false,
        layout,
        archs,
        operands: Vec::new(),
        unused: Vec::new(),
        forms: Vec::new(),
        rules: Vec::new(),
        stand_ins: Vec::new(),
        indexed: Vec::new(),
        effects: Vec::new(),
    };
    // Each operand with its architectures, and whether the encoding declared it.
    let mut operands: Vec<(&ast::Operand, ArchSet, bool)> = Vec::new();
    let own_forms = own
        .iter()
        .any(|statement| matches!(statement, Statement::Form(_)));
    for (statement, is_own) in shared
        .iter()
        .map(|statement| (statement, false))
        .chain(own.iter().map(|it| (it, true)))
    {
        match statement {
            Statement::Operand(operand) => {
                if let Some(name) = &operand.chosen {
                    context.diagnostics.push(sets::not_chosen(name));
                }
                // What is wrong with the architectures is reported by shape.
                let there = context.archs_of(operand.at.as_ref());
                let replaced = |(other, _, own): &(&ast::Operand, ArchSet, bool)| {
                    is_own && !own && other.name.text == operand.name.text
                };
                if let Some(first) = operands.iter().position(replaced) {
                    operands[first] = (operand, there, true);
                    operands.retain(|other| !replaced(other));
                    continue;
                }
                let clash = operands.iter().find(|(other, archs, _)| {
                    other.name.text == operand.name.text && !archs.and(there).is_empty()
                });
                match clash {
                    None => operands.push((operand, there, is_own)),
                    Some((first, ..)) => {
                        let (name, first) = (&operand.name, &first.name);
                        let error = crate::machine::duplicate("operand", name, first);
                        context.diagnostics.push(error);
                    }
                }
            }
            Statement::Unused(names, at) => {
                let there = resolve_once(at.as_ref(), context);
                for name in names {
                    let clash = parts.unused.iter().find(|(other, archs)| {
                        other.text == name.text && !archs.and(there).is_empty()
                    });
                    match clash {
                        None => parts.unused.push((name, there)),
                        Some((first, _)) => {
                            let error = crate::machine::duplicate("unused field", name, first);
                            context.diagnostics.push(error);
                        }
                    }
                }
            }
            Statement::Form(form) if is_own || !own_forms => {
                if parts.forms.len() == MAX_FORMS {
                    let message = format!("an encoding has at most {MAX_FORMS} forms");
                    context.error(Code::OutOfRange, form.span, message);
                }
                if parts.forms.len() < MAX_FORMS {
                    let pieces = Arc::new(template::parse(&form.template));
                    parts.forms.push(FormParts { form, pieces });
                }
            }
            Statement::Require(rule) => parts.rules.push(rule),
            Statement::StandIn(stand_in) => {
                let archs = resolve_once(stand_in.at.as_ref(), context).and(archs);
                parts.stand_ins.push((stand_in, archs));
                parts.effects.extend(implied(stand_in, archs));
            }
            Statement::Indexed(item) => parts.indexed.extend(indexed::resolve(item, context)),
            Statement::Effect(kind, names, at) => {
                let archs = resolve_once(at.as_ref(), context).and(archs);
                let declared = |name| DeclaredEffect {
                    kind: *kind,
                    name,
                    archs,
                    implied: false,
                };
                parts.effects.extend(names.iter().map(declared));
            }
            _ => {}
        }
    }
    parts.operands = operands.into_iter().map(|(operand, ..)| operand).collect();
    parts
}

/// What a state in the place of an operand does.
fn implied(stand_in: &ast::StandIn, archs: ArchSet) -> impl Iterator<Item = DeclaredEffect<'_>> {
    let kinds: &[EffectKind] = match stand_in.direction {
        ast::Direction::In => &[EffectKind::Reads],
        ast::Direction::Out => &[EffectKind::Writes],
        ast::Direction::InOut => &[EffectKind::Reads, EffectKind::Writes],
    };
    kinds.iter().map(move |&kind| DeclaredEffect {
        kind,
        name: &stand_in.state,
        archs,
        implied: true,
    })
}

/// The architectures of a line that several encodings have: what is wrong with
/// them is said once.
fn resolve_once(at: Option<&ast::At>, context: &mut Context) -> ArchSet {
    let mut errors = Vec::new();
    let archs = context.machine.resolve(at, &mut errors);
    context.report_once(errors);
    archs
}

/// Forms of an encoding at most: each is compared with the others.
const MAX_FORMS: usize = 64;
