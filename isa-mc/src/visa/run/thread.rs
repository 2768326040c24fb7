//! One thread: its variables and states, as instructions see them.

use isa_dsl::sorted::SortedMap;

use super::event::{Event, Location};
use super::program::{ADDRESS_BYTES, BINDING_TABLE, Layout, Program, Surfaces};
use crate::device::Device;
use crate::exec::{Access, Declaration, Fault, Machine, RegisterPart};
use crate::tables::Tables;

/// Calls that have not returned, at most.
const MAX_CALLS: usize = 1024;

/// The variable `%cr0`.
const CONTROL: u32 = 14;

/// Bytes of a call that has not returned.
const CALL_BYTES: usize = 16;

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
    pub frame: u16,
    control: u16,
    global: u16,
    variable: u16,
    predicate: u16,
    address: u16,
    place: u16,
    label: u16,
    waiting: u16,
    calls: u16,
    function: u16,
    entry: u16,
    bound: u16,
    format: u16,
    partner: u16,
    pub paired: u16,
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
            frame: state("FRAME"),
            control: state("CR0"),
            global: space("global"),
            variable: space("variable"),
            predicate: space("predicate"),
            address: space("address"),
            place: space("place"),
            label: space("label"),
            waiting: space("waiting"),
            calls: space("calls"),
            function: space("function"),
            entry: space("entry"),
            bound: space("bound"),
            format: space("format"),
            partner: space("partner"),
            paired: state("PAIRED"),
        }
    }
}

/// What a thread waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Runs,
    /// All threads of the group have to come to a barrier.
    Waits,
    /// The other thread of its pair has to come to the instruction that it is at.
    Pairs,
    Ended,
}

/// What a kernel or a function has for itself until it returns.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    /// Which one it is.
    pub routine: usize,
    pub variables: Vec<u8>,
    pub predicates: Vec<u32>,
    pub addresses: Vec<u8>,
    /// Rows of the binding table that elements of surfaces have been given.
    bound: SortedMap<u32, u32>,
    /// Channels that wait for each of its instructions, and behind the last.
    pub waiting: Vec<u32>,
}

impl Frame {
    /// Everything is zero.
    fn new(program: &Program, routine: usize) -> Frame {
        let layout = program.routine(routine);
        let addresses = layout.addresses.last().map_or(0, |(_, end)| *end);
        Frame {
            routine,
            variables: vec![0; layout.storage],
            predicates: vec![0; layout.predicates],
            addresses: vec![0; addresses],
            bound: SortedMap::new(),
            waiting: vec![0; layout.code.len() + 1],
        }
    }
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
    /// The variables of the other thread of its pair, while both run an instruction together.
    pub partner: Option<Vec<u8>>,
    states: Vec<u64>,
    /// What runs.
    pub frame: Frame,
    /// What it returns to, in the order of the calls.
    callers: Vec<Frame>,
    /// Bytes of all of them.
    bytes: u64,
    calls: Vec<u8>,
}

impl Thread {
    /// A thread before its first instruction: everything is zero.
    pub fn new(program: &Program, id: [u32; 3]) -> Thread {
        Thread {
            id,
            status: Status::Runs,
            at: 0,
            passed: false,
            partner: None,
            states: vec![0; program.target.tables().states.len()],
            frame: Frame::new(program, 0),
            callers: Vec::new(),
            bytes: program.kernel().bytes(),
            calls: Vec::new(),
        }
    }

