//! From bits to encodings in two looks: what identifies all instructions of some code,
//! word after word, must not wait for decisions.
//!
//! A tree tells everything apart, but in as many steps as it takes. Here a first window
//! leads to a second one and that to a leaf, for every word; what two windows do not tell
//! is left to the tree.

use std::collections::BTreeMap;

use crate::bits::ones;
use crate::decode_tree::{self, Pattern};
use crate::tables::{
    Bits, Comparison, Flag, IDENTIFY_CHECKS, IdentifyCheck, IdentifyLeaf, IdentifyRoot,
    IdentifyWindow, MAX_TOLD, MAX_WINDOW, NONE, READING_LITERAL, ROOT_WINDOWS, Reading, SIZE_FLAGS,
    Shape, TablesBuf,
};

/// The check of leaves that leave it to the tree.
const CLOSER: IdentifyCheck = IdentifyCheck {
    mask: 0,
    bits: 1,
    equal: Flag::YES,
};

/// The leaf of what two windows do not tell.
const UNTOLD: IdentifyLeaf = IdentifyLeaf {
    encoding: NONE,
    check: 0,
};

/// How long an encoding is: without a literal, and what says that one follows.
type Size = (u8, Vec<Comparison>);

/// The sizes in bytes of the words of a window, for each value of the flags.
type Sizes = [u8; 1 << SIZE_FLAGS];

/// Fills in `Tables::identify_roots` and the other tables of that name.
pub(super) fn identify(tables: &mut TablesBuf) {
    if tables.big_endian || tables.encodings.is_empty() {
        return;
    }
    let shapes = tables.shapes.iter();
    let shapes: Vec<Option<Size>> = shapes.map(|shape| shape_size(tables, shape)).collect();
    let mut found = Found {
        tables,
        shapes: &shapes,
        roots: Vec::new(),
        windows: Vec::new(),
        sizes: Vec::new(),
        leaves: Vec::new(),
        checks: vec![CLOSER],
        known: BTreeMap::new(),
    };
    for arch in 0..tables.archs.len() {
        let patterns: Vec<Pattern> = (tables.encodings.iter().enumerate())
            .map(|(id, encoding)| (id, encoding, &tables.shapes[usize::from(encoding.shape)]))
            .filter(|(.., shape)| usize::from(shape.arch) == arch)
            // By their first 64 bits: what has more is left to the tree.
            .map(|(id, encoding, shape)| Pattern::new(id, shape.mask.into(), encoding.bits.into()))
            .collect();
        found.root(&patterns);
    }
    let Found {
        roots,
        windows,
        sizes,
        leaves,
        mut checks,
        ..
    } = found;
    checks.resize(IDENTIFY_CHECKS, CLOSER);
    tables.identify_roots = roots;
    (tables.identify_windows, tables.identify_sizes) = (windows, sizes);
    (tables.identify_leaves, tables.identify_checks) = (leaves, checks);
}

struct Found<'a> {
    tables: &'a TablesBuf,
    /// The size of each shape; `None` if it takes more to tell.
    shapes: &'a [Option<Size>],
    roots: Vec<IdentifyRoot>,
    windows: Vec<IdentifyWindow>,
    sizes: Vec<u8>,
    leaves: Vec<IdentifyLeaf>,
    checks: Vec<IdentifyCheck>,
    /// Where these leaves stand already.
    known: BTreeMap<Vec<(u16, u8)>, u32>,
}

impl<'a> Found<'a> {
    /// The root of an architecture, and all behind it.
    fn root(&mut self, patterns: &[Pattern]) {
        let window = match patterns {
            [] | [_] => None,
            _ => decode_tree::window(patterns, Bits::ZERO),
        };
        let window = window.filter(|(shift, width)| shift + width <= u32::BITS);
        let (shift, width) = window.unwrap_or((0, 0));
        let tested = ones(width) << shift;
        let mut windows = Vec::new();
        let mut sizes = Vec::new();
        let mut flags = Vec::new();
        for value in 0..=ones(width) {
            let patterns = led(patterns, value << shift, tested);
            let (window, its_sizes) = self.second(&patterns, tested, &mut flags);
            windows.push(window);
            sizes.extend(its_sizes);
        }
        flags.resize(SIZE_FLAGS, Comparison::NEVER);
        self.roots.push(IdentifyRoot {
            shift: shift as u8,
            flags: std::array::from_fn(|flag| flags[flag]),
        });
        // The same whatever the bits above the window are.
        let repeats = ROOT_WINDOWS >> width;
        self.windows.extend(windows.repeat(repeats));
        self.sizes.extend(sizes.repeat(repeats));
    }

