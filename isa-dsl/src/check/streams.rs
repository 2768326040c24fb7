//! Byte streams: pieces in order, each of which may depend on those before.

use std::collections::{BTreeMap, BTreeSet};

use super::families::Parts as FamilyParts;
use super::layouts::{self, Parts};
use super::taken::Ranges;
use super::{Context, kinds};
use crate::ast::{self, StreamLine};
use crate::bits::BitField;
use crate::declare::Sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::expr::{self, Keyword, Scope, Value};
use crate::machine::ArchSet;
use crate::model::{Model, PartKind};
use crate::source::Span;
use crate::suggest::did_you_mean;
use crate::template::{self, Piece as TemplatePiece};

const DEPENDENCY: &str = "a piece may depend only on those that stand before it";

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

/// Values that later pieces may refer to, with their bits and where they
/// exist. What is declared within a case is forgotten behind it.
#[derive(Default)]
struct Names {
    known: BTreeMap<String, Known>,
    /// What names meant before they were declared, newest last.
    undo: Vec<(String, Option<Known>)>,
}

#[derive(Clone, Copy)]
struct Known {
    bits: u32,
    archs: ArchSet,
    /// A piece that is there only under a condition.
    conditional: bool,
    place: Span,
}

impl Names {
    fn declare(&mut self, name: String, known: Known) {
        let before = self.known.insert(name.clone(), known);
        self.undo.push((name, before));
    }

    /// Forgets all but the first `length` declarations.
    fn forget(&mut self, length: usize) {
        while self.undo.len() > length {
            match self.undo.pop() {
                Some((name, Some(before))) => {
                    self.known.insert(name, before);
                }
                Some((name, None)) => {
                    self.known.remove(&name);
                }
                None => break,
            }
        }
    }
}

