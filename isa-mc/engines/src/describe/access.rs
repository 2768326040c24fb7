//! What one instruction reads and writes.

use super::instruction::{State, States};
use crate::operand::{self, Operands};
use crate::tables::{Bits, Direction, Meaning, NONE, SourceKind, WordValue};
use crate::{Inst, OperandValue, OperandView, Register, Target};

/// Registers, or a state that no register holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place<'a> {
    /// Registers that follow one another.
    Registers(Register),
    /// A state without registers.
    State(State<'a>),
}

/// Something that an instruction reads or writes.
///
/// What lanes that are not active keep does not count as read: `writes` alone says
/// that all that the operand names may change. It does not say that all of it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access<'a> {
    /// What it is.
    pub place: Place<'a>,
    /// It is read.
    pub reads: bool,
    /// It is written.
    pub writes: bool,
    /// The operand that names it, as in [`OperandView::index`]; `None` for what the
    /// instruction does not name.
    pub operand: Option<usize>,
}

impl<'a> Access<'a> {
    /// The registers, if it is no state.
    pub fn register(&self) -> Option<Register> {
        match self.place {
            Place::Registers(register) => Some(register),
            Place::State(_) => None,
        }
    }

    /// Each register by itself, as its file and its number; none for a state.
    pub fn units(&self) -> impl Iterator<Item = (u16, u16)> + use<'a> {
        let register = self.register();
        register.into_iter().flat_map(|register| {
            let numbers = register.number..register.number + u16::from(register.count);
            numbers.map(move |number| (register.file, number))
        })
    }

    /// Whether both are the same state or have a register in common.
    pub fn overlaps(&self, other: &Access<'_>) -> bool {
        match (self.place, other.place) {
            (Place::Registers(one), Place::Registers(other)) => {
                one.file == other.file
                    && one.number < other.number + u16::from(other.count)
                    && other.number < one.number + u16::from(one.count)
            }
            (Place::State(one), Place::State(other)) => one.name == other.name,
            _ => false,
        }
    }

    fn of_state(state: State<'a>, operand: Option<usize>, writes: bool) -> Access<'a> {
        Access {
            place: state
                .registers
                .map_or(Place::State(state), Place::Registers),
            reads: !writes,
            writes,
            operand,
        }
    }
}

/// Iterates over what an instruction reads and writes: its operands in their order,
/// then what it does not name. A place may come several times.
#[derive(Debug, Clone)]
pub struct Accesses<'a> {
    target: Target<'a>,
    bits: Bits,
    rows: &'a [crate::tables::Operand],
    operands: Operands<'a>,
    /// What a state is computed from that an operand names.
    derived: Option<Derived>,
    reads: Option<States<'a>>,
    writes: Option<States<'a>>,
}

/// A state that is computed from others, while they are gone through.
#[derive(Debug, Clone)]
struct Derived {
    /// The operand that names it.
    operand: usize,
    state: u16,
    /// In [`Tables::sources`](crate::tables::Tables::sources).
    sources: core::ops::Range<usize>,
}

impl<'a> Target<'a> {
    /// What an instruction reads and writes, whether its operands name it or not;
    /// nothing if it is none of this processor. Memory is no part of it: see
    /// [`Description::loads`](super::Description::loads).
    pub fn accesses(&self, inst: Inst) -> Accesses<'a> {
        let description = self.describe(inst);
        Accesses {
            target: *self,
            bits: inst.bits(),
            rows: self.operand_rows(inst),
            operands: self.operands(inst),
            derived: None,
            reads: description.map(|it| it.reads()),
            writes: description.map(|it| it.writes()),
        }
    }
}

impl<'a> Iterator for Accesses<'a> {
    type Item = Access<'a>;

    fn next(&mut self) -> Option<Access<'a>> {
        loop {
            while let Some(derived) = &mut self.derived {
                let Some(at) = derived.sources.next() else {
                    self.derived = None;
                    break;
                };
                let source = &self.target.tables.sources[at];
                // It is written by what computes it.
                if source.kind == SourceKind::State.into()
                    && source.index != derived.state
                    && let Some(state) = self.target.state(source.index)
                {
                    return Some(Access::of_state(state, Some(derived.operand), false));
                }
            }
            match self.operands.next() {
                Some(operand) => {
                    if let Some(access) = self.operand(&operand) {
                        return Some(access);
                    }
                }
                None => break,
            }
        }
        let read = self.reads.as_mut().and_then(Iterator::next);
        if let Some(state) = read {
            return Some(Access::of_state(state, None, false));
        }
        let state = self.writes.as_mut().and_then(Iterator::next)?;
        Some(Access::of_state(state, None, true))
    }
}

impl<'a> Accesses<'a> {
    fn operand(&mut self, operand: &OperandView<'a>) -> Option<Access<'a>> {
        let (reads, writes) = match operand.direction {
            Direction::Out => (false, true),
            Direction::InOut => (true, true),
            Direction::In | Direction::Modifier | Direction::Member | Direction::Part => {
                (true, false)
            }
        };
        match operand.value? {
            OperandValue::Register(register) => Some(Access {
                place: Place::Registers(register),
                reads,
                writes,
                operand: Some(operand.index),
            }),
            OperandValue::Keyword(_) => self.named_state(operand.index),
            _ => None,
        }
    }

    /// The state that a word stands for. One that is computed is read where it comes
    /// from.
    fn named_state(&mut self, index: usize) -> Option<Access<'a>> {
        let tables = self.target.tables;
        let entry = operand::entry_of(&self.target, &self.rows[index], self.bits)?;
        let (Meaning::Keyword { value, .. } | Meaning::Spelled { value, .. }) = entry.meaning
        else {
            return None;
        };
        let WordValue::State(state) = value else {
            return None;
        };
        let derived = tables.states.get(usize::from(state))?.derived;
        let program = tables.programs.get(usize::from(derived));
        if let Some(program) = program.filter(|_| derived != NONE) {
            self.derived = Some(Derived {
                operand: index,
                state,
                sources: program.sources.range(),
            });
            return None;
        }
        let state = self.target.state(state)?;
        Some(Access::of_state(state, Some(index), false))
    }
}
