//! Actions that calculate.

use core::ops::Range;

use super::super::bits::ones;
use super::super::columns;
use super::super::exact::{Mode, scaled_multiply_add};
use super::super::machine::{Column, LANES, Machine, declared};
use super::super::number::{evaluate, evaluate_in, result_mask};
use super::Run;
use crate::tables::{Action, ActionKind, NONE};

impl<M: Machine + ?Sized> Run<'_, M> {
    pub(super) fn calculate(&mut self, action: Action, mask: u64) {
        let lanes = self.lanes.clone();
        let to = usize::from(action.to);
        match action.kind.get() {
            ActionKind::Constant => {
                let value = self.constants[usize::from(action.a)];
                self.scratch.slots[to][lanes].fill(value);
            }
            ActionKind::Move if action.uniform.is_set() => {
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
                self.tell_reads(action, mask);
                let value = self.read_one(action, lanes.start);
                self.scratch.slots[to][lanes.start] = value;
            }
            ActionKind::Read => {
                self.tell_reads(action, mask);
                self.scratch.slots[to] = self.read(action, lanes);
            }
            ActionKind::ReadLane => {
                let from = self.read(action, 0..LANES);
                let chosen = *self.slot(action.d);
                let running = lanes.clone().filter(|lane| mask >> lane & 1 == 1);
                let of = running.fold(0, |of, lane| {
                    of | u32::try_from(chosen[lane]).map_or(0, |it| 1_u64.unbounded_shl(it))
                });
                self.tell_reads(action, of);
                let to = &mut self.scratch.slots[to];
                for lane in lanes {
                    let index = usize::try_from(chosen[lane]).unwrap_or(LANES);
                    to[lane] = from.get(index).copied().unwrap_or(0);
                }
            }
            ActionKind::Ballot => {
                let asked = self.slot(action.a);
                let lanes = lanes.filter(|lane| mask >> lane & 1 == 1);
                let ballot = lanes.fold(0, |bits, lane| bits | (asked[lane] & 1) << lane);
                self.scratch.slots[to].fill(ballot);
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
                    let declaration = self.machine.declaration(a[lane] as u32);
                    self.scratch.slots[to][lane] = declared(action.kind.get(), declaration);
                }
            }
            _ => self.work_out(action),
        }
    }

    /// `to = kind(a, b, c)`, whatever the mask is.
    fn work_out(&mut self, action: Action) {
        let modes = self.modes_of(action);
        if action.kind == ActionKind::ScaledMultiplyAdd.into() {
            self.scaled_multiply_add(action, modes.map_or(Mode::DEFAULT, |modes| modes[0]));
            return;
        }
        if let Some(modes) = modes {
            self.governed(action, modes);
            return;
        }
        if action.bits > 64 || converted_bits(action) > 64 {
            self.wide(action);
            return;
        }
        let lanes = self.lanes.clone();
        let to = usize::from(action.to);
        if lanes.len() == 1 {
            // One lane of many: nothing else is looked at.
            let one = |slot: u16| {
                let column = self.scratch.slots.get(usize::from(slot));
                [column.map_or(0, |column| column[lanes.start])]
            };
            let (a, b, c) = (one(action.a), one(action.b), one(action.c));
            let to = &mut self.scratch.slots[to][lanes];
            columns::calculate(&action, to, &a, &b, &c);
            return;
        }
        let Some((result, slots)) = self.scratch.slots.split_last_mut() else {
            return;
        };
        let result = &mut result[lanes.clone()];
        let [a, b, c] = operands(slots, action, &lanes);
        columns::calculate(&action, result, a, b, c);
        slots[to][lanes].copy_from_slice(result);
    }

    /// How floating-point arithmetic behaves for the operands and the result of an
    /// action; `None` if it rounds to nearest even and keeps subnormal values, or is
    /// no such arithmetic.
    fn modes_of(&mut self, action: Action) -> Option<[Mode; 2]> {
        let given = converted_bits(action) > 0 && action.c != NONE;
        if self.tables.floating.is_empty() && !given {
            return None;
        }
        let governed = action.governed();
        if governed == [None; 2] {
            return None;
        }
        let modes = match self.modes {
            _ if self.is_atomic => [Mode::DEFAULT; 3],
            Some(modes) => modes,
            None => self.read_modes(),
        };
        let [source, result] = governed.map(|width| match width {
            None => Mode::DEFAULT,
            Some(16) => modes[0],
            Some(32) => modes[1],
            Some(_) => modes[2],
        });
        // Only conversions have two types.
        let result = match converted_bits(action) {
            0 => source,
            _ => result,
        };
        let default = source == Mode::DEFAULT && result == Mode::DEFAULT;
        (given || !default).then_some([source, result])
    }

    /// Reads the states that govern floating-point arithmetic.
    fn read_modes(&mut self) -> [Mode; 3] {
        let modes = [16, 32, 64].map(|width| {
            let mut rows = self.tables.floating.iter();
            let Some(row) = rows.find(|row| row.bits == width) else {
                return Mode::DEFAULT;
            };
            let rounding = self.state_bits(row.rounding).unwrap_or(0);
            let subnormals = self.state_bits(row.subnormals).unwrap_or(3);
            let overflow = match row.overflow_archs >> self.arch & 1 {
                0 => 0,
                _ => self.state_bits(row.overflow).unwrap_or(0),
            };
            Mode::new(rounding, subnormals, overflow)
        });
        self.modes = Some(modes);
        modes
    }

    /// Floating-point arithmetic and conversions as a state governs them.
    fn governed(&mut self, action: Action, modes: [Mode; 2]) {
        let converted = converted_bits(action);
        let given = converted > 0 && action.c != NONE;
        if !given && action.bits <= 64 && converted <= 64 {
            let lanes = self.lanes.clone();
            let Some((result, slots)) = self.scratch.slots.split_last_mut() else {
                return;
            };
            let result = &mut result[lanes.clone()];
            let columns = operands(slots, action, &lanes);
            if columns::float::calculate(&action, modes, result, columns) {
                slots[usize::from(action.to)][lanes].copy_from_slice(result);
                return;
            }
        }
        let slots = &mut self.scratch.slots;
        let one = |slots: &[Column], slot: u16, lane: usize| {
            let column = slots.get(usize::from(slot));
            column.map_or(0, |column| u128::from(column[lane]))
        };
        for lane in self.lanes.clone() {
            let mut a = one(slots, action.a, lane);
            if converted > 64 {
                a |= one(slots, action.a + 1, lane) << 64;
            }
            let given = match action.c {
                NONE => None,
                slot if converted > 0 => Some(one(slots, slot, lane) as u8 & 3),
                _ => None,
            };
            let others = match converted {
                0 => [action.b, action.c].map(|slot| one(slots, slot, lane)),
                _ => [0; 2],
            };
            let result = evaluate_in(&action, modes, given, [a, others[0], others[1]]);
            let to = usize::from(action.to);
            slots[to][lane] = result as u64;
            if result_mask(&action) > u128::from(u64::MAX) {
                slots[to + 1][lane] = (result >> 64) as u64;
            }
        }
    }

    /// `FMALDEXP`, the one calculation of four values.
    fn scaled_multiply_add(&mut self, action: Action, mode: Mode) {
        for lane in self.lanes.clone() {
            let [a, b, c, by] = [action.a, action.b, action.c, action.d]
                .map(|slot| self.scratch.slots[usize::from(slot)][lane]);
            let values = [a, b, c].map(u128::from);
            let by = (by as u32).cast_signed();
            let sum = scaled_multiply_add(action.bits, mode, values, by);
            self.scratch.slots[usize::from(action.to)][lane] = sum as u64;
        }
    }

    /// Values of more than 64 bits are two slots.
    fn wide(&mut self, action: Action) {
        let pair = |slots: &[Column], slot: u16, lane: usize| {
            let slot = usize::from(slot);
            let high = slots.get(slot + 1).map_or(0, |column| column[lane]);
            u128::from(high) << 64 | u128::from(slots[slot][lane])
        };
        let one = action.kind == ActionKind::Choose.into();
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
            let b = match action.kind.get() {
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

/// The operands of an action of at most 64 bits, in the lanes of a range; zeros for those that it
/// does not have.
fn operands<'s>(slots: &'s [Column], action: Action, lanes: &Range<usize>) -> [&'s [u64]; 3] {
    let zeros: &Column = &[0; LANES];
    let slot = |slot: u16| &slots[usize::from(slot)];
    let b = match action.kind {
        // A number, not a slot.
        _ if converted_bits(action) > 0 => zeros,
        _ => slot(action.b),
    };
    let c = match action.kind.get() {
        ActionKind::Choose | ActionKind::FusedMultiplyAdd => slot(action.c),
        _ => zeros,
    };
    let running = |column: &'s Column| &column[lanes.clone()];
    [running(slot(action.a)), running(b), running(c)]
}

/// The width of what an action converts, which it has as a number; 0 for all
/// other actions.
fn converted_bits(action: Action) -> u16 {
    match action.kind.get() {
        ActionKind::SignExtend
        | ActionKind::FromUnsigned
        | ActionKind::FromSigned
        | ActionKind::FromFloating => action.b,
        _ => 0,
    }
}
