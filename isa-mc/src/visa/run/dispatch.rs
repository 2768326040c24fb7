//! All threads of all groups.

use super::error::{Place, RunError, RunErrorKind};
use super::event::Event;
use super::launch::{Filled, Given, Launch, three};
use super::program::{END, Program, SCRATCH, SHARED, Surfaces};
use super::thread::{Names, Running, Status, Thread};
use super::view::ThreadView;
use crate::StreamInst;
use crate::device::Device;
use crate::exec::{Executor, PreparedInst};

/// What `NEXT` says if a thread goes on at the next instruction for which channels wait.
const NEXT_WAITING: u32 = 0xffff_ffff;

/// What `NEXT` says if a thread has ended.
const NOWHERE: u32 = 0xffff_fffe;

/// What `PAIRED` says if a thread has no other one to run with.
const ALONE: u32 = 2;

/// Variables that a thread begins with.
mod predefined {
    pub const R0: u32 = 7;
    pub const HW_ID: u32 = 12;
    pub const SR0: u32 = 13;
}

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
    first_group: [u32; 3],
    threads: [u32; 3],
    /// Channels of a thread, and of all threads of a group.
    channels: u32,
    group_channels: u32,
    surfaces: Surfaces,
    given: Vec<Given>,
    device: Device,
    budget: u64,
    summary: Summary,
    turns: Turns,
    /// What the last instruction did, if that is kept.
    events: Option<Vec<Event>>,
}

/// Where a dispatch is.
#[derive(Debug, Clone, Default)]
struct Turns {
    /// Groups that have ended.
    group: u64,
    /// The threads of the group that runs; none before it begins.
    threads: Vec<Thread>,
    /// The thread whose turn it is.
    turn: usize,
}

/// The number of a group or thread from its place in the order, x first.
fn number(at: u64, sizes: [u32; 3]) -> [u32; 3] {
    let [x, y, _] = sizes.map(u64::from);
    [at % x, at / x % y, at / x / y].map(|it| it as u32)
}

/// Whether a thread that is at an instruction of pairs waits for the other one.
fn waits_for_partner(thread: &Thread, paired: u16) -> bool {
    thread.partner.is_none() && thread.state(paired) != u64::from(ALONE)
}

/// Lets the threads of pairs go on that are both at the instruction they wait at; whether there
/// were any.
fn pair(threads: &mut [Thread]) -> bool {
    let mut any = false;
    for pair in threads.chunks_exact_mut(2) {
        let [first, second] = pair else { continue };
        let wait = first.status == Status::Pairs && second.status == Status::Pairs;
        if wait && first.at == second.at {
            first.partner = Some(second.frame.variables.clone());
            second.partner = Some(first.frame.variables.clone());
            (first.status, second.status) = (Status::Runs, Status::Runs);
            any = true;
        }
    }
    any
}

impl Dispatch {
    pub(super) fn new(
        program: Program,
        launch: &Launch,
        (channels, group_channels): (u32, u32),
        surfaces: Surfaces,
        given: Vec<Given>,
        mut device: Device,
    ) -> Dispatch {
        device.memory.map(SHARED, surfaces.shared.into());
        let threads: u64 = launch.threads.iter().map(|&it| u64::from(it)).product();
        let scratch = threads * u64::from(surfaces.scratch);
        device.memory.map(SCRATCH.into(), scratch);
        Dispatch {
            names: Names::new(program.target.tables()),
            prepared: vec![None; program.code.len()],
            executor: Executor::new(),
            program,
            groups: launch.groups,
            first_group: launch.first_group,
            threads: launch.threads,
            channels,
            group_channels,
            surfaces,
            given,
            device,
            budget: BUDGET,
            summary: Summary::default(),
            turns: Turns::default(),
            events: None,
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

    /// What has run until now.
    pub fn summary(&self) -> Summary {
        self.summary
    }

    /// Runs all that is left to the end.
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
        while self.step_with(observe)? {}
        Ok(self.summary)
    }

    /// Runs one instruction, the one that [`Dispatch::upcoming`] tells; whether there was one.
    ///
    /// # Errors
    ///
    /// As [`Dispatch::run`]. What comes next is the same instruction again.
    pub fn step(&mut self) -> Result<bool, RunError> {
        self.step_with(&mut |_| {})
    }

    fn step_with(&mut self, observe: &mut dyn FnMut(&Step)) -> Result<bool, RunError> {
        if !self.seek()? {
            return Ok(false);
        }
        let group = self.group_number(self.turns.group);
        // Threads are no part of what they share while one of them runs.
        let mut threads = core::mem::take(&mut self.turns.threads);
        let done = self.one(group, &mut threads[self.turns.turn], observe);
        self.turns.threads = threads;
        done.map(|()| true)
    }

    /// Keeps what each instruction reads and writes, which makes running slower, or no longer.
    pub fn keep_events(&mut self, keep: bool) {
        self.events = keep.then(Vec::new);
    }

    /// What the last instruction that ran has read and written, in that order for each of its
    /// channels; nothing if that is not [kept](Dispatch::keep_events).
    pub fn events(&self) -> &[Event] {
        self.events.as_deref().unwrap_or_default()
    }

    /// The instruction that is about to run; `None` if all threads have ended.
    ///
    /// # Errors
    ///
    /// If threads wait at a barrier to which others never come.
    pub fn upcoming(&mut self) -> Result<Option<Step>, RunError> {
        if !self.seek()? {
            return Ok(None);
        }
        let Turns {
            group,
            threads,
            turn,
        } = &self.turns;
        let thread = &threads[*turn];
        let group = self.group_number(*group);
        let placed = self.placed(thread);
        let (inst, here) = placed.ok_or_else(|| self.error(group, thread, RunErrorKind::NoCode))?;
        let waiting = thread.frame.waiting[here];
        Ok(Some(Step {
            place: self.place(group, thread),
            inst,
            mask: thread.state(self.names.mask) as u32 | waiting,
        }))
    }

    /// What the thread whose turn it is holds; `None` before a group begins, which
    /// [`Dispatch::upcoming`] lets it do, and when all have ended.
    pub fn thread(&self) -> Option<ThreadView<'_>> {
        let thread = self.turns.threads.get(self.turns.turn)?;
        Some(ThreadView::new(&self.program, thread))
    }

