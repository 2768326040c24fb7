//! What an instruction runs on.

use crate::tables::ActionKind;

/// Lanes of a vector at most; bit n of a mask is lane n.
pub const LANES: usize = 64;

/// A value of every lane.
pub type Column = [u64; LANES];

/// 64 bits of a register, or all of a narrower one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RegisterPart {
    /// Index into [`Tables::files`](crate::tables::Tables::files).
    pub file: u16,
    /// Number of the register in its file.
    pub number: u16,
    /// Which 64 bits, the lowest first; 0 for registers of at most 64 bits.
    pub part: u16,
}

/// An access to memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Access {
    /// Index into [`Tables::spaces`](crate::tables::Tables::spaces).
    pub space: u16,
    /// Address of the first byte.
    pub address: u64,
    /// Bytes: 1, 2, 4 or 8.
    pub bytes: u8,
    /// The lane that accesses; 0 for what runs once.
    pub lane: u8,
}

/// Why memory cannot be accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// There is no memory at this address.
    Unmapped {
        /// The first such address.
        address: u64,
    },
    /// Nothing has been stored there.
    Uninitialized {
        /// The first such address.
        address: u64,
    },
}

/// How a program declares a variable, on machines whose instructions do not say
/// the types of what they work on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Declaration {
    /// Its type, as a number of the description's own.
    pub type_number: u32,
    /// How many elements of that type it has.
    pub elements: u32,
}

/// What `DECLAREDTYPE` and `DECLAREDCOUNT` give.
pub(super) fn declared(kind: ActionKind, declaration: Option<Declaration>) -> u64 {
    match (kind, declaration) {
        (ActionKind::DeclaredType, Some(it)) => it.type_number.into(),
        (ActionKind::DeclaredType, None) => u32::MAX.into(),
        (_, declaration) => declaration.map_or(0, |it| it.elements.into()),
    }
}

/// Registers, states and memory of a machine. A [`Target`](crate::Target)
/// executes instructions over it.
///
/// Registers are written after all reads of an instruction. If an access
/// faults the instruction ends there: what it stored before stays stored, and
/// no register has changed.
pub trait Machine {
    /// Reads a register of a lane; of a file that is not per lane, lane 0.
    fn read(&mut self, register: RegisterPart, lane: usize) -> u64;

    /// Writes a register of a lane; of a file that is not per lane, lane 0.
    /// No bit above the register's width is set.
    fn write(&mut self, register: RegisterPart, lane: usize, value: u64);

    /// Reads a register of every lane.
    fn read_lanes(&mut self, register: RegisterPart, values: &mut Column) {
        for (lane, value) in values.iter_mut().enumerate() {
            *value = self.read(register, lane);
        }
    }

    /// An instruction reads what a register has in these lanes: their values matter. Of a
    /// file that is not per lane the mask is 1. A machine that does not ask which registers
    /// have a value needs not look.
    fn reads(&mut self, register: RegisterPart, lanes: u64) {
        let _ = (register, lanes);
    }

    /// Writes a register of the lanes of a mask.
    fn write_lanes(&mut self, register: RegisterPart, mask: u64, values: &Column) {
        for (lane, value) in values.iter().enumerate() {
            if mask >> lane & 1 == 1 {
                self.write(register, lane, *value);
            }
        }
    }

    /// Reads 64 bits of a state that has no registers as its home.
    fn read_state(&mut self, state: u16, part: u16) -> u64;

    /// Writes 64 bits of a state that has no registers as its home.
    fn write_state(&mut self, state: u16, part: u16, value: u64);

    /// Loads bytes, the lowest first; those above are zero.
    ///
    /// # Errors
    ///
    /// [`Fault`] if there is nothing to load.
    fn load(&mut self, access: Access) -> Result<u64, Fault>;

    /// Stores the lowest bytes of a value.
    ///
    /// # Errors
    ///
    /// [`Fault`] if there is no memory.
    fn store(&mut self, access: Access, value: u64) -> Result<(), Fault>;

    /// `SWIZZLE`: the address, for an access by this lane, of byte `address +
    /// offset` of its private memory. A machine that maps such addresses when
    /// they are accessed gives the sum.
    fn swizzle(&mut self, address: u64, offset: i32, lane: usize) -> u64 {
        let _ = lane;
        address.wrapping_add_signed(i64::from(offset))
    }

    /// `ELEMENT`: the address of an element of a typed surface, with the
    /// coordinates x, y, z and the level of detail; `u64::MAX` if there is
    /// none, as in a machine without surfaces.
    fn element(&mut self, surface: u32, coordinates: [u32; 4]) -> u64 {
        let _ = (surface, coordinates);
        u64::MAX
    }

    /// `DECLAREDTYPE` and `DECLAREDCOUNT`: how the program declares the variable of a
    /// number; `None` if it declares none, as on a machine without variables.
    fn declaration(&mut self, variable: u32) -> Option<Declaration> {
        let _ = variable;
        None
    }

    /// `BUFFER`: the address of a byte of a surface; `u64::MAX` if there is
    /// none, as in a machine without surfaces.
    fn buffer(&mut self, surface: u32, offset: u64) -> u64 {
        let _ = (surface, offset);
        u64::MAX
    }
}
