//! Statements one after the other.

use super::{Mnemonics, NoSymbols, ParseError, Parsed, Symbols};
use crate::{Inst, SyntaxId, Target};

/// Reads statements one after the other, for one processor in one syntax.
///
/// It finds what [`Target::parse`] finds in less time, a seventh on code of compilers: what
/// mnemonics mean, and modifiers that are one word, it looks up once. What it remembers of them
/// is bounded: 4,096 mnemonics and 512 modifiers, whatever it reads.
///
/// ```
/// use isa_mc::Parser;
/// use isa_mc::gcn::{self, syntax};
///
/// let target = gcn::target("gfx900").unwrap();
/// let mut parser = Parser::new(target, syntax::LLVM);
/// for statement in ["s_mov_b32 s0, 1", "s_mov_b32 s1, 2", "s_endpgm"] {
///     let inst = parser.parse(statement).unwrap();
///     assert_eq!(target.parse(statement, syntax::LLVM).unwrap(), inst);
/// }
/// assert!(parser.parse("s_mov_b32 s0").is_err());
/// ```
#[derive(Debug)]
pub struct Parser<'a> {
    target: Target<'a>,
    syntax: SyntaxId,
    known: Mnemonics<'a>,
}

impl<'a> Parser<'a> {
    /// For a processor and a syntax. Nothing is allocated before the first statement.
    pub fn new(target: Target<'a>, syntax: SyntaxId) -> Parser<'a> {
        Parser {
            target,
            syntax,
            known: Mnemonics::default(),
        }
    }

    /// The instruction that a statement means: one statement, without label and comment.
    ///
    /// # Errors
    ///
    /// As [`Target::parse`].
    pub fn parse(&mut self, text: &str) -> Result<Inst, ParseError> {
        self.parse_with(text, &NoSymbols).map(|parsed| parsed.inst)
    }

    /// [`parse`](Self::parse) with names for numbers and places, which may be others for each
    /// statement.
    ///
    /// # Errors
    ///
    /// As [`Target::parse`].
    pub fn parse_with(
        &mut self,
        text: &str,
        symbols: &dyn Symbols,
    ) -> Result<Parsed<Inst>, ParseError> {
        let Parser {
            target,
            syntax,
            known,
        } = self;
        match target.parse_known(text, *syntax, symbols, known) {
            Some(parsed) => Ok(parsed),
            None => target.parse_by_forms(text, *syntax, symbols),
        }
    }
}
