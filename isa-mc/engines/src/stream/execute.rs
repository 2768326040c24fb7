//! Running the operation of an instruction: its fields are the parts of it by
//! name.

use super::inst::StreamInst;
use super::target::StreamTarget;
use super::walk::{Leaves, place_value};
use crate::exec::{
    Binding, Declaration, ExecError, ExecErrorKind, Executed, Executor, Instruction, Machine,
    PreparedInst, Specialised, specialise,
};
use crate::tables::{NONE, Program, Source, StreamOperand, StreamOperandParts, low_mask};

/// How the variables of a program are declared.
type Declarations<'d> = &'d dyn Fn(u32) -> Option<Declaration>;

/// An instruction as its operation sees it.
struct Parts<'a, 'd> {
    target: StreamTarget<'a>,
    /// What the operation may read.
    rows: &'a [StreamOperandParts],
    leaves: Leaves,
    /// `None` where only the machine knows.
    declarations: Option<Declarations<'d>>,
}

impl Instruction for Parts<'_, '_> {
    fn features(&self) -> u32 {
        self.target.features()
    }

    fn declaration(&self, variable: u32) -> Option<Option<Declaration>> {
        self.declarations.map(|declarations| declarations(variable))
    }

    fn bind(&self, source: &Source) -> Result<Binding, ExecErrorKind> {
        let tables = self.target.tables();
        let wanted = tables.text(source.name);
        let place = |row: &StreamOperandParts| match row.get() {
            StreamOperand::Value { name, place, .. }
                if tables.text(name).eq_ignore_ascii_case(wanted) =>
            {
                Some(place)
            }
            _ => None,
        };
        let guess = self.rows.get(source.index as usize).and_then(place);
        let place = guess.or_else(|| self.rows.iter().find_map(place));
        // What this architecture or these values lack counts as zero.
        let value = place.map_or(0, |place| {
            place_value(tables, place, 0, &self.leaves.values)
        });
        let bits = u8::try_from(source.bits).unwrap_or(64);
        Ok(Binding::Value(u128::from(value & low_mask(bits))))
    }
}

/// What an instruction runs: its program, and what that is given.
struct Operation<'a, 'd> {
    instruction: u16,
    program: &'a Program,
    parts: Parts<'a, 'd>,
}

impl<'a> StreamTarget<'a> {
    fn operation<'d>(
        &self,
        inst: StreamInst,
        declarations: Option<Declarations<'d>>,
    ) -> Result<Operation<'a, 'd>, ExecError> {
        let tables = self.tables();
        let encoding = self.encoding_here(inst.encoding()).ok_or(ExecError {
            instruction: NONE,
            kind: ExecErrorKind::Unknown,
        })?;
        let row = &tables.instructions[encoding.instruction as usize];
        let program = tables.programs.get(row.program as usize);
        let program = program.ok_or(ExecError {
            instruction: encoding.instruction,
            kind: ExecErrorKind::NoOperation,
        })?;
        Ok(Operation {
            instruction: encoding.instruction,
            program,
            parts: Parts {
                target: *self,
                rows: &tables.stream_operands[encoding.fields.range()],
                leaves: self.leaves(&inst),
                declarations,
            },
        })
    }

    /// Runs an instruction: its operation, for all lanes that it names.
    ///
    /// # Errors
    ///
    /// [`ExecError`] if the instruction has no operation, an access faults, or
    /// the machine's behaviour is not defined. Registers and states are then as
    /// before; memory has what was stored until there.
    pub fn execute<M: Machine + ?Sized>(
        &self,
        inst: StreamInst,
        machine: &mut M,
    ) -> Result<Executed, ExecError> {
        let operation = self.operation(inst, None)?;
        let (program, parts) = (operation.program, &operation.parts);
        let arch = self.target.arch;
        let done = Executor::new().run(self.tables(), arch, program, parts, machine);
        done.map_err(|kind| ExecError {
            instruction: operation.instruction,
            kind,
        })
    }

    /// Works out what an instruction does as far as it is known before it runs, so that
    /// [`Executor::run_prepared`] is quicker than [`execute`](Self::execute). `declarations`
    /// are those of the program that it belongs to, and count in the place of
    /// [`Machine::declaration`].
    ///
    /// # Errors
    ///
    /// [`ExecError`] if the instruction has no operation.
    pub fn prepare(
        &self,
        inst: StreamInst,
        declarations: &dyn Fn(u32) -> Option<Declaration>,
    ) -> Result<PreparedInst, ExecError> {
        let operation = self.operation(inst, Some(declarations))?;
        let (program, parts) = (operation.program, &operation.parts);
        let (arch, number) = (self.target.arch, operation.instruction);
        let prepared = PreparedInst::new(self.tables(), arch, number, program, parts);
        prepared.map_err(|kind| ExecError {
            instruction: number,
            kind,
        })
    }

    /// What is left of its operation in an instruction; `None` if it has none.
    #[doc(hidden)]
    pub fn specialised(&self, inst: StreamInst) -> Option<Specialised> {
        let operation = self.operation(inst, None).ok()?;
        let processor = (self.target.arch, self.features());
        let (program, parts) = (operation.program, &operation.parts);
        Some(specialise(self.tables(), processor, program, parts))
    }
}
