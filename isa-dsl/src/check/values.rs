//! Register files and classes.

use std::collections::BTreeMap;

use super::Context;
use crate::ast;
use crate::declare::Sort;
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::ArchSet;
use crate::model::{Class, Entry, Meaning, Register, RegisterFile};
use crate::source::Span;

/// Highest register number; numbers are bits of a field.
const MAX_NUMBER: u64 = 4095;

/// Resolves every register file.
pub fn files(context: &mut Context) -> Vec<RegisterFile> {
    let mut spelled: Vec<(String, ArchSet, Span)> = Vec::new();
    context
        .names
        .files
        .iter()
        .map(|file| resolve_file(file, &mut spelled, context))
        .collect()
}

fn resolve_file(
    file: &ast::Registers,
    spelled: &mut Vec<(String, ArchSet, Span)>,
    context: &mut Context,
) -> RegisterFile {
    let mut groups: Vec<(u32, u32)> = Vec::new();
    for (count, align) in &file.groups {
        let align_value = align.map_or(1, |align| align.value);
        for (number, what) in [
            (*count, "registers"),
            (align.unwrap_or(*count), "alignment"),
        ] {
            if number.value == 0 || number.value > 64 {
                context.diagnostics.push(
                    Diagnostic::new(
                        Code::OutOfRange,
                        number.span,
                        format!("a group with {} {}", number.value, what),
                    )
                    .label("expected 1 to 64"),
                );
            }
        }
        groups.push((count.value.min(64) as u32, align_value.min(64) as u32));
    }
    if groups.is_empty() {
        groups.push((1, 1));
    }
    if file.bits.value == 0 || file.bits.value > 4096 {
        context.diagnostics.push(
            Diagnostic::new(
                Code::OutOfRange,
                file.bits.span,
                "a register of that many bits",
            )
            .label("expected 1 to 4096"),
        );
    }
    let mut resolved = RegisterFile {
        name: file.name.text.clone(),
        title: file.title.as_ref().unwrap_or(&file.name).text.clone(),
        bits: file.bits.value as u32,
        registers: Vec::new(),
        groups,
    };
    // Per architecture and width: number to the place that names it.
    let mut taken: BTreeMap<(usize, u32, u32), Span> = BTreeMap::new();
    for register in &file.registers {
        let archs = context
            .machine
            .resolve(register.at.as_ref(), &mut context.diagnostics);
        if let Some(resolved_register) = resolve_register(register, archs, &resolved, context) {
            for arch in archs.iter() {
                for number in 0..resolved_register.count {
                    let number = resolved_register.number + number;
                    let key = (arch, resolved_register.times, number);
                    if let Some(first) = taken.insert(key, register.name.span) {
                        context.diagnostics.push(
                            Diagnostic::new(
                                Code::RegisterClash,
                                register.name.span,
                                format!(
                                    "register {number} of `{}` has two names on {}",
                                    file.name.text, context.machine.archs[arch].name.text
                                ),
                            )
                            .also(first, "first named here"),
                        );
                        break;
                    }
                }
            }
            let clash = spelled.iter().find(|(name, other, _)| {
                *name == register.name.text && !other.and(archs).is_empty()
            });
            if let Some((_, _, first)) = clash {
                context.diagnostics.push(
                    Diagnostic::new(
                        Code::NotInvertible,
                        register.name.span,
                        format!("`{}` names two registers at once", register.name.text),
                    )
                    .also(*first, "the first is here"),
                );
            }
            spelled.push((register.name.text.clone(), archs, register.name.span));
            resolved.registers.push(resolved_register);
        }
    }
    resolved
}

