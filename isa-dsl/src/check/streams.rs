//! Byte streams: pieces in order, each of which may depend on those before.

use std::collections::BTreeMap;

use super::families::Parts;
use super::{Context, kinds, layouts};
use crate::ast::{self, StreamLine};
use crate::bits::BitField;
use crate::declare::Sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::{self, Keyword, Scope, Value};
use crate::machine::ArchSet;
use crate::model::{LayoutPart, Model, PartKind};
use crate::suggest::did_you_mean;
use crate::template::{self, Piece as TemplatePiece};

/// Checks every stream.
pub fn check(context: &mut Context, model: &mut Model) {
    for stream in &context.names.streams {
        let archs = context
            .machine
            .resolve(stream.at.as_ref(), &mut context.diagnostics);
        let mut names = Names::default();
        lines(&stream.lines, archs, &mut names, context, model);
        model
            .not_lowered
            .push((stream.name.span, "byte streams".to_owned()));
    }
    cycles(context);
}

/// Values that later pieces may refer to, with their bits.
#[derive(Default, Clone)]
struct Names {
    known: BTreeMap<String, u32>,
}

impl Scope for Names {
    fn path(&self, name: &str) -> Option<Value> {
        self.known
            .get(name)
            .map(|&bits| Value::Field(BitField::single(0, bits)))
    }

    fn names(&self) -> Vec<String> {
        self.known.keys().cloned().collect()
    }

    fn keyword(&self, _name: &str, _text: &str) -> Keyword {
        Keyword::NoClass
    }

    fn file(&self, _name: &str) -> Option<usize> {
        None
    }
}

fn lines(
    lines: &[StreamLine],
    archs: ArchSet,
    names: &mut Names,
    context: &mut Context,
    model: &Model,
) {
    for line in lines {
        match line {
            StreamLine::Piece(piece) => check_piece(piece, archs, names, context, model),
            StreamLine::Switch(switch) => check_switch(switch, archs, names, context, model),
            StreamLine::Form(form) => check_form(form, names, context),
        }
    }
}

/// A form names pieces that stand before it.
fn check_form(form: &ast::Form, names: &Names, context: &mut Context) {
    if let Some(syntax) = &form.syntax {
        context
            .machine
            .syntax_or_report(syntax, &mut context.diagnostics);
    }
    if let Some(when) = &form.when {
        let mut errors = Vec::new();
        expr::resolve(when, names, &mut errors);
        context.diagnostics.extend(errors);
    }
    let pieces = match template::parse(&form.template) {
        Ok(pieces) => pieces,
        Err(error) => {
            context.diagnostics.push(error);
            return;
        }
    };
    for piece in pieces {
        let TemplatePiece::Placeholder(name) = piece else {
            continue;
        };
        if !names.known.contains_key(&name.text) {
            let known = names.names();
            let mut error = Diagnostic::new(
                Code::UnknownPlaceholder,
                name.span,
                format!("`{{{}}}` is not an earlier piece", name.text),
            );
            error.help = did_you_mean(&name.text, known.iter().map(String::as_str));
            context.diagnostics.push(error);
        }
    }
}

fn check_piece(
    piece: &ast::Piece,
    archs: ArchSet,
    names: &mut Names,
    context: &mut Context,
    model: &Model,
) {
    for condition in piece.when.iter().chain(&piece.repeat) {
        let mut errors = Vec::new();
        expr::resolve(condition, names, &mut errors);
        for mut error in errors {
            if error.code == Code::Unknown {
                error.code = Code::BadDependency;
                error.message = "this is not the value of an earlier piece".to_owned();
            }
            context.diagnostics.push(error);
        }
    }
    let here = context
        .machine
        .resolve(piece.at.as_ref(), &mut context.diagnostics)
        .and(archs);
    let width = match piece.ty.text.as_str() {
        "u8" => Some(8),
        "u16" => Some(16),
        "u32" => Some(32),
        "u64" => Some(64),
        name => match context.names.find(name) {
            Some((Sort::Class, index)) => Some(model.classes[index].bits),
            Some((Sort::Struct, index)) => Some(context.names.structs[index].bits.value as u32),
            Some((Sort::Stream, _)) => None,
            _ => {
                let sorts = [Sort::Stream, Sort::Class, Sort::Struct];
                let error = context.names.unknown(&sorts, &piece.ty);
                context.diagnostics.push(error);
                None
            }
        },
    };
    if let (Some(width), Some(value)) = (width, &piece.value) {
        if width < 64 && value.value >> width != 0 {
            context.diagnostics.push(Diagnostic::new(
                Code::ValueTooWide,
                value.span,
                format!("{} does not fit {width} bits", value.value),
            ));
        }
    }
    for name in &piece.names {
        // Pieces that differ by architecture may share a name.
        names.known.insert(name.text.clone(), width.unwrap_or(64));
        if let (Some(width), Some(bits)) = (width, &piece.bits) {
            check_bits(name, bits, width, here, names, context, model);
        }
    }
    if let (None, Some(bits)) = (width, &piece.bits) {
        let place = bits
            .members
            .first()
            .map_or(piece.ty.span, |member| member.name.span);
        context.diagnostics.push(Diagnostic::new(
            Code::BadKind,
            place,
            "only an integer piece has bits",
        ));
    }
}

