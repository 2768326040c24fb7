//! What an instruction is, whatever its operands hold.

use super::operand::{OperandDescription, OperandDescriptions};
use crate::tables::{Effects, Encoding, Family, Instruction, NONE, Rows, Shape, StreamEncoding};
use crate::{Inst, Opcode, Register, Target};

/// An instruction in one of its encodings, on one processor.
#[derive(Debug, Clone, Copy)]
pub struct Description<'a> {
    pub(super) target: Target<'a>,
    pub(super) encoding: u16,
    pub(super) row: Row<'a>,
    /// Of a byte stream, which holds all that its operation looks at: it goes on at its place
    /// always.
    pub(super) always_branches: bool,
}

/// The rows of an encoding.
#[derive(Debug, Clone, Copy)]
pub(super) enum Row<'a> {
    /// Of words.
    Words(&'a Encoding, &'a Shape),
    /// Of a byte stream, and its bytes.
    Stream(&'a StreamEncoding, usize),
}

/// State that instructions touch without naming it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State<'a> {
    /// Name.
    pub name: &'a str,
    /// Width in bits.
    pub bits: u16,
    /// The registers that hold it, if registers do.
    pub registers: Option<Register>,
}

/// Iterates over states by their names.
#[derive(Debug, Clone)]
pub struct States<'a> {
    pub(super) target: Target<'a>,
    pub(super) names: Names<'a>,
}

/// Iterates over names.
#[derive(Debug, Clone)]
pub struct Names<'a> {
    target: Target<'a>,
    rows: core::ops::Range<usize>,
}

impl<'a> Names<'a> {
    fn new(target: Target<'a>, rows: Rows) -> Names<'a> {
        let rows = rows.range();
        Names { target, rows }
    }
}

impl<'a> Iterator for Names<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let at = self.rows.next()?;
        let text = self.target.tables.texts.get(at)?;
        Some(self.target.text(*text))
    }
}

impl<'a> Iterator for States<'a> {
    type Item = State<'a>;

    fn next(&mut self) -> Option<State<'a>> {
        let name = self.names.next()?;
        let mut rows = self.target.tables.states.iter();
        let at = rows.position(|row| self.target.text(row.name) == name)?;
        self.target.state(u16::try_from(at).ok()?)
    }
}

impl<'a> Target<'a> {
    /// What is known of an instruction; `None` if it is none of this processor.
    pub fn describe(&self, inst: Inst) -> Option<Description<'a>> {
        self.description(inst.encoding())
    }

    /// All that the processor has, in the order of the description: a row for every
    /// encoding.
    pub fn descriptions(&self) -> impl Iterator<Item = Description<'a>> + use<'a> {
        let target = *self;
        let rows = 0..target.tables.encodings.len();
        rows.filter_map(move |at| target.description(u16::try_from(at).ok()?))
    }

    /// The encodings that an instruction has on this processor. Its mnemonic counts:
    /// on another architecture it may be another opcode.
    pub fn descriptions_of(
        &self,
        opcode: Opcode,
    ) -> impl Iterator<Item = Description<'a>> + use<'a> {
        let target = *self;
        let rows = target.tables.instructions;
        let name = rows.get(usize::from(opcode.0)).map(|row| row.name);
        let same = rows.iter().filter(move |row| Some(row.name) == name);
        same.flat_map(|row| row.encodings.range())
            .filter_map(move |at| target.description(u16::try_from(at).ok()?))
    }

    /// The instruction of a mnemonic without a suffix, in any case; `None` if the
    /// machine has none. See [`descriptions_of`](Self::descriptions_of) for whether
    /// this processor has it.
    pub fn opcode(&self, mnemonic: &str) -> Option<Opcode> {
        let mut rows = self.tables.instructions.iter();
        let at = rows.position(|row| self.text(row.name).eq_ignore_ascii_case(mnemonic))?;
        Some(Opcode(u16::try_from(at).ok()?))
    }

    fn description(&self, encoding: u16) -> Option<Description<'a>> {
        let row = self.tables.encodings.get(usize::from(encoding))?;
        let shape = self.shape_of(row);
        let here = shape.arch == self.arch && row.features & !self.features == 0;
        here.then_some(Description {
            target: *self,
            encoding,
            row: Row::Words(row, shape),
            always_branches: false,
        })
    }

    /// A state of the machine, an index into [`Tables::states`].
    ///
    /// [`Tables::states`]: crate::tables::Tables::states
    pub(crate) fn state(&self, at: u16) -> Option<State<'a>> {
        let row = self.tables.states.get(usize::from(at))?;
        let file = self.tables.files.get(usize::from(row.file));
        let registers = file.filter(|_| row.file != NONE).map(|file| Register {
            file: row.file,
            number: row.number,
            count: row.bits.div_ceil(file.bits.max(1)).max(1) as u8,
        });
        Some(State {
            name: self.text(row.name),
            bits: row.bits,
            registers,
        })
    }
}

