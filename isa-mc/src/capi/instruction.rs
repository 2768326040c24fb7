//! Decode, encode, print and parse.

use std::ffi::c_char;

use super::call::guard;
use super::memory;
use super::status::isa_mc_status::{
    ISA_MC_BAD_INSTRUCTION, ISA_MC_INTERNAL, ISA_MC_NOT_DECODABLE, ISA_MC_NOT_EXPRESSIBLE,
    ISA_MC_NOT_PARSABLE, ISA_MC_TRUNCATED,
};
use super::status::{Failure, isa_mc_error, isa_mc_status};
use super::targets::{isa_mc_target, syntax};
use crate::asm::Code;
use crate::machines::AnyTarget;
use crate::stream::StreamProblem;
use crate::tables::MAX_STREAM_BYTES;
use crate::{
    Cursor, DecodeError, Inst, NoSymbols, PrintError, StreamInst, StreamTarget, SyntaxId, Target,
    TargetMachine,
};

/// Bytes of an instruction at most.
pub const ISA_MC_MAX_INSTRUCTION_SIZE: usize = 124;

const _: () = assert!(ISA_MC_MAX_INSTRUCTION_SIZE == MAX_STREAM_BYTES);

/// Bytes of a text that is printed without an allocation.
const ROOM: usize = 512;

/// An instruction: a value that may be copied, stored and compared, and that there is
/// nothing to free of. Its bytes may be looked at; what is changed in it is checked by
/// whatever takes it (ISA_MC_BAD_INSTRUCTION).
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct isa_mc_instruction {
    /// Its processor.
    pub target: isa_mc_target,
    /// Bytes that it has.
    pub size: u8,
    /// Which of the ways it is that its bytes leave open, as how many address registers
    /// a text named; 0 for what was decoded.
    pub choice: u8,
    /// Zero.
    pub reserved: u16,
    /// Its bytes as they stand in memory; zero behind `size`.
    pub bytes: [u8; ISA_MC_MAX_INSTRUCTION_SIZE],
}

/// An instruction and its target, of whichever kind of machine.
#[derive(Clone, Copy)]
pub(super) enum AnyInstruction {
    Words(Target<'static>, Inst),
    Streams(StreamTarget<'static>, StreamInst),
}

impl isa_mc_instruction {
    /// An instruction of its bytes. More than there can be are none.
    fn new(target: isa_mc_target, from: &[u8], choice: u8) -> Option<isa_mc_instruction> {
        let mut bytes = [0; ISA_MC_MAX_INSTRUCTION_SIZE];
        bytes.get_mut(..from.len())?.copy_from_slice(from);
        Some(isa_mc_instruction {
            target,
            size: from.len() as u8,
            choice,
            reserved: 0,
            bytes,
        })
    }

    /// What its bytes say: bytes that are an instruction are the same one again.
    pub(super) fn any(&self) -> Result<AnyInstruction, Failure> {
        let wrong = || {
            Failure::new(
                ISA_MC_BAD_INSTRUCTION,
                "this is no instruction of its target",
            )
        };
        let target = self.target.any()?;
        let bytes = self.bytes.get(..usize::from(self.size)).ok_or_else(wrong)?;
        let any = match target {
            AnyTarget::Words(target) => {
                let inst = target.decode(bytes).map_err(|_| wrong())?;
                AnyInstruction::Words(target, inst.with_choice(self.choice))
            }
            AnyTarget::Streams(target) => {
                let inst = target.decode(bytes).map_err(|_| wrong())?;
                AnyInstruction::Streams(target, inst)
            }
        };
        match any.size() == bytes.len() {
            true => Ok(any),
            false => Err(wrong()),
        }
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.size)).unwrap_or(&[])
    }
}

impl AnyInstruction {
    fn size(&self) -> usize {
        match self {
            AnyInstruction::Words(_, inst) => inst.size(),
            AnyInstruction::Streams(_, inst) => inst.size(),
        }
    }

    fn target(&self) -> AnyTarget {
        match *self {
            AnyInstruction::Words(target, _) => AnyTarget::Words(target),
            AnyInstruction::Streams(target, _) => AnyTarget::Streams(target),
        }
    }
}

