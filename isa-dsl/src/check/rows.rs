//! Rows: one instruction each.

use crate::sorted::{SortedMap, SortedSet, sort_by_key};
use std::borrow::Cow;
use std::rc::Rc;

use super::context::Context;
use super::effects::Derived;
use super::found::Found;
use super::parts::Parts;
use super::{environment, renamed, shapes};
use crate::ast;
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::ArchSet;
use crate::model::{Encoding, Instruction, Model, Shape};
use crate::operation::{self, Checked, Environment};
use crate::source::Span;
use crate::tables::Bits;

/// What a row says apart from its encodings, under one of its names.
pub(super) struct Header<'a> {
    /// The row, with that name.
    pub row: Cow<'a, ast::Row>,
    /// By architecture.
    pub opcodes: Vec<Option<u64>>,
    /// By architecture: where the opcode stands.
    pub places: Vec<Span>,
    /// Arguments for the parameters.
    pub args: Vec<i64>,
    /// Features that a processor must have.
    pub features: u32,
    /// Names that the row had on older architectures.
    pub earlier: Vec<String>,
}

/// Checks a row against its family's parameters and columns; one for each name that the
/// row has, and none after an error that leaves nothing to encode.
pub(super) fn headers<'a>(
    parts: &Parts,
    row: &'a ast::Row,
    context: &mut Context,
) -> Vec<Header<'a>> {
    let Some((opcodes, places)) = columns(parts, row, context) else {
        return Vec::new();
    };
    let features = context.feature(row.needs.as_ref());
    let mut headers = Vec::new();
    for named in renamed::names(row, opcodes, context) {
        headers.push(Header {
            row: named.row,
            opcodes: named.opcodes,
            places: places.clone(),
            args: row.args.iter().map(|arg| arg.value).collect(),
            features,
            earlier: named.earlier,
        });
    }
    headers
}

/// Opcodes by architecture, and where each stands.
type Opcodes = (Vec<Option<u64>>, Vec<Span>);

/// The opcodes of a row whose arguments and columns are those of its family.
fn columns(parts: &Parts, row: &ast::Row, context: &mut Context) -> Option<Opcodes> {
    let params = &parts.family.params;
    if row.args.len() != params.len() {
        let names: Vec<&str> = params.iter().map(|name| name.text.as_str()).collect();
        let message = format!(
            "`{}` has {} argument{}, its family takes {}",
            row.name.text,
            row.args.len(),
            if row.args.len() == 1 { "" } else { "s" },
            params.len(),
        );
        let mut error = Diagnostic::new(Code::RowArguments, row.name.span, message);
        if !names.is_empty() {
            error = error.help(format!("write `{}({}) …`", row.name.text, names.join(", ")));
        }
        context.diagnostics.push(error);
        return None;
    }
    if row.opcodes.len() != parts.columns.len() {
        let place = row.opcodes.last().map_or(row.name.span, |(_, span)| *span);
        let message = format!(
            "`{}` has {} opcode{} for {} column{}",
            row.name.text,
            row.opcodes.len(),
            if row.opcodes.len() == 1 { "" } else { "s" },
            parts.columns.len(),
            if parts.columns.len() == 1 { "" } else { "s" },
        );
        context.error(Code::OpcodeColumns, place, message).help(
            if row.opcodes.len() < parts.columns.len() {
                "write `-` where the instruction does not exist"
            } else {
                "the `opcodes` line above says what the columns are"
            },
        );
        return None;
    }
    if row.opcodes.iter().all(|(opcode, _)| opcode.is_none()) {
        let message = format!("`{}` exists on no architecture", row.name.text);
        context
            .error(Code::NoOpcode, row.name.span, message)
            .help("give it an opcode in some column, or remove the row");
        return None;
    }
    let mut opcodes = vec![None; context.machine.archs.len()];
    let mut places = vec![row.name.span; opcodes.len()];
    for (column, &(opcode, place)) in parts.columns.iter().zip(&row.opcodes) {
        for arch in (0..opcodes.len()).filter(|&arch| column.contains(arch)) {
            opcodes[arch] = opcode;
            places[arch] = place;
        }
    }
    Some((opcodes, places))
}

