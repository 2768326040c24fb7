//! Encodings of one architecture must not overlap, unless a format says that
//! it lies within another.

use crate::sorted::{SortedMap, sort_by_key};
use std::cmp::Reverse;

use super::context::Context;
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::{ArchSet, Machine};
use crate::model::Model;
use crate::overlap;
use crate::tables::Bits;

/// Checks the encodings of every architecture, and the formats that lie
/// within others.
pub fn check(context: &mut Context, model: &Model) {
    let mut found = Found::default();
    for (arch, ids) in by_arch(context.machine, model).into_iter().enumerate() {
        overlaps(&ids, arch, context.machine, model, &mut found);
    }
    report(&found, context, model);
}

/// The encodings of each architecture, the one with the most fixed bits first.
fn by_arch(machine: &Machine, model: &Model) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new(); machine.archs.len()];
    for (id, encoding) in model.encodings.iter().enumerate() {
        all[model.shapes[encoding.shape].arch].push(id);
    }
    for ids in &mut all {
        let fixed = |id: &usize| model.shapes[model.encodings[*id].shape].mask.count_ones();
        sort_by_key(ids, |id| Reverse(fixed(id)));
    }
    all
}

/// Pairs of encodings that overlap, with where they do.
#[derive(Default)]
struct Found {
    /// By their instructions, in the order of the text; an encoding of each.
    overlaps: SortedMap<(usize, usize), (Bits, u32, ArchSet)>,
    /// Special case and general case.
    not_subsets: SortedMap<(usize, usize), ArchSet>,
}

fn overlaps(ids: &[usize], arch: usize, machine: &Machine, model: &Model, found: &mut Found) {
    let pattern = |id: &usize| {
        let encoding = &model.encodings[*id];
        (model.shapes[encoding.shape].mask, encoding.bits)
    };
    let patterns: Vec<(Bits, Bits)> = ids.iter().map(pattern).collect();
    let mut clashed = None;
    for (later, earlier) in overlap::pairs(&patterns) {
        // Of each the first other is enough.
        let is_known = clashed == Some(later);
        let (a, b) = (ids[earlier], ids[later]);
        if !is_known && meet(a, b, arch, machine, model) && compare(a, b, arch, model, found) {
            clashed = Some(later);
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
