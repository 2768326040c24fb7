//! A map in the order of its keys.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Bound, RangeBounds};

use super::iter::{Block, IntoIter, Iter};

/// Entries of a block at most.
const BLOCK: usize = 128;

/// Values by their keys, in the order of the keys.
#[derive(Clone)]
pub struct SortedMap<K, V> {
    /// None is empty, each is in order, and what is in one is before what is in the next.
    blocks: Vec<Block<K, V>>,
}

/// Where an entry is, or belongs.
#[derive(Debug, Clone, Copy)]
struct Place {
    block: usize,
    at: usize,
}

/// The entry of a key, which may not be there yet.
pub struct Entry<'m, K, V> {
    map: &'m mut SortedMap<K, V>,
    key: K,
    place: Result<Place, Place>,
}

impl<K, V> SortedMap<K, V> {
    /// An empty map.
    #[must_use]
    pub const fn new() -> Self {
        SortedMap { blocks: Vec::new() }
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.blocks.iter().map(Vec::len).sum()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The entries, in the order of their keys.
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter {
            front: [].iter(),
            blocks: self.blocks.iter(),
            back: [].iter(),
        }
    }

    /// The entries, in the order of their keys, with values to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = (&K, &mut V)> {
        let entries = self.blocks.iter_mut().flatten();
        entries.map(|(key, value)| (&*key, value))
    }

    /// The keys, in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + Clone {
        self.iter().map(|(key, _)| key)
    }

    /// The values, in the order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + Clone {
        self.iter().map(|(_, value)| value)
    }

    /// The values, in the order of their keys, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut V> {
        self.iter_mut().map(|(_, value)| value)
    }

    /// The keys of a map that is taken apart, in order.
    pub fn into_keys(self) -> impl Iterator<Item = K> {
        self.into_iter().map(|(key, _)| key)
    }

    /// The values of a map that is taken apart, in the order of their keys.
    pub fn into_values(self) -> impl Iterator<Item = V> {
        self.into_iter().map(|(_, value)| value)
    }

    /// Keeps the entries that a function wants to keep.
    pub fn retain(&mut self, mut keeps: impl FnMut(&K, &mut V) -> bool) {
        self.blocks.retain_mut(|block| {
            block.retain_mut(|(key, value)| keeps(key, value));
            !block.is_empty()
        });
    }

    /// Takes all entries away.
    pub fn clear(&mut self) {
        self.blocks.clear();
    }

    /// The first entry of the map.
    pub fn first_key_value(&self) -> Option<(&K, &V)> {
        self.iter().next()
    }

    /// The last entry of the map.
    pub fn last_key_value(&self) -> Option<(&K, &V)> {
        self.iter().next_back()
    }

    fn at(&self, place: Place) -> &(K, V) {
        &self.blocks[place.block][place.at]
    }

    fn at_mut(&mut self, place: Place) -> &mut V {
        &mut self.blocks[place.block][place.at].1
    }

    /// Adds an entry where it belongs.
    #[inline(never)]
    fn put(&mut self, place: Place, key: K, value: V) -> &mut V {
        let Place { mut block, mut at } = place;
        match self.blocks.get_mut(block) {
            None => self.blocks.push(Vec::new()),
            Some(full) if full.len() == BLOCK => {
                // What is added in order fills its blocks.
                let is_last = at == BLOCK && block + 1 == self.blocks.len();
                let cut = if is_last { BLOCK } else { BLOCK / 2 };
                let behind = self.blocks[block].split_off(cut);
                self.blocks.insert(block + 1, behind);
                if at > cut || is_last {
                    (block, at) = (block + 1, at - cut);
                }
            }
            Some(_) => {}
        }
        let entries = &mut self.blocks[block];
        entries.insert(at, (key, value));
        &mut entries[at].1
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    /// Where the entry of a key is, or belongs.
    #[inline(never)]
    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<Place, Place>
    where
        K: Borrow<Q>,
    {
        // Loops of its own: they are compiled for every kind of key and value, and the searches of
        // slices are three times as much code.
        let (mut block, mut behind) = (0, self.blocks.len());
        while block + 1 < behind {
            let middle = usize::midpoint(block, behind);
            match self.blocks[middle].first() {
                Some((first, _)) if first.borrow() <= key => block = middle,
                _ => behind = middle,
            }
        }
        let Some(entries) = self.blocks.get(block) else {
            return Err(Place { block, at: 0 });
        };
        let (mut at, mut behind) = (0, entries.len());
        while at < behind {
            let middle = usize::midpoint(at, behind);
            match entries[middle].0.borrow().cmp(key) {
                Ordering::Less => at = middle + 1,
                Ordering::Equal => return Ok(Place { block, at: middle }),
                Ordering::Greater => behind = middle,
            }
        }
        Err(Place { block, at })
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let place = self.place(key).ok()?;
        Some(&self.at(place).1)
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let place = self.place(key).ok()?;
        Some(self.at_mut(place))
    }

    /// The entry of a key: the key as the map has it.
    pub fn get_key_value<Q: Ord + ?Sized>(&self, key: &Q) -> Option<(&K, &V)>
    where
        K: Borrow<Q>,
    {
        let (key, value) = self.at(self.place(key).ok()?);
        Some((key, value))
    }

    /// Whether a key has a value.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).is_ok()
    }

    /// Gives a key a value; the one that it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(place) => Some(std::mem::replace(self.at_mut(place), value)),
            Err(place) => {
                self.put(place, key, value);
                None
            }
        }
    }

    /// Takes the entry of a key away; its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let Place { block, at } = self.place(key).ok()?;
        let (_, value) = self.blocks[block].remove(at);
        if self.blocks[block].is_empty() {
            self.blocks.remove(block);
        }
        Some(value)
    }

    /// The entry of a key, to be looked at and changed.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        Entry {
            place: self.place(&key),
            map: self,
            key,
        }
    }

    /// The entries whose keys are in a range, in the order of their keys; none if it ends before it
    /// begins.
    pub fn range(&self, range: impl RangeBounds<K>) -> Iter<'_, K, V> {
        let from = match range.start_bound() {
            Bound::Unbounded => Place { block: 0, at: 0 },
            Bound::Included(key) => self.place(key).unwrap_or_else(|place| place),
            Bound::Excluded(key) => self.behind(key),
        };
        let to = match range.end_bound() {
            Bound::Unbounded => Place {
                block: self.blocks.len(),
                at: 0,
            },
            Bound::Included(key) => self.behind(key),
            Bound::Excluded(key) => self.place(key).unwrap_or_else(|place| place),
        };
        let part = |block: usize, from: usize, to: usize| {
            let block = self.blocks.get(block).map_or(&[][..], Vec::as_slice);
            block.get(from..to.min(block.len())).unwrap_or_default()
        };
        let (mut front, mut back) = (part(from.block, from.at, usize::MAX), &[][..]);
        match from.block.cmp(&to.block) {
            Ordering::Less => back = part(to.block, 0, to.at),
            Ordering::Equal => front = part(from.block, from.at, to.at),
            Ordering::Greater => front = &[],
        }
        let between = self.blocks.get(from.block + 1..to.block);
        Iter {
            front: front.iter(),
            blocks: between.unwrap_or_default().iter(),
            back: back.iter(),
        }
    }

    /// Where what is behind a key begins.
    fn behind(&self, key: &K) -> Place {
        match self.place(key) {
            Ok(Place { block, at }) => Place { block, at: at + 1 },
            Err(place) => place,
        }
    }
}

