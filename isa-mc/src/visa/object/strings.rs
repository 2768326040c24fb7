//! The pool of strings of a kernel or function.

use std::borrow::Cow;

/// Strings by number, in the order of the object. Number 0 is the empty one.
///
/// They are bytes without a zero among them; names of the tools are ASCII.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Strings {
    bytes: Vec<u8>,
    /// Where each ends, in bytes.
    ends: Vec<u32>,
}

impl Strings {
    /// A pool with the empty string.
    pub fn new() -> Strings {
        let mut pool = Strings::default();
        pool.add(b"");
        pool
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none, not even the empty string.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All bytes of all strings.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// The string of a number; `None` if there is no such number.
    pub fn get(&self, number: u32) -> Option<&[u8]> {
        let number = number as usize;
        let end = *self.ends.get(number)? as usize;
        let start = number
            .checked_sub(1)
            .map_or(0, |before| self.ends[before] as usize);
        self.bytes.get(start..end)
    }

    /// The string of a number as text: what is no UTF-8 is replaced, and what is not there
    /// is empty.
    pub fn text(&self, number: u32) -> Cow<'_, str> {
        String::from_utf8_lossy(self.get(number).unwrap_or_default())
    }

    /// Adds a string behind the last one, and gives its number. One that is there already
    /// is added again.
    pub fn add(&mut self, string: &[u8]) -> u32 {
        let number = self.ends.len() as u32;
        self.bytes.extend_from_slice(string);
        self.ends.push(self.bytes.len() as u32);
        number
    }

    /// All strings in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.ends.len() as u32).filter_map(|number| self.get(number))
    }
}
