//! Kinds: how a field's value is read and written.

use smallvec::{SmallVec, smallvec};

use super::context::Context;
use super::sets;
use crate::ast;
use crate::declare::Sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Entry, Integer, Kind, Meaning, Model, Relative};
use crate::source::Span;
use crate::tables::ValueType;

/// Elements of a list at most.
const MAX_LIST: u64 = 8;

/// Bits of an element at most.
const MAX_ELEMENT: u32 = 8;

/// A number of bits within limits; `None` after an error.
pub fn bits(
    number: &ast::Number,
    what: &str,
    (least, most): (u64, u64),
    context: &mut Context,
) -> Option<u32> {
    if number.value < least || number.value > most {
        let message = format!("{what} of {} bits", number.value);
        context
            .error(Code::OutOfRange, number.span, message)
            .label(format!("expected {least} to {most}"));
        return None;
    }
    Some(number.value as u32)
}

/// Resolves the kind of a field of a fixed layout; `None` after an error.
pub fn resolve_fixed(kind: &ast::Kind, context: &mut Context) -> Option<Kind> {
    let mut innermost = kind;
    while let ast::Kind::List(_, element, _) = innermost {
        innermost = element;
    }
    if let ast::Kind::Class(name, ..) = innermost
        && let Some((Sort::Stream, _)) = context.names.find(&name.text)
    {
        let message = format!("`{}` is a stream, not a value of fixed bits", name.text);
        context
            .error(Code::BadKind, name.span, message)
            .help("a stream can only be a piece of another one");
        return None;
    }
    resolve(kind, context)
}

/// Resolves a kind; `None` for streams and after an error.
pub fn resolve(kind: &ast::Kind, context: &mut Context) -> Option<Kind> {
    match kind {
        ast::Kind::Flag(_) => Some(Kind::Flag),
        ast::Kind::List(count, element, _) => {
            let element = resolve_element(element, context)?;
            if count.value == 0 || count.value > MAX_LIST {
                let message = format!("a list of {} elements", count.value);
                context
                    .error(Code::OutOfRange, count.span, message)
                    .label(format!("expected 1 to {MAX_LIST}"));
                return None;
            }
            Some(Kind::List(count.value as u32, element))
        }
        ast::Kind::Integer(integer) => resolve_integer(integer, context).map(Kind::Integer),
        ast::Kind::Literal(_, span) => {
            context.diagnostics.push(literal(*span));
            None
        }
        ast::Kind::Class(_, Some(value_type), _) if sets::is_type(&value_type.text) => {
            let error = sets::not_a_parameter(value_type);
            context.diagnostics.push(error);
            None
        }
        ast::Kind::Class(name, value_type, scale) => {
            if let Some(scale) = scale
                && (scale.value == 0 || scale.value > 64)
            {
                let message = format!("a scale of {}", scale.value);
                context
                    .error(Code::OutOfRange, scale.span, message)
                    .label("expected 1 to 64");
                return None;
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
                        .and_then(|value| ValueType::named(&value.text))
                        .unwrap_or_default(),
                )),
                Some((Sort::Struct, index)) => Some(Kind::Struct(index)),
                Some((Sort::Stream, _)) => None,
                Some((Sort::KindBy, index)) => {
                    let field = &context.names.kinds[index].field.text;
                    let message = format!("`{field}` decides what `{}` is", name.text);
                    context
                        .error(Code::BadKind, name.span, message)
                        .help("only an operand of a family or an encoding can be of such a kind");
                    None
                }
                Some(_) => {
                    let message = format!("`{}` is not a kind of value", name.text);
                    context.error(Code::BadKind, name.span, message)
                        .help("a kind is a register file, a class, a struct, `flag`, `list` or an integer such as `u12`");
                    None
                }
                None => {
                    let sorts = [Sort::File, Sort::Class, Sort::Struct];
                    let error = context.unknown(&sorts, name);
                    context.diagnostics.push(error);
                    None
                }
            }
        }
    }
}

/// The error for a literal where there are bits.
fn literal(span: Span) -> Diagnostic {
    Diagnostic::new(Code::BadKind, span, "a literal has no bits here")
        .help("only an operand of an instruction may be the literal")
}

/// The kind of a list's elements: small integers.
fn resolve_element(kind: &ast::Kind, context: &mut Context) -> Option<Integer> {
    let error = match kind {
        ast::Kind::Flag(span) => Diagnostic::new(
            Code::BadKind,
            *span,
            "a flag is written by its name, and elements of a list have none",
        )
        .help("take `u1`: `list 2 of u1` is `[0,1]`"),
        ast::Kind::List(_, _, span) => {
            Diagnostic::new(Code::BadKind, *span, "a list of lists has no text")
        }
        ast::Kind::Literal(_, span) => literal(*span),
        ast::Kind::Class(name, ..) => Diagnostic::new(
            Code::BadKind,
            name.span,
            format!("a list holds integers, not `{}`", name.text),
        )
        .help("take an integer such as `u1`, or make it a struct with an `asm` line"),
        ast::Kind::Integer(integer) => {
            let element = resolve_integer(integer, context)?;
            let span = integer.span;
            if element.bits > MAX_ELEMENT {
                Diagnostic::new(
                    Code::OutOfRange,
                    span,
                    format!("elements of {} bits", element.bits),
                )
                .label(format!("expected 1 to {MAX_ELEMENT}"))
            } else if (element.scale, element.bias, element.relative) != (1, 0, None) {
                Diagnostic::new(
                    Code::BadKind,
                    span,
                    "elements of a list are written as their bits are",
                )
                .help("leave out the scale, the bias and `relative`")
            } else {
                return Some(element);
            }
        }
    };
    context.diagnostics.push(error);
    None
}

