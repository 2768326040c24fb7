//! How something is written.

use super::expression::Expr;
use super::name::{At, Name};
use crate::source::Span;

/// An assembly form.
#[derive(Debug, Clone, Hash)]
pub struct Form {
    /// The whole statement.
    pub span: Span,
    /// Syntax; every syntax if left out.
    pub syntax: Option<Name>,
    /// `none`: the syntax has no text for it, and the template is empty.
    pub no_text: bool,
    /// Read, never printed.
    pub read_only: bool,
    /// Feature that a processor must have.
    pub needs: Option<Name>,
    /// Condition on the fields.
    pub when: Option<Expr>,
    /// The template.
    pub template: Name,
    /// Where it is one.
    pub at: Option<At>,
}
