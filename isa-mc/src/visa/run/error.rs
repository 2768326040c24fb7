//! Why a kernel cannot be started, and why it stops.

use core::fmt::{self, Display, Formatter};

use crate::error::DecodeError;
use crate::exec::ExecError;
use crate::visa;
use crate::visa::object::Version;

/// Why a kernel cannot be started.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum LaunchError {
    /// The version of the object is none of 3.0 to 4.1.
    Version(Version),
    /// The object has no kernel of that number.
    NoKernel {
        /// The number, from 0.
        number: usize,
        /// How many it has.
        count: usize,
    },
    /// A dimension of the grid or of the group is zero.
    Empty,
    /// The last group of a dimension has no number of 32 bits.
    Groups {
        /// The dimension, from 0.
        dimension: usize,
    },
    /// The group has too many threads.
    Threads {
        /// How many it has.
        found: u64,
        /// How many it can have.
        most: u64,
    },
    /// A register has neither 32 nor 64 bytes.
    RegisterBytes {
        /// How many it should have.
        found: u32,
    },
    /// There are not 1 to 32 channels.
    Channels {
        /// How many there should be.
        found: u32,
    },
    /// The threads of a group have no such number of channels in all: every one but the last
    /// has the same, and the last one at least one.
    GroupChannels {
        /// How many there should be.
        found: u64,
        /// How many there are at most.
        most: u64,
    },
    /// Another number of arguments.
    Count {
        /// How many the kernel takes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// An argument has another number of bytes, or a surface gets something that is neither a
    /// buffer nor an image.
    Kind {
        /// Its place, from 0.
        index: usize,
        /// Bytes of the variable; `None` for a surface.
        bytes: Option<usize>,
    },
    /// An input is a sampler, or something that only a runtime of Intel's knows.
    Input {
        /// Its place among all inputs, from 0.
        index: usize,
        /// Where its value comes from: 0 is an argument.
        origin: u8,
    },
    /// An input names a variable or a surface that there is not, or has more bytes than it.
    NoInput {
        /// Its place among all inputs, from 0.
        index: usize,
    },
    /// A variable lies in one that comes after it, in none, in one of the file, or reaches
    /// beyond the one that it lies in.
    Alias {
        /// Number of the variable, predefined ones counted.
        variable: u32,
    },
    /// The variables of the threads of a group are more memory than is given to them.
    Variables {
        /// Bytes of one thread.
        bytes: u64,
    },
    /// There is not so much memory that a group shares.
    Shared {
        /// Bytes that are asked for.
        bytes: u32,
    },
    /// There is not so much scratch memory.
    Scratch {
        /// Bytes that a thread is to have.
        found: u32,
        /// How many it can have.
        most: u32,
    },
    /// Bytes of the kernel, or of a function that it calls, are no instruction.
    Code {
        /// Number of the function in the object; `None` for the kernel.
        function: Option<usize>,
        /// Where they begin in its code.
        offset: usize,
        /// Why they are none.
        error: DecodeError,
    },
}

