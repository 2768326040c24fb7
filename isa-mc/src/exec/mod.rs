//! Running instructions: what the operation of an instruction does, done.
//!
//! [`Target::execute`](crate::Target::execute) runs one instruction over a
//! [`Machine`], for all lanes that it runs for. [`InMemory`] is a machine that
//! is ready to use; an [`Executor`] runs many without allocating anew.
//!
//! ```
//! # #[cfg(feature = "gcn")] {
//! use isa_mc::exec::{InMemory, Machine};
//! use isa_mc::gcn::{self, syntax};
//!
//! let target = gcn::target("gfx900").unwrap();
//! let mut machine = InMemory::new(&target);
//! let global = machine.space("global").unwrap();
//! machine.map(global, 0x1000, 64);
//! machine.poke(global, 0x1004, &7_u32.to_le_bytes());
//! machine.set_register("exec", &[0b10, 0]).unwrap();
//! machine.set_lane("v[2:3]", 1, &[0x1000, 0]).unwrap();
//!
//! let inst = target.parse("global_load_dword v1, v[2:3], off offset:4", syntax::LLVM).unwrap();
//! let done = target.execute(inst, &mut machine).unwrap();
//! assert_eq!(done.lanes, 0b10);
//! assert_eq!(machine.lane("v1", 1).unwrap(), [7]);
//! # }
//! ```
//!
//! Operations are data: [`Tables::programs`]. The rules of their language are
//! in `docs/operations.md`; nothing here knows a machine.
//!
//! [`Tables::programs`]: crate::tables::Tables::programs

mod bind;
mod columns;
pub mod dispatch;
mod exact;
mod half;
pub(crate) mod interleaved;
mod machine;
mod memory;
mod number;
mod prepare;
mod registers;
mod run;
mod simple;

use core::fmt::{self, Display, Formatter};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::tables::{NONE, Program, Tables, Text};
use crate::{Inst, Target};

pub use bind::{Binding, Instruction};
pub use machine::{Access, Column, Declaration, Fault, LANES, Machine, RegisterPart};
pub use memory::Memory;
use prepare::Prepared;
pub use registers::{NameError, Registers, UnsetRegister};
pub use simple::{InMemory, Surface};

/// What an instruction did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Executed {
    /// The lanes that it ran for, a bit each; 1 for an instruction that runs
    /// once.
    pub lanes: u64,
}

/// Why an instruction could not be executed to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExecError {
    /// The instruction, an index into [`Tables::instructions`]; [`NONE`] if it
    /// is none of the machine.
    pub instruction: u16,
    /// What stopped it.
    pub kind: ExecErrorKind,
}

/// What stops an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExecErrorKind {
    /// It is no instruction of this target.
    Unknown,
    /// The description does not say what it does.
    NoOperation,
    /// The description says what it does, but not what source modifiers do.
    SourceModifiers,
    /// The bits of an operand have no meaning.
    Operand {
        /// Its name.
        name: Text,
    },
    /// An operand that the operation reads is a word of which the description does
    /// not say what it stands for.
    Word {
        /// Name of the operand.
        name: Text,
        /// The word.
        word: Text,
    },
    /// Memory that cannot be read.
    Load {
        /// The access, or the part of it that faulted.
        access: Access,
        /// Why.
        fault: Fault,
    },
    /// Memory that cannot be written.
    Store {
        /// The access, or the part of it that faulted.
        access: Access,
        /// Why.
        fault: Fault,
    },
    /// A state moves an operand to registers that are none.
    Index {
        /// Name of the operand.
        name: Text,
        /// How many registers behind its own.
        index: u64,
    },
    /// A state moves an operand, and the description says that nobody knows where.
    IndexUndefined {
        /// Name of the operand.
        name: Text,
        /// The description's reason.
        reason: Text,
    },
    /// What the machine does is not defined.
    Undefined {
        /// The first lane that came there.
        lane: u8,
        /// The description's reason.
        reason: Text,
    },
}

/// Instructions that are kept prepared at most.
const PREPARED: usize = 1 << 14;

/// Runs instructions one after the other; it keeps what interpreting needs, and what it
/// has found out about the instructions of one target.
#[derive(Debug, Clone, Default)]
pub struct Executor<'a> {
    scratch: run::Scratch,
    target: Option<Target<'a>>,
    prepared: HashMap<Inst, Prepared>,
}

impl<'a> Executor<'a> {
    /// An executor.
    pub fn new() -> Executor<'a> {
        Executor::default()
    }

    /// Runs an instruction.
    ///
    /// # Errors
    ///
    /// As [`Target::execute`].
    pub fn execute<M: Machine>(
        &mut self,
        target: &Target<'a>,
        inst: Inst,
        machine: &mut M,
    ) -> Result<Executed, ExecError> {
        let unknown = ExecError {
            instruction: NONE,
            kind: ExecErrorKind::Unknown,
        };
        let encoding = target.encoding(inst).ok_or(unknown)?;
        let tables = target.tables();
        let shape = &tables.shapes[encoding.shape as usize];
        if shape.arch != target.arch_index() {
            return Err(unknown);
        }
        let error = |kind| ExecError {
            instruction: encoding.instruction,
            kind,
        };
        let is_same =
            |it: Target<'_>| core::ptr::eq(it.tables(), tables) && it.row() == target.row();
        if !self.target.is_some_and(is_same) {
            self.target = Some(*target);
            self.prepared.clear();
        }
        if self.prepared.len() >= PREPARED {
            self.prepared.clear();
        }
        let prepared = match self.prepared.entry(inst) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => free.insert(prepare_inst(target, inst).map_err(error)?),
        };
        let scratch = &mut self.scratch;
        let lanes = run::run_prepared(tables, shape.arch, prepared, machine, scratch);
        let lanes = lanes.map_err(error)?;
        Ok(Executed { lanes })
    }

    /// Runs a program with the operands of an [`Instruction`] of whatever
    /// shape, on architecture number `arch`.
    ///
    /// # Errors
    ///
    /// [`ExecErrorKind`] says what stopped it.
    pub fn run<M: Machine, I: Instruction>(
        &mut self,
        tables: &Tables<'_>,
        arch: u8,
        program: &Program,
        instruction: &I,
        machine: &mut M,
    ) -> Result<Executed, ExecErrorKind> {
        let scratch = &mut self.scratch;
        let lanes = run::run(tables, arch, program, instruction, machine, scratch)?;
        Ok(Executed { lanes })
    }
}

