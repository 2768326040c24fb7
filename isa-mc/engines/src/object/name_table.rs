//! Which symbol has a name: a hash table of their numbers alone, because the symbols
//! hold the names.

use crate::tables::text_hash;

/// Numbers of things with names, by name.
#[derive(Debug, Clone, Default)]
pub(crate) struct NameTable {
    /// A power of two of them, or none; never all in use.
    slots: Vec<Slot>,
    used: usize,
}

/// A number with the hash of its name: names that differ need not be looked at, which
/// would cost a walk through memory each.
#[derive(Debug, Clone, Copy, Default)]
struct Slot {
    hash: u32,
    /// 1 plus the number; 0 for an empty slot.
    id: u32,
}

/// Slots of the smallest table.
const LEAST: usize = 16;

impl NameTable {
    /// The number of a name. `name_of` gives the name of a number.
    #[inline]
    pub(crate) fn find<'n>(
        &self,
        name: &str,
        hash: NameHash,
        name_of: impl Fn(u32) -> &'n str,
    ) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let NameHash(hash) = hash;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            let id = slot.id.checked_sub(1)?;
            if slot.hash == hash && name_of(id) == name {
                return Some(id);
            }
            at = (at + 1) & mask;
        }
    }

    /// Adds a number for a name that the table does not have.
    pub(crate) fn insert(&mut self, id: u32, hash: NameHash) {
        if (self.used + 1) * 8 > self.slots.len() * 5 {
            let slots = vec![Slot::default(); (self.slots.len() * 2).max(LEAST)];
            let before = std::mem::replace(&mut self.slots, slots);
            for slot in before.into_iter().filter(|slot| slot.id != 0) {
                self.place(slot);
            }
        }
        self.place(Slot {
            hash: hash.0,
            id: id.saturating_add(1),
        });
        self.used += 1;
    }

    fn place(&mut self, slot: Slot) {
        let mask = self.slots.len() - 1;
        let mut at = slot.hash as usize & mask;
        while self.slots[at].id != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = slot;
    }
}

/// The part of a name's hash that slots keep.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NameHash(u32);

impl NameHash {
    /// That of a name. Names that differ in their last characters alone, as numbered labels
    /// do, get neighbouring slots, and what is asked for the next one is in the cache already.
    #[inline]
    pub(crate) fn of(name: &str) -> NameHash {
        let Some((last, stem)) = name.as_bytes().split_last() else {
            return NameHash(0);
        };
        let row = text_hash(stem) as u32;
        // Digits have the same high half; letters may not.
        let row = row.wrapping_add(u32::from(last >> 4).wrapping_mul(0x9e37_79b9));
        NameHash(row << 4 | u32::from(last & 0xf))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_others_are_not() {
        let names: Vec<String> = (0..1000)
            .map(|at| format!("{}{at}", "_name".repeat(at % 4)))
            .collect();
        let name_of = |id: u32| names[id as usize].as_str();
        let mut table = NameTable::default();
        assert_eq!(
            table.find("0", NameHash::of("0"), name_of),
            None,
            "an empty table has no slots"
        );
        for id in 0..1000 {
            let hash = NameHash::of(name_of(id));
            assert_eq!(table.find(name_of(id), hash, name_of), None);
            table.insert(id, hash);
        }
        for id in 0..1000 {
            let hash = NameHash::of(name_of(id));
            assert_eq!(table.find(name_of(id), hash, name_of), Some(id));
        }
        assert_eq!(table.find("_name", NameHash::of("_name"), name_of), None);
    }
}
