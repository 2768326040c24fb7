//! What checks share: the names of the description, and the errors so far.

use crate::sorted::SortedSet;
use std::sync::Arc;

use super::exclusions::Exclusions;
use crate::ast;
use crate::declare::{Declarations, Sort, Suggestions};
use crate::diagnostic::{Code, Diagnostic, Reported};
use crate::expr::Value;
use crate::known::Known;
use crate::machine::{ArchSet, Machine};
use crate::model::{IndexBy, StateBits};
use crate::operation::{Environment, Operations};
use crate::source::Span;

/// Values that the engines hold while they compute a rule or a condition.
const MAX_STACK: usize = 16;

/// What checks share.
pub(crate) struct Context<'a> {
    /// Header.
    pub machine: &'a Machine,
    /// Names.
    pub names: &'a Declarations<'a>,
    /// Operations by name.
    pub operations: &'a Operations<'a>,
    /// Where families use sets of encodings.
    pub asked: &'a [Asked],
    /// Operands of many families that states move.
    pub indexed: Vec<IndexedLine<'a>>,
    /// `let`s outside of families by name.
    pub outside: Arc<Known<&'a str, &'a Arc<ast::Local>>>,
    /// Names of those that are declared of an operand.
    pub of_operands: Arc<SortedSet<String>>,
    /// Functions: `let`s of values.
    pub functions: Arc<Vec<Arc<ast::Local>>>,
    /// What operations of all families may name.
    pub everywhere: Environment,
    /// Conditions of forms that exclude each other.
    pub exclusions: Exclusions,
    /// Unknown names that get a suggestion.
    pub suggestions: Suggestions,
    /// Errors so far.
    pub diagnostics: Vec<Diagnostic>,
}

/// A line of a family that uses a set.
pub struct Asked {
    /// Index among the declared families.
    pub family: usize,
    /// The whole set.
    pub set: Span,
    /// The line.
    pub line: Span,
}

/// A line `indexed`, with its names resolved.
#[derive(Debug, Clone)]
pub(crate) struct IndexedLine<'a> {
    /// As written.
    pub item: &'a ast::Indexed,
    /// Its operand is a register of this file.
    pub file: Option<usize>,
    /// What moves it.
    pub by: IndexBy,
    /// When it does.
    pub conditions: Vec<StateBits>,
    /// Where.
    pub archs: ArchSet,
}

impl<'a> Context<'a> {
    /// The same without errors, for a part that is checked apart.
    pub fn of_part(&self) -> Context<'a> {
        Context {
            machine: self.machine,
            names: self.names,
            operations: self.operations,
            asked: self.asked,
            indexed: self.indexed.clone(),
            outside: Arc::clone(&self.outside),
            of_operands: Arc::clone(&self.of_operands),
            functions: Arc::clone(&self.functions),
            everywhere: self.everywhere.clone(),
            exclusions: Exclusions::default(),
            suggestions: Suggestions::default(),
            diagnostics: Vec::new(),
        }
    }

    /// Reports an error.
    pub fn error(&mut self, code: Code, span: Span, message: impl Into<String>) -> Reported<'_> {
        Reported::new(&mut self.diagnostics, code, span, message)
    }

    /// Reports errors that are not there yet: encodings share lines of their family, and
    /// families what stands outside of them.
    pub fn report_once(&mut self, errors: impl IntoIterator<Item = Diagnostic>) {
        for error in errors {
            if !self.diagnostics.contains(&error) {
                self.diagnostics.push(error);
            }
        }
    }

    /// The architectures of a line; what is wrong with them is reported.
    pub fn archs(&mut self, at: Option<&ast::At>) -> ArchSet {
        self.machine.resolve(at, &mut self.diagnostics)
    }

    /// The same of a line whose errors are reported elsewhere.
    pub fn archs_of(&self, at: Option<&ast::At>) -> ArchSet {
        self.machine.resolve(at, &mut Vec::new())
    }

    /// The index of a declared name; one that is not declared is reported.
    pub fn find(&mut self, sort: Sort, name: &ast::Name) -> Option<usize> {
        let names = self.names;
        names.find_or_report(sort, name, &self.suggestions, &mut self.diagnostics)
    }

    /// "no … is called …", with the nearest name of those sorts.
    pub fn unknown(&self, sorts: &[Sort], name: &ast::Name) -> Diagnostic {
        self.names.unknown(sorts, name, &self.suggestions)
    }

    /// The index of a syntax; one that is not declared is reported.
    pub fn syntax(&mut self, name: &ast::Name) -> Option<usize> {
        self.machine.syntax_or_report(name, &mut self.diagnostics)
    }

    /// Refuses a form that asks for a feature where none can.
    pub fn no_feature(&mut self, form: &ast::Form) {
        if let Some(name) = &form.needs {
            let message = "this form cannot ask for a feature";
            let mut error = Diagnostic::new(Code::BadTemplate, name.span, message);
            error.help = Some("those of families can, whose layout is a format".to_owned());
            self.report_once([error]);
        }
    }

    /// The feature that a row or a form asks for, as a bit set; one that is not declared is
    /// reported.
    pub fn feature(&mut self, needs: Option<&ast::Name>) -> u32 {
        let Some(name) = needs else { return 0 };
        let mut features = self.machine.features.iter();
        if let Some(bit) = features.position(|other| other.text == name.text) {
            return 1 << bit;
        }
        let features = self.machine.features.iter();
        let names = features.map(|other| other.text.as_str());
        let message = format!("no feature is called `{}`", name.text);
        let mut error = Diagnostic::new(Code::Unknown, name.span, message);
        error.help = crate::suggest::did_you_mean(&name.text, names).or_else(|| {
            Some(format!(
                "declare it: `feature {} {{ processor … }}`",
                name.text
            ))
        });
        self.diagnostics.push(error);
        0
    }

    /// The syntaxes of a form: all, or the one that it names.
    pub fn syntaxes(&mut self, form: &ast::Form) -> Vec<usize> {
        match &form.syntax {
            None => (0..self.machine.syntaxes.len()).collect(),
            Some(name) => self.syntax(name).into_iter().collect(),
        }
    }

    /// Whether instructions of an architecture can be written in a syntax.
    pub fn has_syntax(&self, syntax: usize, arch: usize) -> bool {
        self.machine.syntaxes[syntax].archs.contains(arch)
    }

    /// Whether the engines can compute a rule or a condition.
    pub fn check_program<F: Clone + PartialEq>(&mut self, value: &Value<F>, span: Span) {
        if value.stack_depth() > MAX_STACK {
            self.diagnostics.push(
                Diagnostic::new(
                    Code::BadExpression,
                    span,
                    format!("more than {MAX_STACK} values wait for one another here"),
                )
                .help("write the longer side of an operator on its left, or split the rule"),
            );
        }
    }

    /// Reports a rule that no instruction of an architecture keeps, or that the engines
    /// cannot compute.
    pub fn check_rule<F: Clone + PartialEq>(&mut self, value: &Value<F>, span: Span, arch: usize) {
        if let Value::Number(0) = value {
            let arch = &self.machine.archs[arch].name.text;
            self.diagnostics.push(
                Diagnostic::new(
                    Code::BadExpression,
                    span,
                    format!("this rule never holds on {arch}"),
                )
                .help("a rule says what must be true of an instruction"),
            );
        }
        self.check_program(value, span);
    }
}
