//! What programs are written with: their slots, their sources, and what is the same wherever it
//! stands.

use crate::lower::lowering::Lowering;
use crate::lower::pool;
use crate::model::Shape;
use crate::operation::Names;
use crate::operation::ir;
use crate::operation::types::{Scalar, Type};
use crate::tables::{Action, ActionKind, Flag, NONE, NumberKind, SLOT_BITS, Source, SourceKind};

/// Writes one program.
pub(super) struct Writer<'w, 'a> {
    pub(super) program: &'w ir::Program,
    names: &'w Names,
    /// The shapes of the instruction, the newest first.
    shapes: Vec<&'w Shape>,
    pub(super) lowering: &'w mut Lowering<'a>,
    pub(super) actions: Vec<Action>,
    pub(super) sources: Vec<Source>,
    /// First slot of each local.
    pub(super) locals: Vec<u16>,
    /// First free slot.
    pub(super) next: u16,
    /// Slots used at most.
    pub(super) slots: u16,
    pub(super) once: bool,
    /// What is the same wherever it stands, with its slot.
    pub(super) common: Vec<(Common, u16)>,
}

/// A value that is the same wherever it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Common {
    /// A constant, and the slots it takes.
    Constant(u128, u16),
    /// All bits of a field.
    Field(usize, u16),
    /// Whether the processor has a feature.
    Feature(usize),
}

/// An action that gives nothing yet.
pub(super) fn action(kind: ActionKind, ty: Type) -> Action {
    let number = match ty {
        Type::Scalar(Scalar::Integer { signed: true, .. }) => NumberKind::Signed,
        Type::Scalar(Scalar::Half | Scalar::Float | Scalar::Double) => NumberKind::Floating,
        _ => NumberKind::Unsigned,
    };
    Action {
        kind: kind.into(),
        number: number.into(),
        bits: ty.bits(),
        uniform: Flag::NO,
        to: 0,
        a: 0,
        b: 0,
        c: 0,
        d: 0,
    }
}

/// Slots of a value.
pub(super) fn slots(ty: Type) -> u16 {
    ty.bits().div_ceil(SLOT_BITS).max(1)
}

pub(super) fn space(pointer: Type) -> u16 {
    match pointer {
        Type::Pointer { space, .. } => space as u16,
        _ => NONE,
    }
}

/// The slots of a value: number, bits in it, its first bit within the value.
pub(super) fn limbs(ty: Type) -> impl Iterator<Item = (u16, u16, u16)> {
    let bits = ty.bits();
    (0..slots(ty)).map(move |slot| {
        let first = slot * SLOT_BITS;
        (slot, (bits - first).min(SLOT_BITS), first)
    })
}

impl<'w, 'a> Writer<'w, 'a> {
    pub(super) fn new(
        program: &'w ir::Program,
        names: &'w Names,
        shapes: Vec<&'w Shape>,
        lowering: &'w mut Lowering<'a>,
    ) -> Writer<'w, 'a> {
        Writer {
            program,
            names,
            shapes,
            lowering,
            actions: Vec::new(),
            sources: Vec::new(),
            locals: Vec::new(),
            next: 0,
            slots: 0,
            once: false,
            common: Vec::new(),
        }
    }

    /// Writes what is the same everywhere, before everything else.
    pub(super) fn first(&mut self, common: &[(Common, u16)]) {
        for &(value, _) in common {
            self.shared(value);
        }
    }

    /// The slot of a value that is the same everywhere. One that is met for the
    /// first time is noted, and worked out here.
    pub(super) fn shared(&mut self, value: Common) -> u16 {
        if let Some((_, slot)) = self.common.iter().find(|(known, _)| *known == value) {
            return *slot;
        }
        let slot = self.work_out(value);
        self.common.push((value, slot));
        slot
    }

    fn work_out(&mut self, value: Common) -> u16 {
        match value {
            Common::Constant(bits, slots) => {
                let to = self.allocate(slots);
                for slot in 0..slots {
                    let limb = bits.checked_shr(u32::from(slot * SLOT_BITS)).unwrap_or(0);
                    let mut action = action(ActionKind::Constant, Type::unsigned(SLOT_BITS));
                    action.to = to + slot;
                    action.a = self.constant(limb as u64);
                    self.push(action);
                }
                to
            }
            Common::Field(field, bits) => self.read_whole(ir::Source::Field(field), bits),
            Common::Feature(feature) => self.read_whole(ir::Source::Feature(feature), 1),
        }
    }

