//! Register files and classes as types.

use isa_dsl::model::{Class, Meaning, Model, RegisterFile};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::names::{constant, ident, type_name};

pub(super) fn register_file(index: usize, file: &RegisterFile) -> TokenStream {
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

pub(super) fn class_type(model: &Model, class: &Class) -> TokenStream {
    // Operands that are the literal: a number says it.
    if class.bits == 0 {
        return TokenStream::new();
    }
    let name = type_name(&class.name);
    let mut variants: Vec<(Ident, TokenStream, TokenStream, String)> = Vec::new();
    let mut conversions = Vec::new();
    for entry in &class.entries {
        let (variant, payload, value, doc) = match &entry.meaning {
            Meaning::Register(file, ..) => {
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
