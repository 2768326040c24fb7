//! Builders of instructions that are byte streams: a type for each stream that is a
//! piece of one, and a function for each instruction.

use std::collections::{BTreeMap, BTreeSet};

use isa_dsl::model::{
    Instruction, Kind, Model, Stream, StreamOperand, StreamPlace, StreamShape, StreamStep,
    StreamToken,
};
use proc_macro2::TokenStream;
use quote::quote;

use super::builders::many_parameters;
use super::names::{constant, ident, type_name, unique};

pub(super) fn emit(model: &Model) -> TokenStream {
    let mut pieces = BTreeMap::new();
    let instructions = model.instructions.iter().enumerate();
    let builders: Vec<TokenStream> = instructions
        .filter_map(|(index, instruction)| builder(model, index, instruction, &mut pieces))
        .collect();
    let pieces = pieces
        .values()
        .map(|stream| piece(model, &model.streams[*stream]));
    quote! {
        #(#pieces)*
        #(#builders)*
    }
}

/// The type of a value, and how one becomes an operand; `None` for what is given by
/// name only.
fn value_type(model: &Model, kind: &Kind) -> Option<(TokenStream, TokenStream)> {
    match kind {
        Kind::Class(class, _) => {
            let class = model.classes.get(*class)?;
            // A class without words or numbers has no type.
            let spelled = class.entries.iter().any(|entry| {
                use isa_dsl::model::Meaning;
                !matches!(entry.meaning, Meaning::Struct(_) | Meaning::Escape)
            });
            let name = type_name(&class.name);
            spelled.then(|| (quote! { #name }, quote! { .into() }))
        }
        Kind::Integer(_) => Some((quote! { i64 }, quote! { .into() })),
        Kind::Flag => Some((quote! { bool }, quote! { .into() })),
        Kind::Register(file, _) => {
            let name = type_name(&model.files.get(*file)?.name);
            Some((quote! { #name }, quote! { .into() }))
        }
        Kind::Struct(_) | Kind::List(..) => None,
    }
}

/// The values of a stream that can be given, by the shortest of their names.
fn values(stream: &Stream) -> BTreeMap<String, &StreamPlace> {
    let mut shortest: Vec<(&String, &StreamPlace)> = Vec::new();
    for (path, named) in &stream.paths {
        let value = named.as_ref().and_then(|named| named.what.value());
        let Some(value) = value else { continue };
        if value.fixed || value.parted {
            continue;
        }
        match shortest
            .iter_mut()
            .find(|(_, other)| other.place == value.place)
        {
            Some(known) if known.0.len() > path.len() => *known = (path, value),
            Some(_) => {}
            None => shortest.push((path, value)),
        }
    }
    let shortest = shortest.into_iter();
    shortest
        .map(|(path, value)| (path.clone(), value))
        .collect()
}

/// The type of a stream that is a piece of others.
fn piece(model: &Model, stream: &Stream) -> TokenStream {
    let name = type_name(&stream.name);
    let doc = match stream.title.as_str() {
        "" => format!("Values of a piece `{}`.", stream.name),
        title => format!("Values of a piece `{}`: {title}.", stream.name),
    };
    let mut known = BTreeSet::new();
    let setters = values(stream).into_iter().filter_map(|(path, value)| {
        let (ty, into) = value_type(model, &value.kind)?;
        let function = ident(&path);
        known.insert(function.to_string()).then(|| {
            let doc = format!("With `{path}`.");
            quote! {
                #[doc = #doc]
                #[must_use]
                pub fn #function(self, value: impl Into<#ty>) -> #name {
                    let value: #ty = value.into();
                    #name(self.0.with(#path, value #into))
                }
            }
        })
    });
    quote! {
        #[doc = #doc]
        #[derive(Debug, Clone, Copy, PartialEq, Default)]
        pub struct #name(pub ::isa_mc::StreamParts);

        impl #name {
            /// Every part has its default.
            pub const fn new() -> #name {
                #name(::isa_mc::StreamParts::new())
            }

            #(#setters)*
        }
    }
}

/// A function that begins to build an instruction: with what some form of it says, in
/// the order of the bytes, as the newest architecture has it.
fn builder(
    model: &Model,
    index: usize,
    instruction: &Instruction,
    pieces: &mut BTreeMap<String, usize>,
) -> Option<TokenStream> {
    let newest = model.stream_encodings_of(index).last()?;
    let shape = &model.stream_shapes[newest.shape];
    let stream = &model.streams[shape.stream];
    let first = *model.by_name.get(&instruction.name)?.first()?;
    let unique = unique(model, instruction, first, index);
    let (function, opcode) = (ident(&unique), constant(&unique));
    let said = said(shape);
    let (mut params, mut calls, mut names) = (Vec::new(), Vec::new(), Vec::new());
    for step in &stream.steps {
        match step {
            StreamStep::Nested { name, stream, .. } if says(&said, name) => {
                let of = &model.streams[*stream];
                pieces.insert(of.name.clone(), *stream);
                let (param, ty) = (ident(name), type_name(&of.name));
                params.push(quote! { #param: #ty });
                calls.push(quote! { .piece(#name, #param.0) });
                names.push(format!("`{name}`"));
            }
            StreamStep::Integer(integer) => {
                for member in &integer.members {
                    let whole = member.name == integer.name;
                    let path = match whole {
                        true => member.name.clone(),
                        false => format!("{}.{}", integer.name, member.name),
                    };
                    if !said.contains(&path) {
                        continue;
                    }
                    let Some((ty, into)) = value_type(model, &member.kind) else {
                        continue;
                    };
                    let param = ident(&path);
                    params.push(quote! { #param: impl Into<#ty> });
                    calls.push(quote! {
                        .with(#path, { let value: #ty = #param.into(); value #into })
                    });
                    names.push(format!("`{path}`"));
                }
            }
            // What depends on a value is given by name.
            StreamStep::Unless(..) => break,
            _ => {}
        }
    }
    let archs: Vec<&str> = instruction
        .opcodes
        .iter()
        .zip(&model.machine.archs)
        .filter(|(opcode, _)| opcode.is_some())
        .map(|(_, arch)| arch.name.text.as_str())
        .collect();
    let doc = format!(
        "`{}`: {}\n\nPieces: {}. On {}.",
        instruction.name,
        instruction.doc.trim(),
        if names.is_empty() {
            "none".to_owned()
        } else {
            names.join(", ")
        },
        archs.join(", ")
    );
    let many = many_parameters(params.len());
    Some(quote! {
        #[doc = #doc]
        #many
        pub fn #function(#(#params),*) -> ::isa_mc::StreamBuilder {
            ::isa_mc::StreamBuilder::new(opcode::#opcode) #(#calls)*
        }
    })
}

/// The names that forms of an instruction mention.
fn said(shape: &StreamShape) -> BTreeSet<String> {
    let tokens = shape.forms.iter().flat_map(|form| &form.tokens);
    let names = tokens.filter_map(|token| match token {
        StreamToken::Operand(
            StreamOperand::Value { name, .. } | StreamOperand::Stream { name, .. },
        ) => Some(name.clone()),
        _ => None,
    });
    names.collect()
}

/// Whether a piece or a part of it is mentioned.
fn says(said: &BTreeSet<String>, piece: &str) -> bool {
    said.iter().any(|name| {
        name.strip_prefix(piece)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    })
}
