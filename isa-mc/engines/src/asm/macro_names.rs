//! The names that macros have or had.

use std::rc::Rc;

use super::head::name_end;
use crate::object::name_table::{NameHash, NameTable};

/// Names of macros, each with a number that it keeps.
#[derive(Debug, Default)]
pub(super) struct MacroNames {
    by_name: NameTable,
    all: Vec<Rc<str>>,
    /// A bit for each name: most other names have another one.
    seen: [u64; 4],
    /// A bit for the first byte of each.
    firsts: [u64; 4],
}

impl MacroNames {
    /// Which bit a name has.
    #[inline]
    fn bit(name: &str) -> (usize, u64) {
        let bytes = name.as_bytes();
        let of = |byte: Option<&u8>| usize::from(byte.copied().unwrap_or(0));
        let sum = of(bytes.first()) + 5 * of(bytes.last()) + 11 * bytes.len();
        (sum / 64 % 4, 1 << (sum % 64))
    }

    /// The number of a name that is or was a macro's.
    #[inline]
    pub(super) fn number(&self, name: &str) -> Option<usize> {
        let (word, bit) = MacroNames::bit(name);
        if self.seen[word] & bit == 0 {
            return None;
        }
        let name_of = |id: u32| &*self.all[id as usize];
        let found = self.by_name.find(name, NameHash::of(name), name_of)?;
        Some(found as usize)
    }

    /// Whether a line begins with a name that is or was a macro's.
    #[inline]
    pub(super) fn begin(&self, line: &[u8]) -> bool {
        let first = line.first().copied().unwrap_or(0);
        if self.firsts[usize::from(first / 64)] & 1 << (first % 64) == 0 {
            return false;
        }
        let name = std::str::from_utf8(&line[..name_end(line)]);
        name.is_ok_and(|name| self.number(name).is_some())
    }

    /// The number of a name, which may be new.
    pub(super) fn insert(&mut self, name: &Rc<str>) -> usize {
        if let Some(known) = self.number(name) {
            return known;
        }
        let (word, bit) = MacroNames::bit(name);
        self.seen[word] |= bit;
        let first = name.bytes().next().unwrap_or(0);
        self.firsts[usize::from(first / 64)] |= 1 << (first % 64);
        self.by_name
            .insert(self.all.len() as u32, NameHash::of(name));
        self.all.push(Rc::clone(name));
        self.all.len() - 1
    }
}
