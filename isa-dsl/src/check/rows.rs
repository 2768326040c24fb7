//! Rows: one instruction each.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::effects::Derived;
use super::families::Parts;
use super::{Context, classes, derived, operands, shapes};
use crate::ast;
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::ArchSet;
use crate::model::{Encoding, Instruction, Kind, Model, Operand, Shape, StandIn};
use crate::operation::types::Scalar;
use crate::operation::{self, Checked, Environment};
use crate::source::Span;
use crate::tables::Bits;

/// What a row says apart from its encodings.
pub(super) struct Header {
    /// By architecture.
    pub opcodes: Vec<Option<u64>>,
    /// By architecture: where the opcode stands.
    pub places: Vec<Span>,
    /// Arguments for the parameters.
    pub args: Vec<i64>,
    /// Features that a processor must have.
    pub features: u32,
}

/// Checks a row against its family's parameters and columns; `None` after an
/// error that leaves nothing to encode.
pub(super) fn header(
    parts: &Parts,
    row: &ast::Row,
    context: &mut Context,
    model: &Model,
) -> Option<Header> {
    let params = &parts.family.params;
    if row.args.len() != params.len() {
        let names: Vec<&str> = params.iter().map(|name| name.text.as_str()).collect();
        let mut error = Diagnostic::new(
            Code::RowArguments,
            row.name.span,
            format!(
                "`{}` has {} argument{}, its family takes {}",
                row.name.text,
                row.args.len(),
                if row.args.len() == 1 { "" } else { "s" },
                params.len(),
            ),
        );
        if !names.is_empty() {
            error = error.help(format!("write `{}({}) …`", row.name.text, names.join(", ")));
        }
        context.diagnostics.push(error);
        return None;
    }
    if row.opcodes.len() != parts.columns.len() {
        let place = row.opcodes.last().map_or(row.name.span, |(_, span)| *span);
        context.diagnostics.push(
            Diagnostic::new(
                Code::OpcodeColumns,
                place,
                format!(
                    "`{}` has {} opcode{} for {} column{}",
                    row.name.text,
                    row.opcodes.len(),
                    if row.opcodes.len() == 1 { "" } else { "s" },
                    parts.columns.len(),
                    if parts.columns.len() == 1 { "" } else { "s" },
                ),
            )
            .help(if row.opcodes.len() < parts.columns.len() {
                "write `-` where the instruction does not exist"
            } else {
                "the `opcodes` line above says what the columns are"
            }),
        );
        return None;
    }
    if row.opcodes.iter().all(|(opcode, _)| opcode.is_none()) {
        context.diagnostics.push(
            Diagnostic::new(
                Code::NoOpcode,
                row.name.span,
                format!("`{}` exists on no architecture", row.name.text),
            )
            .help("give it an opcode in some column, or remove the row"),
        );
        return None;
    }
    let features = features(row, context);
    let mut opcodes = vec![None; context.machine.archs.len()];
    let mut places = vec![row.name.span; opcodes.len()];
    for (column, &(opcode, place)) in parts.columns.iter().zip(&row.opcodes) {
        for arch in (0..opcodes.len()).filter(|&arch| column.contains(arch)) {
            opcodes[arch] = opcode;
            places[arch] = place;
        }
    }
    check_unique(row, &opcodes, context, model);
    Some(Header {
        args: row.args.iter().map(|arg| arg.value).collect(),
        opcodes,
        places,
        features,
    })
}

