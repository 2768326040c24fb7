//! `isa-mc run`

mod buffers;
mod describe;
mod stop;
mod trace;
#[cfg(feature = "visa")]
mod visa;
mod watch;

use isa_mc::arguments::{self, Argument, Buffer, Contents};
use isa_mc::exec::dispatch::{Dispatch, RunError, RunErrorKind, Uninitialized};
use isa_mc::exec::{ExecErrorKind, Fault};
use isa_mc::gcn::dispatch::{CODE_BASE, DEFAULT_STACK, Device, Grid, Launch, LaunchError, Value};
use isa_mc::gcn::loader::{Image, Kernel};

use super::args::{RunArgs, UninitializedArg};
use super::failure::Failure;
use super::output::Output;
use super::report::{self, paint};
use super::{input, machines};
use buffers::{Placed, show};
use watch::Watch;

/// Work-items of a group if neither the command line nor the kernel says a number.
const DEFAULT_GROUP: u32 = 64;

/// Reports of what was read and never written that are shown; the rest is counted.
const MAX_NOTES: usize = 20;

pub fn run(args: &RunArgs, color: bool) -> Result<(), Failure> {
    let arguments = arguments(args)?;
    let input = input::read(&args.file)?;
    #[cfg(feature = "visa")]
    if let Some(object) = visa::object(args, &input, color) {
        return visa::run(args, arguments, &input, &object?);
    }
    let wrong = |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", input.name));
    let image = Image::load(&input.bytes, CODE_BASE).map_err(|error| wrong(&error))?;
    if args.list {
        return list(&image);
    }
    let kernel = image.kernel(args.kernel.as_deref());
    let kernel = kernel.map_err(|error| Failure::Usage(format!("{}: {error}", input.name)))?;
    check(kernel, &arguments)?;
    let places = stop::places(&args.breaks, &image)?;

    let mut device = Device::new();
    device.load(&image);
    let (values, buffers) = place(&arguments, &mut device)?;
    let mut launch = launch(args, kernel)?;
    match &kernel.metadata {
        Some(_) => launch.arguments = values,
        None => describe::unnamed(&mut launch, kernel, &values)?,
    }
    let mut dispatch = launch
        .start(&image, kernel, device)
        .map_err(|error| refused(&error, kernel))?;
    dispatch.budget(args.budget);
    dispatch.uninitialized(match args.uninitialized {
        UninitializedArg::Report => Uninitialized::Report,
        UninitializedArg::Fatal => Uninitialized::Fatal,
        UninitializedArg::Ignore => Uninitialized::Ignore,
    });

    let target = dispatch.environment().target();
    let syntax = machines::syntax(&target, args.syntax.as_deref())?;
    let trace = match &args.trace {
        Some(path) => Some(Output::open(Some(path))?),
        None => None,
    };
    let groups = std::array::from_fn(|at| launch.grid[at].div_ceil(launch.group[at].max(1)));
    let mut watch = Watch::new(&image, syntax, trace, args.stats, groups);
    let done = match places.is_empty() {
        true => dispatch.run(&mut watch).map(|_| None),
        false => stop::run_to(&mut dispatch, &mut watch, &places),
    };
    let stats = watch.finish()?;

    for (at, note) in dispatch.notes().enumerate() {
        if at == MAX_NOTES {
            let more = dispatch.notes().count() - MAX_NOTES;
            eprintln!("and {more} more instructions that read what was never written");
            break;
        }
        let place = symbol(&image, note.address);
        let heading = paint(color, report::WARNING, "warning:");
        eprintln!("{heading} {}{place}", note.display(&target, syntax));
    }
    let stopped = match done {
        Ok(stopped) => stopped,
        Err(error) => {
            let mut message = error.display(&target, syntax).to_string();
            message += &symbol(&image, error.address);
            message += &near(&error, &mut dispatch, &buffers);
            return Err(Failure::Input(message));
        }
    };
    let mut text = Output::open(None)?;
    if let Some(next) = stopped {
        let state = stop::state(&mut dispatch, next, &image, syntax);
        text.buffer.extend_from_slice(&state);
        text.flush_block()?;
    } else if !places.is_empty() {
        let heading = paint(color, report::WARNING, "warning:");
        let all = args.breaks.join(" or ");
        eprintln!("{heading} the kernel ended, and no wavefront came to {all}");
    }
    text.buffer.extend_from_slice(stats.as_bytes());
    let mut device = dispatch.into_environment().into_device();
    finish(buffers, kernel, &mut device, &mut text, stopped.is_none())?;
    text.finish()
}

