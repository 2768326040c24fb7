//! Code to text, line by line.

use std::ffi::{c_char, c_int, c_void};
use std::fmt::Write as _;
use std::ptr;

use super::call::guard;
use super::instruction::{decode, isa_mc_instruction, printed};
use super::memory;
use super::status::isa_mc_status::{
    ISA_MC_NOT_DECODABLE, ISA_MC_NOT_EXPRESSIBLE, ISA_MC_STOPPED, ISA_MC_TRUNCATED,
};
use super::status::{Failure, isa_mc_error, isa_mc_status};
use super::targets::{isa_mc_target, syntax};
use crate::tables::Tables;

/// A line of a disassembly: an instruction, or data. It and what it points to are there
/// only during the call of isa_mc_line_callback.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct isa_mc_line {
    /// Where it stands: the `address` that isa_mc_disassemble was given, and the bytes
    /// before it.
    pub address: u64,
    /// Its bytes.
    pub bytes: *const u8,
    /// How many.
    pub size: usize,
    /// The instruction; NULL if the bytes are none.
    pub instruction: *const isa_mc_instruction,
    /// A statement of the assembler that means these bytes, with a NUL behind it. Data
    /// if they are no instruction, or one that the syntax cannot say.
    pub text: *const c_char,
    /// Its bytes without the NUL.
    pub text_length: usize,
}

/// Takes a line. It returns 0 to go on, and anything else to stop. It must not leave by
/// `longjmp` or an exception.
pub type isa_mc_line_callback =
    Option<unsafe extern "C" fn(user: *mut c_void, line: *const isa_mc_line) -> c_int>;

/// Writes bytes as a statement: words where they are such, most significant digit first.
fn write_data(tables: &Tables<'_>, bytes: &[u8], out: &mut String) {
    let words = tables.word_bits > 8 && bytes.len().is_multiple_of(4);
    let (name, unit) = if words { (".long", 4) } else { (".byte", 1) };
    out.push_str(name);
    let mut before = " 0x";
    for value in bytes.chunks(unit) {
        out.push_str(before);
        before = ", 0x";
        let mut digits = |byte: &u8| {
            let _ = write!(out, "{byte:02x}");
        };
        match tables.big_endian {
            true => value.iter().for_each(&mut digits),
            false => value.iter().rev().for_each(&mut digits),
        }
    }
}

/// Disassembles code: calls `callback` for each instruction in order. Bytes that are no
/// instruction are data, a word at a time, so every byte is in exactly one line.
/// `address` is where the first byte stands. `user` is handed on and not looked at.
///
/// ISA_MC_STOPPED if the callback asked for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_disassemble(
    target: isa_mc_target,
    syntax: u32,
    bytes: *const u8,
    size: usize,
    address: u64,
    callback: isa_mc_line_callback,
    user: *mut c_void,
    error: *mut isa_mc_error,
) -> isa_mc_status {
    let body = || {
        // SAFETY: the caller's promise.
        let bytes = unsafe { memory::bytes(bytes, size, "bytes") }?;
        let callback = callback.ok_or_else(|| Failure::pointer("callback"))?;
        let any = target.any()?;
        self::syntax(&any, syntax)?;
        let tables = any.target().tables();
        let word = usize::from(tables.word_bits / 8).max(1);
        let mut at = 0;
        let mut text = String::new();
        while at < bytes.len() {
            text.clear();
            let rest = &bytes[at..];
            let inst = match decode(target, rest) {
                Ok(inst) => Some(inst),
                Err(failure)
                    if [ISA_MC_NOT_DECODABLE, ISA_MC_TRUNCATED].contains(&failure.status) =>
                {
                    None
                }
                Err(failure) => return Err(failure),
            };
            let size = inst
                .map_or(word, |inst| inst.size.into())
                .clamp(1, rest.len());
            let line = &rest[..size];
            let said = match &inst {
                None => false,
                Some(inst) => {
                    match printed(inst.any()?, syntax, true, |said| text.push_str(said)) {
                        Ok(()) => true,
                        Err(failure) if failure.status == ISA_MC_NOT_EXPRESSIBLE => false,
                        Err(failure) => return Err(failure),
                    }
                }
            };
            if !said {
                write_data(tables, line, &mut text);
            }
            let text_length = text.len();
            text.push('\0');
            let line = isa_mc_line {
                address: address.wrapping_add(at as u64),
                bytes: line.as_ptr(),
                size,
                instruction: inst.as_ref().map_or(ptr::null(), ptr::from_ref),
                text: text.as_ptr().cast(),
                text_length,
            };
            // SAFETY: the caller promises a function of this type that can be given
            // `user`; the line is there until it returns.
            if unsafe { callback(user, &raw const line) } != 0 {
                return Err(Failure {
                    start: at,
                    end: at + size,
                    ..Failure::new(ISA_MC_STOPPED, "the callback asked to stop")
                });
            }
            at += size;
        }
        Ok(())
    };
    // SAFETY: the caller's promise.
    unsafe { guard(error, body) }
}
