//! What several parts say alike: kinds, forms, expressions, effects, notes.

use std::fmt::Write as _;

use crate::ast::BinaryOp;
use crate::expr::Value;
use crate::model::{
    Effects, Form, IndexBy, Indexed, Instruction, Integer, Kind, Model, Operand, Rule, StateBits,
    Token,
};

pub(super) fn arguments(model: &Model, family: usize, args: &[i64]) -> String {
    let params = &model.families[family].params;
    let pairs: Vec<String> = params
        .iter()
        .zip(args)
        .map(|(param, arg)| format!("{param}={arg}"))
        .collect();
    pairs.join(" ")
}

/// What encodings do beyond their operands.
pub(super) fn effects(text: &mut String, indent: &str, info: &Effects) {
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

/// `1 * 127, 2`: values with how often they follow one another.
pub(super) fn run_lengths(values: &[u8]) -> String {
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

pub(super) fn kind(model: &Model, kind: &Kind) -> String {
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

pub(super) fn form(text: &mut String, model: &Model, operands: &[Operand], form: &Form) {
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
    let needs = needs(model, form.features);
    let rest = match form.rest.any() {
        false => String::new(),
        true => format!(" rest {:#x}", form.rest),
    };
    let _ = writeln!(
        text,
        "    asm {}{}{needs}{when} {template:?}{rest}",
        model.machine.syntaxes[form.syntax].name,
        if form.read_only { " read" } else { "" },
    );
    for rule in &form.rules {
        let _ = writeln!(text, "      {}", self::rule(model, operands, rule));
    }
}

/// A rule of a shape or a form.
pub(super) fn rule(model: &Model, operands: &[Operand], rule: &Rule) -> String {
    let needs = needs(model, rule.features);
    let condition = named(operands, &rule.condition);
    format!("require{needs} {condition} {:?}", rule.message)
}

/// ` if wave32`: the feature that something asks for.
fn needs(model: &Model, features: u32) -> String {
    match features {
        0 => String::new(),
        features => {
            let bit = features.trailing_zeros() as usize;
            format!(" if {}", model.machine.features[bit].text)
        }
    }
}

/// An expression with the names of the shape's fields.
pub(super) fn named(operands: &[Operand], value: &Value) -> String {
    expression(value, &|field| {
        let operand = operands.iter().find(|operand| operand.field == *field);
        operand.map_or_else(|| field.notation(), |operand| operand.name.clone())
    })
}

/// An expression with names for what it looks at.
pub(super) fn expression<F>(value: &Value<F>, name: &dyn Fn(&F) -> String) -> String {
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

/// The features that a row needs, and its spellings.
pub(super) fn row_notes(
    line: &mut String,
    model: &Model,
    instruction: &Instruction,
    features: u32,
) {
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

/// The spellings of a source modifier; those of each syntax where they differ.
pub(super) fn wrap_text(spellings: &[Vec<String>]) -> String {
    let Some((first, others)) = spellings.split_first() else {
        return String::new();
    };
    if others.iter().all(|other| other == first) {
        return first.join(" ");
    }
    let all: Vec<String> = spellings.iter().map(|list| list.join(" ")).collect();
    all.join(" | ")
}

/// `MODE`, or `MODE[1:0]`.
pub(super) fn state_part(model: &Model, it: StateBits) -> String {
    let state = &model.states[it.state];
    if it.bits == state.bits {
        return state.name.clone();
    }
    format!("{}[{}:{}]", state.name, it.low + it.bits - 1, it.low)
}

/// What moves an operand, behind its name.
pub(super) fn index(model: &Model, it: &Indexed) -> String {
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
