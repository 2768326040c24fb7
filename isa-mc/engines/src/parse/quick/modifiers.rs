//! Modifiers behind the operands.

use super::bytes::{Reader, ends, is_space, word};
use super::follow::State;
use super::operands::name_length;
use super::{Quick, Subject};
use crate::tables::{
    BitString, Entry, Integer, Kind, Meaning, Modifier, NO_PAGES, NO_VALUE, Operand, Piece,
    Spelling, TEXT_BEHIND, Text, Token,
};
use crate::{constant, integer, list as elements, operand};

/// Bits with the field of a modifier; `None` if printing would not write it so.
#[expect(clippy::inline_always, reason = "a call costs as much as a modifier")]
#[inline(always)]
pub(super) fn set_modifier<B: BitString>(
    bits: B,
    (modifier, row): (&Modifier, &Operand),
    field: u64,
    subject: &Subject<'_>,
    pieces: &[Piece],
) -> Option<B> {
    // Printing leaves a default out, and another form may ask for it.
    let is_printed = modifier.always.is_set() || modifier.required.is_set();
    let is_default = field == modifier.default && !is_printed;
    // What the encoding says already has no other value.
    let is_other = row.field.total == 0 && field != modifier.default;
    if is_other || is_default && !subject.recipe.optional.is_set() {
        return None;
    }
    let set = match (row.field.total, field) {
        // A flag is one bit, whatever was there.
        (1, 1) => bits.with(row.field.shift, 1),
        _ => row.field.set(bits, field, pieces),
    };
    // What halves have said stays so.
    ((bits.low() ^ set.low()) & subject.recipe.repeated == 0).then_some(set)
}

