//! A machine in memory: registers by name, sparse memory for each space.

use std::collections::BTreeMap;
use std::vec::Vec;

use super::bind::{self, Binding};
use super::machine::{Access, Column, Declaration, Fault, LANES, Machine, RegisterPart};
use super::memory::Memory;
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
    values: Vec<u64>,
}

/// Addresses of a space that are another space's.
#[derive(Debug, Clone, Copy)]
struct Window {
    from: u16,
    address: u64,
    bytes: u64,
    to: u16,
    base: u64,
}

/// A surface: elements side by side, rows behind rows, layers behind layers.
///
/// A buffer is a surface of elements of one byte, in one row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surface {
    /// Address of the first element.
    pub base: u64,
    /// Bytes of an element.
    pub element_bytes: u32,
    /// Elements of a row, rows of a layer, layers: 1 for what it does not have.
    pub size: [u32; 3],
}

impl Surface {
    /// A buffer of that many bytes.
    pub fn buffer(base: u64, bytes: u32) -> Surface {
        Surface {
            base,
            element_bytes: 1,
            size: [bytes, 1, 1],
        }
    }

    /// Where a byte lies; `None` behind the last element.
    fn byte(&self, offset: u64) -> Option<u64> {
        let sizes = self.size.iter().copied().map(u128::from);
        let bytes = sizes
            .product::<u128>()
            .checked_mul(self.element_bytes.into());
        // So many bytes that they do not fit are more than an offset can count.
        let inside = bytes.is_none_or(|bytes| u128::from(offset) < bytes);
        inside.then(|| self.base.checked_add(offset)).flatten()
    }

    /// Where an element lies.
    fn element(&self, [x, y, z]: [u32; 3]) -> Option<u64> {
        let [width, height, depth] = self.size;
        if x >= width || y >= height || z >= depth {
            return None;
        }
        let row = u64::from(z) * u64::from(height) + u64::from(y);
        let index = row.checked_mul(width.into())?.checked_add(x.into())?;
        self.byte(index.checked_mul(self.element_bytes.into())?)
    }
}

#[derive(Debug, Clone, Default)]
struct Space {
    memory: Memory,
    /// Where private memory of lanes begins that lie dword by dword beside one
    /// another.
    interleaved: Option<u64>,
    /// Memory that was never stored reads as zero.
    zeroed: bool,
}

/// A [`Machine`] whose registers and memory are ordinary memory.
///
/// Registers are zero at first. Memory is nowhere before [`map`](Self::map),
/// and has no value before it is stored, unless [`zeroed`](Self::zeroed) says
/// so.
#[derive(Debug, Clone)]
pub struct InMemory<'a> {
    target: Target<'a>,
    files: Vec<File>,
    states: Vec<Vec<u64>>,
    spaces: Vec<Space>,
    windows: Vec<Window>,
    surfaces: BTreeMap<u32, Surface>,
    declarations: BTreeMap<u32, Declaration>,
}

