//! Byte streams and their families as text, one line for each piece.

use std::fmt::Write as _;

use super::text::{arguments, effects, expression, kind, row_notes};
use crate::ast::Direction;
use crate::bits;
use crate::machine::ArchSet;
use crate::model::{
    Condition, Model, Place, Stream, StreamForm, StreamInteger, StreamOperand, StreamShape,
    StreamStep, StreamToken,
};

/// All streams, each once for the architectures on which it is the same.
pub fn streams(model: &Model) -> String {
    let mut text = String::new();
    let items = model.streams.iter().map(|stream| stream.item).max();
    for item in 0..items.map_or(0, |last| last + 1) {
        let bodies = model
            .streams
            .iter()
            .filter(|stream| stream.item == item)
            .map(|stream| (stream.arch, stream_body(model, stream)));
        for (archs, body) in grouped(bodies) {
            let name = &model.streams.iter().find(|it| it.item == item);
            let name = name.map_or("", |stream| stream.name.as_str());
            let archs = model.machine.names(archs);
            let _ = write!(text, "\nstream {name} on {archs}\n{body}");
        }
    }
    text
}

/// A family of streams, once for the architectures on which it is the same.
pub fn families(model: &Model, family: usize) -> String {
    let mut text = String::new();
    let archs = 0..model.machine.archs.len();
    let bodies = archs
        .map(|arch| (arch, family_body(model, family, arch)))
        .filter(|(_, body)| !body.is_empty());
    for (archs, body) in grouped(bodies) {
        let (name, archs) = (&model.families[family].name, model.machine.names(archs));
        let _ = write!(text, "\nfamily {name} on {archs}\n{body}");
    }
    text
}

/// Equal bodies of architectures together, in the order of the first.
fn grouped(bodies: impl Iterator<Item = (usize, String)>) -> Vec<(ArchSet, String)> {
    let mut all: Vec<(ArchSet, String)> = Vec::new();
    for (arch, body) in bodies {
        match all.iter_mut().find(|(_, other)| *other == body) {
            Some((archs, _)) => archs.0 |= 1 << arch,
            None => all.push((ArchSet(1 << arch), body)),
        }
    }
    all
}

fn stream_body(model: &Model, stream: &Stream) -> String {
    let mut text = String::new();
    // Steps of cases and conditions stand deeper, up to where they end.
    let mut ends: Vec<usize> = Vec::new();
    for (at, step) in stream.steps.iter().enumerate() {
        ends.retain(|end| *end > at);
        let indent = "  ".repeat(ends.len() + 1);
        match step {
            StreamStep::Integer(integer) => self::integer(&mut text, model, integer, &indent),
            StreamStep::Nested {
                name,
                stream: inner,
                leaf,
            } => {
                let inner = &model.streams[*inner].name;
                let _ = writeln!(text, "{indent}{leaf:<3} {name:<12} {inner}");
            }
            StreamStep::Unless(condition, skip) => {
                let condition = self::condition(stream, condition);
                let _ = writeln!(text, "{indent}when {condition}");
                ends.push(at + 1 + skip);
            }
            StreamStep::Skip(_) => {}
            StreamStep::NoCase(place) => {
                let _ = writeln!(text, "{indent}else {} has no meaning", path(stream, place));
            }
        }
    }
    accessed(&mut text, stream);
    forms(&mut text, model, stream, &stream.forms, "  ");
    text
}

/// What an instruction accesses that the stream has the number of, a line each.
fn accessed(text: &mut String, stream: &Stream) {
    for accessed in &stream.accessed {
        let direction = match accessed.direction {
            None => "",
            Some(Direction::In) => "in ",
            Some(Direction::Out) => "out ",
            Some(Direction::InOut) => "inout ",
        };
        let prefix = &accessed.prefix.text;
        let number = match &accessed.place {
            Some(place) => path(stream, place),
            None => format!("any, by {}", accessed.piece),
        };
        let when: Vec<String> = accessed
            .when
            .iter()
            .map(|condition| self::condition(stream, condition))
            .collect();
        let when = match when.as_slice() {
            [] => String::new(),
            all => format!(" when {}", all.join(" && ")),
        };
        let _ = writeln!(text, "  {direction}names {prefix} {number}{when}");
    }
}

fn integer(text: &mut String, model: &Model, integer: &StreamInteger, indent: &str) {
    let bits = integer.bytes * 8;
    let mut line = format!("{indent}{:<3} {:<12} u{bits}", integer.leaf, integer.name);
    let whole = integer.members.first().filter(|it| it.name == integer.name);
    if let Some(member) = whole {
        let kind = kind(model, &member.kind);
        if kind != format!("u{bits}") {
            let _ = write!(line, " {kind}");
        }
    } else if integer.members.is_empty() && integer.mask == bits::ones(bits) {
        let _ = write!(line, " = {:#x}", integer.bits);
    }
    let _ = writeln!(text, "{line}");
    if whole.is_some() || integer.members.is_empty() && integer.mask == bits::ones(bits) {
        return;
    }
    let mut covered = 0;
    for member in &integer.members {
        covered |= member.field.mask().low();
        let default = match member.field.take(integer.default) {
            0 => String::new(),
            default => format!(" default {default}"),
        };
        let _ = writeln!(
            text,
            "{indent}      {:<8} {:<10} {}{default}",
            member.field.notation(),
            member.name,
            kind(model, &member.kind),
        );
    }
    let fixed = integer.mask & !integer.reserved;
    for (mask, what) in [
        (fixed, format!("= {:#x}", integer.bits)),
        (integer.reserved, "reserved".to_owned()),
        (
            bits::ones(bits) & !covered & !integer.mask,
            "ignored".to_owned(),
        ),
    ] {
        if mask != 0 {
            let _ = writeln!(text, "{indent}      {:<8} {what}", bits::runs(mask));
        }
    }
}

