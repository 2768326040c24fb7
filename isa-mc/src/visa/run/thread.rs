//! One thread: its variables and states, as instructions see them.

use super::device::Device;
use super::program::{ADDRESS_BYTES, Program, Surfaces};
use crate::exec::{Access, Declaration, Fault, Machine, RegisterPart};
use crate::tables::Tables;

/// Calls that have not returned, at most.
const MAX_CALLS: usize = 1024;

/// Bytes of a call that has not returned.
const CALL_BYTES: usize = 12;

/// The numbers of the states that a thread's run looks at, and of the spaces that are its own.
#[derive(Debug, Clone, Copy)]
pub(super) struct Names {
    pub mask: u16,
    pub here: u16,
    pub next: u16,
    pub barrier: u16,
    pub register_bytes: u16,
    pub global_end: u16,
    pub call_mask: u16,
    global: u16,
    variable: u16,
    predicate: u16,
    address: u16,
    place: u16,
    label: u16,
    waiting: u16,
    calls: u16,
}

impl Names {
    /// As the machine's description has them.
    pub fn new(tables: &Tables<'_>) -> Names {
        let state = |name: &str| {
            let mut rows = tables.states.iter();
            let at = rows.position(|row| tables.text(row.name) == name);
            at.map_or(u16::MAX, |at| at as u16)
        };
        let space = |name: &str| {
            let mut rows = tables.spaces.iter();
            let at = rows.position(|row| tables.text(row.name) == name);
            at.map_or(u16::MAX, |at| at as u16)
        };
        Names {
            mask: state("EM"),
            here: state("IP"),
            next: state("NEXT"),
            barrier: state("BARRIER"),
            register_bytes: state("GRF_BYTES"),
            global_end: state("GLOBAL_END"),
            call_mask: state("CALL_MASK"),
            global: space("global"),
            variable: space("variable"),
            predicate: space("predicate"),
            address: space("address"),
            place: space("place"),
            label: space("label"),
            waiting: space("waiting"),
            calls: space("calls"),
        }
    }
}

/// What a thread waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Runs,
    /// All threads of the group have to come to a barrier.
    Waits,
    Ended,
}

/// A thread.
#[derive(Debug, Clone)]
pub(super) struct Thread {
    /// Its number in the group.
    pub id: [u32; 3],
    pub status: Status,
    /// The instruction to run next.
    pub at: u32,
    /// It has come to a barrier that the others passed, and did not wait for it yet.
    pub passed: bool,
    states: Vec<u64>,
    pub variables: Vec<u8>,
    predicates: Vec<u32>,
    addresses: Vec<u8>,
    /// Channels that wait for each instruction.
    pub waiting: Vec<u32>,
    calls: Vec<u8>,
}

impl Thread {
    /// A thread before its first instruction: everything is zero.
    pub fn new(program: &Program, id: [u32; 3]) -> Thread {
        let addresses = program.addresses.last().map_or(0, |(_, end)| *end);
        Thread {
            id,
            status: Status::Runs,
            at: 0,
            passed: false,
            states: vec![0; program.target.tables().states.len()],
            variables: vec![0; program.storage],
            predicates: vec![0; program.predicates],
            addresses: vec![0; addresses],
            waiting: vec![0; program.code.len() + 1],
            calls: Vec::new(),
        }
    }

    /// A state of at most 64 bits.
    pub fn state(&self, state: u16) -> u64 {
        self.states.get(usize::from(state)).copied().unwrap_or(0)
    }

    /// Sets a state of at most 64 bits.
    pub fn set_state(&mut self, state: u16, value: u64) {
        if let Some(row) = self.states.get_mut(usize::from(state)) {
            *row = value;
        }
    }
}

/// A thread while an instruction runs.
pub(super) struct Running<'a> {
    pub names: &'a Names,
    pub program: &'a Program,
    pub surfaces: &'a Surfaces,
    pub device: &'a mut Device,
    pub thread: &'a mut Thread,
}

