//! What files and programs need of a target, whichever kind of instructions
//! it has.

#[cfg(feature = "std")]
use crate::parse::{LineContext, ParsedLine};
use crate::parsed::{Parsed, Symbols};
use crate::tables::{Effects, Instruction, MAX_STREAM_BYTES, Tables};
use crate::{
    DecodeError, EncodeError, Inst, ParseError, PrintError, Sink, StreamInst, StreamTarget,
    SyntaxId, Target,
};

/// Bytes of an instruction of words at most, with room for its literal.
const MAX_WORD_BYTES: usize = 32;

/// A target of either kind: [`Target`], whose instructions are a word or two,
/// or [`StreamTarget`], whose instructions are bytes one after the other. Its
/// methods are theirs.
pub trait TargetMachine<'a>: Copy + Send + Sync {
    /// An instruction in memory.
    type Inst: Copy;
    /// Room for the bytes of one instruction.
    type Buffer: AsMut<[u8]> + AsRef<[u8]>;

    /// An empty buffer.
    fn buffer() -> Self::Buffer;

    /// The processor and its machine.
    fn target(&self) -> Target<'a>;

    /// The instruction at the front of `bytes`.
    ///
    /// # Errors
    ///
    /// [`DecodeError`] says why there is none.
    fn decode(&self, bytes: &[u8]) -> Result<Self::Inst, DecodeError>;

    /// Writes an instruction to the front of `out`; gives its size.
    ///
    /// # Errors
    ///
    /// [`EncodeError`] says why not; nothing is written then.
    fn encode(&self, inst: Self::Inst, out: &mut [u8]) -> Result<usize, EncodeError>;

    /// Size of an instruction in bytes.
    fn size(&self, inst: Self::Inst) -> usize;

    /// Appends the text that parses to exactly this instruction.
    ///
    /// # Errors
    ///
    /// [`PrintError`] if the syntax has no such text.
    fn print(
        &self,
        inst: Self::Inst,
        syntax: SyntaxId,
        out: &mut impl Sink,
    ) -> Result<(), PrintError>;

    /// Appends the text of an instruction with a name in the place of one operand, by its
    /// position; without the name, where names mean nothing.
    ///
    /// # Errors
    ///
    /// Those of [`print`](Self::print).
    fn print_naming(
        &self,
        inst: Self::Inst,
        syntax: SyntaxId,
        operand: usize,
        name: &str,
        out: &mut impl Sink,
    ) -> Result<(), PrintError> {
        let _ = (operand, name);
        self.print(inst, syntax, out)
    }

    /// Appends the text that comes nearest to an instruction, for people.
    ///
    /// # Errors
    ///
    /// [`PrintError`] if it is none of this machine.
    fn print_reading(
        &self,
        inst: Self::Inst,
        syntax: SyntaxId,
        out: &mut impl Sink,
    ) -> Result<(), PrintError>;

    /// The instruction that a statement means.
    ///
    /// # Errors
    ///
    /// [`ParseError`]: the nearest miss.
    fn parse_with(
        &self,
        text: &str,
        syntax: SyntaxId,
        symbols: &dyn Symbols,
    ) -> Result<Parsed<Self::Inst>, ParseError>;

    /// The instruction in the line that begins at a byte of a text, if that can be told
    /// fast: what [`parse_with`](Self::parse_with) would make of the line, if the name in
    /// it, where there is one, may be known later. No white space stands at that byte, and
    /// `mnemonics` are those of this target and this syntax. `None` says nothing.
    #[cfg(feature = "std")]
    #[inline]
    fn parse_code(
        &self,
        text: &str,
        at: usize,
        known: &mut LineContext<'_, 'a>,
    ) -> Option<ParsedLine> {
        let _ = (text, at, known);
        None
    }

    /// Appends the instructions of lines from a byte of a text on, as long as
    /// [`parse_code`](Self::parse_code) finds them, they hold no name and begin before `most`
    /// bytes; empty lines and comments between them do not count. Gives where the first other
    /// line begins, or `most`; and that line, if it is an instruction with a name.
    #[cfg(feature = "std")]
    #[inline]
    fn parse_lines(
        &self,
        text: &str,
        at: usize,
        most: usize,
        known: &mut LineContext<'_, 'a>,
        code: &mut Vec<u8>,
    ) -> (usize, Option<ParsedLine>) {
        let _ = (text, most, known, code);
        (at, None)
    }

    /// What the instruction does; `None` if it is none of this machine.
    fn instruction(&self, inst: Self::Inst) -> Option<&'a Instruction>;

    /// What its encoding does beyond its operands; `None` if it is none of this
    /// machine.
    fn effects(&self, inst: Self::Inst) -> Option<&'a Effects>;

    /// The machine's tables.
    fn tables(&self) -> &'a Tables<'a> {
        self.target().tables
    }

    /// The mnemonic; empty if the instruction is none of this machine.
    fn mnemonic(&self, inst: Self::Inst) -> &'a str {
        let row = self.instruction(inst);
        row.map_or("", |row| self.tables().text(row.name))
    }
}

