//! Patterns of bits that overlap: some bits are a case of both.

use crate::sorted::{sort, sort_by_key};
use crate::tables::{Bits, MAX_BITS};

/// So few patterns are compared each with each.
const FEW: usize = 24;

/// The pairs of patterns that overlap, as places in the list, the later one first; in the order
/// of the later ones, and there of the earlier ones. A pattern is a mask, and what the bits are
/// that it fixes.
pub fn pairs(patterns: &[(Bits, Bits)]) -> Vec<(usize, usize)> {
    // How many patterns fix each bit; neighbours often fix the same ones.
    let mut order: Vec<(usize, u8)> = (0..MAX_BITS as u8).map(|bit| (0, bit)).collect();
    for same in patterns.chunk_by(|(mask, _), (next, _)| mask == next) {
        for (fixed, bit) in &mut order {
            *fixed += if same[0].0.is_set(*bit) {
                same.len()
            } else {
                0
            };
        }
    }
    order.retain(|(fixed, _)| *fixed > 0);
    sort_by_key(&mut order, |&(fixed, bit)| (std::cmp::Reverse(fixed), bit));
    let order: Vec<u8> = order.into_iter().map(|(_, bit)| bit).collect();
    let mut found = Vec::new();
    let all: Vec<usize> = (0..patterns.len()).collect();
    within(&all, &order, patterns, &mut found);
    // What leaves a bit free that others were told apart by was compared twice.
    sort(&mut found);
    found.dedup();
    found
}

/// Adds the pairs of a group: told apart by the first bits that tell, or else each with each.
fn within(
    group: &[usize],
    order: &[u8],
    patterns: &[(Bits, Bits)],
    found: &mut Vec<(usize, usize)>,
) {
    if group.len() > FEW {
        for (at, &bit) in order.iter().enumerate() {
            let may_be = |is_set: bool| {
                let group = group.iter().copied();
                let here = group.filter(move |&it| {
                    let (mask, bits) = patterns[it];
                    !mask.is_set(bit) || bits.is_set(bit) == is_set
                });
                here.collect::<Vec<usize>>()
            };
            let (clear, set) = (may_be(false), may_be(true));
            let tells = clear.len() < group.len() && set.len() < group.len();
            // Of a bit that most leave free both halves would be nearly the whole.
            if tells && clear.len() + set.len() <= group.len() + group.len() / 2 {
                let rest = &order[at + 1..];
                within(&clear, rest, patterns, found);
                within(&set, rest, patterns, found);
                return;
            }
        }
    }
    for (at, &later) in group.iter().enumerate() {
        let (mask, bits) = patterns[later];
        for &earlier in &group[..at] {
            let (other_mask, other) = patterns[earlier];
            if !((bits ^ other) & mask & other_mask).any() {
                found.push((later, earlier));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Catches pairs that are lost, or found twice, when groups are told apart by bits that
    /// some of their patterns leave free.
    #[test]
    fn all_pairs_are_found_and_each_once() {
        let mut state = 1_u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            state >> 33
        };
        for free in [0, 3, 40] {
            let mut patterns = Vec::new();
            for number in 0..300 {
                let mask = match number % 50 < free {
                    true => next() & next() & 0x3ff,
                    false => 0x3ff,
                };
                patterns.push((Bits::from_low(mask), Bits::from_low(next() & mask)));
            }
            let mut expected = Vec::new();
            for later in 0..patterns.len() {
                for earlier in 0..later {
                    let ((a, x), (b, y)) = (patterns[later], patterns[earlier]);
                    if !((x ^ y) & a & b).any() {
                        expected.push((later, earlier));
                    }
                }
            }
            assert!(!expected.is_empty());
            assert_eq!(pairs(&patterns), expected);
        }
    }
}
