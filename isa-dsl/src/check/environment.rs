//! What the operations of a row may name.

use crate::sorted::SortedSet;
use std::sync::Arc;

use super::context::Context;
use super::parts::Parts;
use super::{classes, derived, kinds, operands};
use crate::ast;
use crate::machine::ArchSet;
use crate::model::{Kind, Model, Operand, Shape, StandIn};
use crate::operation::types::Scalar;
use crate::operation::{self, Environment};

/// The fields and source modifiers that something of the description has.
fn all_names(context: &Context, model: &Model) -> SortedSet<String> {
    let fields = model.layouts.iter().flat_map(|layout| &layout.parts);
    let fields = fields.map(|part| part.name.to_uppercase());
    let wraps = context.names.wraps.iter();
    let wraps = wraps.map(|it| it.name.text.to_uppercase());
    fields.chain(wraps).collect()
}

/// The names that the operations of a row may use: the operands of all
/// encodings as on the newest architecture that has each, and the modifiers.
/// What an encoding lacks reads as zero there. An operand or a field is as wide as it is on
/// some processor.
pub(super) fn of_shapes(
    parts: &Parts,
    args: &[i64],
    newest: &[&Shape],
    older: &[&Shape],
    context: &Context,
    model: &Model,
) -> Environment {
    let mut environment = surroundings(parts, args, context);
    for shape in newest {
        for (index, operand) in shape.operands.iter().enumerate() {
            let positional = index < shape.positional;
            name_operand(operand, positional, &mut environment, context, model);
        }
    }
    for shape in older {
        for operand in &shape.operands {
            let mut fields = environment.fields.iter_mut();
            if let Some(field) = fields.find(|it| in_capitals(&operand.name, &it.name)) {
                let bits = operands::field_bits(operand, context, model);
                widen(field, bits, kinds::is_signed(&operand.kind));
            }
        }
        for operand in &shape.operands[..shape.positional] {
            let mut known = environment.operands.iter_mut();
            let known = known.find(|it| in_capitals(&operand.name, &it.name));
            let bits = operands::register_bits(operand, model);
            if let (Some(known), Some(bits)) = (known, bits) {
                let bits = u16::try_from(bits * operand.value_width).unwrap_or(u16::MAX);
                known.bits = known.bits.max(bits);
            }
        }
    }
    for shape in newest {
        for stand_in in &shape.stand_ins {
            name_stand_in(stand_in, &mut environment);
        }
        name_fixed(shape, &mut environment, model);
    }
    environment
}

/// Whether a name, which is ASCII, is the other one in capitals, as operations write it.
fn in_capitals(name: &str, capitals: &str) -> bool {
    name.eq_ignore_ascii_case(capitals)
}

/// A state in the place of an operand is known by the operand's name.
fn name_stand_in(stand_in: &StandIn, environment: &mut Environment) {
    let name = stand_in.name.to_uppercase();
    if environment.operands.iter().all(|it| it.name != name) {
        let bits = environment
            .states
            .get(stand_in.state)
            .map_or(1, |it| it.bits);
        environment.operands.push(operation::Operand {
            name,
            bits,
            readable: stand_in.direction != ast::Direction::Out,
            writable: stand_in.direction != ast::Direction::In,
            per_lane: false,
        });
    }
}

/// Fields that the format fixes, or the family binds, have their value.
fn name_fixed(shape: &Shape, environment: &mut Environment, model: &Model) {
    let fixed = model.layouts[shape.layout].parts(shape.arch);
    let fixed =
        fixed.filter(|part| !part.name.is_empty() && !(part.field.mask() & !shape.mask).any());
    for part in fixed {
        let name = part.name.to_uppercase();
        if environment.fields.iter().all(|it| it.name != name) {
            environment.fields.push(operation::Field {
                name,
                bits: part.field.width().clamp(1, 64) as u16,
                signed: false,
            });
        }
    }
}

/// The names that operations of a family may use whatever the layout is.
pub(super) fn surroundings(parts: &Parts, args: &[i64], context: &Context) -> Environment {
    let names = parts.family.params.iter().map(|name| name.text.clone());
    Environment {
        constants: names.zip(args.iter().copied()).collect(),
        lets: Arc::clone(&parts.locals),
        of_operands: Arc::clone(&parts.of_operands),
        lanes: parts.lanes.cloned(),
        ..context.everywhere.clone()
    }
}

