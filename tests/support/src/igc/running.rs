//! Kernels of Intel's offline compiler run as its runtime starts them: which inputs are
//! arguments, and which it fills itself.
//!
//! What the compiler lays out is read off its files: behind the header of a thread are the
//! local ids of its channels, a word each, x of all of them first; then what all threads have
//! alike, a header with the offset and the size of a group, the arguments (pointers to local
//! memory, to global memory, numbers), and what the kernel asks for besides.

use isa_mc::image::{Format, Image};
use isa_mc::visa::object::{Input, InputKind, Routine, Version, first};
use isa_mc::visa::run::{Argument, Device, Launch};
use isa_mc::visa::{syntax, text};

use super::compiler::Dump;
use crate::running::{self, Case};

/// Instructions of a case at most.
const BUDGET: u64 = 40_000_000;

/// Bytes that a group shares, and where pointers to local memory point in them: behind what
/// kernels declare.
const SHARED: u32 = 0x1_0000;
const LOCAL: u32 = 0x8000;

/// Bytes of private memory of all threads that run at a time.
const PRIVATE: u64 = 1 << 24;

/// Bytes of a register of a device.
fn register_bytes(device: &str) -> u32 {
    if device == "pvc" { 64 } else { 32 }
}

/// A number that is an attribute.
fn attribute(routine: &Routine, name: &str) -> Option<u32> {
    let value = routine.attribute(name)?;
    let bytes = value.iter().rev();
    Some(bytes.fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

fn dwords(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|it| it.to_le_bytes()).collect()
}

/// What the inputs of a kernel are filled from.
struct Inputs<'a> {
    case: &'a Case,
    /// Work-items of the groups that run, which are smaller at the end of a grid.
    group: [u32; 3],
    register_bytes: u32,
    /// Channels of a thread, threads of a group, bytes of inputs that each of them has.
    channels: u32,
    threads: u32,
    own_bytes: u32,
    /// The buffers of the case: addresses and bytes.
    buffers: &'a [(u64, usize)],
    /// Arguments that are still to come, in the compiler's order.
    left: Vec<Argument>,
    header_given: bool,
    /// The constants of the program, if the kernel asks for them.
    constants: Option<Argument>,
    private: u64,
}

impl Inputs<'_> {
    /// The local ids of a thread's channels.
    fn ids(&self, thread: u32) -> Vec<u8> {
        let [x, y, _] = self.group;
        let each = self.own_bytes / 3;
        let mut bytes = vec![0; self.own_bytes as usize];
        for channel in 0..self.channels {
            let item = thread * self.channels + channel;
            let ids = [item % x, item / x % y, item / x / y];
            for (dimension, id) in (0..).zip(ids) {
                let at = (dimension * each + 2 * channel) as usize;
                if let Some(word) = bytes.get_mut(at..at + 2) {
                    word.copy_from_slice(&(id as u16).to_le_bytes());
                }
            }
        }
        bytes
    }

    /// What an input is filled with.
    fn argument(&mut self, input: &Input) -> Result<Argument, String> {
        if input.kind() == InputKind::Surface {
            let number = input.id.wrapping_sub(first::SURFACE) as usize;
            let &(address, bytes) = self.buffers.get(number).ok_or("a surface of no buffer")?;
            let bytes = bytes as u32;
            return Ok(Argument::Buffer { address, bytes });
        }
        let size = usize::from(input.size);
        let at = (input.offset as u32).wrapping_sub(self.register_bytes);
        if at < self.own_bytes {
            let rows = (0..self.threads).map(|thread| {
                let mut ids = self.ids(thread);
                ids.resize(at as usize + size, 0);
                ids[at as usize..at as usize + size].to_vec()
            });
            return Ok(Argument::Threads(rows.collect()));
        }
        let [x, y, z] = self.case.group;
        if size == 32 && !core::mem::replace(&mut self.header_given, true) {
            return Ok(Argument::Bytes(dwords(&[0, 0, 0, x, y, z, 0, 0])));
        }
        if !self.left.is_empty() {
            let next = self.left.remove(0);
            let bytes = match &next {
                Argument::Bytes(bytes) => bytes.len(),
                _ => 8,
            };
            return match bytes == size {
                true => Ok(next),
                false => Err(format!("an argument of {bytes} bytes has {size}")),
            };
        }
        if size == 8
            && let Some(constants) = self.constants.take()
        {
            return Ok(constants);
        }
        match size {
            // Where a buffer begins in its surface.
            4 => Ok(Argument::Bytes(vec![0; 4])),
            8 => Ok(Argument::Buffer {
                address: self.private,
                bytes: PRIVATE as u32,
            }),
            12 => Ok(Argument::Bytes(dwords(&[x, y, z]))),
            _ => Err(format!("an input of {size} bytes that is no argument")),
        }
    }
}

