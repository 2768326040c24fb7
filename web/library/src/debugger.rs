//! Kernels run instruction by instruction.

use std::collections::BTreeSet;

use isa_mc::arguments::{self, Argument, Contents};
use isa_mc::asm::Assembler;
use isa_mc::exec::dispatch::{Dispatch, Event, Observer, Step};
use isa_mc::exec::{Column, RegisterPart};
use isa_mc::gcn::dispatch::{CODE_BASE, Device, Grid, Launch, Value};
use isa_mc::gcn::loader::{Image, Kernel};
use isa_mc::gcn::metadata::ValueKind;
use isa_mc::machines::AnyTarget;
use isa_mc::{Cursor, Register, SyntaxId, Target};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{json, target};

/// Instructions of a kernel that are listed.
const LISTED: usize = 20_000;

/// Instructions that one call runs at most, so that the page can show how far it is.
const AT_ONCE: u32 = 1_000_000;

/// The largest buffer that an argument may ask for, in bytes.
const LARGEST: u64 = 64 << 20;

/// A kernel, as a person chooses it and its arguments.
#[derive(Debug, Serialize)]
pub struct KernelView {
    name: String,
    /// Work-items of a group, if it says them.
    group: Option<[u64; 3]>,
    arguments: Vec<ArgumentView>,
}

#[derive(Debug, Serialize)]
struct ArgumentView {
    name: String,
    #[serde(rename = "type")]
    type_name: String,
    /// What may be given for it: a value to begin with.
    suggestion: String,
}

/// The kernels of a file.
#[derive(Debug, Serialize)]
pub struct Kernels {
    processor: String,
    kernels: Vec<KernelView>,
}

/// The kernels of an object or a source.
pub fn kernels(cpu: &str, file: &[u8]) -> Result<Kernels, String> {
    kernels_of(&image(cpu, file)?)
}

/// The kernels of an image.
///
/// # Errors
///
/// If it has none.
pub fn kernels_of(image: &Image) -> Result<Kernels, String> {
    if image.kernels.is_empty() {
        return Err(
            "the file has no kernel: no symbol whose name ends in `.kd`, which \
                    `.amdhsa_kernel` makes"
                .to_owned(),
        );
    }
    let kernel = |kernel: &Kernel| KernelView {
        name: kernel.name.clone(),
        group: kernel
            .metadata
            .as_ref()
            .and_then(|it| it.required_group_size),
        arguments: kernel
            .arguments()
            .iter()
            .filter(|it| !it.is_hidden())
            .map(|it| ArgumentView {
                name: it.name.clone().unwrap_or_default(),
                type_name: it.type_name.clone().unwrap_or_default(),
                suggestion: suggestion(it.kind, it.type_name.as_deref(), it.size),
            })
            .collect(),
    };
    Ok(Kernels {
        processor: image.target.processor.name.to_owned(),
        kernels: image.kernels.iter().map(kernel).collect(),
    })
}

/// A value that an argument of this kind can have.
fn suggestion(kind: ValueKind, name: Option<&str>, size: u64) -> String {
    let of_type = |name: &str| match name {
        "char" => "i8",
        "uchar" => "u8",
        "short" => "i16",
        "ushort" => "u16",
        "int" => "i32",
        "long" => "i64",
        "ulong" => "u64",
        "half" => "f16",
        "float" => "f32",
        "double" => "f64",
        _ => "u32",
    };
    match kind {
        ValueKind::GlobalBuffer => {
            let element = name.and_then(|it| it.strip_suffix('*')).unwrap_or("uint");
            format!("buffer:zero=1K,show={}", of_type(element))
        }
        ValueKind::DynamicSharedPointer => "local:1K".to_owned(),
        _ => match (name, size) {
            (Some(name), 1..=8) => format!("{}:64", of_type(name)),
            (None, 4) => "u32:64".to_owned(),
            (None, 8) => "u64:64".to_owned(),
            _ => format!("bytes:{}", "00".repeat(size as usize)),
        },
    }
}

