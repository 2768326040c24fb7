//! Wavefronts run in turns.

use std::vec::Vec;

use super::code::Code;
use super::environment::{Environment, Flow, Next, Place, Uninitialized};
use super::error::{Note, Notes, RunError, RunErrorKind};
use super::observe::{Observer, Step, Traffic};
use super::wave::{Seen, Status, Wave};
use crate::exec::machine::Machine;
use crate::exec::{Executor, Registers};
use crate::tables::NONE;
use crate::{Inst, Target};

/// Instructions after which a wavefront lets the next one of its group run.
pub const TURN: u32 = 256;

/// Whether an instruction runs for lanes, and not once.
fn runs_for_lanes(target: &Target<'_>, inst: Inst) -> bool {
    let program = target.instruction(inst).map_or(NONE, |row| row.program);
    let program = target.tables().programs.get(usize::from(program));
    program.is_some_and(|it| it.lanes != NONE)
}

/// What a dispatch has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// Instructions, one for each wavefront that ran it.
    pub instructions: u64,
    /// Lanes that were active in them, 1 for an instruction that runs once.
    pub lanes: u64,
    /// Workgroups that have ended.
    pub groups: u64,
}

/// The wavefronts of a dispatch, whatever they run in.
#[derive(Debug)]
struct Turns<'a> {
    target: Target<'a>,
    executor: Executor<'a>,
    code: Code,
    flow: Flow,
    waves: Vec<Wave<'a>>,
    /// How many workgroups there are in each dimension.
    groups: [u32; 3],
    /// The one that runs.
    group: [u32; 3],
    running: bool,
    current: usize,
    turn: u32,
    /// How many instructions one after the other had to wait.
    waited: usize,
    uninitialized: Uninitialized,
    budget: Option<u64>,
    notes: Notes,
    summary: Summary,
}

impl<'a> Turns<'a> {
    /// Before the first instruction.
    fn new(target: &Target<'a>, environment: &mut dyn Environment) -> Turns<'a> {
        let groups = environment.groups();
        let mut turns = Turns {
            target: *target,
            executor: Executor::new(),
            code: Code::default(),
            flow: environment.flow(),
            waves: Vec::new(),
            groups,
            group: [0; 3],
            running: !groups.contains(&0),
            current: 0,
            turn: 0,
            waited: 0,
            uninitialized: Uninitialized::default(),
            budget: None,
            notes: Notes::default(),
            summary: Summary::default(),
        };
        if turns.running && !turns.begin_group(environment) {
            turns.next_group(environment);
        }
        turns
    }

    fn registers(&mut self) -> Option<&mut Registers<'a>> {
        let running = self.running;
        let wave = self.waves.get_mut(self.current).filter(|_| running);
        wave.map(|wave| &mut wave.registers)
    }

    fn upcoming(&mut self) -> Option<Next> {
        let place = self.place();
        let counter = self.flow.counter;
        let registers = self.registers()?;
        let address = Machine::read_state(registers, counter, 0);
        Some(Next { place, address })
    }

    fn run(
        &mut self,
        environment: &mut dyn Environment,
        observer: &mut dyn Observer,
    ) -> Result<Summary, RunError> {
        while self.step(environment, observer)?.is_some() {}
        Ok(self.summary)
    }

    fn step(
        &mut self,
        environment: &mut dyn Environment,
        observer: &mut dyn Observer,
    ) -> Result<Option<Next>, RunError> {
        let Some(next) = self.upcoming() else {
            return Ok(None);
        };
        let stopped = |inst, kind| RunError {
            place: next.place,
            address: next.address,
            inst,
            kind,
        };
        if let Some(budget) = self.budget
            && self.summary.instructions >= budget
        {
            return Err(stopped(None, RunErrorKind::Budget { budget }));
        }
        let inst = self
            .code
            .fetch(&self.target, environment, next.address)
            .map_err(|kind| stopped(None, kind))?;
        let ran = self.run_wave(next, inst, environment, observer);
        let went_on = ran.and_then(|()| self.go_on(environment));
        went_on.map_err(|kind| stopped(Some(inst), kind))?;
        Ok(Some(next))
    }

    /// Runs an instruction of the current wavefront.
    fn run_wave(
        &mut self,
        next: Next,
        inst: Inst,
        environment: &mut dyn Environment,
        observer: &mut dyn Observer,
    ) -> Result<(), RunErrorKind> {
        let wave = &mut self.waves[self.current];
        wave.status = Status::Ready;
        let flow = self.flow;
        let behind = next.address.wrapping_add(self.target.size(inst) as u64);
        if wave.skips(flow) && runs_for_lanes(&self.target, inst) {
            wave.set(flow.counter, behind);
            self.summary.instructions += 1;
            observer.step(&Step {
                target: &self.target,
                place: next.place,
                address: next.address,
                inst,
                lanes: 0,
                traffic: Traffic::default(),
                events: &[],
            });
            return Ok(());
        }
        let mut seen = Seen::new(
            next.place,
            &mut wave.registers,
            environment,
            self.uninitialized,
            observer.wants_events(),
        );
        seen.set(flow.counter, behind);
        let done = self.executor.execute(&self.target, inst, &mut seen);
        let found = seen.finish();
        let done = match done {
            Ok(done) => done,
            Err(error) => {
                // It has not run: whoever looks finds it as it was.
                wave.set(flow.counter, next.address);
                return Err(RunErrorKind::Execution(error));
            }
        };
        for unset in found.unset {
            if self.uninitialized == Uninitialized::Fatal {
                return Err(RunErrorKind::Uninitialized(unset));
            }
            self.notes.note(next, inst, unset);
        }
        if wave.waits(flow) {
            wave.set(flow.counter, next.address);
            wave.status = Status::Waiting;
            return Ok(());
        }
        self.summary.instructions += 1;
        self.summary.lanes += u64::from(done.lanes.count_ones());
        observer.step(&Step {
            target: &self.target,
            place: next.place,
            address: next.address,
            inst,
            lanes: done.lanes,
            traffic: found.traffic,
            events: &found.events,
        });
        wave.look(flow)
    }

