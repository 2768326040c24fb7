//! Running a kernel of a vISA object, or of its text.

use std::io::Write as _;

use isa_mc::visa::object::{Object, Version};
use isa_mc::visa::run::{Argument as Value, Device, Launch};
use isa_mc::visa::syntax;

use super::buffers::{Placed, show};
use crate::cli::args::RunArgs;
use crate::cli::failure::Failure;
use crate::cli::input::{self, Input};
use crate::cli::output::Output;
use isa_mc::arguments::{Argument, Contents};

/// The object that a file is or whose text it is; `None` for files of other machines.
pub fn object(args: &RunArgs, input: &Input, color: bool) -> Option<Result<Object, Failure>> {
    if Object::is_object(&input.bytes) {
        let object = Object::read(&input.bytes);
        return Some(object.map_err(|error| Failure::Input(format!("{}: {error}", input.name))));
    }
    let is_text = args.file.extension()? == "visaasm";
    is_text.then(|| crate::cli::visa::read(input, Version::new(4, 1), color))
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
                    Contents::File(path) => input::read(&path)?.bytes,
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
    let target = dispatch.target();
    let trace = args.trace.as_deref();
    let mut trace = trace.map(|path| Output::open(Some(path))).transpose()?;
    let mut failed = Ok(());
    let done = dispatch.run_with(&mut |step| {
        let Some(out) = &mut trace else { return };
        let mut line = String::new();
        if target.print(step.inst, syntax::VISA, &mut line).is_err() {
            target.mnemonic(step.inst).clone_into(&mut line);
        }
        let [group, thread] = [step.place.group, step.place.thread].map(written);
        let (at, mask) = (step.place.instruction, step.mask);
        let function = step.place.function.and_then(|it| object.functions.get(it));
        let function = function.map(|it| format!("{} ", it.routine.name()));
        let function = function.unwrap_or_default();
        // Writing to memory cannot fail.
        let _ = writeln!(
            out.buffer,
            "{group} thread {thread} {function}{at} {mask:08x}: {line}"
        );
        if failed.is_ok() {
            failed = out.flush_block();
        }
    });
    if let Some(out) = trace {
        out.finish()?;
    }
    failed?;
    done.map_err(|error| wrong(&error))?;
    let mut device = dispatch.into_device();
    let mut text = Output::open(None)?;
    let mut files = Vec::new();
    for buffer in buffers {
        let contents = device.read(buffer.address, buffer.bytes as usize);
        let contents = contents.map_err(|_| wrong(&"the buffer is not in memory"))?;
        if let Some(kind) = buffer.show {
            show(buffer.at, None, kind, &contents, &mut text)?;
        }
        if let Some(mut file) = buffer.out {
            file.buffer = contents;
            files.push(file);
        }
    }
    files.into_iter().try_for_each(Output::finish)?;
    text.finish()
}

/// A place in three dimensions, as it is written.
fn written([x, y, z]: [u32; 3]) -> String {
    format!("({x},{y},{z})")
}
