//! Decode trees: from an instruction's bits to its encoding in a few table
//! look-ups.

use crate::known::Known;
use crate::sorted::{sort, sort_by_key};

use crate::bits::ones;
use crate::tables::{BitString, Bits, MAX_WINDOW};

/// Slots of a tree at most: so many, and so many more for each pattern.
const MIN_SLOTS: usize = 1 << 13;
const SLOTS_FOR_EACH: usize = 20;
/// So many patterns may have any window.
const FEW: usize = 64;
/// A window that leaves more patterns to compare by this part is nearly as good.
const NEARLY: u64 = 16;
/// A pattern with one more bit fixed is half as often met, but no rarer than so many
/// bits make it: opcodes are not all as long as they are rare.
const RAREST: u32 = 8;

/// What a tree tells apart.
#[derive(Debug, Clone, Copy)]
pub struct Pattern {
    /// What the caller calls it.
    pub id: usize,
    /// Bits that are fixed and tell it from others.
    pub mask: Bits,
    /// Their values.
    pub bits: Bits,
    /// How many bits are fixed, also those by which nothing is told apart.
    pub fixed: u32,
}

impl Pattern {
    /// A pattern of which every fixed bit tells it from others.
    pub fn new(id: usize, mask: Bits, bits: Bits) -> Pattern {
        Pattern {
            id,
            mask,
            bits,
            fixed: mask.count_ones(),
        }
    }
}

/// A tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tree {
    /// No pattern.
    Empty,
    /// One pattern; its bits beyond the path are still to be compared.
    Leaf(usize),
    /// By the bits `shift..shift + width`, which are all in the same 64.
    Switch {
        /// The lowest of the bits.
        shift: u32,
        /// How many bits.
        width: u32,
        /// For each value of the bits, which of the branches goes on.
        slots: Vec<u16>,
        /// Different ones: values that the patterns leave free lead to the same.
        branches: Vec<Tree>,
    },
    /// Patterns to compare one after the other, the one with the most fixed
    /// bits first. No window tells them apart.
    List(Vec<usize>),
}

#[cfg(test)]
impl Tree {
    /// How many slots its switches and lists have.
    pub fn slots(&self) -> usize {
        match self {
            Tree::Empty | Tree::Leaf(_) => 0,
            Tree::List(ids) => ids.len() + 1,
            Tree::Switch {
                shift,
                slots,
                branches,
                ..
            } => {
                // Bits beyond the first 64 are looked at in a slot of their own.
                let own = slots.len() + usize::from(*shift >= 64);
                own + branches.iter().map(Tree::slots).sum::<usize>()
            }
        }
    }
}

/// Builds a tree. The result does not depend on the order of the patterns,
/// except in lists of equally specific ones.
pub fn build(patterns: &[Pattern]) -> Tree {
    // Patterns that leave different bits free repeat in many slots, those of
    // their slots again: beyond what any machine needs, lists must do.
    let mut budget = MIN_SLOTS + SLOTS_FOR_EACH * patterns.len();
    grow(patterns, Bits::ZERO, &mut budget)
}

