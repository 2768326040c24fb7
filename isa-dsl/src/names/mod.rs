//! Where names are declared and used: what an editor asks.
//!
//! `room` says which names are looked up together, `places` finds the names of one file, and
//! [`Names`] are those of a whole description. Nothing here is checked: a name that nothing
//! declares has a place like any other, and a file with errors has those of what could be
//! read.

mod places;
mod room;

use crate::sorted::{SortedMap, SortedSet, sort_by_key};

pub use places::{Place, PlaceKind, places};
pub use room::Room;

use crate::source::Span;

/// Names of these are what an item is made of.
const PARTS: [Room; 4] = [Room::Layouts, Room::Encodings, Room::Modifiers, Room::Lints];

/// The names of the files of a description.
#[derive(Debug, Default)]
pub struct Names {
    /// All places, sorted by file and byte.
    pub places: Vec<Place>,
    /// Declarations by room and name, in lower case; indices of `places`.
    declared: SortedMap<(Room, String), Vec<usize>>,
    /// The layouts, sets and lints that items name, by the name of the item.
    made_of: SortedMap<String, SortedSet<String>>,
}

impl Names {
    /// The names of these places.
    pub fn new(mut places: Vec<Place>) -> Names {
        sort_by_key(&mut places, |place| place.span);
        let mut declared: SortedMap<(Room, String), Vec<usize>> = SortedMap::new();
        let mut made_of: SortedMap<String, SortedSet<String>> = SortedMap::new();
        for (index, place) in places.iter().enumerate() {
            if let PlaceKind::Declares(room) = place.kind {
                let key = (room, place.name.to_ascii_lowercase());
                declared.entry(key).or_default().push(index);
            }
            if let PlaceKind::Uses(rooms) = place.kind
                && rooms.iter().any(|room| PARTS.contains(room))
            {
                let parts = made_of.entry(place.owner.clone()).or_default();
                parts.insert(place.name.clone());
            }
        }
        Names {
            places,
            declared,
            made_of,
        }
    }

    /// The name at a byte of a file; at the end of one counts, too.
    pub fn at(&self, file: u32, byte: u32) -> Option<&Place> {
        let end = (self.places).partition_point(|it| (it.span.file, it.span.start) <= (file, byte));
        let place = self.places.get(end.checked_sub(1)?)?;
        (place.span.file == file && byte <= place.span.end).then_some(place)
    }

    /// What declares the name at a place: itself, if it does. Several, where architectures
    /// or rows have each their own.
    ///
    /// ```
    /// use isa_dsl::names::{Names, places};
    ///
    /// let text = "counter vmcnt; family f : F { counts vmcnt; }";
    /// let names = Names::new(places(0, text));
    /// let used = names.at(0, 38).unwrap();
    /// assert_eq!(names.declarations(used)[0].span.start, 8);
    /// ```
    pub fn declarations(&self, of: &Place) -> Vec<&Place> {
        let key = |room: Room| (room, of.name.to_ascii_lowercase());
        let all = |room: Room| -> Vec<&Place> {
            let found = self.declared.get(&key(room));
            found
                .into_iter()
                .flatten()
                .map(|index| &self.places[*index])
                .collect()
        };
        match &of.kind {
            PlaceKind::Declares(room) => self.within(*room, of, all(*room)),
            PlaceKind::Uses(rooms) => rooms
                .iter()
                .map(|room| self.within(*room, of, all(*room)))
                .find(|found| !found.is_empty())
                .unwrap_or_default(),
        }
    }

    /// Of names that belong to an item those of the same one, or of what it is made of.
    fn within<'n>(&self, room: Room, of: &Place, mut found: Vec<&'n Place>) -> Vec<&'n Place> {
        match room {
            Room::Own => {
                let same = |it: &&Place| it.span.file == of.span.file && it.item == of.item;
                match found.iter().any(same) {
                    true => found.retain(same),
                    // A lint means operands of the families that ask for it.
                    false => found.retain(|it| {
                        let parts = self.made_of.get(&it.owner);
                        parts.is_some_and(|parts| parts.contains(&of.owner))
                    }),
                }
            }
            Room::Fields => {
                // A field is any format's; those that the item names are meant.
                let named = self.named_by(of);
                if found.iter().any(|it| named.contains(&it.owner)) {
                    found.retain(|it| named.contains(&it.owner));
                }
            }
            _ => {}
        }
        found
    }

    /// The item of a place, the layouts, sets and modifiers that it names, and those that they
    /// name.
    pub fn named_by(&self, of: &Place) -> Vec<String> {
        let mut owners = vec![of.owner.clone()];
        let mut next = 0;
        while let Some(owner) = owners.get(next).cloned() {
            next += 1;
            for part in self.made_of.get(&owner).into_iter().flatten() {
                if !owners.contains(part) {
                    owners.push(part.clone());
                }
            }
        }
        owners
    }

    /// All places that mean what the name at a place means, declarations included.
    pub fn references(&self, of: &Place) -> Vec<&Place> {
        let declared = self.declarations(of);
        let meant: Vec<Span> = declared.iter().map(|it| it.span).collect();
        // What a lint asks of many families is not the name of one of them.
        let place = |it: &Place| (it.span.file, it.item);
        let is_own = |it: &&Place| it.kind == PlaceKind::Declares(Room::Own);
        let alone = declared
            .iter()
            .all(|it| is_own(it) && place(it) == place(of));
        let same = |it: &&Place| {
            it.name.eq_ignore_ascii_case(&of.name)
                && (!alone || place(it) == place(of))
                && self
                    .declarations(it)
                    .iter()
                    .any(|it| meant.contains(&it.span))
        };
        self.places.iter().filter(same).collect()
    }

    /// The declarations of a room.
    pub fn of(&self, room: Room) -> impl Iterator<Item = &Place> {
        let places = self.declared.iter().filter(move |((it, _), _)| *it == room);
        places
            .flat_map(|(_, indices)| indices)
            .map(|index| &self.places[*index])
    }
}