fn resolve_register(
    register: &ast::Register,
    archs: ArchSet,
    file: &RegisterFile,
    context: &mut Context,
) -> Option<Register> {
    let times = register.times.map_or(1, |times| times.value);
    let (first_index, last_index) = match register.range {
        Some((first, last)) => (first.value, last.value),
        None => (0, 0),
    };
    if last_index < first_index {
        context.diagnostics.push(Diagnostic::new(
            Code::RegisterClash,
            register.name.span,
            format!("the range {first_index}..{last_index} runs backwards"),
        ));
        return None;
    }
    let count = last_index - first_index + 1;
    let last = register
        .number
        .value
        .saturating_add(count - 1)
        .saturating_add(times - 1);
    if last > MAX_NUMBER || last_index > MAX_NUMBER {
        context.diagnostics.push(
            Diagnostic::new(
                Code::OutOfRange,
                register.number.span,
                format!("register number {last} is too large"),
            )
            .label(format!("expected at most {MAX_NUMBER}")),
        );
        return None;
    }
    if let Some(times_number) = register.times {
        if register.range.is_some() || !file.groups.iter().any(|group| u64::from(group.0) == times)
        {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::BadWidth,
                    times_number.span,
                    format!(
                        "`{}` cannot stand for {times} registers",
                        register.name.text
                    ),
                )
                .help("a name may cover a size that `groups` lists; a range may not"),
            );
            return None;
        }
    }
    Some(Register {
        name: register.name.text.clone(),
        number: register.number.value as u32,
        count: count as u32,
        first_index: first_index as u32,
        indexed: register.range.is_some(),
        times: times as u32,
        archs,
    })
}

/// Resolves every class.
pub fn classes(context: &mut Context) -> Vec<Class> {
    context
        .names
        .classes
        .iter()
        .map(|class| resolve_class(class, context))
        .collect()
}

fn resolve_class(class: &ast::Class, context: &mut Context) -> Class {
    let bits = super::kinds::bits(&class.bits, 1, 32, context);
    let mut resolved = Class {
        name: class.name.text.clone(),
        title: class.title.as_ref().unwrap_or(&class.name).text.clone(),
        bits,
        entries: Vec::new(),
    };
    let mut places: Vec<Span> = Vec::new();
    for entry in &class.entries {
        let archs = context
            .machine
            .resolve(entry.at.as_ref(), &mut context.diagnostics);
        let (first, last) = (entry.first.value, entry.last.value);
        if last < first || last >> bits != 0 {
            context.diagnostics.push(Diagnostic::new(
                Code::OutOfRange,
                entry.first.span.to(entry.last.span),
                if last < first {
                    format!("the range {first}..{last} runs backwards")
                } else {
                    format!(
                        "{last} does not fit the {bits} bits of `{}`",
                        class.name.text
                    )
                },
            ));
            continue;
        }
        let Some(meaning) = resolve_meaning(class, entry, context) else {
            continue;
        };
        for (other, place) in resolved.entries.iter().zip(&places) {
            let shared = other.archs.and(archs);
            if shared.is_empty() {
                continue;
            }
            if other.first <= last && first <= other.last {
                context.diagnostics.push(
                    Diagnostic::new(
                        Code::ValueTwice,
                        entry.span,
                        format!(
                            "value {} of `{}` has two meanings on {}",
                            first.max(other.first),
                            class.name.text,
                            context.machine.names(shared)
                        ),
                    )
                    .also(*place, "the other is here"),
                );
            }
            if let Some(text) = same_text(&other.meaning, &meaning) {
                context.diagnostics.push(
                    Diagnostic::new(
                        Code::NotInvertible,
                        entry.span,
                        format!("two values of `{}` are written `{text}`", class.name.text),
                    )
                    .label("reading this text back could not tell them apart")
                    .also(*place, "the other is here"),
                );
            }
        }
        resolved.entries.push(Entry {
            first,
            last,
            meaning,
            archs,
        });
        places.push(entry.span);
    }
    resolved
}

