//! Who watches a dispatch, and what is told.

use super::environment::Place;
use crate::exec::machine::{Access, Column, RegisterPart};
use crate::{Inst, Target};

/// Bytes that went to and from memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traffic {
    /// Accesses of lanes that loaded, of at most 8 bytes each.
    pub loads: u64,
    /// Bytes that they loaded.
    pub loaded: u64,
    /// Accesses of lanes that stored.
    pub stores: u64,
    /// Bytes that they stored.
    pub stored: u64,
}

impl Traffic {
    pub(super) fn load(&mut self, access: Access) {
        self.loads += 1;
        self.loaded += u64::from(access.bytes);
    }

    pub(super) fn store(&mut self, access: Access) {
        self.stores += 1;
        self.stored += u64::from(access.bytes);
    }

    /// Adds another one.
    pub fn add(&mut self, other: Traffic) {
        self.loads += other.loads;
        self.loaded += other.loaded;
        self.stores += other.stores;
        self.stored += other.stored;
    }
}

/// What an instruction did to its surroundings, in the order in which it did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// It has read a register.
    Read {
        /// The register.
        register: RegisterPart,
        /// The lanes whose values matter, a bit each; 1 for a register that is not per
        /// lane.
        lanes: u64,
        /// The values; zero or of no meaning in other lanes.
        values: Column,
    },
    /// It has written a register.
    Write {
        /// The register.
        register: RegisterPart,
        /// The lanes, a bit each; 1 for a register that is not per lane.
        lanes: u64,
        /// The values; zero or of no meaning in other lanes.
        values: Column,
    },
    /// It has read 64 bits of a state.
    ReadState {
        /// Index into [`Tables::states`](crate::tables::Tables::states).
        state: u16,
        /// Which 64 bits.
        part: u16,
        /// Their value.
        value: u64,
    },
    /// It has written 64 bits of a state.
    WriteState {
        /// Index into [`Tables::states`](crate::tables::Tables::states).
        state: u16,
        /// Which 64 bits.
        part: u16,
        /// Their value.
        value: u64,
    },
    /// It has loaded.
    Load {
        /// The access.
        access: Access,
        /// What was there.
        value: u64,
    },
    /// It has stored.
    Store {
        /// The access.
        access: Access,
        /// What is there now.
        value: u64,
    },
}

/// An instruction that has run.
#[derive(Debug, Clone, Copy)]
pub struct Step<'s> {
    /// The target that it ran on.
    pub target: &'s Target<'s>,
    /// The wavefront.
    pub place: Place,
    /// Address of the instruction in bytes.
    pub address: u64,
    /// The instruction.
    pub inst: Inst,
    /// The lanes that it ran for, a bit each; 1 for one that runs once.
    pub lanes: u64,
    /// What went to and from memory.
    pub traffic: Traffic,
    /// What it did, if the observer [wants](Observer::wants_events) to know.
    pub events: &'s [Event],
}

/// Watches a dispatch.
///
/// `()` does, and sees nothing.
pub trait Observer {
    /// Whether it wants [`Step::events`], which make running several times slower.
    fn wants_events(&self) -> bool {
        false
    }

    /// An instruction has run.
    fn step(&mut self, step: &Step<'_>) {
        let _ = step;
    }
}

impl Observer for () {}
