//! What stands where: which symbols are labels, which labels have to be made up, what is
//! code, data or a record.

use std::collections::HashMap;
use std::ops::Range;

use super::names::{BaseName, Spelled};
use super::steps::Steps;
use crate::object::RecordSymbols;
use crate::object::read::File;

/// How a symbol is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    /// Its name cannot be written, or stands for another symbol: not at all.
    Not(Reason),
    /// As a label, or without a place.
    Label,
    /// As the value of an expression, because no statement begins there.
    Value,
    /// By the directives of its record.
    Record,
    /// As the name of a group of sections.
    Signature,
}

/// Why a symbol cannot be said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reason {
    Nameless,
    Unwritable,
    Private,
    Taken,
    SourceFile,
    Nowhere,
}

impl Reason {
    pub(super) fn text(self) -> &'static str {
        match self {
            Reason::Nameless => "it has no name",
            Reason::Unwritable => "its name cannot be written",
            Reason::Private => "the assembler keeps such names to itself",
            Reason::Taken => "an earlier symbol has the name",
            Reason::SourceFile => "names of source files are not written",
            Reason::Nowhere => "it lies in a section that the text does not have",
        }
    }
}

/// A symbol in the text. Files have many: it is small.
#[derive(Debug, Clone, Copy)]
pub(super) struct SymbolPlan {
    pub(super) how: How,
    /// Its name can stand without quotes, also as a label.
    pub(super) is_bare: bool,
    /// Its visibility is said by the directives of its record.
    pub(super) visibility_follows: bool,
}

impl SymbolPlan {
    pub(super) fn is_sayable(self) -> bool {
        !matches!(self.how, How::Not(_))
    }
}

/// What a part of a section is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
    Code,
    Data,
    /// A record, by the number of its symbol.
    Record(usize),
}

/// A section in the text.
#[derive(Debug, Default)]
pub(super) struct SectionPlan {
    pub(super) is_printed: bool,
    /// Its name as `.section` takes it.
    pub(super) name: String,
    /// It is the section that every assembly begins with.
    pub(super) is_text: bool,
    /// What makes it another section than those of its name.
    pub(super) unique: Option<usize>,
    /// What the names of labels that are made up begin with.
    pub(super) stem: String,
    pub(super) pieces: Vec<(Range<u64>, Piece)>,
    /// Symbols that are labels here, in order.
    pub(super) labels: Vec<(u64, usize)>,
    /// Those of them that no other object sees.
    pub(super) locals: Vec<(u64, usize)>,
    /// Labels that are made up, in order.
    pub(super) made: Vec<u64>,
    /// Symbols whose values are expressions.
    pub(super) values: Vec<usize>,
    /// What cannot be said, and where, in order.
    pub(super) remarks: Vec<(u64, String)>,
    /// The statements of its code.
    pub(super) steps: Steps,
}

impl SectionPlan {
    /// The last local label at or before a place.
    pub(super) fn local_before(&self, offset: u64) -> Option<(u64, usize)> {
        let behind = self.locals.partition_point(|(at, _)| *at <= offset);
        self.locals[..behind].last().copied()
    }

    /// Whether a label is made up at a place.
    pub(super) fn is_made(&self, offset: u64) -> bool {
        self.made.binary_search(&offset).is_ok()
    }

    /// The local label at a place.
    pub(super) fn local_at(&self, offset: u64) -> Option<usize> {
        let found = self.local_before(offset);
        found
            .filter(|(at, _)| *at == offset)
            .map(|(_, symbol)| symbol)
    }
}

/// What a relocation counts from, in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    /// A symbol.
    Symbol(usize),
    /// A label that is made up, in a section and so many bytes from its start.
    Made(usize, u64),
}

/// The text of a file, before it is written.
pub(super) struct Plan {
    pub(super) symbols: Vec<SymbolPlan>,
    pub(super) sections: Vec<SectionPlan>,
    pub(super) records: HashMap<usize, RecordSymbols>,
}

impl Plan {
    /// The name of a base.
    pub(super) fn base_name<'n>(&'n self, file: &File<'n>, base: Base) -> BaseName<'n> {
        match base {
            Base::Symbol(symbol) => BaseName::Symbol(file.symbols[symbol].name),
            Base::Made(section, offset) => BaseName::Made(&self.sections[section].stem, offset),
        }
    }

    /// The name of a symbol as directives take it; one that cannot be written is not
    /// asked for.
    pub(super) fn spelled<'d>(&self, file: &File<'d>, symbol: usize) -> Spelled<'d> {
        Spelled {
            quote: if self.symbols[symbol].is_bare {
                ""
            } else {
                "\""
            },
            name: file.symbols[symbol].name,
        }
    }
}
