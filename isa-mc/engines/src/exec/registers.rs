//! Registers and states of a wavefront, by number and by name.

use std::vec::Vec;

use super::bind::{self, Binding};
use super::machine::{Access, Column, Fault, LANES, Machine, RegisterPart};
use super::run;
use crate::tables::NONE;
use crate::{Register, SyntaxId, Target};

/// Why registers or a state cannot be set or read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameError {
    /// No register, state or space of this architecture is called so.
    Unknown,
    /// It has another number of values: one for each register, or for each 64
    /// bits.
    Values {
        /// That number.
        need: usize,
    },
    /// There is no lane of that number.
    Lane,
    /// The state is computed from others, and cannot be set.
    Computed,
}

impl core::fmt::Display for NameError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            NameError::Unknown => f.write_str("this architecture has nothing of that name"),
            NameError::Values { need } => write!(f, "expected {need} values"),
            NameError::Computed => f.write_str("it is computed from other states: set those"),
            NameError::Lane => write!(f, "lanes are 0 to {}", LANES - 1),
        }
    }
}

impl core::error::Error for NameError {}

/// The registers of a file, by number, part, and lane.
#[derive(Debug, Clone)]
struct File {
    parts: usize,
    lanes: usize,
    /// Up to the last one that was written: few programs use all that there are.
    values: Vec<u64>,
    /// For each number and part the lanes that have been written.
    written: Vec<u64>,
}

/// A register that was read before anything had been written to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct UnsetRegister {
    /// The register.
    pub register: RegisterPart,
    /// The lanes in which it had no value, a bit each; 1 for a register that is not
    /// per lane.
    pub lanes: u64,
}

/// The registers and states of a wavefront: zero at first.
///
/// As a [`Machine`] it has no memory.
#[derive(Debug, Clone)]
pub struct Registers<'a> {
    target: Target<'a>,
    files: Vec<File>,
    states: Vec<Vec<u64>>,
    /// The first that was read and had not been written.
    unset: Option<UnsetRegister>,
}

impl<'a> Registers<'a> {
    /// The registers and states of a target.
    pub fn new(target: &Target<'a>) -> Registers<'a> {
        let tables = target.tables();
        let files = tables.files.iter().map(|file| {
            let rows = &tables.registers[file.registers.range()];
            let end = |row: &crate::tables::Register| {
                usize::from(row.number) + usize::from(row.count) + usize::from(row.times)
            };
            let numbers = rows.iter().map(end).max().unwrap_or(0);
            let parts = usize::from(file.bits.div_ceil(64)).max(1);
            let lanes = if file.per_lane.is_set() { LANES } else { 1 };
            File {
                parts,
                lanes,
                values: Vec::new(),
                written: vec![0; numbers * parts],
            }
        });
        let words = |bits: u16| vec![0; usize::from(bits.div_ceil(64))];
        Registers {
            target: *target,
            files: files.collect(),
            states: tables.states.iter().map(|row| words(row.bits)).collect(),
            unset: None,
        }
    }

    /// All zero again, and nothing written.
    pub fn clear(&mut self) {
        for file in &mut self.files {
            file.values.clear();
            file.written.fill(0);
        }
        for state in &mut self.states {
            state.fill(0);
        }
        self.unset = None;
    }

    /// The target whose registers they are.
    pub fn target(&self) -> Target<'a> {
        self.target
    }

    /// The first register that an instruction has read before it was written, since this
    /// was asked the last time.
    pub fn take_unset(&mut self) -> Option<UnsetRegister> {
        self.unset.take()
    }

