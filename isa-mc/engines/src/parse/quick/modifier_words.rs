//! What modifiers of a source mean that are one word: `row_mask:0xf`, `dst_sel:WORD_1`. There are
//! few of them, which stand again and again: each is read once.

use core::cell::Cell;

use super::bytes::{HEAD, Reader, front, head, mnemonic_length};
use super::follow::State;
use super::modifiers::set_modifier;
use super::{Quick, Subject};
use crate::parsed::Symbols;
use crate::tables::{BitString, Kind, Modifier, Operand, Recipe, Token};

/// Places for words: more than there are of nearly all sets of modifiers together.
const SLOTS: usize = 1 << 9;

/// Bits of a number that is no word: most numbers of more bits stand once.
const MAX_NUMBER: u8 = 8;

/// The words that were read, for one target and one syntax.
#[derive(Debug, Default)]
pub(super) struct ModifierWords {
    slots: Vec<Cell<Option<ModifierWord>>>,
}

/// A word among the modifiers of a recipe.
#[derive(Debug, Clone, Copy)]
struct ModifierWord {
    name: [u64; HEAD],
    /// Where the sets of the recipe begin.
    sets: u32,
    certain: bool,
    place: Place,
    field: u32,
}

/// The set of a modifier among those of a recipe, and its place in the set.
type Place = (u8, u8);

/// A word of a text.
#[derive(Debug, Clone, Copy)]
struct Word {
    name: [u64; HEAD],
    length: usize,
    slot: usize,
    /// The modifier that it is, and its field, if that is known.
    known: Option<(Place, u64)>,
}

impl ModifierWords {
    /// With room for words, if there is none yet.
    pub(super) fn with_room(&mut self) -> &Self {
        if self.slots.is_empty() {
            self.slots.resize_with(SLOTS, Cell::default);
        }
        self
    }
}

