//! What rows mean in the tables that they are rows of.

use super::all::Tables;
use super::bits::{BitString, Bits};
use super::instruction::{Counted, Encoding, Form, Spelling};
use super::lookup::{ANY_HASH, lookup_slot};
use super::machine::{Entry, Meaning};
use super::operand::{
    Operand, READING_BAD, Reading, ReadingKey, Shape, ShapeMasks, Struct, Value, Wrap, reading_text,
};
use super::recipe::{NO_VALUE, PAGE, operand_text_slot};
use super::text::{NONE, Rows, Text};

impl<'a> Tables<'a> {
    /// All bits of what a shape says about bits.
    #[inline]
    pub fn shape_masks(&self, shape: &Shape) -> ShapeMasks {
        let high = self.high_shapes.get(usize::from(shape.high));
        let high = high.copied().unwrap_or_default();
        ShapeMasks {
            mask: Bits::new(shape.mask, high.mask),
            reserved: Bits::new(shape.reserved, high.reserved),
            unused: Bits::new(shape.unused, high.unused),
            zero: Bits::new(shape.zero, high.zero),
            wraps: Bits::new(shape.wraps, high.wraps),
            modifiers: Bits::new(shape.modifiers, high.modifiers),
            modifier_defaults: Bits::new(shape.modifier_defaults, high.modifier_defaults),
        }
    }

    /// All bits that a form says, and the value of all others outside the shape's mask.
    #[inline]
    pub fn form_bits(&self, form: &Form) -> (Bits, Bits) {
        let high = self.high_forms.get(usize::from(form.high));
        let high = high.copied().unwrap_or_default();
        let spoken = Bits::new(form.spoken, high.spoken);
        (spoken, Bits::new(form.rest, high.rest))
    }

    /// The value of all bits of the mask of an encoding's shape.
    #[inline]
    pub fn encoding_bits(&self, encoding: &Encoding) -> Bits {
        let high = self.high_bits.get(usize::from(encoding.high));
        Bits::new(encoding.bits, high.copied().unwrap_or_default())
    }

    /// What says in a form which half of a register an operand is.
    #[inline]
    pub fn half_in(&self, operand: &Operand, form: &Form) -> Option<&'a Wrap> {
        let mut wraps = self.wraps[operand.wraps.range()].iter();
        wraps.find(|it| it.file != NONE && it.features & !form.features == 0)
    }

    /// The spellings of a source modifier in a syntax.
    #[inline]
    pub fn spellings_of(&self, wrap: &Wrap, syntax: u8) -> &'a [Spelling] {
        let at = wrap.spellings as usize + syntax as usize;
        let rows = self.wrap_spellings.get(at).copied().unwrap_or_default();
        self.spellings.get(rows.range()).unwrap_or(&[])
    }

    /// What comments to the end of a line begin with in a syntax: first the usual way, last the
    /// one for lines of their own. None if the machine has no such syntax.
    pub fn comment_leaders(
        &self,
        syntax: u8,
    ) -> impl DoubleEndedIterator<Item = &'a str> + use<'a> {
        let tables = *self;
        let row = tables.syntaxes.get(usize::from(syntax));
        let leaders = row.map_or(&[][..], |row| &tables.texts[row.comments.range()]);
        leaders.iter().map(move |&text| tables.text(text))
    }

    /// A struct on an architecture; `None` if the machine has no such struct.
    #[inline]
    pub fn struct_on(&self, structure: u16, arch: u8) -> Option<&'a Struct> {
        let at = structure as usize * self.archs.len() + arch as usize;
        self.structs.get(at)
    }

    /// What a syntax writes for a value: the first of its own words, or `text`.
    #[inline]
    pub fn word_of(&self, text: Text, words: Rows, syntax: u8) -> Text {
        let own = self.words[words.range()].iter();
        let mut own = own.filter(|word| word.syntax == syntax);
        own.next().map_or(text, |word| word.text)
    }

    /// All that a syntax reads as a value.
    pub fn words_of(
        &self,
        text: Text,
        words: Rows,
        syntax: u8,
    ) -> impl Iterator<Item = Text> + use<'a> {
        let own = self.words[words.range()].iter();
        let own = own.filter(move |word| word.syntax == syntax);
        let plain = own.clone().next().is_none().then_some(text);
        own.map(|word| word.text).chain(plain)
    }

    /// The words that an entry of a class is in a syntax; none if it is no word.
    pub fn words_of_entry(
        &self,
        entry: &Entry,
        syntax: u8,
    ) -> impl Iterator<Item = Text> + use<'a> {
        let (text, words) = match entry.meaning {
            Meaning::Keyword { text, .. } => (Some(text), Rows::default()),
            Meaning::Spelled { text, words, .. } => (Some(text), words),
            _ => (None, Rows::default()),
        };
        let words = text.map(|text| self.words_of(text, words, syntax));
        words.into_iter().flatten()
    }

    /// A piece of the string pool; empty if it is not one.
    #[inline]
    pub fn text(&self, text: Text) -> &'a str {
        let start = text.start as usize;
        self.strings
            .get(start..start + text.len as usize)
            .unwrap_or("")
    }

    /// The bytes of a piece of the string pool; none if it is not one.
    #[inline]
    pub fn bytes(&self, text: Text) -> &'a [u8] {
        let start = text.start as usize;
        let bytes = self.strings.as_bytes();
        bytes.get(start..start + text.len as usize).unwrap_or(&[])
    }
}

