//! How many registers an operand takes: always the same, as fields and
//! features say, or as the text chooses.

use super::context::Context;
use super::kinds::register_files;
use super::scope::Site;
use crate::ast;
use crate::bits::{self, BitField};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::{self, Value};
use crate::model::{Kind, Model, Width};
use crate::source::Span;
use crate::tables::Bits;

/// Bits of the fields that a width may depend on, all together.
const MAX_WIDTH_KEY: u32 = 12;

/// The width of an operand, and the most registers that operations see of it.
pub(super) fn widths(
    site: Site,
    operand: &ast::Operand,
    kind: &Kind,
    context: &mut Context,
    model: &Model,
) -> (Width, u32) {
    let files = register_files(kind, model);
    if files.is_empty() {
        let width = operand.width.first().map(|width| &width.from);
        if let Some(width) = width.or(operand.extra.as_ref()) {
            let message = format!(
                "`{}` is not a register operand and has no width",
                operand.name.text
            );
            context.error(Code::BadWidth, width.span, message);
        }
        return (Width::Fixed(1), 1);
    }
    let found = match operand.width.as_slice() {
        [] => by_feature(site, operand, None, &files, context, model),
        [ast::WidthOf { from, to: None }] => {
            by_feature(site, operand, Some(from), &files, context, model)
        }
        several => choices(site, operand, several, &files, context, model),
    };
    found.unwrap_or((Width::Fixed(1), 1))
}

/// The features that the expressions name and only some processors of the
/// architecture have, or that code may be made without, as bits; and those that all
/// of them always have.
fn features_of(arch: usize, exprs: &[&ast::Expr], context: &Context) -> (Vec<usize>, u32) {
    let machine = context.machine;
    let here = machine.processors.iter().filter(|it| it.arch == arch);
    let (mut any, mut all) = (0, !machine.optional);
    for processor in here {
        any |= processor.features;
        all &= processor.features;
    }
    let is_named = |bit: usize| {
        let name = std::slice::from_ref(&machine.features[bit]);
        exprs.iter().any(|expr| expr::mentions(expr, name))
    };
    let some = (0..machine.features.len())
        .filter(|&bit| (any & !all) >> bit & 1 == 1 && is_named(bit))
        .collect();
    (some, all)
}

/// A width that depends on fields, and on one feature at most.
fn by_feature(
    site: Site,
    operand: &ast::Operand,
    width: Option<&ast::Expr>,
    files: &[usize],
    context: &mut Context,
    model: &Model,
) -> Option<(Width, u32)> {
    let exprs: Vec<&ast::Expr> = width.into_iter().chain(&operand.extra).collect();
    let (some, all) = features_of(site.arch, &exprs, context);
    match some.as_slice() {
        [] => by_fields(site, operand, width, all, files, context, model),
        [feature] => {
            let (with, seen) = by_fields(
                site,
                operand,
                width,
                all | 1 << feature,
                files,
                context,
                model,
            )?;
            let (without, more) = by_fields(site, operand, width, all, files, context, model)?;
            let width = Width::ByFeature {
                feature: *feature,
                with: Box::new(with),
                without: Box::new(without),
            };
            Some((width, seen.max(more)))
        }
        _ => {
            let names: Vec<String> = some
                .iter()
                .map(|bit| format!("`{}`", context.machine.features[*bit].text))
                .collect();
            let message = format!("this width depends on the features {}", names.join(", "));
            context
                .error(Code::BadWidth, exprs[0].span, message)
                .help("one feature of processors is the most");
            None
        }
    }
}

/// A width where the processor has these features.
fn by_fields(
    site: Site,
    operand: &ast::Operand,
    width: Option<&ast::Expr>,
    features: u32,
    files: &[usize],
    context: &mut Context,
    model: &Model,
) -> Option<(Width, u32)> {
    let span = width.map_or(operand.name.span, |width| width.span);
    let width = resolve(site, width, 1, features, context, model);
    let extra = resolve(site, operand.extra.as_ref(), 0, features, context, model);
    let (width, extra) = (width?, extra?);
    let total = sum(width.clone(), extra);
    let key = total.fields();
    let key_bits: u32 = key.iter().map(BitField::width).sum();
    if key_bits > MAX_WIDTH_KEY {
        let message =
            format!("this width depends on {key_bits} bits; {MAX_WIDTH_KEY} are the most");
        context.error(Code::BadWidth, span, message);
        return None;
    }
    let mut values = Vec::new();
    let mut value_width = 0;
    for index in 0..1_u64 << key_bits {
        let mut bits = Bits::ZERO;
        let mut at = 0;
        for field in &key {
            bits |= field.place(index >> at & bits::ones(field.width()));
            at += field.width();
        }
        let registers = total.evaluate(bits);
        let none = registers == 0 && operand.zero.is_some();
        if !none && !is_group(registers, files, model) {
            let error = bad_width(operand, span, registers, &model.files[files[0]].name);
            context
                .diagnostics
                .push(error.label(example(&key, bits, site)));
            return None;
        }
        values.push(u8::try_from(registers).unwrap_or(0));
        let seen = u32::try_from(width.evaluate(bits)).unwrap_or(0);
        value_width = value_width.max(seen.min(64));
    }
    Some(match values.as_slice() {
        [single] => (Width::Fixed(u32::from(*single)), value_width),
        _ => (Width::Table(key, values), value_width),
    })
}

