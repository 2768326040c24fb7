//! Memory in pages that exist where it was mapped, and know what was stored.

use core::ops::Range;

use isa_dsl::sorted::SortedMap;

use super::machine::Fault;

/// Bytes of a page.
const PAGE: u64 = 4096;

#[derive(Debug, Clone, PartialEq, Eq)]
struct Page {
    bytes: Vec<u8>,
    /// A bit for each byte: it may be accessed.
    mapped: Vec<u64>,
    /// A bit for each byte: it has a value.
    stored: Vec<u64>,
}

impl Page {
    fn new() -> Page {
        Page {
            bytes: vec![0; PAGE as usize],
            mapped: vec![0; PAGE as usize / 64],
            stored: vec![0; PAGE as usize / 64],
        }
    }
}

/// Whether `count` (1 to 8) bits from `at` on are set.
fn all_set(bits: &[u64], at: usize, count: usize) -> bool {
    let wanted = (1_u64 << count) - 1;
    let (word, shift) = (at / 64, at % 64);
    let mut value = bits[word] >> shift;
    if shift + count > 64 {
        value |= bits[word + 1] << (64 - shift);
    }
    value & wanted == wanted
}

fn set(bits: &mut [u64], at: usize, count: usize) {
    let wanted = (1_u64 << count) - 1;
    let (word, shift) = (at / 64, at % 64);
    bits[word] |= wanted << shift;
    if shift + count > 64 {
        bits[word + 1] |= wanted >> (64 - shift);
    }
}

/// How many bits from `at` on are set, `count` at most.
fn mapped_from(bits: &[u64], at: usize, count: usize) -> usize {
    let mut done = 0;
    while done < count {
        let (word, shift) = ((at + done) / 64, (at + done) % 64);
        let ones = (bits[word] >> shift).trailing_ones() as usize;
        done += ones;
        if ones < 64 - shift {
            break;
        }
    }
    done.min(count)
}

/// Sets `count` bits from `at` on, or clears them.
fn set_all(bits: &mut [u64], at: usize, count: usize, value: bool) {
    let mut done = 0;
    while done < count {
        let (word, shift) = ((at + done) / 64, (at + done) % 64);
        let more = (count - done).min(64 - shift);
        let mask = (u64::MAX >> (64 - more)) << shift;
        match value {
            true => bits[word] |= mask,
            false => bits[word] &= !mask,
        }
        done += more;
    }
}

/// The bytes of an address space. Nothing is there before it is mapped, and
/// nothing can be read before it is stored.
#[derive(Debug, Clone, Default)]
pub struct Memory {
    pages: SortedMap<u64, usize>,
    arena: Vec<Page>,
    /// The page that was used last: number and place.
    last: Option<(u64, usize)>,
}

/// Two are equal if the same bytes are mapped and stored in them.
impl PartialEq for Memory {
    fn eq(&self, other: &Memory) -> bool {
        let same = |(number, at): (&u64, &usize)| {
            let other = other.pages.get(number).map(|at| &other.arena[*at]);
            other == Some(&self.arena[*at])
        };
        self.pages.len() == other.pages.len() && self.pages.iter().all(same)
    }
}

impl Eq for Memory {}

impl Memory {
    /// Makes `bytes` bytes from `address` on accessible, up to the end of the
    /// address space at most.
    pub fn map(&mut self, address: u64, bytes: u64) {
        let mut at = address;
        let mut left = bytes;
        while left != 0 {
            let count = left.min(PAGE - at % PAGE);
            let place = match self.pages.get(&(at / PAGE)) {
                Some(&place) => place,
                None => {
                    self.arena.push(Page::new());
                    let place = self.arena.len() - 1;
                    self.pages.insert(at / PAGE, place);
                    place
                }
            };
            let page = &mut self.arena[place];
            set_all(&mut page.mapped, (at % PAGE) as usize, count as usize, true);
            left -= count;
            match at.checked_add(count) {
                Some(next) => at = next,
                None => return,
            }
        }
    }

    fn page(&mut self, number: u64) -> Option<usize> {
        if let Some((last, place)) = self.last
            && last == number
        {
            return Some(place);
        }
        let place = *self.pages.get(&number)?;
        self.last = Some((number, place));
        Some(place)
    }

