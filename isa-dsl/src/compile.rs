//! The whole pipe: a file to a checked model.

use crate::sorted::{SortedSet, sort_by_key};
use std::path::Path;
use std::sync::Arc;

use crate::ast::{self, ItemKind, Statement};
use crate::consequences::Broken;
use crate::diagnostic::{Code, Diagnostic};
use crate::load::{self, Loaded};
use crate::lower::{self, Beyond};
use crate::model::Model;
use crate::source::Sources;
use crate::tables::TablesBuf;
use crate::{check, render};

/// A description and what became of it.
#[derive(Debug)]
pub struct Compilation {
    /// The files that were read; every one matters for rebuilding.
    pub sources: Sources,
    /// What they say, before it is checked.
    pub file: ast::File,
    /// The checked model; complete only without errors.
    pub model: Model,
    /// All errors, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// Names that the model may lack because of errors: mnemonics of rows, and
    /// the words of what does not parse. Sorted; empty without errors.
    pub lost: Vec<String>,
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

/// Checks what was loaded.
pub fn compile(loaded: Loaded) -> Compilation {
    let (model, errors) = check::check(&loaded.file);
    let broken = Broken::new(&loaded.sources, &loaded.diagnostics);
    let found = own(errors, &broken);
    let mut lost: SortedSet<&str> = broken.words().collect();
    if !loaded.diagnostics.is_empty() || !found.is_empty() {
        lost.extend(mnemonics(&loaded.file));
    }
    let lost = lost
        .into_iter()
        .filter(|name| !model.by_name.contains_key(*name))
        .map(str::to_owned)
        .collect();
    Compilation {
        model,
        lost,
        diagnostics: together(loaded.diagnostics, found),
        sources: loaded.sources,
        file: loaded.file,
    }
}

/// The errors of a description while it is edited: of each version only those families are
/// checked that are not as they were, in themselves or in what they name.
///
/// What does not parse, and what families need of it, counts as it was.
///
/// ```
/// let mut again = isa_dsl::compile::Again::default();
/// let class = "class c : 1 { 0 => \"a\"; 2 => \"b\"; }";
/// let loaded = isa_dsl::load::load_text("my.isa", class);
/// let found = again.check(&loaded, &mut |_| true);
/// assert_eq!(found.diagnostics, isa_dsl::compile(loaded).diagnostics);
/// ```
#[derive(Debug, Default)]
pub struct Again {
    memory: check::Memory,
}

/// What is wrong with a version of a description.
#[derive(Debug)]
pub struct Found {
    /// The errors, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether they are those of this version.
    pub state: State,
}

/// How far a check came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// To its end.
    Whole,
    /// Some families count as they were: what they need is another, but there was no time.
    Late,
    /// Some families were never checked, and are left out.
    Missing,
}

impl Again {
    /// Checks what was loaded. `has_time` is asked before a family is checked, with whether there
    /// is something that the family counts as until then; what it refuses the next call goes on
    /// with, whatever was edited in between.
    pub fn check(&mut self, loaded: &Loaded, has_time: &mut dyn FnMut(bool) -> bool) -> Found {
        let Loaded {
            sources,
            file,
            diagnostics,
        } = loaded;
        let recall = (self.memory).recall(file, sources, diagnostics, has_time);
        let (errors, extent) = check::check_again(file, recall);
        let found = own(errors, &Broken::new(sources, diagnostics));
        Found {
            diagnostics: together(diagnostics.clone(), found),
            state: match (extent.missing, extent.late) {
                (true, _) => State::Missing,
                (_, true) => State::Late,
                _ => State::Whole,
            },
        }
    }
}

/// The errors of checking that say something of their own, each once.
fn own(errors: Vec<Diagnostic>, broken: &Broken) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = errors
        .into_iter()
        .filter(|error| !broken.explains(error))
        .collect();
    // What is wrong with a family is found for every architecture and row:
    // the first report is enough.
    let mut seen = SortedSet::new();
    found.retain(|error| {
        let message = if one_for_a_place(error.code) {
            String::new()
        } else {
            error.message.clone()
        };
        seen.insert((error.code, error.primary.0, message))
    });
    found
}

/// Errors of reading and of checking in the order of the text.
fn together(mut diagnostics: Vec<Diagnostic>, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.extend(found);
    sort_by_key(&mut diagnostics, |error| error.primary.0);
    diagnostics
}

