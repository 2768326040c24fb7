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
    Comparison, IdentifyCheck, IdentifyLeaf, IdentifyWindow, MAX_WINDOW, NONE, READING_LITERAL,
    Reading, Shape, TablesBuf,
};

/// The check of leaves that leave it to the tree.
const CLOSER: IdentifyCheck = IdentifyCheck {
    decisive: Comparison::NEVER,
    equal: true,
    literals: [Comparison::NEVER; 2],
    size: 0,
};

/// The leaf of what two windows do not tell.
const UNTOLD: IdentifyLeaf = IdentifyLeaf {
    encoding: NONE,
    check: 0,
};

/// Fills in `Tables::identify_windows`, `identify_leaves` and `identify_checks`.
pub(super) fn identify(tables: &mut TablesBuf) {
    if tables.big_endian || tables.encodings.is_empty() {
        return;
    }
    let mut found = Found::new(tables);
    for arch in 0..tables.archs.len() {
        let patterns: Vec<Pattern> = (tables.encodings.iter().enumerate())
            .map(|(id, encoding)| (id, encoding, &tables.shapes[usize::from(encoding.shape)]))
            .filter(|(.., shape)| usize::from(shape.arch) == arch)
            .map(|(id, encoding, shape)| Pattern::new(id, shape.mask, encoding.bits))
            .collect();
        found.root(arch, &patterns);
    }
    let Found {
        windows,
        leaves,
        checks,
        ..
    } = found;
    (tables.identify_windows, tables.identify_leaves) = (windows, leaves);
    tables.identify_checks = checks;
}

struct Found<'a> {
    tables: &'a TablesBuf,
    /// How literals of each shape are told; `None` if that takes more.
    literals: Vec<Option<[Comparison; 2]>>,
    windows: Vec<IdentifyWindow>,
    leaves: Vec<IdentifyLeaf>,
    checks: Vec<IdentifyCheck>,
    /// Where these leaves stand already.
    known: BTreeMap<Vec<(u16, u16)>, u32>,
}

impl<'a> Found<'a> {
    fn new(tables: &'a TablesBuf) -> Found<'a> {
        let mut found = Found {
            tables,
            literals: (tables.shapes.iter())
                .map(|shape| literals(tables, shape))
                .collect(),
            windows: vec![IdentifyWindow::default(); tables.archs.len()],
            leaves: Vec::new(),
            checks: vec![CLOSER],
            known: BTreeMap::new(),
        };
        // Where an architecture without encodings leads.
        found.block(vec![UNTOLD]);
        found
    }

    /// The first window of an architecture, and all behind it.
    fn root(&mut self, arch: usize, patterns: &[Pattern]) {
        let window = match patterns {
            [] | [_] => None,
            _ => decode_tree::window(patterns, 0),
        };
        let (shift, width) = window.unwrap_or((0, 0));
        let tested = ones(width) << shift;
        let seconds: Vec<IdentifyWindow> = (0..=ones(width))
            .map(|value| self.second(&led(patterns, value << shift, tested), tested))
            .collect();
        self.windows[arch] = IdentifyWindow {
            base: self.windows.len() as u32,
            mask: ones(width) as u16,
            shift: shift as u8,
        };
        self.windows.extend(seconds);
    }

    /// The window that tells these patterns apart, and its leaves.
    fn second(&mut self, patterns: &[Pattern], tested: u64) -> IdentifyWindow {
        let (shift, width) = widest_difference(patterns, tested);
        let here = ones(width) << shift;
        let leaves = (0..=ones(width))
            .map(|value| self.leaf(&led(patterns, value << shift, here), tested | here))
            .collect();
        IdentifyWindow {
            base: self.block(leaves),
            mask: ones(width) as u16,
            shift: shift as u8,
        }
    }

    /// What all of these patterns are but for rare cases.
    fn leaf(&mut self, patterns: &[Pattern], tested: u64) -> IdentifyLeaf {
        let Some(usual) = patterns.iter().min_by_key(|pattern| pattern.fixed) else {
            return UNTOLD;
        };
        let encoding = &self.tables.encodings[usual.id];
        let shape = &self.tables.shapes[usize::from(encoding.shape)];
        let others = patterns.iter().filter(|other| other.id != usual.id);
        let fixed = Comparison {
            mask: usual.mask & !tested,
            bits: usual.bits & !tested,
        };
        let (Some((decisive, equal)), Some(literals), 0) = (
            decisive(fixed, others, tested),
            self.literals[usize::from(encoding.shape)],
            encoding.features,
        ) else {
            return UNTOLD;
        };
        let check = IdentifyCheck {
            decisive,
            equal,
            literals,
            size: shape.size,
        };
        let known = self.checks.iter().position(|row| *row == check);
        let check = known.unwrap_or_else(|| {
            self.checks.push(check);
            self.checks.len() - 1
        });
        IdentifyLeaf {
            encoding: usual.id as u16,
            check: check as u16,
        }
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

/// The patterns that words with this value of these bits may be.
fn led(patterns: &[Pattern], value: u64, bits: u64) -> Vec<Pattern> {
    let may_be = |pattern: &&Pattern| (pattern.bits ^ value) & pattern.mask & bits == 0;
    patterns.iter().filter(may_be).copied().collect()
}

/// The window with the most bits in which patterns differ that are not cases of others.
/// If some are, it has what bits beside it those others fix, too: behind it one comparison
/// is all there is.
fn widest_difference(patterns: &[Pattern], tested: u64) -> (u32, u32) {
    let is_case = |of: &Pattern, it: &Pattern| {
        of.mask != it.mask && of.mask & !it.mask == 0 && it.bits & of.mask == of.bits
    };
    let general = (patterns.iter()).filter(|it| !patterns.iter().any(|of| is_case(of, it)));
    let (mut all, mut some_set, mut some_clear) = (!tested, 0, 0);
    let mut count = 0;
    for pattern in general {
        all &= pattern.mask;
        some_set |= pattern.bits;
        some_clear |= !pattern.bits;
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
/// be one of the others, and whether it holds for the pattern; `None` if one comparison
/// does not tell.
fn decisive<'p>(
    fixed: Comparison,
    mut others: impl Iterator<Item = &'p Pattern>,
    tested: u64,
) -> Option<(Comparison, bool)> {
    let Some(first) = others.next() else {
        return Some((fixed, true));
    };
    let mask = others.fold(first.mask & !tested, |mask, other| {
        mask & other.mask & !(other.bits ^ first.bits)
    });
    let bits = first.bits & mask;
    (fixed.mask == 0 && mask != 0).then_some((Comparison { mask, bits }, false))
}

/// How the literals of a shape are told; `None` if that takes more than two comparisons.
fn literals(tables: &TablesBuf, shape: &Shape) -> Option<[Comparison; 2]> {
    if shape.unread {
        return None;
    }
    let mut literals = [Comparison::NEVER; 2];
    let mut free = literals.iter_mut();
    for check in &tables.checks[shape.checks.range()] {
        for value in literal_values(tables, check)? {
            *free.next()? = Comparison {
                mask: u64::from(check.mask) << check.shift,
                bits: value << check.shift,
            };
        }
    }
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
