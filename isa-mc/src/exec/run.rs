//! The interpreter: one action at a time, for all lanes.

use core::ops::Range;

use super::bind::{self, Binding, Instruction};
use super::machine::{Access, Column, LANES, Machine, RegisterPart};
use super::number::{evaluate, ones, result_mask};
use super::{ExecErrorKind, columns};
use crate::tables::{Action, ActionKind, NONE, Program, Source, SourceKind, Tables, low_mask};

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
    slots: Vec<Column>,
    writes: Vec<Write>,
    bindings: Vec<Binding>,
}

/// One run of a program.
pub(super) struct Run<'r, M> {
    tables: &'r Tables<'r>,
    arch: u8,
    actions: &'r [Action],
    sources: &'r [Source],
    machine: &'r mut M,
    scratch: &'r mut Scratch,
    /// The lanes that actions are worked out for: all, one of them within
    /// `atomic`, and the first of a program without lanes.
    lanes: Range<usize>,
}

/// Runs a program; gives the lanes that it ran for.
pub(super) fn run<M: Machine, I: Instruction>(
    tables: &Tables<'_>,
    arch: u8,
    program: &Program,
    instruction: &I,
    machine: &mut M,
    scratch: &mut Scratch,
) -> Result<u64, ExecErrorKind> {
    let sources = &tables.sources[program.sources.range()];
    scratch.writes.clear();
    scratch.bindings.clear();
    for source in sources {
        let binding = match source.kind {
            // One without a home has no registers.
            SourceKind::State => bind::home(tables, source.index).unwrap_or(Binding::Value(0)),
            _ => instruction
                .bind(source)
                .ok_or(ExecErrorKind::Operand { name: source.name })?,
        };
        scratch.bindings.push(binding);
    }
    let slots = usize::from(program.slots);
    if scratch.slots.len() < slots {
        scratch.slots.resize(slots, [0; LANES]);
    }
    let mut run = Run {
        tables,
        arch,
        actions: &tables.actions[program.actions.range()],
        sources,
        machine,
        scratch,
        lanes: 0..1,
    };
    let before = usize::from(program.before);
    let end = run.actions.len();
    let mask = if program.lanes == NONE {
        1
    } else {
        run.lanes = 0..LANES;
        run.block(0..before, 0)?;
        run.scratch.slots[usize::from(program.lanes)][0]
    };
    run.block(before..end, mask)?;
    run.commit();
    Ok(mask)
}

