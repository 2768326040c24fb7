//! Kernels whose threads run.

use std::collections::BTreeSet;

use isa_mc::arguments::Argument;
use isa_mc::visa::object::{InputKind, Object, Routine, first};
use isa_mc::visa::run::{Argument as Value, Device, Dispatch, Launch, ThreadView};
use isa_mc::visa::text::{self, DeclaredNames, ListedStatement};

use super::buffers;
use super::kernels::{ArgumentView, KernelView};
use super::view::{self, Buffer, CodeLine, Held, LISTED, Seen};
use super::{Running, Start};

/// Elements of a variable that are shown: the most channels that an instruction has.
const LANES: u32 = 32;

/// Bytes of a buffer that are compared before and after a step.
const COMPARED: u64 = 1 << 16;

/// The value of [`Input::origin`](visa::object::Input::origin) that an argument has.
const ARGUMENT: u8 = 0;

/// The kernels of an object.
///
/// # Errors
///
/// If it has none.
pub fn kernels(object: &Object) -> Result<Vec<KernelView>, String> {
    if object.kernels.is_empty() {
        return Err("the object has no kernel".to_owned());
    }
    let kernel = |kernel: &isa_mc::visa::object::Kernel| {
        let (_, names) = statements(object, &kernel.routine)?;
        let taken = kernel.inputs.iter().filter(|it| it.origin() == ARGUMENT);
        let arguments = taken.map(|input| {
            let Some(row) = declared(input.id).filter(|_| input.kind() == InputKind::Variable)
            else {
                return ArgumentView {
                    name: format!("T{}", input.id),
                    type_name: "surface".to_owned(),
                    suggestion: "buffer:zero=1K,show=u32".to_owned(),
                };
            };
            let elements = kernel
                .routine
                .variables
                .get(row)
                .map_or(0, |it| it.elements);
            let element = names.types.get(row).copied().unwrap_or_default();
            ArgumentView {
                name: names.variables.get(row).cloned().unwrap_or_default(),
                type_name: match elements {
                    1 => element.to_owned(),
                    count => format!("{element}[{count}]"),
                },
                suggestion: suggestion(element, elements, input.size),
            }
        });
        Ok(KernelView {
            name: kernel.routine.name().into_owned(),
            group: Some([1; 3]),
            arguments: arguments.collect(),
        })
    };
    object.kernels.iter().map(kernel).collect()
}

/// A value that a variable can have.
fn suggestion(element: &str, elements: u16, bytes: u16) -> String {
    match (element, elements) {
        ("uq", 1) => "buffer:zero=1K,show=u32".to_owned(),
        ("q", 1) => "i64:16".to_owned(),
        ("ud", 1) => "u32:16".to_owned(),
        ("d", 1) => "i32:16".to_owned(),
        ("uw", 1) => "u16:16".to_owned(),
        ("w", 1) => "i16:16".to_owned(),
        ("ub", 1) => "u8:16".to_owned(),
        ("b", 1) => "i8:16".to_owned(),
        ("f", 1) => "f32:1".to_owned(),
        ("df", 1) => "f64:1".to_owned(),
        ("hf", 1) => "f16:1".to_owned(),
        _ => format!("bytes:{}", "00".repeat(bytes.into())),
    }
}

fn statements(
    object: &Object,
    routine: &Routine,
) -> Result<(Vec<ListedStatement>, DeclaredNames), String> {
    text::list_statements(object, routine).map_err(|error| error.to_string())
}

/// The row of a variable that is declared.
fn declared(number: u32) -> Option<usize> {
    usize::try_from(number.checked_sub(first::VARIABLE)?).ok()
}

/// A kernel of an object.
pub struct Threads {
    object: Object,
    kernel: usize,
    statements: Vec<ListedStatement>,
    names: DeclaredNames,
    dispatch: Dispatch,
    buffers: Vec<Buffer>,
    /// What has been written in a thread that was watched, and is shown from then on.
    written: BTreeSet<String>,
    changed: BTreeSet<String>,
    events: Vec<String>,
}

