//! Families: statements sorted, columns, encodings; then a shape for every
//! architecture and set of arguments, and an instruction for every row.

use std::collections::BTreeMap;

use super::context::Context;
use super::parts::{DeclaredEffect, EncodingParts, Parts};
use super::{indexed, locals, rows, sets, shapes, streams};
use crate::ast::{self, EffectKind, Statement};
use crate::declare::Sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::ArchSet;
use crate::model::{Family, Model};
use crate::source::Span;
use crate::suggest::did_you_mean;

/// Forms of an encoding at most: each is compared with the others.
const MAX_FORMS: usize = 64;

/// Resolves every family.
pub fn check(context: &mut Context, model: &mut Model) {
    for (index, &(item, doc)) in context.names.families.iter().enumerate() {
        let before = context.diagnostics.len();
        family(item, doc, context, model);
        sets::say_who_asked(index, item, before, context);
    }
}

fn family<'a>(family: &'a ast::Family, doc: &str, context: &mut Context<'a>, model: &mut Model) {
    let Some(parts) = sort(family, context) else {
        return;
    };
    let index = model.families.len();
    model.families.push(Family {
        name: family.name.text.clone(),
        doc: doc.to_owned(),
        params: family.params.iter().map(|name| name.text.clone()).collect(),
        layout: layout(&parts, context),
    });
    effects(&parts, context);
    check_names(&parts, context);
    if parts
        .encodings
        .iter()
        .any(|encoding| is_stream(encoding, context))
    {
        streams::family(index, &parts, context, model);
        no_rows(&parts, context);
        return;
    }
    let formats = formats(&parts, context, model);
    let mut shapes = shapes::Cache::new(formats);
    for row in &parts.rows {
        rows::check(index, &parts, row, &mut shapes, context, model);
    }
    no_rows(&parts, context);
}

fn no_rows(parts: &Parts, context: &mut Context) {
    if !parts.rows.is_empty() {
        return;
    }
    let name = &parts.family.name;
    let message = format!("family `{}` has no instruction", name.text);
    context
        .error(Code::NoOpcode, name.span, message)
        .help("add a row: `mnemonic opcode … = operation;`");
}

/// The format of a family with one encoding.
fn layout(parts: &Parts, context: &Context) -> Option<usize> {
    match parts.encodings.as_slice() {
        [only] => match context.names.find(&only.layout.name.text) {
            Some((Sort::Format, index)) => Some(index),
            _ => None,
        },
        _ => None,
    }
}

/// The format of every encoding, and the architectures of the columns on which
/// it may be used. What is wrong with a format is reported once, not by row.
fn formats(parts: &Parts, context: &mut Context, model: &Model) -> Vec<Option<(usize, ArchSet)>> {
    let mut formats = Vec::new();
    for encoding in &parts.encodings {
        let name = &encoding.layout.name;
        let found = context.find(Sort::Format, name);
        let Some(index) = found else {
            formats.push(None);
            continue;
        };
        let there = model.layouts[index].archs;
        let mut missing = ArchSet(0);
        for column in &parts.columns {
            missing.0 |= column.0 & encoding.archs.0 & !there.0;
        }
        if !missing.is_empty() {
            let message = format!(
                "format `{}` does not exist on {}",
                name.text,
                context.machine.names(missing)
            );
            let place = context.names.formats[index].name.span;
            context
                .error(Code::EmptyRange, name.span, message)
                .also(place, "declared here")
                .help("leave that column out, or say where the encoding exists with `@`");
        }
        formats.push(Some((index, there)));
    }
    formats
}

fn is_stream(encoding: &EncodingParts, context: &Context) -> bool {
    matches!(
        context.names.find(&encoding.layout.name.text),
        Some((Sort::Stream, _))
    )
}

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

