//! Operands that states move: `indexed src0 by M0;`, in a family or for many.

use super::context::{Context, IndexedLine};
use super::registers::state_bits;
use crate::ast;
use crate::declare::Sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{IndexBy, Indexed, Kind, Meaning, Model, Shape};

/// Conditions of a line at most.
const MAX_CONDITIONS: usize = 2;

/// Resolves the lines outside of families.
pub fn items(context: &mut Context) {
    let items = context.names.indexed.clone();
    let resolved = items.into_iter().filter_map(|item| resolve(item, context));
    let resolved = resolved.collect();
    context.indexed = resolved;
}

/// Resolves a line. What is wrong with it is reported once, also if several encodings
/// have it.
pub(super) fn resolve<'a>(
    item: &'a ast::Indexed,
    context: &mut Context<'_>,
) -> Option<IndexedLine<'a>> {
    let before = context.diagnostics.len();
    let resolved = names(item, context);
    let errors = context.diagnostics.split_off(before);
    context.report_once(errors);
    resolved
}

fn names<'a>(item: &'a ast::Indexed, context: &mut Context<'_>) -> Option<IndexedLine<'a>> {
    let part = |part: &ast::StatePart, what, context: &mut Context<'_>| {
        state_bits(&part.state, part.bits.as_ref(), what, context)
    };
    let file = match &item.file {
        Some(file) => Some(context.find(Sort::File, file)?),
        None => None,
    };
    let by = match &item.by {
        ast::IndexBy::State(by) => IndexBy::State(part(by, "index", context)?),
        ast::IndexBy::Undefined(reason) => IndexBy::Undefined(reason.text.clone()),
    };
    let conditions = item.conditions.iter();
    let conditions: Option<Vec<_>> = conditions
        .map(|condition| part(condition, "condition", context))
        .collect();
    if let Some(more) = item.conditions.get(MAX_CONDITIONS) {
        let message = format!("an index has at most {MAX_CONDITIONS} conditions");
        context.error(Code::OutOfRange, more.state.span, message);
        return None;
    }
    let archs = context.archs(item.at.as_ref());
    Some(IndexedLine {
        item,
        file,
        by,
        conditions: conditions?,
        archs,
    })
}

/// The operands of a shape that states move, by the lines of its family and by those for
/// many.
pub(super) fn of_shape(
    own: &[IndexedLine<'_>],
    shape: &Shape,
    arch: usize,
    context: &mut Context<'_>,
    model: &Model,
) -> Vec<Indexed> {
    let mut all: Vec<Indexed> = Vec::new();
    for (line, is_own) in own
        .iter()
        .map(|line| (line, true))
        .chain(context.indexed.iter().map(|line| (line, false)))
    {
        if !line.archs.contains(arch) {
            continue;
        }
        let named = |name: &str| {
            let mut operands = shape.operands[..shape.positional].iter();
            operands.find(|it| it.name == name)
        };
        let with = line.item.with.as_ref();
        let found = named(&line.item.operand.text).filter(|operand| {
            with.is_none_or(|with| named(&with.text).is_some())
                && line
                    .file
                    .is_none_or(|file| may_be_of(&operand.kind, file, model))
        });
        let replaced = |operand: &crate::model::Operand| {
            let mut own = own.iter().filter(|line| line.archs.contains(arch));
            !is_own && own.any(|line| line.item.operand.text == operand.name)
        };
        if found.is_some_and(replaced) {
            continue;
        }
        let Some(operand) = found else {
            if is_own {
                let name = &line.item.operand;
                let message = format!("this family has no operand `{}`", name.text);
                let error = Diagnostic::new(Code::Unknown, name.span, message);
                if !context.diagnostics.contains(&error) {
                    context.diagnostics.push(error);
                }
            }
            continue;
        };
        all.push(Indexed {
            operand: operand.name.clone(),
            file: line.file,
            by: line.by.clone(),
            conditions: line.conditions.clone(),
        });
    }
    all
}

/// Whether an operand of a kind may be a register of a file.
fn may_be_of(kind: &Kind, file: usize, model: &Model) -> bool {
    match kind {
        Kind::Register(of, _) => *of == file,
        Kind::Class(class, _) => model.classes[*class]
            .entries
            .iter()
            .any(|entry| matches!(entry.meaning, Meaning::Register(of, ..) if of == file)),
        _ => false,
    }
}

/// Reports lines for many families that none has a use for.
pub fn unused(context: &mut Context, model: &Model) {
    for line in context.indexed.clone() {
        let is_used = model.shapes.iter().any(|shape| {
            let mut indexed = shape.indexed.iter();
            indexed.any(|it| it.operand == line.item.operand.text && it.by == line.by)
        });
        if !is_used {
            let name = &line.item.operand;
            let message = format!(
                "no instruction has an operand `{}` to be indexed",
                name.text
            );
            context
                .error(Code::Unused, name.span, message)
                .help("it says of which operands, registers and architectures");
        }
    }
}
