//! Names and types for the rows: opcodes, registers, classes, builders.
//!
//! `names` makes names of Rust; `values` has register files and classes, `builders` and
//! `streams` a function for each instruction of either kind.

mod builders;
mod names;
mod streams;
mod values;

use std::collections::BTreeSet;

use isa_dsl::model::Model;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote;

use builders::builder;
use names::{constant, ident, one_line, type_name, unique};
use values::{class_type, register_file};

/// Everything but the tables. `lost` are names that a description in error
/// may lack: they and the builders, whose types may be wrong, have the type
/// `Lost`.
pub fn emit(model: &Model, lost: Option<&[String]>) -> TokenStream {
    let Some(lost) = lost else {
        let wrappers = described(model, &[]);
        let instructions = model.instructions.iter().enumerate();
        let builders =
            instructions.filter_map(|(index, instruction)| builder(model, index, instruction));
        let streams = streams::emit(model);
        return quote! {
            #wrappers
            #(#builders)*
            #streams
        };
    };
    let wrappers = described(model, lost);
    let known = values(&wrappers);
    let instructions = model.instructions.iter().map(|it| &it.name);
    let names: BTreeSet<String> = lost
        .iter()
        .chain(instructions)
        .map(|name| ident(name).to_string())
        .filter(|name| !known.contains(name))
        .collect();
    let names = names.iter().map(|name| Ident::new(name, Span::call_site()));
    // A module of its own, because a constant would take the place of a
    // parameter of its name.
    quote! {
        pub use described::*;
        mod described {
            use super::{Lost, TABLES};
            #wrappers
        }
        #(#[allow(non_upper_case_globals)] pub const #names: Lost = [];)*
    }
}

/// The names of the functions, constants and structs of some items.
fn values(items: &TokenStream) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut declares = false;
    for token in items.clone() {
        let TokenTree::Ident(name) = token else {
            declares = false;
            continue;
        };
        let name = name.to_string();
        let word = matches!(name.as_str(), "fn" | "const" | "static" | "struct");
        if declares && !word {
            names.insert(name);
        }
        declares = word;
    }
    names
}

/// The names that are not yet there, as constants of a module in error.
fn lost_constants(lost: &[String], known: &BTreeSet<String>) -> TokenStream {
    let names: BTreeSet<String> = lost
        .iter()
        .map(|name| constant(name).to_string())
        .filter(|name| !known.contains(name))
        .collect();
    let names = names.iter().map(|name| Ident::new(name, Span::call_site()));
    quote! { #(pub const #names: super::Lost = [];)* }
}

fn described(model: &Model, lost: &[String]) -> TokenStream {
    let functions = functions(model);
    let syntaxes = model.machine.syntaxes.iter().enumerate().map(|(index, syntax)| {
        let name = constant(&syntax.name);
        let doc = format!("Syntax `{}`.", syntax.name);
        let index = index as u8;
        quote! { #[doc = #doc] pub const #name: ::isa_mc::SyntaxId = ::isa_mc::SyntaxId(#index); }
    });
    let opcodes = model
        .instructions
        .iter()
        .enumerate()
        .filter_map(|(index, instruction)| {
            // Several instructions of one mnemonic, on different architectures:
            // the first has the plain name.
            let first = model.by_name.get(&instruction.name)?.first()?;
            let name = constant(&unique(model, instruction, *first, index));
            let doc = format!("`{}`: {}", instruction.name, one_line(&instruction.doc));
            let index = index as u16;
            Some(quote! { #[doc = #doc] pub const #name: Opcode = Opcode(#index); })
        });
    let opcodes: TokenStream = opcodes.collect();
    let lost_opcodes = lost_constants(lost, &values(&opcodes));
    let names: BTreeSet<&str> = model
        .shapes
        .iter()
        .flat_map(|shape| &shape.operands[shape.positional..])
        .map(|modifier| modifier.name.as_str())
        .collect();
    let modifiers = names.into_iter().map(|name| {
        let doc = format!("Modifier `{name}`.");
        let constant = constant(name);
        quote! { #[doc = #doc] pub const #constant: &str = #name; }
    });
    let syntaxes: TokenStream = syntaxes.collect();
    let lost_syntaxes = lost_constants(lost, &values(&syntaxes));
    let modifiers: TokenStream = modifiers.collect();
    let lost_modifiers = lost_constants(lost, &values(&modifiers));
    let files = model
        .files
        .iter()
        .enumerate()
        .map(|(index, file)| register_file(index, file));
    let classes = model.classes.iter().map(|class| class_type(model, class));
    quote! {
        #functions

        /// The syntaxes.
        pub mod syntax {
            #syntaxes
            #lost_syntaxes
        }

        /// The instructions.
        pub mod opcode {
            use ::isa_mc::Opcode;
            #opcodes
            #lost_opcodes
        }

        /// The names of the modifiers, for [`Builder::with`](::isa_mc::Builder::with)
        /// and [`Builder::flag`](::isa_mc::Builder::flag).
        pub mod modifier {
            #modifiers
            #lost_modifiers
        }

        #(#files)*
        #(#classes)*
    }
}

fn functions(model: &Model) -> TokenStream {
    let processors = model
        .machine
        .processors
        .iter()
        .map(|processor| &processor.name.text);
    // Instructions that are streams have types of their own.
    let (target, inst) = if model.stream_encodings.is_empty() {
        ("Target", "Inst")
    } else {
        ("StreamTarget", "StreamInst")
    };
    let see = |name: &str| format!(" See [`{target}::{name}`](::isa_mc::{target}::{name}).");
    let [see_encode, see_decode, see_print, see_parse] =
        ["encode", "decode", "print", "parse"].map(see);
    let (target, inst) = (type_name(target), type_name(inst));
    quote! {
        /// The processors' names, oldest architecture first.
        pub const PROCESSORS: &[&str] = &[#(#processors),*];

        /// The machine as the processor of that name sees it, in any case;
        /// `None` if there is no such processor.
        pub fn target(processor: &str) -> Option<::isa_mc::#target<'static>> {
            ::isa_mc::#target::new(&TABLES, processor)
        }

        /// Writes an instruction's bytes; gives how many.
        ///
        /// # Errors
        ///
        #[doc = #see_encode]
        pub fn encode(
            target: &::isa_mc::#target<'_>,
            inst: ::isa_mc::#inst,
            out: &mut [u8],
        ) -> Result<usize, ::isa_mc::EncodeError> {
            target.encode(inst, out)
        }

        /// Reads the instruction that the bytes begin with.
        ///
        /// # Errors
        ///
        #[doc = #see_decode]
        pub fn decode(
            target: &::isa_mc::#target<'_>,
            bytes: &[u8],
        ) -> Result<::isa_mc::#inst, ::isa_mc::DecodeError> {
            target.decode(bytes)
        }

        /// Writes an instruction as text.
        ///
        /// # Errors
        ///
        #[doc = #see_print]
        pub fn print(
            target: &::isa_mc::#target<'_>,
            inst: ::isa_mc::#inst,
            syntax: ::isa_mc::SyntaxId,
            out: &mut impl ::isa_mc::Sink,
        ) -> Result<(), ::isa_mc::PrintError> {
            target.print(inst, syntax, out)
        }

        /// Reads one statement.
        ///
        /// # Errors
        ///
        #[doc = #see_parse]
        pub fn parse(
            target: &::isa_mc::#target<'_>,
            text: &str,
            syntax: ::isa_mc::SyntaxId,
        ) -> Result<::isa_mc::#inst, ::isa_mc::ParseError> {
            target.parse(text, syntax)
        }
    }
}
