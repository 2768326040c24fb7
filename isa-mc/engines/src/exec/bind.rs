//! What the names of a program stand for in one instruction.

use super::bits::ones;
use super::error::ExecErrorKind;
use super::machine::Declaration;
use crate::tables::{
    Kind, Meaning, NONE, Operand, Part, Program, Rows, Source, SourceKind, Tables, Text, ValueType,
    WordValue, Wrap, low_mask, to_half,
};
use crate::{Inst, OperandValue, Register, Target, integer, registers};

/// What an operand or a field of an instruction is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binding {
    /// Consecutive registers of a file. What lies beyond them reads as zero,
    /// and is not written.
    Registers {
        /// Index into [`Tables::files`].
        file: u16,
        /// Number of the first.
        number: u16,
        /// How many.
        count: u16,
    },
    /// A constant, the same in every lane. Writing it does nothing.
    Value(u128),
    /// A constant once for each of several registers, as 64 bits that come again and again.
    Repeated(u64),
    /// A state that no registers hold, an index into [`Tables::states`].
    State(u16),
}

/// The processor that a program runs on, as far as programs ask for it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Processor {
    /// Its architecture, an index into [`Tables::archs`].
    pub(super) arch: u8,
    /// Its features, a bit each as in [`Tables::features`].
    pub(super) features: u32,
}

impl Processor {
    /// That of a target.
    pub(super) fn of(target: &Target<'_>) -> Processor {
        Processor {
            arch: target.arch_index(),
            features: target.features(),
        }
    }

    /// What a source is that says whether it has a feature, an index into
    /// [`Tables::features`].
    pub(super) fn feature(self, index: u16) -> Binding {
        Binding::Value((self.features >> index & 1).into())
    }
}

/// An instruction as its operation sees it: operands and fields by name. It
/// may be of any shape, so that byte streams can be executed too.
pub trait Instruction {
    /// What an operand or field is.
    ///
    /// # Errors
    ///
    /// [`ExecErrorKind::Operand`] if its bits have no meaning,
    /// [`ExecErrorKind::Word`] if they are a word that has no value.
    fn bind(&self, source: &Source) -> Result<Binding, ExecErrorKind>;

    /// The features of the processor that runs it, a bit each as in
    /// [`Tables::features`]; none where nothing is said.
    fn features(&self) -> u32 {
        0
    }

    /// How the program that it belongs to declares a variable; the outer `None` if that is
    /// known only when it runs, as where nothing is said.
    fn declaration(&self, variable: u32) -> Option<Option<Declaration>> {
        let _ = variable;
        None
    }

    /// Its operands that states move, in [`Tables::indexed`]; none where nothing is said.
    fn indexed(&self) -> Rows {
        Rows::default()
    }
}

/// An instruction of fixed width.
pub(super) struct Fixed<'a> {
    target: Target<'a>,
    rows: &'a [Operand],
    inst: Inst,
}

impl<'a> Fixed<'a> {
    pub(super) fn new(target: Target<'a>, inst: Inst) -> Fixed<'a> {
        Fixed {
            target,
            rows: target.operand_rows(inst),
            inst,
        }
    }

    /// The row of an operand or field; architectures may have them in
    /// different places.
    fn row(&self, source: &Source) -> Option<&'a Operand> {
        match self.rows.get(source.index as usize) {
            Some(row) if row.name == source.name => Some(row),
            _ => self.named(source.name),
        }
    }

    fn named(&self, name: Text) -> Option<&'a Operand> {
        self.rows.iter().find(|row| row.name == name)
    }

    /// Whether a program names every source modifier that is set.
    pub(super) fn has_modifiers_of(&self, program: &Program) -> bool {
        let tables = self.target.tables();
        let sources = &tables.sources[program.sources.range()];
        self.rows.iter().all(|operand| {
            let wraps = &tables.wraps[operand.wraps.range()];
            let named = |wrap: &Wrap| {
                let is = |it: &Source| it.modifier == wrap.name && it.name == operand.name;
                sources.iter().any(is)
            };
            let bits = self.inst.bits();
            let set = |it: &&Wrap| crate::operand::is_wrapped_by(&self.target, operand, it, bits);
            // Another field may say which half it is, too.
            let other = |wrap: &Wrap| {
                let holds = |row: &&Operand| row.field.mask(tables.pieces).is_set(wrap.bit);
                let mut others = self.rows.iter().filter(|row| row.name != operand.name);
                wrap.file != NONE
                    && others
                        .find(holds)
                        .is_some_and(|row| sources.iter().any(|it| it.name == row.name))
            };
            wraps.iter().filter(set).all(|it| named(it) || other(it))
        })
    }

    /// How many registers of an operand the operation sees. Where the text chooses, the
    /// bits do not tell, and so the same bits would do this or that: the operation sees
    /// the most that may be meant, as far as the file has them.
    fn registers_seen(&self, row: &Operand, register: Register) -> u16 {
        let tables = self.target.tables();
        let most = crate::operand::choices(tables, row).iter().max();
        let Some(most) = most.map(|it| u64::from(*it)) else {
            return u16::from(register.count);
        };
        let file = &tables.files[usize::from(register.file)];
        let first = u64::from(register.number);
        let range = registers::row_of(tables, self.target.arch_index(), file, first);
        let end = range.map_or(first, |it| u64::from(it.number) + u64::from(it.count));
        most.min(end.saturating_sub(first)) as u16
    }

    /// The word that an operand is, and what it stands for.
    fn word(&self, row: &Operand) -> (Text, WordValue) {
        let entry = crate::operand::entry_of(&self.target, row, self.inst.bits());
        match entry.map(|entry| entry.meaning) {
            Some(Meaning::Keyword { text, value } | Meaning::Spelled { text, value, .. }) => {
                (text, value)
            }
            _ => (row.name, WordValue::NoValue),
        }
    }

    /// Whether a source modifier of an operand is set.
    fn modifier(&self, source: &Source) -> bool {
        let operand = self.named(source.name);
        let wraps = operand.map_or(&[][..], |row| {
            &self.target.tables().wraps[row.wraps.range()]
        });
        let wrap = wraps.iter().find(|it| it.name == source.modifier);
        let is_set =
            |row, wrap| crate::operand::is_wrapped_by(&self.target, row, wrap, self.inst.bits());
        operand
            .zip(wrap)
            .is_some_and(|(row, wrap)| is_set(row, wrap))
    }

    /// What has a name alone: a state in the place of an operand, or a field that the
    /// encoding fixes. Zero if it is neither.
    fn implied(&self, source: &Source) -> Binding {
        let zero = Binding::Value(0);
        let tables = self.target.tables();
        let encoding = self.target.encoding(self.inst);
        let Some(shape) = encoding.map(|it| &tables.shapes[usize::from(it.shape)]) else {
            return zero;
        };
        if source.kind == SourceKind::Operand.into() {
            let mut stand_ins = tables.stand_ins[shape.stand_ins.range()].iter();
            let stand_in = stand_ins.find(|it| it.name == source.name);
            return stand_in.map_or(zero, |it| state(tables, it.state));
        }
        let layout = &tables.layouts[usize::from(shape.layout)];
        let mut parts = tables.parts[layout.parts.range()].iter();
        let free = !tables.shape_masks(shape).mask;
        let fixed = |part: &&Part| {
            part.name == source.name && !(part.field.mask(tables.pieces) & free).any()
        };
        let part = parts.find(fixed);
        let value = part.map_or(0, |part| part.field.get(self.inst.bits(), tables.pieces));
        Binding::Value(u128::from(value))
    }
}

