//! Statements in pieces.

use std::ops::Range;

/// A statement in pieces.
#[derive(Clone)]
pub(super) struct Pieces {
    /// Operands, each with the text before it.
    pub(super) operands: Vec<(String, String)>,
    /// Where modifiers stand, in order.
    pub(super) sets: Vec<Set>,
    /// Text behind all operands and sets of modifiers.
    pub(super) end: String,
    /// Modifiers with their place in the form, in order.
    pub(super) modifiers: Vec<(usize, String)>,
}

/// A set of modifiers of a form.
#[derive(Clone)]
pub(super) struct Set {
    /// So many operands stand before it; `None` if all do.
    pub(super) operands: Option<usize>,
    /// The text before it.
    pub(super) before: String,
    /// The places of its modifiers in the form.
    pub(super) places: Range<usize>,
}

impl Pieces {
    pub(super) fn with_operand(&self, index: usize, text: &str) -> Pieces {
        let mut pieces = self.clone();
        text.clone_into(&mut pieces.operands[index].1);
        pieces
    }

    pub(super) fn without_operand(&self, index: usize) -> Pieces {
        let mut pieces = self.clone();
        let (separator, _) = pieces.operands.remove(index);
        if let Some(next) = pieces.operands.get_mut(index) {
            next.0 = separator;
        }
        for operands in pieces.sets.iter_mut().flat_map(|set| &mut set.operands) {
            *operands -= usize::from(*operands > index);
        }
        pieces
    }

    /// The statement with this mnemonic.
    pub(super) fn join(&self, mnemonic: &str) -> String {
        let mut text = mnemonic.to_owned();
        for (index, (separator, operand)) in self.operands.iter().enumerate() {
            for set in self.sets.iter().filter(|set| set.operands == Some(index)) {
                // The texts before and behind it separate operands.
                for (number, modifier) in self.members(set).enumerate() {
                    text.push_str(if number == 0 { &set.before } else { " " });
                    text.push_str(modifier);
                }
            }
            text.push_str(separator);
            text.push_str(operand);
        }
        for set in self.sets.iter().filter(|set| set.operands.is_none()) {
            text.push_str(&set.before);
            for modifier in self.members(set) {
                text.push(' ');
                text.push_str(modifier);
            }
        }
        text.push_str(&self.end);
        for (place, modifier) in &self.modifiers {
            if !self.sets.iter().any(|set| set.places.contains(place)) {
                text.push(' ');
                text.push_str(modifier);
            }
        }
        text
    }

    /// The modifiers of a set that are written.
    fn members(&self, set: &Set) -> impl Iterator<Item = &str> {
        let places = set.places.clone();
        let modifiers = self.modifiers.iter();
        let members = modifiers.filter(move |(place, _)| places.contains(place));
        members.map(|(_, modifier)| modifier.as_str())
    }

    /// With a modifier where the form has it, in place of what is there.
    pub(super) fn with_modifier(&self, place: usize, text: String) -> Pieces {
        let mut pieces = self.clone();
        pieces.modifiers.retain(|(other, _)| *other != place);
        let at = pieces
            .modifiers
            .iter()
            .take_while(|(other, _)| *other < place)
            .count();
        pieces.modifiers.insert(at, (place, text));
        pieces
    }
}