fn grow(patterns: &[Pattern], tested: Bits, budget: &mut usize) -> Tree {
    match patterns {
        [] => return Tree::Empty,
        [only] => return Tree::Leaf(only.id),
        _ => {}
    }
    let cost = |width: u32| (1_usize << width) + patterns.len();
    // Of two cases of one pattern, or of a case and the rest, two comparisons tell.
    let window = match patterns.len() == 2 && are_cases(patterns, tested) {
        true => None,
        false => window(patterns, tested),
    };
    if let Some((shift, width)) = window.filter(|&(_, width)| cost(width) <= *budget) {
        let mut found = vec![Vec::new(); 1 << width];
        let window = ones(width);
        for (place, pattern) in (0_u32..).zip(patterns) {
            let fixed = pattern.mask.window(shift as u8) & window;
            let value = pattern.bits.window(shift as u8) & fixed;
            // A pattern that leaves bits of the window free goes wherever
            // they may lead: all subsets of the free bits.
            let free = window & !fixed;
            let mut choice = 0;
            loop {
                found[(value | choice) as usize].push(place);
                choice = choice.wrapping_sub(free) & free;
                if choice == 0 {
                    break;
                }
            }
        }
        *budget = budget.saturating_sub(1 << width);
        let tested = tested | Bits::ones(shift + width) & !Bits::ones(shift);
        let mut known: Known<Vec<u32>, u16> = Known::default();
        let mut branches = Vec::new();
        let slots = found.into_iter().map(|places| {
            *known.entry(places).or_insert_with_key(|places| {
                let these = places.iter().map(|&it| patterns[it as usize]);
                let these: Vec<Pattern> = these.collect();
                *budget = budget.saturating_sub(these.len());
                branches.push(grow(&these, tested, budget));
                (branches.len() - 1) as u16
            })
        });
        Tree::Switch {
            shift,
            width,
            slots: slots.collect(),
            branches,
        }
    } else {
        let mut order: Vec<&Pattern> = patterns.iter().collect();
        sort_by_key(&mut order, |pattern| std::cmp::Reverse(pattern.fixed));
        Tree::List(order.iter().map(|pattern| pattern.id).collect())
    }
}

/// Bits that some of the patterns fix.
fn mask_of(patterns: &[Pattern]) -> Bits {
    let masks = patterns.iter().map(|pattern| pattern.mask);
    masks.fold(Bits::ZERO, |all, mask| all | mask)
}

/// Whether bits were tested that only some of the patterns fix: what gets here is mostly
/// one of these, however rare it was before.
fn are_cases(patterns: &[Pattern], tested: Bits) -> bool {
    let some = mask_of(patterns);
    let all = patterns
        .iter()
        .fold(some, |mask, pattern| mask & pattern.mask);
    (some & !all & tested).any()
}

/// The window of bits that some of the patterns fix, after which the fewest are left to
/// compare; of equally good ones the first, and there the narrowest.
pub fn window(patterns: &[Pattern], tested: Bits) -> Option<(u32, u32)> {
    let some = mask_of(patterns) & !tested;
    // Where two patterns differ in a bit that both fix, slots hold fewer patterns each.
    let fixed_as = |bits: &dyn Fn(&Pattern) -> Bits| {
        patterns.iter().fold(Bits::ZERO, |all, pattern| {
            all | bits(pattern) & pattern.mask
        })
    };
    let told_apart = fixed_as(&|pattern| pattern.bits) & fixed_as(&|pattern| !pattern.bits);
    // A slot for each pattern, and a few more: wide windows of few patterns are
    // memory without a use.
    let widest = (2 + patterns.len().ilog2()).min(MAX_WINDOW);
    let mut parts: Vec<Part> = parts(patterns, tested);
    // What is left where each pattern is alone in its slots: no window does better.
    let least = parts.iter().map(|part| 1_u64 << part.weight).sum();
    let mut counts = [0; 1 << MAX_WINDOW];
    let mut choices: Vec<Choice> = Vec::new();
    for (low, run) in words(some.runs()) {
        for (part, pattern) in parts.iter_mut().zip(patterns) {
            part.mask = pattern.mask.window(low as u8);
            part.bits = pattern.bits.window(low as u8) & part.mask;
        }
        let told_apart = told_apart.window(low as u8);
        let masks = masks(&parts);
        for shift in 0..run {
            for width in 1..=(run - shift).min(widest) {
                let window = ones(width) << shift;
                if told_apart & window == 0 {
                    continue;
                }
                let entries = entries(&masks, window);
                if is_wasteful(&parts, window, entries) {
                    continue;
                }
                let left = left_to_compare(&parts, shift, width, &mut counts);
                if left == least {
                    return Some((low + shift, width));
                }
                choices.push(Choice {
                    left,
                    entries,
                    window: (low + shift, width),
                });
            }
        }
    }
    choose(&choices, patterns.len())
}

/// A window that could be taken.
struct Choice {
    /// Patterns that are left to compare.
    left: u64,
    /// Patterns of all slots together.
    entries: usize,
    window: (u32, u32),
}