/// All of `--arg`.
fn arguments(args: &RunArgs) -> Result<Vec<Argument>, Failure> {
    let read = |text: &String| {
        arguments::parse(text).map_err(|error| Failure::Usage(format!("--arg {text}: {error}")))
    };
    args.arguments.iter().map(read).collect()
}

/// The grid and its groups.
fn launch(args: &RunArgs, kernel: &Kernel) -> Result<Launch, Failure> {
    let required = kernel.metadata.as_ref();
    let required = required.and_then(|it| it.required_group_size);
    let group = match (args.group, required) {
        (Some(group), _) => group,
        (None, Some(sizes)) => sizes.map(|it| u32::try_from(it).unwrap_or(u32::MAX)),
        (None, None) => [DEFAULT_GROUP, 1, 1],
    };
    let Some(grid) = args.grid else {
        return Err(Failure::Usage("--grid X[,Y[,Z]] is needed".to_owned()));
    };
    let mut launch = Launch::new(grid, group);
    launch.stack = args.stack.unwrap_or(DEFAULT_STACK);
    Ok(launch)
}

/// Whether numbers have the type that the kernel takes, as far as the metadata says it.
fn check(kernel: &Kernel, arguments: &[Argument]) -> Result<(), Failure> {
    let said = kernel.arguments().iter().filter(|it| !it.is_hidden());
    for (at, (said, argument)) in said.zip(arguments).enumerate() {
        let (Some(name), Argument::Number { kind, .. }) = (&said.type_name, argument) else {
            continue;
        };
        let wants_float = match name.as_str() {
            "half" | "float" | "double" => true,
            "char" | "uchar" | "short" | "ushort" | "int" | "uint" | "long" | "ulong" => false,
            _ => continue,
        };
        if wants_float != kind.is_float() {
            return Err(Failure::Usage(format!(
                "--arg {at} is {} and the kernel takes `{name}`: give {}, or bytes:HEX for its \
                 bits\n{}",
                kind.name(),
                describe::suggestion(said),
                describe::arguments(kernel)
            )));
        }
    }
    Ok(())
}

/// Puts buffers into memory.
fn place(
    arguments: &[Argument],
    device: &mut Device,
) -> Result<(Vec<Value>, Vec<Placed>), Failure> {
    let (mut values, mut buffers) = (Vec::new(), Vec::new());
    for (at, argument) in arguments.iter().enumerate() {
        values.push(match argument {
            Argument::Number { bytes, .. } | Argument::Bytes(bytes) => Value::Bytes(bytes.clone()),
            Argument::Local(bytes) => Value::Local(*bytes),
            Argument::Null => Value::Address(0),
            Argument::Buffer(buffer) => {
                let placed = place_buffer(at, buffer, device)?;
                let address = placed.address;
                buffers.push(placed);
                Value::Address(address)
            }
        });
    }
    Ok((values, buffers))
}

fn place_buffer(at: usize, buffer: &Buffer, device: &mut Device) -> Result<Placed, Failure> {
    if buffer.image.is_some() {
        let message = "images are for kernels of vISA: others take a descriptor, as bytes:HEX";
        return Err(Failure::Usage(format!("--arg {at}: {message}")));
    }
    let contents = match &buffer.contents {
        Contents::File(path) => Some(input::owned(input::read(path)?.bytes)),
        Contents::Random { bytes, seed } => Some(Contents::random(*bytes, *seed)),
        Contents::Values(bytes) => Some(bytes.clone()),
        Contents::Zero(_) | Contents::Empty(_) => None,
    };
    let bytes = match (&buffer.contents, &contents) {
        (Contents::Zero(bytes) | Contents::Empty(bytes), _) => *bytes,
        (_, Some(contents)) => contents.len() as u64,
        _ => 0,
    };
    let full = || Failure::Input(format!("--arg {at}: there is no room for {bytes} bytes"));
    let address = device.allocate(bytes).ok_or_else(full)?;
    let stored = match (&buffer.contents, &contents) {
        (_, Some(contents)) => device.write(address, contents),
        (Contents::Zero(bytes), None) => device.zero(address, *bytes),
        _ => Ok(()),
    };
    stored.map_err(|_| full())?;
    let out = match &buffer.out {
        Some(path) => Some(Output::open(Some(path))?),
        None => None,
    };
    Ok(Placed {
        at,
        address,
        bytes,
        show: buffer.show,
        out,
    })
}