/// A file in memory: an object, or text that is assembled.
fn image(cpu: &str, file: &[u8]) -> Result<Image, String> {
    if file.starts_with(b"\x7fELF") {
        return Image::load(file, CODE_BASE).map_err(|error| error.to_string());
    }
    let AnyTarget::Words(target) = target::named(cpu)? else {
        return Err(format!(
            "kernels of {cpu} are not run step by step: choose a gfx processor"
        ));
    };
    let mut assembler = Assembler::new(target, SyntaxId::default()).externals();
    if let Some(support) = isa_mc::machines::support(&target) {
        assembler = assembler.machine(support);
    }
    let assembly = assembler.assemble("kernel", file);
    if let Some(error) = assembly.errors.first() {
        let at = assembly.texts.outermost(error.location);
        let (line, column) = (assembly.texts.line(at), assembly.texts.column(at));
        return Err(format!("line {line}, column {column}: {error}"));
    }
    let mut object = Vec::new();
    let draft = assembly.draft.as_ref();
    let written = draft.map(|object_| object_.write_elf(&mut object));
    match written {
        Some(Ok(())) => Image::load(&object, CODE_BASE).map_err(|error| error.to_string()),
        Some(Err(error)) => Err(error.to_string()),
        None => Err("the text has no object".to_owned()),
    }
}

/// A kernel that runs, and the instruction that is next.
#[wasm_bindgen]
pub struct Debugger {
    image: Image,
    target: Target<'static>,
    dispatch: Dispatch<'static, Grid>,
    buffers: Vec<Buffer>,
    /// What the last step wrote, by name.
    changed: BTreeSet<String>,
    events: Vec<String>,
    stopped: Option<String>,
}

#[derive(Debug, Clone, Serialize)]
struct Buffer {
    name: String,
    address: String,
    bytes: u64,
    /// Type of the numbers in it.
    show: String,
    #[serde(skip)]
    at: u64,
}

/// A register or a state with its values.
#[derive(Serialize)]
struct Held {
    name: String,
    /// In hexadecimal digits; one for each lane of a vector register, and nothing for lanes
    /// in which it was never written.
    values: Vec<String>,
    is_changed: bool,
}

#[derive(Serialize)]
struct State<'s> {
    /// Where it is; nothing once all have ended.
    address: Option<String>,
    group: [u32; 3],
    wave: u32,
    instructions: u64,
    lanes: u32,
    /// What stopped it, if it cannot go on.
    stopped: Option<&'s str>,
    events: &'s [String],
    scalars: Vec<Held>,
    vectors: Vec<Held>,
    buffers: &'s [Buffer],
}

#[derive(Serialize)]
struct CodeLine {
    address: String,
    hex: String,
    text: String,
    label: String,
}

#[wasm_bindgen]
impl Debugger {
    /// Starts a kernel over a grid; `values` are its arguments, a line each.
    ///
    /// # Errors
    ///
    /// What is wrong, for people.
    #[wasm_bindgen(constructor)]
    pub fn new(
        cpu: &str,
        file: &[u8],
        kernel: &str,
        grid: &str,
        group: &str,
        values: &str,
    ) -> Result<Debugger, String> {
        let image = image(cpu, file)?;
        let found = image
            .kernel(Some(kernel))
            .map_err(|error| error.to_string())?;
        let sizes = |what: &str, text: &str| {
            arguments::dimensions(text.trim()).map_err(|error| format!("{what}: {error}"))
        };
        let mut launch = Launch::new(sizes("grid", grid)?, sizes("group", group)?);
        let mut device = Device::new();
        device.load(&image);
        let mut buffers = Vec::new();
        let named = found.arguments().iter().filter(|it| !it.is_hidden());
        let mut named = named.map(|it| it.name.clone());
        for (at, text) in values
            .lines()
            .map(str::trim)
            .filter(|it| !it.is_empty())
            .enumerate()
        {
            let name = named
                .next()
                .flatten()
                .unwrap_or_else(|| format!("argument {at}"));
            let wrong = |error: String| format!("{name}: {error}");
            let argument = arguments::parse(text).map_err(wrong)?;
            launch.arguments.push(match argument {
                Argument::Number { bytes, .. } | Argument::Bytes(bytes) => Value::Bytes(bytes),
                Argument::Local(bytes) => Value::Local(bytes),
                Argument::Null => Value::Address(0),
                Argument::Buffer(buffer) => {
                    let (at, bytes) = place(&buffer.contents, &mut device).map_err(wrong)?;
                    buffers.push(Buffer {
                        name: name.clone(),
                        address: format!("{at:#x}"),
                        bytes,
                        show: buffer.show.map_or("u32", arguments::Type::name).to_owned(),
                        at,
                    });
                    Value::Address(at)
                }
            });
        }
        let mut dispatch = launch
            .start(&image, found, device)
            .map_err(|error| error.to_string())?;
        let target = dispatch.environment().target();
        Ok(Debugger {
            target,
            image,
            dispatch,
            buffers,
            changed: BTreeSet::new(),
            events: Vec::new(),
            stopped: None,
        })
    }

