//! The [`isa!`] macro: a description to the module of a machine.
//!
//! ```text
//! path ── isa_dsl ──► model and tables ── tables.rs ──► constant rows
//!                                      └─ wrappers ─►  opcodes, registers, builders
//! errors ── errors.rs ──► compile_error!, and the names without their bodies
//! ```
//!
//! Nothing here knows a machine, and nothing that is emitted decides
//! anything: the rows are data, the wrappers name them, and `isa-mc` has the
//! engines.
#![forbid(unsafe_code)]

mod errors;
mod tables;
mod wrappers;

use std::path::{Path, PathBuf};

use isa_dsl::Compilation;
use isa_dsl::tables::TablesBuf;
use proc_macro2::TokenStream;
use quote::quote;
use syn::LitStr;

/// Turns a `.isa` file into the module of its machine.
///
/// The path is relative to the folder of the crate's `Cargo.toml`. Editing the
/// file, or one that it includes, rebuilds the crate. Errors of the
/// description are compile errors that begin with `path:line:column`.
///
/// ```ignore
/// mod toy {
///     isa_mc::isa!("toy.isa");
/// }
///
/// let target = toy::target("toy1").unwrap();
/// let inst = toy::parse(&target, "add r1, r2", toy::syntax::PLAIN).unwrap();
/// ```
///
/// The module then has:
///
/// - `TABLES`, the rows that the engines run over;
/// - `target(processor)` and `PROCESSORS`;
/// - `encode`, `decode`, `print` and `parse`;
/// - `syntax::NAME` for every syntax, `opcode::NAME` for every instruction,
///   `modifier::NAME` for every modifier;
/// - a type for every register file and class, with its registers;
/// - a function for every instruction that begins to build it.
#[proc_macro]
pub fn isa(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let path = syn::parse_macro_input!(input as LitStr);
    expand(&path).into()
}

fn expand(path: &LitStr) -> TokenStream {
    let Some(root) = crate_folder() else {
        return errors::message(path, "CARGO_MANIFEST_DIR is not set: build with cargo");
    };
    let compilation = isa_dsl::compile_file(&root.join(path.value()));
    let tracked = tracked(&compilation, &root);
    // In error the names are emitted all the same, so that code that uses them
    // gives no errors of its own.
    let lost = Some(compilation.lost.as_slice());
    let lost_in_checks = lost.filter(|_| !compilation.diagnostics.is_empty());
    // Neither of the two needs the other.
    let (lowered, mut wrappers) = std::thread::scope(|scope| {
        let lowering = scope.spawn(|| compilation.lowered());
        let wrappers = wrappers::emit(&compilation.model, lost_in_checks);
        (lowering.join(), wrappers)
    });
    let lowered = lowered.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    let (tables, failed) = match lowered {
        Ok(tables) => (tables, None),
        Err(found) => {
            if lost_in_checks.is_none() {
                wrappers = wrappers::emit(&compilation.model, lost);
            }
            let errors = errors::all(&compilation, &found, path, &root);
            (TablesBuf::default(), Some(errors))
        }
    };
    let rows = tables::emit(&tables);
    // What this process holds goes with it, sooner than it is given back piece by piece.
    std::mem::forget(compilation);
    quote! {
        #failed
        #rows
        #wrappers
        #tracked
    }
}

fn crate_folder() -> Option<PathBuf> {
    std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from)
}

/// Names every file that was read, so that cargo rebuilds when one changes.
/// Paths stay relative to the crate: what is emitted is the same everywhere.
/// A file that cannot be read is an error already, and built again anyway.
fn tracked(compilation: &Compilation, root: &Path) -> TokenStream {
    let files = compilation
        .sources
        .files
        .iter()
        .filter_map(|file| file.path.as_ref())
        .filter(|path| std::fs::File::open(path).is_ok_and(|_| path.is_file()));
    let lines = files.map(|file| {
        if let Ok(inner) = file.strip_prefix(root) {
            let inner = format!("/{}", inner.display());
            quote! { const _: &[u8] = include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), #inner)); }
        } else {
            let path = file.display().to_string();
            quote! { const _: &[u8] = include_bytes!(#path); }
        }
    });
    quote! { #(#lines)* }
}

#[cfg(test)]
mod circles;
#[cfg(test)]
mod tests;
