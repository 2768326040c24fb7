//! Running a kernel of a vISA object, or of its text.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::Write as _;

use isa_mc::visa::object::{Object, Version};
use isa_mc::visa::run::{Argument as Value, Device, Dispatch, Launch, RunError};
use isa_mc::visa::text::{self, DeclaredNames};
use isa_mc::visa::trace;

use super::buffers::{Placed, show};
use crate::args::RunArgs;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::output::Output;
use isa_mc::arguments::{Argument, Contents};

/// The object that a file is or whose text it is; `None` for files of other machines.
pub fn object(args: &RunArgs, input: &Input, color: bool) -> Option<Result<Object, Failure>> {
    if Object::is_object(&input.bytes) {
        let object = Object::read(&input.bytes);
        return Some(object.map_err(|error| Failure::Input(format!("{}: {error}", input.name))));
    }
    let is_text = args.file.extension()? == "visaasm";
    is_text.then(|| crate::visa::read(input, Version::new(4, 1), color))
}

/// Runs it. The grid counts threads here, and groups have one if nothing else is said.
pub fn run(
    args: &RunArgs,
    arguments: Vec<Argument>,
    input: &Input,
    object: &Object,
) -> Result<(), Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", input.name));
    let names = object.kernels.iter();
    let names: Vec<_> = names.map(|it| it.routine.name().into_owned()).collect();
    if args.list {
        let mut out = Output::open(None)?;
        for (name, kernel) in names.iter().zip(&object.kernels) {
            let taken = kernel.inputs.iter().filter(|it| it.origin() == 0).count();
            let line = format!("kernel `{name}`, {taken} arguments\n");
            out.buffer.extend_from_slice(line.as_bytes());
        }
        return out.finish();
    }
    let number = match &args.kernel {
        Some(wanted) => names.iter().position(|name| name == wanted),
        None => (names.len() == 1).then_some(0),
    };
    let number = number.ok_or_else(|| {
        let names = names.join(", ");
        Failure::Usage(format!("{}: which kernel? --kernel {names}", input.name))
    })?;
    if !args.breaks.is_empty() || args.stats {
        let message = "--break and --stats are not for kernels of vISA";
        return Err(Failure::Usage(message.to_owned()));
    }
    let Some(grid) = args.grid else {
        return Err(Failure::Usage("--grid X[,Y[,Z]] is needed".to_owned()));
    };
    let group = args.group.unwrap_or([1; 3]);
    if (0..3).any(|at| group[at] == 0 || grid[at] % group[at] != 0) {
        let message = "--grid counts threads here, and is a multiple of --group";
        return Err(Failure::Usage(message.to_owned()));
    }
    let mut launch = Launch::new(std::array::from_fn(|at| grid[at] / group[at]), group);
    let mut device = Device::new();
    let mut buffers = Vec::new();
    for (at, argument) in arguments.into_iter().enumerate() {
        launch.arguments.push(match argument {
            Argument::Number { bytes, .. } | Argument::Bytes(bytes) => Value::Bytes(bytes),
            Argument::Null => Value::Buffer {
                address: 0,
                bytes: 0,
            },
            Argument::Local(_) => {
                let message = "kernels of vISA say themselves what a group shares";
                return Err(Failure::Usage(format!("--arg {at}: {message}")));
            }
            Argument::Buffer(buffer) => {
                let contents = match buffer.contents {
                    Contents::File(path) => input::owned(input::read(&path)?.bytes),
                    Contents::Random { bytes, seed } => Contents::random(bytes, seed),
                    Contents::Values(bytes) => bytes,
                    Contents::Zero(bytes) | Contents::Empty(bytes) => vec![0; bytes as usize],
                };
                let bytes = contents.len() as u64;
                let full = || Failure::Input(format!("--arg {at}: there is no room"));
                let address = device.allocate(bytes).ok_or_else(full)?;
                device.write(address, &contents).map_err(|_| full())?;
                let out = match &buffer.out {
                    Some(path) => Some(Output::open(Some(path))?),
                    None => None,
                };
                buffers.push(Placed {
                    at,
                    address,
                    bytes,
                    show: buffer.show,
                    out,
                });
                let small = u32::try_from(bytes).map_err(|_| full())?;
                match buffer.image {
                    Some(shape) => {
                        let image = shape.image(address, bytes);
                        let wrong = |error| Failure::Usage(format!("--arg {at}: {error}"));
                        Value::Image(image.map_err(wrong)?)
                    }
                    None => Value::Buffer {
                        address,
                        bytes: small,
                    },
                }
            }
        });
    }
    let dispatch = launch.start(object, number, device);
    let mut dispatch = dispatch.map_err(|error| Failure::Usage(error.to_string()))?;
    dispatch.budget(args.budget);
    match args.trace.as_deref() {
        Some(path) => traced(&mut dispatch, object, number, Output::open(Some(path))?)?,
        None => dispatch.run().map(|_| ()),
    }
    .map_err(|error| wrong(&error))?;
    let mut device = dispatch.into_device();
    let mut shown = Output::open(None)?;
    let mut files = Vec::new();
    for buffer in buffers {
        let contents = device.read(buffer.address, buffer.bytes as usize);
        let contents = contents.map_err(|_| wrong(&"the buffer is not in memory"))?;
        if let Some(kind) = buffer.show {
            show(buffer.at, None, kind, &contents, &mut shown)?;
        }
        if let Some(mut file) = buffer.out {
            file.buffer = contents;
            files.push(file);
        }
    }
    files.into_iter().try_for_each(Output::finish)?;
    shown.finish()
}

