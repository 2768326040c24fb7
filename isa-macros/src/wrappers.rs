//! Names and types for the rows: opcodes, registers, classes, builders.

mod streams;

use std::collections::BTreeSet;

use isa_dsl::ast::Direction;
use isa_dsl::model::{
    Class, Instruction, Kind, Meaning, Model, Operand, RegisterFile, Shape, Token,
};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote;

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

fn register_file(index: usize, file: &RegisterFile) -> TokenStream {
    let name = type_name(&file.name);
    let index = index as u16;
    let doc = format!("A {}, or several that follow one another.", file.title);
    let count_doc = format!(
        "`count` registers of file `{}` from number `number` on.",
        file.name
    );
    let registers = file
        .registers
        .iter()
        .enumerate()
        .filter_map(|(at, register)| {
            // A register whose number depends on the architecture has no name
            // here: a builder knows no architecture.
            let others = file
                .registers
                .iter()
                .filter(|other| other.name == register.name);
            let base = |register: &isa_dsl::model::Register| {
                i64::from(register.number) - i64::from(register.first_index)
            };
            let same = others.clone().all(|other| base(other) == base(register));
            let first = file
                .registers
                .iter()
                .position(|other| other.name == register.name);
            if !same || first != Some(at) {
                return None;
            }
            let number = register.number as u16;
            let times = register.times as u8;
            Some(if register.indexed {
                let function = ident(&register.name);
                let base = base(register) as i32;
                let doc = format!("Register `{}` of that index.", register.name);
                quote! {
                    #[doc = #doc]
                    pub const fn #function(index: u16) -> #name {
                        #name::new((index as i32 + #base) as u16, 1)
                    }
                }
            } else {
                let constant = constant(&register.name);
                let doc = format!("Register `{}`.", register.name);
                quote! {
                    #[doc = #doc]
                    pub const #constant: #name = #name::new(#number, #times);
                }
            })
        });
    quote! {
        #[doc = #doc]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub struct #name(pub ::isa_mc::Register);

        impl #name {
            #[doc = #count_doc]
            pub const fn new(number: u16, count: u8) -> #name {
                #name(::isa_mc::Register { file: #index, number, count })
            }

            /// As many registers from the same number on.
            #[must_use]
            pub const fn x(self, count: u8) -> #name {
                #name::new(self.0.number, count)
            }
        }

        impl From<#name> for ::isa_mc::OperandValue<'static> {
            fn from(registers: #name) -> Self {
                ::isa_mc::OperandValue::Register(registers.0)
            }
        }

        #(#registers)*
    }
}

/// The name of a word of a class: by its value where the word has no letters,
/// or the letters of another one.
fn word_name<A, B>(word: &str, value: u64, others: &[(Ident, A, B, String)]) -> Ident {
    let name = type_name(word);
    let named =
        |(other, .., doc): &(Ident, A, B, String)| *other == name && *doc != format!("`{word}`");
    if !word.contains(|c: char| c.is_ascii_alphanumeric()) || others.iter().any(named) {
        return type_name(&format!("value{value}"));
    }
    name
}