fn check_bits(
    name: &ast::Name,
    bits: &ast::PieceBits,
    width: u32,
    archs: ArchSet,
    names: &mut Names,
    context: &mut Context,
    model: &Model,
) {
    let mut parts = Vec::new();
    let members = bits
        .members
        .iter()
        .map(|it| (&it.name, &it.bits, it.at.as_ref(), Some(&it.kind)));
    let fields = bits
        .fields
        .iter()
        .map(|it| (&it.name, &it.bits, it.at.as_ref(), None));
    let fixed = bits
        .fixed
        .iter()
        .map(|it| (&it.name, &it.bits, it.at.as_ref(), None));
    for (member, pieces, at, kind) in members.chain(fields).chain(fixed) {
        let here = context
            .machine
            .resolve(at, &mut context.diagnostics)
            .and(archs);
        let kind = kind.and_then(|kind| kinds::resolve(kind, context));
        let Some(field) = layouts::bit_field(pieces, width, context) else {
            continue;
        };
        if let Some(bits) = kind.and_then(|kind| kinds::value_bits(&kind, model)) {
            if bits != field.width() {
                context.diagnostics.push(Diagnostic::new(
                    Code::ValueTooWide,
                    member.span,
                    format!(
                        "`{}` has values of {bits} bits and a field of {}",
                        member.text,
                        field.width()
                    ),
                ));
            }
        }
        names
            .known
            .insert(format!("{}.{}", name.text, member.text), field.width());
        parts.push(LayoutPart {
            name: member.text.clone(),
            kind: PartKind::Field,
            field,
            archs: here,
            span: member.span,
        });
    }
    for (reserved, kind) in bits
        .reserved
        .iter()
        .map(|it| (it, PartKind::Reserved))
        .chain(bits.ignored.iter().map(|it| (it, PartKind::Ignored)))
    {
        let here = context
            .machine
            .resolve(reserved.at.as_ref(), &mut context.diagnostics)
            .and(archs);
        if let Some(field) = layouts::bit_field(&[reserved.bits], width, context) {
            parts.push(LayoutPart {
                name: String::new(),
                kind,
                field,
                archs: here,
                span: reserved.bits.span,
            });
        }
    }
    layouts::cover(name, width, archs, &parts, context);
}

fn check_switch(
    switch: &ast::Switch,
    archs: ArchSet,
    names: &mut Names,
    context: &mut Context,
    model: &Model,
) {
    let bits = names.known.get(&switch.on.text).copied();
    if bits.is_none() {
        let mut error = Diagnostic::new(
            Code::BadDependency,
            switch.on.span,
            format!("`{}` is not the value of an earlier piece", switch.on.text),
        );
        let known = names.names();
        error.help = did_you_mean(&switch.on.text, known.iter().map(String::as_str));
        context.diagnostics.push(error);
    }
    if switch.cases.is_empty() {
        context.diagnostics.push(Diagnostic::new(
            Code::BadSwitch,
            switch.span,
            "a `switch` without a case",
        ));
    }
    let mut taken: Vec<(u64, u64, crate::source::Span)> = Vec::new();
    let before = names.clone();
    for case in &switch.cases {
        for (first, last) in &case.values {
            let (low, high) = (first.value, last.value);
            let span = first.span.to(last.span);
            if low > high || bits.is_some_and(|bits| bits < 64 && high >> bits != 0) {
                context.diagnostics.push(Diagnostic::new(
                    Code::BadSwitch,
                    span,
                    format!("`{}` never has this value", switch.on.text),
                ));
            }
            if let Some((.., other)) = taken.iter().find(|(a, b, _)| *a <= high && low <= *b) {
                context.diagnostics.push(
                    Diagnostic::new(Code::BadSwitch, span, "this value is chosen twice")
                        .also(*other, "first here"),
                );
            }
            taken.push((low, high, span));
        }
        let mut inner = before.clone();
        lines(&case.lines, archs, &mut inner, context, model);
    }
}

