//! Codes, and errors with their messages.

use std::ffi::c_char;

use super::characters::cut_at_character;

/// What became of a call.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum isa_mc_status {
    /// All is well.
    ISA_MC_OK = 0,
    /// A pointer is NULL that may not be, or is not aligned for what it points to.
    ISA_MC_BAD_POINTER = 1,
    /// A size is more than PTRDIFF_MAX.
    ISA_MC_BAD_SIZE = 2,
    /// A text is not UTF-8.
    ISA_MC_NOT_UTF8 = 3,
    /// There is nothing of that name.
    ISA_MC_UNKNOWN_NAME = 4,
    /// An isa_mc_target that no function of this library gave.
    ISA_MC_BAD_TARGET = 5,
    /// The machine has no syntax of that number.
    ISA_MC_BAD_SYNTAX = 6,
    /// An isa_mc_instruction that is no instruction of its target.
    ISA_MC_BAD_INSTRUCTION = 7,
    /// There is nothing of that number.
    ISA_MC_BAD_INDEX = 8,
    /// The buffer is too small. The size that is needed was stored.
    ISA_MC_NO_SPACE = 9,
    /// The bytes are no instruction of the processor.
    ISA_MC_NOT_DECODABLE = 10,
    /// The bytes end within an instruction.
    ISA_MC_TRUNCATED = 11,
    /// The syntax has no text that means exactly this instruction.
    ISA_MC_NOT_EXPRESSIBLE = 12,
    /// The text is no instruction of the processor.
    ISA_MC_NOT_PARSABLE = 13,
    /// The machine has no object files.
    ISA_MC_NO_OBJECTS = 14,
    /// The source has errors; the assembly lists them.
    ISA_MC_SOURCE_ERRORS = 15,
    /// A callback asked to stop.
    ISA_MC_STOPPED = 16,
    /// A mistake in this library, which should not happen. The call did nothing that
    /// can be relied on.
    ISA_MC_INTERNAL = 17,
}

use isa_mc_status::ISA_MC_BAD_POINTER;

/// Bytes of isa_mc_error.message.
pub const ISA_MC_MESSAGE_SIZE: usize = 480;
/// Bytes of the code of an error.
pub const ISA_MC_CODE_SIZE: usize = 8;

/// Why a call failed. Functions fill it in only if they fail, and set its status in
/// any case.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct isa_mc_error {
    /// What the function returned.
    pub status: isa_mc_status,
    /// The code of an error in a text, as "A0105"; else "".
    pub code: [c_char; ISA_MC_CODE_SIZE],
    /// Where in the text or in the bytes: offset of the first byte.
    pub start: usize,
    /// Offset behind the last byte.
    pub end: usize,
    /// Bytes of the whole message, without the NUL.
    pub message_length: usize,
    /// The message in UTF-8, with a NUL behind it. A longer one is cut.
    pub message: [c_char; ISA_MC_MESSAGE_SIZE],
}

/// What a function gives back instead of a result.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) status: isa_mc_status,
    pub(super) code: &'static str,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) message: String,
}

impl Failure {
    pub(super) fn new(status: isa_mc_status, message: impl Into<String>) -> Failure {
        Failure {
            status,
            code: "",
            start: 0,
            end: 0,
            message: message.into(),
        }
    }

    pub(super) fn pointer(name: &str) -> Failure {
        let message = format!("`{name}` is NULL, or not aligned");
        Failure::new(ISA_MC_BAD_POINTER, message)
    }

    pub(super) fn error(&self) -> isa_mc_error {
        isa_mc_error {
            status: self.status,
            code: characters(self.code),
            start: self.start,
            end: self.end,
            message_length: self.message.len(),
            message: characters(&self.message),
        }
    }
}

/// A text with a NUL behind it, cut to the size.
pub(super) fn characters<const SIZE: usize>(text: &str) -> [c_char; SIZE] {
    let mut out = [0; SIZE];
    let text = cut_at_character(text, SIZE - 1);
    for (place, byte) in out.iter_mut().zip(text.bytes()) {
        *place = byte as c_char;
    }
    out
}