/// Checks a row and adds its instruction and encodings to the model.
pub fn check(
    family: usize,
    parts: &Parts,
    row: &ast::Row,
    shapes: &mut shapes::Cache,
    context: &mut Context,
    model: &mut Model,
) {
    let Some(header) = header(parts, row, context, model) else {
        return;
    };
    let Header { args, features, .. } = header;
    let opcodes = header.opcodes;
    let instruction = model.instructions.len();
    // Encodings of the family and architectures, as they are added to the model.
    let first = model.encodings.len();
    let mut added = Vec::new();
    // The shapes of each encoding, that of the newest architecture last.
    let mut named = Named::Shapes(Vec::new());
    let mut nameless = false;
    for (arch, opcode) in opcodes.iter().enumerate() {
        let Some(opcode) = *opcode else {
            continue;
        };
        let span = header.places[arch];
        let mut encoded = false;
        for (index, encoding) in parts.encodings.iter().enumerate() {
            if !encoding.archs.contains(arch) {
                continue;
            }
            encoded = true;
            let got = shapes.get(
                family, parts, index, arch, row, &args, opcode, context, model,
            );
            let Some(shape) = got else {
                match shapes.named(index, arch, &args) {
                    Some(shape) => named = Named::Only(shape),
                    None => nameless = true,
                }
                continue;
            };
            match &mut named {
                Named::Shapes(known) => known.push((index, shape.index)),
                Named::Only(_) => named = Named::Shapes(vec![(index, shape.index)]),
            }
            if let Some(bits) = encode(&model.shapes[shape.index], shape.opcode, span, row, context)
            {
                model.encodings.push(Encoding {
                    instruction,
                    shape: shape.index,
                    bits,
                    features,
                    effects: encoding.effects_on(arch),
                });
                added.push((encoding, arch));
            }
        }
        if !encoded {
            if parts.encodings.is_empty() {
                // A family without a layout: reported there.
                continue;
            }
            not_encoded(row, arch, span, context);
        }
    }
    // What an operation may name is known only if the operands of every shape are.
    let operation = match nameless {
        true => None,
        false => check_operation(
            parts,
            row,
            &args,
            archs(&opcodes),
            &named,
            shapes,
            context,
            model,
        ),
    };
    if let Some((_, derived)) = &operation {
        let encodings = model.encodings[first..].iter_mut();
        for (encoding, (parts, arch)) in encodings.zip(added) {
            derived.add(&mut encoding.effects, parts, arch);
        }
    }
    let operation = operation.map(|(checked, _)| checked);
    add(family, row, args, opcodes, operation, context, model);
}

/// Reports an opcode of an architecture without an encoding.
pub(super) fn not_encoded(row: &ast::Row, arch: usize, span: Span, context: &mut Context) {
    context.diagnostics.push(
        Diagnostic::new(
            Code::EmptyRange,
            span,
            format!(
                "`{}` has an opcode on {}, but no encoding there",
                row.name.text, context.machine.archs[arch].name.text
            ),
        )
        .help("write `-` where the instruction does not exist"),
    );
}

/// Adds the instruction of a row.
pub(super) fn add(
    family: usize,
    row: &ast::Row,
    args: Vec<i64>,
    opcodes: Vec<Option<u64>>,
    operation: Option<Checked>,
    context: &mut Context,
    model: &mut Model,
) {
    let instruction = model.instructions.len();
    model
        .by_name
        .entry(row.name.text.clone())
        .or_default()
        .push(instruction);
    model.instructions.push(Instruction {
        name: row.name.text.clone(),
        family,
        doc: row.doc.clone(),
        args,
        opcodes,
        spelled: spelled(row, context),
        operation,
        span: row.name.span,
    });
}

/// The shapes that say what an operation may name.
enum Named {
    /// Encodings of the family, each with a shape of the model.
    Shapes(Vec<(usize, usize)>),
    /// One that is in error, but not in its operands.
    Only(Rc<Shape>),
}

fn features(row: &ast::Row, context: &mut Context) -> u32 {
    let Some(name) = &row.needs else { return 0 };
    if let Some(bit) = context
        .machine
        .features
        .iter()
        .position(|other| other.text == name.text)
    {
        1 << bit
    } else {
        let names = context
            .machine
            .features
            .iter()
            .map(|other| other.text.as_str());
        let mut error = Diagnostic::new(
            Code::Unknown,
            name.span,
            format!("no feature is called `{}`", name.text),
        );
        error.help = crate::suggest::did_you_mean(&name.text, names).or_else(|| {
            Some(format!(
                "declare it: `feature {} {{ processor … }}`",
                name.text
            ))
        });
        context.diagnostics.push(error);
        0
    }
}