    /// The instructions of the code that the kernel lies in.
    pub fn code(&self) -> String {
        let mut lines: Vec<CodeLine> = Vec::new();
        let segments = self.image.segments.iter().filter(|it| it.is_executable);
        for segment in segments {
            let mut at = 0;
            while at < segment.bytes.len() && lines.len() < LISTED {
                let rest = &segment.bytes[at..];
                let inst = self.target.decode(rest).ok();
                let size = inst
                    .map_or(4, |inst| self.target.size(inst))
                    .min(rest.len());
                let address = segment.address + at as u64;
                let mut text = String::new();
                let printed =
                    inst.map(|inst| self.target.print(inst, SyntaxId::default(), &mut text));
                if !matches!(printed, Some(Ok(()))) {
                    ".long".clone_into(&mut text);
                }
                let label = match self.image.symbol_before(address) {
                    Some((name, 0)) => name.to_owned(),
                    _ => String::new(),
                };
                lines.push(CodeLine {
                    address: format!("{address:#x}"),
                    hex: crate::listing::digits(&rest[..size]),
                    text,
                    label,
                });
                at += size.max(1);
            }
        }
        json(&lines)
    }

    /// Runs so many instructions of whichever wavefronts are next.
    pub fn step(&mut self, count: u32) -> String {
        self.go(count.min(AT_ONCE), None)
    }

    /// Runs until a wavefront is about to run the instruction at an address, to the end if
    /// none comes there; a million instructions at most.
    ///
    /// # Errors
    ///
    /// If the text is no address.
    pub fn run_to(&mut self, address: &str) -> Result<String, String> {
        let address = match address {
            "" => None,
            text => Some(
                arguments::whole(text)
                    .and_then(|it| u64::try_from(it).ok())
                    .ok_or_else(|| {
                        format!("`{text}` is no address: expected one as 0x100000100")
                    })?,
            ),
        };
        Ok(self.go(AT_ONCE, address))
    }

    /// Bytes of memory, in hexadecimal digits; nothing where nothing is.
    pub fn memory(&mut self, buffer: usize, offset: u32, count: u32) -> String {
        let Some(buffer) = self.buffers.get(buffer) else {
            return String::new();
        };
        let left = buffer.bytes.saturating_sub(offset.into());
        let count = left.min(count.into()) as usize;
        let device = self.dispatch.environment().device();
        match device.read(buffer.at + u64::from(offset), count) {
            Ok(bytes) => crate::listing::digits(&bytes),
            Err(_) => String::new(),
        }
    }

    /// The state now.
    pub fn state(&mut self) -> String {
        let next = self.dispatch.upcoming();
        let target = self.target;
        let lanes = self.dispatch.environment().lanes();
        let (mut scalars, mut vectors) = (Vec::new(), Vec::new());
        let changed = &self.changed;
        if let Some(registers) = self.dispatch.registers() {
            for (state, part, value) in registers.set_states() {
                if part == 0 {
                    let name = state_name(&target, state);
                    let is_changed = changed.contains(&name);
                    let values = vec![format!("{value:x}")];
                    scalars.push(Held {
                        name,
                        values,
                        is_changed,
                    });
                }
            }
            for (register, mask, values) in registers.written() {
                let name = register_name(&target, register);
                let is_changed = changed.contains(&name);
                let is_vector = is_per_lane(&target, register);
                let shown = if is_vector { lanes as usize } else { 1 };
                let lane = |(at, value): (usize, &u64)| match mask >> at & 1 {
                    0 => String::new(),
                    _ => format!("{value:x}"),
                };
                let values = values.iter().take(shown).enumerate().map(lane).collect();
                let into = if is_vector {
                    &mut vectors
                } else {
                    &mut scalars
                };
                into.push(Held {
                    name,
                    values,
                    is_changed,
                });
            }
        }
        json(&State {
            address: next.map(|next| format!("{:#x}", next.address)),
            group: next.map_or([0; 3], |next| next.place.group),
            wave: next.map_or(0, |next| next.place.wave),
            instructions: self.dispatch.summary().instructions,
            lanes,
            stopped: self.stopped.as_deref(),
            events: &self.events,
            scalars,
            vectors,
            buffers: &self.buffers,
        })
    }
}