impl<'m, K: Ord, V> Entry<'m, K, V> {
    /// The value; if there is none, what a function makes of the key.
    pub fn or_insert_with_key(self, make: impl FnOnce(&K) -> V) -> &'m mut V {
        match self.place {
            Ok(place) => self.map.at_mut(place),
            Err(place) => {
                let value = make(&self.key);
                self.map.put(place, self.key, value)
            }
        }
    }

    /// The value; if there is none, what a function makes.
    pub fn or_insert_with(self, make: impl FnOnce() -> V) -> &'m mut V {
        self.or_insert_with_key(|_| make())
    }

    /// The value; if there is none, this one.
    pub fn or_insert(self, value: V) -> &'m mut V {
        self.or_insert_with(|| value)
    }

    /// The value; if there is none, the default.
    pub fn or_default(self) -> &'m mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        SortedMap::new()
    }
}

impl<K: Ord, V> Extend<(K, V)> for SortedMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = SortedMap::new();
        map.extend(entries);
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for SortedMap<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<'m, K, V> IntoIterator for &'m SortedMap<K, V> {
    type Item = (&'m K, &'m V);
    type IntoIter = Iter<'m, K, V>;

    fn into_iter(self) -> Iter<'m, K, V> {
        self.iter()
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = IntoIter<K, V>;

    fn into_iter(self) -> IntoIter<K, V> {
        IntoIter {
            front: Vec::new().into_iter(),
            blocks: self.blocks.into_iter(),
        }
    }
}

// The same entries are the same map, in whichever blocks they are.

impl<K: PartialEq, V: PartialEq> PartialEq for SortedMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other)
    }
}

impl<K: Eq, V: Eq> Eq for SortedMap<K, V> {}

impl<K: Ord, V: Ord> PartialOrd for SortedMap<K, V> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<K: Ord, V: Ord> Ord for SortedMap<K, V> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other)
    }
}

impl<K: Hash, V: Hash> Hash for SortedMap<K, V> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        for entry in self {
            entry.hash(state);
        }
    }
}

impl<K: fmt::Debug, V: fmt::Debug> fmt::Debug for SortedMap<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<K: fmt::Debug, V> fmt::Debug for Entry<'_, K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Entry").field(&self.key).finish()
    }
}
