//! Why an instruction is not executed.

use core::fmt::{self, Display, Formatter};

use super::machine::{Access, Fault};
use crate::tables::{Tables, Text};

/// Why an instruction could not be executed to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExecError {
    /// The instruction, an index into [`Tables::instructions`]; [`NONE`](crate::tables::NONE) if it
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
