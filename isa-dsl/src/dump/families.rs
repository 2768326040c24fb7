//! Families of fixed width: layouts, operands, forms, rows.

use std::fmt::Write as _;

use super::text::{arguments, effects, form, index, kind, row_notes, rule, run_lengths, wrap_text};
use crate::ast::Direction;
use crate::model::{Effects, Encoding, Model, Operand, PartKind, Shape, Width};

/// A family, a text for each architecture that has it; for several in a row that have the
/// same one text.
pub fn family(model: &Model, family: usize) -> Vec<String> {
    let mut texts: Vec<(Vec<&str>, String)> = Vec::new();
    for (arch, row) in model.machine.archs.iter().enumerate() {
        let (name, text) = (row.name.text.as_str(), on(model, family, arch));
        match texts.last_mut() {
            _ if text.is_empty() => {}
            Some((names, before)) if *before == text => names.push(name),
            _ => texts.push((vec![name], text)),
        }
    }
    let name = &model.families[family].name;
    let texts = texts.into_iter();
    texts
        .map(|(archs, text)| format!("family {name} on {}\n{text}", archs.join(", ")))
        .collect()
}

/// What a family is on an architecture; empty if it is not there.
fn on(model: &Model, family: usize, arch: usize) -> String {
    // Shapes and encodings stand in the order of the families.
    let start = model.shapes.partition_point(|it| it.family < family);
    let shapes: Vec<&Shape> = model.shapes[start..]
        .iter()
        .take_while(|shape| shape.family == family)
        .filter(|shape| shape.arch == arch)
        .collect();
    if shapes.is_empty() {
        return String::new();
    }
    let mut text = String::new();
    let before = |it: &Encoding| model.shapes[it.shape].family < family;
    let start = model.encodings.partition_point(before);
    let encodings = model.encodings[start..].iter();
    let encodings = encodings.take_while(|it| model.shapes[it.shape].family == family);
    let encodings: Vec<&Encoding> = encodings
        .filter(|it| model.shapes[it.shape].arch == arch)
        .collect();
    // What all do is said once, what all of an encoding do there, the rest of each row.
    let common = common(encodings.iter().copied());
    if let Some(common) = common {
        effects(&mut text, "  ", common);
    }
    let mut single = false;
    if let Some(lanes) = lanes(model, family) {
        let _ = writeln!(text, "  lanes {lanes}");
    }
    let mut layouts: Vec<(usize, &str)> = Vec::new();
    for shape in &shapes {
        if !layouts.contains(&(shape.layout, &shape.encoding)) {
            layouts.push((shape.layout, &shape.encoding));
        }
    }
    for (layout, encoding) in layouts {
        let of: Vec<&&Shape> = shapes
            .iter()
            .filter(|shape| shape.layout == layout && shape.encoding == encoding)
            .collect();
        self::layout(&mut text, model, of[0]);
        let here = encodings.iter().copied().filter(|it| {
            let shape = &model.shapes[it.shape];
            shape.layout == layout && shape.encoding == encoding
        });
        match self::common(here) {
            _ if common.is_some() => {}
            Some(effects) => self::effects(&mut text, "  ", effects),
            None => single = true,
        }
        for shape in of {
            self::shape(&mut text, model, shape);
        }
    }
    text.push_str("  instructions\n");
    for encoding in encodings {
        row(&mut text, model, encoding);
        if single {
            effects(&mut text, "      ", &encoding.effects);
        }
    }
    text
}

/// What encodings do, if all do the same.
fn common<'a>(mut encodings: impl Iterator<Item = &'a Encoding>) -> Option<&'a Effects> {
    let first = &encodings.next()?.effects;
    encodings
        .all(|encoding| encoding.effects.is_like(first))
        .then_some(first)
}

/// What says for which lanes the operations of a family run.
fn lanes(model: &Model, family: usize) -> Option<&str> {
    let start = model
        .instructions
        .partition_point(|instruction| instruction.family < family);
    let rows = model.instructions[start..].iter();
    let mut rows = rows.take_while(|instruction| instruction.family == family);
    rows.find_map(|row| row.operation.as_ref()?.lanes.as_deref())
}