impl<'a> InMemory<'a> {
    /// A machine with the registers, states and spaces of a target.
    pub fn new(target: &Target<'a>) -> InMemory<'a> {
        let tables = target.tables();
        let files = tables.files.iter().map(|file| {
            let rows = &tables.registers[file.registers.range()];
            let end = |row: &crate::tables::Register| {
                usize::from(row.number) + usize::from(row.count) + usize::from(row.times)
            };
            let numbers = rows.iter().map(end).max().unwrap_or(0);
            let parts = usize::from(file.bits.div_ceil(64)).max(1);
            let lanes = if file.per_lane { LANES } else { 1 };
            File {
                parts,
                lanes,
                values: vec![0; numbers * parts * lanes],
            }
        });
        let words = |bits: u16| vec![0; usize::from(bits.div_ceil(64))];
        InMemory {
            target: *target,
            files: files.collect(),
            states: tables.states.iter().map(|row| words(row.bits)).collect(),
            spaces: vec![Space::default(); tables.spaces.len()],
            windows: Vec::new(),
            surfaces: BTreeMap::new(),
            declarations: BTreeMap::new(),
        }
    }

    // ---- memory --------------------------------------------------------------

    /// The address space of a name.
    pub fn space(&self, name: &str) -> Option<u16> {
        let tables = self.target.tables();
        let mut rows = tables.spaces.iter();
        let index = rows.position(|row| tables.text(row.name) == name)?;
        u16::try_from(index).ok()
    }

    fn row(&mut self, space: u16) -> Option<&mut Space> {
        self.spaces.get_mut(usize::from(space))
    }

    /// Makes bytes of a space accessible; in an interleaved space of all
    /// lanes, in whole dwords.
    pub fn map(&mut self, space: u16, address: u64, bytes: u64) {
        let Some(row) = self.row(space) else { return };
        let Some(base) = row.interleaved else {
            row.memory.map(address, bytes);
            return;
        };
        let first = address & !3;
        let end = address.saturating_add(bytes).saturating_add(3) & !3;
        let lanes = LANES as u64;
        if let (Some(first), Some(end)) = (first.checked_mul(lanes), end.checked_mul(lanes)) {
            row.memory.map(base.wrapping_add(first), end - first);
        }
    }

    /// Bytes of this space that were never stored read as zero.
    pub fn zeroed(&mut self, space: u16) {
        if let Some(row) = self.row(space) {
            row.zeroed = true;
        }
    }

    /// Private memory that is interleaved dword by dword: byte `a` of lane `l`
    /// in this space lies at `base + (a & !3) * 64 + 4 * l + (a & 3)`.
    pub fn interleave(&mut self, space: u16, base: u64) {
        if let Some(row) = self.row(space) {
            row.interleaved = Some(base);
        }
    }

    /// Bytes of a space that are those of another one, from `base` on: an
    /// aperture.
    pub fn window(&mut self, from: u16, address: u64, bytes: u64, to: u16, base: u64) {
        self.windows.push(Window {
            from,
            address,
            bytes,
            to,
            base,
        });
    }

    /// Maps memory and stores bytes there, as lane 0.
    pub fn poke(&mut self, space: u16, address: u64, bytes: &[u8]) {
        self.poke_lane(space, 0, address, bytes);
    }

    /// Maps memory and stores bytes there, as a lane.
    pub fn poke_lane(&mut self, space: u16, lane: usize, address: u64, bytes: &[u8]) {
        self.map(space, address, bytes.len() as u64);
        for (index, byte) in bytes.iter().enumerate() {
            let access = access(space, lane, address.wrapping_add(index as u64));
            // What is mapped can be stored to.
            let _ = self.store(access, u64::from(*byte));
        }
    }

    /// Bytes of memory, as lane 0 sees them.
    ///
    /// # Errors
    ///
    /// [`Fault`] as a load of them.
    pub fn peek(&mut self, space: u16, address: u64, count: usize) -> Result<Vec<u8>, Fault> {
        self.peek_lane(space, 0, address, count)
    }

    /// Bytes of memory, as a lane sees them.
    ///
    /// # Errors
    ///
    /// [`Fault`] as a load of them.
    pub fn peek_lane(
        &mut self,
        space: u16,
        lane: usize,
        address: u64,
        count: usize,
    ) -> Result<Vec<u8>, Fault> {
        let bytes = (0..count as u64).map(|index| {
            let access = access(space, lane, address.wrapping_add(index));
            self.load(access).map(|byte| byte as u8)
        });
        bytes.collect()
    }

    /// Says what surface has this number, for the functions `ELEMENT` and
    /// `BUFFER`. It has one level of detail, 0. Its memory is mapped as any
    /// other, in the space in which operations use such addresses.
    pub fn surface(&mut self, number: u32, surface: Surface) {
        self.surfaces.insert(number, surface);
    }

    /// Declares a variable, for the functions `DECLAREDTYPE` and `DECLAREDCOUNT`. Its memory
    /// is mapped as any other.
    pub fn declare(&mut self, variable: u32, declaration: Declaration) {
        self.declarations.insert(variable, declaration);
    }

    /// The space and address behind the windows.
    fn route(&self, access: Access) -> Result<Access, Fault> {
        let inside = |window: &&Window| {
            window.from == access.space
                && (access.address.wrapping_sub(window.address)) < window.bytes
        };
        let Some(window) = self.windows.iter().find(inside) else {
            return Ok(access);
        };
        let offset = access.address - window.address;
        if window.bytes - offset < u64::from(access.bytes) {
            let address = window.address.wrapping_add(window.bytes);
            return Err(Fault::Unmapped { address });
        }
        Ok(Access {
            space: window.to,
            address: window.base.wrapping_add(offset),
            ..access
        })
    }

    // ---- registers -----------------------------------------------------------

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

    fn place(&self, register: RegisterPart) -> Option<(usize, usize)> {
        let file = self.files.get(usize::from(register.file))?;
        let number = usize::from(register.number) * file.parts + usize::from(register.part);
        let place = number * file.lanes;
        (place + file.lanes <= file.values.len()).then_some((place, file.lanes))
    }
}

fn access(space: u16, lane: usize, address: u64) -> Access {
    Access {
        space,
        address,
        bytes: 1,
        lane: lane as u8,
    }
}

/// The pieces of an access to interleaved memory, a dword at most each: where
/// it lies, bytes, shift of its value, private address.
fn interleaved(
    base: u64,
    access: Access,
) -> impl Iterator<Item = Result<(u64, u8, u32, u64), Fault>> {
    let mut done = 0;
    core::iter::from_fn(move || {
        if done >= access.bytes {
            return None;
        }
        let address = access.address.wrapping_add(u64::from(done));
        let bytes = (4 - (address % 4) as u8).min(access.bytes - done);
        let shift = u32::from(done) * 8;
        done += bytes;
        let row = (address & !3).checked_mul(LANES as u64);
        Some(match row {
            Some(row) => {
                let lane = u64::from(access.lane) * 4;
                let at = base
                    .wrapping_add(row)
                    .wrapping_add(lane)
                    .wrapping_add(address & 3);
                Ok((at, bytes, shift, address))
            }
            None => Err(Fault::Unmapped { address }),
        })
    })
}

/// A fault in the addresses of the lane.
fn private(fault: Fault, at: u64, address: u64) -> Fault {
    let moved = |it: u64| address.wrapping_add(it.wrapping_sub(at));
    match fault {
        Fault::Unmapped { address } => Fault::Unmapped {
            address: moved(address),
        },
        Fault::Uninitialized { address } => Fault::Uninitialized {
            address: moved(address),
        },
    }
}

impl Machine for InMemory<'_> {
    fn read(&mut self, register: RegisterPart, lane: usize) -> u64 {
        let place = self.place(register);
        place.map_or(0, |(place, lanes)| {
            let values = &self.files[usize::from(register.file)].values;
            values[place + lane.min(lanes - 1)]
        })
    }

