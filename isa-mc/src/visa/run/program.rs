//! A kernel that is ready to run, with the functions that it calls: their instructions one by
//! one, and where their variables lie.

use std::ops::Range;

use isa_dsl::sorted::SortedMap;

use super::error::LaunchError;
use crate::exec::{Declaration, Surface};
use crate::image::{Format, Image, Numeric};
use crate::visa::object::{Function, Object, Routine, Variable, first};
use crate::{StreamInst, StreamTarget, visa};

/// Bytes of all that the threads of a group can hold in variables and beside them.
const MAX_VARIABLES: u64 = 1 << 30;

/// The first address of memory that a group shares.
pub(super) const SHARED: u64 = 0x1_0000_0000;

/// Bits of an address that count in memory that a group shares. Intel's compiler sets the
/// next one in pointers to it that are compared or stored, so that none of them is null.
const SHARED_BITS: u64 = (1 << 28) - 1;

/// The first address of the scratch memory of all threads. Addresses of it have 32 bits.
pub(super) const SCRATCH: u32 = 0x4000_0000;

/// Bytes of scratch memory that a thread can have: as many as hardware has, and with
/// [`super::launch::MAX_THREADS`] they end before [`SHARED`].
pub(super) const MAX_SCRATCH: u32 = 1 << 21;

/// The end of addresses: what lies there or behind is none.
pub(super) const END: u64 = 0x8000_0000_0000;

/// Channels of a predicate are bits of a dword; an address variable has 65536 bytes of its
/// space for itself.
pub(super) const ADDRESS_BYTES: u64 = 1 << 16;

/// Numbers of the types of predefined variables, as class `data_type` has them.
mod data_type {
    pub const UD: u32 = 0;
    pub const UW: u32 = 2;
    pub const UQ: u32 = 11;
}

/// The surface whose bytes are all of flat memory: `%scratch`, which the description also
/// calls the stateless surface.
const STATELESS: u32 = 5;

/// A surface, and the format of its elements as the description numbers them: 0 if they are
/// bytes.
#[derive(Debug, Clone, Copy)]
struct Bound {
    surface: Surface,
    format: u32,
}

impl Bound {
    fn buffer(address: u64, bytes: u32) -> Bound {
        let surface = Surface::buffer(address, bytes);
        Bound { surface, format: 0 }
    }
}

/// The number of a format (`defs/visa/formats.isa`).
fn number_of(format: Format) -> u32 {
    let numeric = match format.numeric() {
        Numeric::Unorm => 1,
        Numeric::Snorm => 2,
        Numeric::Uint => 3,
        Numeric::Sint => 4,
        Numeric::Float => 5,
    };
    numeric | (format.bits() / 8).ilog2() << 3 | format.parts() << 5
}

/// Surfaces by number.
#[derive(Debug, Clone)]
pub(super) struct Surfaces {
    rows: SortedMap<u32, Bound>,
    /// Bytes that a group shares.
    pub shared: u32,
    /// Bytes of scratch memory of a thread: none, or a power of two, 1024 at least.
    pub scratch: u32,
}

/// Surfaces whose number is that of a state in memory are numbered from here on: `ss`.
const STATES: u32 = 0x8000_0000;

impl Surfaces {
    /// The one that a group shares.
    pub fn new(shared: u32) -> Surfaces {
        let slm = Bound::buffer(SHARED, shared);
        Surfaces {
            rows: SortedMap::from([(0, slm)]),
            shared,
            scratch: 0,
        }
    }

    /// Gives each of a group's threads scratch memory. It is a surface, too, whose state is
    /// that of a 16th of its address: kernels shift what `%r0` says of it by four bits.
    pub fn add_scratch(&mut self, bytes: u32, threads: u32) {
        self.scratch = bytes;
        for thread in (0..threads).filter(|_| bytes > 0) {
            let address = self.scratch_of(thread);
            self.bind(STATES | address >> 4, address.into(), bytes);
        }
    }

    /// Where the scratch memory of a thread of a group begins; 0 if it has none.
    pub fn scratch_of(&self, thread: u32) -> u32 {
        match self.scratch {
            0 => 0,
            bytes => SCRATCH + thread * bytes,
        }
    }

    /// A buffer.
    pub fn bind(&mut self, number: u32, address: u64, bytes: u32) {
        self.rows.insert(number, Bound::buffer(address, bytes));
    }

    /// An image.
    pub fn bind_image(&mut self, number: u32, image: &Image) {
        let surface = Surface {
            base: image.address,
            element_bytes: image.format.bytes(),
            size: image.size,
        };
        let format = number_of(image.format);
        self.rows.insert(number, Bound { surface, format });
    }

