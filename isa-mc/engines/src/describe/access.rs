//! What one instruction reads and writes.

use super::instruction::{State, States};
use crate::operand::{self, Operands};
use crate::tables::{Bits, Direction, Meaning, NONE, SourceKind, Text, WordValue};
use crate::{Inst, OperandValue, OperandView, Register, Target};

/// Registers, a state that no register holds, or something that a file declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place<'a> {
    /// Registers that follow one another.
    Registers(Register),
    /// A state without registers.
    State(State<'a>),
    /// What an instruction of byte streams has the number of: a variable, a predicate.
    Numbered(Numbered<'a>),
}

/// Something that a file declares and instructions have the number of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbered<'a> {
    /// What kind of thing it is: what stands before the number where no name is known, as
    /// [`Names::name`](crate::stream::Names::name) takes it. `V` of `V40`.
    pub prefix: &'a str,
    /// Its number; `None` if the instruction does not say which one it is, as where an
    /// address does: it may be any of the kind.
    pub number: Option<u64>,
}

impl Numbered<'_> {
    /// Whether both may be the same thing.
    pub fn overlaps(&self, other: &Numbered<'_>) -> bool {
        let same = match (self.number, other.number) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        self.prefix == other.prefix && same
    }
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
    /// instruction does not name. Of byte streams the number of an integer, as in
    /// [`Path::leaf`](crate::stream::Path::leaf).
    pub operand: Option<usize>,
    /// The name of that operand; of byte streams that of the outermost piece.
    pub name: Option<&'a str>,
}

impl<'a> Access<'a> {
    /// The registers, if it is no state.
    pub fn register(&self) -> Option<Register> {
        match self.place {
            Place::Registers(register) => Some(register),
            Place::State(_) | Place::Numbered(_) => None,
        }
    }

    /// What a file declares, if it is that.
    pub fn numbered(&self) -> Option<Numbered<'a>> {
        match self.place {
            Place::Numbered(numbered) => Some(numbered),
            Place::Registers(_) | Place::State(_) => None,
        }
    }

    /// Each register by itself, as its file and its number; none for what is no register.
    pub fn units(&self) -> impl Iterator<Item = (u16, u16)> + use<'a> {
        let register = self.register();
        register.into_iter().flat_map(|register| {
            let numbers = register.number..register.number + u16::from(register.count);
            numbers.map(move |number| (register.file, number))
        })
    }

    /// Whether both are the same state, have a register in common, or may be the same thing
    /// of a file.
    pub fn overlaps(&self, other: &Access<'_>) -> bool {
        match (self.place, other.place) {
            (Place::Registers(one), Place::Registers(other)) => {
                one.file == other.file
                    && one.number < other.number + u16::from(other.count)
                    && other.number < one.number + u16::from(one.count)
            }
            (Place::State(one), Place::State(other)) => one.name == other.name,
            (Place::Numbered(one), Place::Numbered(other)) => one.overlaps(&other),
            _ => false,
        }
    }

    /// Of a state, by the operand that names it and its name.
    pub(crate) fn of_state(
        state: State<'a>,
        named: Option<(usize, &'a str)>,
        writes: bool,
    ) -> Access<'a> {
        Access {
            place: state
                .registers
                .map_or(Place::State(state), Place::Registers),
            reads: !writes,
            writes,
            operand: named.map(|(operand, _)| operand),
            name: named.map(|(_, name)| name),
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
    name: Text,
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
                    let name = self.target.text(derived.name);
                    return Some(Access::of_state(
                        state,
                        Some((derived.operand, name)),
                        false,
                    ));
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
                name: Some(operand.name),
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
                name: self.rows[index].name,
                state,
                sources: program.sources.range(),
            });
            return None;
        }
        let state = self.target.state(state)?;
        let name = self.target.text(self.rows[index].name);
        Some(Access::of_state(state, Some((index, name)), false))
    }
}