impl Tables<'_> {
    /// The first row of an owner that may mean a word of this hash, counted within
    /// the owner's rows; [`NONE`] if none does.
    #[inline]
    pub fn first_meaning(&self, owner: u32, hash: u32) -> u16 {
        match self.lookup(owner, hash) {
            NONE if hash != ANY_HASH => self.lookup(owner, ANY_HASH),
            first => first,
        }
    }

    #[inline]
    fn lookup(&self, owner: u32, hash: u32) -> u16 {
        let slots = self.lookups;
        let mut at = lookup_slot(owner, hash, slots.len());
        while let Some(slot) = slots.get(at) {
            if slot.first == NONE || slot.owner == owner && slot.hash == hash {
                return slot.first;
            }
            at = (at + 1) & (slots.len() - 1);
        }
        NONE
    }
}

impl Tables<'_> {
    /// The number of a word of these bytes; 0 if it has none.
    #[inline]
    pub fn operand_text(&self, low: u64, high: u64) -> u16 {
        let at = operand_text_slot(low, high, self.operand_texts.len());
        match self.operand_texts.get(at) {
            Some(slot) if slot.low == low && slot.high == high => slot.number,
            Some(_) => self.operand_text_behind(at, low, high),
            None => 0,
        }
    }

    /// [`operand_text`](Self::operand_text) of registers with numbers; 0 of other words.
    #[inline]
    pub fn indexed_text(&self, low: u64, high: u64) -> u16 {
        let slots = self.operand_texts;
        let mut at = operand_text_slot(low, high, slots.len());
        while let Some(slot) = slots.get(at) {
            if slot.low == low && slot.high == high || slot.number == 0 {
                return if slot.indexed.is_set() {
                    slot.number
                } else {
                    0
                };
            }
            at = (at + 1) & (slots.len() - 1);
        }
        0
    }

    /// [`operand_text`](Self::operand_text), where the search comes by a slot.
    #[inline(never)]
    fn operand_text_behind(&self, mut at: usize, low: u64, high: u64) -> u16 {
        let slots = self.operand_texts;
        while let Some(slot) = slots.get(at) {
            if slot.low == low && slot.high == high || slot.number == 0 {
                return slot.number;
            }
            at = (at + 1) & (slots.len() - 1);
        }
        0
    }

    /// The value of a field that is written as the word of a number; `pages` are those
    /// of the operand. [`NO_VALUE`] if there is none.
    #[inline]
    pub fn value_of_text(&self, pages: u32, number: u16) -> u16 {
        let number = usize::from(number);
        let page = self.value_pages.get(pages as usize + number / PAGE);
        let page = usize::from(page.copied().unwrap_or(0));
        let value = self.text_values.get(page * PAGE + number % PAGE);
        value.copied().unwrap_or(NO_VALUE)
    }
}

