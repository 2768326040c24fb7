//! The interpreter: one action at a time, for all lanes.

mod calculate;
mod memory;
mod registers;

use core::ops::Range;

use super::bind::{self, Binding, Instruction, Processor};
use super::error::ExecErrorKind;
use super::exact::Mode;
use super::machine::{Column, LANES, Machine};
use super::prepare::{self, Prepared};
use crate::Target;
use crate::tables::{Action, ActionKind, NONE, Program, SourceKind, Tables, low_mask};

/// A write that waits for the end of the instruction.
#[derive(Debug, Clone)]
pub(super) struct Write {
    source: u16,
    position: u16,
    bits: u16,
    mask: u64,
    values: Column,
}

/// What interpreting needs, kept from one instruction to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct Scratch {
    /// Those of the program, and behind them one for what is calculated before it is stored.
    slots: Vec<Column>,
    writes: Vec<Write>,
    bindings: Vec<Binding>,
    /// Those of a state that is computed.
    derived: Vec<Binding>,
}

impl Scratch {
    /// There are as many slots, and nothing is to be written.
    fn reserve(&mut self, slots: u16) {
        let slots = usize::from(slots) + 1;
        if self.slots.len() < slots {
            self.slots.resize(slots, [0; LANES]);
        }
        self.writes.clear();
    }
}

/// One run of a program.
pub(super) struct Run<'r, M: ?Sized> {
    tables: &'r Tables<'r>,
    arch: u8,
    actions: &'r [Action],
    constants: &'r [u64],
    machine: &'r mut M,
    scratch: &'r mut Scratch,
    /// The lanes that actions are worked out for: all, one of them within
    /// `atomic`, and the first of a program without lanes.
    lanes: Range<usize>,
    /// How the arithmetic of halves, singles and doubles behaves, once it was asked.
    modes: Option<[Mode; 3]>,
    /// Within `atomic`, where arithmetic is the memory's.
    is_atomic: bool,
}

/// Runs a program; gives the lanes that it ran for.
pub(super) fn run<M: Machine + ?Sized, I: Instruction>(
    tables: &Tables<'_>,
    arch: u8,
    program: &Program,
    instruction: &I,
    machine: &mut M,
    scratch: &mut Scratch,
) -> Result<u64, ExecErrorKind> {
    let features = instruction.features();
    let processor = Processor { arch, features };
    let sources = &tables.sources[program.sources.range()];
    let bindings = &mut scratch.bindings;
    prepare::bindings(tables, processor, sources, instruction, bindings)?;
    for index in 0..scratch.bindings.len() {
        if let Some(derived) = prepare::derivation(tables, scratch.bindings[index]) {
            derive_into(tables, processor, derived, index, machine, scratch)?;
        }
    }
    let beginning = &tables.actions[program.beginning.range()];
    let before = usize::from(program.before);
    let indexed = prepare::indexed(tables, sources, instruction);
    let mut run = Run::new(tables, arch, program, machine, scratch);
    run.index(&indexed)?;
    let mask = run.lanes_of(before, program.lanes)?;
    run.block(before..beginning.len(), mask)?;
    run.actions = &tables.actions[program.actions.range()];
    run.block(0..run.actions.len(), mask)?;
    run.commit();
    Ok(mask)
}

/// Runs a program that was prepared for its instruction; gives the lanes that it ran for.
pub(super) fn run_prepared<M: Machine + ?Sized>(
    tables: &Tables<'_>,
    prepared: &Prepared,
    machine: &mut M,
    scratch: &mut Scratch,
) -> Result<u64, ExecErrorKind> {
    scratch.bindings.clone_from(&prepared.bindings);
    for &(index, derived) in &prepared.derived {
        let (index, processor) = (usize::from(index), prepared.processor);
        derive_into(tables, processor, derived, index, machine, scratch)?;
    }
    scratch.reserve(prepared.slots);
    let mut run = Run {
        tables,
        arch: prepared.processor.arch,
        actions: &prepared.actions,
        constants: &prepared.constants,
        machine,
        scratch,
        lanes: 0..1,
        modes: None,
        is_atomic: false,
    };
    run.index(&prepared.indexed)?;
    let mask = run.lanes_of(prepared.before, prepared.lanes)?;
    run.block(prepared.before..prepared.actions.len(), mask)?;
    run.commit();
    Ok(mask)
}

/// Puts what other states give in the place of a state: everything is read as it is
/// before the instruction.
fn derive_into<M: Machine + ?Sized>(
    tables: &Tables<'_>,
    processor: Processor,
    program: u16,
    index: usize,
    machine: &mut M,
    scratch: &mut Scratch,
) -> Result<(), ExecErrorKind> {
    let program = &tables.programs[usize::from(program)];
    let value = derive(tables, processor, program, machine, scratch)?;
    scratch.bindings[index] = Binding::Value(value.into());
    Ok(())
}

/// What a state holds on a machine that is computed from others; `None` if it is
/// held itself.
pub(super) fn derived<M: Machine + ?Sized>(
    target: &Target<'_>,
    state: u16,
    machine: &mut M,
) -> Option<u64> {
    let tables = target.tables();
    let row = tables.states.get(usize::from(state))?;
    let program = tables.programs.get(usize::from(row.derived))?;
    if !prepare::is_computed(tables, target.arch_index(), state) {
        return Some(0);
    }
    let mut scratch = Scratch::default();
    derive(
        tables,
        Processor::of(target),
        program,
        machine,
        &mut scratch,
    )
    .ok()
}

