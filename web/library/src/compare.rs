//! What changed between two processors.

use isa_mc::compare::{Cell, compare_all};
use serde::Serialize;

/// What differs, kind by kind.
#[derive(Serialize)]
pub struct Differences {
    old: &'static str,
    new: &'static str,
    sections: Vec<SectionView>,
}

#[derive(Serialize)]
struct SectionView {
    title: &'static str,
    heads: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

/// Compares two processors or architectures.
pub fn differences(old: &str, new: &str) -> Result<Differences, String> {
    let found = compare_all(old, new, None).map_err(|error| error.to_string())?;
    let sections = found.sections.into_iter().filter(|it| !it.rows.is_empty());
    let section = |it: isa_mc::compare::Section| SectionView {
        title: it.title,
        heads: it
            .heads
            .iter()
            .map(|head| match *head {
                "old" => found.old,
                "new" => found.new,
                head => head,
            })
            .collect(),
        rows: it
            .rows
            .iter()
            .map(|row| row.iter().map(Cell::text).collect())
            .collect(),
    };
    Ok(Differences {
        old: found.old,
        new: found.new,
        sections: sections.map(section).collect(),
    })
}
