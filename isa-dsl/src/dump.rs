//! The tables as text: what people review and snapshots hold.
//!
//! A row stands for itself: it names what it refers to instead of counting,
//! so that adding an instruction adds a line and changes no other.

mod streams;

use std::fmt::Write as _;

use crate::ast::{BinaryOp, Direction};
use crate::expr::Value;
use crate::model::{
    Effects, Encoding, Form, IndexBy, Indexed, Instruction, Integer, Kind, Meaning, Model, Operand,
    PartKind, Shape, StateBits, StructShape, Token, Width, WordValue, Wrap,
};

/// The whole description.
pub fn dump(model: &Model) -> String {
    let mut text = machine(model);
    for file in 0..model.files.len() {
        text.push('\n');
        text.push_str(&registers(model, file));
    }
    let memory = memory(model);
    if !memory.is_empty() {
        text.push('\n');
        text.push_str(&memory);
    }
    for class in 0..model.classes.len() {
        text.push('\n');
        text.push_str(&self::class(model, class));
    }
    for structure in 0..model.structs.len() {
        text.push('\n');
        text.push_str(&self::structure(model, structure));
    }
    text.push_str(&streams(model));
    for index in 0..model.families.len() {
        text.push_str(&stream_family(model, index));
        for arch in 0..model.machine.archs.len() {
            let family = family(model, index, arch);
            if !family.is_empty() {
                text.push('\n');
                text.push_str(&family);
            }
        }
    }
    text
}

/// The header: architectures, processors, syntaxes.
pub fn machine(model: &Model) -> String {
    let machine = &model.machine;
    let mut text = format!(
        "isa {} \"{}\": words of {} bits, {} endian\n",
        machine.name,
        machine.title,
        machine.word_bits,
        if machine.big_endian { "big" } else { "little" }
    );
    for (index, arch) in machine.archs.iter().enumerate() {
        let processors: Vec<String> = machine
            .processors
            .iter()
            .filter(|processor| processor.arch == index)
            .map(|processor| {
                let features: Vec<&str> = machine
                    .features
                    .iter()
                    .enumerate()
                    .filter(|(bit, _)| processor.features >> bit & 1 == 1)
                    .map(|(_, feature)| feature.text.as_str())
                    .collect();
                match features.as_slice() {
                    [] => processor.name.text.clone(),
                    features => format!("{}[{}]", processor.name.text, features.join(",")),
                }
            })
            .collect();
        let _ = writeln!(
            text,
            "arch {} \"{}\": {}",
            arch.name.text,
            arch.title,
            processors.join(" ")
        );
    }
    for syntax in &machine.syntaxes {
        let comments = syntax.comments.iter().map(|text| format!(" {text:?}"));
        let mut words = vec![format!("comments{}", comments.collect::<String>())];
        if !syntax.separator.is_empty() {
            words.push(format!("separator {:?}", syntax.separator));
        }
        if !syntax.negation.is_empty() {
            words.push(format!("negation {:?}", syntax.negation));
        }
        for (set, word) in [
            (syntax.any_case, "any_case"),
            (syntax.loose_commas, "loose_commas"),
            (syntax.valued_flags, "valued_flags"),
            (syntax.register_lists, "register_lists"),
            (syntax.register_parts, "register_parts"),
            (syntax.list_numbers, "list_numbers"),
            (syntax.float_types, "float_types"),
        ] {
            if set {
                words.push(word.to_owned());
            }
        }
        if !syntax.suffix_word.is_empty() {
            let (word, suffix) = (&syntax.suffix_word, &syntax.suffix);
            words.push(format!("suffix_word {word:?} {suffix:?}"));
        }
        let _ = writeln!(text, "syntax {}: {}", syntax.name, words.join("; "));
    }
    text
}

