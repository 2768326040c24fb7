//! Operands and modifier values of a shape: fields, kinds, widths.

use super::families::{EncodingParts, Parts};
use super::scope::Names;
use super::shapes::Uses;
use super::{Context, kinds, wraps};
use crate::ast;
use crate::bits::{self, BitField};
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::{self, Value};
use crate::model::{Kind, Layout, Meaning, Model, Operand, Shape, Width};
use crate::source::Span;

/// Bits of the fields that a width may depend on, all together.
const MAX_WIDTH_KEY: u32 = 12;

/// Whether a value fits that many bits.
pub fn fits(value: u64, width: u32) -> bool {
    width >= 64 || value >> width == 0
}

/// Adds an operand to a shape.
#[allow(clippy::too_many_arguments)]
pub(super) fn add(
    parts: &Parts,
    encoding: &EncodingParts,
    operand: &ast::Operand,
    args: &[i64],
    shape: &mut Shape,
    uses: &mut Uses,
    context: &mut Context,
    model: &mut Model,
) {
    let name = operand.field.as_ref().unwrap_or(&operand.name);
    let errors = context.diagnostics.len();
    let field = uses.take(name, "an operand", context);
    if field.is_none() && context.diagnostics.len() == errors {
        context.diagnostics.push(
            Diagnostic::new(
                Code::NoField,
                name.span,
                format!(
                    "format `{}` has no field `{}` on {}",
                    uses.layout.name, name.text, context.machine.archs[shape.arch].name.text
                ),
            )
            .help("say where the operand exists with `@`, or split the family"),
        );
    }
    let kind = kinds::resolve_fixed(&operand.kind, context);
    let (Some(field), Some(mut kind)) = (field, kind) else {
        return;
    };
    counted_from(&mut kind, operand, uses, context);
    let value_bits = kinds::value_bits(&kind, context, model);
    if let Some(bits) = value_bits.filter(|bits| *bits > field.width()) {
        context.diagnostics.push(
            Diagnostic::new(
                Code::ValueTooWide,
                operand.name.span,
                format!(
                    "`{}` has values of {bits} bits and a field of {}",
                    operand.name.text,
                    field.width()
                ),
            )
            .help("give the field as many bits as its kind, or take a narrower kind"),
        );
    }
    check_literal(&kind, operand, shape.arch, uses, context, model);
    let wraps = wraps::of_operand(operand, uses, context);
    check_written(&kind, operand.name.span, context, model);
    let (width, value_width) = widths(parts, encoding, operand, args, &kind, uses, context, model);
    shape.operands.push(Operand {
        name: operand.name.text.clone(),
        field,
        kind,
        direction: Some(operand.direction),
        width,
        value_width,
        zero: operand
            .zero
            .as_ref()
            .map_or_else(String::new, |zero| zero.text.clone()),
        required: false,
        default: 0,
        wraps,
        span: operand.name.span,
    });
}

/// A distance counts from the end of the instruction, unless it says from where.
fn counted_from(kind: &mut Kind, operand: &ast::Operand, uses: &Uses, context: &mut Context) {
    let Kind::Integer(integer) = kind else { return };
    let Some(relative) = &mut integer.relative else {
        return;
    };
    if relative.base.is_none() && uses.layout.literal != 0 {
        context.diagnostics.push(
            Diagnostic::new(
                Code::BadKind,
                operand.name.span,
                format!(
                    "where an instruction of `{}` ends depends on its literal",
                    uses.layout.name
                ),
            )
            .help("say from which byte of the instruction the distance counts: `relative 4`"),
        );
    }
    relative.base.get_or_insert(uses.layout.bits / 8);
}

/// A distance is an operand's: nothing else knows its instruction.
pub(super) fn not_relative(kind: &Kind, span: Span, context: &mut Context) {
    if let Kind::Integer(integer) = kind
        && integer.relative.is_some()
    {
        context.diagnostics.push(
            Diagnostic::new(
                Code::BadKind,
                span,
                "a modifier, a member or a piece of a stream cannot be relative",
            )
            .help("declare an operand of a format: `in target -> field : s16 relative * 4;`"),
        );
    }
}

