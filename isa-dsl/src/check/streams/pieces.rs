//! Pieces of streams, for all architectures at once: their types and bits.

use crate::sorted::SortedSet;

use crate::ast::{self, StreamLine};
use crate::check::context::Context;
use crate::check::kinds;
use crate::check::layouts::{self, Parts};
use crate::declare::Sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::ArchSet;
use crate::model::{Kind, Model, PartKind};
use crate::source::Span;

/// Pieces that are in error, by the place of their type.
pub type Broken = SortedSet<Span>;

/// Checks the pieces of a stream.
pub fn check(
    lines: &[StreamLine],
    archs: ArchSet,
    broken: &mut Broken,
    context: &mut Context,
    model: &mut Model,
) {
    for line in lines {
        match line {
            StreamLine::Piece(piece) => {
                let before = context.diagnostics.len();
                self::piece(piece, archs, context, model);
                if context.diagnostics.len() > before {
                    broken.insert(piece.ty.span);
                }
            }
            StreamLine::Switch(switch) => {
                for case in &switch.cases {
                    check(&case.lines, archs, broken, context, model);
                }
            }
            StreamLine::Form(_) | StreamLine::Naming(_) | StreamLine::Directed(_) => {}
        }
    }
}

/// Bits of an integer type; `None` for streams, and for what is no type.
pub fn width(ty: &ast::Name, context: &Context, model: &Model) -> Option<u32> {
    match ty.text.as_str() {
        "u8" => Some(8),
        "u16" => Some(16),
        "u32" => Some(32),
        "u64" => Some(64),
        name => match context.names.find(name) {
            Some((Sort::Class, index)) => model.classes.get(index).map(|class| class.bits),
            Some((Sort::Struct, index)) => {
                let bits = context.names.structs[index].bits.value;
                Some(bits.clamp(1, 64) as u32)
            }
            _ => None,
        },
    }
}

fn piece(piece: &ast::Piece, archs: ArchSet, context: &mut Context, model: &mut Model) {
    let here = context.archs(piece.at.as_ref()).and(archs);
    let found = context.names.find(&piece.ty.text);
    let width = width(&piece.ty, context, model);
    if width.is_none() && !matches!(found, Some((Sort::Stream, _))) {
        let sorts = [Sort::Stream, Sort::Class, Sort::Struct];
        let error = match found {
            Some(_) => Diagnostic::new(
                Code::BadKind,
                piece.ty.span,
                format!("`{}` cannot be a piece of a stream", piece.ty.text),
            )
            .help("a piece is `u8` to `u64`, a class, a struct or another stream"),
            None => context.unknown(&sorts, &piece.ty),
        };
        context.diagnostics.push(error);
    }
    // A class of no bits is in error itself.
    if let Some(bits) = width.filter(|bits| !matches!(bits, 0 | 8 | 16 | 32 | 64)) {
        let message = format!(
            "`{}` has {bits} bits, and a piece takes whole bytes",
            piece.ty.text
        );
        context
            .error(Code::BadKind, piece.ty.span, message)
            .label("expected 8, 16, 32 or 64 bits")
            .help("make it a member of an integer piece: `name : u8 { … }`");
    }
    if let Some((Sort::Struct, _)) = found {
        model
            .not_lowered
            .push((piece.ty.span, "structs".to_owned()));
    }
    if let (Some(width), Some(value)) = (width, &piece.value) {
        check_fits(value, width, context);
    }
    if let (None, Some((Sort::Stream, _)), Some(value)) = (width, found, &piece.value) {
        let message = "only an integer piece has a value";
        context.error(Code::BadKind, value.span, message);
    }
    match (width, &piece.bits) {
        (_, None) => {}
        (Some(width), Some(bits)) => {
            // The bits are the same for every name.
            if let Some(name) = piece.names.first() {
                check_bits(name, bits, width, here, context, model);
            }
        }
        (None, Some(bits)) => {
            let place = bits
                .members
                .first()
                .map_or(piece.ty.span, |member| member.name.span);
            context.error(Code::BadKind, place, "only an integer piece has bits");
        }
    }
}

fn check_fits(value: &ast::Number, width: u32, context: &mut Context) {
    if width < 64 && value.value >> width != 0 {
        let message = format!("{} does not fit {width} bits", value.value);
        context.error(Code::ValueTooWide, value.span, message);
    }
}

fn check_bits(
    name: &ast::Name,
    bits: &ast::PieceBits,
    width: u32,
    archs: ArchSet,
    context: &mut Context,
    model: &mut Model,
) {
    let mut parts = Parts::new(Some(width), archs);
    let members = bits.members.iter().map(|it| {
        let value = it.default;
        (&it.name, &it.bits, it.at.as_ref(), Some(&it.kind), value)
    });
    let fields = bits
        .fields
        .iter()
        .map(|it| (&it.name, &it.bits, it.at.as_ref(), None, None));
    let fixed = bits
        .fixed
        .iter()
        .map(|it| (&it.name, &it.bits, it.at.as_ref(), None, Some(it.value)));
    for (member, pieces, at, kind, value) in members.chain(fields).chain(fixed) {
        let place = member.span;
        let kind = kind.and_then(|kind| kinds::resolve_fixed(kind, context));
        if let Some(kind) = &kind {
            kinds::not_relative(kind, place, context);
            if let Kind::List(..) = kind {
                let message = format!("member `{}` cannot be a list", member.text);
                context
                    .error(Code::BadKind, place, message)
                    .help("give every element a name of its own, and the list a form");
            }
        }
        let field = parts.add(Some(member), PartKind::Field, pieces, at, context);
        let Some(field) = field else { continue };
        let bits = kind.and_then(|kind| kinds::value_bits(&kind, context, model));
        if let Some(bits) = bits.filter(|bits| *bits != field.width()) {
            let message = format!(
                "`{}` has values of {bits} bits and a field of {}",
                member.text,
                field.width()
            );
            context.error(Code::ValueTooWide, place, message);
        }
        if let Some(value) = value {
            check_fits(&value, field.width(), context);
        }
    }
    for (reserved, kind) in bits
        .reserved
        .iter()
        .map(|it| (it, PartKind::Reserved))
        .chain(bits.ignored.iter().map(|it| (it, PartKind::Ignored)))
    {
        parts.add(None, kind, &[reserved.bits], reserved.at.as_ref(), context);
    }
    layouts::cover(name, &parts, false, context);
}
