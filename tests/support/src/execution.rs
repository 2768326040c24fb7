//! Instructions that are executed on a machine of a test.
//!
//! What is generic over machines is compiled where it is used, and tests themselves are not
//! optimised: here it is, and asks the machine through a pointer.

use isa_mc::exec::{ExecError, Executed, Executor, Machine};
use isa_mc::{Inst, StreamInst, StreamTarget, Target};

/// As [`Target::execute`].
///
/// # Errors
///
/// The same.
pub fn execute(
    target: &Target<'_>,
    inst: Inst,
    machine: &mut dyn Machine,
) -> Result<Executed, ExecError> {
    target.execute(inst, machine)
}

/// As [`Executor::execute`].
///
/// # Errors
///
/// The same.
pub fn execute_again<'t>(
    executor: &mut Executor<'t>,
    target: &Target<'t>,
    inst: Inst,
    machine: &mut dyn Machine,
) -> Result<Executed, ExecError> {
    executor.execute(target, inst, machine)
}

/// As [`StreamTarget::execute`].
///
/// # Errors
///
/// The same.
pub fn execute_stream(
    target: &StreamTarget<'_>,
    inst: StreamInst,
    machine: &mut dyn Machine,
) -> Result<Executed, ExecError> {
    target.execute(inst, machine)
}
