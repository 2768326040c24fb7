//! The instructions of a source, of whichever kind they are.
//!
//! All else that reads sources knows only [`CodeTarget`] and [`Instructions`], so it is compiled
//! once, with the engines, and not for each kind of target in each crate that assembles.

use std::cell::RefCell;
use std::vec::Vec;

use super::assembly::{Assembly, Item, Listed};
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

/// An instruction of a source that is being read, by its place among those that are kept.
#[derive(Debug, Clone, Copy)]
pub(super) struct InstId(usize);

/// Instructions of statements.
pub(super) trait Instructions<'t> {
    /// The processor and its machine.
    fn target(&self) -> Target<'t>;

    /// The same, for lines of code.
    fn code(&self) -> &dyn CodeTarget<'t>;

    /// As [`TargetMachine::parse_with`]. The instruction is kept until the next one, or for a
    /// listing.
    fn parse(
        &self,
        text: &str,
        syntax: SyntaxId,
        symbols: &dyn Symbols,
    ) -> Result<Parsed<InstId>, ParseError>;

    /// As [`TargetMachine::encode`].
    fn encode(&self, inst: InstId, out: &mut [u8; MAX_BYTES]) -> Result<usize, EncodeError>;

    /// As [`TargetMachine::print`].
    fn print(&self, inst: InstId, syntax: SyntaxId, out: &mut Vec<u8>) -> Result<(), PrintError>;

    /// As [`TargetMachine::print_naming`].
    fn print_naming(
        &self,
        inst: InstId,
        syntax: SyntaxId,
        operand: usize,
        name: &str,
        out: &mut Vec<u8>,
    ) -> Result<(), PrintError>;
}

/// The instructions of one kind.
pub(super) struct Kept<T, I> {
    target: T,
    /// Those of all statements, for a listing; else the last one.
    insts: RefCell<Vec<I>>,
    lists: bool,
}

impl<'t, T: TargetMachine<'t>> Kept<T, T::Inst> {
    /// None yet; `lists` says whether all are kept.
    pub(super) fn new(target: T, lists: bool) -> Kept<T, T::Inst> {
        Kept {
            target,
            insts: RefCell::new(Vec::new()),
            lists,
        }
    }

    fn inst(&self, inst: InstId) -> T::Inst {
        self.insts.borrow()[inst.0]
    }

    /// What became of a source, with the instructions themselves.
    pub(super) fn put_into(self, assembly: Assembly<InstId>) -> Assembly<T::Inst> {
        let insts = self.insts.into_inner();
        let listed = |Listed { location, item }| Listed {
            location,
            item: match item {
                Item::Instruction {
                    inst: InstId(at),
                    place,
                    size,
                    later,
                } => Item::Instruction {
                    inst: insts[at],
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
            },
        };
        Assembly {
            draft: assembly.draft,
            errors: assembly.errors,
            warnings: assembly.warnings,
            printed: assembly.printed,
            text: assembly.text,
            texts: assembly.texts,
            listing: assembly.listing.into_iter().map(listed).collect(),
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
    ) -> Result<Parsed<InstId>, ParseError> {
        let Parsed { inst, later } = self.target.parse_with(text, syntax, symbols)?;
        let mut insts = self.insts.borrow_mut();
        if !self.lists {
            insts.clear();
        }
        insts.push(inst);
        let inst = InstId(insts.len() - 1);
        Ok(Parsed { inst, later })
    }

    fn encode(&self, inst: InstId, out: &mut [u8; MAX_BYTES]) -> Result<usize, EncodeError> {
        self.target.encode(self.inst(inst), out)
    }

    fn print(&self, inst: InstId, syntax: SyntaxId, out: &mut Vec<u8>) -> Result<(), PrintError> {
        self.target.print(self.inst(inst), syntax, out)
    }

    fn print_naming(
        &self,
        inst: InstId,
        syntax: SyntaxId,
        operand: usize,
        name: &str,
        out: &mut Vec<u8>,
    ) -> Result<(), PrintError> {
        let inst = self.inst(inst);
        self.target.print_naming(inst, syntax, operand, name, out)
    }
}