/// The names that operations of all families may use.
pub(super) fn everywhere(context: &Context, model: &Model) -> Environment {
    Environment {
        functions: Arc::clone(&context.functions),
        spaces: context
            .names
            .spaces
            .iter()
            .map(|(name, item)| operation::Space {
                name: name.text.clone(),
                internal: item.internal,
                limit: (item.limit.as_ref()).and_then(|limit| state(&limit.part.state, context)),
                limit_archs: limit_archs(item, context),
                base: base(item, context).and_then(|base| state(&base.state, context)),
            })
            .collect(),
        floating: context
            .names
            .floating
            .iter()
            .filter_map(|(name, item)| {
                let overflow = item.overflow.as_ref().map(|overflow| &overflow.part);
                let states = [item.rounding.as_ref(), item.subnormals.as_ref(), overflow];
                let states = states.into_iter().flatten();
                Some(operation::FloatingType {
                    ty: Scalar::from_name(&name.text)?,
                    states: states
                        .filter_map(|part| state(&part.state, context))
                        .collect(),
                })
            })
            .collect(),
        states: derived::states(context).into(),
        features: (context.machine.features.iter())
            .map(|feature| feature.text.to_uppercase())
            .collect(),
        absent: Arc::new(all_names(context, model)),
        ..Environment::default()
    }
}

/// Where a space has a limit.
fn limit_archs(spaces: &ast::Spaces, context: &Context) -> ArchSet {
    let at = spaces.limit.as_ref().and_then(|limit| limit.at.as_ref());
    context.archs_of(at)
}

/// What the addresses of a space count from; those of a part of one, as in the whole.
fn base<'a>(spaces: &'a ast::Spaces, context: &'a Context) -> Option<&'a ast::StatePart> {
    let Some(of) = &spaces.of else {
        return spaces.base.as_ref();
    };
    let mut all = context.names.spaces.iter();
    let (_, whole) = all.find(|(name, _)| name.text == of.text)?;
    whole.base.as_ref()
}

/// The index of a state.
fn state(name: &ast::Name, context: &Context) -> Option<usize> {
    let mut states = context.names.states.iter();
    states.position(|state| state.name.text == name.text)
}

/// Makes room for what a field is elsewhere too: one that has a sign somewhere holds all values
/// that it has without one.
fn widen(field: &mut operation::Field, bits: u16, signed: bool) {
    if field.signed == signed {
        field.bits = field.bits.max(bits);
        return;
    }
    let (with, without) = match signed {
        true => (bits, field.bits),
        false => (field.bits, bits),
    };
    field.signed = true;
    field.bits = with.max((without + 1).min(64));
}

/// Adds the name of an operand or a modifier, or widens it: encodings may give
/// the same operand different widths.
fn name_operand(
    operand: &Operand,
    positional: bool,
    environment: &mut Environment,
    context: &Context,
    model: &Model,
) {
    let name = operand.name.to_uppercase();
    // `SRC0.NEG`: whether the operand has the source modifier.
    for wrap in &operand.wraps {
        let name = format!("{name}.{}", wrap.name.to_uppercase());
        if environment.fields.iter().all(|it| it.name != name) {
            environment.fields.push(operation::Field {
                name,
                bits: 1,
                signed: false,
            });
        }
    }
    // A literal behind the instruction has no bits of its own in a field.
    let literal = matches!(operand.kind, Kind::Class(class, _) if Some(class) == classes::literal(&model.classes));
    let bits = match operands::register_bits(operand, model) {
        Some(bits) => Some(bits * operand.value_width),
        None => literal.then_some(32),
    };
    match (operand.direction, bits) {
        (Some(direction), Some(bits)) if positional => {
            let bits = u16::try_from(bits).unwrap_or(u16::MAX);
            let known = environment.operands.iter_mut().find(|it| it.name == name);
            match known {
                Some(known) => {
                    known.bits = known.bits.max(bits);
                    known.readable |= direction != ast::Direction::Out;
                    known.writable |= direction != ast::Direction::In;
                }
                None => environment.operands.push(operation::Operand {
                    name,
                    bits,
                    readable: direction != ast::Direction::Out,
                    writable: direction != ast::Direction::In,
                    per_lane: operands::is_per_lane(operand, model),
                }),
            }
        }
        _ => {
            let bits = operands::field_bits(operand, context, model);
            let known = environment.fields.iter_mut().find(|it| it.name == name);
            match known {
                Some(known) => widen(known, bits, kinds::is_signed(&operand.kind)),
                None => environment.fields.push(operation::Field {
                    name,
                    bits,
                    signed: kinds::is_signed(&operand.kind),
                }),
            }
        }
    }
}
