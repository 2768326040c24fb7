//! A wavefront, and what it sees while an instruction runs.

use std::vec::Vec;

use super::environment::{Environment, Flow, Place, Uninitialized};
use super::error::{RunErrorKind, Unset};
use super::observe::{Event, Traffic};
use crate::Target;
use crate::exec::machine::{Access, Column, Fault, LANES, Machine, RegisterPart};
use crate::exec::{Registers, UnsetRegister};

/// Whether a wavefront can go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    Ready,
    /// Its instruction could not go on, and is run again behind the turns of the others.
    Waiting,
    AtBarrier,
    Ended,
}

/// A wavefront.
#[derive(Debug, Clone)]
pub(super) struct Wave<'a> {
    pub(super) registers: Registers<'a>,
    pub(super) status: Status,
}

impl<'a> Wave<'a> {
    pub(super) fn new(target: &Target<'a>) -> Wave<'a> {
        Wave {
            registers: Registers::new(target),
            status: Status::Ready,
        }
    }

    /// As new.
    pub(super) fn clear(&mut self) {
        self.registers.clear();
        self.status = Status::Ready;
    }

    pub(super) fn set(&mut self, state: u16, value: u64) {
        self.registers.write_state(state, 0, value);
    }

    /// Whether what runs for lanes is passed over.
    pub(super) fn skips(&mut self, flow: Flow) -> bool {
        let bits = flow.skips;
        bits.is_some_and(|(state, bits)| self.registers.read_state(state, 0) & bits != 0)
    }

    /// Whether the instruction has to be run again. Nobody finds that it was asked.
    pub(super) fn waits(&mut self, flow: Flow) -> bool {
        let Some(state) = flow.waits else {
            return false;
        };
        let waits = self.registers.read_state(state, 0) != 0;
        if waits {
            self.set(state, 0);
        }
        waits
    }

    /// What the states say about how it goes on.
    pub(super) fn look(&mut self, flow: Flow) -> Result<(), RunErrorKind> {
        let mut get = |state| self.registers.read_state(state, 0);
        let trap = get(flow.trap);
        if trap >> 8 & 1 == 1 {
            return Err(RunErrorKind::Trap { number: trap as u8 });
        }
        if get(flow.halted) != 0 {
            return Err(RunErrorKind::Halted);
        }
        if get(flow.ended) != 0 {
            self.status = Status::Ended;
        } else if get(flow.barrier) != 0 {
            self.status = Status::AtBarrier;
        }
        Ok(())
    }

    /// All have come to the barrier.
    pub(super) fn pass(&mut self, flow: Flow) {
        if self.status == Status::AtBarrier {
            self.set(flow.barrier, 0);
            self.status = Status::Ready;
        }
    }
}

/// What an instruction has touched.
pub(super) struct Found {
    pub(super) unset: Vec<Unset>,
    pub(super) traffic: Traffic,
    pub(super) events: Vec<Event>,
}

/// A wavefront and its memory as one instruction sees them.
pub(super) struct Seen<'s, 'a> {
    place: Place,
    registers: &'s mut Registers<'a>,
    environment: &'s mut dyn Environment,
    uninitialized: Uninitialized,
    recording: bool,
    found: Found,
}

impl<'s, 'a> Seen<'s, 'a> {
    pub(super) fn new(
        place: Place,
        registers: &'s mut Registers<'a>,
        environment: &'s mut dyn Environment,
        uninitialized: Uninitialized,
        recording: bool,
    ) -> Seen<'s, 'a> {
        Seen {
            place,
            registers,
            environment,
            uninitialized,
            recording,
            found: Found {
                unset: Vec::new(),
                traffic: Traffic::default(),
                events: Vec::new(),
            },
        }
    }

    /// Sets a state before the instruction begins.
    pub(super) fn set(&mut self, state: u16, value: u64) {
        self.registers.write_state(state, 0, value);
    }

    /// What it has touched.
    pub(super) fn finish(mut self) -> Found {
        if let Some(UnsetRegister { register, lanes }) = self.registers.take_unset()
            && self.uninitialized != Uninitialized::Ignore
        {
            let unset = Unset::Register { register, lanes };
            self.found.unset.push(unset);
        }
        self.found
    }

    fn event(&mut self, event: impl FnOnce() -> Event) {
        if self.recording {
            self.found.events.push(event());
        }
    }

    fn is_per_lane(&self, register: RegisterPart) -> bool {
        let target = self.registers.target();
        let row = target.tables().files.get(usize::from(register.file));
        row.is_some_and(|row| row.per_lane.is_set())
    }
}

impl Machine for Seen<'_, '_> {
    fn read(&mut self, register: RegisterPart, lane: usize) -> u64 {
        self.registers.read(register, lane)
    }

    fn read_lanes(&mut self, register: RegisterPart, values: &mut Column) {
        self.registers.read_lanes(register, values);
    }

    fn reads(&mut self, register: RegisterPart, lanes: u64) {
        if self.uninitialized != Uninitialized::Ignore {
            self.registers.reads(register, lanes);
        }
        if !self.recording {
            return;
        }
        let known = |event: &Event| matches!(event, Event::Read { register: it, lanes: of, .. } if *it == register && of & lanes == lanes);
        if lanes == 0 || self.found.events.iter().any(known) {
            return;
        }
        let mut values = [0; LANES];
        match self.is_per_lane(register) {
            true => self.registers.read_lanes(register, &mut values),
            false => values[0] = self.registers.read(register, 0),
        }
        self.found.events.push(Event::Read {
            register,
            lanes,
            values,
        });
    }

    fn write(&mut self, register: RegisterPart, lane: usize, value: u64) {
        self.registers.write(register, lane, value);
        self.event(|| {
            let mut values = [0; LANES];
            values[lane] = value;
            Event::Write {
                register,
                lanes: 1 << lane,
                values,
            }
        });
    }

    fn write_lanes(&mut self, register: RegisterPart, mask: u64, values: &Column) {
        self.registers.write_lanes(register, mask, values);
        self.event(|| Event::Write {
            register,
            lanes: mask,
            values: *values,
        });
    }

    fn read_state(&mut self, state: u16, part: u16) -> u64 {
        let value = self.registers.read_state(state, part);
        self.event(|| Event::ReadState { state, part, value });
        value
    }

    fn write_state(&mut self, state: u16, part: u16, value: u64) {
        self.registers.write_state(state, part, value);
        self.event(|| Event::WriteState { state, part, value });
    }

    fn load(&mut self, access: Access) -> Result<u64, Fault> {
        let (place, environment) = (self.place, &mut *self.environment);
        let written = self.uninitialized != Uninitialized::Ignore;
        let mut loaded = environment.load(place, self.registers, access, written);
        if let Err(Fault::Uninitialized { address }) = loaded {
            let unset = Unset::Memory { access, address };
            // One is enough to know of.
            if self.found.unset.is_empty() {
                self.found.unset.push(unset);
            }
            loaded = environment.load(place, self.registers, access, false);
        }
        let value = loaded?;
        self.found.traffic.load(access);
        self.event(|| Event::Load { access, value });
        Ok(value)
    }

    fn store(&mut self, access: Access, value: u64) -> Result<(), Fault> {
        let (place, environment) = (self.place, &mut *self.environment);
        environment.store(place, self.registers, access, value)?;
        self.found.traffic.store(access);
        self.event(|| Event::Store { access, value });
        Ok(())
    }
}