/// A register file.
pub fn registers(model: &Model, file: usize) -> String {
    let file = &model.files[file];
    let groups: Vec<String> = file
        .groups
        .iter()
        .map(|&(count, align)| match align {
            1 => count.to_string(),
            _ => format!("{count}/{align}"),
        })
        .collect();
    let mut text = format!(
        "registers {} \"{}\": {} bits{}, groups {}\n",
        file.name,
        file.title,
        file.bits,
        if file.per_lane { " per lane" } else { "" },
        groups.join(" ")
    );
    for register in &file.registers {
        let name = if register.indexed {
            format!(
                "{}[{}..{}]",
                register.name,
                register.first_index,
                register.first_index + register.count - 1
            )
        } else {
            register.name.clone()
        };
        let last = register.number + register.count + register.times - 2;
        let numbers = if last == register.number {
            last.to_string()
        } else {
            format!("{}..{last}", register.number)
        };
        let _ = writeln!(
            text,
            "  {name:<18} {numbers:<9} {}",
            model.machine.names(register.archs)
        );
    }
    text
}

pub use streams::{families as stream_family, streams};

/// A class.
pub fn class(model: &Model, class: usize) -> String {
    let class = &model.classes[class];
    let mut text = format!(
        "class {} \"{}\": {} bits\n",
        class.name, class.title, class.bits
    );
    for entry in &class.entries {
        let values = if entry.first == entry.last {
            entry.first.to_string()
        } else {
            format!("{}..{}", entry.first, entry.last)
        };
        let meaning = match &entry.meaning {
            Meaning::Register(file, first) if *first == entry.first => {
                model.files[*file].name.clone()
            }
            Meaning::Register(file, first) => {
                let last = first + (entry.last - entry.first);
                format!("{} {first}..{last}", model.files[*file].name)
            }
            Meaning::Struct(structure) => model.structs[*structure].name.clone(),
            Meaning::Keyword(text) => {
                let words = entry.words.iter().map(|(syntax, word)| {
                    format!(" {} {word:?}", model.machine.syntaxes[*syntax].name)
                });
                let value = match entry.value {
                    WordValue::NoValue => String::new(),
                    WordValue::Number(number) => format!(" = {number}"),
                    WordValue::State(state) => format!(" = {}", model.states[state].name),
                };
                format!("{text:?}{value}{}", words.collect::<String>())
            }
            Meaning::Counted(before, after, from, to) => {
                format!("{:?} {from}..{to}", format!("{before}{{}}{after}"))
            }
            Meaning::Int(from, to) => format!("int {from}..{to}"),
            Meaning::Float(text) => text.clone(),
            Meaning::Literal => "literal".to_owned(),
            Meaning::Escape => "escape".to_owned(),
        };
        let _ = writeln!(
            text,
            "  {values:<9} {meaning:<12} {}",
            model.machine.names(entry.archs)
        );
    }
    text
}

/// A struct, architectures that agree together.
pub fn structure(model: &Model, structure: usize) -> String {
    let structure = &model.structs[structure];
    let mut text = format!(
        "struct {} \"{}\": {} bits\n",
        structure.name, structure.title, structure.bits
    );
    let mut bodies: Vec<(String, Vec<&str>)> = Vec::new();
    for (shape, arch) in structure.archs.iter().zip(&model.machine.archs) {
        let body = struct_shape(model, shape);
        match bodies.iter_mut().find(|(other, _)| *other == body) {
            Some((_, names)) => names.push(&arch.name.text),
            None => bodies.push((body, vec![&arch.name.text])),
        }
    }
    for (body, names) in bodies {
        let _ = write!(text, "  on {}\n{body}", names.join(" "));
    }
    text
}

fn struct_shape(model: &Model, shape: &StructShape) -> String {
    let mut text = String::new();
    if shape.reserved != 0 {
        let _ = writeln!(text, "    reserved {}", crate::bits::runs(shape.reserved));
    }
    for member in &shape.members {
        let mut line = format!(
            "    {:<12} {:<14} {}",
            member.name,
            member.field.notation(),
            kind(model, &member.kind)
        );
        if member.default != 0 {
            let _ = write!(line, " default {}", member.default);
        }
        let _ = writeln!(text, "{line}");
    }
    for form in &shape.forms {
        self::form(&mut text, model, &shape.members, form);
    }
    text
}