/// The shortest path that names a place.
fn path(stream: &Stream, place: &Place) -> String {
    let names = stream.paths.iter().filter_map(|(path, named)| {
        let value = named.as_ref()?.what.value()?;
        (value.place == *place).then_some(path)
    });
    let shortest = names.min_by_key(|path| path.len());
    shortest.map_or_else(
        || format!("leaf {} {}", place.leaf, place.field.notation()),
        String::clone,
    )
}

fn condition(stream: &Stream, condition: &Condition) -> String {
    expression(condition, &|place| path(stream, place))
}

/// Forms, a line each; one that all syntaxes have is one line without a name.
fn forms(text: &mut String, model: &Model, stream: &Stream, forms: &[StreamForm], indent: &str) {
    let syntaxes = &model.machine.syntaxes;
    let mut at = 0;
    while let Some(first) = forms.get(at) {
        let line = form(stream, first);
        let same = forms[at..].iter().enumerate().take_while(|(index, it)| {
            it.syntax == *index && it.span == first.span && form(stream, it) == line
        });
        let (name, count) = match same.count() {
            count if count == syntaxes.len() => (String::new(), count),
            _ => (format!(" {}", syntaxes[first.syntax].name), 1),
        };
        let _ = writeln!(text, "{indent}asm{name}{line}");
        at += count;
    }
}

/// What stands behind the syntax of a form.
fn form(stream: &Stream, form: &StreamForm) -> String {
    let mut template = String::new();
    for token in &form.tokens {
        match token {
            StreamToken::Text(text) => template.push_str(text),
            StreamToken::Mnemonic => template.push_str("{mnemonic}"),
            StreamToken::Operand(StreamOperand::Value { name, prefix, .. }) => {
                let _ = match prefix.as_str() {
                    "" => write!(template, "{{{name}}}"),
                    prefix => write!(template, "{{{prefix} {name}}}"),
                };
            }
            StreamToken::Operand(StreamOperand::Stream { name, .. }) => {
                let _ = write!(template, "{{{name}}}");
            }
        }
    }
    let when: Vec<String> = form.when.iter().map(|it| condition(stream, it)).collect();
    let when = match when.as_slice() {
        [] => String::new(),
        all => format!(" when {}", all.join(" && ")),
    };
    let read = if form.read_only { " read" } else { "" };
    format!("{read}{when} {template:?}")
}

/// A family on one architecture without its first line; empty if it is not
/// there.
pub fn family_body(model: &Model, family: usize, arch: usize) -> String {
    let shapes: Vec<usize> = (0..model.stream_shapes.len())
        .filter(|&index| {
            let shape = &model.stream_shapes[index];
            shape.family == family && shape.arch == arch
        })
        .collect();
    let mut text = String::new();
    let mut encodings = model.stream_encodings.iter();
    let first = encodings.find(|it| shapes.contains(&it.shape));
    // What all do is said once, else of each row.
    let common = first.map(|it| &it.effects).filter(|first| {
        let all = encodings.filter(|it| shapes.contains(&it.shape));
        all.map(|it| &it.effects).all(|it| it.is_like(first))
    });
    if let Some(common) = common {
        effects(&mut text, "  ", common);
    }
    for &index in &shapes {
        shape(&mut text, model, &model.stream_shapes[index]);
    }
    if shapes.is_empty() {
        return text;
    }
    text.push_str("  instructions\n");
    for encoding in &model.stream_encodings {
        let shape = &model.stream_shapes[encoding.shape];
        if shape.family != family || shape.arch != arch {
            continue;
        }
        let stream = &model.streams[shape.stream];
        let instruction = &model.instructions[encoding.instruction];
        let mut line = format!(
            "    {:<28} {} {:#04x}",
            format!("{}{}", instruction.name, shape.suffix),
            path(stream, &shape.opcode),
            encoding.opcode,
        );
        let args = arguments(model, shape.family, &shape.args);
        if !args.is_empty() {
            let _ = write!(line, " {args}");
        }
        row_notes(&mut line, model, instruction, encoding.features);
        let _ = writeln!(text, "{}", line.trim_end());
        if common.is_none() {
            effects(&mut text, "      ", &encoding.effects);
        }
    }
    text
}

fn shape(text: &mut String, model: &Model, shape: &StreamShape) {
    let stream = &model.streams[shape.stream];
    let mut line = format!("  stream {}", stream.name);
    if !shape.encoding.is_empty() {
        let _ = write!(line, " as {}", shape.encoding);
    }
    for (place, value) in &shape.bound {
        let _ = write!(line, ", {} = {value:#x}", path(stream, place));
    }
    let args = arguments(model, shape.family, &shape.args);
    if !args.is_empty() {
        let _ = write!(line, ", {args}");
    }
    let _ = writeln!(text, "{line}");
    forms(text, model, stream, &shape.forms, "    ");
    for (rule, message) in &shape.rules {
        let rule = condition(stream, rule);
        let _ = writeln!(text, "    require {rule} {message:?}");
    }
}
