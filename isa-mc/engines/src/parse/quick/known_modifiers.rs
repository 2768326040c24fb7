//! Modifiers that may be known by their words.

use super::bytes::Reader;
use super::follow::State;
use super::modifier_words::{Modifiers, Place, Word};
use super::modifiers::set_modifier;
use super::{Quick, Subject};
use crate::parsed::Symbols;
use crate::tables::{BitString, Kind, Modifier, Operand, Recipe, Token};

/// Bits of a number that is no word: most numbers of more bits stand once.
const MAX_NUMBER: u8 = 8;

impl<'q> Quick<'q, '_> {
    /// [`modifiers`](Self::modifiers) of which some may be known by their words.
    #[inline(never)]
    pub(super) fn modifiers_by_words<B: BitString>(
        &self,
        state: &mut State<'q, B>,
        subject: &Subject<'_>,
    ) -> Option<u64> {
        let tables = self.target.tables;
        let State { reader, bits, .. } = state;
        let sets = tables.tokens.get(subject.recipe.modifiers.range())?;
        let modifiers = Modifiers {
            sets: subject.recipe.modifiers.start,
            certain: subject.certain,
        };
        let (mut seen, mut from) = (0, (0, 0));
        loop {
            let word = self.modifier_words;
            let word = word.and_then(|words| words.find(reader, modifiers, from));
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
        subject: &Subject<'_>,
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

    /// Remembers the field of a modifier that was read between two places of the text, if it is
    /// a word whose meaning no symbol changes.
    #[cold]
    fn remember_modifier(
        &self,
        (start, end): (Reader<'q>, Reader<'q>),
        subject: &Subject<'_>,
        word: &Word,
        (place, modifier): (Place, &Modifier),
        field: u64,
    ) {
        let Some(words) = self.modifier_words else {
            return;
        };
        if !words.has_room_for(word) || end.at != start.at + word.length {
            return;
        }
        let without = Quick {
            indices: &NoNames,
            ..*self
        };
        let again = without.modifier_of(&mut { start }, modifier, subject);
        if again.is_some_and(|(_, again)| again == field) {
            words.remember(word, place, field);
        }
    }

    /// Whether words are worth looking up among the modifiers of a recipe: some have names for
    /// values, and none is a number that seldom stands twice.
    pub(super) fn has_modifier_words(&self, subject: &Subject<'_>) -> bool {
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
        subject: &Subject<'s>,
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
