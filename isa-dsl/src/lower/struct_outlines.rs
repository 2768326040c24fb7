//! Forms of structs as outlines, in the bits of their values.

use super::meanings;
use super::outlines::{Demand, none};
use super::places::Places;
use super::readings::MAX_BITS;
use super::texts::Texts;
use crate::tables::{
    Field, Form, Kind, NONE, Operand, Outline, PrintStep, READING_BAD, READING_GOOD, Reading,
    Struct, TablesBuf, Token, low_mask,
};

/// Fills in `Struct::outlines`: rows of `Tables::outlines` behind those of shapes.
pub(super) fn struct_outlines(tables: &mut TablesBuf, places: &mut Places) {
    let mut outlines = std::mem::take(&mut tables.outlines);
    let mut steps = std::mem::take(&mut tables.print_steps);
    let mut structs = std::mem::take(&mut tables.structs);
    let view = tables.view();
    // Structs within structs are asked for.
    let all = structs.clone();
    let mut texts = Texts {
        tables: crate::tables::Tables {
            structs: &all,
            ..view
        },
        arch: 0,
        syntax: 0,
    };
    let archs = view.archs.len().max(1);
    for (index, structure) in structs.iter_mut().enumerate() {
        let first = outlines.len();
        structure.outlines = first as u32;
        outlines.resize(first + view.syntaxes.len(), none());
        for syntax in 0..view.syntaxes.len() {
            (texts.arch, texts.syntax) = ((index % archs) as u8, syntax as u8);
            let mut at = first + syntax;
            let mut is_first = true;
            for form in structure.forms.range() {
                let row = &view.forms[form];
                if row.syntax != texts.syntax || row.read_only.is_set() {
                    continue;
                }
                let Some(own) = build(&texts, structure, row, places) else {
                    // Those behind it are tried when this one is not the right one.
                    break;
                };
                let Some((demand, conditional)) = demand(&texts, structure, row) else {
                    // No value is as it needs it.
                    continue;
                };
                let row = Outline {
                    mask: demand.mask,
                    bits: demand.bits,
                    form: form as u32,
                    conditional: conditional.into(),
                    steps: super::pool::append(&mut steps, &own),
                    ..none()
                };
                if is_first {
                    outlines[at] = row;
                    is_first = false;
                } else {
                    outlines[at].next = outlines.len() as u32;
                    at = outlines.len();
                    outlines.push(row);
                }
            }
        }
    }
    tables.structs = structs;
    tables.outlines = outlines;
    tables.print_steps = steps;
}

/// The bits of a value that a form needs, and whether its condition is more than that; `None` if
/// it can never be the right one.
fn demand(texts: &Texts<'_>, structure: &Struct, form: &Form) -> Option<(Demand, bool)> {
    let unsaid = !form.spoken & low_mask(structure.bits);
    let demand = Demand {
        mask: unsaid,
        bits: form.rest & unsaid,
    };
    if form.when == NONE {
        return Some((demand, false));
    }
    let rule = &texts.tables.rules[usize::from(form.when)];
    match rule.mask != 0 && rule.equal.is_set() {
        true => Some((demand.and(rule.mask, rule.bits)?, false)),
        false => Some((demand, true)),
    }
}

/// The steps of a form; `None` for what has no outline.
fn build(
    texts: &Texts<'_>,
    structure: &Struct,
    form: &Form,
    places: &mut Places,
) -> Option<Vec<PrintStep>> {
    let tables = &texts.tables;
    let members = &tables.operands[structure.members.range()];
    let mut steps = Vec::new();
    // What stands before the next member.
    let mut before = String::new();
    for token in &tables.tokens[form.tokens.range()] {
        match token.get() {
            Token::Text(text) => before.push_str(tables.text(text)),
            Token::Operand(index) => {
                let member = &members[usize::from(index)];
                if let Some(reading) = reading(texts, member, &before, places) {
                    steps.push(step(reading));
                } else {
                    if !before.is_empty() {
                        steps.push(step(places.constant(&before)?));
                    }
                    steps.push(PrintStep {
                        operand: structure.members.start + u32::from(index),
                        ..step(Reading::default())
                    });
                }
                before.clear();
            }
            Token::AnyOrder(list) => {
                steps.push(step(list_reading(texts, members, list, &before, places)?));
                before.clear();
            }
            Token::Modifiers(_) | Token::Mnemonic => return None,
        }
    }
    if !before.is_empty() {
        steps.push(step(places.constant(&before)?));
    }
    Some(steps)
}

/// What has the texts of a member behind what stands before it; `None` if no reading can.
fn reading(
    texts: &Texts<'_>,
    member: &Operand,
    before: &str,
    places: &mut Places,
) -> Option<Reading> {
    let tables = &texts.tables;
    let (kind, total) = (member.kind.get(), member.field.total);
    if !(1..=MAX_BITS).contains(&total) {
        return None;
    }
    let entry = |value: u64| match (texts.of(kind, total, value), kind) {
        (Some(text), _) => places.text(&format!("{before}{text}")),
        // What has no meaning has no text.
        (None, Kind::Class { class, .. }) => {
            let class = &tables.classes[usize::from(class)];
            match meanings::entry(tables, texts.arch, class, value) {
                None => READING_BAD,
                Some(_) => READING_GOOD,
            }
        }
        (None, _) => READING_GOOD,
    };
    let entries: Vec<u32> = (0..1 << total).map(entry).collect();
    let base = places.rows(&entries);
    places.of_field(tables, member.field, 0, base)
}

/// What has the texts of members in any order behind what stands before them: one for each value
/// of the bits that lie from the lowest of theirs to the highest. `None` if these are too many.
fn list_reading(
    texts: &Texts<'_>,
    members: &[Operand],
    list: u16,
    before: &str,
    places: &mut Places,
) -> Option<Reading> {
    let tables = &texts.tables;
    let items = tables.any_orders[usize::from(list)].items;
    let items = tables.modifiers[items.range()].iter();
    let mask = items.fold(0, |mask, it| mask | members[usize::from(it.operand)].mask);
    let shift = u8::try_from(mask.trailing_zeros()).ok()?;
    let width = u8::try_from(mask.checked_ilog2()?).ok()? + 1 - shift;
    if width > MAX_BITS {
        return None;
    }
    let entry = |value: u64| match texts.any_order(list, members, value << shift) {
        Some(text) => places.text(&format!("{before}{text}")),
        None => READING_GOOD,
    };
    let entries: Vec<u32> = (0..1 << width).map(entry).collect();
    let field = Field {
        shift,
        width,
        total: width,
        ..Field::default()
    };
    let base = places.rows(&entries);
    places.of_field(tables, field, 0, base)
}

fn step(reading: Reading) -> PrintStep {
    PrintStep {
        wraps: 0,
        reading,
        operand: u32::MAX,
        before: 0,
    }
}
