//! Families: statements sorted, columns, encodings; then a shape for every
//! architecture and set of arguments, and an instruction for every row.

use std::ops::Range;

use crate::sorted::SortedMap;

use super::context::Context;
use super::found::Found;
use super::memory::{Known, Recall};
use super::parts::{DeclaredEffect, EncodingParts, Parts};
use super::{rows, sets, shapes, statements, streams};
use crate::ast::{self, EffectKind};
use crate::declare::{Sort, Suggestions};
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::ArchSet;
use crate::model::{Family, Model};
use crate::parallel::in_parts;
use crate::suggest::did_you_mean;

/// Families that are checked one after the other, at least: less is not worth a thread.
const LEAST: usize = 32;

/// Parts at most: unknown names in each get suggestions.
const PARTS: usize = 16;

/// How many families are a part. It does not depend on how many processors there are, as what
/// is suggested does not.
fn size_of_part(families: usize) -> usize {
    families.div_ceil(PARTS).max(LEAST)
}

/// Resolves every family, or takes from memory what it is.
pub fn check(recall: &mut Option<Recall>, context: &mut Context, model: &mut Model) {
    match recall {
        Some(recall) => check_again(recall, context, model),
        None => check_all(context, model),
    }
}

/// Resolves every family. What one is does not depend on those in front of it.
fn check_all(context: &mut Context, model: &mut Model) {
    let families = context.names.families.len();
    let size = size_of_part(families);
    let parts = (0..families).step_by(size);
    let parts = parts.map(|first| (first..families.min(first + size), context.of_part()));
    let found = in_parts(
        parts.collect(),
        |(part, mut context): (Range<usize>, Context)| {
            let found = part.map(|index| family(index, &mut context, model));
            found.collect::<Vec<_>>()
        },
    );
    Found::make_room(&found.iter().flatten().map(|(found, _)| found), model);
    for (found, errors) in found.into_iter().flatten() {
        context.report_once(errors);
        found.put(model);
    }
}

/// Resolves the families that are not what they were.
fn check_again(recall: &mut Recall, context: &mut Context, model: &mut Model) {
    let size = size_of_part(context.names.families.len());
    for (index, &(item, _)) in context.names.families.iter().enumerate() {
        if index % size == 0 {
            context.suggestions = Suggestions::default();
        }
        let Known::New(key) = recall.family(item, context, model) else {
            continue;
        };
        let (found, errors) = family(index, context, model);
        recall.keep(key, item, &found, &errors, model);
        context.report_once(errors);
        found.put(model);
    }
}

/// What the family of this number is, and what is wrong with it.
fn family(index: usize, context: &mut Context, model: &Model) -> (Found, Vec<Diagnostic>) {
    let others = std::mem::take(&mut context.diagnostics);
    let (family, doc) = context.names.families[index];
    let found = rows_of(family, doc, context, model);
    sets::say_who_asked(index, family, context);
    let errors = std::mem::replace(&mut context.diagnostics, others);
    (found, errors)
}

fn rows_of<'a>(
    family: &'a ast::Family,
    doc: &str,
    context: &mut Context<'a>,
    model: &Model,
) -> Found {
    let mut found = Found::default();
    let Some(parts) = statements::sort(family, context) else {
        return found;
    };
    found.family = Some(Family {
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
        streams::family(&parts, context, model, &mut found);
        no_rows(&parts, context);
        return found;
    }
    let formats = formats(&parts, context, model);
    let mut shapes = shapes::Cache::new(formats);
    for row in &parts.rows {
        rows::check(&parts, row, &mut shapes, context, model, &mut found);
    }
    no_rows(&parts, context);
    found
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
                    let (names, suggestions) = (&context.names, &context.suggestions);
                    names.find_or_report(Sort::Counter, name, suggestions, &mut errors);
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
    let (stand_in, archs) = *encoding.stand_ins.get(index)?;
    let meets = |other: ArchSet| !other.and(archs).is_empty();
    let operands = encoding.operands.iter();
    let mut same = operands.filter(|it| it.name.text == stand_in.name.text);
    if let Some(operand) = same.find(|it| meets(context.archs_of(it.at.as_ref()))) {
        let error = crate::machine::duplicate("operand", &stand_in.name, &operand.name);
        return Some(error.help("an encoding has the operand, or a state in its place"));
    }
    let mut before = encoding.stand_ins[..index].iter();
    let is_it = |it: &ast::StandIn| it.name.text == stand_in.name.text;
    if let Some((first, _)) = before.find(|(it, there)| is_it(it) && meets(*there)) {
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
        let mut known: SortedMap<&str, &ast::Name> = SortedMap::new();
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