    /// The registers that have been written, in the order of their files and numbers, each
    /// with the lanes in which it was, 1 for one that is not per lane, and its values.
    pub fn written(&self) -> impl Iterator<Item = (RegisterPart, u64, Column)> + '_ {
        self.files.iter().enumerate().flat_map(|(at, file)| {
            let rows = file.written.iter().enumerate();
            let rows = rows.filter(|(_, lanes)| **lanes != 0);
            rows.map(move |(index, &lanes)| {
                let register = RegisterPart {
                    file: at as u16,
                    number: (index / file.parts) as u16,
                    part: (index % file.parts) as u16,
                };
                let mut values = [0; LANES];
                let start = index * file.lanes;
                let held = file.values.get(start..).unwrap_or_default();
                for (value, held) in values.iter_mut().zip(held.iter().take(file.lanes)) {
                    *value = *held;
                }
                (register, lanes, values)
            })
        })
    }

    /// The states that are not zero and no registers hold, in parts of 64 bits: the index of
    /// each into [`Tables::states`](crate::tables::Tables::states), which part, and its value.
    pub fn set_states(&self) -> impl Iterator<Item = (u16, u16, u64)> + '_ {
        let states = self.states.iter().zip(self.target.tables().states);
        let held = states.enumerate();
        let held = held.filter(|(_, (_, row))| row.file == NONE && row.derived == NONE);
        held.flat_map(|(at, (words, _))| {
            let words = words.iter().enumerate().filter(|(_, word)| **word != 0);
            words.map(move |(part, &word)| (at as u16, part as u16, word))
        })
    }

    // ---- by name -------------------------------------------------------------

    fn named(&self, name: &str) -> Result<Register, NameError> {
        let syntaxes = self.target.tables().syntaxes.len();
        let mut syntaxes = (0..syntaxes).map(|index| SyntaxId(index as u8));
        let found = syntaxes.find_map(|syntax| self.target.register(name, syntax));
        found.ok_or(NameError::Unknown)
    }

    fn parts(&self, register: Register) -> Vec<RegisterPart> {
        let parts = self.files[usize::from(register.file)].parts;
        let numbers = 0..u16::from(register.count);
        let parts = numbers.flat_map(|number| {
            (0..parts as u16).map(move |part| RegisterPart {
                file: register.file,
                number: register.number + number,
                part,
            })
        });
        parts.collect()
    }

    /// Sets registers by name (`s[4:5]`, `exec`) in every lane, a value for
    /// each register; for each 64 bits of wider ones.
    ///
    /// # Errors
    ///
    /// [`NameError`].
    pub fn set_register(&mut self, name: &str, values: &[u64]) -> Result<(), NameError> {
        let lanes = self.files[usize::from(self.named(name)?.file)].lanes;
        (0..lanes).try_for_each(|lane| self.set_lane(name, lane, values))
    }

    /// Sets registers of one lane by name.
    ///
    /// # Errors
    ///
    /// [`NameError`].
    pub fn set_lane(&mut self, name: &str, lane: usize, values: &[u64]) -> Result<(), NameError> {
        let register = self.named(name)?;
        let parts = self.parts(register);
        if values.len() != parts.len() {
            return Err(NameError::Values { need: parts.len() });
        }
        if lane >= self.files[usize::from(register.file)].lanes {
            return Err(NameError::Lane);
        }
        let bits = self.target.tables().files[usize::from(register.file)].bits;
        for (part, value) in parts.into_iter().zip(values) {
            let bits = (bits - part.part * 64).min(64) as u8;
            self.write(part, lane, value & crate::tables::low_mask(bits));
        }
        Ok(())
    }

    /// Registers by name, as lane 0 has them.
    ///
    /// # Errors
    ///
    /// [`NameError`].
    pub fn register(&mut self, name: &str) -> Result<Vec<u64>, NameError> {
        self.lane(name, 0)
    }

    /// Registers of a lane by name.
    ///
    /// # Errors
    ///
    /// [`NameError`].
    pub fn lane(&mut self, name: &str, lane: usize) -> Result<Vec<u64>, NameError> {
        let register = self.named(name)?;
        if lane >= self.files[usize::from(register.file)].lanes {
            return Err(NameError::Lane);
        }
        let parts = self.parts(register).into_iter();
        Ok(parts.map(|part| self.read(part, lane)).collect())
    }

    /// The index of a state.
    fn state_index(&self, name: &str) -> Result<u16, NameError> {
        let tables = self.target.tables();
        let mut rows = tables.states.iter();
        let index = rows.position(|row| tables.text(row.name) == name);
        index.map(|index| index as u16).ok_or(NameError::Unknown)
    }

    /// The registers that hold a state, with the bits of each.
    fn home(&self, state: u16) -> Option<(Vec<RegisterPart>, u16)> {
        let tables = self.target.tables();
        let Binding::Registers {
            file,
            number,
            count,
        } = bind::state(tables, state)
        else {
            return None;
        };
        let register = Register {
            file,
            number,
            count: count.min(255) as u8,
        };
        Some((self.parts(register), tables.files[usize::from(file)].bits))
    }

    /// Sets the lowest 64 bits of a state by name, wherever it lives.
    ///
    /// # Errors
    ///
    /// [`NameError`].
    pub fn set_state(&mut self, name: &str, value: u64) -> Result<(), NameError> {
        let state = self.state_index(name)?;
        let row = &self.target.tables().states[usize::from(state)];
        if row.derived != NONE {
            return Err(NameError::Computed);
        }
        let value = value & crate::tables::low_mask(row.bits.min(64) as u8);
        let Some((parts, bits)) = self.home(state) else {
            self.write_state(state, 0, value);
            return Ok(());
        };
        let mut left = value;
        for part in parts {
            let bits = (bits - part.part * 64).min(64);
            self.write(part, 0, left & crate::tables::low_mask(bits as u8));
            left = left.unbounded_shr(u32::from(bits));
        }
        Ok(())
    }

    /// The lowest 64 bits of a state by name.
    ///
    /// # Errors
    ///
    /// [`NameError`].
    pub fn state(&mut self, name: &str) -> Result<u64, NameError> {
        let state = self.state_index(name)?;
        let target = self.target;
        if let Some(value) = run::derived(&target, state, self) {
            return Ok(value);
        }
        let Some((parts, bits)) = self.home(state) else {
            return Ok(self.read_state(state, 0));
        };
        let mut value = 0;
        for (index, part) in parts.into_iter().enumerate() {
            let shift = index as u32 * u32::from(bits.min(64));
            value |= self.read(part, 0).unbounded_shl(shift);
        }
        Ok(value)
    }

    // ---- by number -----------------------------------------------------------

    /// Where the values of a register begin, and how many lanes it has.
    fn place(&self, register: RegisterPart) -> Option<(usize, usize)> {
        let file = self.files.get(usize::from(register.file))?;
        let number = usize::from(register.number) * file.parts + usize::from(register.part);
        let is_there = number < file.written.len();
        is_there.then_some((number * file.lanes, file.lanes))
    }
}

