//! Which symbol has a name: a hash table of their numbers alone, because the symbols
//! hold the names.

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
    pub(crate) fn find<'n>(&self, name: &str, name_of: impl Fn(u32) -> &'n str) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let hash = hash(name.as_bytes());
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
    pub(crate) fn insert(&mut self, id: u32, name: &str) {
        if (self.used + 1) * 2 > self.slots.len() {
            let slots = vec![Slot::default(); (self.slots.len() * 2).max(LEAST)];
            let before = std::mem::replace(&mut self.slots, slots);
            for slot in before.into_iter().filter(|slot| slot.id != 0) {
                self.place(slot);
            }
        }
        self.place(Slot {
            hash: hash(name.as_bytes()),
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

/// A hash of a name, eight bytes at a time.
#[inline]
fn hash(name: &[u8]) -> u32 {
    let mut hash = name.len() as u64;
    let mut rest = name;
    while let Some((chunk, behind)) = rest.split_first_chunk() {
        hash = mix(hash ^ u64::from_le_bytes(*chunk));
        rest = behind;
    }
    // The last bytes, with some before them where there are any.
    let last = match name.last_chunk() {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => rest.iter().fold(0, |all, &byte| all << 8 | u64::from(byte)),
    };
    mix(hash ^ last) as u32
}

/// Spreads what one bit says over all of them.
#[inline]
fn mix(bits: u64) -> u64 {
    let product = u128::from(bits ^ 0x2d35_8dcc_aa6c_78a5) * 0x9e37_79b9_7f4a_7c15;
    (product as u64) ^ (product >> 64) as u64
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
            table.find("0", name_of),
            None,
            "an empty table has no slots"
        );
        for id in 0..1000 {
            assert_eq!(table.find(name_of(id), name_of), None);
            table.insert(id, name_of(id));
        }
        for id in 0..1000 {
            assert_eq!(table.find(name_of(id), name_of), Some(id));
        }
        assert_eq!(table.find("_name", name_of), None);
    }
}
