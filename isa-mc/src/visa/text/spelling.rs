//! Instructions as the tools spell them, in the words of the definitions.

use core::ops::Range;
use std::borrow::Cow;

use super::cursor::{Cursor, Found};
use super::declarations::Reading;
use super::error::{TextErrorKind, Thing};
use super::expression;
use super::words;
use crate::visa::object::{LabelKind, first};

/// An instruction in the words of the definitions.
pub(super) struct Spelled<'t> {
    pub(super) text: Cow<'t, str>,
    /// What its labels are.
    pub(super) labels: LabelKind,
    /// Where the texts differ: the first byte in both, and how many bytes the part has in
    /// the tools' words and in these.
    change: (usize, usize, usize),
}

impl<'t> Spelled<'t> {
    fn same(text: &'t str, labels: LabelKind) -> Spelled<'t> {
        Spelled {
            text: Cow::Borrowed(text),
            labels,
            change: (text.len(), 0, 0),
        }
    }

    fn changed(text: &'t str, part: Range<usize>, new: &str, labels: LabelKind) -> Spelled<'t> {
        Spelled {
            text: Cow::Owned(format!("{}{new}{}", &text[..part.start], &text[part.end..])),
            labels,
            change: (part.start, part.len(), new.len()),
        }
    }

    /// The bytes of the tools' text that a part of this one stands for.
    pub(super) fn original(&self, part: Range<usize>) -> Range<usize> {
        let (at, old, new) = self.change;
        let of_original = |place: usize, inside: usize| match place {
            _ if place <= at => place,
            _ if place >= at + new => place - new + old,
            _ => inside,
        };
        of_original(part.start, at)..of_original(part.end, at + old)
    }
}

/// The words of the definitions for an instruction, which begins at byte `start` of the
/// source.
pub(super) fn spelled<'t>(reading: &Reading, text: &'t str, start: usize) -> Found<Spelled<'t>> {
    if text.starts_with(".loc") {
        return Ok(Spelled::changed(text, 0..4, "LOC", LabelKind::Block));
    }
    // The mnemonic stands behind a predicate in parentheses.
    let behind = match text.starts_with('(') {
        true => text.find(')').map_or(0, |end| end + 1),
        false => 0,
    };
    let mnemonic = text[behind..].trim_ascii_start();
    let at = text.len() - mnemonic.len();
    let word = mnemonic.split([' ', '\t', '(']).next().unwrap_or("");
    Ok(match word {
        "call" => Spelled::same(text, LabelKind::Subroutine),
        // The same instruction, of a label of another kind.
        "fccall" => Spelled::changed(text, at..at + 2, "", LabelKind::Composed),
        "addr_add" => match address_of(reading, text, start)? {
            Some((part, new)) => Spelled::changed(text, part, &new, LabelKind::Block),
            None => Spelled::same(text, LabelKind::Block),
        },
        _ => Spelled::same(text, LabelKind::Block),
    })
}

/// `&V0060[64]`: the place of `[64]`, and the row and the column of that byte, which are
/// what an object has; `None` where no byte of a variable is named.
fn address_of(
    reading: &Reading,
    text: &str,
    start: usize,
) -> Found<Option<(Range<usize>, String)>> {
    let Some(marked) = text.find('&') else {
        return Ok(None);
    };
    let mut cursor = Cursor::new(start, text);
    cursor.at = marked + 1;
    let Ok((name, _)) = cursor.variable("a variable") else {
        return Ok(None);
    };
    let from = cursor.at;
    let declared = reading.names.find(name);
    let number = match declared {
        Some(declared) if declared.thing == Thing::Variable => declared.number,
        _ => return Ok(None),
    };
    if !cursor.takes("[") {
        return Ok(None);
    }
    cursor.skip_blanks();
    let number_from = cursor.at;
    let offset = expression::number(&mut cursor, reading)?;
    let place = number_from..cursor.at;
    if !cursor.takes("]") {
        return Err(cursor.expected("`]`"));
    }
    let row = number.checked_sub(first::VARIABLE);
    let variable = row.and_then(|row| reading.routine.variables.get(row as usize));
    let element = variable.map_or(1, |it| words::TYPES[usize::from(it.element_type())].1);
    let (bytes, element) = (i64::from(reading.register_bytes), i64::from(element));
    let high = 256 * bytes - element;
    if !(0..=high).contains(&offset) {
        let (number, low) = (offset, 0);
        let kind = TextErrorKind::Range { number, low, high };
        return Err(cursor.error_at(place, kind));
    }
    if offset % element != 0 {
        let message = format!(
            "{offset} is within an element of `{name}`, which have {element} bytes: write a multiple of that"
        );
        return Err(cursor.error_at(place, TextErrorKind::Instruction { message }));
    }
    let (row, column) = (offset / bytes, offset % bytes / element);
    Ok(Some((from..cursor.at, format!("({row},{column})<0;1,0>"))))
}