impl Counted {
    /// What a value of the field stands for on a processor with these features, with the
    /// operand's width if it is registers: equal for operands that are the same. `None` if the value does not count.
    #[inline]
    pub fn key(&self, value: u64, features: u32, tables: &Tables) -> Option<u64> {
        if value > u64::from(self.last) {
            return None;
        }
        let value = value as u32;
        let ranges = &tables.counted_ranges[self.ranges.range()];
        let range = ranges
            .iter()
            .find(|range| (range.first..=range.last).contains(&value))?;
        let along = u64::from(value - range.first) * u64::from(range.step);
        let width = match range.sized.is_set() {
            true if self.feature & !features != 0 => self.without,
            true => self.width,
            false => 0,
        };
        Some((u64::from(range.number) + along) | u64::from(width) << 40)
    }
}

impl Reading {
    /// The entry for an instruction of these bits and a processor with these features;
    /// [`READING_BAD`] where there are no entries.
    #[inline]
    pub fn get(&self, bits: impl BitString, features: u32, tables: &Tables) -> u32 {
        let at = self.at(bits, features, tables);
        tables.readings.get(at).copied().unwrap_or(READING_BAD)
    }

    /// What the operand holds in an instruction of these bits, for a processor with these
    /// features; [`Value::Unknown`] where it takes more to tell.
    #[inline]
    pub fn value(&self, bits: impl BitString, features: u32, tables: &Tables) -> Value {
        let index = tables.reading_values.get(self.at(bits, features, tables));
        let index = index.copied().unwrap_or_default();
        let value = tables.values.get(usize::from(index));
        value.map_or(Value::Unknown, |value| value.get())
    }

    /// The place of the entry for an instruction of these bits.
    #[expect(
        clippy::inline_always,
        reason = "decoding and printing do little else, several times an instruction"
    )]
    #[inline(always)]
    fn at(&self, bits: impl BitString, features: u32, tables: &Tables) -> usize {
        let value = bits.short_window(self.shift) & u64::from(self.mask);
        let at = self.base as usize + value as usize;
        if self.key_mask == 0 {
            return at;
        }
        at + match self.key.get() {
            ReadingKey::Feature => self.before((features >> (self.key_shift & 31)).into(), tables),
            ReadingKey::Field | ReadingKey::Gather => self.before_by_fields(bits, tables),
        }
    }

    /// The entries of the narrower operands, where the width depends on fields: those of images,
    /// for which others are not to wait.
    #[inline(never)]
    fn before_by_fields(&self, bits: impl BitString, tables: &Tables) -> usize {
        let gather = match self.key.get() {
            ReadingKey::Gather => tables.gathers.get(usize::from(self.key_shift)),
            _ => None,
        };
        let key = match gather {
            Some(gather) => gather.of(bits.low()),
            None => bits.short_window(self.key_shift),
        };
        self.before(key, tables)
    }

    /// The entries of the narrower operands, where the width depends on something of this value.
    #[inline]
    fn before(&self, key: u64, tables: &Tables) -> usize {
        let key = key & u64::from(self.key_mask);
        let at = self.values as usize + key as usize;
        let width = tables.width_values.get(at).copied().unwrap_or(0);
        usize::from(width) << self.width
    }

    /// The operand's text; empty where it must be put together.
    #[inline]
    pub fn text(&self, bits: impl BitString, features: u32, tables: &Tables) -> Text {
        reading_text(self.get(bits, features, tables))
    }
}
