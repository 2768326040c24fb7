//! Which names are looked up together.

/// Names that are looked up together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Room {
    /// The machine.
    Machine,
    /// Architectures.
    Architectures,
    /// Processors.
    Processors,
    /// What only some processors have.
    Features,
    /// Ways to write instructions.
    Syntaxes,
    /// Register files, classes, structs and kinds: what values are.
    Values,
    /// Single registers, and rows of them.
    Registers,
    /// Formats and streams.
    Layouts,
    /// Sets of modifiers.
    Modifiers,
    /// Source modifiers.
    Wraps,
    /// Operations.
    Operations,
    /// Sets of encodings.
    Encodings,
    /// Tables of halves.
    Halves,
    /// Families and pairs.
    Families,
    /// States.
    States,
    /// Counters.
    Counters,
    /// Address spaces.
    Spaces,
    /// Lints.
    Lints,
    /// `let`s outside of families.
    Locals,
    /// Formulas.
    Formulas,
    /// Mnemonics.
    Instructions,
    /// Fields of formats and pieces of streams, members of structs, single modifiers.
    Fields,
    /// What one item alone knows: operands, parameters, its `let`s, variables.
    Own,
}

impl Room {
    /// What one of its names is, for people.
    pub fn word(self) -> &'static str {
        match self {
            Room::Machine => "machine",
            Room::Architectures => "architecture",
            Room::Processors => "processor",
            Room::Features => "feature",
            Room::Syntaxes => "syntax",
            Room::Values => "kind of value",
            Room::Registers => "register",
            Room::Layouts => "layout",
            Room::Modifiers => "set of modifiers",
            Room::Wraps => "source modifier",
            Room::Operations => "operation",
            Room::Encodings => "set of encodings",
            Room::Halves => "table of halves",
            Room::Families => "family",
            Room::States => "state",
            Room::Counters => "counter",
            Room::Spaces => "address space",
            Room::Lints => "lint",
            Room::Locals => "local",
            Room::Formulas => "formula",
            Room::Instructions => "instruction",
            Room::Fields => "field",
            Room::Own => "name of this item",
        }
    }
}
