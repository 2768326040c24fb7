//! Why a kernel cannot be started.

use core::fmt::{self, Display, Formatter};

use super::launch::{MAX_GROUP, Value};
use crate::gcn::kernel_descriptor::Unsaid;
use crate::gcn::metadata::{Argument, ValueKind};

/// Why a kernel cannot be started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LaunchError {
    /// A dimension of the grid or the group is zero.
    Empty,
    /// The grid is no multiple of the group, and the kernel was compiled for whole groups.
    Multiple {
        /// The dimension, 0 to 2.
        dimension: usize,
        /// Work-items of the grid.
        grid: u32,
        /// Work-items of the group.
        group: u32,
    },
    /// The group has too many work-items.
    Group {
        /// How many it has.
        found: u64,
        /// How many it may have.
        limit: u64,
    },
    /// The kernel runs with groups of one size only.
    RequiredGroup {
        /// That size.
        expected: [u64; 3],
        /// The size that was asked for.
        found: [u32; 3],
    },
    /// Another number of arguments.
    Count {
        /// What the kernel takes.
        expected: Vec<Argument>,
        /// How many there are.
        found: usize,
    },
    /// An argument is of another kind, or has another size.
    Kind {
        /// Its place, from 0.
        index: usize,
        /// What the kernel takes there.
        argument: Box<Argument>,
        /// What was given.
        value: Value,
    },
    /// Values were given to a kernel of which no metadata says what it takes.
    NoMetadata {
        /// Bytes of its arguments.
        size: u32,
    },
    /// Arguments were given as values and as bytes.
    BothKinds,
    /// Too few bytes of arguments.
    SegmentSize {
        /// How many there are.
        found: usize,
        /// How many the descriptor asks for.
        expected: u32,
    },
    /// The metadata says that arguments take very many bytes.
    Segment {
        /// How many.
        bytes: u64,
    },
    /// More local memory than a group can have.
    LocalMemory {
        /// Bytes that it needs.
        needed: u64,
        /// Bytes that it can have.
        limit: u64,
    },
    /// More private memory than there is.
    PrivateMemory {
        /// Bytes of a work-item.
        bytes: u64,
    },
    /// There is no room for the arguments.
    Memory,
    /// The descriptor says what no directives say.
    Descriptor(Unsaid),
}

impl Display for LaunchError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            LaunchError::Empty => {
                f.write_str("grid and group need at least one work-item in each dimension")
            }
            LaunchError::Multiple {
                dimension,
                grid,
                group,
            } => {
                let name = ["x", "y", "z"][(*dimension).min(2)];
                let up = grid.checked_next_multiple_of(*group);
                write!(
                    f,
                    "the grid has {grid} work-items in {name}, which is no multiple of the group's {group}, and the kernel was compiled for whole groups"
                )?;
                match up {
                    Some(up) => write!(
                        f,
                        ": {up} is the next multiple, and the kernel may leave out what is beyond"
                    ),
                    None => Ok(()),
                }
            }
            LaunchError::Group { found, limit } => write!(
                f,
                "the group has {found} work-items, and this kernel takes at most {limit} (no kernel more than {MAX_GROUP})"
            ),
            LaunchError::RequiredGroup { expected, found } => {
                let expected = expected.map(|it| it.to_string()).join(", ");
                let found = found.map(|it| it.to_string()).join(", ");
                write!(
                    f,
                    "the kernel was compiled for groups of {expected} work-items, not of {found}"
                )
            }
            LaunchError::Count { expected, found } => {
                let count = expected.len();
                let s = if count == 1 { "" } else { "s" };
                let are = if *found == 1 { "is" } else { "are" };
                write!(
                    f,
                    "the kernel takes {count} argument{s}, and {found} {are} given"
                )?;
                for (index, argument) in expected.iter().enumerate() {
                    write!(f, "\n  {index}: {}", Described(argument))?;
                }
                Ok(())
            }
            LaunchError::Kind {
                index,
                argument,
                value,
            } => {
                let argument = Described(argument);
                write!(f, "argument {index} of the kernel is {argument}, not ")?;
                match value {
                    Value::Bytes(bytes) => write!(f, "a value of {} bytes", bytes.len()),
                    Value::Address(_) => f.write_str("an address of 8 bytes"),
                    Value::Local(_) => f.write_str("a pointer to local memory of 4 bytes"),
                }
            }
            LaunchError::NoMetadata { size } => write!(
                f,
                "nothing says what the kernel's arguments are: give the {size} bytes of all of them together"
            ),
            LaunchError::BothKinds => {
                f.write_str("arguments are given as values and as bytes: only one of them can be")
            }
            LaunchError::SegmentSize { found, expected } => write!(
                f,
                "the kernel's arguments take {expected} bytes, and {found} are given"
            ),
            LaunchError::Segment { bytes } => write!(
                f,
                "the metadata says that the arguments take {bytes} bytes, which cannot be"
            ),
            LaunchError::LocalMemory { needed, limit } => write!(
                f,
                "the group needs {needed} bytes of local memory, and the processor has {limit}"
            ),
            LaunchError::PrivateMemory { bytes } => write!(
                f,
                "a work-item needs {bytes} bytes of private memory, more than there is"
            ),
            LaunchError::Memory => f.write_str("there is no room for the arguments in memory"),
            LaunchError::Descriptor(unsaid) => {
                write!(f, "the kernel's descriptor cannot be: {unsaid}")
            }
        }
    }
}

impl core::error::Error for LaunchError {}

/// An argument in words: `uint* to (a buffer, 8 bytes)`.
struct Described<'a>(&'a Argument);

impl Display for Described<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let argument = self.0;
        for word in [&argument.type_name, &argument.name].into_iter().flatten() {
            write!(f, "{word} ")?;
        }
        let kind = match argument.kind {
            ValueKind::ByValue => "a value",
            ValueKind::GlobalBuffer => "a buffer",
            ValueKind::DynamicSharedPointer => "local memory",
            ValueKind::Sampler => "a sampler, which is not supported",
            ValueKind::Image => "an image, which is not supported",
            ValueKind::Pipe => "a pipe, which is not supported",
            ValueKind::Queue => "a queue, which is not supported",
            ValueKind::Hidden(_) => "given by the runtime",
        };
        write!(f, "({kind}, {} bytes)", argument.size)
    }
}
