//! From bits to encodings in two looks.
//!
//! A tree tells everything apart, but in as many steps as it takes. Here a first window
//! leads to a second one and that to a leaf, for every word; what two windows do not tell
//! is left to the tree.

use crate::known::Known;
use crate::sorted::{SortedMap, sort, sort_by_key};
use std::cmp::Reverse;

use crate::bits::ones;
use crate::decode_tree::Pattern;
use crate::tables::{
    Comparison, IDENTIFY_CHECKS, IdentifyCheck, IdentifyLeaf, IdentifyRoot, IdentifyWindow,
    MAX_WINDOW, NONE, READING_LITERAL, ROOT_BITS, ROOT_WINDOWS, Reading, Shape, Slot, TablesBuf,
    WORD_FLAGS,
};

/// The leaf of what two windows do not tell.
const UNTOLD: IdentifyLeaf = IdentifyLeaf {
    encoding: NONE,
    case: NONE,
    check: 0,
    case_check: 0,
};

/// How long an encoding is: without a literal, and what says that one follows.
type Size = (u8, Vec<Comparison>);

/// What says that a literal follows, by the words of instructions in which it stands.
#[derive(Default)]
struct Flags([Vec<Comparison>; 2]);

/// Fills in `Tables::identify_roots` and the other tables of that name.
pub(super) fn identify(tables: &mut TablesBuf) {
    if tables.big_endian || tables.encodings.is_empty() {
        return;
    }
    let shapes = tables.shapes.iter();
    let mut known = LiteralValues::default();
    let shapes: Vec<Option<Size>> = shapes
        .map(|shape| shape_size(tables, shape, &mut known))
        .collect();
    let mut found = Found {
        tables,
        shapes: &shapes,
        roots: Vec::new(),
        windows: Vec::new(),
        leaves: Vec::new(),
        checks: vec![IdentifyCheck::NEVER],
        known: Known::default(),
        features: 0,
    };
    for arch in 0..tables.archs.len() {
        let patterns: Vec<Pattern> = (tables.encodings.iter().enumerate())
            .map(|(id, encoding)| (id, encoding, &tables.shapes[usize::from(encoding.shape)]))
            .filter(|(.., shape)| usize::from(shape.arch) == arch)
            // By their first 64 bits: whoever looks compares the others of what is longer.
            .map(|(id, encoding, shape)| Pattern::new(id, shape.mask.into(), encoding.bits.into()))
            .collect();
        let asked = patterns.iter().map(|it| tables.encodings[it.id].features);
        let usual = usual_features(tables, arch) & asked.fold(0, |all, it| all | it);
        let mut features = vec![usual, 0];
        features.dedup();
        for features in features {
            found.features = features;
            found.root(arch, &patterns);
        }
    }
    let Found {
        roots,
        windows,
        leaves,
        mut checks,
        ..
    } = found;
    checks.resize(IDENTIFY_CHECKS, IdentifyCheck::NEVER);
    (tables.identify_roots, tables.identify_windows) = (roots, windows);
    (tables.identify_leaves, tables.identify_checks) = (leaves, checks);
}

struct Found<'a> {
    tables: &'a TablesBuf,
    /// The size of each shape; `None` if it takes more to tell.
    shapes: &'a [Option<Size>],
    roots: Vec<IdentifyRoot>,
    windows: Vec<IdentifyWindow>,
    leaves: Vec<IdentifyLeaf>,
    checks: Vec<IdentifyCheck>,
    /// Where these leaves stand already.
    known: Known<Vec<IdentifyLeaf>, u32>,
    /// What the processors of the present root have.
    features: u32,
}