/// Checks a row and adds its instructions and encodings to what was found.
pub fn check(
    parts: &Parts,
    row: &ast::Row,
    shapes: &mut shapes::Cache,
    context: &mut Context,
    model: &Model,
    found: &mut Found,
) {
    let mut earlier = Vec::new();
    for header in headers(parts, row, context) {
        instruction(parts, header, &mut earlier, shapes, context, model, found);
    }
}

/// Adds the instruction of a row under one of its names. `earlier` has the shapes of the names
/// before, and gets those of this one.
fn instruction(
    parts: &Parts,
    header: Header<'_>,
    earlier: &mut Vec<usize>,
    shapes: &mut shapes::Cache,
    context: &mut Context,
    model: &Model,
    found: &mut Found,
) {
    let (row, args, features) = (&*header.row, &header.args, header.features);
    let opcodes = &header.opcodes;
    let instruction = found.instructions.len();
    // Encodings of the family and architectures, as they are added.
    let first = found.encodings.len();
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
            let got = shapes.get(parts, index, arch, row, args, opcode, context, model, found);
            let Some(shape) = got else {
                match shapes.named(index, arch, args) {
                    Some(shape) => named = Named::Only(shape),
                    None => nameless = true,
                }
                continue;
            };
            match &mut named {
                Named::Shapes(known) => known.push((index, shape.index)),
                Named::Only(_) => named = Named::Shapes(vec![(index, shape.index)]),
            }
            if let Some(bits) = encode(&found.shapes[shape.index], shape.opcode, span, row, context)
            {
                found.encodings.push(Encoding {
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
            args,
            ArchSet::of(opcodes),
            &named,
            earlier,
            shapes,
            context,
            model,
            &found.shapes,
        ),
    };
    if let Some((_, derived)) = &operation {
        let encodings = found.encodings[first..].iter_mut();
        for (encoding, (parts, arch)) in encodings.zip(added) {
            derived.add(&mut encoding.effects, parts, arch);
        }
    }
    if let Named::Shapes(named) = named {
        earlier.extend(named.iter().map(|&(_, shape)| shape));
    }
    let operation = operation.map(|(checked, _)| checked);
    add(header, operation, context, found);
}

/// Reports an opcode of an architecture without an encoding.
pub(super) fn not_encoded(row: &ast::Row, arch: usize, span: Span, context: &mut Context) {
    let message = format!(
        "`{}` has an opcode on {}, but no encoding there",
        row.name.text, context.machine.archs[arch].name.text
    );
    context
        .error(Code::EmptyRange, span, message)
        .help("write `-` where the instruction does not exist");
}

/// Adds the instruction of a row.
pub(super) fn add(
    header: Header<'_>,
    operation: Option<Checked>,
    context: &mut Context,
    found: &mut Found,
) {
    let row = &*header.row;
    found.instructions.push(Instruction {
        name: row.name.text.clone(),
        family: 0,
        doc: row.doc.clone(),
        args: header.args,
        opcodes: header.opcodes,
        spelled: spelled(row, context),
        earlier: header.earlier,
        operation,
        span: row.name.span,
    });
}

/// The shapes that say what an operation may name.
enum Named {
    /// Encodings of the family, each with a shape that was found.
    Shapes(Vec<(usize, usize)>),
    /// One that is in error, but not in its operands.
    Only(Rc<Shape>),
}

fn spelled(row: &ast::Row, context: &mut Context) -> Vec<String> {
    let mut names = vec![row.name.text.clone(); context.machine.syntaxes.len()];
    for (syntax, name) in &row.spelled {
        if let Some(index) = context.syntax(syntax) {
            names[index].clone_from(&name.text);
        }
    }
    names
}

/// One mnemonic stands for one instruction on an architecture; several
/// encodings of it belong into one family.
pub fn unique(context: &mut Context, model: &Model) {
    let meet = |a: &Instruction, b: &Instruction| {
        let mut both = a.opcodes.iter().zip(&b.opcodes);
        both.any(|(a, b)| a.is_some() && b.is_some())
    };
    for rows in model.by_name.values().filter(|rows| rows.len() > 1) {
        for (at, &row) in rows.iter().enumerate() {
            let row = &model.instructions[row];
            let mut before = rows[..at].iter().map(|&it| &model.instructions[it]);
            if let Some(first) = before.find(|first| meet(first, row)) {
                let message = format!("instruction `{}` is declared twice", row.name);
                context
                    .error(Code::Duplicate, row.span, message)
                    .label("again here")
                    .also(first.span, "first here");
            }
        }
    }
}

/// Programs name instructions with underscores for dots, so mnemonics must not
/// differ in those alone.
pub fn alike(context: &mut Context, model: &Model) {
    let mut known: SortedMap<String, &Instruction> = SortedMap::new();
    for instruction in &model.instructions {
        let name = instruction.name.to_uppercase().replace('.', "_");
        let first = *known.entry(name.clone()).or_insert(instruction);
        if first.name == instruction.name {
            continue;
        }
        let message = format!(
            "`{}` and `{}` are one name in programs",
            instruction.name, first.name
        );
        context
            .error(Code::Duplicate, instruction.span, message)
            .label(format!("programs would call both `{name}`"))
            .also(first.span, "the other one")
            .help("rename one, and spell it for a syntax: `name 1 syntax \"mnemonic\"`");
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
        let message = format!(
            "opcode {opcode} of `{}` needs more than {width} bits",
            row.name.text
        );
        context
            .error(Code::ValueTooWide, span, message)
            .label(format!("expected at most {}", crate::bits::ones(width)));
        return None;
    }
    Some(shape.bits | shape.opcode.place(opcode))
}

#[allow(clippy::too_many_arguments)]
fn check_operation(
    parts: &Parts,
    row: &ast::Row,
    args: &[i64],
    archs: ArchSet,
    named: &Named,
    earlier: &[usize],
    shapes: &mut shapes::Cache,
    context: &mut Context,
    model: &Model,
    found: &[Shape],
) -> Option<(Checked, Derived)> {
    if matches!(row.meaning, ast::RowMeaning::None) {
        return None;
    }
    // What a row does is said once for all its names: under each an operand is as wide as
    // under those before.
    let mut older: Vec<_> = earlier.iter().map(|&it| &found[it]).collect();
    let environment = match named {
        Named::Shapes(named) => {
            let mut named = named.clone();
            // Of each encoding the newest comes last still.
            sort_by_key(&mut named, |&(encoding, _)| encoding);
            let mut newest = Vec::new();
            for (at, &(encoding, shape)) in named.iter().enumerate() {
                let next = named.get(at + 1);
                let list = match next.is_some_and(|&(other, _)| other == encoding) {
                    true => &mut older,
                    false => &mut newest,
                };
                list.push(&found[shape]);
            }
            if newest.is_empty() {
                return None;
            }
            let own: Vec<_> = named.iter().map(|&(_, shape)| shape).collect();
            let known = shapes.environments.entry((own, earlier.to_vec()));
            let new = || {
                Rc::new(environment::of_shapes(
                    parts, args, &newest, &older, context, model,
                ))
            };
            Rc::clone(known.or_insert_with(new))
        }
        Named::Only(shape) => Rc::new(environment::of_shapes(
            parts,
            args,
            &[shape],
            &older,
            context,
            model,
        )),
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
    reported: &mut SortedSet<String>,
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
            // Under another name the row may say the same again.
            context.report_once(errors);
            None
        }
    }
}
