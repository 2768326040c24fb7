//! With which letters modifiers begin, so that most of those that do not stand at a place are
//! told by two letters.

use crate::tables::{Form, Kind, Meaning, Spelling, Tables, TablesBuf, Text, Token, beginning};

/// What may begin in any way.
const ANY: u64 = u64::MAX;

/// Fills in with which letters spellings of modifiers begin.
pub(super) fn beginnings(tables: &mut TablesBuf) {
    let mut spellings = std::mem::take(&mut tables.spellings);
    let view = tables.view();
    let mut begins = vec![0; spellings.len()];
    for shape in view.shapes {
        let operands = &view.operands[shape.operands.range()];
        for form in &view.forms[shape.forms.range()] {
            for token in &view.tokens[form.tokens.range()] {
                let Token::Modifiers(rows) = token.get() else {
                    continue;
                };
                for modifier in &view.modifiers[rows.range()] {
                    let kind = operands[usize::from(modifier.operand)].kind.get();
                    for at in modifier.spellings.range() {
                        begins[at] |= of_spelling(&view, &spellings[at], kind);
                    }
                }
            }
        }
    }
    for (spelling, begins) in spellings.iter_mut().zip(begins) {
        // Those of structs and source modifiers are looked for otherwise.
        spelling.begins = if begins == 0 { ANY } else { begins };
    }
    tables.spellings = spellings;
}

fn of_spelling(tables: &Tables, spelling: &Spelling, kind: Kind) -> u64 {
    match kind {
        _ if spelling.before.len != 0 => of_text(tables, spelling.before),
        Kind::Class { class, .. } if spelling.valued.is_set() => {
            let entries = tables.classes[usize::from(class)].entries;
            let entries = tables.entries[entries.range()].iter();
            entries.fold(0, |all, entry| all | of_meaning(tables, entry.meaning))
        }
        Kind::Struct { structure } if spelling.valued.is_set() => of_struct(tables, structure),
        _ => ANY,
    }
}

fn of_meaning(tables: &Tables, meaning: Meaning) -> u64 {
    match meaning {
        Meaning::Keyword { text, .. } => of_text(tables, text),
        Meaning::Spelled { text, words, .. } => {
            let words = tables.words[words.range()].iter();
            words.fold(of_text(tables, text), |all, word| {
                all | of_text(tables, word.text)
            })
        }
        Meaning::Counted { before, .. } => of_text(tables, before),
        Meaning::Struct { structure } => of_struct(tables, structure),
        _ => ANY,
    }
}

/// Of every architecture's row of a struct.
fn of_struct(tables: &Tables, structure: u16) -> u64 {
    let first = |form: &Form| match tables.tokens[form.tokens.range()].first()?.get() {
        Token::Text(text) => Some(of_text(tables, text)),
        _ => None,
    };
    let mut all = 0;
    for arch in 0..tables.archs.len() as u8 {
        let forms = tables.struct_on(structure, arch).map(|row| row.forms);
        for form in &tables.forms[forms.unwrap_or_default().range()] {
            all |= first(form).unwrap_or(ANY);
        }
    }
    all
}

fn of_text(tables: &Tables, text: Text) -> u64 {
    match *tables.bytes(text) {
        [first, second, ..] => beginning(first, second),
        _ => ANY,
    }
}