/// The instruction at the front of some bytes.
pub(super) fn decode(target: isa_mc_target, bytes: &[u8]) -> Result<isa_mc_instruction, Failure> {
    fn decoded<T: TargetMachine<'static>>(
        handle: isa_mc_target,
        target: T,
        bytes: &[u8],
    ) -> Result<isa_mc_instruction, Failure> {
        let result = target.decode(bytes);
        let size = result.map(|inst| target.size(inst)).map_err(|error| {
            let is_cut = match error {
                DecodeError::Truncated { .. } => true,
                DecodeError::Stream(error) => error.problem == StreamProblem::Truncated,
                _ => false,
            };
            let status = match is_cut {
                true => ISA_MC_TRUNCATED,
                false => ISA_MC_NOT_DECODABLE,
            };
            Failure::new(status, error.display(target.tables()).to_string())
        })?;
        let bytes = bytes.get(..size);
        let inst = bytes.and_then(|bytes| isa_mc_instruction::new(handle, bytes, 0));
        inst.ok_or_else(|| Failure::new(ISA_MC_INTERNAL, "the instruction is too long"))
    }
    match target.any()? {
        AnyTarget::Words(any) => decoded(target, any, bytes),
        AnyTarget::Streams(any) => decoded(target, any, bytes),
    }
}

/// Gives the text of an instruction to `take`; `exactly` that of one, or else what comes
/// nearest.
pub(super) fn printed<R>(
    any: AnyInstruction,
    number: u32,
    exactly: bool,
    take: impl FnOnce(&str) -> R,
) -> Result<R, Failure> {
    fn print<T: TargetMachine<'static>, R>(
        (target, inst): (T, T::Inst),
        syntax: SyntaxId,
        exactly: bool,
        take: impl FnOnce(&str) -> R,
    ) -> Result<R, Failure> {
        let failure = |error: PrintError| {
            let message = error.display(target.tables()).to_string();
            Failure::new(ISA_MC_NOT_EXPRESSIBLE, message)
        };
        let mut room = [0; ROOM];
        let mut out = Cursor::new(&mut room);
        let result = match exactly {
            true => target.print(inst, syntax, &mut out),
            false => target.print_reading(inst, syntax, &mut out),
        };
        match result {
            Ok(()) => return Ok(take(out.as_str())),
            Err(PrintError::Space) => {}
            Err(error) => return Err(failure(error)),
        }
        let mut out = String::new();
        let result = match exactly {
            true => target.print(inst, syntax, &mut out),
            false => target.print_reading(inst, syntax, &mut out),
        };
        result.map_err(failure)?;
        Ok(take(&out))
    }
    let syntax = syntax(&any.target(), number)?;
    match any {
        AnyInstruction::Words(target, inst) => print((target, inst), syntax, exactly, take),
        AnyInstruction::Streams(target, inst) => print((target, inst), syntax, exactly, take),
    }
}

/// The instruction that a statement means.
fn parse(target: isa_mc_target, number: u32, text: &str) -> Result<isa_mc_instruction, Failure> {
    fn parsed<T: TargetMachine<'static>>(
        handle: isa_mc_target,
        target: T,
        syntax: SyntaxId,
        text: &str,
        choice: fn(T::Inst) -> u8,
    ) -> Result<isa_mc_instruction, Failure> {
        let parsed = target
            .parse_with(text, syntax, &NoSymbols)
            .map_err(|error| Failure {
                status: ISA_MC_NOT_PARSABLE,
                code: Code::of_statement(&error.kind).as_str(),
                start: error.span.start as usize,
                end: error.span.end as usize,
                message: error.display(target.target(), syntax, text).to_string(),
            })?;
        let mut buffer = T::buffer();
        let size = target
            .encode(parsed.inst, buffer.as_mut())
            .map_err(|error| Failure {
                code: Code::NotEncodable.as_str(),
                end: text.len(),
                ..Failure::new(
                    ISA_MC_NOT_PARSABLE,
                    error.display(target.tables()).to_string(),
                )
            })?;
        let bytes = buffer.as_ref().get(..size);
        let inst = bytes.and_then(|it| isa_mc_instruction::new(handle, it, choice(parsed.inst)));
        inst.ok_or_else(|| Failure::new(ISA_MC_INTERNAL, "the instruction is too long"))
    }
    let any = target.any()?;
    let syntax = syntax(&any, number)?;
    match any {
        AnyTarget::Words(any) => parsed(target, any, syntax, text, Inst::choice),
        AnyTarget::Streams(any) => parsed(target, any, syntax, text, |_| 0),
    }
}

