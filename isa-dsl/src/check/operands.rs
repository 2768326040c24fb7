//! Operands and modifier values of a shape: fields and kinds.

use super::context::Context;
use super::uses::Uses;
use super::{classes, kinds, sets, widths, wraps};
use crate::ast;
use crate::bits::{self, BitField, fits};
use crate::declare::Sort;
use crate::diagnostic::Code;
use crate::model::{Kind, Meaning, Model, Operand, Register, Shape, Width};
use crate::source::Span;
use crate::tables::ValueType;

/// Adds an operand to a shape.
pub(super) fn add<'a>(
    operand: &'a ast::Operand,
    shape: &mut Shape,
    uses: &mut Uses<'a>,
    context: &mut Context,
    model: &Model,
) {
    if let ast::Kind::Literal(value_type, span) = &operand.kind {
        let value_type = value_type.as_ref();
        add_literal(operand, value_type, *span, shape, uses, context, model);
        return;
    }
    let name = operand.field.as_ref().unwrap_or(&operand.name);
    let errors = context.diagnostics.len();
    let field = match (&operand.home, &operand.part) {
        (Some(number), _) => at_home(operand, number, shape.arch, context, model),
        (None, Some(bits)) => part_of(name, bits, uses, context),
        (None, None) => uses.take(name, "an operand", context),
    };
    if field.is_none() && context.diagnostics.len() == errors {
        let message = format!(
            "format `{}` has no field `{}` on {}",
            uses.site.layout.name, name.text, context.machine.archs[shape.arch].name.text
        );
        context
            .error(Code::NoField, name.span, message)
            .help("say where the operand exists with `@`, or split the family");
    }
    let kind = kinds::resolve_fixed(&operand.kind, context);
    let (Some(field), Some(mut kind)) = (field, kind) else {
        return;
    };
    counted_from(&mut kind, operand, uses, context);
    if operand.home.is_none() {
        let value_bits = kinds::value_bits(&kind, context, model);
        check_width(value_bits, field.width(), &operand.name, context);
    }
    check_literal(&kind, operand, shape.arch, uses, context, model);
    let signs = wraps::signs_of(operand, &kind, context, model);
    let wraps = wraps::of_operand(operand, uses, context);
    check_written(&kind, operand.name.span, context, model);
    let (width, value_width) = widths::widths(uses.site, operand, &kind, context, model);
    let choices = |width: &Width| matches!(width, Width::Choices(_));
    if choices(&width) && shape.operands.iter().any(|other| choices(&other.width)) {
        let message = "text chooses the width of two operands, and an instruction keeps one choice";
        context
            .error(Code::BadWidth, operand.name.span, message)
            .help("let the other one depend on a field, or be fixed");
    }
    check_unaligned(operand, &kind, &width, context, model);
    shape.operands.push(Operand {
        name: operand.name.text.clone(),
        field,
        kind,
        unaligned: operand.unaligned.is_some(),
        // Operations see what it is a part of.
        direction: operand.part.is_none().then_some(operand.direction),
        width,
        value_width,
        zero: operand
            .zero
            .as_ref()
            .map_or_else(String::new, |zero| zero.text.clone()),
        required: false,
        part: operand.part.is_some(),
        default: operand.home.map_or(0, |number| number.value),
        wraps,
        signs,
        span: operand.name.span,
    });
}

/// The bits of an operand that is always the same register: none. `None` if that is no
/// register.
fn at_home(
    operand: &ast::Operand,
    number: &ast::Number,
    arch: usize,
    context: &mut Context,
    model: &Model,
) -> Option<BitField> {
    let ast::Kind::Class(name, ..) = &operand.kind else {
        return None;
    };
    let Some((Sort::File, file)) = context.names.find(&name.text) else {
        let error = context.unknown(&[Sort::File], name);
        context.diagnostics.push(error);
        return None;
    };
    let mut registers = model.files[file].registers.iter();
    let here = |row: &Register| {
        let first = u64::from(row.number);
        row.archs.contains(arch) && (first..first + u64::from(row.count)).contains(&number.value)
    };
    if !registers.any(here) {
        let message = format!(
            "`{}` has no register {} on {}",
            name.text, number.value, context.machine.archs[arch].name.text
        );
        context.error(Code::OutOfRange, number.span, message);
        return None;
    }
    Some(BitField::default())
}

