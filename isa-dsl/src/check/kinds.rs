//! Kinds: how a field's value is read and written.

use super::Context;
use crate::ast;
use crate::declare::Sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Integer, Kind, Model};

/// A number of bits within limits, or an error and the lower limit.
pub fn bits(number: &ast::Number, least: u64, most: u64, context: &mut Context) -> u32 {
    if number.value < least || number.value > most {
        context.diagnostics.push(
            Diagnostic::new(
                Code::OutOfRange,
                number.span,
                format!("{} bits", number.value),
            )
            .label(format!("expected {least} to {most}")),
        );
        return least as u32;
    }
    number.value as u32
}

/// Resolves a kind.
pub fn resolve(kind: &ast::Kind, context: &mut Context) -> Option<Kind> {
    match kind {
        ast::Kind::Flag(_) => Some(Kind::Flag),
        ast::Kind::List(count, element, _) => {
            let element = resolve(element, context)?;
            if count.value == 0 || count.value > 32 {
                context.diagnostics.push(
                    Diagnostic::new(
                        Code::OutOfRange,
                        count.span,
                        format!("a list of {} elements", count.value),
                    )
                    .label("expected 1 to 32"),
                );
                return None;
            }
            Some(Kind::List(count.value as u32, Box::new(element)))
        }
        ast::Kind::Integer(integer) => resolve_integer(integer, context).map(Kind::Integer),
        ast::Kind::Class(name, value_type, scale) => {
            if let Some(scale) = scale {
                if scale.value == 0 || scale.value > 64 {
                    context.diagnostics.push(
                        Diagnostic::new(
                            Code::OutOfRange,
                            scale.span,
                            format!("a scale of {}", scale.value),
                        )
                        .label("expected 1 to 64"),
                    );
                    return None;
                }
            }
            match context.names.find(&name.text) {
                Some((Sort::File, index)) => Some(Kind::Register(
                    index,
                    scale.map_or(1, |scale| scale.value as u32),
                )),
                Some((Sort::Class, index)) => Some(Kind::Class(
                    index,
                    value_type
                        .as_ref()
                        .map_or_else(String::new, |ty| ty.text.clone()),
                )),
                Some((Sort::Struct, index)) => Some(Kind::Struct(index)),
                Some((Sort::Stream, _)) => None,
                Some(_) => {
                    context.diagnostics.push(Diagnostic::new(
                        Code::BadKind,
                        name.span,
                        format!("`{}` is not a kind of value", name.text),
                    ));
                    None
                }
                None => {
                    let sorts = [Sort::File, Sort::Class, Sort::Struct];
                    let error = context.names.unknown(&sorts, name);
                    context.diagnostics.push(error);
                    None
                }
            }
        }
    }
}

fn resolve_integer(integer: &ast::Integer, context: &mut Context) -> Option<Integer> {
    if integer.bits == 0 || integer.bits > 64 {
        context.diagnostics.push(
            Diagnostic::new(
                Code::OutOfRange,
                integer.span,
                format!("an integer of {} bits", integer.bits),
            )
            .label("expected 1 to 64"),
        );
        return None;
    }
    let scale = integer.scale.map_or(1, |scale| scale.value);
    let bias = integer.bias.map_or(0, |bias| bias.value);
    for (number, least) in integer
        .scale
        .iter()
        .map(|scale| (scale, 1))
        .chain(integer.bias.iter().map(|bias| (bias, 0)))
    {
        if number.value < least || number.value > 1 << 16 {
            context.diagnostics.push(
                Diagnostic::new(Code::OutOfRange, number.span, format!("{}", number.value))
                    .label(format!("expected {least} to 65536")),
            );
            return None;
        }
    }
    let relative = match &integer.relative {
        None => None,
        Some(ast::Relative::End) => Some(None),
        Some(ast::Relative::Start(number)) => Some(Some(number.value.min(1 << 16) as u32)),
        Some(ast::Relative::Unknown(name)) => {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::Unknown,
                    name.span,
                    format!("a value cannot be relative to `{}`", name.text),
                )
                .help("write `relative` (to the end of the instruction) or `relative 4`"),
            );
            None
        }
    };
    Some(Integer {
        bits: integer.bits,
        signed: integer.signed,
        hex: integer.hex,
        scale: scale as u32,
        bias: bias as u32,
        relative,
    })
}

/// Bits that a value of a kind has, or `None` if any number of bits will do.
pub fn value_bits(kind: &Kind, model: &Model) -> Option<u32> {
    match kind {
        Kind::Flag => Some(1),
        Kind::Integer(integer) => Some(integer.bits),
        Kind::Class(index, _) => model.classes.get(*index).map(|class| class.bits),
        Kind::List(count, element) => value_bits(element, model).map(|bits| bits * count),
        Kind::Register(..) | Kind::Struct(_) => None,
    }
}
