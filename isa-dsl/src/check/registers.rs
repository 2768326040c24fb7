//! Register files and the states that live in them.

use super::context::Context;
use super::taken::{Names, Ranges};
use crate::ast;
use crate::declare::Sort;
use crate::diagnostic::Code;
use crate::machine::ArchSet;
use crate::model::{Group, Model, Register, RegisterFile, Space, State, StateBits};
use crate::sorted::{SortedMap, sort_by_key};
use crate::source::Span;

/// Highest register number; numbers are bits of a field.
const MAX_NUMBER: u64 = 4095;
/// Most bits of one register, of a group, and of a state.
const MAX_BITS: u64 = 4096;
const MAX_GROUP_BITS: u32 = 32768;
const MAX_STATE_BITS: u64 = 1024;
/// Lines of a file that the tables can number.
const MAX_LINES: usize = 254;

/// How registers are written, in all files together.
#[derive(Default)]
struct Spelled {
    names: Names<String>,
    /// By prefix: `v5` may be a name, or one of `v[0..255]`.
    members: SortedMap<String, Ranges>,
}

/// Resolves every register file.
pub fn files(context: &mut Context, model: &mut Model) {
    let mut spelled = Spelled::default();
    for file in &context.names.files {
        let resolved = resolve_file(file, &mut spelled, context);
        if resolved.registers.len() > MAX_LINES {
            model.not_lowered.push((
                file.name.span,
                format!("more than {MAX_LINES} lines of registers in a file"),
            ));
        }
        model.files.push(resolved);
    }
    if let Some(file) = context.names.files.get(MAX_LINES) {
        model.not_lowered.push((
            file.name.span,
            format!("more than {MAX_LINES} register files"),
        ));
    }
}

fn resolve_file(
    file: &ast::Registers,
    spelled: &mut Spelled,
    context: &mut Context,
) -> RegisterFile {
    let bits = if file.bits.value == 0 || file.bits.value > MAX_BITS {
        let message = format!("a register of {} bits", file.bits.value);
        context
            .error(Code::OutOfRange, file.bits.span, message)
            .label(format!("expected 1 to {MAX_BITS}"));
        32
    } else {
        file.bits.value as u32
    };
    let mut resolved = RegisterFile {
        name: file.name.text.clone(),
        title: file.title.as_ref().unwrap_or(&file.name).text.clone(),
        bits,
        per_lane: file.per_lane,
        registers: Vec::new(),
        groups: groups(file, bits, context),
    };
    // By the registers that a name covers, the numbers that are named.
    let mut numbers: SortedMap<u32, Ranges> = SortedMap::new();
    for register in &file.registers {
        let archs = context
            .machine
            .resolve_known(register.at.as_ref(), &mut context.diagnostics);
        let all = archs.unwrap_or_else(|| context.machine.all());
        let Some(resolved_register) = resolve_register(register, all, &resolved, context) else {
            continue;
        };
        // Where it exists is not known: nothing can be said of clashes.
        if let Some(archs) = archs {
            let first = i128::from(resolved_register.number);
            let last = first + i128::from(resolved_register.count) - 1;
            let taken = numbers.entry(resolved_register.times).or_default();
            let clash = match register.read {
                true => None,
                false => taken.take(first, last, archs, register.name.span),
            };
            if let Some(clash) = clash {
                let message = format!(
                    "register {} of `{}` has two names{}",
                    clash.number,
                    file.name.text,
                    context.machine.on(clash.archs, context.machine.all())
                );
                context
                    .error(Code::RegisterClash, register.name.span, message)
                    .label("named again here")
                    .also(clash.place, "first named here");
            }
            check_spelling(register, &resolved_register, archs, spelled, context);
        }
        resolved.registers.push(resolved_register);
    }
    unprinted(file, &resolved, context);
    // Whoever prints a register takes the first line that has it.
    sort_by_key(&mut resolved.registers, |it| it.read);
    resolved
}

