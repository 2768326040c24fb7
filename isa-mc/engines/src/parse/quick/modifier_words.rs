//! What modifiers of a source mean that are one word: `row_mask:0xf`, `dst_sel:WORD_1`. There are
//! few of them, which stand again and again: each is read once.

use core::cell::Cell;

use super::bytes::{HEAD, Reader, front, hash_of, head, is_same, mnemonic_length};

/// Places for words: more than there are of nearly all sets of modifiers together.
const SLOTS: usize = 1 << 9;

/// The words that were read, for one target and one syntax.
#[derive(Debug, Default)]
pub(super) struct ModifierWords {
    slots: Vec<Cell<Option<ModifierWord>>>,
}

/// A word among the modifiers of a recipe.
#[derive(Debug, Clone, Copy)]
struct ModifierWord {
    name: [u64; HEAD],
    modifiers: Modifiers,
    place: Place,
    field: u32,
}

/// Modifiers that words are read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Modifiers {
    /// Where the sets of the recipe begin.
    pub(super) sets: u32,
    /// Whether nothing but the form can be meant, which may then be written in other ways, too.
    pub(super) certain: bool,
}

/// The set of a modifier among those of a recipe, and its place in the set.
pub(super) type Place = (u8, u8);

/// A word of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word {
    name: [u64; HEAD],
    slot: usize,
    modifiers: Modifiers,
    /// How many bytes it has.
    pub(super) length: usize,
    /// The modifier that it is, and its field, if that is known.
    pub(super) known: Option<(Place, u64)>,
}

impl ModifierWords {
    /// With room for words, if there is none yet.
    pub(super) fn with_room(&mut self) -> &Self {
        if self.slots.is_empty() {
            self.slots.resize_with(SLOTS, Cell::default);
        }
        self
    }

    /// The word at a reader, up to white space, if it is no longer than words are, and the
    /// modifier that it is known as, from a place on.
    #[inline]
    pub(super) fn find(
        &self,
        reader: &Reader<'_>,
        modifiers: Modifiers,
        from: Place,
    ) -> Option<Word> {
        let head = head(reader.bytes, reader.at);
        let length = mnemonic_length(&head)?;
        let name = front(&head, length);
        let hash = hash_of(&name) ^ u64::from(modifiers.sets) << 55;
        let slot = (hash >> (u64::BITS - SLOTS.ilog2())) as usize;
        let is_it = |known: &ModifierWord| {
            is_same(&known.name, &name) && known.modifiers == modifiers && known.place >= from
        };
        // An operator behind a word makes it a part of an expression. Nearly always it is another
        // word.
        let behind = reader.behind(length);
        let goes_on = || {
            let mut next = behind;
            !(next.pass(b' ') && next.peek().is_ascii_lowercase()) && behind.goes_on()
        };
        let known = self.slots.get(slot)?.get().filter(is_it);
        let known = known.filter(|_| !goes_on());
        Some(Word {
            name,
            slot,
            modifiers,
            length,
            known: known.map(|known| (known.place, known.field.into())),
        })
    }

    /// Whether there is room for a word.
    pub(super) fn has_room_for(&self, word: &Word) -> bool {
        let slot = self.slots.get(word.slot);
        slot.is_some_and(|slot| slot.get().is_none())
    }

    /// Remembers what a word is.
    pub(super) fn remember(&self, word: &Word, place: Place, field: u64) {
        if let (Some(slot), Ok(field)) = (self.slots.get(word.slot), u32::try_from(field)) {
            slot.set(Some(ModifierWord {
                name: word.name,
                modifiers: word.modifiers,
                place,
                field,
            }));
        }
    }
}
