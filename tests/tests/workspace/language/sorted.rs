//! Maps and sorts of the compiler (`isa_dsl::sorted`) say what those of the standard library say,
//! whatever is done to them, with one block of entries or with many.

use isa_dsl::sorted::{sort, sort_by_key};
use isa_test_support::sorted::{Change, compare_maps, compare_same, compare_sets};
use proptest::prelude::*;

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

proptest! {
    #[test]
    fn maps_say_what_trees_say(changes in changes(), from in 0..2_600u16, to in 0..2_600u16) {
        compare_maps(&changes, from, to);
    }

    #[test]
    fn maps_with_the_same_entries_are_the_same(one in changes(), two in changes()) {
        compare_same(&one, &two);
    }

    #[test]
    fn sets_say_what_trees_say(one in changes(), two in changes(), key in 0..2_600u16) {
        compare_sets(&one, &two, key);
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
        prop_assert_eq!(&ours, &known);

        // What is in order stays as it is.
        sort_by_key(&mut ours, |it| it.0 % 8);
        prop_assert_eq!(ours, known);
    }
}
