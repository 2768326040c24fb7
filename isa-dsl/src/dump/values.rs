//! Register files, classes and structs.

use std::fmt::Write as _;

use super::text::{form, kind};
use crate::model::{Meaning, Model, StructShape, WordValue};

/// A register file.
pub fn registers(model: &Model, file: usize) -> String {
    let file = &model.files[file];
    let groups: Vec<String> = file
        .groups
        .iter()
        .map(|group| {
            let on = model.machine.on(group.archs, model.machine.all());
            match group.align {
                1 => format!("{}{on}", group.count),
                align => format!("{}/{align}{on}", group.count),
            }
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
            "  {name:<18} {numbers:<9} {}{}",
            model.machine.names(register.archs),
            if register.read { ", read only" } else { "" }
        );
    }
    text
}

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
            Meaning::Register(file, first, 1) if *first == entry.first => {
                model.files[*file].name.clone()
            }
            Meaning::Register(file, first, step) => {
                let last = first + (entry.last - entry.first) * step;
                let by = match step {
                    1 => String::new(),
                    step => format!(" by {step}"),
                };
                format!("{} {first}..{last}{by}", model.files[*file].name)
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
                let alike = if entry.is_alike() { " alike" } else { "" };
                format!("{text:?}{alike}{value}{}", words.collect::<String>())
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
