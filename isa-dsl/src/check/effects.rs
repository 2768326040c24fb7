//! What an operation does, held against what the family declares.

use std::collections::BTreeSet;

use super::Context;
use super::families::Parts;
use crate::ast::{self, EffectKind};
use crate::diagnostic::{Code, Diagnostic};
use crate::machine::ArchSet;
use crate::operation::ir::Statement;
use crate::operation::{Checked, Environment};

/// Compares the derived effects of a row with the declared ones.
///
/// Memory must match exactly. A state that the operation touches must be
/// declared in every encoding, on every architecture that the row has; the
/// declaration may hold more, because some effects lie outside of operations
/// (EXEC chooses the lanes for which they run). Of an operation that is
/// undefined, or does nothing, operands need not be used.
pub fn check(
    parts: &Parts,
    row: &ast::Row,
    archs: ArchSet,
    checked: &Checked,
    environment: &Environment,
    reported: &mut BTreeSet<String>,
    context: &mut Context,
) {
    let effects = &checked.effects;
    let is_undefined = |it: &Statement| matches!(it, Statement::Undefined(_));
    let undefined = checked.ir.body.iter().any(is_undefined);
    // What the family forgets, all its rows show: one report is enough.
    let mut report = |what: &str, help: String| {
        if !reported.insert(what.to_owned()) {
            return;
        }
        let message = format!("the operation of `{}` {what}", row.name.text);
        context.diagnostics.push(
            Diagnostic::new(Code::OpEffect, row.name.span, message)
                .also(parts.family.name.span, "its family says otherwise")
                .help(help),
        );
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
        (EffectKind::Reads, !effects.loads.is_empty(), "reads"),
        (EffectKind::Writes, !effects.stores.is_empty(), "writes"),
    ] {
        match (does, lacking(kind, "memory", archs)) {
            (true, Some(encoding)) => report(
                &format!("{verb} memory"),
                format!("declare it{encoding}: `{verb} memory;`"),
            ),
            (false, _) if !undefined && parts.declares(kind, "memory") => report(
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
                report(
                    &format!("{verb} {name}"),
                    format!("declare it{encoding}: `{verb} {name};`"),
                );
            }
        }
    }
    if undefined || checked.ir.body.is_empty() {
        // What it does with its operands is not said, or nothing.
        return;
    }
    for (index, operand) in environment.operands.iter().enumerate() {
        let (read, written) = (effects.reads_operand(index), effects.writes_operand(index));
        let complaint = match (operand.readable, operand.writable) {
            (_, true) if !written => "never writes",
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
