//! Floating-point types: which bits of a state govern their arithmetic.

use super::context::Context;
use super::registers::state_bits;
use crate::ast;
use crate::diagnostic::Code;
use crate::model::{FloatingType, Model, StateBits};
use crate::operation::types::Scalar;

/// Bits of a field that says how to round, or what becomes of subnormal values.
const MODE_BITS: u32 = 2;
/// Of one that says whether numbers that are too large become the greatest one.
const OVERFLOW_BITS: u32 = 1;

/// Resolves the types, and the bits of states that say how they behave.
pub fn types(context: &mut Context, model: &mut Model) {
    for (name, item) in context.names.floating.clone() {
        let ty = Scalar::from_name(&name.text).filter(|ty| ty.is_floating());
        let Some(ty) = ty else {
            let message = format!("`{}` is no floating-point type", name.text);
            context
                .error(Code::BadKind, name.span, message)
                .help("these are `HALF`, `FLOAT` and `DOUBLE`");
            continue;
        };
        // One line may name several types: its bits are reported once.
        let first = item
            .names
            .first()
            .is_none_or(|first| first.span == name.span);
        let reported = context.diagnostics.len();
        let mut mode = |part: Option<&ast::StatePart>, what, wide| {
            part.and_then(|part| mode(part, what, wide, context))
        };
        let rounding = mode(item.rounding.as_ref(), "rounding", MODE_BITS);
        let subnormals = mode(item.subnormals.as_ref(), "subnormals", MODE_BITS);
        let limits = item.overflow.as_ref();
        let bits = mode(limits.map(|it| &it.part), "overflow", OVERFLOW_BITS);
        let archs = limits.map(|it| {
            let diagnostics = &mut context.diagnostics;
            context.machine.resolve(it.at.as_ref(), diagnostics)
        });
        let overflow = bits.zip(archs);
        if !first {
            context.diagnostics.truncate(reported);
        }
        model.floating.push(FloatingType {
            ty,
            rounding,
            subnormals,
            overflow,
        });
    }
}

/// The bits of a state behind a word, which are so many.
fn mode(
    part: &ast::StatePart,
    what: &str,
    expected: u32,
    context: &mut Context,
) -> Option<StateBits> {
    let bits = state_bits(&part.state, part.bits.as_ref(), what, context)?;
    if bits.bits != expected {
        let span = part.bits.as_ref().map_or(part.state.span, |bits| bits.span);
        let example = if expected == 1 { "[0]" } else { "[1:0]" };
        let message = format!("`{what}` has {} bits", bits.bits);
        context
            .error(Code::OutOfRange, span, message)
            .label(format!("expected {expected}"))
            .help(format!("say which: `{what} {} {example}`", part.state.text));
        return None;
    }
    Some(bits)
}
