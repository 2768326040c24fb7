//! Decode trees as slots.

use super::lowering::Lowering;
use crate::decode_tree::{self, Pattern, Tree};
use crate::model::Model;
use crate::parallel::in_parts;
use crate::tables::Slot;

/// The decode tree of an architecture; the ids are those of the model's encodings.
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

impl Lowering<'_> {
    pub(super) fn decode_trees(&mut self) {
        let model = self.model;
        let archs = (0..model.machine.archs.len()).collect();
        for (arch, tree) in in_parts(archs, |arch| tree(model, arch)).iter().enumerate() {
            self.tables.archs[arch].root = self.slot(tree);
        }
    }

    /// The slot of a tree, and behind those that are there the slots that it leads to.
    fn slot(&mut self, tree: &Tree) -> u32 {
        let base = self.tables.slots.len();
        let slot = match tree {
            Tree::Empty => Slot::Empty,
            Tree::Leaf(id) => Slot::Encoding(*id as u16),
            Tree::List(ids) => {
                let encodings = ids.iter().map(|id| Slot::Encoding(*id as u16).pack());
                self.tables.slots.extend(encodings);
                self.tables.slots.push(Slot::Empty.pack());
                Slot::List { base: base as u32 }
            }
            Tree::Switch {
                shift,
                width,
                slots,
                branches,
            } => {
                self.tables
                    .slots
                    .resize(base + slots.len(), Slot::Empty.pack());
                let branches: Vec<u32> = branches.iter().map(|tree| self.slot(tree)).collect();
                for (at, branch) in slots.iter().enumerate() {
                    self.tables.slots[base + at] = branches[usize::from(*branch)];
                }
                let window = Slot::Window {
                    shift: (*shift % 64) as u8,
                    width: *width as u8,
                    base: base as u32,
                };
                if *shift < 64 {
                    window
                } else {
                    self.tables.slots.push(window.pack());
                    Slot::Further {
                        from: (*shift / 64 * 64) as u8,
                        base: (self.tables.slots.len() - 1) as u32,
                    }
                }
            }
        };
        slot.pack()
    }
}