/// The first that leaves the fewest; where there are many patterns, of those that leave
/// nearly as few the one with the fewest entries, all of which are told apart further.
fn choose(choices: &[Choice], patterns: usize) -> Option<(u32, u32)> {
    let least = choices.iter().map(|it| it.left).min()?;
    let most = match patterns > FEW {
        true => least + least / NEARLY,
        false => least,
    };
    let good = choices.iter().filter(|it| it.left <= most);
    let best = match patterns > FEW {
        true => good.min_by_key(|it| (it.entries, it.left)),
        false => good.min_by_key(|it| it.left),
    };
    best.map(|it| it.window)
}

/// What a pattern fixes of the bits that windows of a run look at.
struct Part {
    mask: u64,
    bits: u64,
    /// Logarithm of how often the pattern is met, in parts of a whole window.
    weight: u32,
}

impl Part {
    /// The slots of a pattern: all values of the bits that it leaves free.
    fn slots(&self, shift: u32, width: u32) -> impl Iterator<Item = usize> + use<> {
        let free = !self.mask >> shift & ones(width);
        let first = self.bits >> shift & ones(width);
        let mut next = Some(0_u64);
        std::iter::from_fn(move || {
            let choice = next?;
            next = Some(choice.wrapping_sub(free) & free).filter(|choice| *choice != 0);
            Some((first | choice) as usize)
        })
    }
}

/// The patterns without a run yet. None is more than 2 to the power of [`RAREST`] times as
/// rare as another, and all are met as often where bits were tested that are rare themselves.
fn parts(patterns: &[Pattern], tested: Bits) -> Vec<Part> {
    let rarest = match are_cases(patterns, tested) {
        true => 0,
        false => RAREST,
    };
    let fixed_of = |pattern: &Pattern| pattern.mask.count_ones();
    let least = patterns.iter().map(fixed_of).min().unwrap_or(0);
    let parts = patterns.iter().map(|pattern| {
        let rarer = (fixed_of(pattern) - least).min(rarest);
        Part {
            mask: 0,
            bits: 0,
            weight: MAX_WINDOW + rarest - rarer,
        }
    });
    parts.collect()
}

/// The masks of the patterns, and how many have each: those of a format have the same.
fn masks(parts: &[Part]) -> Vec<(u64, usize)> {
    let mut masks: Vec<u64> = parts.iter().map(|part| part.mask).collect();
    sort(&mut masks);
    let same = masks.chunk_by(|a, b| a == b);
    same.map(|same| (same[0], same.len())).collect()
}

/// How many patterns the slots of a window have: each in all slots that it may lead to.
fn entries(masks: &[(u64, usize)], window: u64) -> usize {
    let of_mask = |&(mask, count): &(u64, usize)| count << (window & !mask).count_ones();
    masks.iter().map(of_mask).sum()
}

/// Whether a window of many patterns has many more entries than there are patterns and
/// slots: most of them leave its bits free.
fn is_wasteful(parts: &[Part], window: u64, entries: usize) -> bool {
    parts.len() > FEW && entries > 4 * (parts.len() + (1 << window.count_ones()))
}

/// How many patterns the slot of an instruction has: the sum over the patterns, each as
/// often as it is met.
fn left_to_compare(
    parts: &[Part],
    shift: u32,
    width: u32,
    counts: &mut [u64; 1 << MAX_WINDOW],
) -> u64 {
    counts[..1 << width].fill(0);
    for part in parts {
        part.slots(shift, width).for_each(|slot| counts[slot] += 1);
    }
    let share = |part: &Part| {
        let free = (ones(width) & !(part.mask >> shift)).count_ones();
        let sum: u64 = part.slots(shift, width).map(|slot| counts[slot]).sum();
        sum << (part.weight - free)
    };
    parts.iter().map(share).sum()
}

