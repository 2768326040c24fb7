//! A kernel that is ready to run: its instructions one by one, and where its variables lie.

use std::collections::BTreeMap;

use super::device::{END, SHARED};
use super::error::LaunchError;
use crate::exec::{Declaration, Surface};
use crate::visa::object::{Object, Routine, Variable, first};
use crate::{StreamInst, StreamTarget, visa};

/// Bytes of all variables of a group that can be run.
const MAX_VARIABLES: u64 = 1 << 30;

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

/// Surfaces by number.
#[derive(Debug, Clone)]
pub(super) struct Surfaces {
    rows: BTreeMap<u32, Surface>,
    /// Bytes that a group shares.
    pub shared: u32,
}

impl Surfaces {
    /// The one that a group shares.
    pub fn new(shared: u32) -> Surfaces {
        let slm = Surface::buffer(SHARED, shared);
        Surfaces {
            rows: BTreeMap::from([(0, slm)]),
            shared,
        }
    }

    /// A buffer.
    pub fn bind(&mut self, number: u32, address: u64, bytes: u32) {
        self.rows.insert(number, Surface::buffer(address, bytes));
    }

    /// Where a byte of a surface lies; the end of all memory outside of it, so that what
    /// follows there is none either.
    pub fn byte(&self, number: u32, offset: u64) -> u64 {
        if number == STATELESS {
            return offset;
        }
        let row = self.rows.get(&number);
        let inside = row.filter(|row| offset < u64::from(row.size[0]));
        inside.map_or(END, |row| row.base.wrapping_add(offset))
    }
}

/// Where a variable lies in the storage of a thread.
#[derive(Debug, Clone, Copy, Default)]
struct Extent {
    start: usize,
    /// The byte behind the last that belongs to it, to the end of its last register.
    end: usize,
    /// How it is declared; `None` for what there is not.
    declaration: Option<Declaration>,
}

/// An instruction and its first byte.
#[derive(Debug, Clone, Copy)]
pub(super) struct Placed {
    pub inst: StreamInst,
    pub offset: usize,
}

/// A kernel.
#[derive(Debug, Clone)]
pub(super) struct Program {
    pub target: StreamTarget<'static>,
    pub code: Vec<Placed>,
    /// The instruction at each label; `None` for one that no instruction has.
    pub labels: Vec<Option<u32>>,
    variables: Vec<Extent>,
    /// Bytes of all variables.
    pub storage: usize,
    pub predicates: usize,
    /// First byte of each address variable, and the one behind the last.
    pub addresses: Vec<(usize, usize)>,
    /// Channels of the widest instruction, the first one it names counted.
    pub widest: u32,
    pub register_bytes: u32,
}

impl Program {
    /// A routine of an object, for that many threads at a time.
    pub fn new(
        object: &Object,
        routine: &Routine,
        register_bytes: u32,
        threads: u64,
    ) -> Result<Program, LaunchError> {
        let target = object.version.processor().and_then(visa::target);
        let target = target.ok_or(LaunchError::Version(object.version))?;
        let mut code = Vec::new();
        let mut labels = vec![None; routine.labels.len()];
        let mut widest = 1;
        let mut offset = 0;
        while offset < routine.code.len() {
            let inst = target.decode(&routine.code[offset..]);
            let inst = inst.map_err(|error| LaunchError::Code { offset, error })?;
            let number = |path| target.value(inst, path).map(|piece| piece.bits);
            if let "label" | "subroutine" = target.mnemonic(inst)
                && let Some(id) = number("label.id").or(number("label"))
                && let Some(label) = labels.get_mut(id as usize)
            {
                *label = Some(code.len() as u32);
            }
            if let (Some(size), Some(mask)) =
                (number("exec.control.size"), number("exec.control.mask"))
            {
                let first = 4 * (mask as u32 & 7);
                widest = widest.max(first + (1 << (size as u32).min(5)));
            }
            code.push(Placed { inst, offset });
            offset += inst.bytes().len().max(1);
        }
        let mut program = Program {
            target,
            code,
            labels,
            variables: Vec::new(),
            storage: 0,
            predicates: routine.predicates.len() + 1,
            addresses: Vec::new(),
            widest: widest.min(32),
            register_bytes,
        };
        let bytes = program.place(routine)?;
        let mut end = 0;
        for address in &routine.addresses {
            let start = end;
            end += 2 * usize::from(address.elements);
            program.addresses.push((start, end));
        }
        let all = bytes.saturating_add(end as u64);
        if all.saturating_mul(threads) > MAX_VARIABLES {
            return Err(LaunchError::Variables { bytes: all });
        }
        Ok(program)
    }

    /// Gives every variable its place, those that are declared first. Gives their bytes.
    fn place(&mut self, routine: &Routine) -> Result<u64, LaunchError> {
        let register = u64::from(self.register_bytes);
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
        for (number, (type_number, elements)) in predefined(self.register_bytes) {
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
        Ok(end)
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

/// Bytes of a variable; its type is a number of class `data_type`.
fn bytes_of(variable: &Variable) -> u64 {
    let bytes = match variable.element_type() {
        4 | 5 => 1,
        2 | 3 | 14 | 15 => 2,
        6 | 11 | 13 => 8,
        _ => 4,
    };
    bytes * u64::from(variable.elements)
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
        // Addresses of 64 bits, as kernels of flat memory have them.
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