impl File {
    /// The values of a register from its place on, to be written.
    fn values_from(&mut self, place: usize) -> &mut [u64] {
        let end = place + self.lanes;
        if self.values.len() < end {
            self.values.resize(end, 0);
        }
        &mut self.values[place..end]
    }
}

impl Machine for Registers<'_> {
    fn read(&mut self, register: RegisterPart, lane: usize) -> u64 {
        let place = self.place(register);
        place.map_or(0, |(place, lanes)| {
            let values = &self.files[usize::from(register.file)].values;
            let value = values.get(place + lane.min(lanes - 1));
            value.copied().unwrap_or(0)
        })
    }

    fn write(&mut self, register: RegisterPart, lane: usize, value: u64) {
        if let Some((place, lanes)) = self.place(register) {
            let lane = lane.min(lanes - 1);
            let file = &mut self.files[usize::from(register.file)];
            file.values_from(place)[lane] = value;
            file.written[place / lanes] |= 1 << lane;
        }
    }

    fn read_lanes(&mut self, register: RegisterPart, values: &mut Column) {
        if let Some((place, LANES)) = self.place(register) {
            let file = &self.files[usize::from(register.file)];
            match file.values.get(place..place + LANES) {
                Some(written) => values.copy_from_slice(written),
                None => values.fill(0),
            }
        }
    }

    fn write_lanes(&mut self, register: RegisterPart, mask: u64, values: &Column) {
        if let Some((place, LANES)) = self.place(register) {
            let file = &mut self.files[usize::from(register.file)];
            let to = file.values_from(place);
            if mask == u64::MAX {
                to.copy_from_slice(values);
            } else {
                for (lane, (to, value)) in to.iter_mut().zip(values).enumerate() {
                    if mask >> lane & 1 == 1 {
                        *to = *value;
                    }
                }
            }
            file.written[place / LANES] |= mask;
        }
    }

    fn reads(&mut self, register: RegisterPart, lanes: u64) {
        if self.unset.is_some() {
            return;
        }
        if let Some((place, count)) = self.place(register) {
            let written = self.files[usize::from(register.file)].written[place / count];
            let lanes = match count {
                1 => u64::from(lanes != 0),
                _ => lanes,
            } & !written;
            if lanes != 0 {
                self.unset = Some(UnsetRegister { register, lanes });
            }
        }
    }

    fn read_state(&mut self, state: u16, part: u16) -> u64 {
        let words = self.states.get(usize::from(state));
        let word = words.and_then(|words| words.get(usize::from(part)));
        word.copied().unwrap_or(0)
    }

    fn write_state(&mut self, state: u16, part: u16, value: u64) {
        let words = self.states.get_mut(usize::from(state));
        if let Some(word) = words.and_then(|words| words.get_mut(usize::from(part))) {
            *word = value;
        }
    }

    fn load(&mut self, access: Access) -> Result<u64, Fault> {
        let address = access.address;
        Err(Fault::Unmapped { address })
    }

    fn store(&mut self, access: Access, _: u64) -> Result<(), Fault> {
        let address = access.address;
        Err(Fault::Unmapped { address })
    }
}