/// Adds an operand that is the literal itself: it has no bits of its own.
fn add_literal(
    operand: &ast::Operand,
    value_type: Option<&ast::Name>,
    span: Span,
    shape: &mut Shape,
    uses: &Uses,
    context: &mut Context,
    model: &Model,
) {
    let Some(class) = classes::literal(&model.classes) else {
        return;
    };
    let layout = uses.site.layout;
    if layout.literal == 0 {
        let message = format!("no literal follows instructions of `{}`", layout.name);
        context.error(Code::BadKind, span, message).help(format!(
            "declare it: `format {} : {} literal 32`",
            layout.name, layout.bits
        ));
    }
    let bound = operand.field.as_ref().map(|field| field.span);
    let wrapped = operand.wraps.first().map(|wrap| wrap.field.span);
    let wrapped = wrapped.or(operand.signs.first().map(|sign| sign.span));
    let width = operand.width.first().map(|width| width.from.span);
    let wide = width.or(operand.extra.as_ref().map(|extra| extra.span));
    let zero = operand.zero.as_ref().map(|zero| zero.span);
    if let Some(place) = bound.or(wrapped).or(wide).or(zero).or(operand.unaligned) {
        let message = "a literal has no bits and no registers";
        context
            .error(Code::BadKind, place, message)
            .help(format!("write `in {} : literal f32;`", operand.name.text));
        return;
    }
    if let Some(name) = value_type.filter(|name| sets::is_type(&name.text)) {
        context.diagnostics.push(sets::not_a_parameter(name));
        return;
    }
    let value_type = value_type.and_then(|name| ValueType::named(&name.text));
    let kind = Kind::Class(class, value_type.unwrap_or_default());
    shape.operands.push(Operand {
        name: operand.name.text.clone(),
        field: BitField::default(),
        kind,
        direction: Some(operand.direction),
        width: Width::Fixed(1),
        unaligned: false,
        value_width: 1,
        zero: String::new(),
        required: false,
        default: 0,
        wraps: Vec::new(),
        signs: Vec::new(),
        part: false,
        span: operand.name.span,
    });
}

/// A distance counts from the end of the instruction, unless it says from where.
fn counted_from(kind: &mut Kind, operand: &ast::Operand, uses: &Uses, context: &mut Context) {
    let Kind::Integer(integer) = kind else { return };
    let Some(relative) = &mut integer.relative else {
        return;
    };
    if relative.base.is_none() && uses.site.layout.literal != 0 {
        let message = format!(
            "where an instruction of `{}` ends depends on its literal",
            uses.site.layout.name
        );
        context
            .error(Code::BadKind, operand.name.span, message)
            .help("say from which byte of the instruction the distance counts: `relative 4`");
    }
    relative.base.get_or_insert(uses.site.layout.bits / 8);
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
    if has_literal && uses.site.layout.literal == 0 {
        let layout = &uses.site.layout.name;
        let message = format!(
            "values of `{}` may follow the instruction, but not those of `{layout}`",
            class.name
        );
        context
            .error(Code::BadKind, operand.name.span, message)
            .help(format!(
                "declare it: `format {layout} : {} literal 32`",
                uses.site.layout.bits
            ));
    }
}

/// Values of a kind must fit their field.
fn check_width(values: Option<u32>, field: u32, name: &ast::Name, context: &mut Context) {
    let Some(bits) = values.filter(|bits| *bits > field) else {
        return;
    };
    let message = format!(
        "`{}` has values of {bits} bits and a field of {field}",
        name.text
    );
    context
        .error(Code::ValueTooWide, name.span, message)
        .help("give the field as many bits as its kind, or take a narrower kind");
}

/// A value without a text can be left out of a stream's text, where what stands
/// around it decides; not of operands and modifiers.
fn check_written(kind: &Kind, span: Span, context: &mut Context, model: &Model) {
    let Kind::Class(index, _) = kind else { return };
    let class = &model.classes[*index];
    let nothing = |word: &Meaning| matches!(word, Meaning::Keyword(word) if word.is_empty());
    if class.entries.iter().any(|entry| nothing(&entry.meaning)) {
        let message = format!("a value of class `{}` is written as nothing", class.name);
        context
            .error(Code::BadKind, span, message)
            .help("only members of streams may be: write the case as a form of its own");
    }
}

