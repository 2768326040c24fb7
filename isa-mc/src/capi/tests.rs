//! The functions as C calls them, in this process; here what the tests of all of them call.

mod contract;
mod files;
mod instructions;
mod targets;

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{null, null_mut};

use super::call::guard;
use super::isa_mc_status::*;
use super::*;
use crate::machines;

/// An error with nothing in it.
fn no_error() -> isa_mc_error {
    isa_mc_error {
        status: ISA_MC_INTERNAL,
        code: [0; ISA_MC_CODE_SIZE],
        start: 0,
        end: 0,
        message_length: 0,
        message: [0; ISA_MC_MESSAGE_SIZE],
    }
}

/// A text that ends within an array.
fn text(array: &[c_char]) -> &str {
    // SAFETY: the size is that of the array.
    let bytes = unsafe { std::slice::from_raw_parts(array.as_ptr().cast(), array.len()) };
    let text = CStr::from_bytes_until_nul(bytes).expect("a NUL");
    text.to_str().expect("UTF-8")
}

fn target(name: &str) -> isa_mc_target {
    let mut target = isa_mc_target::default();
    // SAFETY: the pointers are of this function.
    let status = unsafe {
        isa_mc_target_named(
            name.as_ptr().cast(),
            name.len(),
            &raw mut target,
            null_mut(),
        )
    };
    assert_eq!(status, ISA_MC_OK, "{name}");
    target
}

#[allow(clippy::result_large_err, reason = "what C gets")]
fn parse(cpu: &str, statement: &str) -> Result<isa_mc_instruction, isa_mc_error> {
    let mut error = no_error();
    let mut inst = isa_mc_instruction {
        target: isa_mc_target::default(),
        size: 0,
        choice: 0,
        reserved: 0,
        bytes: [0; ISA_MC_MAX_INSTRUCTION_SIZE],
    };
    let (start, size) = (statement.as_ptr().cast(), statement.len());
    // SAFETY: the pointers are of this function.
    let status =
        unsafe { isa_mc_parse(target(cpu), 0, start, size, &raw mut inst, &raw mut error) };
    assert_eq!(status, error.status);
    if status == ISA_MC_OK {
        Ok(inst)
    } else {
        Err(error)
    }
}

fn parsed(cpu: &str, statement: &str) -> isa_mc_instruction {
    parse(cpu, statement).unwrap_or_else(|error| panic!("{statement}: {}", text(&error.message)))
}

fn print(inst: &isa_mc_instruction, syntax: u32) -> Result<String, isa_mc_status> {
    let (mut room, mut length) = ([0; 1024], 0);
    // SAFETY: the pointers are of this function.
    let status = unsafe {
        isa_mc_print(
            inst,
            syntax,
            room.as_mut_ptr(),
            room.len(),
            &raw mut length,
            null_mut(),
        )
    };
    if status != ISA_MC_OK {
        return Err(status);
    }
    assert_eq!(text(&room).len(), length);
    Ok(text(&room).to_string())
}

fn operands(inst: &isa_mc_instruction) -> Vec<isa_mc_operand> {
    let mut count = 0;
    // SAFETY: the pointers are of this function.
    let status = unsafe { isa_mc_operands(inst, null_mut(), 0, &raw mut count, null_mut()) };
    assert_eq!(status, ISA_MC_OK);
    let mut all: Vec<isa_mc_operand> = Vec::with_capacity(count);
    // SAFETY: there is room for so many, and all of them were written.
    unsafe {
        let status = isa_mc_operands(inst, all.as_mut_ptr(), count, null_mut(), null_mut());
        assert_eq!(status, ISA_MC_OK);
        all.set_len(count);
    }
    all
}
