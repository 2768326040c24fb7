//! Kernels whose wavefronts run.

use std::collections::BTreeSet;

use isa_mc::arguments::Argument;
use isa_mc::exec::dispatch::{Dispatch, Event, Observer, Step};
use isa_mc::exec::{Column, RegisterPart};
use isa_mc::gcn::dispatch::{Device, Grid, Launch, Value};
use isa_mc::gcn::loader::Image;
use isa_mc::{Cursor, Register, SyntaxId, Target};

use super::buffers;
use super::view::{self, Buffer, CodeLine, Held, LISTED, Seen};
use super::{Running, Start};

/// A kernel of an object.
pub struct Waves {
    image: Image,
    target: Target<'static>,
    dispatch: Dispatch<'static, Grid>,
    buffers: Vec<Buffer>,
    watch: Watch,
}

impl Waves {
    /// Starts a kernel of an image.
    pub fn start(image: Image, start: &Start<'_>) -> Result<Waves, String> {
        let found = image.kernel(Some(start.kernel));
        let found = found.map_err(|error| error.to_string())?;
        let mut launch = Launch::new(start.grid, start.group);
        let mut device = Device::new();
        device.load(&image);
        let mut buffers = Vec::new();
        let named = found.arguments().iter().filter(|it| !it.is_hidden());
        let named = named.map(|it| it.name.clone()).collect();
        for (name, argument) in start.arguments(named)? {
            launch.arguments.push(match argument {
                Argument::Number { bytes, .. } | Argument::Bytes(bytes) => Value::Bytes(bytes),
                Argument::Local(bytes) => Value::Local(bytes),
                Argument::Null => Value::Address(0),
                Argument::Buffer(buffer) if buffer.image.is_some() => {
                    let message = "images are for kernels of vISA: others take a descriptor";
                    return Err(format!("{name}: {message}, as bytes:HEX"));
                }
                Argument::Buffer(buffer) => {
                    let placed = buffers::place(&name, &buffer, &mut device)?;
                    let at = placed.at;
                    buffers.push(placed);
                    Value::Address(at)
                }
            });
        }
        let dispatch = launch.start(&image, found, device);
        let mut dispatch = dispatch.map_err(|error| error.to_string())?;
        Ok(Waves {
            target: dispatch.environment().target(),
            image,
            dispatch,
            buffers,
            watch: Watch::default(),
        })
    }
}

impl Running for Waves {
    fn code(&self) -> Vec<CodeLine> {
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
        lines
    }

    fn address(&mut self) -> Option<u64> {
        self.dispatch.upcoming().map(|next| next.address)
    }

    fn step(&mut self, is_watched: bool) -> Result<(), String> {
        self.watch = Watch {
            wants: is_watched,
            ..Watch::default()
        };
        let done = self.dispatch.step_with(&mut self.watch);
        done.map(|_| ())
            .map_err(|error| error.display(&self.target, SyntaxId::default()).to_string())
    }

    fn see(&mut self) -> Seen {
        let next = self.dispatch.upcoming();
        let target = self.target;
        let lanes = self.dispatch.environment().lanes();
        let (mut scalars, mut vectors) = (Vec::new(), Vec::new());
        let changed = &self.watch.changed;
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
        let place = next.map(|next| {
            let (group, wave) = (view::place(next.place.group), next.place.wave);
            format!("group {group}, wavefront {wave}")
        });
        Seen {
            address: next.map(|next| format!("{:#x}", next.address)),
            place: place.unwrap_or_else(|| "all wavefronts have ended".to_owned()),
            instructions: self.dispatch.summary().instructions,
            lanes,
            stopped: None,
            events: self.watch.events.clone(),
            titles: ["scalar", "vector"],
            scalars,
            vectors,
            buffers: self.buffers.clone(),
        }
    }

    fn memory(&mut self, buffer: usize, offset: u32, count: u32) -> Vec<u8> {
        let device = self.dispatch.environment().device();
        buffers::read(device, &self.buffers, buffer, offset, count)
    }
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