/// What is only read must be another name of what is printed.
fn unprinted(file: &ast::Registers, resolved: &RegisterFile, context: &mut Context) {
    let (read, printed): (Vec<_>, Vec<_>) = resolved.registers.iter().partition(|it| it.read);
    for register in read {
        let numbers = register.number..register.number + register.count;
        let unnamed = numbers.into_iter().find_map(|number| {
            let named = |arch: &usize| {
                printed.iter().any(|it| {
                    let numbers = it.number..it.number + it.count;
                    it.times == register.times
                        && it.archs.contains(*arch)
                        && numbers.contains(&number)
                })
            };
            let mut archs = register.archs.iter();
            archs.find(|arch| !named(arch)).map(|arch| (number, arch))
        });
        let mut lines = file.registers.iter();
        let line = lines.find(|it| it.read && it.name.text == register.name);
        if let (Some((number, arch)), Some(line)) = (unnamed, line) {
            let arch = &context.machine.archs[arch].name.text;
            let message = format!(
                "`{}` is only read, and nothing else names register {number} on {arch}",
                register.name
            );
            context
                .error(Code::RegisterClash, line.name.span, message)
                .help("leave out `read`, or name the register in another line");
        }
    }
}

fn groups(file: &ast::Registers, bits: u32, context: &mut Context) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (count, align, at) in &file.groups {
        let mut good = true;
        for (number, what) in [
            (*count, "registers"),
            (align.unwrap_or(*count), "alignment"),
        ] {
            if good && (number.value == 0 || number.value > 64) {
                let message = match what {
                    "registers" => format!("a group of {} registers", number.value),
                    _ => format!("an alignment of {}", number.value),
                };
                context
                    .error(Code::OutOfRange, number.span, message)
                    .label("expected 1 to 64");
                good = false;
            }
        }
        if !good {
            continue;
        }
        let group = Group {
            count: count.value as u32,
            align: align.map_or(1, |it| it.value as u32),
            archs: context.archs(at.as_ref()),
        };
        let same =
            |other: &&Group| other.count == group.count && !other.archs.and(group.archs).is_empty();
        if let Some(other) = groups.iter().find(same) {
            let both = other.archs.and(group.archs);
            let message = format!(
                "groups of {} registers are declared twice in `{}`{}",
                group.count,
                file.name.text,
                context.machine.on(both, context.machine.all())
            );
            context.error(Code::Duplicate, count.span, message);
            continue;
        }
        if group.count * bits > MAX_GROUP_BITS {
            let message = format!("a group of {} bits", group.count * bits);
            context
                .error(Code::OutOfRange, count.span, message)
                .label(format!("expected at most {MAX_GROUP_BITS}"));
            continue;
        }
        groups.push(group);
    }
    if groups.is_empty() {
        groups.push(Group {
            count: 1,
            align: 1,
            archs: context.machine.all(),
        });
    }
    groups
}

/// Two registers must not be written alike.
fn check_spelling(
    register: &ast::Register,
    resolved: &Register,
    archs: ArchSet,
    spelled: &mut Spelled,
    context: &mut Context,
) {
    let place = register.name.span;
    let mut clash = spelled
        .names
        .take(resolved.name.clone(), archs, place)
        .map(|clash| (clash, resolved.name.clone()));
    let member = if resolved.indexed {
        let first = i128::from(resolved.first_index);
        let last = first + i128::from(resolved.count) - 1;
        Some((resolved.name.as_str(), first, last))
    } else {
        indexed(&resolved.name).map(|(prefix, index)| (prefix, index, index))
    };
    if let (None, Some((prefix, first, last))) = (&clash, member) {
        let members = spelled.members.entry(prefix.to_owned()).or_default();
        clash = members
            .take(first, last, archs, place)
            .map(|clash| (clash, format!("{prefix}{}", clash.number)));
    }
    if let Some((clash, text)) = clash {
        let message = format!(
            "`{text}` names two registers{}",
            context.machine.on(clash.archs, context.machine.all())
        );
        context
            .error(Code::NotInvertible, place, message)
            .label("reading this text back could not tell them apart")
            .also(clash.place, "the first is here");
    }
}

