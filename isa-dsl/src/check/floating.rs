//! Floating-point types: which bits of a state govern their arithmetic.

use super::Context;
use super::registers::state_bits;
use crate::ast;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{FloatingType, Model, StateBits};
use crate::operation::types::Scalar;

/// Bits of a field that says how to round, or what becomes of subnormal values.
const MODE_BITS: u32 = 2;

/// Resolves the types, and the bits of states that say how they behave.
pub fn types(context: &mut Context, model: &mut Model) {
    for (name, item) in context.names.floating.clone() {
        let ty = Scalar::from_name(&name.text).filter(|ty| ty.is_floating());
        let Some(ty) = ty else {
            context.diagnostics.push(
                Diagnostic::new(
                    Code::BadKind,
                    name.span,
                    format!("`{}` is no floating-point type", name.text),
                )
                .help("these are `HALF`, `FLOAT` and `DOUBLE`"),
            );
            continue;
        };
        // One line may name several types: its bits are reported once.
        let first = item
            .names
            .first()
            .is_none_or(|first| first.span == name.span);
        let reported = context.diagnostics.len();
        let rounding = mode(item.rounding.as_ref(), "rounding", context);
        let subnormals = mode(item.subnormals.as_ref(), "subnormals", context);
        if !first {
            context.diagnostics.truncate(reported);
        }
        model.floating.push(FloatingType {
            ty,
            rounding,
            subnormals,
        });
    }
}

/// The two bits of a state behind a word.
fn mode(part: Option<&ast::StatePart>, what: &str, context: &mut Context) -> Option<StateBits> {
    let part = part?;
    let bits = state_bits(&part.state, part.bits.as_ref(), what, context)?;
    if bits.bits != MODE_BITS {
        let span = part.bits.as_ref().map_or(part.state.span, |bits| bits.span);
        context.diagnostics.push(
            Diagnostic::new(
                Code::OutOfRange,
                span,
                format!("`{what}` has {} bits", bits.bits),
            )
            .label(format!("expected {MODE_BITS}"))
            .help(format!("say which: `{what} {} [1:0]`", part.state.text)),
        );
        return None;
    }
    Some(bits)
}
