//! What becomes of a source.

use super::error::Error;
use super::text::Texts;
use crate::object::{Location, Object, Place, SymbolId};

/// What became of a source.
#[derive(Debug)]
pub struct Assembly<I> {
    /// The object; of a source with errors, what could be made of it.
    pub draft: Option<Object>,
    /// What is wrong, in the order in which it was found.
    pub errors: Vec<Error>,
    /// What `.warning` says.
    pub warnings: Vec<Error>,
    /// What `.print` says, line by line: it is meant for the standard output.
    pub printed: Vec<String>,
    /// The source as text again, if [`Assembler::text`](crate::asm::Assembler::text) asked
    /// for it; of a source with errors, what is right of it.
    pub text: Vec<u8>,
    /// The texts that locations are in.
    pub texts: Texts,
    /// Statement by statement, if [`Assembler::listing`](crate::asm::Assembler::listing) asked for it.
    pub listing: Vec<Listed<I>>,
}

impl<I> Assembly<I> {
    /// The object, if nothing is wrong.
    pub fn object(&self) -> Option<&Object> {
        self.draft.as_ref().filter(|_| self.errors.is_empty())
    }
}

/// A statement of the listing.
#[derive(Debug, Clone)]
pub struct Listed<I> {
    /// Where it stands.
    pub location: Location,
    /// What it is.
    pub item: Item<I>,
}

/// What a statement is.
#[derive(Debug, Clone)]
pub enum Item<I> {
    /// A label.
    Label(SymbolId),
    /// An instruction; what is known later is zero in it.
    Instruction {
        /// In memory.
        inst: I,
        /// Where it stands.
        place: Place,
        /// Its size in bytes.
        size: u8,
        /// It has an operand that was known later.
        later: bool,
    },
    /// Data, with values of so many bytes.
    Data {
        /// Bytes of a value.
        unit: u8,
        /// Where it stands.
        place: Place,
        /// Bytes of all values.
        size: u32,
        /// One of them was known later.
        later: bool,
    },
    /// Another directive.
    Directive,
    /// An error: an index into [`Assembly::errors`].
    Error(usize),
}

impl<I> Item<I> {
    /// The same with an instruction in the place of what stands for it, if there is one.
    pub(super) fn with<J>(self, inst_of: impl FnOnce(I) -> Option<J>) -> Option<Item<J>> {
        Some(match self {
            Item::Instruction {
                inst,
                place,
                size,
                later,
            } => Item::Instruction {
                inst: inst_of(inst)?,
                place,
                size,
                later,
            },
            Item::Label(symbol) => Item::Label(symbol),
            Item::Data {
                unit,
                place,
                size,
                later,
            } => Item::Data {
                unit,
                place,
                size,
                later,
            },
            Item::Directive => Item::Directive,
            Item::Error(error) => Item::Error(error),
        })
    }
}