/// `v5` as `v` and 5, where it is how a member of a range is written.
fn indexed(name: &str) -> Option<(&str, i128)> {
    let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = name.get(prefix.len()..)?;
    if digits.is_empty() || digits.len() > 4 || digits.len() > 1 && digits.starts_with('0') {
        return None;
    }
    Some((prefix, digits.parse().ok()?))
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
        let span = register
            .range
            .map_or(register.name.span, |(first, last)| first.span.to(last.span));
        let message = format!("the range {first_index}..{last_index} runs backwards");
        context
            .error(Code::RegisterClash, span, message)
            .help(format!("write `{last_index}..{first_index}`"));
        return None;
    }
    if let Some(times_number) = register.times {
        let known = file
            .groups
            .iter()
            .any(|group| u64::from(group.count) == times);
        if register.range.is_some() || !known {
            let message = format!(
                "`{}` cannot stand for {times} registers",
                register.name.text
            );
            context
                .error(Code::BadWidth, times_number.span, message)
                .help("a name may cover a size that `groups` lists; a range may not");
            return None;
        }
    }
    let last = register
        .number
        .value
        .saturating_add(last_index - first_index)
        .saturating_add(times - 1);
    if last > MAX_NUMBER || last_index > MAX_NUMBER {
        let message = format!("register number {} is too large", last.max(last_index));
        context
            .error(
                Code::OutOfRange,
                match register.range {
                    Some((_, end)) if last_index > MAX_NUMBER => end.span,
                    _ => register.number.span,
                },
                message,
            )
            .label(format!("expected at most {MAX_NUMBER}"));
        return None;
    }
    Some(Register {
        name: register.name.text.clone(),
        number: register.number.value as u32,
        count: (last_index - first_index + 1) as u32,
        first_index: first_index as u32,
        indexed: register.range.is_some(),
        times: times as u32,
        read: register.read,
        archs,
    })
}

/// Checks every state: its width, and the registers that hold it.
pub fn states(context: &mut Context, model: &mut Model) {
    for state in &context.names.states {
        let bits = state.bits.value.clamp(1, MAX_STATE_BITS) as u32;
        let archs = context.archs(state.at.as_ref());
        model.states.push(State {
            name: state.name.text.clone(),
            bits,
            home: None,
            derived: None,
            archs,
        });
        if let (Some(at), None) = (&state.at, &state.derived) {
            let message = format!("`{}` is not computed", state.name.text);
            context
                .error(Code::BadKind, at.span, message)
                .help("a state that is held is there on every architecture");
        }
        if state.bits.value == 0 || state.bits.value > MAX_STATE_BITS {
            let message = format!("a state of {} bits", state.bits.value);
            context
                .error(Code::OutOfRange, state.bits.span, message)
                .label(format!("expected 1 to {MAX_STATE_BITS}"));
        }
        let Some((file, number)) = &state.home else {
            continue;
        };
        let Some(index) = context.find(Sort::File, file) else {
            continue;
        };
        if let Some(last) = model.states.last_mut() {
            last.home = Some((index, number.value.min(MAX_NUMBER) as u32));
        }
        let resolved = &model.files[index];
        let complete = resolved.registers.len() == context.names.files[index].registers.len();
        let exists = resolved.registers.iter().any(|register| {
            let first = u64::from(register.number);
            let count = u64::from(register.count + register.times - 1);
            (first..first + count).contains(&number.value)
        });
        if complete && !exists {
            let message = format!("`{}` has no register {}", file.text, number.value);
            let place = context.names.files[index].name.span;
            context
                .error(Code::RegisterClash, number.span, message)
                .also(place, "declared here");
        }
    }
}