    /// Chooses the wavefront that runs next.
    fn go_on(&mut self, environment: &mut dyn Environment) -> Result<(), RunErrorKind> {
        self.turn += 1;
        let waves = &mut self.waves;
        let status = waves[self.current].status;
        self.waited = match status {
            Status::Waiting => self.waited + 1,
            _ => 0,
        };
        if status == Status::Ready && self.turn < TURN {
            return Ok(());
        }
        self.turn = 0;
        // Each that waits was asked, and none went on.
        if self.waited > waves.len() {
            return Err(RunErrorKind::Deadlock);
        }
        let can_run = |wave: &Wave<'_>| matches!(wave.status, Status::Ready | Status::Waiting);
        if !waves.iter().any(can_run) {
            if waves.iter().all(|wave| wave.status == Status::Ended) {
                self.next_group(environment);
                return Ok(());
            }
            // All that have not ended are at the barrier.
            for wave in waves.iter_mut() {
                wave.pass(self.flow);
            }
        }
        let count = waves.len();
        let mut others = (1..=count).map(|step| (self.current + step) % count);
        if let Some(next) = others.find(|&at| can_run(&waves[at])) {
            self.current = next;
        }
        Ok(())
    }

    /// Ends a workgroup, and all behind it that have no wavefronts.
    fn next_group(&mut self, environment: &mut dyn Environment) {
        loop {
            self.summary.groups += 1;
            let mut places = self.group.iter_mut().zip(self.groups);
            let is_more = places.any(|(at, count)| {
                *at += 1;
                let is_inside = *at < count;
                *at = if is_inside { *at } else { 0 };
                is_inside
            });
            if !is_more {
                self.running = false;
                return;
            }
            if self.begin_group(environment) {
                return;
            }
        }
    }

    /// Begins a workgroup; says whether it has wavefronts.
    fn begin_group(&mut self, environment: &mut dyn Environment) -> bool {
        environment.begin_group(self.group);
        (self.current, self.turn, self.waited) = (0, 0, 0);
        let count = environment.waves(self.group) as usize;
        let target = self.target;
        self.waves.resize_with(count, || Wave::new(&target));
        for (number, wave) in (0..).zip(&mut self.waves) {
            wave.clear();
            let place = Place {
                group: self.group,
                wave: number,
            };
            environment.begin_wave(place, &mut wave.registers);
        }
        count != 0
    }

    fn place(&self) -> Place {
        Place {
            group: self.group,
            wave: self.current as u32,
        }
    }
}

/// Programs that run over a grid.
///
/// What is generic is thin: it is compiled where it is used, all that runs with the engines.
#[derive(Debug)]
pub struct Dispatch<'a, E> {
    environment: E,
    turns: Turns<'a>,
}

impl<'a, E: Environment> Dispatch<'a, E> {
    /// A dispatch that has not begun.
    pub fn new(target: &Target<'a>, mut environment: E) -> Dispatch<'a, E> {
        let turns = Turns::new(target, &mut environment);
        Dispatch { environment, turns }
    }

    /// What becomes of reading what was never written.
    pub fn uninitialized(&mut self, what: Uninitialized) {
        self.turns.uninitialized = what;
    }

    /// Ends with an error after so many instructions of all wavefronts together; without
    /// a budget a program that does not end runs for ever.
    pub fn budget(&mut self, instructions: u64) {
        self.turns.budget = Some(instructions);
    }

    /// What it has done so far.
    pub fn summary(&self) -> Summary {
        self.turns.summary
    }

    /// What was read and had never been written, in the order of addresses.
    pub fn notes(&self) -> impl Iterator<Item = Note> + '_ {
        self.turns.notes.iter()
    }

    /// The environment.
    pub fn environment(&mut self) -> &mut E {
        &mut self.environment
    }

    /// The environment, when the dispatch is no longer needed.
    pub fn into_environment(self) -> E {
        self.environment
    }

    /// The registers of the wavefront that runs next; `None` at the end.
    pub fn registers(&mut self) -> Option<&mut Registers<'a>> {
        self.turns.registers()
    }

    /// How many workgroups there are.
    pub fn group_count(&self) -> u64 {
        let counts = self.turns.groups.iter().map(|&count| u64::from(count));
        counts.fold(1, u64::saturating_mul)
    }

    /// The instruction that [`step`](Self::step) will run; `None` at the end.
    pub fn upcoming(&mut self) -> Option<Next> {
        self.turns.upcoming()
    }

    /// Runs all that is left.
    ///
    /// # Errors
    ///
    /// [`RunError`] says which wavefront could not go on, and where.
    pub fn run(&mut self, observer: &mut impl Observer) -> Result<Summary, RunError> {
        self.turns.run(&mut self.environment, observer)
    }

    /// Runs one instruction of one wavefront; gives `None` if all have ended. An instruction
    /// that waits for another wavefront is run again at a later turn, and counts once.
    ///
    /// # Errors
    ///
    /// [`RunError`]. The dispatch stays where it is: the next step tries again.
    pub fn step(&mut self) -> Result<Option<Next>, RunError> {
        self.step_with(&mut ())
    }

    /// The same, and tells an observer.
    ///
    /// # Errors
    ///
    /// As [`step`](Self::step).
    pub fn step_with(&mut self, observer: &mut impl Observer) -> Result<Option<Next>, RunError> {
        self.turns.step(&mut self.environment, observer)
    }
}
