//! Resolving and checking: from declarations to the checked [`Model`].
//!
//! Values come first, then layouts, then instructions, because each refers to
//! the ones before. Every check reports and goes on; what could not be
//! resolved is left out of the model, and what depends on it is not reported
//! again.
//!
//! In the order in which they can be read, each using only what stands before it:
//!
//! ```text
//! exclusions                  conditions that exclude each other
//! context                     what all share; `taken`, `cycles`: values given twice, circles
//! halves, pairs               two instructions in one, which become families before
//!                             anything else
//! sets                        encodings of sets, put into families
//! kinds, registers, derived,  what numbers mean, and what a machine holds
//!   floating, indexed, classes, counted
//! layouts, modifiers          where bits are
//! parts                       the statements of a family, sorted
//! scope, uses                 what expressions of a shape name; fields that have a meaning
//! wraps, widths, operands     the operands of a shape
//! ambiguities                 texts that two forms read
//! forms, lists, structs       how they are written, and structs, which have both
//! shapes                      what the rows of a family share
//! environment                 what operations may name
//! effects, demands, lints,    what they must be
//!   locals
//! renamed, rows               an instruction each, or one for each name
//! streams                     the same where the layout is a stream of bytes
//! statements                  those of a family
//! found                       what a family is found to be
//! digest, shared, memory      what families say, what they share, and what they were
//! families                    all of them
//! aliases, encodings          all instructions together
//! ```

mod aliases;
mod ambiguities;
mod classes;
mod context;
mod counted;
mod cycles;
mod decided;
mod demands;
mod derived;
mod digest;
mod effects;
mod encodings;
mod environment;
mod exclusions;
mod families;
mod floating;
mod forms;
mod found;
mod halves;
mod indexed;
mod kinds;
mod layouts;
mod lints;
mod lists;
mod locals;
mod memory;
mod modifiers;
mod operands;
mod pairs;
mod parts;
mod registers;
mod renamed;
mod rows;
mod scope;
mod sets;
mod shapes;
mod shared;
mod statements;
mod streams;
mod structs;
mod taken;
mod uses;
mod widths;
mod wraps;

use std::sync::Arc;

use crate::ast;
use crate::declare;
use crate::diagnostic::Diagnostic;
use crate::machine;
use crate::model::Model;
use crate::operation::Environment;

use context::Context;
pub(crate) use memory::Memory;
use memory::Recall;
pub(crate) use streams::prefix;

/// Checks a description. The model is complete only if no error was reported.
pub fn check(file: &ast::File) -> (Model, Vec<Diagnostic>) {
    run(file, &mut None)
}

/// Checks a description of which some families may be known. Of those the model has only what
/// is asked of all families together.
pub(crate) fn check_again(file: &ast::File, recall: Recall) -> (Vec<Diagnostic>, Extent) {
    let mut recall = Some(recall);
    let (_, diagnostics) = run(file, &mut recall);
    let mut extent = Extent::default();
    if let Some(recall) = recall {
        extent = Extent {
            late: recall.late,
            missing: recall.missing,
        };
        recall.finish();
    }
    (diagnostics, extent)
}

/// How much of a description was checked again.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Extent {
    /// Some families count as they were.
    pub late: bool,
    /// Some families were left out.
    pub missing: bool,
}

fn run(file: &ast::File, recall: &mut Option<Recall>) -> (Model, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    let Some(machine) = machine::resolve(file, &mut diagnostics) else {
        return (Model::default(), diagnostics);
    };
    let mut names = declare::declare(file, &mut diagnostics);
    let pairs = pairs::expand(&names, &machine, &mut diagnostics);
    (names.families).extend(pairs.iter().map(|(family, doc)| (family, doc.as_str())));
    let expanded = sets::expand(&names, &mut diagnostics);
    for (family, whole) in &expanded.families {
        names.families[*family].0 = whole;
    }
    let decided = decided::expand(&names, &machine, &mut diagnostics);
    for (family, whole) in &decided {
        names.families[*family].0 = whole;
    }
    let mut model = Model::default();
    let operations = names.operations.iter().copied().collect();
    let mut context = Context {
        machine: &machine,
        names: &names,
        operations: &operations,
        asked: &expanded.asked,
        indexed: Vec::new(),
        outside: Arc::new(
            (names.locals.iter())
                .map(|it| (&*it.name.text, *it))
                .collect(),
        ),
        of_operands: Arc::new(locals::of_operands(&names.locals).collect()),
        functions: Arc::new(names.functions.iter().copied().cloned().collect()),
        everywhere: Environment::default(),
        exclusions: exclusions::Exclusions::default(),
        suggestions: declare::Suggestions::default(),
        diagnostics,
    };
    registers::files(&mut context, &mut model);
    registers::states(&mut context, &mut model);
    registers::spaces(&mut context, &mut model);
    derived::check(&mut context, &mut model);
    floating::types(&mut context, &mut model);
    indexed::items(&mut context);
    model.classes = classes::check(&mut context, &model.files);
    structs::check(&mut context, &mut model);
    model.layouts = layouts::check(&mut context);
    modifiers::check(&mut context);
    wraps::check(&mut context);
    lints::items(&mut context);
    streams::check(&mut context, &mut model);
    context.everywhere = environment::everywhere(&context, &model);
    families::check(recall, &mut context, &mut model);
    rows::unique(&mut context, &model);
    rows::alike(&mut context, &model);
    aliases::check(&mut context, &mut model);
    encodings::check(&mut context, &model);
    model.machine = machine.clone();
    streams::overlaps(&mut context, &model);
    streams::mixed(&mut context, &model);
    lints::unused(&mut context);
    locals::unused(&mut context);
    indexed::unused(&mut context, &model);
    let diagnostics = context.diagnostics;
    (model, diagnostics)
}