    /// The window that tells these patterns apart, and the sizes of what it tells. What
    /// says that a literal follows becomes a flag, as long as there are some left.
    fn second(
        &mut self,
        patterns: &[Pattern],
        tested: u64,
        flags: &mut Vec<Comparison>,
    ) -> (IdentifyWindow, Sizes) {
        let (shift, width) = widest_difference(patterns, tested);
        let here = ones(width) << shift;
        let groups: Vec<_> = (0..=ones(width))
            .map(|value| led(patterns, value << shift, here))
            .collect();
        let told = self.usual_size(&groups);
        let told = told.and_then(|size| Some((size, sizes_of(size, flags)?)));
        let mut leaf = |group: &Vec<_>| self.leaf(group, tested | here, told?.0);
        let leaves = groups.iter().map(|group| leaf(group).unwrap_or(UNTOLD));
        let leaves = leaves.collect();
        let window = IdentifyWindow {
            base: self.block(leaves),
            mask: ones(width) as u16,
            shift: shift as u8,
        };
        (window, told.map_or([0; _], |(_, sizes)| sizes))
    }

    /// The size that most of some groups of patterns have.
    fn usual_size(&self, groups: &[Vec<Pattern>]) -> Option<&'a Size> {
        let mut counts: BTreeMap<&Size, usize> = BTreeMap::new();
        for usual in groups.iter().filter_map(|group| usual(group)) {
            if let Some(size) = self.size_of(usual) {
                *counts.entry(size).or_default() += 1;
            }
        }
        let most = counts.into_iter().max_by_key(|(_, count)| *count);
        most.map(|(size, _)| size)
    }

    fn size_of(&self, pattern: &Pattern) -> Option<&'a Size> {
        let encoding = &self.tables.encodings[pattern.id];
        self.shapes[usize::from(encoding.shape)].as_ref()
    }

    /// What all of these patterns are but for rare cases, if they are of this size.
    fn leaf(&mut self, patterns: &[Pattern], tested: u64, size: &Size) -> Option<IdentifyLeaf> {
        let usual = usual(patterns)?;
        let encoding = &self.tables.encodings[usual.id];
        if encoding.features != 0 {
            return None;
        }
        let fixed = without_literals(usual, self.size_of(usual)?, size, tested)?;
        let others = patterns.iter().filter(|other| other.id != usual.id);
        let check = decisive(fixed, others, tested)?;
        let known = self.checks.iter().position(|row| *row == check);
        let row = u8::try_from(known.unwrap_or(self.checks.len())).ok()?;
        if known.is_none() {
            self.checks.push(check);
        }
        Some(IdentifyLeaf {
            encoding: usual.id as u16,
            check: row,
        })
    }

    /// Where these leaves are.
    fn block(&mut self, leaves: Vec<IdentifyLeaf>) -> u32 {
        let key = leaves.iter().map(|leaf| (leaf.encoding, leaf.check));
        *self.known.entry(key.collect()).or_insert_with(|| {
            let base = self.leaves.len() as u32;
            self.leaves.extend(leaves);
            base
        })
    }
}

/// The pattern of which the others are cases.
fn usual(patterns: &[Pattern]) -> Option<&Pattern> {
    patterns.iter().min_by_key(|pattern| pattern.fixed)
}

/// Bits that say that it is this pattern, with its own size, and that it has none of the
/// literals of others, that it shares the window with; `None` if its size differs in more
/// than literals that it lacks.
fn without_literals(
    pattern: &Pattern,
    (own_size, own): &Size,
    (size, literals): &Size,
    tested: u64,
) -> Option<Comparison> {
    if own_size != size || own.iter().any(|literal| !literals.contains(literal)) {
        return None;
    }
    let (mask, bits) = (pattern.mask.low(), pattern.bits.low());
    let mut fixed = Comparison {
        mask: mask & !tested,
        bits: bits & !tested,
    };
    for literal in literals.iter().filter(|literal| !own.contains(literal)) {
        if mask & literal.mask & (bits ^ literal.bits) != 0 {
            continue;
        }
        // What has the highest bit of the literal takes more to tell: it is rare.
        let free = (literal.mask & !mask & !tested).checked_ilog2()?;
        fixed.mask |= 1 << free;
        fixed.bits |= !literal.bits & 1 << free;
    }
    Some(fixed)
}

/// The sizes in bytes for each value of the flags of an architecture; `None` if there are
/// not enough flags.
fn sizes_of((size, literals): &Size, flags: &mut Vec<Comparison>) -> Option<Sizes> {
    let mut mask = 0;
    for literal in literals {
        let known = flags.iter().position(|flag| flag == literal);
        let flag = known.unwrap_or(flags.len());
        if flag == SIZE_FLAGS || literal.mask > u64::from(u32::MAX) {
            return None;
        }
        if known.is_none() {
            flags.push(*literal);
        }
        mask |= 1 << flag;
    }
    let literal = |flags: usize| if flags & mask == 0 { 0 } else { 4 };
    (size + literal(mask) < MAX_TOLD).then(|| std::array::from_fn(|flags| size + literal(flags)))
}