fn layout(text: &mut String, model: &Model, shape: &Shape) {
    let layout = &model.layouts[shape.layout];
    let name = match shape.encoding.as_str() {
        "" => String::new(),
        encoding => format!(" as {encoding}"),
    };
    let _ = writeln!(
        text,
        "  layout {} of {} bits{name}",
        layout.name, layout.bits
    );
    for part in layout.parts(shape.arch) {
        let bound = part.field.mask() & shape.mask == part.field.mask();
        let what = match part.kind {
            PartKind::Reserved => "reserved".to_owned(),
            PartKind::Ignored => "ignored".to_owned(),
            PartKind::Fixed(value) => format!("{} = {value:#b}", part.name),
            PartKind::Field if part.name == "opcode" => "opcode".to_owned(),
            PartKind::Field if (shape.unused & part.field.mask()).any() => {
                format!("{} unused", part.name)
            }
            PartKind::Field if bound => {
                format!("{} = {}", part.name, part.field.take(shape.bits))
            }
            PartKind::Field => part.name.clone(),
        };
        let _ = writeln!(text, "    {:<16} {what}", part.field.notation());
    }
}

fn shape(text: &mut String, model: &Model, shape: &Shape) {
    let params = arguments(model, shape.family, &shape.args);
    let params = if params.is_empty() {
        String::new()
    } else {
        format!(" {params}")
    };
    let _ = writeln!(text, "  shape{params}");
    for (index, operand) in shape.operands.iter().enumerate() {
        self::operand(text, model, shape, operand, index < shape.positional);
    }
    for form in &shape.forms {
        self::form(text, model, &shape.operands, form);
    }
    for row in &shape.rules {
        let _ = writeln!(text, "    {}", rule(model, &shape.operands, row));
    }
}

fn operand(text: &mut String, model: &Model, shape: &Shape, operand: &Operand, positional: bool) {
    let direction = match operand.direction {
        None if positional => "part",
        None => "modifier",
        Some(Direction::In) => "in",
        Some(Direction::Out) => "out",
        Some(Direction::InOut) => "inout",
    };
    let field = if operand.field.pieces.is_empty() {
        "absent".to_owned()
    } else {
        operand.field.notation()
    };
    let mut line = format!(
        "    {direction:<8} {:<8} {field:<14} {}",
        operand.name,
        kind(model, &operand.kind)
    );
    if positional {
        let _ = write!(line, " x{}", operand_width(model, shape, &operand.width));
        if operand.unaligned {
            line.push_str(" unaligned");
        }
    } else if operand.required {
        line.push_str(" required");
    } else if operand.default != 0 {
        let _ = write!(line, " default {}", operand.default);
    }
    if !operand.zero.is_empty() {
        let _ = write!(line, ", none is {:?}", operand.zero);
    }
    for it in shape.indexed.iter().filter(|it| it.file.is_none()) {
        if it.operand == operand.name {
            let _ = write!(line, ", indexed{}", index(model, it));
        }
    }
    for wrap in &operand.wraps {
        let _ = write!(
            line,
            ", {} by {}",
            wrap_text(&wrap.spellings),
            wrap.field.notation()
        );
    }
    for sign in &operand.signs {
        let what = if sign.clears { "cleared" } else { "changed" };
        let _ = write!(line, ", {} sign {what}", wrap_text(&sign.spellings));
    }
    let _ = writeln!(text, "{line}");
}

/// How many registers an operand takes.
fn operand_width(model: &Model, shape: &Shape, width: &Width) -> String {
    match width {
        Width::Fixed(width) => width.to_string(),
        Width::Table(key, values) => {
            let layout = &model.layouts[shape.layout];
            let names: Vec<String> = key
                .iter()
                .map(|field| {
                    let mut parts = layout.parts(shape.arch);
                    let part = parts.find(|part| part.field == *field);
                    part.map_or_else(|| field.notation(), |part| part.name.clone())
                })
                .collect();
            let names = names.join(", ");
            format!(" by {names}: {}", run_lengths(values))
        }
        Width::Choices(widths) => {
            let widths: Vec<String> = widths.iter().map(u8::to_string).collect();
            format!(" any of {}", widths.join(" "))
        }
        Width::ByFeature {
            feature,
            with,
            without,
        } => {
            let name = &model.machine.features[*feature].text;
            let (with, without) = (
                operand_width(model, shape, with),
                operand_width(model, shape, without),
            );
            format!(" with {name}:{with}; else:{without}")
        }
    }
}

fn row(text: &mut String, model: &Model, encoding: &Encoding) {
    let shape = &model.shapes[encoding.shape];
    let instruction = &model.instructions[encoding.instruction];
    let digits = model.layouts[shape.layout].bits as usize / 4;
    let mut line = format!(
        "    {:<28} opcode {:<4} bits {:0digits$x}",
        format!("{}{}", instruction.name, shape.printed_suffix()),
        shape.opcode.take(encoding.bits),
        encoding.bits,
    );
    let args = arguments(model, shape.family, &shape.args);
    if !args.is_empty() {
        let _ = write!(line, " {args}");
    }
    row_notes(&mut line, model, instruction, encoding.features);
    let _ = writeln!(text, "{}", line.trim_end());
}