fn class_type(model: &Model, class: &Class) -> TokenStream {
    // Operands that are the literal: a number says it.
    if class.bits == 0 {
        return TokenStream::new();
    }
    let name = type_name(&class.name);
    let mut variants: Vec<(Ident, TokenStream, TokenStream, String)> = Vec::new();
    let mut conversions = Vec::new();
    for entry in &class.entries {
        let (variant, payload, value, doc) = match &entry.meaning {
            Meaning::Register(file, _) => {
                let file_type = type_name(&model.files[*file].name);
                let doc = format!("A {}.", model.files[*file].title);
                if !variants.iter().any(|(other, ..)| *other == file_type) {
                    conversions.push(quote! {
                        impl From<#file_type> for #name {
                            fn from(registers: #file_type) -> Self {
                                #name::#file_type(registers)
                            }
                        }
                    });
                }
                (
                    file_type.clone(),
                    quote! { (#file_type) },
                    quote! { (it) => it.into() },
                    doc,
                )
            }
            Meaning::Keyword(word) => {
                let variant = word_name(word, entry.first, &variants);
                let doc = format!("`{word}`");
                (
                    variant,
                    quote! {},
                    quote! { => ::isa_mc::OperandValue::Keyword(#word) },
                    doc,
                )
            }
            Meaning::Int(..) | Meaning::Counted(..) => (
                type_name("int"),
                quote! { (i64) },
                quote! { (it) => ::isa_mc::OperandValue::Int(it) },
                "An integer.".to_owned(),
            ),
            Meaning::Float(_) => (
                type_name("float"),
                quote! { (f64) },
                quote! { (it) => ::isa_mc::OperandValue::Float(it) },
                "A floating-point constant.".to_owned(),
            ),
            Meaning::Literal => (
                type_name("literal"),
                quote! { (u32) },
                quote! { (it) => ::isa_mc::OperandValue::Literal(it) },
                "A literal behind the instruction.".to_owned(),
            ),
            Meaning::Struct(_) | Meaning::Escape => continue,
        };
        if !variants.iter().any(|(other, ..)| *other == variant) {
            variants.push((variant, payload, value, doc));
        }
    }
    if variants.is_empty() {
        return TokenStream::new();
    }
    let declared = variants.iter().map(|(variant, payload, _, doc)| {
        quote! { #[doc = #doc] #variant #payload }
    });
    let arms = variants
        .iter()
        .map(|(variant, _, value, _)| quote! { #name::#variant #value });
    let doc = format!("A {}.", class.title);
    quote! {
        #[doc = #doc]
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub enum #name { #(#declared,)* }

        impl From<#name> for ::isa_mc::OperandValue<'static> {
            fn from(value: #name) -> Self {
                match value { #(#arms,)* }
            }
        }

        #(#conversions)*
    }
}

/// A function that begins to build an instruction, with its positional
/// operands as the newest architecture has them.
fn builder(model: &Model, index: usize, instruction: &Instruction) -> Option<TokenStream> {
    // The first of its encodings: `with` and `operand` give what only others
    // have.
    let shapes = || {
        let encodings = model.encodings.iter();
        let own = encodings.filter(move |encoding| encoding.instruction == index);
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
        let name = &operand.name;
        let param = ident(name);
        let Some(ty) = operand_type(model, operand) else {
            continue;
        };
        if is_optional(shape, at) {
            params.push(quote! { #param: Option<#ty> });
            let absent = match operand.zero.as_str() {
                "" => quote! { builder },
                zero => quote! { builder.operand(#name, ::isa_mc::OperandValue::Absent(#zero)) },
            };
            calls.push(quote! {
                let builder = match #param {
                    Some(value) => builder.operand(#name, value.into()),
                    None => #absent,
                };
            });
        } else {
            params.push(quote! { #param: impl Into<#ty> });
            let value = if is_literal(model, operand) {
                quote! { ::isa_mc::OperandValue::Literal(value) }
            } else {
                quote! { value.into() }
            };
            calls.push(quote! {
                let value: #ty = #param.into();
                let builder = builder.operand(#name, #value);
            });
        }
    }
    let doc = documentation(model, instruction, shape);
    Some(quote! {
        #[doc = #doc]
        pub fn #function(#(#params),*) -> ::isa_mc::Builder {
            let builder = ::isa_mc::Builder::new(opcode::#opcode);
            #(#calls)*
            builder
        }
    })
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

/// A mnemonic that several instructions have, on different architectures,
/// gets the first architecture's name behind it for all but the first.
fn unique(model: &Model, instruction: &Instruction, first: usize, index: usize) -> String {
    if first == index {
        return instruction.name.clone();
    }
    let arch = instruction
        .opcodes
        .iter()
        .position(Option::is_some)
        .unwrap_or(0);
    format!(
        "{}_{}",
        instruction.name, model.machine.archs[arch].name.text
    )
}

fn one_line(doc: &str) -> String {
    doc.lines().next().unwrap_or("").to_owned()
}

/// Letters, digits and underscores of a name; a letter or underscore first.
fn plain(name: &str) -> String {
    let mut plain: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    if plain.is_empty() || plain.starts_with(|c: char| c.is_ascii_digit()) {
        plain.insert(0, '_');
    }
    plain
}

fn ident(name: &str) -> Ident {
    let name = plain(name);
    match syn::parse_str::<Ident>(&name) {
        Ok(ident) => ident,
        // A Rust keyword.
        Err(_) => Ident::new(&format!("{name}_"), Span::call_site()),
    }
}

fn constant(name: &str) -> Ident {
    ident(&name.to_uppercase())
}

/// `global_saddr` to `GlobalSaddr`.
fn type_name(name: &str) -> Ident {
    let camel: String = plain(name)
        .split('_')
        .map(|word| {
            let mut letters = word.chars();
            let first = letters.next().map(|c| c.to_ascii_uppercase());
            first.into_iter().chain(letters).collect::<String>()
        })
        .collect();
    ident(&camel)
}