    /// The number of the format of a surface's elements; 0 if they have none.
    pub fn format(&self, number: u32) -> u32 {
        self.rows.get(&number).map_or(0, |row| row.format)
    }

    /// Where an element of a surface lies, at its coordinates and the level of detail, of which
    /// there is one; the end of all memory if there is none.
    pub fn element(&self, number: u32, [x, y, z, level]: [u32; 4]) -> u64 {
        let row = self.rows.get(&number).filter(|_| level == 0);
        let at = row.and_then(|row| row.surface.element([x, y, z]));
        at.unwrap_or(END)
    }

    /// Where a byte of a surface lies; the end of all memory outside of it, so that what
    /// follows there is none either.
    pub fn byte(&self, number: u32, offset: u64) -> u64 {
        let offset = match number {
            STATELESS => return offset,
            0 => offset & SHARED_BITS,
            _ => offset,
        };
        let row = self.rows.get(&number);
        row.and_then(|row| row.surface.byte(offset)).unwrap_or(END)
    }
}

/// The number of the first surface of the binding table.
pub(super) const BINDING_TABLE: u32 = 256;

/// Where a variable lies in the storage of a thread.
#[derive(Debug, Clone, Copy, Default)]
struct Extent {
    start: usize,
    /// The byte behind the last that belongs to it, to the end of its last register.
    end: usize,
    /// How it is declared; `None` for what there is not.
    declaration: Option<Declaration>,
}

/// An instruction and its first byte in the code of its kernel or function.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    pub inst: StreamInst,
    pub offset: usize,
    /// Both threads of a pair run it together.
    pub paired: bool,
}

/// A kernel, and the functions that it and they name.
#[derive(Debug, Clone)]
pub(super) struct Program {
    pub target: StreamTarget<'static>,
    /// The instructions of all, one routine behind the other.
    pub code: Vec<Placed>,
    /// The kernel, and behind it the functions. None is empty but perhaps the kernel.
    routines: Vec<Layout>,
    /// Channels of the widest instruction, the first one it names counted.
    pub widest: u32,
    pub register_bytes: u32,
    /// Bytes that a thread may hold in all that have not returned.
    pub room: u64,
}

/// A kernel or a function.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    /// Its number in the object; `None` for the kernel.
    pub function: Option<usize>,
    /// Its instructions.
    pub code: Range<u32>,
    /// Rows of arguments and of results that it declares.
    sizes: [u8; 2],
    /// The instruction at each label; `None` for one that no instruction has.
    labels: Vec<Option<u32>>,
    variables: Vec<Extent>,
    /// Bytes of all variables.
    pub storage: usize,
    /// Where predefined variables lie among them, in the same order in all routines.
    pub predefined: Range<usize>,
    pub predicates: usize,
    /// First byte of each address variable, and the one behind the last.
    pub addresses: Vec<(usize, usize)>,
    /// The routines that its instructions name, by the number of the string.
    callees: SortedMap<u32, usize>,
}

impl Program {
    /// A kernel of an object, for that many threads at a time.
    pub fn new(
        object: &Object,
        kernel: &Routine,
        register_bytes: u32,
        threads: u64,
    ) -> Result<Program, LaunchError> {
        let target = object.version.processor().and_then(visa::target);
        let target = target.ok_or(LaunchError::Version(object.version))?;
        let mut program = Program {
            target,
            code: Vec::new(),
            routines: Vec::new(),
            widest: 1,
            register_bytes,
            room: MAX_VARIABLES / threads.max(1),
        };
        let mut numbers = SortedMap::new();
        for (number, function) in object.functions.iter().enumerate() {
            if !function.routine.code.is_empty() {
                numbers.entry(&function.name[..]).or_insert(number);
            }
        }
        // Routines in the order in which they are named, each once.
        let mut found: Vec<(Option<usize>, &Routine)> = vec![(None, kernel)];
        let mut known = SortedMap::new();
        let mut at = 0;
        while let Some(&(number, routine)) = found.get(at) {
            let function = number.and_then(|number| object.functions.get(number));
            let strings = program.load(routine, number, function)?;
            for string in strings {
                let name = routine.strings.get(string);
                let Some(&number) = name.and_then(|name| numbers.get(name)) else {
                    continue;
                };
                let callee = *known.entry(number).or_insert_with(|| {
                    found.push((Some(number), &object.functions[number].routine));
                    found.len() - 1
                });
                program.routines[at].callees.insert(string, callee);
            }
            at += 1;
        }
        program.widest = program.widest.min(32);
        Ok(program)
    }