    /// The number of a group from its place in the order.
    fn group_number(&self, at: u64) -> [u32; 3] {
        let own = number(at, self.groups);
        core::array::from_fn(|it| self.first_group[it] + own[it])
    }

    /// Goes on to the thread that runs next; whether there is one.
    fn seek(&mut self) -> Result<bool, RunError> {
        let [x, y, z] = self.groups.map(u64::from);
        let groups = x.saturating_mul(y).saturating_mul(z);
        loop {
            let Turns {
                group,
                threads,
                turn,
            } = &mut self.turns;
            let left = threads.get(*turn..).unwrap_or_default();
            if let Some(at) = left.iter().position(|it| it.status == Status::Runs) {
                *turn += at;
                let thread = &mut threads[*turn];
                let placed = self.program.code.get(thread.at as usize);
                if placed.is_some_and(|it| it.paired)
                    && waits_for_partner(thread, self.names.paired)
                {
                    thread.status = Status::Pairs;
                    continue;
                }
                return Ok(true);
            }
            if pair(threads) {
                *turn = 0;
                continue;
            }
            let ended = threads.iter().filter(|it| it.status == Status::Ended);
            let ended = ended.count();
            if ended < threads.len() {
                let mut threads = core::mem::take(threads);
                let at = *group;
                let group = self.group_number(at);
                let met = self.meet(group, &mut threads, ended);
                self.turns.threads = threads;
                met?;
                self.turns.turn = 0;
                continue;
            }
            if !threads.is_empty() {
                *group += 1;
                threads.clear();
            }
            if *group >= groups {
                return Ok(false);
            }
            *turn = 0;
            let at = *group;
            let group = self.group_number(at);
            self.turns.threads = self.group(group);
        }
    }

    /// The threads of a group before their first instructions.
    fn group(&mut self, group: [u32; 3]) -> Vec<Thread> {
        let shared = self.surfaces.shared.into();
        // It was mapped for these bytes.
        let _ = self.device.memory.zero(SHARED, shared);
        let count: u64 = self.threads.iter().map(|&it| u64::from(it)).product();
        let scratch = count * u64::from(self.surfaces.scratch);
        let _ = self.device.memory.zero(SCRATCH.into(), scratch);
        let threads = (0..count).map(|at| self.begin(group, number(at, self.threads)));
        threads.collect()
    }