impl Threads {
    /// Starts a kernel of an object; the grid counts threads.
    pub fn start(object: Object, start: &Start<'_>) -> Result<Threads, String> {
        let mut rows = object.kernels.iter();
        let kernel = rows.position(|it| it.routine.name() == start.kernel);
        let kernel = kernel.ok_or_else(|| format!("there is no kernel `{}`", start.kernel))?;
        let (grid, group) = (start.grid, start.group);
        if (0..3).any(|at| group[at] == 0 || grid[at] % group[at] != 0) {
            return Err("the grid counts threads, and is a multiple of the group".to_owned());
        }
        let routine = &object.kernels[kernel].routine;
        let (statements, names) = statements(&object, routine)?;
        let mut launch = Launch::new(core::array::from_fn(|at| grid[at] / group[at]), group);
        let mut device = Device::new();
        let mut buffers = Vec::new();
        let inputs = object.kernels[kernel].inputs.iter();
        let inputs = inputs.filter(|it| it.origin() == ARGUMENT);
        let named = inputs.map(|it| names.variables.get(declared(it.id)?).cloned());
        for (name, argument) in start.arguments(named.collect())? {
            launch.arguments.push(match argument {
                Argument::Number { bytes, .. } | Argument::Bytes(bytes) => Value::Bytes(bytes),
                Argument::Null => Value::Buffer {
                    address: 0,
                    bytes: 0,
                },
                Argument::Local(_) => {
                    let message = "kernels of vISA say themselves what a group shares";
                    return Err(format!("{name}: {message}"));
                }
                Argument::Buffer(buffer) => {
                    let placed = buffers::place(&name, &buffer, &mut device)?;
                    let (address, bytes) = (placed.at, placed.bytes as u32);
                    let image = buffer.image.map(|it| it.image(address, placed.bytes));
                    buffers.push(placed);
                    match image
                        .transpose()
                        .map_err(|error| format!("{name}: {error}"))?
                    {
                        Some(image) => Value::Image(image),
                        None => Value::Buffer { address, bytes },
                    }
                }
            });
        }
        let dispatch = launch.start(&object, kernel, device);
        Ok(Threads {
            dispatch: dispatch.map_err(|error| error.to_string())?,
            object,
            kernel,
            statements,
            names,
            buffers,
            written: BTreeSet::new(),
            changed: BTreeSet::new(),
            events: Vec::new(),
        })
    }

    /// Runs one instruction of the kernel, with the functions that it calls: what is shown are
    /// the kernel's code and variables.
    fn one(&mut self) -> Result<(), String> {
        loop {
            self.dispatch.step().map_err(|error| error.to_string())?;
            let thread = self.dispatch.thread();
            if thread.is_none_or(|it| it.function().is_none()) {
                return Ok(());
            }
        }
    }

    /// What the thread whose turn it is holds, which is told what is declared.
    fn held(&self) -> Vec<Contents> {
        let Some(thread) = self.dispatch.thread() else {
            return Vec::new();
        };
        let routine = &self.object.kernels[self.kernel].routine;
        let (names, mut all) = (&self.names, Vec::new());
        let numbered = (first::VARIABLE..).zip(&routine.variables);
        for ((number, row), name) in numbered.zip(&names.variables) {
            all.push(Contents::new(name, thread.variable(number), row.elements));
        }
        for (number, name) in (first::ADDRESS..).zip(&names.addresses) {
            let bytes = thread.address(number);
            let elements = bytes.map_or(1, |it| it.len() / 2) as u16;
            all.push(Contents::new(name, bytes, elements));
        }
        all.extend(predicates(thread, names));
        all
    }

    /// The first bytes of every buffer.
    fn compared(&mut self) -> Vec<Vec<u8>> {
        let device = self.dispatch.device();
        let rows = self.buffers.iter().map(|buffer| {
            let bytes = device.read(buffer.at, buffer.bytes.min(COMPARED) as usize);
            bytes.unwrap_or_default()
        });
        rows.collect()
    }

    /// Keeps what has become of what there was.
    fn note(&mut self, before: &[Contents], memory: &[Vec<u8>]) {
        for (before, after) in before.iter().zip(self.held()) {
            if *before != after {
                self.events.push(after.told(before));
                self.changed.insert(after.name.clone());
                self.written.insert(after.name);
            }
        }
        let now = self.compared();
        for ((before, after), buffer) in memory.iter().zip(&now).zip(&self.buffers) {
            let differs = |at: &usize| before[*at] != after[*at];
            let mut places = (0..after.len().min(before.len())).filter(differs);
            let Some(begin) = places.next() else { continue };
            let end = places.next_back().unwrap_or(begin) + 1;
            self.events.push(format!(
                "{} is written between bytes {begin:#x} and {end:#x}",
                buffer.name
            ));
        }
    }
}

/// What a variable, an address or a predicate holds.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Contents {
    name: String,
    bytes: Vec<u8>,
    elements: usize,
}

impl Contents {
    fn new(name: &str, bytes: Option<&[u8]>, elements: u16) -> Contents {
        Contents {
            name: name.to_owned(),
            bytes: bytes.unwrap_or_default().to_vec(),
            elements: usize::from(elements).max(1),
        }
    }