/// A value that follows the instruction needs a layout that says so.
fn check_literal(
    kind: &Kind,
    operand: &ast::Operand,
    arch: usize,
    uses: &Uses,
    context: &mut Context,
    model: &Model,
) {
    let Kind::Class(class, _) = kind else { return };
    let class = &model.classes[*class];
    let has_literal = class
        .entries
        .iter()
        .any(|entry| entry.meaning == Meaning::Literal && entry.archs.contains(arch));
    if has_literal && uses.layout.literal == 0 {
        let layout = &uses.layout.name;
        context.diagnostics.push(
            Diagnostic::new(
                Code::BadKind,
                operand.name.span,
                format!(
                    "values of `{}` may follow the instruction, but not those of `{layout}`",
                    class.name
                ),
            )
            .help(format!(
                "declare it: `format {layout} : {} literal 32`",
                uses.layout.bits
            )),
        );
    }
}

/// A value without a text can be left out of a stream's text, where what stands
/// around it decides; not of operands and modifiers.
fn check_written(kind: &Kind, span: Span, context: &mut Context, model: &Model) {
    let Kind::Class(index, _) = kind else { return };
    let class = &model.classes[*index];
    let nothing = |word: &Meaning| matches!(word, Meaning::Keyword(word) if word.is_empty());
    if class.entries.iter().any(|entry| nothing(&entry.meaning)) {
        context.diagnostics.push(
            Diagnostic::new(
                Code::BadKind,
                span,
                format!("a value of class `{}` is written as nothing", class.name),
            )
            .help("only members of streams may be: write the case as a form of its own"),
        );
    }
}

/// Adds a modifier's value to a shape.
pub(super) fn add_modifier(
    modifier: &ast::Modifier,
    shape: &mut Shape,
    uses: &mut Uses,
    context: &mut Context,
    model: &mut Model,
) {
    let archs = context
        .machine
        .resolve(modifier.at.as_ref(), &mut context.diagnostics);
    let field = if archs.contains(shape.arch) {
        uses.take(&modifier.name, "a modifier", context)
    } else {
        None
    };
    // Its kind was checked with its set.
    let errors = context.diagnostics.len();
    let kind = kinds::resolve_fixed(&modifier.kind, context);
    context.diagnostics.truncate(errors);
    let Some(kind) = kind else {
        uses.failed = true;
        return;
    };
    let default = modifier.default.map_or(0, |default| default.value);
    let value_bits = kinds::value_bits(&kind, context, model);
    if let Some(field) = &field {
        let width = value_bits.map_or(field.width(), |bits| bits.min(field.width()));
        let spellings = modifier.spellings.iter().flatten();
        let defaults = spellings.map(|said| said.default).chain([modifier.default]);
        for number in defaults.flatten().filter(|it| !fits(it.value, width)) {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::ValueTooWide,
                    number.span,
                    format!(
                        "{} does not fit the {width} bits of `{}`",
                        number.value, modifier.name.text
                    ),
                )
                .label(format!("expected at most {}", bits::ones(width))),
            );
        }
        if let Some(bits) = value_bits.filter(|bits| *bits > field.width()) {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::ValueTooWide,
                    modifier.name.span,
                    format!(
                        "`{}` has values of {bits} bits and a field of {}",
                        modifier.name.text,
                        field.width()
                    ),
                )
                .help("give the field as many bits as its kind, or take a narrower kind"),
            );
        }
    }
    not_relative(&kind, modifier.name.span, context);
    check_written(&kind, modifier.name.span, context, model);
    shape.operands.push(Operand {
        name: modifier.name.text.clone(),
        field: field.unwrap_or_default(),
        kind,
        direction: None,
        width: Width::Fixed(0),
        value_width: 0,
        zero: String::new(),
        required: modifier.required,
        default,
        wraps: Vec::new(),
        span: modifier.name.span,
    });
}