    /// Those that wait go on, if all have come.
    fn meet(&self, group: [u32; 3], threads: &mut [Thread], ended: usize) -> Result<(), RunError> {
        if let Some(waits) = threads.iter().find(|it| it.status == Status::Pairs) {
            return Err(self.error(group, waits, RunErrorKind::Pair));
        }
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
        let [x, y, _] = self.threads;
        let number = id[0] + x * (id[1] + y * id[2]);
        // The last thread has those that are left, one at least.
        let left = self.group_channels.saturating_sub(number * self.channels);
        let channels = left.clamp(1, self.channels);
        thread.set_state(names.mask, (u32::MAX >> (32 - channels)).into());
        thread.set_state(names.call_mask, u32::MAX.into());
        thread.set_state(names.register_bytes, program.register_bytes.into());
        thread.set_state(names.global_end, END);
        // The threads 0 and 1 are a pair, 2 and 3, and so on.
        let count: u64 = self.threads.iter().map(|&it| u64::from(it)).product();
        let is_pair = u64::from(number | 1) < count;
        let paired = if is_pair { number % 2 } else { ALONE };
        thread.set_state(names.paired, paired.into());
        let kernel = program.kernel();
        let mut set = |start: usize, size: usize, bytes: &[u8]| {
            let place = thread.frame.variables.get_mut(start..start + size);
            for (to, from) in place.into_iter().flatten().zip(bytes) {
                *to = *from;
            }
        };
        for (variable, number) in (3..).zip(group) {
            if let Some(start) = kernel.variable(variable, 4) {
                set(start, 4, &number.to_le_bytes());
            }
        }
        for at in 0..2 {
            let whole = group[at]
                .wrapping_mul(self.threads[at])
                .wrapping_add(id[at]);
            if let Some(start) = kernel.variable(1 + at as u32, 2) {
                set(start, 2, &whole.to_le_bytes());
            }
        }
        // The header of a thread: dwords 1, 6 and 7 are the number of its group; of its scratch
        // memory dword 3 says how many times 1024 is doubled, dword 5 where it begins.
        let doubled = (self.surfaces.scratch / 1024).checked_ilog2().unwrap_or(0);
        let scratch = self.surfaces.scratch_of(number);
        let header = [0, group[0], 0, doubled, 0, scratch, group[1], group[2]];
        let header = header.map(u32::to_le_bytes).concat();
        // What the first dword of %sr0 says of a thread has bits that other devices use, or
        // none; kernels take them out where they number what threads have for themselves.
        let unit = number & 7 | (number >> 3 & 3) << 4 | number >> 5 << 8;
        for (variable, bytes) in [
            (predefined::R0, &header[..]),
            (predefined::HW_ID, &number.to_le_bytes()),
            (predefined::SR0, &unit.to_le_bytes()),
        ] {
            if let Some(start) = kernel.variable(variable, bytes.len()) {
                set(start, bytes.len(), bytes);
            }
        }
        for given in &self.given {
            match &given.filled {
                Filled::Bytes(bytes) => set(given.start, given.size, bytes),
                Filled::Thread => set(given.start, given.size, &three(id)),
                Filled::Threads(rows) => set(given.start, given.size, &rows[number as usize]),
            }
        }
        thread
    }

    fn error(&self, group: [u32; 3], thread: &Thread, kind: RunErrorKind) -> RunError {
        let place = self.place(group, thread);
        RunError { place, kind }
    }

    /// Where a thread is; behind the end of its code, at the last instruction.
    fn place(&self, group: [u32; 3], thread: &Thread) -> Place {
        let layout = self.program.routine(thread.frame.routine);
        let last = layout.code.end.saturating_sub(1);
        let placed = self.program.code.get(thread.at.min(last) as usize);
        Place {
            group,
            thread: thread.id,
            function: layout.function,
            instruction: thread.at.saturating_sub(layout.code.start),
            offset: placed.map_or(0, |placed| placed.offset),
        }
    }

    /// The instruction of a thread's turn, and its number in its kernel or function.
    fn placed(&self, thread: &Thread) -> Option<(StreamInst, usize)> {
        let range = &self.program.routine(thread.frame.routine).code;
        let placed = self.program.code.get(thread.at as usize)?;
        let is_here = range.contains(&thread.at);
        is_here.then(|| (placed.inst, (thread.at - range.start) as usize))
    }

    /// Runs one instruction of a thread.
    fn one(
        &mut self,
        group: [u32; 3],
        thread: &mut Thread,
        observe: &mut dyn FnMut(&Step),
    ) -> Result<(), RunError> {
        let at = thread.at;
        let names = self.names;
        let Some((inst, here)) = self.placed(thread) else {
            return Err(self.error(group, thread, RunErrorKind::NoCode));
        };
        if self.summary.instructions >= self.budget {
            let budget = self.budget;
            return Err(self.error(group, thread, RunErrorKind::Budget { budget }));
        }
        self.summary.instructions += 1;
        let back = core::mem::take(&mut thread.frame.waiting[here]);
        let mask = thread.state(names.mask) as u32 | back;
        thread.set_state(names.mask, mask.into());
        thread.set_state(names.here, at.into());
        thread.set_state(names.next, u64::from(at) + 1);
        observe(&Step {
            place: self.place(group, thread),
            inst,
            mask,
        });
        if let Some(events) = &mut self.events {
            events.clear();
        }
        let program = &self.program;
        let prepared = match &mut self.prepared[at as usize] {
            Some(known) => Ok(&*known),
            place => {
                let layout = program.routine(thread.frame.routine);
                let declaration = |variable| layout.declaration(variable);
                let prepared = program.target.prepare(inst, &declaration);
                prepared.map(|prepared| &*place.insert(prepared))
            }
        };
        let mut running = Running {
            names: &self.names,
            program,
            surfaces: &self.surfaces,
            device: &mut self.device,
            thread,
            events: self.events.as_mut(),
        };
        let tables = program.target.tables();
        let executor = &mut self.executor;
        let done = prepared.and_then(|it| executor.run_prepared(tables, it, &mut running));
        if let Err(error) = done {
            return Err(self.error(group, thread, RunErrorKind::Execution(error)));
        }
        thread.partner = None;
        let next = match thread.state(names.next) as u32 {
            NOWHERE => None,
            NEXT_WAITING => {
                let behind = thread.frame.waiting.iter().skip(here + 1);
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
        let frames = thread.state(names.frame);
        if let Err(bytes) = thread.follow(program, frames, next) {
            return Err(self.error(group, thread, RunErrorKind::Variables { bytes }));
        }
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