/// Runs what is left, and writes each instruction with its thread, the execution mask, and what it
/// reads and writes.
fn traced(
    dispatch: &mut Dispatch,
    object: &Object,
    kernel: usize,
    mut out: Output,
) -> Result<Result<(), RunError>, Failure> {
    let mut routines = Routines {
        object,
        kernel,
        known: BTreeMap::new(),
    };
    dispatch.keep_events(true);
    let done = loop {
        let next = match dispatch.upcoming() {
            Ok(Some(next)) => next,
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        };
        let Known { texts, names } = routines.known(next.place.function)?;
        let text = texts.get(&next.place.offset).map_or("", String::as_str);
        let [group, thread] = [next.place.group, next.place.thread].map(written);
        let function = next.place.function.and_then(|it| object.functions.get(it));
        let function = function.map(|it| format!("{} ", it.routine.name()));
        let (function, at) = (function.unwrap_or_default(), next.place.instruction);
        // Writing to memory cannot fail.
        let _ = writeln!(
            out.buffer,
            "{group} thread {thread} {function}{at} {:08x}: {text}",
            next.mask
        );
        let done = dispatch.step();
        for line in trace::lines(names, dispatch.events()) {
            let _ = writeln!(out.buffer, "    {line}");
        }
        out.flush_block()?;
        if let Err(error) = done {
            break Err(error);
        }
    };
    out.finish()?;
    Ok(done)
}

/// Kernels and functions as they are listed, each when it is come to.
struct Routines<'o> {
    object: &'o Object,
    kernel: usize,
    known: BTreeMap<Option<usize>, Known>,
}

/// One of them: instructions by their first byte, and what they name.
struct Known {
    texts: BTreeMap<usize, String>,
    names: DeclaredNames,
}

impl Routines<'_> {
    fn known(&mut self, function: Option<usize>) -> Result<&Known, Failure> {
        let known = match self.known.entry(function) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let routine = match function {
                    Some(function) => &self.object.functions[function].routine,
                    None => &self.object.kernels[self.kernel].routine,
                };
                let listed = text::list_statements(self.object, routine);
                let (all, names) = listed.map_err(|error| Failure::Input(error.to_string()))?;
                let texts = all.into_iter().map(|it| (it.offset, it.text)).collect();
                place.insert(Known { texts, names })
            }
        };
        Ok(known)
    }
}

/// A place in three dimensions, as it is written.
fn written([x, y, z]: [u32; 3]) -> String {
    format!("({x},{y},{z})")
}
