//! `isa-mc list --diff`: what changed between two architectures or processors.

use std::fmt::Write as _;

use isa_mc::compare::{Cell, Comparison, compare, compare_all};
use serde_json::{Map, Value};

use super::args::ListEmit;
use super::encodings::Pattern;
use super::failure::Failure;
use super::machines;

/// The differences, as a text for people or as JSON.
///
/// # Errors
///
/// If a name is neither an architecture nor a processor, or the two are not of
/// one machine.
pub fn text(
    old: &str,
    new: &str,
    isa: Option<&str>,
    pattern: Option<&Pattern>,
    form: ListEmit,
) -> Result<String, Failure> {
    let isa = isa.map(machines::machine).transpose()?;
    let found = match pattern {
        Some(pattern) => compare(old, new, isa, &|name| pattern.matches(name)),
        None => compare_all(old, new, isa),
    };
    let found = found.map_err(|error| Failure::Usage(error.to_string()))?;
    Ok(match form {
        ListEmit::Text => people(&found),
        ListEmit::Json => json(&found),
    })
}

/// A table for each kind of differences.
fn people(it: &Comparison) -> String {
    let mut text = format!(
        "{}: {}\nfrom {} to {}\n",
        it.machine, it.title, it.old, it.new
    );
    let mut any = false;
    for section in it
        .sections
        .iter()
        .filter(|section| !section.rows.is_empty())
    {
        any = true;
        let head = section.heads.iter().map(|head| match *head {
            "old" => it.old.to_owned(),
            "new" => it.new.to_owned(),
            // What a person calls them; programs have one name for both kinds of machine.
            "format" if it.are_streams => "stream".to_owned(),
            "part" if it.are_streams => "piece".to_owned(),
            head => head.to_owned(),
        });
        let mut rows: Vec<Vec<String>> = vec![head.collect()];
        rows.extend((section.rows.iter()).map(|row| row.iter().map(Cell::text).collect()));
        let (title, count) = (section.title, section.rows.len());
        let _ = write!(text, "\n{title}: {count}\n{}", columns(&rows));
    }
    if !any {
        text.push_str("\nno differences\n");
    }
    text
}

/// An object with the names of the machine and both sides, and a list of objects for
/// each section.
fn json(it: &Comparison) -> String {
    let names = [("machine", it.machine), ("old", it.old), ("new", it.new)];
    let mut all: Map<String, Value> = names
        .map(|(key, name)| (key.to_owned(), Value::from(name)))
        .into_iter()
        .collect();
    let sections = it.sections.iter().map(|section| {
        let rows = section.rows.iter().map(|row| {
            let cells = section.heads.iter().zip(row);
            let cells = cells.map(|(head, cell)| ((*head).to_owned(), value(cell)));
            Value::Object(cells.collect())
        });
        (section.key.to_owned(), Value::Array(rows.collect()))
    });
    // `new` is a side and what it has more.
    let differences: Map<String, Value> = sections.collect();
    all.insert("differences".to_owned(), Value::Object(differences));
    format!("{:#}\n", Value::Object(all))
}

fn value(cell: &Cell) -> Value {
    match cell {
        Cell::One(text) => Value::from(text.as_str()),
        Cell::Many(texts, _) => Value::from(texts.as_slice()),
    }
}

/// Rows in columns, the last without blanks behind it.
fn columns(rows: &[Vec<String>]) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, &width) in row.iter().zip(&widths) {
            let _ = write!(line, "{cell:width$}  ");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