/// The patterns that words with this value of these bits may be.
fn led(patterns: &[Pattern], value: u64, bits: u64) -> Vec<Pattern> {
    let may_be = |pattern: &&Pattern| (pattern.bits.low() ^ value) & pattern.mask.low() & bits == 0;
    patterns.iter().filter(may_be).copied().collect()
}

/// The window with the most bits in which patterns differ that are not cases of others.
/// If some are, it has what bits beside it those others fix, too: behind it one comparison
/// is all there is.
fn widest_difference(patterns: &[Pattern], tested: u64) -> (u32, u32) {
    let is_case = |of: &Pattern, it: &Pattern| {
        of.mask != it.mask && !(of.mask & !it.mask).any() && it.bits & of.mask == of.bits
    };
    let general = (patterns.iter()).filter(|it| !patterns.iter().any(|of| is_case(of, it)));
    let (mut all, mut some_set, mut some_clear) = (!tested, 0, 0);
    let mut count = 0;
    for pattern in general {
        all &= pattern.mask.low();
        some_set |= pattern.bits.low();
        some_clear |= !pattern.bits.low();
        count += 1;
    }
    let differing = all & some_set & some_clear;
    if differing == 0 {
        return (0, 0);
    }
    let low = differing.trailing_zeros();
    let end = 64 - differing.leading_zeros();
    let mut width = (end - low).min(MAX_WINDOW);
    let seen = |shift: &u32| (differing >> shift & ones(width)).count_ones();
    let shifts = (low..=end - width).rev();
    let shift = shifts.max_by_key(seen).unwrap_or(low);
    if count < patterns.len() {
        let beside = (all >> shift >> width).trailing_ones();
        width = (width + beside).min(MAX_WINDOW);
    }
    (shift, width)
}

/// What tells whether bits are a pattern that fixes this beyond what was looked at, or may
/// be one of the others; `None` if one comparison does not tell.
fn decisive<'p>(
    fixed: Comparison,
    mut others: impl Iterator<Item = &'p Pattern>,
    tested: u64,
) -> Option<IdentifyCheck> {
    let Some(first) = others.next() else {
        return Some(IdentifyCheck {
            mask: fixed.mask,
            bits: fixed.bits,
            equal: Flag::YES,
        });
    };
    let mask = others.fold(first.mask.low() & !tested, |mask, other| {
        mask & other.mask.low() & !(other.bits.low() ^ first.bits.low())
    });
    let bits = first.bits.low() & mask;
    (fixed.mask == 0 && mask != 0).then_some(IdentifyCheck {
        mask,
        bits,
        equal: Flag::NO,
    })
}

/// The size of a shape; `None` if what says that a literal follows is more than
/// comparisons.
fn shape_size(tables: &TablesBuf, shape: &Shape) -> Option<Size> {
    let literals = literals(tables, shape)?;
    // An operand that is always the literal has no bits.
    Some(match literals.iter().any(|literal| literal.mask == 0) {
        true => (shape.size + 4, Vec::new()),
        false => (shape.size, literals),
    })
}

/// What says that a literal follows a shape, in the order of the bits; `None` if that takes
/// more than comparisons.
fn literals(tables: &TablesBuf, shape: &Shape) -> Option<Vec<Comparison>> {
    // What is wide is left to the tree.
    if shape.unread.is_set() || shape.is_wide() {
        return None;
    }
    let mut literals = Vec::new();
    for check in &tables.checks[shape.checks.range()] {
        let values = literal_values(tables, check)?.into_iter();
        literals.extend(values.map(|value| Comparison {
            mask: u64::from(check.mask) << check.shift,
            bits: value << check.shift,
        }));
    }
    literals.sort();
    literals.dedup();
    Some(literals)
}

/// The values of an operand's field that are literals; `None` if they are only where the
/// operand has some widths.
fn literal_values(tables: &TablesBuf, check: &Reading) -> Option<Vec<u64>> {
    let values_of = |width: &u8| -> Vec<u64> {
        let first = check.base as usize + (usize::from(*width) << check.width);
        let entries = tables.readings[first..].iter().take(1 << check.width);
        let literal = entries
            .zip(0..)
            .filter(|(it, _)| *it & READING_LITERAL != 0);
        literal.map(|(_, value)| value).collect()
    };
    if check.key_mask == 0 {
        return Some(values_of(&0));
    }
    let widths = tables.width_values[check.values as usize..].iter();
    let mut widths = widths.take(usize::from(check.key_mask) + 1);
    let first = values_of(widths.next()?);
    widths
        .all(|width| values_of(width) == first)
        .then_some(first)
}
