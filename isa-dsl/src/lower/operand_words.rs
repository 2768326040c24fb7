//! The words that operands are printed as, and what they are the values of.

use crate::known::Known;
use crate::sorted::{SortedMap, SortedSet, sort};

use super::meanings;
use super::places::Words as OtherWords;
use crate::tables::{
    Direction, Flag, Form, HALF, Kind, MAX_OPERAND_TEXT, NO_READINGS, NO_VALUE, NONE, Operand,
    OperandText, PAGE, READING_GOOD, READING_LITERAL, ReadingKey, Shape, Tables, Text, Value, Wrap,
    operand_text_slot, reading_text,
};

/// Readings of one number of registers: the first entry, and the bits of the field.
type Block = (u32, u8);

/// What words are the values of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Inverse {
    /// Their readings, from the narrowest on.
    block: Block,
    /// How many widths there are; one if the width is fixed.
    pub(super) widths: u8,
    /// Bits of the value that the words leave open.
    open: u16,
    /// Of a field of two pieces, where in `width_values` the block of each value of the
    /// second piece is, and their number less one.
    pub(super) second: Option<(u32, u16)>,
    /// Where the words say which half of a register is meant.
    halves: Option<Halves>,
}

/// Which registers have halves, and what stands behind them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Halves {
    arch: u8,
    kind: Kind,
    file: u16,
    /// Behind the half whose bit is not set, and the one whose bit is.
    after: [Text; 2],
}

impl Inverse {
    /// The same with the half of each register that has some; `None` if there are no two
    /// spellings.
    pub(super) fn with_halves(
        self,
        tables: &Tables,
        shape: &Shape,
        row: &Operand,
        wrap: &Wrap,
        form: &Form,
    ) -> Option<Inverse> {
        let [set, clear] = tables.spellings_of(wrap, form.syntax) else {
            return None;
        };
        let halves = Halves {
            arch: shape.arch,
            kind: row.kind.get(),
            file: wrap.file,
            after: [clear.after, set.after],
        };
        let halves = Some(halves);
        (self.widths == 1).then_some(Inverse { halves, ..self })
    }
}

/// What an operand's words are the values of; `None` if it has none, or no step of a recipe
/// can set its field.
pub(super) fn inverse(
    tables: &Tables,
    operand: &Operand,
    other: Option<&OtherWords>,
) -> Option<Inverse> {
    let reading = operand.reading;
    if operand.direction == Direction::Part.into() {
        return None;
    }
    if let Some(other) = other {
        return Some(Inverse {
            block: (other.base, other.bits),
            widths: other.widths,
            open: half_bits(tables, operand),
            second: None,
            halves: None,
        });
    }
    if reading.base == NO_READINGS {
        return None;
    }
    // What has no field is one word, or the literal.
    let first = tables.readings.get(reading.base as usize)?;
    if operand.field.total == 0 && first & READING_LITERAL != 0 {
        return None;
    }
    let (mut widths, mut second) = (1, None);
    if operand.field.more.len != 0 {
        // Pieces that are gathered are no block for each value of the upper one.
        let is_gathered = reading.key.get() == ReadingKey::Gather;
        if operand.width_table != NONE || reading.key_mask == 0 || is_gathered {
            return None;
        }
        second = Some((reading.values, reading.key_mask));
    } else if reading.key_mask != 0 {
        let values = &tables.width_values[reading.values as usize..];
        let values = &values[..=usize::from(reading.key_mask)];
        widths = 1 + values.iter().max()?;
    }
    Some(Inverse {
        block: (reading.base, reading.width),
        widths,
        open: half_bits(tables, operand),
        second,
        halves: None,
    })
}

/// [`inverse`] of a class whose words need no more than a look at one of their tables.
pub(super) fn inverse_of_class(tables: &Tables, operand: &Operand) -> Option<Inverse> {
    let Kind::Class { .. } = operand.kind.get() else {
        return None;
    };
    let inverse = inverse(tables, operand, None)?;
    (inverse.widths == 1 && inverse.second.is_none()).then_some(inverse)
}

/// The bits of an operand's value that say which half of a register it is, where they are of
/// its field.
fn half_bits(tables: &Tables, operand: &Operand) -> u16 {
    let wraps = tables.wraps[operand.wraps.range()].iter();
    let halves = wraps.filter(|it| it.file != NONE);
    let bits = halves.filter_map(|it| u32::from(it.bit).checked_sub(operand.field.shift.into()));
    let is_whole = operand.field.more.len == 0;
    let own = bits.filter(|bit| is_whole && *bit < u32::from(operand.field.total));
    own.fold(0, |bits, bit| bits | 1_u16.unbounded_shl(bit))
}

/// The words of all readings, and what they are the values of.
#[derive(Default)]
pub(super) struct Words {
    /// Numbers of the words, from 1.
    numbers: Known<Vec<u8>, u16>,
    /// For readings of so many widths, the number and the value of every word, by width.
    inverses: SortedMap<Inverse, Vec<SortedMap<u16, u16>>>,
    /// Those that have words which two values have.
    pub(super) ambiguous: SortedSet<Inverse>,
}

impl Words {
    pub(super) fn add(&mut self, tables: &Tables, key: Inverse) {
        if self.inverses.contains_key(&key) {
            return;
        }
        let (base, bits) = key.block;
        let entries = |width: u8| {
            let first = (base + (u32::from(width) << bits)) as usize;
            &tables.readings[first..first + (1 << bits)]
        };
        let all = match key.second {
            None => (0..key.widths)
                .map(|width| self.inverse(tables, entries(width), &key))
                .collect(),
            Some((values, last)) => {
                let values = &tables.width_values[values as usize..][..=usize::from(last)];
                let all: Vec<u32> = values.iter().flat_map(|it| entries(*it)).copied().collect();
                vec![self.inverse(tables, &all, &key)]
            }
        };
        self.inverses.insert(key, all);
    }