impl Display for LaunchError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            LaunchError::Version(version) => {
                write!(
                    f,
                    "version {}.{} is none of 3.0 to 4.1",
                    version.major, version.minor
                )
            }
            LaunchError::NoKernel { number, count } => {
                write!(
                    f,
                    "there is no kernel of number {number}: the object has {count}"
                )
            }
            LaunchError::Empty => f.write_str("a dimension of the grid or of the group is 0"),
            LaunchError::Groups { dimension } => write!(
                f,
                "the last group of dimension {dimension} has no number of 32 bits: take fewer, or an earlier first one"
            ),
            LaunchError::Threads { found, most } => {
                write!(f, "a group of {found} threads: it can have {most}")
            }
            LaunchError::RegisterBytes { found } => {
                write!(f, "registers have 32 or 64 bytes, not {found}")
            }
            LaunchError::Channels { found } => {
                write!(f, "a kernel has 1 to 32 channels, not {found}")
            }
            LaunchError::GroupChannels { found, most } => {
                write!(
                    f,
                    "the threads of a group cannot have {found} channels: it is {most}, or less only in the last one"
                )
            }
            LaunchError::Count { expected, found } => {
                write!(f, "the kernel takes {expected} arguments, not {found}")
            }
            LaunchError::Kind {
                index,
                bytes: Some(bytes),
            } => {
                write!(f, "argument {index} is to have {bytes} bytes")
            }
            LaunchError::Kind { index, bytes: None } => {
                write!(
                    f,
                    "argument {index} is a surface, which takes a buffer or an image"
                )
            }
            LaunchError::Input { index, origin: 0 } => {
                write!(
                    f,
                    "input {index} is a sampler, and samplers are not described"
                )
            }
            LaunchError::Input { index, origin } => {
                write!(
                    f,
                    "input {index} comes from the runtime (origin {origin}), which is not described"
                )
            }
            LaunchError::NoInput { index } => write!(
                f,
                "input {index} is no variable or surface, or has more bytes than it"
            ),
            LaunchError::Alias { variable } => write!(
                f,
                "variable V{variable} does not lie within one that was declared before it"
            ),
            LaunchError::Variables { bytes } => write!(
                f,
                "the variables of a thread have {bytes} bytes, which is more than can be run"
            ),
            LaunchError::Shared { bytes } => {
                write!(f, "{bytes} bytes of shared memory are more than there are")
            }
            LaunchError::Scratch { found, most } => {
                write!(
                    f,
                    "{found} bytes of scratch memory: a thread can have {most}"
                )
            }
            LaunchError::Code {
                function,
                offset,
                error,
            } => {
                write!(f, "byte {offset:#x} of the code")?;
                write_function(f, *function)?;
                write!(f, ": {error}")
            }
        }
    }
}

impl core::error::Error for LaunchError {}

/// ` of function 3`, behind a place in code that is not the kernel's.
fn write_function(f: &mut Formatter<'_>, function: Option<usize>) -> fmt::Result {
    match function {
        Some(number) => write!(f, " of function {number}"),
        None => Ok(()),
    }
}

/// Which thread is where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Number of the group.
    pub group: [u32; 3],
    /// Number of the thread in its group.
    pub thread: [u32; 3],
    /// Number of the function in the object; `None` in the kernel.
    pub function: Option<usize>,
    /// Number of the instruction in the kernel or function, from 0.
    pub instruction: u32,
    /// Its first byte in the code of the kernel or function.
    pub offset: usize,
}

/// Where a run stopped before its end, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunError {
    /// Where.
    pub place: Place,
    /// Why.
    pub kind: RunErrorKind,
}

/// What stops a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RunErrorKind {
    /// The instruction could not be executed, or what it does is undefined.
    Execution(ExecError),
    /// The thread came to the end of the code without a return.
    NoCode,
    /// More instructions than the dispatch may run.
    Budget {
        /// How many it may.
        budget: u64,
    },
    /// The variables of all that have not returned are more memory than is given to a thread.
    Variables {
        /// Their bytes.
        bytes: u64,
    },
    /// The thread waits at a barrier, and others of its group have ended without coming to
    /// one: it would wait for ever.
    Barrier {
        /// Threads that have ended.
        ended: u32,
    },
    /// The thread waits for the other one of its pair, which does not come to the instruction:
    /// it has ended, or waits somewhere else.
    Pair,
}

impl Display for RunError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Place {
            group,
            thread,
            function,
            instruction,
            offset,
        } = self.place;
        let [group, thread] = [group, thread].map(|[x, y, z]| format!("({x},{y},{z})"));
        write!(
            f,
            "group {group} thread {thread} at instruction {instruction}, byte {offset:#x}"
        )?;
        write_function(f, function)?;
        f.write_str(": ")?;
        match &self.kind {
            RunErrorKind::Execution(error) => {
                write!(f, "{}", error.display(&visa::TABLES))
            }
            RunErrorKind::NoCode => f.write_str("the code ends without a return"),
            RunErrorKind::Budget { budget } => write!(
                f,
                "{budget} instructions have run, which is the budget: the kernel does not end, or needs a greater one"
            ),
            RunErrorKind::Variables { bytes } => write!(
                f,
                "the variables of all functions that have not returned would have {bytes} bytes, which is more than can be run"
            ),
            RunErrorKind::Barrier { ended } => write!(
                f,
                "it waits at a barrier to which {ended} threads, which have ended, never came"
            ),
            RunErrorKind::Pair => f.write_str(
                "it waits for the other thread of its pair, which has ended or waits elsewhere: two threads run this instruction together",
            ),
        }
    }
}

impl core::error::Error for RunError {}