    /// Its elements in hexadecimal digits.
    fn values(&self) -> impl Iterator<Item = String> {
        let size = (self.bytes.len() / self.elements).clamp(1, 8);
        self.bytes.chunks(size).map(|element| {
            let mut all = [0; 8];
            all[..element.len()].copy_from_slice(element);
            format!("{:x}", u64::from_le_bytes(all))
        })
    }

    /// What it became, in a few words.
    fn told(&self, before: &Contents) -> String {
        let (now, then) = (self.values(), before.values());
        let changed: Vec<(usize, String)> = now
            .zip(then)
            .enumerate()
            .filter(|(_, (now, then))| now != then)
            .map(|(at, (now, _))| (at, now))
            .collect();
        match (changed.as_slice(), self.elements) {
            ([], _) => self.name.clone(),
            ([(_, value)], 1) => format!("{} = 0x{value}", self.name),
            ([(at, value), ..], _) => format!(
                "{} in {} elements, element {at} 0x{value}",
                self.name,
                changed.len()
            ),
        }
    }
}

fn predicates(thread: ThreadView<'_>, names: &DeclaredNames) -> impl Iterator<Item = Contents> {
    let rows = (first::PREDICATE..).zip(&names.predicates);
    rows.map(move |(number, name)| {
        let channels = thread.predicate(number).unwrap_or(0);
        Contents::new(name, Some(&channels.to_le_bytes()), 1)
    })
}

impl Running for Threads {
    fn code(&self) -> Vec<CodeLine> {
        let code = &self.object.kernels[self.kernel].routine.code;
        let lines = self.statements.iter().take(LISTED).map(|it| CodeLine {
            address: format!("{:#x}", it.offset),
            hex: crate::listing::digits(&code[it.offset..it.offset + it.size]),
            text: it.text.clone(),
            label: String::new(),
        });
        lines.collect()
    }

    fn address(&mut self) -> Option<u64> {
        match self.dispatch.upcoming() {
            Ok(next) => next.map(|it| it.place.offset as u64),
            // Where it waits is no place to go on from, and a step says why.
            Err(error) => Some(error.place.offset as u64),
        }
    }

    fn step(&mut self, is_watched: bool) -> Result<(), String> {
        self.events.clear();
        self.changed.clear();
        if !is_watched {
            return self.one();
        }
        let (held, memory) = (self.held(), self.compared());
        self.one()?;
        // Another thread is looked for when the next step is: this one is still there.
        self.note(&held, &memory);
        Ok(())
    }

    fn see(&mut self) -> Seen {
        let next = self.dispatch.upcoming();
        let (address, place) = match &next {
            Ok(Some(next)) => (Some(next.place.offset), Some((next.place, next.mask))),
            Ok(None) => (None, None),
            Err(error) => (Some(error.place.offset), None),
        };
        let (mut scalars, mut vectors) = (Vec::new(), Vec::new());
        if let Some((_, mask)) = place {
            scalars.push(Held {
                name: "execution mask".to_owned(),
                values: vec![format!("{mask:x}")],
                is_changed: false,
            });
        }
        for held in self.held() {
            let is_changed = self.changed.contains(&held.name);
            if !self.written.contains(&held.name) && held.bytes.iter().all(|&byte| byte == 0) {
                continue;
            }
            let into = if held.elements == 1 {
                &mut scalars
            } else {
                &mut vectors
            };
            into.push(Held {
                values: held.values().take(LANES as usize).collect(),
                name: held.name,
                is_changed,
            });
        }
        let lanes = vectors.iter().map(|it| it.values.len()).max().unwrap_or(0);
        Seen {
            address: address.map(|it| format!("{it:#x}")),
            place: match (place, next.is_ok()) {
                (Some((at, _)), _) => {
                    let [group, thread] = [at.group, at.thread].map(view::place);
                    format!("group {group}, thread {thread}")
                }
                (None, true) => "all threads have ended".to_owned(),
                (None, false) => "threads wait for ever".to_owned(),
            },
            instructions: self.dispatch.summary().instructions,
            lanes: lanes as u32,
            stopped: None,
            events: self.events.clone(),
            titles: ["variable", "variable by element"],
            scalars,
            vectors,
            buffers: self.buffers.clone(),
        }
    }

    fn memory(&mut self, buffer: usize, offset: u32, count: u32) -> Vec<u8> {
        let device = self.dispatch.device();
        buffers::read(device, &self.buffers, buffer, offset, count)
    }
}