impl<'a> Found<'a> {
    /// A root of an architecture, and all behind it.
    fn root(&mut self, arch: usize, patterns: &[Pattern]) {
        let (shift, width) = first_window(self.tables.archs[arch].root);
        let tested = ones(width) << shift;
        let mut flags = Flags::default();
        let groups = by_value(patterns, shift, width);
        let windows: Vec<_> = (groups.iter())
            .map(|patterns| self.second(patterns, tested, &mut flags))
            .collect();
        let flags = flags.0.map(|mut word| {
            word.resize(WORD_FLAGS, Comparison::NEVER);
            word
        });
        let flags = flags.concat();
        self.roots.push(IdentifyRoot {
            arch: arch as u8,
            features: self.features,
            shift: shift as u8,
            flags: std::array::from_fn(|flag| flags[flag]),
        });
        // The same whatever the bits above the window are.
        self.windows.extend(windows.repeat(ROOT_WINDOWS >> width));
    }

    /// The window that tells these patterns apart, with the size of what it tells. What
    /// says that a literal follows becomes a flag, as long as there are some left.
    fn second(&mut self, patterns: &[Pattern], tested: u64, flags: &mut Flags) -> IdentifyWindow {
        let (shift, width) = widest_difference(patterns, tested);
        let here = ones(width) << shift;
        let groups = by_value(patterns, shift, width);
        let sizes = self.usual_sizes(&groups);
        let told = sizes
            .iter()
            .find_map(|size| Some((size, flags.of(&size.1)?)));
        let mut leaf = |group: &Vec<_>| self.leaf(group, tested | here, told?.0);
        let leaves = groups.iter().map(|group| leaf(group).unwrap_or(UNTOLD));
        let leaves = leaves.collect();
        let (size, literals) = told.map_or((0, 0), |((size, _), flags)| (*size, flags));
        IdentifyWindow {
            base: self.block(leaves),
            shift: shift as u8,
            width: width as u8,
            size,
            literals,
        }
    }

    /// The size that most of some groups of patterns have, with the literals of all of
    /// them, and with those that most of them have.
    fn usual_sizes(&self, groups: &[Vec<Pattern>]) -> Vec<Size> {
        let mut sizes: SortedMap<u8, SortedMap<&Vec<Comparison>, usize>> = SortedMap::new();
        for usual in groups.iter().filter_map(|group| usual(group)) {
            if let Some((size, literals)) = self.size_of(usual) {
                *sizes.entry(*size).or_default().entry(literals).or_default() += 1;
            }
        }
        let most = sizes
            .into_iter()
            .max_by_key(|(_, each)| each.values().sum::<usize>());
        let Some((size, each)) = most else {
            return Vec::new();
        };
        let mut all: Vec<_> = each.keys().copied().flatten().copied().collect();
        sort(&mut all);
        all.dedup();
        let usual = each.into_iter().max_by_key(|(_, count)| *count);
        let usual = usual.map_or_else(Vec::new, |(literals, _)| literals.clone());
        vec![(size, all), (size, usual)]
    }

    fn size_of(&self, pattern: &Pattern) -> Option<&'a Size> {
        let encoding = &self.tables.encodings[pattern.id];
        self.shapes[usize::from(encoding.shape)].as_ref()
    }

    /// What all of these patterns are but for rare cases, if they are of this size.
    fn leaf(&mut self, patterns: &[Pattern], tested: u64, size: &Size) -> Option<IdentifyLeaf> {
        let usual = usual(patterns)?;
        let check = self.check(usual, patterns, tested, size)?;
        let others = patterns.iter().filter(|other| other.id != usual.id);
        let others: Vec<Pattern> = others.copied().collect();
        let case = others
            .iter()
            .filter(|case| self.size_of(case).is_some_and(|it| it.0 == size.0));
        let case = case.min_by_key(|case| case.fixed);
        let case = case.and_then(|case| Some((case.id, self.check(case, &others, tested, size)?)));
        let (case, case_check) = case.map_or((NONE, 0), |(id, check)| (id as u16, check));
        Some(IdentifyLeaf {
            encoding: usual.id as u16,
            case,
            check,
            case_check,
        })
    }

    /// The row of what tells that words are one of these patterns and none of the others.
    fn check(
        &mut self,
        pattern: &Pattern,
        patterns: &[Pattern],
        tested: u64,
        size: &Size,
    ) -> Option<u8> {
        if self.tables.encodings[pattern.id].features & !self.features != 0 {
            return None;
        }
        let (fixed, literals) = without_literals(pattern, self.size_of(pattern)?, size)?;
        let others = patterns.iter().filter(|other| other.id != pattern.id);
        let check = decisive(fixed, &literals, others, tested)?;
        let known = self.checks.iter().position(|row| *row == check);
        let row = u8::try_from(known.unwrap_or(self.checks.len())).ok()?;
        if known.is_none() {
            self.checks.push(check);
        }
        Some(row)
    }

    /// Where these leaves are.
    fn block(&mut self, leaves: Vec<IdentifyLeaf>) -> u32 {
        *self.known.entry(leaves).or_insert_with_key(|leaves| {
            let base = self.leaves.len() as u32;
            self.leaves.extend(leaves);
            base
        })
    }
}