/// Runs of bits, cut where a window ends that looks at 64 bits from 0, 64 or 128 on.
fn words(runs: impl Iterator<Item = (u32, u32)>) -> impl Iterator<Item = (u32, u32)> {
    runs.flat_map(|(low, width)| {
        let end = low + width;
        (low / 64..end.div_ceil(64)).map(move |word| {
            let low = low.max(word * 64);
            (low, end.min((word + 1) * 64) - low)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(id: usize, mask: u64, bits: u64) -> Pattern {
        Pattern::new(id, mask.into(), bits.into())
    }

    fn find(tree: &Tree, patterns: &[Pattern], bits: Bits) -> Vec<usize> {
        let fits = |id: &usize| patterns[*id].bits == bits & patterns[*id].mask;
        match tree {
            Tree::Empty => Vec::new(),
            Tree::Leaf(id) => [*id].into_iter().filter(fits).collect(),
            Tree::List(ids) => ids.iter().copied().filter(fits).collect(),
            Tree::Switch {
                shift,
                width,
                slots,
                branches,
            } => {
                let slot = bits.window(*shift as u8) & ones(*width);
                let branch = slots[slot as usize];
                find(&branches[usize::from(branch)], patterns, bits)
            }
        }
    }

    /// The tree must find what comparing with every pattern finds.
    #[test]
    fn a_tree_finds_what_a_search_finds() {
        let mut patterns = Vec::new();
        for op in 0..40 {
            patterns.push((0xfe00_0000, op << 25)); // a short opcode on top
        }
        for op in 0..60 {
            patterns.push((0xfffc_0000_u64, 0xdc00_0000 | op << 18)); // an encoding, then an opcode
        }
        let patterns: Vec<Pattern> = patterns
            .into_iter()
            .enumerate()
            .map(|(id, (mask, bits))| pattern(id, mask, bits))
            .collect();
        let tree = build(&patterns);
        let mut bits = 12345_u64;
        for _ in 0..20_000 {
            bits = bits
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let word = bits >> 32;
            let expected: Vec<usize> = patterns
                .iter()
                .filter(|pattern| pattern.bits == Bits::from_low(word) & pattern.mask)
                .map(|pattern| pattern.id)
                .collect();
            assert_eq!(find(&tree, &patterns, word.into()), expected, "{word:08x}");
        }
    }

    /// A special case is tried before what it is a case of.
    #[test]
    fn the_more_specific_pattern_comes_first() {
        let patterns = [pattern(0, 0xff00, 0x1200), pattern(1, 0xffff, 0x12f9)];
        assert_eq!(build(&patterns), Tree::List(vec![1, 0]));
    }

    /// The longest list of a tree.
    fn longest(tree: &Tree) -> usize {
        match tree {
            Tree::Empty | Tree::Leaf(_) => 0,
            Tree::List(ids) => ids.len(),
            Tree::Switch { branches, .. } => branches.iter().map(longest).max().unwrap_or(0),
        }
    }

    /// Sixteen opcodes that leave bits of the first window free are led to by sixteen of
    /// its slots, and told apart once.
    #[test]
    fn what_leads_to_the_same_is_there_once() {
        let short = (0..240).map(|it: u64| pattern(it as usize, 0xff00, it << 8));
        let long = (0..16).map(|it: u64| pattern(240 + it as usize, 0xf00f, 0xf000 | it));
        let patterns: Vec<Pattern> = short.chain(long).collect();
        assert_eq!(build(&patterns).slots(), 256 + 16);
    }

    /// Hundreds of opcodes, each in a short format and in two longer ones that are
    /// cases of it: wide windows for each of them used up all slots, and what came
    /// later was left in lists of hundreds.
    #[test]
    fn cases_of_many_opcodes_leave_no_long_lists() {
        let mut patterns = Vec::new();
        let mut add = |mask: u64, bits: u64| {
            let id = patterns.len();
            patterns.push(pattern(id, mask, bits));
        };
        for op in 0..600_u64 {
            let opcode = op << 20 & 0xffff_ffff;
            add(0xfff0_0000, opcode);
            add(0xc0_fff0_01ff, opcode | 0xf9);
            add(0xf00_fff0_01ff, opcode | 0xfa);
        }
        for op in 0..400 {
            add(0xffff_0000, 0xe000_0000 | op << 16);
        }
        let tree = build(&patterns);
        assert_eq!(longest(&tree), 2);
        assert!(tree.slots() < 12 * patterns.len(), "{}", tree.slots());
    }
}