/// What a state holds that others give.
fn derive<M: Machine + ?Sized>(
    tables: &Tables<'_>,
    processor: Processor,
    program: &Program,
    machine: &mut M,
    scratch: &mut Scratch,
) -> Result<u64, ExecErrorKind> {
    let sources = &tables.sources[program.sources.range()];
    core::mem::swap(&mut scratch.bindings, &mut scratch.derived);
    scratch.bindings.clear();
    let bindings = sources.iter().map(|it| match it.kind.get() {
        SourceKind::Feature => processor.feature(it.index),
        _ => bind::state(tables, it.index),
    });
    scratch.bindings.extend(bindings);
    let mut run = Run::new(tables, processor.arch, program, machine, scratch);
    run.block(0..run.actions.len(), 1)?;
    run.actions = &tables.actions[program.actions.range()];
    run.block(0..run.actions.len(), 1)?;
    core::mem::swap(&mut scratch.bindings, &mut scratch.derived);
    let written = scratch.writes.pop();
    scratch.writes.clear();
    Ok(written.map_or(0, |write| write.values[0] & low_mask(write.bits as u8)))
}

impl<'r, M: Machine + ?Sized> Run<'r, M> {
    /// At the beginning of a program, for one lane.
    fn new(
        tables: &'r Tables<'r>,
        arch: u8,
        program: &Program,
        machine: &'r mut M,
        scratch: &'r mut Scratch,
    ) -> Run<'r, M> {
        scratch.reserve(program.slots);
        Run {
            tables,
            arch,
            actions: &tables.actions[program.beginning.range()],
            constants: tables.constants,
            machine,
            scratch,
            lanes: 0..1,
            modes: None,
            is_atomic: false,
        }
    }

    /// Runs what comes before the lanes are known, and gives the lanes.
    fn lanes_of(&mut self, before: usize, lanes: u16) -> Result<u64, ExecErrorKind> {
        if lanes == NONE {
            return Ok(1);
        }
        self.lanes = 0..LANES;
        self.block(0..before, 0)?;
        Ok(self.scratch.slots[usize::from(lanes)][0])
    }

    fn slot(&self, slot: u16) -> &Column {
        &self.scratch.slots[usize::from(slot)]
    }

    /// The value of a slot that is the same in all lanes.
    fn uniform(&self, slot: u16) -> u64 {
        self.slot(slot)[self.lanes.start]
    }

    /// All lanes that are worked out.
    fn all(&self) -> u64 {
        low_mask(self.lanes.len() as u8) << self.lanes.start
    }

    /// Runs the actions of a range for the lanes of a mask. What is the same
    /// for all lanes is done even if the mask is empty.
    fn block(&mut self, range: Range<usize>, mask: u64) -> Result<(), ExecErrorKind> {
        let mut at = range.start;
        while at < range.end {
            let action = self.actions[at];
            at += 1;
            let behind = at + usize::from(action.c);
            match action.kind.get() {
                ActionKind::If => {
                    let middle = at + usize::from(action.b);
                    let end = middle + usize::from(action.c);
                    self.branch(action, at..middle, middle..end, mask)?;
                    at = end;
                }
                ActionKind::Loop => {
                    let first = self.constants[usize::from(action.a)];
                    for round in 0..u64::from(action.b) {
                        let value = (first + round) & low_mask(32);
                        self.scratch.slots[usize::from(action.to)].fill(value);
                        self.block(at..behind, mask)?;
                    }
                    at = behind;
                }
                ActionKind::Atomic => {
                    self.is_atomic = true;
                    let done = self.atomic(at..behind, mask);
                    self.is_atomic = false;
                    done?;
                    at = behind;
                }
                ActionKind::Once => {
                    self.block(at..behind, 1)?;
                    at = behind;
                }
                ActionKind::Undefined => {
                    if mask != 0 {
                        return Err(ExecErrorKind::Undefined {
                            lane: mask.trailing_zeros() as u8,
                            reason: self.tables.reasons[usize::from(action.a)],
                        });
                    }
                }
                ActionKind::Load => self.load(action, mask)?,
                ActionKind::Store => self.store(action, mask)?,
                ActionKind::Write => self.write(action, mask),
                _ => self.calculate(action, mask),
            }
        }
        Ok(())
    }

    fn branch(
        &mut self,
        action: Action,
        then: Range<usize>,
        otherwise: Range<usize>,
        mask: u64,
    ) -> Result<(), ExecErrorKind> {
        let mut chosen = 0;
        for lane in self.lanes.clone() {
            chosen |= (self.slot(action.a)[lane] & 1) << lane;
        }
        // A condition that is the same for all lanes chooses even if none runs.
        if !then.is_empty() && (mask & chosen != 0 || chosen == self.all()) {
            self.block(then, mask & chosen)?;
        }
        if !otherwise.is_empty() && (mask & !chosen != 0 || chosen == 0) {
            self.block(otherwise, mask & !chosen)?;
        }
        Ok(())
    }

    fn atomic(&mut self, body: Range<usize>, mask: u64) -> Result<(), ExecErrorKind> {
        if mask == 0 {
            return self.block(body, 0);
        }
        let all = self.lanes.clone();
        let mut left = mask;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            self.lanes = lane..lane + 1;
            self.block(body.clone(), 1 << lane)?;
        }
        self.lanes = all;
        Ok(())
    }
}