impl Scope for Names {
    fn path(&self, name: &str) -> Option<Value> {
        self.known
            .get(name)
            .map(|known| Value::Field(BitField::single(0, known.bits)))
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
    context
        .machine
        .resolve(form.at.as_ref(), &mut context.diagnostics);
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
                "this is not the value of an earlier piece".clone_into(&mut error.message);
                error.help = error.help.or_else(|| Some(DEPENDENCY.to_owned()));
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
            Some((Sort::Struct, index)) => {
                let bits = context.names.structs[index].bits.value;
                Some(bits.clamp(1, 64) as u32)
            }
            Some((Sort::Stream, _)) => None,
            _ => {
                let sorts = [Sort::Stream, Sort::Class, Sort::Struct];
                let error = match context.names.find(&piece.ty.text) {
                    Some(_) => Diagnostic::new(
                        Code::BadKind,
                        piece.ty.span,
                        format!("`{}` cannot be a piece of a stream", piece.ty.text),
                    )
                    .help("a piece is `u8` to `u64`, a class, a struct or another stream"),
                    None => context.names.unknown(&sorts, &piece.ty),
                };
                context.diagnostics.push(error);
                None
            }
        },
    };
    if let (Some(width), Some(value)) = (width, &piece.value)
        && width < 64
        && value.value >> width != 0
    {
        context.diagnostics.push(Diagnostic::new(
            Code::ValueTooWide,
            value.span,
            format!("{} does not fit {width} bits", value.value),
        ));
    }
    for name in &piece.names {
        declare_piece(piece, name, width, here, names, context);
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
    let mut parts = Parts::new(Some(width), archs);
    let members = bits
        .members
        .iter()
        .map(|it| (&it.name, &it.bits, it.at.as_ref(), Some(&it.kind), None));
    let fields = bits
        .fields
        .iter()
        .map(|it| (&it.name, &it.bits, it.at.as_ref(), None, None));
    let fixed = bits
        .fixed
        .iter()
        .map(|it| (&it.name, &it.bits, it.at.as_ref(), None, Some(it.value)));
    for (member, pieces, at, kind, value) in members.chain(fields).chain(fixed) {
        let kind = kind.and_then(|kind| kinds::resolve_fixed(kind, context));
        let field = parts.add(Some(member), PartKind::Field, pieces, at, context);
        let Some(field) = field else { continue };
        let bits = kind.and_then(|kind| kinds::value_bits(&kind, context, model));
        if let Some(bits) = bits.filter(|bits| *bits != field.width()) {
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
        if let Some(value) = value
            && field.width() < 64
            && value.value >> field.width() != 0
        {
            context.diagnostics.push(Diagnostic::new(
                Code::ValueTooWide,
                value.span,
                format!("{} does not fit {} bits", value.value, field.width()),
            ));
        }
        let known = Known {
            bits: field.width(),
            archs,
            conditional: true,
            place: member.span,
        };
        names.declare(format!("{}.{}", name.text, member.text), known);
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

/// Declares a piece. Pieces that differ by architecture or by a condition may
/// share a name.
fn declare_piece(
    piece: &ast::Piece,
    name: &ast::Name,
    width: Option<u32>,
    archs: ArchSet,
    names: &mut Names,
    context: &mut Context,
) {
    let conditional = piece.when.is_some();
    if let Some(first) = names.known.get(&name.text) {
        let both = first.archs.and(archs);
        if !both.is_empty() && !first.conditional && !conditional {
            let error = crate::machine::duplicate(
                "piece",
                name,
                &ast::Name {
                    text: name.text.clone(),
                    span: first.place,
                },
            );
            context.diagnostics.push(error);
        }
    }
    let known = Known {
        bits: width.unwrap_or(64),
        archs,
        conditional,
        place: name.span,
    };
    names.declare(name.text.clone(), known);
}

fn check_switch(
    switch: &ast::Switch,
    archs: ArchSet,
    names: &mut Names,
    context: &mut Context,
    model: &Model,
) {
    let bits = names.known.get(&switch.on.text).map(|known| known.bits);
    if bits.is_none() {
        let mut error = Diagnostic::new(
            Code::BadDependency,
            switch.on.span,
            format!("`{}` is not the value of an earlier piece", switch.on.text),
        );
        let known = names.names();
        error.help = did_you_mean(&switch.on.text, known.iter().map(String::as_str))
            .or_else(|| Some(DEPENDENCY.to_owned()));
        context.diagnostics.push(error);
    }
    if switch.cases.is_empty() {
        context.diagnostics.push(Diagnostic::new(
            Code::BadSwitch,
            switch.span,
            "a `switch` without a case",
        ));
    }
    let mut taken = Ranges::default();
    let length = names.undo.len();
    for case in &switch.cases {
        for (first, last) in &case.values {
            let (low, high) = (first.value, last.value);
            let span = first.span.to(last.span);
            let outside = bits.is_some_and(|bits| bits < 64 && high >> bits != 0);
            if low > high || outside {
                context.diagnostics.push(
                    Diagnostic::new(
                        Code::BadSwitch,
                        span,
                        if low > high {
                            format!("the range {low}..{high} runs backwards")
                        } else {
                            format!("`{}` never has this value", switch.on.text)
                        },
                    )
                    .label(match bits {
                        Some(bits) if outside => {
                            format!("it has {bits} bits: 0 to {}", crate::bits::ones(bits))
                        }
                        _ => String::new(),
                    }),
                );
                continue;
            }
            let all = context.machine.all();
            if let Some(clash) = taken.take(i128::from(low), i128::from(high), all, span) {
                context.diagnostics.push(
                    Diagnostic::new(
                        Code::BadSwitch,
                        span,
                        format!("value {} is chosen twice", clash.number),
                    )
                    .also(clash.place, "first here"),
                );
            }
        }
        lines(&case.lines, archs, names, context, model);
        names.forget(length);
    }
}

/// A stream that contains itself, directly or through others, would never end.
fn cycles(context: &mut Context) {
    let contained = |index: usize| -> Vec<(usize, &ast::Name)> {
        let mut names = Vec::new();
        types(&context.names.streams[index].lines, &mut names);
        names
            .into_iter()
            .filter_map(|name| match context.names.find(&name.text) {
                Some((Sort::Stream, index)) => Some((index, name)),
                _ => None,
            })
            .collect()
    };
    for name in super::cycles::find(context.names.streams.len(), contained) {
        context.diagnostics.push(
            Diagnostic::new(
                Code::StreamCycle,
                name.span,
                format!("stream `{}` contains itself", name.text),
            )
            .help("such a stream would have no end"),
        );
    }
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
pub(super) fn family(parts: &FamilyParts, context: &mut Context, model: &mut Model) {
    for encoding in &parts.encodings {
        let name = &encoding.layout.name;
        let Some((Sort::Stream, stream)) = context.names.find(&name.text) else {
            continue;
        };
        let mut pieces = BTreeSet::new();
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

fn piece_names(lines: &[StreamLine], into: &mut BTreeSet<String>) {
    for line in lines {
        match line {
            StreamLine::Piece(piece) => {
                for name in &piece.names {
                    into.insert(name.text.clone());
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
