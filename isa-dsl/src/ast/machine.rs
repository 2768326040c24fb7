//! The machine's header.

use super::name::{At, Name, Number};

/// The machine's header.
#[derive(Debug, Clone, Hash)]
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
#[derive(Debug, Clone, Hash)]
pub struct Arch {
    /// Name.
    pub name: Name,
    /// Title for people.
    pub title: Option<Name>,
    /// Processors of this architecture.
    pub processors: Vec<Name>,
}

/// `feature NAME @ cdna1.. { gfx906 }`, `feature NAME optional @ rdna1..;`
#[derive(Debug, Clone, Hash)]
pub struct Feature {
    /// Name.
    pub name: Name,
    /// Code may be made without it (`optional`).
    pub optional: bool,
    /// Architectures of which every processor has it.
    pub at: Option<At>,
    /// Further processors that have it.
    pub processors: Vec<Name>,
}

/// `syntax llvm { comment "//" ";"; }`
#[derive(Debug, Clone, Hash)]
pub struct Syntax {
    /// Name.
    pub name: Name,
    /// Architectures whose instructions can be written in it.
    pub at: Option<At>,
    /// Lexical properties: a word and its strings.
    pub lexical: Vec<(Name, Vec<Name>)>,
}
