//! Encodings of one architecture must not overlap, unless a format says that
//! it lies within another.

use super::Context;
use crate::decode_tree::{self, Pattern, Tree};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Encoding, Model};

/// Checks the encodings of every architecture, and the formats that lie
/// within others.
pub fn check(context: &mut Context, model: &mut Model) {
    for arch in 0..context.machine.archs.len() {
        let tree = tree(model, arch);
        overlaps(&tree, arch, context, model);
    }
}

/// The decode tree of an architecture; the ids are encodings of the model.
pub fn tree(model: &Model, arch: usize) -> Tree {
    let patterns: Vec<Pattern> = model
        .encodings
        .iter()
        .enumerate()
        .filter(|(_, encoding)| model.shapes[encoding.shape].arch == arch)
        .map(|(id, encoding)| Pattern {
            id,
            mask: model.shapes[encoding.shape].mask,
            bits: encoding.bits,
        })
        .collect();
    decode_tree::build(&patterns)
}

fn overlaps(tree: &Tree, arch: usize, context: &mut Context, model: &Model) {
    match tree {
        Tree::Empty | Tree::Leaf(_) => {}
        Tree::Switch(_, _, slots) => {
            slots
                .iter()
                .for_each(|slot| overlaps(slot, arch, context, model));
        }
        Tree::List(ids) => {
            for (index, &later) in ids.iter().enumerate() {
                for &earlier in &ids[..index] {
                    compare(earlier, later, arch, context, model);
                }
            }
        }
    }
}

/// `special` fixes at least as many bits as `general`.
fn compare(special: usize, general: usize, arch: usize, context: &mut Context, model: &Model) {
    let (a, b) = (&model.encodings[special], &model.encodings[general]);
    let (a_mask, b_mask) = (model.shapes[a.shape].mask, model.shapes[b.shape].mask);
    if (a.bits ^ b.bits) & a_mask & b_mask != 0 {
        return;
    }
    let name = |encoding: &Encoding| model.instructions[encoding.instruction].name.as_str();
    let place = |encoding: &Encoding| model.instructions[encoding.instruction].span;
    let (first, second) = if place(a).start <= place(b).start {
        (a, b)
    } else {
        (b, a)
    };
    if !lies_within(
        model.shapes[a.shape].layout,
        model.shapes[b.shape].layout,
        model,
    ) {
        context.diagnostics.push(
            Diagnostic::new(
                Code::EncodingOverlap,
                place(second),
                format!(
                    "`{}` and `{}` overlap on {}",
                    name(first),
                    name(second),
                    context.machine.archs[arch].name.text
                ),
            )
            .label(format!("{:#x} is an encoding of both", a.bits | b.bits))
            .also(place(first), "the other is here")
            .help("give one another opcode, or declare its format `within` the other's"),
        );
    } else if b_mask & !a_mask != 0 || a_mask == b_mask {
        context.diagnostics.push(
            Diagnostic::new(
                Code::NotASubset,
                place(a),
                format!(
                    "`{}` is declared a special case of `{}`, but is not a part of it",
                    name(a),
                    name(b)
                ),
            )
            .also(place(b), "the general case is here"),
        );
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
