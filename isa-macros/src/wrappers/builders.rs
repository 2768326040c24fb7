//! A function for each instruction that begins to build it.

use isa_dsl::ast::Direction;
use isa_dsl::model::{Instruction, Kind, Model, Operand, Shape, Token};
use proc_macro2::TokenStream;
use quote::quote;

use super::names::{constant, ident, type_name, unique};

/// A function that begins to build an instruction, with its positional
/// operands as the newest architecture has them.
pub(super) fn builder(
    model: &Model,
    index: usize,
    instruction: &Instruction,
) -> Option<TokenStream> {
    // The first of its encodings: `with` and `operand` give what only others
    // have.
    let shapes = || {
        let own = model.encodings_of(index).iter();
        own.map(|encoding| &model.shapes[encoding.shape])
    };
    let newest = shapes().next_back()?.arch;
    let shape = shapes().find(|shape| shape.arch == newest)?;
    let first = *model.by_name.get(&instruction.name)?.first()?;
    let unique = unique(model, instruction, first, index);
    let function = ident(&unique);
    let opcode = constant(&unique);
    let mut params = Vec::new();
    let mut calls = Vec::new();
    for (at, operand) in shape.operands[..shape.positional].iter().enumerate() {
        // There is nothing to say of a register that is always the same.
        if operand.is_at_home() {
            continue;
        }
        let name = &operand.name;
        let param = ident(name);
        let Some(ty) = operand_type(model, operand) else {
            continue;
        };
        if is_optional(shape, at) {
            params.push(quote! { #param: Option<#ty> });
            let zero = operand.zero.as_str();
            calls.push(quote! { .optional(#name, #param, #zero) });
        } else {
            params.push(quote! { #param: impl Into<#ty> });
            calls.push(match is_literal(model, operand) {
                true => quote! { .literal(#name, #param) },
                false => quote! { .given::<#ty>(#name, #param) },
            });
        }
    }
    let doc = documentation(model, instruction, shape);
    let many = many_parameters(params.len());
    Some(quote! {
        #[doc = #doc]
        #many
        pub fn #function(#(#params),*) -> ::isa_mc::Builder {
            ::isa_mc::Builder::new(opcode::#opcode) #(#calls)*
        }
    })
}

/// What a function of so many parameters needs: clippy counts to seven, and each of these is a
/// part that the text of an instruction has.
pub(super) fn many_parameters(count: usize) -> Option<TokenStream> {
    (count > 7).then(|| quote! { #[allow(clippy::too_many_arguments)] })
}

fn documentation(model: &Model, instruction: &Instruction, shape: &Shape) -> String {
    let operands: Vec<String> = shape.operands[..shape.positional]
        .iter()
        .map(|operand| {
            let direction = match operand.direction {
                Some(Direction::Out) => "out",
                Some(Direction::InOut) => "inout",
                _ => "in",
            };
            format!("`{}` ({direction})", operand.name)
        })
        .collect();
    let archs: Vec<&str> = instruction
        .opcodes
        .iter()
        .zip(&model.machine.archs)
        .filter(|(opcode, _)| opcode.is_some())
        .map(|(_, arch)| arch.name.text.as_str())
        .collect();
    format!(
        "`{}`: {}\n\nOperands: {}. On {}.",
        instruction.name,
        instruction.doc.trim(),
        if operands.is_empty() {
            "none".to_owned()
        } else {
            operands.join(", ")
        },
        archs.join(", ")
    )
}

/// The type of a builder's parameter.
fn operand_type(model: &Model, operand: &Operand) -> Option<TokenStream> {
    match &operand.kind {
        Kind::Register(file, _) => {
            let name = type_name(&model.files.get(*file)?.name);
            Some(quote! { #name })
        }
        Kind::Class(..) if is_literal(model, operand) => Some(quote! { u32 }),
        Kind::Class(class, _) => {
            let name = type_name(&model.classes.get(*class)?.name);
            Some(quote! { #name })
        }
        // A struct is given as one number.
        Kind::Integer(_) | Kind::Struct(_) => Some(quote! { i64 }),
        Kind::Flag => Some(quote! { bool }),
        Kind::List(..) => Some(quote! { ::isa_mc::List }),
    }
}

/// An operand that is the literal behind the instruction.
fn is_literal(model: &Model, operand: &Operand) -> bool {
    let Kind::Class(class, _) = operand.kind else {
        return false;
    };
    model.classes.get(class).is_some_and(|it| it.bits == 0)
}

/// An operand that some form of the default syntax leaves out, or that may
/// take no registers.
fn is_optional(shape: &Shape, operand: usize) -> bool {
    !shape.operands[operand].zero.is_empty()
        || shape
            .forms
            .iter()
            .filter(|form| form.syntax == 0)
            .any(|form| !form.tokens.contains(&Token::Operand(operand)))
}
