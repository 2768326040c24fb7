//! From what is asked for to what runs.

use super::dispatch::Dispatch;
use super::error::LaunchError;
use super::launch::{Argument, Filled, Given, Launch, MAX_THREADS, three};
use super::program::{BINDING_TABLE, MAX_SCRATCH, Program, Surfaces};
use crate::device::Device;
use crate::visa::object::{Input, InputKind, Object, first};

/// Bytes that a group can share.
const MAX_SHARED: u32 = 1 << 20;

/// Where the value of an input comes from, if it is no argument.
mod origin {
    pub const LOCAL_SIZE: u8 = 1;
    pub const GROUP_COUNT: u8 = 2;
    pub const LOCAL_ID: u8 = 3;
}

impl Launch {
    /// Starts a kernel of an object, by its number from 0. The dispatch owns the device until
    /// [`Dispatch::into_device`] gives it back.
    ///
    /// # Errors
    ///
    /// [`LaunchError`] if the kernel cannot be run so.
    pub fn start(
        &self,
        object: &Object,
        kernel: usize,
        device: Device,
    ) -> Result<Dispatch, LaunchError> {
        let count = object.kernels.len();
        let number = kernel;
        let kernel = object.kernels.get(number);
        let kernel = kernel.ok_or(LaunchError::NoKernel { number, count })?;
        if self.groups.contains(&0) || self.threads.contains(&0) {
            return Err(LaunchError::Empty);
        }
        for (dimension, (first, count)) in self.first_group.iter().zip(self.groups).enumerate() {
            if first.checked_add(count - 1).is_none() {
                return Err(LaunchError::Groups { dimension });
            }
        }
        let threads = self.threads.iter().map(|&count| u64::from(count));
        let found = threads.fold(1_u64, u64::saturating_mul);
        if found > MAX_THREADS {
            return Err(LaunchError::Threads {
                found,
                most: MAX_THREADS,
            });
        }
        if self.register_bytes != 32 && self.register_bytes != 64 {
            return Err(LaunchError::RegisterBytes {
                found: self.register_bytes,
            });
        }
        let program = Program::new(object, &kernel.routine, self.register_bytes, found)?;
        let said = kernel.routine.attribute("SimdSize").map(number_of);
        let channels = self.channels.or(said.filter(|&count| count != 0));
        let channels = channels.unwrap_or(program.widest);
        if !(1..=32).contains(&channels) {
            return Err(LaunchError::Channels { found: channels });
        }
        let all = u64::from(channels) * found;
        let group_channels = self.group_channels.map_or(all, u64::from);
        if group_channels > all || group_channels <= all - u64::from(channels) {
            return Err(LaunchError::GroupChannels {
                found: group_channels,
                most: all,
            });
        }
        let said = kernel.routine.attribute("SLMSize").map_or(0, number_of);
        let bytes = self.shared_bytes.unwrap_or(said.saturating_mul(1024));
        if bytes > MAX_SHARED {
            return Err(LaunchError::Shared { bytes });
        }
        let mut surfaces = Surfaces::new(bytes);
        let said = kernel.routine.attribute("SpillMemOffset");
        let scratch = self.scratch_bytes.unwrap_or(said.map_or(0, number_of));
        if scratch > MAX_SCRATCH {
            return Err(LaunchError::Scratch {
                found: scratch,
                most: MAX_SCRATCH,
            });
        }
        if scratch > 0 {
            surfaces.add_scratch(scratch.next_power_of_two().max(1024), found as u32);
        }
        // The rows of the binding table: all buffers and images.
        let mut number = BINDING_TABLE;
        for argument in &self.arguments {
            if bind(&mut surfaces, number, argument) {
                number += 1;
            }
        }
        let mut given = Vec::new();
        self.count(&kernel.inputs)?;
        let mut arguments = self.arguments.iter().enumerate().peekable();
        for (index, input) in kernel.inputs.iter().enumerate() {
            let origin = input.origin();
            if origin == 0 && input.kind() != InputKind::Surface {
                while arguments.next_if(|it| is_image(it.1)).is_some() {}
            }
            if origin == 0
                && input.kind() == InputKind::Surface
                && let Some((at, argument)) = arguments.next()
            {
                let declared = kernel.routine.surfaces.len() as u64;
                let first = u64::from(first::SURFACE);
                if !(first..first + declared).contains(&u64::from(input.id)) {
                    return Err(LaunchError::NoInput { index });
                }
                if !bind(&mut surfaces, input.id, argument) {
                    return Err(LaunchError::Kind {
                        index: at,
                        bytes: None,
                    });
                }
                continue;
            }
            if input.kind() != InputKind::Variable {
                return Err(LaunchError::Input { index, origin });
            }
            let size = usize::from(input.size);
            let start = program.kernel().variable(input.id, size);
            let start = start.ok_or(LaunchError::NoInput { index })?;
            let filled = match origin {
                0 => {
                    let Some((at, argument)) = arguments.next() else {
                        continue;
                    };
                    match argument {
                        Argument::Threads(rows) => {
                            let all = rows.len() as u64 == found;
                            if !all || rows.iter().any(|row| row.len() != size) {
                                let bytes = Some(size);
                                return Err(LaunchError::Kind { index: at, bytes });
                            }
                            Filled::Threads(rows.clone())
                        }
                        _ => Filled::Bytes(value(at, argument, size)?),
                    }
                }
                origin::LOCAL_SIZE => Filled::Bytes(three(self.threads)),
                origin::GROUP_COUNT => Filled::Bytes(three(self.groups)),
                origin::LOCAL_ID => Filled::Thread,
                _ => return Err(LaunchError::Input { index, origin }),
            };
            given.push(Given {
                start,
                size,
                filled,
            });
        }
        Ok(Dispatch::new(
            program,
            self,
            (channels, group_channels as u32),
            surfaces,
            given,
            device,
        ))
    }
}