fn sort<'a>(family: &'a ast::Family, context: &mut Context<'a>) -> Option<Parts<'a>> {
    let archs = context.archs(family.at.as_ref());
    let mut parts = Parts {
        family,
        columns: Vec::new(),
        encodings: Vec::new(),
        lanes: None,
        locals: Vec::new(),
        own_locals: Vec::new(),
        rows: Vec::new(),
        checks: Vec::new(),
    };
    let mut columns = None;
    let mut lanes: Option<Span> = None;
    for statement in &family.statements {
        match statement {
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
    parts.encodings = encodings(family, archs, context);
    parts.locals = locals::of_family(family, parts.own_locals.clone(), context);
    Some(parts)
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
            let mut names: BTreeMap<&str, &ast::Name> = BTreeMap::new();
            for encoding in listed {
                if let Some(first) = names.get(encoding.name.text.as_str()) {
                    let error = crate::machine::duplicate("encoding", &encoding.name, first);
                    context.diagnostics.push(error);
                    continue;
                }
                names.insert(&encoding.name.text, &encoding.name);
                let own = context.archs(encoding.at.as_ref()).and(archs);
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
    let mut unused: BTreeMap<&str, &ast::Name> = BTreeMap::new();
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
            Statement::Unused(names) => {
                for name in names {
                    match unused.get(name.text.as_str()) {
                        None => {
                            unused.insert(&name.text, name);
                            parts.unused.push(name);
                        }
                        Some(first) => {
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
                    parts.forms.push(form);
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

/// Checks what the encodings of a family declare to do.
fn effects(parts: &Parts, context: &mut Context) {
    for encoding in &parts.encodings {
        let mut seen: Vec<&DeclaredEffect> = Vec::new();
        for effect in &encoding.effects {
            let name = effect.name;
            let same = |it: &&&DeclaredEffect| {
                let together = !it.archs.and(effect.archs).is_empty();
                // One state may stand for two operands.
                let listed = !it.implied && !effect.implied;
                listed && it.kind == effect.kind && it.name.text == name.text && together
            };
            if let Some(first) = seen.iter().find(same) {
                let message = format!("`{}` is listed twice", name.text);
                let error = Diagnostic::new(Code::Duplicate, name.span, message)
                    .also(first.name.span, "first here");
                context.report_once([error]);
                continue;
            }
            seen.push(effect);
            let mut errors = Vec::new();
            match effect.kind {
                EffectKind::Counts => {
                    let names = &context.names;
                    names.find_or_report(Sort::Counter, name, &mut errors);
                }
                EffectKind::Reads | EffectKind::Writes => errors.extend(state_error(name, context)),
                EffectKind::Branches => errors.extend(branch_error(name, parts, context)),
            }
            context.report_once(errors);
        }
        for index in 0..encoding.stand_ins.len() {
            let error = stand_in_error(index, encoding, context);
            context.report_once(error);
        }
    }
    for (index, name) in parts.checks.iter().enumerate() {
        let mut before = parts.checks[..index].iter();
        if let Some(first) = before.find(|it| it.text == name.text) {
            let message = format!("`{}` is listed twice", name.text);
            context
                .error(Code::Duplicate, name.span, message)
                .also(first.span, "first here");
            continue;
        }
        context.find(Sort::Lint, name);
    }
}

/// Why a state cannot stand in the place of an operand.
fn stand_in_error(index: usize, encoding: &EncodingParts, context: &Context) -> Option<Diagnostic> {
    let stand_in = encoding.stand_ins.get(index)?.0;
    let mut operands = encoding.operands.iter();
    if let Some(operand) = operands.find(|it| it.name.text == stand_in.name.text) {
        let error = crate::machine::duplicate("operand", &stand_in.name, &operand.name);
        return Some(error.help("an encoding has the operand, or a state in its place"));
    }
    let mut before = encoding.stand_ins[..index].iter();
    if let Some((first, _)) = before.find(|(it, _)| it.name.text == stand_in.name.text) {
        let error = crate::machine::duplicate("operand", &stand_in.name, &first.name);
        return Some(error);
    }
    let mut states = context.names.states.iter();
    let state = states.find(|state| state.name.text == stand_in.state.text)?;
    state.home.is_none().then(|| {
        let message = format!("`{}` is in no registers", stand_in.state.text);
        Diagnostic::new(Code::BadKind, stand_in.state.span, message)
            .also(state.name.span, "declared here")
            .help("only a state with a home stands for an operand: `state NAME : 64 = file 106;`")
    })
}

fn branch_error(name: &ast::Name, parts: &Parts, context: &Context) -> Option<Diagnostic> {
    let operands = || parts.encodings.iter().flat_map(|it| &it.operands);
    if operands().any(|operand| operand.name.text == name.text)
        || streams::is_piece(&name.text, &parts.encodings, context)
    {
        return None;
    }
    let message = format!("no operand is called `{}`", name.text);
    let mut error = Diagnostic::new(Code::Unknown, name.span, message);
    let names = operands().map(|operand| operand.name.text.as_str());
    error.help = did_you_mean(&name.text, names);
    Some(error)
}

fn state_error(name: &ast::Name, context: &Context) -> Option<Diagnostic> {
    let states = &context.names.states;
    if let Some(state) = states.iter().find(|state| state.name.text == name.text) {
        state.derived.as_ref()?;
        let message = format!("`{}` is computed from other states", name.text);
        let error = Diagnostic::new(Code::BadKind, name.span, message);
        let error = error.also(state.name.span, "declared here");
        return Some(error.help("name those: reading it reads them, and nothing writes it"));
    }
    if name.text == "memory" {
        return None;
    }
    let names = states.iter().map(|state| state.name.text.as_str());
    let message = format!("no state is called `{}`", name.text);
    let mut error = Diagnostic::new(Code::Unknown, name.span, message);
    error.help = did_you_mean(&name.text, names.chain(["memory"]))
        .or_else(|| Some("declare it: `state NAME : bits;`".to_owned()));
    Some(error)
}

/// Parameters and locals must not repeat names.
fn check_names(parts: &Parts, context: &mut Context) {
    fn report<'a>(names: impl Iterator<Item = &'a ast::Name>, what: &str, context: &mut Context) {
        let mut known: BTreeMap<&str, &ast::Name> = BTreeMap::new();
        for name in names {
            match known.get(name.text.as_str()) {
                Some(first) => {
                    let error = crate::machine::duplicate(what, name, first);
                    context.diagnostics.push(error);
                }
                None => {
                    known.insert(&name.text, name);
                }
            }
        }
    }
    report(parts.family.params.iter(), "parameter", context);
    report(parts.own_locals.iter().map(|it| &it.name), "local", context);
}
