//! Registers and states: reading them, and writing them at the end.

use core::ops::Range;

use super::super::bind::Binding;
use super::super::bits::ones;
use super::super::error::ExecErrorKind;
use super::super::machine::{Column, LANES, Machine, RegisterPart};
use super::{Run, Write};
use crate::registers;
use crate::tables::{Action, NONE, low_mask};

impl<M: Machine + ?Sized> Run<'_, M> {
    fn position(&self, action: Action) -> u16 {
        let moved = match action.c {
            NONE => 0,
            slot => self.uniform(slot) as u16,
        };
        action.b.wrapping_add(moved)
    }

    /// Reads at most 64 bits from a position on, for the lanes of a range.
    pub(super) fn read_binding(
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
            Binding::Repeated(value) => {
                let value = value.rotate_right(u32::from(position % 64));
                values[lanes].fill(value & ones(bits) as u64);
                return;
            }
            Binding::State(state) => {
                let mut value = 0;
                for piece in pieces(position, bits, 64) {
                    let part = self.machine.read_state(state, piece.register);
                    value |= (part >> piece.shift & low_mask(piece.bits)) << piece.at;
                }
                values[lanes].fill(value);
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
            if have && row.per_lane.is_set() {
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

    /// Moves operands to the registers so many behind their own as states say: rows of
    /// [`Tables::indexed`](crate::tables::Tables::indexed), and which sources.
    pub(super) fn index(&mut self, indexed: &[(u32, u16)]) -> Result<(), ExecErrorKind> {
        for &(row, place) in indexed {
            let row = &self.tables.indexed[row as usize];
            let mut conditions = row.conditions.into_iter();
            if conditions.any(|it| self.state_bits(it) == Some(0)) {
                continue;
            }
            let binding = self.scratch.bindings[usize::from(place)];
            let Binding::Registers {
                file,
                number,
                count,
            } = binding
            else {
                continue;
            };
            if row.file != NONE && row.file != file {
                continue;
            }
            let name = row.operand;
            let Some(index) = self.state_bits(row.by) else {
                return Err(ExecErrorKind::IndexUndefined {
                    name,
                    reason: row.reason,
                });
            };
            let first = u64::from(number);
            // What follows a register is in its range, like the registers of a group.
            let registers = &self.tables.files[usize::from(file)];
            let range = registers::row_of(self.tables, self.arch, registers, first);
            let end = range.map_or(0, |it| u64::from(it.number) + u64::from(it.count));
            let moved = first.checked_add(index);
            let inside = |moved: &u64| moved.saturating_add(u64::from(count)) <= end;
            let Some(moved) = moved.filter(inside) else {
                return Err(ExecErrorKind::Index { name, index });
            };
            self.scratch.bindings[usize::from(place)] = Binding::Registers {
                file,
                number: moved as u16,
                count,
            };
        }
        Ok(())
    }

    /// Tells the machine which registers are read whose values matter: in these lanes.
    pub(super) fn tell_reads(&mut self, action: Action, lanes: u64) {
        let Binding::Registers {
            file,
            number,
            count,
        } = self.scratch.bindings[usize::from(action.a)]
        else {
            return;
        };
        let row = &self.tables.files[usize::from(file)];
        let lanes = if row.per_lane.is_set() { lanes } else { 1 };
        for piece in pieces(self.position(action), action.bits, row.bits) {
            if piece.register < count {
                let register = RegisterPart {
                    file,
                    number: number.wrapping_add(piece.register),
                    part: piece.part,
                };
                self.machine.reads(register, lanes);
            }
        }
    }

    pub(super) fn read(&mut self, action: Action, lanes: Range<usize>) -> Column {
        let (index, position) = (usize::from(action.a), self.position(action));
        let mut values = [0; LANES];
        let binding = self.scratch.bindings[index];
        self.read_binding(binding, position, action.bits, lanes, &mut values);
        values
    }

    /// What [`Run::read`] gives for one lane.
    pub(super) fn read_one(&mut self, action: Action, lane: usize) -> u64 {
        let Binding::Registers {
            file,
            number,
            count,
        } = self.scratch.bindings[usize::from(action.a)]
        else {
            return self.read(action, lane..lane + 1)[lane];
        };
        let row = &self.tables.files[usize::from(file)];
        let lane = if row.per_lane.is_set() { lane } else { 0 };
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
        if !self.tables.files[usize::from(file)].per_lane.is_set() {
            return None;
        }
        let place = (action.a, position, action.bits);
        let writes = self.scratch.writes.iter_mut().rev();
        writes
            .take_while(|write| write.mask & mask == 0)
            .find(|write| (write.source, write.position, write.bits) == place)
    }

    pub(super) fn write(&mut self, action: Action, mask: u64) {
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
    pub(super) fn commit(&mut self) {
        // Taken out, not copied: each holds a column.
        let writes = core::mem::take(&mut self.scratch.writes);
        for write in &writes {
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
                        if row.per_lane.is_set() {
                            self.commit_lanes(register, &piece, row.bits, write);
                        } else {
                            let value = write.values[last] >> piece.at;
                            let old = self.machine.read(register, 0);
                            self.machine.write(register, 0, piece.insert(old, value));
                        }
                    }
                }
                Binding::State(state) => {
                    for piece in pieces(write.position, write.bits, 64) {
                        let value = write.values[last] >> piece.at;
                        let old = self.machine.read_state(state, piece.register);
                        let new = piece.insert(old, value);
                        self.machine.write_state(state, piece.register, new);
                    }
                }
                Binding::Value(_) | Binding::Repeated(_) => {}
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
}

/// A part of a value that lies in one register.
pub(super) struct Piece {
    /// Which register, from the first.
    pub(super) register: u16,
    /// Which 64 bits of it.
    pub(super) part: u16,
    /// Lowest bit within those.
    pub(super) shift: u8,
    /// How many bits.
    pub(super) bits: u8,
    /// Lowest bit within the value.
    pub(super) at: u8,
}

impl Piece {
    /// `old` with the piece's bits from the lowest of `value`.
    fn insert(&self, old: u64, value: u64) -> u64 {
        let mask = low_mask(self.bits);
        old & !(mask << self.shift) | (value & mask) << self.shift
    }
}

/// Cuts `bits` bits (at most 64) from a position on at the borders of registers.
pub(super) fn pieces(position: u16, bits: u16, register_bits: u16) -> impl Iterator<Item = Piece> {
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
