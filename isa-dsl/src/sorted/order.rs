//! Lists brought into order.

use std::cmp::Ordering;

/// Sorts a list by keys; what has the same key stays in its order.
///
/// The sort of a slice is compiled anew for each kind of items, which was a tenth of what compiling
/// this crate costs. Here numbers of items are sorted, whatever those are.
///
/// ```
/// use isa_dsl::sorted::sort_by_key;
///
/// let mut mnemonics = ["v_mov_b32", "s_nop", "ds_nop"];
/// sort_by_key(&mut mnemonics, |it| it.len());
/// assert_eq!(mnemonics, ["s_nop", "ds_nop", "v_mov_b32"]);
/// ```
pub fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(list, |left, right| key(left).cmp(&key(right)));
}

/// Sorts a list; what is equal stays in its order.
pub fn sort<T: Ord>(list: &mut [T]) {
    sort_by(list, T::cmp);
}

/// Sorts a list as a comparison says; what is equal to it stays in its order.
pub fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let order = order(list.len(), &|left, right| {
        compare(&list[left], &list[right])
    });
    arrange(order, &mut |left, right| list.swap(left, right));
}

/// The numbers of so many items in the order that a comparison says; none if they are in it.
fn order(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    if (1..count).all(|at| compare(at - 1, at).is_le()) {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|left, right| compare(*left, *right));
    order
}

/// Brings items into an order of their numbers: from each place on along those that the items have
/// to go to.
fn arrange(mut order: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..order.len() {
        let mut place = start;
        while order[place] != start {
            let from = core::mem::replace(&mut order[place], place);
            swap(place, from);
            place = from;
        }
        order[place] = place;
    }
}
