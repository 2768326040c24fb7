//! States that are computed from others.

use super::context::Context;
use crate::ast::{self, OpExpr, OpExprKind, OpStmt, OpStmtKind, RowMeaning};
use crate::diagnostic::Code;
use crate::model::Model;
use crate::operation::{self, Environment};

/// Bits of a state that is computed.
const MAX_BITS: u64 = 64;

/// The states as operations see them.
pub fn states(context: &Context) -> Vec<operation::State> {
    let states = context.names.states.iter();
    states
        .map(|state| operation::State {
            name: state.name.text.clone(),
            bits: state.bits.value.clamp(1, 1024) as u16,
            derived: state.derived.as_ref().map(|value| named(value, context)),
        })
        .collect()
}

/// The states that an expression names.
fn named(value: &OpExpr, context: &Context) -> Vec<usize> {
    let mut found = Vec::new();
    value.names(&mut |name| {
        let mut states = context.names.states.iter();
        found.extend(states.position(|state| state.name.text == name));
    });
    found
}

/// Checks what computes each of them: an expression over states that are held.
pub fn check(context: &mut Context, model: &mut Model) {
    for (index, state) in context.names.states.clone().into_iter().enumerate() {
        let Some(value) = &state.derived else {
            continue;
        };
        if state.bits.value > MAX_BITS {
            let message = format!("a state of {} bits is computed", state.bits.value);
            context
                .error(Code::OutOfRange, state.bits.span, message)
                .label(format!("expected at most {MAX_BITS}"));
            continue;
        }
        let mut states = states(context);
        let from = named(value, context);
        if let Some(other) = from.iter().find(|it| states[**it].derived.is_some()) {
            let message = format!("`{}` is computed itself", states[*other].name);
            context
                .error(Code::BadKind, value.span, message)
                .help("name the states that it is computed from");
            continue;
        }
        // Here, and only here, it is written.
        states[index].derived = None;
        let environment = Environment {
            states: states.into(),
            features: (context.machine.features.iter())
                .map(|feature| feature.text.to_uppercase())
                .collect(),
            ..Environment::default()
        };
        let body = RowMeaning::Body(vec![assignment(state, value)]);
        match operation::check(context.operations, &environment, &body, &state.name) {
            Ok(checked) => model.states[index].derived = Some(checked),
            Err(errors) => context.diagnostics.extend(errors),
        }
    }
}

/// `NAME = value;`
fn assignment(state: &ast::State, value: &OpExpr) -> OpStmt {
    let place = OpExpr {
        span: state.name.span,
        kind: OpExprKind::Name(state.name.text.clone()),
    };
    OpStmt {
        span: value.span,
        kind: OpStmtKind::Assign(place, None, value.clone()),
    }
}
