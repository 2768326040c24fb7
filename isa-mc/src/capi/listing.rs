//! Object files to text.

use std::ffi::{c_char, c_int, c_void};
use std::io::{self, Write};

use super::call::guard;
use super::memory;
use super::status::isa_mc_status::{
    ISA_MC_BAD_TARGET, ISA_MC_NO_OBJECTS, ISA_MC_NOT_DECODABLE, ISA_MC_STOPPED,
};
use super::status::{Failure, isa_mc_error, isa_mc_status};
use super::targets::{isa_mc_target, syntax};
use crate::disasm::Disassembler;
use crate::machines::{self, AnyTarget};
use crate::{SyntaxId, Target};

/// Takes a part of a text: `length` bytes of UTF-8, without a NUL behind them. It may end
/// anywhere, also within a line or a character, and is there only during the call. It
/// returns 0 to go on, and anything else to stop. It must not leave by `longjmp` or an
/// exception.
pub type isa_mc_text_callback =
    Option<unsafe extern "C" fn(user: *mut c_void, text: *const c_char, length: usize) -> c_int>;

/// What gives a text to a callback.
struct Parts {
    callback: unsafe extern "C" fn(*mut c_void, *const c_char, usize) -> c_int,
    user: *mut c_void,
    stopped: bool,
}

impl Write for Parts {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        // SAFETY: the caller of isa_mc_list promises a function of this type that can be
        // given `user`; the text is there until it returns.
        let asked = unsafe { (self.callback)(self.user, text.as_ptr().cast(), text.len()) };
        match asked {
            0 => Ok(text.len()),
            _ => {
                self.stopped = true;
                Err(io::Error::other("the callback asked to stop"))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The text of an ELF file.
fn elf(
    target: Target<'static>,
    syntax: SyntaxId,
    bytes: &[u8],
    shows_bytes: bool,
    parts: &mut Parts,
) -> Result<(), Failure> {
    let support = machines::support(&target).ok_or_else(|| {
        let message = format!("{} has no object files", target.tables().name);
        Failure::new(ISA_MC_NO_OBJECTS, message)
    })?;
    let wrong = |message: String| Failure::new(ISA_MC_NOT_DECODABLE, message);
    let mut disassembler = Disassembler::new(target, syntax, support);
    if shows_bytes {
        disassembler = disassembler.shows_bytes();
    }
    let file = disassembler.read(bytes);
    let file = file.map_err(|error| wrong(error.to_string()))?;
    file.write_text(parts)
        .map_err(|error| wrong(error.to_string()))
}

/// The text of a file of a machine whose files have a language of their own.
fn own(bytes: &[u8], shows_bytes: bool, parts: &mut Parts) -> Result<(), Failure> {
    let text = machines::text_of_object(bytes, shows_bytes).ok_or_else(|| {
        let message = "these are not the bytes of an object file";
        Failure::new(ISA_MC_NOT_DECODABLE, message)
    })?;
    let wrong = |message: String| Failure::new(ISA_MC_NOT_DECODABLE, message);
    let text = text.map_err(wrong)?;
    parts
        .write_all(text.as_bytes())
        .map_err(|error| wrong(error.to_string()))
}

/// Lists an object file, as `isa-mc disasm` does: an ELF file, linked or not, with its
/// sections, symbols, relocations and kernels, or a vISA object with what it declares. The
/// text assembles to the same object, or says in comments what it leaves out. `target` is
/// the processor whose code it is; one that is zero stands for what the file says itself.
/// With `shows_bytes` other than 0 the address and the bytes of each instruction stand in a
/// comment. `user` is handed on and not looked at.
///
/// ISA_MC_NOT_DECODABLE if the bytes are no such file, or a damaged one; the message says
/// where. ISA_MC_BAD_TARGET if it is for another machine, or does not say for which. Of a
/// file that is damaged no text is given. ISA_MC_STOPPED if the callback asked for it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_list(
    target: isa_mc_target,
    syntax: u32,
    bytes: *const u8,
    size: usize,
    shows_bytes: u32,
    callback: isa_mc_text_callback,
    user: *mut c_void,
    error: *mut isa_mc_error,
) -> isa_mc_status {
    let body = || {
        // SAFETY: the caller's promise.
        let bytes = unsafe { memory::bytes(bytes, size, "bytes") }?;
        let callback = callback.ok_or_else(|| Failure::pointer("callback"))?;
        let of_file = machines::of_file(bytes);
        let any = match target.id {
            0 => of_file.ok_or_else(|| {
                let message = "the bytes do not say for which processor they are";
                Failure::new(ISA_MC_BAD_TARGET, message)
            })?,
            _ => target.any()?,
        };
        let syntax = self::syntax(&any, syntax)?;
        let mut parts = Parts {
            callback,
            user,
            stopped: false,
        };
        let shows_bytes = shows_bytes != 0;
        let done = match any {
            AnyTarget::Words(target) => elf(target, syntax, bytes, shows_bytes, &mut parts),
            AnyTarget::Streams(target) => {
                let asked = target.arch().name;
                let is_it = |it: AnyTarget| {
                    let it = it.target();
                    it.tables().name == target.tables().name && it.arch().name == asked
                };
                match of_file.is_none_or(is_it) {
                    true => own(bytes, shows_bytes, &mut parts),
                    false => Err(Failure::new(
                        ISA_MC_BAD_TARGET,
                        "the object is for another processor",
                    )),
                }
            }
        };
        match parts.stopped {
            true => Err(Failure::new(ISA_MC_STOPPED, "the callback asked to stop")),
            false => done,
        }
    };
    // SAFETY: the caller's promise.
    unsafe { guard(error, body) }
}