/// Most bits that say how large an address space is, or where it begins.
const MAX_ADDRESS_BITS: u64 = 64;

/// Resolves the address spaces, how far they reach and where they begin.
pub fn spaces(context: &mut Context, model: &mut Model) {
    // One line may declare several spaces: it is reported once.
    let mut checked: Vec<(Span, Space)> = Vec::new();
    for (index, (name, line)) in context.names.spaces.clone().into_iter().enumerate() {
        let first = line.names.first().map_or(name.span, |first| first.span);
        let known = checked.iter().find(|(span, _)| *span == first);
        let mut space = match known {
            Some((_, space)) => space.clone(),
            None => {
                let space = resolve_space(line, index, context);
                checked.push((first, space.clone()));
                space
            }
        };
        space.name.clone_from(&name.text);
        if line.of.is_none() {
            space.memory = index;
        }
        model.spaces.push(space);
    }
    // The addresses of a part count from where those of the whole do.
    for index in 0..model.spaces.len() {
        let whole = model.spaces[index].memory;
        model.spaces[index].base = model.spaces[whole].base;
    }
}

/// What a line says of its spaces; `index` is the first of them.
fn resolve_space(line: &ast::Spaces, index: usize, context: &mut Context) -> Space {
    let limit = line.limit.as_ref().and_then(|limit| {
        let archs = context.archs(limit.at.as_ref());
        let part = &limit.part;
        let bits = state_bits(&part.state, part.bits.as_ref(), "size", context)?;
        Some((bits, archs))
    });
    let base = line.base.as_ref();
    let base = base.and_then(|base| state_bits(&base.state, base.bits.as_ref(), "base", context));
    let of = line.of.as_ref().and_then(|of| whole(of, context));
    Space {
        name: String::new(),
        internal: line.internal,
        limit,
        base,
        memory: of.unwrap_or(index),
    }
}

/// The space that another one is of; it has bytes of its own.
fn whole(of: &ast::Name, context: &mut Context) -> Option<usize> {
    let index = context.find(Sort::Space, of)?;
    let (name, item) = context.names.spaces[index];
    if item.of.is_some() {
        let message = format!("`{}` has no bytes of its own", of.text);
        context
            .error(Code::BadKind, of.span, message)
            .also(name.span, "declared here")
            .help("name the space that it is of");
        return None;
    }
    Some(index)
}

/// Bits of a state that hold a number of bytes; all of it if nothing is said.
pub(super) fn state_bits(
    name: &ast::Name,
    bits: Option<&ast::Bits>,
    what: &str,
    context: &mut Context,
) -> Option<StateBits> {
    let index = context.find(Sort::State, name)?;
    let state = context.names.states[index];
    if state.derived.is_some() {
        let message = format!("`{}` is computed from other states", name.text);
        context
            .error(Code::BadKind, name.span, message)
            .also(state.name.span, "declared here")
            .help(format!("a {what} is in a state that is held"));
        return None;
    }
    let (high, low, span) = match bits {
        Some(bits) => (bits.high.value, bits.low.value, bits.span),
        None => (state.bits.value.saturating_sub(1), 0, name.span),
    };
    if high < low || high >= state.bits.value {
        let message = format!("`{}` has no such bits", name.text);
        context
            .error(Code::OutOfRange, span, message)
            .label(format!(
                "it has bits 0 to {}",
                state.bits.value.saturating_sub(1)
            ))
            .also(state.name.span, "declared here");
        return None;
    }
    let count = high - low + 1;
    if count > MAX_ADDRESS_BITS {
        context
            .error(Code::OutOfRange, span, format!("a {what} of {count} bits"))
            .label(format!("expected at most {MAX_ADDRESS_BITS}"))
            .also(state.name.span, "declared here");
    }
    Some(StateBits {
        state: index,
        low: low as u32,
        bits: count as u32,
    })
}
