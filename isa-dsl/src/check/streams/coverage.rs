//! Every place of an instruction is said by its text, or has one value.

use crate::sorted::{SortedMap, SortedSet};

use super::names::elsewhere;
use crate::ast;
use crate::check::context::Context;
use crate::diagnostic::Code;
use crate::model::{
    Model, Place, Stream, StreamOperand, StreamShape, StreamStep, StreamToken, What,
};
use crate::source::Span;

/// Bits by leaf.
#[derive(Default)]
struct Said(SortedMap<u32, u64>);

impl Said {
    fn add(&mut self, place: &Place) {
        *self.0.entry(place.leaf).or_default() |= place.field.mask().low();
    }
}

/// Reports places that no form says and that have no default.
pub fn check(
    name: &ast::Name,
    unused: &[&ast::Name],
    shape: &StreamShape,
    context: &mut Context,
    model: &Model,
) {
    let mut said = Said::default();
    said.add(&shape.opcode);
    shape.bound.iter().for_each(|(place, _)| said.add(place));
    let mut nested = SortedSet::new();
    for form in &shape.forms {
        tokens(&form.tokens, 0, &mut said, &mut nested, model);
        form.implies.iter().for_each(|(place, _)| said.add(place));
    }
    let stream = &model.streams[shape.stream];
    for piece in unused {
        let named = stream.paths.get(&piece.text).and_then(Option::as_ref);
        match named.map(|named| &named.what) {
            Some(What::Value(value)) => said.add(&value.place),
            Some(What::Nested { stream, leaf, .. }) => {
                for at in *leaf..leaf + model.streams[*stream].leaves {
                    said.0.insert(at, u64::MAX);
                }
            }
            _ if elsewhere(stream.item, &piece.text, stream.arch, context) => {}
            _ => {
                let message = format!("stream `{}` has no piece `{}`", stream.name, piece.text);
                context.error(Code::NoField, piece.span, message);
            }
        }
    }
    let mut missing = Vec::new();
    self::missing(shape.stream, 0, "", &said, model, &mut missing);
    for (path, span) in whole(&missing, stream, &said) {
        let message = format!("no form of `{}` says `{path}`", name.text);
        context
            .error(Code::OperandUnspoken, name.span, message)
            .also(span, "declared here")
            .help(
                "name it in an `asm` template, give it a default (`= 0`), or declare it `unused`",
            );
    }
}

/// The paths that are missing; a nested stream of which nothing is said counts
/// as one.
fn whole(missing: &[(String, Span)], stream: &Stream, said: &Said) -> Vec<(String, Span)> {
    let mut all: Vec<(String, Span)> = Vec::new();
    for (path, span) in missing {
        let first = path.split('.').next().unwrap_or(path);
        let named = stream.paths.get(first).and_then(Option::as_ref);
        let silent = named.filter(|named| match &named.what {
            What::Nested { leaf, .. } => {
                let next = nested_end(stream, *leaf);
                said.0.range(leaf..&next).all(|(_, bits)| *bits == 0)
            }
            _ => false,
        });
        let found = match silent {
            Some(named) => (first.to_owned(), named.span),
            None => (path.clone(), *span),
        };
        if !all.contains(&found) {
            all.push(found);
        }
    }
    all
}

/// The first leaf behind the piece that begins at a leaf.
fn nested_end(stream: &Stream, leaf: u32) -> u32 {
    let begins = stream.steps.iter().filter_map(|step| match step {
        StreamStep::Integer(integer) => Some(integer.leaf),
        StreamStep::Nested { leaf, .. } => Some(*leaf),
        _ => None,
    });
    begins
        .filter(|it| *it > leaf)
        .min()
        .unwrap_or(stream.leaves)
}

/// What tokens say, with the forms of nested streams.
fn tokens(
    tokens: &[StreamToken],
    base: u32,
    said: &mut Said,
    nested: &mut SortedSet<(usize, u32)>,
    model: &Model,
) {
    for token in tokens {
        let StreamToken::Operand(operand) = token else {
            continue;
        };
        match operand {
            StreamOperand::Value { place, .. } => said.add(&place.within(base)),
            StreamOperand::Stream { stream, leaf, .. } => {
                let base = base + leaf;
                if !nested.insert((*stream, base)) {
                    continue;
                }
                for form in &model.streams[*stream].forms {
                    self::tokens(&form.tokens, base, said, nested, model);
                    for (place, _) in &form.implies {
                        said.add(&place.within(base));
                    }
                }
            }
        }
    }
}

/// The members that nothing says, with their paths.
fn missing(
    stream: usize,
    base: u32,
    path: &str,
    said: &Said,
    model: &Model,
    into: &mut Vec<(String, Span)>,
) {
    for step in &model.streams[stream].steps {
        match step {
            StreamStep::Integer(integer) => {
                let said = said.0.get(&(integer.leaf + base)).copied().unwrap_or(0);
                for member in &integer.members {
                    if member.field.mask().low() & !said & !integer.silent & !integer.mask == 0 {
                        continue;
                    }
                    let own = if member.name == integer.name {
                        member.name.clone()
                    } else {
                        format!("{}.{}", integer.name, member.name)
                    };
                    into.push((format!("{path}{own}"), member.span));
                }
            }
            StreamStep::Nested { name, stream, leaf } => {
                let path = format!("{path}{name}.");
                missing(*stream, base + leaf, &path, said, model, into);
            }
            _ => {}
        }
    }
}