fn spelled(row: &ast::Row, context: &mut Context) -> Vec<String> {
    let mut names = vec![row.name.text.clone(); context.machine.syntaxes.len()];
    for (syntax, name) in &row.spelled {
        if let Some(index) = context
            .machine
            .syntax_or_report(syntax, &mut context.diagnostics)
        {
            names[index].clone_from(&name.text);
        }
    }
    names
}

/// One mnemonic stands for one instruction on an architecture; several
/// encodings of it belong into one family.
fn check_unique(row: &ast::Row, opcodes: &[Option<u64>], context: &mut Context, model: &Model) {
    let same = model
        .by_name
        .get(&row.name.text)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let clash = same
        .iter()
        .map(|&index| &model.instructions[index])
        .find(|other| {
            other
                .opcodes
                .iter()
                .zip(opcodes)
                .any(|(a, b)| a.is_some() && b.is_some())
        });
    if let Some(other) = clash {
        context.diagnostics.push(
            Diagnostic::new(
                Code::Duplicate,
                row.name.span,
                format!("instruction `{}` is declared twice", row.name.text),
            )
            .label("again here")
            .also(other.span, "first here"),
        );
    }
}

/// Programs name instructions with underscores for dots, so mnemonics must not
/// differ in those alone.
pub fn alike(context: &mut Context, model: &Model) {
    let mut known: BTreeMap<String, &Instruction> = BTreeMap::new();
    for instruction in &model.instructions {
        let name = instruction.name.to_uppercase().replace('.', "_");
        let first = *known.entry(name.clone()).or_insert(instruction);
        if first.name == instruction.name {
            continue;
        }
        context.diagnostics.push(
            Diagnostic::new(
                Code::Duplicate,
                instruction.span,
                format!(
                    "`{}` and `{}` are one name in programs",
                    instruction.name, first.name
                ),
            )
            .label(format!("programs would call both `{name}`"))
            .also(first.span, "the other one")
            .help("rename one, and spell it for a syntax: `name 1 syntax \"mnemonic\"`"),
        );
    }
}

/// The row's opcode in its shape.
fn encode(
    shape: &Shape,
    opcode: u64,
    span: Span,
    row: &ast::Row,
    context: &mut Context,
) -> Option<Bits> {
    let width = shape.opcode.width();
    if width < 64 && opcode >> width != 0 {
        context.diagnostics.push(
            Diagnostic::new(
                Code::ValueTooWide,
                span,
                format!(
                    "opcode {opcode} of `{}` needs more than {width} bits",
                    row.name.text
                ),
            )
            .label(format!("expected at most {}", crate::bits::ones(width))),
        );
        return None;
    }
    Some(shape.bits | shape.opcode.place(opcode))
}

/// The architectures of a row.
pub(super) fn archs(opcodes: &[Option<u64>]) -> ArchSet {
    let there = opcodes.iter().enumerate().filter(|(_, it)| it.is_some());
    ArchSet(there.fold(0, |bits, (arch, _)| bits | 1 << arch))
}

