//! Why a dispatch stops, and what it has to report.

use core::fmt::{self, Display, Formatter};

use isa_dsl::sorted::SortedMap;

use super::environment::{Next, Place};
use crate::exec::ExecError;
use crate::exec::machine::{Access, RegisterPart};
use crate::tables::Tables;
use crate::{Cursor, DecodeError, Inst, Register, SyntaxId, Target};

/// Why a dispatch cannot go on, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunError {
    /// The wavefront.
    pub place: Place,
    /// Address of the instruction in bytes.
    pub address: u64,
    /// The instruction, if there is one.
    pub inst: Option<Inst>,
    /// What stopped it.
    pub kind: RunErrorKind,
}

/// What stops a wavefront.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunErrorKind {
    /// There is no code at its address.
    NoCode,
    /// The address of code is no multiple of a word.
    Unaligned {
        /// Bytes of a word.
        bytes: u8,
    },
    /// The bytes at its address are no instruction.
    NoInstruction {
        /// Why not.
        error: DecodeError,
        /// The bytes.
        bytes: [u8; 12],
        /// How many of them there are.
        count: u8,
    },
    /// The instruction could not be executed.
    Execution(ExecError),
    /// The program has called a trap.
    Trap {
        /// Its number.
        number: u8,
    },
    /// The program has halted the wavefront; only a debugger lets it go on.
    Halted,
    /// Every wavefront of the group that has not ended waits for something that another one
    /// would have to do.
    Deadlock,
    /// More instructions than the dispatch may run.
    Budget {
        /// How many it may.
        budget: u64,
    },
    /// Something was read that was never written, and that is to be an error.
    Uninitialized(Unset),
}

/// What was read and had never been written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unset {
    /// A register.
    Register {
        /// The register.
        register: RegisterPart,
        /// The lanes in which it had no value; 1 for one that is not per lane.
        lanes: u64,
    },
    /// Memory.
    Memory {
        /// The access.
        access: Access,
        /// The first byte without a value.
        address: u64,
    },
}

/// That an instruction reads what was never written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Note {
    /// The first wavefront that did.
    pub place: Place,
    /// Address of the instruction in bytes.
    pub address: u64,
    /// The instruction.
    pub inst: Inst,
    /// What it read the first time.
    pub unset: Unset,
    /// How often.
    pub count: u64,
}

/// One note for each instruction that reads what was never written.
#[derive(Debug, Default)]
pub(super) struct Notes {
    by_address: SortedMap<u64, Note>,
}

impl Notes {
    pub(super) fn note(&mut self, next: Next, inst: Inst, unset: Unset) {
        let note = self.by_address.entry(next.address).or_insert(Note {
            place: next.place,
            address: next.address,
            inst,
            unset,
            count: 0,
        });
        note.count += 1;
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Note> + '_ {
        self.by_address.values().copied()
    }
}

impl RunError {
    /// The error in words; the instruction is written in this syntax.
    pub fn display<'d>(&'d self, target: &'d Target<'d>, syntax: SyntaxId) -> impl Display + 'd {
        Named(move |f: &mut Formatter<'_>| {
            at(f, self.place, self.address, self.inst, target, syntax)?;
            self.kind.write(target, f)
        })
    }
}

impl Note {
    /// The note in words; the instruction is written in this syntax.
    pub fn display<'d>(&'d self, target: &'d Target<'d>, syntax: SyntaxId) -> impl Display + 'd {
        Named(move |f: &mut Formatter<'_>| {
            let inst = Some(self.inst);
            at(f, self.place, self.address, inst, target, syntax)?;
            self.unset.write(target, f)?;
            match self.count {
                1 => Ok(()),
                count => write!(f, " ({count} times)"),
            }
        })
    }
}

struct Named<F>(F);

impl<F: Fn(&mut Formatter<'_>) -> fmt::Result> Display for Named<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        (self.0)(f)
    }
}

