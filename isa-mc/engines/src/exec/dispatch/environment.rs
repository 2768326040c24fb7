//! What the wavefronts of a dispatch run in.

use crate::Target;
use crate::exec::Registers;
use crate::exec::machine::{Access, Fault};

/// Which wavefront of which workgroup.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Place {
    /// The workgroup, from 0 in each dimension.
    pub group: [u32; 3],
    /// The wavefront within its group, from 0.
    pub wave: u32,
}

/// The instruction that runs next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Next {
    /// The wavefront.
    pub place: Place,
    /// Address of the instruction in bytes.
    pub address: u64,
}

/// The states by which a program says how it goes on, as indices into
/// [`Tables::states`](crate::tables::Tables::states).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flow {
    /// The address of the next instruction, in bytes.
    pub counter: u16,
    /// Not zero: the program has ended.
    pub ended: u16,
    /// Not zero: the wavefront waits for the others of its group.
    pub barrier: u16,
    /// Bit 8: a trap was called, whose number is in bits 7 to 0.
    pub trap: u16,
    /// Not zero: the wavefront is halted.
    pub halted: u16,
    /// A state and bits of it: while one of them is set, what runs for lanes is passed
    /// over. `None` where the machine always runs it.
    pub skips: Option<(u16, u64)>,
    /// Not zero: what the instruction waits for is not there yet. It is run again when the
    /// other wavefronts of the group had their turn. `None` where no instruction says so.
    pub waits: Option<u16>,
}

impl Flow {
    /// The states of these names, in the order of the fields; `None` if the machine lacks
    /// one of them. Nothing is passed over, and nothing run again.
    pub fn named(target: &Target<'_>, names: [&str; 5]) -> Option<Flow> {
        let find = |name| state_named(target, name);
        Some(Flow {
            counter: find(names[0])?,
            ended: find(names[1])?,
            barrier: find(names[2])?,
            trap: find(names[3])?,
            halted: find(names[4])?,
            skips: None,
            waits: None,
        })
    }

    /// The same, and what runs for lanes is passed over while one of these bits of the
    /// state is set; `None` if the machine has no state of that name.
    pub fn skipping(self, target: &Target<'_>, name: &str, bits: u64) -> Option<Flow> {
        let skips = Some((state_named(target, name)?, bits));
        Some(Flow { skips, ..self })
    }

    /// The same, and an instruction that sets this state is run again; `None` if the machine
    /// has no state of that name.
    pub fn waiting(self, target: &Target<'_>, name: &str) -> Option<Flow> {
        let waits = Some(state_named(target, name)?);
        Some(Flow { waits, ..self })
    }
}

/// The place of a state among the machine's.
fn state_named(target: &Target<'_>, name: &str) -> Option<u16> {
    let tables = target.tables();
    let mut rows = tables.states.iter();
    let index = rows.position(|row| tables.text(row.name) == name)?;
    u16::try_from(index).ok()
}

/// What the wavefronts of a dispatch run in: what they begin with, and their memory.
pub trait Environment {
    /// How many workgroups there are in each dimension.
    fn groups(&self) -> [u32; 3];

    /// Wavefronts of a workgroup: groups at the end of a grid may have fewer than others.
    fn waves(&self, group: [u32; 3]) -> u32;

    /// The states by which programs say how they go on.
    fn flow(&self) -> Flow;

    /// A workgroup begins: what its wavefronts share is new.
    fn begin_group(&mut self, group: [u32; 3]);

    /// Sets the registers and states with which a wavefront begins, the address of its
    /// first instruction among them. All are zero before.
    fn begin_wave(&mut self, place: Place, registers: &mut Registers<'_>);

    /// Loads bytes, the lowest first, as this wavefront sees them.
    ///
    /// # Errors
    ///
    /// [`Fault`] if there is nothing to load; where nothing was stored only if `written`
    /// asks for that.
    fn load(
        &mut self,
        place: Place,
        registers: &mut Registers<'_>,
        access: Access,
        written: bool,
    ) -> Result<u64, Fault>;

    /// Stores the lowest bytes of a value.
    ///
    /// # Errors
    ///
    /// [`Fault`] if there is no memory.
    fn store(
        &mut self,
        place: Place,
        registers: &mut Registers<'_>,
        access: Access,
        value: u64,
    ) -> Result<(), Fault>;

    /// Copies code from an address on; gives how many bytes there were.
    fn fetch(&mut self, address: u64, bytes: &mut [u8]) -> usize;
}

/// What becomes of reading what was never written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Uninitialized {
    /// It reads as zero, and nobody hears of it.
    Ignore,
    /// It reads as zero and is in [`Dispatch::notes`](super::Dispatch::notes).
    #[default]
    Report,
    /// It ends the dispatch with an error.
    Fatal,
}
