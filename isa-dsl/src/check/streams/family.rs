//! Families whose layout is a stream.

use crate::sorted::{SortedMap, SortedSet};
use std::sync::Arc;

use super::names::{Known, Lookup, OPCODE, pieces};
use super::shape::Builder;
use crate::ast;
use crate::bits::{self, fits};
use crate::check::context::Context;
use crate::check::found::Found;
use crate::check::parts::{EncodingParts, Parts};
use crate::check::{environment, kinds, rows};
use crate::declare::Sort;
use crate::diagnostic::Code;
use crate::expr;
use crate::model::{Model, StreamEncoding};
use crate::operation::{self, Environment};

/// Whether a name is a piece of one of the family's streams.
pub fn is_piece(name: &str, encodings: &[EncodingParts], context: &Context) -> bool {
    encodings.iter().any(|encoding| {
        item(encoding, context).is_some_and(|item| {
            let lines = &context.names.streams[item].lines;
            pieces(lines).any(|piece| piece.names.iter().any(|it| it.text == name))
        })
    })
}

fn item(encoding: &EncodingParts, context: &Context) -> Option<usize> {
    match context.names.find(&encoding.layout.name.text) {
        Some((Sort::Stream, item)) => Some(item),
        _ => None,
    }
}

/// What the rows of a family share.
struct Family<'p, 'a> {
    parts: &'p Parts<'a>,
    /// By encoding: its stream.
    items: Vec<usize>,
    /// Shapes by encoding, architecture and arguments; `None` in error.
    shapes: SortedMap<(usize, usize, Vec<i64>), Option<usize>>,
    /// What operations may name, on all architectures.
    fields: Vec<operation::Field>,
    /// What was said of the effects of some row.
    effects: SortedSet<String>,
}

/// Checks a family and adds its instructions to what was found.
pub fn check(parts: &Parts, context: &mut Context, model: &Model, found: &mut Found) {
    let mut items = Vec::new();
    for encoding in &parts.encodings {
        match item(encoding, context) {
            Some(item) => {
                missing(item, encoding, parts, context);
                items.push(item);
            }
            None => {
                let name = &encoding.layout.name;
                let message = format!("`{}` is not a stream", name.text);
                context
                    .error(Code::BadKind, name.span, message)
                    .help("the encodings of a family are all streams, or all formats");
                return;
            }
        }
        for operand in &encoding.operands {
            let message = "an instruction that is a stream has no operands";
            context
                .error(Code::BadKind, operand.name.span, message)
                .help("its forms and operations name the pieces of the stream");
        }
    }
    let fields = fields(&items, model);
    let mut family = Family {
        parts,
        items,
        shapes: SortedMap::new(),
        fields,
        effects: SortedSet::new(),
    };
    for row in &parts.rows {
        family.row(row, context, model, found);
    }
}

/// Reports columns of architectures that the stream does not have.
fn missing(item: usize, encoding: &EncodingParts, parts: &Parts, context: &mut Context) {
    let stream = context.names.streams[item];
    let there = context.archs_of(stream.at.as_ref());
    let mut missing = crate::machine::ArchSet(0);
    for arch in parts.columns.iter().flat_map(|column| column.iter()) {
        if encoding.archs.contains(arch) && !there.contains(arch) {
            missing.0 |= 1 << arch;
        }
    }
    if !missing.is_empty() {
        let name = &encoding.layout.name;
        let message = format!(
            "stream `{}` does not exist on {}",
            name.text,
            context.machine.names(missing)
        );
        context
            .error(Code::EmptyRange, name.span, message)
            .also(stream.name.span, "declared here")
            .help("leave that column out, or say where the encoding exists with `@`");
    }
}

/// The values that operations may name: of all architectures, so that the rows
/// of one instruction agree on their order.
fn fields(items: &[usize], model: &Model) -> Vec<operation::Field> {
    let mut all: SortedMap<String, operation::Field> = SortedMap::new();
    let streams = model.streams.iter();
    for stream in streams.filter(|stream| items.contains(&stream.item)) {
        for (path, named) in &stream.paths {
            let value = named.as_ref().and_then(|named| named.what.value());
            let Some(value) = value else { continue };
            let name = path.to_uppercase();
            let field = all.entry(name.clone()).or_insert(operation::Field {
                name,
                bits: 1,
                signed: false,
            });
            field.bits = field
                .bits
                .max(value.place.field.width().clamp(1, 64) as u16);
            field.signed |= kinds::is_signed(&value.kind);
        }
    }
    all.into_values().collect()
}

impl Family<'_, '_> {
    fn row(&mut self, row: &ast::Row, context: &mut Context, model: &Model, found: &mut Found) {
        for header in rows::headers(self.parts, row, context) {
            self.instruction(header, context, model, found);
        }
    }

