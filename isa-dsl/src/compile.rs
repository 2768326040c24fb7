//! The whole pipe: a file to a checked model.

use std::collections::BTreeSet;
use std::path::Path;

use crate::diagnostic::{Code, Diagnostic};
use crate::load::{self, Loaded};
use crate::model::Model;
use crate::source::Sources;
use crate::tables::TablesBuf;
use crate::{check, lower, render};

/// A description and what became of it.
#[derive(Debug)]
pub struct Compilation {
    /// The files that were read; every one matters for rebuilding.
    pub sources: Sources,
    /// The checked model; complete only without errors.
    pub model: Model,
    /// All errors, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads and checks a file and all that it includes.
///
/// ```no_run
/// let compilation = isa_dsl::compile_file("defs/gcn.isa".as_ref());
/// match compilation.tables() {
///     Ok(tables) => println!("{} instructions", tables.instructions.len()),
///     Err(errors) => eprint!("{errors}"),
/// }
/// ```
pub fn compile_file(path: &Path) -> Compilation {
    compile(load::load_file(path))
}

/// Checks a text that is not in a file; `name` is what errors call it.
///
/// ```
/// let compilation = isa_dsl::compile_text("my.isa", "class c : 1 { 0 => \"a\"; 2 => \"b\"; }");
/// assert!(compilation.errors().contains("my.isa:1:"));
/// ```
pub fn compile_text(name: &str, text: &str) -> Compilation {
    compile(load::load_text(name, text))
}

fn compile(loaded: Loaded) -> Compilation {
    let (model, errors) = check::check(&loaded.file);
    let mut diagnostics = loaded.diagnostics;
    // What is wrong with a family is found once for every architecture and
    // row: the first report of a place is enough.
    let mut seen = BTreeSet::new();
    let mut keep = |error: &Diagnostic| seen.insert((error.code, error.primary.0));
    diagnostics.retain(&mut keep);
    // A file that could not be read whole lacks declarations; unknown names
    // would be its consequence, not errors of their own.
    let broken = !diagnostics.is_empty();
    diagnostics.extend(errors.into_iter().filter(|error| {
        !(broken
            && matches!(
                error.code,
                Code::Unknown | Code::IsaHeader | Code::OpUnknown
            ))
            && keep(error)
    }));
    diagnostics.sort_by_key(|error| error.primary.0);
    Compilation {
        sources: loaded.sources,
        model,
        diagnostics,
    }
}

impl Compilation {
    /// All errors as text, empty if there is none.
    pub fn errors(&self) -> String {
        render::render(&self.sources, &self.diagnostics, false)
    }

    /// The tables for the engines.
    ///
    /// # Errors
    ///
    /// The rendered errors of the description; or, where it has none, those
    /// of constructs that the tables do not carry yet.
    pub fn tables(&self) -> Result<TablesBuf, String> {
        if !self.diagnostics.is_empty() {
            return Err(self.errors());
        }
        if !self.model.not_lowered.is_empty() {
            return Err(render::render(&self.sources, &self.not_lowered(), false));
        }
        Ok(lower::lower(&self.model))
    }

    /// Constructs that are described and checked, but not carried by the
    /// tables yet.
    pub fn not_lowered(&self) -> Vec<Diagnostic> {
        let mut seen = BTreeSet::new();
        let error = |(span, what): &(_, String)| {
            Diagnostic::new(
                Code::NotLowered,
                *span,
                format!("the tables do not carry {what} yet"),
            )
            .help("the description is correct; `isa-mc check` accepts it")
        };
        let mut errors: Vec<Diagnostic> = self
            .model
            .not_lowered
            .iter()
            .filter(|(span, _)| seen.insert(*span))
            .map(error)
            .collect();
        errors.sort_by_key(|error| error.primary.0);
        errors
    }
}
