//! A stream while it is resolved: its steps so far, and what its pieces are called.

use crate::sorted::{SortedMap, SortedSet};

use super::names::{Known, Lookup, Names};
use super::pieces::Broken;
use crate::ast::{self, Direction};
use crate::check::context::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::expr;
use crate::machine::ArchSet;
use crate::model::{Condition, Model, Named, Stream, StreamStep};
use crate::source::Span;

pub(super) const DEPENDENCY: &str = "a piece may depend only on those that stand before it";

/// What is known of a direction, by the place of the piece.
#[derive(Debug, Clone)]
pub struct Directed {
    /// The name of the piece.
    pub name: String,
    /// Something is named by it, on some architecture.
    pub used: bool,
}

/// What is known of the streams while they are resolved.
#[derive(Default)]
pub struct Streams {
    /// By item: where it exists.
    pub archs: Vec<ArchSet>,
    /// By item and architecture: index into the model, or `None` for one that
    /// is in error or being resolved.
    pub known: SortedMap<(usize, usize), Option<usize>>,
    /// Pieces that are in error.
    pub broken: Broken,
    /// Directions of pieces, and whether they say something.
    pub directed: SortedMap<Span, Directed>,
}

/// A stream while it is resolved.
pub struct Resolver<'s, 'a> {
    /// All streams.
    pub streams: &'s mut Streams,
    /// Names of the description.
    pub context: &'s mut Context<'a>,
    /// Classes, and the streams that are whole.
    pub model: &'s mut Model,
    /// The stream so far.
    pub out: Stream,
    /// What is called how.
    pub names: Names,
    /// By name: pieces that say whether what they name is read or written.
    pub directions: SortedMap<String, (Direction, Span)>,
    /// Pieces whose direction lines of their own say.
    pub settled: SortedSet<String>,
    /// Conditions of the cases around.
    pub cases: Vec<Condition>,
    /// How deep this stream lies in those that are being resolved.
    pub level: usize,
    /// Some part is in error.
    pub failed: bool,
}

impl Resolver<'_, '_> {
    /// What expressions and templates may name: the pieces so far.
    pub fn lookup(&self) -> Lookup<'_> {
        Lookup {
            known: Known::Earlier(&self.names),
            constants: &[],
            item: self.out.item,
            arch: self.out.arch,
            context: self.context,
            model: self.model,
        }
    }

    /// Nothing is known of pieces in error.
    pub fn lose(&mut self, names: &[ast::Name]) {
        self.failed = true;
        for name in names {
            self.names.lose(&name.text);
        }
    }

    /// Makes a condition leave out all steps behind it.
    pub fn skip_from(&mut self, at: usize) {
        let skip = self.out.steps.len() - at - 1;
        if let Some(StreamStep::Unless(_, skipped)) = self.out.steps.get_mut(at) {
            *skipped = skip;
        }
    }

    /// Declares a name; pieces that differ by a condition may share one.
    pub fn declare(&mut self, name: &str, named: Named, conditional: bool) {
        if let (false, Some(first)) = (conditional, self.names.get(name))
            && first.presence.len() <= self.cases.len()
        {
            let name = ast::Name {
                text: name.to_owned(),
                span: named.span,
            };
            let first = ast::Name {
                text: name.text.clone(),
                span: first.span,
            };
            let error = crate::machine::duplicate("piece", &name, &first);
            self.context.diagnostics.push(error);
        }
        match self.out.paths.get_mut(name) {
            None => {
                self.out.paths.insert(name.to_owned(), Some(named.clone()));
            }
            Some(several) => *several = None,
        }
        self.names.declare(name.to_owned(), named);
    }

    /// A path of a nested stream that names several pieces.
    pub fn declare_several(&mut self, name: &str) {
        self.out.paths.insert(name.to_owned(), None);
    }

    /// Whether the engines can compute a condition.
    pub fn computable(&mut self, value: &Condition, span: Span) -> bool {
        let before = self.context.diagnostics.len();
        self.context.check_program(value, span);
        self.context.diagnostics.len() == before
    }

    /// A condition or a count over the pieces so far.
    pub fn condition(&mut self, condition: &ast::Expr) -> Option<Condition> {
        let mut errors = Vec::new();
        let value = self.expression(condition, &mut errors);
        for error in &mut errors {
            if error.code == Code::Unknown {
                error.code = Code::BadDependency;
                "this is not the value of an earlier piece".clone_into(&mut error.message);
                error.help = error.help.take().or_else(|| Some(DEPENDENCY.to_owned()));
            }
        }
        self.context.diagnostics.extend(errors);
        let value = value?;
        self.computable(&value, condition.span).then_some(value)
    }

    /// An expression over the pieces so far.
    pub fn expression(
        &self,
        expression: &ast::Expr,
        errors: &mut Vec<Diagnostic>,
    ) -> Option<Condition> {
        expr::resolve(expression, &self.lookup(), errors)
    }
}
