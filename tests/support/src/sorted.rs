//! Maps and sets of the compiler (`isa_dsl::sorted`) beside those of the standard library, whatever
//! is done to both. What is generic is compiled where it is used, and tests are not optimised: so
//! they are compared here.
#![allow(clippy::missing_panics_doc, reason = "these are assertions")]

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::ops::Bound;

use isa_dsl::sorted::{SortedMap, SortedSet};

/// What is done to a map.
#[derive(Debug, Clone)]
pub enum Change {
    /// A key with a value.
    Insert(u16, u32),
    /// A key.
    Remove(u16),
    /// Bits that the value of a key changes, whether it is there or not.
    Add(u16, u32),
    /// The value of a key that is there.
    Set(u16, u32),
    /// So many keys from one on, upwards or downwards, as a list in order adds them.
    Run(u16, u16, bool),
    /// Keys that it divides stay.
    Retain(u16),
    /// Nothing stays.
    Clear,
}

fn apply(changes: &[Change]) -> (SortedMap<u16, u32>, BTreeMap<u16, u32>) {
    let (mut ours, mut known) = (SortedMap::new(), BTreeMap::new());
    for change in changes {
        match *change {
            Change::Insert(key, value) => {
                assert_eq!(ours.insert(key, value), known.insert(key, value));
            }
            Change::Remove(key) => assert_eq!(ours.remove(&key), known.remove(&key)),
            Change::Add(key, value) => {
                let of_key = |key: &u16| u32::from(*key) + 1;
                *ours.entry(key).or_insert_with_key(of_key) ^= value;
                *known.entry(key).or_insert_with_key(of_key) ^= value;
                *ours.entry(key).or_default() ^= 1;
                *known.entry(key).or_default() ^= 1;
            }
            Change::Set(key, value) => {
                let (ours, known) = (ours.get_mut(&key), known.get_mut(&key));
                assert_eq!(ours, known);
                if let (Some(ours), Some(known)) = (ours, known) {
                    (*ours, *known) = (value, value);
                }
            }
            Change::Run(first, count, is_up) => {
                for at in 0..count {
                    let key = if is_up {
                        first + at
                    } else {
                        first + count - at
                    };
                    assert_eq!(ours.insert(key, at.into()), known.insert(key, at.into()));
                }
            }
            Change::Retain(part) => {
                let keeps = |key: &u16, value: &mut u32| {
                    *value = value.wrapping_add(1);
                    key.is_multiple_of(part)
                };
                ours.retain(keeps);
                known.retain(keeps);
            }
            Change::Clear => {
                ours.clear();
                known.clear();
            }
        }
    }
    (ours, known)
}

/// Maps say what trees say; of parts between two keys, too.
pub fn compare_maps(changes: &[Change], from: u16, to: u16) {
    let (mut ours, known) = apply(changes);
    assert!(ours.iter().eq(&known));
    assert!(ours.iter().rev().eq(known.iter().rev()));
    assert!(ours.keys().eq(known.keys()));
    assert!(ours.values().eq(known.values()));
    assert_eq!(ours.len(), known.len());
    assert_eq!(ours.is_empty(), known.is_empty());
    assert_eq!(ours.first_key_value(), known.first_key_value());
    assert_eq!(ours.last_key_value(), known.last_key_value());
    assert_eq!(format!("{ours:?}"), format!("{known:?}"));
    for key in 0..2_600 {
        assert_eq!(ours.get(&key), known.get(&key));
        assert_eq!(ours.get_key_value(&key), known.get_key_value(&key));
        assert_eq!(ours.contains_key(&key), known.contains_key(&key));
    }
    let (from, to) = (from.min(to), from.max(to));
    let bounds = [
        (Bound::Included(from), Bound::Included(to)),
        (Bound::Included(from), Bound::Excluded(to)),
        (Bound::Unbounded, Bound::Included(to)),
        (Bound::Excluded(from), Bound::Unbounded),
    ];
    for bounds in bounds {
        assert!(ours.range(bounds).eq(known.range(bounds)), "{bounds:?}");
        assert!(
            ours.range(bounds).rev().eq(known.range(bounds).rev()),
            "{bounds:?}"
        );
    }
    // Of these the standard library panics.
    assert_eq!(ours.range(to + 1..from).next(), None);
    assert_eq!(ours.range(to + 1..=from).next_back(), None);
    let values: Vec<u32> = ours.values_mut().map(|value| *value).collect();
    assert!(values.iter().eq(known.values()));
    assert!(ours.clone().into_keys().eq(known.clone().into_keys()));
    assert!(ours.into_iter().eq(known));
}

/// Maps are the same where trees are, however they came to be: blocks are no part of what a map is.
pub fn compare_same(one: &[Change], two: &[Change]) {
    let ((one, known_one), (two, known_two)) = (apply(one), apply(two));
    assert_eq!(one == two, known_one == known_two);
    assert_eq!(one.cmp(&two), known_one.cmp(&known_two));
    let again: SortedMap<u16, u32> = known_one.into_iter().collect();
    assert_eq!(&one, &again);
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    assert_eq!(hasher.hash_one(&one), hasher.hash_one(&again));
}

/// Sets say what trees say.
pub fn compare_sets(one: &[Change], two: &[Change], key: u16) {
    let ((one, known_one), (two, known_two)) = (apply(one), apply(two));
    let mut ours = [one, two].map(|map| map.into_keys().collect::<SortedSet<u16>>());
    let mut known = [known_one, known_two].map(|map| map.into_keys().collect::<BTreeSet<u16>>());
    let ([one, two], [known_one, known_two]) = (&ours, &known);
    assert!(one.union(two).eq(known_one.union(known_two)));
    assert!(one.difference(two).eq(known_one.difference(known_two)));
    assert_eq!(one.is_disjoint(two), known_one.is_disjoint(known_two));
    assert_eq!(
        (one.first(), one.last()),
        (known_one.first(), known_one.last())
    );
    assert_eq!(one.cmp(two), known_one.cmp(known_two));
    assert!(one.range(key..).eq(known_one.range(key..)));
    assert!(one.range(..=key).rev().eq(known_one.range(..=key).rev()));
    assert_eq!(one.contains(&key), known_one.contains(&key));
    assert_eq!(
        (one.len(), one.is_empty()),
        (known_one.len(), known_one.is_empty())
    );
    let (ours, known) = (&mut ours[0], &mut known[0]);
    assert_eq!(ours.insert(key), known.insert(key));
    assert_eq!(ours.insert(key), known.insert(key));
    assert_eq!(ours.remove(&key), known.remove(&key));
    ours.retain(|key| key % 3 == 0);
    known.retain(|key| key % 3 == 0);
    assert_eq!(format!("{ours:?}"), format!("{known:?}"));
    assert!(ours.clone().into_iter().eq(known.clone()));
    ours.clear();
    assert!(ours.is_empty());
}