#[allow(clippy::too_many_arguments)]
fn check_operation(
    parts: &Parts,
    row: &ast::Row,
    args: &[i64],
    archs: ArchSet,
    named: &Named,
    shapes: &mut shapes::Cache,
    context: &mut Context,
    model: &Model,
) -> Option<(Checked, Derived)> {
    if matches!(row.meaning, ast::RowMeaning::None) {
        return None;
    }
    let environment = match named {
        Named::Shapes(named) => {
            let mut named = named.clone();
            // Of each encoding the newest comes last still.
            named.sort_by_key(|&(encoding, _)| encoding);
            let (mut newest, mut older) = (Vec::new(), Vec::new());
            for (at, &(encoding, shape)) in named.iter().enumerate() {
                let next = named.get(at + 1);
                let list = match next.is_some_and(|&(other, _)| other == encoding) {
                    true => &mut older,
                    false => &mut newest,
                };
                list.push(&model.shapes[shape]);
            }
            if newest.is_empty() {
                return None;
            }
            let indices = named.iter().map(|&(_, shape)| shape).collect();
            let known = shapes.environments.entry(indices);
            let new = || Rc::new(environment(parts, args, &newest, &older, context, model));
            Rc::clone(known.or_insert_with(new))
        }
        Named::Only(shape) => Rc::new(environment(parts, args, &[shape], &[], context, model)),
    };
    operate(
        parts,
        row,
        archs,
        &environment,
        &mut shapes.effects,
        context,
    )
}

/// Checks what a row does; `reported` holds what was said of other rows.
pub(super) fn operate(
    parts: &Parts,
    row: &ast::Row,
    archs: ArchSet,
    environment: &Environment,
    reported: &mut BTreeSet<String>,
    context: &mut Context,
) -> Option<(Checked, Derived)> {
    if matches!(row.meaning, ast::RowMeaning::None) {
        return None;
    }
    super::locals::hidden(environment, context);
    match operation::check(context.operations, environment, &row.meaning, &row.name) {
        Ok(checked) => {
            super::effects::check(parts, row, archs, &checked, environment, reported, context);
            super::lints::check(parts, row, &checked, environment, context);
            let derived = Derived::of(&checked, environment);
            Some((checked, derived))
        }
        Err(errors) => {
            context.diagnostics.extend(errors);
            None
        }
    }
}

/// The names that the operations of a row may use: the operands of all
/// encodings as on the newest architecture that has each, and the modifiers.
/// What an encoding lacks reads as zero there. An operand is as wide as it is on some
/// processor.
fn environment(
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
        for operand in &shape.operands[..shape.positional] {
            let name = operand.name.to_uppercase();
            let mut known = environment.operands.iter_mut();
            let known = known.find(|it| it.name == name);
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
    let fields = model.layouts.iter().flat_map(|layout| &layout.parts);
    let fields = fields.map(|part| part.name.to_uppercase());
    let wraps = context.names.wraps.iter();
    let wraps = wraps.map(|it| it.name.text.to_uppercase());
    environment.absent = fields.chain(wraps).collect();
    environment
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

/// The names that operations may use whatever the layout is.
pub(super) fn surroundings(parts: &Parts, args: &[i64], context: &Context) -> Environment {
    let names = parts.family.params.iter().map(|name| name.text.clone());
    Environment {
        constants: names.zip(args.iter().copied()).collect(),
        lets: parts.locals.clone(),
        of_operands: (parts.own_locals.iter().chain(&context.names.locals))
            .filter(|local| local.of.is_some())
            .map(|local| local.name.text.clone())
            .collect(),
        spaces: context
            .names
            .spaces
            .iter()
            .map(|(name, item)| operation::Space {
                name: name.text.clone(),
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
        states: derived::states(context),
        features: (context.machine.features.iter())
            .map(|feature| feature.text.to_uppercase())
            .collect(),
        lanes: parts.lanes.cloned(),
        ..Environment::default()
    }
}

/// Where a space has a limit.
fn limit_archs(spaces: &ast::Spaces, context: &Context) -> ArchSet {
    let at = spaces.limit.as_ref().and_then(|limit| limit.at.as_ref());
    context.machine.resolve(at, &mut Vec::new())
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
                Some(known) => known.bits = known.bits.max(bits),
                None => environment.fields.push(operation::Field {
                    name,
                    bits,
                    signed: operands::is_signed(operand),
                }),
            }
        }
    }
}
