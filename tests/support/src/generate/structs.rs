//! Lines whose modifiers are structs.

use isa_dsl::tables::{Bits, Form, Kind, Modifier};

use super::{Generator, Lines};

impl Generator<'_> {
    /// Modifiers that are structs, with their place in the form.
    fn structs(&self, form: &Form) -> Vec<(usize, Modifier, u16)> {
        let modifiers = self.modifiers(form).into_iter().enumerate();
        modifiers
            .filter_map(|(place, modifier)| {
                match self.operands[modifier.operand as usize].kind.get() {
                    Kind::Struct { structure } => Some((place, modifier, structure)),
                    _ => None,
                }
            })
            .collect()
    }

    pub(super) fn right_structs(&self, form: &Form, base: Bits, lines: &mut Lines) {
        for (_, modifier, structure) in self.structs(form) {
            let operand = &self.operands[modifier.operand as usize];
            for value in self.speller.struct_edges(structure) {
                let bits = self.speller.set(operand.field, base, value);
                if self.speller.operand(operand, bits).is_some() {
                    self.right(form, bits, lines);
                }
            }
        }
    }

    pub(super) fn spoilt_structs(&self, form: &Form, base: Bits, lines: &mut Lines) {
        let Some(pieces) = self.pieces(form, base) else {
            return;
        };
        for (place, modifier, structure) in self.structs(form) {
            let spelling = self.spellings(&modifier)[0];
            for text in self.speller.struct_spoilt(structure) {
                let text = self.spelled(spelling, &text);
                self.spoilt(&pieces.with_modifier(place, text), lines);
            }
        }
    }
}