/// Widths of which the text chooses: `x(2..4, 8)`.
fn choices(
    site: Site,
    operand: &ast::Operand,
    widths: &[ast::WidthOf],
    files: &[usize],
    context: &mut Context,
    model: &Model,
) -> Option<(Width, u32)> {
    let ends = widths
        .iter()
        .flat_map(|it| [Some(&it.from), it.to.as_ref()]);
    let exprs: Vec<&ast::Expr> = ends.flatten().chain(&operand.extra).collect();
    let (_, features) = features_of(site.arch, &[], context);
    let mut numbers = Vec::new();
    for expr in exprs {
        let value = resolve(site, Some(expr), 0, features, context, model)?;
        let Some(number) = value.constant() else {
            let message = "a width that text chooses cannot depend on a field";
            context
                .error(Code::BadWidth, expr.span, message)
                .help("numbers and parameters of the family may stand here");
            return None;
        };
        numbers.push(number);
    }
    let mut numbers = numbers.into_iter();
    let mut seen = Vec::new();
    for width in widths {
        let from = numbers.next()?;
        let to = match &width.to {
            Some(_) => numbers.next()?,
            None => from,
        };
        if to < from {
            let message = format!("this range of widths runs from {from} down to {to}");
            context.error(Code::BadWidth, width.from.span, message);
            return None;
        }
        // Wider ones are no group of any file.
        for number in from..=to.min(from.saturating_add(64)) {
            if !seen.contains(&number) {
                seen.push(number);
            }
        }
    }
    let extra = numbers.next().unwrap_or(0);
    let mut values = Vec::new();
    for number in &seen {
        let registers = number.saturating_add(extra);
        if !is_group(registers, files, model) {
            let file = &model.files[files[0]].name;
            let error = bad_width(operand, widths[0].from.span, registers, file);
            context.diagnostics.push(error);
            return None;
        }
        values.push(u8::try_from(registers).unwrap_or(0));
    }
    let most = seen.iter().max().copied().unwrap_or(0);
    let width = match values.as_slice() {
        [single] => Width::Fixed(u32::from(*single)),
        _ => Width::Choices(values),
    };
    Some((width, u32::try_from(most).unwrap_or(0).min(64)))
}

/// An expression of a width, or a number where nothing is written.
fn resolve(
    site: Site,
    expr: Option<&ast::Expr>,
    otherwise: i64,
    features: u32,
    context: &mut Context,
    model: &Model,
) -> Option<Value> {
    match expr {
        Some(expr) => site.width(expr, Some(features), context, model),
        None => Some(Value::Number(otherwise)),
    }
}

fn sum(a: Value, b: Value) -> Value {
    Value::binary(ast::BinaryOp::Add, a, b)
}

/// Whether so many registers are a group of one of the files.
fn is_group(registers: i64, files: &[usize], model: &Model) -> bool {
    let mut groups = files.iter().flat_map(|file| &model.files[*file].groups);
    groups.any(|group| i64::from(group.count) == registers)
}

fn bad_width(operand: &ast::Operand, span: Span, registers: i64, file: &str) -> Diagnostic {
    let name = &operand.name.text;
    let (message, help) = match registers {
        0 => (
            format!("`{name}` may take no register"),
            "say what is written for none: `or \"off\"`".to_owned(),
        ),
        1 => (
            format!("`{name}` may take 1 register, and `{file}` has no such group"),
            "add 1 to the `groups` of the file".to_owned(),
        ),
        2..=64 => (
            format!("`{name}` may take {registers} registers, and `{file}` has no such group"),
            format!("add {registers} to the `groups` of the file"),
        ),
        _ => (
            format!("`{name}` may take {registers} registers"),
            "a group has 1 to 64 registers".to_owned(),
        ),
    };
    Diagnostic::new(Code::BadWidth, span, message).help(help)
}

/// "where dmask is 0, tfe is 1".
fn example(key: &[BitField], bits: Bits, site: Site) -> String {
    let values: Vec<String> = key
        .iter()
        .map(|field| {
            let part = site
                .layout
                .parts(site.arch)
                .find(|part| part.field == *field);
            let name = part.map_or_else(|| field.notation(), |part| part.name.clone());
            format!("{name} is {}", field.take(bits))
        })
        .collect();
    if values.is_empty() {
        return String::new();
    }
    format!("where {}", values.join(", "))
}