/// What begins anywhere without that word needs none.
fn check_unaligned(
    operand: &ast::Operand,
    kind: &Kind,
    width: &Width,
    context: &mut Context,
    model: &Model,
) {
    let Some(span) = operand.unaligned else {
        return;
    };
    let message = match kinds::register_files(kind, model).as_slice() {
        [] => "only registers are aligned",
        _ if matches!(width, Width::Fixed(..=1)) => "a single register begins anywhere",
        _ => return,
    };
    context
        .error(Code::BadWidth, span, message)
        .help("leave out `unaligned`");
}

/// Bits of a field that another modifier or operand holds.
fn part_of(
    whole: &ast::Name,
    bits: &ast::Bits,
    uses: &mut Uses,
    context: &mut Context,
) -> Option<BitField> {
    if !uses.known(whole, context) {
        return None;
    }
    let field = uses.site.layout.field(&whole.text, uses.site.arch)?;
    let part = bits::field_of(std::slice::from_ref(bits))
        .filter(|part| part.mask().width() <= field.width());
    if part.is_none() {
        let message = format!("`{}` has no such bits", whole.text);
        context
            .error(Code::BitRange, bits.span, message)
            .label(format!("expected bits of [{}:0]", field.width().max(1) - 1));
    }
    Some(field.part(&part?))
}

/// Adds a modifier's value to a shape.
pub(super) fn add_modifier<'a>(
    modifier: &'a ast::Modifier,
    shape: &mut Shape,
    uses: &mut Uses<'a>,
    context: &mut Context,
    model: &Model,
) {
    let archs = context.archs(modifier.at.as_ref());
    // A word that the text must have says again what is bound, and nothing else.
    let bound = uses.bound_value(&modifier.known_as().text);
    let says = |bound: &u64| modifier.default.is_some_and(|it| it.value == *bound);
    let bound = bound.filter(|bound| modifier.required || says(bound));
    let field = match &modifier.part_of {
        _ if !archs.contains(shape.arch) || bound.is_some() => None,
        Some((whole, Some(bits))) => part_of(whole, bits, uses, context),
        _ => uses.take(modifier.known_as(), "a modifier", context),
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
    let default = bound.unwrap_or(default);
    let value_bits = kinds::value_bits(&kind, context, model);
    if let Some(field) = &field {
        let width = value_bits.map_or(field.width(), |bits| bits.min(field.width()));
        let spellings = modifier.spellings.iter().flatten();
        let defaults = spellings.map(|said| said.default).chain([modifier.default]);
        for number in defaults.flatten().filter(|it| !fits(it.value, width)) {
            let message = format!(
                "{} does not fit the {width} bits of `{}`",
                number.value, modifier.name.text
            );
            context
                .error(Code::ValueTooWide, number.span, message)
                .label(format!("expected at most {}", bits::ones(width)));
        }
        check_width(value_bits, field.width(), &modifier.name, context);
    }
    kinds::not_relative(&kind, modifier.name.span, context);
    check_written(&kind, modifier.name.span, context, model);
    shape.operands.push(Operand {
        name: modifier.known_as().text.clone(),
        field: field.unwrap_or_default(),
        kind,
        direction: None,
        width: Width::Fixed(0),
        unaligned: false,
        value_width: 0,
        zero: String::new(),
        required: modifier.required,
        part: matches!(modifier.part_of, Some((_, Some(_)))),
        default,
        wraps: Vec::new(),
        signs: Vec::new(),
        span: modifier.name.span,
    });
}

/// Bits of one register of an operand, if it names registers.
pub fn register_bits(operand: &Operand, model: &Model) -> Option<u32> {
    let file = *kinds::register_files(&operand.kind, model).first()?;
    Some(model.files[file].bits)
}

/// Whether some register that the operand may be is one of each lane.
pub fn is_per_lane(operand: &Operand, model: &Model) -> bool {
    let files = kinds::register_files(&operand.kind, model);
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
