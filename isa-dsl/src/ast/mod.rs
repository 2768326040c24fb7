//! The syntax tree of `.isa` files: what was written, with the place of every
//! word. Nothing here is checked beyond the grammar; names are not resolved.
//!
//! `value` has what the numbers of a field mean, `layout` where bits are and the
//! expressions over them, `instruction` families and rows, `lint` what mnemonics promise, `stream` byte
//! streams, `operation` pseudocode; machine and items stand here.
//!
//! One type per grammar rule, named after it. The tree owns its text, so it
//! outlives the source.

mod instruction;
mod layout;
mod lint;
mod operation;
mod stream;
mod value;

pub use instruction::*;
pub use layout::*;
pub use lint::*;
pub use operation::*;
pub use stream::*;
pub use value::*;

use crate::source::Span;

/// A word of the source with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The word as written (strings without their quotes, escapes resolved).
    pub text: String,
    /// Where it stands. For strings the span covers the text between the
    /// quotes, so that a column inside a template can be pointed at.
    pub span: Span,
}

/// A number with its place. Numbers are at most 64 bits wide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Number {
    /// The value.
    pub value: u64,
    /// Where it stands.
    pub span: Span,
}

/// A number that may carry a minus sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signed {
    /// The value.
    pub value: i64,
    /// Where it stands.
    pub span: Span,
}

/// One file: its items in the order of the text.
#[derive(Debug, Clone, Default)]
pub struct File {
    /// The items that could be parsed.
    pub items: Vec<Item>,
}

/// A top-level item with the `///` lines above it.
#[derive(Debug, Clone)]
pub struct Item {
    /// Documentation lines, without the slashes, joined by newlines.
    pub doc: String,
    /// The whole item.
    pub span: Span,
    /// What it declares.
    pub kind: ItemKind,
}

/// The kinds of items.
#[derive(Debug, Clone)]
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
    /// `alias read NAME => NAME;`
    Alias(Alias),
    /// `lint NAME "what it is for" { … }`
    Lint(Lint),
    /// `stream NAME { … }`
    Stream(Stream),
    /// `let NAME : TYPE = …;`
    Local(Local),
}

/// `@ gcn1.1.., gcn1.4`: where something exists. `None` everywhere in the
/// tree means "on every architecture".
#[derive(Debug, Clone)]
pub struct At {
    /// The whole clause.
    pub span: Span,
    /// Its ranges.
    pub ranges: Vec<AtRange>,
}

/// One range of architectures, both ends included.
#[derive(Debug, Clone)]
pub struct AtRange {
    /// First architecture; `None` for `..b`.
    pub from: Option<Name>,
    /// Last architecture; `None` for `a..`. Equal to `from` for a single one.
    pub to: Option<Name>,
}

/// The machine's header.
#[derive(Debug, Clone)]
pub struct Isa {
    /// Name of the machine, as in `isa_mc::gcn`.
    pub name: Name,
    /// Title for people.
    pub title: Name,
    /// `word 32 little;` — size of a code unit in bits, and `true` for little endian.
    pub words: Vec<(Number, bool)>,
    /// Architectures, oldest first.
    pub archs: Vec<Arch>,
    /// Features that only some processors have.
    pub features: Vec<Feature>,
    /// Assembly syntaxes; the first is the default.
    pub syntaxes: Vec<Syntax>,
}

/// `arch gcn1.1 "Sea Islands" { gfx700 … }`
#[derive(Debug, Clone)]
pub struct Arch {
    /// Name.
    pub name: Name,
    /// Title for people.
    pub title: Option<Name>,
    /// Processors of this architecture.
    pub processors: Vec<Name>,
}

/// `feature NAME { gfx906 }`
#[derive(Debug, Clone)]
pub struct Feature {
    /// Name.
    pub name: Name,
    /// Processors that have it.
    pub processors: Vec<Name>,
}

/// `syntax llvm { comment "//" ";"; }`
#[derive(Debug, Clone)]
pub struct Syntax {
    /// Name.
    pub name: Name,
    /// Lexical properties: a word and its strings.
    pub lexical: Vec<(Name, Vec<Name>)>,
}
