//! One instruction in words.

use std::ffi::c_char;

use super::call::guard;
use super::instruction::{AnyInstruction, isa_mc_instruction};
use super::memory;
use super::status::isa_mc_status::ISA_MC_BAD_INSTRUCTION;
use super::status::{Failure, isa_mc_error, isa_mc_status};
use super::targets::syntax;
use crate::explain::{Detail, explain};
use crate::machines::AnyTarget;

/// An instruction explained, as `isa-mc explain` prints it: its bits and what they mean, what
/// it reads and writes, its operation, where else it exists. Lines of text, each with a
/// newline behind it; `length` gets its bytes without the NUL. `full` is 0 for what it does
/// itself, and anything else for all that its description says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_explain(
    instruction: *const isa_mc_instruction,
    syntax: u32,
    full: u32,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut isa_mc_error,
) -> isa_mc_status {
    let body = || {
        // SAFETY: the caller's promise.
        let any = unsafe { memory::get(instruction, "instruction") }?.any()?;
        let explanation = match any {
            AnyInstruction::Words(target, inst) => {
                let syntax = self::syntax(&AnyTarget::Words(target), syntax)?;
                explain(&target, syntax, inst)
            }
            AnyInstruction::Streams(target, inst) => {
                let syntax = self::syntax(&AnyTarget::Streams(target), syntax)?;
                explain(&target, syntax, inst)
            }
        };
        let wrong = || {
            let message = "this is no instruction of its target";
            Failure::new(ISA_MC_BAD_INSTRUCTION, message)
        };
        let detail = match full {
            0 => Detail::Folded,
            _ => Detail::Full,
        };
        let text = explanation.ok_or_else(wrong)?.text(detail);
        // SAFETY: the caller's promise.
        unsafe { memory::put_text(buffer, capacity, length, &text) }
    };
    // SAFETY: the caller's promise.
    unsafe { guard(error, body) }
}
