//! Statements in pieces.

/// A statement in pieces.
#[derive(Clone)]
pub(super) struct Pieces {
    /// The mnemonic, and text before the first operand.
    pub(super) head: String,
    /// Operands, each with the text before it.
    pub(super) operands: Vec<(String, String)>,
    /// Text behind the last operand.
    pub(super) tail: String,
    /// Text behind the modifiers.
    pub(super) end: String,
    /// Modifiers with their place in the form, in order.
    pub(super) modifiers: Vec<(usize, String)>,
}

impl Pieces {
    /// Where text goes that is no operand.
    pub(super) fn text(&mut self) -> &mut String {
        match self.operands.is_empty() {
            true => &mut self.head,
            false => &mut self.tail,
        }
    }

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
        pieces
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
