//! Shared strings and lists.

use crate::known::Known;
use crate::tables::{NONE, Rows, Text};

/// The string pool. A string is stored where it first occurs, whole or as a
/// part of a longer one that was stored before.
#[derive(Debug, Default)]
pub struct Pool {
    strings: String,
    known: Known<String, Text>,
}

impl Pool {
    /// The place of a string. Strings beyond 65,535 bytes are cut at a
    /// character: only documentation could be as long.
    pub fn text(&mut self, text: &str) -> Text {
        if text.is_empty() {
            return Text::default();
        }
        if let Some(&known) = self.known.get(text) {
            return known;
        }
        let mut end = text.len().min(usize::from(u16::MAX));
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let place = Text {
            start: self.strings.len() as u32,
            len: end as u16,
        };
        self.strings.push_str(&text[..end]);
        self.known.insert(text.to_owned(), place);
        place
    }

    /// The pool.
    pub fn into_strings(self) -> String {
        self.strings
    }
}

/// Appends rows to a table, or finds them at its end or in its middle. What does not count
/// them says [`NONE`].
pub fn append<T: PartialEq + Clone>(table: &mut Vec<T>, rows: &[T]) -> Rows {
    let len = u16::try_from(rows.len()).unwrap_or(NONE);
    if rows.is_empty() {
        return Rows { start: 0, len: 0 };
    }
    // Lists that repeat do so from one family to the next: looking far back
    // would cost more than it saves.
    let from = table.len().saturating_sub(256);
    if let Some(at) = table[from..]
        .windows(rows.len())
        .position(|window| window[0] == rows[0] && window == rows)
    {
        return Rows {
            start: (from + at) as u32,
            len,
        };
    }
    let start = table.len() as u32;
    table.extend_from_slice(rows);
    Rows { start, len }
}

/// The index of a row, appended if it is new.
pub fn intern<T: PartialEq>(table: &mut Vec<T>, row: T) -> u16 {
    // As with lists: rows that repeat do so soon.
    let from = table.len().saturating_sub(1024);
    let index = if let Some(index) = table[from..].iter().rposition(|other| *other == row) {
        from + index
    } else {
        table.push(row);
        table.len() - 1
    };
    index as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_lists_are_stored_once() {
        let mut table = vec![1, 2, 3];
        assert_eq!(append(&mut table, &[2, 3]), Rows { start: 1, len: 2 });
        assert_eq!(append(&mut table, &[3, 4]), Rows { start: 3, len: 2 });
        assert_eq!(table, [1, 2, 3, 3, 4]);
    }

    /// More rows than a length of 16 bits counts must not look like fewer.
    #[test]
    fn lists_that_are_too_long_say_so() {
        let rows = append(&mut Vec::new(), &vec![0_u8; 70_000]);
        assert_eq!(rows.len, NONE);
    }

    /// A string of more bytes than its length can say must not be cut within
    /// a character.
    #[test]
    fn long_strings_end_at_a_character() {
        let mut pool = Pool::default();
        let long = "é".repeat(40_000);
        let place = pool.text(&long);
        assert_eq!(usize::from(place.len), 65_534);
        assert_eq!(pool.into_strings().len(), 65_534);
    }
}