impl<M: Machine> Run<'_, M> {
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
            match action.kind {
                ActionKind::If => {
                    let middle = at + usize::from(action.b);
                    let end = middle + usize::from(action.c);
                    self.branch(action, at..middle, middle..end, mask)?;
                    at = end;
                }
                ActionKind::Loop => {
                    let first = self.tables.constants[usize::from(action.a)];
                    for round in 0..u64::from(action.b) {
                        let value = (first + round) & low_mask(32);
                        self.scratch.slots[usize::from(action.to)].fill(value);
                        self.block(at..behind, mask)?;
                    }
                    at = behind;
                }
                ActionKind::Atomic => {
                    self.atomic(at..behind, mask)?;
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

    // ---- memory --------------------------------------------------------------

    /// The lanes that access memory, and whether it is one for all.
    fn accessing(&self, action: Action, mask: u64) -> u64 {
        match action.uniform && mask != 0 {
            true => 1 << self.lanes.start,
            false => mask,
        }
    }

    /// The first byte beyond a space; `None` if it has no limit.
    fn limit(&mut self, space: u16) -> Option<u64> {
        let row = self.tables.spaces.get(usize::from(space))?;
        if row.limit == NONE || row.limit_archs >> self.arch & 1 == 0 {
            return None;
        }
        let state = self.tables.states.get(usize::from(row.limit))?;
        let binding = bind::home(self.tables, row.limit);
        let mut value = [0; LANES];
        let bits = state.bits.min(64);
        match binding {
            Some(binding) => self.read_binding(binding, 0, bits, 0..1, &mut value),
            None => value[0] = self.machine.read_state(row.limit, 0) & low_mask(bits as u8),
        }
        Some(value[0])
    }

    /// Splits an access of a lane into accesses of at most 8 bytes.
    fn accesses(
        &self,
        action: Action,
        lane: usize,
    ) -> impl Iterator<Item = (u16, Access)> + use<M> {
        let bytes = action.bits / 8;
        let address = self.slot(action.a)[lane];
        (0..bytes.div_ceil(8)).map(move |limb| {
            let access = Access {
                space: action.b,
                address: address.wrapping_add(u64::from(limb) * 8),
                bytes: (bytes - limb * 8).min(8) as u8,
                lane: lane as u8,
            };
            (limb, access)
        })
    }

    fn beyond(&self, action: Action, lane: usize, limit: Option<u64>) -> bool {
        let address = self.slot(action.a)[lane];
        let end = address.checked_add(u64::from(action.bits / 8));
        limit.is_some_and(|limit| end.is_none_or(|end| end > limit))
    }

    fn load(&mut self, action: Action, mask: u64) -> Result<(), ExecErrorKind> {
        let limit = self.limit(action.b);
        let mut left = self.accessing(action, mask);
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let beyond = self.beyond(action, lane, limit);
            for (limb, access) in self.accesses(action, lane) {
                let value = if beyond {
                    0
                } else {
                    let loaded = self.machine.load(access);
                    loaded.map_err(|fault| ExecErrorKind::Load { access, fault })?
                };
                let to = &mut self.scratch.slots[usize::from(action.to + limb)];
                if action.uniform {
                    to.fill(value);
                } else {
                    to[lane] = value;
                }
            }
        }
        Ok(())
    }

    fn store(&mut self, action: Action, mask: u64) -> Result<(), ExecErrorKind> {
        let limit = self.limit(action.b);
        let mut left = self.accessing(action, mask);
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            if self.beyond(action, lane, limit) {
                continue;
            }
            for (limb, access) in self.accesses(action, lane) {
                let value = self.slot(action.d + limb)[lane] & low_mask(access.bytes * 8);
                let stored = self.machine.store(access, value);
                stored.map_err(|fault| ExecErrorKind::Store { access, fault })?;
            }
        }
        Ok(())
    }

    // ---- registers -------------------------------------------------------------

    fn position(&self, action: Action) -> u16 {
        let moved = match action.c {
            NONE => 0,
            slot => self.uniform(slot) as u16,
        };
        action.b.wrapping_add(moved)
    }

    /// Reads at most 64 bits from a position on, for the lanes of a range.
    fn read_binding(
        &mut self,
        binding: Binding,
        position: u16,
        bits: u16,
        lanes: Range<usize>,
        values: &mut Column,
    ) {
        let (file, number, count) = match binding {
            Binding::Value(value) => {
                let value = value.unbounded_shr(u32::from(position)) & ones(bits);
                values[lanes].fill(value as u64);
                return;
            }
            Binding::Registers {
                file,
                number,
                count,
            } => (file, number, count),
        };
        let row = &self.tables.files[usize::from(file)];
        for piece in pieces(position, bits, row.bits) {
            let have = piece.register < count;
            let register = RegisterPart {
                file,
                number: number.wrapping_add(piece.register),
                part: piece.part,
            };
            let mut column = [0; LANES];
            if have && row.per_lane {
                match lanes.len() {
                    1 => column[lanes.start] = self.machine.read(register, lanes.start),
                    _ => self.machine.read_lanes(register, &mut column),
                }
            } else if have {
                let value = self.machine.read(register, 0);
                column[lanes.clone()].fill(value);
            }
            let mask = low_mask(piece.bits);
            for lane in lanes.clone() {
                let value = column[lane] >> piece.shift & mask;
                if piece.at == 0 {
                    values[lane] = value;
                } else {
                    values[lane] |= value << piece.at;
                }
            }
        }
    }

    fn read(&mut self, action: Action, lanes: Range<usize>) -> Column {
        let (index, position) = (usize::from(action.a), self.position(action));
        let mut values = [0; LANES];
        let binding = self.scratch.bindings[index];
        let source = self.sources[index];
        if source.kind == SourceKind::State && matches!(binding, Binding::Value(_)) {
            let mut value = 0;
            for piece in pieces(position, action.bits, 64) {
                let part = self.machine.read_state(source.index, piece.register);
                value |= (part >> piece.shift & low_mask(piece.bits)) << piece.at;
            }
            values[lanes].fill(value);
        } else {
            self.read_binding(binding, position, action.bits, lanes, &mut values);
        }
        values
    }

    /// What [`Run::read`] gives for one lane.
    fn read_one(&mut self, action: Action, lane: usize) -> u64 {
        let Binding::Registers {
            file,
            number,
            count,
        } = self.scratch.bindings[usize::from(action.a)]
        else {
            return self.read(action, lane..lane + 1)[lane];
        };
        let row = &self.tables.files[usize::from(file)];
        let lane = if row.per_lane { lane } else { 0 };
        let mut value = 0;
        for piece in pieces(self.position(action), action.bits, row.bits) {
            if piece.register < count {
                let register = RegisterPart {
                    file,
                    number: number.wrapping_add(piece.register),
                    part: piece.part,
                };
                let part = self.machine.read(register, lane);
                value |= (part >> piece.shift & low_mask(piece.bits)) << piece.at;
            }
        }
        value
    }

    /// The write of the same place by other lanes that this one can join. A
    /// lane's own writes keep their order, so none of its may come between.
    fn joinable(&mut self, action: Action, position: u16, mask: u64) -> Option<&mut Write> {
        let Binding::Registers { file, .. } = self.scratch.bindings[usize::from(action.a)] else {
            return None;
        };
        if !self.tables.files[usize::from(file)].per_lane {
            return None;
        }
        let place = (action.a, position, action.bits);
        let writes = self.scratch.writes.iter_mut().rev();
        writes
            .take_while(|write| write.mask & mask == 0)
            .find(|write| (write.source, write.position, write.bits) == place)
    }

    fn write(&mut self, action: Action, mask: u64) {
        if mask == 0 {
            return;
        }
        if self.lanes.len() == 1 {
            let (lane, position) = (self.lanes.start, self.position(action));
            let value = self.slot(action.d)[lane];
            if let Some(write) = self.joinable(action, position, mask) {
                write.mask |= mask;
                write.values[lane] = value;
                return;
            }
        }
        let write = Write {
            source: action.a,
            position: self.position(action),
            bits: action.bits,
            mask: self.accessing(action, mask),
            values: *self.slot(action.d),
        };
        self.scratch.writes.push(write);
    }

    /// Writes what the instruction has written, in that order.
    fn commit(&mut self) {
        // Taken out, not copied: each holds a column.
        let writes = core::mem::take(&mut self.scratch.writes);
        for write in &writes {
            let source = self.sources[usize::from(write.source)];
            let last = 63 - write.mask.leading_zeros() as usize;
            match self.scratch.bindings[usize::from(write.source)] {
                Binding::Registers {
                    file,
                    number,
                    count,
                } => {
                    let row = &self.tables.files[usize::from(file)];
                    for piece in pieces(write.position, write.bits, row.bits) {
                        if piece.register >= count {
                            continue;
                        }
                        let register = RegisterPart {
                            file,
                            number: number.wrapping_add(piece.register),
                            part: piece.part,
                        };
                        if row.per_lane {
                            self.commit_lanes(register, &piece, row.bits, write);
                        } else {
                            let value = write.values[last] >> piece.at;
                            let old = self.machine.read(register, 0);
                            self.machine.write(register, 0, piece.insert(old, value));
                        }
                    }
                }
                Binding::Value(_) if source.kind == SourceKind::State => {
                    for piece in pieces(write.position, write.bits, 64) {
                        let value = write.values[last] >> piece.at;
                        let old = self.machine.read_state(source.index, piece.register);
                        let new = piece.insert(old, value);
                        self.machine.write_state(source.index, piece.register, new);
                    }
                }
                Binding::Value(_) => {}
            }
        }
        self.scratch.writes = writes;
    }

    fn commit_lanes(&mut self, register: RegisterPart, piece: &Piece, bits: u16, write: &Write) {
        let mut values = [0; LANES];
        // A whole register needs not be read.
        if u16::from(piece.bits) != bits.min(64) {
            self.machine.read_lanes(register, &mut values);
        }
        for (value, new) in values.iter_mut().zip(&write.values) {
            *value = piece.insert(*value, *new >> piece.at);
        }
        self.machine.write_lanes(register, write.mask, &values);
    }

    // ---- calculations ------------------------------------------------------------

    fn calculate(&mut self, action: Action, mask: u64) {
        let lanes = self.lanes.clone();
        let to = usize::from(action.to);
        match action.kind {
            ActionKind::Constant => {
                let value = self.tables.constants[usize::from(action.a)];
                self.scratch.slots[to][lanes].fill(value);
            }
            ActionKind::Move if action.uniform => {
                let value = self.uniform(action.a);
                self.scratch.slots[to].fill(value);
            }
            ActionKind::Move if lanes.len() == 1 => {
                if mask >> lanes.start & 1 == 1 {
                    let value = self.uniform(action.a);
                    self.scratch.slots[to][lanes.start] = value;
                }
            }
            ActionKind::Move => {
                let from = *self.slot(action.a);
                let to = &mut self.scratch.slots[to];
                for lane in lanes {
                    if mask >> lane & 1 == 1 {
                        to[lane] = from[lane];
                    }
                }
            }
            ActionKind::Lane => {
                let to = &mut self.scratch.slots[to];
                for lane in lanes {
                    to[lane] = lane as u64;
                }
            }
            ActionKind::Read if lanes.len() == 1 => {
                let value = self.read_one(action, lanes.start);
                self.scratch.slots[to][lanes.start] = value;
            }
            ActionKind::Read => self.scratch.slots[to] = self.read(action, lanes),
            ActionKind::ReadLane => {
                let from = self.read(action, 0..LANES);
                let chosen = *self.slot(action.d);
                let to = &mut self.scratch.slots[to];
                for lane in lanes {
                    let index = usize::try_from(chosen[lane]).unwrap_or(LANES);
                    to[lane] = from.get(index).copied().unwrap_or(0);
                }
            }
            ActionKind::Swizzle => {
                let (a, b) = (*self.slot(action.a), *self.slot(action.b));
                let number = *self.slot(action.c);
                for lane in lanes {
                    let (offset, of) = (b[lane] as u32, number[lane] as usize);
                    let address = self.machine.swizzle(a[lane], offset.cast_signed(), of);
                    self.scratch.slots[to][lane] = address;
                }
            }
            ActionKind::Element => {
                let (a, b) = (*self.slot(action.a), *self.slot(action.b));
                let c = *self.slot(action.c);
                for lane in lanes {
                    let at = [b[lane], b[lane] >> 32, c[lane], c[lane] >> 32];
                    let at = at.map(|coordinate| coordinate as u32);
                    let address = self.machine.element(a[lane] as u32, at);
                    self.scratch.slots[to][lane] = address;
                }
            }
            ActionKind::Buffer => {
                let (a, b) = (*self.slot(action.a), *self.slot(action.b));
                for lane in lanes {
                    let address = self.machine.buffer(a[lane] as u32, b[lane]);
                    self.scratch.slots[to][lane] = address;
                }
            }
            ActionKind::DeclaredType | ActionKind::DeclaredCount => {
                let a = *self.slot(action.a);
                for lane in lanes {
                    let declared = self.machine.declaration(a[lane] as u32);
                    self.scratch.slots[to][lane] = match (action.kind, declared) {
                        (ActionKind::DeclaredType, Some(it)) => it.type_number.into(),
                        (ActionKind::DeclaredType, None) => u32::MAX.into(),
                        (_, declared) => declared.map_or(0, |it| it.elements.into()),
                    };
                }
            }
            _ if action.bits > 64 || converted_bits(action) > 64 => self.wide(action),
            _ if lanes.len() == 1 => {
                // One lane of many: nothing else is looked at.
                let one = |slot: u16| {
                    let column = self.scratch.slots.get(usize::from(slot));
                    [column.map_or(0, |column| column[lanes.start])]
                };
                let (a, b, c) = (one(action.a), one(action.b), one(action.c));
                let to = &mut self.scratch.slots[to][lanes];
                columns::calculate(&action, to, &a, &b, &c);
            }
            _ => {
                let a = *self.slot(action.a);
                let b = match action.kind {
                    // A number, not a slot.
                    _ if converted_bits(action) > 0 => [0; LANES],
                    _ => *self.slot(action.b),
                };
                let c = match action.kind {
                    ActionKind::Choose | ActionKind::FusedMultiplyAdd => *self.slot(action.c),
                    _ => [0; LANES],
                };
                let to = &mut self.scratch.slots[to][lanes.clone()];
                let (a, b, c) = (&a[lanes.clone()], &b[lanes.clone()], &c[lanes]);
                columns::calculate(&action, to, a, b, c);
            }
        }
    }

    /// Values of more than 64 bits are two slots.
    fn wide(&mut self, action: Action) {
        let pair = |slots: &[Column], slot: u16, lane: usize| {
            let slot = usize::from(slot);
            let high = slots.get(slot + 1).map_or(0, |column| column[lane]);
            u128::from(high) << 64 | u128::from(slots[slot][lane])
        };
        let one = action.kind == ActionKind::Choose;
        for lane in self.lanes.clone() {
            let slots = &mut self.scratch.slots;
            if one {
                // Each slot is chosen by an action of its own.
                let from = if slots[usize::from(action.a)][lane] & 1 == 1 {
                    action.b
                } else {
                    action.c
                };
                slots[usize::from(action.to)][lane] = slots[usize::from(from)][lane];
                continue;
            }
            let a = match action.kind {
                // What is converted may be one slot.
                _ if converted_bits(action) > 0 => pair(slots, action.a, lane) & ones(action.b),
                _ => pair(slots, action.a, lane),
            };
            let b = match action.kind {
                _ if converted_bits(action) > 0 => 0,
                // The amount of a shift has 32 bits.
                ActionKind::ShiftLeft | ActionKind::ShiftRight => {
                    u128::from(slots[usize::from(action.b)][lane])
                }
                _ => pair(slots, action.b, lane),
            };
            let result = evaluate(&action, a, b, 0);
            let to = usize::from(action.to);
            slots[to][lane] = result as u64;
            if result_mask(&action) > u128::from(u64::MAX) {
                slots[to + 1][lane] = (result >> 64) as u64;
            }
        }
    }
}

