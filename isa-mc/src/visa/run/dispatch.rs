//! All threads of all groups.

use super::device::{Device, END, SHARED};
use super::error::{Place, RunError, RunErrorKind};
use super::launch::{Filled, Given, Launch, three};
use super::program::{Program, Surfaces};
use super::thread::{Names, Running, Status, Thread};
use crate::StreamInst;
use crate::exec::{Executor, PreparedInst};

/// What `NEXT` says if a thread goes on at the next instruction for which channels wait.
const NEXT_WAITING: u32 = 0xffff_ffff;

/// What `NEXT` says if a thread has ended.
const NOWHERE: u32 = 0xffff_fffe;

/// Bits of the state `BARRIER`.
mod barrier {
    /// The thread has come to a barrier.
    pub const COME: u64 = 1;
    /// It waits until all have.
    pub const WAITS: u64 = 2;
}

/// Instructions that a dispatch may run if nothing else is said.
const BUDGET: u64 = 1_000_000_000;

/// What has run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    /// Instructions of all threads.
    pub instructions: u64,
    /// Threads that have ended.
    pub threads: u64,
}

/// An instruction that is about to run.
#[derive(Debug, Clone, Copy)]
pub struct Step {
    /// Which thread is where.
    pub place: Place,
    /// The instruction.
    pub inst: StreamInst,
    /// The execution mask.
    pub mask: u32,
}

/// A kernel that runs.
#[derive(Debug, Clone)]
pub struct Dispatch {
    program: Program,
    /// Instructions of the program that have run.
    prepared: Vec<Option<PreparedInst>>,
    executor: Executor<'static>,
    names: Names,
    groups: [u32; 3],
    threads: [u32; 3],
    mask: u32,
    surfaces: Surfaces,
    given: Vec<Given>,
    device: Device,
    budget: u64,
    summary: Summary,
}

/// The number of a group or thread from its place in the order, x first.
fn number(at: u64, sizes: [u32; 3]) -> [u32; 3] {
    let [x, y, _] = sizes.map(u64::from);
    [at % x, at / x % y, at / x / y].map(|it| it as u32)
}

impl Dispatch {
    pub(super) fn new(
        program: Program,
        launch: &Launch,
        channels: u32,
        surfaces: Surfaces,
        given: Vec<Given>,
        mut device: Device,
    ) -> Dispatch {
        device.memory.map(SHARED, surfaces.shared.into());
        Dispatch {
            names: Names::new(program.target.tables()),
            prepared: vec![None; program.code.len()],
            executor: Executor::new(),
            program,
            groups: launch.groups,
            threads: launch.threads,
            mask: u32::MAX >> (32 - channels),
            surfaces,
            given,
            device,
            budget: BUDGET,
            summary: Summary::default(),
        }
    }

    /// How many instructions may run in all; a thousand million if nothing is said.
    pub fn budget(&mut self, instructions: u64) {
        self.budget = instructions;
    }

    /// The memory, as it is now.
    pub fn device(&mut self) -> &mut Device {
        &mut self.device
    }

    /// The memory.
    pub fn into_device(self) -> Device {
        self.device
    }