/// A stream that contains itself, directly or through others, would never end.
fn cycles(context: &mut Context) {
    let streams = &context.names.streams;
    let mut state = vec![0_u8; streams.len()];
    for start in 0..streams.len() {
        visit(start, &mut state, context);
    }
}

/// Depth-first over containment; 1 marks the path, 2 what is done.
fn visit(stream: usize, state: &mut [u8], context: &mut Context) {
    if state[stream] == 2 {
        return;
    }
    state[stream] = 1;
    let mut contained = Vec::new();
    types(&context.names.streams[stream].lines, &mut contained);
    for ty in contained {
        let Some((Sort::Stream, next)) = context.names.find(&ty.text) else {
            continue;
        };
        if state[next] == 1 {
            context.diagnostics.push(Diagnostic::new(
                Code::StreamCycle,
                ty.span,
                format!("stream `{}` contains itself", ty.text),
            ));
        } else {
            visit(next, state, context);
        }
    }
    state[stream] = 2;
}

fn types<'a>(lines: &'a [StreamLine], into: &mut Vec<&'a ast::Name>) {
    for line in lines {
        match line {
            StreamLine::Piece(piece) => into.push(&piece.ty),
            StreamLine::Switch(switch) => {
                switch
                    .cases
                    .iter()
                    .for_each(|case| types(&case.lines, into));
            }
            StreamLine::Form(_) => {}
        }
    }
}

/// Checks a family whose layout is a stream: operands must be pieces, and
/// templates must name operands.
pub(super) fn family(parts: &Parts, context: &mut Context, model: &mut Model) {
    for encoding in &parts.encodings {
        let name = &encoding.layout.name;
        let Some((Sort::Stream, stream)) = context.names.find(&name.text) else {
            continue;
        };
        let mut pieces = Vec::new();
        piece_names(&context.names.streams[stream].lines, &mut pieces);
        for operand in &encoding.operands {
            let field = operand.field.as_ref().unwrap_or(&operand.name);
            if !pieces.contains(&field.text) {
                let mut error = Diagnostic::new(
                    Code::NoField,
                    field.span,
                    format!("stream `{}` has no piece `{}`", name.text, field.text),
                );
                error.help = did_you_mean(&field.text, pieces.iter().map(String::as_str));
                context.diagnostics.push(error);
            }
            kinds::resolve(&operand.kind, context);
        }
        for form in &encoding.forms {
            match template::parse(&form.template) {
                Err(error) => context.diagnostics.push(error),
                Ok(found) => {
                    for piece in found {
                        let TemplatePiece::Placeholder(name) = piece else {
                            continue;
                        };
                        let known = name.text == "mnemonic"
                            || encoding.operands.iter().any(|it| it.name.text == name.text)
                            || matches!(context.names.find(&name.text), Some((Sort::Modifiers, _)));
                        if !known {
                            context.diagnostics.push(Diagnostic::new(
                                Code::UnknownPlaceholder,
                                name.span,
                                format!("`{{{}}}` is not an operand", name.text),
                            ));
                        }
                    }
                }
            }
        }
    }
    for row in &parts.rows {
        model
            .not_lowered
            .push((row.name.span, "instructions of byte streams".to_owned()));
    }
}

fn piece_names(lines: &[StreamLine], into: &mut Vec<String>) {
    for line in lines {
        match line {
            StreamLine::Piece(piece) => {
                for name in &piece.names {
                    into.push(name.text.clone());
                    if let Some(bits) = &piece.bits {
                        let members = bits.members.iter().map(|it| &it.name.text);
                        let fields = bits.fields.iter().map(|it| &it.name.text);
                        into.extend(
                            members
                                .chain(fields)
                                .map(|member| format!("{}.{member}", name.text)),
                        );
                        into.extend(bits.members.iter().map(|it| it.name.text.clone()));
                    }
                }
            }
            StreamLine::Switch(switch) => {
                switch
                    .cases
                    .iter()
                    .for_each(|case| piece_names(&case.lines, into));
            }
            StreamLine::Form(_) => {}
        }
    }
}