/// What is wrong with one file of a description, as far as the file itself, what families
/// share, and its own families tell: of a large machine a tenth of the time of [`compile`]. What
/// only all families together show is not among it: encodings that overlap, what nothing uses.
///
/// `file` is an index of the sources.
///
/// ```
/// let loaded = isa_dsl::load::load_text("my.isa", "class c : 1 { 0 => \"a\"; 2 => \"b\"; }");
/// assert!(!isa_dsl::compile::compile_part(&loaded, 0).is_empty());
/// ```
pub fn compile_part(loaded: &Loaded, file: u32) -> Vec<Diagnostic> {
    let concerns = |item: &&Arc<ast::Item>| {
        let of_families = matches!(
            item.kind,
            ItemKind::Family(_) | ItemKind::Pair(_) | ItemKind::Alias(_)
        );
        !of_families || item.span.file == file
    };
    let items = loaded.file.items.iter().filter(concerns).cloned().collect();
    let part = Loaded {
        sources: loaded.sources.clone(),
        file: ast::File { items },
        diagnostics: loaded.diagnostics.clone(),
    };
    let mut errors = compile(part).diagnostics;
    let said = &loaded.diagnostics;
    // An alias may be of a family that was left out.
    errors.retain(|error| {
        let sure = !matches!(error.code, Code::Unused);
        said.contains(error) || error.primary.0.file == file && sure
    });
    let aliases = loaded
        .file
        .items
        .iter()
        .filter(|it| matches!(it.kind, ItemKind::Alias(_)));
    for alias in aliases {
        errors.retain(|error| {
            let at = error.primary.0;
            let within = at.file == alias.span.file
                && alias.span.start <= at.start
                && at.end <= alias.span.end;
            !(within && error.code == Code::Unknown)
        });
    }
    errors
}

/// The mnemonics of all rows.
fn mnemonics(file: &ast::File) -> impl Iterator<Item = &str> {
    let statements = file.items.iter().flat_map(|item| match &item.kind {
        ItemKind::Family(family) => family.statements.as_slice(),
        ItemKind::Halves(halves) => halves.statements.as_slice(),
        _ => &[],
    });
    let rows = statements.filter_map(|statement| match statement {
        Statement::Row(row) => Some(row),
        _ => None,
    });
    rows.flat_map(|row| {
        let renamed = row.renamed.iter().map(|it| &it.name);
        (std::iter::once(&row.name).chain(renamed)).map(|name| name.text.as_str())
    })
}

/// Codes whose messages tell of one row among many that show the same fault.
fn one_for_a_place(code: Code) -> bool {
    matches!(
        code,
        Code::BadWidth
            | Code::OpUnknown
            | Code::OpWidth
            | Code::OpType
            | Code::OpPlace
            | Code::OpArguments
            | Code::OpLoop
    )
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
    /// Those of [`lowered`](Self::lowered) as text.
    pub fn tables(&self) -> Result<TablesBuf, String> {
        self.lowered()
            .map_err(|errors| render::render(&self.sources, &errors, false))
    }

    /// The tables for the engines.
    ///
    /// # Errors
    ///
    /// The errors of the description; or, where it has none, those of constructs that
    /// the tables do not carry yet; or what there is more of than tables count.
    pub fn lowered(&self) -> Result<TablesBuf, Vec<Diagnostic>> {
        if !self.diagnostics.is_empty() {
            return Err(self.diagnostics.clone());
        }
        if !self.model.not_lowered.is_empty() {
            return Err(self.not_lowered());
        }
        let tables = lower::lower(&self.model);
        match lower::beyond(&tables) {
            Some(beyond) => Err(vec![self.too_many(&beyond)]),
            None => Ok(tables),
        }
    }

    /// The error of what there is too much of, at what has it.
    fn too_many(&self, beyond: &Beyond) -> Diagnostic {
        let Beyond {
            what, count, most, ..
        } = *beyond;
        let model = &self.model;
        if let Some(long) = beyond.instruction.and_then(|it| model.instructions.get(it)) {
            let message = format!("the tables do not carry operations of {count} {what}");
            return Diagnostic::new(Code::NotLowered, long.span, message)
                .label(format!("expected at most {most}"))
                .help("say it in fewer steps");
        }
        let first = match what {
            "instructions" => Some(most),
            "encodings" => model.encodings.get(most).map(|it| it.instruction),
            _ => None,
        };
        let first = first.and_then(|first| model.instructions.get(first));
        let row = first.or(model.instructions.last()).map(|row| row.span);
        let header = || model.machine.archs.first().map(|arch| arch.name.span);
        let place = row.or_else(header).unwrap_or_default();
        let message = format!("the tables do not carry {count} {what}");
        Diagnostic::new(Code::NotLowered, place, message)
            .label(format!("expected at most {most}"))
            .help("describe a part of the machine as another one")
    }

    /// Constructs that are described and checked, but not carried by the
    /// tables yet.
    pub fn not_lowered(&self) -> Vec<Diagnostic> {
        let mut seen = SortedSet::new();
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
            .filter(|(span, what)| seen.insert((*span, what.as_str())))
            .map(error)
            .collect();
        sort_by_key(&mut errors, |error| error.primary.0);
        errors
    }
}
