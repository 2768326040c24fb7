//! The parts of an instruction by name: looking at them and setting them.

use super::inst::StreamInst;
use super::target::{StreamTarget, value_row};
use super::walk::{Leaves, Visit, Walk};
use super::write::Said;
use crate::constant;
use crate::error::OperandError;
use crate::error::Path;
use crate::operand;
use crate::tables::{
    Field, Kind, MAX_LEAVES, Meaning, NONE, StreamInteger, StreamMember, low_mask,
};
use crate::{Opcode, OperandValue};

/// A part of an instruction.
#[derive(Debug, Clone, Copy)]
pub struct PieceView<'a> {
    /// Its name.
    pub path: Path<'a>,
    /// First byte of its integer.
    pub offset: usize,
    /// Bytes of its integer.
    pub size: usize,
    /// Its bits within the integer.
    pub field: Field,
    /// What these bits hold.
    pub bits: u64,
    /// The row of the integer.
    pub integer: &'a StreamInteger,
    /// The row of the part; `None` for an integer without parts, which has
    /// one value only.
    pub member: Option<&'a StreamMember>,
    /// What they mean; `None` if they mean nothing by themselves.
    pub value: Option<OperandValue<'a>>,
}

/// Iterates over the parts of an instruction, in the order of its bytes; the
/// parts of an integer in the order of the description.
#[derive(Debug, Clone)]
pub struct Pieces<'a> {
    target: StreamTarget<'a>,
    stream: u16,
    leaves: Leaves,
    /// The integer to look at, and its part.
    next: (usize, usize),
}

impl<'a> Iterator for Pieces<'a> {
    type Item = PieceView<'a>;

    fn next(&mut self) -> Option<PieceView<'a>> {
        let tables = self.target.tables();
        loop {
            let (leaf, part) = self.next;
            if leaf >= MAX_LEAVES {
                return None;
            }
            let row = self.leaves.row(tables, leaf as u8);
            let parts = row.map_or(0, |row| row.members.len.max(1));
            if part >= parts as usize {
                self.next = (leaf + 1, 0);
                continue;
            }
            self.next = (leaf, part + 1);
            return self.piece(leaf, part, row?);
        }
    }
}

impl<'a> Pieces<'a> {
    fn piece(&self, leaf: usize, part: usize, integer: &'a StreamInteger) -> Option<PieceView<'a>> {
        let tables = self.target.tables();
        let index = integer.members.start as usize + part;
        let member = match integer.members.len {
            0 => None,
            _ => Some(tables.stream_members.get(index)?),
        };
        let width = integer.bytes.saturating_mul(8);
        let whole = Field {
            shift: 0,
            width,
            total: width,
            ..Field::default()
        };
        let field = member.map_or(whole, |member| member.field);
        let bits = field.get(self.leaves.values[leaf], tables.pieces);
        Some(PieceView {
            path: Path {
                tables,
                stream: self.stream,
                leaf: leaf as u8,
                member: member.map_or(NONE, |_| index as u16),
            },
            offset: self.leaves.offsets[leaf] as usize,
            size: integer.bytes as usize,
            field,
            bits,
            integer,
            member,
            value: member.and_then(|member| self.target.meaning(member, bits)),
        })
    }
}

impl<'a> StreamTarget<'a> {
    /// The parts of an instruction; none if it is none of this machine.
    pub fn pieces(&self, inst: StreamInst) -> Pieces<'a> {
        Pieces {
            target: *self,
            stream: self.encoding(inst).map_or(NONE, |row| row.stream),
            leaves: self.leaves(&inst),
            next: (0, 0),
        }
    }

