//! How many registers an operand takes: always the same, as fields and
//! features say, or as the text chooses.

use super::Context;
use super::families::{EncodingParts, Parts};
use super::operands::register_files;
use super::scope::Names;
use super::shapes::Uses;
use crate::ast;
use crate::bits::{self, BitField};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::{self, Value};
use crate::model::{Kind, Layout, Model, Width};
use crate::source::Span;
use crate::tables::Bits;

/// Bits of the fields that a width may depend on, all together.
const MAX_WIDTH_KEY: u32 = 12;

/// Where an operand stands.
pub(super) struct Place<'a, 'l> {
    pub parts: &'a Parts<'a>,
    pub encoding: &'a EncodingParts<'a>,
    pub operand: &'a ast::Operand,
    pub args: &'a [i64],
    pub uses: &'a Uses<'l>,
}

/// The width of an operand, and the most registers that operations see of it.
pub(super) fn widths(
    place: &Place<'_, '_>,
    kind: &Kind,
    context: &mut Context,
    model: &Model,
) -> (Width, u32) {
    let operand = place.operand;
    let files = register_files(kind, model);
    if files.is_empty() {
        let width = operand.width.first().map(|width| &width.from);
        if let Some(width) = width.or(operand.extra.as_ref()) {
            context.diagnostics.push(Diagnostic::new(
                Code::BadWidth,
                width.span,
                format!(
                    "`{}` is not a register operand and has no width",
                    operand.name.text
                ),
            ));
        }
        return (Width::Fixed(1), 1);
    }
    let found = match operand.width.as_slice() {
        [] => by_feature(place, None, &files, context, model),
        [ast::WidthOf { from, to: None }] => by_feature(place, Some(from), &files, context, model),
        several => choices(place, several, &files, context, model),
    };
    found.unwrap_or((Width::Fixed(1), 1))
}

/// The features that the expressions name and only some processors of the
/// architecture have, as bits; and those that all of them have.
fn features_of(
    place: &Place<'_, '_>,
    exprs: &[&ast::Expr],
    context: &Context,
) -> (Vec<usize>, u32) {
    let machine = context.machine;
    let here = || {
        let processors = machine.processors.iter();
        processors.filter(|processor| processor.arch == place.uses.arch)
    };
    let mut some = Vec::new();
    let mut all = 0;
    for (bit, name) in machine.features.iter().enumerate() {
        let has = |features: u32| features >> bit & 1 == 1;
        if here().all(|processor| has(processor.features)) {
            all |= 1 << bit;
        } else if here().any(|processor| has(processor.features))
            && exprs
                .iter()
                .any(|expr| expr::mentions(expr, std::slice::from_ref(name)))
        {
            some.push(bit);
        }
    }
    (some, all)
}

/// A width that depends on fields, and on one feature at most.
fn by_feature(
    place: &Place<'_, '_>,
    width: Option<&ast::Expr>,
    files: &[usize],
    context: &mut Context,
    model: &Model,
) -> Option<(Width, u32)> {
    let exprs: Vec<&ast::Expr> = width.into_iter().chain(&place.operand.extra).collect();
    let (some, all) = features_of(place, &exprs, context);
    match some.as_slice() {
        [] => by_fields(place, width, all, files, context, model),
        [feature] => {
            let (with, seen) = by_fields(place, width, all | 1 << feature, files, context, model)?;
            let (without, more) = by_fields(place, width, all, files, context, model)?;
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
            context.diagnostics.push(
                Diagnostic::new(
                    Code::BadWidth,
                    exprs[0].span,
                    format!("this width depends on the features {}", names.join(", ")),
                )
                .help("one feature of processors is the most"),
            );
            None
        }
    }
}

/// A width where the processor has these features.
fn by_fields(
    place: &Place<'_, '_>,
    width: Option<&ast::Expr>,
    features: u32,
    files: &[usize],
    context: &mut Context,
    model: &Model,
) -> Option<(Width, u32)> {
    let operand = place.operand;
    let (layout, arch) = (place.uses.layout, place.uses.arch);
    let span = width.map_or(operand.name.span, |width| width.span);
    let width = resolve(place, width, 1, features, context, model);
    let extra = resolve(place, operand.extra.as_ref(), 0, features, context, model);
    let (width, extra) = (width?, extra?);
    let total = sum(width.clone(), extra);
    let key = total.fields();
    let key_bits: u32 = key.iter().map(BitField::width).sum();
    if key_bits > MAX_WIDTH_KEY {
        context.diagnostics.push(Diagnostic::new(
            Code::BadWidth,
            span,
            format!("this width depends on {key_bits} bits; {MAX_WIDTH_KEY} are the most"),
        ));
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
                .push(error.label(example(&key, bits, layout, arch)));
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
    place: &Place<'_, '_>,
    widths: &[ast::WidthOf],
    files: &[usize],
    context: &mut Context,
    model: &Model,
) -> Option<(Width, u32)> {
    let operand = place.operand;
    let ends = widths
        .iter()
        .flat_map(|it| [Some(&it.from), it.to.as_ref()]);
    let exprs: Vec<&ast::Expr> = ends.flatten().chain(&operand.extra).collect();
    let (_, features) = features_of(place, &[], context);
    let mut numbers = Vec::new();
    for expr in exprs {
        let value = resolve(place, Some(expr), 0, features, context, model)?;
        let Some(number) = value.constant() else {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::BadWidth,
                    expr.span,
                    "a width that text chooses cannot depend on a field",
                )
                .help("numbers and parameters of the family may stand here"),
            );
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
            context.diagnostics.push(Diagnostic::new(
                Code::BadWidth,
                width.from.span,
                format!("this range of widths runs from {from} down to {to}"),
            ));
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
    place: &Place<'_, '_>,
    expr: Option<&ast::Expr>,
    otherwise: i64,
    features: u32,
    context: &mut Context,
    model: &Model,
) -> Option<Value> {
    let Some(expr) = expr else {
        return Some(Value::Number(otherwise));
    };
    let mut errors = Vec::new();
    let names = Names {
        params: &place.parts.family.params,
        args: place.args,
        layout: place.uses.layout,
        arch: place.uses.arch,
        operands: &place.encoding.operands,
        opcode: None,
        features: Some(features),
        context,
        model,
    };
    let value = expr::resolve(expr, &names, &mut errors);
    context.diagnostics.extend(errors);
    value
}

fn sum(a: Value, b: Value) -> Value {
    Value::Binary(ast::BinaryOp::Add, Box::new(a), Box::new(b))
}

/// Whether so many registers are a group of one of the files.
fn is_group(registers: i64, files: &[usize], model: &Model) -> bool {
    let mut groups = files.iter().flat_map(|file| &model.files[*file].groups);
    groups.any(|group| i64::from(group.0) == registers)
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
fn example(key: &[BitField], bits: Bits, layout: &Layout, arch: usize) -> String {
    let values: Vec<String> = key
        .iter()
        .map(|field| {
            let part = layout.parts(arch).find(|part| part.field == *field);
            let name = part.map_or_else(|| field.notation(), |part| part.name.clone());
            format!("{name} is {}", field.take(bits))
        })
        .collect();
    if values.is_empty() {
        return String::new();
    }
    format!("where {}", values.join(", "))
}