/// A text that both meanings are written with.
fn same_text(a: &Meaning, b: &Meaning) -> Option<String> {
    match (a, b) {
        (Meaning::Keyword(a), Meaning::Keyword(b)) | (Meaning::Float(a), Meaning::Float(b))
            if a == b =>
        {
            Some(a.clone())
        }
        (
            Meaning::Counted(a, a_end, from, to),
            Meaning::Counted(b, b_end, other_from, other_to),
        ) if a == b && a_end == b_end => {
            overlap((*from, *to), (*other_from, *other_to)).map(|n| format!("{a}{n}{a_end}"))
        }
        (Meaning::Int(from, to), Meaning::Int(other_from, other_to)) => {
            overlap((*from, *to), (*other_from, *other_to)).map(|n| n.to_string())
        }
        (Meaning::Literal, Meaning::Literal) => Some("a literal".to_owned()),
        _ => None,
    }
}

fn overlap(a: (i64, i64), b: (i64, i64)) -> Option<i64> {
    let low = a.0.min(a.1).max(b.0.min(b.1));
    let high = a.0.max(a.1).min(b.0.max(b.1));
    (low <= high).then_some(low)
}

fn resolve_meaning(
    class: &ast::Class,
    entry: &ast::Entry,
    context: &mut Context,
) -> Option<Meaning> {
    let values = entry.last.value - entry.first.value + 1;
    let counted = |from: &ast::Signed, to: &ast::Signed, context: &mut Context| {
        let numbers = from.value.abs_diff(to.value) + 1;
        if numbers != values || from.value.unsigned_abs() > 1 << 30 {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::NotInvertible,
                    from.span.to(to.span),
                    format!(
                        "{values} value{} and {numbers} number{}",
                        if values == 1 { "" } else { "s" },
                        if numbers == 1 { "" } else { "s" }
                    ),
                )
                .label("each value needs a number of its own"),
            );
            return None;
        }
        Some((from.value, to.value))
    };
    let single = |context: &mut Context| {
        if values == 1 {
            return true;
        }
        context.diagnostics.push(
            Diagnostic::new(
                Code::NotInvertible,
                entry.span,
                format!("{values} values of `{}` are written alike", class.name.text),
            )
            .label("reading this text back could not tell them apart"),
        );
        false
    };
    match &entry.meaning {
        ast::Meaning::Named(name) => match context.names.find(&name.text) {
            Some((Sort::File, index)) => Some(Meaning::Register(index)),
            Some((Sort::Class, index)) if name.text != class.name.text => {
                Some(Meaning::Class(index))
            }
            Some((Sort::Struct, index)) => Some(Meaning::Struct(index)),
            Some(_) => {
                context.diagnostics.push(Diagnostic::new(
                    Code::BadKind,
                    name.span,
                    format!("`{}` cannot be what a value means", name.text),
                ));
                None
            }
            None => {
                let error = context
                    .names
                    .unknown(&[Sort::File, Sort::Class, Sort::Struct], name);
                context.diagnostics.push(error);
                None
            }
        },
        ast::Meaning::Text(text, None) => {
            if text.text.trim().is_empty() {
                context.diagnostics.push(Diagnostic::new(
                    Code::BadTemplate,
                    text.span,
                    "a value cannot be written as nothing",
                ));
                return None;
            }
            single(context).then(|| Meaning::Keyword(text.text.clone()))
        }
        ast::Meaning::Text(text, Some((from, to))) => {
            let Some((before, after)) = text.text.split_once("{}") else {
                context.diagnostics.push(
                    Diagnostic::new(
                        Code::BadTemplate,
                        text.span,
                        "the text has no `{}` for the number",
                    )
                    .help("write `\"row_shl:{}\" 1..15`"),
                );
                return None;
            };
            let (from, to) = counted(from, to, context)?;
            Some(Meaning::Counted(
                before.to_owned(),
                after.to_owned(),
                from,
                to,
            ))
        }
        ast::Meaning::Ints(from, to) => {
            let (from, to) = counted(from, to, context)?;
            Some(Meaning::Int(from, to))
        }
        ast::Meaning::Float(text) => single(context).then(|| Meaning::Float(text.text.clone())),
        ast::Meaning::Literal(_) => single(context).then_some(Meaning::Literal),
        ast::Meaning::Escape(_) => Some(Meaning::Escape),
    }
}