/// The program of an instruction with its fields put in.
fn prepare_inst(target: &Target<'_>, inst: Inst) -> Result<Prepared, ExecErrorKind> {
    let tables = target.tables();
    let instruction = target.instruction(inst).ok_or(ExecErrorKind::Unknown)?;
    let program = tables.programs.get(instruction.program as usize);
    let program = program.ok_or(ExecErrorKind::NoOperation)?;
    let fixed = bind::Fixed::new(*target, inst);
    let encoding = target.encoding(inst).ok_or(ExecErrorKind::Unknown)?;
    let shape = &tables.shapes[encoding.shape as usize];
    let wraps = tables.shape_masks(shape).wraps;
    if (inst.bits() & wraps).any() && !fixed.has_modifiers_of(program) {
        return Err(ExecErrorKind::SourceModifiers);
    }
    prepare::prepare(tables, target.arch_index(), program, &fixed)
}

impl Target<'_> {
    /// Runs an instruction: its operation, for all lanes that it names.
    ///
    /// # Errors
    ///
    /// [`ExecError`] if the instruction has no operation, an access faults, or
    /// the machine's behaviour is not defined. Registers and states are then as
    /// before; memory has what was stored until there.
    pub fn execute<M: Machine>(&self, inst: Inst, machine: &mut M) -> Result<Executed, ExecError> {
        Executor::new().execute(self, inst, machine)
    }
}

impl ExecError {
    /// The error in the words of the machine.
    pub fn display<'a>(&'a self, tables: &'a Tables<'a>) -> impl Display + 'a {
        struct Named<'a>(&'a ExecError, &'a Tables<'a>);
        impl Display for Named<'_> {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                self.0.write(self.1, f)
            }
        }
        Named(self, tables)
    }

    /// What stopped the instruction, without its name.
    pub fn reason<'a>(&'a self, tables: &'a Tables<'a>) -> impl Display + 'a {
        struct Reason<'a>(&'a ExecError, &'a Tables<'a>);
        impl Display for Reason<'_> {
            fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
                self.0.write_reason(self.1, f)
            }
        }
        Reason(self, tables)
    }

    fn write(&self, tables: &Tables<'_>, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(row) = tables.instructions.get(self.instruction as usize) {
            write!(f, "{}: ", tables.text(row.name))?;
        }
        self.write_reason(tables, f)
    }

    /// What stopped it, without the name of the instruction.
    fn write_reason(&self, tables: &Tables<'_>, f: &mut Formatter<'_>) -> fmt::Result {
        let mut access = |what: &str, access: Access, fault: Fault| {
            let space = tables.spaces.get(access.space as usize);
            let space = space.map_or("memory", |row| tables.text(row.name));
            let (Access { address, bytes, .. }, lane) = (access, access.lane);
            write!(
                f,
                "lane {lane} {what} {bytes} bytes of {space} at {address:#x}: "
            )?;
            match fault {
                Fault::Unmapped { address } => write!(f, "no memory at {address:#x}"),
                Fault::Uninitialized { address } => {
                    write!(f, "nothing was stored at {address:#x} before")
                }
            }
        };
        match self.kind {
            ExecErrorKind::Unknown => f.write_str("this is no instruction of the target"),
            ExecErrorKind::NoOperation => f.write_str("the description has no operation"),
            ExecErrorKind::SourceModifiers => {
                f.write_str("the description does not say what source modifiers do")
            }
            ExecErrorKind::Operand { name } => {
                write!(f, "{} has bits without a meaning", tables.text(name))
            }
            ExecErrorKind::Word { name, word } => {
                let (name, word) = (tables.text(name), tables.text(word));
                write!(
                    f,
                    "{name} is {word}, and the description does not say what that stands for"
                )
            }
            ExecErrorKind::Index { name, index } => {
                let name = tables.text(name);
                write!(
                    f,
                    "{name} is the register {index} behind the one that is written, and there is none"
                )
            }
            ExecErrorKind::IndexUndefined { name, reason } => {
                let (name, reason) = (tables.text(name), tables.text(reason));
                write!(f, "which register {name} is, is undefined: {reason}")
            }
            ExecErrorKind::Load { access: it, fault } => access("loads", it, fault),
            ExecErrorKind::Store { access: it, fault } => access("stores", it, fault),
            ExecErrorKind::Undefined { lane, reason } => {
                let reason = tables.text(reason);
                write!(f, "undefined behaviour in lane {lane}: {reason}")
            }
        }
    }
}
