//! Processors and syntaxes.

use std::ffi::c_char;

use super::call::guard;
use super::memory;
use super::status::isa_mc_status::{
    ISA_MC_BAD_INDEX, ISA_MC_BAD_SYNTAX, ISA_MC_BAD_TARGET, ISA_MC_UNKNOWN_NAME,
};
use super::status::{Failure, isa_mc_error, isa_mc_status};
use crate::machines::{self, AnyTarget};
use crate::{NoSyntax, SyntaxId};

/// A processor. It is a number: copy it freely, there is nothing to free. Zero is no
/// processor. Numbers may be others in another version of this library.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct isa_mc_target {
    /// The number.
    pub id: u32,
}

/// Bits of the number that say which processor of a machine it is; those above say
/// which machine, from 1, and the highest ones with which options.
const ROW_BITS: u32 = 12;
const OPTIONS: u32 = 16;

impl isa_mc_target {
    fn new(machine: usize, row: usize, options: u16) -> isa_mc_target {
        let machine = (machine as u32 + 1) << ROW_BITS;
        let id = machine | row as u32 | u32::from(options) << OPTIONS;
        isa_mc_target { id }
    }

    /// The number of a target.
    fn of(target: &AnyTarget) -> Option<isa_mc_target> {
        let target = target.target();
        let name = target.tables().name;
        let machine = machines::all().iter().position(|it| it.name == name)?;
        Some(isa_mc_target::new(machine, target.row(), target.options()))
    }

    /// The processor.
    pub(super) fn any(self) -> Result<AnyTarget, Failure> {
        let machine = (self.id >> ROW_BITS & 0xf).checked_sub(1);
        let tables = machine.and_then(|at| machines::all().get(at as usize));
        let row = self.id as usize & ((1 << ROW_BITS) - 1);
        let target = tables.and_then(|tables| AnyTarget::of_row(tables, row));
        let options = (self.id >> OPTIONS) as u16;
        let target = target.and_then(|target| machines::with_options(target, options));
        target.ok_or_else(|| {
            let message = format!("there is no target {}", self.id);
            Failure::new(ISA_MC_BAD_TARGET, message)
        })
    }
}

/// All processors.
fn all() -> impl Iterator<Item = (isa_mc_target, &'static str)> {
    let machines = machines::all().iter().enumerate();
    machines.flat_map(|(machine, tables)| {
        let rows = tables.processors.iter().enumerate();
        rows.map(move |(row, it)| (isa_mc_target::new(machine, row, 0), tables.text(it.name)))
    })
}

/// The syntax of that number, if the machine has it.
pub(super) fn syntax(target: &AnyTarget, number: u32) -> Result<SyntaxId, Failure> {
    let tables = target.target().tables();
    let known = u8::try_from(number).ok();
    let row = known.and_then(|at| tables.syntaxes.get(usize::from(at)));
    match (known, row) {
        (Some(known), Some(row)) => {
            let (target, name) = (target.target(), tables.text(row.name));
            let here = target.syntaxes().any(|(it, _)| it.0 == known);
            let error = || NoSyntax { target, name }.to_string();
            let found = here.then_some(SyntaxId(known));
            found.ok_or_else(|| Failure::new(ISA_MC_BAD_SYNTAX, error()))
        }
        _ => {
            let have = tables.syntaxes.len();
            let message = format!("{} has {have} syntaxes, and none is {number}", tables.name);
            Err(Failure::new(ISA_MC_BAD_SYNTAX, message))
        }
    }
}

/// The version of this library, as "0.1.0". It is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn isa_mc_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// How many processors there are, of all machines.
#[unsafe(no_mangle)]
pub extern "C" fn isa_mc_target_count() -> usize {
    all().count()
}

/// The processor of a number, from 0: those of one machine are neighbours, in the order
/// of its description.
///
/// ISA_MC_BAD_INDEX if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_target_at(
    index: usize,
    target: *mut isa_mc_target,
) -> isa_mc_status {
    let body = || {
        let (found, _) = all().nth(index).ok_or_else(|| {
            let message = format!("there is no processor of number {index}");
            Failure::new(ISA_MC_BAD_INDEX, message)
        })?;
        // SAFETY: the caller's promise.
        unsafe { memory::put(target, "target", found) }
    };
    // SAFETY: NULL.
    unsafe { guard(std::ptr::null_mut(), body) }
}

