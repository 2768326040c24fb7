//! Encodings of one architecture must not overlap, unless a format says that
//! it lies within another.

use std::collections::BTreeMap;

use super::context::Context;
use crate::decode_tree::{self, Pattern, Tree};
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::{ArchSet, Machine};
use crate::model::Model;
use crate::tables::Bits;

/// Checks the encodings of every architecture, and the formats that lie
/// within others.
pub fn check(context: &mut Context, model: &mut Model) {
    let mut found = Found::default();
    let archs = 0..context.machine.archs.len();
    model.decode_trees = archs.map(|arch| tree(model, arch)).collect();
    for (arch, tree) in model.decode_trees.iter().enumerate() {
        overlaps(tree, arch, context.machine, model, &mut found);
    }
    report(&found, context, model);
}

/// The decode tree of an architecture.
fn tree(model: &Model, arch: usize) -> Tree {
    let patterns: Vec<Pattern> = model
        .encodings
        .iter()
        .enumerate()
        .filter(|(_, encoding)| model.shapes[encoding.shape].arch == arch)
        .map(|(id, encoding)| {
            // What sets reserved bits is led to the encoding too: that they are wrong is
            // a better error than that nothing is encoded so.
            let shape = &model.shapes[encoding.shape];
            let mask = shape.mask & !shape.reserved;
            Pattern {
                id,
                mask,
                bits: encoding.bits & mask,
                fixed: shape.mask.count_ones(),
            }
        })
        .collect();
    decode_tree::build(&patterns)
}

/// Pairs of encodings that overlap, with where they do.
#[derive(Default)]
struct Found {
    /// By their instructions, in the order of the text; an encoding of each.
    overlaps: BTreeMap<(usize, usize), (Bits, u32, ArchSet)>,
    /// Special case and general case.
    not_subsets: BTreeMap<(usize, usize), ArchSet>,
}

fn overlaps(tree: &Tree, arch: usize, machine: &Machine, model: &Model, found: &mut Found) {
    match tree {
        Tree::Empty | Tree::Leaf(_) => {}
        Tree::Switch { branches, .. } => {
            for branch in branches {
                overlaps(branch, arch, machine, model, found);
            }
        }
        Tree::List(ids) => {
            for (index, &later) in ids.iter().enumerate() {
                // Of each the first other is enough.
                ids[..index].iter().any(|&earlier| {
                    meet(earlier, later, arch, machine, model)
                        && compare(earlier, later, arch, model, found)
                });
            }
        }
    }
}

/// Whether some processor has the features of both.
fn meet(a: usize, b: usize, arch: usize, machine: &Machine, model: &Model) -> bool {
    let features = model.encodings[a].features | model.encodings[b].features;
    let mut processors = machine.processors.iter();
    processors.any(|row| row.arch == arch && features & !row.features == 0)
}

/// `special` fixes at least as many bits as `general`. Whether they clash.
fn compare(special: usize, general: usize, arch: usize, model: &Model, found: &mut Found) -> bool {
    let (a, b) = (&model.encodings[special], &model.encodings[general]);
    let (a_shape, b_shape) = (&model.shapes[a.shape], &model.shapes[b.shape]);
    let (a_mask, b_mask) = (a_shape.mask, b_shape.mask);
    if ((a.bits ^ b.bits) & a_mask & b_mask).any() {
        return false;
    }
    let (within, contains) = (
        lies_within(a_shape.layout, b_shape.layout, model),
        lies_within(b_shape.layout, a_shape.layout, model),
    );
    if !within && !contains {
        let pair = (
            a.instruction.min(b.instruction),
            a.instruction.max(b.instruction),
        );
        let digits = model.layouts[a_shape.layout].bits / 4;
        let example = (a.bits | b.bits, digits, ArchSet(0));
        found.overlaps.entry(pair).or_insert(example).2.0 |= 1 << arch;
        return true;
    }
    if contains || (b_mask & !a_mask).any() || a_mask == b_mask {
        let pair = if contains {
            (b.instruction, a.instruction)
        } else {
            (a.instruction, b.instruction)
        };
        found.not_subsets.entry(pair).or_default().0 |= 1 << arch;
        return true;
    }
    false
}

fn report(found: &Found, context: &mut Context, model: &Model) {
    let name = |instruction: usize| model.instructions[instruction].name.as_str();
    let place = |instruction: usize| model.instructions[instruction].span;
    let all = context.machine.all();
    for (&(first, second), &(bits, digits, archs)) in &found.overlaps {
        if first != second && name(first) == name(second) {
            // The same instruction twice: reported with its rows.
            continue;
        }
        let digits = digits as usize;
        let message = format!(
            "`{}` and `{}` overlap{}",
            name(first),
            name(second),
            context.machine.on(archs, all)
        );
        let error = Diagnostic::new(Code::EncodingOverlap, place(second), message)
            .label(format!("0x{bits:0digits$x} is an encoding of both"))
            .help("give one another opcode, or declare its format `within` the other's");
        context.diagnostics.push(if first == second {
            error
        } else {
            error.also(place(first), "the other is here")
        });
    }
    for (&(special, general), &archs) in &found.not_subsets {
        let message = format!(
            "`{}` is declared a special case of `{}`, but is not a part of it{}",
            name(special),
            name(general),
            context.machine.on(archs, all)
        );
        context
            .error(Code::NotASubset, place(special), message)
            .label("its format is `within` the other's")
            .also(place(general), "the general case is here")
            .help("a special case fixes the bits of the general one, and more");
    }
}

fn lies_within(layout: usize, other: usize, model: &Model) -> bool {
    let mut at = Some(layout);
    for _ in 0..model.layouts.len() {
        at = at.and_then(|layout| model.layouts[layout].within);
        if at == Some(other) {
            return true;
        }
    }
    false
}