impl Instruction for Fixed<'_> {
    fn features(&self) -> u32 {
        self.target.features()
    }

    fn indexed(&self) -> Rows {
        let encoding = self.target.encoding(self.inst);
        encoding.map_or_else(Rows::default, |encoding| {
            self.target.tables().shapes[usize::from(encoding.shape)].indexed
        })
    }

    fn bind(&self, source: &Source) -> Result<Binding, ExecErrorKind> {
        if source.kind == SourceKind::Modifier.into() {
            return Ok(Binding::Value(u128::from(self.modifier(source))));
        }
        let Some(row) = self.row(source) else {
            return Ok(self.implied(source));
        };
        if source.kind == SourceKind::Field.into() {
            let tables = self.target.tables();
            let value = row.get(self.inst.bits(), tables.pieces);
            // Where it has fewer bits than elsewhere its sign fills the others.
            let value = match row.signed_bits {
                0 => value,
                bits => integer::signed(value, bits).cast_unsigned(),
            };
            let bits = u8::try_from(source.bits).unwrap_or(64);
            return Ok(Binding::Value(u128::from(value & low_mask(bits))));
        }
        let (inst, tables) = (self.inst, self.target.tables());
        let read = crate::operand::read(
            &self.target,
            row,
            inst.bits(),
            inst.literal(),
            inst.choice(),
        );
        let name = source.name;
        let value = match read.ok_or(ExecErrorKind::Operand { name })? {
            OperandValue::Register(register) => {
                return Ok(Binding::Registers {
                    file: register.file,
                    number: register.number,
                    count: self.registers_seen(row, register),
                });
            }
            OperandValue::Int(number) => i128::from(number).cast_unsigned(),
            OperandValue::Literal(literal) => u128::from(value_type(row).literal_bits(literal)),
            OperandValue::Struct(value) => u128::from(value.bits),
            OperandValue::Flag(flag) => u128::from(flag),
            OperandValue::Float(number) => u128::from(match value_type(row) {
                ValueType::Untyped if source.bits == 16 => u64::from(to_half(number).0),
                ValueType::Untyped if source.bits == 32 => u64::from((number as f32).to_bits()),
                value_type => value_type.float_format().bits(
                    number.to_bits(),
                    (number as f32).to_bits(),
                    to_half(number).0,
                ),
            }),
            OperandValue::List(_) => u128::from(row.get(inst.bits(), tables.pieces)),
            OperandValue::Keyword(_) => match self.word(row) {
                (_, WordValue::State(index)) => return Ok(state(tables, index)),
                (_, WordValue::Number(number)) => number.into(),
                (word, WordValue::NoValue) => return Err(ExecErrorKind::Word { name, word }),
            },
            OperandValue::Absent(_) => 0,
        };
        // Bits of no kind of number stand for each of more registers.
        Ok(match value_type(row) {
            ValueType::B32 if source.bits > 32 => {
                let value = value as u64 & low_mask(32);
                Binding::Repeated(value | value << 32)
            }
            ValueType::B64 if source.bits > 64 => Binding::Repeated(value as u64),
            _ => Binding::Value(value & ones(source.bits)),
        })
    }
}

/// The type of an operand's constants.
fn value_type(row: &Operand) -> ValueType {
    match row.kind.get() {
        Kind::Class { value, .. } => value,
        _ => ValueType::Untyped,
    }
}

/// The registers that hold a state, or the state itself.
pub(super) fn state(tables: &Tables<'_>, state: u16) -> Binding {
    let row = tables.states.get(state as usize);
    let file = row.and_then(|row| tables.files.get(row.file as usize));
    match (row, file) {
        (Some(row), Some(file)) => Binding::Registers {
            file: row.file,
            number: row.number,
            count: row.bits.div_ceil(file.bits.max(1)),
        },
        _ => Binding::State(state),
    }
}
