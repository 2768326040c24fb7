//! The instructions of a source, of whichever kind they are.
//!
//! All else that reads sources knows only [`CodeTarget`] and [`Instructions`], so it is compiled
//! once, with the engines, and not for each kind of target in each crate that assembles.

use std::cell::{Cell, RefCell};
use std::vec::Vec;

use super::assembly::{Assembly, Item, Listed};
use crate::object::Location;
use crate::tables::MAX_STREAM_BYTES;
use crate::{
    EncodeError, LineContext, ParseError, Parsed, ParsedLine, PrintError, Symbols, SyntaxId,
    Target, TargetMachine,
};

/// Bytes of an instruction of either kind at most.
pub(super) const MAX_BYTES: usize = MAX_STREAM_BYTES;

/// A target as it reads lines of code, on any thread.
pub(super) trait CodeTarget<'t>: Sync {
    /// As [`TargetMachine::parse_code`].
    fn line(&self, text: &str, at: usize, known: &mut LineContext<'_, 't>) -> Option<ParsedLine>;

    /// As [`TargetMachine::parse_lines`].
    fn lines(
        &self,
        text: &str,
        at: usize,
        most: usize,
        known: &mut LineContext<'_, 't>,
        code: &mut Vec<u8>,
    ) -> (usize, Option<ParsedLine>);
}

impl<'t, T: TargetMachine<'t>> CodeTarget<'t> for T {
    fn line(&self, text: &str, at: usize, known: &mut LineContext<'_, 't>) -> Option<ParsedLine> {
        self.parse_code(text, at, known)
    }

    fn lines(
        &self,
        text: &str,
        at: usize,
        most: usize,
        known: &mut LineContext<'_, 't>,
        code: &mut Vec<u8>,
    ) -> (usize, Option<ParsedLine>) {
        self.parse_lines(text, at, most, known, code)
    }
}

/// In the place of an instruction: the one that was read last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Last;

/// Instructions of statements, and the statements that are listed with them.
pub(super) trait Instructions<'t> {
    /// The processor and its machine.
    fn target(&self) -> Target<'t>;

    /// The same, for lines of code.
    fn code(&self) -> &dyn CodeTarget<'t>;

    /// As [`TargetMachine::parse_with`]. The instruction is kept until the next one.
    fn parse(
        &self,
        text: &str,
        syntax: SyntaxId,
        symbols: &dyn Symbols,
    ) -> Result<Parsed<Last>, ParseError>;

    /// As [`TargetMachine::encode`], of the last one.
    fn encode(&self, out: &mut [u8; MAX_BYTES]) -> Result<usize, EncodeError>;

    /// As [`TargetMachine::print`], of the last one.
    fn print(&self, syntax: SyntaxId, out: &mut Vec<u8>) -> Result<(), PrintError>;

    /// As [`TargetMachine::print_naming`], of the last one.
    fn print_naming(
        &self,
        syntax: SyntaxId,
        operand: usize,
        name: &str,
        out: &mut Vec<u8>,
    ) -> Result<(), PrintError>;

    /// Adds a statement to the listing.
    fn list(&self, location: Location, item: Item<Last>);

    /// Where the listed statements stand, in their order.
    fn listed(&self) -> Vec<Location>;

    /// A listed statement was an error, of that number.
    fn list_error(&self, statement: usize, error: usize);
}

/// The instructions of one kind. What reads a source knows it by [`Instructions`] and asks for one
/// thing after another, which changes what is in the cells.
pub(super) struct Kept<T, I> {
    target: T,
    last: Cell<Option<I>>,
    listing: RefCell<Vec<Listed<I>>>,
}

impl<'t, T: TargetMachine<'t>> Kept<T, T::Inst> {
    /// None yet.
    pub(super) fn new(target: T) -> Kept<T, T::Inst> {
        Kept {
            target,
            last: Cell::new(None),
            listing: RefCell::default(),
        }
    }

    /// What became of a source, with its listing.
    pub(super) fn put_into(self, assembly: Assembly<Last>) -> Assembly<T::Inst> {
        Assembly {
            draft: assembly.draft,
            errors: assembly.errors,
            warnings: assembly.warnings,
            printed: assembly.printed,
            text: assembly.text,
            texts: assembly.texts,
            listing: self.listing.into_inner(),
        }
    }
}

impl<'t, T: TargetMachine<'t>> Instructions<'t> for Kept<T, T::Inst> {
    fn target(&self) -> Target<'t> {
        self.target.target()
    }

    fn code(&self) -> &dyn CodeTarget<'t> {
        &self.target
    }

    fn parse(
        &self,
        text: &str,
        syntax: SyntaxId,
        symbols: &dyn Symbols,
    ) -> Result<Parsed<Last>, ParseError> {
        let Parsed { inst, later } = self.target.parse_with(text, syntax, symbols)?;
        self.last.set(Some(inst));
        Ok(Parsed { inst: Last, later })
    }

    fn encode(&self, out: &mut [u8; MAX_BYTES]) -> Result<usize, EncodeError> {
        let inst = self.last.get().ok_or(EncodeError::Unknown)?;
        self.target.encode(inst, out)
    }

    fn print(&self, syntax: SyntaxId, out: &mut Vec<u8>) -> Result<(), PrintError> {
        let inst = self.last.get().ok_or(PrintError::Unknown)?;
        self.target.print(inst, syntax, out)
    }

    fn print_naming(
        &self,
        syntax: SyntaxId,
        operand: usize,
        name: &str,
        out: &mut Vec<u8>,
    ) -> Result<(), PrintError> {
        let inst = self.last.get().ok_or(PrintError::Unknown)?;
        self.target.print_naming(inst, syntax, operand, name, out)
    }

    fn list(&self, location: Location, item: Item<Last>) {
        let Some(item) = item.with(|Last| self.last.get()) else {
            return;
        };
        self.listing.borrow_mut().push(Listed { location, item });
    }

    fn listed(&self) -> Vec<Location> {
        let listing = self.listing.borrow();
        listing.iter().map(|listed| listed.location).collect()
    }

    fn list_error(&self, statement: usize, error: usize) {
        if let Some(listed) = self.listing.borrow_mut().get_mut(statement) {
            listed.item = Item::Error(error);
        }
    }
}