    /// The values of words. A word that two values have is none; of values that differ in
    /// open bits only the one without them is meant.
    fn inverse(&mut self, tables: &Tables, entries: &[u32], key: &Inverse) -> SortedMap<u16, u16> {
        let mut values = SortedMap::new();
        let mut twice = SortedSet::new();
        for (value, &entry) in (0..).zip(entries) {
            let is_text = entry & (READING_GOOD | READING_LITERAL) == READING_GOOD;
            if !is_text {
                continue;
            }
            for (text, value) in words_of(tables, reading_text(entry), value, key.halves.as_ref()) {
                if !is_word(&text) {
                    continue;
                }
                let known = self.numbers.get(&text).copied();
                // Words that numbers of 16 bits do not count are read the long way.
                let next = u16::try_from(self.numbers.len() + 1);
                let Some(number) = known.or(next.ok()) else {
                    continue;
                };
                self.numbers.entry(text).or_insert(number);
                match values.get(&number) {
                    None => {
                        values.insert(number, value);
                    }
                    // Values come from the smallest on.
                    Some(known) if value & !key.open == *known => {}
                    Some(_) => {
                        twice.insert(number);
                    }
                }
            }
        }
        values.retain(|number, _| !twice.contains(number));
        if !twice.is_empty() {
            self.ambiguous.insert(*key);
        }
        values
    }

    /// The values of the words in pages.
    pub(super) fn pages(&self) -> Pages {
        let count = (self.numbers.len() + 1).div_ceil(PAGE);
        let mut pages = Pages {
            count: count as u16,
            first: SortedMap::new(),
            numbers: Vec::new(),
            values: Vec::new(),
        };
        let mut known: Known<[u16; PAGE], u16> = Known::default();
        for (key, widths) in &self.inverses {
            pages.first.insert(*key, pages.numbers.len() as u32);
            for inverse in widths {
                for page in 0..count {
                    let mut values = [NO_VALUE; PAGE];
                    let start = (page * PAGE) as u16;
                    for (&number, &value) in inverse.range(start..=start + (PAGE - 1) as u16) {
                        values[usize::from(number - start)] = value;
                    }
                    let next = known.len() as u16;
                    let number = *known.entry(values).or_insert_with(|| {
                        pages.values.extend(values);
                        next
                    });
                    pages.numbers.push(number);
                }
            }
        }
        pages
    }

    /// The hash table of the words.
    pub(super) fn slots(&self, tables: &Tables) -> Vec<OperandText> {
        let empty = OperandText {
            low: 0,
            high: 0,
            number: 0,
            indexed: Flag::NO,
        };
        let rows = tables.registers.iter().filter(|row| row.indexed.is_set());
        let names: SortedSet<&[u8]> = rows.map(|row| tables.bytes(row.name)).collect();
        if self.numbers.is_empty() {
            return Vec::new();
        }
        let size = (self.numbers.len() * 3).next_power_of_two();
        let mut slots = vec![empty; size];
        let mut words: Vec<_> = self.numbers.iter().collect();
        sort(&mut words);
        for (word, &number) in words {
            let mut bytes = [0; MAX_OPERAND_TEXT];
            bytes[..word.len()].copy_from_slice(word);
            let bytes = u128::from_le_bytes(bytes);
            let (low, high) = (bytes as u64, (bytes >> 64) as u64);
            let mut at = operand_text_slot(low, high, size);
            while slots[at].number != 0 {
                at = (at + 1) & (size - 1);
            }
            let end = word.iter().position(|it| !it.is_ascii_lowercase());
            let (name, numbers) = word.split_at(end.unwrap_or(word.len()));
            let is_number = |it: &u8| it.is_ascii_digit() || b"[:]".contains(it);
            let is_indexed = names.contains(name) && numbers.iter().all(is_number);
            slots[at] = OperandText {
                low,
                high,
                number,
                indexed: (is_indexed && !numbers.is_empty()).into(),
            };
        }
        slots
    }
}

/// The words of a value of this text, with what they are the values of: the text, or the two
/// halves of a register.
fn words_of(
    tables: &Tables,
    text: Text,
    value: u16,
    halves: Option<&Halves>,
) -> Vec<(Vec<u8>, u16)> {
    let text = tables.bytes(text);
    let is_register = |halves: &&Halves| {
        let meaning = meanings::of(tables, halves.arch, halves.kind, 1, value.into());
        matches!(meaning, Value::Register { file, .. } if file == halves.file)
    };
    match halves.filter(is_register) {
        None => vec![(text.to_vec(), value)],
        Some(halves) => {
            let of = |after: Text| [text, tables.bytes(after)].concat();
            let [clear, set] = halves.after;
            vec![(of(clear), value), (of(set), value | HALF)]
        }
    }
}

/// Whether a text is a word that nothing within it could end.
pub(super) fn is_word(text: &[u8]) -> bool {
    (1..=MAX_OPERAND_TEXT).contains(&text.len())
        && text
            .iter()
            .all(|&byte| byte.is_ascii_graphic() && byte != b',')
}

/// Where the values of words are.
pub(super) struct Pages {
    /// Pages of an inverse.
    pub(super) count: u16,
    /// The first page number of readings of so many widths.
    pub(super) first: SortedMap<Inverse, u32>,
    pub(super) numbers: Vec<u16>,
    pub(super) values: Vec<u16>,
}