/// The processor of a name, in any case: "gfx900". Features that code may be made with or
/// without can stand behind it, "gfx906:sramecc+:xnack-", or it is a target id,
/// "amdgcn-amd-amdhsa--gfx906:xnack-".
///
/// ISA_MC_UNKNOWN_NAME if no machine has it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_target_named(
    name: *const c_char,
    name_size: usize,
    target: *mut isa_mc_target,
    error: *mut isa_mc_error,
) -> isa_mc_status {
    let body = || {
        // SAFETY: the caller's promise.
        let name = unsafe { memory::text(name, name_size, "name") }?;
        let found = machines::named(name)
            .map_err(|error| Failure::new(ISA_MC_UNKNOWN_NAME, error.to_string()))?;
        let found = isa_mc_target::of(&found).unwrap_or_default();
        // SAFETY: the caller's promise.
        unsafe { memory::put(target, "target", found) }
    };
    // SAFETY: the caller's promise.
    unsafe { guard(error, body) }
}

/// The same processor with code made with features and without others, as LLVM's `-mattr`
/// says them, with commas between: "+wavefrontsize64" for wavefronts of 64 lanes, "+cumode",
/// "+tgsplit", and those of target ids, "-xnack". What is said twice, the last one says.
///
/// ISA_MC_UNKNOWN_NAME if there is no such feature, or the processor does not have it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_target_with_features(
    target: isa_mc_target,
    features: *const c_char,
    features_size: usize,
    made: *mut isa_mc_target,
    error: *mut isa_mc_error,
) -> isa_mc_status {
    let body = || {
        // SAFETY: the caller's promise.
        let features = unsafe { memory::text(features, features_size, "features") }?;
        let found = machines::with_features(target.any()?, features)
            .map_err(|message| Failure::new(ISA_MC_UNKNOWN_NAME, message))?;
        let found = isa_mc_target::of(&found).unwrap_or_default();
        // SAFETY: the caller's promise.
        unsafe { memory::put(made, "made", found) }
    };
    // SAFETY: the caller's promise.
    unsafe { guard(error, body) }
}

/// The features of a target that its name does not say, as "+wavefrontsize64,+cumode"; nothing
/// if its processor is as usual. `length` gets its bytes without the NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_target_features(
    target: isa_mc_target,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> isa_mc_status {
    let body = || {
        let features = machines::features(&target.any()?);
        // SAFETY: the caller's promise.
        unsafe { memory::put_text(buffer, capacity, length, &features) }
    };
    // SAFETY: NULL.
    unsafe { guard(std::ptr::null_mut(), body) }
}

/// The name of a processor: "gfx900", or "gfx906:xnack-" if features were given with it.
/// `length` gets its bytes without the NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_target_name(
    target: isa_mc_target,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> isa_mc_status {
    let body = || {
        let name = machines::name(&target.any()?);
        // SAFETY: the caller's promise.
        unsafe { memory::put_text(buffer, capacity, length, &name) }
    };
    // SAFETY: NULL.
    unsafe { guard(std::ptr::null_mut(), body) }
}

/// The name of a processor's machine: "gcn". `length` gets its bytes without the NUL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_machine_name(
    target: isa_mc_target,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> isa_mc_status {
    let body = || {
        let name = target.any()?.target().tables().name;
        // SAFETY: the caller's promise.
        unsafe { memory::put_text(buffer, capacity, length, name) }
    };
    // SAFETY: NULL.
    unsafe { guard(std::ptr::null_mut(), body) }
}

/// The name of a syntax of a processor's machine: "llvm". Syntaxes have numbers from 0,
/// and 0 is the usual one. `length` gets its bytes without the NUL.
///
/// ISA_MC_BAD_SYNTAX if the machine has none of that number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_syntax_name(
    target: isa_mc_target,
    number: u32,
    buffer: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> isa_mc_status {
    let body = || {
        let target = target.any()?;
        let tables = target.target().tables();
        let row = &tables.syntaxes[usize::from(syntax(&target, number)?.0)];
        // SAFETY: the caller's promise.
        unsafe { memory::put_text(buffer, capacity, length, tables.text(row.name)) }
    };
    // SAFETY: NULL.
    unsafe { guard(std::ptr::null_mut(), body) }
}

/// The number of a syntax by its name, in any case.
///
/// ISA_MC_UNKNOWN_NAME if the processor's machine has none of that name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_syntax_named(
    target: isa_mc_target,
    name: *const c_char,
    name_size: usize,
    number: *mut u32,
    error: *mut isa_mc_error,
) -> isa_mc_status {
    let body = || {
        // SAFETY: the caller's promise.
        let name = unsafe { memory::text(name, name_size, "name") }?;
        let target = target.any()?.target();
        let found = target.syntax(name).ok_or_else(|| {
            let message = NoSyntax { target, name }.to_string();
            Failure::new(ISA_MC_UNKNOWN_NAME, message)
        })?;
        // SAFETY: the caller's promise.
        unsafe { memory::put(number, "number", found.0.into()) }
    };
    // SAFETY: the caller's promise.
    unsafe { guard(error, body) }
}