/// Which wavefront, where, and its instruction.
fn at(
    f: &mut Formatter<'_>,
    place: Place,
    address: u64,
    inst: Option<Inst>,
    target: &Target<'_>,
    syntax: SyntaxId,
) -> fmt::Result {
    write!(f, "{place}, at {address:#x}: ")?;
    let Some(inst) = inst else { return Ok(()) };
    let mut text = String::new();
    match target.print(inst, syntax, &mut text) {
        Ok(()) => write!(f, "`{}`: ", text.trim()),
        Err(_) => write!(f, "`{}`: ", target.mnemonic(inst)),
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.group;
        write!(f, "workgroup ({x}, {y}, {z}), wavefront {}", self.wave)
    }
}

impl RunErrorKind {
    fn write(&self, target: &Target<'_>, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            RunErrorKind::NoCode => f.write_str("there is no code here"),
            RunErrorKind::Unaligned { bytes } => {
                write!(f, "code begins at multiples of {bytes} bytes")
            }
            RunErrorKind::NoInstruction {
                error,
                bytes,
                count,
            } => {
                for byte in &bytes[..usize::from((*count).min(8))] {
                    write!(f, "{byte:02x}")?;
                }
                write!(f, " is no instruction: {}", error.display(target.tables()))
            }
            RunErrorKind::Execution(error) => {
                // The instruction stands there already.
                write!(f, "{}", error.reason(target.tables()))
            }
            RunErrorKind::Trap { number } => write!(f, "the program called trap {number}"),
            RunErrorKind::Halted => f.write_str("the program halted the wavefront"),
            RunErrorKind::Deadlock => f.write_str(
                "every wavefront of the group that has not ended waits, and none is left that could let another one go on",
            ),
            RunErrorKind::Budget { budget } => write!(
                f,
                "{budget} instructions have run, which is the budget: the program does not end, or needs a greater one"
            ),
            RunErrorKind::Uninitialized(unset) => unset.write(target, f),
        }
    }
}

impl Unset {
    fn write(&self, target: &Target<'_>, f: &mut Formatter<'_>) -> fmt::Result {
        let tables = target.tables();
        match *self {
            Unset::Register { register, lanes } => {
                let named = Register {
                    file: register.file,
                    number: register.number,
                    count: 1,
                };
                f.write_str("reads ")?;
                let mut name = [0; 32];
                let mut name = Cursor::new(&mut name);
                match target.print_register(named, &mut name) {
                    true => f.write_str(name.as_str())?,
                    false => write!(f, "register {}", register.number)?,
                }
                f.write_str(", which has no value yet")?;
                let row = tables.files.get(usize::from(register.file));
                if row.is_some_and(|row| row.per_lane.is_set()) {
                    write!(f, " in {}", Lanes(lanes))?;
                }
                Ok(())
            }
            Unset::Memory { access, address } => {
                let (lane, bytes) = (access.lane, access.bytes);
                let space = space(tables, access);
                write!(
                    f,
                    "lane {lane} loads {bytes} bytes of {space} at {:#x}: nothing was stored at {address:#x} before",
                    access.address
                )
            }
        }
    }
}

fn space<'t>(tables: &'t Tables<'t>, access: Access) -> &'t str {
    let row = tables.spaces.get(usize::from(access.space));
    row.map_or("memory", |row| tables.text(row.name))
}

/// Lanes of a mask, in ranges: `lanes 0 to 3, 7`.
pub(super) struct Lanes(pub(super) u64);

impl Display for Lanes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let word = match self.0.count_ones() {
            1 => "lane",
            _ => "lanes",
        };
        f.write_str(word)?;
        let (mut left, mut separator) = (self.0, " ");
        while left != 0 {
            let first = left.trailing_zeros();
            let count = (left >> first).trailing_ones();
            left &= u64::MAX.unbounded_shl(first + count);
            write!(f, "{separator}{first}")?;
            if count > 1 {
                write!(f, " to {}", first + count - 1)?;
            }
            separator = ", ";
        }
        Ok(())
    }
}
