//! What the two kinds of targets say of themselves.

use crate::exec::Specialised;
use crate::tables::{Direction, StandIn, Tables};
use crate::{Inst, PrintError, StreamInst, StreamTarget, Target, TargetMachine};

use super::field::{self, Field, fields};
use super::piece::{Piece, pieces};

/// An operand of words, or what a part of a stream names in its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operand {
    /// Its name in the description.
    pub name: &'static str,
    /// What it is, as text writes it: `v1`, `s[4:5]`, `1.0`, `literal 0x3f`.
    pub value: String,
    /// The instruction reads it.
    pub is_read: bool,
    /// The instruction writes it.
    pub is_written: bool,
    /// The source modifiers that are set, as `neg`.
    pub modifiers: Vec<&'static str>,
}

/// A target whose instructions can be explained.
pub trait Explained: TargetMachine<'static> {
    /// `vdata = 3, nv = 1`: the parts of an instruction that its text could
    /// not say; empty if that is not known.
    fn unsaid(&self, inst: Self::Inst, error: PrintError) -> String;

    /// Name of its format; empty for streams.
    fn format(&self, inst: Self::Inst) -> &'static str;

    /// The parts of words; none of streams.
    fn fields(&self, inst: Self::Inst) -> Vec<Field>;

    /// The parts of streams; none of words.
    fn pieces(&self, inst: Self::Inst) -> Vec<Piece>;

    /// The operands of words; of streams what their parts name.
    fn operands(&self, inst: Self::Inst) -> Vec<Operand>;

    /// Bytes of the instruction without a literal behind it.
    fn plain_size(&self, inst: Self::Inst) -> usize;

    #[doc(hidden)]
    fn stand_ins(&self, inst: Self::Inst) -> &'static [StandIn];

    /// States that words among the operands stand for.
    #[doc(hidden)]
    fn states_of_words(&self, inst: Self::Inst) -> Vec<u16>;

    #[doc(hidden)]
    fn specialised(&self, inst: Self::Inst) -> Option<Specialised>;
}

impl Explained for Target<'static> {
    fn unsaid(&self, inst: Inst, error: PrintError) -> String {
        match error {
            PrintError::NotExpressible { mask, .. } => field::values(self, inst, mask),
            _ => String::new(),
        }
    }

    fn format(&self, inst: Inst) -> &'static str {
        let tables = self.tables();
        let shape = self
            .encoding(inst)
            .map(|row| &tables.shapes[usize::from(row.shape)]);
        let layout = shape.and_then(|shape| tables.layouts.get(usize::from(shape.layout)));
        layout.map_or("", |layout| tables.text(layout.format))
    }

    fn fields(&self, inst: Inst) -> Vec<Field> {
        fields(self, inst)
    }

    fn pieces(&self, _: Inst) -> Vec<Piece> {
        Vec::new()
    }

    fn operands(&self, inst: Inst) -> Vec<Operand> {
        let views = Target::operands(self, inst);
        let views = views.filter(|view| view.direction != Direction::Modifier);
        let operand = |view| {
            let crate::OperandView { direction, .. } = view;
            let set = self.wraps(inst, view.index).filter(|wrap| wrap.is_set);
            Operand {
                name: view.name,
                value: field::value_text(self, &view),
                is_read: matches!(direction, Direction::In | Direction::InOut),
                is_written: matches!(direction, Direction::Out | Direction::InOut),
                modifiers: set.map(|wrap| wrap.name).collect(),
            }
        };
        views.map(operand).collect()
    }

    fn plain_size(&self, inst: Inst) -> usize {
        let size = inst.size();
        let shape = self
            .encoding(inst)
            .map(|row| &self.tables().shapes[usize::from(row.shape)]);
        match shape.is_some_and(|shape| usize::from(shape.size) < size) {
            true => size - 4,
            false => size,
        }
    }

    fn stand_ins(&self, inst: Inst) -> &'static [StandIn] {
        let tables: &'static Tables<'static> = self.tables();
        let shape = self
            .encoding(inst)
            .map(|it| &tables.shapes[usize::from(it.shape)]);
        shape.map_or(&[], |shape| &tables.stand_ins[shape.stand_ins.range()])
    }

    fn states_of_words(&self, inst: Inst) -> Vec<u16> {
        Target::states_of_words(self, inst).collect()
    }

    fn specialised(&self, inst: Inst) -> Option<Specialised> {
        Target::specialised(self, inst)
    }
}

impl Explained for StreamTarget<'static> {
    fn unsaid(&self, inst: StreamInst, error: PrintError) -> String {
        let PrintError::Unsaid { leaf, mask, .. } = error else {
            return String::new();
        };
        let pieces = self.tables().pieces;
        let texts: Vec<String> = StreamTarget::pieces(self, inst)
            .filter(|piece| piece.path.leaf() == leaf && piece.field.mask(pieces).low() & mask != 0)
            .map(|piece| format!("{} = {}", piece.path, piece.bits))
            .collect();
        texts.join(", ")
    }

    fn format(&self, inst: StreamInst) -> &'static str {
        let tables = self.tables();
        let row = self.instruction(inst);
        let family = row.and_then(|row| tables.families.get(usize::from(row.family)));
        family.map_or("", |family| tables.text(family.format))
    }

    fn fields(&self, _: StreamInst) -> Vec<Field> {
        Vec::new()
    }

    fn pieces(&self, inst: StreamInst) -> Vec<Piece> {
        pieces(self, inst)
    }

    fn operands(&self, inst: StreamInst) -> Vec<Operand> {
        let named = self.accesses(inst).filter_map(|access| {
            let numbered = access.numbered()?;
            Some(Operand {
                name: access.name.unwrap_or_default(),
                value: match numbered.number {
                    Some(number) => format!("{}{number}", numbered.prefix),
                    None => format!("any {}", numbered.prefix),
                },
                is_read: access.reads,
                is_written: access.writes,
                modifiers: Vec::new(),
            })
        });
        named.collect()
    }

    fn plain_size(&self, inst: StreamInst) -> usize {
        inst.size()
    }

    fn stand_ins(&self, _: StreamInst) -> &'static [StandIn] {
        &[]
    }

    fn states_of_words(&self, _: StreamInst) -> Vec<u16> {
        Vec::new()
    }

    fn specialised(&self, inst: StreamInst) -> Option<Specialised> {
        StreamTarget::specialised(self, inst)
    }
}
