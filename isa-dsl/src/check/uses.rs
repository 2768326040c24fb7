//! Which fields of a layout have a meaning in a shape.

use crate::sorted::SortedSet;
use std::borrow::Cow;

use super::context::Context;
use super::scope::Site;
use crate::ast;
use crate::bits::BitField;
use crate::diagnostic::{Code, Diagnostic};
use crate::expr;
use crate::source::Span;
use crate::suggest::did_you_mean;
use crate::tables::Bits;

/// Which fields of the layout were given a meaning, and where.
pub(super) struct Uses<'a> {
    /// The row whose arguments these are.
    pub row: Span,
    /// What the shape is of.
    pub site: Site<'a>,
    /// Fields with the place of their use.
    pub used: Vec<(Cow<'a, str>, Span)>,
    /// Fields that are bound, with their values.
    pub bound: Vec<(String, u64)>,
    /// Bits of source modifiers.
    pub wrapped: Vec<(Bits, String, Span)>,
    /// Bits that say which half of a register an operand is.
    pub halves: Vec<(Bits, String, Span)>,
    /// Some name is not a field: the field that was meant is not known.
    pub failed: bool,
    /// Operands that are not on this architecture.
    pub absent: SortedSet<String>,
}

impl<'a> Uses<'a> {
    /// None yet.
    pub fn new(site: Site<'a>, row: Span) -> Uses<'a> {
        Uses {
            row,
            site,
            used: Vec::new(),
            bound: Vec::new(),
            wrapped: Vec::new(),
            halves: Vec::new(),
            failed: false,
            absent: SortedSet::new(),
        }
    }

    /// With the row, if the expression depends on its arguments.
    pub fn with_row(&self, error: Diagnostic, expr: Option<&ast::Expr>) -> Diagnostic {
        let params = &self.site.parts.family.params;
        if expr.is_some_and(|expr| expr::mentions(expr, params)) {
            error.also(self.row, "with the arguments of this row")
        } else {
            error
        }
    }

    /// Takes a field; `None` if this architecture lacks it or on error.
    pub fn take(
        &mut self,
        name: &'a ast::Name,
        how: &str,
        context: &mut Context,
    ) -> Option<BitField> {
        if !self.known(name, context) {
            return None;
        }
        if let Some((_, first)) = self.used.iter().find(|(used, _)| *used == name.text) {
            let message = format!("field `{}` has two meanings", name.text);
            context
                .error(Code::FieldTwice, name.span, message)
                .label(how)
                .also(*first, "its other meaning is here");
            return None;
        }
        self.used.push((Cow::Borrowed(&name.text), name.span));
        self.site.layout.field(&name.text, self.site.arch).cloned()
    }

    /// The value of a field that is bound.
    pub fn bound_value(&self, name: &str) -> Option<u64> {
        let mut bound = self.bound.iter();
        bound.find(|(field, _)| field == name).map(|row| row.1)
    }

    /// Whether the layout has a field of that name on some architecture.
    pub fn known(&mut self, name: &ast::Name, context: &mut Context) -> bool {
        if self.site.layout.has_field(&name.text) {
            return true;
        }
        self.failed = true;
        if self.site.layout.broken.contains(&name.text) {
            return false;
        }
        let fixed = self
            .site
            .layout
            .parts
            .iter()
            .find(|it| it.name == name.text);
        let message = format!(
            "format `{}` has no field `{}`",
            self.site.layout.name, name.text
        );
        let mut error = Diagnostic::new(Code::NoField, name.span, message);
        match fixed {
            Some(part) => {
                error.message = format!(
                    "the bits of `{}` in format `{}` are fixed",
                    name.text, self.site.layout.name
                );
                error = error.also(part.span, "fixed here");
            }
            None => error.help = did_you_mean(&name.text, self.site.layout.field_names()),
        }
        context.diagnostics.push(error);
        false
    }
}
