//! What a tree says, as a number, and the words in it.

use crate::sorted::SortedSet;
use std::hash::{Hash, Hasher};

/// A number for what a tree says: another one for another tree, whatever their places.
pub fn digest(tree: &impl Hash) -> u64 {
    let mut hasher = Mixer(0x9e37_79b9_7f4a_7c15);
    lead(&mut hasher, tree);
    hasher.finish()
}

/// The words in the names and texts of a tree, in small letters: operations write in capitals
/// what is declared in small ones.
pub fn words(tree: &impl Hash) -> SortedSet<String> {
    let mut hasher = Words::default();
    lead(&mut hasher, tree);
    hasher.0
}

/// Leads a hasher through a tree. What does so is compiled once for all of them.
fn lead(mut hasher: &mut dyn Hasher, tree: &impl Hash) {
    tree.hash(&mut hasher);
}

/// Mixes numbers by multiplying: trees are hashed at each keystroke.
struct Mixer(u64);

impl Mixer {
    fn mix(&mut self, number: u64) {
        let product = u128::from(self.0 ^ number).wrapping_mul(0xa076_1d64_78bd_642f_e703_7ed1);
        self.0 = (product as u64 ^ (product >> 64) as u64).rotate_left(23);
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut number = [0; 8];
            number[..part.len()].copy_from_slice(part);
            self.mix(u64::from_le_bytes(number));
        }
        self.mix(bytes.len() as u64);
    }

    fn write_u8(&mut self, number: u8) {
        self.mix(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.mix(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Gathers words where others mix: it is led through a tree in the same way.
#[derive(Default)]
struct Words(SortedSet<String>);

impl Hasher for Words {
    fn write(&mut self, bytes: &[u8]) {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return;
        };
        for word in text.split(|it: char| !it.is_ascii_alphanumeric() && it != '_') {
            if word.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_') {
                self.0.insert(word.to_ascii_lowercase());
            }
        }
    }

    // Numbers are no text, whatever their bytes are.
    fn write_u8(&mut self, _: u8) {}
    fn write_u16(&mut self, _: u16) {}
    fn write_u32(&mut self, _: u32) {}
    fn write_u64(&mut self, _: u64) {}
    fn write_u128(&mut self, _: u128) {}
    fn write_usize(&mut self, _: usize) {}
    fn write_i8(&mut self, _: i8) {}
    fn write_i16(&mut self, _: i16) {}
    fn write_i32(&mut self, _: i32) {}
    fn write_i64(&mut self, _: i64) {}
    fn write_i128(&mut self, _: i128) {}
    fn write_isize(&mut self, _: isize) {}

    fn finish(&self) -> u64 {
        0
    }
}
