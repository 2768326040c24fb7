//! Accesses to memory: limits and bases of spaces, lane by lane.

use super::super::bind;
use super::super::error::ExecErrorKind;
use super::super::machine::{Access, LANES, Machine};
use super::Run;
use crate::tables::{Action, StateBits, low_mask};

impl<M: Machine + ?Sized> Run<'_, M> {
    /// The lanes that access memory, and whether it is one for all.
    pub(super) fn accessing(&self, action: Action, mask: u64) -> u64 {
        match action.uniform.is_set() && mask != 0 {
            true => 1 << self.lanes.start,
            false => mask,
        }
    }

    /// The first byte beyond a space; `None` if it has no limit.
    fn limit(&mut self, space: u16) -> Option<u64> {
        let row = self.tables.spaces.get(usize::from(space))?;
        if row.limit_archs >> self.arch & 1 == 0 {
            return None;
        }
        self.state_bits(row.limit)
    }

    /// Where the addresses of a space count from.
    fn base(&mut self, space: u16) -> u64 {
        let row = self.tables.spaces.get(usize::from(space));
        row.and_then(|row| self.state_bits(row.base)).unwrap_or(0)
    }

    pub(super) fn state_bits(&mut self, place: StateBits) -> Option<u64> {
        self.tables.states.get(usize::from(place.state))?;
        let mut value = [0; LANES];
        let binding = bind::state(self.tables, place.state);
        self.read_binding(binding, place.low, place.bits, 0..1, &mut value);
        Some(value[0])
    }

    /// Splits an access of a lane into accesses of at most 8 bytes.
    fn accesses(
        &self,
        action: Action,
        lane: usize,
        base: u64,
    ) -> impl Iterator<Item = (u16, Access)> + use<M> {
        let bytes = action.bits / 8;
        let address = self.slot(action.a)[lane].wrapping_add(base);
        let row = self.tables.spaces.get(usize::from(action.b));
        let space = row.map_or(action.b, |row| row.memory);
        (0..bytes.div_ceil(8)).map(move |limb| {
            let access = Access {
                space,
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

    pub(super) fn load(&mut self, action: Action, mask: u64) -> Result<(), ExecErrorKind> {
        let (limit, base) = (self.limit(action.b), self.base(action.b));
        let mut left = self.accessing(action, mask);
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let beyond = self.beyond(action, lane, limit);
            for (limb, access) in self.accesses(action, lane, base) {
                let value = if beyond {
                    0
                } else {
                    let loaded = self.machine.load(access);
                    loaded.map_err(|fault| ExecErrorKind::Load { access, fault })?
                };
                let to = &mut self.scratch.slots[usize::from(action.to + limb)];
                if action.uniform.is_set() {
                    to.fill(value);
                } else {
                    to[lane] = value;
                }
            }
        }
        Ok(())
    }

    pub(super) fn store(&mut self, action: Action, mask: u64) -> Result<(), ExecErrorKind> {
        let (limit, base) = (self.limit(action.b), self.base(action.b));
        let mut left = self.accessing(action, mask);
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            if self.beyond(action, lane, limit) {
                continue;
            }
            for (limb, access) in self.accesses(action, lane, base) {
                let value = self.slot(action.d + limb)[lane] & low_mask(access.bytes * 8);
                let stored = self.machine.store(access, value);
                stored.map_err(|fault| ExecErrorKind::Store { access, fault })?;
            }
        }
        Ok(())
    }
}
