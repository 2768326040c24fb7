//! Running the operation of an instruction: its fields are the parts of it by
//! name.

use super::inst::StreamInst;
use super::target::StreamTarget;
use super::walk::{Leaves, place_value};
use crate::exec::{Binding, ExecError, ExecErrorKind, Executed, Executor, Instruction, Machine};
use crate::tables::{NONE, Source, StreamOperand, StreamOperandParts, low_mask};

/// An instruction as its operation sees it.
struct Parts<'a> {
    target: StreamTarget<'a>,
    /// What the operation may read.
    rows: &'a [StreamOperandParts],
    leaves: Leaves,
}

impl Instruction for Parts<'_> {
    fn features(&self) -> u32 {
        self.target.features()
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

impl StreamTarget<'_> {
    /// Runs an instruction: its operation, for all lanes that it names.
    ///
    /// # Errors
    ///
    /// [`ExecError`] if the instruction has no operation, an access faults, or
    /// the machine's behaviour is not defined. Registers and states are then as
    /// before; memory has what was stored until there.
    pub fn execute<M: Machine>(
        &self,
        inst: StreamInst,
        machine: &mut M,
    ) -> Result<Executed, ExecError> {
        let tables = self.tables();
        let encoding = self.encoding_here(inst.encoding()).ok_or(ExecError {
            instruction: NONE,
            kind: ExecErrorKind::Unknown,
        })?;
        let error = |kind| ExecError {
            instruction: encoding.instruction,
            kind,
        };
        let row = &tables.instructions[encoding.instruction as usize];
        let program = tables.programs.get(row.program as usize);
        let program = program.ok_or(error(ExecErrorKind::NoOperation))?;
        let parts = Parts {
            target: *self,
            rows: &tables.stream_operands[encoding.fields.range()],
            leaves: self.leaves(&inst),
        };
        Executor::new()
            .run(tables, self.target.arch, program, &parts, machine)
            .map_err(error)
    }
}
