//! Errors of a description as errors of the compiler.

use std::path::Path;

use isa_dsl::Compilation;
use isa_dsl::diagnostic::Diagnostic;
use isa_dsl::render;
use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::LitStr;

/// Errors shown at most; one mistake may have many consequences.
const MOST: usize = 20;

/// One `compile_error!` for each of the errors. The first is within the type `Lost`:
/// the compiler says nothing of its own about values of a type in error,
/// whatever code does with them.
pub fn all(
    compilation: &Compilation,
    errors: &[Diagnostic],
    path: &LitStr,
    root: &Path,
) -> TokenStream {
    let prefix = format!("{}/", root.display());
    let mut texts = errors.iter().take(MOST).map(|error| {
        let text = render::render_one(&compilation.sources, error, false);
        text.replace(&prefix, "").trim_end().to_owned()
    });
    let first = texts.next().unwrap_or_else(|| path.value());
    let mut tokens = quote_spanned! { path.span() =>
        #[allow(dead_code, reason = "it is named only to carry the first error")]
        type Lost = [(); compile_error!(#first)];
    };
    tokens.extend(texts.map(|text| message(path, &text)));
    if errors.len() > MOST {
        let more = format!("{} more errors in {}", errors.len() - MOST, path.value());
        tokens.extend(message(path, &more));
    }
    tokens
}

/// One `compile_error!` at the macro's argument.
pub fn message(path: &LitStr, text: &str) -> TokenStream {
    quote_spanned! { path.span() => compile_error!(#text); }
}