/// Decodes the instruction at the front of some bytes. `instruction` gets it; its `size`
/// says how many bytes it takes.
///
/// ISA_MC_TRUNCATED if the bytes end within it, ISA_MC_NOT_DECODABLE if they are none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_decode(
    target: isa_mc_target,
    bytes: *const u8,
    size: usize,
    instruction: *mut isa_mc_instruction,
    error: *mut isa_mc_error,
) -> isa_mc_status {
    let body = || {
        memory::check(instruction, "instruction")?;
        // SAFETY: the caller's promise.
        let bytes = unsafe { memory::bytes(bytes, size, "bytes") }?;
        let inst = decode(target, bytes)?;
        // SAFETY: the caller's promise.
        unsafe { memory::put(instruction, "instruction", inst) }
    };
    // SAFETY: the caller's promise.
    unsafe { guard(error, body) }
}

/// Encodes an instruction: writes its bytes to a buffer of `capacity` bytes. `size` gets
/// how many they are, also if there is no room for them (ISA_MC_NO_SPACE: as many are
/// written as fit). `capacity` may be 0, to ask for the size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_encode(
    instruction: *const isa_mc_instruction,
    buffer: *mut u8,
    capacity: usize,
    size: *mut usize,
    error: *mut isa_mc_error,
) -> isa_mc_status {
    let body = || {
        // SAFETY: the caller's promise.
        let inst = *unsafe { memory::get(instruction, "instruction") }?;
        inst.any()?;
        // SAFETY: the caller's promise; the bytes are a copy.
        unsafe { memory::put_all(buffer, capacity, size, inst.as_bytes()) }
    };
    // SAFETY: the caller's promise.
    unsafe { guard(error, body) }
}

/// Prints an instruction: the text that isa_mc_parse turns into exactly this one.
/// `length` gets its bytes without the NUL.
///
/// ISA_MC_NOT_EXPRESSIBLE if the syntax has no such text; isa_mc_print_nearest gives one
/// for people.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_print(
    instruction: *const isa_mc_instruction,
    syntax: u32,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut isa_mc_error,
) -> isa_mc_status {
    let body = || {
        // SAFETY: the caller's promise.
        let inst = unsafe { memory::get(instruction, "instruction") }?.any()?;
        printed(inst, syntax, true, |text| {
            // SAFETY: the caller's promise.
            unsafe { memory::put_text(buffer, capacity, length, text) }
        })?
    };
    // SAFETY: the caller's promise.
    unsafe { guard(error, body) }
}

/// Prints the text that comes nearest to an instruction, for people: it may leave out
/// what the syntax cannot say. `length` gets its bytes without the NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_print_nearest(
    instruction: *const isa_mc_instruction,
    syntax: u32,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
    error: *mut isa_mc_error,
) -> isa_mc_status {
    let body = || {
        // SAFETY: the caller's promise.
        let inst = unsafe { memory::get(instruction, "instruction") }?.any()?;
        printed(inst, syntax, false, |text| {
            // SAFETY: the caller's promise.
            unsafe { memory::put_text(buffer, capacity, length, text) }
        })?
    };
    // SAFETY: the caller's promise.
    unsafe { guard(error, body) }
}

/// Parses a statement that is one instruction, without labels, symbols and comments.
///
/// ISA_MC_NOT_PARSABLE if it is none: `error` says where and why.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_parse(
    target: isa_mc_target,
    syntax: u32,
    text: *const c_char,
    text_size: usize,
    instruction: *mut isa_mc_instruction,
    error: *mut isa_mc_error,
) -> isa_mc_status {
    let body = || {
        memory::check(instruction, "instruction")?;
        // SAFETY: the caller's promise.
        let text = unsafe { memory::text(text, text_size, "text") }?;
        let inst = parse(target, syntax, text)?;
        // SAFETY: the caller's promise.
        unsafe { memory::put(instruction, "instruction", inst) }
    };
    // SAFETY: the caller's promise.
    unsafe { guard(error, body) }
}

/// The mnemonic of an instruction, as its description has it. `length` gets its bytes
/// without the NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_mnemonic(
    instruction: *const isa_mc_instruction,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> isa_mc_status {
    let body = || {
        // SAFETY: the caller's promise.
        let name = match unsafe { memory::get(instruction, "instruction") }?.any()? {
            AnyInstruction::Words(target, inst) => target.mnemonic(inst),
            AnyInstruction::Streams(target, inst) => target.mnemonic(inst),
        };
        // SAFETY: the caller's promise.
        unsafe { memory::put_text(buffer, capacity, length, name) }
    };
    // SAFETY: NULL.
    unsafe { guard(std::ptr::null_mut(), body) }
}
