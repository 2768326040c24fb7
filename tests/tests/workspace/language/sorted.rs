//! Maps and sorts of the compiler (`isa_dsl::sorted`) say what those of the standard library say,
//! whatever is done to them, with one block of entries or with many.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::ops::Bound;

use isa_dsl::sorted::{SortedMap, SortedSet, sort, sort_by_key};
use proptest::prelude::*;

#[derive(Debug, Clone)]
enum Change {
    Insert(u16, u32),
    Remove(u16),
    Add(u16, u32),
    Set(u16, u32),
    /// So many keys from one on, upwards or downwards, as a list in order adds them.
    Run(u16, u16, bool),
    Retain(u16),
    Clear,
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let key = || 0..2_000u16;
    let change = prop_oneof![
        20 => (key(), any::<u32>()).prop_map(|(key, value)| Change::Insert(key, value)),
        10 => key().prop_map(Change::Remove),
        10 => (key(), any::<u32>()).prop_map(|(key, value)| Change::Add(key, value)),
        10 => (key(), any::<u32>()).prop_map(|(key, value)| Change::Set(key, value)),
        10 => (key(), 0..600u16, any::<bool>()).prop_map(|(key, n, up)| Change::Run(key, n, up)),
        1 => (2..7u16).prop_map(Change::Retain),
        1 => Just(Change::Clear),
    ];
    prop::collection::vec(change, 0..60)
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

proptest! {
    #[test]
    fn maps_say_what_trees_say(changes in changes(), from in 0..2_600u16, to in 0..2_600u16) {
        let (mut ours, known) = apply(&changes);
        prop_assert!(ours.iter().eq(&known));
        prop_assert!(ours.iter().rev().eq(known.iter().rev()));
        prop_assert!(ours.keys().eq(known.keys()));
        prop_assert!(ours.values().eq(known.values()));
        prop_assert_eq!(ours.len(), known.len());
        prop_assert_eq!(ours.is_empty(), known.is_empty());
        prop_assert_eq!(ours.first_key_value(), known.first_key_value());
        prop_assert_eq!(ours.last_key_value(), known.last_key_value());
        prop_assert_eq!(format!("{ours:?}"), format!("{known:?}"));
        for key in 0..2_600 {
            prop_assert_eq!(ours.get(&key), known.get(&key));
            prop_assert_eq!(ours.get_key_value(&key), known.get_key_value(&key));
            prop_assert_eq!(ours.contains_key(&key), known.contains_key(&key));
        }
        let (from, to) = (from.min(to), from.max(to));
        let bounds = [
            (Bound::Included(from), Bound::Included(to)),
            (Bound::Included(from), Bound::Excluded(to)),
            (Bound::Unbounded, Bound::Included(to)),
            (Bound::Excluded(from), Bound::Unbounded),
        ];
        for bounds in bounds {
            prop_assert!(ours.range(bounds).eq(known.range(bounds)), "{bounds:?}");
            prop_assert!(ours.range(bounds).rev().eq(known.range(bounds).rev()), "{bounds:?}");
        }
        // Of these the standard library panics.
        prop_assert_eq!(ours.range(to + 1..from).next(), None);
        prop_assert_eq!(ours.range(to + 1..=from).next_back(), None);
        let values: Vec<u32> = ours.values_mut().map(|value| *value).collect();
        prop_assert!(values.iter().eq(known.values()));
        prop_assert!(ours.clone().into_keys().eq(known.clone().into_keys()));
        prop_assert!(ours.into_iter().eq(known));
    }

    /// However they came to be: blocks are no part of what a map is.
    #[test]
    fn maps_with_the_same_entries_are_the_same(one in changes(), two in changes()) {
        let ((one, known_one), (two, known_two)) = (apply(&one), apply(&two));
        prop_assert_eq!(one == two, known_one == known_two);
        prop_assert_eq!(one.cmp(&two), known_one.cmp(&known_two));
        let again: SortedMap<u16, u32> = known_one.into_iter().collect();
        prop_assert_eq!(&one, &again);
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        prop_assert_eq!(hasher.hash_one(&one), hasher.hash_one(&again));
    }

    #[test]
    fn sets_say_what_trees_say(one in changes(), two in changes(), key in 0..2_600u16) {
        let ((one, known_one), (two, known_two)) = (apply(&one), apply(&two));
        let mut ours = [one, two].map(|map| map.into_keys().collect::<SortedSet<u16>>());
        let mut known = [known_one, known_two].map(|map| map.into_keys().collect::<BTreeSet<u16>>());
        let ([one, two], [known_one, known_two]) = (&ours, &known);
        prop_assert!(one.union(two).eq(known_one.union(known_two)));
        prop_assert!(one.difference(two).eq(known_one.difference(known_two)));
        prop_assert_eq!(one.is_disjoint(two), known_one.is_disjoint(known_two));
        prop_assert_eq!((one.first(), one.last()), (known_one.first(), known_one.last()));
        prop_assert_eq!(one.cmp(two), known_one.cmp(known_two));
        prop_assert!(one.range(key..).eq(known_one.range(key..)));
        prop_assert!(one.range(..=key).rev().eq(known_one.range(..=key).rev()));
        prop_assert_eq!(one.contains(&key), known_one.contains(&key));
        prop_assert_eq!((one.len(), one.is_empty()), (known_one.len(), known_one.is_empty()));
        let (ours, known) = (&mut ours[0], &mut known[0]);
        prop_assert_eq!(ours.insert(key), known.insert(key));
        prop_assert_eq!(ours.insert(key), known.insert(key));
        prop_assert_eq!(ours.remove(&key), known.remove(&key));
        ours.retain(|key| key % 3 == 0);
        known.retain(|key| key % 3 == 0);
        prop_assert_eq!(format!("{ours:?}"), format!("{known:?}"));
        prop_assert!(ours.clone().into_iter().eq(known.clone()));
        ours.clear();
        prop_assert!(ours.is_empty());
    }
    /// With equal ones in their order.
    #[test]
    fn lists_are_sorted(list: Vec<(u8, u16)>) {
        let (mut ours, mut known) = (list.clone(), list.clone());
        sort(&mut ours);
        known.sort_unstable();
        prop_assert_eq!(ours, known);

        let (mut ours, mut known) = (list.clone(), list);
        sort_by_key(&mut ours, |it| it.0 % 8);
        known.sort_by_key(|it| it.0 % 8);
        prop_assert_eq!(ours, known);
    }
}
