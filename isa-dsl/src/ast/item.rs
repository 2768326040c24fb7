//! Files and their items.

use std::sync::Arc;

use super::{
    Alias, Class, Encodings, Family, FloatingTypes, Format, Formula, Halves, Indexed, Isa, KindBy,
    Lint, Local, Modifiers, Name, Operation, Pair, Registers, Spaces, State, Stream, Struct,
    Wrapping,
};
use crate::source::Span;

/// One file: its items in the order of the text.
#[derive(Debug, Clone, Default, Hash)]
pub struct File {
    /// The items that could be parsed. Versions of a file share those that are the same.
    pub items: Vec<Arc<Item>>,
}

/// A top-level item with the `///` lines above it.
#[derive(Debug, Clone, Hash)]
pub struct Item {
    /// Documentation lines, without the slashes, joined by newlines.
    pub doc: String,
    /// The whole item.
    pub span: Span,
    /// Whether it names formulas, or reasons of operations: what those say is put in.
    pub asks: bool,
    /// What it declares.
    pub kind: ItemKind,
}

/// The kinds of items.
#[derive(Debug, Clone, Hash)]
pub enum ItemKind {
    /// `isa NAME "title" { … }`
    Isa(Isa),
    /// `include "path";`
    Include(Name),
    /// `registers NAME : BITS { … }`
    Registers(Registers),
    /// `state NAME : BITS = FILE NUMBER;`
    State(State),
    /// `counter a, b;`
    Counters(Vec<Name>),
    /// `space a, b limit M0;`
    Spaces(Spaces),
    /// `floating FLOAT rounding MODE [1:0] subnormals MODE [5:4];`
    FloatingTypes(FloatingTypes),
    /// `indexed src0 of vgpr by M0 [7:0] if MODE [27];`
    Indexed(Indexed),
    /// `class NAME : BITS { … }`
    Class(Class),
    /// `kind NAME by FIELD { … }`
    KindBy(KindBy),
    /// `struct NAME : BITS { … }`
    Struct(Struct),
    /// `format NAME : BITS { … }`
    Format(Format),
    /// `modifiers NAME { … }`
    Modifiers(Modifiers),
    /// `wrap NAME { … }`
    Wrapping(Wrapping),
    /// `operation NAME(T) { … }`
    Operation(Operation),
    /// `encodings NAME(T, n) { … }`
    Encodings(Encodings),
    /// `family NAME(n) : FORMAT { … }`
    Family(Family),
    /// `halves NAME { … }`
    Halves(Halves),
    /// `pair NAME : FORMAT { … }`
    Pair(Pair),
    /// `alias read NAME => NAME;`
    Alias(Alias),
    /// `lint NAME "what it is for" { … }`
    Lint(Lint),
    /// `stream NAME { … }`
    Stream(Stream),
    /// `let NAME : TYPE = …;`
    Local(Arc<Local>),
    /// `formula NAME(n) = …;`
    Formula(Formula),
}