    /// Reads the instructions of a routine and places its variables. Gives the strings that
    /// are names of functions.
    fn load(
        &mut self,
        routine: &Routine,
        number: Option<usize>,
        function: Option<&Function>,
    ) -> Result<Vec<u32>, LaunchError> {
        let target = self.target;
        let first = self.code.len() as u32;
        let mut labels = vec![None; routine.labels.len()];
        let mut strings = Vec::new();
        let mut offset = 0;
        while offset < routine.code.len() {
            let inst = target.decode(&routine.code[offset..]);
            let inst = inst.map_err(|error| LaunchError::Code {
                function: number,
                offset,
                error,
            })?;
            let value = |path| target.value(inst, path).map(|piece| piece.bits);
            let mnemonic = target.mnemonic(inst);
            match mnemonic {
                "label" | "subroutine" => {
                    if let Some(id) = value("label.id").or(value("label"))
                        && let Some(label) = labels.get_mut(id as usize)
                    {
                        *label = Some(self.code.len() as u32);
                    }
                }
                "fcall" | "faddr" => {
                    let string = value("function.index").or(value("function"));
                    strings.extend(string.map(|string| string as u32));
                }
                _ => {}
            }
            if let (Some(size), Some(mask)) =
                (value("exec.control.size"), value("exec.control.mask"))
            {
                let first = 4 * (mask as u32 & 7);
                self.widest = self.widest.max(first + (1 << (size as u32).min(5)));
            }
            let paired = mnemonic == "dpasw";
            self.code.push(Placed {
                inst,
                offset,
                paired,
            });
            offset += inst.bytes().len().max(1);
        }
        let mut layout = Layout {
            function: number,
            code: first..self.code.len() as u32,
            sizes: function.map_or([0; 2], |it| [it.input_size, it.return_size]),
            labels,
            variables: Vec::new(),
            storage: 0,
            predefined: 0..0,
            predicates: routine.predicates.len() + 1,
            addresses: Vec::new(),
            callees: SortedMap::new(),
        };
        layout.place(routine, self.register_bytes)?;
        let mut end = 0;
        for address in &routine.addresses {
            let start = end;
            end += 2 * usize::from(address.elements);
            layout.addresses.push((start, end));
        }
        let bytes = layout.bytes();
        if bytes > self.room {
            return Err(LaunchError::Variables { bytes });
        }
        self.routines.push(layout);
        Ok(strings)
    }

    /// The kernel.
    pub fn kernel(&self) -> &Layout {
        &self.routines[0]
    }

    /// A routine by its number.
    pub fn routine(&self, number: usize) -> &Layout {
        &self.routines[number]
    }

    /// The function that begins at an instruction, as a number of a routine.
    pub fn function_at(&self, instruction: u32) -> Option<usize> {
        let functions = &self.routines[1..];
        let at = functions.binary_search_by_key(&instruction, |it| it.code.start);
        Some(1 + at.ok()?)
    }

    /// What is declared of the function that begins at an instruction: rows of arguments and
    /// of results, a byte each, and a bit that there is one.
    pub fn entry(&self, instruction: u32) -> u32 {
        let Some(number) = self.function_at(instruction) else {
            return 0;
        };
        let [takes, gives] = self.routines[number].sizes.map(u32::from);
        takes | gives << 8 | 1 << 16
    }

    /// The first instruction of the function that a string of a routine names; 0, where none
    /// begins, if there is none.
    pub fn callee(&self, routine: usize, string: u32) -> u32 {
        let callee = self.routines[routine].callees.get(&string);
        callee.map_or(0, |&number| self.routines[number].code.start)
    }
}

impl Layout {
    /// Bytes that a call of it takes: variables, addresses, predicates, and the channels that
    /// wait for its instructions.
    pub fn bytes(&self) -> u64 {
        let addresses = self.addresses.last().map_or(0, |(_, end)| *end);
        let dwords = self.predicates + self.code.len() + 1;
        (self.storage as u64).saturating_add((addresses + 4 * dwords) as u64)
    }

    /// The instruction at a label.
    pub fn label(&self, label: u32) -> Option<u32> {
        self.labels.get(label as usize).copied().flatten()
    }