/// The features that all processors of an architecture have.
fn usual_features(tables: &TablesBuf, arch: usize) -> u32 {
    let processors = tables.processors.iter();
    let here = processors.filter(|processor| usize::from(processor.arch) == arch);
    here.fold(u32::MAX, |all, processor| all & processor.features)
}

/// The pattern of which the others are cases.
fn usual(patterns: &[Pattern]) -> Option<&Pattern> {
    patterns.iter().min_by_key(|pattern| pattern.fixed)
}

/// What a pattern fixes, and the literals of others that share the window with it, which it may
/// seem to have though it has none of them; `None` if its size differs in more than literals that
/// it lacks.
fn without_literals(
    pattern: &Pattern,
    (own_size, own): &Size,
    (size, literals): &Size,
) -> Option<(Comparison, Vec<Comparison>)> {
    if own_size != size || own.iter().any(|literal| !literals.contains(literal)) {
        return None;
    }
    let (mask, bits) = (pattern.mask.low(), pattern.bits.low());
    let seems = |literal: &&Comparison| mask & literal.mask & (bits ^ literal.bits) == 0;
    let others = literals.iter().filter(|literal| !own.contains(literal));
    Some((
        Comparison { mask, bits },
        others.filter(seems).copied().collect(),
    ))
}

impl Flags {
    /// The flags that say that one of these literals follows; `None` if there are not
    /// enough of them.
    fn of(&mut self, literals: &[Comparison]) -> Option<u8> {
        let mut found = 0;
        for literal in literals {
            let word = usize::from(literal.mask > u64::from(u32::MAX));
            if literal.mask & !(u64::from(u32::MAX) << (32 * word)) != 0 {
                return None;
            }
            let flags = &mut self.0[word];
            let known = flags.iter().position(|flag| flag == literal);
            let flag = known.unwrap_or(flags.len());
            if flag == WORD_FLAGS {
                return None;
            }
            if known.is_none() {
                flags.push(*literal);
            }
            found |= 1 << (word * WORD_FLAGS + flag);
        }
        Some(found)
    }
}

/// The window of the first word by which patterns are told apart first: what the decode tree
/// with this root looks at, and what bits there are above and below.
fn first_window(root: u32) -> (u32, u32) {
    let Slot::Window { shift, width, .. } = Slot::unpack(root) else {
        return (0, 0);
    };
    let (shift, width) = (u32::from(shift), u32::from(width));
    if shift + width > u32::BITS {
        return (0, 0);
    }
    let end = (shift + ROOT_BITS.max(width)).min(u32::BITS);
    (end - ROOT_BITS.max(width), ROOT_BITS.max(width))
}