impl<'q> Quick<'q, '_> {
    /// Modifiers up to the end of the line, in the order in which they are printed, none
    /// with its default that is not always printed; gives those that there are, as bits of
    /// their operands.
    // Apart from what calls it either has enough registers.
    #[inline(never)]
    pub(super) fn modifiers<B: BitString>(
        &self,
        state: &mut State<'q, B>,
        subject: &Subject<'_>,
    ) -> Option<u64> {
        let tables = self.target.tables;
        let State { reader, .. } = state;
        let mut seen = 0;
        // No comma stands behind a mnemonic, and its white space is passed.
        let ends = match subject.steps {
            [] => self.ends_line(reader).or(Some(false)),
            _ => self.ends_or_goes_on(reader),
        };
        match ends {
            Some(true) => return Some(seen),
            Some(false) if reader.begins() & !subject.begins != 0 => {
                self.refuse_modifiers(*reader);
                #[cfg(feature = "std")]
                self.refuse_named(*reader);
                return None;
            }
            #[cfg(feature = "std")]
            Some(false) if subject.has_words => return self.modifiers_by_words(state, subject),
            Some(false) => {
                #[cfg(feature = "std")]
                {
                    let (mut end, mut bits) = (state.reader, state.bits);
                    if let Some(seen) = subject.plain.read(&mut end, &mut bits)
                        && self.ends_line(&mut end) == Some(true)
                    {
                        (state.reader, state.bits) = (end, bits);
                        return Some(seen);
                    }
                }
            }
            None => {
                self.refuse_modifier(subject, *reader);
                return None;
            }
        }
        let State { reader, bits, .. } = state;
        for set in tables.tokens.get(subject.recipe.modifiers.range())? {
            let rows = match set.get() {
                Token::Modifiers(rows) => rows,
                Token::Text(text) => {
                    reader
                        .take(tables.bytes(text).trim_ascii_start())
                        .then_some(())?;
                    seen |= TEXT_BEHIND;
                    if self.ends_line(reader)? {
                        return Some(seen);
                    }
                    continue;
                }
                _ => continue,
            };
            for modifier in tables.modifiers.get(rows.range())? {
                let mut here = *reader;
                let Some((row, field)) = self.modifier_of(&mut here, modifier, subject) else {
                    continue;
                };
                *bits = set_modifier(*bits, (modifier, row), field, subject, tables.pieces)?;
                seen |= 1_u64.unbounded_shl(u32::from(modifier.operand));
                *reader = here;
                if self.ends_or_goes_on(reader)? {
                    return Some(seen);
                }
            }
        }
        self.refuse_modifier(subject, *reader);
        None
    }

    /// Passes a modifier in one of its spellings, and gives its operand and its field; in those that
    /// are not printed only where it is certain that the form is meant.
    #[expect(clippy::inline_always, reason = "a call costs as much as a flag")]
    #[inline(always)]
    pub(super) fn modifier_of(
        &self,
        reader: &mut Reader<'q>,
        modifier: &Modifier,
        subject: &Subject<'_>,
    ) -> Option<(&Operand, u64)> {
        let tables = self.target.tables;
        let spellings = tables.spellings.get(modifier.spellings.range())?;
        let (printed, others) = spellings.split_first()?;
        let start = *reader;
        let is_here = self.stands(reader, printed);
        if !is_here && others.is_empty() {
            return None;
        }
        let row = self.row(subject, modifier.operand)?;
        let is_flag = row.kind.get() == Kind::Flag && !printed.valued.is_set();
        if is_here && is_flag && printed.after.len == 0 && ends(reader.peek()) {
            return Some((row, 1));
        }
        let mut found = match is_here {
            true => self.modifier(reader, row, printed, subject.certain),
            false => None,
        };
        if found.is_none() && subject.certain && !others.is_empty() {
            *reader = start;
            found = self.spelled_otherwise(reader, row, others);
        }
        Some((row, found?))
    }

    /// [`ends_line`](Self::ends_line), where a comma may stand too, if the syntax lets one stand
    /// before a modifier.
    #[inline]
    pub(super) fn ends_or_goes_on(&self, reader: &mut Reader<'_>) -> Option<bool> {
        let mut behind = *reader;
        // Nearly always another one follows behind a blank.
        if behind.pass(b' ') && behind.peek().is_ascii_lowercase() {
            *reader = behind;
            return Some(false);
        }
        match reader.peek() {
            b'\n' => Some(true),
            _ => self.ends_or_goes_on_otherwise(reader),
        }
    }

    /// [`ends_or_goes_on`](Self::ends_or_goes_on) of what is written in another way.
    #[inline(never)]
    fn ends_or_goes_on_otherwise(&self, reader: &mut Reader<'_>) -> Option<bool> {
        let mut behind = *reader;
        if behind.pass(b',') && self.is_loose() {
            behind.skip_space();
            // What ends with a comma lacks something.
            if behind.peek().is_ascii_lowercase() {
                *reader = behind;
                return Some(false);
            }
        }
        self.ends_line(reader)
    }

    /// Passes a modifier in one of the ways in which it is not printed, and gives its field.
    #[inline(never)]
    fn spelled_otherwise(
        &self,
        reader: &mut Reader<'_>,
        row: &Operand,
        spellings: &[Spelling],
    ) -> Option<u64> {
        let start = *reader;
        spellings.iter().find_map(|spelling| {
            *reader = start;
            let is_here = self.stands(reader, spelling);
            is_here.then(|| self.modifier(reader, row, spelling, true))?
        })
    }

    /// Passes the text of a modifier before its value, if it stands here; a value that has none
    /// may stand here.
    #[inline]
    fn stands(&self, reader: &mut Reader<'_>, spelling: &Spelling) -> bool {
        if spelling.before.len != 0 {
            return reader.take_text(self.target.tables, spelling.before);
        }
        // Classes take long to say that none of their words stands here.
        let begins = reader.begins();
        spelling.begins & begins == begins
    }

    /// Passes the value of a modifier behind the text before it, and the text behind it, and
    /// gives its field. What printing would not write is read only where that is certain to be
    /// meant.
    #[inline]
    fn modifier(
        &self,
        reader: &mut Reader<'_>,
        row: &Operand,
        spelling: &Spelling,
        certain: bool,
    ) -> Option<u64> {
        let tables = self.target.tables;
        let is_named = spelling.before.len != 0;
        let field = match (row.kind.get(), spelling.valued.is_set()) {
            (Kind::Flag, false) => 1,
            (Kind::Integer { integer }, true) if is_named => {
                let integer = tables.integers.get(integer as usize)?;
                let number = match spelling.after.len {
                    0 => self.whole_number(reader)?,
                    _ => self.inner_number(reader)?,
                };
                let field = integer::field(integer, row.field.total, number)?;
                let printed = integer::value(integer, row.field.total, field);
                (printed == Some(number)).then_some(field)?
            }
            (Kind::Class { class, .. }, true) => {
                // What nothing follows goes up to white space.
                let word = match tables.bytes(spelling.after) {
                    [] => word(reader.chunk()),
                    [end, ..] => reader.word_before(*end),
                };
                let known = word.and_then(|word| self.word_of(reader, row, word));
                let known = known.or_else(|| {
                    let word = word.filter(|_| spelling.after.len == 0);
                    let length = word.map_or_else(|| name_length(reader.rest()), |it| it.2);
                    let field = is_named.then(|| self.keyword_of(reader, class, length));
                    field.flatten()
                });
                known.or_else(|| self.counted_of(reader, class))?
            }
            (Kind::Struct { structure }, true) if certain && reader.peek().is_ascii_digit() => {
                let structure = tables.struct_on(structure, self.target.arch)?;
                self.struct_number(reader, structure)?
            }
            (Kind::Struct { structure }, true) => self.struct_of(reader, structure, certain)?,
            (Kind::List { count, integer }, true) if is_named => {
                let integer = tables.integers.get(integer as usize)?;
                self.list(reader, integer, count, certain)?
            }
            _ => return None,
        };
        let is_whole = reader.take_text(tables, spelling.after) && ends(reader.peek());
        is_whole.then_some(field)
    }

    /// Passes a word by its two halves and its length, if it is what printing writes for a value
    /// of an operand of a class, and gives the value; `None` if the tables of words do not say.
    #[inline]
    pub(super) fn word_of(
        &self,
        reader: &mut Reader<'_>,
        row: &Operand,
        (low, high, length): (u64, u64, usize),
    ) -> Option<u64> {
        if row.pages == NO_PAGES {
            return None;
        }
        let tables = self.target.tables;
        let value = tables.value_of_text(row.pages, tables.operand_text(low, high));
        let value = Some(value).filter(|value| *value != NO_VALUE)?;
        reader.at += length;
        Some(value.into())
    }

    /// Passes the word of a class here that has so many bytes, and gives its value.
    #[inline]
    pub(super) fn keyword_of(
        &self,
        reader: &mut Reader<'_>,
        class: u16,
        length: usize,
    ) -> Option<u64> {
        let found = self.keyword(reader, class, length)?;
        reader.at += length;
        Some(found.first.into())
    }

    /// [`keyword_of`](Self::keyword_of), if printing writes that word for its value.
    pub(super) fn printed_keyword_of(
        &self,
        reader: &mut Reader<'_>,
        class: u16,
        length: usize,
    ) -> Option<u64> {
        let tables = self.target.tables;
        let found = self.keyword(reader, class, length)?;
        let value = found.first.into();
        let class = tables.classes.get(usize::from(class))?;
        let printed = operand::entry(tables, self.target.arch, class, value)?;
        if !core::ptr::eq(printed, found) {
            return None;
        }
        reader.at += length;
        Some(value)
    }

    /// The entry of a class whose word stands here and has so many bytes.
    #[inline(never)]
    fn keyword(&self, reader: &Reader<'_>, class: u16, length: usize) -> Option<&Entry> {
        let tables = self.target.tables;
        let class = tables.classes.get(usize::from(class))?;
        let entries = tables.entries.get(class.entries.range())?;
        let mut entries = entries
            .iter()
            .filter(|entry| entry.archs >> self.target.arch & 1 != 0);
        // Of most words the length tells that they are others.
        let here = *reader;
        let is_here =
            |text: Text| usize::from(text.len) == length && { here }.take_text(tables, text);
        entries.find(|entry| self.word_of_entry(entry).is_some_and(is_here))
    }

    /// The word that an entry is printed as, if it is one.
    #[inline]
    fn word_of_entry(&self, entry: &Entry) -> Option<Text> {
        match entry.meaning {
            Meaning::Keyword { text, .. } => Some(text),
            Meaning::Spelled { text, words, .. } => {
                Some(self.target.tables.word_of(text, words, self.syntax.0))
            }
            _ => None,
        }
    }

    /// Passes the only word of a class that stands here, whatever follows it, and gives its value.
    pub(super) fn front_word(&self, reader: &mut Reader<'_>, class: u16) -> Option<u64> {
        let tables = self.target.tables;
        let class = tables.classes.get(usize::from(class))?;
        let (strings, first) = (tables.strings.as_bytes(), reader.peek());
        let mut found = None;
        for entry in tables.entries.get(class.entries.range())? {
            let mut behind = *reader;
            if entry.archs >> self.target.arch & 1 != 0
                && let Some(word) = self.word_of_entry(entry)
                && strings.get(word.start as usize) == Some(&first)
                && behind.take_text(tables, word)
                && found.replace((entry.first, behind)).is_some()
            {
                return None;
            }
        }
        let (value, behind) = found?;
        *reader = behind;
        Some(value.into())
    }

    /// Passes a text of a class that goes on to white space or the end of the line, where it
    /// is a word with colons, a word and a number, `row_shl:1`, or a struct,
    /// `quad_perm:[0,1,2,3]`, as it is printed, and gives its value.
    #[inline(never)]
    fn counted_of(&self, reader: &mut Reader<'_>, class: u16) -> Option<u64> {
        let tables = self.target.tables;
        let class = tables.classes.get(usize::from(class))?;
        let entries = tables.entries.get(class.entries.range())?;
        let arch = self.target.arch;
        for row in entries.iter().filter(|it| it.archs >> arch & 1 != 0) {
            let mut here = *reader;
            let value = match row.meaning {
                Meaning::Keyword { text, .. } => {
                    here.take_text(tables, text).then_some(row.first.into())
                }
                Meaning::Spelled { text, words, .. } => {
                    let text = tables.word_of(text, words, self.syntax.0);
                    here.take_text(tables, text).then_some(row.first.into())
                }
                Meaning::Counted {
                    before,
                    after,
                    number,
                    step,
                } => {
                    let is_counted = here.take_text(tables, before) && here.peek() != b'-';
                    let wanted = match after.len {
                        _ if !is_counted => None,
                        0 => self.whole_number(&mut here),
                        _ => here.number(),
                    };
                    let wanted = wanted.filter(|_| here.take_text(tables, after));
                    wanted.and_then(|it| constant::counted_value(row, number, step, it))
                }
                Meaning::Struct { structure } => self
                    .struct_of(&mut here, structure, false)
                    .filter(|value| (row.first.into()..=row.last.into()).contains(value)),
                _ => None,
            };
            let is_whole = is_space(here.peek()) || here.peek() == b'\n';
            let Some(value) = value.filter(|_| is_whole) else {
                continue;
            };
            // Printing looks for the first entry that has the value.
            let printed = operand::entry(tables, arch, class, value);
            if printed.is_some_and(|it| core::ptr::eq(it, row)) {
                *reader = here;
                return Some(value);
            }
        }
        None
    }

    /// Passes a list, `[0,1]`, and gives its bits. Printing writes all its numbers; those that are
    /// left out at the end are zero.
    fn list(
        &self,
        reader: &mut Reader<'_>,
        integer: &Integer,
        count: u8,
        certain: bool,
    ) -> Option<u64> {
        let mut bits = 0;
        for index in 0..count {
            reader
                .take(if index == 0 { b"[" } else { b"," })
                .then_some(())?;
            reader.skip_space();
            let number = self.inner_number(reader)?;
            bits = elements::set(integer, bits, index, number)?;
            if certain && reader.peek() == b']' {
                break;
            }
        }
        reader.take(b"]").then_some(bits)
    }
}
