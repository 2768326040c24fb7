//! Where the readings of operands stand, what is looked up behind them, and their texts.

use crate::known::Known;
use crate::sorted::SortedMap;

use super::gathers::{gather, in_pieces};
use super::meanings::Meanings;
use super::scalars::Told;
use crate::tables::{
    Field, Gather, READING_BAD, READING_GOOD, Reading, ReadingKey, SEPARATOR, Tables, TablesBuf,
    Text, low_mask, reading_of,
};

/// Widest field of several pieces that has readings: what stands behind the widths are bytes.
pub(super) const MAX_GATHERED: u8 = 8;

/// Bytes that may be copied at once, from the start of a text on.
const CHUNK: usize = 32;

/// The readings, and where their texts are.
pub(super) struct Places {
    /// [`Tables::readings`].
    pub(super) rows: Vec<u32>,
    /// [`Tables::reading_values`].
    values: Vec<u16>,
    pub(super) meanings: Meanings,
    /// Bytes of the string pool before [`Places::strings`].
    start: usize,
    /// Texts to add to the string pool.
    strings: String,
    texts: Known<String, Text>,
    /// The readings of texts that are always the same.
    constants: SortedMap<String, u32>,
    /// Where these entries stand already: architectures share many.
    blocks: SortedMap<Vec<(u32, u16)>, u32>,
    /// [`Tables::gathers`].
    gathers: Vec<Gather>,
    /// Numbers from 0 on, to stand behind the widths.
    identity: Vec<u8>,
    /// What tells of each shape that its rules hold; `None` if that takes more.
    pub(super) told: Vec<Option<Told>>,
    /// Of operands whose reading does not have all words that their texts may be, where the words
    /// are: by shape and operand.
    pub(super) words: SortedMap<(usize, usize), Words>,
}

/// The readings of an operand for each number of registers, from none on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words {
    /// The first entry.
    pub(super) base: u32,
    /// Bits of the field.
    pub(super) bits: u8,
    /// How many numbers there are.
    pub(super) widths: u8,
}

impl Places {
    /// Those of tables that have none yet.
    pub(super) fn new(tables: &Tables) -> Places {
        Places {
            // What operands without readings look up, and shapes with fewer
            // checks than a group.
            rows: vec![READING_BAD, READING_GOOD],
            values: vec![0; 2],
            meanings: Meanings::default(),
            start: tables.strings.len(),
            strings: String::new(),
            texts: Known::default(),
            constants: SortedMap::new(),
            blocks: SortedMap::new(),
            gathers: tables.gathers.to_vec(),
            identity: Vec::new(),
            told: Vec::new(),
            words: SortedMap::new(),
        }
    }

    /// The reading that is this text for all bits; `None` if no reading can be.
    pub(super) fn constant(&mut self, text: &str) -> Option<Reading> {
        let entry = self.text(text);
        if entry == READING_GOOD {
            return None;
        }
        let base = match self.constants.get(text) {
            Some(&base) => base,
            None => {
                let base = self.rows.len() as u32;
                self.rows.push(entry);
                self.values.push(0);
                self.constants.insert(text.to_string(), base);
                base
            }
        };
        Some(Reading {
            base,
            ..Reading::default()
        })
    }

    /// Entries of what is no operand, one for each value; gives where they are.
    pub(super) fn rows(&mut self, entries: &[u32]) -> u32 {
        self.block(entries.iter().map(|&entry| (entry, 0)).collect())
    }

    /// Entries with what they mean, one for each value; gives where they are.
    pub(super) fn block(&mut self, entries: Vec<(u32, u16)>) -> u32 {
        if let Some(&base) = self.blocks.get(&entries) {
            return base;
        }
        let base = self.rows.len() as u32;
        self.rows.extend(entries.iter().map(|&(entry, _)| entry));
        self.values.extend(entries.iter().map(|&(_, value)| value));
        self.blocks.insert(entries, base);
        base
    }

    /// The reading of a field whose entry for zero is `base`, in bits of which the lowest
    /// is bit `shift` of the instruction; `None` if the field has more than two pieces and no
    /// product brings them together.
    pub(super) fn of_field(
        &mut self,
        tables: &Tables,
        field: Field,
        shift: u8,
        base: u32,
    ) -> Option<Reading> {
        let whole = Reading {
            base,
            mask: low_mask(field.width) as u16,
            shift: shift + field.shift,
            width: field.width,
            ..Reading::default()
        };
        match tables.pieces[field.more.range()] {
            [] => Some(whole),
            // The upper piece counts blocks of entries as a width does.
            [piece] => Some(Reading {
                values: self.identity(tables, piece.width),
                key_mask: low_mask(piece.width) as u16,
                key_shift: shift + piece.shift,
                ..whole
            }),
            _ if field.total <= MAX_GATHERED => Some(Reading {
                base,
                values: self.identity(tables, field.total),
                key_mask: low_mask(field.total) as u16,
                key_shift: self.gather(tables, field, shift)?,
                key: ReadingKey::Gather.into(),
                ..Reading::default()
            }),
            _ => None,
        }
    }

    /// The row of what brings the pieces of a field together, in bits of which the lowest is bit
    /// `shift` of the instruction.
    fn gather(&mut self, tables: &Tables, field: Field, shift: u8) -> Option<u8> {
        let mut field = in_pieces(&field, tables.pieces);
        for (low, _) in &mut field.pieces {
            *low += u32::from(shift);
        }
        let row = super::pool::intern(&mut self.gathers, gather(&[field])?);
        u8::try_from(row).ok()
    }

    /// The reading of a field of one piece and of a bit of the instruction: behind the entries
    /// for a zero those for a one.
    pub(super) fn of_field_and_bit(
        &mut self,
        tables: &Tables,
        field: Field,
        bit: u8,
        base: u32,
    ) -> Reading {
        Reading {
            base,
            values: self.identity(tables, 1),
            mask: low_mask(field.width) as u16,
            key_mask: 1,
            shift: field.shift,
            width: field.width,
            key_shift: bit,
            ..Reading::default()
        }
    }

    /// Where [`Tables::width_values`] has the numbers from 0 on, as many as a field of
    /// this width has values.
    fn identity(&mut self, tables: &Tables, bits: u8) -> u32 {
        for number in self.identity.len()..1 << bits.min(8) {
            self.identity.push(number as u8);
        }
        tables.width_values.len() as u32
    }

    /// The entry of a text. It stands in the pool behind a [`SEPARATOR`].
    pub(super) fn text(&mut self, text: &str) -> u32 {
        if let Some(&place) = self.texts.get(text) {
            return good(place);
        }
        self.strings.push_str(SEPARATOR);
        let place = Text {
            start: (self.start + self.strings.len()) as u32,
            len: text.len() as u16,
        };
        self.strings.push_str(text);
        self.texts.insert(text.to_string(), place);
        good(place)
    }

    /// Puts the readings and their texts into the tables; gives what tells that rules
    /// hold.
    pub(super) fn finish(self, tables: &mut TablesBuf) -> Vec<Option<Told>> {
        tables.readings = self.rows;
        tables.reading_values = self.values;
        tables.values = self.meanings.rows;
        tables.gathers = self.gathers;
        tables.width_values.extend(self.identity);
        tables.strings.push_str(&self.strings);
        // Texts are copied in chunks, also the last.
        tables.strings.push_str(&" ".repeat(CHUNK));
        self.told
    }
}

/// The entry of a text. One that is too long, or too far behind, is put
/// together when it is printed.
fn good(text: Text) -> u32 {
    reading_of(text).unwrap_or(READING_GOOD)
}