    /// A slot with all bits of a source, at most 64.
    fn read_whole(&mut self, source: ir::Source, bits: u16) -> u16 {
        let source = self.source(source);
        let mut action = action(ActionKind::Read, Type::Bits(bits));
        (action.to, action.a, action.c) = (self.allocate(1), source, NONE);
        self.push(action);
        action.to
    }

    pub(super) fn allocate(&mut self, count: u16) -> u16 {
        let slot = self.next;
        self.next = self.next.saturating_add(count);
        self.slots = self.slots.max(self.next);
        slot
    }

    pub(super) fn push(&mut self, action: Action) -> usize {
        self.actions.push(action);
        self.actions.len() - 1
    }

    /// Actions since the one at `start`.
    pub(super) fn since(&self, start: usize) -> u16 {
        (self.actions.len() - start - 1) as u16
    }

    /// Copies all slots of a value.
    pub(super) fn copy(&mut self, to: u16, from: u16, ty: Type, uniform: bool) {
        for slot in 0..slots(ty) {
            let mut action = action(ActionKind::Move, ty);
            action.uniform = uniform.into();
            (action.to, action.a) = (to + slot, from + slot);
            self.push(action);
        }
    }

    pub(super) fn constant(&mut self, value: u64) -> u16 {
        pool::intern(&mut self.lowering.tables.constants, value)
    }

    pub(super) fn source(&mut self, source: ir::Source) -> u16 {
        let (kind, name, index, bits) = match source {
            ir::Source::Operand(index) => {
                let (name, bits) = &self.names.operands[index];
                (SourceKind::Operand, name, index, *bits)
            }
            ir::Source::Field(index) => {
                let (name, bits) = &self.names.fields[index];
                (SourceKind::Field, name, index, *bits)
            }
            ir::Source::State(index) => {
                let state = &self.lowering.model.states[index];
                (SourceKind::State, &state.name, index, state.bits as u16)
            }
            ir::Source::Feature(index) => {
                let feature = &self.lowering.model.machine.features[index];
                (SourceKind::Feature, &feature.text, index, 1)
            }
        };
        let path = name.to_lowercase();
        let mut operands = self.shapes.iter().flat_map(|shape| &shape.operands);
        // Some encodings of an operand have source modifiers, others none.
        let wrapped = name.split_once('.').and_then(|(of, wrap)| {
            operands.find_map(|operand| {
                let mut wraps = operand.wraps.iter();
                let wrap = wraps.find(|it| it.name.eq_ignore_ascii_case(wrap))?;
                let is = operand.name.eq_ignore_ascii_case(of);
                is.then_some((operand.name.as_str(), wrap.name.as_str()))
            })
        });
        let by_index = matches!(kind, SourceKind::State | SourceKind::Feature);
        let (kind, name, modifier, index) = if by_index {
            (kind, name.as_str(), "", index)
        } else if self.shapes.is_empty() {
            (kind, path.as_str(), "", index)
        } else if let Some((operand, wrap)) = wrapped {
            (SourceKind::Modifier, operand, wrap, usize::from(NONE))
        } else {
            let place = self.shapes.iter().find_map(|shape| {
                let mut operands = shape.operands.iter();
                let place = operands.position(|it| it.name.eq_ignore_ascii_case(name))?;
                Some((shape.operands[place].name.as_str(), place))
            });
            // What it is follows from the name: a fixed field, or a state in its place.
            let (name, index) = place.unwrap_or((path.as_str(), usize::from(NONE)));
            (kind, name, "", index)
        };
        let row = Source {
            kind: kind.into(),
            index: index as u16,
            name: self.lowering.pool.text(name),
            modifier: self.lowering.pool.text(modifier),
            bits,
        };
        if let Some(known) = self.sources.iter().position(|other| *other == row) {
            return known as u16;
        }
        self.sources.push(row);
        (self.sources.len() - 1) as u16
    }
}