fn resolve_integer(integer: &ast::Integer, context: &mut Context) -> Option<Integer> {
    if integer.bits == 0 || integer.bits > 64 {
        let message = format!("an integer of {} bits", integer.bits);
        context
            .error(Code::OutOfRange, integer.span, message)
            .label("expected 1 to 64");
        return None;
    }
    let scale = integer.scale.map_or(1, |scale| scale.value);
    let bias = integer.bias.map_or(0, |bias| bias.value);
    let scales = integer.scale.iter().map(|scale| (scale, "scale", 1));
    let biases = integer.bias.iter().map(|bias| (bias, "bias", 0));
    for (number, what, least) in scales.chain(biases) {
        if number.value < least || number.value > 1 << 16 {
            let message = format!("a {what} of {}", number.value);
            context
                .error(Code::OutOfRange, number.span, message)
                .label(format!("expected {least} to 65536"));
            return None;
        }
    }
    let hex = match integer.hex {
        None => None,
        Some(from) => {
            let Ok(number) = u32::try_from(from.value) else {
                let message = format!("hexadecimal from {} on", from.value);
                context
                    .error(Code::OutOfRange, from.span, message)
                    .label(format!("expected at most {}", u32::MAX));
                return None;
            };
            Some(number)
        }
    };
    let relative = match &integer.relative {
        None => None,
        Some((_, Some(unit))) if unit.value == 0 || unit.value > 1 << 16 => {
            let message = format!("steps of {} bytes", unit.value);
            context
                .error(Code::OutOfRange, unit.span, message)
                .label("expected 1 to 65536");
            None
        }
        Some((ast::Relative::End, _)) => Some(None),
        Some((ast::Relative::Start(number), _)) if number.value > 1 << 16 => {
            let message = format!("relative to byte {}", number.value);
            context
                .error(Code::OutOfRange, number.span, message)
                .label("expected 0 to 65536");
            None
        }
        Some((ast::Relative::Start(number), _)) => Some(Some(number.value as u32)),
        Some((ast::Relative::Unknown(name), _)) => {
            let message = format!("a value cannot be relative to `{}`", name.text);
            context
                .error(Code::Unknown, name.span, message)
                .help("write `relative` (to the end of the instruction) or `relative 4`");
            None
        }
    };
    let unit = integer.relative.as_ref().and_then(|(_, unit)| *unit);
    let relative = relative.map(|base| Relative {
        base,
        unit: unit.map_or(1, |unit| unit.value as u32),
    });
    Some(Integer {
        bits: integer.bits,
        signed: integer.signed,
        signless: integer.signless,
        hex,
        scale: scale as u32,
        bias: bias as u32,
        relative,
        float: None,
    })
}

/// Bits that a value of a kind has, or `None` if any number of bits will do.
pub fn value_bits(kind: &Kind, context: &Context, model: &Model) -> Option<u32> {
    let structs = &context.names.structs;
    match kind {
        Kind::Struct(index) => {
            let bits = structs.get(*index).map(|it| it.bits.value)?;
            (1..=64).contains(&bits).then_some(bits as u32)
        }
        Kind::Flag => Some(1),
        Kind::Integer(integer) => Some(integer.bits),
        Kind::Class(index, _) => model.classes.get(*index).map(|class| class.bits),
        Kind::List(count, element) => Some(element.bits.saturating_mul(*count)),
        Kind::Register(..) => None,
    }
}

/// A distance is an operand's: nothing else knows its instruction.
pub fn not_relative(kind: &Kind, span: Span, context: &mut Context) {
    if let Kind::Integer(integer) = kind
        && integer.relative.is_some()
    {
        let message = "a modifier, a member or a piece of a stream cannot be relative";
        context
            .error(Code::BadKind, span, message)
            .help("declare an operand of a format: `in target -> field : s16 relative * 4;`");
    }
}

/// Files of registers. Few kinds name those of more.
pub type RegisterFiles = SmallVec<[usize; 4]>;

/// The files whose registers an operand names, each once.
pub fn register_files(kind: &Kind, model: &Model) -> RegisterFiles {
    match kind {
        Kind::Register(file, _) => smallvec![*file],
        Kind::Class(class, _) => {
            let mut files = RegisterFiles::new();
            for entry in &model.classes[*class].entries {
                if let Meaning::Register(file, ..) = entry.meaning
                    && !files.contains(&file)
                {
                    files.push(file);
                }
            }
            files
        }
        _ => RegisterFiles::new(),
    }
}

/// Whether a value is signed.
pub fn is_signed(kind: &Kind) -> bool {
    matches!(kind, Kind::Integer(integer) if integer.signed)
}

/// A word that several values have cannot be all that tells them apart.
pub fn no_alike(member: &ast::Name, kind: &Kind, context: &mut Context, model: &Model) {
    let Kind::Class(class, _) = kind else {
        return;
    };
    let class = &model.classes[*class];
    if class.entries.iter().any(Entry::is_alike) {
        let message = format!(
            "`{}` has values that are alike, of which member `{}` could say one",
            class.name, member.text
        );
        context
            .error(Code::NotInvertible, member.span, message)
            .help("an operand of an instruction may: there what text cannot say stays data");
    }
}
