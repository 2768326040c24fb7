//! Decode trees as nodes and slots.

use super::Lowering;
use crate::check::tree;
use crate::decode_tree::Tree;
use crate::tables::{EMPTY_SLOT, NODE_SLOT, NONE, Node};

impl Lowering<'_> {
    pub(super) fn decode_trees(&mut self) {
        for arch in 0..self.model.machine.archs.len() {
            let root = match tree(self.model, arch) {
                Tree::Empty => NONE,
                // A root is always a node.
                Tree::Leaf(id) => self.node(&Tree::List(vec![id])),
                tree => self.node(&tree),
            };
            self.tables.archs[arch].root = root;
        }
    }

    fn node(&mut self, tree: &Tree) -> u16 {
        let index = self.tables.nodes.len();
        let base = self.tables.slots.len();
        let (shift, width, slots) = match tree {
            Tree::Switch(shift, width, slots) => (*shift, *width, slots.len()),
            Tree::List(ids) => (0, 0, ids.len()),
            Tree::Empty | Tree::Leaf(_) => (0, 0, 0),
        };
        self.tables.nodes.push(Node {
            shift: shift as u8,
            width: width as u8,
            len: slots as u16,
            base: base as u32,
        });
        self.tables.slots.resize(base + slots, EMPTY_SLOT);
        match tree {
            Tree::Switch(_, _, slots) => {
                for (slot, tree) in slots.iter().enumerate() {
                    let value = match tree {
                        Tree::Empty => EMPTY_SLOT,
                        Tree::Leaf(id) => *id as u16 + 1,
                        tree => NODE_SLOT | self.node(tree),
                    };
                    self.tables.slots[base + slot] = value;
                }
            }
            Tree::List(ids) => {
                for (slot, id) in ids.iter().enumerate() {
                    self.tables.slots[base + slot] = *id as u16 + 1;
                }
            }
            Tree::Empty | Tree::Leaf(_) => {}
        }
        index as u16
    }
}
