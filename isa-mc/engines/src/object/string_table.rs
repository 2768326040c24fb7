//! String tables: names one behind the other, each with a zero byte at its end. A name
//! that another one ends with has no bytes of its own.
//!
//! Names stand in the order that LLVM gives them: compared from their ends, greater bytes
//! first, and a name behind those that end with it.

use super::prefetch::BLOCK;

/// A string table.
pub(super) struct StringTable {
    /// What the file holds.
    pub(super) bytes: Vec<u8>,
    /// Where each name begins, by its number.
    pub(super) offsets: Vec<u32>,
}

/// A name while names are sorted.
#[derive(Clone, Copy)]
struct Entry {
    /// Eight of its bytes, the last one highest; zeros where it has no more.
    key: u64,
    number: u32,
}

/// Bytes of a name that a key holds.
const KEY: usize = 8;

impl StringTable {
    /// The table of so many names without zero bytes, which `name_of` gives by their
    /// numbers.
    pub(super) fn new<'n>(count: u32, name_of: impl Fn(u32) -> &'n [u8]) -> StringTable {
        let mut bytes = vec![0];
        let mut offsets = vec![0; count as usize];
        let mut before: &[u8] = &[];
        for block in sorted(count, &name_of).chunks(BLOCK) {
            // Names lie anywhere: many are asked for before the first one is looked at, so that
            // the memory gives several at a time.
            let mut names: [&[u8]; BLOCK] = [&[]; BLOCK];
            for (name, entry) in names.iter_mut().zip(block) {
                *name = name_of(entry.number);
            }
            for (name, entry) in names.into_iter().zip(block) {
                if !before.ends_with(name) {
                    bytes.extend_from_slice(name);
                    bytes.push(0);
                    before = name;
                }
                offsets[entry.number as usize] = (bytes.len() - 1 - name.len()) as u32;
            }
        }
        StringTable { bytes, offsets }
    }
}

/// The bytes of a name before so many at its end.
fn key(name: &[u8], behind: usize) -> u64 {
    let rest = &name[..name.len().saturating_sub(behind)];
    match rest.last_chunk() {
        Some(last) => u64::from_le_bytes(*last),
        None => rest
            .iter()
            .rev()
            .zip((0..KEY as u32).rev())
            .fold(0, |key, (&byte, at)| key | u64::from(byte) << (at * 8)),
    }
}

/// Names in the order of the table, a key at a time.
fn sorted<'n>(count: u32, name_of: &impl Fn(u32) -> &'n [u8]) -> Vec<Entry> {
    let entries = (0..count).map(|number| Entry {
        key: key(name_of(number), 0),
        number,
    });
    let mut entries: Vec<Entry> = entries.collect();
    // Parts whose names are the same up to so many bytes from their ends.
    let mut waiting = vec![(0..entries.len(), 0)];
    while let Some((range, same)) = waiting.pop() {
        let start = range.start;
        let part = &mut entries[range];
        part.sort_unstable_by_key(|entry| std::cmp::Reverse(entry.key));
        let mut at = 0;
        for run in part.chunk_by_mut(|a, b| a.key == b.key) {
            let range = start + at..start + at + run.len();
            at += run.len();
            // The lowest byte is zero where names end.
            if run.len() > 1 && run[0].key & 0xff != 0 {
                for entry in run {
                    entry.key = key(name_of(entry.number), same + KEY);
                }
                waiting.push((range, same + KEY));
            }
        }
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(names: &[&str]) -> StringTable {
        StringTable::new(names.len() as u32, |at| names[at as usize].as_bytes())
    }

    /// Every name is found where its offset says, and those that end another one cost
    /// nothing, whatever their lengths are beside those of keys.
    #[test]
    fn names_are_where_their_offsets_say() {
        let words = ["", "a", "ba", "some_name", "me", "e", "_name"];
        let mut names = vec![String::new()];
        for first in words {
            for second in words {
                for third in ["", "12345678", "1234567", "123456789012345678"] {
                    names.push(format!("{first}{second}{third}"));
                }
            }
        }
        names.sort();
        names.dedup();
        names.rotate_left(17);
        let views: Vec<&str> = names.iter().map(String::as_str).collect();
        let table = table(&views);
        for (name, offset) in names.iter().zip(&table.offsets) {
            let rest = &table.bytes[*offset as usize..];
            assert!(
                rest.starts_with(name.as_bytes()) && rest[name.len()] == 0,
                "{name}"
            );
        }
        let own = names
            .iter()
            .filter(|name| !names.iter().any(|it| it != *name && it.ends_with(&**name)));
        let bytes: usize = own.map(|name| name.len() + 1).sum();
        assert_eq!(table.bytes.len(), 1 + bytes);
    }

    /// The order is LLVM's: files are the same byte for byte.
    #[test]
    fn names_stand_in_the_order_of_llvm() {
        let table = table(&["", "foo", "bar", "foobar", "a_foo", "kernel_10", "kernel_2"]);
        assert_eq!(table.bytes, b"\0foobar\0a_foo\0kernel_2\0kernel_10\0");
        assert_eq!(table.offsets, [32, 10, 4, 1, 8, 23, 14]);
    }
}