macro_rules! target_machine {
    ($target:ident, $inst:ident, $bytes:expr, |$it:ident| $itself:expr, { $($more:tt)* }) => {
        impl<'a> TargetMachine<'a> for $target<'a> {
            type Inst = $inst;
            type Buffer = [u8; $bytes];

            #[inline]
            fn buffer() -> [u8; $bytes] {
                [0; $bytes]
            }

            #[inline]
            fn target(&self) -> Target<'a> {
                let $it = self;
                $itself
            }

            #[inline]
            fn decode(&self, bytes: &[u8]) -> Result<$inst, DecodeError> {
                $target::decode(self, bytes)
            }

            #[inline]
            fn encode(&self, inst: $inst, out: &mut [u8]) -> Result<usize, EncodeError> {
                $target::encode(self, inst, out)
            }

            #[inline]
            fn size(&self, inst: $inst) -> usize {
                inst.size()
            }

            #[inline]
            fn print(
                &self,
                inst: $inst,
                syntax: SyntaxId,
                out: &mut impl Sink,
            ) -> Result<(), PrintError> {
                $target::print(self, inst, syntax, out)
            }

            #[inline]
            fn print_reading(
                &self,
                inst: $inst,
                syntax: SyntaxId,
                out: &mut impl Sink,
            ) -> Result<(), PrintError> {
                $target::print_reading(self, inst, syntax, out)
            }

            #[inline]
            fn parse_with(
                &self,
                text: &str,
                syntax: SyntaxId,
                symbols: &dyn Symbols,
            ) -> Result<Parsed<$inst>, ParseError> {
                $target::parse_with(self, text, syntax, symbols)
            }

            #[inline]
            fn instruction(&self, inst: $inst) -> Option<&'a Instruction> {
                $target::instruction(self, inst)
            }

            #[inline]
            fn effects(&self, inst: $inst) -> Option<&'a Effects> {
                $target::effects(self, inst)
            }

            $($more)*
        }
    };
}

target_machine!(Target, Inst, MAX_WORD_BYTES, |it| *it, {
    #[cfg(feature = "std")]
    #[inline]
    fn parse_code(
        &self,
        text: &str,
        at: usize,
        known: &mut LineContext<'_, 'a>,
    ) -> Option<ParsedLine> {
        Target::parse_code(self, text, at, known)
    }

    #[cfg(feature = "std")]
    #[inline]
    fn parse_lines(
        &self,
        text: &str,
        at: usize,
        most: usize,
        known: &mut LineContext<'_, 'a>,
        code: &mut Vec<u8>,
    ) -> (usize, Option<ParsedLine>) {
        Target::parse_lines(self, text, at, most, known, code)
    }

    #[inline]
    fn print_naming(
        &self,
        inst: Inst,
        syntax: SyntaxId,
        operand: usize,
        name: &str,
        out: &mut impl Sink,
    ) -> Result<(), PrintError> {
        Target::print_naming(self, inst, syntax, operand, name, out)
    }
});
target_machine!(
    StreamTarget,
    StreamInst,
    MAX_STREAM_BYTES,
    |it| it.target,
    {}
);