    fn write(&mut self, register: RegisterPart, lane: usize, value: u64) {
        if let Some((place, lanes)) = self.place(register) {
            let values = &mut self.files[usize::from(register.file)].values;
            values[place + lane.min(lanes - 1)] = value;
        }
    }

    fn read_lanes(&mut self, register: RegisterPart, values: &mut Column) {
        if let Some((place, LANES)) = self.place(register) {
            let file = &self.files[usize::from(register.file)];
            values.copy_from_slice(&file.values[place..place + LANES]);
        }
    }

    fn write_lanes(&mut self, register: RegisterPart, mask: u64, values: &Column) {
        if let Some((place, LANES)) = self.place(register) {
            let file = &mut self.files[usize::from(register.file)];
            let to = &mut file.values[place..place + LANES];
            for (lane, (to, value)) in to.iter_mut().zip(values).enumerate() {
                if mask >> lane & 1 == 1 {
                    *to = *value;
                }
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

    fn element(&mut self, surface: u32, [x, y, z, level]: [u32; 4]) -> u64 {
        let row = self.surfaces.get(&surface).filter(|_| level == 0);
        row.and_then(|row| row.element([x, y, z]))
            .unwrap_or(u64::MAX)
    }

    fn declaration(&mut self, variable: u32) -> Option<Declaration> {
        self.declarations.get(&variable).copied()
    }

    fn buffer(&mut self, surface: u32, offset: u64) -> u64 {
        let row = self.surfaces.get(&surface);
        row.and_then(|row| row.byte(offset)).unwrap_or(u64::MAX)
    }

    fn load(&mut self, access: Access) -> Result<u64, Fault> {
        let access = self.route(access)?;
        let address = access.address;
        let Some(row) = self.row(access.space) else {
            return Err(Fault::Unmapped { address });
        };
        let known = !row.zeroed;
        let Some(base) = row.interleaved else {
            return row.memory.load(address, access.bytes, known);
        };
        let mut value = 0;
        for piece in interleaved(base, access) {
            let (at, bytes, shift, address) = piece?;
            let loaded = row.memory.load(at, bytes, known);
            value |= loaded.map_err(|fault| private(fault, at, address))? << shift;
        }
        Ok(value)
    }

    fn store(&mut self, access: Access, value: u64) -> Result<(), Fault> {
        let access = self.route(access)?;
        let address = access.address;
        let Some(row) = self.row(access.space) else {
            return Err(Fault::Unmapped { address });
        };
        let Some(base) = row.interleaved else {
            return row.memory.store(address, access.bytes, value);
        };
        // All of it or nothing.
        for piece in interleaved(base, access) {
            let (at, bytes, _, address) = piece?;
            let there = row.memory.load(at, bytes, false);
            there.map_err(|fault| private(fault, at, address))?;
        }
        for piece in interleaved(base, access) {
            let (at, bytes, shift, address) = piece?;
            let stored = row.memory.store(at, bytes, value >> shift);
            stored.map_err(|fault| private(fault, at, address))?;
        }
        Ok(())
    }
}