    /// The part of that name: `src0.variable`.
    pub fn value(&self, inst: StreamInst, path: &str) -> Option<PieceView<'a>> {
        self.pieces(inst).find(|piece| piece.path.is(path))
    }

    /// The instruction with another value of one part.
    ///
    /// What follows in the bytes may depend on it: parts that this adds have
    /// their defaults, parts that it leaves out are gone. A word with a number
    /// (`M5_NM`) may be given as [`OperandValue::Keyword`]; as
    /// [`OperandValue::Int`] it is the first word that has the number.
    ///
    /// # Errors
    ///
    /// [`OperandError`] if there is no such part, it cannot hold the value, or
    /// the result is no instruction. The opcode cannot be changed.
    pub fn set_value(
        &self,
        inst: StreamInst,
        path: &str,
        value: OperandValue<'_>,
    ) -> Result<StreamInst, OperandError> {
        self.set_values(inst, &[(path, value)])
    }

    /// The instruction with other values of some parts; only the result must
    /// be valid.
    ///
    /// # Errors
    ///
    /// As [`StreamTarget::set_value`].
    pub fn set_values(
        &self,
        inst: StreamInst,
        values: &[(&str, OperandValue<'_>)],
    ) -> Result<StreamInst, OperandError> {
        let leaves = self.leaves(&inst);
        let mut said = Said::new();
        for leaf in 0..MAX_LEAVES {
            if leaves.has(leaf as u8) {
                said.values[leaf] = leaves.values[leaf];
                said.masks[leaf] = u64::MAX;
            }
        }
        self.with_values(inst.encoding(), said, values)
    }

    /// An instruction with the values of some parts, and defaults for all
    /// others.
    ///
    /// # Errors
    ///
    /// [`OperandError::NoInstruction`] if this processor lacks it, else as
    /// [`StreamTarget::set_value`].
    pub fn create(
        &self,
        opcode: Opcode,
        values: &[(&str, OperandValue<'_>)],
    ) -> Result<StreamInst, OperandError> {
        let tables = self.tables();
        let rows = tables
            .instructions
            .get(opcode.0 as usize)
            .map_or(0..0, |row| row.encodings.range());
        let mut first = Err(OperandError::NoInstruction);
        for index in rows {
            let Some(encoding) = self.encoding_here(index as u16) else {
                continue;
            };
            let mut said = Said::new();
            said.say_encoding(tables, encoding);
            let result = self.with_values(index as u16, said, values);
            if result.is_ok() || first == Err(OperandError::NoInstruction) {
                first = result;
            }
            if first.is_ok() {
                break;
            }
        }
        first
    }

    /// What was said before, and these values.
    fn with_values(
        &self,
        index: u16,
        mut said: Said,
        values: &[(&str, OperandValue<'_>)],
    ) -> Result<StreamInst, OperandError> {
        let tables = self.tables();
        let encoding = self
            .encoding_here(index)
            .ok_or(OperandError::NoInstruction)?;
        // Several cases may have parts of one name, of which one is there.
        let mut wanted = [0_u128; MAX_LEAVES];
        for (at, &(path, value)) in values.iter().enumerate() {
            let mut found = Err(OperandError::NoOperand);
            let mut walk = Walk::everywhere(tables, encoding.stream);
            while let Visit::Integer { row, leaf } = walk.next(&said.values) {
                let integer = &tables.stream_integers[row as usize];
                for member in integer.members.range() {
                    let name = Path {
                        tables,
                        stream: encoding.stream,
                        leaf,
                        member: member as u16,
                    };
                    if !name.is(path) {
                        continue;
                    }
                    let member = &tables.stream_members[member];
                    let result = self.bits_of(member, value);
                    if let Ok(bits) = result {
                        let needed = said.needed;
                        said.say(tables, leaf, member.field, bits);
                        said.needed = needed;
                        if let Some(wanted) = wanted.get_mut(at) {
                            *wanted |= 1 << leaf;
                        }
                    }
                    if found.is_err() {
                        found = result;
                    }
                }
            }
            found?;
        }
        let (inst, leaves) = self
            .assemble(index, encoding, &said)
            .map_err(OperandError::Invalid)?;
        let absent = |wanted: &u128| *wanted != 0 && wanted & leaves.present == 0;
        if wanted.iter().any(absent) || values.len() > MAX_LEAVES {
            return Err(OperandError::NoField);
        }
        Ok(inst)
    }

    /// The value of a class that is written as a word with a number: `M5_NM`.
    /// The number alone may stand for values of several entries.
    fn counted_word(&self, class: u16, word: &str) -> Option<u64> {
        let tables = self.tables();
        let class = tables.classes.get(class as usize)?;
        let arch = self.target.arch;
        let entries = tables.entries[class.entries.range()].iter();
        entries
            .filter(|entry| entry.archs >> arch & 1 != 0)
            .find_map(|entry| {
                let Meaning::Counted {
                    before,
                    after,
                    number,
                    step,
                } = entry.meaning
                else {
                    return None;
                };
                let digits = word.strip_prefix(tables.text(before))?;
                let digits = digits.strip_suffix(tables.text(after))?;
                let counted = digits.parse().ok()?;
                constant::counted_value(entry, number, step, counted)
            })
    }

    /// What a value of a part means.
    fn meaning(&self, member: &StreamMember, bits: u64) -> Option<OperandValue<'a>> {
        let row = value_row(member.name, member.kind.get(), member.field.total);
        operand::read(&self.target, &row, bits, 0, 0)
    }

    /// The value of a part that means this.
    fn bits_of(&self, member: &StreamMember, value: OperandValue<'_>) -> Result<u64, OperandError> {
        if let (Kind::Class { class, .. }, OperandValue::Keyword(word)) = (member.kind.get(), value)
            && let Some(bits) = self.counted_word(class, word)
        {
            return Ok(bits);
        }
        let row = value_row(member.name, member.kind.get(), member.field.total);
        let (bits, literal) = operand::write(&self.target, &row, value)?;
        if literal.is_some() || bits & !low_mask(member.field.total) != 0 {
            return Err(OperandError::Range);
        }
        Ok(bits)
    }
}
