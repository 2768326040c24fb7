//! A machine in memory: registers by name, sparse memory for each space.

use std::vec::Vec;

use isa_dsl::sorted::SortedMap;

use super::interleaved::{Interleaved, moved, pieces};
use super::machine::{Access, Column, Declaration, Fault, Machine, RegisterPart};
use super::memory::Memory;
use super::registers::{NameError, Registers};
use crate::Target;

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
    pub fn byte(&self, offset: u64) -> Option<u64> {
        let sizes = self.size.iter().copied().map(u128::from);
        let bytes = sizes
            .product::<u128>()
            .checked_mul(self.element_bytes.into());
        // So many bytes that they do not fit are more than an offset can count.
        let inside = bytes.is_none_or(|bytes| u128::from(offset) < bytes);
        inside.then(|| self.base.checked_add(offset)).flatten()
    }

    /// Where an element lies, by its place in a row, its row and its layer; `None` if there is
    /// none.
    pub fn element(&self, [x, y, z]: [u32; 3]) -> Option<u64> {
        let [width, height, depth] = self.size;
        if x >= width || y >= height || z >= depth {
            return None;
        }
        let row = u64::from(z) * u64::from(height) + u64::from(y);
        let index = row.checked_mul(width.into())?.checked_add(x.into())?;
        self.byte(index.checked_mul(self.element_bytes.into())?)
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Space {
    memory: Memory,
    /// It is private memory of lanes that lie dword by dword beside one another.
    interleaved: Option<Interleaved>,
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
    registers: Registers<'a>,
    spaces: Vec<Space>,
    windows: Vec<Window>,
    surfaces: SortedMap<u32, Surface>,
    declarations: SortedMap<u32, Declaration>,
}

impl<'a> InMemory<'a> {
    /// A machine with the registers, states and spaces of a target.
    pub fn new(target: &Target<'a>) -> InMemory<'a> {
        InMemory {
            registers: Registers::new(target),
            spaces: vec![Space::default(); target.tables().spaces.len()],
            windows: Vec::new(),
            surfaces: SortedMap::new(),
            declarations: SortedMap::new(),
        }
    }

    // ---- memory --------------------------------------------------------------

    /// The address space of a name.
    pub fn space(&self, name: &str) -> Option<u16> {
        let target = self.registers.target();
        let tables = target.tables();
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
        let Some(Interleaved { base, lanes }) = row.interleaved else {
            row.memory.map(address, bytes);
            return;
        };
        let first = address & !3;
        let end = address.saturating_add(bytes).saturating_add(3) & !3;
        let lanes = u64::from(lanes);
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

    /// Private memory of so many lanes that is interleaved dword by dword: byte `a` of lane
    /// `l` in this space lies at `base + (a & !3) * lanes + 4 * l + (a & 3)`.
    pub fn interleave(&mut self, space: u16, base: u64, lanes: u32) {
        if let Some(row) = self.row(space) {
            row.interleaved = Some(Interleaved { base, lanes });
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
        let mut done = 0;
        while done < bytes.len() {
            let from = address.wrapping_add(done as u64);
            let access = self.piece(space, lane, from, bytes.len() - done);
            let more = usize::from(access.bytes);
            let mut value = [0; 8];
            value[..more].copy_from_slice(&bytes[done..done + more]);
            // What is mapped can be stored to.
            let _ = self.store(access, u64::from_le_bytes(value));
            done += more;
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
        let mut all = Vec::new();
        while all.len() < count {
            let from = address.wrapping_add(all.len() as u64);
            let access = self.piece(space, lane, from, count - all.len());
            let value = self.load(access)?;
            all.extend_from_slice(&value.to_le_bytes()[..usize::from(access.bytes)]);
        }
        Ok(all)
    }

    /// An access to the first of so many bytes: as many as one takes, up to an address that 8
    /// divides, so that they are of one page. Of those that a window may lead elsewhere it is one.
    fn piece(&self, space: u16, lane: usize, address: u64, left: usize) -> Access {
        let most = match self.windows.iter().any(|window| window.from == space) {
            true => 1,
            false => 8 - (address % 8) as u8,
        };
        Access {
            space,
            address,
            bytes: left.min(most.into()) as u8,
            lane: lane as u8,
        }
    }

    /// Whether all memory is mapped and holds the same as that of another machine, whatever
    /// registers and states hold.
    pub fn has_same_memory(&self, other: &InMemory<'_>) -> bool {
        self.spaces == other.spaces
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

    /// Registers and states.
    pub fn registers(&mut self) -> &mut Registers<'a> {
        &mut self.registers
    }

    /// [`Registers::set_register`].
    ///
    /// # Errors
    ///
    /// [`NameError`].
    pub fn set_register(&mut self, name: &str, values: &[u64]) -> Result<(), NameError> {
        self.registers.set_register(name, values)
    }

    /// [`Registers::set_lane`].
    ///
    /// # Errors
    ///
    /// [`NameError`].
    pub fn set_lane(&mut self, name: &str, lane: usize, values: &[u64]) -> Result<(), NameError> {
        self.registers.set_lane(name, lane, values)
    }

    /// [`Registers::register`].
    ///
    /// # Errors
    ///
    /// [`NameError`].
    pub fn register(&mut self, name: &str) -> Result<Vec<u64>, NameError> {
        self.registers.register(name)
    }

    /// [`Registers::lane`].
    ///
    /// # Errors
    ///
    /// [`NameError`].
    pub fn lane(&mut self, name: &str, lane: usize) -> Result<Vec<u64>, NameError> {
        self.registers.lane(name, lane)
    }

    /// [`Registers::set_state`].
    ///
    /// # Errors
    ///
    /// [`NameError`].
    pub fn set_state(&mut self, name: &str, value: u64) -> Result<(), NameError> {
        self.registers.set_state(name, value)
    }

    /// [`Registers::state`].
    ///
    /// # Errors
    ///
    /// [`NameError`].
    pub fn state(&mut self, name: &str) -> Result<u64, NameError> {
        self.registers.state(name)
    }
}

/// Where an access to interleaved memory begins.
fn private(memory: Interleaved, access: Access) -> Result<u64, Fault> {
    let address = access.address;
    let place = memory.place(access.lane, address);
    place.ok_or(Fault::Unmapped { address })
}

impl Machine for InMemory<'_> {
    fn read(&mut self, register: RegisterPart, lane: usize) -> u64 {
        self.registers.read(register, lane)
    }

    fn write(&mut self, register: RegisterPart, lane: usize, value: u64) {
        self.registers.write(register, lane, value);
    }

    fn read_lanes(&mut self, register: RegisterPart, values: &mut Column) {
        self.registers.read_lanes(register, values);
    }

    fn write_lanes(&mut self, register: RegisterPart, mask: u64, values: &Column) {
        self.registers.write_lanes(register, mask, values);
    }

    fn read_state(&mut self, state: u16, part: u16) -> u64 {
        self.registers.read_state(state, part)
    }

    fn write_state(&mut self, state: u16, part: u16, value: u64) {
        self.registers.write_state(state, part, value);
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
        let Some(interleaved) = row.interleaved else {
            return row.memory.load(address, access.bytes, known);
        };
        let begin = private(interleaved, access)?;
        let mut value = 0;
        for piece in pieces(access) {
            let at = piece.at(begin, interleaved.lanes);
            let loaded = row.memory.load(at, piece.bytes, known);
            value |= loaded.map_err(|fault| moved(fault, at, piece.address))? << piece.shift;
        }
        Ok(value)
    }

    fn store(&mut self, access: Access, value: u64) -> Result<(), Fault> {
        let access = self.route(access)?;
        let address = access.address;
        let Some(row) = self.row(access.space) else {
            return Err(Fault::Unmapped { address });
        };
        let Some(interleaved) = row.interleaved else {
            return row.memory.store(address, access.bytes, value);
        };
        // All of it or nothing.
        let begin = private(interleaved, access)?;
        for piece in pieces(access) {
            let at = piece.at(begin, interleaved.lanes);
            let there = row.memory.load(at, piece.bytes, false);
            there.map_err(|fault| moved(fault, at, piece.address))?;
        }
        for piece in pieces(access) {
            let at = piece.at(begin, interleaved.lanes);
            let stored = row.memory.store(at, piece.bytes, value >> piece.shift);
            stored.map_err(|fault| moved(fault, at, piece.address))?;
        }
        Ok(())
    }
}