impl<'q> Quick<'q, '_> {
    /// [`modifiers`](Self::modifiers) of which some may be known by their words.
    #[inline(never)]
    pub(super) fn modifiers_by_words<B: BitString>(
        &self,
        state: &mut State<'q, B>,
        subject: Subject<'_>,
    ) -> Option<u64> {
        let tables = self.target.tables;
        let State { reader, bits, .. } = state;
        let sets = tables.tokens.get(subject.recipe.modifiers.range())?;
        let (mut seen, mut from) = (0, (0, 0));
        loop {
            let word = self.modifier_word(reader, subject, from);
            let known = word.as_ref().and_then(|word| word.known);
            let (place, modifier, row, field) = match known {
                Some(((set_at, at), field)) => {
                    let Token::Modifiers(rows) = sets.get(usize::from(set_at))?.get() else {
                        return None;
                    };
                    let modifier = tables.modifiers.get(rows.range())?.get(usize::from(at))?;
                    reader.at += word.map_or(0, |word| word.length);
                    let row = self.row(subject, modifier.operand)?;
                    ((set_at, at), modifier, row, field)
                }
                None => {
                    let start = *reader;
                    let Some(found) = self.next_modifier(reader, subject, from) else {
                        self.refuse_modifier(subject, *reader);
                        return None;
                    };
                    let (place, modifier, _, field) = found;
                    if let Some(word) = &word {
                        let read = (start, *reader);
                        self.remember_modifier(read, subject, word, (place, modifier), field);
                    }
                    found
                }
            };
            *bits = set_modifier(*bits, (modifier, row), field, subject, tables.pieces)?;
            seen |= 1_u64.unbounded_shl(u32::from(modifier.operand));
            if self.ends_or_goes_on(reader)? {
                return Some(seen);
            }
            from = (place.0, place.1 + 1);
        }
    }

    /// Passes the modifier here, from a place of the recipe's on.
    fn next_modifier(
        &self,
        reader: &mut Reader<'q>,
        subject: Subject<'_>,
        (first_set, first): Place,
    ) -> Option<(Place, &Modifier, &Operand, u64)> {
        let tables = self.target.tables;
        let sets = tables.tokens.get(subject.recipe.modifiers.range())?;
        let mut begin = usize::from(first);
        for (set, set_at) in sets.get(usize::from(first_set)..)?.iter().zip(first_set..) {
            let Token::Modifiers(rows) = set.get() else {
                return None;
            };
            let skipped = core::mem::take(&mut begin);
            for (at, modifier) in tables
                .modifiers
                .get(rows.range())?
                .iter()
                .enumerate()
                .skip(skipped)
            {
                let mut here = *reader;
                if let Some((row, field)) = self.modifier_of(&mut here, modifier, subject) {
                    *reader = here;
                    let place = (set_at, u8::try_from(at).ok()?);
                    return Some((place, modifier, row, field));
                }
            }
        }
        None
    }

    /// Passes a modifier in one of its spellings, and gives its operand and its field; in those that
    /// are not printed only where it is certain that the form is meant.
    fn modifier_of(
        &self,
        reader: &mut Reader<'q>,
        modifier: &Modifier,
        subject: Subject<'_>,
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

    /// The word at a reader, up to white space, if modifiers of the recipe may be known by theirs:
    /// those from a place on.
    #[inline]
    fn modifier_word(
        &self,
        reader: &Reader<'_>,
        subject: Subject<'_>,
        from: Place,
    ) -> Option<Word> {
        let words = self.modifier_words.filter(|_| subject.has_words)?;
        let head = head(reader.bytes, reader.at);
        let length = mnemonic_length(&head)?;
        let name = front(&head, length);
        let sets = subject.recipe.modifiers.start;
        let [first, second, third, last] = name;
        let mixed = (first ^ third.rotate_left(20) ^ u64::from(sets) << 32)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ (second ^ last.rotate_left(20)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let slot = (mixed >> (u64::BITS - SLOTS.ilog2())) as usize;
        let is_it = |known: &ModifierWord| {
            known.name == name
                && known.sets == sets
                && known.certain == subject.certain
                && known.place >= from
        };
        // An operator behind a word makes it a part of an expression. Nearly always it is another
        // word.
        let behind = reader.behind(length);
        let goes_on = || {
            let mut next = behind;
            !(next.pass(b' ') && next.peek().is_ascii_lowercase()) && behind.goes_on()
        };
        let known = words.slots.get(slot)?.get().filter(is_it);
        let known = known.filter(|_| !goes_on());
        Some(Word {
            name,
            length,
            slot,
            known: known.map(|known| (known.place, known.field.into())),
        })
    }

    /// Remembers the field of a modifier that was read between two places of the text, if it is
    /// a word whose meaning no symbol changes.
    #[cold]
    fn remember_modifier(
        &self,
        (start, end): (Reader<'q>, Reader<'q>),
        subject: Subject<'_>,
        word: &Word,
        (place, modifier): (Place, &Modifier),
        field: u64,
    ) {
        let slots = self.modifier_words.map(|words| &words.slots);
        let Some(slot) = slots.and_then(|slots| slots.get(word.slot)) else {
            return;
        };
        let Ok(small) = u32::try_from(field) else {
            return;
        };
        if slot.get().is_some() || end.at != start.at + word.length {
            return;
        }
        let without = Quick {
            indices: &NoNames,
            modifier_words: None,
            ..*self
        };
        let again = without.modifier_of(&mut { start }, modifier, subject);
        if again.is_some_and(|(_, again)| again == field) {
            slot.set(Some(ModifierWord {
                name: word.name,
                sets: subject.recipe.modifiers.start,
                certain: subject.certain,
                place,
                field: small,
            }));
        }
    }

    /// Whether words are worth looking up among the modifiers of a recipe: some have names for
    /// values, and none is a number that seldom stands twice.
    pub(super) fn has_modifier_words(&self, subject: Subject<'_>) -> bool {
        let Subject { recipe, .. } = subject;
        let kinds = || self.modifier_rows(recipe, subject);
        let is_named =
            |row: &Operand| matches!(row.kind.get(), Kind::Class { .. } | Kind::Struct { .. });
        let is_wide = |row: &Operand| {
            matches!(row.kind.get(), Kind::Integer { .. }) && row.field.total > MAX_NUMBER
        };
        let tables = self.target.tables;
        let sets = tables.tokens.get(recipe.modifiers.range());
        let are_sets = sets.is_some_and(|sets| {
            sets.iter()
                .all(|set| matches!(set.get(), Token::Modifiers(_)))
        });
        are_sets && kinds().any(is_named) && !kinds().any(is_wide)
    }

    /// The operands of the modifiers of a recipe.
    fn modifier_rows<'s>(
        &'s self,
        recipe: &'s Recipe,
        subject: Subject<'s>,
    ) -> impl Iterator<Item = &'s Operand> {
        let tables = self.target.tables;
        let sets = tables.tokens.get(recipe.modifiers.range());
        let rows = sets
            .into_iter()
            .flatten()
            .filter_map(|set| match set.get() {
                Token::Modifiers(rows) => tables.modifiers.get(rows.range()),
                _ => None,
            });
        rows.flatten()
            .filter_map(move |modifier| self.row(subject, modifier.operand))
    }
}

/// No name is a number.
struct NoNames;

impl Symbols for NoNames {
    fn value(&self, _: &str) -> Option<i64> {
        None
    }
}
