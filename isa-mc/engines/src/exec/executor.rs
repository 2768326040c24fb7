//! Instructions are run one after the other.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::bind::{Fixed, Instruction, Processor};
use super::error::{ExecError, ExecErrorKind};
use super::machine::Machine;
use super::prepare::{Prepared, prepare};
use super::run::{Scratch, run, run_prepared};
use super::specialised::{Specialised, specialise};
use crate::tables::{NONE, Program, Tables};
use crate::{Inst, Target};

/// What an instruction did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Executed {
    /// The lanes that it ran for, a bit each; 1 for an instruction that runs
    /// once.
    pub lanes: u64,
}

/// An instruction whose operation is worked out as far as its fields decide it, for
/// [`Executor::run_prepared`]. Made by
/// [`StreamTarget::prepare`](crate::StreamTarget::prepare).
#[derive(Debug, Clone)]
pub struct PreparedInst {
    /// Index into [`Tables::instructions`].
    instruction: u16,
    prepared: Prepared,
}

impl PreparedInst {
    /// A program with the operands of an [`Instruction`] of whatever shape.
    pub(crate) fn new<I: Instruction>(
        tables: &Tables<'_>,
        arch: u8,
        number: u16,
        program: &Program,
        instruction: &I,
    ) -> Result<PreparedInst, ExecErrorKind> {
        let features = instruction.features();
        let processor = Processor { arch, features };
        Ok(PreparedInst {
            instruction: number,
            prepared: prepare(tables, processor, program, instruction)?,
        })
    }
}

/// Instructions that are kept prepared at most.
const PREPARED: usize = 1 << 14;

/// Runs instructions one after the other; it keeps what interpreting needs, and what it
/// has found out about the instructions of one target.
#[derive(Debug, Clone, Default)]
pub struct Executor<'a> {
    scratch: Scratch,
    target: Option<Target<'a>>,
    prepared: HashMap<Inst, Prepared>,
}

impl<'a> Executor<'a> {
    /// An executor.
    pub fn new() -> Executor<'a> {
        Executor::default()
    }

    /// Runs an instruction.
    ///
    /// # Errors
    ///
    /// As [`Target::execute`].
    pub fn execute<M: Machine + ?Sized>(
        &mut self,
        target: &Target<'a>,
        inst: Inst,
        machine: &mut M,
    ) -> Result<Executed, ExecError> {
        let unknown = ExecError {
            instruction: NONE,
            kind: ExecErrorKind::Unknown,
        };
        let encoding = target.encoding(inst).ok_or(unknown)?;
        let tables = target.tables();
        let shape = &tables.shapes[encoding.shape as usize];
        if shape.arch != target.arch_index() {
            return Err(unknown);
        }
        let error = |kind| ExecError {
            instruction: encoding.instruction,
            kind,
        };
        let is_same =
            |it: Target<'_>| core::ptr::eq(it.tables(), tables) && it.row() == target.row();
        if !self.target.is_some_and(is_same) {
            self.target = Some(*target);
            self.prepared.clear();
        }
        if self.prepared.len() >= PREPARED {
            self.prepared.clear();
        }
        let prepared = match self.prepared.entry(inst) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => free.insert(prepare_inst(target, inst).map_err(error)?),
        };
        let scratch = &mut self.scratch;
        let lanes = run_prepared(tables, prepared, machine, scratch);
        let lanes = lanes.map_err(error)?;
        Ok(Executed { lanes })
    }

    /// Runs an instruction that was prepared for the machine of these tables. Any machine:
    /// what runs it is in the program once, not once for each kind of them.
    ///
    /// # Errors
    ///
    /// As [`Target::execute`].
    pub fn run_prepared(
        &mut self,
        tables: &Tables<'_>,
        inst: &PreparedInst,
        machine: &mut dyn Machine,
    ) -> Result<Executed, ExecError> {
        let lanes = run_prepared(tables, &inst.prepared, machine, &mut self.scratch);
        let lanes = lanes.map_err(|kind| ExecError {
            instruction: inst.instruction,
            kind,
        })?;
        Ok(Executed { lanes })
    }

    /// Runs a program with the operands of an [`Instruction`] of whatever
    /// shape, on architecture number `arch`.
    ///
    /// # Errors
    ///
    /// [`ExecErrorKind`] says what stopped it.
    pub fn run<M: Machine + ?Sized, I: Instruction>(
        &mut self,
        tables: &Tables<'_>,
        arch: u8,
        program: &Program,
        instruction: &I,
        machine: &mut M,
    ) -> Result<Executed, ExecErrorKind> {
        let scratch = &mut self.scratch;
        let lanes = run(tables, arch, program, instruction, machine, scratch)?;
        Ok(Executed { lanes })
    }
}

/// The program of an instruction with its fields put in.
fn prepare_inst(target: &Target<'_>, inst: Inst) -> Result<Prepared, ExecErrorKind> {
    let tables = target.tables();
    let instruction = target.instruction(inst).ok_or(ExecErrorKind::Unknown)?;
    let program = tables.programs.get(instruction.program as usize);
    let program = program.ok_or(ExecErrorKind::NoOperation)?;
    let fixed = Fixed::new(*target, inst);
    let encoding = target.encoding(inst).ok_or(ExecErrorKind::Unknown)?;
    let shape = &tables.shapes[encoding.shape as usize];
    let wraps = tables.shape_masks(shape).wraps;
    if (inst.bits() & wraps).any() && !fixed.has_modifiers_of(program) {
        return Err(ExecErrorKind::SourceModifiers);
    }
    prepare(tables, Processor::of(target), program, &fixed)
}

impl Target<'_> {
    /// Runs an instruction: its operation, for all lanes that it names.
    ///
    /// # Errors
    ///
    /// [`ExecError`] if the instruction has no operation, an access faults, or
    /// the machine's behaviour is not defined. Registers and states are then as
    /// before; memory has what was stored until there.
    pub fn execute<M: Machine + ?Sized>(
        &self,
        inst: Inst,
        machine: &mut M,
    ) -> Result<Executed, ExecError> {
        Executor::new().execute(self, inst, machine)
    }

    /// What is left of its operation in an instruction; `None` if it has none.
    #[doc(hidden)]
    pub fn specialised(&self, inst: Inst) -> Option<Specialised> {
        let tables = self.tables();
        let row = self.instruction(inst)?;
        let program = tables.programs.get(usize::from(row.program))?;
        let processor = (self.arch_index(), self.features());
        let fixed = Fixed::new(*self, inst);
        Some(specialise(tables, processor, program, &fixed))
    }
}