    /// Adds the instruction of a row under one of its names.
    fn instruction(
        &mut self,
        header: rows::Header<'_>,
        context: &mut Context,
        model: &Model,
        found: &mut Found,
    ) {
        let row = &*header.row;
        let instruction = found.instructions.len();
        let mut failed = false;
        // Encodings of the family and architectures, as they are added.
        let first = found.stream_encodings.len();
        let mut added = Vec::new();
        for arch in 0..header.opcodes.len() {
            let Some(opcode) = header.opcodes[arch] else {
                continue;
            };
            let span = header.places[arch];
            let mut encoded = false;
            for encoding in 0..self.items.len() {
                if !self.parts.encodings[encoding].archs.contains(arch) {
                    continue;
                }
                encoded = true;
                let shape = self.shape(encoding, arch, &header.args, context, model, found);
                let Some(shape) = shape else {
                    failed = true;
                    continue;
                };
                let opcode = self.opcode(encoding, arch, &header.args, opcode, context, model);
                let Some(opcode) = opcode else {
                    failed = true;
                    continue;
                };
                let width = found.stream_shapes[shape].opcode.field.width();
                if !fits(opcode, width) {
                    let message = format!(
                        "opcode {opcode} of `{}` needs more than {width} bits",
                        row.name.text
                    );
                    context
                        .error(Code::ValueTooWide, span, message)
                        .label(format!("expected at most {}", bits::ones(width)));
                    continue;
                }
                let parts = &self.parts.encodings[encoding];
                found.stream_encodings.push(StreamEncoding {
                    instruction,
                    shape,
                    opcode,
                    features: header.features,
                    effects: parts.effects_on(arch),
                });
                added.push((encoding, arch));
            }
            if !encoded {
                failed = true;
                rows::not_encoded(row, arch, span, context);
            }
        }
        // What an operation may name is known only if every shape is.
        let operation = if failed {
            None
        } else {
            let environment = Environment {
                fields: self.fields.clone(),
                absent: Arc::default(),
                ..environment::surroundings(self.parts, &header.args, context)
            };
            let archs = crate::machine::ArchSet::of(&header.opcodes);
            rows::operate(
                self.parts,
                row,
                archs,
                &environment,
                &mut self.effects,
                context,
            )
        };
        if let Some((_, derived)) = &operation {
            let encodings = found.stream_encodings[first..].iter_mut();
            for (encoding, (index, arch)) in encodings.zip(added) {
                let parts = &self.parts.encodings[index];
                derived.add(&mut encoding.effects, parts, arch);
            }
        }
        let operation = operation.map(|(checked, _)| checked);
        rows::add(header, operation, context, found);
    }

    /// The shape for a row, built if it is the first of its arguments.
    fn shape(
        &mut self,
        encoding: usize,
        arch: usize,
        args: &[i64],
        context: &mut Context,
        model: &Model,
        found: &mut Found,
    ) -> Option<usize> {
        let key = (encoding, arch, args.to_vec());
        if let Some(known) = self.shapes.get(&key) {
            return *known;
        }
        let stream = model.stream_at.get(&(self.items[encoding], arch)).copied();
        let shape = stream.and_then(|stream| {
            let builder = Builder {
                parts: self.parts,
                encoding: &self.parts.encodings[encoding],
                item: self.items[encoding],
                stream,
                arch,
                args,
            };
            builder.build(&self.fields, context, model)
        });
        let index = shape.map(|shape| {
            found.stream_shapes.push(shape);
            found.stream_shapes.len() - 1
        });
        self.shapes.insert(key, index);
        index
    }

    /// The opcode after a binding such as `STREAM(op = op + 8)`.
    fn opcode(
        &self,
        encoding: usize,
        arch: usize,
        args: &[i64],
        opcode: u64,
        context: &mut Context,
        model: &Model,
    ) -> Option<u64> {
        let mut value = opcode;
        for binding in &self.parts.encodings[encoding].layout.bindings {
            let there = context.archs_of(binding.at.as_ref()).contains(arch);
            if binding.field.text != OPCODE || !there {
                continue;
            }
            let params = self.parts.family.params.iter();
            let mut constants: Vec<(&str, i64)> = params
                .map(|name| name.text.as_str())
                .zip(args.iter().copied())
                .collect();
            constants.push((OPCODE, opcode.cast_signed()));
            let lookup = Lookup {
                known: Known::Opcode,
                constants: &constants,
                item: usize::MAX,
                arch,
                context,
                model,
            };
            let mut errors = Vec::new();
            let found = expr::resolve(&binding.value, &lookup, &mut errors);
            context.diagnostics.extend(errors);
            value = found?.constant()?.cast_unsigned();
        }
        Some(value)
    }
}
