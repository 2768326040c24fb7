//! What a family is found to be, whatever families stand before it.

use crate::model::{Encoding, Family, Instruction, Model, Shape, StreamEncoding, StreamShape};

/// What checking a family finds. Instructions and shapes count from the first of the family,
/// and say that they are of family 0, until they are put into a model.
#[derive(Debug, Default)]
pub struct Found {
    /// `None` after an error that leaves nothing to encode.
    pub family: Option<Family>,
    /// In the order of the rows.
    pub instructions: Vec<Instruction>,
    /// By encoding, architecture, arguments.
    pub shapes: Vec<Shape>,
    /// By instruction, architecture, encoding.
    pub encodings: Vec<Encoding>,
    /// By encoding, architecture, arguments.
    pub stream_shapes: Vec<StreamShape>,
    /// By instruction, architecture, encoding.
    pub stream_encodings: Vec<StreamEncoding>,
}

impl Found {
    /// Makes room for all of them in a model.
    pub fn make_room<'f>(all: &(impl Iterator<Item = &'f Found> + Clone), model: &mut Model) {
        let count = |of: fn(&Found) -> usize| all.clone().map(of).sum();
        model
            .instructions
            .reserve(count(|it| it.instructions.len()));
        model.shapes.reserve(count(|it| it.shapes.len()));
        model.encodings.reserve(count(|it| it.encodings.len()));
        model
            .stream_shapes
            .reserve(count(|it| it.stream_shapes.len()));
        model
            .stream_encodings
            .reserve(count(|it| it.stream_encodings.len()));
    }

    /// Puts all of it behind what the model has.
    pub fn put(self, model: &mut Model) {
        let Some(own) = self.family else { return };
        let family = model.families.len();
        let first = model.instructions.len();
        let shapes = model.shapes.len();
        let stream_shapes = model.stream_shapes.len();
        model.families.push(own);
        for (index, instruction) in self.instructions.into_iter().enumerate() {
            let rows = model.by_name.entry(instruction.name.clone()).or_default();
            rows.push(first + index);
            model.instructions.push(Instruction {
                family,
                ..instruction
            });
        }
        let of_family = |shape| Shape { family, ..shape };
        model.shapes.extend(self.shapes.into_iter().map(of_family));
        model
            .encodings
            .extend(self.encodings.into_iter().map(|encoding| Encoding {
                instruction: first + encoding.instruction,
                shape: shapes + encoding.shape,
                ..encoding
            }));
        let of_family = |shape| StreamShape { family, ..shape };
        model
            .stream_shapes
            .extend(self.stream_shapes.into_iter().map(of_family));
        let encodings = self.stream_encodings.into_iter();
        model
            .stream_encodings
            .extend(encodings.map(|encoding| StreamEncoding {
                instruction: first + encoding.instruction,
                shape: stream_shapes + encoding.shape,
                ..encoding
            }));
    }
}
