//! Names of a description as names of Rust.

use isa_dsl::model::{Instruction, Model};
use proc_macro2::{Ident, Span};

/// A mnemonic that several instructions have, on different architectures,
/// gets the first architecture's name behind it for all but the first.
pub(super) fn unique(
    model: &Model,
    instruction: &Instruction,
    first: usize,
    index: usize,
) -> String {
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

pub(super) fn one_line(doc: &str) -> String {
    doc.lines().next().unwrap_or("").to_owned()
}

/// Letters, digits and underscores of a name; a letter or underscore first.
pub(super) fn plain(name: &str) -> String {
    let mut plain: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    if plain.is_empty() || plain.starts_with(|c: char| c.is_ascii_digit()) {
        plain.insert(0, '_');
    }
    plain
}

pub(super) fn ident(name: &str) -> Ident {
    let name = plain(name);
    match syn::parse_str::<Ident>(&name) {
        Ok(ident) => ident,
        // A Rust keyword.
        Err(_) => Ident::new(&format!("{name}_"), Span::call_site()),
    }
}

pub(super) fn constant(name: &str) -> Ident {
    ident(&name.to_uppercase())
}

/// `global_saddr` to `GlobalSaddr`.
pub(super) fn type_name(name: &str) -> Ident {
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