/// Why a kernel is not started: a matter of the command line, or of the file.
fn refused(error: &LaunchError, kernel: &Kernel) -> Failure {
    match error {
        LaunchError::Count { .. } => {
            // What follows there says the arguments without the words of `--arg`.
            let text = error.to_string();
            let first = text.lines().next().unwrap_or(&text);
            Failure::Usage(format!("{first}\n{}", describe::arguments(kernel)))
        }
        LaunchError::Kind { .. } => {
            Failure::Usage(format!("{error}\n{}", describe::arguments(kernel)))
        }
        LaunchError::Descriptor(_) | LaunchError::Segment { .. } => {
            Failure::Input(format!("kernel `{}`: {error}", kernel.name))
        }
        _ => Failure::Usage(error.to_string()),
    }
}

/// Where an address lies in the code, behind a message.
fn symbol(image: &Image, address: u64) -> String {
    match image.symbol_before(address) {
        Some((name, 0)) => format!(" (in {name})"),
        Some((name, at)) => format!(" (in {name}, at {at:#x})"),
        None => String::new(),
    }
}

/// What lies near an address that is not mapped.
fn near(error: &RunError, dispatch: &mut Dispatch<'_, Grid>, buffers: &[Placed]) -> String {
    let RunErrorKind::Execution(error) = error.kind else {
        return String::new();
    };
    let (ExecErrorKind::Load { fault, .. } | ExecErrorKind::Store { fault, .. }) = error.kind
    else {
        return String::new();
    };
    let Fault::Unmapped { address } = fault else {
        return String::new();
    };
    let device = dispatch.environment().device();
    let Some((start, bytes)) = device.buffer_before(address) else {
        return String::new();
    };
    let Some(buffer) = buffers.iter().find(|it| it.address == start) else {
        return String::new();
    };
    let bytes = buffer.bytes.min(bytes);
    let behind = match address - start - bytes.min(address - start) {
        0 => "right before".to_owned(),
        behind => format!("{behind} bytes before"),
    };
    format!(
        "\nthe buffer of --arg {} has {bytes} bytes and ends {behind} that address",
        buffer.at
    )
}

/// The kernels of a file, with their arguments.
fn list(image: &Image) -> Result<(), Failure> {
    let mut output = Output::open(None)?;
    let mut text = format!("{}\n", image.target);
    for kernel in &image.kernels {
        text.push('\n');
        text += &describe::kernel(kernel);
    }
    output.buffer.extend_from_slice(text.as_bytes());
    output.finish()
}

/// Shows buffers, and writes them if the kernel has ended: no file is there before.
fn finish(
    buffers: Vec<Placed>,
    kernel: &Kernel,
    device: &mut Device,
    text: &mut Output,
    has_ended: bool,
) -> Result<(), Failure> {
    let mut files = Vec::new();
    for buffer in buffers {
        if buffer.show.is_none() && buffer.out.is_none() {
            continue;
        }
        let contents = device.read(buffer.address, buffer.bytes as usize);
        let contents = contents.map_err(|_| {
            Failure::Input(format!("--arg {}: the buffer is not in memory", buffer.at))
        })?;
        if let Some(kind) = buffer.show {
            let said = kernel.arguments().iter().filter(|it| !it.is_hidden());
            let name = said.skip(buffer.at).find_map(|it| it.name.as_deref());
            show(buffer.at, name, kind, &contents, text)?;
        }
        if let Some(mut file) = buffer.out {
            file.buffer = contents;
            files.push(file);
        }
    }
    match has_ended {
        true => files.into_iter().try_for_each(Output::finish),
        false => Ok(()),
    }
}