    /// Follows what the instruction said of frames: takes one for the function that begins at
    /// the next instruction, or goes back to the caller's. Predefined variables go along.
    ///
    /// # Errors
    ///
    /// How many bytes all would have, if there is no room for another one.
    pub fn follow(&mut self, program: &Program, frames: u64, next: u32) -> Result<(), u64> {
        let now = self.callers.len() as u64;
        if frames > now
            && let Some(routine) = program.function_at(next)
        {
            let bytes = self.bytes.saturating_add(program.routine(routine).bytes());
            if bytes > program.room {
                return Err(bytes);
            }
            self.bytes = bytes;
            let mut frame = Frame::new(program, routine);
            hand_over(program, &self.frame, &mut frame);
            self.callers
                .push(core::mem::replace(&mut self.frame, frame));
        } else if frames < now
            && let Some(mut caller) = self.callers.pop()
        {
            self.bytes -= program.routine(self.frame.routine).bytes();
            hand_over(program, &self.frame, &mut caller);
            self.frame = caller;
        }
        Ok(())
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

/// Copies what predefined variables hold.
fn hand_over(program: &Program, from: &Frame, to: &mut Frame) {
    let [source, goal] = [from, &*to].map(|it| program.routine(it.routine).predefined.clone());
    // They have the same bytes in all routines.
    to.variables[goal].copy_from_slice(&from.variables[source]);
}

/// A thread while an instruction runs.
pub(super) struct Running<'a> {
    pub names: &'a Names,
    pub program: &'a Program,
    pub surfaces: &'a Surfaces,
    pub device: &'a mut Device,
    pub thread: &'a mut Thread,
    /// What the instruction does, if somebody wants to know.
    pub events: Option<&'a mut Vec<Event>>,
}

/// Bytes as a number, the lowest first.
fn little(bytes: &[u8]) -> u64 {
    let mut all = [0; 8];
    all[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(all)
}

impl Running<'_> {
    /// The kernel or function that runs.
    fn layout(&self) -> &Layout {
        self.program.routine(self.thread.frame.routine)
    }

    /// The bytes of a thread's own memory.
    fn own(&mut self, access: Access) -> Option<&mut [u8]> {
        let Access { space, address, .. } = access;
        let size = usize::from(access.bytes);
        let names = self.names;
        if space == names.variable {
            let (id, offset) = ((address >> 32) as u32, address as u32);
            let at = self.layout().byte(id, offset, size)?;
            return self.thread.frame.variables.get_mut(at..at + size);
        }
        if space == names.address {
            let id = usize::try_from(address / ADDRESS_BYTES).ok()?;
            let (start, end) = *self.layout().addresses.get(id)?;
            let at = start + (address % ADDRESS_BYTES) as usize;
            return match at + size <= end {
                true => self.thread.frame.addresses.get_mut(at..at + size),
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
            return self.thread.frame.predicates.get_mut(index);
        }
        if access.space == self.names.waiting {
            let first = self.layout().code.start as usize;
            return self.thread.frame.waiting.get_mut(index.checked_sub(first)?);
        }
        None
    }

    /// The number of a surface: its own, or that of the row of the binding table that it has
    /// been given.
    fn surface(&self, number: u32) -> u32 {
        let bound = self.thread.frame.bound.get(&number.wrapping_mul(256));
        match bound {
            Some(row) if number < BINDING_TABLE => BINDING_TABLE.saturating_add(*row),
            _ => number,
        }
    }

    /// Bytes of the other thread of a pair, which is at the same instruction.
    fn others(&self, access: Access) -> Option<u64> {
        let (id, offset) = ((access.address >> 32) as u32, access.address as u32);
        let size = usize::from(access.bytes);
        let at = self.layout().byte(id, offset, size)?;
        let partner = self.thread.partner.as_ref()?;
        partner.get(at..at + size).map(little)
    }

    /// A dword of what the kernel or function says.
    fn known(&self, access: Access) -> Option<u32> {
        let index = u32::try_from(access.address / 4).ok()?;
        if access.bytes != 4 || !access.address.is_multiple_of(4) {
            return None;
        }
        if access.space == self.names.label {
            return self.layout().label(index);
        }
        if access.space == self.names.place {
            let at = self.layout().variable(index, 0)?;
            return u32::try_from(at).ok();
        }
        if access.space == self.names.function {
            return Some(self.program.callee(self.thread.frame.routine, index));
        }
        if access.space == self.names.bound {
            return self.thread.frame.bound.get(&index).copied();
        }
        if access.space == self.names.format {
            return Some(self.surfaces.format(self.surface(index)));
        }
        if access.space == self.names.entry {
            return Some(self.program.entry(index));
        }
        None
    }

    /// Keeps an access for who wants to know. What a thread has for its own run, as places of
    /// labels, nobody does.
    fn note(&mut self, is_write: bool, access: Access, value: u64) {
        let Some(events) = &mut self.events else {
            return;
        };
        let Access { space, address, .. } = access;
        let names = self.names;
        let (number, byte) = ((address >> 32) as u32, address as u32);
        let location = if space == names.global {
            Location::Memory { address }
        } else if space == names.variable {
            Location::Variable { number, byte }
        } else if space == names.partner {
            Location::Partner { number, byte }
        } else if space == names.predicate {
            let number = byte / 4;
            Location::Predicate { number }
        } else if space == names.address {
            let (number, byte) = (address / ADDRESS_BYTES, address % ADDRESS_BYTES);
            let [number, byte] = [number, byte].map(|it| it as u32);
            Location::Address { number, byte }
        } else {
            return;
        };
        events.push(Event {
            is_write,
            location,
            bytes: access.bytes,
            channel: access.lane,
            value,
        });
    }

    fn loaded(&mut self, access: Access) -> Result<u64, Fault> {
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
        if access.space == self.names.partner {
            return self.others(access).ok_or(Fault::Unmapped { address });
        }
        let known = self.known(access).map(u64::from);
        known.ok_or(Fault::Unmapped { address })
    }

    fn stored(&mut self, access: Access, value: u64) -> Result<(), Fault> {
        let address = access.address;
        if access.space == self.names.global {
            return self.device.memory.store(address, access.bytes, value);
        }
        if let Some(bytes) = self.own(access) {
            let count = bytes.len();
            bytes.copy_from_slice(&value.to_le_bytes()[..count]);
            return Ok(());
        }
        if access.space == self.names.bound
            && let Ok(index) = u32::try_from(address / 4)
        {
            self.thread.frame.bound.insert(index, value as u32);
            return Ok(());
        }
        let dword = self.dword(access);
        *dword.ok_or(Fault::Unmapped { address })? = value as u32;
        Ok(())
    }
}

impl Machine for Running<'_> {
    fn read(&mut self, _: RegisterPart, _: usize) -> u64 {
        0
    }

    fn write(&mut self, _: RegisterPart, _: usize, _: u64) {}

    fn read_state(&mut self, state: u16, _: u16) -> u64 {
        if state == self.names.control {
            // It is a variable, which no instruction reads by itself.
            let at = self.layout().variable(CONTROL, 4);
            let bytes = at.and_then(|at| self.thread.frame.variables.get(at..at + 4));
            return bytes.map_or(0, little);
        }
        self.thread.state(state)
    }

    fn write_state(&mut self, state: u16, _: u16, value: u64) {
        self.thread.set_state(state, value);
        if state == self.names.mask
            && let Some(events) = &mut self.events
        {
            events.push(Event {
                is_write: true,
                location: Location::Mask,
                bytes: 4,
                channel: 0,
                value,
            });
        }
    }

    fn load(&mut self, access: Access) -> Result<u64, Fault> {
        let value = self.loaded(access)?;
        self.note(false, access, value);
        Ok(value)
    }

    fn store(&mut self, access: Access, value: u64) -> Result<(), Fault> {
        self.stored(access, value)?;
        self.note(true, access, value);
        Ok(())
    }

    fn declaration(&mut self, variable: u32) -> Option<Declaration> {
        self.layout().declaration(variable)
    }

    fn buffer(&mut self, surface: u32, offset: u64) -> u64 {
        self.surfaces.byte(self.surface(surface), offset)
    }

    fn element(&mut self, surface: u32, coordinates: [u32; 4]) -> u64 {
        self.surfaces.element(self.surface(surface), coordinates)
    }
}
