//! What an instruction does, and what it reads and writes.

use std::ffi::c_char;

use super::call::guard;
use super::instruction::{AnyInstruction, isa_mc_instruction};
use super::memory;
use super::operands::{ISA_MC_NAME_SIZE, name};
use super::status::isa_mc_status::ISA_MC_BAD_INSTRUCTION;
use super::status::{Failure, isa_mc_error, isa_mc_status};
use crate::describe::{Access, Description, Place, Taken};
use crate::{Cursor, Target};

/// How an instruction goes on.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum isa_mc_branch {
    /// Behind itself.
    ISA_MC_NO_BRANCH = 0,
    /// At the place that an operand says, or behind itself.
    ISA_MC_BRANCH_SOMETIMES = 1,
    /// At the place that an operand says.
    ISA_MC_BRANCH_ALWAYS = 2,
}

/// What an instruction does, whatever its operands hold.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct isa_mc_description {
    /// 1 if it reads memory, of whichever kind; else 0.
    pub loads: u8,
    /// 1 if it writes memory; else 0.
    pub stores: u8,
    /// 1 if what it does to memory is one step for whoever else accesses it; else 0.
    pub atomic: u8,
    /// 1 if it goes to a label or a distance, 0 if registers hold the address. 0 without a
    /// branch.
    pub branches_directly: u8,
    /// How it goes on.
    pub branch: isa_mc_branch,
    /// The name of its family: instructions that have operands and effects in common.
    pub family: [c_char; ISA_MC_NAME_SIZE],
}

/// What is read or written.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum isa_mc_place {
    /// Registers: `kind` is their file, and `first` and `count` which; `text` is their name,
    /// as `s[4:5]`.
    ISA_MC_REGISTERS = 0,
    /// A state that no register holds: `text` is its name, as `SCC`.
    ISA_MC_STATE = 1,
    /// Something that a file declares, by its number `first`, as a variable of vISA: `kind`
    /// is what stands before the number, and `text` both, as `V40`.
    ISA_MC_DECLARED = 2,
    /// Any of those of a kind: the instruction does not say which, as where an address says
    /// it. `kind` and `text` are what stands before the numbers.
    ISA_MC_ANY_DECLARED = 3,
}

/// Something that an instruction reads or writes. What its place does not mention is zero.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct isa_mc_access {
    /// What it is.
    pub place: isa_mc_place,
    /// 1 if it is read; else 0.
    pub reads: u8,
    /// 1 if it is written; else 0. Lanes that are not active keep what they have.
    pub writes: u8,
    /// How many registers.
    pub count: u16,
    /// Number of the first register in its file, or of what is declared.
    pub first: u32,
    /// Name of the operand that names it, or of the part of an instruction that is bytes one
    /// after the other; "" for what the instruction does not name.
    pub operand: [c_char; ISA_MC_NAME_SIZE],
    /// File of registers, as "vgpr", or what stands before numbers of declared things.
    pub kind: [c_char; ISA_MC_NAME_SIZE],
    /// Its text.
    pub text: [c_char; ISA_MC_NAME_SIZE],
}

fn described(description: &Description<'_>) -> Result<isa_mc_description, Failure> {
    let branch = description.branch();
    Ok(isa_mc_description {
        loads: description.loads().into(),
        stores: description.stores().into(),
        atomic: description.is_atomic().into(),
        branches_directly: branch.is_some_and(|it| it.direct).into(),
        branch: match branch.map(|it| it.taken) {
            None => isa_mc_branch::ISA_MC_NO_BRANCH,
            Some(Taken::Sometimes) => isa_mc_branch::ISA_MC_BRANCH_SOMETIMES,
            Some(Taken::Always) => isa_mc_branch::ISA_MC_BRANCH_ALWAYS,
        },
        family: name(description.family())?,
    })
}

fn access(target: &Target<'_>, access: &Access<'_>) -> Result<isa_mc_access, Failure> {
    let mut out = isa_mc_access {
        place: isa_mc_place::ISA_MC_STATE,
        reads: access.reads.into(),
        writes: access.writes.into(),
        count: 0,
        first: 0,
        operand: name(access.name.unwrap_or(""))?,
        kind: [0; ISA_MC_NAME_SIZE],
        text: [0; ISA_MC_NAME_SIZE],
    };
    match access.place {
        Place::Registers(register) => {
            out.place = isa_mc_place::ISA_MC_REGISTERS;
            (out.first, out.count) = (register.number.into(), register.count.into());
            let tables = target.tables();
            let file = tables.files.get(usize::from(register.file));
            out.kind = name(file.map_or("", |file| tables.text(file.name)))?;
            let mut room = [0; ISA_MC_NAME_SIZE];
            let mut text = Cursor::new(&mut room);
            target.print_register(register, &mut text);
            out.text = name(text.as_str())?;
        }
        Place::State(state) => out.text = name(state.name)?,
        Place::Numbered(numbered) => {
            out.kind = name(numbered.prefix)?;
            match numbered.number {
                Some(number) => {
                    out.place = isa_mc_place::ISA_MC_DECLARED;
                    out.first = number as u32;
                    out.text = name(&format!("{}{number}", numbered.prefix))?;
                }
                None => {
                    out.place = isa_mc_place::ISA_MC_ANY_DECLARED;
                    out.text = out.kind;
                }
            }
        }
    }
    Ok(out)
}

/// What an instruction does, whatever its operands hold: memory, branches, its family.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_describe(
    instruction: *const isa_mc_instruction,
    description: *mut isa_mc_description,
    error: *mut isa_mc_error,
) -> isa_mc_status {
    let body = || {
        memory::check(description, "description")?;
        // SAFETY: the caller's promise.
        let found = match unsafe { memory::get(instruction, "instruction") }?.any()? {
            AnyInstruction::Words(target, inst) => target.describe(inst),
            AnyInstruction::Streams(target, inst) => target.describe(inst),
        };
        let wrong = || {
            let message = "this is no instruction of its target";
            Failure::new(ISA_MC_BAD_INSTRUCTION, message)
        };
        let found = described(&found.ok_or_else(wrong)?)?;
        // SAFETY: the caller's promise.
        unsafe { memory::put(description, "description", found) }
    };
    // SAFETY: the caller's promise.
    unsafe { guard(error, body) }
}

/// What an instruction reads and writes: what its operands name, in their order, then what
/// it does not name. A place may come several times. Memory is no part of it: see
/// isa_mc_description. `accesses` has room for `capacity` of them; `count` gets how many
/// there are, also if there is no room for all (ISA_MC_NO_SPACE: as many are written as
/// fit). `capacity` may be 0, to ask how many.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn isa_mc_accesses(
    instruction: *const isa_mc_instruction,
    accesses: *mut isa_mc_access,
    capacity: usize,
    count: *mut usize,
    error: *mut isa_mc_error,
) -> isa_mc_status {
    let body = || {
        // SAFETY: the caller's promise.
        let all: Result<Vec<isa_mc_access>, Failure> =
            match unsafe { memory::get(instruction, "instruction") }?.any()? {
                AnyInstruction::Words(target, inst) => target
                    .accesses(inst)
                    .map(|it| access(&target, &it))
                    .collect(),
                AnyInstruction::Streams(target, inst) => {
                    let plain = Target::from(&target);
                    target
                        .accesses(inst)
                        .map(|it| access(&plain, &it))
                        .collect()
                }
            };
        // SAFETY: the caller's promise; the accesses are ours.
        unsafe { memory::put_all(accesses, capacity, count, &all?) }
    };
    // SAFETY: the caller's promise.
    unsafe { guard(error, body) }
}