    /// Loads 1 to 8 bytes, the lowest first. `initialized` asks for bytes that
    /// have a value; others are zero.
    ///
    /// # Errors
    ///
    /// [`Fault`] names the first byte that is missing.
    pub fn load(&mut self, address: u64, bytes: u8, initialized: bool) -> Result<u64, Fault> {
        let (at, count) = ((address % PAGE) as usize, usize::from(bytes));
        if at + count <= PAGE as usize
            && let Some(place) = self.page(address / PAGE)
        {
            let page = &self.arena[place];
            let known = !initialized || all_set(&page.stored, at, count);
            if all_set(&page.mapped, at, count) && known {
                let mut value = [0; 8];
                value[..count].copy_from_slice(&page.bytes[at..at + count]);
                return Ok(u64::from_le_bytes(value));
            }
        }
        let mut value = 0;
        for index in 0..u64::from(bytes) {
            let address = self.mapped(address, index)?;
            let (number, at) = (address / PAGE, (address % PAGE) as usize);
            let Some(place) = self.page(number) else {
                return Err(Fault::Unmapped { address });
            };
            let page = &self.arena[place];
            if initialized && !all_set(&page.stored, at, 1) {
                return Err(Fault::Uninitialized { address });
            }
            value |= u64::from(page.bytes[at]) << (index * 8);
        }
        Ok(value)
    }

    /// Address plus index, if there is memory.
    fn mapped(&mut self, address: u64, index: u64) -> Result<u64, Fault> {
        let Some(address) = address.checked_add(index) else {
            return Err(Fault::Unmapped { address: 0 });
        };
        let at = (address % PAGE) as usize;
        match self.page(address / PAGE) {
            Some(place) if all_set(&self.arena[place].mapped, at, 1) => Ok(address),
            _ => Err(Fault::Unmapped { address }),
        }
    }

    /// Copies bytes from an address on, whether they have a value or not; gives how many
    /// there are before the first that is missing.
    pub fn copy(&mut self, address: u64, bytes: &mut [u8]) -> usize {
        let mut done = 0;
        while done < bytes.len() {
            let Some(at) = address.checked_add(done as u64) else {
                break;
            };
            let start = (at % PAGE) as usize;
            let Some(place) = self.page(at / PAGE) else {
                break;
            };
            let page = &self.arena[place];
            let count = (bytes.len() - done).min(PAGE as usize - start);
            let there = mapped_from(&page.mapped, start, count);
            bytes[done..done + there].copy_from_slice(&page.bytes[start..start + there]);
            done += there;
            if there < count {
                break;
            }
        }
        done
    }

    /// The bytes at an address, whether they have a value or not.
    ///
    /// # Errors
    ///
    /// [`Fault`] names the first byte that is missing.
    pub fn read(&mut self, address: u64, count: usize) -> Result<Vec<u8>, Fault> {
        let mut bytes = Vec::new();
        // No more is taken than there is.
        while bytes.len() < count {
            let done = bytes.len();
            let address = address.wrapping_add(done as u64);
            let more = (count - done).min(PAGE as usize);
            bytes.resize(done + more, 0);
            let there = self.copy(address, &mut bytes[done..]);
            if there < more {
                let address = address.wrapping_add(there as u64);
                return Err(Fault::Unmapped { address });
            }
        }
        Ok(bytes)
    }