    /// Gives every variable its place, those that are declared first.
    fn place(&mut self, routine: &Routine, register_bytes: u32) -> Result<(), LaunchError> {
        let register = u64::from(register_bytes);
        let mut all = vec![Extent::default(); first::VARIABLE as usize];
        // Addresses of a thread are 16 bits: what a kernel declares is to be reached by them.
        let mut end = 0_u64;
        let mut take = |bytes: u64, declaration: Declaration| {
            let start = end;
            end = end.saturating_add(bytes.next_multiple_of(register));
            Extent {
                start: usize::try_from(start).unwrap_or(usize::MAX),
                end: usize::try_from(end).unwrap_or(usize::MAX),
                declaration: Some(declaration),
            }
        };
        for (number, variable) in routine.variables.iter().enumerate() {
            let alone = variable.alias == 0;
            all.push(match alone {
                true => take(bytes_of(variable), declared(variable)),
                // Their place is known when those of all others are.
                false => Extent {
                    declaration: Some(declared(variable)),
                    ..Extent::default()
                },
            });
            let own = u32::try_from(number).unwrap_or(u32::MAX);
            let own = own.saturating_add(first::VARIABLE);
            if !alone && (variable.alias >= own || variable.alias_scope != 0) {
                return Err(LaunchError::Alias { variable: own });
            }
        }
        let declared_end = all.iter().map(|it| it.end).max().unwrap_or(0);
        for (number, (type_number, elements)) in predefined(register_bytes) {
            let declaration = Declaration {
                type_number,
                elements,
            };
            let bytes = u64::from(elements) * if type_number == data_type::UQ { 8 } else { 4 };
            all[number] = take(bytes, declaration);
        }
        for (number, variable) in routine.variables.iter().enumerate() {
            if variable.alias == 0 {
                continue;
            }
            let own = first::VARIABLE as usize + number;
            let error = LaunchError::Alias {
                variable: own as u32,
            };
            let Extent { start, end, .. } = all[variable.alias as usize];
            let begin = start.saturating_add(usize::from(variable.alias_offset));
            let last = begin as u64 + bytes_of(variable);
            if last > end as u64 {
                return Err(error);
            }
            all[own].start = begin;
            all[own].end = end;
        }
        self.variables = all;
        self.storage = usize::try_from(end).unwrap_or(usize::MAX);
        self.predefined = declared_end..self.storage;
        Ok(())
    }

    /// Where `size` bytes of a variable begin in a thread's storage, if they are there.
    pub fn variable(&self, id: u32, size: usize) -> Option<usize> {
        self.byte(id, 0, size)
    }

    /// Where bytes of a variable lie in a thread's storage. The variable 0 is all of it.
    pub fn byte(&self, id: u32, offset: u32, size: usize) -> Option<usize> {
        let (start, end) = match id {
            0 => (0, self.storage),
            _ => {
                let extent = self.variables.get(id as usize)?;
                extent.declaration?;
                (extent.start, extent.end)
            }
        };
        let at = start.checked_add(offset as usize)?;
        (at.checked_add(size)? <= end).then_some(at)
    }

    /// Bytes of a variable's elements, which may be fewer than it has room for.
    pub fn element_bytes(&self, id: u32) -> Option<usize> {
        let declaration = self.declaration(id)?;
        let bytes = element_bytes(declaration.type_number) * u64::from(declaration.elements);
        usize::try_from(bytes).ok()
    }

    /// How a variable is declared.
    pub fn declaration(&self, id: u32) -> Option<Declaration> {
        self.variables.get(id as usize)?.declaration
    }
}

fn declared(variable: &Variable) -> Declaration {
    Declaration {
        type_number: variable.element_type().into(),
        elements: variable.elements.into(),
    }
}

/// Bytes of an element of a type, a number of class `data_type`.
fn element_bytes(type_number: u32) -> u64 {
    match type_number {
        4 | 5 => 1,
        2 | 3 | 14 | 15 => 2,
        6 | 11 | 13 => 8,
        _ => 4,
    }
}

/// Bytes of a variable.
fn bytes_of(variable: &Variable) -> u64 {
    element_bytes(variable.element_type().into()) * u64::from(variable.elements)
}

/// Predefined variables with their types and elements: the table of chapter 4. `%arg` and
/// `%retval` have 32 and 12 registers.
fn predefined(register_bytes: u32) -> [(usize, (u32, u32)); 19] {
    use data_type::{UD, UQ, UW};
    let dwords = register_bytes / 4;
    [
        (1, (UW, 1)),
        (2, (UW, 1)),
        (3, (UD, 1)),
        (4, (UD, 1)),
        (5, (UD, 1)),
        (6, (UD, 5)),
        (7, (UD, dwords)),
        (8, (UD, 32 * dwords)),
        (9, (UD, 12 * dwords)),
        // Of 64 bits, as Intel's compiler declares them; the document has ud, which is the
        // lower half here. A file that wants that declares another name for it.
        (10, (UQ, 1)),
        (11, (UQ, 1)),
        (12, (UD, 1)),
        (13, (UD, 4)),
        (14, (UD, 1)),
        (15, (UD, 1)),
        (16, (UD, 2)),
        (17, (UW, 1)),
        (18, (UQ, 1)),
        (19, (UQ, 1)),
    ]
}
