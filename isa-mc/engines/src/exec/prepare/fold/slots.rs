//! Slots of the folded program, and what slots of the program hold.

use std::vec::Vec;

use super::{Folder, Node, Value};
use crate::tables::{Action, ActionKind, Flag, NumberKind};

impl Folder<'_> {
    pub(super) fn fresh(&mut self, count: u16, width: u16) -> u16 {
        let slot = self.widths.len() as u16;
        for _ in 0..count {
            self.widths.push(width);
            self.is_home.push(false);
        }
        if count > 1 {
            self.folded.groups.push((slot, count));
        }
        slot
    }

    pub(super) fn home(&mut self, slot: u16) -> u16 {
        if let Some(home) = self.homes[usize::from(slot)] {
            return home;
        }
        let home = self.fresh(1, 64);
        self.is_home[usize::from(home)] = true;
        self.homes[usize::from(slot)] = Some(home);
        home
    }

    pub(super) fn constant(&mut self, value: u64) -> u16 {
        let constants = &mut self.folded.constants;
        let known = constants.iter().position(|it| *it == value);
        known.unwrap_or_else(|| {
            constants.push(value);
            constants.len() - 1
        }) as u16
    }

    /// A slot with a value: constants get one that is filled first.
    pub(super) fn slot_of(&mut self, value: Value) -> u16 {
        let value = match value {
            Value::Slot(slot) => return slot,
            Value::Constant(value) => value,
        };
        if let Some(&slot) = self.constant_slots.get(&value) {
            return slot;
        }
        let slot = self.fresh(1, (64 - value.leading_zeros()) as u16);
        let a = self.constant(value);
        self.first.push(Node::Action(Action {
            kind: ActionKind::Constant.into(),
            number: NumberKind::Unsigned.into(),
            bits: 64,
            uniform: Flag::NO,
            to: slot,
            a,
            b: 0,
            c: 0,
            d: 0,
        }));
        self.constant_slots.insert(value, slot);
        slot
    }

    /// Slots that follow one another with the values of as many slots of the program.
    pub(super) fn gather(&mut self, first: u16, count: u16) -> u16 {
        if count == 1 {
            return self.slot_of(self.get(first));
        }
        let values: Vec<Value> = (0..count).map(|at| self.get(first + at)).collect();
        if let Value::Slot(start) = values[0] {
            let follows = |(at, value): (u16, &Value)| *value == Value::Slot(start + at);
            let together = (start, count);
            if (0..).zip(&values).all(follows) && self.folded.groups.contains(&together) {
                return start;
            }
        }
        let start = self.fresh(count, 64);
        for (to, value) in (start..).zip(values) {
            let from = self.slot_of(value);
            self.copy(to, from);
        }
        start
    }

    pub(super) fn get(&self, slot: u16) -> Value {
        let value = self.values.get(usize::from(slot));
        value.copied().unwrap_or(Value::Constant(0))
    }

    pub(super) fn is_home(&self, value: Value) -> bool {
        matches!(value, Value::Slot(slot) if self.is_home[usize::from(slot)])
    }

    /// How many bits of a value may be set.
    pub(super) fn width(&self, value: Value) -> u16 {
        match value {
            Value::Constant(value) => (64 - value.leading_zeros()) as u16,
            Value::Slot(slot) => self.widths[usize::from(slot)],
        }
    }
}
