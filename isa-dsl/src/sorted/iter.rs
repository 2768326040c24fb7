//! Entries one after the other, from both ends.

use std::{slice, vec};

/// A list of entries, a block of a map.
pub(super) type Block<K, V> = Vec<(K, V)>;

/// The entries of a map or of a part of it, in the order of their keys.
#[derive(Debug)]
pub struct Iter<'m, K, V> {
    pub(super) front: slice::Iter<'m, (K, V)>,
    pub(super) blocks: slice::Iter<'m, Block<K, V>>,
    pub(super) back: slice::Iter<'m, (K, V)>,
}

impl<K, V> Clone for Iter<'_, K, V> {
    fn clone(&self) -> Self {
        Iter {
            front: self.front.clone(),
            blocks: self.blocks.clone(),
            back: self.back.clone(),
        }
    }
}

impl<'m, K, V> Iterator for Iter<'m, K, V> {
    type Item = (&'m K, &'m V);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((key, value)) = self.front.next() {
                return Some((key, value));
            }
            match self.blocks.next() {
                Some(block) => self.front = block.iter(),
                None => return self.back.next().map(|(key, value)| (key, value)),
            }
        }
    }
}

impl<K, V> DoubleEndedIterator for Iter<'_, K, V> {
    fn next_back(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((key, value)) = self.back.next_back() {
                return Some((key, value));
            }
            match self.blocks.next_back() {
                Some(block) => self.back = block.iter(),
                None => return self.front.next_back().map(|(key, value)| (key, value)),
            }
        }
    }
}

/// The entries of a map that is taken apart, in the order of their keys.
#[derive(Debug)]
pub struct IntoIter<K, V> {
    pub(super) front: vec::IntoIter<(K, V)>,
    pub(super) blocks: vec::IntoIter<Block<K, V>>,
}

impl<K, V> Iterator for IntoIter<K, V> {
    type Item = (K, V);

    fn next(&mut self) -> Option<(K, V)> {
        loop {
            if let Some(entry) = self.front.next() {
                return Some(entry);
            }
            self.front = self.blocks.next()?.into_iter();
        }
    }
}

/// What is in a set or in a part of it, in order.
#[derive(Debug)]
pub struct Keys<'s, T>(pub(super) Iter<'s, T, ()>);

impl<T> Clone for Keys<'_, T> {
    fn clone(&self) -> Self {
        Keys(self.0.clone())
    }
}

impl<'s, T> Iterator for Keys<'s, T> {
    type Item = &'s T;

    fn next(&mut self) -> Option<&'s T> {
        self.0.next().map(|(key, ())| key)
    }
}

impl<T> DoubleEndedIterator for Keys<'_, T> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back().map(|(key, ())| key)
    }
}

/// What is in a set that is taken apart, in order.
#[derive(Debug)]
pub struct IntoKeys<T>(pub(super) IntoIter<T, ()>);

impl<T> Iterator for IntoKeys<T> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.0.next().map(|(key, ())| key)
    }
}
