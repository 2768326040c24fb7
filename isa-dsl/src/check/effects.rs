//! What an operation does, held against what the family declares.

use crate::sorted::SortedSet;

use super::context::Context;
use super::parts::{EncodingParts, Parts};
use crate::ast::{self, EffectKind};
use crate::diagnostic::Code;
use crate::machine::ArchSet;
use crate::model::Effects;
use crate::operation::ir::Statement;
use crate::operation::{Checked, Environment};

/// What an operation reads and writes beyond operands, as declarations name it.
pub struct Derived {
    reads: Vec<(String, ArchSet)>,
    writes: Vec<(String, ArchSet)>,
}

impl Derived {
    fn list(&self, kind: EffectKind) -> &[(String, ArchSet)] {
        match kind {
            EffectKind::Writes => &self.writes,
            _ => &self.reads,
        }
    }

    /// Of an operation: `memory` first, then states as the machine declares them.
    pub fn of(checked: &Checked, environment: &Environment) -> Derived {
        let effects = &checked.effects;
        let all = ArchSet(!0);
        let memory = |is: bool| is.then(|| ("memory".to_owned(), all));
        let name = |state: usize| environment.states[state].name.clone();
        let read = effects.states_read().map(|state| {
            // A limit is read only where the space has one.
            let archs = match effects.reads_only_limits(state) {
                true => limited(checked, state, environment),
                false => all,
            };
            (name(state), archs)
        });
        let written = effects.states_written().map(|state| (name(state), all));
        Derived {
            reads: memory(effects.reads_memory(environment))
                .into_iter()
                .chain(read)
                .collect(),
            writes: memory(effects.writes_memory(environment))
                .into_iter()
                .chain(written)
                .collect(),
        }
    }

    /// Adds it to what an encoding does on an architecture, where the family and the
    /// encoding say nothing themselves.
    pub(super) fn add(&self, effects: &mut Effects, encoding: &EncodingParts, arch: usize) {
        for (kind, derived, list, is_derived) in [
            (
                EffectKind::Reads,
                &self.reads,
                &mut effects.reads,
                &mut effects.reads_derived,
            ),
            (
                EffectKind::Writes,
                &self.writes,
                &mut effects.writes,
                &mut effects.writes_derived,
            ),
        ] {
            if encoding.says(kind) {
                continue;
            }
            *is_derived = true;
            // States in the place of operands come last.
            let implied = std::mem::take(list);
            let here = derived.iter().filter(|(_, archs)| archs.contains(arch));
            list.extend(here.map(|(name, _)| name.clone()));
            for name in implied {
                if !list.contains(&name) {
                    list.push(name);
                }
            }
        }
    }
}

/// Compares the derived effects of a row with the declared ones, where its family or an
/// encoding says what it reads or writes; elsewhere the derived ones are what it does.
///
/// Memory must match exactly. A state that the operation touches must be
/// declared in every such encoding, on every architecture that the row has; the
/// declaration may hold more, because some effects lie outside of operations.
/// Of an operation that is undefined, or does nothing, operands need not be used.
pub fn check(
    parts: &Parts,
    row: &ast::Row,
    archs: ArchSet,
    checked: &Checked,
    environment: &Environment,
    reported: &mut SortedSet<String>,
    context: &mut Context,
) {
    let effects = &checked.effects;
    let derived = Derived::of(checked, environment);
    let is_undefined = |it: &Statement| matches!(it, Statement::Undefined(_));
    let undefined = checked.ir.body.iter().any(is_undefined);
    // What does nothing here may matter to others: a fence.
    let says_something = !undefined && !checked.ir.body.is_empty();
    // What the family forgets, all its rows show: one report is enough.
    let mut report = |what: &str, help: String| {
        if !reported.insert(what.to_owned()) {
            return;
        }
        let message = format!("the operation of `{}` {what}", row.name.text);
        context
            .error(Code::OpEffect, row.name.span, message)
            .also(parts.family.name.span, "its family says otherwise")
            .help(help);
    };
    // Both sides, and how to make them agree.
    let both = |kind: EffectKind, verb: &str, encoding: &str, name: &str| {
        let does: Vec<&str> = derived.list(kind).iter().map(|it| &*it.0).collect();
        format!(
            "the operation {verb} {}; declared is `{verb} {}`: add `{name}`{encoding}, or take the line out, then what the operation does counts",
            does.join(", "),
            parts.said(kind).join(", "),
        )
    };
    // Of a family with several encodings the one that forgets it.
    let lacking = |kind: EffectKind, name: &str, archs: ArchSet| {
        let encoding = parts.lacking(kind, name, archs)?;
        let name = encoding
            .name
            .map(|it| format!(" in encoding `{}`", it.text));
        Some(name.unwrap_or_default())
    };
    for (kind, does, verb) in [
        (
            EffectKind::Reads,
            effects.reads_memory(environment),
            "reads",
        ),
        (
            EffectKind::Writes,
            effects.writes_memory(environment),
            "writes",
        ),
    ] {
        match (does, lacking(kind, "memory", archs)) {
            (true, Some(encoding)) => report(
                &format!("{verb} memory"),
                both(kind, verb, &encoding, "memory"),
            ),
            (false, _) if says_something && parts.declares(kind, "memory") => report(
                &format!("never {verb} memory"),
                format!("take `memory` out of `{verb}`, or mend the operation"),
            ),
            _ => {}
        }
    }
    let read: Vec<usize> = effects.states_read().collect();
    let written: Vec<usize> = effects.states_written().collect();
    for (kind, touched, verb) in [
        (EffectKind::Reads, read, "reads"),
        (EffectKind::Writes, written, "writes"),
    ] {
        for state in touched {
            let name = &environment.states[state].name;
            // A limit is read only where the space has one.
            let archs = match effects.reads_only_limits(state) {
                true if kind == EffectKind::Reads => {
                    archs.and(limited(checked, state, environment))
                }
                _ => archs,
            };
            if let Some(encoding) = lacking(kind, name, archs) {
                report(&format!("{verb} {name}"), both(kind, verb, &encoding, name));
            }
        }
    }
    if !says_something {
        // What it does with its operands is not said, or nothing.
        return;
    }
    for (index, operand) in environment.operands.iter().enumerate() {
        let (read, written) = (effects.reads_operand(index), effects.writes_operand(index));
        let complaint = match (operand.readable, operand.writable) {
            (_, true) if !written => "never writes",
            // What a write under a condition leaves is as good as read.
            (true, true) if effects.keeps_operand(index) => continue,
            (true, _) if !read => "never reads",
            _ => continue,
        };
        report(
            &format!("{complaint} {}", operand.name),
            "change the operand's direction, or mend the operation".to_owned(),
        );
    }
}

/// The architectures on which a state is the limit or the base of a space that
/// the operation accesses.
fn limited(checked: &Checked, state: usize, environment: &Environment) -> ArchSet {
    let effects = &checked.effects;
    let spaces = effects.loads.union(&effects.stores);
    spaces.fold(ArchSet(0), |archs, space| {
        let space = environment.spaces.get(*space);
        let more = space.map_or(ArchSet(0), |space| space.archs_of(state));
        ArchSet(archs.0 | more.0)
    })
}