/// Groups of one size: the first one, how many there are in each dimension, and their
/// work-items.
struct Part {
    first: [u32; 3],
    groups: [u32; 3],
    group: [u32; 3],
}

/// A grid as groups of one size each: whole ones, and those at its ends that are smaller. A
/// runtime starts them one after the other.
fn parts(case: &Case) -> Vec<Part> {
    let mut parts = vec![Part {
        first: [0; 3],
        groups: [1; 3],
        group: [1; 3],
    }];
    for at in 0..3 {
        let (all, size) = (case.grid[at], case.group[at]);
        let whole = (0, all / size, size);
        let rest = (all / size, 1, all % size);
        let sizes = [whole, rest];
        let sizes = sizes.iter().filter(|it| it.1 > 0 && it.2 > 0);
        parts = sizes
            .flat_map(|&(first, groups, group)| {
                parts.iter().map(move |part| {
                    let mut part = Part { ..*part };
                    (part.first[at], part.groups[at], part.group[at]) = (first, groups, group);
                    part
                })
            })
            .collect();
    }
    parts
}

/// Runs a case as a kernel that the compiler made of its source for a device. Gives its buffers
/// afterwards and how many instructions ran.
///
/// # Errors
///
/// Why it was not started, or did not end, in words.
pub fn run(case: &Case, dump: &Dump, device: &str) -> Result<(Vec<Vec<u8>>, u64), String> {
    let done = run_with_images(case, &[], dump, device)?;
    Ok((done.buffers, done.instructions))
}

/// What a run has left.
#[derive(Debug)]
pub struct Done {
    /// The buffers of the case.
    pub buffers: Vec<Vec<u8>>,
    /// The images.
    pub images: Vec<Vec<u8>>,
    /// How many instructions ran.
    pub instructions: u64,
}

/// What bytes of images hold before.
pub const BLANK: u8 = 0xa5;

/// An image that a kernel reads or writes.
#[derive(Debug, Clone)]
pub struct Picture {
    /// The format of its elements.
    pub format: Format,
    /// How many in each dimension.
    pub size: [u32; 3],
    /// What it holds before, if it is read.
    pub read: Option<Vec<u8>>,
}

