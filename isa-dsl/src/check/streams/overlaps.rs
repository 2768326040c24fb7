//! Instructions that are streams must differ in what they begin with, or in
//! the values of the same stream.

use crate::sorted::SortedMap;

use crate::check::context::Context;
use crate::decode_tree::{self, Pattern, Tree};
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::ArchSet;
use crate::model::{Model, Place, StreamEncoding, StreamStep};

/// Bytes that a pattern looks at.
const PATTERN_BYTES: u32 = 8;

/// The first bytes of an instruction as far as they are the same in all of its
/// forms, the first in the lowest bits: mask and value.
pub fn prefix(encoding: &StreamEncoding, model: &Model) -> (u64, u64) {
    let shape = &model.stream_shapes[encoding.shape];
    let mut values: SortedMap<u32, (u64, u64)> = SortedMap::new();
    for (place, value) in encoding.values(shape) {
        let (mask, bits) = values.entry(place.leaf).or_default();
        *mask |= place.field.mask().low();
        *bits |= place.field.place(value).low();
    }
    let mut pattern = (0, 0);
    let mut at = 0;
    walk(shape.stream, 0, &values, &mut at, &mut pattern, model);
    pattern
}

/// Adds what a stream fixes; whether what follows it has a place of its own.
fn walk(
    stream: usize,
    base: u32,
    values: &SortedMap<u32, (u64, u64)>,
    at: &mut u32,
    pattern: &mut (u64, u64),
    model: &Model,
) -> bool {
    for step in &model.streams[stream].steps {
        match step {
            StreamStep::Integer(integer) => {
                let own = values.get(&(integer.leaf + base)).copied();
                let (mask, bits) = own.unwrap_or_default();
                let (mask, bits) = (mask | integer.mask, bits | integer.bits);
                for byte in 0..integer.bytes {
                    if *at == PATTERN_BYTES {
                        return false;
                    }
                    let from = if model.machine.big_endian {
                        integer.bytes - 1 - byte
                    } else {
                        byte
                    };
                    pattern.0 |= (mask >> (8 * from) & 0xff) << (8 * *at);
                    pattern.1 |= (bits >> (8 * from) & 0xff) << (8 * *at);
                    *at += 1;
                }
            }
            StreamStep::Nested { stream, leaf, .. } => {
                if !walk(*stream, base + leaf, values, at, pattern, model) {
                    return false;
                }
            }
            _ => return false,
        }
    }
    true
}

/// Reports encodings of one architecture that the same bytes could be.
pub fn check(context: &mut Context, model: &Model) {
    let mut found: SortedMap<(usize, usize), ArchSet> = SortedMap::new();
    for arch in 0..context.machine.archs.len() {
        let patterns: Vec<Pattern> = model
            .stream_encodings
            .iter()
            .enumerate()
            .filter(|(_, encoding)| model.stream_shapes[encoding.shape].arch == arch)
            .map(|(id, encoding)| {
                let (mask, bits) = prefix(encoding, model);
                Pattern::new(id, mask.into(), bits.into())
            })
            .collect();
        overlaps(&decode_tree::build(&patterns), arch, model, &mut found);
    }
    for ((first, second), archs) in found {
        let (a, b) = (&model.instructions[first], &model.instructions[second]);
        if a.name == b.name && first != second {
            // The same instruction twice: reported with its rows.
            continue;
        }
        let message = format!(
            "`{}` and `{}` overlap{}",
            a.name,
            b.name,
            context.machine.on(archs, context.machine.all())
        );
        let error = Diagnostic::new(Code::EncodingOverlap, b.span, message)
            .label("the same bytes could be both")
            .help("give one another opcode, or bind a piece to different values");
        context.diagnostics.push(if first == second {
            error
        } else {
            error.also(a.span, "the other is here")
        });
    }
}

fn overlaps(
    tree: &Tree,
    arch: usize,
    model: &Model,
    found: &mut SortedMap<(usize, usize), ArchSet>,
) {
    match tree {
        Tree::Empty | Tree::Leaf(_) => {}
        Tree::Switch { branches, .. } => {
            for branch in branches {
                overlaps(branch, arch, model, found);
            }
        }
        Tree::List(ids) => {
            for (index, &later) in ids.iter().enumerate() {
                // Of each the first other is enough.
                let other = ids[..index]
                    .iter()
                    .find(|&&earlier| overlap(earlier, later, model));
                if let Some(&other) = other {
                    let (a, b) = (
                        model.stream_encodings[other].instruction,
                        model.stream_encodings[later].instruction,
                    );
                    found.entry((a.min(b), a.max(b))).or_default().0 |= 1 << arch;
                }
            }
        }
    }
}

fn overlap(a: usize, b: usize, model: &Model) -> bool {
    let (a, b) = (&model.stream_encodings[a], &model.stream_encodings[b]);
    let ((a_mask, a_bits), (b_mask, b_bits)) = (prefix(a, model), prefix(b, model));
    if (a_bits ^ b_bits) & a_mask & b_mask != 0 {
        return false;
    }
    let (a_shape, b_shape) = (&model.stream_shapes[a.shape], &model.stream_shapes[b.shape]);
    if a_shape.stream != b_shape.stream {
        return true;
    }
    let others: Vec<(&Place, u64)> = b.values(b_shape).collect();
    let differ = |(place, value): (&Place, u64)| {
        others.iter().any(|(other, number)| {
            let both = other.field.mask().low() & place.field.mask().low();
            let bits = other.field.place(*number).low() ^ place.field.place(value).low();
            other.leaf == place.leaf && bits & both != 0
        })
    };
    !a.values(a_shape).any(differ)
}