impl Launch {
    /// Checks how many arguments there are. An image is an input where that is a surface, and
    /// else only a row of the binding table.
    fn count(&self, inputs: &[Input]) -> Result<(), LaunchError> {
        let inputs = inputs.iter().filter(|it| it.origin() == 0);
        let expected = inputs.clone().count();
        let surfaces = inputs.filter(|it| it.kind() == InputKind::Surface);
        let images = self.arguments.iter().filter(|it| is_image(it));
        let found = self.arguments.len() - images.count().saturating_sub(surfaces.count());
        match expected == found {
            true => Ok(()),
            false => Err(LaunchError::Count { expected, found }),
        }
    }
}

fn is_image(argument: &Argument) -> bool {
    matches!(argument, Argument::Image(_))
}

/// Makes a surface of a number what an argument is; whether it is a surface.
fn bind(surfaces: &mut Surfaces, number: u32, argument: &Argument) -> bool {
    match argument {
        Argument::Buffer { address, bytes } => surfaces.bind(number, *address, *bytes),
        Argument::Image(image) => surfaces.bind_image(number, image),
        Argument::Bytes(_) | Argument::Threads(_) => return false,
    }
    true
}

/// The number that an attribute holds, which has 0, 1, 2 or 4 bytes.
fn number_of(value: &[u8]) -> u32 {
    let mut bytes = [0; 4];
    for (to, from) in bytes.iter_mut().zip(value) {
        *to = *from;
    }
    u32::from_le_bytes(bytes)
}

/// The bytes of an argument that is a variable.
fn value(index: usize, argument: &Argument, size: usize) -> Result<Vec<u8>, LaunchError> {
    let wrong = LaunchError::Kind {
        index,
        bytes: Some(size),
    };
    match argument {
        Argument::Bytes(bytes) if bytes.len() == size => Ok(bytes.clone()),
        Argument::Buffer { address, .. } if size == 8 => Ok(address.to_le_bytes().to_vec()),
        Argument::Buffer { address, .. } if size == 4 => {
            let address = u32::try_from(*address).map_err(|_| wrong)?;
            Ok(address.to_le_bytes().to_vec())
        }
        _ => Err(wrong),
    }
}
