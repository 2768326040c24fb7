//! How a call goes: no panic leaves it, and it says what became of it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::memory;
use super::status::isa_mc_status::{ISA_MC_INTERNAL, ISA_MC_OK};
use super::status::{Failure, isa_mc_error, isa_mc_status};

/// Does what a function is to do, and reports how that went. No panic leaves it.
///
/// # Safety
///
/// `error` is NULL, or can be written.
pub(super) unsafe fn guard(
    error: *mut isa_mc_error,
    body: impl FnOnce() -> Result<(), Failure>,
) -> isa_mc_status {
    let failure = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => {
            // SAFETY: as promised by the caller.
            unsafe { memory::set_status(error, ISA_MC_OK) };
            return ISA_MC_OK;
        }
        Ok(Err(failure)) => failure,
        Err(_) => Failure::new(ISA_MC_INTERNAL, "a mistake in this library"),
    };
    // SAFETY: as promised by the caller.
    let _ = unsafe { memory::put(error, "error", failure.error()) };
    failure.status
}