/// The patterns that words may be, for each value of a window.
fn by_value(patterns: &[Pattern], shift: u32, width: u32) -> Vec<Vec<Pattern>> {
    let mut groups = vec![Vec::new(); 1 << width];
    for pattern in patterns {
        let (mask, bits) = (pattern.mask.low() >> shift, pattern.bits.low() >> shift);
        let (fixed, free) = (bits & mask & ones(width), !mask & ones(width));
        // Every subset of the bits that are not fixed.
        let mut others = 0_u64;
        loop {
            groups[(fixed | others) as usize].push(*pattern);
            if others == free {
                break;
            }
            others = others.wrapping_sub(free) & free;
        }
    }
    groups
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

/// What tells whether bits are a pattern that fixes this, and none of the others nor with one of
/// these literals, beyond what was looked at; `None` if two comparisons do not tell.
fn decisive<'p>(
    fixed: Comparison,
    literals: &[Comparison],
    others: impl Iterator<Item = &'p Pattern>,
    tested: u64,
) -> Option<IdentifyCheck> {
    let mut check = IdentifyCheck {
        mask: fixed.mask & !tested,
        bits: fixed.bits & !tested,
        ..IdentifyCheck::NEVER
    };
    // What contradicts it is none of its cases.
    let mut cases = others.filter(|other| {
        let both = check.mask & other.mask.low();
        both & (fixed.bits ^ other.bits.low()) == 0
    });
    if let Some(first) = cases.next() {
        let mask = cases.fold(first.mask.low() & !tested, |mask, other| {
            mask & other.mask.low() & !(other.bits.low() ^ first.bits.low())
        });
        (check.others_mask, check.others_bits) = (mask, first.bits.low() & mask);
        if mask == 0 {
            return None;
        }
    }
    // The literal that it resembles most is compared.
    let free = |literal: &Comparison| literal.mask & !fixed.mask & !tested;
    let mut literals = literals.to_vec();
    sort_by_key(&mut literals, |literal| Reverse(free(literal).count_ones()));
    if check.others_mask == 0
        && let Some(literal) = literals.pop()
    {
        (check.others_mask, check.others_bits) = (literal.mask, literal.bits);
    }
    for literal in literals {
        // What has the highest bit of the literal takes more to tell: it is rare.
        let highest = free(&literal).checked_ilog2()?;
        check.mask |= 1 << highest;
        check.bits |= !literal.bits & 1 << highest;
    }
    Some(check)
}

/// The values of readings that are a literal, as [`literal_values`] finds them: by where the
/// readings stand and how many there are, and the same of their widths.
type LiteralValues = Known<(u32, u8, u32, u16), Option<Vec<u64>>>;

/// The size of a shape; `None` if what says that a literal follows is more than
/// comparisons.
fn shape_size(tables: &TablesBuf, shape: &Shape, known: &mut LiteralValues) -> Option<Size> {
    let literals = literals(tables, shape, known)?;
    // An operand that is always the literal has no bits.
    Some(match literals.iter().any(|literal| literal.mask == 0) {
        true => (shape.size + 4, Vec::new()),
        false => (shape.size, literals),
    })
}

/// What says that a literal follows a shape, in the order of the bits; `None` if that takes
/// more than comparisons.
fn literals(
    tables: &TablesBuf,
    shape: &Shape,
    known: &mut LiteralValues,
) -> Option<Vec<Comparison>> {
    if shape.unread.is_set() {
        return None;
    }
    let mut literals = Vec::new();
    for check in &tables.checks[shape.checks.range()] {
        let key = (check.base, check.width, check.values, check.key_mask);
        let values = known
            .entry(key)
            .or_insert_with(|| literal_values(tables, check));
        let values = values.as_ref()?;
        if !values.is_empty() && u32::from(check.shift) >= u64::BITS {
            return None;
        }
        literals.extend(values.iter().map(|&value| Comparison {
            mask: u64::from(check.mask) << check.shift,
            bits: value << check.shift,
        }));
    }
    sort(&mut literals);
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