/// Bytes as a number, the lowest first.
fn little(bytes: &[u8]) -> u64 {
    let mut all = [0; 8];
    all[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(all)
}

impl Running<'_> {
    /// The bytes of a thread's own memory.
    fn own(&mut self, access: Access) -> Option<&mut [u8]> {
        let Access { space, address, .. } = access;
        let size = usize::from(access.bytes);
        let names = self.names;
        if space == names.variable {
            let (id, offset) = ((address >> 32) as u32, address as u32);
            let at = self.program.byte(id, offset, size)?;
            return self.thread.variables.get_mut(at..at + size);
        }
        if space == names.address {
            let id = usize::try_from(address / ADDRESS_BYTES).ok()?;
            let (start, end) = *self.program.addresses.get(id)?;
            let at = start + (address % ADDRESS_BYTES) as usize;
            return match at + size <= end {
                true => self.thread.addresses.get_mut(at..at + size),
                false => None,
            };
        }
        if space == names.calls {
            let at = usize::try_from(address).ok()?;
            let end = at.checked_add(size)?;
            if end > MAX_CALLS * CALL_BYTES {
                return None;
            }
            if self.thread.calls.len() < end {
                self.thread
                    .calls
                    .resize(end.next_multiple_of(CALL_BYTES), 0);
            }
            return self.thread.calls.get_mut(at..end);
        }
        None
    }

    /// A dword of a thread's own memory that it can store.
    fn dword(&mut self, access: Access) -> Option<&mut u32> {
        let index = usize::try_from(access.address / 4).ok()?;
        if access.bytes != 4 || !access.address.is_multiple_of(4) {
            return None;
        }
        if access.space == self.names.predicate {
            return self.thread.predicates.get_mut(index);
        }
        if access.space == self.names.waiting {
            return self.thread.waiting.get_mut(index);
        }
        None
    }

    /// A dword of what the kernel says.
    fn known(&self, access: Access) -> Option<u32> {
        let index = u32::try_from(access.address / 4).ok()?;
        if access.bytes != 4 || !access.address.is_multiple_of(4) {
            return None;
        }
        if access.space == self.names.label {
            return self.program.labels.get(index as usize).copied().flatten();
        }
        if access.space == self.names.place {
            let at = self.program.variable(index, 0)?;
            return u32::try_from(at).ok();
        }
        None
    }
}

impl Machine for Running<'_> {
    fn read(&mut self, _: RegisterPart, _: usize) -> u64 {
        0
    }

    fn write(&mut self, _: RegisterPart, _: usize, _: u64) {}

    fn read_state(&mut self, state: u16, _: u16) -> u64 {
        self.thread.state(state)
    }

    fn write_state(&mut self, state: u16, _: u16, value: u64) {
        self.thread.set_state(state, value);
    }

    fn load(&mut self, access: Access) -> Result<u64, Fault> {
        let address = access.address;
        if access.space == self.names.global {
            return self.device.memory.load(address, access.bytes, false);
        }
        if let Some(bytes) = self.own(access) {
            return Ok(little(bytes));
        }
        if let Some(dword) = self.dword(access) {
            return Ok((*dword).into());
        }
        let known = self.known(access).map(u64::from);
        known.ok_or(Fault::Unmapped { address })
    }

    fn store(&mut self, access: Access, value: u64) -> Result<(), Fault> {
        let address = access.address;
        if access.space == self.names.global {
            return self.device.memory.store(address, access.bytes, value);
        }
        if let Some(bytes) = self.own(access) {
            let count = bytes.len();
            bytes.copy_from_slice(&value.to_le_bytes()[..count]);
            return Ok(());
        }
        let dword = self.dword(access);
        *dword.ok_or(Fault::Unmapped { address })? = value as u32;
        Ok(())
    }

    fn declaration(&mut self, variable: u32) -> Option<Declaration> {
        self.program.declaration(variable)
    }

    fn buffer(&mut self, surface: u32, offset: u64) -> u64 {
        self.surfaces.byte(surface, offset)
    }
}
