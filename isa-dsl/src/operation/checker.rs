//! What the check of one operation holds, and how it reports errors.

use crate::sorted::SortedSet;

use super::arguments::Arguments;
use super::environment::Environment;
use super::ir::{Expression, Local};
use crate::diagnostic::{Code, Diagnostic, Reported};
use crate::source::Span;

/// Levels of statements and expressions within one another.
const MAX_DEPTH: u32 = 200;

/// A local in scope.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) local: usize,
    pub(super) span: Span,
    /// First value and end (excluded) of a loop's local.
    pub(super) range: Option<(u32, u32)>,
}

/// A local and its value; and before it, what that value needs.
#[derive(Debug, Clone)]
pub(super) struct Sets {
    pub(super) local: usize,
    /// Until a statement takes them.
    pub(super) values: Vec<(usize, Expression)>,
}

/// A family's `let` during the check of one operation.
#[derive(Debug, Clone)]
pub(super) enum Let {
    Unseen,
    /// `None` if it has errors.
    Seen(Option<Sets>),
}

pub(super) struct Checker<'a> {
    pub(super) environment: &'a Environment,
    pub(super) errors: Vec<Diagnostic>,
    pub(super) locals: Vec<Local>,
    pub(super) arguments: Arguments,
    pub(super) scopes: Vec<Vec<Variable>>,
    pub(super) lets: Vec<Let>,
    pub(super) used_lets: SortedSet<usize>,
    /// Parameters of functions with what they are called with, until the statement is done
    /// that calls them: they are set before it.
    pub(super) pending: Vec<(usize, Expression)>,
    /// Functions that are called around this place.
    pub(super) calling: Vec<usize>,
    /// Functions that were called, each behind those that it calls itself.
    pub(super) used_functions: Vec<usize>,
    /// How many of the `let`s may be used here: all in a body, the earlier
    /// ones in a `let`.
    pub(super) visible_lets: usize,
    /// Within `once`: there is no lane.
    pub(super) once: bool,
    /// Locals used within `once`, with their places.
    pub(super) shared: Vec<(usize, Span)>,
    /// Within a `let` from outside of families, which may name what others have.
    pub(super) outside: bool,
    /// Of `let`s with a choice of two spaces this is the second one.
    pub(super) otherwise: bool,
    /// Statements around that may run several times, or not at all.
    pub(super) nested: u32,
    pub(super) rounds: i128,
    depth: u32,
    too_deep: bool,
}

impl<'a> Checker<'a> {
    pub(super) fn new(environment: &'a Environment) -> Checker<'a> {
        Checker {
            environment,
            errors: Vec::new(),
            locals: Vec::new(),
            arguments: Arguments::default(),
            scopes: Vec::new(),
            lets: vec![Let::Unseen; environment.lets.len()],
            used_lets: SortedSet::new(),
            pending: Vec::new(),
            calling: Vec::new(),
            used_functions: Vec::new(),
            visible_lets: environment.lets.len(),
            once: false,
            shared: Vec::new(),
            outside: false,
            otherwise: false,
            nested: 0,
            rounds: 1,
            depth: 0,
            too_deep: false,
        }
    }

    pub(super) fn error(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
    ) -> Reported<'_> {
        Reported::new(&mut self.errors, code, span, message)
    }

    /// Runs `f` one level deeper; refuses beyond the limit, once.
    pub(super) fn deeper<R>(
        &mut self,
        span: Span,
        f: impl FnOnce(&mut Self) -> Option<R>,
    ) -> Option<R> {
        if self.depth >= MAX_DEPTH {
            if !self.too_deep {
                self.too_deep = true;
                self.error(Code::TooDeep, span, "the operation is nested too deeply")
                    .help(format!(
                        "at most {MAX_DEPTH} levels: use locals for parts of it"
                    ));
            }
            return None;
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }
}

/// `1 argument`, `2 arguments`
pub(super) fn counted(count: usize, noun: &str) -> String {
    if count == 1 {
        format!("1 {noun}")
    } else {
        format!("{count} {noun}s")
    }
}