    /// The processor that the kernel is for.
    pub fn target(&self) -> crate::StreamTarget<'static> {
        self.program.target
    }

    /// Runs all groups to the end.
    ///
    /// # Errors
    ///
    /// [`RunError`] says where a thread stopped and why. Memory has what was stored until
    /// then.
    pub fn run(&mut self) -> Result<Summary, RunError> {
        self.run_with(&mut |_| {})
    }

    /// The same; `observe` is told of each instruction before it runs.
    ///
    /// # Errors
    ///
    /// As [`Dispatch::run`].
    pub fn run_with(&mut self, observe: &mut dyn FnMut(&Step)) -> Result<Summary, RunError> {
        self.summary = Summary::default();
        let [x, y, z] = self.groups.map(u64::from);
        for at in 0..x.saturating_mul(y).saturating_mul(z) {
            self.group(number(at, self.groups), observe)?;
        }
        Ok(self.summary)
    }

    fn group(&mut self, group: [u32; 3], observe: &mut dyn FnMut(&Step)) -> Result<(), RunError> {
        let shared = self.surfaces.shared.into();
        // It was mapped for these bytes.
        let _ = self.device.memory.zero(SHARED, shared);
        let count = self.threads.iter().map(|&it| u64::from(it)).product();
        let threads = (0..count).map(|at| self.begin(group, number(at, self.threads)));
        let mut threads: Vec<Thread> = threads.collect();
        loop {
            for thread in &mut threads {
                while thread.status == Status::Runs {
                    self.step(group, thread, observe)?;
                }
            }
            let ended = threads.iter().filter(|it| it.status == Status::Ended);
            let ended = ended.count();
            if ended == threads.len() {
                return Ok(());
            }
            self.meet(group, &mut threads, ended)?;
        }
    }

    /// Those that wait go on, if all have come.
    fn meet(&self, group: [u32; 3], threads: &mut [Thread], ended: usize) -> Result<(), RunError> {
        let barrier = self.names.barrier;
        let missing = |it: &&Thread| it.state(barrier) & barrier::COME == 0;
        if threads.iter().any(|it| missing(&it)) {
            let waits = threads.iter().find(|it| it.status == Status::Waits);
            let waits = waits.unwrap_or(&threads[0]);
            let ended = ended as u32;
            let kind = RunErrorKind::Barrier { ended };
            return Err(self.error(group, waits, kind));
        }
        for thread in threads {
            thread.passed = thread.state(barrier) & barrier::WAITS == 0;
            thread.set_state(barrier, 0);
            if thread.status == Status::Waits {
                thread.status = Status::Runs;
            }
        }
        Ok(())
    }

    /// A thread before its first instruction.
    fn begin(&self, group: [u32; 3], id: [u32; 3]) -> Thread {
        let (program, names) = (&self.program, &self.names);
        let mut thread = Thread::new(program, id);
        thread.set_state(names.mask, self.mask.into());
        thread.set_state(names.call_mask, u32::MAX.into());
        thread.set_state(names.register_bytes, program.register_bytes.into());
        thread.set_state(names.global_end, END);
        let mut set = |start: usize, size: usize, bytes: &[u8]| {
            let place = thread.variables.get_mut(start..start + size);
            for (to, from) in place.into_iter().flatten().zip(bytes) {
                *to = *from;
            }
        };
        for (variable, number) in (3..).zip(group) {
            if let Some(start) = program.variable(variable, 4) {
                set(start, 4, &number.to_le_bytes());
            }
        }
        for at in 0..2 {
            let whole = group[at]
                .wrapping_mul(self.threads[at])
                .wrapping_add(id[at]);
            if let Some(start) = program.variable(1 + at as u32, 2) {
                set(start, 2, &whole.to_le_bytes());
            }
        }
        for given in &self.given {
            match &given.filled {
                Filled::Bytes(bytes) => set(given.start, given.size, bytes),
                Filled::Thread => set(given.start, given.size, &three(id)),
            }
        }
        thread
    }

    fn error(&self, group: [u32; 3], thread: &Thread, kind: RunErrorKind) -> RunError {
        let code = &self.program.code;
        let placed = code.get(thread.at as usize).or(code.last());
        let place = Place {
            group,
            thread: thread.id,
            instruction: thread.at,
            offset: placed.map_or(0, |placed| placed.offset),
        };
        RunError { place, kind }
    }

    /// Runs one instruction.
    fn step(
        &mut self,
        group: [u32; 3],
        thread: &mut Thread,
        observe: &mut dyn FnMut(&Step),
    ) -> Result<(), RunError> {
        let at = thread.at;
        let names = self.names;
        let Some(placed) = self.program.code.get(at as usize).copied() else {
            return Err(self.error(group, thread, RunErrorKind::NoCode));
        };
        if self.summary.instructions >= self.budget {
            let budget = self.budget;
            return Err(self.error(group, thread, RunErrorKind::Budget { budget }));
        }
        self.summary.instructions += 1;
        let back = core::mem::take(&mut thread.waiting[at as usize]);
        let mask = thread.state(names.mask) as u32 | back;
        thread.set_state(names.mask, mask.into());
        thread.set_state(names.here, at.into());
        thread.set_state(names.next, u64::from(at) + 1);
        observe(&Step {
            place: Place {
                group,
                thread: thread.id,
                instruction: at,
                offset: placed.offset,
            },
            inst: placed.inst,
            mask,
        });
        let program = &self.program;
        let prepared = match &mut self.prepared[at as usize] {
            Some(known) => Ok(&*known),
            place => {
                let declaration = |variable| program.declaration(variable);
                let prepared = program.target.prepare(placed.inst, &declaration);
                prepared.map(|prepared| &*place.insert(prepared))
            }
        };
        let mut running = Running {
            names: &self.names,
            program,
            surfaces: &self.surfaces,
            device: &mut self.device,
            thread,
        };
        let tables = program.target.tables();
        let executor = &mut self.executor;
        let done = prepared.and_then(|it| executor.run_prepared(tables, it, &mut running));
        if let Err(error) = done {
            return Err(self.error(group, thread, RunErrorKind::Execution(error)));
        }
        let next = match thread.state(names.next) as u32 {
            NOWHERE => None,
            NEXT_WAITING => {
                let behind = thread.waiting.iter().skip(at as usize + 1);
                let found = behind.enumerate().find(|(_, mask)| **mask != 0);
                found.map(|(steps, _)| at + 1 + steps as u32)
            }
            next => Some(next),
        };
        let Some(next) = next else {
            thread.status = Status::Ended;
            self.summary.threads += 1;
            return Ok(());
        };
        thread.at = next;
        if thread.state(names.barrier) & barrier::WAITS != 0 {
            match core::mem::take(&mut thread.passed) {
                // The others were there before this one began to wait.
                true => {
                    let come = thread.state(names.barrier) & barrier::COME;
                    thread.set_state(names.barrier, come);
                }
                false => thread.status = Status::Waits,
            }
        }
        Ok(())
    }
}
