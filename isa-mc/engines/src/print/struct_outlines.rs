//! Which outline says a struct's value.

use crate::operand;
use crate::rule;
use crate::structs;
use crate::tables::{
    NONE, Outline, PrintStep, READING_BAD, READING_GOOD, STRUCT_STEPS, Struct, Text, reading_text,
};
use crate::{SyntaxId, Target};

/// How a value is printed.
pub(super) struct Outlined<'a> {
    /// Members that are put together, and texts.
    pub(super) steps: &'a [PrintStep],
    /// The texts of the others.
    pub(super) texts: [Text; STRUCT_STEPS],
}

/// That no outline tells.
struct Unknown;

/// The outline of the first form that says a value; `None` if no form does, or no outline
/// tells.
pub(super) fn find<'a>(
    target: &Target<'a>,
    row: &Struct,
    bits: u64,
    syntax: SyntaxId,
) -> Option<Outlined<'a>> {
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
        match texts(target, (outline, steps), bits, syntax) {
            Ok(Some(texts)) => return Some(Outlined { steps, texts }),
            Ok(None) if outline.next != 0 => at = outline.next as usize,
            Ok(None) | Err(Unknown) => return None,
        }
    }
}

/// The texts of a form's steps, if it says a value.
fn texts(
    target: &Target<'_>,
    (outline, steps): (&Outline, &[PrintStep]),
    bits: u64,
    syntax: SyntaxId,
) -> Result<Option<[Text; STRUCT_STEPS]>, Unknown> {
    let tables = target.tables;
    if bits & outline.mask != outline.bits {
        return Ok(None);
    }
    if outline.conditional.is_set() {
        let form = tables.forms.get(outline.form as usize).ok_or(Unknown)?;
        let rule = tables.rules.get(usize::from(form.when)).ok_or(Unknown)?;
        if form.when != NONE && !rule::holds(tables, rule, bits) {
            return Ok(None);
        }
    }
    let mut texts = [Text::default(); STRUCT_STEPS];
    for (step, text) in steps.iter().zip(&mut texts) {
        if let Some(member) = tables.operands.get(step.operand as usize) {
            match structs::has_text(target, member, bits, syntax) {
                true => continue,
                false => return Ok(None),
            }
        }
        let entry = step.reading.get(bits, target.features, tables);
        *text = reading_text(entry);
        if text.len == 0 {
            return match entry & READING_GOOD {
                READING_BAD => Ok(None),
                _ => Err(Unknown),
            };
        }
    }
    Ok(Some(texts))
}