#[allow(clippy::too_many_arguments)]
fn widths(
    parts: &Parts,
    encoding: &EncodingParts,
    operand: &ast::Operand,
    args: &[i64],
    kind: &Kind,
    uses: &Uses,
    context: &mut Context,
    model: &Model,
) -> (Width, u32) {
    let (layout, arch) = (uses.layout, uses.arch);
    let fallback = (Width::Fixed(1), 1);
    let files = register_files(kind, model);
    if files.is_empty() {
        if let Some(width) = operand.width.as_ref().or(operand.extra.as_ref()) {
            context.diagnostics.push(Diagnostic::new(
                Code::BadWidth,
                width.span,
                format!(
                    "`{}` is not a register operand and has no width",
                    operand.name.text
                ),
            ));
        }
        return fallback;
    }
    let mut errors = Vec::new();
    let names = Names {
        params: &parts.family.params,
        args,
        layout,
        arch,
        operands: &encoding.operands,
        opcode: None,
        context,
        model,
    };
    let mut resolve = |expr: &Option<ast::Expr>, otherwise: i64| match expr {
        Some(expr) => expr::resolve(expr, &names, &mut errors),
        None => Some(Value::Number(otherwise)),
    };
    let width = resolve(&operand.width, 1);
    let extra = resolve(&operand.extra, 0);
    context.diagnostics.extend(errors);
    let (Some(width), Some(extra)) = (width, extra) else {
        return fallback;
    };
    let span = operand
        .width
        .as_ref()
        .map_or(operand.name.span, |width| width.span);
    let total = Value::Binary(
        ast::BinaryOp::Add,
        Box::new(width.clone()),
        Box::new(extra.clone()),
    );
    let key = total.fields();
    let key_bits: u32 = key.iter().map(BitField::width).sum();
    if key_bits > MAX_WIDTH_KEY {
        context.diagnostics.push(Diagnostic::new(
            Code::BadWidth,
            span,
            format!("this width depends on {key_bits} bits; {MAX_WIDTH_KEY} are the most"),
        ));
        return fallback;
    }
    let mut values = Vec::new();
    let mut value_width = 0;
    for index in 0..1_u64 << key_bits {
        let mut bits = 0;
        let mut at = 0;
        for field in &key {
            bits |= field.place(index >> at & bits::ones(field.width()));
            at += field.width();
        }
        let registers = total.evaluate(bits);
        let mut groups = files.iter().flat_map(|file| &model.files[*file].groups);
        let known = groups.any(|group| i64::from(group.0) == registers)
            || registers == 0 && operand.zero.is_some();
        if !known {
            let file = &model.files[files[0]].name;
            let error = bad_width(operand, span, registers, file);
            context
                .diagnostics
                .push(error.label(example(&key, bits, layout, arch)));
            return fallback;
        }
        values.push(u8::try_from(registers).unwrap_or(0));
        let seen = u32::try_from(width.evaluate(bits)).unwrap_or(0);
        value_width = value_width.max(seen.min(64));
    }
    match values.as_slice() {
        [single] => (Width::Fixed(u32::from(*single)), value_width),
        _ => (Width::Table(key, values), value_width),
    }
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
fn example(key: &[BitField], bits: u64, layout: &Layout, arch: usize) -> String {
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

/// The files whose registers an operand names, each once.
fn register_files(kind: &Kind, model: &Model) -> Vec<usize> {
    match kind {
        Kind::Register(file, _) => vec![*file],
        Kind::Class(class, _) => {
            let mut files = Vec::new();
            for entry in &model.classes[*class].entries {
                if let Meaning::Register(file, _) = entry.meaning
                    && !files.contains(&file)
                {
                    files.push(file);
                }
            }
            files
        }
        _ => Vec::new(),
    }
}

/// Bits of one register of an operand, if it names registers.
pub fn register_bits(operand: &Operand, model: &Model) -> Option<u32> {
    let file = *register_files(&operand.kind, model).first()?;
    Some(model.files[file].bits)
}

/// Whether some register that the operand may be is one of each lane.
pub fn is_per_lane(operand: &Operand, model: &Model) -> bool {
    let files = register_files(&operand.kind, model);
    files.iter().any(|file| model.files[*file].per_lane)
}

/// Bits of a field's value as operations see it.
pub fn field_bits(operand: &Operand, context: &Context, model: &Model) -> u16 {
    let bits = match &operand.kind {
        Kind::Integer(integer) => integer.bits,
        kind => kinds::value_bits(kind, context, model).unwrap_or_else(|| operand.field.width()),
    };
    bits.clamp(1, 64) as u16
}

/// Whether a field's value is signed.
pub fn is_signed(operand: &Operand) -> bool {
    matches!(&operand.kind, Kind::Integer(integer) if integer.signed)
}
