//! Which outline says a struct's value.

use crate::operand;
use crate::rule;
use crate::structs;
use crate::tables::{NONE, Outline, PrintStep, READING_BAD, READING_GOOD, Struct, reading_text};
use crate::{SyntaxId, Target};

/// That no outline tells.
struct Unknown;

/// The steps of the first form that says a value, each a member that is put together or what
/// reads as a text; `None` if no form does, or no outline tells.
pub(super) fn find<'a>(
    target: &Target<'a>,
    row: &Struct,
    bits: u64,
    syntax: SyntaxId,
) -> Option<&'a [PrintStep]> {
    if !cfg!(feature = "second-ways") || !operand::is_struct(row, bits) {
        return None;
    }
    let tables = target.tables;
    let mut at = row.outlines as usize + usize::from(syntax.0);
    loop {
        let outline = tables.outlines.get(at)?;
        let steps = tables.print_steps.get(outline.steps.range())?;
        if steps.is_empty() {
            return None;
        }
        match is_said(target, (outline, steps), bits, syntax) {
            Ok(true) => return Some(steps),
            Ok(false) if outline.next != 0 => at = outline.next as usize,
            Ok(false) | Err(Unknown) => return None,
        }
    }
}

/// Whether a form says a value: each of its steps has a text.
fn is_said(
    target: &Target<'_>,
    (outline, steps): (&Outline, &[PrintStep]),
    bits: u64,
    syntax: SyntaxId,
) -> Result<bool, Unknown> {
    let tables = target.tables;
    if bits & outline.mask != outline.bits {
        return Ok(false);
    }
    if outline.conditional.is_set() {
        let form = tables.forms.get(outline.form as usize).ok_or(Unknown)?;
        let rule = tables.rules.get(usize::from(form.when)).ok_or(Unknown)?;
        if form.when != NONE && !rule::holds(tables, rule, bits) {
            return Ok(false);
        }
    }
    for step in steps {
        if let Some(member) = tables.operands.get(step.operand as usize) {
            match structs::has_text(target, member, bits, syntax) {
                true => continue,
                false => return Ok(false),
            }
        }
        let entry = step.reading.get(bits, target.features, tables);
        if reading_text(entry).len == 0 {
            return match entry & READING_GOOD {
                READING_BAD => Ok(false),
                _ => Err(Unknown),
            };
        }
    }
    Ok(true)
}