/// The same over images besides. The case does not have them among its arguments: in the
/// compiler's kernels they are no inputs, and stand in the binding table only, those that are
/// read before the buffers and those that are written behind them.
///
/// # Errors
///
/// As [`run`].
pub fn run_with_images(
    case: &Case,
    images: &[Picture],
    dump: &Dump,
    device: &str,
) -> Result<Done, String> {
    let object = text::assemble(&dump.text, Version::new(4, 1));
    let object = object.map_err(|errors| errors[0].to_string())?;
    let kernel = object.kernels.first().ok_or("there is no kernel")?;
    let mut memory = Device::new();
    let mut buffers = Vec::new();
    for contents in case.buffers() {
        let address = memory.allocate(contents.len() as u64).ok_or("no room")?;
        let stored = memory.write(address, &contents);
        stored.map_err(|error| format!("{error:?}"))?;
        buffers.push((address, contents.len()));
    }
    let mut placed = Vec::new();
    for picture in images {
        let mut image = Image {
            address: 0,
            size: picture.size,
            format: picture.format,
        };
        let bytes = image.bytes().ok_or("too many elements")?;
        image.address = memory.allocate(bytes).ok_or("no room")?;
        let blank = || vec![BLANK; bytes as usize];
        let contents = picture.read.clone().unwrap_or_else(blank);
        let stored = memory.write(image.address, &contents);
        stored.map_err(|error| format!("{error:?}"))?;
        placed.push(image);
    }
    let left = arguments(case, &buffers);
    let private = memory.allocate(PRIVATE).ok_or("no room")?;
    // Every kernel has a pointer to private memory, and one to constants before it if it reads
    // them.
    let bytes = dump.constants.len() as u64;
    let address = memory.allocate(bytes).ok_or("no room")?;
    let stored = memory.write(address, &dump.constants);
    stored.map_err(|error| format!("{error:?}"))?;
    let constants = Argument::Buffer {
        address,
        bytes: bytes as u32,
    };
    let pointers = kernel.inputs.iter().filter(|it| it.size == 8).count();
    let has_constants = pointers == buffers.len() + 2;
    let channels = attribute(&kernel.routine, "SimdSize").ok_or("no SimdSize")?;
    // Earlier devices do not say it.
    let own_bytes = attribute(&kernel.routine, "PerThreadInputSize");
    let own_bytes = own_bytes.unwrap_or(3 * (2 * channels).next_multiple_of(32));
    let mut instructions = 0;
    for part in parts(case) {
        let items: u32 = part.group.iter().product();
        let threads = items.div_ceil(channels);
        let mut inputs = Inputs {
            case,
            group: part.group,
            register_bytes: register_bytes(device),
            channels,
            threads,
            own_bytes,
            buffers: &buffers,
            left: left.clone(),
            header_given: false,
            constants: has_constants.then(|| constants.clone()),
            private,
        };
        // Surfaces have no offset of their own.
        let mut order: Vec<usize> = (0..kernel.inputs.len()).collect();
        order.sort_by_key(|&at| kernel.inputs[at].offset);
        let mut given = vec![None; order.len()];
        for at in order {
            given[at] = Some(inputs.argument(&kernel.inputs[at])?);
        }
        let mut launch = Launch::new(part.groups, [threads, 1, 1]);
        launch.first_group = part.first;
        let bound = |is_read| {
            let both = images.iter().zip(&placed);
            let these = both.filter(move |it| it.0.read.is_some() == is_read);
            these.map(|it| Argument::Image(*it.1))
        };
        let given = given.into_iter().flatten();
        launch.arguments = bound(true).chain(given).chain(bound(false)).collect();
        launch.register_bytes = register_bytes(device);
        launch.group_channels = Some(items);
        launch.shared_bytes = Some(SHARED);
        let dispatch = launch.start(&object, 0, memory);
        let mut dispatch = dispatch.map_err(|error| error.to_string())?;
        dispatch.budget(BUDGET);
        let target = dispatch.target();
        let mut last = None;
        let done = dispatch.run_with(&mut |step| last = Some(step.inst));
        let done = done.map_err(|error| {
            let mut line = String::new();
            let printed = last.map(|inst| target.print(inst, syntax::VISA, &mut line));
            match printed {
                Some(Ok(())) => format!("{error}: {line}"),
                _ => error.to_string(),
            }
        })?;
        instructions += done.instructions;
        memory = dispatch.into_device();
    }
    let mut read = |(address, count)| memory.read(address, count).map_err(|it| format!("{it:?}"));
    let buffers: Result<Vec<_>, _> = buffers.iter().copied().map(&mut read).collect();
    let mut buffers = buffers?;
    case.comparable(&mut buffers);
    let bytes = placed
        .iter()
        .map(|it| (it.address, it.bytes().unwrap_or(0)));
    let images: Result<Vec<_>, _> = bytes
        .map(|(at, count)| read((at, count as usize)))
        .collect();
    Ok(Done {
        buffers,
        images: images?,
        instructions,
    })
}

/// The arguments of a case in the compiler's order.
fn arguments(case: &Case, buffers: &[(u64, usize)]) -> Vec<Argument> {
    let (mut locals, mut numbers, mut local) = (Vec::new(), Vec::new(), LOCAL);
    for argument in case.arguments {
        match argument {
            running::Argument::Local(bytes) => {
                locals.push(Argument::Bytes(local.to_le_bytes().to_vec()));
                local += bytes.next_multiple_of(64);
            }
            running::Argument::Number(number) => {
                numbers.push(Argument::Bytes(number.to_le_bytes().to_vec()));
            }
            running::Argument::Buffer { .. } => {}
        }
    }
    let pointers = buffers.iter().map(|&(address, bytes)| Argument::Buffer {
        address,
        bytes: bytes as u32,
    });
    locals.into_iter().chain(pointers).chain(numbers).collect()
}