/// The width of what an action converts, which it has as a number; 0 for all
/// other actions.
fn converted_bits(action: Action) -> u16 {
    match action.kind {
        ActionKind::SignExtend
        | ActionKind::FromUnsigned
        | ActionKind::FromSigned
        | ActionKind::FromFloating => action.b,
        _ => 0,
    }
}

/// A part of a value that lies in one register.
struct Piece {
    /// Which register, from the first.
    register: u16,
    /// Which 64 bits of it.
    part: u16,
    /// Lowest bit within those.
    shift: u8,
    /// How many bits.
    bits: u8,
    /// Lowest bit within the value.
    at: u8,
}

impl Piece {
    /// `old` with the piece's bits from the lowest of `value`.
    fn insert(&self, old: u64, value: u64) -> u64 {
        let mask = low_mask(self.bits);
        old & !(mask << self.shift) | (value & mask) << self.shift
    }
}

/// Cuts `bits` bits (at most 64) from a position on at the borders of registers.
fn pieces(position: u16, bits: u16, register_bits: u16) -> impl Iterator<Item = Piece> {
    let register_bits = register_bits.max(1);
    let mut done = 0;
    core::iter::from_fn(move || {
        if done >= bits {
            return None;
        }
        let from = position.wrapping_add(done);
        let within = from % register_bits;
        let shift = within % 64;
        let room = (register_bits - within).min(64 - shift);
        let piece = Piece {
            register: from / register_bits,
            part: within / 64,
            shift: shift as u8,
            bits: room.min(bits - done) as u8,
            at: done as u8,
        };
        done += u16::from(piece.bits);
        Some(piece)
    })
}