impl<'a> Description<'a> {
    /// Of an instruction of byte streams that has so many bytes.
    pub(crate) fn of_stream(
        target: Target<'a>,
        encoding: u16,
        row: &'a StreamEncoding,
        size: usize,
    ) -> Description<'a> {
        Description {
            target,
            encoding,
            row: Row::Stream(row, size),
            always_branches: false,
        }
    }

    /// The encoding: an index into [`Tables::encodings`] or, of byte streams,
    /// [`Tables::stream_encodings`], as [`Inst::encoding`] and
    /// [`StreamInst::encoding`](crate::StreamInst::encoding) give it.
    ///
    /// [`Tables::encodings`]: crate::tables::Tables::encodings
    /// [`Tables::stream_encodings`]: crate::tables::Tables::stream_encodings
    pub fn encoding(&self) -> u16 {
        self.encoding
    }

    /// The instruction, whatever its encoding.
    pub fn opcode(&self) -> Opcode {
        Opcode(self.index())
    }

    fn index(&self) -> u16 {
        match self.row {
            Row::Words(row, _) => row.instruction,
            Row::Stream(row, _) => row.instruction,
        }
    }

    pub(super) fn instruction(&self) -> &'a Instruction {
        &self.target.tables.instructions[usize::from(self.index())]
    }

    /// Its mnemonic, without a suffix that forces the encoding.
    pub fn mnemonic(&self) -> &'a str {
        self.target.text(self.instruction().name)
    }

    /// What its documentation says.
    pub fn documentation(&self) -> &'a str {
        self.target.text(self.instruction().doc)
    }

    fn family_row(&self) -> &'a Family {
        &self.target.tables.families[usize::from(self.instruction().family)]
    }

    /// Its family: instructions that have operands and effects in common.
    pub fn family(&self) -> &'a str {
        self.target.text(self.family_row().name)
    }

    /// Bytes that it takes, without a literal; of byte streams those of the instruction that
    /// is described.
    pub fn size(&self) -> usize {
        match self.row {
            Row::Words(_, shape) => usize::from(shape.size),
            Row::Stream(_, size) => size,
        }
    }

    /// Bytes that it takes at most: with a literal, if an operand may be one.
    pub fn max_size(&self) -> usize {
        let literal = self.operands().any(|operand| operand.takes_literal());
        self.size() + if literal { 4 } else { 0 }
    }

    /// Its operands in the order of [`Target::operands`]: those with a place in the
    /// text, then modifiers. Byte streams have none: what their parts accept their types say,
    /// see [`StreamTarget::pieces`](crate::StreamTarget::pieces).
    pub fn operands(&self) -> OperandDescriptions<'a> {
        let rows = match self.row {
            Row::Words(_, shape) => &self.target.tables.operands[shape.operands.range()],
            Row::Stream(..) => &[],
        };
        OperandDescriptions::new(self.target, rows)
    }

    /// The operand of that name.
    pub fn operand(&self, name: &str) -> Option<OperandDescription<'a>> {
        self.operands().find(|operand| operand.name == name)
    }

    pub(super) fn effects(&self) -> &'a Effects {
        let effects = match self.row {
            Row::Words(row, _) => row.effects,
            Row::Stream(row, _) => row.effects,
        };
        &self.target.tables.effects[usize::from(effects)]
    }

    /// States that it reads beside its operands.
    pub fn reads(&self) -> States<'a> {
        self.states(self.effects().reads)
    }

    /// States that it writes beside its operands.
    pub fn writes(&self) -> States<'a> {
        self.states(self.effects().writes)
    }

    fn states(&self, rows: Rows) -> States<'a> {
        States {
            target: self.target,
            names: Names::new(self.target, rows),
        }
    }

    /// It reads memory, of whichever kind.
    pub fn loads(&self) -> bool {
        self.effects().loads.is_set()
    }

    /// It writes memory.
    pub fn stores(&self) -> bool {
        self.effects().stores.is_set()
    }

    /// What it does to memory is one step for whoever else accesses it.
    pub fn is_atomic(&self) -> bool {
        self.instruction().atomic.is_set()
    }

    /// The counters that say when it is done. One that waits for counters has them
    /// too, and no effect on memory.
    pub fn counters(&self) -> Names<'a> {
        Names::new(self.target, self.effects().counters)
    }
}