impl Debugger {
    fn go(&mut self, count: u32, until: Option<u64>) -> String {
        self.stopped = None;
        let mut watch = Watch {
            wants: count == 1,
            ..Watch::default()
        };
        for done in 0..count {
            let Some(next) = self.dispatch.upcoming() else {
                break;
            };
            if done != 0 && until == Some(next.address) {
                break;
            }
            if let Err(error) = self.dispatch.step_with(&mut watch) {
                let text = error.display(&self.target, SyntaxId::default()).to_string();
                self.stopped = Some(text);
                break;
            }
        }
        (self.changed, self.events) = (watch.changed, watch.events);
        self.state()
    }
}

/// Puts the contents of a buffer into memory; gives its address and size.
fn place(contents: &Contents, device: &mut Device) -> Result<(u64, u64), String> {
    let (bytes, contents) = match contents {
        Contents::File(_) => {
            let message = "files cannot be named here: give zero=BYTES or TYPE=VALUES";
            return Err(message.to_owned());
        }
        Contents::Random { bytes, seed } if *bytes <= LARGEST => {
            (*bytes, Some(Contents::random(*bytes, *seed)))
        }
        Contents::Zero(bytes) | Contents::Empty(bytes) | Contents::Random { bytes, .. } => {
            (*bytes, None)
        }
        Contents::Values(values) => (values.len() as u64, Some(values.clone())),
    };
    if bytes > LARGEST {
        return Err(format!(
            "{bytes} bytes: a buffer has {LARGEST} at most here"
        ));
    }
    let full = || format!("there is no room for {bytes} bytes");
    let address = device.allocate(bytes).ok_or_else(full)?;
    let stored = match contents {
        Some(contents) => device.write(address, &contents),
        None => device.zero(address, bytes),
    };
    stored.map_err(|_| full())?;
    Ok((address, bytes))
}

/// What a step wrote.
#[derive(Default)]
struct Watch {
    wants: bool,
    changed: BTreeSet<String>,
    events: Vec<String>,
}

impl Observer for Watch {
    fn wants_events(&self) -> bool {
        self.wants
    }

    fn step(&mut self, step: &Step<'_>) {
        for event in step.events {
            match event {
                Event::Write {
                    register,
                    lanes,
                    values,
                } => {
                    let name = register_name(step.target, *register);
                    self.events
                        .push(written(step.target, &name, *register, *lanes, values));
                    self.changed.insert(name);
                }
                Event::WriteState { state, value, .. } => {
                    let name = state_name(step.target, *state);
                    if name != "PC" {
                        self.events.push(format!("{name} = {value:#x}"));
                    }
                    self.changed.insert(name);
                }
                Event::Load { access, value } => self.events.push(format!(
                    "lane {} loads {} bytes at {:#x}: {value:#x}",
                    access.lane, access.bytes, access.address
                )),
                Event::Store { access, value } => self.events.push(format!(
                    "lane {} stores {} bytes at {:#x}: {value:#x}",
                    access.lane, access.bytes, access.address
                )),
                Event::Read { .. } | Event::ReadState { .. } => {}
            }
        }
    }
}

/// A written register in a few words.
fn written(
    target: &Target<'_>,
    name: &str,
    register: RegisterPart,
    lanes: u64,
    values: &Column,
) -> String {
    if !is_per_lane(target, register) {
        return format!("{name} = {:#x}", values[0]);
    }
    let first = lanes.trailing_zeros() as usize;
    let value = values.get(first).copied().unwrap_or(0);
    format!("{name} in {} lanes, first {value:#x}", lanes.count_ones())
}

fn is_per_lane(target: &Target<'_>, register: RegisterPart) -> bool {
    let file = target.tables().files.get(usize::from(register.file));
    file.is_some_and(|it| it.per_lane.is_set())
}

fn register_name(target: &Target<'_>, register: RegisterPart) -> String {
    let named = Register {
        file: register.file,
        number: register.number,
        count: 1,
    };
    let mut room = [0; 32];
    let mut name = Cursor::new(&mut room);
    match target.print_register(named, &mut name) {
        true => name.as_str().to_owned(),
        false => format!("register {}", register.number),
    }
}

fn state_name(target: &Target<'_>, state: u16) -> String {
    let tables = target.tables();
    let row = tables.states.get(usize::from(state));
    row.map_or("state", |row| tables.text(row.name)).to_owned()
}