/// A family on one architecture; empty if it is not there.
pub fn family(model: &Model, family: usize, arch: usize) -> String {
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
    let info = &model.families[family];
    let mut text = format!(
        "family {} on {}\n",
        info.name, model.machine.archs[arch].name.text
    );
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

/// What encodings do beyond their operands.
fn effects(text: &mut String, indent: &str, info: &Effects) {
    for (word, list) in [
        ("reads", &info.reads),
        ("writes", &info.writes),
        ("counts", &info.counts),
        ("branches", &info.branches),
    ] {
        if !list.is_empty() {
            let _ = writeln!(text, "{indent}{word} {}", list.join(", "));
        }
    }
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

/// States with their homes, address spaces with their limits, and floating-point types.
pub fn memory(model: &Model) -> String {
    let mut text = String::new();
    for state in &model.states {
        let _ = write!(text, "state {}: {} bits", state.name, state.bits);
        if let Some((file, number)) = state.home {
            let _ = write!(text, ", {} {number}", model.files[file].name);
        }
        if let Some(derived) = &state.derived {
            let archs = model.machine.on(state.archs, model.machine.all());
            let _ = write!(text, ", {}{archs}", derived.text);
        }
        text.push('\n');
    }
    let part = |it: StateBits| state_part(model, it);
    for space in &model.spaces {
        let _ = write!(text, "space {}", space.name);
        if let Some((limit, archs)) = space.limit {
            let archs = model.machine.on(archs, model.machine.all());
            let _ = write!(text, ": limit {}{archs}", part(limit));
        }
        if let Some(base) = space.base {
            let _ = write!(text, ": base {}", part(base));
        }
        let memory = &model.spaces[space.memory].name;
        if *memory != space.name {
            let _ = write!(text, ": of {memory}");
        }
        text.push('\n');
    }
    // What families say themselves is dumped with their operands.
    let indexed = model.shapes.iter().flat_map(|shape| &shape.indexed);
    let mut lines: Vec<String> = Vec::new();
    for it in indexed.filter(|it| it.file.is_some()) {
        let line = format!("indexed {}{}", it.operand, index(model, it));
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    for line in lines {
        let _ = writeln!(text, "{line}");
    }
    for floating in &model.floating {
        let _ = write!(text, "floating {}", floating.ty);
        for (what, bits) in [
            ("rounding", floating.rounding),
            ("subnormals", floating.subnormals),
        ] {
            if let Some(bits) = bits {
                let _ = write!(text, ": {what} {}", part(bits));
            }
        }
        if let Some((overflow, archs)) = floating.overflow {
            let archs = model.machine.on(archs, model.machine.all());
            let _ = write!(text, ": overflow {}{archs}", part(overflow));
        }
        text.push('\n');
    }
    text
}

/// `MODE`, or `MODE[1:0]`.
fn state_part(model: &Model, it: StateBits) -> String {
    let state = &model.states[it.state];
    if it.bits == state.bits {
        return state.name.clone();
    }
    format!("{}[{}:{}]", state.name, it.low + it.bits - 1, it.low)
}

/// What moves an operand, behind its name.
fn index(model: &Model, it: &Indexed) -> String {
    let of = it
        .file
        .map(|file| format!(" of {}", model.files[file].name));
    let by = match &it.by {
        IndexBy::State(by) => format!("by {}", state_part(model, *by)),
        IndexBy::Undefined(reason) => format!("undefined {reason:?}"),
    };
    let mut text = format!("{} {by}", of.unwrap_or_default());
    for (index, condition) in it.conditions.iter().enumerate() {
        let word = if index == 0 { " if" } else { "," };
        let _ = write!(text, "{word} {}", state_part(model, *condition));
    }
    text
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
    for (rule, message) in &shape.rules {
        let _ = writeln!(
            text,
            "    require {} {message:?}",
            named(&shape.operands, rule)
        );
    }
}

fn arguments(model: &Model, family: usize, args: &[i64]) -> String {
    let params = &model.families[family].params;
    let pairs: Vec<String> = params
        .iter()
        .zip(args)
        .map(|(param, arg)| format!("{param}={arg}"))
        .collect();
    pairs.join(" ")
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
        let _ = write!(line, ", {} by {}", wrap_text(wrap), wrap.field.notation());
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

/// The spellings of a source modifier; those of each syntax where they differ.
fn wrap_text(wrap: &Wrap) -> String {
    let Some((first, others)) = wrap.spellings.split_first() else {
        return String::new();
    };
    if others.iter().all(|other| other == first) {
        return first.join(" ");
    }
    let all: Vec<String> = wrap.spellings.iter().map(|list| list.join(" ")).collect();
    all.join(" | ")
}

/// `1 * 127, 2`: values with how often they follow one another.
fn run_lengths(values: &[u8]) -> String {
    let mut runs: Vec<(u8, usize)> = Vec::new();
    for &value in values {
        match runs.last_mut() {
            Some((last, count)) if *last == value => *count += 1,
            _ => runs.push((value, 1)),
        }
    }
    let texts: Vec<String> = runs
        .iter()
        .map(|(value, count)| match count {
            1 => value.to_string(),
            _ => format!("{value} * {count}"),
        })
        .collect();
    texts.join(", ")
}

fn kind(model: &Model, kind: &Kind) -> String {
    match kind {
        Kind::Register(file, 1) => model.files[*file].name.clone(),
        Kind::Register(file, scale) => format!("{} * {scale}", model.files[*file].name),
        Kind::Class(class, ty) => format!("{} {}", model.classes[*class].name, ty.name())
            .trim_end()
            .to_owned(),
        Kind::Struct(structure) => model.structs[*structure].name.clone(),
        Kind::Flag => "flag".to_owned(),
        Kind::List(count, element) => {
            format!(
                "list {count} of {}",
                self::kind(model, &Kind::Integer(*element))
            )
        }
        Kind::Integer(integer) => {
            let sort = match integer {
                Integer { signed: true, .. } => 's',
                Integer { signless: true, .. } => 'i',
                _ => 'u',
            };
            let mut text = format!("{sort}{}", integer.bits);
            if integer.scale != 1 {
                let _ = write!(text, " * {}", integer.scale);
            }
            if integer.bias != 0 {
                let _ = write!(text, " + {}", integer.bias);
            }
            match integer.hex {
                None => {}
                Some(0) => text.push_str(" hex"),
                Some(from) => {
                    let _ = write!(text, " hex {from}");
                }
            }
            if let Some(relative) = integer.relative {
                text.push_str(" relative");
                if relative.unit != 1 {
                    let _ = write!(text, " * {}", relative.unit);
                }
                if let Some(bytes) = relative.base {
                    let _ = write!(text, " {bytes}");
                }
            }
            text
        }
    }
}

fn form(text: &mut String, model: &Model, operands: &[Operand], form: &Form) {
    let mut template = String::new();
    for token in &form.tokens {
        match token {
            Token::Text(text) => template.push_str(text),
            Token::Operand(index) => {
                let _ = write!(template, "{{{}}}", operands[*index].name);
            }
            Token::Mnemonic => template.push_str("{mnemonic}"),
            Token::AnyOrder(list) => {
                let items: Vec<&str> = list
                    .items
                    .iter()
                    .filter_map(|(_, spellings)| Some(spellings.first()?.text.as_str()))
                    .collect();
                let separator = list.separators.first().map_or("", String::as_str);
                let _ = write!(template, "[{}]", items.join(separator));
            }
            Token::Modifiers(modifiers) => {
                for modifier in modifiers {
                    let texts: Vec<&str> = modifier
                        .spellings
                        .iter()
                        .map(|spelling| spelling.text.as_str())
                        .collect();
                    let _ = write!(template, " [{}]", texts.join("|"));
                    let operand = &operands[modifier.operand];
                    if modifier.required && !operand.required {
                        template.push_str(" required");
                    }
                    if modifier.default != operand.default {
                        let _ = write!(template, " = {}", modifier.default);
                    }
                    if modifier.always {
                        template.push_str(" always");
                    }
                }
            }
        }
    }
    let when = match &form.when {
        None => String::new(),
        Some(when) => format!(" when {}", named(operands, when)),
    };
    let rest = match form.rest.any() {
        false => String::new(),
        true => format!(" rest {:#x}", form.rest),
    };
    let _ = writeln!(
        text,
        "    asm {}{}{when} {template:?}{rest}",
        model.machine.syntaxes[form.syntax].name,
        if form.read_only { " read" } else { "" },
    );
    for (rule, message) in &form.rules {
        let _ = writeln!(text, "      require {} {message:?}", named(operands, rule));
    }
}

/// An expression with the names of the shape's fields.
fn named(operands: &[Operand], value: &Value) -> String {
    expression(value, &|field| {
        let operand = operands.iter().find(|operand| operand.field == *field);
        operand.map_or_else(|| field.notation(), |operand| operand.name.clone())
    })
}

/// An expression with names for what it looks at.
fn expression<F>(value: &Value<F>, name: &dyn Fn(&F) -> String) -> String {
    let inner = |value: &Value<F>| match value {
        Value::Binary(..) | Value::Choose(..) => format!("({})", expression(value, name)),
        _ => expression(value, name),
    };
    match value {
        Value::Number(number) => number.to_string(),
        Value::Field(field) => name(field),
        Value::Not(a) => format!("!{}", inner(a)),
        Value::Popcount(a) => format!("popcount({})", expression(a, name)),
        Value::Choose(a, b, c) => format!("{} ? {} : {}", inner(a), inner(b), inner(c)),
        Value::Distinct(operands) => {
            let names: Vec<&str> = operands.iter().map(|it| it.name.as_str()).collect();
            format!("distinct({})", names.join(", "))
        }
        Value::Binary(op, a, b) => {
            let op = match op {
                BinaryOp::Add => "+",
                BinaryOp::Sub => "-",
                BinaryOp::Mul => "*",
                BinaryOp::Div => "/",
                BinaryOp::Max | BinaryOp::Min => {
                    let function = if *op == BinaryOp::Max { "max" } else { "min" };
                    let (a, b) = (expression(a, name), expression(b, name));
                    return format!("{function}({a}, {b})");
                }
                BinaryOp::Eq => "==",
                BinaryOp::Ne => "!=",
                BinaryOp::Lt => "<",
                BinaryOp::Le => "<=",
                BinaryOp::Gt => ">",
                BinaryOp::Ge => ">=",
                BinaryOp::And => "&&",
                BinaryOp::Or => "||",
            };
            format!("{} {op} {}", inner(a), inner(b))
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

/// The features that a row needs, and its spellings.
fn row_notes(line: &mut String, model: &Model, instruction: &Instruction, features: u32) {
    for (bit, feature) in model.machine.features.iter().enumerate() {
        if features >> bit & 1 == 1 {
            let _ = write!(line, " if {}", feature.text);
        }
    }
    for (syntax, name) in instruction.spelled.iter().enumerate() {
        if *name != instruction.name {
            let _ = write!(line, " {} {name:?}", model.machine.syntaxes[syntax].name);
        }
    }
}

/// The documentation of a family's instructions: text, opcodes, operation.
pub fn documentation(model: &Model, family: usize) -> String {
    let info = &model.families[family];
    let mut text = format!("# {}\n", info.name);
    if !info.doc.is_empty() {
        let _ = write!(text, "\n{}\n", info.doc);
    }
    let start = model.instructions.partition_point(|it| it.family < family);
    let instructions = model.instructions[start..].iter();
    // Most rows need the same `let`s: they are said where they change.
    let mut said = "";
    for instruction in instructions.take_while(|it| it.family == family) {
        text.push('\n');
        text.push_str(&documented(model, instruction, said));
        if let Some(operation) = &instruction.operation {
            said = operation.texts().0;
        }
    }
    text
}

/// The documentation of one instruction.
pub fn instruction_documentation(model: &Model, instruction: &Instruction) -> String {
    documented(model, instruction, "")
}

/// The same, of which some `let`s have been said before.
fn documented(model: &Model, instruction: &Instruction, said: &str) -> String {
    let mut text = format!("## {}\n\n", instruction.name);
    if !instruction.doc.is_empty() {
        let _ = writeln!(text, "{}\n", instruction.doc);
    }
    let opcodes: Vec<String> = instruction
        .opcodes
        .iter()
        .enumerate()
        .filter_map(|(arch, opcode)| {
            opcode.map(|opcode| format!("{} {opcode}", model.machine.archs[arch].name.text))
        })
        .collect();
    let _ = writeln!(text, "opcode {}", opcodes.join(", "));
    if let Some(operation) = &instruction.operation {
        text.push('\n');
        let (lets, body) = operation.texts();
        let lets = if lets == said { "" } else { lets };
        if lets.is_empty() && !said.is_empty() {
            text.push_str("    // …\n");
        }
        for line in lets.lines().chain(body.lines()) {
            let _ = writeln!(text, "{}", format!("    {line}").trim_end());
        }
    }
    text
}
