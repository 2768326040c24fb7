//! A set in the order of what is in it.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::RangeBounds;

use super::iter::{IntoKeys, Keys};
use super::map::SortedMap;

/// What is in a set, in order.
#[derive(Clone)]
pub struct SortedSet<T> {
    map: SortedMap<T, ()>,
}

impl<T> SortedSet<T> {
    /// An empty set.
    #[must_use]
    pub const fn new() -> Self {
        SortedSet {
            map: SortedMap::new(),
        }
    }

    /// How many are in it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.map.len()
    }

    /// Whether nothing is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }

    /// What is in it, in order.
    pub fn iter(&self) -> Keys<'_, T> {
        Keys(self.map.iter())
    }

    /// Takes everything out of it.
    pub fn clear(&mut self) {
        self.map.clear();
    }

    /// The first that is in it.
    pub fn first(&self) -> Option<&T> {
        self.iter().next()
    }

    /// The last that is in it.
    pub fn last(&self) -> Option<&T> {
        self.iter().next_back()
    }

    /// Keeps what a function wants to keep.
    pub fn retain(&mut self, mut keeps: impl FnMut(&T) -> bool) {
        self.map.retain(|key, ()| keeps(key));
    }
}

impl<T: Ord> SortedSet<T> {
    /// Whether something is in the set.
    pub fn contains<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.map.contains_key(key)
    }

    /// Puts something into the set; whether it was not in it.
    pub fn insert(&mut self, key: T) -> bool {
        self.map.insert(key, ()).is_none()
    }

    /// Takes something out of the set; whether it was in it.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.map.remove(key).is_some()
    }

    /// What is in it and in a range, in order.
    pub fn range(&self, range: impl RangeBounds<T>) -> impl DoubleEndedIterator<Item = &T> {
        Keys(self.map.range(range))
    }

    /// Whether nothing is in both.
    pub fn is_disjoint(&self, other: &Self) -> bool {
        !self.iter().any(|key| other.contains(key))
    }

    /// What is in one of them or in both, in order.
    pub fn union<'s>(&'s self, other: &'s Self) -> impl Iterator<Item = &'s T> {
        self.iter()
            .chain(other)
            .collect::<SortedSet<&T>>()
            .into_iter()
    }

    /// What is in this one and not in the other, in order.
    pub fn difference<'s>(&'s self, other: &'s Self) -> impl Iterator<Item = &'s T> {
        self.iter().filter(|key| !other.contains(*key))
    }
}

impl<T> Default for SortedSet<T> {
    fn default() -> Self {
        SortedSet::new()
    }
}

impl<T: Ord> Extend<T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, keys: I) {
        for key in keys {
            self.insert(key);
        }
    }
}

impl<'a, T: Ord + Copy + 'a> Extend<&'a T> for SortedSet<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, keys: I) {
        for key in keys {
            self.insert(*key);
        }
    }
}

impl<T: Ord> FromIterator<T> for SortedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(keys: I) -> Self {
        let mut set = SortedSet::new();
        set.extend(keys);
        set
    }
}

impl<T: Ord, const N: usize> From<[T; N]> for SortedSet<T> {
    fn from(keys: [T; N]) -> Self {
        keys.into_iter().collect()
    }
}

impl<'s, T> IntoIterator for &'s SortedSet<T> {
    type Item = &'s T;
    type IntoIter = Keys<'s, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T> IntoIterator for SortedSet<T> {
    type Item = T;
    type IntoIter = IntoKeys<T>;

    fn into_iter(self) -> Self::IntoIter {
        IntoKeys(self.map.into_iter())
    }
}

impl<T: PartialEq> PartialEq for SortedSet<T> {
    fn eq(&self, other: &Self) -> bool {
        self.map == other.map
    }
}

impl<T: Eq> Eq for SortedSet<T> {}

impl<T: Ord> PartialOrd for SortedSet<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: Ord> Ord for SortedSet<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.map.cmp(&other.map)
    }
}

impl<T: Hash> Hash for SortedSet<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.map.hash(state);
    }
}

impl<T: fmt::Debug> fmt::Debug for SortedSet<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self).finish()
    }
}