    /// Stores bytes, all of them or none.
    ///
    /// # Errors
    ///
    /// [`Fault`] names the first byte that is missing.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), Fault> {
        self.each(address, bytes.len() as u64, |_, _, _| {})?;
        self.each(address, bytes.len() as u64, |page, start, range| {
            set_all(&mut page.stored, start, range.len(), true);
            page.bytes[start..start + range.len()].copy_from_slice(&bytes[range]);
        })
    }

    /// Stores as many zeros, all of them or none.
    ///
    /// # Errors
    ///
    /// [`Fault`] names the first byte that is missing.
    pub fn zero(&mut self, address: u64, count: u64) -> Result<(), Fault> {
        self.each(address, count, |_, _, _| {})?;
        self.each(address, count, |page, start, range| {
            page.bytes[start..start + range.len()].fill(0);
            set_all(&mut page.stored, start, range.len(), true);
        })
    }

    /// Bytes lose the value that they have; those that are not there stay so.
    pub fn forget(&mut self, address: u64, count: u64) {
        // Each byte is there or not, so no page in between stops it.
        let mut done = 0;
        while done < count {
            let Some(at) = address.checked_add(done) else {
                return;
            };
            let start = at % PAGE;
            let more = (count - done).min(PAGE - start);
            if let Some(place) = self.page(at / PAGE) {
                let page = &mut self.arena[place];
                let (start, more) = (start as usize, more as usize);
                page.bytes[start..start + more].fill(0);
                set_all(&mut page.stored, start, more, false);
            }
            done += more;
        }
    }

    /// Does something to the bytes of each page: page, first byte within it, and which of
    /// the bytes those are.
    fn each(
        &mut self,
        address: u64,
        count: u64,
        mut act: impl FnMut(&mut Page, usize, Range<usize>),
    ) -> Result<(), Fault> {
        let mut done = 0;
        while done < count {
            let at = address.wrapping_add(done);
            let start = (at % PAGE) as usize;
            let more = (count - done).min(PAGE - start as u64) as usize;
            let Some(place) = self.page(at / PAGE) else {
                return Err(Fault::Unmapped { address: at });
            };
            let page = &mut self.arena[place];
            let there = mapped_from(&page.mapped, start, more);
            if there < more {
                let address = at.wrapping_add(there as u64);
                return Err(Fault::Unmapped { address });
            }
            act(page, start, done as usize..done as usize + more);
            done += more as u64;
        }
        Ok(())
    }

    /// Stores the lowest 1 to 8 bytes of a value; all or none.
    ///
    /// # Errors
    ///
    /// [`Fault`] names the first byte that is missing.
    pub fn store(&mut self, address: u64, bytes: u8, value: u64) -> Result<(), Fault> {
        let (at, count) = ((address % PAGE) as usize, usize::from(bytes));
        let value = value.to_le_bytes();
        if at + count <= PAGE as usize
            && let Some(place) = self.page(address / PAGE)
        {
            let page = &mut self.arena[place];
            if all_set(&page.mapped, at, count) {
                page.bytes[at..at + count].copy_from_slice(&value[..count]);
                set(&mut page.stored, at, count);
                return Ok(());
            }
        }
        for index in 0..u64::from(bytes) {
            self.mapped(address, index)?;
        }
        for (index, byte) in value.iter().enumerate().take(count) {
            let address = self.mapped(address, index as u64)?;
            let at = (address % PAGE) as usize;
            if let Some(place) = self.page(address / PAGE) {
                let page = &mut self.arena[place];
                page.bytes[at] = *byte;
                set(&mut page.stored, at, 1);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes beyond what was mapped, or never stored, are named.
    #[test]
    fn faults_name_the_byte() {
        let mut memory = Memory::default();
        memory.map(4090, 10);
        assert_eq!(
            memory.store(4098, 4, 0),
            Err(Fault::Unmapped { address: 4100 })
        );
        assert_eq!(
            memory.load(4094, 4, true),
            Err(Fault::Uninitialized { address: 4094 })
        );
        memory.store(4093, 2, 0xbeef).expect("mapped");
        assert_eq!(
            memory.load(4094, 4, true),
            Err(Fault::Uninitialized { address: 4095 })
        );
        assert_eq!(memory.load(4093, 4, false), Ok(0xbeef));
        assert_eq!(
            memory.load(u64::MAX, 2, false),
            Err(Fault::Unmapped { address: u64::MAX })
        );
    }

    /// Unaligned accesses across pages give the same bytes.
    #[test]
    fn accesses_cross_pages() {
        let mut memory = Memory::default();
        memory.map(0, 8192);
        for start in 4086..4100 {
            let value = 0x0123_4567_89ab_cdef_u64.rotate_left(start as u32);
            memory.store(start, 8, value).expect("mapped");
            assert_eq!(memory.load(start, 8, true), Ok(value));
            assert_eq!(memory.load(start + 3, 1, true), Ok(value >> 24 & 0xff));
        }
    }

    /// A store that does not fit stores nothing.
    #[test]
    fn a_store_is_whole() {
        let mut memory = Memory::default();
        memory.map(0, 6);
        memory.store(0, 4, 1).expect("mapped");
        assert!(memory.store(2, 8, u64::MAX).is_err());
        assert_eq!(memory.load(0, 4, true), Ok(1));
    }

    /// The end of the address space is memory like any other.
    #[test]
    fn the_last_byte_can_be_mapped() {
        let mut memory = Memory::default();
        memory.map(u64::MAX - 3, 4);
        memory.store(u64::MAX - 3, 4, 5).expect("mapped");
        assert_eq!(memory.load(u64::MAX - 3, 4, true), Ok(5));
    }
}
