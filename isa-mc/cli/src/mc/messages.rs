//! Errors and warnings where llvm-mc shows them: the place, the message, the line and a caret.

use std::fmt::Write as _;

use isa_mc::asm::{Assembly, Error, OriginKind, Text, Texts};
use isa_mc::object::Location;

/// Columns from one tab stop to the next.
const TAB: usize = 8;

/// What llvm-mc calls the text of a macro.
const INSTANTIATION: &str = "<instantiation>";

/// All that is wrong with a source, in the order of the source; `warning` is what warnings are
/// called, and `None` if they are not shown.
pub fn all<I>(assembly: &Assembly<I>, warning: Option<&str>) -> String {
    let texts = &assembly.texts;
    let warnings = assembly.warnings.iter();
    let mut found: Vec<(Location, &str, &Error)> = warnings
        .filter_map(|it| Some((texts.outermost(it.location), warning?, it)))
        .collect();
    let errors = assembly.errors.iter();
    found.extend(errors.map(|it| (texts.outermost(it.location), "error", it)));
    found.sort_by_key(|(place, ..)| (place.text, place.start));
    let mut out = String::new();
    for (_, kind, error) in found {
        one(kind, error, texts, &mut out);
    }
    out
}

fn one(kind: &str, error: &Error, texts: &Texts, out: &mut String) {
    let Some(text) = texts.get(error.location) else {
        let _ = writeln!(out, "{kind}: {}", error.message);
        return;
    };
    let trace: Vec<_> = texts.trace(error.location).collect();
    for (_, origin) in &trace {
        if origin.kind == OriginKind::Include
            && let Some(outer) = texts.get(origin.location)
        {
            let line = texts.line(origin.location);
            let _ = writeln!(out, "In file included from {}:{line}:", outer.name);
        }
    }
    place(text, error.location, texts, out);
    let _ = writeln!(out, "{kind}: {}", error.message);
    shown(text, error.location, texts, out);
    for (_, origin) in &trace {
        if origin.kind != OriginKind::Include
            && let Some(outer) = texts.get(origin.location)
        {
            place(outer, origin.location, texts, out);
            out.push_str("note: while in macro instantiation\n");
            shown(outer, origin.location, texts, out);
        }
    }
}

/// `a.s:1:2: `
fn place(text: &Text, location: Location, texts: &Texts, out: &mut String) {
    let is_made = text.origin.is_some_and(|it| it.kind != OriginKind::Include);
    let name = if is_made { INSTANTIATION } else { &text.name };
    let (line, column) = (texts.line(location), texts.column(location));
    let _ = write!(out, "{name}:{line}:{column}: ");
}

/// The line, and a caret below the place; tabs become blanks.
fn shown(text: &Text, location: Location, texts: &Texts, out: &mut String) {
    let column = texts.column(location) - 1;
    let start = (location.start as usize).saturating_sub(column);
    let line = text.text.get(start..).unwrap_or_default();
    let line = line.split(['\n', '\r']).next().unwrap_or_default();
    let mut width = 0;
    let mut before = line.len();
    for (at, character) in line.char_indices() {
        if at == column {
            before = width;
        }
        match character {
            '\t' => {
                let blanks = TAB - width % TAB;
                out.extend(std::iter::repeat_n(' ', blanks));
                width += blanks;
            }
            other => {
                out.push(other);
                width += 1;
            }
        }
    }
    if column >= line.len() {
        before = width;
    }
    out.push('\n');
    // LLVM does not know how wide other characters are.
    if line.is_ascii() {
        let _ = writeln!(out, "{:before$}^", "");
    }
}
